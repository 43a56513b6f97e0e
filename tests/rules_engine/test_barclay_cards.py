"""What cards of Operation Barclay do: agents, analysis, replacements, traitors, several numbers and colours."""

from collections.abc import Callable
from typing import Any

import pytest

from rules_engine.errors import RulesetError
from rules_engine.ruleset import Ruleset
from rules_engine.terminal.words import words_of

LCS, ABWEHR = 0, 1
Lay = Callable[..., Any]
ABWEHR_HAND = ["pink-2", "red-3", "blue-4", "green-8"]
LCS_HAND = ["pink-3", "red-4", "blue-8", "green-9"]
PREDICTED = {"abwehr": "abwehr", "lcs": "lcs"}


def hands(abwehr: str = "", lcs: str = "") -> dict[str, list[str]]:
    """Hands of dull cards, the first of which may be another."""
    return {
        "abwehr": [abwehr or ABWEHR_HAND[0], *ABWEHR_HAND[1:]],
        "lcs": [lcs or LCS_HAND[0], *LCS_HAND[1:]],
    }


def lying(table: Any, faction: str, card: str) -> Any:
    """A card in a space, as everybody sees it."""
    (found,) = [entry for entry in table.sees("spaces", LCS)[faction] if entry["card"] == card]
    return found


def heard(table: Any, action: str) -> list[tuple[str, str]]:
    """Kind and faction of everything that an action brings about."""
    events: list[Any] = []
    assert table.ruleset.advance(table.state, action, events) is None
    return [(event.kind, event.data.get("faction", "")) for event in events]


def test_a_spy_keeps_one_of_two_and_lays_the_other_on_the_defector_deck(lay_barclay: Lay) -> None:
    table = lay_barclay(
        hand=hands("red-6"), deck={"intelligence": ["pink-9", "red-9", "blue-9"], "defector": ["red-8"]}
    )
    table.do("play red-6")
    assert table.legal == ["keep pink-9", "keep red-9"]
    assert table.sees("looking-at", ABWEHR) == ["pink-9", "red-9"]
    assert table.sees("looking-at", LCS) == []
    table.do("keep red-9")
    assert table.sees("hand", ABWEHR) == [*ABWEHR_HAND[1:], "red-9"]
    assert table.sees("decks", ABWEHR)["defector"] == ["pink-9", None]
    assert table.sees("decks", LCS)["defector"] == [None, None]
    assert table.sees("to-move") == "lcs"


@pytest.mark.parametrize(("deck", "hand", "defector"), [(["pink-9"], ["pink-9"], []), ([], [], [])])
def test_a_spy_looks_at_fewer_cards_of_a_short_deck(
    lay_barclay: Lay, deck: list[str], hand: list[str], defector: list[str]
) -> None:
    table = lay_barclay(hand=hands("red-6"), deck={"intelligence": deck, "abwehr": [], "lcs": []})
    table.do("play red-6")
    assert table.sees("hand", ABWEHR) == ABWEHR_HAND[1:] + hand
    assert table.sees("decks", ABWEHR)["defector"] == defector


def test_a_double_agent_orders_the_top_of_the_defector_deck(lay_barclay: Lay) -> None:
    deck = ["pink-9", "red-9", "blue-9", "green-3"]
    table = lay_barclay(hand=hands("red-11"), deck={"defector": deck})
    table.do("play red-11")
    assert table.legal == ["return pink-9", "return red-9", "return blue-9"]
    table.do("return pink-9", "return red-9")
    assert table.sees("decks", ABWEHR)["defector"] == ["blue-9", "red-9", "pink-9", None]
    table.do("draw defector")
    assert table.sees("hand", ABWEHR)[-1] == "blue-9"


def test_who_knew_the_defector_deck_does_not_know_its_new_order(lay_barclay: Lay) -> None:
    deck = {"intelligence": ["pink-9", "red-9", "blue-9"], "defector": ["green-3"]}
    table = lay_barclay(hand=hands("red-6", "red-11"), deck=deck)
    table.do("play red-6", "keep red-9")
    assert table.sees("decks", ABWEHR)["defector"] == ["pink-9", None]
    table.do("play red-11", "return pink-9")
    assert table.sees("decks", ABWEHR)["defector"] == [None, None]
    assert table.sees("decks", LCS)["defector"] == ["green-3", "pink-9"]


def test_agents_do_nothing_face_down(lay_barclay: Lay) -> None:
    table = lay_barclay(hand=hands("red-6"), phase="last-cards", analysis=PREDICTED, deck={"defector": ["pink-9"]})
    table.do("play red-6")
    assert table.legal[0].startswith("draw")


def test_facts_say_which_numbers_are_agents_and_how_far_they_look(barclay_rows: Any, lay_barclay: Lay) -> None:
    barclay_rows.state_fact("card-type:spy", "ranks", "2 6 7")
    barclay_rows.state_fact("card-type:spy", "draw", 3)
    ruleset = barclay_rows.ruleset()
    deck = {"intelligence": ["pink-9", "red-9", "blue-9", "green-10"]}
    table = lay_barclay(ruleset, hand=hands("red-2"), deck=deck)
    table.do("play red-2")
    assert table.legal == ["keep pink-9", "keep red-9", "keep blue-9"]
    table = lay_barclay(ruleset, hand=hands("red-5"), deck=deck)
    table.do("play red-5")
    assert table.legal == ["draw intelligence", "draw abwehr"]


def test_ultra_shows_the_prediction_and_is_followed_by_the_own(lay_barclay: Lay) -> None:
    table = lay_barclay(hand=hands(lcs="ultra"), phase="analysis", analysis={"abwehr": "lcs"})
    assert table.sees("predictions", LCS)["abwehr"] == "face-down"
    table.do("play ultra")
    assert table.sees("predictions", LCS)["abwehr"] == "lcs"
    assert table.legal == ["predict lcs", "predict abwehr"]
    table.do("predict abwehr")
    assert table.legal == ["draw intelligence", "draw lcs"]
    assert table.sees("symbols", ABWEHR)["lcs"]["recon"] == 1
    assert table.sees("predictions", ABWEHR)["lcs"] == "face-down"


def test_the_listening_post_shows_two_cards_of_the_other_hand(lay_barclay: Lay) -> None:
    table = lay_barclay(hand=hands("listening-post"), phase="analysis")
    table.do("play listening-post")
    known = table.sees("enemy-known", ABWEHR)
    assert len(known) == 2
    assert set(known) <= set(LCS_HAND)
    assert table.sees("hand-known-to-enemy", LCS) == known


def evaluated(lay: Lay, ruleset: Ruleset | None = None, **given: Any) -> Any:
    """A table at the evaluation, with what the test names; the others lie without effect."""
    given.setdefault("analysis", PREDICTED)
    return lay(ruleset, phase="evaluation", **given) if ruleset else lay(phase="evaluation", **given)


def test_a_force_is_covered_by_a_card_of_its_colour_and_its_symbol_stays(lay_barclay: Lay) -> None:
    discarded = ["purple-12", "pink-11", "divided-fleet"]
    table = evaluated(
        lay_barclay, face_up={"lcs": ["a-force", "red-12"]}, discard={"lcs": discarded, "abwehr": ["purple-8"]}
    )
    assert table.legal == ["cover a-force purple-12", "cover a-force divided-fleet", "decline"]
    assert ("best", "lcs") in heard(table, "cover a-force purple-12")
    assert table.sees("discards", LCS)["lcs"] == ["pink-11", "divided-fleet", "a-force", "purple-12", "red-12"]


def test_a_covered_card_leaves_its_symbol_to_be_counted(lay_barclay: Lay) -> None:
    tokens = {"south-france": {"green": 1}}
    table = evaluated(
        lay_barclay, face_up={"lcs": ["a-force", "rubber-boats"]}, discard={"lcs": ["purple-4"]}, tokens=tokens
    )
    table.do("cover a-force purple-4")
    assert lying(table, "lcs", "purple-4")["over"] == "a-force"
    assert table.sees("symbols", LCS)["lcs"] == {"recon": 2, "commando": 1, "cancel-recon": 0, "cancel-commando": 0}


def test_a_replaced_card_is_discarded_with_its_symbol(lay_barclay: Lay) -> None:
    table = lay_barclay(hand=hands("card-index"), discard={"abwehr": ["pink-9", "red-8"]})
    table.do("play card-index")
    assert table.legal == ["replace card-index pink-9", "replace card-index red-8", "decline"]
    table.do("replace card-index pink-9")
    assert [entry["card"] for entry in table.sees("spaces", LCS)["abwehr"]] == ["pink-9"]
    assert "card-index" in table.sees("discards", LCS)["abwehr"]
    assert table.sees("symbols", LCS)["abwehr"]["commando"] == 1


def test_some_cards_are_replaced_from_either_discard_pile(lay_barclay: Lay) -> None:
    discard = {"abwehr": ["red-8", "pink-9"], "lcs": ["red-9", "convoy-rumours", "ultra"]}
    table = evaluated(lay_barclay, face_up={"abwehr": ["captured-codebook"]}, discard=discard)
    news = [option.split()[-1] for option in table.legal]
    assert news == ["red-8", "red-9", "convoy-rumours", "decline"]


def test_a_card_from_the_hand_takes_the_place_of_another_and_the_hand_is_filled(lay_barclay: Lay) -> None:
    table = lay_barclay(
        hand=hands("photo-interpreters"), face_up={"abwehr": ["red-12"]}, deck={"intelligence": ["pink-9"]}
    )
    table.do("play photo-interpreters", "replace red-12 blue-4", "draw intelligence")
    assert table.sees("hand", ABWEHR)[:3] == ["red-3", "green-8", "pink-9"]
    assert len(table.sees("hand", ABWEHR)) == 4
    assert [entry["card"] for entry in table.sees("spaces", LCS)["abwehr"]] == ["blue-4", "photo-interpreters"]


def test_traitors_of_the_abwehr_act_before_those_of_the_lcs(lay_barclay: Lay) -> None:
    face_up = {"abwehr": ["loose-tongue", "red-9"], "lcs": ["bribed-attache", "blue-12"]}
    table = evaluated(lay_barclay, face_up=face_up)
    assert table.legal == ["rank bribed-attache -1", "rank blue-12 -1", "decline"]
    assert table.sees("to-move") == "abwehr"
    table.do("rank blue-12 -1")
    assert lying(table, "lcs", "blue-12")["ranks"] == [11]
    assert table.sees("to-move") == "lcs"
    table.do("rank red-9 -1")
    assert table.state.best == LCS


def test_a_number_never_goes_below_the_lowest(lay_barclay: Lay) -> None:
    face_up = {"abwehr": ["loose-tongue"], "lcs": ["red-1-13", "rubber-boats"]}
    table = evaluated(lay_barclay, face_up=face_up)
    table.do("rank red-1-13 -1")
    assert lying(table, "lcs", "red-1-13")["ranks"] == [1, 12]


def test_a_traitor_copies_what_a_card_may_count_as(lay_barclay: Lay) -> None:
    table = evaluated(lay_barclay, face_up={"abwehr": ["office-mole"], "lcs": ["red-1-13"]})
    table.do("copy rank red-1-13")
    assert table.legal == ["count office-mole as 1", "count office-mole as 13"]


def test_the_abwehr_settles_numbers_and_colours_first(lay_barclay: Lay) -> None:
    face_up = {"abwehr": ["red-1-13", "contradictory-reports"], "lcs": ["blue-1-13"]}
    table = evaluated(lay_barclay, face_up=face_up)
    table.do("symbols self recon +1")
    assert table.legal == ["count red-1-13 as 1", "count red-1-13 as 13"]
    table.do("count red-1-13 as 1", "count contradictory-reports as 7")
    assert table.legal == ["colour contradictory-reports pink", "colour contradictory-reports red"]
    assert table.refused("count blue-1-13 as 1") == "several-numbers"
    table.do("colour contradictory-reports pink")
    assert table.sees("to-move") == "lcs"
    table.do("count blue-1-13 as 13")
    assert table.state.best == LCS


def test_a_card_is_ignored_only_where_the_own_combination_is_the_lowest(lay_barclay: Lay) -> None:
    lcs = ["red-1-13", "blue-9"]
    table = evaluated(
        lay_barclay, face_down={"abwehr": ["direction-finder"]}, face_up={"abwehr": ["pink-2"], "lcs": lcs}
    )
    table.do("ignore red-1-13")
    assert lying(table, "lcs", "red-1-13")["is-ignored"]
    # The card that is ignored is not settled either, and 9 beats 6.
    assert ("best", "lcs") in heard(table, "count direction-finder as 6")
    table = evaluated(
        lay_barclay, face_down={"abwehr": ["direction-finder"]}, face_up={"abwehr": ["pink-6"], "lcs": lcs}
    )
    assert table.legal[0] == "count direction-finder as 5"


def test_an_effect_for_face_down_cards_does_not_happen_face_up(lay_barclay: Lay) -> None:
    table = evaluated(lay_barclay, face_up={"abwehr": ["direction-finder"], "lcs": ["blue-9"]})
    assert table.legal[0] == "count direction-finder as 5"


def test_evidence_tokens_change_places(lay_barclay: Lay) -> None:
    fields = {"alpha": ["pink", "red"], "beta": ["blue", "green", "purple"], "recon-commando": ["black"]}
    table = lay_barclay(hand=hands("courier-plane"), fields=fields)
    table.do("play courier-plane")
    assert table.legal[0] == "exchange pink blue"
    assert len(table.legal) == 6 + 1
    table.do("exchange red purple")
    assert table.sees("fields") == {**fields, "alpha": ["pink", "purple"], "beta": ["blue", "green", "red"]}


def test_a_raid_discards_a_card_of_the_other_hand(lay_barclay: Lay) -> None:
    table = lay_barclay(hand=hands("police-raid"))
    table.do("play police-raid", "draw abwehr")
    assert len(table.sees("hand", LCS)) == 3
    assert table.sees("discards", ABWEHR)["lcs"][0] in LCS_HAND
    table.do(table.legal[0], "draw lcs", "draw lcs")
    assert len(table.sees("hand", LCS)) == 4


def test_a_flight_over_the_coast_shows_a_token_to_the_abwehr_alone(lay_barclay: Lay) -> None:
    table = lay_barclay(hand=hands("coastal-flight"), offensives={"primary": "peloponnese"})
    table.do("play coastal-flight")
    assert table.legal == [f"peek peloponnese {space}" for space in range(1, 6)]
    table.do("peek peloponnese 5")
    region = table.sees("regions", ABWEHR)["peloponnese"]
    assert region == {"tokens": [None, None, None, None, "red"], "face-up": [], "peeked": [5], "laid": True}


def test_the_safe_house_needs_a_defector_deck(lay_barclay: Lay) -> None:
    table = lay_barclay(hand=hands(lcs="safe-house"), turn="lcs", deck={"defector": []})
    table.do("play safe-house")
    assert table.legal == ["draw intelligence", "draw lcs"]
    table = lay_barclay(hand=hands(lcs="safe-house"), turn="lcs", deck={"defector": ["pink-9", "red-9"]})
    table.do("play safe-house", "keep red-9")
    assert table.sees("decks", LCS)["defector"] == ["pink-9"]


@pytest.mark.parametrize(
    ("line", "word"),
    [
        ("play face-up: look 2 defector", "look"),
        ("play face-up: keep 1", "keep"),
        ("in evaluation: look 2 defector; keep 1; rest defector", "keep"),
        ("in last-cards: may wild 1", "last-cards"),
        ("in evaluation: copy rank this", "this"),
        ("play face-up: exchange alpha alpha", "alpha"),
        ("wild 1", ""),
    ],
)
def test_a_line_that_cannot_be_executed_is_named(barclay_rows: Any, line: str, word: str) -> None:
    row = barclay_rows.write_effect("safe-house", line)
    with pytest.raises(RulesetError) as error:
        barclay_rows.ruleset()
    assert (error.value.row, error.value.word) == (row, word)


def test_a_changed_line_changes_the_card(barclay_rows: Any, lay_barclay: Lay) -> None:
    barclay_rows.write_effect("radio-silence", "in evaluation: shield pink; symbols enemy recon -1")
    table = evaluated(
        lay_barclay, barclay_rows.ruleset(), face_up={"lcs": ["radio-silence"], "abwehr": ["pink-8", "red-9"]}
    )
    assert table.sees("shielded") == ["pink"]
    assert table.sees("symbols")["abwehr"]["recon"] == 1


@pytest.mark.parametrize(
    ("language", "expected"),
    [
        ("cs", ["barva: červená/zelená", "hraje se ve fázi: první karty, poslední karty", "číslo: 12"]),
        ("en", ["colour: red/green", "played in: first cards, last cards", "number: 12"]),
        ("it", ["colore: rosso/verde", "si gioca nella fase: prime carte, ultime carte", "numero: 12"]),
        ("pl", ["kolor: czerwony/zielony", "zagrywa się w fazie: pierwsze karty, ostatnie karty", "wartość: 12"]),
    ],
)
def test_help_on_a_card_tells_its_facts_in_words(
    operation_barclay: Ruleset, language: str, expected: list[str]
) -> None:
    words = words_of(operation_barclay, language)
    assert operation_barclay.card_help("balkan-network", language, words.fact)[1:-1] == expected
