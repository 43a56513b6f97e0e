"""The manifest of a game's samples: which source becomes which file, and in what state."""

import tomllib
from dataclasses import dataclass
from pathlib import Path
from typing import Any, Literal, get_args

Finish = Literal["text-layer", "scan", "photo", "markdown", "ruined-letters", "picture"]

FINISHES: tuple[str, ...] = get_args(Finish)


class UnusableManifest(Exception):
    """A manifest that does not say what to build."""


@dataclass(frozen=True)
class Sample:
    """One document to build."""

    source: Path
    output: Path
    finish: Finish
    seed: int = 0
    dpi: int = 200
    page: int = 1
    quality: int = 60
    skew: float = 0.7  # degrees a scanned page may lie askew, either way
    noise: int = 24  # how far a grain may move a pixel, in grey levels


def read_manifest(path: Path) -> list[Sample]:
    """The samples a manifest lists; outputs lie in the folder above the sources."""
    entries = tomllib.loads(path.read_text("utf-8")).get("sample", [])
    if not entries:
        raise UnusableManifest(f"{path} lists no [[sample]]: add one with source, output and finish.")
    return [_sample(entry, path) for entry in entries]


def manifests(root: Path) -> list[Path]:
    """Every game's manifest under a project folder."""
    return sorted(root.glob("games/*/samples/source/manifest.toml"))


def _sample(entry: dict[str, Any], path: Path) -> Sample:
    unknown = entry.keys() - Sample.__dataclass_fields__.keys()
    missing = {"source", "output", "finish"} - entry.keys()
    if unknown or missing:
        words = ", ".join(sorted(unknown | missing))
        raise UnusableManifest(f"{path}: a sample {'lacks' if missing else 'has no use for'} {words}.")
    if entry["finish"] not in FINISHES:
        raise UnusableManifest(f"{path}: finish {entry['finish']!r} is none of {', '.join(FINISHES)}.")
    source = path.parent / entry["source"]
    if not source.is_file():
        raise UnusableManifest(f"{path}: there is no source {entry['source']}.")
    return Sample(**{**entry, "source": source, "output": path.parents[1] / entry["output"]})
