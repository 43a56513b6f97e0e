"""Names with short texts are found in a row, with the line that announces them."""

from ingest.discover.named_texts import find_runs


def test_a_bold_name_or_one_with_a_colon_begins_a_text(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("label", "🃏 The trick cards"),
        ("item", "- **Smoke** nobody sees you"),
        ("item", "- Sprint (2 copies): move twice"),
        ("paragraph", "This paragraph names nothing at all."),
    )
    (run,) = [run for run in find_runs([read.passage for read in passages]) if run.names]
    assert run.announced == "The trick cards"
    assert [(one.name, one.body) for one in run.names] == [("Smoke", "nobody sees you"), ("Sprint", "move twice")]


def test_a_long_text_is_a_chapter(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(("heading", "Cards", 2), ("heading", "Storm", 3), ("paragraph", "word " * 200))
    assert [run.names for run in find_runs([read.passage for read in passages])] == [[]]
