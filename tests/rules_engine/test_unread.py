"""What books state and play does not read is explained by what play reads, or told."""

from dataclasses import replace
from typing import Any

import pytest

from rules_engine.checks.unread import REACHES, stated_is_read, why_unread
from rules_engine.fact_values import FactValue
from rules_engine.ruleset import Ruleset
from rules_engine.validate import gather
from schema.slots import FactKey

STRAY: FactKey = ("moon", "craters")


def with_printed(ruleset: Ruleset, fact: FactKey, value: str) -> Ruleset:
    """A ruleset of its own of which a book states this as well."""
    facts = {**ruleset.facts, fact: FactValue(None, value, "rulebook")}
    made = replace(ruleset, facts=facts, used=set())
    made.start(players=made.engine.players[0])
    return made


@pytest.mark.parametrize(
    ("game", "fact", "true", "false"),
    [
        ("resist", ("mission", "garrison.max"), "5", "6"),
        ("resist", ("civilian", "value.max"), "3", "2"),
        ("resist", ("round", "phases"), "4", "5"),
        ("operation_barclay", ("month", "cards"), "5", "4"),
        ("operation_barclay", ("players", "count"), "2", "3"),
        ("black_orchestra", ("item-slots", "limit.players-3-4"), "3", "2"),
        ("black_orchestra", ("component:cube", "count"), "11", ""),
    ],
)
def test_what_play_need_not_read_is_explained_as_long_as_it_is_true(
    game: str, fact: FactKey, true: str, false: str, request: pytest.FixtureRequest
) -> None:
    ruleset: Ruleset = request.getfixturevalue(game)
    assert why_unread(with_printed(ruleset, fact, true), fact)
    if false:
        assert not why_unread(with_printed(ruleset, fact, false), fact)


def test_what_nothing_reads_and_nothing_explains_is_told(resist_rows: Any) -> None:
    evidence = gather(resist_rows.session, "resist")
    stray = replace(evidence, ruleset=with_printed(evidence.ruleset, STRAY, "7"))
    before, after = ({o.subject for o in stated_is_read(e) if o.status == "unknown"} for e in (evidence, stray))
    assert after - before == {"moon craters", *([""] if "" not in before else [])}
    assert all(outcome.check == REACHES for outcome in stated_is_read(evidence))


def test_what_only_seems_to_be_stated_is_left_to_a_person(resist: Ruleset) -> None:
    made = with_printed(resist, STRAY, "7")
    assert not why_unread(made, STRAY)
    doubtful = replace(made, facts={**made.facts, STRAY: replace(made.facts[STRAY], is_provisional=True)})
    assert "review" in why_unread(doubtful, STRAY)
