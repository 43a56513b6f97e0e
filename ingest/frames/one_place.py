"""In a ranking each thing has one place: of two that sentences give it, what another thing holds alone is not its."""

import re
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence

from schema.notation import SLOT
from schema.pack import ClaimForm
from schema.reading import ClaimRead


def with_one_place(reads: Sequence[ClaimRead], forms: Iterable[ClaimForm]) -> Iterator[ClaimRead]:
    """The claims; of those that rank a thing twice in one passage only the place that nothing else holds there.

    “A straight of one suit is first …, a plain straight sixth”: where two places are left, nothing tells which it is.
    """
    ranking = [re.compile(SLOT.sub(".+", f"{form.subject} {form.attribute}")) for form in forms]
    told: dict[int, dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    ranked = [read for read in reads if any(form.fullmatch(_about(read)) for form in ranking)]
    for read in ranked:
        told[read.passage][_about(read)].add(read.claim.value)
    free = {passage: _free(places) for passage, places in told.items()}
    for read in reads:
        if read not in ranked or free[read.passage][_about(read)] == {read.claim.value}:
            yield read


def _about(read: ClaimRead) -> str:
    return f"{read.claim.subject} {read.claim.attribute}"


def _free(places: Mapping[str, set[str]]) -> dict[str, set[str]]:
    """The places of each thing without those that are the only ones of other things."""
    left = {thing: set(held) for thing, held in places.items()}
    for _ in places:
        sole = {thing: held for thing, held in left.items() if len(held) == 1}
        for thing, held in left.items():
            if len(held) > 1:
                held.difference_update(*(other for its, other in sole.items() if its != thing))
    return left
