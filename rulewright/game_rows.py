"""Games as they are played, row by row into a Parquet file."""

from collections.abc import Sequence
from contextlib import ExitStack
from pathlib import Path
from types import TracebackType
from typing import Any

from db.export import MissingExtra
from rules_engine.simulate import Played

ROWS = 10_000
"""Rows that are held back and written together."""


class GameRows:
    """Writes a row for each game; without a file it writes nothing."""

    def __init__(self, file: Path | None) -> None:
        self._file = file
        self._held: list[Played] = []
        self._open = ExitStack()
        self._writer: Any = None
        self._layout: Any = None

    def __enter__(self) -> "GameRows":
        """Open the file before anything is played."""
        if self._file is not None:
            try:
                import pyarrow as arrow
                from pyarrow import parquet
            except ImportError as error:
                raise MissingExtra("Parquet files", "parquet") from error
            number, text = arrow.int64(), arrow.string()
            kinds = {"seed": number, "outcome": text, "rule": text, "points": number, "decisions": number}
            self._layout = arrow.schema(kinds)
            self._file.parent.mkdir(parents=True, exist_ok=True)
            self._writer = self._open.enter_context(parquet.ParquetWriter(self._file, self._layout, compression="zstd"))
        return self

    def add(self, games: Sequence[Played]) -> None:
        """Take in games in the order of their seeds."""
        if self._writer is not None:
            self._held += games
            if len(self._held) >= ROWS:
                self._write()

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        """Write the rest and close the file."""
        if self._writer is not None and self._held:
            self._write()
        self._open.close()

    def _write(self) -> None:
        import pyarrow as arrow

        rows = [game._asdict() for game in self._held]
        self._writer.write_table(arrow.Table.from_pylist(rows, schema=self._layout))
        self._held = []
