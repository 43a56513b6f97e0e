"""Rulebooks in other words with a number changed: whether the claims follow it.

.venv/bin/python benchmarks/mutations.py [SET ...] [GAME-LANGUAGE ...] [--every=N]

Sets are those of `benchmarks/rulebooks.py`, all scored ones unless named; of every Nth fact with `--every`.

Each number that a true claim rests on, in figures or as a word, is changed twice: alone, while the rest of the book
still says the old one, and together with all other places that state its fact. It is followed if its passage claims
the new value and the old one no more; where it is alone, the rest of the book may overrule it, which is stored as such
and told as a contradiction. Of a ranked list two neighbours change their places.
"""

import random
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import NamedTuple

from claims import Change, Documents, Key, Row, Source, Span, Task, changed, place_after, tasks_of, with_another_number
from rulebooks import BOOKS, HALVES, ROOT, plain, rows

from ingest.packs.read import read_packs
from ingest.pipeline import Options

PER_COPY = 6
"""So many facts are changed in one copy, each in passages of its own."""
SEED = 1


class Trial(NamedTuple):
    """A claim that should have another value once the text is changed."""

    task: Task
    place: Span
    value: str


class Mutation(NamedTuple):
    """Changes of the text that belong together, and what they should do."""

    changes: tuple[Change, ...]
    trials: tuple[Trial, ...]

    def passages(self) -> set[int]:
        """Where it changes something."""
        return {trial.task.passage for trial in self.trials}

    def facts(self) -> set[Key]:
        """The facts that it changes."""
        return {trial.task.row.key for trial in self.trials}


@dataclass(frozen=True, slots=True)
class Followed:
    """How many changed numbers were tried, and those that were not followed."""

    tried: int = 0
    lost: tuple[str, ...] = ()

    def __add__(self, other: "Followed") -> "Followed":
        return Followed(self.tried + other.tried, self.lost + other.lost)

    @property
    def share(self) -> float:
        """Of all that were tried."""
        return 1 - len(self.lost) / self.tried if self.tried else 1.0

    def __str__(self) -> str:
        return f"{self.tried - len(self.lost):4} of {self.tried:4} = {self.share:6.1%}"


class Book:
    """A rulebook and the numbers that its true claims rest on."""

    def __init__(self, file: Path, documents: Documents, every: int = 1) -> None:
        game, language, _ = file.stem.rsplit("-", 2)
        self._documents, self._options, self._name = documents, Options(game=game, language=language), file.stem
        self.source = self._read(file.read_text(encoding="utf-8"))
        truth = [Row(file.stem, *key, plain(value)) for *key, value in rows(file.with_suffix(".truth.tsv"))]
        stated = [row for row in truth if row.is_numeric]
        tasks = [
            task
            for task in tasks_of(self.source, stated, documents.packs)
            if task.row.value in self.asserted(self.source, task.row.key, [task.passage])
        ]
        ranks = {form.attribute for form in documents.packs[game].game.rankings.values()}
        self.ranked = [task for task in tasks if task.row.attribute in ranks]
        sampled = sorted({task.row.key for task in tasks if task.row.attribute not in ranks})[::every]
        self.tasks = [task for task in tasks if task.row.key in sampled]

    def _read(self, text: str) -> Source:
        return self._documents.read(text, ".md", self._name, self._options)

    @staticmethod
    def asserted(source: Source, key: Key, passages: Sequence[int], *, or_overruled: bool = False) -> set[str]:
        """What some passages assert of a fact."""
        standings = {"asserted", "overruled"} if or_overruled else {"asserted"}
        return {
            plain(read.claim.value)
            for read in source.reading.claims
            if (read.claim.subject, read.claim.attribute) == key
            and read.passage in passages
            and read.claim.standing in standings
        }

    def judge(self, mutations: Sequence[Mutation], *, or_overruled: bool = False) -> Iterator[tuple[Trial, set[str]]]:
        """What is claimed at each changed place of a copy; `is_followed` of its task is set."""
        changes = [change for mutation in mutations for change in mutation.changes]
        copy = self._read(changed(self.source.text, changes))
        for trial in (trial for mutation in mutations for trial in mutation.trials):
            passages = copy.passages_at(place_after(trial.place[0], changes))
            found = self.asserted(copy, trial.task.row.key, passages, or_overruled=or_overruled)
            trial.task.is_followed = trial.value in found and trial.task.row.value not in found
            yield trial, found


def alone(book: Book) -> Followed:
    """Each number changed where it stands and nowhere else; of two in one passage one, the other or both."""
    chance = random.Random(SEED)
    tried: dict[int, str] = {}
    left = list(book.tasks)
    while left:
        mutations: list[Mutation] = []
        for task in left:
            is_apart = all(task.row.key not in m.facts() and task.passage not in m.passages() for m in mutations)
            if is_apart and len(mutations) < PER_COPY and task.ways:
                way = task.ways.pop(0)
                mutations += _mutations(book, [task], way, chance)
        for trial, found in book.judge(mutations, or_overruled=True) if mutations else ():
            tried[id(trial.task)] = _told(book, trial, found)
        left = [task for task in left if task.ways and not task.is_followed]
    lost = [tried[id(task)] for task in book.tasks if id(task) in tried and not task.is_followed]
    return Followed(len(tried), tuple(lost))


def everywhere(book: Book) -> Followed:
    """All places of a fact, and of those that share one of them, changed at once."""
    chance = random.Random(SEED)
    left = [m for group in _groups(book.tasks) for m in _mutations(book, group, _places(group), chance)]
    left += _swaps(book)
    done = Followed()
    while left:
        now: list[Mutation] = []
        for mutation in left:
            if len(now) < PER_COPY and all(m.passages().isdisjoint(mutation.passages()) for m in now):
                now.append(mutation)
        left = [mutation for mutation in left if mutation not in now]
        for trial, found in book.judge(now):
            done += Followed(1, () if trial.task.is_followed else (_told(book, trial, found),))
    return done


def _told(book: Book, trial: Trial, found: set[str]) -> str:
    before = book.source.text[slice(*trial.place)]
    claimed = ", ".join(sorted(found)) or "nothing"
    return f"{' '.join(trial.task.row.key)}: {before} should be {trial.value}, gives {claimed}"


def _mutations(book: Book, tasks: Sequence[Task], places: Sequence[Span], chance: random.Random) -> Iterator[Mutation]:
    """Another number at some places, if there is one that can be written there."""
    attempt = with_another_number(book.source, tasks[0], places, chance)
    if attempt:
        number = attempt.value.lstrip("-")
        yield Mutation(attempt.changes, tuple(Trial(t, _own(t, places), _signed(t, number)) for t in tasks))


def _own(task: Task, places: Sequence[Span]) -> Span:
    return next(place for place in places if place in task.places)


def _signed(task: Task, number: str) -> str:
    return f"-{number}" if task.row.value.startswith("-") else number


def _groups(tasks: Sequence[Task]) -> Iterator[list[Task]]:
    """Facts that share a place, with all their places; left out where a passage prints the number twice."""
    by_key: dict[Key, list[Task]] = defaultdict(list)
    for task in tasks:
        by_key[task.row.key].append(task)
    sure = {key: listed for key, listed in by_key.items() if all(len(task.places) == 1 for task in listed)}
    while sure:
        _, group = sure.popitem()
        while shared := [key for key, listed in sure.items() if {*_places(listed)} & {*_places(group)}]:
            group += [task for key in shared for task in sure.pop(key)]
        yield group


def _places(tasks: Sequence[Task]) -> list[Span]:
    return sorted({place for task in tasks for place in task.places})


def _swaps(book: Book) -> Iterator[Mutation]:
    """Neighbours of a ranked list with each other's rank, where each has a line of its own."""
    lines = [task.passage for task in book.ranked]
    by_rank: dict[int, list[Task]] = defaultdict(list)
    for task in book.ranked:
        by_rank[int(task.row.value)].append(task)
    sure = [
        listed
        for _, listed in sorted(by_rank.items())
        if all(len(task.places) == 1 and lines.count(task.passage) == 1 for task in listed)
    ]
    for one, other in zip(sure[::2], sure[1::2], strict=False):
        trials, changes = [], []
        for mine, theirs in ((one, other), (other, one)):
            written = book.source.text[slice(*theirs[0].places[0])]
            changes += [Change(*place, written) for place in _places(mine)]
            trials += [Trial(task, task.places[0], theirs[0].row.value) for task in mine]
        yield Mutation(tuple(changes), tuple(trials))


def main(arguments: Sequence[str]) -> None:
    """Print a line for each book and what was not followed, and all together."""
    every = next((int(a.partition("=")[2]) for a in arguments if a.startswith("--every=")), 1)
    halves = [argument for argument in arguments if argument in HALVES] or [h for h in HALVES if h.startswith("score")]
    names = [a for a in arguments if a not in HALVES and not a.startswith("--")]
    together = {alone: Followed(), everywhere: Followed()}
    with tempfile.TemporaryDirectory() as folder:
        documents = Documents(Path(folder), read_packs(ROOT / "games", is_checked=True))
        for file in (file for half in halves for file in sorted(BOOKS.glob(f"*-{half}.md"))):
            if names and file.stem.rsplit("-", 1)[0] not in names:
                continue
            book = Book(file, documents, every)
            for way in together:
                found = way(book)
                together[way] += found
                print(f"{file.stem:28} {way.__name__:10} {found}", *found.lost, sep="\n    ", flush=True)
    for way, found in together.items():
        print(f"{'all':28} {way.__name__:10} {found}")


if __name__ == "__main__":
    main(sys.argv[1:])
