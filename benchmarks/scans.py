"""Claims through a light scan: each sample book is scanned at 200 dpi, read, and compared with its own text layer.

.venv/bin/python benchmarks/scans.py [PART OF A NAME ...] [--list]

Kept are claims that both readings make; false are those of the scan that contradict the text layer, new those of a
subject and attribute of which the text layer says nothing. Pages lie askew by up to half a degree, soft and grainy.
"""

import argparse
import tempfile
from collections.abc import Iterator
from pathlib import Path

from ingest.packs.read import read_packs
from ingest.pipeline import read_document
from samples.build import all_samples
from samples.degrade import scan
from samples.manifest import Sample
from samples.typeset import typeset
from schema.reading import Reading

ROOT = Path(__file__).resolve().parents[1]
LANGUAGES = ("cs", "en", "it", "pl")
SEED, DPI, SKEW, GRAIN, QUALITY = 19, 200, 0.5, 12, 80

Claim = tuple[str, str, str]


def books(parts: list[str]) -> Iterator[Sample]:
    """The sample books that are typeset, whatever becomes of them later."""
    for sample in all_samples(ROOT):
        is_book = sample.source.suffix == ".typ" and sample.finish in ("text-layer", "scan", "ruined-letters")
        if is_book and (not parts or any(part in sample.output.stem for part in parts)):
            yield sample


def claims_of(reading: Reading) -> set[Claim]:
    """What it says, each thing once."""
    return {(read.claim.subject, read.claim.attribute, read.claim.value) for read in reading.claims}


def main() -> None:
    """Print a line for each book."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("parts", nargs="*", help="only books whose name contains one of these")
    parser.add_argument("--list", action="store_true", help="name what was lost, false and new")
    parser.add_argument("--dpi", type=int, default=DPI)
    said = parser.parse_args()
    packs = read_packs(ROOT / "games")
    print(f"{'book':32}{'claims':>8}{'kept':>8}{'%':>8}{'false':>7}{'new':>6}")
    for sample in books(said.parts):
        pdf = typeset(sample.source, ROOT)
        lightly = Sample(sample.source, sample.output, "scan", SEED, said.dpi, quality=QUALITY, skew=SKEW, noise=GRAIN)
        readings = []
        with tempfile.TemporaryDirectory() as folder:
            for name, data in (("text", pdf), ("scan", scan(pdf, lightly))):
                file = Path(folder, name, sample.output.name).with_suffix(".pdf")
                file.parent.mkdir()
                file.write_bytes(data)
                readings.append(read_document(file, packs, candidates=LANGUAGES, recipe="r"))
        truth, found = map(claims_of, readings)
        keys = {claim[:2] for claim in truth}
        false = {claim for claim in found - truth if claim[:2] in keys}
        new = found - truth - false
        kept = truth & found
        share = 100 * len(kept) / max(1, len(truth))
        print(f"{sample.output.stem:32}{len(truth):8}{len(kept):8}{share:8.1f}{len(false):7}{len(new):6}", flush=True)
        if said.list:
            for label, some in (("lost", truth - found), ("false", false), ("new", new)):
                print(*(f"    {label:6}{' '.join(claim)}" for claim in sorted(some)), sep="\n", flush=True)


if __name__ == "__main__":
    main()
