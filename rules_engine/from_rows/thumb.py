"""What the rules of thumb of a game from rows stand on: what cards do and are, and what rows work out."""

from collections.abc import Sequence
from typing import Any

from rules_engine.from_rows.lines import CardLine
from rules_engine.from_rows.state import State
from rules_engine.game import Action


class ByThumb:
    """In a phase a method of its name decides, `_plan` in the phase plan; inside of lines, what is liked most."""

    def __init__(self, table: Any) -> None:
        self.table, self.of, self.lines = table, table.attributes, table.lines.at
        self.lying, self.counted = table.lying, table.counted

    def __call__(self, state: State, actions: Sequence[Action]) -> Action:
        if len(actions) == 1:
            return actions[0]
        is_in_line = isinstance(state.frames[-1].program, CardLine)
        step = None if is_in_line else getattr(self, f"_{self.table.phase_of(state)[0]}", None)
        taken: Action = step(state, actions) if step else max(actions, key=lambda each: self.liking(state, each))
        return taken

    def liking(self, state: State, action: Action) -> float:
        """How much an action is liked for which there is no rule of its phase."""
        raise NotImplementedError

    def measured(self, code: str, state: State, *card: int) -> int:
        """What rows work out."""
        return int(self.table.measures[code](state, 0, *card))

    def card(self, action: Action, word: int = 1) -> int:
        """The card that an action names."""
        return int(self.table.layout.codes.index(action.split(" ")[word]))

    def verbs(self, card: int, *occasions: str) -> list[str]:
        """What a card does on occasions, each step by its first word."""
        return [op.form.split(" ")[0] for at in occasions for line in self.lines[at][card] for op in line.ops]

    def deck(self, state: State, deck: str, *zones: str) -> list[int]:
        """The cards of a deck in some zones."""
        return [c for zone in zones for c in self.lying(state, zone) if self.of["deck"][c] == deck]
