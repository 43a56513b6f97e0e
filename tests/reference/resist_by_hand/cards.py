"""The cards and numbers of an edition as play needs them: values from facts, programs from effects."""

from collections.abc import Callable, Sequence
from dataclasses import asdict, dataclass, replace
from typing import Any

from resist_by_hand.rulebook import Numbers, Rule, read_numbers
from resist_by_hand.state import CARD, SPY, State
from rules_engine.errors import RulesetError
from rules_engine.machine.engine import Engine
from rules_engine.machine.forms import Forms, arguments_of
from rules_engine.machine.steps import Branch, Op, Pick, Program
from rules_engine.obeys import obeys
from rules_engine.ruleset import CardCount, Effect, Ruleset

FORMS = Forms()
MAQUIS, MISSION, ENEMY, CIVILIAN = "maquis", "mission", "enemy", "civilian"
"""The decks whose cards do something."""
SPY_DECK = "spy"
SIDES = ("hidden", "revealed")
USE = "use"
SUBJECT = {MAQUIS: "maquis:{}", MISSION: "mission:{}"}
"""How the facts of a card of the deck are called, where not by `card:`."""
RULE_OF = {
    "defend": Rule.EFFECT_DEFEND,
    "defeat": Rule.EFFECT_DEFEAT,
    "survive": Rule.EFFECT_SURVIVE,
    "chosen": Rule.MISSION_WHEN_CHOSEN,
    "turned": Rule.EMPTY_CIVILIAN_CARD,
}
"""The rule by which an effect happens, by its trigger."""


@dataclass(frozen=True, slots=True)
class Need:
    """What must be there for an action to be carried out in full."""

    what: str
    """Needs of the same thing add up over the steps of an action."""
    count: Callable[["Table", State, int], int]
    """How many there are; the last argument says how many maquis in hand are about to be played."""
    amount: int


class CardPick(Pick):
    """A step in which the player picks cards."""

    def needs(self) -> tuple[Need, ...]:
        """What an action with this step needs."""
        return ()


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


class Stand(Op):
    """A step that is noted for its card and holds while that card is at the chosen mission."""

    def note(self, standing: Standing) -> None:
        """Add it to what the card does."""
        raise NotImplementedError


@dataclass(frozen=True, slots=True, eq=False)
class Action(Program):
    """The action of a maquis."""

    in_plan: bool = False
    in_attack: bool = False
    checks: tuple[Need, ...] = ()

    def is_possible(self, table: "Table", state: State, held: int) -> bool:
        """Whether it can be carried out in full."""
        for need in self.checks:  # noqa: SIM110  (a loop is twice as fast, and this is asked all the time)
            if need.count(table, state, held) < need.amount:
                return False
        return True


@dataclass(slots=True)
class Plays:
    """How each card can be played in one phase: what is always possible, and what an action needs."""

    always: list[list[str]]
    maybe: list[list[tuple[Action, str]]]


class Table(Engine):
    """Everything that is fixed before a game begins, by the numbers of the cards."""

    def __init__(self, ruleset: Ruleset) -> None:
        listed = _in_order(ruleset)
        self.codes = [card.code for card in listed]
        self.number_of = {code: number for number, code in enumerate(self.codes)}
        self.decks: dict[str, list[int]] = {}
        """The cards of each deck, as often as there are copies."""
        for number, card in enumerate(listed):
            self.decks.setdefault(card.deck, []).extend([number] * card.copies)
        self.kinds = [ruleset.require("enemy", card.kind) if card.deck == ENEMY else card.deck for card in listed]
        self.is_enemy = [card.deck == ENEMY for card in listed]
        self.attack: tuple[list[int], ...] = tuple(_values(ruleset, listed, MAQUIS, f"attack.{side}") for side in SIDES)
        """Attack of the hidden and of the revealed side."""
        defended = [_values(ruleset, listed, deck, "defence") for deck in (MISSION, ENEMY)]
        self.defence: list[int] = [mission + enemy for mission, enemy in zip(*defended, strict=True)]
        self.garrison = _values(ruleset, listed, MISSION, "garrison")
        self.points = _values(ruleset, listed, MISSION, "points")
        self.civilians = _values(ruleset, listed, CIVILIAN, "civilians")
        self.eras = _by_era(ruleset, listed)
        """The missions of each era."""
        self.programs: dict[Any, Program] = {}
        self.actions: list[list[Action | None]] = [[None, None] for _ in listed]
        """By card its hidden and its revealed action."""
        self.triggered: dict[str, list[tuple[Program, ...]]] = {trigger: [()] * len(listed) for trigger in RULE_OF}
        """By trigger, then by card, the programs that happen."""
        self.standing: list[Standing | None] = [None] * len(listed)
        for number, card in enumerate(listed):
            for seq, effect in enumerate(ruleset.effects_of("card", card.code)):
                self._add(card, number, seq, effect)
        self.enemies_limit = any(
            noted is not None and noted.most_revealed is not None and is_enemy
            for noted, is_enemy in zip(self.standing, self.is_enemy, strict=True)
        )
        """Whether any enemy limits how many maquis may be revealed."""
        self.numbers: Numbers = read_numbers(ruleset)
        self._check_offer(ruleset)
        self.choose = {mission: f"choose {self.codes[mission]}" for mission in dict.fromkeys(self.decks[MISSION])}
        """How the choice of a mission is spelled."""
        targets = dict.fromkeys(self.decks[ENEMY] + self.decks[MISSION])
        self.defeat = {target: f"defeat {self.codes[target]}" for target in targets}
        self.play = self._spelled_plays()
        """Card, side and action, if any, of a play."""
        self.plan_plays = self._plays((0, 1), is_plan=True)
        self.attack_plays = self._plays((0, 1), is_plan=False)
        self.hidden_plays = self._plays((0,), is_plan=False)
        """The attack phase when no more maquis may be revealed."""
        self.has_defend_programs = any(self.triggered["defend"])

    def content(self) -> dict[str, Any]:
        """Everything the game is played by, as JSON."""
        names = ("codes", "decks", "kinds", "attack", "defence", "garrison", "points", "civilians", "eras")
        return {
            **{name: getattr(self, name) for name in names},
            "effects": [[*program.key, program.line] for program in self.programs.values()],
            "standing": [asdict(standing) if standing else None for standing in self.standing],
            "numbers": asdict(self.numbers),
        }

    def _add(self, card: CardCount, number: int, seq: int, effect: Effect) -> None:
        """What stands is noted for its card; what happens becomes a program."""
        line, ops = effect.line, effect.program().ops
        assert line.trigger is not None, "a line without a trigger is refused when it is read"
        key = (card.code, seq)
        if card.deck == MAQUIS:
            arguments = arguments_of(line.trigger)
            timing, side = arguments["timing"].split("-"), arguments["side"]
            if self.actions[number][SIDES.index(side)]:
                sentence = f"The maquis {card.code} has two actions on the {side} side: “{line}” is one too many."
                raise RulesetError("effect", effect.row, side, sentence)
            rule = Rule.ACTION_EITHER_PHASE if len(timing) > 1 else Rule.ACTION_FITS_PHASE
            phases, needs = ("plan" in timing, "attack" in timing), _summed(ops)
            action = Action(key, ops, rule, number, effect.row, str(line), (), *phases, needs)
            self.programs[key] = self.actions[number][SIDES.index(side)] = action
            return
        trigger, happening = line.trigger.words[0], []
        for op in ops:
            if isinstance(op, Stand):
                self.standing[number] = noted = self.standing[number] or Standing()
                op.note(noted)
            else:
                happening.append(op)
        if happening:
            program = Program(key, tuple(happening), RULE_OF[trigger], number, effect.row, str(line))
            self.programs[key] = program
            self.triggered[trigger][number] += (program,)

    def _check_offer(self, ruleset: Ruleset) -> None:
        """More missions cannot be removed or offered than there are."""
        numbers, eras = self.numbers, ruleset.concepts.get("era", ())
        for era, removed, missions in zip(eras, numbers.missions_removed, self.eras, strict=True):
            if removed > len(missions):
                raise ruleset.wrong_fact("deck:mission", f"removed.era-{era}", f"at most {len(missions)}")
        first = len(self.eras[0]) - numbers.missions_removed[0]
        if numbers.missions_offered > first:
            expected = f"at most {first}, the missions of the first era that are left"
            raise ruleset.wrong_fact("deck:mission", "available-at-start", expected)

    @obeys(Rule.PLAY_SIDE, Rule.ACTION_VOLUNTARY)
    def _spelled_plays(self) -> dict[str, tuple[int, int, Action | None]]:
        """Every maquis on either side, with and without its action."""
        spelled: dict[str, tuple[int, int, Action | None]] = {}
        for card in dict.fromkeys(self.decks[MAQUIS]):
            for side, name in enumerate(SIDES):
                spelled[f"play {self.codes[card]} {name}"] = (card, side, None)
                action = self.actions[card][side]
                if action:
                    spelled[f"play {self.codes[card]} {name} {USE}"] = (card, side, action)
        return spelled

    @obeys(Rule.ACTION_FITS_PHASE, Rule.ACTION_EITHER_PHASE, Rule.SPIES_ARE_NO_MAQUIS)
    def _plays(self, sides: tuple[int, ...], is_plan: bool) -> Plays:
        """Actions are offered in the phases that their type names; a Spy cannot be played at all."""
        plays = Plays([[] for _ in self.codes], [[] for _ in self.codes])
        for spelled, (card, side, action) in self.play.items():
            if side not in sides or card == SPY:
                continue
            if action is None or ((action.in_plan if is_plan else action.in_attack) and not action.checks):
                plays.always[card].append(spelled)
            elif action.in_plan if is_plan else action.in_attack:
                plays.maybe[card].append((action, spelled))
        return plays


def _in_order(ruleset: Ruleset) -> list[CardCount]:
    """The Spy first, the others by deck and code, so that numbers do not depend on the order of rows."""
    ruleset.require_cards((SPY_DECK, MAQUIS, MISSION, ENEMY, CIVILIAN))
    listed = sorted(ruleset.cards, key=lambda card: (card.deck != SPY_DECK, card.deck, card.code))
    if sum(card.deck == SPY_DECK for card in listed) != SPY + 1 or len(listed) > CARD:
        raise RulesetError("card", None, SPY_DECK, "All Spies must be copies of one card, and cards fewer than 256.")
    return listed


def _subject_of(card: CardCount) -> str:
    """How the facts of a card are called."""
    return SUBJECT.get(card.deck, "card:{}").format(card.code)


def _values(ruleset: Ruleset, listed: Sequence[CardCount], deck: str, attribute: str) -> list[int]:
    return [ruleset.number(_subject_of(card), attribute) if card.deck == deck else 0 for card in listed]


def _by_era(ruleset: Ruleset, listed: Sequence[CardCount]) -> list[list[int]]:
    eras = ruleset.concepts.get("era", ())
    by_era: dict[str, list[int]] = {era: [] for era in eras}
    for number, card in enumerate(listed):
        if card.deck == MISSION:
            era = ruleset.fact(_subject_of(card), "era")
            if era not in by_era:
                raise ruleset.wrong_fact(_subject_of(card), "era", f"one of {', '.join(eras)}")
            by_era[era] += [number] * card.copies
    return list(by_era.values())


def _summed(ops: Sequence[Op]) -> tuple[Need, ...]:
    """What the steps need together; what is optional or a choice is not needed."""
    if any(isinstance(op, Branch) for op in ops):
        return ()
    needs: dict[str, Need] = {}
    for need in (need for op in ops if isinstance(op, CardPick) for need in op.needs()):
        before = needs.get(need.what)
        needs[need.what] = replace(need, amount=need.amount + before.amount) if before else need
    return tuple(needs.values())
