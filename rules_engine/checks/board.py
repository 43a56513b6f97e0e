"""The board hangs together, in every stage, and says what each delivery is worth."""

from collections.abc import Collection, Iterator, Mapping

from rules_engine.checks.evidence import Check, Evidence, failed, passed
from rules_engine.ruleset import Space
from rules_engine.terminal.words import words_of
from rules_engine.words import ENGLISH
from schema.results import ValidationShape

CONNECTED = "the board is one connected graph"
REACHABLE = "every space can be reached in its stage"
WHOLE = "every space does what its edition prints"
WORTH = "every delivery has a fact with its amount"


def board_is_connected(evidence: Evidence) -> Iterator[ValidationShape]:
    """There is a way from every space to every other."""
    spaces = on_the_board(evidence.ruleset.spaces)
    if not spaces:
        return
    lost = cut_off(spaces, spaces)
    if lost:
        yield failed(CONNECTED, f"No way leads from the other spaces to {', '.join(lost)}.", lost[0])
    else:
        lines = sum(len(space.neighbours) for space in spaces.values()) // 2
        yield passed(CONNECTED, f"{len(spaces)} spaces hang together by {lines} lines.")


def spaces_are_reachable(evidence: Evidence) -> Iterator[ValidationShape]:
    """In each stage there is a way between all spaces that are open, through open spaces."""
    spaces = on_the_board(evidence.ruleset.spaces)
    stages = sorted({s for space in spaces.values() for s in (space.opens_in_stage, space.closes_in_stage) if s})
    is_whole = True
    for stage in stages:
        is_open = [code for code, space in spaces.items() if space.is_open(stage)]
        lost = cut_off(spaces, is_open)
        if lost:
            is_whole = False
            yield failed(REACHABLE, f"In stage {stage} no way through open spaces leads to {', '.join(lost)}.", lost[0])
    if stages and is_whole:
        yield passed(REACHABLE, f"The open spaces hang together in the stages {', '.join(map(str, stages))}.")


def deliveries_have_amounts(evidence: Evidence) -> Iterator[ValidationShape]:
    """What a delivery is worth is a fact, and a number."""
    ruleset = evidence.ruleset
    spots = [spot for space in ruleset.spaces.values() for spot in space.spots]
    stated = 0
    for subject, attribute in dict.fromkeys(spot.fact for spot in spots):
        value = ruleset.find_fact(subject, attribute)
        if value is None:
            yield evidence.absent(WORTH, subject, attribute)
        elif not value.lstrip("+-").isdigit():
            yield failed(WORTH, str(ruleset.wrong_fact(subject, attribute, "a number")), f"{subject} {attribute}")
        else:
            stated += 1
    if spots and stated == len({spot.fact for spot in spots}):
        yield passed(WORTH, f"The amounts of {len(spots)} deliveries are stated by {stated} facts.")


def spaces_are_whole(evidence: Evidence) -> Iterator[ValidationShape]:
    """Where another edition says what a space or a delivery does, this one says it too."""
    ruleset, words = evidence.ruleset, words_of(evidence.ruleset, ENGLISH)
    for effect in ruleset.lost:
        missing = [fact for fact in effect.slots.values() if fact not in ruleset.facts]
        given = " ".join(f'--set "{subject} {attribute} VALUE"' for subject, attribute in missing)
        sentence = (
            f"No document of this edition states {words.part(ruleset.part_of(effect))}, which another edition does."
        )
        place = " ".join(missing[0]) if missing else ":".join(effect.owner)
        yield failed(WHOLE, f"{sentence} Ingest one that prints it, or play with {given}.", place)
    if ruleset.spaces and not ruleset.lost:
        yield passed(WHOLE, f"{len(ruleset.spaces)} spaces do all that any edition says of them.")


CHECKS = (
    Check("rows", WHOLE, spaces_are_whole),
    Check("rows", CONNECTED, board_is_connected),
    Check("rows", REACHABLE, spaces_are_reachable),
    Check("rows", WORTH, deliveries_have_amounts),
)


def on_the_board(spaces: Mapping[str, Space]) -> dict[str, Space]:
    """The spaces of the board proper; a prison, say, has neither a stage nor a neighbour."""
    return {code: s for code, s in spaces.items() if s.opens_in_stage is not None or s.neighbours}


def cut_off(spaces: Mapping[str, Space], within: Collection[str]) -> list[str]:
    """The spaces outside the largest part that hangs together, in the order of the board."""
    remaining, largest = dict.fromkeys(within), set[str]()
    while remaining:
        part, border = set[str](), [next(iter(remaining))]
        while border:
            code = border.pop()
            if code in remaining:
                del remaining[code]
                part.add(code)
                border.extend(spaces[code].neighbours)
        largest = max(largest, part, key=len)
    return [code for code in within if code not in largest]
