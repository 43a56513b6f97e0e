"""Everything that is fixed before a game begins: cards, numbers, and the spelling of what can be done."""

from dataclasses import dataclass

from rules_engine.obeys import obeys
from rules_engine.resist.cards import Cards
from rules_engine.resist.numbers import Numbers, read_numbers
from rules_engine.resist.ops import Program
from rules_engine.resist.read_cards import read_cards
from rules_engine.resist.rules import Rule
from rules_engine.resist.state import NOTHING, SPY
from rules_engine.ruleset import Ruleset

STOP, END, CONTINUE = "stop", "end", "continue"
USE = "use"
SIDES = ("hidden", "revealed")


@dataclass(slots=True)
class Plays:
    """How each card can be played in one phase: what is always possible, and what an action needs."""

    always: list[list[str]]
    maybe: list[list[tuple[Program, str]]]


@dataclass(slots=True)
class Table:
    """What the functions of the game work with beside the state."""

    cards: Cards
    numbers: Numbers
    choose: dict[int, str]
    """How the choice of a mission is spelled."""
    defeat: dict[int, str]
    play: dict[str, tuple[int, int, int]]
    """Card, side and program (or NOTHING) of a play."""
    plan: Plays
    attack: Plays
    hidden_attack: Plays
    """The attack phase when no more maquis may be revealed."""
    has_defend_programs: bool


def make_table(ruleset: Ruleset) -> Table:
    """The table of an edition, or a RulesetError for the first fact or row that cannot be played."""
    cards, numbers = read_cards(ruleset), read_numbers(ruleset)
    _check_offer(ruleset, cards, numbers)
    missions = dict.fromkeys(cards.decks["mission"])
    targets = dict.fromkeys(cards.decks["enemy"] + cards.decks["mission"])
    plays = _spelled_plays(cards)
    return Table(
        cards,
        numbers,
        {mission: f"choose {cards.codes[mission]}" for mission in missions},
        {target: f"defeat {cards.codes[target]}" for target in targets},
        plays,
        _plays(cards, plays, (0, 1), is_plan=True),
        _plays(cards, plays, (0, 1), is_plan=False),
        _plays(cards, plays, (0,), is_plan=False),
        any(cards.triggered["defend"]),
    )


def _check_offer(ruleset: Ruleset, cards: Cards, numbers: Numbers) -> None:
    """More missions cannot be removed or offered than there are."""
    for era, removed, missions in zip(
        ruleset.concepts.get("era", ()), numbers.missions_removed, cards.eras, strict=True
    ):
        if removed > len(missions):
            raise ruleset.wrong_fact("deck:mission", f"removed.era-{era}", f"at most {len(missions)}")
    first = len(cards.eras[0]) - numbers.missions_removed[0]
    if numbers.missions_offered > first:
        expected = f"at most {first}, the missions of the first era that are left"
        raise ruleset.wrong_fact("deck:mission", "available-at-start", expected)


@obeys(Rule.PLAY_SIDE, Rule.ACTION_VOLUNTARY)
def _spelled_plays(cards: Cards) -> dict[str, tuple[int, int, int]]:
    """Every maquis on either side, with and without its action."""
    spelled: dict[str, tuple[int, int, int]] = {}
    for card in dict.fromkeys(cards.decks["maquis"]):
        for side, name in enumerate(SIDES):
            spelled[f"play {cards.codes[card]} {name}"] = (card, side, NOTHING)
            program = cards.actions[card][side]
            if program != NOTHING:
                spelled[f"play {cards.codes[card]} {name} {USE}"] = (card, side, program)
    return spelled


@obeys(Rule.ACTION_FITS_PHASE, Rule.ACTION_EITHER_PHASE, Rule.SPIES_ARE_NO_MAQUIS)
def _plays(cards: Cards, spelled: dict[str, tuple[int, int, int]], sides: tuple[int, ...], is_plan: bool) -> Plays:
    """Actions are offered in the phases that their type names; a Spy cannot be played at all."""
    plays = Plays([[] for _ in cards.codes], [[] for _ in cards.codes])
    for action, (card, side, number) in spelled.items():
        if side not in sides or card == SPY:
            continue
        program = cards.programs[number] if number != NOTHING else None
        if program is None:
            plays.always[card].append(action)
        elif program.in_plan if is_plan else program.in_attack:
            if program.checks:
                plays.maybe[card].append((program, action))
            else:
                plays.always[card].append(action)
    return plays
