"""All that one document tells of its game without a pack."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.discover.box import read_box
from ingest.discover.candidates import CandidateSettings, find_candidates
from ingest.discover.components import ComponentSettings, list_things
from ingest.discover.legible import LegibleSettings
from ingest.discover.marked import Marks, MarkSettings
from ingest.discover.no_chapters import no_chapters
from ingest.discover.of_play import NO_GAME, PlaySettings, look_for_play
from ingest.discover.outline import OutlineSettings, find_outline
from ingest.discover.ranges import BoxSettings
from ingest.discover.terms import TERM, Terms, TermSettings, find_terms
from ingest.discover.tree import components_of, wrong_sums_of
from ingest.discover.words import folded_words, number_words, words_of
from schema.claims import ClaimShape
from schema.reading import (
    CandidateRead,
    ClaimRead,
    ComponentRead,
    Discovered,
    FindingRead,
    MentionRead,
    NameRead,
    PassageRead,
    WordPage,
)

__all__ = ["TERM", "Discovery", "DiscoverySettings", "discover"]

COUNTS = {"box": "count", "player": "count-per-player", "card": "count-per-card"}
"""Attribute of a component's number, by what it is of."""
SURE = 0.9
"""Confidence of a component's number; chosen by eye and not calibrated."""


@dataclass(frozen=True, slots=True)
class DiscoverySettings:
    """The settings of all that is discovered."""

    components: ComponentSettings = ComponentSettings()
    box: BoxSettings = BoxSettings()
    legible: LegibleSettings = LegibleSettings()
    play: PlaySettings = PlaySettings()
    marks: MarkSettings = MarkSettings()
    terms: TermSettings = TermSettings()
    outline: OutlineSettings = OutlineSettings()
    candidates: CandidateSettings = CandidateSettings()


@dataclass(frozen=True, slots=True)
class Discovery:
    """What was discovered: rows of its own, and claims, names and mentions like those a pack finds."""

    found: Discovered
    claims: tuple[ClaimRead, ...]
    names: tuple[NameRead, ...]
    mentions: tuple[MentionRead, ...]
    findings: tuple[FindingRead, ...] = ()


def discover(
    passages: Sequence[PassageRead],
    pages: Sequence[WordPage],
    language: str,
    settings: DiscoverySettings = DiscoverySettings(),
    *,
    is_taught: bool = False,
) -> Discovery:
    """Components, box, terms, outline and candidates; of a taught game the pack knows the words, so only the lists."""
    words = words_of(language)
    play = look_for_play([read.passage.text for read in passages if _is_said(read)], words, settings.play)
    things = list_things(
        passages, words, settings.components, number_words(language), states_rules=is_taught or play.states_rules
    )
    components = components_of(things, settings.components.tree)
    listed = {read.passage for read in components}
    if is_taught:
        return Discovery(
            Discovered(components, (), find_outline(passages, words, settings.outline, listed), ()), (), (), ()
        )
    box = read_box(passages, words, number_words(language), settings.box)
    told = {read.passage for read in box if read.claim.attribute.partition(".")[2]}
    outline = find_outline(passages, words, settings.outline, listed, no_chapters(passages, words, told))
    terms: Terms = find_terms(passages, language, Marks(passages, pages, settings.marks), words, settings.terms)
    if not play.is_of_game:
        return Discovery(Discovered((), terms.terms, outline, ()), (), terms.names, terms.mentions, (NO_GAME,))
    candidates = find_candidates(passages, words, settings.candidates, components)
    claims = (*_counts(components, passages), *box, *_possible(candidates, language))
    found = Discovered(components, terms.terms, outline, candidates)
    return Discovery(found, claims, terms.names, terms.mentions, wrong_sums_of(things))


def _is_said(read: PassageRead) -> bool:
    return read.passage.kind not in ("gap", "noise")


def _possible(candidates: Sequence[CandidateRead], language: str) -> Iterator[ClaimRead]:
    """What may be a card or place as a weak claim, which is provisional until a person says yes or no."""
    for read in candidates:
        one = read.candidate
        code = "-".join(folded_words(one.name))
        shape = ClaimShape(
            subject=f"{one.kind}:{code}",
            attribute=f"is-{one.kind}",
            value="yes",
            language=language,
            confidence=round(one.score / 100, 4),
            origin="rulebook",
            is_weak=True,
        )
        yield ClaimRead(shape, read.passage)


def _counts(components: Sequence[ComponentRead], passages: Sequence[PassageRead]) -> Iterator[ClaimRead]:
    """The number of each component as a claim; parts that share a name are told apart by their whole."""
    sure = {read.passage.seq: read.passage.confidence for read in passages}
    names = [read.component.code for read in components if read.component.per == "box"]
    for read in components:
        thing = read.component
        if thing.count is None:
            continue
        is_alone = thing.per != "box" or names.count(thing.code) == 1
        code = thing.code if is_alone or not thing.part_of else f"{thing.part_of}.{thing.code}"
        shape = ClaimShape(
            subject=f"component:{code}",
            attribute=COUNTS[thing.per],
            value=str(thing.count),
            language=thing.language,
            confidence=round(SURE * sure[read.passage], 4),
            origin="rulebook",
            context="table",
        )
        yield ClaimRead(shape, read.passage)
