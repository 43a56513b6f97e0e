"""Every number that play reads changes play when it is changed, and those that it does not read are named."""

from collections.abc import Callable
from dataclasses import replace
from operator import methodcaller
from typing import Any

import pytest
from sqlmodel import Session, select

from rules_engine.checks import numbers, unread
from rules_engine.checks.evidence import Evidence
from rules_engine.playable import playable_of
from rules_engine.ruleset import Ruleset
from rules_engine.trial import Tables
from rules_engine.validate import checks_of, gather, run_checks
from schema.board import Location
from schema.results import ValidationShape

GAMES = [("black-orchestra", "2nd"), ("operation-barclay", None), ("resist", None)]
"""The first edition of Black Orchestra is put together for tests, with numbers for overlapping counts of players."""


@pytest.fixture
def gathered(request: pytest.FixtureRequest) -> Callable[..., Evidence]:
    def gather_of(game: str, edition: str | None = None) -> Evidence:
        session = Session(request.getfixturevalue(f"{game.replace('-', '_')}_engine"))
        request.addfinalizer(session.close)
        return gather(session, game, edition)

    return gather_of


def outcomes(evidence: Evidence) -> list[ValidationShape]:
    return run_checks(evidence, checks_of(evidence.ruleset.game, ["numbers-are-obeyed"]))


@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_all_numbers_that_play_reads_change_play(
    gathered: Callable[..., Evidence], game: str, edition: str | None
) -> None:
    evidence = gathered(game, edition)
    found = outcomes(evidence)
    assert [outcome.status for outcome in found] == ["passed"], [(o.subject, o.message) for o in found]
    obeyed, tried = [int(word) for word in found[0].message.split() if word.isdigit()][:2]
    assert obeyed == tried >= len(evidence.numbers())


@pytest.mark.parametrize(
    ("game", "fact", "other"),
    [
        ("spades", ("game", "goal"), "501"),
        ("harvest_fair", ("peddler", "bonus.2"), "11"),
        ("operation_barclay", ("hand:straight-flush", "place"), "0"),
    ],
)
def test_what_games_hardly_ever_bring_about_is_laid_out(
    request: pytest.FixtureRequest, game: str, fact: tuple[str, str], other: str
) -> None:
    ruleset: Ruleset = request.getfixturevalue(game)
    tables = Tables(ruleset, list(playable_of(ruleset).positions(ruleset)))
    is_meant = methodcaller("is_about", fact[0])
    assert tables.go_otherwise(ruleset.with_fact(*fact, other), is_meant)
    assert not tables.go_otherwise(ruleset.with_fact(*fact, ruleset.fact(*fact)), is_meant)


@pytest.mark.parametrize(("game", "edition"), GAMES)
def test_what_the_box_holds_is_counted_and_not_read(
    gathered: Callable[..., Evidence], game: str, edition: str | None
) -> None:
    evidence = gathered(game, edition)
    *_, whole = run_checks(evidence, checks_of(game, ["stated-is-read"]))
    facts, used = evidence.ruleset.facts, evidence.ruleset.used
    counts = [key for key in facts if key not in used and key[0].startswith(unread.BOX)]
    sizes = [key for key in counts if key[1] == "size" and facts[key].origin == "rulebook"]
    assert sizes, "how many cards a deck has is counted by the card list"
    told = int(whole.message.split(" count what the box holds")[0].split()[-1])
    assert len(sizes) <= told <= len(counts)


def test_entries_deliveries_and_stages_are_numbers_that_play_reads(gathered: Callable[..., Evidence]) -> None:
    read = set(gathered("black-orchestra", "2nd").numbers())
    assert {
        ("location:paris", "enter.suspicion"),
        ("location:paris", "closes-in-stage"),
        ("location:prague", "opens-in-stage"),
        ("delivery:map", "split"),
        ("delivery:any", "self.if-stage-2"),
    } <= read


@pytest.mark.parametrize(
    ("part", "subjects"),
    [
        ("effects", {"location:paris enter.suspicion", "delivery:map split", "delivery:any self.if-abwehr"}),
        ("spaces", {"location:paris closes-in-stage", "location:prague opens-in-stage"}),
    ],
)
def test_an_engine_with_lines_or_spaces_of_its_own_is_found_out(
    gathered: Callable[..., Evidence], monkeypatch: pytest.MonkeyPatch, part: str, subjects: set[str]
) -> None:
    every = numbers._numbers
    monkeypatch.setattr(numbers, "_numbers", lambda r: [n for n in every(r) if " ".join(n.fact) in subjects])
    evidence = gathered("black-orchestra", "2nd")
    own, make = getattr(evidence.ruleset, part), evidence.ruleset.make_engine
    assert make is not None

    def engine(ruleset: Ruleset) -> Any:
        return make(replace(ruleset, used=ruleset.used, **{part: own}))

    played = replace(evidence, ruleset=replace(evidence.ruleset, make_engine=engine))
    failed = {outcome.subject: outcome.message for outcome in outcomes(played) if outcome.status == "failed"}
    assert failed.keys() == subjects
    assert all("the engine is the same" in failed[subject] for subject in subjects)


@pytest.mark.parametrize(("column", "value"), [("opens_in_stage", 6), ("closes_in_stage", 2), ("is_fortified", True)])
def test_a_space_that_is_stored_otherwise_than_its_facts_say_is_told(
    orchestra_rows: Any, column: str, value: object
) -> None:
    for space in orchestra_rows.session.exec(select(Location).where(Location.code == "paris")):
        setattr(space, column, value)
    orchestra_rows.session.flush()
    evidence = gather(orchestra_rows.session, "black-orchestra", "2nd")
    (found,) = run_checks(evidence, checks_of("black-orchestra", ["numbers-are-those-of-facts"]))
    assert (found.status, found.subject) == ("failed", "location:paris")
    assert column in found.message


@pytest.mark.parametrize(("number", "half"), [(500, -250), (0, None), (1, None), (-2, 1)])
def test_half_of_a_great_number_is_tried_and_never_the_same(number: int, half: int | None) -> None:
    changes = list(numbers._changes(number))
    assert set(changes) == {*numbers.CHANGES, *([half] if half else [])}
    assert len(set(changes)) == len(changes)
