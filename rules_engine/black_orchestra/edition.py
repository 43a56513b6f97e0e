"""What is fixed before a game of an edition begins: programs by what sets them off, numbers, spaces, cards."""

from collections import Counter, defaultdict, deque
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import replace
from functools import cached_property
from typing import Any

from rules_engine.black_orchestra.lines import PROGRAMS, Stand, Triggered
from rules_engine.black_orchestra.rulebook import HITLER, ORIGINS, Numbers, Rule, read_numbers
from rules_engine.black_orchestra.state import State, read_ladders, read_tracks
from rules_engine.errors import RulesetError
from rules_engine.machine.engine import Engine
from rules_engine.machine.forms import Compiled, arguments_of
from rules_engine.obeys import obeys
from rules_engine.ruleset import CardCount, Effect, Ruleset, Space
from schema.notation import Line

ILLEGAL, PLOT, KEY, IMPORTANT = "illegal", "plot", "key", "important"
DECKS = ("character", "conspirator", "event", "interrogation")
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
CLOSING = ("location", "closes-in-stage")
"""The fact that says in which stage the spaces close that are marked for it."""
LASTING = ("held", "ability", "current")
"""Triggers of what holds as long as its owner is there."""


class Edition(Engine):
    """What the functions of the game work with beside the state; a RulesetError for the first fact that is missing."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.ruleset = ruleset
        self.rules = ruleset.rules
        """What differs between editions is asked of the rules they have."""
        self.spaces: Mapping[str, Space] = _closing(ruleset)
        self.cards: dict[str, CardCount] = {card.code: card for card in ruleset.cards}
        self.ladders = read_ladders(ruleset)
        self.places = {word: (track, n) for track, words in self.ladders.items() for n, word in enumerate(words)}
        """The track of each level, and its place there."""
        self.programs = dict(PROGRAMS)
        self.triggered: dict[tuple[str, str], tuple[Triggered, ...]] = defaultdict(tuple)
        """Programs by trigger and code of the owner."""
        self.deliveries: dict[tuple[str, int], list[Triggered]] = defaultdict(list)
        """Programs by space and the number of what it wants."""
        for key, effect in _keyed(ruleset):
            if effect.compiled:
                self.add(key, effect.owner, effect.line, effect.compiled, effect.row)
        self.lines: dict[str, str] = defaultdict(str)
        """All that the lines of a card say."""
        for (_, code), programs in self.triggered.items():
            self.lines[code] += "".join(f"{program.line}\n" for program in programs)
        self.triggers = frozenset(form for form, _ in self.triggered)
        self.free_cards = {code: programs for (form, code), programs in self.triggered.items() if form == "any-time"}
        """Cards that cost no action, with their programs."""
        self.standing: dict[str, list[tuple[Triggered, Stand]]] = {}
        """What holds as long as something is there, by what it changes."""
        for program in [each for of in self.triggered.values() for each in of if each.trigger in LASTING]:
            for op in program.ops:
                if isinstance(op, Stand):
                    self.standing.setdefault(op.what, []).append((program, op))
        self.neighbours = {
            code: [other for other in self.spaces if other in space.neighbours] for code, space in self.spaces.items()
        }
        """The spaces next to each space, in the order of the board."""
        self.moves_from: dict[tuple[str, int], list[str]] = {}
        """The moves from a space in a stage, spelled, once they were asked for."""
        self.bonuses: dict[str, Any] = {}
        """What helps each plot, once it was asked for."""
        self._distances: dict[str, dict[str, int]] = {}
        self._check_decks()
        self.events_of = Counter(self.stage_of[card] for card in self.deck("event"))
        """How many events each stage has."""
        stages = ruleset.within("stage", "count", 1, max(self.events_of))
        self.numbers = self._borne(read_numbers(ruleset, self.ladders, stages))
        limited = self.numbers.dossier.keys() & self.numbers.items.keys()
        self.players = tuple(n for n in range(1, self.numbers.most_players + 1) if n in limited)
        if not self.players:
            ruleset.fact("item-slots", f"limit.players-{min(self.numbers.dossier)}")

    def add(self, key: str, owner: tuple[str, str], line: Line, compiled: Compiled, row: int | None) -> None:
        """A program of an effect."""
        form = line.trigger.form if line.trigger else ""
        rule = str(RULE_OF.get(form, Rule.CARD_OVER_RULES))
        arguments = arguments_of(line.trigger) if line.trigger else {}
        program = Triggered(key, compiled.ops, rule, owner, row, str(line), compiled.conditions, form, arguments)
        self.programs[key] = program
        kind, code, *number = key.split("/")
        if kind == "delivery":
            self.deliveries[code, int(number[0])].append(program)
        else:
            self.triggered[form, code] += (program,)

    def of(self, trigger: str, code: str) -> tuple[Triggered, ...]:
        """The programs of a card, space or character with that trigger."""
        return self.triggered.get((trigger, code), ())

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

    @cached_property
    def leaders(self) -> tuple[str, ...]:
        """Hitler first, then the deputies."""
        known = self.ruleset.concepts.get("leader", ())
        return (HITLER, *(leader for leader in known if leader != HITLER))

    @cached_property
    def affiliations(self) -> Mapping[str, str]:
        """The affiliation of each character."""
        return {code: self.ruleset.fact(f"character:{code}", "affiliation") for code in self.deck("character")}

    @cached_property
    def stage_of(self) -> Mapping[str, int]:
        """The stage of each event."""
        events = dict.fromkeys(self.deck("event"))
        return {code: self.ruleset.number(f"card:{code}", "stage") for code in events}

    @cached_property
    def events(self) -> int:
        """How many events there are."""
        return len(self.deck("event"))

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

    def nearest(self, origin: str, spaces: Iterable[str]) -> list[str]:
        """Which of the spaces are nearest, however far; several where they are equally near."""
        distances = self.distances(origin)
        reached = {space: distances[space] for space in spaces if space in distances}
        least = min(reached.values(), default=0)
        return [space for space in self.spaces if reached.get(space) == least]

    def _check_decks(self) -> None:
        """Raise a RulesetError for the first deck without which no game can be set up."""
        ruleset = self.ruleset
        for deck in DECKS:
            if not self.deck(deck):
                sentence = (
                    f"{ruleset.name} has no cards of the deck `{deck}`. List them in games/{ruleset.game}/cards/."
                )
                raise RulesetError("card", None, deck, sentence)

    def _borne(self, numbers: Numbers) -> Numbers:
        """The numbers as far as there are events and characters for them."""
        ruleset = self.ruleset
        for difficulty in ruleset.concepts.get("difficulty", ()):
            read_tracks(ruleset, difficulty)
        characters = [code for code in self.deck("character") if self.affiliations[code]]
        return replace(
            numbers,
            events_removed=ruleset.within(
                "deck:event", "removed-per-stage", 0, min(self.events_of[n] for n in range(1, numbers.stages + 1))
            ),
            most_players=ruleset.within("component:pawn", "count", 1, len(characters)),
        )

    def content(self) -> dict[str, Any]:
        """Everything the game is played by, as JSON."""
        return {
            "rules": sorted(self.rules),
            "cards": sorted([card.code, card.deck, card.kind, card.copies] for card in self.cards.values()),
            "stages": dict(self.stage_of),
            "affiliations": dict(self.affiliations),
            "spaces": [
                [
                    space.code,
                    space.opens_in_stage,
                    space.closes_in_stage,
                    space.is_fortified,
                    space.region,
                    sorted(space.neighbours),
                    [[spot.item, spot.who, spot.condition] for spot in space.spots],
                ]
                for space in self.spaces.values()
            ],
            "effects": [[program.key, program.line] for program in self.programs.values() if program.row is not None],
            "ladders": dict(self.ladders),
            "numbers": repr(self.numbers),
            "tracks": [repr(read_tracks(self.ruleset, code)) for code in self.ruleset.concepts.get("difficulty", ())],
        }


@obeys(Rule.STAGE_CLOSING)
def _closing(ruleset: Ruleset) -> Mapping[str, Space]:
    """The spaces; those that a list marks as closing close in the stage that the rules state, where they do."""
    stated = ruleset.facts.get(CLOSING)
    if stated is None:
        return ruleset.spaces
    stage, rank = ruleset.number(*CLOSING), ORIGINS.index(stated.origin)
    marked = {}
    for code, space in ruleset.spaces.items():
        own = ruleset.facts.get((f"location:{code}", CLOSING[1]))
        if space.closes_in_stage is not None and (own is None or ORIGINS.index(own.origin) > rank):
            marked[code] = replace(space, closes_in_stage=stage)
    return {**ruleset.spaces, **marked}


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
