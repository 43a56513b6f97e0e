"""Rules of a drafted pack that no cue tells: the passage that has the words which the draft was made of states them."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz import fuzz, process

from schema.documents import UNSPOKEN, Passage
from schema.folding import fold
from schema.pack import RuleEntry

SILENT = ("heading", "example", *UNSPOKEN)


@dataclass(frozen=True, slots=True)
class PrintedSettings:
    """When a passage has the words of a rule; chosen by eye."""

    alike: float = 90.0
    """A passage less like the rule's words, out of 100, says something else."""
    least_letters: int = 20
    """Shorter words may stand anywhere."""


def find_as_printed(
    rules: Sequence[RuleEntry],
    language: str,
    passages: Mapping[int, Passage],
    known: frozenset[str],
    settings: PrintedSettings = PrintedSettings(),
) -> Iterator[tuple[str, Passage, float]]:
    """Code, passage and likeness of each rule that the document has the words of and that is not known to it yet."""
    texts = {
        seq: without_numbers(passage.text)
        for seq, passage in passages.items()
        if passage.kind not in SILENT and len(passage.text) >= settings.least_letters
    }
    for rule in rules:
        words = without_numbers(rule.printed.get(language, ""))
        if rule.code in known or len(words) < settings.least_letters:
            continue
        near = {seq: text for seq, text in texts.items() if len(text) >= settings.alike / 100 * len(words)}
        hit = process.extractOne(words, near, scorer=fuzz.partial_ratio, score_cutoff=settings.alike)
        if hit:
            yield rule.code, passages[hit[2]], round(hit[1], 1)


def without_numbers(text: str) -> str:
    """Folded words alone: another number states the same rule."""
    return " ".join("".join(sign if sign.isalpha() else " " for sign in fold(text)).split())
