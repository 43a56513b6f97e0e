"""Whether a value raises or lowers: by its printed sign, by a frame, by the only way that it can, by words."""

from collections.abc import Mapping

from ingest.frames.fit import always
from ingest.frames.signs import LOWER, RAISE
from ingest.weighed.facts import SoughtFact
from ingest.weighed.seen import Candidate

SIGNS: Mapping[str, str] = {RAISE: "+", LOWER: "-", "change:raise": "+", "change:lower": "-"}


def direction(fact: SoughtFact, candidate: Candidate) -> str | None:
    """The sign of a value; none where it must have one that nothing tells."""
    if not fact.is_signed or candidate.kind != "number":
        return ""
    return _sign(fact, candidate) or None


def _sign(fact: SoughtFact, candidate: Candidate) -> str:
    """Whether a value raises or lowers: by its printed sign, by a frame, by the only way that it can, by words."""
    if candidate.sign:
        return candidate.sign
    fit = candidate.fits.get(fact.key)
    if fit and fit.value[0] in "+-":
        return fit.value[0]
    codes = {term.partition(":")[0]: term.partition(":")[2] for term in fact.terms}
    sign = next(filter(None, (always(form, codes) for form in fact.forms)), "")
    for zone in ("part", "clause", "lead", "column", "row"):
        said = {sign for what, sign in SIGNS.items() if f"{zone}|@{what}" in candidate.seen}
        if len(said) == 1 and not sign:
            return said.pop()
    return sign
