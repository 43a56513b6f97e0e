"""What the cards of Resist! do, each played once from its row."""

from collections.abc import Callable
from typing import Any

import pytest

from rules_engine.ruleset import Ruleset

Lay = Callable[..., Any]
BRIDGE, BORDER, VILLA = "destroy-the-railroad-bridge", "cross-the-border", "attack-the-commanders-villa"
STRONG = ["roberto", "nicolas", "ramona", "carlos", "juana", "marcelino"]
REVEAL = [f"play {code} revealed" for code in STRONG]


def complete(lay: Lay, mission: str, enemies: Any = (), others: Any = None, **given: Any) -> Any:
    """A table at which everybody was revealed and the mission was completed."""
    missions = {mission: list(enemies), **(others or {BORDER: [], BRIDGE: []})}
    given.setdefault("hand", [*STRONG, *given.pop("also", [])])
    table = lay(missions=missions, **given).do(f"choose {mission}")
    for code in list(table.sees("hand")):
        if code in STRONG:
            table.do(f"play {code} revealed")
    return table.do(f"defeat {mission}")


def defences(table: Any, mission: str) -> dict[str, int]:
    (place,) = [p for p in table.sees("missions") if p["mission"] == mission]
    return {enemy["enemy"]: enemy["defence"] for enemy in place["enemies"] if enemy}


@pytest.mark.parametrize(("hidden", "attack"), [(True, 1 + 4 + 4), (False, 2 + 4 + 4)])
def test_abel_counts_revealed_maquis_or_dead_civilians(lay: Lay, hidden: bool, attack: int) -> None:
    side = "hidden" if hidden else "revealed"
    table = lay(hand=["abel", "roberto", "nicolas"], graveyard=["civilian-1", "civilian-3"]).do(f"choose {BRIDGE}")
    table.do(f"play abel {side} use", "play roberto revealed", "play nicolas revealed")
    assert table.sees("attack") == attack + (2 if hidden else 1 + 3)


def test_adela_moves_an_enemy_and_it_stays_face_up(lay: Lay) -> None:
    table = lay(hand=["adela"], missions={BRIDGE: ["guard-1", "grunt-1"], BORDER: ["jailor-2"]})
    table.do(f"choose {BRIDGE}", "play adela hidden use", f"move guard-1 to {BORDER}")
    assert (table.at(BRIDGE), table.at(BORDER)) == (["grunt-1"], [None, "guard-1"])


@pytest.mark.parametrize("maquis", ["adela", "soledad"])
def test_all_counter_guerrillas_here_are_discarded(lay: Lay, maquis: str) -> None:
    here = ["counter-guerrilla-1", "guard-1", "counter-guerrilla-4"]
    table = lay(hand=[maquis], missions={BRIDGE: here, BORDER: ["counter-guerrilla-2"]})
    table.do(f"choose {BRIDGE}", f"play {maquis} revealed use")
    assert table.at(BRIDGE) == ["guard-1"]
    assert len(table.at(BORDER)) == 1


def test_an_action_against_enemies_here_needs_enemies(lay: Lay) -> None:
    table = lay(hand=["anastasio", "paquita", "consuelo"], missions={BRIDGE: ["guard-1"], BORDER: []})
    table.do(f"choose {BRIDGE}")
    assert table.refused("play paquita revealed use") == "action-in-full", "she discards two"
    table.do("play anastasio hidden use")
    assert table.refused("play consuelo revealed use") == "action-in-full"
    assert table.refused("play paquita hidden use") == "action-fits-phase"


def test_paquita_discards_two(lay: Lay) -> None:
    table = lay(hand=["paquita"], missions={BRIDGE: ["guard-1", "guard-2", "jailor-2"], BORDER: []})
    table.do(f"choose {BRIDGE}", "play paquita revealed use")
    table.do(f"discard guard-2 from {BRIDGE}", f"discard guard-1 from {BRIDGE}")
    assert table.at(BRIDGE) == ["jailor-2"]


def test_consuelo_gains_the_defence_as_it_is_now(lay: Lay) -> None:
    table = lay(hand=["consuelo"], missions={BRIDGE: ["military-2", "engineer-2"], BORDER: []})
    table.do(f"choose {BRIDGE}", "play consuelo revealed use", f"discard military-2 from {BRIDGE}")
    assert table.sees("attack") == 2 + 1


def test_domingo_and_pilar_flip_one_or_two_and_discard_one_of_those(lay: Lay) -> None:
    table = lay(hand=["pilar"], missions={BRIDGE: ["guard-1", "jailor-2", "grunt-1"], BORDER: ["guard-2"]})
    table.do("play pilar hidden use")
    assert table.legal == [f"flip 1 at {BRIDGE}", f"flip 2 at {BRIDGE}", f"flip 1 at {BORDER}"]
    table.do(f"flip 2 at {BRIDGE}")
    assert table.legal == ["discard guard-1", "discard jailor-2"]
    table.do("discard jailor-2")
    assert table.at(BRIDGE) == ["guard-1", None]
    assert table.sees("enemy-discard") == ["jailor-2"]


@pytest.mark.parametrize("action", ["domingo revealed", "jacinto hidden", "juana hidden"])
def test_three_cards_are_looked_at_any_discarded_and_the_rest_ordered(lay: Lay, action: str) -> None:
    code = action.split()[0]
    table = lay(hand=[code], hidden=["abel", "spy", "celia", "pilar"]).do(f"play {action} use")
    assert table.legal == ["discard abel", "discard spy", "discard celia", "keep"]
    table.do("discard spy", "keep", "put abel on hidden")
    assert table.pile("hidden") == ["celia", "abel", "pilar"]
    assert table.sees("hidden-discard") == ["spy"]


def test_emilio_copies_a_hidden_action_that_fits_the_phase(lay: Lay) -> None:
    table = lay(hand=["emilio", "abel", "paquita", "roberto"], missions={BRIDGE: ["guard-1"], BORDER: ["guard-2"]})
    assert table.refused("play emilio hidden use") == "action-in-full"
    table.do("play paquita hidden use", f"flip all at {BORDER}", f"choose {BRIDGE}")
    assert table.refused("play emilio hidden use") == "action-in-full", "Paquita's action is for planning"
    table.do("play abel hidden use", "play roberto revealed", "play emilio hidden use")
    assert table.sees("attack") == 1 + (1 + 1) + 4 + (0 + 1)


def test_emilio_chooses_whom_to_copy(lay: Lay) -> None:
    table = lay(hand=["emilio", "manuela", "marcelino"], hidden=["spy", "spy", "abel", "celia"])
    table.do("play manuela hidden use", "play marcelino hidden use", "play emilio hidden use")
    assert table.legal == ["copy manuela", "copy marcelino"]
    table.do("copy marcelino")
    assert table.sees("hand") == ["spy", "spy", "abel"]


def test_jacinto_discards_a_maquis_to_draw_two(lay: Lay) -> None:
    table = lay(hand=["jacinto", "spy"], hidden=["abel", "celia"])
    assert table.refused("play jacinto revealed use") == "action-in-full"
    table = lay(hand=["jacinto", "pilar", "spy"], hidden=["abel", "celia"]).do("play jacinto revealed use")
    assert table.sees("hand") == ["spy", "abel", "celia"]


def test_marcelino_counts_the_others_on_both_sides(lay: Lay) -> None:
    table = lay(hand=["marcelino", "benigno", "roberto"]).do(f"choose {BRIDGE}", "play marcelino revealed use")
    table.do("play benigno hidden", "play roberto revealed")
    assert table.sees("attack") == 2 + 2 + 2 + 4


def test_ramona_puts_recruits_under_the_deck(lay: Lay) -> None:
    table = lay(hand=["ramona"], recruit=["abel", "celia", "juana", "pilar"]).do("play ramona hidden use")
    table.do("put abel under recruit", "keep", "put juana on recruit")
    assert table.pile("recruit") == ["celia", "juana", "pilar", "abel"]


def test_ricardo_halves_the_mission_rounded_up(lay: Lay) -> None:
    table = lay(hand=["ricardo"], missions={"attack-the-police-station": [], "destroy-the-bunker": []})
    table.do("choose attack-the-police-station", "play ricardo revealed use")
    assert table.sees("missions")[0]["defence"] == 4
    table = lay(hand=["ricardo", "abel"], missions={BORDER: [], BRIDGE: []})
    table.do(f"choose {BORDER}", "play ricardo revealed use", "play abel hidden", f"defeat {BORDER}")
    assert table.sees("attack") == 3 - 2


def test_roberto_looks_at_the_enemies_to_come(lay: Lay) -> None:
    table = lay(hand=["roberto"], enemy=["guard-1", "jailor-2", "grunt-1", "guard-2"])
    table.do("play roberto hidden use", "discard guard-1", "keep", "put jailor-2 on enemy")
    assert table.pile("enemy") == ["grunt-1", "jailor-2", "guard-2"]


def test_pilar_ignores_what_the_mission_does(lay: Lay) -> None:
    crossroads = "defend-the-crossroads"
    table = lay(hand=["pilar", "abel"], missions={crossroads: [], BORDER: []})
    table.do("play pilar revealed use", f"choose {crossroads}")
    assert table.sees("played-revealed") == ["pilar"]
    table = lay(hand=["pilar", *STRONG], missions={VILLA: ["jailor-2"], BORDER: []})
    table.do("play pilar revealed use", f"choose {VILLA}", *REVEAL, f"defeat {VILLA}")
    assert table.sees("graveyard") == []


def test_pilar_ignores_a_limit_to_revealing_but_no_enemies(lay: Lay) -> None:
    depot = "steal-supplies-from-the-train-depot"
    table = lay(hand=["pilar", "roberto"], missions={depot: ["guard-1"], BORDER: []})
    table.do("play pilar revealed use", f"choose {depot}", "play roberto revealed")
    assert table.refused(f"defeat {depot}") == "guards-first"


def test_barracks_put_an_enemy_onto_every_other_mission(lay: Lay) -> None:
    table = complete(lay, "destroy-the-barracks")
    assert [len(place["enemies"]) for place in table.sees("missions")] == [0, 1, 1, 0]
    assert table.at(BORDER) == [None]


@pytest.mark.parametrize(("mission", "cards"), [(BORDER, 4), ("attack-francoists-in-the-valley", 6)])
def test_missions_change_the_next_hand_once(lay: Lay, mission: str, cards: int) -> None:
    others = {"destroy-the-barracks": [], "recon-the-mountain-pass": []}
    deck = ["abel", "celia", "pilar", "domingo", "manuel", "manuela", "paquita"]
    table = complete(lay, mission, others=others, hidden=deck).do("stop", "continue")
    assert len(table.sees("hand")) == cards
    assert table.ruleset.engine.counted(table.state, "draw-change") == 0


def test_the_pass_flips_another_mission(lay: Lay) -> None:
    others = {BORDER: ["guard-1"], BRIDGE: ["guard-2"]}
    table = complete(lay, "recon-the-mountain-pass", others=others)
    table.do(f"flip all at {BRIDGE}")
    assert (table.at(BORDER), table.at(BRIDGE)) == ([None], ["guard-2"])


def test_the_bridge_discards_an_enemy_elsewhere_also_an_unknown_one(lay: Lay) -> None:
    table = complete(lay, BRIDGE, others={BORDER: ["guard-1", "guard-2"], VILLA: ["jailor-2"]})
    assert table.legal == [f"discard face-down from {BORDER}", f"discard face-down from {VILLA}"]
    table.do(f"discard face-down from {VILLA}")
    assert table.sees("enemy-discard") == ["jailor-2"]


def test_the_officer_removes_a_spy_from_hand(lay: Lay) -> None:
    table = complete(lay, "intercept-the-commanding-officer", also=["spy", "spy"])
    assert (table.sees("hand"), table.sees("removed")) == (["spy"], ["spy"])


def test_headquarters_cost_civilians_for_every_enemy_that_stands(lay: Lay) -> None:
    deck = ["civilian-1", "civilian-0", "civilian-1", "civilian-1"]
    table = complete(lay, VILLA, ["jailor-2", "jailor-3"], civilian=deck)
    assert table.sees("graveyard") == ["civilian-1"], "the card without civilians was shuffled back, not replaced"
    assert sorted(table.pile("civilian")) == ["civilian-0", "civilian-1", "civilian-1"]


def test_the_bunker_takes_a_maquis_when_it_is_chosen(lay: Lay) -> None:
    table = lay(hand=["abel", "celia", "spy"], missions={"destroy-the-bunker": [], BORDER: []})
    table.do("choose destroy-the-bunker")
    assert table.legal == ["discard abel from hand", "discard celia from hand"]
    table.do("discard abel from hand")
    assert table.sees("hidden-discard") == ["abel"]
    lone = lay(hand=["spy"], missions={"destroy-the-bunker": [], BORDER: []}).do("choose destroy-the-bunker")
    assert lone.sees("hand") == ["spy"]


def test_the_convoy_discards_one_enemy_from_each_other_mission(lay: Lay) -> None:
    others = {BORDER: ["guard-1", "guard-2"], VILLA: [], BRIDGE: ["jailor-2"]}
    table = complete(lay, "destroy-the-supply-convoy", others=others)
    assert [len(place["enemies"]) for place in table.sees("missions")] == [0, 1, 0, 0]


def test_the_caves_add_a_spy_while_there_is_one(lay: Lay) -> None:
    table = complete(lay, "retreat-to-the-caves", spy_supply=["spy"])
    assert (table.sees("hidden-discard"), table.sees("decks")["spy-supply"]) == (["spy"], 0)
    table = complete(lay, "retreat-to-the-caves", spy_supply=[])
    assert table.sees("hidden-discard") == []


@pytest.mark.parametrize(
    ("mission", "most"), [("steal-supplies-from-the-train-depot", 0), ("destroy-the-train-depot", 1)]
)
def test_depots_limit_revealing_in_the_attack_phase_only(lay: Lay, mission: str, most: int) -> None:
    table = lay(hand=["roberto", "nicolas", "ramona"], missions={mission: [], BORDER: []})
    table.do("play roberto revealed", f"choose {mission}")
    if most:
        table.do("play nicolas revealed")
    assert table.refused("play ramona revealed use") == "effect-defend"
    assert table.refused("play ramona revealed") == "effect-defend"


def test_the_farmhouse_costs_a_hidden_maquis(lay: Lay) -> None:
    farmhouse = "defend-the-farmhouse"
    table = lay(hand=["abel", *STRONG], missions={farmhouse: [], BORDER: []})
    table.do("play abel hidden", f"choose {farmhouse}", *REVEAL, f"defeat {farmhouse}")
    assert table.sees("removed") == ["abel"]


def test_the_crossroads_send_back_whoever_is_in_play(lay: Lay) -> None:
    table = lay(hand=["abel", "roberto", "celia"], missions={"defend-the-crossroads": [], BORDER: []})
    table.do("play abel hidden", "play roberto revealed", "choose defend-the-crossroads")
    assert sorted(table.sees("hidden-discard")) == ["abel", "roberto"]
    assert table.sees("attack") == 0


def test_the_police_station_keeps_spies_on_the_deck(lay: Lay) -> None:
    deck = ["abel", "spy", "celia", "pilar"]
    table = complete(lay, "attack-the-police-station", hidden=deck)
    assert table.pile("hidden") == ["spy", "pilar"]
    assert sorted(table.sees("hidden-discard")) == ["abel", "celia"]


def test_the_mayor_strengthens_every_enemy_until_the_mission_is_done(lay: Lay) -> None:
    mayor = "attack-the-mayors-house"
    table = lay(hand=STRONG, missions={mayor: ["engineer-2", "military-2"], BORDER: []})
    table.do(f"choose {mayor}")
    assert defences(table, mayor) == {"engineer-2": 3, "military-2": 4}
    table.do(*REVEAL, f"defeat {mayor}")
    here = table.sees("missions")[0]["enemies"]
    assert [enemy["defence"] for enemy in here] == [2, 3]


def test_engineers_add_up_on_others_and_never_on_engineers(lay: Lay) -> None:
    table = lay(hand=STRONG, missions={BRIDGE: ["engineer-2", "engineer-3", "guard-1"], BORDER: []})
    table.do(f"choose {BRIDGE}")
    assert defences(table, BRIDGE) == {"engineer-2": 2, "engineer-3": 3, "guard-1": 3}
    table.do(*REVEAL, "defeat engineer-3")
    assert defences(table, BRIDGE) == {"engineer-2": 2, "guard-1": 2}


def test_benignos_reduction_ends_with_the_round(lay: Lay) -> None:
    table = lay(hand=["benigno"], missions={BORDER: ["military-3"], VILLA: ["military-4"], BRIDGE: []})
    table.do(f"choose {BORDER}", "play benigno revealed use")
    assert defences(table, BORDER) == {"military-3": 2}
    table.do("stop", "continue", f"choose {VILLA}")
    assert defences(table, VILLA) == {"military-4": 4}


@pytest.mark.parametrize(
    ("enemy", "pile", "cards"),
    [("counter-guerrilla-1", "graveyard", ["civilian-2"]), ("spy-master-2", "hidden-discard", ["spy"])],
)
def test_survivors_take_their_toll(lay: Lay, enemy: str, pile: str, cards: list[str]) -> None:
    table = lay(hand=["adolfo"], civilian=["civilian-2"], missions={BRIDGE: [enemy], BORDER: []})
    table.do(f"choose {BRIDGE}", "play adolfo hidden", "stop")
    assert table.sees(pile) == cards
    assert table.sees("enemy-discard") == [enemy]


def test_soldiers_and_radio_operators_that_survive(lay: Lay) -> None:
    table = lay(hand=["adolfo"], missions={BRIDGE: ["military-1", "radio-operator-2"], BORDER: []})
    table.do(f"choose {BRIDGE}", "play adolfo hidden", "stop")
    assert table.legal == ["resolve military-1", "resolve radio-operator-2"]
    table.do("resolve radio-operator-2")
    assert table.sees("removed") == ["adolfo"]
    assert table.at(BORDER) == [None]


def test_every_effect_row_has_its_program(resist: Ruleset) -> None:
    assert resist.not_executable == ()
    cards: Any = resist.engine
    noted = {code for code, count in zip(cards.layout.codes, cards.attributes["standing"], strict=True) if count}
    played = {key[0] for key in cards.programs if isinstance(key, tuple)}
    assert {effect.owner[1] for effect in resist.effects.values()} == noted | played
