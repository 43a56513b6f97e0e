"""Remember that packs were found right, so that the same files are not checked again on every run."""

import hashlib
from pathlib import Path

import schema
from ingest.kept import folder_of_kept

CHECKS = (Path(__file__).parent / "check_pack.py", *sorted(Path(schema.__file__).parent.glob("*.[pl]*")))
"""What decides whether a pack is right: the checks, and the shapes and small languages that they ask."""


def proof_of(games: Path) -> Path:
    """The empty file that says that just these packs were found right by just these checks."""
    digest = hashlib.sha256()
    for file in (*CHECKS, *sorted(games.rglob("*.toml"))):
        digest.update(file.name.encode() if file in CHECKS else file.relative_to(games).as_posix().encode())
        digest.update(file.read_bytes())
    return folder_of_kept() / f"packs-{digest.hexdigest()[:32]}"


def is_proven(proof: Path) -> bool:
    """Whether the packs were found right before."""
    return proof.exists()


def keep_proof(proof: Path) -> None:
    """Remember it; a folder that cannot be written to only means that the packs are checked again."""
    try:
        proof.parent.mkdir(parents=True, exist_ok=True)
        proof.touch()
    except OSError:
        return
