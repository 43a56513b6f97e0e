"""Writes the rows of a frame as Python: phrases as expressions, lines as statements."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import lru_cache, partial
from typing import Any

from rules_engine.errors import CannotExecute
from rules_engine.from_rows import happenings
from rules_engine.from_rows.expressions import EXPRESSIONS, Means, Measured, Sifted
from rules_engine.from_rows.layout import Layout, Place
from rules_engine.from_rows.statements import STATEMENTS, Line, Telling
from rules_engine.from_rows.writing import Source, identifier, indented
from rules_engine.machine.steps import NOTHING, tell
from rules_engine.ruleset import Ruleset
from schema.notation import SLOT, Predicate, Step, slot_name
from schema.phrases import NestedClause, Word
from schema.play import CounterShape
from schema.play_reading import PER, SPACE, Frame, Read
from schema.play_row import PlayRowShape

PLAYERS = "{players}"
"""In the attribute of a fact: the number of players, or a range of it."""
CONSTANT = re.compile(r"[\d+*() -]+")
"""A number that is always the same."""
FEW = 4
"""One in so many cards or fewer have something: it is asked first whether there is any of them."""
AS_MANY = 1_000_000
"""As many as there are: what stands for a number in a word such as `all`."""


def fact_value(ruleset: Ruleset, counter: CounterShape, players: int | None = None) -> int:
    """What the fact of a counter says, for so many players; a RulesetError where nothing states it."""
    subject, attribute = counter.fact.split()
    if PLAYERS not in attribute or players is None:
        return ruleset.number(subject, attribute)
    for low, high, known in _rows_of(ruleset, subject, attribute, PLAYERS):
        if low <= players <= high:
            return ruleset.number(subject, known)
    return ruleset.number(subject, attribute.replace(PLAYERS, str(players)))


def _rows_of(ruleset: Ruleset, subject: str, attribute: str, sign: str) -> Iterator[tuple[int, int, str]]:
    """Facts of a subject that fit an attribute with numbers or ranges in place of the sign: from, to, attribute."""
    start, _, end = attribute.partition(sign)
    for known_subject, known in ruleset.facts:
        if known_subject == subject and known.startswith(start) and known.endswith(end):
            low, _, high = known[len(start) : len(known) - len(end)].partition("-")
            if low.isdigit():
                yield int(low), int(high or low), known


def table_of(ruleset: Ruleset, counter: CounterShape) -> tuple[int, ...]:
    """What a table says for each number from none on: nothing before its first row, and the last row for all beyond."""
    subject, attribute = counter.fact.split()
    rows = sorted(_rows_of(ruleset, subject, attribute, PER))
    if not rows:
        return (ruleset.number(subject, attribute.replace(PER, "1")),)
    found = [0] * (rows[-1][1] + 1)
    for low, high, known in rows:
        found[low : high + 1] = [ruleset.number(subject, known)] * (high - low + 1)
    return tuple(found)


@dataclass(frozen=True)
class Scope:
    """What the words of one row stand for beside the general ones."""

    parameters: str = "state, actor"
    slots: Mapping[str, str] = field(default_factory=dict)
    """By slot of a verb the word that stands there."""
    taken: tuple[str, ...] = ()
    """What is chosen."""
    verb: str = ""

    @property
    def called_with(self) -> str:
        """The parameters with what is chosen."""
        return ", ".join([self.parameters, *map(identifier, self.taken)])


BARE = Scope()
"""Where nothing but general words and those of the frame is known."""


@dataclass(frozen=True, slots=True)
class Own:
    """A verb that rows of the frame speak of: the function in which it happens, and the spaces for which it does."""

    does: str
    each: str


class Compiler:
    """Rows on their way into Python."""

    def __init__(self, ruleset: Ruleset, frame: Frame, layout: Layout, counts: range, table: Any) -> None:
        self.ruleset, self.frame, self.layout, self.counts = ruleset, frame, layout, counts
        self.is_own_telling = bool(frame.play.telling)
        namespace = {name: getattr(happenings, name) for name in dir(happenings) if not name.startswith("_")}
        self.source = Source({**namespace, "table": table, "tell": tell, "NOTHING": NOTHING, "CODES": layout.codes})
        self.source.namespace["ALL_CARDS"] = self.source.cards = range(len(layout.codes))
        self.source.namespace["ALL_SPACES"] = range(layout.spaces)
        self.source.namespace |= {"PLACES": layout.places, "NEXT_TO": layout.next_to}
        for name, values in layout.attributes.items():
            self.source.namespace[f"of_{identifier(name)}"] = values
        self._counters = {counter.code: counter for counter in frame.play.counter}
        self._tellings = {telling.code: telling for telling in frame.play.telling}
        self.ended: list[str] = []
        """Phases that a step ends."""
        self.noted: dict[str, tuple[Any, ...]] = {}
        """Attributes that cards have beside those that are stated."""
        self._facts: dict[str, str] = {}
        self._means: dict[str, str] = {}
        self._is_among_cards = False
        """Whether cards are worked out from others, which are then written out in their place."""
        self.bounds = {
            code: (self.maybe("counter", code, "least"), self.maybe("counter", code, "most"))
            for code, counter in self._counters.items()
            if counter.kind == "number"
        }

    def name_of(self, space: str) -> str:
        """What a space is called: by the card that lies there, if any does."""
        row = self.frame.play.space[0]
        if row.is_board:
            return f"PLACES[{space}]"
        lying = self.layout.zone_places[row.called].of(space).lying
        return f"(CODES[{lying}[-1]] if {lying} else {row.otherwise!r})"

    def add_attribute(self, name: str, values: tuple[Any, ...]) -> None:
        """An attribute that cards have beside those that are stated."""
        self.source.namespace[f"of_{identifier(name)}"] = self.noted[name] = values

    @property
    def measures(self) -> dict[str, str]:
        """By counter that is worked out the name of the function that does so."""
        return {code: name for code, name in self._means.items() if name in self.source.namespace}

    def expression(self, read: Read, scope: Scope = BARE) -> Any:
        """A phrase or a word in Python; a place for a zone or counter that something is done with."""
        if isinstance(read, Word):
            return self._word(read.kind, read.code, scope)
        filled = {s: self.expression(part, scope) for s, part in zip(_slots(read.form), read.parts, strict=True)}
        if "condition" in filled and "cards" in filled:
            filled["condition"] = self.source.of_card(filled["condition"])
        written = EXPRESSIONS[read.form]
        if read.form == "name of {space}":
            return self.name_of(filled["space"])
        if isinstance(written, str):
            return written.format(**filled).replace("VERB", repr(scope.verb))
        made = written(**filled)
        return made.asked_once(self.source.of_card) if isinstance(made, Sifted) else made

    def _word(self, kind: str, code: str, scope: Scope) -> Any:
        if code in scope.slots and kind in ("number", "word", "pile", "spaces"):
            return self._slot(kind, scope.slots[code])
        if kind.endswith(("pile", "cup")):
            return self.layout.zone_places[code]
        if kind.endswith(("tally", "-holder")):
            return self.layout.counter_places[code]
        if kind in ("trait", "measure"):
            return self._measured(identifier(code))
        if kind == "verb":
            return self._own(code)
        if kind == "phase":
            self.ended.append(code)
        if kind in ("phase", "telling"):
            return code
        if code in scope.taken:
            return identifier(code)
        if kind == "space-number":
            return Means(self._of_spaces(self._counters[code]), "space")
        if kind.endswith("-number"):
            return Means(self._worked_out(code), self._counters[code].owner)
        return self._value(kind, code)

    def _measured(self, name: str) -> Measured:
        """What is stated of each card."""
        made, namespace = Measured(f"of_{name}"), self.source.namespace
        made.some = f"some_{name}"
        if made.some not in namespace:
            values = namespace.get(made, ())
            some = frozenset(card for card, value in enumerate(values) if value != 0)
            namespace[made.some] = some if len(some) * FEW < len(values) and None not in values else None
        made.some = made.some if namespace[made.some] is not None else ""
        return made

    def _slot(self, kind: str, word: str) -> Any:
        """What stands in a slot of a verb, as what is asked for; a CannotExecute where it cannot be that."""
        if kind == "number" and word in self._counters:
            return f"{self._worked_out(word)}(state, actor)"
        if kind == "number":
            return str(int(word)) if word.lstrip("+-").isdigit() else str(AS_MANY)
        if kind == "pile" and word in self.layout.zone_places:
            return self.layout.zone_places[word]
        if kind == "spaces" and word in self._counters and self._counters[word].kind == "spaces":
            return f"{self._worked_out(word)}(state, actor)"
        if kind == "word":
            return repr(word)
        raise CannotExecute(word, f"“{word}” is none of the {kind}s that the rows of the game list")

    def _value(self, kind: str, code: str) -> str:
        given = {
            "none": "0",
            "one": "1",
            "players": "state.players",
            "you": "actor",
            "those": "frame.those",
            "outcome": "state.outcome[0]",
        }
        if code in given:
            return given[code]
        if code in ("they", "it", "there", "this", "drawn"):
            return code
        if kind == "team":
            return str([team.code for team in self.frame.play.team].index(code))
        if kind == "space" and code in self.layout.places:
            return str(self.layout.places.index(code))
        counter = self._counters.get(code)
        if counter and counter.fact and not counter.per and kind == "number":
            return self._stated(counter)
        if counter and counter.kind == "cards" and self._is_among_cards:
            return str(self.expression(self.frame.read["counter", code, "means"]))
        if counter and (counter.means or counter.per) and kind in ("number", "spaces", "cards"):
            call = self._worked_out(code)
            text = self.source.worked_out.get(call, "")
            return text if CONSTANT.fullmatch(text) else f"{call}(state, actor)"
        return str(self.layout.codes.index(code)) if kind == "card" else repr(code)

    def _stated(self, counter: CounterShape) -> str:
        """The number that a fact states, by the number of players where it depends on that."""
        if counter.code not in self._facts:
            subject, attribute = counter.fact.split()
            if counter.otherwise and self.ruleset.find_fact(subject, attribute) is None:
                return str(self.expression(self.frame.read["counter", counter.code, "otherwise"]))
            name = identifier(counter.code.replace("-", "_").upper())
            if PLAYERS in counter.fact:
                by_players = {n: fact_value(self.ruleset, counter, n) for n in self.counts}
                self.source.namespace[name] = by_players
                self._facts[counter.code] = f"{name}[state.players]"
            else:
                self.source.namespace[name] = fact_value(self.ruleset, counter)
                self._facts[counter.code] = name
        return self._facts[counter.code]

    def _of_spaces(self, counter: CounterShape) -> str:
        """The name of what is stated of each space, none where the row says what holds otherwise."""
        name = identifier(counter.code.replace("-", "_").upper())
        if name not in self.source.namespace:
            subject, attribute = counter.fact.split()
            facts = [(subject.replace(SPACE, code), attribute) for code in self.layout.places]
            self.source.namespace[name] = tuple(
                0 if counter.otherwise and self.ruleset.find_fact(*fact) is None else self.ruleset.number(*fact)
                for fact in facts
            )
        return name

    def _worked_out(self, code: str) -> str:
        """The function that works a counter out."""
        if code not in self._means:
            counter = self._counters[code]
            parameters = "state, actor, it" if counter.owner == "card" else "state, actor"
            self._means[code] = f"means_{identifier(code)}"
            self._is_among_cards = counter.kind == "cards"
            text = (
                self._looked_up(counter) if counter.per else self.expression(self.frame.read["counter", code, "means"])
            )
            self._is_among_cards = False
            text = self.source.settled(text) if counter.kind == "number" else text
            about = f"counter {code}, rule {counter.rule}"
            self._means[code] = self.source.expression(f"means_{code}", parameters, text, about)
            self.source.worked_out[self._means[code]] = text
            if counter.kind in ("cards", "spaces") and counter.owner == "table":
                self.source.several.add(self._means[code])
        return self._means[code]

    def _looked_up(self, counter: CounterShape) -> str:
        """The row of a table of facts for a number."""
        table = self.source.constant("table", table_of(self.ruleset, counter))
        number = self.expression(self.frame.read["counter", counter.code, "per"])
        return f"{table}[max(min({number}, len({table}) - 1), 0)]"

    def _own(self, code: str) -> Own:
        """A verb that rows of the frame speak of."""
        verb = next(verb for verb in self.frame.play.verb if verb.code == code)
        scope = self.in_verb(Scope(), "", {})
        return Own(self.effect("verb", verb, "does", scope), self.maybe("verb", code, "each", scope) or "(NOTHING,)")

    def maybe(self, table: str, code: str, column: str, scope: Scope = BARE) -> str:
        """A phrase of a row in Python; empty where the row has none."""
        read = self.frame.read.get((table, code, column))
        return "" if read is None else self.expression(read, scope)

    def tests(self, predicates: Sequence[Predicate], scope: Scope = BARE) -> str:
        """Conditions that must all hold; empty where there are none."""
        return " and ".join(self._test(predicate, scope) for predicate in predicates)

    def _test(self, predicate: Predicate, scope: Scope) -> str:
        assert isinstance(predicate.clause, NestedClause)
        text = self.expression(predicate.clause, scope)
        return f"not ({text})" if predicate.is_negated else text

    def condition(self, table: str, row: PlayRowShape, column: str = "condition", scope: Scope = BARE) -> str:
        """The name of the function that asks the conditions of a row; empty where it has none."""
        text = self.tests(self.frame.conditions(table, row.code, column), scope)
        return self._function(table, row, column, [f"return {text}"], scope) if text else ""

    def number(self, table: str, row: PlayRowShape, column: str, scope: Scope = BARE) -> str:
        """The name of the function that gives a value of a row; empty where it has none."""
        text = self.maybe(table, row.code, column, scope)
        return self._function(table, row, column, [f"return {text}"], scope) if text else ""

    def effect(self, table: str, row: PlayRowShape, column: str, scope: Scope = BARE) -> str:
        """The name of the function in which a line of a row happens; empty where it has none."""
        body = self.statements(table, row, column, scope)
        return self._function(table, row, column, body, scope) if body else ""

    def statements(self, table: str, row: PlayRowShape, column: str, scope: Scope = BARE) -> list[str]:
        """The same as statements."""
        line = self.frame.steps(table, row.code, column)
        return self._steps(line.steps, self.line(table, row, scope), scope) if line else []

    def line(self, table: str, row: PlayRowShape, scope: Scope) -> Line:
        """How the steps of a row are written."""
        names = tuple(map(identifier, scope.taken))
        telling = partial(self._telling, table, row, scope)
        return Line(self.layout, row.rule, names, self.bounds, self.is_own_telling, telling, bool(scope.verb))

    def _telling(self, table: str, row: PlayRowShape, scope: Scope, code: str) -> Telling:
        """How something is told in the words of a row."""
        telling = self._tellings[code]
        reads = self.frame.told.get((table, row.code, code), {})
        data = ", ".join(f"{name.replace('-', '_')}={self._datum(read, scope)}" for name, read in reads.items())
        return Telling(telling.kind or code, "" if telling.is_of_line else telling.rule, data)

    def _datum(self, read: Read, scope: Scope) -> str:
        text = self.expression(read, scope)
        if isinstance(text, Place):
            return repr(text.code)
        return f"CODES[{text}]" if read.kind == "card" else str(text)

    def _steps(self, steps: Iterable[Step], line: Line, scope: Scope) -> list[str]:
        written: list[str] = []
        for step in steps:
            if isinstance(step.clause, NestedClause):
                clause = step.clause
                slots = zip(_slots(clause.form), clause.parts, strict=True)
                filled = {slot: self.expression(part, scope) for slot, part in slots}
                lines = STATEMENTS[clause.form](line, **filled)
            else:
                lines = self._steps(step.options[0], line, scope)
            condition = self.tests(step.conditions, scope)
            written += [f"if {condition}:", *indented(lines)] if condition else lines
        return written

    def _function(self, table: str, row: PlayRowShape, column: str, body: Sequence[str], scope: Scope) -> str:
        about = f"{table} {row.code}, rule {row.rule}"
        return self.source.function(f"{table}_{row.code}_{column}", scope.called_with, body, about)

    def begins(self, counter: CounterShape) -> str:
        """What a counter begins with."""
        first: Any = {
            "number": 0,
            "seat": 0,
            "card": NOTHING,
            "space": NOTHING,
            "word": next(iter(counter.words.split()), ""),
        }[counter.kind]
        return self.maybe("counter", counter.code, "start") or repr(first)

    def in_verb(self, scope: Scope, verb: str, slots: Mapping[str, str]) -> Scope:
        """The scope of a verb with these words in its slots."""
        return replace(scope, parameters="state, actor, this, frame, there", slots=slots, verb=verb)


@lru_cache(maxsize=1024)
def _slots(form: str) -> tuple[str, ...]:
    """The slots of a form, as parameters of Python."""
    names = (slot_name(slot) for slot in SLOT.findall(form))
    return tuple("from_" if name == "from" else name for name in names)
