"""Restores text whose accented letters were destroyed: pieces, candidates, and the choice by context."""

import math
import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ingest.repair.candidates import PLAIN_WORD, Candidate, Vocabulary, find_candidates
from ingest.repair.channel import Channel, Prior
from ingest.repair.context import BOUNDARY, NUMBER, Context
from ingest.repair.letters import THIN
from ingest.repair.wordlist import WordList

ROUNDS = 3
"""Each round knows the document better: its words, its pairs, and what its damage does."""
FREQUENCY_WEIGHT = 0.85
CONTEXT_WEIGHT = 0.8
UNKNOWN = 19.0
"""Cost of a word that no list has, as it stands."""
NAME = 15.5
"""The same where it looks like a name: a capital and nothing odd."""
ODD_SIGN = 3.0
"""Added for each sign that no word has."""
SWALLOWED_SPACE = 2.0
SWALLOWED_BY_PLAIN = 4.0
"""Added where the space follows a plain letter: boxes swallow spaces, letters hardly do."""
MOST = 8
"""Readings kept for one place of the text."""
SURE = 2.5
"""A lead from which a reading may teach the next round."""

_CHUNK = re.compile(r"\S+")
HARD = ".,;:!?…\"“”„‚‘’»«–—'-®©™•*"
"""Punctuation that ends a word."""
SOFT = "()[]{}|<>/\\@&%$#=+~^_¢£€§¥"
"""Signs that end a word, or are what became of a letter."""
_NUMBER = re.compile(r"[\d.,:/×x+−–-]*\d[\d.,:/×x+−–-]*\.?")


@dataclass(frozen=True, slots=True)
class Reading:
    """One way to read a place: its words in small letters, and what that costs."""

    words: tuple[str, ...]
    cost: float
    span: tuple[int, int]
    """Where in the chunk they stand; what is outside stays."""
    pieces: tuple[str, ...] = ()
    is_change: bool = True


@dataclass(frozen=True, slots=True)
class Place:
    """A chunk of text between spaces and its readings, cheapest first."""

    start: int
    text: str
    readings: tuple[Reading, ...]


@dataclass(frozen=True, slots=True)
class Choice:
    """What was chosen for a place, how far the next reading is behind, and which it is."""

    place: Place
    reading: Reading
    lead: float
    runner_up: Reading | None


@dataclass
class Restorer:
    """Restores texts of one kind of damage together, so that they teach each other."""

    words: WordList
    prior: Prior
    context: Context
    domain: Mapping[str, float]
    channel: Channel = field(init=False)

    def __post_init__(self) -> None:
        self.channel = Channel(self.words.letters, self.prior)
        self._domain = dict(self.domain)
        self._vocabulary = Vocabulary(self.words, self._domain)
        self._context = self.context

    def restore(self, texts: Sequence[str]) -> list[list[Choice]]:
        """For each text, what was chosen for each of its chunks."""
        choices: list[list[Choice]] = []
        for round_ in range(ROUNDS):
            readings = self._readings({m[0] for text in texts for m in _CHUNK.finditer(text)})
            choices = [self._choose(text, readings) for text in texts]
            if round_ < ROUNDS - 1:
                self._learn(choices)
        return choices

    def _learn(self, choices: Iterable[Sequence[Choice]]) -> None:
        """Let what is sure teach: the damage, the words, the pairs."""
        counts: Counter[str] = Counter()
        pairs: list[tuple[str, str]] = []
        context = self.context.copy()
        for chosen in choices:
            tokens: list[str] = []
            for choice in chosen:
                is_sure = choice.lead >= SURE
                tokens += choice.reading.words if is_sure else (BOUNDARY,)
                if is_sure:
                    counts.update(w for w in choice.reading.words if w[0].isalpha() and len(w) > 1)
                    pairs += zip(choice.reading.pieces, choice.reading.words, strict=False)
            context.add([*tokens, BOUNDARY])
        self.channel.learn((p, w) for p, w in pairs if len(p) > 2)
        total = sum(self.domain.values()) or 1.0
        scale = max(1.0, total) / max(1, sum(counts.values()))
        known = self._vocabulary.id_of
        merged = dict(self.domain)
        for word, n in counts.items():
            if known(word) is not None:
                merged[word] = merged.get(word, 0.0) + n * scale
        self._vocabulary = Vocabulary(self.words, merged)
        self._context = context

    def _readings(self, chunks: Iterable[str]) -> dict[str, tuple[Reading, ...]]:
        cut = {chunk: self._cuts(chunk) for chunk in sorted(chunks)}
        pieces = {piece for cuts in cut.values() for _, parts in cuts for piece in parts}
        certain = {p: c for p in pieces if (c := self._certain(p))}
        found = find_candidates(sorted(pieces - set(certain)), self._vocabulary, self.channel, FREQUENCY_WEIGHT)
        found |= certain
        return {chunk: self._assembled(chunk, cuts, found) for chunk, cuts in cut.items()}

    def _certain(self, piece: str) -> list[Candidate] | None:
        """The piece itself where it is a frequent word and nothing about it is odd."""
        small = piece.lower()
        if not piece.isalpha() or piece[1:] != small[1:]:
            return None
        log = self._vocabulary.log_of(small)
        if log is None or (log < PLAIN_WORD):
            return None
        return [Candidate(small, -FREQUENCY_WEIGHT * log, 0.0)]

    def _cuts(self, chunk: str) -> list[tuple[tuple[int, int], tuple[str, ...]]]:
        """Ways to cut a chunk into pieces that may be words: spans of the chunk and the pieces in it."""
        cuts: list[tuple[tuple[int, int], tuple[str, ...]]] = []
        if _NUMBER.fullmatch(chunk.strip(HARD + SOFT)):
            return cuts
        spans = dict.fromkeys([_inner(chunk, HARD), _inner(chunk, HARD + SOFT)])
        for start, end in spans:
            core = chunk[start:end]
            if not core or not any(c.isalnum() or c in SOFT for c in core):
                continue
            core = _one_case(core)
            cuts.append(((start, end), (core,)))
            if self._certain(core):
                continue
            cuts += [((start, end), (core[:at], core[at:])) for at in self._split_points(core)]
        return cuts

    def _split_points(self, core: str) -> list[int]:
        """Where a space may have been swallowed: after a sign or a thin letter."""
        points = []
        for at in range(2, len(core)):
            before, rest = core[at - 1], core[at:]
            is_box = not before.isalpha() or before in THIN or before.isupper()
            if is_box and (len(rest) > 1 or self._certain(rest) or rest.isdigit()):
                points.append(at)
        return points

    def _assembled(
        self,
        chunk: str,
        cuts: Sequence[tuple[tuple[int, int], tuple[str, ...]]],
        found: Mapping[str, Sequence[Candidate]],
    ) -> tuple[Reading, ...]:
        best: dict[tuple[tuple[int, int], tuple[str, ...]], Reading] = {}
        itself = self._itself(chunk)
        readings = [itself]
        for span, parts in cuts:
            edge = sum(ODD_SIGN / 2 for c in chunk[: span[0]] + chunk[span[1] :] if c in SOFT and c not in "()")
            if len(parts) == 1:
                for c in found[parts[0]]:
                    readings.append(Reading((c.word,), c.cost + edge, span, parts))
            elif parts[1].isdigit():
                for c in found[parts[0]]:
                    readings.append(Reading((c.word, parts[1]), c.cost + edge + 6.0 + _space(c.word, self.words), span, parts))
            else:
                for a in found[parts[0]][:4]:
                    for b in found[parts[1]][:4]:
                        cost = a.cost + b.cost + edge + _space(a.word, self.words)
                        cost -= CONTEXT_WEIGHT * self._context.link(a.word, b.word)
                        readings.append(Reading((a.word, b.word), cost, span, parts))
        readings.sort(key=lambda r: r.cost)
        for reading in readings:
            best.setdefault((reading.span, reading.words), reading)
        kept = list(best.values())[:MOST]
        return tuple(kept if itself in kept else [*kept, itself])

    def _itself(self, chunk: str) -> Reading:
        """The chunk left as it is."""
        start, end = _inner(chunk, HARD + SOFT)
        core = chunk[start:end] or chunk
        if _NUMBER.fullmatch(core):
            return Reading((NUMBER,), 6.0, (0, len(chunk)), is_change=False)
        small = core.lower()
        log = self._vocabulary.log_of(small)
        odd = sum(not c.isalpha() and c not in "'’-" or (c.isupper() and at > 0) for at, c in enumerate(core))
        if core.isupper():
            odd = sum(not c.isalpha() for c in core)
        odd += sum(c in SOFT and c not in "()" for c in chunk[:start] + chunk[end:]) / 2
        if log is not None and not odd:
            cost = -FREQUENCY_WEIGHT * log
        else:
            cost = (NAME if core[0].isupper() and len(core) > 2 else UNKNOWN) + ODD_SIGN * odd
        return Reading((small,), cost, (0, len(chunk)), is_change=False)

    def _choose(self, text: str, readings: Mapping[str, tuple[Reading, ...]]) -> list[Choice]:
        """The cheapest row of readings, neighbours taken into account."""
        places = [Place(m.start(), m[0], readings[m[0]]) for m in _CHUNK.finditer(text)]
        if not places:
            return []
        link = self._context.link
        costs = [r.cost - CONTEXT_WEIGHT * link(BOUNDARY, r.words[0]) for r in places[0].readings]
        back: list[list[int]] = []
        for left, right in zip(places, places[1:], strict=False):
            ends = [(BOUNDARY if _ends_sentence(left.text) else r.words[-1]) for r in left.readings]
            now, came = [], []
            for reading in right.readings:
                word = reading.words[0]
                steps = [c - CONTEXT_WEIGHT * link(e, word) for c, e in zip(costs, ends, strict=True)]
                least = min(range(len(steps)), key=steps.__getitem__)
                now.append(steps[least] + reading.cost)
                came.append(least)
            costs = now
            back.append(came)
        at = min(range(len(costs)), key=costs.__getitem__)
        row = [at]
        for came in reversed(back):
            row.append(came[row[-1]])
        row.reverse()
        return [self._choice(places, row, i) for i in range(len(places))]

    def _choice(self, places: Sequence[Place], row: Sequence[int], at: int) -> Choice:
        place = places[at]
        chosen = place.readings[row[at]]
        if len(place.readings) == 1:
            return Choice(place, chosen, math.inf, None)
        link = self._context.link
        left = BOUNDARY
        if at and not _ends_sentence(places[at - 1].text):
            left = places[at - 1].readings[row[at - 1]].words[-1]
        right = BOUNDARY
        if at + 1 < len(places) and not _ends_sentence(place.text):
            right = places[at + 1].readings[row[at + 1]].words[0]
        total = [r.cost - CONTEXT_WEIGHT * (link(left, r.words[0]) + link(r.words[-1], right)) for r in place.readings]
        others = [i for i, r in enumerate(place.readings) if i != row[at] and r.words != chosen.words]
        if not others:
            return Choice(place, chosen, math.inf, None)
        second = min(others, key=total.__getitem__)
        return Choice(place, chosen, total[second] - total[row[at]], place.readings[second])


def _space(left: str, words: WordList) -> float:
    return SWALLOWED_SPACE + (0.0 if left[-1] in words.letters.bases else SWALLOWED_BY_PLAIN)


def _inner(chunk: str, edges: str) -> tuple[int, int]:
    start, end = 0, len(chunk)
    while start < end and chunk[start] in edges:
        start += 1
    while end > start and chunk[end - 1] in edges:
        end -= 1
    return start, end


def _one_case(core: str) -> str:
    """A word in capitals is compared in small letters."""
    letters = [c for c in core if c.isalpha()]
    return core.lower() if len(letters) > 2 and all(c.isupper() for c in letters) else core


def _ends_sentence(chunk: str) -> bool:
    return chunk.rstrip(")\"”“'")[-1:] in (".", "!", "?", ":", ";")
