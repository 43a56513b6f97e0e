"""From a file to claims: what the text says is claimed, with the passage it stands in."""

from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from ingest.edits import apply_repairs
from ingest.errors import UnreadableDocument
from ingest.pipeline import Options, read_document
from schema.pack import Pack
from schema.reading import Reading

Read = Callable[..., Reading]
Claims = dict[tuple[str, str], str]


@pytest.fixture
def read(orchard: Pack) -> Read:
    def run(path: Path, **options: str) -> Reading:
        return read_document(
            path, {"orchard": orchard}, candidates=("cs", "en"), recipe="r", options=Options(**options)
        )

    return run


def claims_of(reading: Reading) -> Claims:
    return {(c.claim.subject, c.claim.attribute): c.claim.value for c in reading.claims}


def test_game_edition_and_language_are_recognised(read: Read, rules_en: Path, rules_cs: Path) -> None:
    english, czech = read(rules_en), read(rules_cs)
    assert (english.game, english.edition, english.document.language) == ("orchard", "1st", "en")
    assert (czech.game, czech.edition, czech.document.language) == ("orchard", "1st", "cs")
    assert english.document.title == "The Walled Orchard"


def test_signs_of_an_edition_and_of_a_kind_are_obeyed(read: Read, rules_en: Path) -> None:
    text = rules_en.read_text(encoding="utf-8")
    rules_en.write_text("# Questions and answers\n\n" + text + "\nThen comes the second harvest.\n", encoding="utf-8")
    reading = read(rules_en)
    assert (reading.edition, reading.document.kind) == ("2nd", "faq")


def test_what_a_person_says_goes_before_what_is_recognised(read: Read, rules_en: Path) -> None:
    reading = read(rules_en, edition="2nd", language="cs", kind="errata")
    assert (reading.edition, reading.document.language, reading.document.kind) == ("2nd", "cs", "errata")


def test_every_fact_of_the_text_is_claimed(read: Read, rules_en: Path) -> None:
    assert claims_of(read(rules_en)) == {
        ("deck:fruit", "size"): "40",
        ("deck:fruit", "size.ripe"): "30",
        ("deck:fruit", "size.rotten"): "10",
        ("deck:weather", "size"): "12",
        ("location:gate", "enter.hunger"): "+1",
        ("location:well", "enter.hunger"): "-2",
        ("location:well", "enter.harvest"): "+3",
        ("location:beehive", "opens-in-stage"): "4",
        ("delivery:ladder", "self"): "-2",
        ("delivery:any", "split.if-gardener-here"): "-5",
    }


@pytest.mark.parametrize(
    ("before", "after", "key", "value"),
    [
        ("40 fruit", "41 fruit", ("deck:fruit", "size"), "41"),
        ("12 weather", "seven weather", ("deck:weather", "size"), "7"),
        ("-2 hunger, +3", "−9 hunger, +3", ("location:well", "enter.hunger"), "-9"),
        ("stage 4", "stage 3", ("location:beehive", "opens-in-stage"), "3"),
        ("the ladder (only you)", "a basket (share it)", ("delivery:basket", "split"), "-2"),
    ],
)
def test_a_changed_number_or_word_changes_the_claim(
    read: Read, rules_en: Path, before: str, after: str, key: tuple[str, str], value: str
) -> None:
    text = rules_en.read_text(encoding="utf-8")
    rules_en.write_text(text.replace(before, after), encoding="utf-8")
    assert claims_of(read(rules_en))[key] == value


def test_a_cell_of_a_table_is_read_with_its_column_and_row(read: Read, rules_en: Path) -> None:
    table = (
        "\n| Where | Effect | Noise |\n|---|---|---|\n| Beehive | +6 hunger | loud |\n| Old Well | -7 hunger | none |\n"
    )
    rules_en.write_text(rules_en.read_text(encoding="utf-8") + table, encoding="utf-8")
    claims = {(c.claim.subject, c.claim.value, c.claim.context) for c in read(rules_en).claims}
    assert {("location:beehive", "+6", "table"), ("location:well", "-7", "table")} <= claims


def test_a_claim_points_to_the_passage_that_shows_its_value(read: Read, rules_en: Path) -> None:
    reading = read(rules_en)
    texts = {p.passage.seq: p.passage.text for p in reading.passages}
    for claim in reading.claims:
        assert claim.claim.value.lstrip("+-") in texts[claim.passage]


def test_repairs_lead_from_raw_text_to_text_in_every_passage(read: Read, rules_en: Path) -> None:
    text = rules_en.read_text(encoding="utf-8") + "\nPick \ue001 and \ue0ff, or [nothing] at\nall.\n"
    rules_en.write_text(text, encoding="utf-8")
    reading = read(rules_en)
    for passage in reading.passages:
        assert apply_repairs(passage.passage.raw_text, passage.repairs) == passage.passage.text
    last = reading.passages[-1].passage.text
    assert last == r"Pick [icon:apple] and [icon:U+E0FF], or \[nothing\] at all."
    assert [f.finding.kind for f in reading.findings] == ["unknown-icon"]


def test_mentions_carry_score_and_margin(read: Read, rules_cs: Path) -> None:
    mentions = read(rules_cs).mentions
    well = next(m for m in mentions if str(m.concept) == "location:well")
    assert (well.mention.surface, well.mention.score) == ("Stará studna", 100.0)
    assert 0 <= well.mention.margin <= 100


def test_a_game_without_a_pack_is_read_with_its_counts_and_a_finding(read: Read, tmp_path: Path) -> None:
    file = tmp_path / "chess.md"
    file.write_text("# Chess\n\n## Contents\n\n- 16 white pieces\n- 16 black pieces\n- 1 board\n", encoding="utf-8")
    reading = read(file)
    assert (reading.game, reading.game_name, reading.edition) == ("chess", "Chess", None)
    assert [f.finding.kind for f in reading.findings] == ["unknown-game"]
    assert claims_of(reading)["component:white-pieces", "count"] == "16"


CARD = "Golden Apple\n\n- 55 fruit cards\n\nEat it and draw from the weather deck.\n"


def test_a_card_states_no_rule_of_the_game(read: Read, tmp_path: Path) -> None:
    card = tmp_path / "scan-17.txt"
    card.write_text(CARD, encoding="utf-8")
    reading = read(card, game="orchard", language="en")
    assert (reading.document.kind, claims_of(reading)) == ("cards", {})
    sheet = tmp_path / "sheet.txt"
    sheet.write_text(CARD.replace("Golden Apple", "Of the fruit"), encoding="utf-8")
    assert claims_of(read(sheet, game="orchard", language="en")) == {("deck:fruit", "size"): "55"}
    assert claims_of(read(sheet, game="orchard", language="en", kind="cards")) == {}, "whatever its passages look like"


@pytest.mark.parametrize("name", ["blank.png", "blank.pdf"])
def test_a_picture_without_a_word_becomes_no_game(read: Read, tmp_path: Path, name: str) -> None:
    Image.new("RGB", (400, 500), "white").save(tmp_path / name)
    with pytest.raises(UnreadableDocument, match="no words could be read"):
        read(tmp_path / name)


def test_a_picture_without_a_word_is_kept_in_the_game_that_a_person_names(read: Read, tmp_path: Path) -> None:
    Image.new("RGB", (400, 500), "white").save(tmp_path / "blank.png")
    reading = read(tmp_path / "blank.png", game="orchard", language="en")
    assert (reading.game, reading.passages, reading.claims) == ("orchard", (), ())
