"""Steps that hold as long as their card is there: protection, defence for others, a limit to revealing."""

from rules_engine.compile import Arguments
from rules_engine.errors import CannotExecute
from rules_engine.resist.cards import Standing
from rules_engine.resist.ops import ENEMY, MISSION, Op


class Stand(Op):
    """Is noted for its card and holds while that card is at the chosen mission."""

    owners = frozenset((MISSION, ENEMY))

    def note(self, standing: Standing) -> None:
        """Add it to what the card does."""
        raise NotImplementedError


class Protect(Stand):
    """Others cannot be defeated while this type of enemy is here."""

    owners = frozenset((ENEMY,))

    def __init__(self, scope: str) -> None:
        if scope not in ("mission", "others-here"):
            raise CannotExecute(scope, f"“{scope}” cannot be protected by an enemy, because it would protect itself")
        self.scope = scope

    def note(self, standing: Standing) -> None:
        """The mission, or the enemies of other types."""
        if self.scope == "mission":
            standing.protects_mission = True
        else:
            standing.protects_others = True


class Strengthen(Stand):
    """Others have more or less defence while this card is here."""

    def __init__(self, scope: str, amount: int) -> None:
        self.scope, self.amount = scope, amount

    def note(self, standing: Standing) -> None:
        """Only the chosen mission matters in a round, so that every enemy means the enemies here."""
        if self.scope == "mission":
            standing.for_mission += self.amount
        elif self.scope == "others-here":
            standing.for_others += self.amount
        else:
            standing.for_all += self.amount


class RevealAtMost(Stand):
    """A limit to the maquis that may be revealed in the attack phase."""

    def __init__(self, most: int) -> None:
        self.most = most

    def note(self, standing: Standing) -> None:
        """The lowest limit counts."""
        known = standing.most_revealed
        standing.most_revealed = self.most if known is None else min(known, self.most)


def bind_protect(arguments: Arguments) -> Op:
    """``protect {scope}``."""
    return Protect(arguments["scope"])


def bind_reveal_limit(arguments: Arguments) -> Op:
    """``reveal at-most {number}``."""
    return RevealAtMost(int(arguments["number"]))
