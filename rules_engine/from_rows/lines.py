"""What cards do: lines of the game's own notation, each step of which is a verb that rows define in general words."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import permutations
from typing import Any

from rules_engine.errors import CannotExecute
from rules_engine.from_rows.acting import Acting, check_remembered, verb_of
from rules_engine.from_rows.choosing import Choosing
from rules_engine.from_rows.compiling import AS_MANY, Compiler, Scope
from rules_engine.from_rows.state import Frame
from rules_engine.machine.forms import Compiled, Forms
from rules_engine.machine.steps import NOTHING, Branch, Op, Program, ask
from rules_engine.ruleset import CardCount, Effect, Ruleset
from schema.notation import Line
from schema.play import OccasionShape, PlayFile, VerbShape
from schema.play_reading import STANDING


def forms_of(play: PlayFile) -> Forms:
    """The forms of the notation that verbs define."""
    forms = Forms()
    for form in dict.fromkeys(verb.form for verb in play.verb if verb.form):
        forms.define(form, lambda form=form, **words: Acting(form, words))
    return forms


def occasion_of(play: PlayFile, deck: str, line: Line) -> OccasionShape:
    """When a line of a card of that deck happens, or a CannotExecute."""
    words = " ".join(line.trigger.words) if line.trigger else ""
    for occasion in play.occasion:
        if occasion.trigger == words and deck in occasion.decks.split():
            return occasion
    known = {word for occasion in play.occasion if deck in occasion.decks.split() for word in occasion.trigger.split()}
    strange = next((word for word in words.split() if word not in known), words.split(" ")[0])
    raise CannotExecute(strange, f"a card of the deck “{deck}” does not act at that time")


def fits(play: PlayFile, card: CardCount | None, line: Line, compiled: Compiled) -> None:
    """Raise CannotExecute unless a card of that deck may do this at that time."""
    if card is None:
        raise CannotExecute("", "only cards have lines in this game")
    occasion = occasion_of(play, card.deck, line)
    is_choice = any(isinstance(op, Branch) for op in compiled.ops)
    for op in compiled.ops:
        if isinstance(op, Acting):
            verb = verb_of(play, op, card.deck)
            if verb.notes and (is_choice or not occasion.is_standing):
                sentence = f"what holds as long as its card is there belongs to “{_standing(play)}” alone"
                raise CannotExecute(op.form.split(" ")[0], sentence)
    check_remembered(play, card.deck, [op for op in compiled.ops if isinstance(op, Acting)])


def _standing(play: PlayFile) -> str:
    return " or ".join(occasion.trigger for occasion in play.occasion if occasion.is_standing)


@dataclass(frozen=True, slots=True, eq=False)
class CardLine(Program):
    """A line of a card."""

    at: frozenset[str] = frozenset()
    """Words by which rows ask for it."""
    verbs: frozenset[str] = frozenset()
    can: Callable[[Any, int, int], bool] | None = None
    """Whether it can happen in full for a card; none: always."""


@dataclass(frozen=True)
class _Written:
    """The names of the functions of a verb with certain words in its slots."""

    verb: VerbShape
    functions: Mapping[str, str]
    stops: str


class Act(Op):
    """A verb of a line: what happens, as often as it says, with what somebody chooses each time."""

    def __init__(self, written: _Written, find: Callable[[str], Any]) -> None:
        self.verb, self.stops = written.verb, written.stops
        self.form = written.verb.form
        get = {part: find(name) for part, name in written.functions.items()}
        self.first: Any = get.get("first")
        self.times: Any = get.get("times")
        self.each: Any = get.get("each")
        self.options: Any = get.get("options")
        self.values: Any = get.get("values")
        self.bind: Any = get.get("bind")
        self.does: Any = get.get("does")

    def run(self, table: Any, state: Any, frame: Frame) -> bool:  # noqa: ARG002
        """Go on until there is a choice, or nothing left to do."""
        actor, this = frame.actor, frame.card
        if frame.left == NOTHING:
            if self.first is not None:
                self.first(state, actor, this, frame, NOTHING)
            frame.left = self._begun(state, actor, this, frame)
        depth = len(state.frames)
        while frame.left > 0:
            there = NOTHING if self.each is None else self._there(state, actor, this, frame)
            if self.options is not None:
                options = self.options(state, actor, this, frame, there)
                if self.stops and options:
                    options.append(self.stops)
                if len(options) > 1:
                    return ask(state, actor, options)
                if not options:
                    if self.each is None:
                        break
                    frame.left -= 1
                    continue
                given = self.bind(state, actor, this, frame, there, options[0])
            elif self.values is not None:
                given = self.values(state, actor, this, frame, there)
                if given is None:
                    break
            else:
                given = ()
            frame.left -= 1
            if self.does is not None:
                self.does(state, actor, this, frame, there, *given)
            if len(state.frames) > depth:
                return False
        return True

    def _begun(self, state: Any, actor: int, this: int, frame: Frame) -> int:
        if self.does is None and self.options is None:
            return 0
        times: int = 1 if self.times is None else self.times(state, actor, this, frame, NOTHING)
        return times if self.each is None else times * len(self.each(state, actor, this, frame, NOTHING))

    def _there(self, state: Any, actor: int, this: int, frame: Frame) -> int:
        """The space whose turn it is: what is left is counted down."""
        spaces = self.each(state, actor, this, frame, NOTHING)
        times = 1 if self.times is None else self.times(state, actor, this, frame, NOTHING)
        spaces_left = -(-frame.left // times)
        return int(spaces[len(spaces) - spaces_left])

    def take(self, table: Any, state: Any, frame: Frame, answer: str) -> None:  # noqa: ARG002
        """Do what was chosen, or have enough."""
        if self.stops and answer == self.stops:
            frame.left = 0
            return
        actor, this = frame.actor, frame.card
        there = NOTHING if self.each is None else self._there(state, actor, this, frame)
        given = self.bind(state, actor, this, frame, there, answer)
        frame.left -= 1
        if self.does is not None:
            self.does(state, actor, this, frame, there, *given)


class Simple(Op):
    """A verb in which something happens once and nobody chooses."""

    def __init__(self, written: _Written, find: Callable[[str], Any]) -> None:
        self.verb, self.form, self.does = written.verb, written.verb.form, find(written.functions["does"])

    def run(self, table: Any, state: Any, frame: Frame) -> bool:  # noqa: ARG002
        """Let it happen; what it begins comes on top."""
        self.does(state, frame.actor, frame.card, frame, NOTHING)
        return True


class Lines:
    """The lines of all cards: written with the rest, and then found by card and occasion."""

    def __init__(self, ruleset: Ruleset, compiler: Compiler) -> None:
        self._ruleset, self._compiler, self._play = ruleset, compiler, compiler.frame.play
        self._verbs: dict[tuple[str, ...], _Written] = {}
        self._drafts: list[tuple[CardCount, int, Effect, OccasionShape, list[Any], str]] = []
        self._by_card: dict[int, list[CardLine]] = {}
        self.at: dict[Any, list[tuple[CardLine, ...]]] = {}
        """What each card does on an occasion."""
        self.acting_at: dict[Any, frozenset[int]] = {}
        """Which cards do anything then."""
        compiler.source.namespace |= {"LINES_AT": self.at, "ACTING_AT": self.acting_at}
        self.programs: dict[Any, Program] = {}

    def note(self) -> None:
        """Attributes that cards get by lines that stand; they are there before anything is written."""
        codes = self._compiler.layout.codes
        notes: dict[str, dict[str, int]] = {verb.notes: {} for verb in self._play.verb if verb.notes}
        standing: dict[str, int] = {}
        joined = {verb.notes: verb.joined for verb in self._play.verb if verb.notes}
        for card in self._ruleset.cards:
            for effect in self._ruleset.effects_of("card", card.code):
                for op in effect.program().ops:
                    verb = verb_of(self._play, op, card.deck) if isinstance(op, Acting) else None
                    if verb and verb.notes and isinstance(op, Acting):
                        scope = self._scope(verb, op)
                        value = int(self._compiler.maybe("verb", verb.code, "value", scope) or 1)
                        standing[card.code] = standing.get(card.code, 0) + 1
                        before = notes[verb.notes].get(card.code)
                        both = (value, before) if before is not None else (value,)
                        notes[verb.notes][card.code] = sum(both) if verb.joined == "sum" else min(both)
        self._compiler.add_attribute(STANDING, tuple(standing.get(code, 0) for code in codes))
        for name, values in notes.items():
            otherwise = 0 if joined[name] == "sum" else None
            self._compiler.add_attribute(name, tuple(values.get(code, otherwise) for code in codes))

    def write(self) -> None:
        """Write the verbs of all lines."""
        for card in self._ruleset.cards:
            for seq, effect in enumerate(self._ruleset.effects_of("card", card.code)):
                occasion = occasion_of(self._play, card.deck, effect.line)
                ops: list[Any] = []
                for op in effect.program().ops:
                    ops.append(self._verb(verb_of(self._play, op, card.deck), op) if isinstance(op, Acting) else op)
                is_choice = any(isinstance(op, Branch) for op in ops)
                can = "" if is_choice else self._can([op for op in ops if isinstance(op, _Written)])
                self._drafts.append((card, seq, effect, occasion, ops, can))

    def _scope(self, verb: VerbShape, op: Acting) -> Scope:
        return self._compiler.in_verb(Scope(), verb.form, op.words)

    def _verb(self, verb: VerbShape, op: Acting) -> _Written:
        """A verb with certain words in its slots, written once."""
        key = (verb.code, *op.words.values())
        if key not in self._verbs:
            self._verbs[key] = self._written(verb, self._scope(verb, op))
        return self._verbs[key]

    def _written(self, verb: VerbShape, scope: Scope) -> _Written:
        compiler, functions = self._compiler, dict[str, str]()
        taken: Any = compiler.frame.taken[verb.code]
        choosing = Choosing(compiler, verb.says, taken, scope)
        functions["first"] = compiler.effect("verb", verb, "first", scope)
        functions["times"] = compiler.number("verb", verb, "times", scope)
        functions["each"] = compiler.number("verb", verb, "each", scope)
        functions["does"] = compiler.effect("verb", verb, "does", choosing.within)
        about = f"verb {verb.code}, rule {verb.rule}"
        if taken and verb.is_asked:
            listed = choosing.listed()
            functions["options"] = compiler.source.function(f"options_{verb.code}", scope.parameters, listed, about)
            bound = choosing.bind()
            functions["bind"] = compiler.source.function(
                f"bind_{verb.code}", f"{scope.parameters}, words", bound, about
            )
        elif taken:
            body = [*choosing.loops([f"return ({''.join(f'{name}, ' for name in choosing.names)})"]), "return None"]
            functions["values"] = compiler.source.function(f"values_{verb.code}", scope.parameters, body, about)
        needs = compiler.maybe("verb", verb.code, "needs", scope)
        if needs:
            amount = compiler.maybe("verb", verb.code, "amount", scope) or "1"
            functions["needs"] = needs
            functions["amount"] = amount if int(amount) < AS_MANY else "1"
        return _Written(verb, {part: name for part, name in functions.items() if name}, verb.stops)

    def _can(self, ops: Sequence[_Written]) -> str:
        """The function that asks whether steps can be done in full; needs of the same thing add up."""
        needs: dict[str, int] = {}
        for op in ops:
            if "needs" in op.functions:
                what = op.functions["needs"]
                needs[what] = needs.get(what, 0) + int(op.functions["amount"])
        if not needs:
            return ""
        text = " and ".join(f"{what} >= {amount}" for what, amount in needs.items())
        about = ", ".join(dict.fromkeys(f"verb {op.verb.code}, rule {op.verb.rule}" for op in ops))
        return self._compiler.source.test("can", "state, actor, this", text, about)

    def make(self, find: Callable[[str], Any]) -> None:
        """Once Python has read it: the lines as programs."""
        numbers: dict[str, list[int]] = {}
        for number, code in enumerate(self._compiler.layout.codes):
            numbers.setdefault(code, []).append(number)
        for card, seq, effect, occasion, drafts, can in self._drafts:
            ops = [_op(op, find) for op in drafts if not (isinstance(op, _Written) and op.verb.notes)]
            ops = [Branch(op.at, op.targets, ops) if isinstance(op, Branch) else op for op in ops]
            if not ops or card.code not in numbers:
                continue
            at = frozenset((occasion.at or occasion.trigger).split())
            verbs = frozenset(op.verb.form for op in drafts if isinstance(op, _Written))
            key, owner = (card.code, seq), numbers[card.code][0]
            asked = find(can) if can else None
            line = CardLine(key, tuple(ops), occasion.rule, owner, effect.row, str(effect.line), (), at, verbs, asked)
            self.programs[key] = line
            for number in numbers[card.code]:
                self._by_card.setdefault(number, []).append(line if number == owner else replace(line, owner=number))
        self._table()

    def of(self, card: int) -> Sequence[CardLine]:
        """Everything that a card does, whenever it does it."""
        return self._by_card.get(card, ())

    def _table(self) -> None:
        """By occasions, in one or two words, and by card: what happens then."""
        count = len(self._compiler.layout.codes)
        words = list(dict.fromkeys(w for row in self._play.occasion for w in (row.at or row.trigger).split()))
        self.at |= {asked: [()] * count for asked in [*words, *permutations(words, 2)]}
        for card, lines in self._by_card.items():
            for line in lines:
                for asked in [*line.at, *permutations(line.at, 2)]:
                    self.at[asked][card] += (line,)
        for asked, by_card in self.at.items():
            self.acting_at[asked] = frozenset(card for card, lines in enumerate(by_card) if lines)


def _op(draft: Any, find: Callable[[str], Any]) -> Op:
    if not isinstance(draft, _Written):
        made: Op = draft
        return made
    functions = {part: name for part, name in draft.functions.items() if part not in ("needs", "amount")}
    bound = replace(draft, functions=functions)
    return Simple(bound, find) if functions.keys() == {"does"} else Act(bound, find)


def can_happen(state: Any, actor: int, lines: Sequence[CardLine], card: int, verb: str) -> bool:
    """Whether a line could happen in full for a card; one that says the same again leads nowhere."""
    return any(verb not in line.verbs and (line.can is None or line.can(state, actor, card)) for line in lines)
