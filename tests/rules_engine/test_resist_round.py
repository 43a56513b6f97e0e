"""Set-up, the phases of a round, the ways a game ends, and the score."""

from collections.abc import Callable
from typing import Any

import pytest

from rules_engine.from_rows import happenings
from rules_engine.game import Result
from rules_engine.players import at_random, play_game
from rules_engine.ruleset import Ruleset

Lay = Callable[..., Any]
BRIDGE, BORDER, VILLA = "destroy-the-railroad-bridge", "cross-the-border", "attack-the-commanders-villa"


def zones(resist: Ruleset, state: Any) -> dict[str, Any]:
    """All cards of the table, of copies their code."""
    saved = resist.save(state)["zones"]
    return {zone: [code.partition("/")[0] if isinstance(code, str) else code for code in saved[zone]] for zone in saved}


def of_deck(resist: Ruleset, state: Any, deck: str) -> int:
    codes = {card.code for card in resist.cards if card.deck == deck}
    lying = zones(resist, state)
    return sum(code in codes for code in lying["hidden"] + lying["hand"])


def test_set_up_deals_what_the_facts_say(resist: Ruleset) -> None:
    state = resist.start(seed=7)
    saved = zones(resist, state)
    assert of_deck(resist, state, "maquis") == resist.number("deck:hidden", "maquis-at-start")
    assert of_deck(resist, state, "spy") == resist.number("deck:spy", "start-in-hidden-deck")
    assert len(saved["hand"]) == resist.number("hand", "size")
    assert len(saved["recruit"]) == 12
    assert len(saved["spy-supply"]) == 3
    assert len(saved["civilian"]) == 8
    missions = [code for offer in saved["offer"] for code in offer] + saved["mission"][::-1]
    eras = [resist.fact(f"mission:{code}", "era") for code in missions]
    assert eras == ["1"] * 4 + ["2"] * 3 + ["3"] * 3
    for (mission,), enemies in zip(saved["offer"], saved["garrison"], strict=True):
        assert len(enemies) == resist.number(f"mission:{mission}", "garrison")
        assert set(enemies) <= set(resist.save(state)["down"])


def test_maquis_can_be_divided_by_choice(resist: Ruleset) -> None:
    state = resist.start(seed=7, options={"maquis": "chosen"})
    chosen = []
    while resist.view(state)["step"] == "draft":
        assert len(resist.legal(state)) == 2
        chosen.append(resist.legal(state)[1].removeprefix("enlist "))
        assert resist.advance(state, resist.legal(state)[1]) is None
    saved = zones(resist, state)
    assert len(chosen) == 12
    assert {code for code in saved["hidden"] + saved["hand"] if code != "spy"} == set(chosen)
    assert len(saved["hand"]) == 5


@pytest.mark.parametrize(
    ("arguments", "sentence"),
    [
        ({"players": 2}, "is played by 1, not by 2"),
        ({"options": {"maquis": "bought"}}, "there are maquis=random, maquis=chosen"),
        ({"options": {"colour": "red"}}, "no option colour"),
    ],
)
def test_a_start_that_the_game_does_not_have_is_refused(resist: Ruleset, arguments: Any, sentence: str) -> None:
    with pytest.raises(ValueError, match=sentence):
        resist.start(**arguments)


def test_planning_may_be_left_out_and_the_rest_is_played_in_the_attack_phase(lay: Lay) -> None:
    table = lay(hand=["paquita", "roberto", "spy"], missions={BRIDGE: ["guard-1"], BORDER: ["jailor-2"]})
    table.do(f"choose {BRIDGE}")
    assert table.at(BRIDGE) == ["guard-1"]
    assert table.at(BORDER) == [None]
    assert table.refused("play paquita hidden use") == "action-fits-phase"
    assert table.refused("play spy hidden") == "play-no-keeping"
    table.do("play paquita hidden", "play roberto hidden")
    assert table.sees("step") == "defeat"


def test_looking_at_a_mission_does_not_oblige(lay: Lay) -> None:
    table = lay(hand=["paquita"], missions={BRIDGE: ["guard-1"], BORDER: ["jailor-2"]})
    table.do("play paquita hidden use", f"flip all at {BRIDGE}", f"choose {BORDER}")
    assert table.at(BORDER) == ["jailor-2"]


def test_a_hand_without_maquis_goes_straight_to_the_targets(lay: Lay) -> None:
    table = lay(hand=["spy"], missions={BRIDGE: ["guard-1"], BORDER: []}).do(f"choose {BRIDGE}")
    assert table.legal == ["stop"]


def test_attack_left_over_is_lost(lay: Lay) -> None:
    table = lay(hand=["roberto"], missions={BORDER: [], BRIDGE: [], VILLA: []})
    table.do(f"choose {BORDER}", "play roberto revealed", f"defeat {BORDER}")
    assert table.sees("attack") == 1
    table.do("stop")
    assert table.sees("attack") == 0


def test_a_target_that_costs_too_much_is_refused(lay: Lay) -> None:
    table = lay(hand=["roberto"], missions={BRIDGE: [], BORDER: []})
    table.do(f"choose {BRIDGE}", "play roberto revealed")
    assert table.refused(f"defeat {BRIDGE}") == "attack-spend"
    assert table.refused(f"defeat {BORDER}") == "attack-choose-targets"
    assert table.refused("end") == "end-or-continue"
    assert table.refused(f"choose {BORDER}") == "plan-choose-mission"
    assert table.refused("dance") == "attack-choose-targets"


def test_a_completed_mission_is_replaced_with_its_garrison(lay: Lay, resist: Ruleset) -> None:
    table = lay(hand=["roberto"], missions={BORDER: [], BRIDGE: []}, mission=["defend-the-crossroads"])
    table.do(f"choose {BORDER}", "play roberto revealed", f"defeat {BORDER}", "stop")
    new = table.sees("missions")[0]
    assert new["mission"] == "defend-the-crossroads"
    assert new["enemies"] == [None] * resist.number("mission:defend-the-crossroads", "garrison")
    assert (new["is-chosen"], new["defends"]) == (False, False)  # nothing of the old mission holds for the new one
    assert new["defence"] == resist.number("mission:defend-the-crossroads", "defence")


def test_an_empty_mission_deck_gives_no_replacement(lay: Lay) -> None:
    table = lay(hand=["roberto"], missions={BORDER: [], BRIDGE: []}, mission=[])
    table.do(f"choose {BORDER}", "play roberto revealed", f"defeat {BORDER}", "stop")
    assert [place["mission"] for place in table.sees("missions")] == [None, BRIDGE, None, None]
    table.do("continue")
    assert not any(action == f"choose {BORDER}" for action in table.legal)


def test_the_enemy_deck_is_made_anew_for_a_garrison(lay: Lay) -> None:
    given = {"enemy": ["guard-1"], "mission": ["defend-the-crossroads"]}
    table = lay(hand=["roberto"], missions={BORDER: [], BRIDGE: []}, **given)
    table.do(f"choose {BORDER}", "play roberto revealed", f"defeat {BORDER}", "stop")
    assert len(table.sees("missions")[0]["enemies"]) == 4
    assert table.sees("enemy-discard") == []


def test_a_failed_mission_is_not_replaced_and_the_second_one_loses(lay: Lay) -> None:
    table = lay(hand=["abel"], missions={BRIDGE: [], BORDER: [], VILLA: []})
    table.do(f"choose {BRIDGE}", "play abel hidden", "stop")
    assert table.sees("failed") == [BRIDGE]
    table.do("continue")
    table.do(f"choose {VILLA}")
    while table.sees("step") == "attack":
        table.do(next(action for action in table.legal if action.endswith("hidden")))
    table.do("stop")
    assert table.ruleset.result(table.state) == Result("loss", 0, "failed-missions-lose")
    assert table.legal == []
    assert table.refused("continue") == "failed-missions-lose"


def test_too_many_dead_civilians_lose_before_the_mission_counts(lay: Lay) -> None:
    given = {"graveyard": ["civilian-3"], "civilian": ["civilian-2"], "completed": [VILLA]}
    table = lay(hand=["roberto"], missions={BORDER: ["counter-guerrilla-1"], BRIDGE: []}, **given)
    table.do(f"choose {BORDER}", "play roberto revealed", f"defeat {BORDER}")
    table.do("stop")
    assert table.ruleset.result(table.state) == Result("loss", 0, "consequences-civilians")


def test_a_hand_of_spies_loses_but_an_empty_one_does_not(lay: Lay) -> None:
    for deck, outcome in ((["spy"] * 5, "only-spies-lose"), ([], None), (["spy"] * 3 + ["abel"], None)):
        table = lay(hand=["roberto"], missions={BORDER: [], BRIDGE: []}, hidden=deck, spy_supply=[])
        table.do(f"choose {BORDER}", "play roberto revealed", f"defeat {BORDER}", "stop", "continue")
        result = table.ruleset.result(table.state)
        assert (result.rule if result else None) == outcome


def test_recovery_sorts_the_cards(lay: Lay) -> None:
    table = lay(hand=["roberto", "abel", "spy"], missions={BORDER: [], BRIDGE: []}, hidden=["celia"] + ["spy"] * 4)
    table.do(f"choose {BORDER}", "play roberto revealed", "play abel hidden", f"defeat {BORDER}", "stop", "continue")
    assert table.sees("revealed-discard") == ["roberto"]
    assert table.sees("hidden-discard") == ["abel", "spy"]
    assert table.sees("hand") == ["celia", "spy", "spy", "spy"], "crossing the border costs a card"


def test_without_missions_the_resistance_must_end(lay: Lay) -> None:
    table = lay(hand=["roberto"], missions={BORDER: []}, mission=[])
    table.do(f"choose {BORDER}", "play roberto revealed", f"defeat {BORDER}", "stop")
    assert table.legal == ["end"]
    assert table.refused("continue") == "must-end"


MISSIONS = [
    "destroy-the-barracks",
    "recon-the-mountain-pass",
    "attack-francoists-in-the-valley",
    "intercept-the-commanding-officer",
    "retreat-to-the-caves",
    "steal-supplies-from-the-train-depot",
    "attack-the-police-station",
    "attack-francos-headquarters",
    "attack-the-mayors-house",
]


@pytest.mark.parametrize(
    ("completed", "points", "outcome"),
    [
        (["attack-the-police-station", "attack-francos-headquarters", VILLA], 14, "draw"),
        (["attack-the-police-station", "attack-francos-headquarters", "attack-the-mayors-house"], 15, "minor-victory"),
        (["attack-the-police-station", "attack-francos-headquarters", *MISSIONS[4:5], *MISSIONS[8:]], 19, "victory"),
        ([VILLA, *MISSIONS[4:]], 25, "major-victory"),
        (MISSIONS, 28, "epic-victory"),
    ],
)
def test_points_reach_the_row_of_the_table(lay: Lay, completed: list[str], points: int, outcome: str) -> None:
    table = lay(hand=["roberto"], missions={BORDER: [], BRIDGE: []}, completed=completed)
    table.do(f"choose {BORDER}", "play roberto revealed", f"defeat {BORDER}", "stop", "end")
    assert table.ruleset.result(table.state) == Result(
        outcome, points, "score-epic" if outcome == "epic-victory" else "score-sum"
    )


def test_no_points_have_no_row(lay: Lay) -> None:
    table = lay(hand=["abel"], missions={BORDER: [], BRIDGE: []})
    table.do(f"choose {BRIDGE}", "play abel hidden", "stop", "end")
    assert table.ruleset.result(table.state) == Result("", 0, "score-sum")


def test_random_games_end_in_many_ways(resist: Ruleset) -> None:
    player = at_random(5)
    seen = {play_game(resist, player, seed=seed).result.rule for seed in range(120)}
    assert {"score-sum", "failed-missions-lose", "consequences-civilians"} <= seen


def test_what_is_dealt_anew_is_what_the_player_could_not_know(resist: Ruleset) -> None:
    """Missions stay in their era, Spies in the deck; recruits may be anybody until the discards are shuffled in."""
    table: Any = resist.engine
    state = resist.start(seed=7)
    seen = set[tuple[str, ...]]()
    for seed in range(20):
        dealt = table.redeal(state, 0, seed)
        lying = zones(resist, dealt)
        assert [resist.fact(f"mission:{code}", "era") for code in lying["mission"]] == ["3"] * 3 + ["2"] * 3
        assert lying["hidden"].count("spy") == zones(resist, state)["hidden"].count("spy")
        assert resist.view(dealt) == resist.view(state)
        seen |= {(zone, *lying[zone]) for zone in ("mission", "recruit", "enemy", "unused-missions")}
    assert len(seen) == 4 * 20
    assert {code for zone, *codes in seen if zone == "recruit" for code in codes} > set(zones(resist, state)["recruit"])
    table.lying(state, "hidden-discard").extend(table.lying(state, "hidden"))
    table.lying(state, "hidden").clear()
    happenings.draw_top(state, 1, *(table.layout.zone_places[z].base for z in ("hidden", "hidden-discard")), "", "", "")
    known = [table.redeal(state, 0, seed) for seed in range(5)]
    assert all(sorted(table.lying(each, "recruit")) == sorted(table.lying(state, "recruit")) for each in known)
