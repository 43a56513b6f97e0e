"""The screen that people share: who looks at it, what each was not told yet, and how it is handed over."""

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field

from rules_engine.events import Event
from rules_engine.game import told_to
from rules_engine.terminal.telling import Teller

ReadLine = Callable[[str], str | None]
"""Asks for a line with a prompt; none when there will be no more."""


@dataclass(slots=True)
class Screen:
    """Shows each person only what that person may see."""

    teller: Teller
    people: tuple[int, ...] = (0,)
    """The players who are people."""
    looking: int | None = None
    """Who looks at the screen now."""
    _news: list[tuple[int, Event, set[int]]] = field(default_factory=list)
    """By how many actions had been done when it happened: what happened, and who has not heard of it yet."""

    @property
    def is_shared(self) -> bool:
        """Whether several people take turns at it."""
        return len(self.people) > 1

    def hear(self, events: Iterable[Event], actions: int) -> None:
        """Note what happened, and tell whoever looks."""
        self._news += [(actions, event, set(self.people)) for event in events]
        self.tell()

    def forget(self, actions: int) -> None:
        """What happened after so many actions was undone."""
        self._news = [entry for entry in self._news if entry[0] <= actions]

    def tell(self, heading: str = "") -> None:
        """Tell whoever looks what they have not heard of yet, as far as they may know it."""
        if self.looking is None:
            return
        engine, unheard = self.teller.ruleset.engine, []
        for _, event, waiting in self._news:
            if self.looking in waiting:
                waiting.discard(self.looking)
                told = told_to(engine, event, self.looking)
                unheard += [told] if told else []
        self._news = [entry for entry in self._news if entry[2]]
        if unheard and heading:
            self.teller.say(heading, style="bold")
        self.teller.events(unheard)

    def hand_over(self, player: int, read: ReadLine) -> bool:
        """Let a person look, and nobody else; false when there will be no more input."""
        if player == self.looking:
            return True
        self.looking = player
        if self.is_shared:
            side = self.teller.side(player)
            if not self.teller.is_terminal:
                self.teller.say("turn-of", side=side, style="bold")
            else:
                self.teller.clear()
                if read(self.teller.words.say("hand-over", side=side)) is None:
                    return False
                self.teller.clear()
        self.tell("news" if self.is_shared else "")
        return True
