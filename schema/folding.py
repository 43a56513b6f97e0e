"""Letters without their marks and case, so that `lodz` finds `Łódź` in every language alike."""

import unicodedata

_SPECIAL = str.maketrans(
    {
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
)


def fold(text: str) -> str:
    """Lower-case ``text`` with every diacritic removed, also those that Unicode does not decompose."""
    lowered = text.casefold()
    if not lowered.isascii():
        # Compatibility forms may decompose into capitals, so case is folded once more between the two.
        letters = unicodedata.normalize("NFKD", unicodedata.normalize("NFKD", lowered).casefold())
        lowered = "".join(c for c in letters if not unicodedata.combining(c)).translate(_SPECIAL)
    return lowered
