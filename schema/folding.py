"""Letters and their marks: taken apart, so that `lodz` finds `Łódź` in every language alike, and put together."""

import unicodedata
from functools import lru_cache

LONGEST_WORD = 40
EAST_ASIAN = r"\u3040-\u30ff\u3400-\u9fff\uac00-\ud7af"
"""The letters of Chinese, Japanese and Korean, to stand in a class of a pattern."""

_SPECIAL = {
    "ł": "l",
    "ß": "ss",
    "ø": "o",
    "đ": "d",
    "ð": "d",
    "þ": "th",
    "æ": "ae",
    "œ": "oe",
    "ı": "i",
    "ħ": "h",
    "ŧ": "t",
}


class _Letters(dict[int, str]):
    """What each letter becomes, told when it is first met: no letter folds otherwise beside another."""

    def __missing__(self, code: int) -> str:
        # Compatibility forms may decompose into capitals, so case is folded once more between the two.
        letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", chr(code).casefold()).casefold())
        self[code] = "".join(_SPECIAL.get(c, c) for c in letters if not unicodedata.combining(c))
        return self[code]


_LETTERS = _Letters()


def fold(text: str) -> str:
    """Lower-case ``text`` with every diacritic removed, also those that Unicode does not decompose."""
    return _folded_word(text) if len(text) <= LONGEST_WORD else _folded(text)


def _folded(text: str) -> str:
    return text.lower() if text.isascii() else text.translate(_LETTERS)


_folded_word = lru_cache(maxsize=1 << 16)(_folded)
"""The words of a book come again and again; whole passages do not."""

PICTURES = "\u2600-\u27bf\u2b00-\u2bff\U0001f000-\U0001faff\ufe0f\u200d"
"""Small pictures that are letters of a text (emoji), with what joins and colours them; for a class of an expression."""

SPACING_ACCENTS = {
    "`": "\u0300",
    "´": "\u0301",
    "ˆ": "\u0302",
    "^": "\u0302",
    "˜": "\u0303",
    "~": "\u0303",
    "¯": "\u0304",
    "ˉ": "\u0304",
    "˘": "\u0306",
    "˙": "\u0307",
    "¨": "\u0308",
    "˚": "\u030a",
    "°": "\u030a",
    "˝": "\u030b",
    "ˇ": "\u030c",
    "¸": "\u0327",
    "˛": "\u0328",
}
"""Accents that stand as characters of their own, and the marks that they are on a letter."""
BELOW = frozenset("¸˛")
"""Those of them that hang below their letter."""
_DOTLESS = {"ı": "i", "ȷ": "j"}


def composed(letter: str, accent: str) -> str | None:
    """The letter with a spacing accent on it, None where no language writes such a letter."""
    mark = SPACING_ACCENTS.get(accent)
    if mark is None or not letter.isalpha():
        return None
    joined = unicodedata.normalize("NFC", _DOTLESS.get(letter, letter) + mark)
    return joined if len(joined) == 1 else None
