"""What a document calls itself: the edition or the kind of game that its title lines name is no other one."""

from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass

from ingest.standing.text import Piece, read_pieces
from ingest.standing.words import Cue, StandingWords
from schema.documents import PassageShape

STEM = 4
"""Words that begin with as many equal letters are one word in several forms."""
NEAR = 3
"""An edition is called something by a word with fewer pieces between."""
TELLING = frozenset({"past", "known", "not", "no-longer", "wrong", "would", "suppose", "instead", "replace", "though"})
"""Cues of a line that tells something and does not only name the document."""
GAMES = frozenset({"game", "titled"})
"""Names of games."""


@dataclass(frozen=True, slots=True)
class TitleLines:
    """What counts as lines of the title."""

    passages: int = 4
    """So many passages from the first heading on."""
    words: int = 20
    """So many words at most."""


@dataclass(frozen=True, slots=True)
class OwnNames:
    """By what a document calls itself, by the beginnings of the words."""

    editions: frozenset[tuple[str, str]] = frozenset()
    """“second edition”, “dice game”."""
    games: frozenset[str] = frozenset()
    """Games whose name is in its title."""

    def is_edition(self, other: Piece, edition: Piece) -> bool:
        """Whether two words name the document's own edition or kind of game."""
        return _pair(other, edition) in self.editions

    def is_game(self, cue: Cue, pieces: Sequence[Piece]) -> bool:
        """Whether a cue names the document's own game."""
        return cue.idea in GAMES and _stem(pieces[cue.first]) in self.games


def read_own_names(
    passages: Sequence[PassageShape], words: StandingWords, settings: TitleLines = TitleLines()
) -> OwnNames:
    """What the lines of a document's title call it."""
    first = next((n for n, passage in enumerate(passages) if passage.kind == "heading"), len(passages))
    editions: set[tuple[str, str]] = set()
    games: set[str] = set()
    for passage in passages[first : first + settings.passages]:
        pieces = read_pieces(passage.text, words.numbers)
        cues = words.cues(pieces)
        if len(passage.text.split()) <= settings.words and not any(cue.idea in TELLING for cue in cues):
            editions |= _editions(pieces, cues)
            games |= {_stem(pieces[cue.first]) for cue in cues if cue.idea in GAMES}
    return OwnNames(frozenset(editions), frozenset(games))


def edition_names(edition: Cue, cues: Iterable[Cue], pieces: Sequence[Piece]) -> Iterator[Cue]:
    """The words close by, in the same sentence, that tell which edition is meant."""
    near = range(max(edition.first - NEAR, 0), min(edition.last + NEAR + 1, len(pieces)))
    for cue in cues:
        is_itself = (cue.first, cue.last) == (edition.first, edition.last)
        is_beside = cue.first in near and pieces[cue.first].sentence == pieces[edition.first].sentence
        if cue.idea == "other" and is_beside and not is_itself:
            yield cue


def _editions(pieces: Sequence[Piece], cues: Sequence[Cue]) -> set[tuple[str, str]]:
    return {
        _pair(pieces[other.first], pieces[edition.first])
        for edition in cues
        if edition.idea == "edition"
        for other in edition_names(edition, cues, pieces)
    }


def _pair(other: Piece, edition: Piece) -> tuple[str, str]:
    return _stem(other), _stem(edition)


def _stem(piece: Piece) -> str:
    return piece.folded[:STEM]
