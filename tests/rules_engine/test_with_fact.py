"""A fact that is changed in a ruleset changes what is made of it: values, lines, spaces, words, and so play."""

from collections.abc import Callable
from typing import Any

import pytest

from rules_engine.errors import RulesetError
from rules_engine.ruleset import Ruleset
from schema.base import row
from schema.cards import EffectFact
from schema.claims import Fact
from schema.slots import WHOLE, numbers_of

Read = Callable[..., Ruleset]

PARIS, MAP = ("location:paris", "enter.suspicion"), ("delivery:map", "self")
ENGINEER, BENIGNO = ("enemy:engineer", "defence-modifier"), ("maquis:benigno", "defence-modifier.revealed")


@pytest.fixture(params=["black_orchestra", "black_orchestra_1st", "operation_barclay", "resist"])
def ruleset(request: pytest.FixtureRequest) -> Ruleset:
    found: Ruleset = request.getfixturevalue(request.param)
    return found


def test_the_fact_of_any_slot_changes_exactly_its_number_in_its_lines(ruleset: Ruleset) -> None:
    facts = {fact for effect in ruleset.effects.values() for slot, fact in effect.slots.items() if slot != WHOLE}
    assert facts
    for fact in facts:
        value = int(ruleset.facts[fact].value)
        other = ruleset.with_fact(*fact, f"{value + (1 if value >= 0 else -1):+d}")
        for number, effect in ruleset.effects.items():
            before, after = numbers_of(str(effect.line)), numbers_of(str(other.effects[number].line))
            changed = {slot for slot, pair in enumerate(zip(before, after, strict=True), 1) if pair[0] != pair[1]}
            assert changed == {slot for slot, of in effect.slots.items() if of == fact}
            assert abs(sum(int(after[slot - 1]) - int(before[slot - 1]) for slot in changed)) == len(changed)


def test_a_line_that_a_card_prints_is_changed_as_a_whole(resist_rows: Any) -> None:
    effect, printed = resist_rows.effect("abel"), ("maquis:abel", "effect.1")
    keys = {"subject": printed[0], "attribute": printed[1]}
    of_game = {"game_id": effect.game_id, "edition_id": resist_rows.fact("hand", "size").edition_id}
    resist_rows.session.add(
        row(Fact, {**keys, "value": effect.notation, "origin": "rulebook", "reason": "printed"}, **of_game)
    )
    resist_rows.session.add(row(EffectFact, {**keys, "slot": WHOLE}, effect_id=effect.id))
    resist_rows.session.flush()
    ruleset = resist_rows.ruleset()
    other = ruleset.with_fact(*printed, "hidden plan: draw 2 hidden")
    assert str(other.effects[effect.id].line) == "hidden plan: draw 2 hidden"
    assert other.effects[effect.id].compiled is not None
    assert other.fingerprint != ruleset.fingerprint
    with pytest.raises(RulesetError, match="defend"):
        ruleset.with_fact(*printed, "defend: draw 2 hidden")


def test_the_ruleset_itself_stays_as_it_was(resist: Ruleset) -> None:
    before = resist.fingerprint
    other = resist.with_fact(*ENGINEER, "+3")
    assert other.fingerprint != before
    assert other.with_fact(*ENGINEER, resist.facts[ENGINEER].value).fingerprint == before
    assert resist.fingerprint == before


def test_what_is_told_of_a_line_changes_with_it(resist: Ruleset) -> None:
    other = resist.with_fact(*BENIGNO, "-4")
    assert any("-4" in line or "−4" in line for line in other.card_help("benigno"))
    assert not any("-4" in line or "−4" in line for line in resist.card_help("benigno"))


@pytest.mark.parametrize(
    ("fact", "value", "column", "expected"),
    [
        (("location:prague", "opens-in-stage"), "5", "opens_in_stage", 5),
        (("location:paris", "closes-in-stage"), "6", "closes_in_stage", 6),
        (("location:munich", "is-fortified"), "yes", "is_fortified", True),
    ],
)
def test_a_space_is_as_its_facts_say(
    black_orchestra: Ruleset, fact: tuple[str, str], value: str, column: str, expected: object
) -> None:
    code = fact[0].partition(":")[2]
    other = black_orchestra.with_fact(*fact, value)
    assert getattr(other.spaces[code], column) == expected != getattr(black_orchestra.spaces[code], column)
    assert {c: s for c, s in other.spaces.items() if c != code} == {
        c: s for c, s in black_orchestra.spaces.items() if c != code
    }
    assert other.fingerprint != black_orchestra.fingerprint


@pytest.mark.parametrize(
    ("fact", "value", "error", "message"),
    [
        (("enemy:engineer", "hats"), "1", ValueError, "There is no fact `enemy:engineer` `hats`. The nearest of "),
        (("moon", "phase"), "full", ValueError, "There is no subject `moon`. Did you mean"),
        (ENGINEER, "many", RulesetError, "must be a whole number, but it is “many”"),
    ],
)
def test_a_change_that_cannot_be_is_refused(
    resist: Ruleset, fact: tuple[str, str], value: str, error: type[Exception], message: str
) -> None:
    with pytest.raises(error, match=message):
        resist.with_fact(*fact, value)


def test_a_number_that_a_line_cannot_have_is_refused_with_its_row(operation_barclay: Ruleset) -> None:
    with pytest.raises(RulesetError, match="The effect of card") as error:
        operation_barclay.with_fact("card-type:spy", "draw", "-1")
    assert error.value.table == "effect"


@pytest.mark.parametrize(
    ("game", "edition", "printed", "facts"),
    [
        ("resist", None, {"not Engineers get +1 defense": "not Engineers get +4 defense"}, {ENGINEER: "+4"}),
        (
            "black-orchestra",
            "2nd",
            {"−3 suspicion, +1 military support": "−1 suspicion, +1 military support"},
            {PARIS: "-1"},
        ),
        (
            "black-orchestra",
            "2nd",
            {"−2 suspicion for Map": "−1 suspicion for Map", "stage 3.": "stage 5.", "Prague (3)": "Prague (5)"},
            {MAP: "-1", ("location:prague", "opens-in-stage"): "5"},
        ),
    ],
)
def test_a_changed_fact_plays_like_a_document_that_states_it(
    request: pytest.FixtureRequest,
    read_changed: Read,
    game: str,
    edition: str | None,
    printed: dict[str, str],
    facts: dict[tuple[str, str], str],
) -> None:
    original: Ruleset = request.getfixturevalue(game.replace("-", "_"))
    document, other = read_changed(game, printed, edition), original.with_facts(facts)
    assert {fact: document.facts[fact].value for fact in facts} == facts
    assert other.fingerprint == document.fingerprint != original.fingerprint
    lines: Any = [sorted(str(effect.line) for effect in each.effects.values()) for each in (other, document)]
    assert lines[0] == lines[1]
