"""How much speaks for a value to state each fact, for all facts at once.

What is seen of a value and a thing together is the same for every fact that is about this thing, and a value says
nothing of most things: so each thing that is said is looked up once, and all others have what is seen where they are
not. The sum over what `together` tells of each fact is the plain way to the same, and stands in the tests.
"""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ingest.weighed.agree import Grid
from ingest.weighed.facts import PATTERN, SAID, SoughtFact, fitting, of_figure, of_term
from ingest.weighed.seen import Candidate
from ingest.weighed.weigh import Weights, spoken

Row = NDArray[np.float64]
ZONES = frozenset(SAID)
AT_ONCE = 512
"""So many values are reckoned together: fewer take longer, more take memory."""


class _Says(NamedTuple):
    """What one thing that is seen speaks for: parts of facts by learnt weights, and the terms and figures it names."""

    parts: NDArray[np.intp]
    weights: Row
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
        nothing = len(self._parts) + len(terms) + len(figured)
        made = [
            [self._parts[part] for part in fact.parts]
            + [terms[role] for role in fact.roles()]
            + [figured[figure] for figure in fact.figures()]
            for fact in facts
        ]
        most = max(map(len, made), default=0)
        self._made = np.array([columns + [nothing] * (most - len(columns)) for columns in made], np.intp)
        """The columns of each fact; the last of all columns stands for nothing."""
        self._terms: dict[tuple[str, frozenset[str], bool, bool], float] = {}
        self._silent = np.zeros(nothing + 1)
        self._silent[len(self._parts) : nothing] = [
            *(self._term(role, frozenset(), is_other=False, is_paired=False) for role, _ in self._about),
            *(self._worth(of_figure(())) for _ in figured),
        ]
        self._says: dict[str, _Says | None] = {}

    def of(self, candidates: Sequence[Candidate], patterned: Sequence[Iterable[int]]) -> Grid:
        """How much speaks for each fact, a row for each candidate; what speaks for nothing has 0.

        `patterned` are the facts of a pattern's value.
        """
        scores = np.zeros((len(candidates), len(self._made)))
        for first in range(0, len(candidates), AT_ONCE):
            part = slice(first, first + AT_ONCE)
            seen = self._seen(candidates[part])
            for columns in self._made.T:
                scores[part] += seen[:, columns]
        for at, (candidate, found) in enumerate(zip(candidates, patterned, strict=True)):
            others = self._worth(fitting(None, candidate))
            scores[at] += others
            for key in candidate.fits.keys() & self._numbers.keys():
                scores[at, self._numbers[key]] += self._worth(fitting(key, candidate)) - others
            for number in found:
                scores[at, number] += self._weights.together.get(PATTERN, 0.0)
        return scores

    def _seen(self, candidates: Sequence[Candidate]) -> Grid:
        """What is seen of each candidate, by columns."""
        said = [[each for seen in candidate.seen if (each := self._said(seen))] for candidate in candidates]
        heard = [(at, each) for at, row in enumerate(said) for each in row]
        seen = np.tile(self._silent, (len(said), 1))
        width = len(self._parts)
        places = np.repeat(np.array([at for at, _ in heard], np.intp), [len(each.parts) for _, each in heard])
        parts = np.concatenate([np.empty(0, np.intp), *(each.parts for _, each in heard)])
        weights = np.concatenate([np.empty(0), *(each.weights for _, each in heard)])
        seen[:, :width] = np.bincount(places * width + parts, weights, len(said) * width).reshape(len(said), width)
        for row, its in zip(seen, said, strict=True):
            self._mark(row, its)
        return seen

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
                row[column] = self._term(role, frozenset(where), is_other=kind in others, is_paired=kind in paired)
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
            parts, worth = np.fromiter(known, np.intp), np.fromiter(known.values(), np.float64)
            self._says[seen] = _Says(parts, worth, columns, zone, kind) if is_heard else None
        return self._says[seen]

    def _term(self, role: str, zones: frozenset[str], *, is_other: bool, is_paired: bool) -> float:
        key = role, zones, is_other, is_paired
        if key not in self._terms:
            self._terms[key] = self._worth(of_term(role, zones, is_other=is_other, is_paired=is_paired))
        return self._terms[key]

    def _worth(self, seen: Iterable[str]) -> float:
        return sum(self._weights.together.get(what, 0.0) for what in seen)
