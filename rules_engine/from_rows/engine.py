"""The engine of every game that is played from rows."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

from rules_engine.chance import seeded
from rules_engine.errors import RulesetError
from rules_engine.events import Event, Refusal
from rules_engine.from_rows import players, positions, redealing, refusing, seen
from rules_engine.from_rows.compiling import Compiler, fact_value
from rules_engine.from_rows.layout import lay_out
from rules_engine.from_rows.lines import Lines
from rules_engine.from_rows.making import Making
from rules_engine.from_rows.programs import PhaseProgram
from rules_engine.from_rows.speech import Speech
from rules_engine.from_rows.state import Frame, State
from rules_engine.from_rows.stated import check_cards, check_numbers
from rules_engine.game import Result
from rules_engine.machine import engine as machine
from rules_engine.machine.steps import NOTHING, run_frames
from rules_engine.obeys import Obeyed
from rules_engine.ruleset import Ruleset
from schema.play import CounterShape
from schema.play_reading import ALL_CARDS, FEWEST, MOST

Dealer = Callable[[list[str]], int]
"""Decides what chance would: is told what there is, and gives the place of one of it."""


class FromRows(machine.Engine):
    """Plays a game as the rows of its frame say."""

    state = State
    arrange, play_example = positions.arrange, positions.play_example
    view, told, redeal, sees = seen.view, seen.told, redealing.redeal, seen.sees
    refuse = refusing.refuse
    rule_player, quick_player, worth = players.rule_player, players.quick_player, players.worth
    steps_ahead = players.STEPS_AHEAD
    dealer: Dealer | None = None

    def __init__(self, ruleset: Ruleset) -> None:
        frame = ruleset.frame
        assert frame is not None, "only a game with a frame is played from rows"
        stated = {counter.code: counter for counter in frame.play.counter}
        fewest, most = (_how_many(ruleset, stated[code]) for code in (FEWEST, MOST))
        self.ruleset, self.frame, self.code = ruleset, frame, ruleset.game
        self.seats = seats_of(ruleset, most)
        spaces = sum(fact_value(ruleset, stated[row.count]) for row in frame.play.space if row.count)
        self.layout = lay_out(ruleset, frame.play, most, spaces)
        self.choices = {c.code: tuple(c.words.split()) for c in frame.play.counter if c.is_option}
        self.is_own_telling = bool(frame.play.telling)
        compiler = Compiler(ruleset, frame, self.layout, range(fewest, most + 1), self)
        self.lines = Lines(ruleset, compiler)
        made = Making(compiler, self.lines)
        self._starts, self.bounds, self._dice = made.begins, made.bounds, made.dice
        self.endings, self.deeds, self.people = made.endings, made.deeds, made.people
        self.is_against = any(end.best or end.wins for end in self.endings)
        self.players = self._of_one_size(range(fewest, most + 1))
        self.dangers = {code: made.begins[code] for code in players.dangers(self)}
        """Counters at whose end all have lost, each with what gives its beginning."""
        if self.dangers:
            self.steps_ahead = players.ANSWERED
        phases = made.programs()
        self.measures: Mapping[str, Callable[..., Any]] = made.measures
        """By counter that is worked out what does so, from the state, a seat, and the card where it is one of cards."""
        self.attributes = {**self.layout.attributes, **compiler.noted}
        """By attribute the value of each card, with what cards note for as long as they lie there."""
        self.source = compiler.source.text
        """The Python that was written from the rows."""
        self.written = {
            name: [Obeyed(rule, f"games/{self.code}/play.toml", 0, name) for rule in rules]
            for name, rules in compiler.source.rules.items()
        }
        """By function of it the rules that it obeys."""
        self.segments = phases.segments
        """By phase where it is executed."""
        self.programs = {**self.lines.programs, **phases.programs}
        self.root = next(phase for phase in frame.play.phase if not phase.inside)
        self.speech = Speech(ruleset)
        self._laid_out: dict[tuple[Any, ...], State] = {}
        check_cards(ruleset, self.layout, self.source)
        for count in self.players:
            self.laid_out(count, 0, {name: words[0] for name, words in self.choices.items()})

    def _of_one_size(self, counts: range) -> tuple[int, ...]:
        """How many can play so that teams are of one size; a RulesetError where none can."""
        found = tuple(count for count in counts if self.people.can_play(count))
        if not found:
            teams = len(self.people.teams)
            sentence = f"{teams} teams cannot be of one size with {counts[0]} to {counts[-1]} players."
            raise RulesetError("team", None, self.people.teams[0], sentence)
        return found

    def result(self, state: Any) -> Result | None:
        """How the game ended, and who has won it."""
        ended = super().result(state)
        return ended and replace(ended, winners=tuple(self.seats[seat] for seat in state.winners))

    def start(self, players: int, seed: int, options: Mapping[str, str]) -> State:
        """The state at the first decision."""
        state = self.laid_out(players, seed, options)
        run_frames(self, state)
        return state

    def laid_out(self, players: int, seed: int, options: Mapping[str, str]) -> State:
        """The table before anything has happened."""
        key = (players, *options.items())
        if key not in self._laid_out:
            self._laid_out[key] = self._lay(players, options)
        state = self._laid_out[key].copy()
        state.chance = seeded(seed)
        return state

    def _lay(self, players: int, options: Mapping[str, str]) -> State:
        state = State(players=players)
        state.counters = [0 for counter in self.layout.counters.values() for _ in self.layout.seats_of(counter)]
        for name, word in options.items():
            state.counters[self.layout.counter_places[name].base] = word
        self.begin(state, [code for code in self.layout.counters if code not in self.choices])
        state.zones = [self._begins(state, zone, seat) for zone, seat in self.layout.zone_at]
        state.frames = [Frame(self.programs[self.root.code], 0)]
        check_numbers(self, state)
        return state

    def begin(self, state: State, codes: Sequence[str]) -> None:
        """Let counters begin."""
        for code in codes:
            place = self.layout.counter_places[code]
            for number, seat in enumerate(self.layout.seats_of(self.layout.counters[code])):
                state.counters[place.base + number] = self._starts[code](state, max(seat, 0))

    def possible(self, state: State, code: str, seat: int) -> Sequence[Any]:
        """What a secret counter of a seat may be to the others, once it was set."""
        counter = self.layout.counters[code]
        if counter.kind == "number":
            least, most = self.bounds[code]
            return range(least(state, seat), most(state, seat) + 1)
        return counter.words.split() if counter.kind == "word" else range(state.players)

    def _begins(self, state: State, zone: Any, seat: int) -> list[int]:
        if zone.holds == "dice":
            is_there = seat < state.players
            return [1] * self._dice[zone.code][0](state, max(seat, 0)) if is_there else []
        if not zone.begins:
            return []
        decks = self.layout.decks
        return [card for card, deck in enumerate(decks) if zone.begins in (ALL_CARDS, deck)]

    def faces_of(self, state: State, place: int) -> int:
        """How many faces the dice of a zone have."""
        return int(self._dice[self.layout.zone_at[place][0].code][1](state, 0))

    def lying(self, state: State, zone: str, owner: int = 0) -> list[int]:
        """The cards in a zone, of a seat or space where each has its own."""
        return state.zones[self.layout.zone_places[zone].base + owner]

    def counted(self, state: State, counter: str, owner: int = 0) -> Any:
        """What a counter says."""
        return state.counters[self.layout.counter_places[counter].base + owner]

    def spelled(self, counter: str, value: Any) -> str:
        """The value of a counter in a word."""
        kind = self.layout.counters[counter].kind
        if kind == "seat":
            return str(self.seats[value])
        if kind == "space" and self.layout.places:
            return self.layout.places[value] if value != NOTHING else ""
        return self.layout.codes[value] if kind == "card" and value != NOTHING else str(value)

    def advance(self, state: State, action: str, events: list[Event] | None = None) -> Refusal | None:
        """Do it in place, or refuse it and change nothing; a phase or a line always waits for it."""
        if action not in (state.options or self.legal(state)):
            return self.refuse(state, action)
        state.options = None
        state.log = events
        frames = state.frames
        frame = frames[-1]
        frame.program.ops[frame.at].take(self, state, frame, action)
        while frames and state.outcome is None:  # as in `run_frames`, without a call for each decision
            frame = frames[-1]
            ops = frame.program.ops
            at = frame.at
            if at == len(ops):
                frames.pop()
            elif ops[at].run(self, state, frame):
                frame.at += 1
                frame.left = NOTHING
            elif state.options is not None:
                break
        state.log = None
        return None

    def between(self, state: State) -> list[str]:  # noqa: ARG002
        """Where no phase goes on, nothing can be done."""
        return []

    def to_move(self, state: State) -> int:
        """Whose turn it is in the innermost phase."""
        return state.frames[-1].actor if state.frames else 0

    def phase_of(self, state: State) -> tuple[str, str]:
        """The phase that goes on, with its rule; empty once there is none."""
        for frame in reversed(state.frames):
            if isinstance(frame.program, PhaseProgram):
                return frame.program.phase_at(frame.at)
        return "", ""

    def called(self, owner: str, number: int) -> str:
        """The code of a seat, or of a team where a team is the owner."""
        return str(self.people.teams[number] if owner == "team" else self.seats[number])

    def is_waiting(self, phase: str) -> bool:
        """Whether a phase goes on until something in it is done that ends it."""
        return any(row.code == phase and row.until for row in self.frame.play.phase)

    def content(self) -> Any:
        """Everything the game is played by, as JSON."""
        play = self.frame.play.model_copy(update={"variant": []})  # what could also be played is not played
        rows = [[name, row.model_dump(exclude={"line", "seq"})] for name, row in play.rows()]
        used = sorted((subject, attribute) for subject, attribute in self.ruleset.used)
        facts = [[*fact, self.ruleset.facts[fact].value] for fact in used]
        attributes = {name: list(values) for name, values in self.layout.attributes.items()}
        return {"rows": rows, "facts": facts, "cards": list(self.layout.codes), "attributes": attributes}

    def say(self, action: str, language: str) -> str:
        """An action in words."""
        return self.speech.action(action, language)


def _how_many(ruleset: Ruleset, counter: CounterShape) -> int:
    return fact_value(ruleset, counter) if counter.fact else 1


def seats_of(ruleset: Ruleset, most: int) -> tuple[str, ...]:
    """Codes of the seats."""
    named = ruleset.concepts.get("seat", ())
    return tuple(named[seat] if seat < len(named) else f"player-{seat + 1}" for seat in range(most))
