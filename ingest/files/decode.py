"""Decode the bytes of a text file whose encoding nobody wrote down."""

import codecs
import unicodedata
from dataclasses import dataclass

from charset_normalizer import from_bytes

BYTE_ORDER_MARKS = (
    (codecs.BOM_UTF8, "utf-8-sig"),
    (codecs.BOM_UTF32_LE, "utf-32"),
    (codecs.BOM_UTF32_BE, "utf-32"),
    (codecs.BOM_UTF16_LE, "utf-16"),
    (codecs.BOM_UTF16_BE, "utf-16"),
)
"""Tried in this order: the mark of UTF-32 LE begins with that of UTF-16 LE."""

_CZECH = "áčďéěíňóřšťúůýžľôäö"
_POLISH = "ąćęłńóśźżöü"
_GERMAN_HUNGARIAN = "äöüßáéíóúőű"
_WESTERN = "àèéìíòóùúâêîôûäöüßçñëïœæ"
_SIGNS = "„“”‚‘’«»–—…•·°§×½¼¾±²³€™®©\u00a0\u00ad"
LEGACY_ENCODINGS = (
    ("cp1250", _CZECH),
    ("cp1250", _POLISH),
    ("iso-8859-2", _CZECH),
    ("iso-8859-2", _POLISH),
    ("cp1250", _GERMAN_HUNGARIAN),
    ("cp1252", _WESTERN),
)
"""Encodings of one byte a character, with the letters that a text of some language in them uses."""


OTHER_ENCODINGS = (
    *("cp1251", "koi8_r", "iso8859_5", "cp1253", "iso8859_7", "cp1254", "cp1255", "cp1256", "cp1257"),
    *("shift_jis", "euc_jp", "gb18030", "big5", "euc_kr"),
)
"""Encodings of languages with letters of their own, told apart by charset-normalizer."""


@dataclass(frozen=True, slots=True)
class DecodeSettings:
    """When bytes are text; chosen by eye on the tests of test_open.py."""

    plausible_share: float = 0.9
    """Share of the characters beyond ASCII that must be expected ones before a guess is believed."""
    control_share: float = 0.01
    """A text with more control characters than this is no text."""
    least_coherence: float = 0.3
    """Of 1: how much a text in another alphabet must read as a language before it is believed."""
    looked_at: int = 50_000
    """Bytes at the beginning by which the encoding is told."""


def decode_text(data: bytes, settings: DecodeSettings = DecodeSettings()) -> str | None:
    """The text of the bytes with line ends as ``\\n``, or None where they are no text in a known encoding."""
    text = _decode(data, settings)
    controls = sum(unicodedata.category(c) == "Cc" and c not in "\t\n\r\f\v" for c in text or "")
    if text is None or controls > settings.control_share * len(text):
        return None
    return text.replace("\r\n", "\n").replace("\r", "\n")


def _decode(data: bytes, settings: DecodeSettings) -> str | None:
    for mark, encoding in BYTE_ORDER_MARKS:
        if data.startswith(mark):
            return _try(data, encoding)
    if b"\0" in data:
        return None
    text = _try(data, "utf-8")
    return text if text is not None else _guess(data, settings) or _detect(data, settings)


def _detect(data: bytes, settings: DecodeSettings) -> str | None:
    """The text in one of the encodings of other alphabets, where it reads as some language."""
    found = from_bytes(data[: settings.looked_at], cp_isolation=list(OTHER_ENCODINGS)).best()
    if found is None or found.coherence < settings.least_coherence:
        return None
    return _try(data, found.encoding)


def _try(data: bytes, encoding: str) -> str | None:
    try:
        return data.decode(encoding)
    except UnicodeDecodeError:
        return None


def _guess(data: bytes, settings: DecodeSettings) -> str | None:
    best, best_share = None, settings.plausible_share
    for encoding, letters in LEGACY_ENCODINGS:
        text = _try(data, encoding)
        if text is None:
            continue
        beyond_ascii = [c.lower() for c in text if ord(c) > 127]
        share = sum(c in letters or c in _SIGNS for c in beyond_ascii) / max(1, len(beyond_ascii))
        if share > best_share or (best is None and share >= best_share):
            best, best_share = text, share
    return best
