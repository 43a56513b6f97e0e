"""Give words the marks over their letters back, where a reader that hardly knows the language lost or changed them."""

import unicodedata
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, replace
from functools import cache
from itertools import combinations, product

from ingest.languages.frequency import frequencies, is_listed
from schema.folding import fold
from schema.reading import Word


@dataclass(frozen=True, slots=True)
class LostMarkSettings:
    """When a word is taken for another one of the same letters.

    PP-OCR reads `zatim` for `zatím`, which Czech has a hundred times as often; `misi` and `misí`, both of them words,
    differ by three times.
    """

    changed: int = 2
    """In so many letters at most the marks may differ."""
    more_common: float = 50.0
    """The word is so many times as common as what was read, unless that is no word at all."""
    rare_mark: float = 1e-4
    """Letters with marks that make up less of the words of a language are foreign to it."""
    common_words: int = 20_000
    """So many of its most common words tell which marks a language has."""
    sure: float = 0.97
    """On a card the marks of a word that was read with less confidence are weighed against those its language has."""


def in_own_marks(
    words: Sequence[Word], language: str, settings: LostMarkSettings = LostMarkSettings()
) -> tuple[Word, ...]:
    """The words, unsure ones with the marks that their language has on them, and with no others."""

    def told(word: Word) -> Word:
        if word.confidence >= settings.sure:
            return word
        return replace(
            word, text=without_foreign_marks(with_marks(word.text, [language], settings), language, settings)
        )

    return tuple(map(told, words))


def with_marks(text: str, languages: Sequence[str], settings: LostMarkSettings = LostMarkSettings()) -> str:
    """The word with the marks that it usually has; one that is known, or of a language without a list, as it is."""
    word = text.casefold()
    if len(languages) != 1 or not is_listed(languages[0]) or not text.isalpha() or len(word) != len(text):
        return text
    shares, letters = frequencies(languages[0]) or {}, _letters(languages[0], settings)
    for changed in range(1, settings.changed + 1):
        best = max(_variants(word, changed, letters), key=lambda one: shares.get(one, 0.0), default="")
        if shares.get(best, 0.0) > settings.more_common * shares.get(word, 0.0):
            return "".join(new.upper() if old.isupper() else new for old, new in zip(text, best, strict=True))
    return text


def without_foreign_marks(text: str, language: str, settings: LostMarkSettings = LostMarkSettings()) -> str:
    """The word without marks where it is far more common so: `Éye` is no English word, `Eye` is one."""
    plain = "".join(unicodedata.normalize("NFD", letter)[0] for letter in unicodedata.normalize("NFC", text))
    if plain == text or not is_listed(language):
        return text
    shares = frequencies(language) or {}
    usual, read = shares.get(plain.casefold(), 0.0), shares.get(text.casefold(), 0.0)
    return plain if usual > settings.more_common * read else text


def _variants(word: str, changed: int, letters: dict[str, str]) -> Iterator[str]:
    """The words of the same letters, the marks of so many of them changed."""
    others = [[c for c in letters.get(fold(letter), "") if c != letter] for letter in word]
    for places in combinations([at for at, some in enumerate(others) if some], changed):
        for chosen in product(*(others[at] for at in places)):
            signs = list(word)
            for at, sign in zip(places, chosen, strict=True):
                signs[at] = sign
            yield "".join(signs)


@cache
def _letters(language: str, settings: LostMarkSettings) -> dict[str, str]:
    """The letters of a language by the plain letter under their marks."""
    counts: dict[str, int] = {}
    words = list(frequencies(language) or {})[: settings.common_words]
    for letter in "".join(words):
        counts[letter] = counts.get(letter, 0) + 1
    often = [c for c, count in counts.items() if c.isalpha() and count > settings.rare_mark * sum(counts.values())]
    found: dict[str, str] = {}
    for letter in sorted(often):
        found[fold(letter)] = found.get(fold(letter), "") + letter
    return {plain: some for plain, some in found.items() if len(some) > 1 and len(plain) == 1}
