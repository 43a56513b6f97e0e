"""Read the cards: their values from facts, their programs from effect rows."""

from collections.abc import Mapping, Sequence
from dataclasses import replace

from rules_engine.compile import arguments_of
from rules_engine.errors import RulesetError
from rules_engine.resist.cards import Cards, Standing
from rules_engine.resist.forms import flat_ops
from rules_engine.resist.ops import CIVILIAN, ENEMY, MAQUIS, MISSION, Branch, Need, Op, Program
from rules_engine.resist.rules import Rule
from rules_engine.resist.standing_forms import Stand
from rules_engine.resist.state import CARD, NOTHING, SPY
from rules_engine.ruleset import CardCount, Ruleset

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
        _by_era(ruleset, listed),
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


def _by_era(ruleset: Ruleset, listed: Sequence[CardCount]) -> list[list[int]]:
    eras = ruleset.concepts.get("era", ())
    by_era: dict[str, list[int]] = {era: [] for era in eras}
    for number, card in enumerate(listed):
        if card.deck == MISSION:
            era = ruleset.fact(subject_of(card), "era")
            if era not in by_era:
                raise ruleset.wrong_fact(subject_of(card), "era", f"one of {', '.join(eras)}")
            by_era[era] += [number] * card.copies
    return list(by_era.values())


def _add_programs(ruleset: Ruleset, cards: Cards, listed: Sequence[CardCount]) -> None:
    count = len(listed)
    cards.actions = [[NOTHING, NOTHING] for _ in range(count)]
    cards.triggered = {trigger: [()] * count for trigger in RULE_OF}
    cards.standing = [None] * count
    for number, card in enumerate(listed):
        for seq, effect in enumerate(ruleset.effects_of("card", card.code)):
            line, trigger = effect.line, effect.line.trigger
            assert trigger is not None, "a line without a trigger is refused when it is read"
            ops = flat_ops(effect.program(), card.deck)
            program = Program(ops, effect.row, (card.code, seq), number, "", str(line))
            if card.deck == MAQUIS:
                _add_action(cards, arguments_of(trigger), program)
            else:
                _add_effect(cards, trigger.words[0], program)


def _add_action(cards: Cards, arguments: Mapping[str, str], program: Program) -> None:
    timing, side = arguments["timing"].split("-"), SIDES.index(arguments["side"])
    rule = Rule.ACTION_EITHER_PHASE if len(timing) > 1 else Rule.ACTION_FITS_PHASE
    if cards.actions[program.owner][side] != NOTHING:
        sentence = (
            f"The maquis {program.key[0]} has two actions on the {SIDES[side]} side: “{program.line}” is one too many."
        )
        raise RulesetError("effect", program.row, SIDES[side], sentence)
    cards.actions[program.owner][side] = len(cards.programs)
    checks = _summed(program.ops)
    made = replace(program, rule=rule, in_plan="plan" in timing, in_attack="attack" in timing, checks=checks)
    cards.programs.append(made)


def _add_effect(cards: Cards, trigger: str, program: Program) -> None:
    """What stands is noted for its card; what happens becomes a program."""
    for op in program.ops:
        if isinstance(op, Stand):
            noted = cards.standing[program.owner] or Standing()
            op.note(noted)
            cards.enemies_limit |= cards.is_enemy[program.owner] and noted.most_revealed is not None
            cards.standing[program.owner] = noted
    happening = tuple(op for op in program.ops if not isinstance(op, Stand))
    if happening:
        cards.triggered[trigger][program.owner] += (len(cards.programs),)
        cards.programs.append(replace(program, ops=happening, rule=RULE_OF[trigger]))


def _summed(ops: Sequence[Op]) -> tuple[Need, ...]:
    """What the steps need together; what is optional or a choice is not needed."""
    if any(isinstance(op, Branch) for op in ops):
        return ()
    needs: dict[str, Need] = {}
    for need in (need for op in ops for need in op.needs()):
        before = needs.get(need.what)
        needs[need.what] = replace(need, amount=need.amount + before.amount) if before else need
    return tuple(needs.values())
