"""Passages as sentences and cells of tables, each with the words that stand above it."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence
from itertools import groupby, pairwise

from ingest.clauses.cells import cells
from ingest.clauses.leads import Leads
from ingest.clauses.shapes import ENUMERATOR, Clause, Layer, without_marks, words
from ingest.names.match import SILENT_KINDS
from schema.documents import PassageShape
from schema.tokens import Token, tokenise

_TERM = re.compile(r"\s*[^:.?!–—-]{3,30}(?::|\s[–—-])\s")
_LABELLED = re.compile(r"[^;:–—]{2,40}(?::|\s[–—-])\s")
_ENDS_PHRASE = re.compile(r"[,;:–—]|\s-\s")
_SECTIONS = " / "
_MARKS = " .!?…*_„“”\"'"
"""What may stand between a sentence and the brackets around it."""
TITLE_SHARE = 0.8
"""A heading under which so much of a document stands is its title."""
PARTS = 3
"""So many parts of a sentence that each have a label are a list."""
LABEL = 2
"""So many words make a sentence a label: “Alpha. The better hand wins.”"""
FEW = 4
"""So few words behind a label say no more than how many there are: “Cubes. Fifteen”, “Board. There is one”."""


def clauses(passages: Sequence[PassageShape]) -> Iterator[Clause]:
    """Every sentence and every cell of the passages that speak, in order."""
    leads = Leads()
    last: tuple[Token, ...] = ()
    speaking = [p for p in passages if p.kind not in SILENT_KINDS]
    following = {p.seq: after for p, after in pairwise(speaking)}
    titles = _titles(speaking)
    for (is_table, section), group in groupby(speaking, key=lambda p: (p.kind == "table", p.section)):
        parts = [part for part in section.split(_SECTIONS) if part and part not in titles]
        headings = tuple(Layer("heading", words(part)) for part in reversed(parts))
        if is_table:
            yield from cells(list(group), (*leads.over_table(last), *headings))
            continue
        for passage in group:
            if passage.kind == "heading":
                leads, last = Leads(), ()
                continue
            sentences = _with_labels(passage, list(_sentences(passage)))
            yield from _spoken(passage, sentences, leads.over(passage), headings)
            last = tuple(token for sentence in sentences for token in sentence)
            leads.add(passage, sentences, following.get(passage.seq))


def _titles(passages: Sequence[PassageShape]) -> frozenset[str]:
    """The headings above nearly all others, which tell nothing of what stands below them."""
    sections = [passage.section.split(_SECTIONS) for passage in passages if passage.section]
    count = Counter(part for parts in sections for part in set(parts))
    return frozenset(part for part, times in count.items() if times >= TITLE_SHARE * len(sections))


def _spoken(
    passage: PassageShape, sentences: Sequence[tuple[Token, ...]], lead: tuple[Layer, ...], headings: tuple[Layer, ...]
) -> Iterator[Clause]:
    topic: tuple[Token, ...] = ()
    label = _named_by(passage, sentences)
    for number, tokens in enumerate(sentences):
        # A sentence in brackets is an aside: the next one goes on from what stands before it.
        before = [sentence for sentence in sentences[:number] if not _is_bracketed(passage, sentence)]
        layers = [Layer("before", before[-1])] if before else []
        layers += [Layer("lead", label)] if number and label else []
        layers += lead
        layers += [Layer("topic", topic)] if number else []
        topic = tokens if not number or _is_label(passage, tokens) else topic
        layers += [Layer("earlier", tuple(t for s in sentences[1 : number - 1] for t in s))] if number > 2 else []
        yield Clause(passage, tokens, (*layers, *headings), is_first=len(sentences) > 1 and not number)


def _named_by(passage: PassageShape, sentences: Sequence[tuple[Token, ...]]) -> tuple[Token, ...]:
    """The words before a dash or colon with which a passage begins, and of which all its sentences speak."""
    named = _TERM.match(without_marks(passage.text)) if len(sentences) > 1 else None
    return tuple(t for t in sentences[0] if t.end <= named.end()) if named else ()


def _is_bracketed(passage: PassageShape, tokens: Sequence[Token]) -> bool:
    """Whether brackets stand around a whole sentence."""
    is_closed = passage.text[tokens[-1].end :].lstrip(_MARKS).startswith(")")
    return is_closed and passage.text[: tokens[0].start].rstrip(_MARKS).endswith("(")


def _with_labels(passage: PassageShape, sentences: list[tuple[Token, ...]]) -> list[tuple[Token, ...]]:
    """The sentences, a label and the few words behind it as one: “Cubes. Fifteen: two for each pawn.”"""
    if len(sentences) < LABEL or not _is_label(passage, sentences[0]):
        return sentences
    said = passage.text[sentences[1][0].start : sentences[1][-1].end]
    is_short = len(_ENDS_PHRASE.split(said, 1)[0].split()) <= FEW
    return [sentences[0] + sentences[1], *sentences[2:]] if is_short else sentences


def _is_label(passage: PassageShape, tokens: Sequence[Token]) -> bool:
    """Whether a sentence is a word or two, as in “Alpha. The better hand wins”."""
    said = passage.text[tokens[0].start : tokens[-1].end]
    return len(tokens) <= LABEL and all(map(str.isalpha, said.split()))


def _sentences(passage: PassageShape) -> Iterator[tuple[Token, ...]]:
    """The sentences of a passage; a stop behind an ordinal or a short word before a small letter ends none."""
    text = without_marks(passage.text)
    numbered = ENUMERATOR.match(text)
    begin = numbered.end() if numbered else 0
    sentence: list[Token] = []
    for token in tokenise(text[begin:], passage.seq, begin):
        if token.kind != "stop":
            sentence.append(token)
        elif sentence and not (token.text == "." and _is_short(sentence[-1], text[token.end :])):
            yield from _parts(text, sentence)
            sentence = []
    if sentence:
        yield from _parts(text, sentence)


def _parts(text: str, sentence: Sequence[Token]) -> Iterator[tuple[Token, ...]]:
    """A sentence, or the parts of one in which each is named by its first words: “Alpha – 2; Beta – 3; Gamma – 1”."""
    begins = [0, *(at for at in range(1, len(sentence)) if ";" in text[sentence[at - 1].end : sentence[at].start])]
    parts = [tuple(sentence[first:last]) for first, last in pairwise([*begins, len(sentence)])]
    said = [text[part[0].start : part[-1].end] for part in parts]
    is_list = len(parts) >= PARTS and bool(_LABELLED.search(said[0])) and all(map(_LABELLED.match, said[1:]))
    yield from parts if is_list else [tuple(sentence)]


def _is_short(before: Token, rest: str) -> bool:
    following = rest.lstrip()[:1]
    is_word = before.kind == "word" and len(before.text) <= 4
    return (following.islower() and (before.kind == "number" or is_word)) or (following.isdigit() and is_word)
