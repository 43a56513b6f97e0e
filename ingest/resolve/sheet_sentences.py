"""The sentences of a passage of a sheet of corrections, and what each says by classes of words."""

from collections import defaultdict
from collections.abc import Sequence

from ingest.standing.seen import Seen
from ingest.standing.text import Piece, read_pieces
from ingest.standing.words import Cue, StandingWords
from schema.documents import Passage
from schema.tokens import Token

KEPT = frozenset({"same", "kept"})
"""What a clause says that leaves as it is what it speaks of, and says nothing of other clauses."""
TAKEN_UP = 5
"""A refusal of at most so many words takes up what the sentence before it says: “We turned that down.”"""


class Sentences:
    """The sentences of a passage, and what each says by classes of words."""

    def __init__(self, passage: Passage, words: StandingWords) -> None:
        self._text = passage.text
        seen = Seen(read_pieces(passage.text, words.numbers), words)
        self._pieces: Sequence[Piece] = seen.pieces
        headings = (read_pieces(heading, words.numbers) for heading in passage.section.split(" / "))
        above = {idea for heading in headings for idea in _of_heading(words.cues(heading))}
        self._ideas: dict[tuple[int, int], set[str]] = defaultdict(lambda: set(above))
        proposing = {self._pieces[cue.first].sentence for cue in seen.cues if cue.idea == "proposed"}
        for cue in (cue for cue in seen.cues if not _is_of_print(cue, seen.cues)):
            piece = self._pieces[cue.first]
            near = {piece.sentence}
            if cue.idea == "refused" and (self._is_brief(piece) or {piece.sentence - 1, piece.sentence} & proposing):
                near.add(piece.sentence - 1)
            for other in self._pieces:
                if other.sentence in near and (cue.idea not in KEPT or other.clause == piece.clause):
                    self._ideas[other.sentence, other.clause].add(cue.idea)

    def _is_brief(self, piece: Piece) -> bool:
        return self.words(piece.start) <= TAKEN_UP

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


def _of_heading(cues: Sequence[Cue]) -> set[str]:
    """What a heading says of all below it; “Remaining errata” leaves nothing as it is."""
    errata = [cue for cue in cues if cue.idea == "errata"]
    kept = [cue for cue in cues if cue.idea in KEPT]
    # “Senza modifiche” names changes too, but only to say that there are none.
    is_of_errata = any(not any(one.first <= cue.first <= one.last for one in kept) for cue in errata)
    return {cue.idea for cue in cues if cue.idea == "refused"} | (set() if is_of_errata else {cue.idea for cue in kept})


def _is_of_print(cue: Cue, cues: Sequence[Cue]) -> bool:
    """Whether a word of staying goes with what is printed: what “the booklet still says” is not said to stay."""
    return cue.idea in KEPT and any(
        other.idea == "print" and cue.first <= other.first <= cue.last + 1 and other.last > cue.last for other in cues
    )
