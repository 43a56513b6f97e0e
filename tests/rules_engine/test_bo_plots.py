"""Plots of Black Orchestra: requirements, gathered dice, detection before success, what follows, and the odds."""

from itertools import product
from math import comb, sqrt
from typing import Any

import pytest

from rules_engine.black_orchestra.lines import push
from rules_engine.black_orchestra.state import ROLLED
from rules_engine.ruleset import Ruleset

MUNICH = {"location": "munich", "motivation": "committed"}
THERE = {"hitler": "munich", "goring": "hannover"}


def munich(seat: Any, edition: str = "2nd", **given: Any) -> Any:
    kordt = {**MUNICH, "cards": ["hidden-bomb"], "items": ["explosives"], **given.pop("kordt", {})}
    canaris = {"location": "munich", "items": ["explosives", "keys"], **given.pop("canaris", {})}
    given = {"leaders": THERE, **given}
    return seat(edition, conspirators={"kordt": kordt, "canaris": canaris, "oster": {}}, **given)


def test_the_dice_are_gathered_from_requirements_affiliation_and_shared_items(seat: Any) -> None:
    """Kordt in Munich: one die for the requirements, one as a civilian, one for each of two explosives."""
    table = munich(seat, dice=["eagle", "target", "target", "1"], actions_left=1)
    table.do("plot hidden-bomb")
    assert table.sees("plot")["dice"] == 2
    table.do("spend explosives kordt")
    table.do("spend explosives canaris")
    assert table.legal == ["agree", "refuse"]
    assert table.ruleset.to_move(table.state) == 1
    table.do("agree")
    assert table.sees("plot")["dice"] == 4
    table.do("roll 4")
    assert table.state.plot is None
    seen = table.sees("conspirators")["kordt"]
    assert (seen["location"], seen["cards"], seen["items"]) == ("munich", ["hidden-bomb"], [])
    assert table.state.leaders["hitler"] == "munich" or table.state.current
    assert table.state.conspirators["canaris"].items == ["keys"]
    assert table.ruleset.result(table.state) is None


def test_who_will_not_give_is_not_asked_again(seat: Any) -> None:
    table = munich(seat)
    table.do("plot hidden-bomb", "spend keys canaris", "refuse")
    assert "spend keys canaris" not in table.legal
    assert "spend explosives canaris" in table.legal
    assert table.state.conspirators["canaris"].items == ["explosives", "keys"]


def test_only_the_own_items_count_in_the_first_edition(seat: Any) -> None:
    table = munich(seat, "1st")
    table.do("plot hidden-bomb")
    assert [a for a in table.legal if a.startswith("spend")] == ["spend explosives kordt"]


def test_a_bonus_counts_once_unless_it_may_be_repeated(seat: Any) -> None:
    table = munich(seat, kordt={"items": ["explosives", "explosives", "keys", "keys"]})
    table.do("plot hidden-bomb", "spend keys kordt")
    assert "spend keys kordt" not in table.legal
    assert "spend keys canaris" not in table.legal
    table.do("spend explosives kordt")
    assert "spend explosives kordt" in table.legal


def test_dice_can_be_dropped_but_not_the_first(seat: Any) -> None:
    table = munich(seat)
    table.do("plot hidden-bomb")
    assert [a for a in table.legal if a.startswith("roll")] == ["roll 2", "roll 1"]


@pytest.mark.parametrize(
    ("card", "kordt", "leaders", "stage", "is_possible"),
    [
        ("hidden-bomb", {}, THERE, 1, True),
        ("hidden-bomb", {"motivation": "motivated"}, THERE, 1, False),
        ("hidden-bomb", {}, {"hitler": "hannover"}, 1, False),
        ("hidden-bomb", {"location": "chancellery"}, {"hitler": "chancellery"}, 1, False),
        ("suitcase-bomb", {"location": "chancellery"}, {"hitler": "chancellery"}, 1, True),
        ("lone-gunman", {}, THERE, 1, False),
        ("lone-gunman", {"motivation": "reckless"}, THERE, 1, True),
        ("poison-parcel", {}, THERE, 1, False),
        ("poison-parcel", {"location": "nuremberg"}, THERE, 1, True),
        ("poison-food", {}, THERE, 1, False),
        ("poison-food", {"location": "zeughaus"}, {"hitler": "zeughaus"}, 1, True),
        ("poison-food", {"location": "ministry"}, {"hitler": "zeughaus"}, 1, False),
        ("kidnapping", {}, THERE, 5, True),
        ("kidnapping", {"location": "prague"}, {"hitler": "prague"}, 5, False),
        ("ambush", {"location": "prague"}, {"hitler": "prague"}, 5, True),
        ("derail-train", {}, THERE, 1, False),
    ],
)
def test_all_requirements_must_be_met(
    seat: Any, card: str, kordt: dict[str, Any], leaders: dict[str, str], stage: int, is_possible: bool
) -> None:
    for edition in ("1st", "2nd"):
        everybody = {"kordt": {**MUNICH, "cards": [card], **kordt}, "oster": {}}
        table = seat(edition, conspirators=everybody, leaders=leaders, stage=stage)
        assert (f"plot {card}" in table.legal) == is_possible
    level = everybody["kordt"]["motivation"]
    if not is_possible:
        assert table.refused(f"plot {card}") == ("motivation-plot" if level == "motivated" else "plot-requirements")


def test_a_gathering_gives_dice_only_while_nobody_is_elsewhere(seat: Any) -> None:
    kordt = {"location": "zeughaus", "motivation": "committed", "cards": ["coup-d-etat"]}
    for other, dice in (({"location": "zeughaus"}, 3), ({"location": "ministry"}, 1), ({"location": "prison"}, 1)):
        table = seat(conspirators={"kordt": kordt, "oster": other}, leaders={"hitler": "zeughaus"})
        table.do("plot coup-d-etat")
        assert table.sees("plot")["dice"] == dice


def test_a_detected_plot_fails_whatever_else_was_rolled(seat: Any) -> None:
    dice = ["eagle", "eagle", "target", "target"]
    kordt = {"items": ["explosives", "explosives"], "motivation": "reckless"}
    for edition, level in (("1st", "reckless"), ("2nd", "committed")):
        table = munich(
            seat, edition, kordt=kordt, canaris={"items": []}, dice=dice, military_support=3, events=["kristallnacht"]
        )
        table.do("plot hidden-bomb", "spend explosives kordt", "spend explosives kordt", "roll 4")
        seen = table.sees("conspirators")
        assert seen["kordt"]["location"] == "prison"
        assert seen["kordt"]["motivation"] == level
        assert table.state.discard == ["hidden-bomb"]
        assert table.state.current == "kristallnacht"
        # All lost a level, and the event gave it back to those whom it can touch: prisoners too, except in the second
        # edition. Leaders went back to their spaces.
        assert seen["oster"]["motivation"] == "skeptical"
        assert table.state.leaders["hitler"] == "deutschlandhalle"


def test_after_a_detected_plot_hitler_is_in_the_chancellery(seat: Any) -> None:
    table = munich(seat, dice=["eagle", "eagle"], events=["gestapo-investigation"])
    table.do("plot hidden-bomb", "roll 2")
    assert table.state.leaders["hitler"] == "chancellery"
    assert table.state.active == "canaris"


def test_enough_targets_win(seat: Any) -> None:
    table = munich(seat, dice=["target", "target"], choices={"difficulty": "easy"})
    table.do("plot hidden-bomb", "roll 2")
    result = table.ruleset.result(table.state)
    assert (result.outcome, result.rule) == ("victory", "win-plot")
    assert table.legal == []
    assert table.sees("fallen") == ["hitler"]


@pytest.mark.parametrize(("stage", "beside", "points"), [(1, 0, 31), (1, 2, 33), (7, 0, 0), (4, 5, 26)])
def test_lives_are_counted_in_the_first_edition(seat: Any, stage: int, beside: int, points: int) -> None:
    """Deputies beside Hitler die with him; each one left lowers what the stage is worth."""
    leaders = dict.fromkeys(("hess", "goebbels", "bormann", "himmler", "goring")[:beside], "munich")
    rest = dict.fromkeys(("hess", "goebbels", "bormann", "himmler", "goring")[beside:], "hannover")
    table = munich(
        seat,
        "1st",
        leaders={"hitler": "munich", **leaders, **rest},
        dice=["target", "target"],
        choices={"difficulty": "easy"},
        stage=stage,
    )
    table.do("plot hidden-bomb", "roll 2")
    assert table.ruleset.result(table.state).points == points


def test_cancelled_eagles_and_those_of_the_current_event_count(seat: Any) -> None:
    kordt = {**MUNICH, "motivation": "reckless", "cards": ["lone-gunman"], "items": ["badge"]}
    everybody = {"kordt": kordt, "oster": {}}
    given = {"conspirators": everybody, "leaders": THERE, "dice": ["eagle"], "stage": 3}
    high = {**kordt, "suspicion": "high"}
    table = seat(**given | {"conspirators": {"kordt": high, "oster": {}}})
    table.do("plot lone-gunman", "spend badge kordt", "roll 1")
    assert table.sees("conspirators")["kordt"]["location"] == "munich"
    bombed = seat(**given, current="germany-bombed")
    bombed.do("plot lone-gunman", "roll 1")
    assert bombed.sees("conspirators")["kordt"]["location"] == "prison"


def test_cards_can_change_an_attempt_before_and_after_the_roll(seat: Any) -> None:
    oster = {"cards": ["quick-reaction", "hitlers-schedule-leaked"]}
    everybody = {"kordt": {**MUNICH, "cards": ["hidden-bomb", "officer-recruited"]}, "oster": oster}
    table = seat(conspirators=everybody, leaders=THERE, dice=["eagle", "target", "target", "1", "target"])
    table.do("plot hidden-bomb")
    assert "use quick-reaction oster" not in table.legal
    table.do("use officer-recruited kordt")
    assert table.sees("plot")["dice"] == 4
    table.do("roll 4")
    assert table.legal == ["use quick-reaction oster", "use hitlers-schedule-leaked oster", "settle"]
    table.do("use quick-reaction oster", "reroll 1")
    assert sorted(table.sees("plot")["rolled"]) == ["eagle", "target", "target", "target"]
    table.do("settle")
    assert table.ruleset.result(table.state).outcome == "victory"


def test_a_plot_may_follow_an_event_that_moves_hitler_in_anybodys_turn(seat: Any) -> None:
    oster = {"location": "prague", "motivation": "committed", "cards": ["derail-train"], "items": ["map"]}
    everybody = {"kordt": {"location": "munich"}, "oster": oster}
    given = {"conspirators": everybody, "stage": 3, "leaders": {"hitler": "nuremberg", "hess": "munich"}}
    table = seat(**given, events=["berghof-retreat-stage-3"])
    table.do("end")
    assert table.legal == ["plot derail-train oster", "let-go"]
    assert table.state.asker == "oster", "whoever holds the card decides"
    table.do("plot derail-train oster")
    assert table.ruleset.to_move(table.state) == 1
    assert table.sees("plot")["dice"] == 1
    table.do("spend map oster")
    assert table.sees("plot")["dice"] == 2
    quiet = seat(**given, events=["jews-targeted"])
    quiet.do("end")
    assert "let-go" not in quiet.legal


def test_hitler_can_be_kept_where_he_is_and_then_no_plot_follows(seat: Any) -> None:
    everybody = {
        "kordt": {"location": "munich", "cards": ["delay-hitler"]},
        "oster": {"location": "prague", "motivation": "committed", "cards": ["derail-train"]},
    }
    leaders = {"hitler": "nuremberg", "hess": "munich"}
    table = seat(conspirators=everybody, stage=3, leaders=leaders, events=["berghof-retreat-stage-3"])
    table.do("end")
    assert table.legal == ["use delay-hitler kordt", "let-go"]
    assert table.state.asker == "kordt"
    table.do("use delay-hitler kordt")
    assert table.state.leaders["hitler"] == "nuremberg"
    assert table.state.leaders["goebbels"] == "berghof"
    assert "delay-hitler" in table.state.discard


def test_loyal_deputies_must_fall_as_well(seat: Any) -> None:
    for loyal, needed in (("one", 1), ("two", 2)):
        table = munich(
            seat,
            leaders={"hitler": "munich", "goring": "munich", "hess": "munich"},
            choices={"difficulty": "easy", "loyal-deputies": loyal},
            dice=["target", "target"] * 3,
            actions_left=9,
            kordt={"cards": ["hidden-bomb", "lone-gunman", "sniper"], "motivation": "reckless"},
        )
        for number, action in enumerate(
            ("plot hidden-bomb", "plot lone-gunman goring", "plot sniper hess")[: needed + 1]
        ):
            assert table.ruleset.result(table.state) is None, number
            table.do(action)
            if "spend explosives kordt" in table.legal and table.sees("plot")["dice"] < 2:
                table.do("spend explosives kordt")
            table.state.plot.dice = 2
            table.state.options = None
            table.do("roll 2")
        assert table.ruleset.result(table.state).outcome == "victory"
        assert len(table.state.fallen) == needed + 1


LEVELS = ("low", "medium", "high", "extreme")


def verdict(ruleset: Ruleset, state: Any, eagles: int, targets: int) -> str:
    """What the engine makes of a roll."""
    tried = state.copy()
    tried.plot.rolled = ["eagle"] * eagles + ["target"] * targets
    tried.plot.stage, tried.options = ROLLED, None
    ruleset.legal(tried)
    if tried.outcome:
        return "won"
    return "detected" if tried.conspirators["kordt"].location == "prison" else "failed"


def attempt(seat: Any, suspicion: str, support: int) -> Any:
    everybody = {
        "kordt": {**MUNICH, "cards": ["hidden-bomb"], "suspicion": suspicion},
        "oster": {"location": "hannover"},
    }
    table = seat(conspirators=everybody, leaders=THERE, choices={"difficulty": "easy"}, military_support=support)
    push(table.state, table.ruleset.engine.of("plot", "hidden-bomb")[0], "kordt")
    table.state.options = None
    assert table.legal[-1] == "roll 1"
    table.state.options = None
    return table


def chance_of_success(dice: int, limit: int, support: int) -> float:
    """Of each six faces one is an eagle and two are targets: a sum over all counts of both."""
    return sum(
        comb(dice, e) * comb(dice - e, t) * (1 / 6) ** e * (2 / 6) ** t * (3 / 6) ** (dice - e - t)
        for e in range(min(limit, dice + 1))
        for t in range(support, dice - e + 1)
    )


@pytest.mark.parametrize(("suspicion", "limit"), list(zip(LEVELS, (3, 2, 1, 1), strict=True)))
def test_the_odds_of_a_plot_are_what_the_dice_say(seat: Any, suspicion: str, limit: int) -> None:
    """For one to ten dice at each support: the rolls that the engine lets win weigh what they should."""
    for support in range(2, 8):
        table = attempt(seat, suspicion, support)
        won = {
            (e, t): verdict(table.ruleset, table.state, e, t) == "won"
            for e, t in product(range(11), range(11))
            if e + t <= 10
        }
        for dice in range(1, 11):
            weight = sum(
                comb(dice, e) * comb(dice - e, t) * 2**t * 3 ** (dice - e - t)
                for (e, t), is_won in won.items()
                if is_won and e + t <= dice
            )
            assert weight / 6**dice == pytest.approx(chance_of_success(dice, limit, support))


@pytest.mark.parametrize(
    ("dice", "suspicion", "limit", "support"), [(4, "medium", 2, 2), (10, "low", 3, 3), (1, "high", 1, 2)]
)
def test_thousands_of_attempts_succeed_as_often_as_they_should(
    seat: Any, dice: int, suspicion: str, limit: int, support: int
) -> None:
    table = attempt(seat, suspicion, support)
    table.state.plot.dice = dice - 1
    games, won, expected = 3_000, 0, chance_of_success(dice, limit, support)
    for _ in range(games):
        tried = table.state.copy()
        assert table.ruleset.advance(tried, f"roll {dice}") is None
        table.state.chance = tried.chance
        won += tried.outcome is not None and tried.outcome[0] == "victory"
    assert abs(won / games - expected) <= 4 * sqrt(max(expected * (1 - expected), 1e-9) / games)
