"""Find which concepts passages speak of, and the names by which a document calls them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from schema.claims import MentionShape
from schema.games import NameShape
from schema.lexicon import Span
from schema.pack import CHANGE, Pack
from schema.reading import ConceptKey, MentionRead, NameRead, PassageRead
from schema.tokens import tokenise
from schema.wording import Text

SILENT_KINDS = ("gap", "noise")
"""Passages that nothing is read from."""


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """Which likeness to a name is a mention; chosen by eye on the seeds, kept by tests/games/test_seed_names.py."""

    least_score: float = 78.0
    """Of 100: less like a name than this is another word."""
    least_letters: int = 3
    """A shorter word says nothing by itself."""


def find_mentions(
    passages: Sequence[PassageRead], pack: Pack, languages: Sequence[str], settings: MatchSettings = MatchSettings()
) -> tuple[MentionRead, ...]:
    """The concepts that each passage speaks of, in each of the languages the document is written in."""
    found: dict[tuple[int, int, ConceptKey], MentionRead] = {}
    for language in languages:
        for read in passages:
            if read.passage.kind in SILENT_KINDS:
                continue
            for mention in _mentions(read, pack, language, settings):
                key = (mention.passage, mention.mention.position, mention.concept)
                if key not in found or mention.mention.score > found[key].mention.score:
                    found[key] = mention
    return tuple(sorted(found.values(), key=lambda m: (m.passage, m.mention.position, str(m.concept))))


def find_names(mentions: Sequence[MentionRead], passages: Sequence[PassageRead]) -> tuple[NameRead, ...]:
    """Each concept's printed names in the language of the passage that first prints them."""
    language_of = {read.passage.seq: read.passage.language for read in passages}
    names: dict[tuple[ConceptKey, str, str], NameRead] = {}
    for mention in mentions:
        text = " ".join(mention.mention.surface.split())
        key = (mention.concept, language_of[mention.passage], text)
        if key not in names:
            shape = NameShape(language=key[1], text=text, origin="rulebook")
            names[key] = NameRead(shape, mention.passage, mention.concept)
    return tuple(names.values())


def _mentions(read: PassageRead, pack: Pack, language: str, settings: MatchSettings) -> Iterator[MentionRead]:
    text = Text(list(tokenise(read.passage.text, read.passage.seq)), pack.lexicon(language))
    unmentioned = (CHANGE, *pack.game.kinds.unmentioned)
    at = 0
    while at < len(text.tokens):
        spans = [s for s in text.spans(at) if s.concept.kind not in unmentioned and _is_sure(s, text, settings)]
        if not spans:
            at += 1
            continue
        end = max(s.end for s in spans)
        longest = [s for s in spans if s.end == end]
        best = max(s.score for s in longest)
        for span in longest:
            if span.score == best:
                yield _mention(read, text, span, longest)
        at = end


def _is_sure(span: Span, text: Text, settings: MatchSettings) -> bool:
    letters = sum(len(t.folded) for t in text.tokens[span.start : span.end])
    is_icon = text.tokens[span.start].kind == "icon"
    return span.score >= settings.least_score and (is_icon or letters >= settings.least_letters)


def _mention(read: PassageRead, text: Text, span: Span, rivals: Sequence[Span]) -> MentionRead:
    start, end = text.tokens[span.start].start, text.tokens[span.end - 1].end
    others = [s for s in rivals if s.concept.kind == span.concept.kind and s.concept != span.concept]
    runner_up = max(others, key=lambda s: s.score, default=None)
    shape = MentionShape(
        surface=read.passage.text[start:end],
        position=start,
        score=span.score,
        margin=span.score - (runner_up.score if runner_up else 0.0),
    )
    return MentionRead(shape, read.passage.seq, span.concept, runner_up.concept if runner_up else None)
