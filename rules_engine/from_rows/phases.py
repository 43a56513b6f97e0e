"""Phases as programs of the machine: what opens them, seats in their order, decisions, what closes them, endings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_engine.errors import RulesetError
from rules_engine.from_rows.deeds import Deed, Test
from rules_engine.from_rows.happenings import EVERYBODY, SEEN_BY, begin, say
from rules_engine.from_rows.state import Frame
from rules_engine.from_rows.writing import indented
from rules_engine.machine.steps import NOTHING, Op, Program, ask

MOST_IDLE = 1_000
"""Phases that may be gone through without a decision; a game that needs more never comes to one."""
TURNS = ("round", "back", "turns", "teams")
"""Ways to go through a phase in which seats take turns."""
DONE = 0
"""In `frame.left`: what the step had to begin has been begun."""
Happen = Callable[[Any, int], None]
Number = Callable[[Any, int], int]


@dataclass(frozen=True, slots=True)
class End:
    """An ending: when it comes, and who has what."""

    code: str
    rule: str
    condition: Test | None
    outcome: str
    score: Number | None
    best: str
    tells: Callable[..., None] | None = None
    """Tells of it in the game's own words."""
    tie_break: Number | None = None
    is_shared: bool = False
    """Whether all win who have equal points."""
    wins: Test | None = None
    """Whether a seat wins whatever its points."""

    def comes(self, table: Any, state: Any, actor: int) -> bool:
        """End the game, if its time has come."""
        if self.condition is not None and not self.condition(state, actor):
            return False
        self.settle(table, state)
        return True

    def settle(self, table: Any, state: Any) -> None:
        """Write down who has what."""
        score, seats = self.score, range(state.players)
        points = [score(state, seat) if score else 0 for seat in seats]
        best, sides = points[0], list[tuple[int, ...]]()
        if self.best or self.wins:
            sides = self._winning(table.people, state, points)
            state.winners = tuple(sorted(seat for side in sides for seat in side))
            best = self._extreme(points if self.best else [points[seat] for seat in state.winners] or points)
        outcome = table.people.called(table, state, sides) or self.outcome
        state.scores, state.outcome = points, (outcome, best, self.rule)
        if self.tells is not None:
            self.tells(state, 0)
        elif not table.is_own_telling:
            shared = ", ".join(table.seats[seat] for seat in state.winners) if len(sides) > 1 else ""
            more = {"winners": shared} if shared else {}
            say(state, self.rule, "ended-shared" if shared else "ended", outcome=outcome, **more, points=best)

    def _extreme(self, points: Sequence[int]) -> int:
        return min(points) if self.best == "least" else max(points)

    def _winning(self, people: Any, state: Any, points: Sequence[int]) -> list[tuple[int, ...]]:
        """Who wins, those together who are in one team: by points, and by what else the row asks."""
        winners = [seat for seat in range(state.players) if self.wins is not None and self.wins(state, seat)]
        if self.best:
            best = self._extreme(points)
            first = [seat for seat, got in enumerate(points) if got == best]
            if self.tie_break is not None and len(people.sides(state, first)) > 1:
                told = {seat: self.tie_break(state, seat) for seat in first}
                first = [seat for seat in first if told[seat] == self._extreme(list(told.values()))]
            winners += first if self.is_shared or len(people.sides(state, first)) == 1 else []
        sides: list[tuple[int, ...]] = people.sides(state, winners)
        return sides


class Run(Op):
    """A line of the phase."""

    def __init__(self, happen: Happen) -> None:
        self.happen = happen

    def run(self, table: Any, state: Any, frame: Frame) -> bool:  # noqa: ARG002
        """Done, unless it has ended this phase or one around it; what it has begun happens before the rest."""
        if frame.left == DONE:
            return True
        at = frame.at
        self.happen(state, frame.actor)
        frames = state.frames
        if frames and frames[-1] is frame:
            return bool(frame.at == at)
        if frame.at == at and any(each is frame for each in frames):
            frame.left = DONE
        return False


class Unless(Op):
    """Go on elsewhere unless a condition holds."""

    def __init__(self, condition: Test, *, is_turned: bool = False) -> None:
        self.condition, self.is_turned, self.target = condition, is_turned, NOTHING

    def run(self, table: Any, state: Any, frame: Frame) -> bool:  # noqa: ARG002
        """The loop goes on behind the place that is set here."""
        if bool(self.condition(state, frame.actor)) == self.is_turned:
            frame.at = self.target - 1
        return True


def _go_on(state: Any, phase: str) -> None:
    """A phase comes once more; a RulesetError where that goes on without anybody deciding anything."""
    state.idle += 1
    if state.idle > MOST_IDLE:
        sentence = f"The phase “{phase}” comes again and again, and nobody can do anything in it."
        raise RulesetError("phase", None, phase, sentence)


class Back(Op):
    """Go back to the place of the program where a phase begins."""

    def __init__(self, target: int, phase: str) -> None:
        self.target, self.phase = target, phase

    def run(self, table: Any, state: Any, frame: Frame) -> bool:  # noqa: ARG002
        """The loop goes on behind the place that is set here."""
        _go_on(state, self.phase)
        frame.at = self.target - 1
        return True


class Seats(Op):
    """The next seat takes its turn: from the leader clockwise, or back, once around or without end."""

    def __init__(self, leader: Number | None, who: Test | None, *, is_endless: bool, step: int = 1) -> None:
        self.leader, self.asked, self.is_endless, self.target = leader, who, is_endless, NOTHING
        self.step = step

    def run(self, table: Any, state: Any, frame: Frame) -> bool:  # noqa: ARG002
        """Find whose turn it is; where nobody is left the loop goes on elsewhere."""
        players: int = state.players
        if frame.seats == NOTHING:
            seat = self.leader(state, frame.actor) if self.leader else 0
            frame.seats = players
        else:
            seat = (frame.actor + self.step) % players
        for _ in range(players):
            if frame.seats == 0 and not self.is_endless:
                break
            frame.seats -= not self.is_endless
            frame.actor = seat
            if self.asked is None or self.asked(state, seat):
                return True
            seat = (seat + self.step) % players
        frame.at = self.target - 1
        return True


class Enter(Op):
    """A phase within the phase in which seats take turns of their own."""

    def __init__(self, phase: str) -> None:
        self.phase = phase

    def run(self, table: Any, state: Any, frame: Frame) -> bool:
        """It comes on top; when it is over, this phase goes on behind."""
        _go_on(state, self.phase)
        state.frames.append(Frame(table.programs[self.phase], frame.actor))
        return True


class Quiet(Op):
    """Phases in a row that are gone through once, without a decision."""

    def __init__(self) -> None:
        self.phases: list[Parts] = []
        self.happen: Happen

    def run(self, table: Any, state: Any, frame: Frame) -> bool:  # noqa: ARG002
        """One after the other, until the game is over."""
        self.happen(state, frame.actor)
        return True

    def names(self) -> Iterator[str]:
        """The functions that were written for them."""
        for part in self.phases:
            asked = (part.anew, *part.functions.values(), *(ending.condition for ending in part.endings))
            yield from (function.__name__ for function in asked if function)

    def written(self, bodies: Mapping[str, Sequence[str]]) -> Iterator[str]:
        """What happens in them, as Python, from what was written for each; `ENDINGS` are those of the game by code."""
        for part in self.phases:
            happens = (part.anew, part.functions.get("opens"), part.functions.get("closes"))
            lines = [line for happen in happens if happen for line in bodies[happen.__name__]] or ["pass"]
            for ending in part.endings:
                end = [f"ENDINGS[{ending.code!r}].settle(table, state)", "return"]
                lines += _if(ending.condition, bodies, end)
            yield f"# phase {part.code}, rule {part.rule}"
            yield from _if(part.functions.get("condition"), bodies, lines)


def _if(condition: Test | None, bodies: Mapping[str, Sequence[str]], lines: list[str]) -> list[str]:
    """Lines that happen where a condition holds, which is written out if it is one expression."""
    if condition is None:
        return lines
    asked, *more = bodies[condition.__name__]
    test = f"{condition.__name__}(state, actor)" if more else asked.removeprefix("return ")
    return [f"if {test}:", *indented(lines)]


class Anew(Op):
    """Counters of the phase begin anew."""

    def __init__(self, begin_anew: Happen) -> None:
        self.begin_anew = begin_anew

    def run(self, table: Any, state: Any, frame: Frame) -> bool:  # noqa: ARG002
        """Set them."""
        self.begin_anew(state, frame.actor)
        return True


class Resolve(Op):
    """Lines of cards that happen at the same time: whoever's turn it is chooses their order."""

    VERB = "resolve"

    def __init__(self, due: Callable[[Any, int], Sequence[Program]], tells: Callable[..., None] | None) -> None:
        self.due, self.tells = due, tells

    def run(self, table: Any, state: Any, frame: Frame) -> bool:
        """One after the other; lines that say the same are all one."""
        if frame.left == NOTHING:
            frame.left = DONE
            state.pending = list(self.due(state, frame.actor))
        if not state.pending:
            return True
        if len(state.pending) > 1:
            lines: dict[str, Program] = {}
            for line in state.pending:
                lines.setdefault(line.line, line)
            if len(lines) > 1:
                codes = table.layout.codes
                return ask(state, frame.actor, [f"{self.VERB} {codes[line.owner]}" for line in lines.values()])
        self._begin(state, frame, state.pending[0])
        return False

    def take(self, table: Any, state: Any, frame: Frame, answer: str) -> None:
        """Let the line of that card happen first."""
        code = answer.split(" ")[1]
        self._begin(state, frame, next(line for line in state.pending if table.layout.codes[line.owner] == code))

    def _begin(self, state: Any, frame: Frame, line: Program) -> None:
        state.pending.remove(line)
        begun = begin(state, frame.actor, [line], NOTHING)
        if self.tells is not None and state.log is not None:
            self.tells(state, frame.actor, begun)


class Decide(Op):
    """Whoever's turn it is does one of the actions; who has no choice is not asked, who can do nothing passes."""

    def __init__(self, deeds: Sequence[Deed], offers: Callable[[Any, int], list[str]], endings: Sequence[End]) -> None:
        self.deeds, self.offers, self.endings = deeds, offers, endings
        self.is_again = self.is_asked = False
        """Whether it comes again when it is done, and whether who can do one thing only is asked all the same."""
        self.target = NOTHING
        self.until: Test | None = None
        self.is_alone = False
        """Whether nothing else happens in its phase, so that it is asked again and again until something holds."""
        self._known: dict[str, tuple[Callable[..., None], Callable[..., None] | None, tuple[Any, ...]]] = {}
        """What is done, and with what, for words that always stand for the same."""
        self.by_verb: dict[str, list[Deed]] = {}
        for deed in deeds:
            self.by_verb.setdefault(deed.verb, []).append(deed)

    def run(self, table: Any, state: Any, frame: Frame) -> bool:
        """Ask, unless it is done or there is nothing to ask."""
        if frame.left == DONE:
            return True
        actor = frame.actor
        if self.until is not None and self.until(state, actor):
            frame.at = self.target - 1
            return True
        if state.is_tried:
            return ask(state, actor, [])
        options = self.offers(state, actor)
        if len(options) > 1 or (options and self.is_asked):
            state.options, state.asker = options, actor
            return False
        if options:
            self.take(table, state, frame, options[0])
            return False
        if self.is_again:  # who could do nothing now could not do anything the next time either
            frame.at = self.target - 1
        return True

    def take(self, table: Any, state: Any, frame: Frame, answer: str) -> None:
        """Do it, and whatever it triggers; the game may be over then."""
        actor = frame.actor
        does, begins, given = self._known.get(answer) or self._meant(state, actor, answer)
        state.idle = 0
        frame.left = NOTHING if self.is_alone else DONE
        if state.log is not None and not table.is_own_telling:
            deed, _ = self._deed(state, actor, answer)
            seen = str(actor) if deed.is_sealed else EVERYBODY
            say(state, deed.rule, "did", seat=table.seats[actor], action=answer, **{SEEN_BY: seen})
        does(state, actor, *given)
        if begins is not None:
            begins(state, actor, *given)
        for ending in self.endings:
            if ending.comes(table, state, actor):
                return

    def _meant(
        self, state: Any, actor: int, answer: str
    ) -> tuple[Callable[..., None], Callable[..., None] | None, tuple[Any, ...]]:
        """What an answer does, and with what; where that is always the same, it is kept."""
        deed, given = self._deed(state, actor, answer)
        begins = deed.begin if answer.count(" ") >= deed.length else None
        if answer in deed.known:
            self._known[answer] = deed.does, begins, given
        return deed.does, begins, given

    def _deed(self, state: Any, actor: int, answer: str) -> tuple[Deed, tuple[Any, ...]]:
        """The action that an answer means, and what is chosen in it."""
        deeds = self.by_verb[answer.partition(" ")[0]]
        for deed in deeds[:-1]:
            given = deed.meant(state, actor, answer)
            if given is not None:
                return deed, given
        return deeds[-1], deeds[-1].bind(state, actor, answer)


class Check(Op):
    """Endings that are asked at the end of the phase."""

    def __init__(self, endings: Sequence[End], last: End | None) -> None:
        self.endings, self.last = endings, last
        """Where the whole game is over and no ending has come, the last one is it."""

    def run(self, table: Any, state: Any, frame: Frame) -> bool:
        """The first whose time has come is it."""
        if not any(ending.comes(table, state, frame.actor) for ending in self.endings) and self.last:
            self.last.settle(table, state)
        return True


@dataclass(frozen=True, slots=True)
class Parts:
    """What a phase consists of, as functions."""

    code: str
    rule: str
    how: str
    functions: Mapping[str, Callable[..., Any]]
    """By column."""
    anew: Happen | None
    within: tuple[str, ...]
    deeds: tuple[Deed, ...]
    is_asked: bool
    endings: tuple[End, ...]
    at_once: tuple[End, ...]
    """Endings that are asked after every action."""
    last: End | None
    is_simple: bool
    """Whether its lines neither begin lines of cards nor end a phase."""

    @property
    def is_quiet(self) -> bool:
        """Whether it is gone through once, and nobody decides anything in it."""
        is_once = self.how == "once" and self.last is None
        return is_once and self.is_simple and not (self.deeds or self.within or "resolves" in self.functions)

    @property
    def has_turns(self) -> bool:
        """Whether seats take their turns in it, so that it needs a frame of its own."""
        return self.how in TURNS

    def body(self) -> Iterator[Op | str]:
        """The steps of it in their order; for a phase within it, its code."""
        if self.anew:
            yield Anew(self.anew)
        if "opens" in self.functions:
            yield Run(self.functions["opens"])
        if "resolves" in self.functions:
            yield Resolve(self.functions["resolves"], self.functions.get("tells"))
        yield from self.within
        if self.deeds:
            decide = Decide(self.deeds, self.functions["offers"], self.at_once)
            decide.is_again, decide.is_asked = self.how == "loop", self.is_asked
            yield decide
        if "closes" in self.functions:
            yield Run(self.functions["closes"])
