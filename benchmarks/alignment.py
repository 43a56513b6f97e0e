"""Which passages state which rule, against lines labelled by hand: precision, recall and F1 of each rulebook.

.venv/bin/python benchmarks/alignment.py

A passage found for a rule is right when it touches one of the rule's labelled lines, and labelled lines are found
when a passage found for the rule touches them. `held out` counts only the rules of one half, chosen by their codes:
of document 001 the labels of that half were never looked at while the cues were written.
"""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

from ingest.packs.read import read_packs
from ingest.pipeline import read_document
from ingest.resolve.align import Fitted, StatedRule, align, fit_rules
from ingest.resolve.sentences import hear
from schema.pack import Pack
from schema.reading import Reading

ROOT = Path(__file__).resolve().parent.parent
SEEDS = ROOT.parent / "shared" / "seeds"
SAMPLES = ("black-orchestra-en", "resist-en")
"""Sample rulebooks in our own words that are labelled too."""
LABELS = ROOT / "tests" / "games" / "rule_lines.tsv"
LANGUAGES = ("cs", "en", "it", "pl")
TOGETHER = (("000", "001"), ("002",), ("003",), ("004",))
"""Documents of one edition, which are aligned with each other."""

Lines = tuple[int, int]
Labels = Mapping[str, Mapping[str, Sequence[Lines]]]
"""By document and rule: first and last line of each statement."""


@dataclass(frozen=True, slots=True)
class Measured:
    """How well the passages found agree with the labels."""

    found: int
    precision: float
    recall: float
    rules: float
    """Share of the labelled rules with at least one statement found."""

    @property
    def f1(self) -> float:
        """The harmonic mean of precision and recall."""
        total = self.precision + self.recall
        return 2 * self.precision * self.recall / total if total else 0.0

    def __str__(self) -> str:
        told = f"precision {self.precision:.3f}  recall {self.recall:.3f}  F1 {self.f1:.3f}"
        return f"{told}  rules {self.rules:.3f}  ({self.found} found)"


def read_labels(file: Path = LABELS) -> Labels:
    """The labels as they were noted by hand."""
    labels: dict[str, dict[str, list[Lines]]] = defaultdict(lambda: defaultdict(list))
    for line in file.read_text(encoding="utf-8").splitlines():
        cells = line.split("\t")
        if len(cells) == 4 and cells[2].isdigit():
            labels[cells[1]][cells[0]].append((int(cells[2]), int(cells[3])))
    return labels


def is_held_out(rule: str) -> bool:
    """Whether a rule is of the half that was kept aside."""
    return sum(map(ord, rule)) % 2 == 1


def lines_of(text: str, reading: Reading) -> dict[int, Lines]:
    """First and last line of each passage of a plain text, by its seq."""
    at, lines = 0, {}
    for read in reading.passages:
        words = [re.escape(word) for word in read.passage.raw_text.replace("|", " ").split()]
        found = re.compile(r"[\s|>]*".join(words)).search(text, at) if words else None
        if found:
            at = found.end()
            lines[read.passage.seq] = text.count("\n", 0, found.start()) + 1, text.count("\n", 0, found.end()) + 1
    return lines


def copy_of(reading: Reading, pack: Pack) -> Fitted:
    """A reading laid out for alignment."""
    mentions: dict[int, list[tuple[int, str]]] = defaultdict(list)
    for read in reading.mentions:
        mentions[read.passage].append((read.mention.position, str(read.concept)))
    passages = [read.passage for read in reading.passages]
    spoken = hear(passages, mentions, pack, reading.document.language)
    return fit_rules(reading.document.language, pack.rules.of_edition(reading.edition), spoken)


def measure(
    stated: Iterable[StatedRule], lines: Mapping[int, Lines], labels: Mapping[str, Sequence[Lines]]
) -> Measured:
    """The passages found, compared with the labels."""
    found = [(s.rule.code, lines.get(s.heard.passage.seq, (0, 0))) for s in stated]
    right = sum(any(_touch(place, label) for label in labels.get(rule, ())) for rule, place in found)
    spans = [(rule, label) for rule, listed in labels.items() for label in listed]
    met = [rule for rule, label in spans if any(r == rule and _touch(place, label) for r, place in found)]
    return Measured(
        len(found), right / max(1, len(found)), len(met) / max(1, len(spans)), len(set(met)) / max(1, len(labels))
    )


def _touch(one: Lines, other: Lines) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def align_group(
    readings: Mapping[str, Reading], texts: Mapping[str, str], pack: Pack
) -> Iterator[tuple[str, list[StatedRule], dict[int, Lines]]]:
    """For each document of a group, aligned together: the rules that it states, and the lines of its passages."""
    found = align([copy_of(reading, pack) for reading in readings.values()])
    for number, stated in zip(readings, found.stated, strict=True):
        yield number, list(stated), lines_of(texts[number], readings[number])


def measure_group(
    readings: Mapping[str, Reading], texts: Mapping[str, str], pack: Pack, labels: Labels
) -> Iterator[tuple[str, Measured, Measured]]:
    """For each document of a group, aligned together: the figures of all rules and of those held out."""
    for number, stated, lines in align_group(readings, texts, pack):
        yield number, *measure_halves(stated, lines, labels[number])


def measure_halves(
    stated: Sequence[StatedRule], lines: Mapping[int, Lines], labels: Mapping[str, Sequence[Lines]]
) -> tuple[Measured, Measured]:
    """The figures of all rules of a document, and of those held out."""
    kept = {rule: listed for rule, listed in labels.items() if is_held_out(rule)}
    aside = [s for s in stated if is_held_out(s.rule.code)]
    return measure(stated, lines, labels), measure(aside, lines, kept)


def main() -> None:
    """Print the figures of every document, alone and beside the other languages of its edition."""
    packs, labels = read_packs(ROOT / "games"), read_labels()
    files = {number: next(SEEDS.glob(f"{number}_*.txt")) for group in TOGETHER for number in group}
    files |= {name: next(ROOT.glob(f"games/*/samples/{name}.md")) for name in SAMPLES}
    texts = {number: file.read_bytes().decode() for number, file in files.items()}
    readings = {n: read_document(file, packs, candidates=LANGUAGES, recipe="r") for n, file in files.items()}
    groups = [("alone", (number,)) for number in files] + [("together", g) for g in TOGETHER if len(g) > 1]
    for how, group in groups:
        of_group = {number: readings[number] for number in group}
        pack = packs[readings[group[0]].game]
        for number, everything, aside in measure_group(of_group, texts, pack, labels):
            print(f"{number:19} {how:9} all      {everything}\n{'':29} held out {aside}")


if __name__ == "__main__":
    main()
