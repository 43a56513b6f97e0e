"""From rows to what plays: all is written as Python, read once, and put together to phases, actions and endings."""

from collections.abc import Callable, Mapping
from dataclasses import replace
from typing import Any

from rules_engine.from_rows.compiling import Compiler, Scope
from rules_engine.from_rows.deeds import Deed, Deeds
from rules_engine.from_rows.lines import Lines, can_happen
from rules_engine.from_rows.people import People
from rules_engine.from_rows.phases import End, Parts
from rules_engine.from_rows.programs import Programs
from schema.play import EndingShape, PhaseShape
from schema.play_row import PlayRowShape

COLUMNS = {"condition": "condition", "until": "condition", "who": "condition", "leader": "number", "resolves": "number"}
"""Columns of a phase, and whether they are conditions or values."""


class Making:
    """A game in the making."""

    def __init__(self, compiler: Compiler, lines: Lines) -> None:
        self._compiler, self._play = compiler, compiler.frame.play
        compiler.source.namespace["can_happen"] = can_happen
        lines.note()
        self._deeds = Deeds(compiler)
        deeds = {action.code: self._deeds.write(action) for action in self._play.action}
        phases = {phase.code: self._phase(phase) for phase in self._play.phase}
        for phase in {action.phase: None for action in self._play.action}:
            phases[phase]["offers"] = self._deeds.write_offers(phase, deeds)
        endings = {ending.code: self._ending(ending) for ending in self._play.ending}
        people = self._people()
        begins = {code: self._begins(code) for code in compiler.layout.counters}
        bounds = {code: self._bounds(code, pair) for code, pair in compiler.bounds.items()}
        dice = {zone.code: self._dice(zone) for zone in self._play.zone if zone.holds == "dice"}
        lines.write()
        self._find = find = compiler.source.run()
        lines.make(find)
        self.deeds: dict[str, Deed] = {a.code: self._deeds.made(a, deeds[a.code], find) for a in self._play.action}
        self.people = People(compiler.layout, *({c: find(name) for c, name in each.items()} for each in people))
        compiler.source.namespace |= self.people.words
        self._endings = {code: self._made_ending(code, names) for code, names in endings.items()}
        self.begins = {code: find(name) for code, name in begins.items()}
        self.bounds: dict[str, tuple[Any, Any]] = {
            c: (find(least) if least else None, find(most) if most else None) for c, (least, most) in bounds.items()
        }
        self.dice = {code: (find(number), find(faces)) for code, (number, faces) in dice.items()}
        self.measures = {code: find(name) for code, name in compiler.measures.items()}
        self._phases = {code: {c: find(name) for c, name in names.items()} for code, names in phases.items()}
        for phase in (row.code for row in self._play.phase if row.how == "teams"):
            self._phases[phase]["who"] = self._first_of_team(self._phases[phase].get("who"))

    def _people(self) -> tuple[dict[str, str], dict[str, str], dict[str, str]]:
        """By team who is in it, and by role its points and its aim, as functions."""
        ask, count = self._compiler.condition, self._compiler.number
        return (
            {team.code: ask("team", team, "who") for team in self._play.team if team.who},
            {role.code: count("role", role, "points") for role in self._play.role if role.points},
            {role.code: ask("role", role, "aim") for role in self._play.role if role.aim},
        )

    def _first_of_team(self, asked: Callable[..., bool] | None) -> Callable[[Any, int], bool]:
        """Whether a seat takes the turn of its team."""
        is_first = self.people.is_first
        return lambda state, seat: is_first(state, seat) and (asked is None or asked(state, seat))

    def _phase(self, phase: PhaseShape) -> dict[str, str]:
        compiler = self._compiler
        written = {c: getattr(compiler, how)("phase", phase, c) for c, how in COLUMNS.items()}
        written |= {c: compiler.effect("phase", phase, c) for c in ("opens", "closes")}
        written["anew"] = self._anew(phase)
        if phase.tells:
            written["tells"] = self._tells("phase", phase, phase.tells)
        return {column: name for column, name in written.items() if name}

    def _anew(self, phase: PhaseShape) -> str:
        """The function in which counters that last from one time of the phase to the next begin anew."""
        layout, body = self._compiler.layout, []
        for counter in self._play.counter:
            if counter.lasts == phase.code and counter.code in layout.counters:
                place, begins = layout.counter_places[counter.code], self._compiler.begins(counter)
                seats = layout.seats_of(counter) if place.is_own else (0,)
                for number, _ in enumerate(seats):
                    body += [f"there = {number}"] if counter.owner == "space" else []
                    body += [f"counters[{place.base + number}] = {begins}"]
                if counter.seen == "owner":
                    here = range(place.base, place.base + len(seats))
                    body += [f"state.secrets = tuple([at for at in state.secrets if at not in {here!r}])"]
        marks = [c.code for c in self._play.counter if c.lasts == phase.code and c.code in layout.marks]
        if marks:
            gone = tuple(layout.marks.index(code) for code in marks)
            size = len(layout.codes)
            body += [
                f"for key in [key for key in marks if key // {size} in {gone!r}] if marks else ():",
                "    del marks[key]",
            ]
        about = f"phase {phase.code}, rule {phase.rule}"
        return self._compiler.source.function(f"anew_{phase.code}", "state, actor", body, about) if body else ""

    def _tells(self, table: str, row: PlayRowShape, code: str) -> str:
        """The function that tells of lines which have begun, each of its card, called `it`."""
        telling = self._compiler.line(table, row, Scope()).telling(code)
        rule = "frame.program.rule" if not telling.rule else repr(telling.rule)
        call = f"tell(state, frame, {telling.code!r}, {rule}, {telling.data})"
        body = ["for frame in begun:", "    it = frame.card", f"    {call}"]
        about = f"{table} {row.code}, rule {row.rule}"
        return self._compiler.source.function(f"tells_{row.code}", "state, actor, begun", body, about)

    def _ending(self, ending: EndingShape) -> dict[str, str]:
        compiler = self._compiler
        written = {
            "condition": compiler.condition("ending", ending),
            "score": compiler.number("ending", ending, "score"),
            "tie_break": compiler.number("ending", ending, "tie_break"),
            "wins": compiler.condition("ending", ending, "wins"),
        }
        if ending.tells:
            line = compiler.line("ending", ending, Scope())
            body = line.told(ending.tells)
            about = f"ending {ending.code}, rule {ending.rule}"
            written["tells"] = compiler.source.function(f"tells_{ending.code}", "state, actor", body, about)
        return written

    def _made_ending(self, code: str, names: Mapping[str, str]) -> End:
        row = next(ending for ending in self._play.ending if ending.code == code)
        found = {part: self._find(name) if name else None for part, name in names.items()}
        return End(
            row.code,
            row.rule,
            found["condition"],
            row.outcome,
            found["score"],
            row.best,
            found.get("tells"),
            found["tie_break"],
            row.tied == "win",
            found["wins"],
        )

    def _begins(self, code: str) -> str:
        counter = self._compiler.layout.counters[code]
        about = f"counter {code}, rule {counter.rule}"
        text = self._compiler.begins(counter)
        whose = "there" if counter.owner == "space" else "actor"
        return self._compiler.source.expression(f"begins_{code}", f"state, {whose}", text, about)

    def _bounds(self, code: str, pair: tuple[str, str]) -> tuple[str, str]:
        expression = self._compiler.source.expression
        least, most = (
            expression(f"bound_{code}", "state, actor", each, f"counter {code}") if each else "" for each in pair
        )
        return least, most

    def _dice(self, zone: Any) -> tuple[str, str]:
        return self._compiler.number("zone", zone, "begins"), self._compiler.number("zone", zone, "faces")

    @property
    def endings(self) -> list[End]:
        """All endings in their order."""
        return list(self._endings.values())

    def programs(self) -> Programs:
        """The phases as programs."""
        parts = {phase.code: self._parts(phase) for phase in self._play.phase}
        source = self._compiler.source
        source.namespace["ENDINGS"] = self._endings
        made = Programs(parts, set(self._compiler.ended))
        made.write(source)
        return made

    def _parts(self, phase: PhaseShape) -> Parts:
        code = phase.code
        last = self.endings[-1]
        final = replace(last, condition=None)
        return Parts(
            code,
            phase.rule,
            phase.how,
            self._phases[code],
            self._phases[code].get("anew"),
            tuple(inner.code for inner in self._play.phase if inner.inside == code),
            tuple(self.deeds[action.code] for action in self._play.action if action.phase == code),
            phase.is_asked,
            tuple(self._endings[e.code] for e in self._play.ending if e.phase == code),
            tuple(self._endings[e.code] for e in self._play.ending if not e.phase),
            None if phase.inside else final,
            not {"begin", "end"} & set(f"{phase.opens} {phase.closes}".split()),
        )
