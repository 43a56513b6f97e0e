"""Two languages aligned without a pack, on the Black Orchestra seeds: rules carried from one language to the other.

.venv/bin/python benchmarks/bilingual.py

Passages labelled by hand as stating a rule in one language are followed to their counterparts in the other, and
compared with the labels there: F1 of the passages reached. Beside it the same with the twins that the pack's words
find, and what the pack's cues reach in that language.
"""

from alignment import LANGUAGES, ROOT, SEEDS, Lines, Measured, copy_of, lines_of, measure, read_labels

from ingest.packs.read import read_packs
from ingest.pipeline import read_document
from ingest.resolve.align import align
from ingest.resolve.bilingual.align_books import align_books
from ingest.resolve.bilingual.units import Unit
from ingest.resolve.twins import find_twins
from schema.reading import Reading

PAIR = ("000", "001")


def units_of(reading: Reading) -> tuple[list[int], list[Unit]]:
    """The passages that can be aligned: their numbers and what the aligner sees of them."""
    passages = [read.passage for read in reading.passages if read.passage.kind not in ("gap", "noise")]
    return [p.seq for p in passages], [Unit(p.text, p.kind, p.level or 0) for p in passages]


def carried(one: Reading, other: Reading) -> list[tuple[int, int]]:
    """Counterparts by seq."""
    here, left = units_of(one)
    there, right = units_of(other)
    return [(here[pair.left], there[pair.right]) for pair in align_books(left, right).pairs]


def _touch(one: Lines, other: Lines) -> bool:
    return one[0] <= other[1] and other[0] <= one[1]


def measure_carried(
    pairs: list[tuple[int, int]],
    here: dict[int, Lines],
    there: dict[int, Lines],
    labels: dict[str, list[Lines]],
    wanted: dict[str, list[Lines]],
) -> Measured:
    """Labels of the one language, carried over, beside the labels of the other; rules that both label."""
    both = labels.keys() & wanted.keys()
    found = {
        (rule, there[right])
        for rule in both
        for left, right in pairs
        if left in here and right in there and any(_touch(here[left], label) for label in labels[rule])
    }
    right_ones = sum(any(_touch(place, label) for label in wanted[rule]) for rule, place in found)
    spans = [(rule, label) for rule in both for label in wanted[rule]]
    met = [rule for rule, label in spans if any(r == rule and _touch(place, label) for r, place in found)]
    return Measured(
        len(found), right_ones / max(1, len(found)), len(met) / max(1, len(spans)), len(set(met)) / max(1, len(both))
    )


def main() -> None:
    """Print the figures of both directions."""
    packs, labels = read_packs(ROOT / "games"), read_labels()
    files = {number: next(SEEDS.glob(f"{number}_*.txt")) for number in PAIR}
    readings = {n: read_document(file, packs, candidates=LANGUAGES, recipe="r") for n, file in files.items()}
    lines = {n: lines_of(file.read_bytes().decode(), readings[n]) for n, file in files.items()}
    pack = packs[readings[PAIR[0]].game]
    heard = [copy_of(readings[n], pack) for n in PAIR]
    cues = align(heard).stated
    twins = find_twins(heard[0].heard, heard[1].heard)
    by_words = [(heard[0].heard[a].passage.seq, heard[1].heard[b].passage.seq) for a, b, _ in twins]
    pairs = carried(readings[PAIR[0]], readings[PAIR[1]])
    for one, other in (PAIR, PAIR[::-1]):
        of_one = {rule: list(spans) for rule, spans in labels[one].items()}
        of_other = {rule: list(spans) for rule, spans in labels[other].items()}
        for how, found in (("no pack", pairs), ("twins", by_words)):
            listed = found if one == PAIR[0] else [(b, a) for a, b in found]
            told = measure_carried(listed, lines[one], lines[other], of_one, of_other)
            print(f"{one} to {other}, {how:8} {told}")
        shared = {rule: spans for rule, spans in labels[other].items() if rule in labels[one]}
        stated = [s for s in cues[PAIR.index(other)] if s.rule.code in shared]
        print(f"{other} by its cues      {measure(stated, lines[other], shared)}")


if __name__ == "__main__":
    main()
