"""Lay the frames of a game upon clauses: of all the claims that a number may state, the one that fits best."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from itertools import groupby

from ingest.clauses.read import clauses
from ingest.clauses.shapes import Clause, Layer
from ingest.frames.fit import Fit
from ingest.frames.restated import Restated, restated
from ingest.frames.score import Scoring
from ingest.frames.settings import EXAMPLE, EXTRA, THUS, VARIANT, FrameSettings
from ingest.frames.signs import Signs, Vocabulary
from schema.cues import CueWords
from schema.documents import PassageShape
from schema.pack import Pack
from schema.reading import ClaimRead
from schema.tokens import Token, tokenise

Stated = tuple[Fit, PassageShape, Token]
"""A claim with its passage and the token of its value."""
UNREAD = (EXAMPLE, VARIANT)
"""Roles of headings under which nothing is stated of the game as it is played, unless a frame speaks of them."""


class Framing:
    """The frames of one language upon one document."""

    def __init__(
        self, passages: Sequence[PassageShape], pack: Pack, language: str, settings: FrameSettings = FrameSettings()
    ) -> None:
        self._settings = settings
        self._frames = [(form, frame) for form in pack.game.claims.values() for frame in form.frames()]
        self._terms = [frame.terms | form.kinds() for form, frame in self._frames]
        self._named = frozenset(f"{kind}:" for kind in pack.rules.example_kinds)
        self._scored: list[tuple[Clause, Scoring]] = []
        self._numbered: set[str] = set()
        self._titled: dict[str, set[str]] = {}
        """Of each section the roles of all its headings, that of the document among them."""
        if language in pack.shared and pack.shared[language].roles.words:
            vocabulary = Vocabulary(pack, language, settings.least_name)
            self._numbered = vocabulary.numbered_things
            read = _completed(list(clauses(passages)), vocabulary)
            self._scored = [(clause, Scoring(clause, vocabulary, settings)) for clause in read]
            roles = CueWords(pack.shared[language].roles.words)
            self._titled = {section: asides(section, roles) for section in {p.section for p in passages}}
        self._fitted = [tuple(self._fits(clause, scoring)) for clause, scoring in self._scored]

    def claims(self) -> Iterator[Stated]:
        """What the frames find; rows of a table that say the same of 3 to 4 and of 5 say it of 3 to 5, too."""
        found = list(self._stated())
        yield from found
        rows: dict[tuple[str, ...], list[tuple[int, int, str, Stated]]] = defaultdict(list)
        for stated in found:
            fit, passage, _ = stated
            for slot in self._numbered & fit.values.keys() if passage.kind == "table" else ():
                low, _, high = fit.values[slot].partition("-")
                about = fit._replace(values={**fit.values, slot: ""}).key
                rows[(*about, passage.section, fit.number.code)].append((int(low), int(high or low), slot, stated))
        for row in rows.values():
            yield from _joined(sorted(row, key=lambda part: part[0]))

    def _stated(self) -> Iterator[Stated]:
        found = ((clause, fits) for (clause, _), fits in zip(self._scored, self._fitted, strict=True))
        for _, group in groupby(found, key=lambda pair: (pair[0].passage.seq, pair[0].is_cell or pair[0].tokens)):
            fits = [(fit, clause) for clause, fitted in group for fit in fitted]
            for fit, clause in _chosen(fits, self._settings):
                for each in fit.each():
                    yield each, clause.passage, clause.tokens[fit.number.end - 1]

    def fitted(self) -> Iterator[tuple[Clause, Scoring, tuple[Fit, ...]]]:
        """Every clause with all that its numbers may state, however badly it fits."""
        for (clause, scoring), fits in zip(self._scored, self._fitted, strict=True):
            yield clause, scoring, fits

    def restated(self, found: Sequence[ClaimRead]) -> Iterator[Restated]:
        """What labels tell again that lost their condition."""
        return restated(self._scored, (form for form, _ in self._frames), found)

    def beside(self, scoring: Scoring) -> Iterator[str]:
        """What tells that a clause may not speak of the game as it is played."""
        told = {"example": scoring.is_example, "read-out": scoring.is_read_out}
        yield from (what for what, is_so in told.items() if is_so)
        yield from scoring.under(UNREAD) | scoring.contrasts()
        if scoring.said(self._named):
            yield "somebody"

    def told_of_others(self) -> frozenset[tuple[int, int]]:
        """Passage and end of each token in sentences of another printing, of history, of what is asked or reckoned."""
        return frozenset(
            (clause.passage.seq, token.end)
            for clause, scoring in self._scored
            for at, token in enumerate(clause.tokens)
            if scoring.is_told_of_others(at) or scoring.is_read_out or self._is_reckoned(scoring)
        )

    def _is_reckoned(self, scoring: Scoring) -> bool:
        """Whether it is reckoned what somebody has by a rule of their own: “so Anna keeps eight cards”."""
        return bool(scoring.said([THUS, EXTRA]) and scoring.said(self._named))

    def told_of_variants(self) -> frozenset[tuple[int, int]]:
        """Passage and end of every token that a lead-in, a label or the head of a table says is of variants."""
        return frozenset(
            (clause.passage.seq, token.end)
            for clause, scoring in self._scored
            if VARIANT in scoring.under([VARIANT])
            for token in clause.tokens
        )

    def _fits(self, clause: Clause, scoring: Scoring) -> Iterator[Fit]:
        """What the numbers of a clause may state; one that names somebody tells of them alone."""
        if clause.passage.kind == "example" or scoring.is_example or scoring.is_of_others or scoring.is_read_out:
            return
        # On a sheet of variants its title says so, which tells nothing else of what stands below it.
        unread = scoring.under(UNREAD) | scoring.contrasts() | self._titled[clause.passage.section] & {VARIANT}
        people = scoring.said(self._named)
        for (form, frame), terms in zip(self._frames, self._terms, strict=True):
            if unread <= frame.terms and people <= terms and scoring.may_state(frame):
                fits = scoring.fits(form, frame)
                yield from (fit for fit in fits if not scoring.is_told_of_others(fit.number.start))


def _completed(read: Sequence[Clause], vocabulary: Vocabulary) -> Iterator[Clause]:
    """The clauses; items of a list without numbers together with a lead-in that has one: “two levels: / the keys”.

    A lead-in that tells how many items there are has no number for them.
    """
    items: dict[int, list[Clause]] = defaultdict(list)
    for clause in read:
        if (lead := _lead(clause)) and lead.passage and not clause.is_cell:
            items[lead.passage.seq].append(clause)
    for clause in read:
        lead = _lead(clause)
        listed = items[lead.passage.seq] if lead and lead.passage and not clause.is_cell else []
        signs = vocabulary.signs(lead.tokens) if lead and listed else Signs()
        is_list = bool(signs.numbers) and not any(vocabulary.signs(item.tokens, item.gaps).numbers for item in listed)
        count = len({item.passage.seq for item in listed})
        is_count = count > 1 and any(n.value == str(count) and n.end not in signs.measured for n in signs.numbers)
        yield clause.led(lead) if lead and is_list and not is_count else clause


def _lead(clause: Clause) -> Layer | None:
    return next((layer for layer in clause.above if layer.kind == "lead" and layer.passage), None)


def asides(section: str, words: CueWords) -> set[str]:
    """Whether the headings of a section are of examples, of variants, or both."""
    tokens = list(tokenise(section))
    return {role for at in range(len(tokens)) for role in words.ideas_at(tokens, at)}.intersection(UNREAD)


def _place(fit: Fit, clause: Clause) -> int:
    return clause.tokens[fit.number.start].start


def _joined(row: Sequence[tuple[int, int, str, Stated]]) -> Iterator[Stated]:
    """One claim for each run of neighbouring ranges."""
    begin = 0
    for at in range(1, len(row) + 1):
        if at == len(row) or row[at][0] != row[at - 1][1] + 1:
            low, high, slot, (fit, passage, token) = row[begin][0], *row[at - 1][1:]
            if at - begin > 1:
                yield fit._replace(values={**fit.values, slot: f"{low}-{high}"}), passage, token
            begin = at


def _chosen(fits: Sequence[tuple[Fit, Clause]], settings: FrameSettings) -> Iterator[tuple[Fit, Clause]]:
    """The best claim for each number and the best number for each claim; where two are alike, none.

    A range is the exception: it states both its ends.
    """
    counted = {fit.key for fit, _ in fits if fit.is_figure and fit.score >= settings.least}
    # “[target], 2, 3”: the numbers say more than the sign beside them.
    left = [pair for pair in fits if pair[0].is_figure or pair[0].key not in counted]
    left.sort(key=lambda pair: -pair[0].score)
    taken: set[int] = set()
    stated: set[tuple[str, str]] = set()
    for fit, clause in left:
        place, key = _place(fit, clause), fit.key
        if fit.score < settings.least:
            return
        if key in stated:
            continue
        is_end = fit.form.value in ("{low}", "{high}")
        is_rivalled = any(
            _place(other, its) == place
            and other.key != fit.key
            and other.key not in stated
            and other.score > fit.score - settings.margin
            for other, its in left
        )
        is_free = is_end or (place not in taken and not is_rivalled)
        taken.add(place)
        if is_free:
            stated.add(key)
            yield fit, clause
