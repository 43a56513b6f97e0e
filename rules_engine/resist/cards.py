"""The cards as the engine needs them: numbers for codes, values from facts, programs from effects."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace

from rules_engine.compile import Choose, Compiled, Do, arguments_of
from rules_engine.errors import RulesetError
from rules_engine.resist.ops import CIVILIAN, ENEMY, MAQUIS, MISSION, Branch, Jump, Need, Op, Program
from rules_engine.resist.rules import Rule
from rules_engine.resist.state import CARD, NOTHING, SPY
from rules_engine.ruleset import CardCount, Effect, Ruleset

SPY_DECK = "spy"
SUBJECT = {MAQUIS: "maquis:{}", MISSION: "mission:{}"}
"""How the facts of a card of the deck are called, where not by `card:`."""
SIDES = ("hidden", "revealed")
SHARED = "card:{}"
RULE_OF = {
    "defend": Rule.EFFECT_DEFEND,
    "defeat": Rule.EFFECT_DEFEAT,
    "survive": Rule.EFFECT_SURVIVE,
    "chosen": Rule.MISSION_WHEN_CHOSEN,
    "turned": Rule.EMPTY_CIVILIAN_CARD,
}
"""The rule by which an effect happens, by its trigger."""


@dataclass(slots=True)
class Standing:
    """What holds at a mission as long as a card is there."""

    protects_mission: bool = False
    protects_others: bool = False
    for_others: int = 0
    """Defence for enemies of other types."""
    for_all: int = 0
    """Defence for all enemies."""
    for_mission: int = 0
    most_revealed: int | None = None


@dataclass(slots=True)
class Cards:
    """Tables by the number of a card."""

    codes: list[str]
    numbers: dict[str, int]
    decks: dict[str, list[int]]
    """The cards of each deck, as often as there are copies."""
    kinds: list[str]
    is_enemy: list[bool]
    attack: tuple[list[int], list[int]]
    """Attack of the hidden and of the revealed side."""
    defence: list[int]
    garrison: list[int]
    points: list[int]
    civilians: list[int]
    eras: list[list[int]]
    """The missions of each era."""
    programs: list[Program] = field(default_factory=list)
    actions: list[list[int]] = field(default_factory=list)
    """By card the programs of its hidden and of its revealed action."""
    triggered: dict[str, list[tuple[int, ...]]] = field(default_factory=dict)
    """By trigger, then by card, the programs that happen."""
    standing: list[Standing | None] = field(default_factory=list)


def read_cards(ruleset: Ruleset) -> Cards:
    """The cards of the edition, or a RulesetError for a missing fact or a row that cannot be executed."""
    listed = _in_order(ruleset)
    codes = [card.code for card in listed]
    decks: dict[str, list[int]] = {}
    for number, card in enumerate(listed):
        decks.setdefault(card.deck, []).extend([number] * card.copies)
    cards = Cards(
        codes,
        {code: number for number, code in enumerate(codes)},
        decks,
        [ruleset.require("enemy", card.kind) if card.deck == ENEMY else card.deck for card in listed],
        [card.deck == ENEMY for card in listed],
        (_values(ruleset, listed, MAQUIS, "attack.hidden"), _values(ruleset, listed, MAQUIS, "attack.revealed")),
        [m + e for m, e in zip(*(_values(ruleset, listed, d, "defence") for d in (MISSION, ENEMY)), strict=True)],
        _values(ruleset, listed, MISSION, "garrison"),
        _values(ruleset, listed, MISSION, "points"),
        _values(ruleset, listed, CIVILIAN, "civilians"),
        [_of_era(ruleset, listed, era) for era in ruleset.concepts.get("era", ())],
    )
    _add_programs(ruleset, cards, listed)
    return cards


def _in_order(ruleset: Ruleset) -> list[CardCount]:
    """The Spy first, the others by deck and code, so that numbers do not depend on the order of rows."""
    listed = sorted(ruleset.cards, key=lambda card: (card.deck != SPY_DECK, card.deck, card.code))
    for deck in (SPY_DECK, MAQUIS, MISSION, ENEMY, CIVILIAN):
        if not any(card.deck == deck for card in listed):
            sentence = f"{ruleset.name} has no cards of the deck `{deck}`. List them in games/{ruleset.game}/cards/."
            raise RulesetError("card", None, deck, sentence)
    if sum(card.deck == SPY_DECK for card in listed) != SPY + 1 or len(listed) > CARD:
        raise RulesetError("card", None, SPY_DECK, "All Spies must be copies of one card, and cards fewer than 256.")
    return listed


def subject_of(card: CardCount) -> str:
    """How the facts of a card are called."""
    return SUBJECT.get(card.deck, SHARED).format(card.code)


def _values(ruleset: Ruleset, listed: Sequence[CardCount], deck: str, attribute: str) -> list[int]:
    return [ruleset.number(subject_of(card), attribute) if card.deck == deck else 0 for card in listed]


def _of_era(ruleset: Ruleset, listed: Sequence[CardCount], era: str) -> list[int]:
    found = []
    for number, card in enumerate(listed):
        if card.deck == MISSION and ruleset.fact(subject_of(card), "era") == era:
            found += [number] * card.copies
    return found


def _add_programs(ruleset: Ruleset, cards: Cards, listed: Sequence[CardCount]) -> None:
    from rules_engine.resist.forms import restated  # noqa: PLC0415  (forms need cards to be bound)

    count = len(listed)
    cards.actions = [[NOTHING, NOTHING] for _ in range(count)]
    cards.triggered = {trigger: [()] * count for trigger in RULE_OF}
    cards.standing = [None] * count
    for number, card in enumerate(listed):
        for seq, effect in enumerate(ruleset.effects_of("card", card.code)):
            compiled = restated(ruleset, card, effect)
            trigger = effect.line.trigger
            assert trigger is not None, "a line without a trigger is refused when it is read"
            ops = flat_ops(compiled)
            program = Program(ops, effect.row, (card.code, seq), number, "", str(effect.line))
            if card.deck == MAQUIS:
                _add_action(cards, arguments_of(trigger), program)
            else:
                _add_effect(cards, trigger.words[0], program)


def _add_action(cards: Cards, arguments: Mapping[str, str], program: Program) -> None:
    timing, side = arguments["timing"].split("-"), SIDES.index(arguments["side"])
    rule = Rule.ACTION_EITHER_PHASE if len(timing) > 1 else Rule.ACTION_FITS_PHASE
    cards.actions[program.owner][side] = len(cards.programs)
    checks = _summed(program.ops)
    made = replace(program, rule=rule, in_plan="plan" in timing, in_attack="attack" in timing, checks=checks)
    cards.programs.append(made)


def _add_effect(cards: Cards, trigger: str, program: Program) -> None:
    """What stands is noted for its card; what happens becomes a program."""
    standing = [op for op in program.ops if op.stands]
    if standing:
        noted = cards.standing[program.owner] or Standing()
        for op in standing:
            op.stand(noted)  # type: ignore[attr-defined]
        cards.standing[program.owner] = noted
    happening = tuple(op for op in program.ops if not op.stands)
    if happening:
        cards.triggered[trigger][program.owner] += (len(cards.programs),)
        cards.programs.append(replace(program, ops=happening, rule=RULE_OF[trigger]))


def flat_ops(compiled: Compiled) -> tuple[Op, ...]:
    """The steps of a compiled line as this game executes them."""
    ops: list[Op] = []
    for instruction in compiled.program:
        if isinstance(instruction, Do):
            ops.append(instruction.step)
        elif isinstance(instruction, Choose):
            ops.append(Branch(instruction.options, instruction.targets))
        else:
            ops.append(Jump(instruction.target))
    return tuple(ops)


def _summed(ops: Sequence[Op]) -> tuple[Need, ...]:
    """What the steps need together; what is optional or a choice is not needed."""
    if any(isinstance(op, Branch) for op in ops):
        return ()
    needs: dict[str, Need] = {}
    for need in (need for op in ops for need in op.needs()):
        before = needs.get(need.what)
        needs[need.what] = replace(need, amount=need.amount + before.amount) if before else need
    return tuple(needs.values())


def effects_of(ruleset: Ruleset, code: str) -> list[Effect]:
    """The effects of a card."""
    return ruleset.effects_of("card", code)
