"""The loop of a game in the terminal: show the table, read a line, do what it asks for."""

import re
import sys
import time
from collections.abc import Callable, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from shlex import quote

from rules_engine.events import Refusal
from rules_engine.game import Player
from rules_engine.game_file import BadGameFile, save_game
from rules_engine.players import players_of
from rules_engine.terminal.screen import ReadLine, Screen
from rules_engine.terminal.sitting import Sitting
from rules_engine.terminal.telling import Teller
from rules_engine.terminal.waiting import wait_for_line

COMMAND = re.compile(r"(?P<name>\?|[a-z]+)\s*(?P<rest>.*)", re.IGNORECASE | re.DOTALL)
NUMBER = re.compile(r"\d{1,6}", re.ASCII)


def read_line(prompt: str) -> str | None:
    """A line of standard input; where it is no terminal, what was read is shown behind the prompt."""
    if sys.stdin.isatty() and sys.stdout.isatty():
        print(prompt, end="", flush=True)
        wait_for_line()
        try:
            return input()
        except EOFError:
            print()
            return None
    print(prompt, end="", flush=True)
    line = sys.stdin.readline()
    if not sys.stdin.isatty():
        print(line.rstrip(), flush=True)
    return line or None


@dataclass(slots=True)
class Session:
    """People at the table, alone, together at one screen, or against players of ours."""

    sitting: Sitting
    teller: Teller
    file: Path
    """Where the game is saved unless another file is named."""
    read: ReadLine = read_line
    players: Mapping[int, Player] = field(default_factory=dict)
    """Players of ours by their seats; all other seats are people's."""
    _screen: Screen = field(init=False)
    _own_from: int = 0
    """Actions that had been done when the screen was handed over."""
    _saved: int = 0
    """How many actions are in the file."""
    _shows_table: bool = True

    def __post_init__(self) -> None:
        """Seat everyone at the screen."""
        seats = range(max(len(self.sitting.ruleset.sides), 1))
        self._screen = Screen(self.teller, tuple(seat for seat in seats if seat not in self.players))

    def play(self) -> bool:
        """Play to the end, or until the person leaves; false where the game was interrupted."""
        self._saved = len(self.sitting.record.actions)
        try:
            while legal := self.sitting.legal:
                if self._is_played_by_us(legal):
                    continue
                line = self._ask(legal)
                if line is None:
                    self.teller.say("end-of-input")
                    return False
                if not self._obey(line.strip(), legal):
                    return True
        except KeyboardInterrupt:
            self.teller.line()
            self.teller.say("interrupted")
            return False
        return True

    def _seat(self) -> int:
        """Whose decision it is; people who play together share a seat."""
        return self.sitting.ruleset.to_move(self.sitting.state) if self.sitting.ruleset.sides else 0

    def _is_played_by_us(self, legal: list[str]) -> bool:
        """Let a player of ours decide, if it is their turn; people hear of it what they may know."""
        player = self.players.get(self._seat())
        if player is None:
            return False
        self._happen(player(self.sitting.state, legal))
        self._shows_table = True
        return True

    def _ask(self, legal: list[str]) -> str | None:
        """Hand the screen to whoever decides, and read a line."""
        seat = self._seat()
        if seat != self._screen.looking:
            self._own_from = len(self.sitting.record.actions)
            if not self._screen.hand_over(seat, self.read):
                return None
        if self._shows_table:
            self._show(legal)
        return self.read(self.teller.words.say("prompt"))

    def _show(self, legal: list[str]) -> None:
        self.teller.line()
        self.teller.table(self.sitting.state)
        self.teller.line()
        self.teller.actions(legal)
        self._shows_table = False

    def _obey(self, text: str, legal: list[str]) -> bool:
        """Do what a line asks for; false when the person leaves."""
        if text in legal:
            self._do(text)
        elif NUMBER.fullmatch(text):
            self._do_number(int(text), legal)
        elif not text and len(legal) == 1:
            self._do(legal[0])
        elif (command := COMMAND.fullmatch(text)) and (done := COMMANDS.get(command["name"].lower())):
            return done(self, command["rest"].strip())
        else:
            self.teller.say("not-understood" if text else "nothing-typed", text=text, count=len(legal))
        return True

    def _do_number(self, number: int, legal: list[str]) -> None:
        if 1 <= number <= len(legal):
            self._do(legal[number - 1])
        else:
            self.teller.say("no-number", number=number, count=len(legal))

    def _do(self, action: str) -> None:
        self.teller.say("chosen", action=self.teller.spoken(action), style="bold")
        self._happen(action)
        self._shows_table = True

    def _happen(self, action: str) -> None:
        """Do an action, and tell whoever looks what they may know of it."""
        events = self.sitting.do(action)
        if isinstance(events, Refusal):
            tell_refusal(self.teller, events)
        else:
            self._screen.hear(events, len(self.sitting.record.actions))

    def _undo(self, _: str) -> bool:
        """Take back what the person did last, with what players of ours did since."""
        if self._screen.is_shared and len(self.sitting.record.actions) <= self._own_from:
            self.teller.say("undo-not-yours")
            return True
        undone = self.sitting.undo()
        while undone is not None and self._seat() in self.players:
            undone = self.sitting.undo()
        if undone is None:
            self.teller.say("nothing-to-undo")
        else:
            self._screen.forget(len(self.sitting.record.actions))
            self.teller.say("undone", action=self.teller.spoken(undone))
            self._shows_table = True
        return True

    def _table(self, _: str) -> bool:
        self._shows_table = True
        return True

    def _help(self, text: str) -> bool:
        if not text:
            self.teller.help()
        elif NUMBER.fullmatch(text):
            self._help_on_action(int(text))
        else:
            self._help_on_name(text)
        return True

    def _help_on_action(self, number: int) -> None:
        legal = self.sitting.legal
        if not 1 <= number <= len(legal):
            self.teller.say("no-number", number=number, count=len(legal))
            return
        cards = self.teller.cards_in(legal[number - 1])
        if not cards:
            self.teller.say("no-card-in-action", number=number)
        for code in cards:
            self.teller.card(code)

    def _help_on_name(self, text: str) -> None:
        words = self.teller.words
        cards = words.cards_called(text)
        for code in cards:
            self.teller.card(code)
        if cards or self.teller.rule(text.lower()):
            return
        near = words.nearest(text)
        self.teller.say("no-card-near" if near else "no-card", text=text, near=near)

    def _save(self, text: str) -> bool:
        return self._save_as(Path(text).expanduser() if text else self.file) or True

    def _save_as(self, file: Path) -> bool:
        """Save the game; false when that cannot be done."""
        if not tell_saved(self.sitting, self.teller, file):
            return False
        self._saved = len(self.sitting.record.actions)
        return True

    def _quit(self, _: str) -> bool:
        """Leave, unless the game was to be saved first and could not be."""
        if len(self.sitting.record.actions) == self._saved:
            return False
        words = self.teller.words
        while (answer := self.read(words.say("save-first"))) is not None:
            if answer.strip().lower() in words.say("yes").split():
                return not self._save_as(self.file)
            if answer.strip().lower() in words.say("no").split():
                break
            self.teller.say("yes-or-no")
        self.teller.say("not-saved")
        return False


COMMANDS: dict[str, Callable[[Session, str], bool]] = {
    "u": Session._undo,
    "undo": Session._undo,
    "t": Session._table,
    "?": Session._help,
    "help": Session._help,
    "s": Session._save,
    "save": Session._save,
    "q": Session._quit,
    "quit": Session._quit,
}
"""What can be typed beside the number of an action; false leaves the game."""


def tell_refusal(teller: Teller, refusal: Refusal) -> None:
    """Say why something cannot be done, with the rule."""
    teller.say("refused", sentence=refusal.sentence)
    teller.rule(refusal.rule)


def tell_saved(sitting: Sitting, teller: Teller, file: Path) -> bool:
    """Save the game and say how to go on with it; false when that cannot be done."""
    try:
        save_game(file, sitting.record)
    except BadGameFile as error:
        teller.line(str(error))
        return False
    teller.offer("saved", f"play {sitting.ruleset.game} --replay {quote(str(file))}", file=file)
    return True


def watch(sitting: Sitting, teller: Teller, player: Player, name: str, pause: float) -> bool:
    """Let a player play while a person looks on, who sees what whoever decides can see; false when interrupted."""
    named = list(players_of(name, sitting.ruleset.sides).values())
    try:
        while legal := sitting.legal:
            teller.line()
            teller.table(sitting.state)
            action = player(sitting.state, legal)
            seat = sitting.ruleset.to_move(sitting.state)
            who = f"{teller.side(seat)} ({named[seat]})" if named else name
            teller.say("watched", player=who, action=teller.spoken(action), style="bold")
            events = sitting.do(action)
            if isinstance(events, Refusal):
                tell_refusal(teller, events)
            else:
                teller.events(events)
            time.sleep(pause)
    except KeyboardInterrupt:
        teller.line()
        teller.say("interrupted")
        return False
    return True
