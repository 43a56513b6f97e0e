"""`python -m samples` builds every sample rulebook; `--check` only tells which files on disk are stale."""

import argparse
import sys
from pathlib import Path

import typst

from samples.build import all_samples, build, is_stale
from samples.manifest import Sample, UnusableManifest

ROOT = Path(__file__).parents[1]
BUDGET = 8_000_000  # bytes all built files may take together in the repository


def main(arguments: list[str] | None = None) -> int:
    """Build or check; 1 when something is stale or too heavy, 2 when a manifest or source is wrong."""
    parser = argparse.ArgumentParser(prog="python -m samples", description=__doc__)
    parser.add_argument(
        "--check", action="store_true", help="build nothing; exit 1 if a built file differs from a rebuild"
    )
    parser.add_argument("--game", help="only the samples of this game, e.g. black-orchestra")
    parser.add_argument("--root", type=Path, default=ROOT, help="the project folder")
    options = parser.parse_args(arguments)
    root = options.root.resolve()
    try:
        samples = _wanted(root, options.game)
        return _check(samples, root) if options.check else _build(samples, root)
    except (UnusableManifest, typst.TypstError) as problem:
        print(problem, file=sys.stderr)
        return 2


def _wanted(root: Path, game: str | None) -> list[Sample]:
    samples = [sample for sample in all_samples(root) if game in (None, _game(sample, root))]
    if not samples:
        raise UnusableManifest(f"There is no games/{game or '*'}/samples/source/manifest.toml under {root}.")
    return samples


def _build(samples: list[Sample], root: Path) -> int:
    for sample in samples:
        sample.output.write_bytes(build(sample, root))
        print(f"{sample.output.relative_to(root)}  {sample.output.stat().st_size / 1000:,.0f} kB  {sample.finish}")
    weight = sum(sample.output.stat().st_size for sample in all_samples(root) if sample.output.is_file())
    if weight > BUDGET:
        print(
            f"The samples weigh {weight:,} bytes together, more than {BUDGET:,}: lower dpi, quality or noise.",
            file=sys.stderr,
        )
        return 1
    return 0


def _check(samples: list[Sample], root: Path) -> int:
    stale = [sample for sample in samples if is_stale(sample, root)]
    for sample in stale:
        print(
            f"{sample.output.relative_to(root)} is not what {sample.source.name} gives: run `make samples`.",
            file=sys.stderr,
        )
    return 1 if stale else 0


def _game(sample: Sample, root: Path) -> str:
    return sample.output.relative_to(root / "games").parts[0]


if __name__ == "__main__":
    raise SystemExit(main())
