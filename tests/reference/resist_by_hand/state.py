"""The state of a game of Resist!: plain numbers and lists, all that chance and the player have made."""

from typing import Any

from rules_engine.machine import state as machine
from rules_engine.machine.state import ALL, NUMBER, PROGRAM, SIZE, Kind, code_in, field, list_of
from rules_engine.machine.steps import NOTHING, Program

SPY = 0
"""The number of the Spy among the cards; all other numbers follow the codes of the cards."""
CARD = 0xFF
"""An enemy at a mission is a card number with two things on top: whether it lies face-down …"""
FACE_DOWN = 0x100
CHANGE = 9
"""… and, from this bit on, by how much its defence has been changed this round."""
GROUPS = ("fixed", "revealed-maquis", "other-maquis", "dead-civilian", "standing-enemy")
"""What a bonus is counted by; the first stands for itself."""


class Step:
    """Where in a round the game is; the rest happens between two decisions. Plain numbers, for speed."""

    NAMES = ("draft", "plan", "chosen", "defend", "attack", "defeat", "survive", "stop", "over")
    DRAFT, PLAN, CHOSEN, DEFEND, ATTACK, DEFEAT, SURVIVE, STOP, OVER = range(9)


ONE = code_in("codes")
CARDS = list_of(ONE)
"""Cards by their numbers; the top of a deck or pile is its end."""
ENEMY = Kind(
    int,
    save=lambda table, e: [table.codes[e & CARD], "down" if e & FACE_DOWN else "up", e >> CHANGE],
    load=lambda table, e: table.number_of[e[0]] + (FACE_DOWN if e[1] == "down" else 0) + (e[2] << CHANGE),
    held=lambda table, e: (table.codes[e & CARD],),
)
BONUS = Kind(
    tuple,
    save=lambda table, bonus: [table.codes[bonus[0]], GROUPS[bonus[1]], bonus[2]],
    load=lambda table, saved: (table.number_of[saved[0]], GROUPS.index(saved[1]), saved[2]),
)


def pile(seen: str = "") -> Any:
    """A field for cards that lie in one place."""
    return field(CARDS, seen=seen, is_held=True)


class Frame(machine.Frame):
    """How far an effect has been executed; whom it acts for is a card, also where the action was copied."""

    actor: int = field(ONE)
    where: int = field(NUMBER, NOTHING)
    """The mission that the effect speaks of as “those”."""
    sum: int = field(NUMBER)
    """The defence of the enemies it has discarded."""
    those: list[int] = field(CARDS)
    """The cards it has looked at or flipped."""

    def held(self, table: Any) -> list[str]:
        """Cards that were looked at lie nowhere else; flipped enemies lie at their mission."""
        return [table.codes[card] for card in self.those] if self.where == NOTHING else []


class State(machine.State):
    """Who and what is where."""

    step: int = field(code_in(Step.NAMES))
    round: int = field(NUMBER)
    chosen: int = field(NUMBER, NOTHING)
    """Place of the chosen mission in the offer."""
    mission_change: int = field(NUMBER)
    """By how much the defence of the chosen mission has been changed."""
    attack: int = field(NUMBER)
    """Attack that can still be spent."""
    revealed_now: int = field(NUMBER)
    """How many maquis were revealed in the attack phase."""
    draw_change: int = field(NUMBER)
    """How many cards more or fewer are drawn next."""
    is_ignored: int = field(NUMBER)
    """Whether the effect of the chosen mission does not happen this round."""
    is_changed: int = field(NUMBER)
    """Whether the defence of any enemy has been changed this round."""
    is_hidden_known: int = field(NUMBER)
    """Whether the player knows which maquis are in the hidden deck."""
    draft: list[int] = pile()
    """Maquis that are still to be divided between the hidden and the recruit deck."""
    hand: list[int] = pile(ALL)
    hidden_deck: list[int] = pile(SIZE)
    hidden_discard: list[int] = pile(ALL)
    recruit_deck: list[int] = pile(SIZE)
    revealed_discard: list[int] = pile(ALL)
    played_hidden: list[int] = pile(ALL)
    played_revealed: list[int] = pile(ALL)
    removed: list[int] = pile(ALL)
    spy_supply: list[int] = pile(SIZE)
    mission_deck: list[int] = pile(SIZE)
    unused_missions: list[int] = pile()
    completed: list[int] = pile(ALL)
    failed: list[int] = pile(ALL)
    enemy_deck: list[int] = pile(SIZE)
    enemy_discard: list[int] = pile(ALL)
    civilian_deck: list[int] = pile(SIZE)
    graveyard: list[int] = pile(ALL)
    offer: list[int] = pile()
    """The available missions in their places, NOTHING where there is none."""
    enemies: list[list[int]] = field(list_of(list_of(ENEMY)), is_held=True)
    """The enemies at each place."""
    bonuses: list[tuple[int, int, int]] = field(list_of(BONUS))
    """Maquis, group and amount: what is added to the attack when it is totalled."""
    pending: list[Program] = field(list_of(PROGRAM))
    """Effects that happen at the same time and whose order the player chooses."""
    frames: list[Frame] = field(list_of(machine.record(Frame)), is_held=True)


EMPTY = State()
"""What every game begins with; it is copied, never changed."""
