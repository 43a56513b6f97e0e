"""Compare what was read with a truth text: errors by character and word, in order and in any, and by kind of sign."""

import re
import unicodedata
from collections import Counter
from collections.abc import Callable, Collection, Iterator, Sequence
from dataclasses import dataclass, field

from rapidfuzz.distance import Levenshtein

from ingest.languages.language import UNDETERMINED, detect_language
from schema.tokens import readable

ICON = re.compile(r"\[icon:[^\]\s]+\]")
_ICONS_FROM = 0xF0000
"""Icons become single characters of a private plane, so that each counts as one sign."""
_PARAGRAPH = re.compile(r"\n\s*\n")
ALL = "all"

Difference = tuple[str, int, int]
"""What happened (`replace`, `delete`, `insert`), where in the truth, where in what was read."""


@dataclass(frozen=True, slots=True)
class Rate:
    """So many of the truth's signs of a kind, so many of them wrong; invented ones count as errors too."""

    total: int
    errors: int

    @property
    def share(self) -> float:
        """Errors for each sign of the truth."""
        return self.errors / self.total if self.total else float(self.errors > 0)


@dataclass(frozen=True, slots=True)
class Score:
    """How far a reading is from the truth, for one language or all of it."""

    language: str
    characters: Rate
    words: Rate
    words_in_any_order: Rate
    diacritics: Rate
    digits: Rate
    icons: Rate


@dataclass(frozen=True, slots=True)
class Comparison:
    """The scores, and both texts cut into stretches that agree or differ."""

    scores: tuple[Score, ...]
    stretches: tuple[tuple[bool, str, str], ...] = field(repr=False)
    """Whether they agree, the truth's words, the words read."""


def compare_texts(truth: str, found: str, languages: Collection[str] = ()) -> Comparison:
    """Score ``found`` against ``truth``, over all and for each of the languages that the truth is written in."""
    tongues = _languages(truth, languages)
    parts = [normal(part) for part, _ in tongues]
    icons = {_icon_sign(token): token for text in (truth, found) for token in ICON.findall(text)}
    reader = _Aligned(parts, [language for _, language in tongues], normal(found))
    spoken = dict.fromkeys(language for _, language in tongues if language != UNDETERMINED)
    scores = [reader.score(ALL), *(reader.score(language) for language in spoken if len(spoken) > 1)]
    return Comparison(tuple(scores), tuple(reader.stretches(icons)))


def normal(text: str) -> str:
    """The text with one space between words, composed letters and each icon as one private character."""
    text = ICON.sub(lambda icon: f" {_icon_sign(icon[0])} ", unicodedata.normalize("NFC", text))
    return " ".join(readable(text).split())


def _icon_sign(token: str) -> str:
    """The same sign for the same icon in every text."""
    return chr(_ICONS_FROM + sum(ord(c) * 31**i for i, c in enumerate(token)) % 0xFFFD)


def _languages(truth: str, candidates: Collection[str]) -> list[tuple[str, str]]:
    """The truth's paragraphs, each with its language."""
    parts = [part for part in _PARAGRAPH.split(truth) if part.strip()] or [""]
    return [(part, detect_language(part, candidates)[0] if len(candidates) > 1 else UNDETERMINED) for part in parts]


class _Aligned:
    """The truth's paragraphs laid beside what was read."""

    def __init__(self, parts: Sequence[str], languages: Sequence[str], found: str) -> None:
        self._truth = " ".join(parts)
        self._found = found
        self._tongue = [language for part, language in zip(parts, languages, strict=True) for _ in f"{part} "]
        self._words = [word for part in parts for word in part.split()]
        self._word_tongue = [tongue for part, tongue in zip(parts, languages, strict=True) for _ in part.split()]
        self._differences = _differences(self._truth, found)
        self._word_errors = _differences(self._words, found.split())

    def score(self, language: str) -> Score:
        return Score(
            language,
            self._rate(language, lambda _: True),
            self._word_rate(language),
            self._unordered_rate(language),
            self._rate(language, is_marked),
            self._rate(language, str.isdigit),
            self._rate(language, is_icon),
        )

    def _rate(self, language: str, counts: Callable[[str], bool]) -> Rate:
        """Errors among the signs that the test picks: missed or misread ones, and invented ones."""
        total = sum(counts(c) for i, c in enumerate(self._truth) if self._is_in(language, i))
        errors = 0
        for what, at, to in self._differences:
            if not self._is_in(language, at):
                continue
            missed = what != "insert" and counts(self._truth[at])
            invented = what != "delete" and counts(self._found[to])
            errors += missed or invented
        return Rate(total, errors)

    def _is_in(self, language: str, at: int) -> bool:
        return language == ALL or self._tongue[min(at, len(self._tongue) - 1)] == language

    def _word_rate(self, language: str) -> Rate:
        tongue = self._word_tongue
        mine = [language == ALL or t == language for t in tongue] or [True]
        return Rate(sum(mine) if tongue else 0, sum(mine[min(at, len(mine) - 1)] for _, at, _ in self._word_errors))

    def _unordered_rate(self, language: str) -> Rate:
        """Words missing, or surplus where these are more; for one language only what it misses can be told."""
        words = [w for w, t in zip(self._words, self._word_tongue, strict=True) if language in (ALL, t)]
        wanted, had = Counter(words), Counter(self._found.split())
        missing, surplus = (wanted - had).total(), (had - wanted).total()
        return Rate(len(words), max(missing, surplus) if language == ALL else missing)

    def stretches(self, icons: dict[str, str]) -> Iterator[tuple[bool, str, str]]:
        """Both texts word by word, cut where they begin or cease to agree."""
        found, shown = self._found.split(), str.maketrans(icons)
        for code in Levenshtein.opcodes(self._words, found):
            left, right = self._words[code.src_start : code.src_end], found[code.dest_start : code.dest_end]
            yield code.tag == "equal", " ".join(left).translate(shown), " ".join(right).translate(shown)


def _differences(truth: Sequence[str], found: Sequence[str]) -> list[Difference]:
    return [(op.tag, op.src_pos, op.dest_pos) for op in Levenshtein.editops(truth, found)]


def is_marked(character: str) -> bool:
    """Whether it is a letter with a mark, also one that Unicode does not decompose."""
    if not character.isalpha() or character.isascii():
        return False
    return len(unicodedata.normalize("NFD", character)) > 1 or " WITH " in unicodedata.name(character, "")


def is_icon(character: str) -> bool:
    """Whether it stands for an icon."""
    return unicodedata.category(character) == "Co"
