"""Lay the patterns of a game upon passages and make claims of what they find."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import NamedTuple

from ingest.clauses.shapes import without_marks
from ingest.frames.claims import Framing, asides
from ingest.frames.one_place import with_one_place
from ingest.frames.settings import EXAMPLE, VARIANT, FrameSettings
from ingest.frames.weigh import WeightSettings, outweighing
from ingest.names.match import SILENT_KINDS
from ingest.questions import QuestionSettings, stated_answers
from ingest.ranked import CELL_SEPARATOR, RankedLists, RankingSettings
from ingest.standing.passages import tell_passages
from ingest.standing.text import Standing
from ingest.weighed.departing import set_apart
from ingest.weighed.joined import is_known, is_whole, joined
from ingest.weighed.seen import Candidate, Key
from ingest.weighed.tell import Decided, FoundBefore, WeighedSettings, Weighing
from ingest.weighed.weigh import Weights, read_weights
from schema.claims import ClaimContext, ClaimShape
from schema.cues import CueWords
from schema.documents import PassageShape
from schema.folding import fold
from schema.lexicon import Lexicon, Span
from schema.notation import SLOT
from schema.pack import ClaimForm, Pack
from schema.reading import ClaimRead, PassageRead
from schema.tokens import Token, break_after, tokenise
from schema.wording import Binding, Found, Text, Wording, fill

CONTEXTS: Mapping[str, ClaimContext] = {"label": "board", "card": "board", "table": "table", "example": "example"}


@dataclass(frozen=True, slots=True)
class ExtractSettings:
    """How far words point back; chosen by eye on the seeds."""

    points_back: int = 20
    """Over so many passages words such as “this mission” may point back to the mission that they mean."""
    pointed_score: float = 80.0
    """How sure that is, of 100."""
    questions: QuestionSettings = QuestionSettings()
    rankings: RankingSettings = RankingSettings()
    frames: FrameSettings = FrameSettings()
    weights: WeightSettings = WeightSettings()
    weighed: WeighedSettings = WeighedSettings()
    by_patterns: bool = True
    """Whether the patterns are laid upon the text; off to measure what frames find alone."""


def extract_claims(
    passages: Sequence[PassageRead], pack: Pack, languages: Sequence[str], settings: ExtractSettings = ExtractSettings()
) -> tuple[ClaimRead, ...]:
    """Every claim that is found in the languages, once per passage and value."""
    laid = lay(passages, pack, languages, settings)
    weights = read_weights(pack.code)
    decided: list[Decided] = []
    apart: set[int] = set()
    for language, (extraction, before) in zip(languages, laid.extractions, strict=True):
        if weights.knows(language) and is_whole(before.all, weights, settings.weighed):
            told, varied = extraction.by_weights(before)
            decided += told
            apart |= varied
    knows = is_known(laid.found, laid.patterned, {each.key for each in decided}, settings.weighed)
    found, patterned = (reads if knows else set_apart(reads, apart) for reads in (laid.found, laid.patterned))
    found = list(joined(found, decided, patterned, is_known=knows))
    found += [each for extraction, _ in laid.extractions for each in extraction.restated(found)]
    claims: dict[tuple[int, str, str, str], ClaimRead] = {}
    for read in found:
        claim = read.claim
        key = (read.passage, claim.subject, claim.attribute, claim.value)
        if key not in claims or _goes_before(read, claims[key]):
            claims[key] = read
    return tuple(sorted(claims.values(), key=lambda c: (c.passage, c.claim.subject, c.claim.attribute, c.claim.value)))


def _goes_before(read: ClaimRead, other: ClaimRead) -> bool:
    """Whether a claim goes before the same one of the same passage: what is decided to be stated is not untold."""
    stated = [each.claim.standing == "asserted" for each in (read, other)]
    return stated[0] if stated[0] != stated[1] else read.claim.confidence > other.claim.confidence


class Laid(NamedTuple):
    """What patterns, ranked lists and frames find in a document."""

    found: list[ClaimRead]
    patterned: list[ClaimRead]
    """Of these what patterns and ranked lists find."""
    extractions: list[tuple["Extraction", FoundBefore]]
    """For each language."""


def lay(
    passages: Sequence[PassageRead], pack: Pack, languages: Sequence[str], settings: ExtractSettings = ExtractSettings()
) -> Laid:
    """Lay patterns, ranked lists and frames upon a document."""
    framed: list[ClaimRead] = []
    ranked: list[ClaimRead] = []
    own: dict[str, list[ClaimRead]] = {}
    extractions = [
        Extraction(passages, pack, language, settings, frozenset(languages) - {language}) for language in languages
    ]
    for language, extraction in zip(languages, extractions, strict=True):
        own[language] = list(extraction.by_patterns()) if settings.by_patterns else []
        framed += extraction.by_frames() if settings.frames.is_read else ()
        ranked += extraction.by_rankings()
    # A sentence that ranks a thing otherwise than the whole list does speaks of another game: “in poker it is fifth”.
    places = {(read.claim.subject, read.claim.attribute): read.claim.value for read in ranked}
    framed = [r for r in framed if places.get((r.claim.subject, r.claim.attribute), r.claim.value) == r.claim.value]
    framed = list(with_one_place(framed, pack.game.rankings.values()))
    patterned = [read for reads in own.values() for read in reads]
    found = [*outweighing(framed, patterned, settings.weights), *ranked]
    before = [FoundBefore(own[each], [read for read in found if read.claim.language == each]) for each in languages]
    return Laid(found, [*patterned, *ranked], list(zip(extractions, before, strict=True)))


class Extraction:
    """One language's patterns over one document."""

    def __init__(
        self,
        passages: Sequence[PassageRead],
        pack: Pack,
        language: str,
        settings: ExtractSettings,
        others: frozenset[str] = frozenset(),
    ) -> None:
        self._settings = settings
        self._passages = {read.passage.seq: read.passage for read in passages}
        self._pack = pack
        self._language = language
        self._lexicon = pack.lexicon(language)
        pointers = pack.languages[language].pointers
        shared = pack.shared.get(language)
        asking = frozenset(map(fold, shared.question_words if shared else []))
        answers = stated_answers(_speaking(passages), asking, self._lexicon.numbers, settings.questions)
        self._text = _PointingText([*_stream(passages), *answers], self._lexicon, pointers, settings)
        roles = CueWords(shared.roles.words if shared else {})
        sections = {section: asides(section, roles) for section in {p.section for p in self._passages.values()}}
        self._asides = {seq: sections[passage.section] for seq, passage in self._passages.items()}
        own = [passage for passage in self._passages.values() if passage.language not in others]
        self._framing = Framing(own, pack, language, settings.frames)
        self._of_others = self._framing.told_of_others()
        self._of_variants = self._framing.told_of_variants()
        self._standings = tell_passages(_speaking(passages), shared, language) if shared else {}
        self._corrected = {seq for (seq, _), told in self._standings.items() if told.corrects is not None}
        """Passages that name another printing to correct it."""
        self._headings: dict[tuple[str, str], tuple[Binding, ...] | None] = {}

    def by_rankings(self) -> Iterator[ClaimRead]:
        """What whole lists say of the order of their things."""
        speaking = [passage for passage in self._passages.values() if passage.kind not in SILENT_KINDS]
        for kind, form in self._pack.game.rankings.items():
            for ranked in RankedLists(speaking, self._pack, self._language, kind, self._settings.rankings).ranked():
                values = {kind: ranked.code, "number": str(ranked.rank)}
                yield self._read(form, values, ranked.passage, ranked.score)

    def by_weights(self, found: FoundBefore) -> tuple[list[Decided], frozenset[int]]:
        """Which values are told by all that is found and learnt, and the passages that tell of other ways to play."""
        told, apart = self.weighing(found, read_weights(self._pack.code)).told_apart(self._settings.weighed)
        return [
            Decided(
                each.key,
                each.value.lstrip("+-"),
                self._weighed(each.key, each.value, each.sureness, each.candidate) if each.candidate else None,
                each.is_told,
                each.is_sure,
                [self._weighed(each.key, value, 1 - each.sureness, place) for value, place in each.rivals],
                each.unlikely,
            )
            for each in told
        ], apart

    def _weighed(self, key: Key, value: str, sureness: float, place: Candidate) -> ClaimRead:
        form = ClaimForm(subject=key[0], attribute=key[1], value=value)
        said = self._standing(place.token)
        # Weights have heeded what the text says of the number.
        stated = said if said and said.standing == "asserted" else None
        return self._read(form, {}, place.clause.passage, 100 * sureness, stated)

    def weighing(self, found: FoundBefore, weights: Weights) -> Weighing:
        """All values of the document beside all facts that the weights know."""
        asserted = FoundBefore(*([read for read in reads if read.claim.standing == "asserted"] for reads in found))
        return Weighing(self._framing, self._pack, self._language, weights, self._standings, asserted)

    def restated(self, found: Sequence[ClaimRead]) -> Iterator[ClaimRead]:
        """What labels tell again of what was found in this language."""
        for again in self._framing.restated([read for read in found if read.claim.language == self._language]):
            claim = again.claim.claim
            form = ClaimForm(subject=claim.subject, attribute=claim.attribute, value=claim.value)
            read = self._read(form, {}, again.passage, 100 * claim.confidence)
            # It rests on what the words say and has no say beside them.
            yield ClaimRead(read.claim.model_copy(update={"is_weak": True}), read.passage)

    def by_frames(self) -> Iterator[ClaimRead]:
        """What frames find."""
        for fit, passage, token in self._framing.claims():
            said = self._standing(token)
            if fit.is_negative and said and said.standing == "denied":
                said = None
            if said is not None and said.is_beside:
                continue
            if said is None or said.standing == "asserted":
                yield self._read(fit.form, fit.values, passage, 100 * min(fit.score, 1.0), said)

    def by_patterns(self) -> Iterator[ClaimRead]:
        """What patterns find."""
        for form, wording in self._pack.patterns(self._language):
            for found in wording.find(self._text):
                under = self._under_heading(wording, found)
                is_split = self._is_torn(found) or self._is_spread(form, found) or self._goes_on(form, found)
                if under is None or is_split or self._reaches_across(found):
                    continue
                complete = Found(found.start, found.end, (*under, *found.bindings))
                for bindings in complete.rounds():
                    read, token = self._claim(form, found, bindings)
                    # Under a heading of variants only they are spoken of.
                    is_varied = VARIANT in self._asides[read.passage] or (token.passage, token.end) in self._of_variants
                    is_aside = is_varied and not form.subject.startswith(f"{VARIANT}:")
                    is_of_others = (token.passage, token.end) in self._of_others
                    # The “phase 2” at the head of a column is no value of its cells, nor the page of a correction.
                    is_head = self._is_head(token) and token.kind == "number"
                    said = self._standing(token)
                    is_head |= said is not None and said.is_beside
                    if not is_aside and not is_head and not (is_of_others and read.passage not in self._corrected):
                        yield read

    def _under_heading(self, wording: Wording, found: Found) -> tuple[Binding, ...] | None:
        """What the heading above binds; None when the wording wants a heading that is not there."""
        if wording.heading is None:
            return ()
        section = self._passages[self._text.tokens[found.start].passage].section
        key = (wording.source, section)
        if key not in self._headings:
            hits = Wording(wording.source, wording.heading).find(Text.of(section, self._lexicon))
            hit = next(hits, None)
            # A heading's tokens are not of this text: its bindings never say where a value stands.
            self._headings[key] = tuple(Binding(b.name, b.value, -1, b.score) for b in hit.bindings) if hit else None
        return self._headings[key]

    def _claim(self, form: ClaimForm, found: Found, bindings: Mapping[str, Binding]) -> tuple[ClaimRead, Token]:
        """The claim, and the token of its value."""
        values = {name: binding.value for name, binding in bindings.items()}
        stated = [bindings[s].token for s in SLOT.findall(form.value) if s in bindings and bindings[s].token >= 0]
        token = self._text.tokens[max(stated, default=found.start)]
        score = min((b.score for b in bindings.values()), default=100.0)
        standing = self._standing(token) if stated else None
        return self._read(form, values, self._passages[token.passage], score, standing), token

    def _standing(self, token: Token) -> Standing | None:
        """What the text says of the number at a token, if it is one."""
        return self._standings.get((token.passage, token.end))

    def _reaches_across(self, found: Found) -> bool:
        """Whether a number that is denied or only supposed stands in the midst of what was found, and is not it."""
        bound = {binding.token for binding in found.bindings}
        return any(
            at not in bound and (standing := self._standing(self._text.tokens[at])) and standing.standing != "asserted"
            for at in range(found.start, found.end)
        )

    def _is_torn(self, found: Found) -> bool:
        """Whether a number that was found is but one half of another: the 1 of “1/13”."""
        bound = {binding.token for binding in found.bindings}
        edges = {first for at in bound for first in (at - 1, at) if not {first, first + 1} <= bound}
        return any(self._is_slashed(first) for first in edges if 0 <= first < len(self._text.tokens) - 1)

    def _is_spread(self, form: ClaimForm, found: Found) -> bool:
        """Whether the parts of one value stand in several cells: the 8 of one and the 2 of the next are no 8/2."""
        slots = {*SLOT.findall(form.value)}
        stated = [self._text.tokens[b.token] for b in found.bindings if b.name in slots and b.token >= 0]
        texts = {token.passage: self._passages[token.passage] for token in stated}
        cells = {
            (token.passage, texts[token.passage].text[: token.start].count(CELL_SEPARATOR))
            for token in stated
            if texts[token.passage].kind == "table"
        }
        return len(cells) > 1

    def _goes_on(self, form: ClaimForm, found: Found) -> bool:
        """Whether it goes on from its value to the next head: “−3” under “for yourself” is not “to share”."""
        slots = {*SLOT.findall(form.value)}
        value = max((b.token for b in found.bindings if b.name in slots), default=found.end)
        return any(
            self._text.tokens[at - 1].kind == "break" and self._is_head(self._text.tokens[at])
            for at in range(max(value, found.start) + 1, found.end)
        )

    def _is_head(self, token: Token) -> bool:
        """Whether a word is the head of a column, said again beside a cell."""
        return token.kind != "break" and token.start >= len(self._passages[token.passage].text)

    def _is_slashed(self, first: int) -> bool:
        """Whether a figure and the next one have nothing but a slash between them."""
        one, other = self._text.tokens[first : first + 2]
        if not (one.kind == other.kind == "number" and one.passage == other.passage and other.start == one.end + 1):
            return False
        return self._passages[one.passage].text[one.end : other.start] == "/"

    def _read(
        self,
        form: ClaimForm,
        values: Mapping[str, str],
        passage: PassageShape,
        score: float,
        standing: Standing | None = None,
    ) -> ClaimRead:
        shape = ClaimShape(
            subject=fill(form.subject, values),
            attribute=fill(form.attribute, values),
            value=fill(form.value, values),
            language=self._language,
            confidence=round(score / 100 * passage.confidence, 4),
            origin="rulebook",
            context="example" if EXAMPLE in self._asides[passage.seq] else CONTEXTS.get(passage.kind, "prose"),
            standing=standing.standing if standing else "asserted",
            corrects=_corrected(fill(form.value, values), standing),
        )
        return ClaimRead(shape, passage.seq)


class _PointingText(Text):
    """A text in which “this mission” is the mission named last."""

    def __init__(
        self,
        tokens: Sequence[Token],
        lexicon: Lexicon,
        pointers: Mapping[str, Sequence[str]],
        settings: ExtractSettings,
    ) -> None:
        self._settings = settings
        super().__init__(tokens, lexicon)
        self._pointers = [
            (kind, [token.folded for token in tokenise(words)]) for kind, listed in pointers.items() for words in listed
        ]
        self._meant = dict(self._pointed()) if pointers else {}

    def spans(self, at: int) -> list[Span]:
        """Concepts named or pointed to at a token."""
        return super().spans(at) + ([self._meant[at]] if at in self._meant else [])

    def _pointed(self) -> Iterator[tuple[int, Span]]:
        kinds = {kind for kind, _ in self._pointers}
        named: dict[str, Span] = {}
        for at, token in enumerate(self.tokens):
            for kind, words in self._pointers:
                last = named.get(kind)
                is_said = [t.folded for t in self.tokens[at : at + len(words)]] == words
                if last and is_said and token.passage - self.tokens[last.start].passage <= self._settings.points_back:
                    yield at, Span(at, at + len(words), last.concept, self._settings.pointed_score)
            named |= {span.concept.kind: span for span in reversed(super().spans(at)) if span.concept.kind in kinds}


def _speaking(passages: Sequence[PassageRead]) -> list[PassageShape]:
    return [read.passage for read in passages if read.passage.kind not in SILENT_KINDS]


def _stream(passages: Sequence[PassageRead]) -> Iterator[Token]:
    """The tokens of all passages that speak, with a break around each; rows of tables also in sentences."""
    header: list[str] = []
    if passages:
        yield break_after(passages[0].passage.seq)
    for passage in _speaking(passages):
        yield from tokenise(without_marks(passage.text), passage.seq)
        yield break_after(passage.seq)
        if passage.kind != "table":
            header = []
            continue
        cells = [cell.strip() for cell in passage.text.split(CELL_SEPARATOR)]
        if len(header) != len(cells):
            header = cells
        else:
            yield from _row_in_sentences(header, cells, passage.text, passage.seq)


def _row_in_sentences(header: Sequence[str], cells: Sequence[str], text: str, seq: int) -> Iterator[Token]:
    """Each cell of a row as a sentence: what its column and its row are called, and what stands in it."""
    at = len(cells[0])
    for column, cell in zip(header[1:], cells[1:], strict=True):
        at = text.index(cell, at)
        yield from tokenise(f"{column}: {header[0]} {cells[0]}", seq, len(text))  # behind the text: none of its numbers
        yield from tokenise(f"{cell}.", seq, at)
        yield break_after(seq)


def _corrected(value: str, standing: Standing | None) -> str:
    """The old value in the form of the new one: a sign is kept."""
    if standing is None or standing.corrects is None:
        return ""
    sign = value[0] if value[0] in "+-" else ""
    return f"{sign}{standing.corrects}"
