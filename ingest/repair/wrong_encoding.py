"""Puts back letters that a wrong encoding shows as other signs throughout a document (n¥kolik, pøíklad)."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ingest.edits import Edit
from ingest.repair.wordlist import WordList

REASON = "wrong encoding"
_SIGN = r"[^\x00-\x7f\W]|[\u00a1-\u00bf×÷]"
_MARKS = frozenset("«»´·°©®")
"""Printed for their own sake too; with a letter on either side they may stand for one."""
UNIT = 3
"""What is shorter and follows a number is a unit: 3 m², 20 °C."""
_AFTER_NUMBER = re.compile(r"\d\s?$")
_WORD = re.compile(rf"(?:[^\W\d_]|{_SIGN})+")


@dataclass(frozen=True, slots=True)
class EncodingSettings:
    """When a sign is a letter of the language; checked on documents set with old fonts."""

    least: int = 4
    """So many different words must become words of the language."""
    mostly: float = 0.5
    """And this share of all that have the sign and no other one that is not understood."""
    lead: float = 2.0
    """The letter makes so many times as many words as the next one."""
    sure: float = 0.97
    """Confidence in a word that the language has."""
    printed: float = 0.05
    """How often the document may print the letter itself, in parts of the sign's count: a wrong encoding leaves none,
    and where both are printed the sign is a letter of another language, as in a rulebook in Czech and Slovak."""
    likely: float = 0.9
    """Confidence in the others: the document's words show what the sign is, not that this is a word."""


def wrong_encoding_edits(
    texts: Sequence[str], words: WordList, settings: EncodingSettings = EncodingSettings()
) -> list[list[Edit]]:
    """For each text the words to put right: each sign is one letter throughout the document, or stays."""
    strange = Counter(w[0].lower() for text in texts for w in _WORD.finditer(text) if _signs(w[0].lower(), words))
    printed = Counter(sign for text in texts for sign in text if not sign.isascii())
    letters = {
        sign: letter
        for sign, letter in _letters(strange, words, settings).items()
        if printed[letter] <= settings.printed * printed[sign]
    }
    return [list(_edits(text, letters, words, settings)) for text in texts] if letters else [[] for _ in texts]


def _signs(word: str, words: WordList) -> set[str]:
    """The signs of a word that are no letters of the language; marks of print at its edges are none of it."""
    inner = word[1:-1]
    return {
        sign
        for sign in word
        if not sign.isascii() and sign not in words.alphabet.bases and (sign not in _MARKS or sign in inner)
    }


def _letters(strange: Mapping[str, int], words: WordList, settings: EncodingSettings) -> dict[str, str]:
    """What each sign stands for; words with several signs help once all others of theirs are understood."""
    letters: dict[str, str] = {}
    while True:
        having: defaultdict[str, list[str]] = defaultdict(list)
        for word in strange:
            unknown = _signs(word, words) - letters.keys()
            if len(unknown) == 1 and len(word) > 2:
                having[unknown.pop()].append(_read(word, letters))
        found = {sign: letter for sign, listed in having.items() if (letter := _letter(sign, listed, words, settings))}
        if not found:
            return letters
        letters |= found


def _letter(sign: str, having: Sequence[str], words: WordList, settings: EncodingSettings) -> str | None:
    """The letter that makes words of those that have the sign, if one does so far oftener than any other."""
    made: Counter[str] = Counter()
    for word in having:
        known = {letter: words.log_of(word.replace(sign, letter)) for letter in words.alphabet.bases}
        likely = {letter: log for letter, log in known.items() if log is not None}
        made.update([max(likely, key=likely.__getitem__)] if likely else ())
    (best, count), (_, next_count) = [*made.most_common(2), ("", 0), ("", 0)][:2]
    is_clear = count >= settings.lead * next_count and count >= settings.mostly * len(having)
    return best if count >= settings.least and is_clear else None


def _read(word: str, letters: Mapping[str, str]) -> str:
    return "".join(letters.get(sign, sign) for sign in word)


def _edits(text: str, letters: Mapping[str, str], words: WordList, settings: EncodingSettings) -> Iterator[Edit]:
    for match in _WORD.finditer(text):
        before = match[0]
        if len(before) < UNIT and _AFTER_NUMBER.search(text, 0, match.start()):
            continue
        read = _read(before.lower(), letters)
        is_known = read in words.ids
        if is_known or _signs(before.lower(), words) & letters.keys():
            after = "".join(_as(new, old, before) for new, old in zip(read, before, strict=True))
            if after != before:
                yield Edit(match.start(), match.end(), after, REASON, settings.sure if is_known else settings.likely)


def _as(new: str, old: str, word: str) -> str:
    """A letter in the case of what it stands for; a sign has none and follows its word."""
    return new.upper() if old.isupper() or (not old.isalpha() and word.isupper()) else new
