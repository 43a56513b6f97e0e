"""Weights of what speaks for a card, a thing or a rule, learnt from searches whose answer is known.

.venv/bin/python benchmarks/searches.py fit DATABASE ...    write db/learnt/rules.tsv anew from all sets but the seventh
.venv/bin/python benchmarks/searches.py folds DATABASE ...  tell each set by weights learnt from the others
.venv/bin/python benchmarks/searches.py score DATABASE ...  what the search finds now, of all kinds of things

DATABASE is what `rulewright ingest` makes of the samples, or of other rulebooks of the games. Of all that a search may
mean, any that is wanted should come first: a softmax over them, by maximum likelihood with weights drawn to zero. The
large sets are told in halves, each by the other and the rest.
"""

import csv
import sqlite3
import sys
import tempfile
from collections.abc import Callable, Iterator, Sequence
from contextlib import closing, contextmanager
from dataclasses import dataclass
from pathlib import Path

import numpy as np
from numpy.typing import NDArray
from scipy.optimize import minimize

from db.open import open_database, sqlite_url
from db.ranking import SEEN, Thing, ranked
from db.rule_search import LEARNT, RuleSearching
from db.search import find, read_words
from db.snapshot import make_snapshot

SETS = sorted((Path(__file__).parents[1] / "tests" / "resolve").glob("searches*.tsv"))
DRAWN = 3.0
"""How strongly weights are drawn to zero, of figures scaled to one deviation; 1 and 10 told the same."""
CONSIDERED = 120
"""Things of a kind among which the wanted ones should come first."""
LOOSE = RuleSearching(enough=0.1, near=9.0)
"""More than is shown, so that weights may also bring up what the present ones put last."""
APART = "searches_seventh"
"""Weights that are delivered are learnt without this set, so that it tells how they do on searches they never saw."""
LARGE = 200
"""A set of more searches is told in halves."""
HEAD = """\
# What is seen of a card, thing or rule (db/ranking.py, db/rule_evidence.py) and how much it speaks for it. Fitted by
# `python benchmarks/searches.py fit` to tests/resolve/searches*.tsv but the seventh; do not edit, fit anew.
"""
Figures = NDArray[np.float64]


@dataclass(frozen=True, slots=True)
class Question:
    """A search: what is seen of everything that it may mean, and which of that is wanted."""

    fold: str
    seen: Figures
    is_wanted: NDArray[np.bool_]


@contextmanager
def opened(database: str) -> Iterator[sqlite3.Connection]:
    """A snapshot of a database with its index."""
    with tempfile.TemporaryDirectory() as folder:
        engine = open_database(sqlite_url(Path(database)), create=False)
        snapshot = make_snapshot(engine, Path(folder, "site.db"))
        engine.dispose()
        with closing(sqlite3.connect(snapshot)) as connection:
            yield connection


def rows(file: Path) -> list[dict[str, str]]:
    """The labelled searches of a file."""
    with file.open(encoding="utf-8") as listed:
        return list(csv.DictReader(listed, delimiter="\t", quoting=csv.QUOTE_NONE))


def questions(snapshot: sqlite3.Connection) -> list[Question]:
    """Every search with the rules and things that it may mean, texts left out: those come last in any case."""
    words = read_words(snapshot)
    found = []
    for file in SETS:
        listed = rows(file)
        for at, row in enumerate(listed):
            things = ranked(snapshot, find(snapshot, row["query"], words, CONSIDERED, LOOSE), LOOSE)
            things = [thing for thing in things if thing.kind != "passage"]
            figures = np.array([[thing.seen.get(name, 0.0) for name in SEEN] for thing in things])
            part = f"{file.stem}/{at % 2}" if len(listed) > LARGE else file.stem
            answers = np.array(list(map(wanted_by(snapshot, row), things)), dtype=bool)
            found.append(Question(part, figures.reshape(-1, len(SEEN)), answers))
    return found


def fitted(known: Sequence[Question]) -> Figures:
    """The weights under which the wanted rules are likeliest."""
    told = [question for question in known if question.is_wanted.any() and not question.is_wanted.all()]
    spread = np.concatenate([question.seen for question in told]).std(axis=0) + 1e-9
    scaled = [(question.seen / spread, question.is_wanted) for question in told]

    def loss(weights: Figures) -> tuple[float, Figures]:
        total, slope = DRAWN * float(weights @ weights) / 2, DRAWN * weights
        for seen, is_wanted in scaled:
            scores = seen @ weights
            likely = np.exp(scores - scores.max())
            total += float(np.log(likely.sum()) - np.log(likely[is_wanted].sum()))
            slope = slope + seen.T @ (likely / likely.sum())
            slope = slope - seen[is_wanted].T @ (likely[is_wanted] / likely[is_wanted].sum())
        return total, slope

    return np.asarray(minimize(loss, np.zeros(len(SEEN)), jac=True, method="L-BFGS-B").x / spread)


def places(asked: Sequence[Question], weights: Figures) -> list[int]:
    """At which place each search finds one that is wanted."""
    found = []
    for question in asked:
        order = np.argsort(-(question.seen @ weights), kind="stable")
        found.append(next((at for at, rule in enumerate(order) if question.is_wanted[rule]), 999))
    return found


def tell(name: str, found: Sequence[int]) -> None:
    """A line: how many are first, and among the first three."""
    first, three = sum(place == 0 for place in found), sum(place < 3 for place in found)
    print(f"{name:24}{len(found):5}{first:5}{three:5}{first / len(found):8.1%}{three / len(found):8.1%}")


def folds(known: Sequence[Question]) -> None:
    """Tell every set by weights that were learnt from the others."""
    every: list[int] = []
    for name in dict.fromkeys(question.fold for question in known):
        weights = fitted([question for question in known if question.fold != name])
        found = places([question for question in known if question.fold == name], weights)
        tell(name, found)
        every += found
    tell("all", every)


def fit(known: Sequence[Question]) -> None:
    """Write the weights that are learnt from all sets but the one apart."""
    told = [question for question in known if question.fold.split("/")[0] != APART]
    weights = dict(zip(SEEN, fitted(told), strict=True))
    LEARNT.parent.mkdir(exist_ok=True)
    LEARNT.write_text(HEAD + "".join(f"{name}\t{weight:.3f}\n" for name, weight in weights.items()), encoding="utf-8")


def score(snapshot: sqlite3.Connection) -> None:
    """Tell at which place of all that is found what is wanted stands, rightly spelt and not."""
    words = read_words(snapshot)
    every: dict[str, list[int]] = {"right": [], "wrong": []}
    for file in SETS:
        found: dict[str, list[int]] = {"right": [], "wrong": []}
        for row in rows(file):
            things = ranked(snapshot, find(snapshot, row["query"], words, 40))
            is_wanted = wanted_by(snapshot, row)
            found[row["spelling"]].append(next((at for at, thing in enumerate(things) if is_wanted(thing)), 999))
        for spelling, each in found.items():
            every[spelling] += each
            if each:
                tell(f"{file.stem} {spelling}", each)
    for spelling, each in every.items():
        tell(f"all {spelling}", each or [999])


def wanted_by(snapshot: sqlite3.Connection, row: dict[str, str]) -> Callable[[Thing], bool]:
    """Whether a thing is one that a search wants: a card also under the name of its deck."""
    decks = "SELECT deck.code FROM deck JOIN card ON card.deck_id = deck.id WHERE card.code = ?"

    def is_wanted(thing: Thing) -> bool:
        if thing.game not in row["game"].split(","):
            return False
        names = {thing.code, f"{thing.kind}:{thing.code}"}
        if thing.kind == "card":
            names |= {f"{deck}:{thing.code}" for (deck,) in snapshot.execute(decks, (thing.code,))}
        return not names.isdisjoint(row["wanted"].split(","))

    return is_wanted


def main(task: str, databases: Sequence[str]) -> None:
    """Learn from all databases together, or tell of each what is found there."""
    known: list[Question] = []
    for database in databases:
        with opened(database) as connection:
            if task == "score":
                print(database)
                score(connection)
            else:
                known += questions(connection)
    if known:
        {"fit": fit, "folds": folds}[task](known)


if __name__ == "__main__":
    if len(sys.argv) < 3 or sys.argv[1] not in ("fit", "folds", "score"):
        raise SystemExit(__doc__)
    main(sys.argv[1], sys.argv[2:])
