"""Validate finds what is wrong in the rows, by the right check, and keeps what it found."""

import re
from collections.abc import Callable
from dataclasses import replace
from typing import Any

import pytest
from sqlmodel import Session, select

from rules_engine.black_orchestra import playable
from rules_engine.rows import editions
from rules_engine.validate import store_validation, validate
from schema.board import Connection, Delivery, DeliveryShape, Location, LocationShape
from schema.cards import Effect
from schema.claims import Claim, ClaimShape
from schema.games import Concept, Game, GameShape, NotationForm
from schema.results import Validation, ValidationShape

Sabotage = Callable[[Any], object]


def found(session: Session, status: str, edition: str | None = None) -> list[ValidationShape]:
    outcomes = validate(session, "black-orchestra", edition, only=("rows",))
    return [outcome for outcome in outcomes if outcome.status == status]


def told(outcomes: list[ValidationShape]) -> dict[str, str]:
    return {outcome.check: outcome.message for outcome in outcomes}


def test_a_sound_board_fails_no_check(board: Any) -> None:
    assert found(board.session, "failed") == []
    assert told(found(board.session, "passed")).keys() == {
        "every effect and condition can be read",
        "every code that is used exists",
        "every line of the board joins two different spaces of the game",
        "every delivery is on a space of the board",
        "every fact is about something that exists",
        "nothing refers to another edition by mistake",
        "the engine has code for every effect",
        "the board is one connected graph",
        "every space can be reached in its stage",
        "every delivery has a fact with its amount",
        "the facts the engine needs are there",
        "every space does what its edition prints",
        "entering a space does what the facts say",
        "a delivery is worth what the facts say",
    }


def drop(board: Any, table: type[Any], *conditions: Any) -> None:
    board.session.delete(board.session.exec(select(table).where(*conditions)).first())
    board.session.flush()


def cut(board: Any, a: str, b: str) -> None:
    ends = sorted((board.id_of(a), board.id_of(b)))
    drop(board, Connection, Connection.a_id == ends[0], Connection.b_id == ends[1])


def close_early(board: Any) -> None:
    board.locations["prague"].closes_in_stage = 4


def line_to_another_game(board: Any) -> None:
    other = board.add(Game, GameShape(code="chess", name="Chess", fingerprint=""))
    square = board.add(Location, LocationShape(code="a1", origin="house"), game_id=other.id)
    board.add(Connection, {"origin": "house"}, a_id=board.id_of("riga"), b_id=square.id)


def want_in_prison(board: Any) -> None:
    wanted = DeliveryShape(item="map", who="self", origin="house")
    board.add(Delivery, wanted, location_id=board.id_of("prison"))


def misname_item(board: Any) -> None:
    board.deliveries["munich"].item = "mop"


def reward_nobody_known(board: Any) -> None:
    board.deliveries["munich"].who = "friends"


def drop_delivery_effect(board: Any) -> None:
    drop(board, Effect, Effect.owner_kind == "delivery", Effect.owner_id == board.deliveries["munich"].id)


def swap_condition(board: Any) -> None:
    board.add_effect("delivery", board.deliveries["riga"].id, "deliver any if civilian: suspicion self -2")


def lose(subject: str, attribute: str) -> Sabotage:
    """Forget a fact although a list states it."""

    def sabotage(board: Any) -> None:
        board.forget_fact(subject, attribute)
        shape = ClaimShape(
            subject=subject, attribute=attribute, value="2", origin="card-list", note="read off the board"
        )
        board.add(Claim, shape, game_id=board.game.id)

    return sabotage


def say(*facts: tuple[str, str, str]) -> Sabotage:
    return lambda board: [board.state_fact(*fact) for fact in facts]


def uneven_stages(board: Any) -> None:
    board.forget_fact("stage", "count")
    say(("deck:event", "size", "10"), ("deck:event", "size.per-stage", "3"))(board)


def line(owner: str, code: str, notation: str) -> Sabotage:
    def sabotage(board: Any) -> None:
        row = board.locations[code] if owner == "location" else board.deliveries[code]
        board.add_effect(owner, row.id, notation)

    return sabotage


@pytest.mark.parametrize(
    ("sabotage", "check", "evidence"),
    [
        (line("location", "paris", "enter: suspicoin self -3"), "every effect and condition can be read", "suspicoin"),
        (line("location", "paris", "enter: draw 1"), "every effect and condition can be read", "draw"),
        (misname_item, "every code that is used exists", "`mop`"),
        (reward_nobody_known, "every code that is used exists", "`friends`"),
        (lambda b: cut(b, "prague", "riga"), "the board is one connected graph", "riga"),
        (lambda b: cut(b, "prague", "riga"), "every space can be reached in its stage", "In stage 4"),
        (
            line_to_another_game,
            "every line of the board joins two different spaces of the game",
            "to a space of another game",
        ),
        (want_in_prison, "every delivery is on a space of the board", "`map` is wanted in prison"),
        (close_early, "every space can be reached in its stage", "In stage 4 .* riga"),
        (lose("delivery:map", "self"), "every delivery has a fact with its amount", "delivery:map"),
        (say(("delivery:map", "self", "two")), "every delivery has a fact with its amount", "“two”"),
        (lose("track:suspicion", "start"), "the facts the engine needs are there", "suspicion"),
        (
            line("location", "paris", "enter: suspicion self +3; military-support +1"),
            "entering a space does what the facts say",
            r"Stated is active suspicion -3, military-support \+1, played was military-support \+1",
        ),
        (
            line("location", "paris", "enter: suspicion all -3; military-support +1"),
            "entering a space does what the facts say",
            "other suspicion -3",
        ),
        (line("location", "munich", "enter: motivation self +1"), "entering a space does what the facts say", r"\+1"),
        (say(("location:munich", "enter.motivation", "+1")), "entering a space does what the facts say", "no change"),
        (
            line("delivery", "munich", "deliver map: suspicion self -1"),
            "a delivery is worth what the facts say",
            "played was active suspicion -1",
        ),
        (
            line("delivery", "prague", "deliver keys: suspicion split -2"),
            "a delivery is worth what the facts say",
            "played was active suspicion -2",
        ),
        (drop_delivery_effect, "a delivery is worth what the facts say", "no effect was built"),
        (swap_condition, "a delivery is worth what the facts say", "under the condition “abwehr”"),
        (
            say(("deck:event", "size", "9"), ("deck:event", "size.key", "4"), ("deck:event", "size.normal", "6")),
            "the kinds of cards add up to the deck",
            "4 key . 6 normal make 10, but the deck is said to have 9",
        ),
        (
            say(("deck:event", "size", "9"), ("deck:event", "size.key", "4"), ("deck:event", "size.normal", "4")),
            "the kinds of cards add up to the deck",
            "make 8, but",
        ),
        (
            say(("deck:event", "size", "10"), ("deck:event", "size.per-stage", "3"), ("stage", "count", "3")),
            "the cards of the stages add up to the deck",
            "3 cards in each of 3 stages",
        ),
        (uneven_stages, "the cards of the stages add up to the deck", "cannot be dealt out"),
        (
            say(("component:item", "kinds", "8"), ("component:item", "copies", "3"), ("component:item", "count", "25")),
            "kinds times copies make the count",
            "25 are declared",
        ),
    ],
)
def test_a_fault_is_caught_by_the_right_check(board: Any, sabotage: Sabotage, check: str, evidence: str) -> None:
    assert check not in told(found(board.session, "failed"))
    sabotage(board)
    failures = told(found(board.session, "failed"))
    assert check in failures

    assert re.search(evidence, failures[check]), failures[check]


def test_every_wrong_line_is_listed_and_not_only_the_first(board: Any) -> None:
    rows = [board.add_effect("location", board.id_of(code), "enter: nonsense") for code in ("munich", "riga")]
    subjects = [outcome.subject for outcome in found(board.session, "failed")]
    assert [f"effect:{row.id}" for row in rows] == subjects


@pytest.fixture
def unfinished(monkeypatch: pytest.MonkeyPatch) -> None:
    """A game of which effects of cards may still wait for code."""
    monkeypatch.setattr(playable, "PLAYABLE", replace(playable.PLAYABLE, awaited=("card", "rule")))


@pytest.mark.usefixtures("unfinished")
def test_a_place_that_an_effect_names_must_be_on_the_board(board: Any) -> None:
    card = board.add_card("visit", notation="action: move hitler to prison")
    assert found(board.session, "failed") == []
    board.session.delete(board.locations["prison"])
    board.session.flush()
    (failure,) = found(board.session, "failed")
    assert (failure.check, card.code) == ("every code that is used exists", "visit")
    assert "`prison`" in failure.message


def test_cards_that_are_not_known_yet_are_a_gap_with_its_numbers(board: Any) -> None:
    board.state_fact("deck:spare", "size", "5")
    board.add_card("first", "spare", copies=2, kind="normal")
    board.add_card("second", "spare", kind="plot")
    gap = told(found(board.session, "unknown"))["as many cards are known as a deck is said to have"]
    assert gap == "3 of 5 cards known."
    board.add_card("third", "spare", copies=2)
    assert (
        "5 of 5 cards known"
        in told(found(board.session, "passed"))["as many cards are known as a deck is said to have"]
    )
    board.add_card("fourth", "spare")
    assert (
        "6 of 5 cards known"
        in told(found(board.session, "failed"))["as many cards are known as a deck is said to have"]
    )


def test_cards_are_counted_by_kind_too(board: Any) -> None:
    board.state_fact("deck:spare", "size", "5")
    board.state_fact("deck:spare", "size.plot", "1")
    board.add_card("first", "spare", copies=2, kind="plot")
    (failure,) = found(board.session, "failed")
    assert failure.subject == "deck:spare size.plot"


def test_a_guessed_list_is_no_evidence_against_the_kinds_a_document_counts(board: Any) -> None:
    board.state_fact("deck:spare", "size", "5")
    board.state_fact("deck:spare", "size.plot", "1")
    board.add_card("first", "spare", copies=2, kind="plot", origin="inferred")
    assert found(board.session, "failed") == []
    board.add_card("second", "spare", copies=4, kind="normal", origin="inferred")
    (failure,) = found(board.session, "failed")
    assert failure.subject == "deck:spare size"
    assert failure.message == "0 of 5 cards known; the list adds 6 inferred."


def test_an_effect_of_all_editions_is_not_held_against_one_that_states_nothing(board: Any) -> None:
    board.add_effect("location", board.id_of("riga"), "enter: suspicion self +1", None)
    assert found(board.session, "failed") == []
    assert "Another edition" in told(found(board.session, "unknown"))["entering a space does what the facts say"]


def test_a_part_that_only_another_edition_states_leaves_the_sum_open(board: Any) -> None:
    for part, size in (("size", "9"), ("size.key", "2"), ("size.normal", "4")):
        board.state_fact("deck:event", part, size)
    assert "the kinds of cards add up to the deck" in told(found(board.session, "failed"))
    board.state_fact("deck:event", "size.important", "3", "1st")
    open_sum = told(found(board.session, "unknown"))["the kinds of cards add up to the deck"]
    assert "not stated: size.important" in open_sum
    board.state_fact("deck:event", "size.important", "3")
    assert "2 key + 4 normal + 3 important make 9." in told(found(board.session, "passed")).values()


def test_stages_that_add_up_pass_and_an_unknown_number_of_stages_stays_open(board: Any) -> None:
    board.state_fact("deck:event", "size", "12")
    board.state_fact("deck:event", "size.per-stage", "4")
    board.forget_fact("stage", "count")
    check = "the cards of the stages add up to the deck"
    assert "12 cards make 3 stages of 4" in told(found(board.session, "unknown"))[check]
    board.state_fact("stage", "count", "3")
    assert check in told(found(board.session, "passed"))


def test_a_needed_fact_that_nobody_states_fails_with_the_option_that_gives_it(board: Any) -> None:
    board.forget_fact("track:military-support", "start.standard")
    drop(board, Concept, Concept.kind == "difficulty")
    failure = told(found(board.session, "failed"))["the facts the engine needs are there"]
    assert '--set "track:military-support start.<difficulty> VALUE"' in failure
    failures = told(found(board.session, "failed", "1st"))
    assert "every delivery has a fact with its amount" in failures
    assert "the facts the engine needs are there" in failures


@pytest.mark.usefixtures("unfinished")
def test_effects_that_wait_for_code_are_counted_by_form(board: Any) -> None:
    for form in ("juggle {number}", "whistle"):
        board.add(NotationForm, {"part": "step", "form": form, "meaning": ""}, game_id=board.game.id)
    for code in ("first", "second"):
        board.add_card(code, notation="action: juggle 1")
    board.add_card("third", notation="action: whistle")
    gap = told(found(board.session, "unknown"))["the engine has code for every effect"]
    assert gap == (
        "3 of 8 effects wait for code: 2 because the engine has no code for the step “juggle {number}”; "
        "1 because the engine has no code for the step “whistle”."
    )


def test_an_affiliation_that_nobody_has_leaves_its_delivery_untried(board: Any) -> None:
    board.state_fact("character:oster", "affiliation", "civilian")
    gap = told(found(board.session, "unknown"))["a delivery is worth what the facts say"]
    assert "abwehr" in gap


def test_what_was_found_replaces_what_was_found_before(board: Any) -> None:
    session = board.session
    for edition in editions(session, "black-orchestra"):
        for _ in range(2):
            found_now = validate(session, "black-orchestra", edition, only=("rows",))
            store_validation(session, "black-orchestra", edition, found_now)
    for edition, row in board.editions.items():
        stored = session.exec(select(Validation).where(Validation.edition_id == row.id)).all()
        expected = validate(session, "black-orchestra", edition, only=("rows",))
        assert [(s.check, s.subject, s.status, s.message) for s in stored] == [
            (e.check, e.subject, e.status, e.message) for e in expected
        ]
