"""How much speaks for a value to state each fact, for all facts at once.

What is seen of a value and a thing together is the same for every fact that is about this thing, and a value says
nothing of most things: so each thing that is said is looked up once, and all others have what is seen where they are
not. The sum over what `together` tells of each fact is the plain way to the same, and stands in the tests.
"""

from collections import defaultdict
from collections.abc import Collection, Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ingest.weighed.facts import PATTERN, SAID, SoughtFact, fitting, of_figure, of_term
from ingest.weighed.seen import Candidate
from ingest.weighed.weigh import Weights, spoken

Row = NDArray[np.float64]
ZONES = frozenset(SAID)


class _Says(NamedTuple):
    """What one thing that is seen speaks for: parts of facts by learnt weights, and the terms and figures it names."""

    parts: Sequence[int]
    weights: Sequence[float]
    columns: Sequence[int]
    zone: str
    kind: str
    """The kind of which any thing is said."""


class Scores:
    """The weights of one language laid upon the facts of a game; a column stands for a part, a term or a figure."""

    def __init__(self, facts: Sequence[SoughtFact], weights: Weights, language: str) -> None:
        self._weights, self._language = weights, language
        self._numbers = {fact.key: number for number, fact in enumerate(facts)}
        self._parts = {part: at for at, part in enumerate(dict.fromkeys(p for fact in facts for p in fact.parts))}
        self._about: list[tuple[str, str]] = list(dict.fromkeys(role for fact in facts for role in fact.roles()))
        figures = dict.fromkeys(figure for fact in facts for figure in fact.figures())
        terms = {role: at for at, role in enumerate(self._about, len(self._parts))}
        figured = {figure: at for at, figure in enumerate(figures, len(self._parts) + len(terms))}
        self._columns: dict[str, list[int]] = defaultdict(list)
        """Where terms and figures stand, as they are seen: `@term`, `#figure`."""
        self._kinds: dict[str, list[int]] = defaultdict(list)
        for (_, term), at in terms.items():
            self._columns[f"@{term}"].append(at)
            self._kinds[term.partition(":")[0]].append(at)
        for figure, at in figured.items():
            self._columns[f"#{figure}"].append(at)
        self._made = np.zeros((len(self._parts) + len(terms) + len(figured), len(facts)))
        for number, fact in enumerate(facts):
            columns = [self._parts[p] for p in fact.parts] + [terms[role] for role in fact.roles()]
            np.add.at(self._made[:, number], columns + [figured[figure] for figure in fact.figures()], 1.0)
        self._silent = np.zeros(len(self._made))
        self._silent[len(self._parts) :] = [
            *(self._term(role, (), is_other=False, is_paired=False) for role, _ in self._about),
            *(self._worth(of_figure(())) for _ in figured),
        ]
        self._says: dict[str, _Says | None] = {}

    def of(self, candidate: Candidate, patterned: Iterable[int]) -> Row:
        """How much speaks for each fact; what speaks for nothing has 0. `patterned` are facts of a pattern's value."""
        said = [each for seen in candidate.seen if (each := self._said(seen))]
        row = self._silent.copy()
        parts = np.array([part for each in said for part in each.parts], np.intp)
        row[: len(self._parts)] = np.bincount(parts, [w for each in said for w in each.weights], len(self._parts))
        self._mark(row, said)
        scores: Row = row @ self._made
        scores += self._worth(fitting(None, candidate))
        for key in candidate.fits.keys() & self._numbers.keys():
            scores[self._numbers[key]] += self._worth(fitting(key, candidate)) - self._worth(fitting(None, candidate))
        for number in patterned:
            scores[number] += self._weights.together.get(PATTERN, 0.0)
        return scores

    def _mark(self, row: Row, said: Sequence[_Says]) -> None:
        """Write what is seen of the terms and figures that are said, and of others of their kinds."""
        zones: dict[int, set[str]] = defaultdict(set)
        others = {each.kind for each in said if each.kind and each.zone == "clause"}
        paired = {each.kind for each in said if each.kind and each.zone == "pair"}
        for each in said:
            for column in each.columns:
                zones[column].add(each.zone)
        for kind in others | paired:
            for column in self._kinds[kind]:
                zones.setdefault(column, set())
        for column, where in zones.items():
            at = column - len(self._parts)
            if at < len(self._about):
                role, term = self._about[at]
                kind = term.partition(":")[0]
                row[column] = self._term(role, where, is_other=kind in others, is_paired=kind in paired)
            else:
                row[column] = self._worth(of_figure(where))

    def _said(self, seen: str) -> _Says | None:
        """What it speaks for; most words speak for nothing."""
        if seen not in self._says:
            weights = self._weights.around.get(spoken(seen, self._language), {})
            known = {self._parts[part]: weight for part, weight in weights.items() if part in self._parts}
            zone, _, what = seen.partition("|")
            columns = self._columns.get(what, ()) if zone in ZONES else ()
            kind = what[1:-1] if what.startswith("@") and what.endswith(":") else ""
            kind = kind if kind in self._kinds else ""
            is_heard = known or columns or kind
            self._says[seen] = _Says(tuple(known), tuple(known.values()), columns, zone, kind) if is_heard else None
        return self._says[seen]

    def _term(self, role: str, zones: Collection[str], *, is_other: bool, is_paired: bool) -> float:
        return self._worth(of_term(role, zones, is_other=is_other, is_paired=is_paired))

    def _worth(self, seen: Iterable[str]) -> float:
        return sum(self._weights.together.get(what, 0.0) for what in seen)
