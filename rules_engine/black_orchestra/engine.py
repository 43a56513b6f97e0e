"""The engine of Black Orchestra: a turn is a program, and so is everything that happens in it."""

# Conditions are registered when they are imported.
from rules_engine.black_orchestra import actions, conditions, examples, players, seen, set_up, value  # noqa: F401
from rules_engine.black_orchestra.edition import Edition
from rules_engine.black_orchestra.lines import FORMS
from rules_engine.black_orchestra.state import State
from rules_engine.ruleset import Ruleset


class BlackOrchestra(Edition):
    """Plays one edition, as its ruleset states it."""

    code, state, forms = "black-orchestra", State, FORMS
    start, arrange, play_example = set_up.start, set_up.arrange, examples.play_example
    view, redeal, census, refuse = seen.view, seen.redeal, seen.census, actions.refuse
    rule_player, quick_player, shortlist = players.rule_player, players.quick_player, players.shortlist
    worth, is_far = value.worth, value.is_far

    def __init__(self, ruleset: Ruleset) -> None:
        super().__init__(ruleset)
        self.choices = set_up.choices(self)

    def to_move(self, state: State) -> int:
        """The player who leads the conspirator that must decide."""
        self.legal(state)
        return self.seat(state, state.asker or state.active)
