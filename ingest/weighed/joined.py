"""What of a document is stated in the end: what patterns and frames found, and what all evidence together tells."""

from collections.abc import Collection, Iterator, Sequence

from ingest.weighed.departing import with_standing
from ingest.weighed.seen import Key
from ingest.weighed.tell import Decided, WeighedSettings, key_of, size_of
from ingest.weighed.weigh import Weights
from schema.reading import ClaimRead


def is_whole(found: Sequence[ClaimRead], weights: Weights, settings: WeighedSettings) -> bool:
    """Whether so much is found without weights as a whole rulebook states; only there they are heard.

    They were learnt from whole rulebooks, where the right number competes with all others; in a sheet of questions or
    on a lone page each fact would take the best of what there is.
    """
    stated = {key_of(read) for read in found if read.claim.standing == "asserted"}
    known = set(weights.keys)
    return settings.is_read and bool(known) and len(stated & known) >= settings.whole * len(known)


def is_known(
    found: Sequence[ClaimRead], patterned: Sequence[ClaimRead], keys: Collection[Key], settings: WeighedSettings
) -> bool:
    """Whether patterns find nearly all that is found of some facts: they were made from a book in these words."""
    stated = {key_of(read) for read in found if read.claim.standing == "asserted"}.intersection(keys)
    by_pattern = {key_of(read) for read in patterned if read.claim.standing == "asserted"}
    return len(stated & by_pattern) >= settings.decision.known * len(stated)


def joined(
    found: Sequence[ClaimRead], decided: Sequence[Decided], patterned: Sequence[ClaimRead], *, is_known: bool
) -> Iterator[ClaimRead]:
    """What patterns and frames found, where it is likely, and what weights tell.

    In a known book patterns stand, and so do frames where nothing is likelier. Where patterns find several values of
    one fact the unlikely ones are overruled by the one that is told.

    What places state against that by their own words is kept as overruled, and what else a pattern found as something
    that the book only supposes, so that it can be traced.
    """

    def rivals(each: Decided) -> list[ClaimRead]:
        return [] if is_known else [with_standing(read, "overruled") for read in each.rivals]

    by_pattern = {(key_of(read), size_of(read)) for read in patterned if read.claim.standing == "asserted"}
    kept = {key for key, _ in by_pattern} if is_known else set()
    overruled = _overruled(decided, by_pattern) if is_known else set()
    told = {each.key: each for each in decided if each.key not in kept and (each.is_told or not is_known)}
    stated = set()
    for read in found:
        key, size = key_of(read), size_of(read)
        likeliest = told.get(key)
        if read.claim.standing != "asserted":
            yield read
        elif (key, size) in overruled:
            yield with_standing(read, "overruled")
        elif not likeliest or (likeliest.is_told and likeliest.size == size):
            stated.add((key, size))
            yield read
        elif (key, size) in by_pattern and not any(rival.passage == read.passage for rival in rivals(likeliest)):
            yield with_standing(read, "supposed")
    for each in told.values():
        if each.read and each.is_told and (each.is_sure or not is_known) and (each.key, each.size) not in stated:
            yield each.read
        yield from rivals(each)


def _overruled(decided: Sequence[Decided], by_pattern: Collection[tuple[Key, str]]) -> set[tuple[Key, str]]:
    """The unlikely values of the facts whose told value a pattern found too."""
    told = [each for each in decided if each.is_told and (each.key, each.size) in by_pattern]
    return {(each.key, size) for each in told for size in each.unlikely}
