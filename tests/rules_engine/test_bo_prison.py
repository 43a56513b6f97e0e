"""Raids, arrests, the turn of a prisoner and releases in Black Orchestra, in each edition's own way."""

from typing import Any

import pytest

FREE = {"location": "hannover"}
QUIET = {"hess": "munich"}


def raid(seat: Any, edition: str, **given: Any) -> Any:
    """A table on which the next event is a raid."""
    table = seat(edition, stage=2, events=["gestapo-raid-stage-2"], leaders=QUIET, **given)
    return table.do("end")


@pytest.mark.parametrize("edition", ["1st", "2nd"])
def test_a_raid_arrests_whoever_is_at_the_highest_suspicion_and_clears_the_track(seat: Any, edition: str) -> None:
    everybody = {"oster": {**FREE, "suspicion": "extreme"}, "kordt": {**FREE, "suspicion": "high"}, "beck": FREE}
    table = raid(seat, edition, conspirators=everybody, dissent=2)
    assert [c.location for c in table.state.conspirators.values()] == ["prison", "hannover", "hannover"]
    assert table.state.dissent == 0


def test_in_the_second_edition_each_illegal_card_is_discarded_or_paid_for(seat: Any) -> None:
    cards = ["inspiring-letter", "hidden-camera", "safe"]
    everybody = {"oster": {**FREE, "cards": cards[:2], "motivation": "skeptical"}, "kordt": FREE}
    table = raid(seat, "2nd", conspirators=everybody)
    assert table.legal == [
        "discard inspiring-letter",
        "keep inspiring-letter",
        "discard hidden-camera",
        "keep hidden-camera",
    ]
    table.do("keep hidden-camera")
    assert table.state.conspirators["oster"].levels["suspicion"] == 2
    table.do("discard inspiring-letter")
    assert table.state.conspirators["oster"].cards == ["hidden-camera"]
    assert table.state.active == "kordt"


def test_who_comes_to_the_highest_suspicion_keeps_the_remaining_illegal_cards(seat: Any) -> None:
    cards = ["inspiring-letter", "hidden-camera"]
    everybody = {"oster": {**FREE, "cards": cards, "suspicion": "high"}, "kordt": FREE}
    table = raid(seat, "2nd", conspirators=everybody)
    table.do("keep hidden-camera")
    assert table.state.conspirators["oster"].cards == cards
    assert table.state.conspirators["oster"].levels["suspicion"] == 3
    assert table.state.active == "kordt"


def test_in_the_first_edition_cards_go_first_and_then_each_illegal_one_costs(seat: Any) -> None:
    cards = ["inspiring-letter", "hidden-camera"]
    everybody = {"oster": {**FREE, "cards": cards, "suspicion": "low"}, "kordt": FREE}
    table = raid(seat, "1st", conspirators=everybody)
    assert table.legal == ["discard inspiring-letter", "discard hidden-camera", "done"]
    table.do("done")
    assert table.state.conspirators["oster"].levels["suspicion"] == 2
    again = raid(seat, "1st", conspirators=everybody)
    again.do("discard hidden-camera", "done")
    assert again.state.conspirators["oster"].levels["suspicion"] == 1


def test_the_safe_hides_illegal_cards(seat: Any) -> None:
    everybody = {"oster": {**FREE, "cards": ["inspiring-letter", "safe"]}, "kordt": FREE}
    first = raid(seat, "1st", conspirators=everybody)
    # Any cards may be discarded in a raid of the first edition, those that are hidden too; keeping them costs nothing.
    assert first.legal == ["discard inspiring-letter", "discard safe", "done"]
    for table in (first.do("done"), raid(seat, "2nd", conspirators=everybody)):
        assert table.state.conspirators["oster"].levels["suspicion"] == 1
        assert table.state.active == "kordt"


def test_all_in_prison_is_a_defeat(seat: Any) -> None:
    for edition in ("1st", "2nd"):
        everybody = {"oster": {**FREE, "suspicion": "extreme"}, "kordt": {"location": "prison"}}
        table = raid(seat, edition, conspirators=everybody)
        assert table.legal == []
        result = table.ruleset.result(table.state)
        assert (result.outcome, result.points, result.rule) == ("defeat", 0, "lose-all-arrested")


def test_only_the_second_edition_takes_illegal_cards_at_the_arrest(seat: Any) -> None:
    cards = ["inspiring-letter", "lone-gunman"]
    everybody = {"oster": {**FREE, "suspicion": "extreme", "cards": cards, "items": ["map"]}, "kordt": FREE}
    second = raid(seat, "2nd", conspirators=everybody).state.conspirators["oster"]
    first = raid(seat, "1st", conspirators=everybody).state.conspirators["oster"]
    assert (second.cards, second.items) == (["lone-gunman"], ["map"])
    assert first.cards == cards


@pytest.mark.parametrize(("edition", "level"), [("1st", "extreme"), ("2nd", "high")])
def test_a_release_costs_suspicion_and_sets_that_of_the_prisoner(seat: Any, edition: str, level: str) -> None:
    everybody = {"oster": {"location": "gestapo-hq"}, "kordt": {"location": "prison", "suspicion": "low"}, "beck": {}}
    table = seat(edition, conspirators=everybody, leaders={"himmler": "munich"}, dice=["1"])
    table.do("release kordt")
    seen = table.sees("conspirators")
    assert (seen["kordt"]["location"], seen["kordt"]["suspicion"]) == ("gestapo-hq", level)
    assert seen["oster"]["suspicion"] == "high"


def test_an_eagle_arrests_the_helper_and_ends_their_actions(seat: Any) -> None:
    everybody = {"oster": {"location": "gestapo-hq"}, "kordt": {"location": "prison"}, "beck": {}}
    table = seat(
        conspirators=everybody, leaders={"himmler": "munich"}, dice=["eagle"], events=["gestapo-investigation"]
    )
    table.do("release kordt")
    assert [c.location for c in table.state.conspirators.values()] == ["prison", "prison", "train-station"]
    assert table.state.current == "gestapo-investigation"
    assert table.state.active == "kordt"


@pytest.mark.parametrize("oster", [{"location": "ministry"}, {"location": "gestapo-hq", "suspicion": "extreme"}])
def test_nobody_is_released_from_elsewhere_or_by_the_most_suspected(seat: Any, oster: dict[str, Any]) -> None:
    table = seat(conspirators={"oster": oster, "kordt": {"location": "prison"}})
    assert table.refused("release kordt") == "release-place"


def prison_turn(seat: Any, edition: str, dice: list[str], **given: Any) -> Any:
    """A table on which the turn of a prisoner has just begun; the dice are rolled in it."""
    kordt = {"location": "prison", **given.pop("kordt", {})}
    everybody = {"oster": FREE, "kordt": kordt, "beck": {"location": "hannover"}}
    table = seat(
        edition,
        conspirators=everybody,
        leaders=QUIET,
        events=["leadership-dispute", "kristallnacht"],
        dice=dice,
        **given,
    )
    return table.do("end")


@pytest.mark.parametrize(
    ("level", "face", "is_resisted"),
    [
        ("reckless", "1", True),
        ("reckless", "eagle", False),
        ("committed", "1", False),
        ("committed", "2", True),
        ("motivated", "2", False),
        ("motivated", "3", True),
        ("skeptical", "3", False),
        ("timid", "3", False),
    ],
)
def test_the_first_edition_rolls_to_resist_by_motivation(seat: Any, level: str, face: str, is_resisted: bool) -> None:
    table = prison_turn(seat, "1st", [face], kordt={"motivation": level}, interrogations=["interrogation-1"])
    assert (table.state.active == "beck") == is_resisted
    if not is_resisted:
        assert table.legal[0].startswith("option ")
        assert table.ruleset.to_move(table.state) == 1


def test_in_the_first_edition_a_target_frees_even_after_an_interrogation(seat: Any) -> None:
    table = prison_turn(seat, "1st", ["target"], kordt={"motivation": "timid"}, interrogations=["interrogation-2"])
    assert "option a" in table.legal
    table.do("option a")
    seen = table.sees("conspirators")["kordt"]
    assert (seen["location"], seen["suspicion"]) == ("gestapo-hq", "high")
    assert table.state.levels["military-support"] == 5
    resisted = prison_turn(seat, "1st", ["target"], kordt={"motivation": "committed"})
    assert resisted.sees("conspirators")["kordt"]["location"] == "gestapo-hq"


def test_in_the_first_edition_illegal_cards_and_as_many_others_are_discarded_first(seat: Any) -> None:
    cards = ["inspiring-letter", "safe", "cover-story", "lone-gunman"]
    table = prison_turn(seat, "1st", ["1"], kordt={"motivation": "reckless", "cards": cards})
    assert table.legal == ["discard safe", "discard cover-story"]
    table.do("discard safe")
    assert table.state.conspirators["kordt"].cards == ["cover-story", "lone-gunman"]


def test_a_prisoner_of_the_second_edition_chooses_among_the_options_at_once(seat: Any) -> None:
    table = prison_turn(seat, "2nd", [], interrogations=["raid-on-the-hiding-places"])
    assert table.legal == ["option a", "option c"]
    assert table.ruleset.view(table.state, 1)["secret"] == ["raid-on-the-hiding-places"]
    assert "secret" not in table.ruleset.view(table.state, 0)
    before = len(table.state.interrogations)
    table.do("option a")
    while table.state.active == "kordt":
        table.do(table.legal[0])
    assert len(table.state.interrogations) == before + 1
    assert table.state.conspirators["kordt"].location == "prison"


def test_options_that_cannot_be_done_in_full_are_not_offered(seat: Any) -> None:
    """Support at six cannot rise by two; one conspirator at the highest suspicion cannot get more."""
    everybody = {
        "goerdeler": {"location": "prison"},
        "oster": {"location": "munich", "suspicion": "extreme"},
        "canaris": {"location": "berghof", "suspicion": "low"},
    }
    table = seat(conspirators=everybody, military_support=6, stage=2)
    lines = ["option a: military-support +2", "option b: suspicion all +1", "option c: roll to resist"]
    entry = {"do": "interrogation", "by": "goerdeler", "effects": lines}
    after = table.ruleset.engine.play_example(table.state, entry)
    assert table.ruleset.legal(after) == ["option c"]
    roomy = seat(conspirators=everybody | {"oster": {"location": "munich"}}, military_support=5, stage=2)
    after = roomy.ruleset.engine.play_example(roomy.state, entry)
    assert roomy.ruleset.legal(after) == ["option a", "option b", "option c"]
