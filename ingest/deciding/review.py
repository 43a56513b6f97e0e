"""Which words of a document people should look at, and how a reading obeys what they decided of them."""

import datetime
import re
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field, replace
from typing import Literal

from ingest.deciding.review_settings import BY_A_PERSON, ReviewSettings
from ingest.discover.discover import Discovery
from ingest.edits import EditedText, text_position
from schema.decisions import REFUSED, DecisionShape, Key
from schema.discovered import CandidateShape
from schema.reading import ConceptKey, Discovered, MentionRead, PassageRead, WordPage

NEIGHBOURS = 3
"""Words on each side by which a place is found again; decisions are written with as many."""

Kind = Literal["repair", "match", "name"]


@dataclass(frozen=True, slots=True)
class Doubt:
    """A repair, a match or an unknown name that a person should look at."""

    kind: Kind
    passage: int
    """Seq of its passage."""
    page: int
    image: str | None
    left: str
    before: str
    right: str
    """Raw words before it, what stood there, raw words after it."""
    proposed: str
    runner_up: str | None
    reason: str
    confidence: float
    game: str = ""
    language: str = ""
    """Of an unknown name: where it is one."""

    def decided(self, document: str, after: str, reason: str) -> DecisionShape:
        """The decision that this place reads, or means, ``after``; of a name, that it means so wherever it stands."""
        place = {"document": document, "kind": self.kind, "left": self.left, "right": self.right}
        if self.kind == "name":
            place = {"document": document, "kind": self.kind, "game": self.game, "attribute": self.language}
        said = {"subject": self.before, "value": after, "reason": reason, "decided_at": now()}
        return DecisionShape.model_validate({**place, **said})


def now() -> datetime.datetime:
    """The time of a decision."""
    return datetime.datetime.now(datetime.UTC)


def spans(decision: DecisionShape, raw_text: str) -> list[tuple[int, int]]:
    """Where in a raw text the words of a decision stand, whatever the spaces and line ends between them."""
    left = "".join(rf"{re.escape(word)}\s+" for word in decision.left.split())
    right = "".join(rf"\s+{re.escape(word)}" for word in decision.right.split())
    before = r"\s+".join(map(re.escape, decision.subject.split()))
    if not before:
        return []
    pattern = re.compile(rf"(?<!\S){left}(?P<here>{before}){right}(?!\S)")
    return [match.span("here") for match in pattern.finditer(raw_text)]


@dataclass
class Decisions:
    """The decisions about one document; remembers which of them found their place."""

    entries: Sequence[DecisionShape]
    used: set[Key] = field(default_factory=set)

    def replayed(self, read: PassageRead) -> PassageRead:
        """The passage with what people decided about its text."""
        for decision in self.entries:
            if decision.kind == "repair":
                for start, end in reversed(spans(decision, read.passage.raw_text)):
                    self.used.add(decision.key)
                    read = _overruled(read, start, end, decision.value)
        return read

    def as_people_say(self, passages: Iterable[PassageRead]) -> tuple[PassageRead, ...]:
        """The passages as if printed as people say they read, for steps that look at marks in the raw text."""
        return tuple(map(self._as_people_say, passages))

    def _as_people_say(self, read: PassageRead) -> PassageRead:
        raw = read.passage.raw_text
        decided = [d for d in self.entries if d.kind == "repair"]
        for start, end, value in sorted(((*at, d.value) for d in decided for at in spans(d, raw)), reverse=True):
            raw = raw[:start] + value + raw[end:]
        if raw == read.passage.raw_text:
            return read
        return replace(read, passage=read.passage.model_copy(update={"raw_text": raw}))

    def settled(self, mentions: Iterable[MentionRead], passages: Sequence[PassageRead]) -> tuple[MentionRead, ...]:
        """The mentions with the concepts that people chose."""
        by_seq = {read.passage.seq: read for read in passages}
        return tuple(self._settled(mention, by_seq[mention.passage]) for mention in mentions)

    def _settled(self, mention: MentionRead, read: PassageRead) -> MentionRead:
        start = mention.mention.position
        left, right = _around(read.passage.text, start, start + len(mention.mention.surface))
        for decision in self.entries:
            if decision.kind == "match" and (decision.left, decision.right) == (left, right):
                kind, _, code = decision.value.partition(":")
                if decision.subject == mention.mention.surface and kind == mention.concept.kind:
                    self.used.add(decision.key)
                    certain = mention.mention.model_copy(update={"score": 100.0, "margin": 100.0})
                    return replace(mention, mention=certain, concept=ConceptKey(kind, code), runner_up=None)
        return mention

    def believed(self, found: Discovery) -> Discovery:
        """What was discovered without what people said is none of it; whatever hangs on that goes with it."""
        asked = {decision.subject: decision for decision in self.entries if decision.kind == "discovery"}
        self.used.update(asked[name].key for name in discovered_names(found.found) if name in asked)
        refused = {name for name, decision in asked.items() if decision.value == REFUSED}
        if not refused:
            return found
        lists = found.found
        kept = replace(
            lists,
            components=tuple(c for c in lists.components if f"component:{c.component.code}" not in refused),
            terms=tuple(t for t in lists.terms if str(t.concept) not in refused),
            candidates=tuple(c for c in lists.candidates if candidate_name(c.candidate) not in refused),
        )
        return replace(
            found,
            found=kept,
            claims=tuple(c for c in found.claims if c.claim.subject not in refused),
            names=tuple(n for n in found.names if str(n.concept) not in refused),
            mentions=tuple(m for m in found.mentions if str(m.concept) not in refused),
        )

    def stale(self) -> list[DecisionShape]:
        """Decisions whose text no longer exists; asked after they were replayed."""
        return [decision for decision in self.entries if decision.key not in self.used]


def candidate_name(candidate: CandidateShape) -> str:
    """What a decision calls something that may be a card or a place."""
    return f"{candidate.kind}:{candidate.name}"


def discovered_names(found: Discovered) -> Iterator[str]:
    """What decisions call the things that were discovered."""
    yield from (f"component:{read.component.code}" for read in found.components)
    yield from (str(read.concept) for read in found.terms)
    yield from (candidate_name(read.candidate) for read in found.candidates)


def complaint(decision: DecisionShape) -> str:
    """What to tell a person about a decision that found no place."""
    return (
        f"The decision that “{decision.subject}” should be “{decision.value}” found no place in {decision.document}: "
        f'its text no longer reads so. Take it back with `rulewright review --undo "{decision.subject}"`, '
        "or decide again with `rulewright review`."
    )


def doubtful_repairs(
    passages: Sequence[PassageRead], pages: Sequence[WordPage] = (), settings: ReviewSettings = ReviewSettings()
) -> Iterator[Doubt]:
    """Repairs that are unsure, the least sure of a passage not before the others: in reading order."""
    images = {page.page.number: page.page.image for page in pages}
    for read in passages:
        raw = read.passage.raw_text
        for repair in read.repairs:
            if repair.confidence < settings.doubtful and repair.reason != BY_A_PERSON and repair.before.strip():
                start, end = _whole_words(raw, repair.position, repair.position + repair.length)
                left, right = _around(raw, start, end)
                head, tail = raw[start : repair.position], raw[repair.position + repair.length : end]
                other = None if repair.runner_up is None else head + repair.runner_up + tail
                where = (read.passage.seq, read.page, images.get(read.page))
                said = (left, raw[start:end], right, head + repair.after + tail)
                yield Doubt("repair", *where, *said, other, repair.reason, repair.confidence)


def doubtful_matches(
    mentions: Iterable[MentionRead],
    passages: Sequence[PassageRead],
    pages: Sequence[WordPage] = (),
    settings: ReviewSettings = ReviewSettings(),
) -> Iterator[Doubt]:
    """Words that might as well mean another concept."""
    images = {page.page.number: page.page.image for page in pages}
    by_seq = {read.passage.seq: read for read in passages}
    for mention in mentions:
        if mention.runner_up is not None and mention.mention.margin < settings.close_margin:
            read, start = by_seq[mention.passage], mention.mention.position
            left, right = _around(read.passage.text, start, start + len(mention.mention.surface))
            where = (mention.passage, read.page, images.get(read.page))
            said = (left, mention.mention.surface, right, str(mention.concept), str(mention.runner_up))
            yield Doubt("match", *where, *said, "names alike", mention.mention.score / 100)


def _overruled(read: PassageRead, start: int, end: int, after: str) -> PassageRead:
    """The passage with raw characters ``start`` to ``end`` reading ``after``, whatever repairs said before."""
    edited = EditedText(read.passage.raw_text, read.repairs)
    first = text_position(read.repairs, start, is_end=False)
    last = text_position(read.repairs, end, is_end=True)
    edited.replace(first, last, after, BY_A_PERSON)
    repairs = tuple(
        r.model_copy(update={"reason": BY_A_PERSON, "confidence": 1.0, "runner_up": None})
        if BY_A_PERSON in r.reason
        else r
        for r in edited.repairs
    )
    return replace(read, passage=read.passage.model_copy(update={"text": edited.text}), repairs=repairs)


def _whole_words(text: str, start: int, end: int) -> tuple[int, int]:
    while start > 0 and not text[start - 1].isspace():
        start -= 1
    while end < len(text) and not text[end].isspace():
        end += 1
    while start < end and text[start].isspace():
        start += 1
    while end > start and text[end - 1].isspace():
        end -= 1
    return start, end


def _around(text: str, start: int, end: int) -> tuple[str, str]:
    """A few words before and after a place."""
    return " ".join(text[:start].split()[-NEIGHBOURS:]), " ".join(text[end:].split()[:NEIGHBOURS])
