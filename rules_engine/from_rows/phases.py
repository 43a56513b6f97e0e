"""Phases as programs of the machine: what opens them, seats in their order, decisions, what closes them, endings."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import Any

from rules_engine.errors import RulesetError
from rules_engine.from_rows.deeds import Deed, Test
from rules_engine.from_rows.happenings import EVERYBODY, SEEN_BY, begin, say
from rules_engine.from_rows.state import Frame
from rules_engine.machine.steps import NOTHING, Op, Program, ask

MOST_IDLE = 1_000
"""Phases that may be gone through without a decision; a game that needs more never comes to one."""
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
        best, outcome = points[0], self.outcome
        if self.best:
            best = max(points) if self.best == "most" else min(points)
            winners = [seat for seat in seats if points[seat] == best]
            outcome = table.seats[winners[0]] if len(winners) == 1 else self.outcome
        state.scores, state.outcome = points, (outcome, best, self.rule)
        if self.tells is not None:
            self.tells(state, 0)
        elif not table.is_own_telling:
            say(state, self.rule, "ended", outcome=outcome, points=best)


class Run(Op):
    """A line of the phase."""

    def __init__(self, happen: Happen) -> None:
        self.happen = happen

    def run(self, table: Any, state: Any, frame: Frame) -> bool:  # noqa: ARG002
        """Done, unless it has ended this phase or one around it; what it has begun happens before the rest."""
        at = frame.at
        self.happen(state, frame.actor)
        frames = state.frames
        return frame.at == at and bool(frames) and (frames[-1] is frame or any(each is frame for each in frames))


class Unless(Op):
    """Go on elsewhere unless a condition holds."""

    def __init__(self, condition: Test, *, is_turned: bool = False) -> None:
        self.condition, self.is_turned, self.target = condition, is_turned, NOTHING

    def run(self, table: Any, state: Any, frame: Frame) -> bool:  # noqa: ARG002
        """The loop goes on behind the place that is set here."""
        if bool(self.condition(state, frame.actor)) == self.is_turned:
            frame.at = self.target - 1
        return True


class Back(Op):
    """Go back to a place of the program."""

    def __init__(self, target: int) -> None:
        self.target = target

    def run(self, table: Any, state: Any, frame: Frame) -> bool:  # noqa: ARG002
        """The loop goes on behind the place that is set here."""
        frame.at = self.target - 1
        return True


class Seats(Op):
    """The next seat takes its turn: from the leader clockwise, once around or without end."""

    def __init__(self, leader: Number | None, who: Test | None, *, is_endless: bool) -> None:
        self.leader, self.asked, self.is_endless, self.target = leader, who, is_endless, NOTHING

    def run(self, table: Any, state: Any, frame: Frame) -> bool:  # noqa: ARG002
        """Find whose turn it is; where nobody is left the loop goes on elsewhere."""
        players: int = state.players
        if frame.seats == NOTHING:
            seat = self.leader(state, frame.actor) if self.leader else 0
            frame.seats = players
        else:
            seat = (frame.actor + 1) % players
        for _ in range(players):
            if frame.seats == 0 and not self.is_endless:
                break
            frame.seats -= not self.is_endless
            frame.actor = seat
            if self.asked is None or self.asked(state, seat):
                return True
            seat = (seat + 1) % players
        frame.at = self.target - 1
        return True


class Enter(Op):
    """A phase within the phase."""

    def __init__(self, phase: str) -> None:
        self.phase = phase

    def run(self, table: Any, state: Any, frame: Frame) -> bool:
        """It comes on top; when it is over, this phase goes on behind."""
        state.idle += 1
        if state.idle > MOST_IDLE:
            sentence = f"The phase “{self.phase}” comes again and again, and nobody can do anything in it."
            raise RulesetError("phase", None, self.phase, sentence)
        state.frames.append(Frame(table.programs[self.phase], frame.actor))
        return True


class Quiet(Op):
    """Phases in a row that are gone through once, without a decision."""

    def __init__(self) -> None:
        self.phases: list[tuple[Test | None, tuple[Happen, ...], tuple[End, ...]]] = []

    def run(self, table: Any, state: Any, frame: Frame) -> bool:
        """One after the other, until the game is over."""
        actor = frame.actor
        for condition, happens, endings in self.phases:
            if condition is not None and not condition(state, actor):
                continue
            for happen in happens:
                happen(state, actor)
            for ending in endings:
                if ending.comes(table, state, actor):
                    return True
        return True


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
            return ask(state, actor, options)
        if options:
            self.take(table, state, frame, options[0])
            return False
        if self.is_again:  # who could do nothing now could not do anything the next time either
            frame.at = self.target - 1
        return True

    def take(self, table: Any, state: Any, frame: Frame, answer: str) -> None:
        """Do it, and whatever it triggers; the game may be over then."""
        deeds = self.deeds if len(self.deeds) == 1 else self.by_verb[answer.partition(" ")[0]]
        deed = deeds[0] if len(deeds) == 1 else next(d for d in deeds if d.is_meant(state, frame.actor, answer))
        state.idle = 0
        frame.left = NOTHING if self.is_alone else DONE
        actor = frame.actor
        if state.log is not None and not table.is_own_telling:
            seen = str(actor) if deed.is_sealed else EVERYBODY
            say(state, deed.rule, "did", seat=table.seats[actor], action=answer, **{SEEN_BY: seen})
        given = deed.known.get(answer) or deed.bind(state, actor, answer)
        deed.does(state, actor, *given)
        if deed.begin is not None and answer.count(" ") >= deed.length:
            deed.begin(state, actor, *given)
        for ending in self.endings:
            if ending.comes(table, state, actor):
                return


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

    def in_a_row(self) -> tuple[Test | None, tuple[Happen, ...], tuple[End, ...]]:
        """What a quiet phase consists of."""
        happens = (self.anew, self.functions.get("opens"), self.functions.get("closes"))
        return self.functions.get("condition"), tuple(happen for happen in happens if happen), self.endings

    def program(self, quiet: Mapping[str, "Parts"]) -> tuple[Program, int]:
        """The program, and the place in it to which the end of the phase leads; quiet phases are parts of it."""
        ops: list[Op] = []
        closing = self._add(ops, quiet)
        return Program(self.code, tuple(ops), self.rule), closing

    def _add(self, ops: list[Op], quiet: Mapping[str, "Parts"]) -> int:
        forward: list[Unless | Seats | Decide] = []
        get, again = self.functions.get, 0

        def add(op: Op) -> None:
            ops.append(op)
            if isinstance(op, Unless | Seats | Decide):
                forward.append(op)

        left_out = Unless(self.functions["condition"]) if "condition" in self.functions else None
        if left_out:
            ops.append(left_out)
        again = len(ops)
        if self.how in ("round", "turns"):
            add(Seats(get("leader"), get("who"), is_endless=self.how == "turns"))
        body = list(self._body())
        is_alone = self.how == "loop" and len(body) == 1 and isinstance(body[0], Decide)
        if "until" in self.functions and not is_alone:
            add(Unless(self.functions["until"], is_turned=True))
        for op in body:
            if isinstance(op, Enter) and op.phase in quiet:
                if not (ops and isinstance(ops[-1], Quiet)):
                    add(Quiet())
                ops[-1].phases.append(quiet[op.phase].in_a_row())  # type: ignore[attr-defined]
                continue
            if isinstance(op, Decide) and is_alone:
                op.is_alone, op.until = True, get("until")
            add(op)
        if self.how != "once" and not is_alone:
            add(Back(again))
        for op in forward:
            op.target = len(ops)
        if self.endings or self.last:
            ops.append(Check(self.endings, self.last))
        if left_out:
            left_out.target = len(ops)
        return len(ops) - bool(self.endings or self.last)

    def _body(self) -> Iterator[Op]:
        if self.anew:
            yield Anew(self.anew)
        if "opens" in self.functions:
            yield Run(self.functions["opens"])
        if "resolves" in self.functions:
            yield Resolve(self.functions["resolves"], self.functions.get("tells"))
        yield from map(Enter, self.within)
        if self.deeds:
            decide = Decide(self.deeds, self.functions["offers"], self.at_once)
            decide.is_again, decide.is_asked = self.how == "loop", self.is_asked
            yield decide
        if "closes" in self.functions:
            yield Run(self.functions["closes"])
