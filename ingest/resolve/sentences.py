"""A passage as the terms of cues see it: what each of its sentences speaks of, and what stands above it."""

import re
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cached_property
from itertools import pairwise

from ingest.names.match import MatchSettings
from ingest.resolve.told_examples import find_examples
from schema.cues import FIGURES, STEP
from schema.documents import UNSPOKEN, PassageShape
from schema.lexicon import Lexicon
from schema.pack import Pack
from schema.tokens import Token, tokenise

SILENT_KINDS = ("heading", "example", *UNSPOKEN)
"""Headings name a rule and examples show it; neither states it, but for the order that counted headings tell."""
COUNTED = re.compile(r"\W*(\d{1,2})\s*[.):|]")
"""How a heading begins that is one of several steps: “2. Take actions”."""
SECTION_JOINT = " / "
OPENING = re.compile(r"[^.!?:…]+(?:\.\.\.|…)")
"""How a passage begins that says first what all of it is about."""
ENDS = (".", "!", "?", ":", "…", ")", "|", "”", '"', ";")
"""How a passage ends whose last sentence does not go on in the next."""

Terms = frozenset[str]
Mentions = Mapping[int, Sequence[tuple[int, str]]]
"""By the seq of a passage: where in its text which concept (kind:code) is mentioned."""


@dataclass(frozen=True, slots=True)
class SentenceSettings:
    """What is said close together; measured like the alignment of which it is a part."""

    short: int = 40
    """A passage of so many tokens is taken as one; of a longer one, sentences that follow each other."""
    sentences: int = 2
    """So many sentences of a long passage are taken together."""
    sure_name: float = 95.0
    """The name of a person in a worked example is printed as it is, or nearly so."""
    match: MatchSettings = MatchSettings()


@dataclass(frozen=True, eq=False)
class Heard:
    """What a passage and what stands above it speak of."""

    passage: PassageShape
    sentences: tuple[Terms, ...]
    above: Terms
    length: int
    settings: SentenceSettings = SentenceSettings()
    is_example: bool = False
    """It shows rules at work: it states one only where nothing else does."""
    opening: Terms = frozenset()
    """What a passage begins with that is about all of it: `So and so happens ...`."""

    @cached_property
    def terms(self) -> Terms:
        """Everything the passage itself speaks of."""
        return frozenset().union(*self.sentences)

    @cached_property
    def windows(self) -> tuple[Terms, ...]:
        """What is said close together."""
        is_short = self.length <= self.settings.short
        most = len(self.sentences) if is_short else min(self.settings.sentences, len(self.sentences))
        spans = ((at, at + size) for size in range(1, most + 1) for at in range(len(self.sentences) - size + 1))
        return tuple(self.opening.union(*self.sentences[first:last]) for first, last in spans)


def hear(
    passages: Sequence[PassageShape],
    mentions: Mentions,
    pack: Pack,
    language: str,
    settings: SentenceSettings = SentenceSettings(),
) -> list[Heard]:
    """The passages of a document that can state a rule, in order."""
    listener = Listener(pack, language, mentions, settings, _small_words(passages))
    examples = find_examples(passages, listener, listener.people())
    headings: dict[str, set[str]] = defaultdict(set)
    found: list[Heard] = []
    lead_in, lead_section = frozenset[str](), ""
    before_items = _before_items(passages)
    steps = _steps(passages)
    for passage in passages:
        sentences = listener.sentences(passage)
        terms: Terms = frozenset().union(*sentences)
        if passage.kind == "heading":
            headings[passage.text] |= terms
        if passage.seq in steps:
            found.append(Heard(passage, (_of_step(terms),), frozenset(), len(passage.text.split()), settings))
        if passage.kind in SILENT_KINDS:
            continue
        if passage.section != lead_section:
            lead_in, lead_section = frozenset(), passage.section
        above = frozenset(t for title in _titles(passage.section, headings) for t in headings.get(title, ()))
        is_example = passage.seq in examples
        length = len(passage.text.split())
        opening = sentences[0] if sentences and OPENING.match(passage.text) else frozenset()
        heard = Heard(passage, tuple(sentences), above | lead_in, length, settings, is_example, opening)
        if found and _runs_on(found[-1].passage, passage):
            found[-1], heard = _joined(found[-1], heard)
        found.append(heard)
        if passage.text.rstrip().endswith((":", "…", "|")) or passage.seq in before_items:
            lead_in = terms
        elif passage.kind == "paragraph":
            lead_in = frozenset()
    return found


def _small_words(passages: Sequence[PassageShape]) -> frozenset[str]:
    """The words that a document writes without a capital."""
    return frozenset(word for passage in passages for word in passage.text.split() if word.islower())


def _runs_on(one: PassageShape, following: PassageShape) -> bool:
    """Whether a sentence begins in a passage and ends in the next."""
    first = following.text[:1]
    are_prose = one.kind == following.kind == "paragraph" and one.section == following.section
    return are_prose and (first.islower() or first.isdigit()) and not one.text.rstrip().endswith(ENDS)


def _joined(one: Heard, following: Heard) -> tuple[Heard, Heard]:
    """Two passages, of which both hear the sentence that runs from one into the other."""
    if not one.sentences or not following.sentences:
        return one, following
    both = one.sentences[-1] | following.sentences[0]
    before, after = (*one.sentences[:-1], both), (both, *following.sentences[1:])
    return replace(one, sentences=before), replace(following, sentences=after)


def _before_items(passages: Sequence[PassageShape]) -> set[int]:
    """Paragraphs and labels right before a list: they say what its items are about."""
    spoken = [passage for passage in passages if passage.kind not in ("gap", "noise")]
    return {
        one.seq
        for one, following in pairwise(spoken)
        if one.kind in ("paragraph", "label") and following.kind == "item" and one.section == following.section
    }


def _steps(passages: Sequence[PassageShape]) -> set[int]:
    """Headings of one level that count from one: they tell in which order things are done."""
    steps: set[int] = set()
    rows: dict[int, list[int]] = defaultdict(list)
    for passage in passages:
        if passage.kind != "heading" or not (begun := COUNTED.match(passage.text)):
            continue
        row, place = rows[passage.level or 0], int(begun[1])
        if place != len(row) + 1:
            row.clear()
        if place == len(row) + 1:
            row.append(passage.seq)
            steps.update(row if len(row) > 1 else ())
    return steps


def _of_step(terms: Terms) -> Terms:
    return frozenset({STEP, *(term for term in terms if ":" in term)})


def _titles(section: str, headings: Collection[str]) -> Iterator[str]:
    """The headings of a section path; a heading may itself hold what joins them."""
    yield from (part for part in section.split(SECTION_JOINT))
    yield from (title for title in headings if SECTION_JOINT in title and title in section)


class Listener:
    """Hears ideas, concepts and figures in the passages of one document."""

    def __init__(
        self,
        pack: Pack,
        language: str,
        mentions: Mentions | None = None,
        settings: SentenceSettings = SentenceSettings(),
        small: Collection[str] = frozenset(),
    ) -> None:
        self._settings = settings
        self._small = small
        self._pack = pack
        self._language = language
        self._mentions = mentions or {}
        self._names = {f"{kind}:" for kind in pack.rules.example_kinds}

    def people(self) -> list[str]:
        """The names of those whom examples are about."""
        if self._language not in self._pack.languages:
            return []
        return [
            name
            for concept, names in self._pack.names(self._language).items()
            if concept.kind + ":" in self._names
            for name in names
        ]

    def sentences(self, passage: PassageShape) -> list[Terms]:
        """What each sentence of a passage speaks of."""
        if passage.kind in UNSPOKEN:
            return []
        tokens = list(tokenise(passage.text, passage.seq))
        heard: list[set[str]] = [set()]
        ends: list[int] = []
        for token, terms in zip(tokens, self.words(tokens, passage.language), strict=True):
            if token.kind == "stop":
                ends.append(token.end)
                heard.append(set())
            elif heard[-1] and passage.doubtful and self._begins(token):
                ends.append(token.start)
                heard.append(set())
            heard[-1] |= terms
        for position, concept in self._mentions.get(passage.seq, ()):
            kind = concept.partition(":")[0] + ":"
            if kind not in self._names:
                heard[sum(end <= position for end in ends)] |= {concept, kind}
        return [frozenset(terms) for terms in (heard if heard[-1] else heard[:-1])]

    def _begins(self, token: Token) -> bool:
        """Whether a word has a capital that it has only where a sentence begins: in ruined text full stops are lost."""
        return token.text[:1].isupper() and token.text[1:].islower() and token.text.lower() in self._small

    def words(self, tokens: Sequence[Token], language: str) -> list[set[str]]:
        """What begins at each word of a text in a language, heard in the document's own language too."""
        languages = list(dict.fromkeys((language, self._language)))
        lexicons = [self._pack.lexicon(code) for code in languages if code in self._pack.languages]
        heard: list[set[str]] = []
        for at, (token, terms) in enumerate(zip(tokens, self.ideas(tokens, language), strict=True)):
            terms |= {term for lexicon in lexicons for term in self._named(tokens, at, lexicon)}
            if token.kind in FIGURES:
                terms |= {"number", token.kind}
            elif token.kind == "word" and any(token.folded in lexicon.numbers for lexicon in lexicons):
                terms.add("number")
            heard.append(terms)
        return heard

    def ideas(self, tokens: Sequence[Token], language: str) -> list[set[str]]:
        """The ideas of cues that begin at each word."""
        cues = [self._pack.cue_words(code) for code in dict.fromkeys((language, self._language))]
        return [{idea for words in cues for idea in words.ideas_at(tokens, at)} for at in range(len(tokens))]

    def _named(self, tokens: Sequence[Token], at: int, lexicon: Lexicon) -> Iterator[str]:
        """Every name that begins here, also within a longer one: a drawn event card speaks of the events too."""
        if tokens[at].kind != "icon" and len(tokens[at].folded) < self._settings.match.least_letters:
            return
        for span in lexicon.spans_at(tokens, at):
            kind = span.concept.kind + ":"
            least = self._settings.sure_name if kind in self._names else self._settings.match.least_score
            if span.score >= least:
                yield from (str(span.concept), kind)
