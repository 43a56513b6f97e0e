"""Disagreements that are known and declared: `validate` tells them as expected, and fails only for others."""

import tomllib
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from rules_engine.validate import Edition, Outcome
from rulewright.beside import beside

BUNDLED = Path(__file__).resolve().parent.parent / "samples" / "expected.toml"
"""What the bundled samples disagree on."""
BESIDE = "expected.toml"
HEAD = """\
# What `rulewright validate` may find here without failing: each entry is one outcome, with the values that it names.
# Where a value changes, the entry no longer fits. Written by `rulewright validate --accept`; edit it as you like.
"""
KEYS = ("game", "edition", "check", "subject", "message")


@dataclass(frozen=True, slots=True)
class Expected:
    """The outcomes that were declared."""

    entries: frozenset[tuple[str, ...]] = field(default_factory=frozenset)

    def holds(self, game: str, edition: str, outcome: Outcome) -> bool:
        """Whether a failure is one of them."""
        return outcome.found.status == "failed" and _entry(game, edition, outcome) in self.entries


def file_beside(db: str) -> Path:
    """Where a person's own declarations lie."""
    return beside(db, BESIDE)


def read_expected(db: str) -> Expected:
    """What the samples and the person have declared; a ValueError names a file that cannot be read."""
    return Expected(frozenset(entry for file in (BUNDLED, file_beside(db)) for entry in _read(file)))


def accept(db: str, results: Mapping[Edition, Sequence[Outcome]]) -> tuple[Path, int]:
    """Declare every failure there is; gives the file and the number of entries in it."""
    bundled = set(_read(BUNDLED))
    found = [
        entry
        for (game, edition), outcomes in results.items()
        for outcome in outcomes
        if outcome.found.status == "failed" and (entry := _entry(game, edition, outcome)) not in bundled
    ]
    file = file_beside(db)
    file.write_text(HEAD + "".join(_written(dict.fromkeys(found))), encoding="utf-8")
    return file, len(found)


def _entry(game: str, edition: str, outcome: Outcome) -> tuple[str, ...]:
    return game, edition, outcome.check.code, outcome.found.subject, outcome.found.message


def _read(file: Path) -> Iterator[tuple[str, ...]]:
    if not file.exists():
        return
    try:
        listed = tomllib.loads(file.read_text(encoding="utf-8")).get("expected", [])
        yield from [tuple(str(entry[key]) for key in KEYS) for entry in listed]
    except (tomllib.TOMLDecodeError, UnicodeDecodeError, KeyError, TypeError, OSError) as error:
        raise ValueError(f"The file {file} is no list of what is expected: {error}. Mend or remove it.") from error


def _written(entries: Iterable[tuple[str, ...]]) -> Iterator[str]:
    for entry in entries:
        yield "\n[[expected]]\n"
        for key, value in zip(KEYS, entry, strict=True):
            quoted = value.replace("\\", "\\\\").replace('"', '\\"').replace("\n", "\\n")
            yield f'{key} = "{quoted}"\n'
