"""What a search found as things in one order: cards, names and rules as learnt weights tell, then texts."""

import sqlite3
from collections.abc import Mapping
from dataclasses import dataclass, field

from db.rule_evidence import SEEN as OF_SUBJECTS
from db.rule_search import RULE_SEARCHING, RuleSearching, score
from db.search import Found, Hit, words_of
from schema.folding import fold

TITLES = ("met-title", "met-query", "all", "whole", "byname", "guess", "begun", "shared", "unseen", "missing")
"""What is seen of a title that has words of the question: how many of its words, and how many of the question, are met;
whether that is all of the question, and all of both; whether it is another name than the one that is shown; whether it
was found only by other words, or as begun; whether several cards have it; whether nobody saw the card; how many of its
words are missing."""
SEEN = (*OF_SUBJECTS, "card", *(f"{group}-{name}" for group in ("name", "card") for name in TITLES))
_KINDS = ("card", "location", "name", "rule", "passage")
"""Kinds of things, those that a person asks for most first; a name stands for any other concept."""
_GUESSED = ("near", "some")
"""Readings of a query that take other words than were asked for, or not all of them."""

_UNSEEN = ("inferred", "house")


@dataclass(slots=True)
class Thing:
    """Something to go to: a card, a place or another concept, a rule, a passage."""

    kind: str
    game: str
    code: str
    """A card's or rule's code, a concept as `kind:code`, a passage's number."""
    hit: Hit
    also: list[str] = field(default_factory=list)
    """Further languages in which it was found."""
    rank: tuple[float, ...] = ()
    seen: Mapping[str, float] = field(default_factory=dict)
    """What speaks for it, as weights were learnt for."""


@dataclass(frozen=True, slots=True)
class _Known:
    """What is known of the rows that were found."""

    cards: Mapping[str, tuple[str, str]]
    """Code and deck of a card, by its row number."""
    unseen: frozenset[str]
    """Cards that nobody saw, by their row numbers: inferred, or of our own."""
    rules: Mapping[str, str]
    decks: Mapping[tuple[str, str], set[str]]
    """The decks that have a card of this code, by game and code."""
    documented: frozenset[str]
    """The games of which a document is there: these are what a reader has at hand."""


def ranked(snapshot: sqlite3.Connection, found: Found, searching: RuleSearching = RULE_SEARCHING) -> list[Thing]:
    """Everything that was found, each thing once, the best first."""
    known = _known(snapshot, found)
    shared = _shared(found, known)
    hits = [
        (_thing(hit, known), group, place) for group, each in found.groups.items() for place, hit in enumerate(each)
    ]
    met = [(thing, group, place) for thing, group, place in hits if thing is not None]
    meant = {_key(thing): found.seen[thing.hit.reference] for thing, _, _ in met if thing.hit.reference in found.seen}
    things: dict[tuple[str, str, str], Thing] = {}
    for thing, group, place in met:
        is_unseen = group == "card" and thing.hit.reference.partition("/")[2] in known.unseen
        is_shared = (thing.game, fold(thing.hit.title), thing.code.partition(":")[0]) in shared
        thing.seen = {**meant.get(_key(thing), {}), **_met(found, thing, group, is_shared, is_unseen)}
        kind = -1 if is_shared and thing.kind != "card" else _KINDS.index(thing.kind)
        is_elsewhere = thing.game not in known.documented
        # Of several that bear the very name, what else is said of them tells nothing.
        fits = 0.0 if _is_named(thing) else -round(score(thing.seen), 3)
        thing.rank = (thing.kind == "passage", not _is_named(thing), fits, kind, is_elsewhere, is_unseen, place)
        _join(things.setdefault(_key(thing), thing), thing)
    return _without_the_far(sorted(things.values(), key=lambda thing: thing.rank), searching)


def _without_the_far(things: list[Thing], searching: RuleSearching) -> list[Thing]:
    """What stands far below the best is not what was meant; texts are shown all, since they come last."""
    least = max((score(thing.seen) for thing in things if thing.kind != "passage"), default=0.0) - searching.near
    return [thing for thing in things if thing.kind == "passage" or score(thing.seen) >= least]


def _key(thing: Thing) -> tuple[str, str, str]:
    return thing.kind, thing.game, thing.code


def _is_named(thing: Thing) -> bool:
    """Whether the question is the very name that is shown, which nothing else may go before."""
    return any(thing.seen.get(f"{g}-whole") and not thing.seen.get(f"{g}-byname") for g in ("name", "card"))


def _join(first: Thing, again: Thing) -> None:
    """What is found several times is shown by its best hit."""
    if first is not again:
        if again.hit.language not in (first.hit.language, *first.also):
            first.also.append(again.hit.language)
        if again.rank < first.rank:
            first.rank, first.hit, first.seen = again.rank, again.hit, again.seen


def _shared(found: Found, known: _Known) -> set[tuple[str, str, str]]:
    """Titles that several cards of a deck bear: the sort of card that is called so goes before each of them."""
    cards: dict[tuple[str, str, str], set[str]] = {}
    for hit in found.groups.get("card", ()):
        deck = known.cards.get(hit.reference.partition("/")[2], ("", ""))[1]
        cards.setdefault((hit.game, fold(hit.title), deck), set()).add(hit.reference)
    return {title for title, references in cards.items() if len(references) > 1}


def _met(found: Found, thing: Thing, group: str, is_shared: bool, is_unseen: bool) -> dict[str, float]:
    """What is seen of the title by which a card or another thing was found."""
    about = {"card": float(thing.kind == "card"), "thing": 1.0}
    if group not in ("card", "name"):
        return about if group == "meant" else {}
    meant = {near: place for word in found.asked for place, near in enumerate(found.guessed.get(word, [word]))}
    title = words_of(thing.hit.found_by or thing.hit.title)
    met = [meant[word] for word in title if word in meant]
    asked = len(set(found.asked))
    seen = {
        "met-title": len(met) / max(len(title), 1),
        "met-query": min(1.0, len(met) / asked),
        "all": float(len(met) >= asked),
        "whole": float(len(met) == len(title) and len(met) >= asked and not sum(met)),
        "byname": float(thing.hit.found_by not in ("", fold(thing.hit.title))),
        "guess": float(found.roads[group] in _GUESSED),
        "begun": float(not met and any(word.startswith(found.asked[-1]) for word in title)),
        "shared": float(is_shared),
        "unseen": float(is_unseen),
        "missing": (len(title) - len(met)) / 4,
    }
    return about | {f"{group}-{name}": number for name, number in seen.items()}


def _thing(hit: Hit, known: _Known) -> Thing | None:
    table, _, number = hit.reference.partition("/")
    if table == "concept":
        kind, _, code = hit.body.partition(":")
        # A concept of which a card was made is that card.
        if kind in known.decks.get((hit.game, code), ()):
            return Thing("card", hit.game, code, hit)
        return Thing("location" if kind == "location" else "name", hit.game, hit.body, hit)
    if table == "card":
        return Thing("card", hit.game, known.cards[number][0], hit) if number in known.cards else None
    if table == "rule":
        return Thing("rule", hit.game, known.rules[number], hit) if number in known.rules else None
    return Thing("passage", hit.game, number, hit)


def _known(snapshot: sqlite3.Connection, found: Found) -> _Known:
    """Look up the codes of the cards and rules that were found, and which concepts are cards."""
    ids: dict[str, list[str]] = {"card": [], "rule": [], "concept": [], "passage": []}
    for hits in found.groups.values():
        for hit in hits:
            table, _, number = hit.reference.partition("/")
            ids[table].append(hit.body.partition(":")[2] if table == "concept" else number)
    of_cards = (
        "SELECT card.id, game.code, card.code, deck.code, card.origin FROM card JOIN deck ON deck.id = card.deck_id "
        "JOIN game ON game.id = card.game_id WHERE {} IN ({})"
    )
    cards = snapshot.execute(of_cards.format("card.id", ",".join("?" * len(ids["card"]))), ids["card"]).fetchall()
    by_number = {str(number): (code, deck) for number, _, code, deck, _ in cards}
    unseen = frozenset(str(number) for number, *_, origin in cards if origin in _UNSEEN)
    decks: dict[tuple[str, str], set[str]] = {}
    named = snapshot.execute(of_cards.format("card.code", ",".join("?" * len(ids["concept"]))), ids["concept"])
    for _, game, code, deck, _ in named:
        decks.setdefault((game, code), set()).update(("card", deck))
    rules = snapshot.execute(f"SELECT id, code FROM rule WHERE id IN ({','.join('?' * len(ids['rule']))})", ids["rule"])
    games = snapshot.execute("SELECT DISTINCT game.code FROM document JOIN game ON game.id = document.game_id")
    documented = frozenset(code for (code,) in games)
    return _Known(by_number, unseen, {str(number): code for number, code in rules}, decks, documented)
