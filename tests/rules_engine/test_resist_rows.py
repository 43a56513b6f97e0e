"""Rows decide the game: a changed row changes play, a missing or wrong one is named, and rules and code agree."""

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session, create_engine

from ingest.pipeline import Options
from rules_engine.errors import RulesetError
from rules_engine.players import make_player, play_game
from rules_engine.read import read_ruleset
from rules_engine.ruleset import Ruleset
from rules_engine.validate import validate
from rulewright.ingesting import ingest_documents
from schema.results import ValidationShape

Lay = Callable[..., Any]
BRIDGE, BORDER, VILLA = "destroy-the-railroad-bridge", "cross-the-border", "attack-the-commanders-villa"


def test_a_changed_garrison_changes_the_set_up(resist_rows: Any) -> None:
    codes = [card.code for card in resist_rows.ruleset().cards if card.deck == "mission"]
    for code in codes:
        resist_rows.state_fact(f"mission:{code}", "garrison", 1)
    ruleset = resist_rows.ruleset()
    assert [len(place["enemies"]) for place in ruleset.view(ruleset.start(seed=7))["missions"]] == [1, 1, 1, 1]


def test_a_changed_defence_changes_what_is_legal(resist_rows: Any, lay: Lay) -> None:
    for defence, is_legal in ((4, True), (5, False)):
        resist_rows.state_fact(f"mission:{BORDER}", "defence", defence)
        table = lay(resist_rows.ruleset(), hand=["roberto"])
        table.do(f"choose {BORDER}", "play roberto revealed")
        assert (f"defeat {BORDER}" in table.legal) == is_legal


def test_a_changed_attack_changes_the_total(resist_rows: Any, lay: Lay) -> None:
    resist_rows.state_fact("maquis:roberto", "attack.revealed", 7)
    table = lay(resist_rows.ruleset(), hand=["roberto"]).do(f"choose {BRIDGE}", "play roberto revealed")
    assert table.sees("attack") == 7


def test_a_changed_effect_changes_what_happens(resist_rows: Any, lay: Lay) -> None:
    resist_rows.write_effect("nicolas", "hidden plan: draw 2 hidden; remove 1 spy from hand")
    table = lay(resist_rows.ruleset(), hand=["nicolas", "spy"], hidden=["abel", "celia"])
    table.do("play nicolas hidden use")
    assert table.sees("hand") == ["abel", "celia"]
    assert table.sees("removed") == ["spy"]


def test_what_may_be_left_and_what_is_a_choice_are_decisions(resist_rows: Any, lay: Lay) -> None:
    resist_rows.write_effect("nicolas", "hidden plan: may draw 1 hidden; (recover +1 | recover -1)")
    ruleset = resist_rows.ruleset()
    for first, second, hand, change in (("draw 1 hidden", "recover +1", 1, 1), ("decline", "recover -1", 0, -1)):
        table = lay(ruleset, hand=["nicolas"], hidden=["abel", "celia"]).do("play nicolas hidden use")
        assert table.legal == ["draw 1 hidden", "decline"]
        table.do(first)
        assert table.legal == ["recover +1", "recover -1"]
        table.do(second)
        assert (len(table.sees("hand")), table.ruleset.engine.counted(table.state, "draw-change")) == (hand, change)


def test_a_bonus_leaves_the_play_area_with_its_maquis(resist_rows: Any, lay: Lay) -> None:
    resist_rows.write_effect("abel", "hidden plan: attack +1 per revealed-maquis")
    crossroads = {"defend-the-crossroads": [], BORDER: []}
    table = lay(resist_rows.ruleset(), hand=["abel", "roberto"], missions=crossroads)
    table.do("play abel hidden use", "choose defend-the-crossroads", "play roberto revealed")
    assert table.sees("attack") == 4


def test_a_defend_effect_that_happens_once_is_due_when_the_attack_begins(resist_rows: Any, lay: Lay) -> None:
    resist_rows.write_effect("guard-1", "defend: civilian 1")
    resist_rows.write_effect("grunt-1", "defend: recover -1")
    table = lay(
        resist_rows.ruleset(),
        hand=["abel"],
        civilian=["civilian-2", "civilian-1"],
        missions={BRIDGE: ["guard-1", "grunt-1"], BORDER: []},
    )
    table.do(f"choose {BRIDGE}")
    assert table.legal == ["resolve guard-1", "resolve grunt-1"]
    table.do("resolve grunt-1")
    assert table.sees("graveyard") == ["civilian-2"]
    assert table.sees("step") == "attack"


@pytest.mark.parametrize(
    ("subject", "attribute", "value", "seen"),
    [
        ("hand", "size", 3, lambda r: len(r.view(r.start(seed=7))["hand"])),
        ("deck:hidden", "maquis-at-start", 10, lambda r: r.view(r.start(seed=7))["decks"]["recruit-deck"] - 4),
        ("deck:spy", "start-in-hidden-deck", 1, lambda r: r.view(r.start(seed=7))["decks"]["spy-supply"] - 4),
        ("deck:mission", "removed.era-2", 1, lambda r: r.view(r.start(seed=7))["decks"]["mission-deck"] - 7),
        ("deck:mission", "available-at-start", 2, lambda r: len(r.view(r.start(seed=7))["missions"])),
    ],
)
def test_a_changed_fact_changes_the_set_up(
    resist_rows: Any, subject: str, attribute: str, value: int, seen: Callable[[Ruleset], int]
) -> None:
    before = resist_rows.ruleset()
    resist_rows.state_fact(subject, attribute, value)
    after = resist_rows.ruleset()
    assert seen(after) == value != seen(before)
    assert after.fingerprint != before.fingerprint


@pytest.mark.parametrize(("limit", "outcome"), [(3, "consequences-civilians"), (4, None)])
def test_a_changed_limit_of_civilians_changes_the_loss(
    resist_rows: Any, lay: Lay, limit: int, outcome: str | None
) -> None:
    resist_rows.state_fact("loss", "civilians", limit)
    table = lay(resist_rows.ruleset(), hand=["roberto"], graveyard=["civilian-3"])
    table.do(f"choose {BORDER}", "play roberto revealed", f"defeat {BORDER}", "stop")
    result = table.ruleset.result(table.state)
    assert (result.rule if result else None) == outcome


def test_a_changed_limit_of_failures_changes_the_loss(resist_rows: Any, lay: Lay) -> None:
    resist_rows.state_fact("loss", "failed-missions", 1)
    table = lay(resist_rows.ruleset(), hand=["abel"]).do(f"choose {BRIDGE}", "play abel hidden", "stop")
    assert table.ruleset.result(table.state).rule == "failed-missions-lose"


def test_a_changed_result_table_changes_the_result(resist_rows: Any, lay: Lay) -> None:
    resist_rows.state_fact("score:draw", "points.max", 1)
    resist_rows.state_fact("score:minor-victory", "points.min", 2)
    table = lay(resist_rows.ruleset(), hand=["roberto", "nicolas"], missions={BRIDGE: [], BORDER: []})
    table.do(f"choose {BRIDGE}", "play roberto revealed", "play nicolas revealed", f"defeat {BRIDGE}", "stop", "end")
    assert table.ruleset.result(table.state).outcome == "minor-victory"


def test_the_change_of_defence_is_what_the_documents_state(resist_rows: Any, lay: Lay) -> None:
    """The card list has the same number in its line; a document that states another goes before it."""
    resist_rows.state_fact("enemy:engineer", "defence-modifier", "+3")
    resist_rows.state_fact("maquis:benigno", "defence-modifier.revealed", "-2")
    table = lay(resist_rows.ruleset(), hand=["benigno"], missions={BRIDGE: ["engineer-2", "guard-1"], BORDER: []})
    table.do(f"choose {BRIDGE}")
    assert [enemy["defence"] for enemy in table.sees("missions")[0]["enemies"]] == [2, 4]
    table.do("play benigno revealed use")
    assert [enemy["defence"] for enemy in table.sees("missions")[0]["enemies"]] == [0, 2]


def test_more_copies_of_a_card_are_more_cards(resist_rows: Any) -> None:
    before = resist_rows.ruleset().fingerprint
    resist_rows.card("guard-3").copies = 4
    resist_rows.session.flush()
    ruleset = resist_rows.ruleset()
    assert ruleset.engine.census(ruleset.start(seed=1))["guard-3"] == 4
    assert ruleset.fingerprint != before


@pytest.mark.parametrize(
    ("subject", "attribute"),
    [
        ("hand", "size"),
        ("loss", "civilians"),
        ("loss", "failed-missions"),
        ("deck:mission", "removed.era-1"),
        ("deck:mission", "available-at-start"),
        ("deck:spy", "start-in-hidden-deck"),
        ("deck:hidden", "maquis-at-start"),
        ("score:victory", "points.min"),
        ("mission:cross-the-border", "garrison"),
        ("mission:cross-the-border", "era"),
        ("maquis:abel", "attack.hidden"),
        ("card:guard-1", "defence"),
        ("card:civilian-3", "civilians"),
    ],
)
def test_a_missing_fact_is_named_with_where_it_could_come_from(resist_rows: Any, subject: str, attribute: str) -> None:
    resist_rows.forget_fact(subject, attribute)
    with pytest.raises(
        RulesetError, match=f"`{subject}` `{attribute}`.*Ingest a rulebook.*games/resist/cards"
    ) as error:
        resist_rows.ruleset().start(seed=1)
    assert (error.value.table, error.value.row) == ("fact", None)


@pytest.mark.parametrize(
    ("subject", "attribute", "value", "sentence"),
    [
        ("hand", "size", "five", "must be a whole number"),
        ("hand", "size", "0", "must be 1 or more"),
        ("mission:cross-the-border", "era", "4", "one of 1, 2, 3"),
    ],
)
def test_a_fact_that_cannot_be_is_named_with_its_row(
    resist_rows: Any, subject: str, attribute: str, value: str, sentence: str
) -> None:
    resist_rows.state_fact(subject, attribute, value)
    with pytest.raises(RulesetError, match=sentence) as error:
        resist_rows.ruleset().start(seed=1)
    assert error.value.row == resist_rows.fact(subject, attribute).id


@pytest.mark.parametrize(
    ("subject", "attribute", "value", "played"),
    [
        ("deck:hidden", "maquis-at-start", "25", "24"),
        ("deck:mission", "removed.era-3", "7", "6"),
        ("deck:mission", "available-at-start", "5", "4"),
    ],
)
def test_what_the_cards_cannot_bear_is_played_as_far_as_they_do(
    resist_rows: Any, subject: str, attribute: str, value: str, played: str
) -> None:
    resist_rows.state_fact(subject, attribute, value)
    ruleset = resist_rows.ruleset()
    state = ruleset.start(seed=1)
    assert ruleset.curbed == {(subject, attribute): played}
    resist_rows.state_fact(subject, attribute, played)
    assert ruleset.save(state) == resist_rows.ruleset().save(resist_rows.ruleset().start(seed=1))


@pytest.mark.parametrize(
    ("card", "notation", "word"),
    [
        ("abel", "hidden attack: dram 1 hidden", "dram"),
        ("abel", "hidden attack: draw 1 enemy", "enemy"),
        ("abel", "hidden attack: draw 1 mission", "mission"),
        ("abel", "hidden recover: draw 1 hidden", "recover"),
        ("abel", "defend: draw 1 hidden", "defend"),
        ("abel", "draw 1 hidden", ""),
        ("abel", "hidden plan: look 3 hidden; discard any", "look"),
        ("abel", "hidden plan: look 3 enemy; put rest on hidden", "put"),
        ("abel", "hidden plan: discard 1", "discard"),
        ("abel", "hidden plan: protect mission", "protect"),
        ("abel", "hidden plan: move 1 spy from hidden to hand", "spy"),
        ("abel", "hidden plan: move 1 enemy from here to hand", "hand"),
        ("abel", "hidden plan: discard 1 maquis from here", "here"),
        ("abel", "hidden plan: flip any at one-mission", "any"),
        ("guard-1", "defend: attack +1 per revealed-maquis", "attack"),
        ("guard-1", "defend: protect every-enemy", "every-enemy"),
        ("guard-1", "survive: defence mission +1", "defence"),
        ("guard-1", "hidden plan: draw 1 hidden", "hidden"),
        ("cross-the-border", "turned: civilian 1", "turned"),
        ("cross-the-border", "defeat: halve every-enemy", "every-enemy"),
    ],
)
def test_a_row_that_cannot_be_executed_is_an_error_when_read(
    resist_rows: Any, card: str, notation: str, word: str
) -> None:
    row = resist_rows.write_effect(card, notation)
    with pytest.raises(RulesetError) as error:
        resist_rows.ruleset()
    assert (error.value.table, error.value.row, error.value.word) == ("effect", row, word)


def test_a_ruleset_knows_which_facts_it_plays_by(resist_rows: Any) -> None:
    ruleset = resist_rows.ruleset()
    assert ruleset.used == set()
    ruleset.start(seed=1)
    assert {("hand", "size"), ("card:guard-1", "defence"), ("enemy:engineer", "defence-modifier")} <= ruleset.used
    assert ("deck:maquis", "size") not in ruleset.used, "cards are counted by the card list"


def test_two_actions_on_one_side_at_one_time_are_one_too_many(resist_rows: Any) -> None:
    row = resist_rows.write_effect("abel", "hidden attack: draw 1 hidden", seq=1)
    with pytest.raises(RulesetError, match="abel has two lines that could happen with “play abel hidden”") as error:
        resist_rows.ruleset().start(seed=1)
    assert error.value.row == row


def outcomes(rows: Any) -> dict[str, ValidationShape]:
    return {found.check: found for found in validate(rows.session, "resist", only=("rows", "play"))}


def test_validate_plays_and_names_what_is_missing(resist_rows: Any) -> None:
    played, needed = "random games come to an end and lose no card", "the facts the engine needs are there"
    assert (outcomes(resist_rows)[played].status, outcomes(resist_rows)[needed].status) == ("passed", "passed")
    resist_rows.forget_fact("hand", "size")
    assert (outcomes(resist_rows)[played].status, outcomes(resist_rows)[needed].status) == ("unknown", "failed")
    assert "`hand` `size`" in outcomes(resist_rows)[needed].message


def test_a_game_saved_beside_other_rows_is_known(resist_rows: Any) -> None:
    """Cards are numbered by their rows: in another order chance would bring others, so that the fingerprint differs."""
    before = resist_rows.ruleset()
    assert Ruleset(**{**vars_of(before), "cards": before.cards[::-1]}).fingerprint != before.fingerprint


def vars_of(ruleset: Ruleset) -> dict[str, Any]:
    return {name: getattr(ruleset, name) for name in Ruleset.__dataclass_fields__}


def test_the_real_rulebook_alone_is_enough_to_play(shared: Path, tmp_path: Path) -> None:
    rulebook = next((shared / "seeds").glob("002*.txt"), None)
    if rulebook is None:
        pytest.skip("../shared has no rulebook of Resist!")
    file = tmp_path / "real.db"
    ingest_documents(f"sqlite:///{file}", [rulebook], Options())
    engine = create_engine(f"sqlite:///{file}")
    with Session(engine) as session:
        ruleset = read_ruleset(session, game="resist")
    engine.dispose()
    assert ruleset.facts["hand", "size"].origin == "rulebook"
    for name in ("random", "rules"):
        player = make_player(ruleset, name, seed=1)
        for seed in range(30):
            assert play_game(ruleset, player, seed=seed).result is not None
