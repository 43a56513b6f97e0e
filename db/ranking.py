"""What a search found as things in one order: what bears that name first, then rules, then texts."""

import sqlite3
from collections.abc import Container, Mapping
from dataclasses import dataclass, field

from db.search import Found, Hit, words_of
from schema.folding import fold

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


def ranked(snapshot: sqlite3.Connection, found: Found) -> list[Thing]:
    """Everything that was found, each thing once, the best first."""
    known = _known(snapshot, found)
    things: dict[tuple[str, str, str], Thing] = {}
    # A rule is looked for by what it says; where that was found as it was asked, a name that is only like it waits, and
    # a card that has only some of the words waits for any rule.
    as_asked = any(found.roads.get(kind, _GUESSED[0]) not in _GUESSED for kind in ("rule", "passage"))
    shared = _shared(found, known)
    for group, hits in found.groups.items():
        for place, hit in enumerate(hits):
            thing = _thing(hit, known)
            if thing is None:
                continue
            waits = as_asked or (found.roads[group] == "some" and "rule" in found.groups)
            is_guess = group in ("name", "card") and found.roads[group] in _GUESSED and waits
            is_elsewhere = group in ("name", "card") and thing.game not in known.documented
            is_unseen = group == "card" and hit.reference.partition("/")[2] in known.unseen
            thing.rank = (*_rank(found, thing, is_guess, shared), is_elsewhere, is_unseen, place)
            first = things.setdefault((thing.kind, thing.game, thing.code), thing)
            if first is not thing:
                if hit.language not in (first.hit.language, *first.also):
                    first.also.append(hit.language)
                if thing.rank < first.rank:
                    first.rank, first.hit = thing.rank, hit
    return sorted(things.values(), key=lambda thing: thing.rank)


def _shared(found: Found, known: _Known) -> set[tuple[str, str, str]]:
    """Titles that several cards of a deck bear: the sort of card that is called so goes before each of them."""
    cards: dict[tuple[str, str, str], set[str]] = {}
    for hit in found.groups.get("card", ()):
        deck = known.cards.get(hit.reference.partition("/")[2], ("", ""))[1]
        cards.setdefault((hit.game, fold(hit.title), deck), set()).add(hit.reference)
    return {title for title, references in cards.items() if len(references) > 1}


def _rank(found: Found, thing: Thing, is_guess: bool, shared: Container[tuple[str, str, str]]) -> tuple[float, ...]:
    """Where a thing stands: its class, how well its title is met, how near the words are, its kind."""
    if thing.kind in ("rule", "passage"):
        return (1 if thing.kind == "rule" else 3, 0, 0, 0)
    meant = {near: place for word in found.asked for place, near in enumerate(found.guessed.get(word, [word]))}
    title = words_of(thing.hit.found_by or thing.hit.title)
    met = [meant[word] for word in title if word in meant]
    kind = _KINDS.index(thing.kind)
    if (thing.game, fold(thing.hit.title), thing.code.partition(":")[0]) in shared:
        kind = -1
    if not met and not any(word.startswith(found.asked[-1]) for word in title):
        return (2, 0, 0, kind)
    is_whole = len(met) == len(title) and len(met) >= len(set(found.asked))
    is_byname = thing.hit.found_by not in ("", fold(thing.hit.title))
    if is_byname and len(met) < len(title):
        is_guess = True
    missing = 0 if is_whole else 1 + len(title) - len(met)
    return (1.5 if is_guess else 0, missing + is_byname / 2, sum(met), kind)


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
