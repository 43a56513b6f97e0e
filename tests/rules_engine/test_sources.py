"""The text of code and tests is found where it is said to stand, and kept in place of an older one."""

from sqlmodel import Session, SQLModel, create_engine, select

from rules_engine.obeys import ROOT, obeyed_in
from rules_engine.playable import find_playable
from rules_engine.sources import MOST_LINES, Source, source_at, source_of_test, store_sources
from schema.rules import SourceText


def test_code_that_obeys_a_rule_is_found_with_its_decorator() -> None:
    assert find_playable("black-orchestra") is not None
    entries = list(obeyed_in("rules_engine/black_orchestra"))
    found = [source_at(entry.file, entry.line, entry.function) for entry in entries]
    assert entries
    for entry, source in zip(entries, found, strict=True):
        assert source is not None
        assert "@obeys" in source.text
        assert f"def {entry.function.rpartition('.')[2]}(" in source.text
        assert len(source.text.splitlines()) <= MOST_LINES


def test_a_row_of_a_frame_ends_where_the_next_begins() -> None:
    file = "games/pig/play.toml"
    lines = (ROOT / file).read_text(encoding="utf-8").splitlines()
    first, second = [number for number, line in enumerate(lines, 1) if line.startswith("[")][:2]
    source = source_at(file, first, "a row")
    assert source is not None
    assert source.text == "\n".join(lines[first - 1 : second - 1]).rstrip()


def test_a_test_is_found_by_its_name_and_nothing_else_is() -> None:
    own = source_of_test("tests/rules_engine/test_sources.py", "test_a_test_is_found_by_its_name_and_nothing_else_is")
    assert own is not None
    assert "assert own is not None" in own.text
    assert source_of_test("tests/rules_engine/test_sources.py", "test_nothing") is None
    assert source_of_test("tests/nowhere.py", "test_nothing") is None


def test_a_piece_that_moved_is_kept_once() -> None:
    engine = create_engine("sqlite://")
    SQLModel.metadata.create_all(engine)
    with Session(engine) as opened:
        store_sources(opened, [Source("a.py", 1, "one", "old"), Source("a.py", 5, "two", "kept")])
        store_sources(opened, [Source("a.py", 3, "one", "new")])
        kept = opened.exec(select(SourceText.line, SourceText.text).order_by(SourceText.line)).all()
    assert list(kept) == [(3, "new"), (5, "kept")]
