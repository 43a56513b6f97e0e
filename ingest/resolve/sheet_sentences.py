"""The sentences of a passage of a sheet of corrections, and what each says by classes of words."""

from collections import defaultdict
from collections.abc import Sequence

from ingest.standing.seen import Seen
from ingest.standing.text import Piece, read_pieces
from ingest.standing.words import StandingWords
from schema.documents import Passage
from schema.tokens import Token

KEPT = frozenset({"same", "kept"})
"""What a clause says that leaves as it is what it speaks of, and says nothing of other clauses."""


class Sentences:
    """The sentences of a passage, and what each says by classes of words."""

    def __init__(self, passage: Passage, words: StandingWords) -> None:
        self._text = passage.text
        seen = Seen(read_pieces(passage.text, words.numbers), words)
        self._pieces: Sequence[Piece] = seen.pieces
        above = {cue.idea for cue in words.cues(read_pieces(passage.section, words.numbers))} & (KEPT | {"refused"})
        self._ideas: dict[tuple[int, int], set[str]] = defaultdict(lambda: set(above))
        for cue in seen.cues:
            piece = self._pieces[cue.first]
            near = {piece.sentence - 1, piece.sentence} if cue.idea == "refused" else {piece.sentence}
            for other in self._pieces:
                if other.sentence in near and (cue.idea not in KEPT or other.clause == piece.clause):
                    self._ideas[other.sentence, other.clause].add(cue.idea)

    def opening(self, brief: int) -> set[str]:
        """What a first sentence of more words says: a passage that begins with another edition goes on with it."""
        if self.words(0) <= brief:
            return set()
        return {idea for (sentence, _), ideas in self._ideas.items() if sentence == 0 for idea in ideas}

    def number(self, place: int) -> int:
        """In which sentence a place is."""
        return self._at(place)[0]

    def text(self, place: int) -> str:
        """The sentence of a place."""
        number = self.number(place)
        own = [piece for piece in self._pieces if piece.sentence == number]
        return self._text[own[0].start : own[-1].end].strip() if own else self._text

    def words(self, place: int) -> int:
        """How many words the sentence of a place has."""
        number = self.number(place)
        return sum(piece.sentence == number and piece.text.isalnum() for piece in self._pieces)

    def ideas(self, place: int) -> set[str]:
        """What the sentence of a place says; that something stays is said of its own clause alone."""
        return self._ideas[self._at(place)]

    def _at(self, place: int) -> tuple[int, int]:
        return max(((p.sentence, p.clause) for p in self._pieces if p.start <= place), default=(0, 0))

    def is_part(self, token: Token) -> bool:
        """Whether a figure is but a part of another: the 14 of “1/14”."""
        return "/" in (self._text[token.start - 1 : token.start], self._text[token.end : token.end + 1])
