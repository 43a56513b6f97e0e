"""Find which concepts passages speak of, and the names by which a document calls them."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.languages.frequency import how_common
from schema.claims import MentionShape
from schema.folding import fold
from schema.games import NameShape
from schema.lexicon import Span
from schema.pack import CHANGE, Pack
from schema.reading import ConceptKey, MentionRead, NameRead, PassageRead
from schema.tokens import tokenise
from schema.wording import Text

ENDING = 1
"""Letters by which a long name grows at most when it is inflected: `commanding` is no form of `commando`."""
SILENT_KINDS = ("gap", "noise")
"""Passages that nothing is read from."""


@dataclass(frozen=True, slots=True)
class MatchSettings:
    """Which likeness to a name is a mention; chosen by eye on the seeds, kept by tests/games/test_seed_names.py."""

    least_score: float = 78.0
    """Of 100: less like a name than this is another word."""
    least_letters: int = 3
    """A shorter word says nothing by itself."""
    commoner: float = 0.5
    """Zipf steps by which a word must be commoner than the name that it may be a form of, to be a word of its own.
    Of 338 inflected forms in our samples 45 of 115 other words are told so, and 13 of 223 forms; at 1.0 23 and 4."""
    near: float = 97.0
    """From this score on only one letter of the ending differs: a form, whatever is commoner."""
    long: int = 7
    """A name of so many letters that keeps all but its last one is inflected, too: `działania`, of `działanie`."""


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
        spans = [
            span
            for span in text.spans(at)
            if span.concept.kind not in unmentioned
            and _is_sure(span, text, settings)
            and not _is_another_word(span, text, language, settings)
        ]
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


def _is_another_word(span: Span, text: Text, language: str, settings: MatchSettings) -> bool:
    """Whether a word that begins as a name does is one of its own: `vieni` is no Vienna, and `jednou` not `jednat`.

    An inflected form is hardly ever much commoner than the name itself; nor is a name written small that is written
    large wherever it is listed.
    """
    if span.score == 100.0 or span.end - span.start > 1:
        return False
    word = text.tokens[span.start]
    names = [name for name in text.lexicon.names[span.concept] if text.lexicon.likeness(word.folded, fold(name))]
    common = how_common(word.text, language)
    if not names or not common:
        return False
    ahead = common - max(how_common(name, language) for name in names)
    is_small = word.text.islower() and all(name.istitle() for name in names)
    if any(len(name) >= settings.long and _is_inflected(word.folded, fold(name)) for name in names):
        return False
    return ahead > 0 if is_small else span.score < settings.near and ahead >= settings.commoner


def _is_inflected(word: str, name: str) -> bool:
    """Whether a word keeps all but the last letter of a name and adds no more than an ending."""
    return word.startswith(name[:-1]) and len(word) <= len(name) + ENDING


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
