"""A document that hardly speaks of play is no game; hardly read pages say nothing."""

from collections.abc import Callable
from dataclasses import replace

from ingest.discover.discover import discover
from ingest.discover.legible import without_unread
from ingest.discover.of_play import NO_GAME, look_for_play
from ingest.discover.words import words_of
from schema.reading import PassageRead

Lines = Callable[..., list[PassageRead]]
LICENCE = "You may copy the program and must keep this notice in every file, or the grant of rights becomes void. " * 14
RULES = "On your turn you may draw a card, and a player who has 3 lamps must pay a point before the round ends. " * 14
BOX = (("heading", "Contents", 1), ("item", "- 12 lamps"), ("item", "- 3 boats"))


def test_a_licence_has_no_components_no_players_and_no_cards(lines: Lines) -> None:
    found = discover(lines(("paragraph", LICENCE), *BOX, ("paragraph", "For 2 to 4 people.")), (), "en")
    assert found.found.components == ()
    assert found.claims == ()
    assert found.findings == (NO_GAME,)


def test_a_rulebook_of_as_many_words_keeps_its_components(lines: Lines) -> None:
    found = discover(lines(("paragraph", RULES), *BOX), (), "en")
    assert [read.component.count for read in found.found.components] == [12, 3]
    assert found.findings == ()


def test_a_short_text_proves_nothing() -> None:
    play = look_for_play(["12 lamps, 3 boats"], words_of("en"))
    assert play.is_of_game
    assert play.states_rules


def test_a_catalogue_counts_wares_and_no_components(lines: Lines) -> None:
    shop = "Play our card and dice games, lovely for players of all ages and sold in shops near the harbour town. " * 14
    wares = [("label", f"{count} {ware}") for count, ware in ((94, "lamps"), (31, "boats"), (7, "piers"), (52, "nets"))]
    assert discover(lines(("paragraph", shop), *wares), (), "en").found.components == ()
    assert len(discover(lines(("paragraph", RULES), *wares), (), "en").found.components) == 4


def test_a_page_of_a_picture_that_was_hardly_read_is_noise_and_told(lines: Lines) -> None:
    well, badly = lines(
        ("paragraph", "Light the lamps of the harbour."), ("heading", "vie ae pie abe awe aoe ei vow", 1)
    )
    badly = replace(badly, page=2, passage=badly.passage.model_copy(update={"confidence": 0.4}))
    hushed, findings = without_unread([well, badly])
    assert [read.passage.kind for read in hushed] == ["paragraph", "noise"]
    assert [(f.finding.kind, f.passage) for f in findings] == [("unread-page", 1)]


def test_a_page_with_one_doubtful_line_is_kept(lines: Lines) -> None:
    read = lines(("paragraph", "Light all the lamps of the harbour before dawn."), ("label", "vow pie"))
    doubtful = replace(read[1], passage=read[1].passage.model_copy(update={"confidence": 0.3}))
    assert without_unread([read[0], doubtful]) == ((read[0], doubtful), ())
