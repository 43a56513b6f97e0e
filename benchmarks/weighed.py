"""Weights of what is seen around a value, learnt from rulebooks whose facts are known.

.venv/bin/python benchmarks/weighed.py fit             write ingest/weighed/learnt anew from all books to work with
.venv/bin/python benchmarks/weighed.py folds [SET ...]  tell each set of books by weights learnt from the others

Nobody says which number of a book states a fact; only what the facts are. So a fact's value may stand wherever its
number does, and what is learnt is to find any of these places among all numbers of the book: a softmax over the places,
with one more for a book that does not state it. Further looks at each book hide what frames and patterns find for some
of the facts, as in a book that nobody has worked on; without them, words are hardly learnt where frames find the rest.
"""

import random
import sys
from collections import defaultdict
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np
import scipy.sparse as sp
from rulebooks import BOOKS, HALVES, LANGUAGES, ROOT, plain, rows

from ingest.extract import Extraction, ExtractSettings
from ingest.frames.settings import FrameSettings
from ingest.names.abbreviations import spelt_out
from ingest.packs.read import read_packs
from ingest.pipeline import DocumentSettings, Options, read_document
from ingest.weighed.seen import Key
from ingest.weighed.tell import FoundBefore, WeighedSettings, Weighing
from ingest.weighed.weigh import LEARNT, TOGETHER, Weights, spoken
from schema.pack import Pack

FIT = ("fit", "pattern")
HEAD = """\
# What is seen around a value (a zone and the beginning of a word, or a term that every language shares) and how much
# it speaks for each part of a fact. Fitted by `python benchmarks/weighed.py fit` to the rulebooks of
# tests/judges/rulebooks, by maximum likelihood with weights drawn to zero; do not edit, fit anew.
"""


@dataclass(frozen=True, slots=True)
class LearnSettings:
    """How weights are learnt; chosen by telling score3 and books that were only counted."""

    drawn: float = 3.0
    """How strongly weights are drawn to zero."""
    drawn_together: float = 0.02
    sparse: float = 1.0
    """How strongly small weights are held at zero."""
    hidden: float = 0.6
    """The share of facts of which each further look hides what frames and patterns find."""
    looks: int = 3
    """So many such looks; with one, what was hidden by chance moved figures of unseen books by half a point."""
    steps: int = 60
    pace: float = 0.2
    least_books: int = 2
    """What is seen in fewer books is not learnt."""
    least_weight: float = 0.02
    """Smaller weights are not written."""


USUAL = LearnSettings()
UNREAD = DocumentSettings(
    extract=ExtractSettings(
        by_patterns=False, frames=FrameSettings(is_read=False), weighed=WeighedSettings(is_read=False)
    )
)
"""Only the passages are wanted of a document; what they state is looked for apart."""


@dataclass
class Book:
    """A book with all that is seen in it, as figures of what may be learnt."""

    name: str
    game: str
    language: str
    half: str
    weighing: Weighing
    truth: dict[Key, set[str]]
    pairs: list[tuple[int, int, str, tuple[str, ...]]] = field(default_factory=list)

    def seen(self) -> list[set[str]]:
        """What is seen of each value."""
        return [{spoken(s, self.language) for s in c.seen if "|#" not in s} for c in self.weighing.candidates]


def read_books(halves: Sequence[str], folders: Iterable[Path] = (BOOKS,)) -> list[Book]:
    """The books of some sets, each with its facts; a game's facts are all that any of its books states."""
    packs = read_packs(ROOT / "games", is_checked=True)
    files = [
        file for folder in folders for file in sorted(folder.glob("*.md")) if file.stem.rsplit("-", 1)[1] in halves
    ]
    keys: dict[str, set[Key]] = defaultdict(set)
    for file in files:
        keys[file.stem.rsplit("-", 2)[0]].update((row[0], row[1]) for row in rows(file.with_suffix(".truth.tsv")))
    return [_book(file, packs, tuple(sorted(keys[file.stem.rsplit("-", 2)[0]]))) for file in files]


def _book(file: Path, packs: dict[str, Pack], keys: tuple[Key, ...]) -> Book:
    game, language, half = file.stem.rsplit("-", 2)
    said = Options(game=game, language=language)
    reading = read_document(file, packs, candidates=LANGUAGES, recipe="r", options=said, settings=UNREAD)
    passages = spelt_out(reading.passages, packs[game], [language])
    extraction = Extraction(passages, packs[game], language, ExtractSettings())
    weighing = extraction.weighing(FoundBefore(list(extraction.by_patterns())), Weights(keys))
    truth: dict[Key, set[str]] = defaultdict(set)
    for subject, attribute, value in rows(file.with_suffix(".truth.tsv")):
        truth[subject, attribute].add(plain(value).lstrip("-"))
    return Book(file.stem, game, language, half, weighing, truth, list(weighing.pairs()))


class Learner:
    """Weights of several games, learnt together."""

    def __init__(self, books: Sequence[Book], settings: LearnSettings = USUAL) -> None:
        self._settings = settings
        self._games: dict[str, _Game] = {}
        words = sorted({word for book in books for *_, seen in book.pairs for word in seen})
        self._together = {word: at for at, word in enumerate(words)}
        for game in sorted({book.game for book in books}):
            self._games[game] = _Game([b for b in books if b.game == game], self._together, settings)
        self._shared = np.zeros(len(words))

    def learn(self) -> None:
        """Adagrad over all books at once."""
        squares = np.full(len(self._shared), 1e-6)
        for _ in range(self._settings.steps):
            gradient = self._settings.drawn_together * self._shared
            for game in self._games.values():
                gradient += game.step(self._shared)
            squares += gradient**2
            self._shared -= self._settings.pace * gradient / np.sqrt(squares)

    def weights(self, game: str) -> Weights:
        """What was learnt of a game."""
        together = {word: round(float(self._shared[at]), 2) for word, at in self._together.items()}
        return Weights(self._games[game].keys, self._games[game].around(), together)


class _Game:
    """The books of one game as matrices: what is seen of values, and the parts of facts."""

    def __init__(self, books: Sequence[Book], together: dict[str, int], settings: LearnSettings) -> None:
        self._settings = settings
        weighing = books[0].weighing
        self.keys = tuple(fact.key for fact in weighing.facts)
        count: dict[str, int] = defaultdict(int)
        for book in books:
            for what in set().union(*book.seen()):
                count[what] += 1
        self._seen = {w: at for at, w in enumerate(sorted(w for w, n in count.items() if n >= settings.least_books))}
        self._parts = {p: at for at, p in enumerate(sorted({p for fact in weighing.facts for p in fact.parts}))}
        made = [(self._parts[p], at) for at, fact in enumerate(weighing.facts) for p in fact.parts]
        shape = (len(self._parts), len(self.keys))
        self._made = sp.csr_matrix((np.ones(len(made), np.float32), tuple(zip(*made, strict=True))), shape=shape)
        self._weights = np.zeros((len(self._seen), len(self._parts)), np.float32)
        self._squares = np.full_like(self._weights, 1e-6)
        stacked = sp.vstack([_matrix(book, self._seen) for book in books], "csr")
        self._stacked, self._across = stacked, stacked.T.tocsr()
        ends = np.cumsum([0, *(len(book.weighing.candidates) for book in books)])
        self._looks = [
            (slice(*ends[at : at + 2]), _Look(book, together, self.keys, settings.hidden if look else 0.0, look))
            for at, book in enumerate(books)
            for look in range(settings.looks + 1)
        ]

    def step(self, shared: np.ndarray) -> np.ndarray:
        """One step of learning; gives the gradient of what games share."""
        by_key = (self._made.T @ self._weights.T).T
        scores = self._stacked @ by_key
        changes = np.zeros_like(scores)
        told = np.zeros_like(shared)
        for part, look in self._looks:
            change = look.change(scores[part], shared)
            changes[part] += change
            told += look.told(change, len(shared))
        gradient = self._across @ changes
        whole = (self._made @ gradient.T).T + self._settings.drawn * self._weights
        self._squares += whole**2
        pace = self._settings.pace / np.sqrt(self._squares)
        self._weights -= pace * whole
        if self._settings.sparse:
            least = self._settings.sparse * pace
            self._weights = np.sign(self._weights) * np.maximum(np.abs(self._weights) - least, 0).astype(np.float32)
        return told

    def around(self) -> dict[str, dict[str, float]]:
        """The weights that are worth writing."""
        parts = list(self._parts)
        found: dict[str, dict[str, float]] = {}
        for what, at in self._seen.items():
            large = np.flatnonzero(np.abs(self._weights[at]) >= self._settings.least_weight)
            if len(large):
                found[what] = {parts[p]: round(float(self._weights[at, p]), 2) for p in large}
        return found


def _matrix(book: Book, seen: dict[str, int]) -> sp.csr_matrix:
    """What is seen of each value of a book."""
    found = [(at, seen[w]) for at, words in enumerate(book.seen()) for w in words if w in seen]
    ones = np.ones(len(found), np.float32)
    return sp.csr_matrix((ones, tuple(zip(*found, strict=True))), shape=(len(book.weighing.candidates), len(seen)))


class _Look:
    """One look at a book."""

    def __init__(self, book: Book, together: dict[str, int], keys: Sequence[Key], hidden: float, look: int) -> None:
        chance = random.Random(f"{book.name} {look}")
        gone = {at for at in range(len(keys)) if chance.random() < hidden}
        size = len(book.weighing.candidates)
        self._may = np.zeros((size, len(keys)), bool)
        self._right = np.zeros_like(self._may)
        self._known = np.array([key in book.truth for key in keys])
        places, words = [], []
        for at, number, value, said in book.pairs:
            self._may[at, number] = True
            self._right[at, number] = value in book.truth.get(keys[number], ())
            for word in said:
                if not (number in gone and word.startswith(FIT)):
                    places.append(at * len(keys) + number)
                    words.append(together[word])
        self._places, self._words = np.array(places), np.array(words)

    def change(self, scores: np.ndarray, shared: np.ndarray) -> np.ndarray:
        """By how much the score of each value for each fact is too high."""
        scores = scores + np.bincount(self._places, shared[self._words], scores.size).reshape(scores.shape)
        scores = np.where(self._may, scores, -1e9)
        most = np.maximum(scores.max(0), 0.0)
        likely, none = np.exp(scores - most), np.exp(-most)
        right = np.where(self._right, likely, 0.0)
        is_told = self._right.any(0)
        wanted = np.where(is_told, right / np.maximum(right.sum(0), 1e-300), 0.0)
        change = likely / (likely.sum(0) + none) - wanted
        # A fact that is stated where no value was seen says nothing of the others.
        change[:, self._known & ~is_told] = 0.0
        return change.astype(np.float32)

    def told(self, change: np.ndarray, size: int) -> np.ndarray:
        """The gradient of what is seen of values and facts together."""
        return np.bincount(self._words, change.ravel()[self._places], size)


def write(learner: Learner, games: Iterable[str]) -> None:
    """Write what was learnt, a file for each game."""
    for game in games:
        weights = learner.weights(game)
        lines = [f"key\t{subject} {attribute}\t0" for subject, attribute in weights.keys]
        lines += [f"{what}\t{TOGETHER}\t{weight}" for what, weight in sorted(weights.together.items())]
        lines += [
            f"{what}\t{part}\t{weight}"
            for what, parts in sorted(weights.around.items())
            for part, weight in sorted(parts.items())
        ]
        (LEARNT / f"{game}.tsv").write_text(HEAD + "\n".join(lines) + "\n", encoding="utf-8")


def folds(books: Sequence[Book], halves: Sequence[str]) -> Iterator[str]:
    """How many facts each set states that weights learnt from the others tell alone, and how many rightly."""
    for half in halves:
        learner = Learner([book for book in books if book.half != half])
        learner.learn()
        told = right = stated = 0
        for book in (book for book in books if book.half == half):
            weights = learner.weights(book.game)
            found = [each for each in book.weighing.told(WeighedSettings(), weights) if each.is_told]
            told += sum(each.key in book.truth for each in found)
            right += sum(each.value.lstrip("+-") in book.truth[each.key] for each in found if each.key in book.truth)
            stated += sum(map(len, book.truth.values()))
        yield f"{half}: {right} of {stated} = {right / stated:.1%} told, {right / max(told, 1):.1%} of all told right"


def main(what: str = "folds", *halves: str) -> None:
    """Learn weights and write them, or tell how they carry over."""
    books = read_books(HALVES)
    if what == "fit":
        learner = Learner(books)
        learner.learn()
        write(learner, sorted({book.game for book in books}))
    else:
        for line in folds(books, halves or HALVES):
            print(line, flush=True)


if __name__ == "__main__":
    main(*sys.argv[1:])
