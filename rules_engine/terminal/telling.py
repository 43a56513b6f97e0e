"""Puts a game on the screen: the table, the numbered actions, what happened, and the rules behind it."""

from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, field

from rich.columns import Columns
from rich.console import Console
from rich.padding import Padding
from rich.rule import Rule
from rich.text import Text

from rules_engine.events import Event
from rules_engine.game import Result
from rules_engine.ruleset import Ruleset
from rules_engine.terminal.explain import Explanation
from rules_engine.terminal.speech import Speech
from rules_engine.terminal.table import Table
from rules_engine.terminal.words import TableWords

WIDEST = 100
"""Columns; a wider table is harder to read, not easier."""
INDENT = (0, 0, 0, 4)
UNSEEN = ("house", "inferred")
"""Origins of cards that nobody has seen in print."""


@dataclass(slots=True)
class Teller:
    """Whoever tells the players what is on the table."""

    console: Console
    ruleset: Ruleset
    words: TableWords
    look: Table
    find_rule: Callable[[str], Explanation | None]
    explains: bool = False
    db_option: str = ""
    """What commands need so that they use the same database."""
    _explained: set[str] = field(default_factory=set)
    _speech: Speech = field(init=False)

    def __post_init__(self) -> None:
        """Find the voice."""
        self._speech = Speech(self.ruleset, self.words, self.look.slots)

    def table(self, state: object) -> None:
        """Draw the table as the player who decides sees it."""
        view = self.ruleset.view(state, self.ruleset.to_move(state))
        self._print(Rule(Text(self.ruleset.name, style="bold"), style="dim"))
        self._print(self.look.draw(self.ruleset, view, self.words))

    @property
    def is_terminal(self) -> bool:
        """Whether somebody looks at a screen."""
        return self.console.is_terminal

    def clear(self) -> None:
        """Empty the screen, with what was scrolled off it: the next to look may not see it."""
        self.console.clear()
        self.console.file.write("\x1b[3J")
        self.console.file.flush()

    def side(self, player: int) -> str:
        """The name of the side that a player plays."""
        sides = self.ruleset.sides
        return self.words.outcome(sides[player]) if sides else ""

    def actions(self, legal: Sequence[str]) -> None:
        """List what can be done, numbered."""
        wide = len(str(len(legal)))
        lines = [Text(f"{number:>{wide}}  {self.spoken(action)}") for number, action in enumerate(legal, start=1)]
        for number, line in enumerate(lines, start=1):
            line.stylize("bold cyan", 0, max(wide, len(str(number))))
        self._print(Columns(lines, column_first=True, padding=(0, 3)))
        if len(legal) == 1:
            self.say("only-one", style="dim")

    def events(self, events: Iterable[Event]) -> None:
        """Tell what happened, and explain the rules that were obeyed for the first time."""
        rules: dict[str, None] = {}
        for event in events:
            sentence = self._speech.event(event)
            if sentence:
                self._print(Text(f"· {sentence}"))
            rules[event.rule] = None
        if self.explains:
            for rule in rules:
                if rule not in self._explained:
                    self._explained.add(rule)
                    self.rule(rule)

    def rule(self, code: str, *, in_print: bool = True) -> bool:
        """Show a rule, with the passages that print it unless told otherwise; false when there is none of that code."""
        found = self.find_rule(code)
        if found is None:
            return False
        self.say("because", code=found.code, summary=found.summary, style="italic")
        if not in_print:
            return True
        for passage in found.passages:
            told = self.words.say("printed", file=passage.file_name, page=passage.page, text=passage.text)
            self._print(Padding(Text(told, style="dim"), INDENT))
        if not found.passages:
            self._print(Padding(Text(self.words.say("not-printed"), style="dim"), INDENT))
        return True

    def card(self, code: str) -> None:
        """Show what is known of a card."""
        title, *lines = self.ruleset.card_help(code, self.words.language, self.words.fact)
        self._print(Text(title, style="bold"))
        for line in lines:
            self._print(Padding(Text(line), INDENT))
        origin = next((card.origin for card in self.ruleset.cards if card.code == code), None)
        if origin:
            told = self.words.say("card-origin", origin=self.words.origin(origin))
            self._print(Padding(Text(told, style="dim"), INDENT))

    def origins(self) -> None:
        """Tell how many cards of the game nobody has seen in print."""
        counts = Counter[str](card.origin for card in self.ruleset.cards for _ in range(card.copies))
        told = [self.words.say(f"listed-{origin}", count=counts[origin]) for origin in UNSEEN if counts[origin]]
        if told:
            self.say("listed", origins=", ".join(told), style="dim")

    def cards_in(self, action: str) -> list[str]:
        """The codes of the cards that an action names."""
        return [word for word in dict.fromkeys(action.split()) if word in self.words.titles]

    def help(self) -> None:
        """Say what can be typed, and what the numbers on the table are."""
        self.line(self.words.say("help"))
        if self.ruleset.words.untranslated(self.words.language):
            self.line(self.words.say("untranslated"))
        if self.words.has("signs"):
            self.say("signs")

    def result(self, result: Result, actions: int) -> None:
        """Say how the game ended."""
        outcome = self.words.outcome(result.outcome) or self.words.say("no-outcome")
        if len(result.winners) > 1:
            outcome += f" ({', '.join(self.words.outcome(winner) for winner in result.winners)})"
        self._print(Rule(style="dim"))
        self.say("result", outcome=outcome, points=result.points, style="bold")
        self.rule(result.rule, in_print=self.explains)
        self.say("actions", count=actions)

    def spoken(self, action: str) -> str:
        """An action as a sentence."""
        return self._speech.action(action)

    def say(self, label: str, style: str = "", **values: object) -> None:
        """Say a sentence of the program."""
        self._print(Text(self.words.say(label, **values), style=style))

    def offer(self, label: str, command: str, **values: object) -> None:
        """Name a command that can be run next, in one line, so that it can be copied."""
        told = self.words.say(label, command=f"rulewright {command}{self.db_option}", **values)
        self.console.print(Text(told), soft_wrap=True)

    def line(self, text: str = "") -> None:
        """Print a line as it is."""
        self._print(Text(text))

    def _print(self, what: object) -> None:
        self.console.print(what, width=min(self.console.width, WIDEST))
