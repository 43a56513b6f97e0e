"""Where a document seems to state several values of one thing, the one that most speaks for."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from ingest.frames.settings import EXAMPLE
from schema.reading import ClaimRead

SIGNS = str.maketrans("+-", "-+")
Values = Mapping[str, Mapping[int, float]]
"""The values of one thing, with the passages that state them and how surely."""


@dataclass(frozen=True, slots=True)
class WeightSettings:
    """What speaks for a value; chosen on tests/judges/rulebooks/*-work.md with benchmarks/rulebooks.py."""

    pattern: float = 0.9
    """How sure a value is that only a pattern finds; a frame that contradicts it must fit better than this."""
    again: float = 0.08
    """What each further passage adds that states the value."""
    both: float = 1.1
    """How sure a value is that a frame and a pattern find in the same passage."""
    firm: float = 0.75
    """A value that weighs less, and that no pattern finds, is claimed weakly: it must not contradict any other."""
    sure: float = 0.8
    """A frame that fits so well states its value, whatever stands in other passages."""
    margin: float = 0.02
    """A value that weighs this much less than the heaviest is not what the document says."""


def outweighing(
    framed: Sequence[ClaimRead], patterned: Sequence[ClaimRead], settings: WeightSettings
) -> Iterator[ClaimRead]:
    """The claims without those whose value another one outweighs; what no frame found stays as patterns found it."""
    by_frame, by_pattern = _values(framed), _values(patterned)
    framed_numbers = {(read.passage, read.claim.value.lstrip("+-")) for read in framed}
    kept: dict[tuple[str, str], set[str]] = {}
    weak: set[tuple[str, str, str]] = set()
    for key, values in by_frame.items():
        others = by_pattern.get(key, {})
        weights = {
            value: _weight(values.get(value, {}), others.get(value, {}), settings) for value in {*values, *others}
        }
        heaviest = max(weights.values())
        heavy = {value for value, weight in weights.items() if weight >= heaviest - settings.margin}
        # A frame must be the better one to contradict a pattern.
        kept[key] = heavy & others.keys() or heavy
        # The same amount with the other sign is a misprint, which is told.
        kept[key] |= {value for value in others if value.translate(SIGNS) in kept[key]}
        kept[key].update(_said_apart(values, others, framed_numbers, settings))
        weak |= {(*key, value) for value in kept[key] - others.keys() if weights[value] < settings.firm}
    # An example plays with the value, too: what a frame and a pattern find apart from each other is no weaker for that.
    weak -= {(r.claim.subject, r.claim.attribute, r.claim.value) for r in patterned if r.claim.standing == "asserted"}
    stated = {(read.passage, read.claim.subject, read.claim.attribute, read.claim.value) for read in framed}
    for read in (*framed, *patterned):
        claim = read.claim
        if claim.standing != "asserted" and (read.passage, claim.subject, claim.attribute, claim.value) in stated:
            continue
        if claim.standing != "asserted" or claim.value in kept.get((claim.subject, claim.attribute), {claim.value}):
            is_weak = claim.is_weak or ((claim.subject, claim.attribute, claim.value) in weak and not claim.corrects)
            yield ClaimRead(claim.model_copy(update={"is_weak": True}), read.passage) if is_weak else read


def _said_apart(
    framed: Values, patterned: Values, framed_numbers: set[tuple[int, str]], settings: WeightSettings
) -> Iterator[str]:
    """What a passage says surely enough to be told, though others say otherwise: a document may contradict itself.

    That is what frame and pattern find in one passage; what a pattern finds of a number that no frame takes for
    something else; and what a frame finds surely where no pattern finds anything.
    """
    for value, passages in patterned.items():
        is_free = any((passage, value.lstrip("+-")) not in framed_numbers for passage in passages)
        if is_free or passages.keys() & framed.get(value, {}).keys():
            yield value
    for value, passages in framed.items():
        if not patterned and max(passages.values()) >= settings.sure:
            yield value


def _values(claims: Sequence[ClaimRead]) -> dict[tuple[str, str], dict[str, dict[int, float]]]:
    """For each thing its asserted values, with the passages that state them and how surely."""
    found: dict[tuple[str, str], dict[str, dict[int, float]]] = defaultdict(lambda: defaultdict(dict))
    for read in claims:
        # What an example plays with says nothing where the rules state it.
        if read.claim.standing == "asserted" and read.claim.context != EXAMPLE:
            stated = found[read.claim.subject, read.claim.attribute][read.claim.value]
            stated[read.passage] = max(stated.get(read.passage, 0.0), read.claim.confidence)
    return found


def _weight(framed: Mapping[int, float], patterned: Mapping[int, float], settings: WeightSettings) -> float:
    agreed = [settings.both for passage in framed if passage in patterned]
    surest = max([*agreed, *framed.values(), *(settings.pattern * sure for sure in patterned.values())])
    return surest + settings.again * (len({*framed, *patterned}) - 1)
