"""Games that are played for proof: settings that differ from game to game, and players who look for what is new."""

import json
import math
import random
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import count
from typing import Any

from rules_engine.errors import RulesetError
from rules_engine.events import Event
from rules_engine.game import Player, PlaysQuickly, Result
from rules_engine.obeys import Watch, package_of
from rules_engine.players import at_random
from rules_engine.record import Record, begin
from rules_engine.ruleset import Ruleset
from schema.play import PlayFile

LONGEST = 10_000
"""A game that takes more actions than this is taken to have no end."""
REPLAYED = 40
"""Games that are kept for each word, to be played again under other rules."""
AT_WORK = ("team", "zone", "counter", "phase", "modifier")
"""Rows that hold all the time in a game that is played from rows, without an event that tells of it."""


class BrokenGame(Exception):
    """A game that does not come to its end, and why, in a sentence."""


@dataclass(frozen=True, slots=True)
class Setting:
    """What a game begins with."""

    players: int
    seed: int
    options: Mapping[str, str]


def combinations(ruleset: Ruleset) -> int:
    """How many ways there are to set up a game, apart from chance."""
    return math.prod([len(ruleset.engine.players), *(len(values) for values in ruleset.choices.values())])


def settings(ruleset: Ruleset) -> Iterator[Setting]:
    """Settings without end; numbers of players and options are gone through in every combination."""
    seed = 0
    while True:
        rest, players = divmod(seed, len(ruleset.engine.players))
        options = {}
        for name, values in ruleset.choices.items():
            rest, chosen = divmod(rest, len(values))
            options[name] = values[chosen]
        yield Setting(ruleset.engine.players[players], seed, options)
        seed += 1


def curious(seed: int) -> Player:
    """A player who takes what it has taken least so far, so that rare things happen soon."""
    taken: Counter[str] = Counter()
    chance = random.Random(seed).random

    def choose(_: Any, actions: Any) -> str:
        action: str = min(actions, key=lambda action: (taken[action], chance()))
        taken[action] += 1
        return action

    return choose


@dataclass(frozen=True, slots=True)
class Playthrough:
    """A game that was played to its end, so that it can be compared with the same game under other rules."""

    record: Record
    begun: str
    """The first state, saved."""
    offered: list[int]
    """Checksums of what could be done in each state."""
    ended: str
    result: Result


def play(
    ruleset: Ruleset,
    setting: Setting,
    player: Player,
    events: list[Event] | None = None,
    look: Callable[[Any], None] = lambda _: None,
) -> Playthrough:
    """Play a game to its end; every state is looked at on the way."""
    record, offered = begin(ruleset, setting.seed, setting.players, setting.options), list[int]()
    state = ruleset.start(setting.players, setting.seed, setting.options)
    begun = _saved(ruleset, state)
    look(state)
    while actions := ruleset.legal(state):
        offered.append(hash(tuple(actions)))
        try:
            action = player(state, actions)
            refusal = ruleset.advance(state, action, events)
        except Exception as error:
            where = f"at action {len(offered)} of the game of seed {setting.seed}"
            raise BrokenGame(f"The engine broke down {where}: {type(error).__name__}: {error}.") from error
        if refusal:
            raise BrokenGame(f"“{action}” is offered and then refused by the rule {refusal.rule}: {refusal.sentence}")
        record.actions.append(action)
        if len(record.actions) > LONGEST:
            raise BrokenGame(f"The game of seed {setting.seed} has not ended after {LONGEST:,} actions.")
        look(state)
    return Playthrough(record, begun, offered, _saved(ruleset, state), ruleset.result(state) or Result("", 0, ""))


def _saved(ruleset: Ruleset, state: Any) -> str:
    return json.dumps(ruleset.save(state), sort_keys=True)


def changed(ruleset: Ruleset, **parts: Any) -> Ruleset:
    """A ruleset of its own that differs in these parts."""
    return replace(ruleset, used=set(), curbed={}, **parts)


def first_difference(game: Playthrough, other: Ruleset) -> str | None:
    """Where a game goes otherwise under other rules, or nothing where it does not."""
    record = game.record
    try:
        state = other.start(record.players, record.seed, record.options)
    except (RulesetError, ValueError) as error:
        return f"no game begins: {error}"
    if _saved(other, state) != game.begun:
        return f"the set-up of seed {record.seed} is another"
    for number, (action, offered) in enumerate(zip(record.actions, game.offered, strict=True), 1):
        if hash(tuple(other.legal(state))) != offered:
            return f"in the game of seed {record.seed} other things can be done before action {number}"
        other.advance(state, action)
    return f"the game of seed {record.seed} ends otherwise" if _saved(other, state) != game.ended else None


def is_seen_otherwise(game: Playthrough, ruleset: Ruleset, other: Ruleset) -> bool:
    """Whether players see something else in a game that goes the same way under other rules."""
    record = game.record
    states = [rules.start(record.players, record.seed, record.options) for rules in (ruleset, other)]
    for action in record.actions:
        player = ruleset.to_move(states[0])
        if ruleset.view(states[0], player) != other.view(states[1], player):
            return True
        ruleset.advance(states[0], action)
        other.advance(states[1], action)
    return False


@dataclass(frozen=True, slots=True)
class Position:
    """A table on which some facts matter that seldom do, and what is tried there."""

    about: str
    """The subject of the facts."""
    given: Mapping[str, Any]
    """What lies where, as a worked example says it."""
    words: Sequence[str] = ()
    """How the actions begin, one after the other; a word with which none begins is passed over."""
    seeds: range = range(1)
    """Turns of chance to be tried."""

    def is_about(self, subject: str) -> bool:
        """Whether a fact of the subject may matter here."""
        return subject in (self.about, self.about.partition(":")[0])

    def is_about_owner(self, kind: str, code: str) -> bool:
        """Whether an effect of a card may matter here, or of another thing of which tables have only the kind."""
        return self.about == f"{kind}:{code}" or (kind != "card" and self.about.partition(":")[0] == kind)

    def told(self, ruleset: Ruleset, seed: int) -> str:
        """All that can be seen and done on the way, so that two rulesets can be compared."""
        try:
            state = ruleset.engine.arrange(self.given, seed)
        except (RulesetError, ValueError) as error:
            return str(error)
        seen = [_told(ruleset, state)]
        for word in self.words:
            action = next((action for action in ruleset.legal(state) if action.startswith(word)), None)
            if action is not None:
                ruleset.advance(state, action)
                seen.append(_told(ruleset, state))
        return "\n".join(seen)


def _told(ruleset: Ruleset, state: Any) -> str:
    offered, shown = ruleset.legal(state), ruleset.view(state, ruleset.to_move(state))
    return f"{_saved(ruleset, state)} {offered} {shown} {ruleset.result(state)}"


@dataclass(slots=True)
class Tables:
    """Tables that are laid out again and again, under the rules as they are and under others."""

    ruleset: Ruleset
    positions: Sequence[Position]
    _told: dict[tuple[int, int], str] = field(default_factory=dict)

    def go_otherwise(self, other: Ruleset, is_meant: Callable[[Position], bool]) -> bool:
        """Whether anything is seen or done otherwise by the other rules on a table that is meant."""
        for at, position in enumerate(self.positions):
            for seed in position.seeds if is_meant(position) else ():
                if (at, seed) not in self._told:
                    self._told[at, seed] = position.told(self.ruleset, seed)
                if position.told(other, seed) != self._told[at, seed]:
                    return True
        return False


@dataclass(frozen=True, slots=True)
class _Told:
    """What came up in one game."""

    game: Playthrough
    rules: frozenset[str]
    effects: frozenset[int]
    words: frozenset[str]


@dataclass(slots=True)
class Seen:
    """What happened in the games so far."""

    rules: set[str] = field(default_factory=set)
    """Rules that an event or a result cites, that code obeys which was run, or rows that hold all the time."""
    effects: set[int] = field(default_factory=set)
    games: int = 0
    actions: int = 0
    named: dict[str, list[Playthrough]] = field(default_factory=dict)
    """Some games in which a word came up, such as the code of a card or of their result; under no word any games."""

    def note(self, told: _Told) -> None:
        """Take in a game."""
        self.games += 1
        self.actions += len(told.game.record.actions)
        self.rules |= told.rules
        self.effects |= told.effects
        for word in told.words:
            games = self.named.setdefault(word, [])
            if len(games) < REPLAYED:
                games.append(told.game)

    def games_with(self, word: str) -> Sequence[Playthrough]:
        """Games in which the word came up; without one, any games."""
        return self.named.get(word, ())


class Games:
    """Games of a player who looks for what is new, of one with rules of thumb and of a random one, in turn.

    Each is played once, however many checks look at it; whoever wants more than there are plays on.
    """

    def __init__(self, ruleset: Ruleset) -> None:
        self._ruleset = changed(ruleset)
        self._played: list[_Told] = []
        self._more = self._play()
        self._error: Exception | None = None

    def until(self, limit: int, is_done: Callable[[Seen], bool] = lambda _: False) -> Seen:
        """What happened in the first games, until enough was done or seen; a BrokenGame where one has no end."""
        seen = Seen()
        for number in count():
            if number == len(self._played):
                self._played.append(self._next())
            seen.note(self._played[number])
            if seen.actions > limit or is_done(seen):
                return seen
        raise AssertionError("settings have no end")

    def _next(self) -> _Told:
        """One more game; what went wrong in one goes wrong for every check that gets there."""
        if self._error is None:
            try:
                return next(self._more)
            except Exception as error:
                self._error = error
        raise self._error

    def _play(self) -> Iterator[_Told]:
        ruleset, engine = self._ruleset, self._ruleset.engine
        by_thumb = engine.quick_player() if isinstance(engine, PlaysQuickly) else engine.rule_player()
        players = (curious(0), by_thumb, at_random(0), by_thumb)
        ways = combinations(ruleset)
        play_file = ruleset.frame.play if ruleset.frame else PlayFile()
        tellings = play_file.telling
        obeyed = {row.rule for table, row in play_file.rows() if table in AT_WORK}
        watch = Watch(package_of(ruleset.game), getattr(engine, "written", {}))
        for setting in settings(ruleset):
            events: list[Event] = []
            # The turn goes on by one more after every combination of settings, so that each player plays all of them.
            player = players[(setting.seed + setting.seed // ways) % len(players)]
            with watch.watching(ruleset.rules - obeyed) as run:
                game = play(ruleset, setting, player, events)
            kinds = {event.kind for event in events}
            obeyed |= {row.rule for row in tellings if (row.kind or row.code) in kinds}
            obeyed |= {entry.rule for entry in run}
            obeyed |= {game.result.rule, *(event.rule for event in events)}
            words = (str(value) for event in events for value in event.data.values())
            yield _Told(
                game,
                frozenset(obeyed),
                frozenset(event.effect for event in events if event.effect is not None),
                frozenset(["", game.result.outcome, *words]),
            )
