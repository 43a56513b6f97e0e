"""Everything that is fixed before a game begins: programs by what sets them off, numbers, spaces, cards."""

from collections import defaultdict, deque
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cached_property
from typing import Any

from rules_engine.black_orchestra.ladders import HITLER, read_ladders
from rules_engine.black_orchestra.numbers import Numbers, read_numbers
from rules_engine.black_orchestra.ops import PROGRAMS, Branch, Jump, Op, Program, Repeat, Stand, is_due, push, tell
from rules_engine.black_orchestra.rules import Rule
from rules_engine.black_orchestra.state import State
from rules_engine.compile import DECLINE, Choose, Compiled, Do, Instruction, arguments_of
from rules_engine.obeys import obeys
from rules_engine.ruleset import CardCount, Effect, Ruleset, Space, Spot
from schema.notation import Line

ILLEGAL, PLOT, KEY, IMPORTANT = "illegal", "plot", "key", "important"
RULE_OF = {
    "enter": Rule.MOVE_ENTER_EFFECT,
    "deliver {item}": Rule.DELIVER_DISCARD,
    "deliver any": Rule.DELIVER_CONDITION,
    "action": Rule.ACT_EFFECT,
    "any-time": Rule.ANY_TIME_EFFECT,
    "before {leader} moves": Rule.ANY_TIME_EFFECT,
    "after {leader} moves": Rule.ANY_TIME_EFFECT,
    "held": Rule.DOSSIER_LASTING,
    "conspire": Rule.DOSSIER_LASTING,
    "event": Rule.EVENT_DRAW,
    "current": Rule.EVENT_CURRENT,
    "pass {location}": Rule.EVENT_CURRENT,
    "dissent full": Rule.EVENT_CURRENT,
    "ability": Rule.MOTIVATION_ABILITY,
    "ability action": Rule.ACT_EFFECT,
    "turn start": Rule.MOTIVATION_ABILITY,
    "instead of {action}": Rule.MOTIVATION_ABILITY,
    "plot": Rule.PLOT_ACTION,
    "bonus": Rule.PLOT_ITEMS,
    "option {option}": Rule.INTERROGATION_SECRET,
}
"""The rule by which an effect happens, by its trigger."""
LASTING = ("held", "ability", "current")
"""Triggers of what holds as long as its owner is there."""


class Table:
    """What the functions of the game work with beside the state; numbers are read when they are first asked for."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.spaces: Mapping[str, Space] = ruleset.spaces
        self.programs: dict[str, Program] = dict(PROGRAMS)
        self.cards: dict[str, CardCount] = {card.code: card for card in ruleset.cards}
        self.ladders = read_ladders(ruleset)
        self.triggered: dict[tuple[str, str], tuple[str, ...]] = defaultdict(tuple)
        """Keys of programs by trigger and code of the owner."""
        self.effects: dict[str, Effect] = {}
        """The effect rows by the keys of their programs."""
        for key, effect in _keyed(ruleset):
            if effect.compiled:
                self.add(key, effect.owner, effect.line, effect.compiled, effect.row)
                self.effects[key] = effect
        self.standing: dict[str, list[tuple[Program, Stand]]] = {}
        """What holds as long as something is there, by what it changes."""
        for program in self.programs.values():
            for op in program.ops if program.trigger in LASTING else ():
                if isinstance(op, Stand):
                    self.standing.setdefault(op.what, []).append((program, op))
        self.neighbours = {
            code: [other for other in self.spaces if other in space.neighbours] for code, space in self.spaces.items()
        }
        """The spaces next to each space, in the order of the board."""
        self.free_cards = {code: keys for (form, code), keys in self.triggered.items() if form == "any-time"}
        """Cards that cost no action, with the keys of their programs."""
        self.bonuses: dict[str, Any] = {}
        """What helps each plot, once it was asked for."""
        self.reactions: Callable[[Table, State, str, list[str]], list[str]] = lambda *_: []
        self.react: Callable[[Table, State, str, str, str], None] = lambda *_: None
        """Which plots follow the move of a leader, and how one of them begins; the plots themselves set this."""
        self.moves: dict[tuple[str, int], list[str]] = {}
        """The moves from a space in a stage, spelled, once they were asked for."""
        self._distances: dict[str, dict[str, int]] = {}

    def add(self, key: str, owner: tuple[str, str], line: Line, compiled: Compiled, row: int | None) -> None:
        """A program of an effect."""
        form = line.trigger.form if line.trigger else ""
        program = Program(
            key,
            flat_ops(compiled.program),
            str(RULE_OF.get(form, Rule.CARD_OVER_RULES)),
            compiled.conditions,
            row,
            owner,
            form,
            arguments_of(line.trigger) if line.trigger else {},
            str(line),
        )
        self.programs[key] = program
        self.triggered[form, key.split("/")[1]] += (key,)

    @cached_property
    def numbers(self) -> Numbers:
        """The numbers of the rules; a RulesetError where one is missing."""
        return read_numbers(self.ruleset, self.ladders)

    @property
    def rules(self) -> frozenset[str]:
        """The rules of the edition: what differs between editions is asked of them."""
        return self.ruleset.rules

    def of(self, trigger: str, code: str) -> tuple[str, ...]:
        """Keys of the programs of a card, space or character with that trigger."""
        return self.triggered.get((trigger, code), ())

    def has_trigger(self, trigger: str) -> bool:
        """Whether any card waits for it."""
        return trigger in self._triggers

    @cached_property
    def _triggers(self) -> frozenset[str]:
        return frozenset(form for form, _ in self.triggered)

    def seat(self, state: State, code: str) -> int:
        """The player who leads a conspirator."""
        return list(state.conspirators).index(code) % state.players

    def deck(self, deck: str) -> list[str]:
        """The cards of a deck, as often as there are copies, in the order of their codes."""
        return self._decks.get(deck, [])[:]

    @cached_property
    def _decks(self) -> Mapping[str, list[str]]:
        decks: dict[str, list[str]] = {}
        for card in sorted(self.cards.values(), key=lambda card: card.code):
            decks.setdefault(card.deck, []).extend([card.code] * card.copies)
        return decks

    @obeys(Rule.ILLEGAL_CARDS)
    def is_illegal(self, card: str) -> bool:
        """Whether the Gestapo must not find it."""
        return self.cards[card].kind == ILLEGAL

    def is_plot(self, card: str) -> bool:
        """Whether it is a plot."""
        return self.cards[card].kind == PLOT

    def place(self, track: str, word: str) -> int:
        """The place of a level on its track."""
        return self.ladders[track].index(word)

    def track_of(self, level: str) -> str:
        """The track that has a level of that name."""
        return next(track for track, words in self.ladders.items() if level in words)

    @cached_property
    def leaders(self) -> tuple[str, ...]:
        """Hitler first, then the deputies."""
        known = self.ruleset.concepts.get("leader", ())
        return (HITLER, *(leader for leader in known if leader != HITLER))

    @cached_property
    def items(self) -> tuple[str, ...]:
        """The kinds of items."""
        return self.ruleset.concepts.get("item", ())

    @cached_property
    def affiliations(self) -> Mapping[str, str]:
        """The affiliation of each character, read when it is first asked for."""
        return _Affiliations(self.ruleset)

    @cached_property
    def stage_of(self) -> Mapping[str, int]:
        """The stage of each event."""
        events = dict.fromkeys(self.deck("event"))
        return {code: self.ruleset.number(f"card:{code}", "stage") for code in events}

    def distances(self, origin: str) -> Mapping[str, int]:
        """How many steps it is from a space to all others, along all lines, whether or not spaces are open."""
        known = self._distances.get(origin)
        if known is None:
            known, queue = {origin: 0}, deque([origin])
            while queue:
                space = queue.popleft()
                for other in sorted(self.spaces[space].neighbours):
                    if other not in known:
                        known[other] = known[space] + 1
                        queue.append(other)
            self._distances[origin] = known
        return known

    def delivery_keys(self, space: str, spot: Spot) -> tuple[str, ...]:
        """The programs of a delivery."""
        number = self.spaces[space].spots.index(spot)
        return tuple(key for key in self.programs if key.startswith(f"delivery/{space}/{number}/"))

    def use_card(self, state: State, card: str, holder: str) -> None:
        """Play a card that costs no action: it is discarded, and its line happens."""
        held = state.conspirators[holder].cards
        for trigger in ("any-time", "before {leader} moves"):
            key = next((k for k in self.of(trigger, card) if is_due(self, state, k, holder)), None)
            if key:
                held.remove(card)
                state.discard.append(card)
                tell(self, state, None, "card-played", Rule.ANY_TIME_EFFECT, conspirator=holder, card=card)
                push(state, key, holder, card=card)
                return


class _Affiliations(dict[str, str]):
    """Affiliations from facts; a RulesetError for one that nothing states."""

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__()
        self.ruleset = ruleset

    def __missing__(self, code: str) -> str:
        found = self[code] = self.ruleset.fact(f"character:{code}", "affiliation")
        return found


def _keyed(ruleset: Ruleset) -> Iterator[tuple[str, Effect]]:
    """Every effect with a key that is the same in every database."""
    for card in sorted(ruleset.cards, key=lambda card: card.code):
        for seq, effect in enumerate(ruleset.effects_of("card", card.code)):
            yield f"card/{card.code}/{seq}", effect
    for code, space in ruleset.spaces.items():
        for seq, effect in enumerate(ruleset.effects_of("location", code)):
            yield f"location/{code}/{seq}", effect
        for number, spot in enumerate(space.spots):
            for seq, effect in enumerate(ruleset.effects_of("delivery", str(spot.row))):
                yield f"delivery/{code}/{number}/{seq}", effect


def flat_ops(instructions: Sequence[Instruction]) -> tuple[Op, ...]:
    """The steps of a compiled line; choices know the steps they lead to."""
    ops: list[Op] = []
    around: list[int] = []
    for at, instruction in enumerate(instructions):
        if isinstance(instruction, Do):
            step: Op = instruction.step
            if isinstance(step, Repeat) and around:
                step = Repeat()
                step.target = around[-1]
            ops.append(step)
        elif isinstance(instruction, Choose):
            around.append(at)
            ops.append(Branch(instruction.options, instruction.targets))
        else:
            ops.append(Jump(instruction.target, instruction.conditions))
    for at, op in enumerate(ops):
        if isinstance(op, Branch):
            _look_ahead(ops, at, op)
    return tuple(ops)


def _look_ahead(ops: Sequence[Op], at: int, branch: Branch) -> None:
    """The first step of each option, and whether the choice is that of the one visited."""
    branch.first = {word: ops[target] for word, target in branch.targets.items() if word != DECLINE}
    end = branch.targets.get(DECLINE, max(branch.targets.values()) + 1)
    branch.is_of_visited = any(op.who == "visited" for op in ops[at + 1 : end])
