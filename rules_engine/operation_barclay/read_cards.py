"""Read the cards: their values from facts, their programs from effect rows."""

from collections.abc import Sequence

from rules_engine.compile import arguments_of
from rules_engine.errors import RulesetError
from rules_engine.operation_barclay.cards import Cards
from rules_engine.operation_barclay.forms import IN_PHASE, flat_ops
from rules_engine.operation_barclay.ops import Program
from rules_engine.operation_barclay.rules import Rule
from rules_engine.operation_barclay.state import FACTIONS, Phase
from rules_engine.ruleset import CardCount, Effect, Ruleset
from schema.notation import Line

INTELLIGENCE = "intelligence"
DECKS = (INTELLIGENCE, *FACTIONS)
AGENTS = {"spy": "draw", "double-agent": "look"}
"""Cards that act by their numbers, and the attribute of the fact that says how many cards they look at."""
EITHER_OR = "/"
RULES = {"spy": Rule.SPY, "double-agent": Rule.DOUBLE_AGENT, "traitor": Rule.TRAITORS, "replacement": Rule.REPLACEMENT}
"""The rule by which a card of the kind acts; all others act by the phase."""


def read_cards(ruleset: Ruleset) -> Cards:
    """The cards of the edition, or a RulesetError for a missing fact or a row that cannot be executed."""
    listed = _in_order(ruleset)
    codes = [card.code for card in listed]
    colours, symbols = ruleset.concepts["colour"], ruleset.concepts.get("symbol", ())
    cards = Cards(
        codes,
        {code: number for number, code in enumerate(codes)},
        [card.deck for card in listed],
        [card.kind for card in listed],
        [_ranks(ruleset, card) for card in listed],
        [_listed(ruleset, card, "colour", colours, EITHER_OR) for card in listed],
        [_listed(ruleset, card, "symbols", symbols, None) for card in listed],
        [_plays(ruleset, card) for card in listed],
        {deck: [number for number, card in enumerate(listed) if card.deck == deck] for deck in DECKS},
    )
    ranks = [rank for each in cards.ranks for rank in each]
    cards.lowest, cards.highest = min(ranks), max(ranks)
    _add_programs(ruleset, cards, listed)
    return cards


def _in_order(ruleset: Ruleset) -> list[CardCount]:
    """The cards by deck and code, so that numbers do not depend on the order of rows."""
    listed = sorted((card for card in ruleset.cards if card.copies), key=lambda card: (card.deck, card.code))
    for deck in DECKS:
        if not any(card.deck == deck for card in listed):
            sentence = f"{ruleset.name} has no cards of the deck `{deck}`. List them in games/{ruleset.game}/cards/."
            raise RulesetError("card", None, deck, sentence)
    for card in listed:
        if card.copies != 1 or card.deck not in DECKS:
            reason = f"of the deck `{card.deck}`" if card.copies == 1 else f"{card.copies} times"
            sentence = f"The card {card.code} is listed {reason}; each must be listed once, in {', '.join(DECKS)}."
            raise RulesetError("card", card.row, card.code, sentence)
    return listed


def _ranks(ruleset: Ruleset, card: CardCount) -> tuple[int, ...]:
    """The numbers of a card, lowest first; a card for the analysis alone has none."""
    subject = f"card:{card.code}"
    if ruleset.find_fact(subject, "rank") is None and ruleset.find_fact(subject, "plays") == "analysis":
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


def _add_programs(ruleset: Ruleset, cards: Cards, listed: Sequence[CardCount]) -> None:
    cards.face_up, cards.face_down = [()] * len(listed), [()] * len(listed)
    cards.analysis, cards.evaluation = [()] * len(listed), [()] * len(listed)
    agents = {agent: _agent_effect(ruleset, agent, listed) for agent in AGENTS}
    for number, card in enumerate(listed):
        effects = [effect for effect in ruleset.effects_of("card", card.code) if card.kind not in AGENTS]
        agent = _agent_of(ruleset, card)
        if agent:
            own = [effect for effect in ruleset.effects_of("card", card.code) if card.kind == agent]
            effects += own or agents[agent]
            cards.kinds[number] = agent
        for seq, effect in enumerate(effects):
            line, compiled = effect.line, effect.program()
            rule = _rule_of(cards, number, line)
            program = Program(
                flat_ops(compiled), compiled.conditions, effect.row, (card.code, seq), number, rule, str(line)
            )
            _add(cards, line, program)


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


def _rule_of(cards: Cards, number: int, line: Line) -> str:
    """The rule by which a card acts: one that is called like it, that of its kind, or that of the moment."""
    code, kind = cards.codes[number], cards.kinds[number]
    if code in set(Rule):
        return code
    if kind in RULES:
        return str(RULES[kind])
    assert line.trigger is not None, "a line without a trigger is refused when it is read"
    if line.trigger.form == IN_PHASE:
        in_analysis = arguments_of(line.trigger)["phase"] == Phase.NAMES[Phase.ANALYSIS]
        return str(Rule.ANALYSIS if in_analysis else Rule.EVALUATION_ABWEHR_DECIDES_FIRST)
    return str(Rule.EFFECT_AT_ONCE if arguments_of(line.trigger)["facing"] == "face-up" else Rule.EFFECT_WAITS)


def _add(cards: Cards, line: Line, program: Program) -> None:
    assert line.trigger is not None, "a line without a trigger is refused when it is read"
    arguments = arguments_of(line.trigger)
    when = {
        "face-up": cards.face_up,
        "face-down": cards.face_down,
        Phase.NAMES[Phase.ANALYSIS]: cards.analysis,
        Phase.NAMES[Phase.EVALUATION]: cards.evaluation,
    }[arguments.get("facing") or arguments["phase"]]
    when[program.owner] += (len(cards.programs),)
    cards.programs.append(program)
