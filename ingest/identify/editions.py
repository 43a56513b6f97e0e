"""Of which edition a document is, by what it says itself: by a number at its head, or by words that only one has."""

import re
from collections import Counter
from collections.abc import Iterator, Sequence

from schema.document_kinds import CORRECTING, EXPLAINING
from schema.folding import fold
from schema.pack import Pack, SharedLanguageFile

_DIGITS = re.compile(r"\d+")
_WORD = re.compile(r"[^\W_]+\.?")
_FUSED = re.compile(r"(\d+)([^\W\d_]+)")
ROMAN = {"I": 1, "II": 2, "III": 3, "IV": 4, "V": 5}


def edition_of(texts: Sequence[str], head: int, pack: Pack, kind: str) -> str | None:
    """The edition whose own words stand in it; a sheet that explains a book has few and says at its head of which.

    One of corrections that does not say so is of the book that it lies beside, whichever edition that is.
    """
    told = _numbered(texts[:head], pack)
    if told is not None and kind in EXPLAINING:
        return told
    if kind in CORRECTING and len(pack.game.edition) > 1:
        return None
    text = plain(" ".join(texts))
    signs: Counter[str] = Counter({told or pack.game.default_edition: 0})
    for language in pack.languages.values():
        for edition, words in language.editions.items():
            signs[edition] += sum(text.count(plain(word)) for word in words)
    return signs.most_common(1)[0][0]


def plain(text: str) -> str:
    """Folded words between single spaces, so that a phrase is found only as whole words."""
    words = re.findall(r"[^\W_]+", fold(text))
    return f" {' '.join(words)} "


def _numbered(texts: Sequence[str], pack: Pack) -> str | None:
    """The edition that the first of some lines names by its number, “second edition”, “2. vydání”, and no other one."""
    by_number = {int(number[0]): one.code for one in pack.game.edition if (number := _DIGITS.match(one.code))}
    lines = ({by_number[n] for n in _numbers(text, pack) if n in by_number} for text in texts)
    first = next(filter(None, lines), set())
    return first.pop() if len(first) == 1 else None


def _numbers(text: str, pack: Pack) -> Iterator[int]:
    """The numbers beside words for an edition, in figures, in words or in Roman ones: “2nd ed.”, “II wydanie”."""
    words: list[str] = _WORD.findall(text)
    for shared in pack.shared.values():
        for at, word in enumerate(words):
            fused = _FUSED.fullmatch(word.rstrip("."))
            if fused and _means_edition(f"{fused[2]}.", shared):
                yield int(fused[1])
            elif _means_edition(word, shared):
                yield from _beside(words[max(at - 1, 0) : at], words[at + 1 : at + 2], shared)


def _beside(before: Sequence[str], after: Sequence[str], shared: SharedLanguageFile) -> Iterator[int]:
    """What the words beside one for an edition count; behind it a single “I” is a word of its own."""
    ordinals = {fold(form): value for forms, value in shared.roles.ordinals.items() for form in forms.split()}
    for word in (*before, *after):
        bare = word.rstrip(".")
        digits = _DIGITS.match(bare)
        yield int(digits[0]) if digits else ordinals.get(fold(bare), 0)
    yield from (ROMAN.get(word.rstrip("."), 0) for word in before)
    yield from (ROMAN.get(word.rstrip("."), 0) for word in after if len(word.rstrip(".")) > 1)


def _means_edition(word: str, shared: SharedLanguageFile) -> bool:
    """Whether it begins as a word for an edition does, or is the abbreviation of one."""
    folded = fold(word)
    begun = map(fold, shared.edition_words)
    return any(folded == each if each.endswith(".") else folded.startswith(each) for each in begun)
