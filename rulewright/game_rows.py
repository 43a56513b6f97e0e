"""Games as they are played, row by row into a Parquet file."""

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

from db.errors import MissingExtra
from rules_engine.simulate import Played

ROWS = 10_000
"""Rows that are held back and written together."""


@contextmanager
def game_rows(file: Path | None) -> Iterator[Callable[[Sequence[Played]], None]]:
    """Takes in games in the order of their seeds and writes a row for each; without a file it writes nothing."""
    if file is None:
        yield lambda _: None
        return
    try:
        import pyarrow as arrow
        from pyarrow import parquet
    except ImportError as error:
        raise MissingExtra("Parquet files", "pyarrow") from error
    number, text = arrow.int64(), arrow.string()
    columns = {"seed": number, "outcome": text, "rule": text, "points": number, "decisions": number}
    layout, held = arrow.schema(columns), list[Played]()

    def write() -> None:
        writer.write_table(arrow.Table.from_pylist([game._asdict() for game in held], schema=layout))
        held.clear()

    def add(games: Sequence[Played]) -> None:
        held.extend(games)
        if len(held) >= ROWS:
            write()

    file.parent.mkdir(parents=True, exist_ok=True)
    with parquet.ParquetWriter(file, layout, compression="zstd") as writer:
        try:
            yield add
        finally:
            if held:
                write()
