"""A ruleset: all that the engine knows of one edition of a game, taken from the rows, free of the database."""

import hashlib
import json
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property, partial
from typing import Any, TypeVar

from rapidfuzz import process

from rules_engine.change import check_known
from rules_engine.errors import CannotExecute, RulesetError, Unborne
from rules_engine.events import Event, Refusal
from rules_engine.fact_values import FactValue, read_line, wrong_fact
from rules_engine.game import Action, Applied, Engine, Result
from rules_engine.machine.forms import Compiled
from rules_engine.machine.steps import Condition
from rules_engine.words import ENGLISH, Words
from schema.base import Origin
from schema.board import space_column
from schema.catalogue import event_sentence
from schema.look import Look
from schema.notation import Line, NotationError, Predicate, Vocabulary
from schema.play_reading import Frame
from schema.slots import FactKey, Slots

Part = TypeVar("Part")
EFFECT_BEGINS = ("action", "effect", "copied")
"""Kinds of events at which an effect begins to happen."""
ACTION = "action"
"""The name of what was done, in the data of an event."""
ANY_ITEM = "any"
"""What a delivery row says where a space takes items of every kind."""


@dataclass(frozen=True, slots=True)
class Spot:
    """What a space wants delivered."""

    row: int
    item: str
    who: str
    condition: str
    predicates: tuple[Predicate, ...] = ()
    conditions: tuple[Condition, ...] = ()

    @property
    def fact(self) -> FactKey:
        """Subject and attribute of the fact that says what the delivery is worth."""
        suffix = f".if-{'-'.join(self.condition.split())}" if self.condition else ""
        return f"delivery:{self.item}", f"{self.who}{suffix}"


@dataclass(frozen=True, slots=True)
class Space:
    """A space of the board, with its neighbours and what it wants."""

    row: int
    code: str
    opens_in_stage: int | None
    closes_in_stage: int | None
    is_fortified: bool
    region: str
    neighbours: frozenset[str] = frozenset()
    spots: tuple[Spot, ...] = ()

    def is_open(self, stage: int) -> bool:
        """Whether it may be entered in that stage."""
        is_closed = self.closes_in_stage is not None and stage >= self.closes_in_stage
        return not is_closed and (self.opens_in_stage is None or stage >= self.opens_in_stage)


@dataclass(frozen=True, slots=True)
class Effect:
    """An effect row with its program, or with the reason why the engine has none."""

    row: int
    owner: tuple[str, str]
    """Kind of the owner and its code; deliveries have their row number for a code."""
    line: Line
    compiled: Compiled | None
    obstacle: CannotExecute | None = None
    is_of_edition: bool = True
    """False where the row holds for all editions, whether or not documents of this one state it."""
    slots: Slots = field(default_factory=dict)
    """The facts that fill numbers of the line."""

    @property
    def trigger(self) -> str:
        """The form of the trigger; empty when the line has none."""
        return self.line.trigger.form if self.line.trigger else ""

    def program(self) -> Compiled:
        """What to execute, or a RulesetError that says why it cannot be."""
        if self.compiled is None:
            raise self.error()
        return self.compiled

    def error(self) -> RulesetError:
        """Why the engine cannot execute it, for a person."""
        word, reason = (self.obstacle.word, self.obstacle.reason) if self.obstacle else ("", "it was not compiled")
        kind, code = self.owner
        sentence = f"The effect of {kind} {code} cannot be executed: {reason}, in “{self.line}”."
        return RulesetError("effect", self.row, word, sentence)


@dataclass(frozen=True, slots=True)
class CardCount:
    """A card as far as counting goes."""

    row: int
    code: str
    deck: str
    kind: str
    copies: int
    origin: Origin


@dataclass(frozen=True)
class Ruleset:
    """One edition of a game, as its rows state it."""

    game: str
    name: str
    edition: str | None
    facts: Mapping[FactKey, FactValue]
    concepts: Mapping[str, tuple[str, ...]]
    """Codes by kind, in the order of their rows: levels stand lowest first."""
    vocabulary: Vocabulary
    spaces: Mapping[str, Space] = field(default_factory=dict)
    cards: tuple[CardCount, ...] = ()
    effects: Mapping[int, Effect] = field(default_factory=dict)
    rules: frozenset[str] = frozenset()
    make_engine: Callable[["Ruleset"], Engine] | None = None
    sides: tuple[str, ...] = ()
    """The sides that play against each other, by their seats; none where all play together."""
    endings: tuple[str, ...] = ()
    """How games can end, the best first; the empty one is an end that no name fits."""
    words: Words = field(default_factory=Words)
    look: Look = field(default_factory=Look)
    compile: Callable[[Effect], Effect] = lambda effect: effect
    """Gives an effect the program of its line; a RulesetError where the engine has none for it."""
    frame: Frame | None = None
    """What a game is played from that has no code of its own."""
    used: set[FactKey] = field(default_factory=set)
    """Every fact that play has read: it has asked for it, or executes lines and enters spaces that are made of it."""
    supposed: Mapping[FactKey, str] = field(default_factory=dict)
    """Facts that somebody gave other values for one run."""
    left_out: dict[FactKey, str] = field(default_factory=dict)
    """Facts that nothing states, each with the part that the game does without for want of it."""
    curbed: dict[FactKey, str] = field(default_factory=dict)
    """Facts that state what the cards and the board cannot bear, each with what is played instead."""
    lost: tuple[Effect, ...] = ()
    """What spaces and deliveries do by another edition, where this one states nothing of them; facts may fill it."""

    @cached_property
    def engine(self) -> Engine:
        """The code that plays whole games, with everything compiled; a RulesetError where something is missing."""
        if self.make_engine is None:
            raise RulesetError("game", None, self.game, f"The engine cannot play whole games of {self.name} yet.")
        played = (key for key, fact in self.facts.items() if self._made_of.get(key) or self._on_board(*key, fact.value))
        self.used.update(played)
        for effect in self.lost:
            for key in effect.slots.values():
                self.optional(self.part_of(effect), partial(self.fact, *key), "")
        borne = self
        while True:
            try:
                return self.make_engine(borne)
            except Unborne as error:
                fact = replace(borne.facts[error.fact], value=str(error.most))
                self.curbed[error.fact] = fact.value
                borne = replace(borne, facts={**borne.facts, error.fact: fact})

    def part_of(self, effect: Effect) -> str:
        """What is missing without an effect of the board, as `location:paris` or `delivery:paris`."""
        kind, code = effect.owner
        places = (space.code for space in self.spaces.values() for spot in space.spots if str(spot.row) == code)
        return f"{kind}:{code if kind == 'location' else next(places, code)}"

    def with_fact(self, subject: str, attribute: str, value: str) -> "Ruleset":
        """A ruleset of its own in which a fact has another value."""
        return self.with_facts({(subject, attribute): value})

    def with_variant(self, rule: str, name: str) -> "Ruleset":
        """A ruleset of its own that plays a rule the other way; a ValueError where its rows list no such variant."""
        if self.frame is None:
            raise ValueError(f"{self.name} is not played from rows, so that no rule of it can be played another way.")
        return replace(self, frame=self.frame.varied(rule, name), used=set(), left_out={}, curbed={})

    def with_facts(self, values: Mapping[FactKey, str]) -> "Ruleset":
        """A ruleset of its own in which facts have other values; a ValueError where there is no such fact."""
        for fact in values:
            check_known(fact, self.facts)
        return self.supposing(values)

    def supposing(self, values: Mapping[FactKey, str]) -> "Ruleset":
        """A ruleset of its own with these values of facts, and of the lines and spaces made of them; stated or not.

        A RulesetError where a line cannot be executed with its value.
        """
        unknown = FactValue(None, "", "decided")
        given = {
            fact: replace(self.facts.get(fact, unknown), value=value, origin="decided", is_provisional=False)
            for fact, value in values.items()
        }
        facts = {**self.facts, **given}
        effects, spaces = dict(self.effects), dict(self.spaces)
        for row in {row for fact in values for row in self._made_of.get(fact, ())}:
            effects[row] = self._refilled(effects[row], facts)
        for (subject, attribute), value in values.items():
            if self._on_board(subject, attribute, value):
                code = subject.partition(":")[2]
                spaces[code] = replace(spaces[code], **space_column(attribute, value))
        filled = [effect for effect in self.lost if all(fact in facts for fact in effect.slots.values())]
        effects |= {effect.row: self._refilled(effect, facts) for effect in filled}
        lost = tuple(effect for effect in self.lost if effect not in filled)
        supposed = {**self.supposed, **values}
        own: dict[str, Any] = {"used": set(), "left_out": {}, "curbed": {}}
        return replace(self, facts=facts, effects=effects, spaces=spaces, supposed=supposed, lost=lost, **own)

    def _refilled(self, effect: Effect, facts: Mapping[FactKey, FactValue]) -> Effect:
        """The effect as other facts fill it."""
        try:
            line = read_line(str(effect.line), effect.slots, facts, self.vocabulary.parse)
        except NotationError as error:
            kind, code = effect.owner
            raise RulesetError("effect", effect.row, error.word, f"The effect of {kind} {code}: {error}.") from error
        return self.compile(replace(effect, line=line))

    def _on_board(self, subject: str, attribute: str, value: str) -> bool:
        """Whether a fact says something of a space that stands in its row."""
        kind, _, code = subject.partition(":")
        return kind == "location" and code in self.spaces and bool(space_column(attribute, value))

    @cached_property
    def _made_of(self) -> Mapping[FactKey, list[int]]:
        """Rows of the effects that each fact fills a slot of."""
        made_of: dict[FactKey, list[int]] = {}
        for effect in self.effects.values():
            for fact in effect.slots.values():
                made_of.setdefault(fact, []).append(effect.row)
        return made_of

    @property
    def choices(self) -> Mapping[str, tuple[str, ...]]:
        """The options of the set-up and what they may be; the first is taken unless told otherwise."""
        return self.engine.choices

    def start(self, players: int = 1, seed: int = 0, options: Mapping[str, str] | None = None) -> Any:
        """The state at the first decision."""
        if players not in self.engine.players:
            able = " or ".join(map(str, self.engine.players))
            raise ValueError(f"{self.name} is played by {able}, not by {players}.")
        return self.engine.start(players, seed, self.chosen(options or {}))

    def chosen(self, options: Mapping[str, str]) -> dict[str, str]:
        """Options of the set-up, with those that nobody has said; a ValueError for what is not offered."""
        for name, value in options.items():
            if value not in self.choices.get(name, ()):
                offered = ", ".join(f"{n}={each}" for n, values in self.choices.items() for each in values) or "none"
                raise ValueError(f"{self.name} has no option {name}={value}; there are {offered}.")
        return {name: options.get(name, values[0]) for name, values in self.choices.items()}

    @cached_property
    def legal(self) -> Callable[[Any], list[Action]]:
        """Everything that can be done in a state; called so often that it leads straight to the game's code."""
        return self.engine.legal

    @cached_property
    def advance(self) -> Callable[..., Refusal | None]:
        """``advance(state, action, events=None)``: do it in place, or refuse it and change nothing."""
        return self.engine.advance

    def apply(self, state: Any, action: Action, told: bool = True) -> Applied | Refusal:
        """The next state and what happened; the state that was given stays as it is."""
        after = state.copy()
        events: list[Event] | None = [] if told else None
        refusal = self.engine.advance(after, action, events)
        return refusal or Applied(after, tuple(events or ()))

    def to_move(self, state: Any) -> int:
        """Whose decision it is."""
        return self.engine.to_move(state)

    def view(self, state: Any, player: int = 0) -> dict[str, Any]:
        """What a player sees."""
        return self.engine.view(state, player)

    def result(self, state: Any) -> Result | None:
        """How the game ended, if it has."""
        return self.engine.result(state)

    def save(self, state: Any) -> dict[str, Any]:
        """The state as JSON."""
        return self.engine.save(state)

    def load(self, saved: Mapping[str, Any]) -> Any:
        """The state that was saved."""
        return self.engine.load(saved)

    @cached_property
    def fingerprint(self) -> str:
        """Checksum of everything the game is played by: where it is the same, the same game can be replayed."""
        content = json.dumps(self.engine.content(), sort_keys=True, ensure_ascii=False)
        return hashlib.sha256(f"{self.game} {content}".encode()).hexdigest()

    def tell(self, event: Event, language: str = ENGLISH) -> str:
        """What happened, in a sentence: an effect in the words of the phrasebook, the rest in our own."""
        data = {name: self._datum(name, str(value), language) for name, value in event.data.items()}
        effect = self.effects.get(event.effect) if event.effect is not None else None
        if effect and event.kind in EFFECT_BEGINS:
            rendered = self.words.render(effect.line, language, self.vocabulary)
            if rendered:
                return f"{data['card']}: {rendered}."
        return event_sentence(self.game, event.kind, language).format_map(data)

    def _datum(self, name: str, value: str, language: str) -> str:
        parts = [self.say(value, language)] if name == ACTION else value.split(", ")
        return ", ".join(self.words.datum(name, part, language) for part in parts)

    def say(self, action: Action, language: str = ENGLISH) -> str:
        """An action with the names of cards and piles in the language; a choice in an effect by the phrasebook."""
        rendered = self.engine.say(action, language) or self._rendered(action, language)
        return rendered[:1].upper() + rendered[1:] if rendered else self.words.action(action, language)

    def _rendered(self, action: Action, language: str) -> str:
        """An action that is a line of notation, in words; empty where it is none or the words are missing."""
        try:
            return self.words.render(self.vocabulary.parse(action), language, self.vocabulary) or ""
        except NotationError:
            return ""

    def card_help(
        self, code: str, language: str = ENGLISH, told: Callable[[str, str], str] = "{}: {}".format
    ) -> list[str]:
        """Lines about a card: its title, its facts as they are told, and what it does in words or in notation."""
        lines = [self.words.word(code, language)]
        card = next((card for card in self.cards if card.code == code), None)
        if card and (rendered := self.words.rendered(code, card.deck, language)):
            lines.append(rendered)
        subjects = {f"{kind}:{code}" for kind in (("card", card.kind, card.deck) if card else ("card",))}
        facts = ((a, fact) for (s, a), fact in self.facts.items() if s in subjects)
        lines += [told(a, fact.value) + str(fact).removeprefix(fact.value) for a, fact in facts]
        for effect in self.effects_of("card", code):
            lines.append(self.words.render(effect.line, language, self.vocabulary) or str(effect.line))
        return lines

    @property
    def not_executable(self) -> tuple[Effect, ...]:
        """Effects that read well but that the engine has no code for yet."""
        return tuple(effect for effect in self.effects.values() if effect.compiled is None)

    def effects_of(self, kind: str, code: str, trigger: str = "") -> list[Effect]:
        """The effects of an owner in their order, with that trigger if one is named."""
        found = self._by_owner.get((kind, code), ())
        return [effect for effect in found if not trigger or effect.trigger == trigger]

    def find_fact(self, subject: str, attribute: str) -> str | None:
        """The value of a fact, if anything states it."""
        found = self.facts.get((subject, attribute))
        return found.value if found else None

    def fact(self, subject: str, attribute: str) -> str:
        """The value of a fact, or a RulesetError that names it and where it could come from."""
        value = self.find_fact(subject, attribute)
        if value is None:
            fact = (subject, attribute)
            raise RulesetError("fact", None, f"{subject} {attribute}", self.missing(*fact), fact)
        self.used.add((subject, attribute))
        return value

    def number(self, subject: str, attribute: str, least: int | None = None) -> int:
        """The value of a fact that is a number, and not less than this."""
        try:
            value = int(self.fact(subject, attribute))
        except ValueError:
            raise self.wrong_fact(subject, attribute, "a whole number") from None
        if least is not None and value < least:
            raise self.wrong_fact(subject, attribute, f"{least} or more")
        return value

    def within(self, subject: str, attribute: str, least: int, most: int | None = None) -> int:
        """The value of a fact as far as the cards and the board bear it; where they do not, this is remembered."""
        value = self.number(subject, attribute)
        played = max(least, value if most is None else min(most, value))
        if played != value:
            self.curbed[subject, attribute] = str(played)
        return played

    def optional(self, part: str, read: Callable[[], Part], otherwise: Part) -> Part:
        """What is read of a part that the game can do without; where a fact is missing, the part is left out."""
        try:
            return read()
        except RulesetError as error:
            if error.fact is None or error.fact in self.facts:
                raise
            self.left_out[error.fact] = part
            return otherwise

    def wrong_fact(self, subject: str, attribute: str, expected: str) -> RulesetError:
        """The error for a fact whose value cannot be played."""
        return wrong_fact((subject, attribute), self.facts[subject, attribute], expected)

    def missing(self, subject: str, attribute: str) -> str:
        """The sentence for a fact that nothing states."""
        edition = f", edition {self.edition}" if self.edition else ""
        return (
            f"No document or list states `{subject}` `{attribute}` of {self.name}{edition}. "
            f"Ingest a rulebook that prints it, or state it in a list under games/{self.game}/cards/."
        )

    def require_cards(self, decks: Sequence[str]) -> None:
        """Raise a RulesetError unless each of these decks has cards."""
        for deck in decks:
            if not any(card.deck == deck and card.copies for card in self.cards):
                sentence = f"{self.name} has no cards of the deck `{deck}`. List them in games/{self.game}/cards/."
                raise RulesetError("card", None, deck, sentence)

    def require(self, kind: str, code: str) -> str:
        """The code, if the game has a concept of that kind with it; else a RulesetError."""
        known = self.concepts.get(kind, ())
        if code in known:
            return code
        near = process.extractOne(code, known) if known else None
        advice = f" Did you mean `{near[0]}`?" if near else f" It has no concepts of the kind {kind} at all."
        raise RulesetError("concept", None, code, f"{self.name} has no {kind} `{code}`.{advice}")

    @cached_property
    def _by_owner(self) -> Mapping[tuple[str, str], list[Effect]]:
        by_owner: dict[tuple[str, str], list[Effect]] = {}
        for effect in self.effects.values():
            by_owner.setdefault(effect.owner, []).append(effect)
        return by_owner
