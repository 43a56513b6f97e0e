"""Every question that the Czech rulebook of Resist! answers at its end, as play."""

from collections.abc import Callable
from typing import Any

import pytest

from rules_engine.ruleset import Ruleset

Lay = Callable[..., Any]
BRIDGE, BORDER = "destroy-the-railroad-bridge", "cross-the-border"


def test_a_deck_that_runs_out_is_made_anew_of_its_discards(lay: Lay) -> None:
    table = lay(hand=["carlos"], hidden=["abel"], hidden_discard=["celia", "juana"])
    table.do("play carlos revealed use")
    assert table.sees("hand")[0] == "abel"
    assert set(table.sees("hand")) < {"abel", "celia", "juana"}
    assert len(table.sees("hand")) == 2
    assert table.sees("hidden-discard") == []
    assert table.sees("decks")["hidden-deck"] == 1


def test_looking_goes_on_with_the_new_deck_too(lay: Lay) -> None:
    table = lay(hand=["jacinto"], hidden=["abel"], hidden_discard=["celia", "juana", "pilar"])
    table.do("play jacinto hidden use")
    assert len(table.sees("looking-at")) == 3
    assert table.sees("looking-at")[0] == "abel"
    assert table.sees("decks")["hidden-deck"] == 1


def test_without_discards_one_takes_what_there_is(lay: Lay) -> None:
    table = lay(hand=["carlos", "juana"], hidden=["abel"], hidden_discard=[])
    table.do("play carlos revealed use")
    assert table.sees("hand") == ["juana", "abel"]
    table.do("play juana hidden use")
    assert table.sees("looking-at") == []


def test_a_discarded_maquis_or_spy_goes_to_the_hidden_discard_pile(lay: Lay) -> None:
    table = lay(hand=["jacinto", "abel", "celia", "spy"])
    table.do("play jacinto revealed use", "discard abel from hand", "play celia hidden use")
    assert table.sees("hidden-discard") == ["abel", "spy"]


def test_a_discarded_enemy_is_not_defeated(lay: Lay) -> None:
    table = lay(hand=["anastasio"], missions={BRIDGE: ["jailor-2", "guard-1"], BORDER: []})
    recruits = table.sees("decks")["recruit-deck"]
    table.do(f"choose {BRIDGE}", "play anastasio revealed use", f"discard jailor-2 from {BRIDGE}")
    assert table.sees("enemy-discard") == ["jailor-2"]
    assert table.sees("decks")["recruit-deck"] == recruits
    assert table.sees("hidden-discard") == []


def test_a_defeated_jailor_gives_a_recruit(lay: Lay) -> None:
    table = lay(hand=["anastasio"], recruit=["abel", "celia"], missions={BRIDGE: ["jailor-2"], BORDER: []})
    table.do(f"choose {BRIDGE}", "play anastasio revealed", "defeat jailor-2")
    assert table.sees("hidden-discard") == ["abel"]


def test_who_is_protected_from_defeat_can_be_discarded(lay: Lay) -> None:
    table = lay(hand=["anastasio"], missions={BRIDGE: ["grunt-1", "military-1"], BORDER: []})
    table.do(f"choose {BRIDGE}", "play anastasio revealed use", f"discard military-1 from {BRIDGE}")
    assert table.sees("enemy-discard") == ["military-1"]
    table = lay(hand=["anastasio"], missions={BRIDGE: ["grunt-1", "military-1"], BORDER: []})
    table.do(f"choose {BRIDGE}", "play anastasio revealed")
    assert table.refused("defeat military-1") == "grunts-first"


def test_a_removed_card_is_on_no_discard_pile(lay: Lay) -> None:
    table = lay(hand=["manuel", "spy"])
    table.do("play manuel revealed use")
    assert table.sees("removed") == ["spy"]
    assert table.sees("hand") == table.sees("hidden-discard") == []


def test_only_cards_in_the_play_area_are_in_play(lay: Lay) -> None:
    table = lay(hand=["marcelino", "spy"], hidden_discard=["abel", "celia"], revealed_discard=["juana"])
    table.do(f"choose {BRIDGE}", "play marcelino revealed use")
    assert table.sees("attack") == 2


def test_only_maquis_in_the_play_area_are_revealed(lay: Lay) -> None:
    table = lay(hand=["abel", "roberto", "spy"], revealed_discard=["juana", "celia"])
    table.do(f"choose {BRIDGE}", "play abel hidden use", "play roberto hidden")
    assert table.sees("attack") == 1 + 2


def test_a_drawn_maquis_must_be_played_in_the_same_round(lay: Lay) -> None:
    table = lay(hand=["nicolas"], hidden=["abel"], hidden_discard=["celia"])
    table.do(f"choose {BRIDGE}", "play nicolas hidden use")
    assert table.legal == ["play abel hidden", "play abel hidden use", "play abel revealed", "play abel revealed use"]
    assert table.refused("stop") == "play-everything"
    assert table.refused("defeat destroy-the-railroad-bridge") == "play-everything"


def test_recruits_come_by_four_ways_only(resist: Ruleset) -> None:
    touching = {
        (
            effect.owner[1].rpartition("-")[0] if effect.owner[1][-1].isdigit() else effect.owner[1],
            str(effect.line.trigger),
        )
        for effect in resist.effects.values()
        if "recruit" in str(effect.line).replace("under recruit", "").replace("rest on recruit", "")
    }
    assert touching == {
        ("jailor", "defeat"),
        ("jailbreak-at-the-prison", "defeat"),
        ("antonio", "revealed plan-attack"),
        ("ramona", "revealed attack"),
        ("ramona", "hidden plan"),
    }, "Ramona's hidden action only looks at them"


def test_recruits_join_by_each_of_the_four_ways(lay: Lay) -> None:
    table = lay(hand=["antonio"], recruit=["abel", "celia", "juana", "pilar"])
    table.do("play antonio revealed use", "put celia on hidden", "put juana on recruit")
    assert table.pile("hidden")[0] == "celia"
    assert table.pile("recruit") == ["abel", "juana", "pilar"]
    table = lay(hand=["ramona"], recruit=["abel", "celia"])
    table.do(f"choose {BRIDGE}", "play ramona revealed use")
    assert table.sees("hand") == ["abel"]
    prison = "jailbreak-at-the-prison"
    table = lay(hand=["roberto", "nicolas"], recruit=["abel", "celia"], missions={prison: [], BORDER: []})
    table.do(f"choose {prison}", "play roberto revealed", "play nicolas revealed", f"defeat {prison}")
    assert table.sees("hidden-discard") == ["abel"]


@pytest.mark.parametrize(
    ("hand", "actions", "pile"),
    [
        (["celia"], ["play celia revealed use", "take abel from revealed-discard"], "hand"),
        (["juana"], ["play juana revealed use", "take abel from revealed-discard"], "hidden"),
    ],
)
def test_revealed_maquis_come_back_by_cards_that_say_so(lay: Lay, hand: Any, actions: Any, pile: str) -> None:
    table = lay(hand=hand, revealed_discard=["abel", "pilar"]).do(*actions)
    assert table.pile(pile)[0] == "abel"
    assert table.sees("revealed-discard") == ["pilar"]


def test_the_farmhouse_brings_one_back_too(lay: Lay) -> None:
    farmhouse = "take-back-the-farmhouse"
    table = lay(hand=["roberto", "nicolas"], revealed_discard=["abel", "pilar"], missions={farmhouse: [], BORDER: []})
    table.do(f"choose {farmhouse}", "play roberto revealed", "play nicolas revealed", f"defeat {farmhouse}")
    table.do("take pilar from revealed-discard")
    assert table.sees("hidden-discard") == ["pilar"]


def test_a_mission_can_be_completed_with_enemies_standing(lay: Lay) -> None:
    table = lay(hand=["roberto"], missions={BORDER: ["counter-guerrilla-4", "counter-guerrilla-3"], BRIDGE: []})
    table.do(f"choose {BORDER}", "play roberto revealed", f"defeat {BORDER}", "stop")
    assert table.sees("completed") == [BORDER]
    assert sorted(table.sees("enemy-discard")) == ["counter-guerrilla-3", "counter-guerrilla-4"]


def test_enemies_can_be_defeated_without_completing_the_mission(lay: Lay) -> None:
    table = lay(hand=["roberto"], missions={BORDER: ["military-3"], BRIDGE: []})
    table.do(f"choose {BORDER}", "play roberto revealed", "defeat military-3", "stop")
    assert table.sees("failed") == [BORDER]


def test_the_attack_of_both_phases_is_pooled(lay: Lay) -> None:
    table = lay(hand=["paquita", "roberto", "sagrario"], missions={BRIDGE: ["military-4", "grunt-1"], BORDER: []})
    table.do("play paquita hidden use", f"choose {BRIDGE}", "play roberto revealed", "play sagrario hidden")
    assert table.sees("attack") == 1 + 4 + 2
    table.do("defeat grunt-1", "defeat military-4")
    assert table.sees("attack") == 2


def test_a_mission_may_hold_more_enemies_than_its_garrison(lay: Lay, resist: Ruleset) -> None:
    missions = {BRIDGE: ["radio-operator-2", "radio-operator-3"], BORDER: ["guard-1", "guard-2", "grunt-1", "grunt-2"]}
    table = lay(hand=["spy", "celia"], missions=missions)
    table.do(f"choose {BRIDGE}", "play celia hidden", "stop")
    assert len(table.at(BORDER)) == 6 > resist.number(f"mission:{BORDER}", "garrison")


def test_engineers_come_before_benigno(lay: Lay) -> None:
    """A Guard of 1 is raised to 2 by the Engineer, so that Benigno lowers it; alone it would stay as it is."""
    table = lay(hand=["benigno"], missions={BRIDGE: ["engineer-2", "guard-1", "grunt-1"], BORDER: []})
    table.do(f"choose {BRIDGE}", "play benigno revealed use")
    shown = {enemy["enemy"]: enemy["defence"] for enemy in table.sees("missions")[0]["enemies"]}
    assert shown == {"engineer-2": 1, "guard-1": 1, "grunt-1": 1}
    table = lay(hand=["benigno"], missions={BRIDGE: ["jailor-2", "guard-1", "grunt-1"], BORDER: []})
    table.do(f"choose {BRIDGE}", "play benigno revealed use")
    shown = {enemy["enemy"]: enemy["defence"] for enemy in table.sees("missions")[0]["enemies"]}
    assert shown == {"jailor-2": 1, "guard-1": 1, "grunt-1": 1}


@pytest.mark.parametrize("maquis", ["antonio", "celia"])
def test_an_action_that_discards_a_spy_needs_one(lay: Lay, maquis: str) -> None:
    table = lay(hand=[maquis, "abel"])
    assert table.refused(f"play {maquis} hidden use") == "action-in-full"
    table = lay(hand=[maquis, "spy"], hidden=["abel"])
    table.do(f"play {maquis} hidden use")
    assert table.sees("hand") == ["abel"]
    assert table.sees("hidden-discard") == ["spy"]


def test_cards_that_ran_out_do_not_forbid_an_action(lay: Lay) -> None:
    table = lay(hand=["antonio", "spy"], hidden=[], hidden_discard=[])
    table.do("play antonio hidden use")
    assert table.sees("hand") == ["spy"], "the Spy that was discarded is the only card to draw"
