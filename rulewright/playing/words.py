"""The words of a game at the table: titles of cards and names of concepts from the rows, in one language."""

from collections import Counter
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import cached_property
from typing import TypeVar

from rapidfuzz import process
from sqlmodel import Session, col, select

from rulewright.playing.interface import INTERFACE
from schema.cards import Card, CardText
from schema.folding import fold
from schema.games import Concept, Game, Name

ThingT = TypeVar("ThingT")
COMMON = "en"
"""The language that stands in where a word of the chosen one is missing."""
OUTCOME_KINDS = ("score", "result", "outcome", "faction")
"""Kinds of concepts that name how games end, or who won them."""
NEAR = 70
"""From this likeness of 100 on, a card is offered for a name that fits none."""


@dataclass(frozen=True)
class Words:
    """How cards and concepts are called."""

    language: str
    titles: Mapping[str, str]
    """Titles of cards by code."""
    names: Mapping[tuple[str, str], str]
    """Names of concepts by kind and code."""

    @cached_property
    def _shared(self) -> frozenset[str]:
        """Titles of more than one card."""
        counts = Counter(self.titles.values())
        return frozenset(title for title, count in counts.items() if count > 1)

    def say(self, label: str, **values: object) -> str:
        """A sentence or label of the program."""
        return INTERFACE.get(self.language, INTERFACE[COMMON])[label].format(**values)

    def card(self, code: str) -> str:
        """The title of a card."""
        return self.titles.get(code) or spelled(code)

    def told_apart(self, code: str) -> str:
        """The title of a card, with the end of its code where several cards have that title."""
        title = self.card(code)
        return f"{title} {code.rpartition('-')[2]}" if title in self._shared else title

    def name(self, kind: str, code: str) -> str:
        """The name of a concept."""
        return self.names.get((kind, code)) or spelled(code)

    def outcome(self, code: str) -> str:
        """The name of a result; empty when the code is."""
        named = (self.names.get((kind, code)) for kind in OUTCOME_KINDS)
        return next(filter(None, named), spelled(code))

    def has(self, label: str) -> bool:
        """Whether the program has a sentence or label of this name."""
        return label in INTERFACE[COMMON]

    def cards_called(self, text: str) -> list[str]:
        """The codes of the cards with this title or code, or whose title begins so, without regard to diacritics."""
        wanted = fold(text.strip())
        called = [(code, fold(title)) for code, title in self.titles.items()]
        same = [code for code, title in called if wanted in (title, code)]
        return same or [code for code, title in called if title.startswith(wanted) or code.startswith(wanted)]

    def nearest(self, text: str) -> str | None:
        """The title that is most like this one, if any is."""
        titles = {title: fold(title) for title in self.titles.values()}
        found = process.extractOne(fold(text), titles, score_cutoff=NEAR)
        return str(found[2]) if found else None


def spelled(code: str) -> str:
    """A code as words, for what has no name."""
    return code.replace("-", " ").capitalize()


def spoken_languages(opened: Session, game: str) -> list[str]:
    """The languages in which the game's concepts have names."""
    query = select(Name.language).join(Concept).join(Game).where(Game.code == game).distinct()
    return sorted(opened.exec(query))


def read_words(opened: Session, game: str, language: str) -> Words:
    """The words of a game in a language; English, then any other language, where it has none."""
    texts = opened.exec(
        select(Card.code, CardText.language, CardText.title)
        .join(CardText, col(CardText.card_id) == Card.id)
        .join(Game, col(Game.id) == Card.game_id)
        .where(Game.code == game)
        .order_by(col(CardText.id))
    ).all()
    names = opened.exec(
        select(Concept.kind, Concept.code, Name.language, Name.text)
        .join(Name, col(Name.concept_id) == Concept.id)
        .join(Game, col(Game.id) == Concept.game_id)
        .where(Game.code == game)
        .order_by(col(Name.document_id).is_not(None), col(Name.id))  # what a pack lists first is the proper name
    ).all()
    return Words(
        language,
        _preferred(((code, spoken, title) for code, spoken, title in texts), language),
        _preferred((((kind, code), spoken, text) for kind, code, spoken, text in names), language),
    )


def _preferred(found: Iterable[tuple[ThingT, str, str]], language: str) -> dict[ThingT, str]:
    """The first text of each thing in the best language it has."""
    best: dict[ThingT, tuple[int, str]] = {}
    for thing, spoken, text in found:
        rank = 0 if spoken == language else 1 if spoken == COMMON else 2
        if text and (thing not in best or rank < best[thing][0]):
            best[thing] = (rank, text)
    return {thing: text for thing, (_, text) in best.items()}
