"""The machine alone, with a game of a few words: declared states, forms, and programs that pause at choices."""

from copy import deepcopy
from types import SimpleNamespace
from typing import Any

import pytest

from rules_engine.errors import CannotExecute
from rules_engine.machine import state as machine
from rules_engine.machine.forms import Forms
from rules_engine.machine.state import ALL, NUMBER, SIZE, WORD, code_in, field, list_of, map_of, maybe, record
from rules_engine.machine.steps import DECLINE, Pick, Program, Scene, answer, run_frames
from schema.notation import Vocabulary

CARD = code_in("codes")


class Hero(machine.Declared):
    name: str = field(WORD)
    cards: list[int] = field(list_of(CARD), is_held=True)


class Frame(machine.Frame):
    actor: int = field(NUMBER)


class State(machine.State):
    place: int = field(code_in(("cave", "hill")), machine.NOTHING)
    hand: list[int] = field(list_of(CARD), seen=ALL, is_held=True)
    deck: list[int] = field(list_of(CARD), seen=SIZE, is_held=True)
    piles: list[list[int]] = field(list_of(list_of(CARD)), is_held=True, saved_as="heaps")
    heroes: dict[str, Hero] = field(map_of(record(Hero)), is_held=True)
    rival: Hero | None = field(maybe(record(Hero)))
    frames: list[Frame] = field(list_of(record(Frame)))


FORMS = Forms()


@FORMS.step("gain {number} gold")
def gain(table: Any, state: Any, frame: Any, number: int) -> None:
    state.hand.append(number)


@FORMS.step("choose {from=number} or {to=number}", only={"to": ("7", "8")})
class Choose(Pick):
    def __init__(self, from_: int, to: int) -> None:
        self.offered = [str(from_), str(to)]

    def options(self, table: Any, state: Any, frame: Any) -> list[str]:
        return self.offered[:]

    def pick(self, table: Any, state: Any, frame: Any, option: str) -> None:
        state.hand.append(int(option))


@FORMS.condition("rich {number}")
def is_rich(scene: Scene, number: int) -> bool:
    return len(scene.state.hand) >= number


WORDS = Vocabulary({"trigger": (), "step": tuple(FORMS.steps), "condition": tuple(FORMS.conditions)})


@pytest.fixture
def table() -> SimpleNamespace:
    program = Program(("line", 0), ())
    return SimpleNamespace(codes=["ace", "king", "queen"], programs={program.key: program})


@pytest.fixture
def state(table: SimpleNamespace) -> State:
    made = State(hand=[0, 1], deck=[2], piles=[[1], []], heroes={"oda": Hero("oda", [2])}, rival=Hero("rolf"))
    made.frames.append(Frame(table.programs["line", 0], 1))
    return made


def started(line: str) -> State:
    compiled = FORMS.compile(WORDS.parse(line))
    state = State()
    state.frames.append(Frame(Program(line, compiled.ops), 5))
    run_frames(None, state)
    return state


def replied(state: State, option: str) -> list[int]:
    """What was gained in the end."""
    assert state.options is not None
    assert option in state.options
    state.options = None
    answer(None, state, option)
    run_frames(None, state)
    return state.hand


def test_a_copy_is_as_deep_as_a_deep_copy(state: State) -> None:
    copied, plain = state.copy(), deepcopy(state)
    assert copied == state == plain
    copied.piles[0].append(2)
    copied.heroes["oda"].cards.clear()
    copied.frames[0].at = 3
    assert copied.rival is not state.rival
    assert state == plain != copied


def test_what_is_aside_is_no_part_of_the_state(state: State) -> None:
    asked = state.copy()
    asked.options, asked.log = ["yes"], []
    assert asked == state
    assert asked.copy().options is None
    assert "options" not in asked.save(SimpleNamespace(codes=["ace", "king", "queen"]))


def test_a_state_is_saved_in_codes_and_loaded_again(table: SimpleNamespace, state: State) -> None:
    saved = state.save(table)
    assert (saved["hand"], saved["heaps"], saved["place"]) == (["ace", "king"], [["king"], []], None)
    assert saved["frames"] == [{"program": ("line", 0), "actor": 1, "at": 0, "left": -1}]
    assert State.load(table, saved) == state


@pytest.mark.parametrize(("name", "value"), [("hand", ["joker"]), ("place", "sea"), ("hands", [])])
def test_what_the_rules_do_not_know_is_not_loaded(table: SimpleNamespace, state: State, name: str, value: Any) -> None:
    with pytest.raises(KeyError):
        State.load(table, {**state.save(table), name: value})


def test_the_declaration_tells_what_is_seen_and_held(table: SimpleNamespace, state: State) -> None:
    assert (state.shown(table), state.sizes()) == ({"hand": ["ace", "king"]}, {"deck": 1})
    assert sorted(state.held(table)) == ["ace", "king", "king", "queen", "queen"]


def test_a_program_pauses_where_somebody_must_choose() -> None:
    state = started("gain 1 gold; choose 6 or 7; gain 2 gold")
    assert (state.hand, state.options, state.asker) == ([1], ["6", "7"], 5)
    assert replied(state, "7") == [1, 7, 2]


def test_conditions_are_asked_when_their_step_comes() -> None:
    assert started("gain 1 gold if rich 1; gain 2 gold if not rich 1; gain 3 gold if rich 1").hand == [2, 3]


def test_a_choice_between_lines_goes_on_behind_them() -> None:
    line = "(gain 1 gold; gain 2 gold | gain 3 gold); gain 4 gold"
    assert replied(started(line), "gain 3 gold") == [3, 4]
    assert replied(started(line), "gain 1 gold; gain 2 gold") == [1, 2, 4]


def test_what_is_optional_can_be_declined() -> None:
    assert replied(started("may gain 1 gold; gain 2 gold"), DECLINE) == [2]
    assert replied(started("may gain 1 gold; gain 2 gold"), "gain 1 gold") == [1, 2]


def test_a_pick_that_may_be_left_is_asked_once() -> None:
    forms = Forms(declines_in_picks=True, steps=FORMS.steps)
    state = State(frames=[Frame(Program("", forms.compile(WORDS.parse("may choose 6 or 7; gain 2 gold")).ops), 0)])
    run_frames(None, state)
    assert state.options == ["6", "7", DECLINE]
    assert replied(state, DECLINE) == [2]


def test_a_word_without_code_is_named() -> None:
    with pytest.raises(CannotExecute, match="with “9”") as error:
        FORMS.compile(WORDS.parse("choose 6 or 9"))
    assert error.value.word == "9"
    with pytest.raises(CannotExecute, match="no code for the step"):
        Forms().compile(WORDS.parse("gain 1 gold"))


def test_code_that_does_not_fit_its_form_is_found_when_it_is_registered() -> None:
    with pytest.raises(AssertionError, match="has no"):
        FORMS.step("gain gold")(gain)
    with pytest.raises(AssertionError, match="nothing reads a slot"):
        FORMS.step("gain {number} {metal}")(gain)
