"""Evidence of damage in a word itself; a word without any is left as it stands, whatever its neighbours look like."""

import re
from collections.abc import Callable
from dataclasses import dataclass
from itertools import pairwise

from ingest.repair.channel import in_capitals
from ingest.repair.pieces import HARD, HARMLESS, SOFT

_PARTS = re.compile(f"[^{re.escape(HARD)}/]+")


@dataclass(frozen=True, slots=True)
class EvidenceSettings:
    """What may be a word that is as it should be; measured by benchmarks/repair.py on intact and on ruined text."""

    short: int = 3
    """Capitals of so few letters are an abbreviation."""


@dataclass(frozen=True, slots=True)
class Evidence:
    """Tells damaged words from strange ones by what is known of a document."""

    is_word: Callable[[str], bool]
    """Whether it is a word, in small letters, that the damage of this document leaves no reason to doubt."""
    has_twin: Callable[[str], bool]
    """Whether a word differs from it in accents alone."""
    is_box: Callable[[str], bool] | None = None
    """Whether the document has this sign in place of letters; None while nothing is known of that."""
    settings: EvidenceSettings = EvidenceSettings()

    def is_in(self, chunk: str) -> bool:
        """Whether something in the chunk shows that letters of it were misread."""
        edges = "".join(sign for sign in SOFT if not self._may_be_letter(sign))
        parts = (part.strip(edges) for part in _PARTS.findall(chunk))
        return any(self._is_in_part(part) for part in parts if part)

    def kept_digits(self, piece: str) -> str:
        """The digits of a piece that count something: those that the document does not have in place of letters."""
        return "".join(c for c in piece if c.isdigit() and not (self.is_box is None or self.is_box(c)))

    def _may_be_letter(self, sign: str) -> bool:
        return sign not in HARMLESS if self.is_box is None else self.is_box(sign)

    def _is_in_part(self, part: str) -> bool:
        if _is_count(part):
            return False
        if kept := self.kept_digits(part):
            return any(self._is_in_part(rest) for rest in re.split(f"[{kept}]", part) if rest)
        if len(part) == 1 or not any(map(str.isalpha, part)) or (part.isupper() and len(part) <= self.settings.short):
            return False
        small = part.lower()
        if is_mixed(part):
            return self.is_box is None or self._is_mixed_up(part)
        is_boxed = self.is_box is not None and part[0].isupper() and self.is_box(part[0]) and not in_capitals(part)
        if part.isalpha() and self.is_word(small) and not (is_boxed and len(part) <= self.settings.short):
            return False
        if not part.isalpha() or self.is_box is None or any(map(self.is_box, part)):
            return True
        return self.has_twin(small) or (part[1:].islower() and len(part) > self.settings.short and not is_boxed)

    def _is_mixed_up(self, part: str) -> bool:
        """Whether a capital within a word is a misread letter, and neither a name's (JavaScript) nor one of several."""
        capitals = [at for at in range(1, len(part)) if part[at].isupper()]
        if self.is_box is not None and any(self.is_box(part[at]) for at in capitals):
            return True
        is_apart = all(b - a > 1 for a, b in pairwise(capitals))
        return is_apart and not self.is_word(part[capitals[-1] :].lower())


def _is_count(part: str) -> bool:
    """Whether digits that count stand beside one letter, or several of them beside two, as in no word: k20, 10ti."""
    letters, digits = sum(map(str.isalpha, part)), sum(map(str.isdigit, part))
    return any(c in "123456789" for c in part) and (letters <= 1 or (letters <= 2 and digits > 1))


def is_mixed(part: str) -> bool:
    """Whether capitals stand within a word that is not set in capitals."""
    return any(map(str.isupper, part[1:])) and not in_capitals(part)
