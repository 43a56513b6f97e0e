"""Which cards took part in games, and how those games ended."""

import json
from collections import Counter
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field

from rules_engine.events import Event
from rules_engine.intervals import share_of, wilson
from rules_engine.ruleset import Ruleset
from schema.results import CardPlayShape

CARD_GAMES = 1_000
"""Games of a batch whose events are looked at: enough for intervals of a few per cent, and more would slow playing."""

Happened = Mapping[tuple[str, str], int]
"""How often each card was named by each kind of event."""


def happened(cards: Collection[str], events: Iterable[Event]) -> Happened:
    """How often events named each card."""
    counts: Counter[tuple[str, str]] = Counter()
    for event in events:
        for named in event.data.values():
            if named in cards:
                counts[str(named), event.kind] += 1
    return counts


@dataclass(slots=True)
class CardTally:
    """How often cards took part, in whole numbers, so that tallies add up the same in any order."""

    games: int = 0
    endings: dict[str, Counter[str]] = field(default_factory=dict)
    """By card the games in which it took part, by their outcomes."""
    events: dict[str, Counter[str]] = field(default_factory=dict)
    """By card what happened to it."""

    def add(self, outcome: str, of_a_game: Happened) -> None:
        """Count a game."""
        self.games += 1
        for card in {card for card, _ in of_a_game}:
            self.endings.setdefault(card, Counter())[outcome] += 1
        for (card, kind), times in of_a_game.items():
            self.events.setdefault(card, Counter())[kind] += times

    def rows(self, ruleset: Ruleset) -> Iterator[tuple[int, CardPlayShape]]:
        """A row for each card of the game, also for one that never took part, with the number of its card."""
        for card in ruleset.cards if self.games else ():
            endings, events = self.endings.get(card.code, Counter()), self.events.get(card.code, Counter())
            present = endings.total()
            low, high = wilson(present, self.games)
            ranked = sorted(endings.items(), key=lambda item: (-item[1], item[0]))
            told = [{"outcome": outcome, **share_of(count, present)} for outcome, count in ranked]
            often = dict(sorted(events.items(), key=lambda item: (-item[1], item[0])))
            shape = CardPlayShape(
                games=self.games,
                present=present,
                low=low,
                high=high,
                outcomes=json.dumps(told, ensure_ascii=False),
                events=json.dumps(often, ensure_ascii=False),
            )
            yield card.row, shape
