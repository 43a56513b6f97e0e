"""The cards, numbers and regions of an edition as play needs them: values from facts, programs from effects."""

from collections.abc import Sequence
from dataclasses import asdict
from itertools import combinations
from typing import Any

from rules_engine.errors import RulesetError
from rules_engine.machine.engine import Engine
from rules_engine.machine.forms import Forms, arguments_of
from rules_engine.machine.steps import NOTHING, Program
from rules_engine.operation_barclay.hands import Hands, order_of
from rules_engine.operation_barclay.logic import Logic
from rules_engine.operation_barclay.rulebook import RADARS, Numbers, Rule, read_numbers
from rules_engine.operation_barclay.state import FACTIONS, Lying, Phase
from rules_engine.ruleset import CardCount, Effect, Ruleset

FORMS = Forms(declines_in_picks=True)
INTELLIGENCE, DEFECTOR = "intelligence", "defector"
DECKS = (INTELLIGENCE, *FACTIONS)
ANALYSIS, EVALUATION = Phase.NAMES[Phase.ANALYSIS], Phase.NAMES[Phase.EVALUATION]
FACE_UP, FACE_DOWN = "face-up", "face-down"
AGENTS = {"spy": "draw", "double-agent": "look"}
"""Cards that act by their numbers, and the attribute of the fact that says how many cards they look at."""
EITHER_OR = "/"
RULES = {"spy": Rule.SPY, "double-agent": Rule.DOUBLE_AGENT, "traitor": Rule.TRAITORS, "replacement": Rule.REPLACEMENT}
"""The rule by which a card of the kind acts; all others act by the moment."""
RULE_OF = {
    FACE_UP: Rule.EFFECT_AT_ONCE,
    FACE_DOWN: Rule.EFFECT_WAITS,
    ANALYSIS: Rule.ANALYSIS,
    EVALUATION: Rule.EVALUATION_ABWEHR_DECIDES_FIRST,
}
"""The moments at which cards act: as they are played, in the evaluation if they lay face down, or in a phase."""


class Table(Engine):
    """Everything that is fixed before a game begins, by the numbers of the cards and colours."""

    def __init__(self, ruleset: Ruleset) -> None:
        self.numbers: Numbers = read_numbers(ruleset)
        listed = _in_order(ruleset)
        self.codes = [card.code for card in listed]
        self.number_of = {code: number for number, code in enumerate(self.codes)}
        self.backs = [card.deck for card in listed]
        """The deck that a card belongs to, which its back shows."""
        self.kinds = [card.kind for card in listed]
        self.colours: tuple[str, ...] = ruleset.concepts["colour"]
        self.symbols: tuple[str, ...] = ruleset.concepts.get("symbol", ())
        self.ranks = [_ranks(ruleset, card) for card in listed]
        """The numbers a card may count as; none for a card that is no part of the combination."""
        self.colours_of = [_listed(ruleset, card, "colour", self.colours, EITHER_OR) for card in listed]
        self.symbols_on = [_listed(ruleset, card, "symbols", self.symbols, None) for card in listed]
        self.plays = [_plays(ruleset, card) for card in listed]
        """The phases in which a card may be played."""
        self.decks = {deck: [number for number, card in enumerate(listed) if card.deck == deck] for deck in DECKS}
        ranks = [rank for each in self.ranks for rank in each]
        self.lowest, self.highest = min(ranks), max(ranks)
        self.programs: dict[Any, Program] = {}
        self.triggered: dict[str, list[tuple[Program, ...]]] = {when: [()] * len(listed) for when in RULE_OF}
        """By moment, then by card, what happens."""
        self._add_programs(ruleset, listed)
        self.regions = tuple(code for code in ruleset.concepts["location"] if code in ruleset.spaces)
        self.size = size = self.numbers.tokens
        """Intelligence tokens in a region."""
        self.hands = Hands(order_of(ruleset), self.numbers.face_up + self.numbers.face_down)
        self.logic = Logic(self.numbers.offensives, len(self.regions))
        self.region_of = _regions_of(ruleset, self.regions, self.colours)
        """By colour the region where its evidence token works; NOTHING for one that works anywhere."""
        self.play = [f"play {code}" for code in self.codes]
        """How actions are spelled: by card, by deck for each player, by faction, by colour, by space."""
        self.draw = tuple((f"draw {INTELLIGENCE}", f"draw {own}", f"draw {DEFECTOR}") for own in FACTIONS)
        self.predict = [f"predict {faction}" for faction in FACTIONS]
        self.evidence = [token % len(self.colours) for token in range(self.numbers.evidence)]
        """The colour of each evidence token."""
        self.take = [f"take {colour}" for colour in self.colours]
        self.use = [f"use {colour}" for colour in self.colours]
        self.turn = [f"turn {region} {space + 1}" for region in self.regions for space in range(size)]
        self.lay = [_patterns(green, size) for green, _ in self.numbers.offensives]
        """By offensive how the tokens of a region may lie: the green ones are 1."""

    def laid(self, card: int, facing: int) -> Lying:
        """A card as it is laid into a space."""
        return Lying(card, facing, self.ranks[card], self.colours_of[card])

    def content(self) -> dict[str, Any]:
        """Everything the game is played by, as JSON."""
        return {
            **{name: getattr(self, name) for name in ("codes", "backs", "kinds", "ranks")},
            "colours": self.colours_of,
            "symbols": self.symbols_on,
            "plays": [sorted(plays) for plays in self.plays],
            "effects": [[*program.key, program.line] for program in self.programs.values()],
            "numbers": asdict(self.numbers),
            "regions": [list(self.regions), self.region_of],
            "evidence": [self.colours[colour] for colour in self.evidence],
            "combinations": list(self.hands.order),
        }

    def _add_programs(self, ruleset: Ruleset, listed: Sequence[CardCount]) -> None:
        agents = {agent: _agent_effect(ruleset, agent, listed) for agent in AGENTS}
        for number, card in enumerate(listed):
            own, agent = ruleset.effects_of("card", card.code), _agent_of(ruleset, card)
            effects = [] if card.kind in AGENTS else own[:]
            if agent:
                effects += (own if card.kind == agent else []) or agents[agent]
                self.kinds[number] = agent
            for seq, effect in enumerate(effects):
                line, compiled = effect.line, effect.program()
                assert line.trigger is not None, "a line without a trigger is refused when it is read"
                (when,) = arguments_of(line.trigger).values()
                # A rule that is called like the card goes before that of its kind, and that before that of the moment.
                rule = card.code if card.code in set(Rule) else str(RULES.get(self.kinds[number], RULE_OF[when]))
                key = (card.code, seq)
                program = Program(key, compiled.ops, rule, number, effect.row, str(line), compiled.conditions)
                self.programs[key] = program
                self.triggered[when][number] += (program,)


def _in_order(ruleset: Ruleset) -> list[CardCount]:
    """The cards by deck and code, so that numbers do not depend on the order of rows."""
    ruleset.require_cards(DECKS)
    listed = sorted((card for card in ruleset.cards if card.copies), key=lambda card: (card.deck, card.code))
    for card in listed:
        if card.copies != 1 or card.deck not in DECKS:
            reason = f"of the deck `{card.deck}`" if card.copies == 1 else f"{card.copies} times"
            sentence = f"The card {card.code} is listed {reason}; each must be listed once, in {', '.join(DECKS)}."
            raise RulesetError("card", card.row, card.code, sentence)
    return listed


def _ranks(ruleset: Ruleset, card: CardCount) -> tuple[int, ...]:
    """The numbers of a card, lowest first; a card for the analysis alone has none."""
    subject = f"card:{card.code}"
    if ruleset.find_fact(subject, "rank") is None and ruleset.find_fact(subject, "plays") == ANALYSIS:
        return ()
    parts = ruleset.fact(subject, "rank").split(EITHER_OR)
    if not all(part.isdigit() for part in parts):
        raise ruleset.wrong_fact(subject, "rank", "a number, or several with a stroke between them")
    return tuple(sorted({int(part) for part in parts}))


def _listed(
    ruleset: Ruleset, card: CardCount, attribute: str, known: Sequence[str], between: str | None
) -> tuple[int, ...]:
    """The codes of a fact by their numbers; none where the card has no such fact."""
    subject = f"card:{card.code}"
    if ruleset.find_fact(subject, attribute) is None:
        return ()
    words = ruleset.fact(subject, attribute).split(between)
    if not all(word in known for word in words):
        raise ruleset.wrong_fact(subject, attribute, f"of {', '.join(known)}")
    return tuple(sorted(known.index(word) for word in words))


def _plays(ruleset: Ruleset, card: CardCount) -> frozenset[int]:
    """The phases in which a card may be played; an intelligence card always, and so one that does not say."""
    subject = f"card:{card.code}"
    if ruleset.find_fact(subject, "plays") is None:
        return frozenset((Phase.FIRST, Phase.LAST))
    words = ruleset.fact(subject, "plays").split()
    known = {Phase.NAMES[phase]: phase for phase in (Phase.FIRST, Phase.ANALYSIS, Phase.LAST)}
    if not words or not all(word in known for word in words):
        raise ruleset.wrong_fact(subject, "plays", f"of {', '.join(known)}")
    return frozenset(known[word] for word in words)


def _agent_of(ruleset: Ruleset, card: CardCount) -> str:
    """Which kind of agent an intelligence card is by its number."""
    if card.deck == INTELLIGENCE:
        rank = ruleset.fact(f"card:{card.code}", "rank")
        for agent in AGENTS:
            if rank in ruleset.fact(f"card-type:{agent}", "ranks").split():
                return agent
    return ""


def _agent_effect(ruleset: Ruleset, agent: str, listed: Sequence[CardCount]) -> list[Effect]:
    """What an agent does, from the first card of the kind that says it; how many cards it looks at must be stated."""
    ruleset.fact(f"card-type:{agent}", AGENTS[agent])
    for card in listed:
        if card.kind == agent and (effects := ruleset.effects_of("card", card.code)):
            return effects
    sentence = f"No card of the kind `{agent}` says what it does. State it in a list under games/{ruleset.game}/cards/."
    raise RulesetError("effect", None, agent, sentence)


def _regions_of(ruleset: Ruleset, regions: tuple[str, ...], colours: tuple[str, ...]) -> list[int]:
    """The region of each colour; one whose colour no card has, or another region has, takes one that is left."""
    stated = {region: ruleset.fact(f"location:{region}", "colour") for region in regions}
    chosen: dict[str, str] = {}
    for region, colour in stated.items():
        if colour in colours:
            chosen.setdefault(colour, region)
    free = [colour for colour in colours if colour not in stated.values()]
    for region in regions:
        if region not in chosen.values() and free:
            ruleset.curbed[f"location:{region}", "colour"] = free[0]
            chosen[free.pop(0)] = region
    if len(chosen) < len(regions):
        lost = next(region for region in regions if region not in chosen.values())
        raise ruleset.wrong_fact(f"location:{lost}", "colour", "a colour that no other region has")
    return [regions.index(chosen[colour]) if colour in chosen else NOTHING for colour in colours]


def _patterns(green: int, size: int) -> dict[str, tuple[int, ...]]:
    """Every way to lay the tokens of a region, by its spelling."""
    patterns = {}
    for places in combinations(range(size), green):
        lying = tuple(int(space in places) for space in range(size))
        patterns[" ".join(RADARS[0] if is_green else RADARS[1] for is_green in lying)] = lying
    return patterns
