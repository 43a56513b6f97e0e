"""Actions as Python: what is offered, what an answer means, and what it does."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any

from rules_engine.errors import RulesetError
from rules_engine.from_rows.choosing import Choosing
from rules_engine.from_rows.compiling import Compiler, Scope
from rules_engine.from_rows.expressions import Sifted
from rules_engine.from_rows.lines import CardLine
from rules_engine.from_rows.statements import begin_lines
from rules_engine.from_rows.writing import identifier, indented
from schema.notation import Predicate
from schema.play import ActionShape, ModifierShape

Test = Callable[..., bool]


@dataclass(frozen=True, slots=True)
class Restriction:
    """What leaves an action only some of what it could take."""

    condition: Test | None
    only: Test
    rule: str


@dataclass(frozen=True, slots=True)
class Deed:
    """An action of a phase, ready to be offered and done."""

    code: str
    rule: str
    phase: str
    is_sealed: bool
    verb: str
    """The word it begins with."""
    length: int
    """Of how many words it is."""
    before: Test | None
    """Conditions that hold or not whatever is chosen."""
    options: Callable[[Any, int], list[str]]
    fitting: Callable[[Any, int], list[str]]
    """The same without restrictions."""
    bind: Callable[[Any, int, str], tuple[Any, ...]]
    does: Callable[..., None]
    restrictions: tuple[Restriction, ...]
    begin: Callable[..., None] | None = None
    """Begins the lines that may happen with it."""
    lines: Callable[..., Sequence[CardLine]] | None = None
    """Finds these lines."""
    tells: str = ""
    """What tells of them."""
    known: Mapping[str, tuple[Any, ...]] = field(default_factory=dict)
    """What words stand for that always stand for the same."""

    def offers(self, state: Any, actor: int) -> list[str]:
        """Everything that can be done now, in words."""
        return self.options(state, actor) if self.before is None or self.before(state, actor) else []

    def meant(self, state: Any, actor: int, words: str) -> tuple[Any, ...] | None:
        """What the words choose in it; none where they speak of something else."""
        try:
            return self.bind(state, actor, words)
        except (StopIteration, ValueError, IndexError):
            return None


class Deeds:
    """Actions on their way into Python."""

    def __init__(self, compiler: Compiler) -> None:
        self._compiler, self._frame = compiler, compiler.frame
        self._tails: dict[str, Tails] = {}

    def write(self, action: ActionShape) -> dict[str, Any]:
        """The names of the functions of an action."""
        code, compiler = action.code, self._compiler
        taken: Any = self._frame.taken[code]
        choosing = Choosing(compiler, action.spelled, taken, Scope())
        predicates = self._frame.conditions("action", code)
        before = [each for each in predicates if not _names(each, taken)]
        after = [each for each in predicates if _names(each, taken)]
        asked = self._asked(action, before)
        rows = [row for row in self._frame.play.modifier if row.action == code]
        written = {
            "before": self._function(action, "before", "state, actor", [f"return {asked}"]) if asked else "",
            "fitting": self._options(action, choosing, after, []),
            "bind": self._function(action, "bind", "state, actor, words", choosing.bind()),
            "does": self._does(action, choosing.within),
            "restrictions": [self._restriction(row, choosing.within) for row in rows],
        }
        written["options"] = self._options(action, choosing, after, rows) if rows else written["fitting"]
        if action.may:
            lines = compiler.maybe("action", code, "may", choosing.within)
            written["lines"] = self._function(action, "lines", choosing.within.called_with, [f"return {lines}"])
            told = compiler.line("action", action, choosing.within)
            body = begin_lines(told, lines, telling=action.tells)
            written["begin"] = self._function(action, "begin", choosing.within.called_with, body)
        return written

    def write_offers(self, phase: str, written: Mapping[str, dict[str, Any]]) -> str:
        """The function that lists what can be done in a phase."""
        body: list[str] = []
        for action in (action for action in self._frame.play.action if action.phase == phase):
            predicates = self._frame.conditions("action", action.code)
            taken = self._frame.taken[action.code]
            before = self._asked(action, [each for each in predicates if not _names(each, taken)])
            add = (
                f"options += {written[action.code]['options']}(state, actor)"
                if taken
                else f"options.append({action.code!r})"
            )
            if not body:
                body = [add.replace("+=", "=")] if taken and not before else ["options = []"]
                if body[0] == add.replace("+=", "="):
                    continue
            body += [f"if {before}:", *indented([add])] if before else [add]
        if len(body) == 1 and body[0].startswith("options = options_"):
            return body[0].removeprefix("options = ").removesuffix("(state, actor)")
        return self._compiler.source.function(
            f"offers_{phase}", "state, actor", [*body, "return options"], f"phase {phase}"
        )

    def _asked(self, action: ActionShape, before: Sequence[Predicate]) -> str:
        """What is asked before anything is chosen: the role of whoever acts, and conditions."""
        role = f"role_of(state, actor) in {tuple(action.role.split())!r}" if action.role else ""
        return " and ".join(filter(None, [role, self._compiler.tests(before)]))

    def _function(self, action: ActionShape, part: str, parameters: str, body: Sequence[str]) -> str:
        about = f"action {action.code}, rule {action.rule}"
        return self._compiler.source.function(f"{part}_{action.code}", parameters, body, about)

    def _does(self, action: ActionShape, scope: Scope) -> str:
        """The line of an action, and of what it triggers."""
        compiler = self._compiler
        body = compiler.statements("action", action, "does", scope)
        for trigger in self._frame.play.trigger:
            if trigger.after == action.code:
                happens = compiler.statements("trigger", trigger, "does", scope)
                condition = compiler.tests(self._frame.conditions("trigger", trigger.code), scope) or "True"
                body += [f"if {condition}:  # trigger {trigger.code}, rule {trigger.rule}", *indented(happens)]
        return self._function(action, "do", scope.called_with, body)

    def _restriction(self, row: ModifierShape, scope: Scope) -> dict[str, str]:
        compiler = self._compiler
        return {
            "condition": compiler.condition("modifier", row),
            "only": compiler.condition("modifier", row, "only", scope),
            "rule": row.rule,
        }

    def _options(
        self, action: ActionShape, choosing: Choosing, after: Sequence[Predicate], rows: Sequence[ModifierShape]
    ) -> str:
        """The function that lists what can be done."""
        compiler, scope = self._compiler, choosing.within
        by_card = self._by_card(action, choosing, after, rows)
        if by_card:
            return self._function(action, "options", "state, actor", by_card)
        condition = compiler.tests(after, scope)
        if rows and choosing.taken and all(row.is_strict for row in rows):
            condition = " and ".join(filter(None, [condition, *(self._bound_by(row, scope) for row in rows)]))
            rows = ()
        if not choosing.taken:
            return self._function(action, "options", "state, actor", [f"return [{choosing.words()}]"])
        names = "".join(f"{identifier(name)}, " for name in choosing.taken)
        if not rows:
            return self._function(action, "options", "state, actor", choosing.listed(condition))
        body = ["found = []", *choosing.loops([f"found.append(({choosing.words()}, ({names})))"], condition)]
        for row in rows:
            when = compiler.tests(self._frame.conditions("modifier", row.code)) or "True"
            only = compiler.tests(self._frame.conditions("modifier", row.code, "only"), scope)
            kept = f"[(words, ({names})) for words, ({names}) in found if {only}]"
            body += [f"if {when}:  # modifier {row.code}, rule {row.rule}"]
            body += [f"    found = {kept}{'' if row.is_strict else ' or found'}"]
        return self._function(
            action, "options", "state, actor", [*body, "return list(dict.fromkeys([words for words, _ in found]))"]
        )

    def _bound_by(self, row: ModifierShape, scope: Scope) -> str:
        """What a strict modifier demands of what is chosen."""
        when = self._compiler.tests(self._frame.conditions("modifier", row.code))
        only = self._compiler.tests(self._frame.conditions("modifier", row.code, "only"), scope)
        return f"(not ({when}) or ({only}))" if when else f"({only})"

    def _by_card(
        self, action: ActionShape, choosing: Choosing, after: Sequence[Predicate], rows: Sequence[ModifierShape]
    ) -> list[str]:
        """Where a card comes first and the rest is the same for all cards: what each card offers is spelled once."""
        names = list(choosing.taken)
        asked = [*after, *(p for row in rows for p in self._frame.conditions("modifier", row.code, "only"))]
        if not names or choosing.taken[names[0]].form != "{cards}" or not action.may:
            return []
        is_apart = all(_names(each, names) <= set(names[1:]) for each in asked) and all(
            map(choosing.is_static, names[1:])
        )
        is_single = choosing.is_single(choosing.taken[names[0]])
        if not is_apart or not is_single or len(names) != 2 or not all(row.is_strict for row in rows):
            return []
        compiler, scope = self._compiler, choosing.within
        first, second = (identifier(name) for name in names)
        tests = [compiler.tests(after, scope)] if after else []
        bound, body = str(bool(after)), []
        for row in rows:
            when = compiler.tests(self._frame.conditions("modifier", row.code)) or "True"
            only = compiler.tests(self._frame.conditions("modifier", row.code, "only"), scope)
            name = f"is_bound_{identifier(row.code)}"
            body += [f"{name} = {when}  # modifier {row.code}, rule {row.rule}"]
            tests += [f"(not {name} or ({only}))"]
            bound = f"{bound} or {name}" if bound != "False" else name
        every = choosing._listed(choosing.taken[names[1]], choosing._parts(choosing.taken[names[1]], scope))
        chosen = f"tuple([{second} for {second} in {every} if {' and '.join(tests)}])" if tests else every
        cards = compiler.expression(choosing.taken[names[0]].parts[0])
        tails = f"tails_{identifier(action.code)}"
        self._compiler.source.namespace[tails] = made = self._tails.setdefault(
            action.code, Tails(action.spelled, names)
        )
        made.words = choosing.static(names[1])
        loop = cards.loop(first) if isinstance(cards, Sifted) else [f"for {first} in {cards}:"]
        offered = [
            f"options += always[{first}]",
            f"for can, words in maybe[{first}]:",
            f"    if can(state, actor, {first}):",
            "        options.append(words)",
        ]
        return [
            "options = []",
            *body,
            f"always, maybe = {tails}.of({chosen}) if {bound} else {tails}.every",
            *loop,
            *indented(offered, len(loop)),
            "return options",
        ]

    def made(self, action: ActionShape, written: dict[str, Any], find: Callable[[str], Any]) -> Deed:
        """The action with its functions."""

        def found(part: str) -> Any:
            return find(written[part]) if written.get(part) else None

        restrictions = tuple(
            Restriction(find(row["condition"]) if row["condition"] else None, find(row["only"]), row["rule"])
            for row in written["restrictions"]
        )
        spelled, taken = action.spelled.split(), self._frame.taken[action.code]
        if action.code in self._tails:
            tails = self._tails[action.code]
            tails.word, tails.lines = action.may.partition(": ")[0], found("lines")
            tails.codes = self._compiler.layout.codes
            assert tails.every, "two lines for one choice are found when the rows are read"
        return Deed(
            action.code,
            action.rule,
            action.phase,
            action.is_sealed,
            spelled[0],
            len(spelled),
            found("before"),
            found("options"),
            found("fitting"),
            found("bind"),
            found("does"),
            restrictions,
            found("begin"),
            found("lines"),
            action.tells,
            self._tails[action.code].known if action.code in self._tails else {} if taken else {action.spelled: ()},
        )


class Tails:
    """What each card offers of an action, spelled once: what is always possible, and what its line may forbid."""

    def __init__(self, spelled: str, names: Sequence[str]) -> None:
        self.spelled, self.names = spelled, names
        self.word = ""
        self.words: tuple[str, ...] = ()
        """All that can be chosen with a card."""
        self.lines: Callable[..., Sequence[CardLine]]
        self.codes: Sequence[str] = ()
        self._found: dict[tuple[str, ...], Any] = {}
        self.known: dict[str, tuple[Any, ...]] = {}
        """What the words stand for; cards that are chosen so are all called differently."""

    @cached_property
    def every(self) -> Any:
        """By card, where everything can be chosen with it."""
        return self.of(self.words)

    def of(self, chosen: tuple[str, ...]) -> Any:
        """By card, where these words can be chosen with it."""
        if chosen not in self._found:
            every = [self._card(card, chosen) for card in range(len(self.codes))]
            self._found[chosen] = [always for always, _ in every], [maybe for _, maybe in every]
        return self._found[chosen]

    def _card(self, card: int, chosen: tuple[str, ...]) -> tuple[list[str], list[tuple[Test, str]]]:
        always, maybe = [], []
        for word in chosen:
            said = self.spelled.format(**{self.names[0]: self.codes[card], self.names[1]: word})
            always.append(said)
            self.known[said] = self.known[f"{said} {self.word}"] = (card, word)
            lines = self.lines(None, 0, card, word)
            if len(lines) > 1:
                sentence = f"The card {self.codes[card]} has two lines that could happen with “{said}”."
                raise RulesetError("effect", lines[1].row, "", sentence)
            for line in lines:
                if line.can is None:
                    always.append(f"{said} {self.word}")
                else:
                    maybe.append((line.can, f"{said} {self.word}"))
        return always, maybe


def _names(predicate: Predicate, taken: Any) -> set[str]:
    """What is taken that a condition speaks of."""
    return set(predicate.clause.words) & set(taken)
