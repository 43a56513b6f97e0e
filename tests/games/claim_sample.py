"""Draw the claims that a person judges: as many from each real rulebook, by a fixed seed, with the lines they stand in.

.venv/bin/python tests/games/claim_sample.py > sample.txt
"""

import random
import runpy
import tempfile
from collections.abc import Iterator
from pathlib import Path
from typing import Any

BENCHMARK = runpy.run_path(str(Path(__file__).resolve().parents[2] / "benchmarks" / "claims.py"))
SEED = 6
OF_EACH = 40

Judged = tuple[str, int, str, str, str]
"""Document, first line of the passage, subject, attribute, value."""


def claims_with_lines(source: Any, number: str) -> Iterator[tuple[Judged, int]]:
    """Every claim made from a document, and its passage; lines count from one, split at line feeds only."""
    for read in source.reading.claims:
        start, _ = source.spans.get(read.passage, (0, 0))
        line = source.text.count("\n", 0, start) + 1
        claim = read.claim
        yield (number, line, claim.subject, claim.attribute, claim.value), read.passage


def sample(source: Any, number: str) -> list[tuple[Judged, int]]:
    """The claims to be judged."""
    claims = sorted(set(claims_with_lines(source, number)))
    return sorted(random.Random(SEED).sample(claims, min(OF_EACH, len(claims))))


def main() -> None:
    """Print each claim with its passage, for reading beside the rulebook."""
    with tempfile.TemporaryDirectory() as folder:
        documents = BENCHMARK["Documents"](Path(folder))
        for number in BENCHMARK["DOCUMENTS"]:
            source = documents.seed(number)
            passages = {read.passage.seq: read.passage for read in source.reading.passages}
            for judged, seq in sample(source, number):
                print(*judged, sep="\t")
                print(f"    [{passages[seq].kind} in {passages[seq].section}] {passages[seq].text}")


if __name__ == "__main__":
    main()
