"""Names that a document does not keep to: a second word for one thing, and names with a slip in them."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping

from rapidfuzz.distance import OSA

from ingest.resolve.checks.copy import Copy, Marked
from ingest.resolve.checks.frequency import how_common
from schema.claims import Mention
from schema.documents import Passage
from schema.folding import fold
from schema.tokens import tokenise

STEM = 3
"""Letters that two names must share to be one word in two forms."""
USUAL = 4
"""How often a thing is called by one name for another name of it to stand out."""
RARE = 0.25
"""A second name used at most this often beside the first is a slip rather than a synonym."""

SAME = 100.0
"""The score of a name in one of its own forms."""

NAME_LETTERS = 5
"""Shorter names differ from too many words by one letter."""
INFLECTED_LETTERS = 6
"""Shorter names are looked for without endings."""
LONGEST_ENDING = 3
ORDINARY = 2.5
"""Zipf frequency from which a word is one of the language, not a slip."""
FAR_RARER = 1.5
"""How much rarer than the name a slip must be."""
REPAIRED_NAME = "misread name"
"""How the reason of a repair begins that put a name right."""

_WORD = re.compile(r"[^\W\d_]+")


def find_second_names(copy: Copy) -> Iterator[Marked]:
    """A thing called by one name throughout, and once or twice by another."""
    passages = {p.id: p for p in copy.passages}
    own = _own_names(copy)
    alike = copy.pack.game.kinds.named_alike
    meant: dict[str, set[int]] = defaultdict(set)
    used: dict[str, dict[frozenset[str], list[Mention]]] = defaultdict(lambda: defaultdict(list))
    for mention, concept in copy.mentions:
        meant[fold(mention.surface)].add(concept.id or 0)
        if concept.kind in alike and passages[mention.passage_id].language == copy.document.language:
            used[f"{concept.kind} {concept.code}"][_stems(mention.surface)].append(mention)
    for subject, names in used.items():
        usual, often = max(names.items(), key=lambda item: len(item[1]))
        if sum(m.score == SAME for m in often) < USUAL:
            continue
        for stems, mentions in names.items():
            if stems & usual or len(mentions) > RARE * len(often):
                continue
            sure = [m for m in mentions if fold(m.surface) in own and len(meant[fold(m.surface)]) == 1]
            if sure and not _stand_together(mentions, often):
                common = Counter(m.surface for m in often).most_common(1)[0][0]
                message = (
                    f"{subject} is called “{sure[0].surface}” here, and “{common}” {len(often)} times elsewhere. "
                    "Use one word for one thing."
                )
                yield Marked("second-name", "warning", message, copy.document, sure[0].passage_id, common)


def _own_names(copy: Copy) -> set[str]:
    """The names of the document's own language, letter by letter; a likeness or another language is no second name."""
    language = copy.pack.languages.get(copy.document.language)
    if language is None:
        return set()
    return {fold(text) for names in language.names.values() for listed in names.values() for text in listed}


def _stems(surface: str) -> frozenset[str]:
    return frozenset(t.folded[:STEM] for t in tokenise(surface))


def _stand_together(mentions: list[Mention], others: list[Mention]) -> bool:
    """Whether a passage uses both names: then it explains one by the other."""
    return bool({m.passage_id for m in mentions} & {m.passage_id for m in others})


def find_misspelt_names(copy: Copy) -> Iterator[Marked]:
    """Proper names with a letter wrong, doubled, missing or swapped, and those that were put right while reading."""
    yield from _repaired_names(copy)
    seen = Counter(word.casefold() for p in copy.passages for word in _WORD.findall(p.text))
    for passage in copy.passages:
        names = _proper_names(copy, passage)
        for word in dict.fromkeys(_WORD.findall(passage.text)):
            if not word[0].isupper() or len(word) < NAME_LETTERS or seen[word.casefold()] > 1:
                continue
            name = _slipped_from(word, names, passage.language)
            if name:
                message = f"“{word}” looks like a slip for the name “{name}”."
                yield Marked("misspelt-name", "warning", message, copy.document, passage.id, name)


def _repaired_names(copy: Copy) -> Iterator[Marked]:
    for repair in copy.repairs:
        if repair.reason.startswith(REPAIRED_NAME):
            message = f"“{repair.before}” stands for the name “{repair.after}”; it was read as that."
            yield Marked("misspelt-name", "note", message, copy.document, repair.passage_id, repair.after)


def _proper_names(copy: Copy, passage: Passage) -> Mapping[str, str]:
    """Words of the names that are written with a capital in the passage's language, by their folded letters."""
    language = copy.pack.languages.get(passage.language)
    if language is None:
        return {}
    texts = (text for names in language.names.values() for listed in names.values() for text in listed)
    words = (word for text in texts for word in _WORD.findall(text))
    return {fold(word): word for word in words if word[0].isupper() and len(word) >= NAME_LETTERS}


def _slipped_from(word: str, names: Mapping[str, str], language: str) -> str | None:
    """The name that a word is but for one slip before its ending; None for the name itself and its forms."""
    folded = fold(word)
    if any(folded.startswith(name[: max(NAME_LETTERS - 1, len(name) - 2)]) for name in names):
        return None
    often = how_common(word.lower(), language)
    if often >= ORDINARY:
        return None
    for name, written in names.items():
        if folded[0] == name[0] and _is_slip(folded, name):
            return written if how_common(written.lower(), language) >= often + FAR_RARER else None
    return None


def _is_slip(word: str, name: str) -> bool:
    """Whether the word is the name with one slip before its last letter, and at most an ending more."""
    shortest = len(word) - LONGEST_ENDING if len(name) >= INFLECTED_LETTERS else len(word)
    for end in range(max(NAME_LETTERS - 1, shortest), len(word) + 1):
        stem = word[:end]
        if stem[-1] == name[-1] and OSA.distance(stem, name, score_cutoff=1) == 1:
            return True
    return False
