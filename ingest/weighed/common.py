"""Numbers that several facts have in common: “a badge, a map or keys are worth three”.

A place that names several things in the stretch that belongs to its number may state the same of each of them: what is
likely there of one is not less likely because it is so of the others, too.
"""

from collections import defaultdict
from collections.abc import Iterator, Sequence

import numpy as np
from numpy.typing import NDArray

from ingest.frames.settings import SAME
from ingest.weighed.agree import Groups
from ingest.weighed.facts import SoughtFact
from ingest.weighed.seen import Candidate

STRETCHES = ("since", "until", "row")
"""Zones that belong to one number: up to the number before it or behind it, or the row of its cell."""


class Commons:
    """The facts of a game that differ in one thing alone."""

    def __init__(self, facts: Sequence[SoughtFact]) -> None:
        self._sisters: dict[str, dict[tuple[str, ...], list[int]]] = defaultdict(lambda: defaultdict(list))
        for number, fact in enumerate(facts):
            slots = [term for _, term in fact.roles() if term != fact.key[0] or len(fact.terms) == 1]
            templates = tuple(f"{form.subject} {form.attribute}" for form in fact.forms)
            for term in slots:
                others = tuple(other for other in slots if other != term)
                self._sisters[term][(term.partition(":")[0], *templates, *others)].append(number)

    def groups(self, candidates: Sequence[Candidate]) -> Groups:
        """All groups of several facts of which a place names the things in one stretch."""
        return [(at, group) for at, candidate in enumerate(candidates) for group in self._of(candidate)]

    def _of(self, candidate: Candidate) -> Iterator[NDArray[np.intp]]:
        stretches: list[tuple[str, ...]] = [(zone,) for zone in STRETCHES]
        # “−3 at Alpha for a soldier; the same at Beta for a civilian.”
        stretches += [STRETCHES[:2]] if f"until|@{SAME}" in candidate.seen else []
        for zones in stretches:
            said = (seen.partition("|@") for seen in candidate.seen)
            named = [term for zone, mark, term in said if mark and zone in zones]
            alike: dict[tuple[str, ...], list[int]] = defaultdict(list)
            for term in named:
                for about, numbers in self._sisters.get(term, {}).items():
                    alike[about] += numbers
            yield from (np.array(sorted(group), np.intp) for group in alike.values() if len(group) > 1)
