"""What games show of cards: who took part, what happened, how it ended."""

import json
from typing import Any, cast

from rules_engine.card_tally import CardTally, happened
from rules_engine.events import Event
from rules_engine.ruleset import CardCount, Ruleset


class _Deck:
    cards = tuple(CardCount(row, code, "deck", "", 1, "card-list") for row, code in ((7, "owl"), (8, "bat")))


def _event(kind: str, **data: Any) -> Event:
    return Event(kind, data, None, "rule")


def test_cards_are_counted_by_game_event_and_outcome() -> None:
    tally = CardTally()
    codes = {"owl", "bat"}
    tally.add("victory", happened(codes, [_event("drew", card="owl"), _event("played", card="owl", times=1)]))
    tally.add("defeat", happened(codes, [_event("drew", card="owl"), _event("drew", card="cow")]))
    tally.add("defeat", happened(codes, []))
    owl, bat = (shape for _, shape in tally.rows(cast(Ruleset, _Deck())))
    assert (owl.games, owl.present, bat.present, bat.low) == (3, 2, 0, 0.0)
    assert owl.low < 2 / 3 < owl.high
    assert json.loads(owl.events) == {"drew": 2, "played": 1}
    assert {told["outcome"]: told["count"] for told in json.loads(owl.outcomes)} == {"defeat": 1, "victory": 1}
    assert json.loads(bat.outcomes) == []


def test_without_games_nothing_is_told() -> None:
    assert list(CardTally().rows(cast(Ruleset, _Deck()))) == []
