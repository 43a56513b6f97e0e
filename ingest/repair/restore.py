"""Restores text whose accented letters were destroyed: pieces, candidates, and the choice by context."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field

from ingest.repair.candidates import PLAIN_WORD, Candidate, Finder, Vocabulary
from ingest.repair.channel import Channel, Prior, in_capitals
from ingest.repair.context import BOUNDARY, NUMBER, Context, DocumentContext
from ingest.repair.letters import THIN
from ingest.repair.wordlist import WordList

ROUNDS = 3
"""Each round knows the document better: its words, its pairs, and what its damage does."""
FREQUENCY_WEIGHT = 0.85
CONTEXT_WEIGHT = 0.65
UNKNOWN = 4.0
"""Cost of a word that no list has, as it stands, beside the cost of its spelling."""
UNKNOWN_LETTER = 2.2
"""Foreign words are spelt strangely: a letter costs at most this on the average."""
NAME = -3.0
"""Added where it looks like a name: a capital and nothing odd."""
LONE_SIGN = 5.0
"""Cost of a sign that stands alone, as it is."""
SOFTNESS = 2.0
"""How much less sure than its costs say a doubtful reading counts as a witness for the next round."""
LEFT_OVER = 2.5
"""A sign beside a word that is left standing."""
THREE_WORDS = 12
"""So many signs may be three words run together."""
HOPELESS = 7.0
"""Readings that cost so much more than the best are not weighed against the neighbours."""
ODD_SIGN = 3.0
"""Added for each sign that no word has."""
SWALLOWED_SPACE = 2.0
SWALLOWED_BY_PLAIN = 8.0
"""Added where the space follows a plain letter: boxes swallow spaces, letters hardly do."""
MOST = 6
"""Readings kept for one place of the text."""
SURE = 2.5
"""A lead from which a reading may teach the next round."""

LIKELY = 1.0
"""A lead from which a reading counts as a witness for its words."""
_NUMBER_COST = 5.0
_SINGLE = math.log(1.5e-3)
"""A single letter this frequent is a word."""
_CHUNK = re.compile(r"[^\s/]{3,}(?=/)|\S+")
HARD = ".,;:!?…\"“”„‚‘’»«–—'-®©™•*"
"""Punctuation that ends a word."""
SOFT = "()[]{}|<>/\\@&%$#=+~^_¢£€§¥"
"""Signs that end a word, or are what became of a letter."""
_NUMBER = re.compile(r"[\d.,:/×x+−–-]*\d[\d.,:/×x+−–-]*\.?")


Cut = tuple[tuple[int, int], tuple[str, ...]]
"""A stretch of a chunk and the pieces it falls into, each of which may be a word."""


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
    shares: tuple[tuple[tuple[str, ...], float], ...]
    """The likely readings' words, each with its chance."""


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
        self._vocabulary = Vocabulary(self.words, self.domain)
        self._context = DocumentContext(self.context)
        singles = (letter for letter in self.words.letters.bases if (self.words.log_of(letter) or -99) > _SINGLE)
        self._lone = frozenset(singles)
        self.learnt: dict[str, float] = {}

    def restore(self, texts: Sequence[str]) -> list[list[Choice]]:
        """For each text, what was chosen for each of its chunks."""
        choices: list[list[Choice]] = []
        cuts = {chunk: self._cuts(chunk) for chunk in sorted({c for text in texts for c in _CHUNK.findall(text)})}
        pieces = {piece for ways in cuts.values() for _, parts in ways for piece in parts}
        finder = Finder(sorted(p for p in pieces if not self._certain(p)), self.words)
        for round_ in range(ROUNDS):
            readings = self._readings(cuts, finder)
            choices = [self._choose(text, readings) for text in texts]
            if round_ < ROUNDS - 1:
                self._learn(choices)
        return choices

    def _learn(self, choices: Iterable[Sequence[Choice]]) -> None:
        """Let what was read teach: what is sure the damage and the pairs, all of it the words."""
        counts: defaultdict[str, float] = defaultdict(float)
        pairs: Counter[tuple[str, str]] = Counter()
        texts: list[list[str]] = []
        for chosen in choices:
            tokens: list[str] = []
            for choice in chosen:
                is_sure = choice.lead >= SURE
                tokens += choice.reading.words if is_sure else (BOUNDARY,)
                if is_sure:
                    pairs.update(zip(choice.reading.pieces, choice.reading.words, strict=False))
                for words, share in choice.shares if choice.lead >= LIKELY or is_sure else ():
                    for word in words:
                        counts[word] += share
            texts.append([*tokens, BOUNDARY])
        self.channel.learn({(p, w): n for (p, w), n in pairs.items() if len(p) > 2 and w[0].isalpha()})
        own = {w: n for w, n in counts.items() if len(w) > 1 and n > 0.05 and self._vocabulary.id_of(w) is not None}
        scale = (sum(self.domain.values()) or 1.0) / (sum(own.values()) or 1.0)
        merged = dict(self.domain)
        for word, n in own.items():
            merged[word] = merged.get(word, 0.0) + n * scale
        self.learnt = dict(own)
        self._vocabulary.weigh(merged)
        self._context = DocumentContext(self.context, texts)

    def _readings(self, cuts: Mapping[str, Sequence[Cut]], finder: Finder) -> dict[str, tuple[Reading, ...]]:
        found = finder.find(self._vocabulary, self.channel, FREQUENCY_WEIGHT)
        for ways in cuts.values():
            for _, parts in ways:
                for piece in parts:
                    if piece not in found:
                        found[piece] = self._certain(piece) or []
        return {chunk: self._assembled(chunk, ways, found) for chunk, ways in cuts.items()}

    def _certain(self, piece: str) -> list[Candidate] | None:
        """The piece itself where it is a frequent word and nothing about it is odd."""
        small = piece.lower()
        if not piece.isalpha() or piece[1:] != small[1:]:
            return None
        log = self._vocabulary.log_of(small)
        if log is None or log < (_SINGLE if len(piece) == 1 else PLAIN_WORD):
            return None
        return [Candidate(small, -FREQUENCY_WEIGHT * log, 0.0)]

    def _cuts(self, chunk: str) -> list[Cut]:
        """Ways to cut a chunk into pieces that may be words."""
        cuts: list[Cut] = []
        if len(chunk.strip(HARD)) == 1 and self._lone:
            start, end = _inner(chunk, HARD)
            return [((start, end), (chunk[start:end],))]
        if _NUMBER.fullmatch(chunk.strip(HARD + SOFT)) or not any(map(str.isalnum, chunk)):
            return cuts
        for start, end in dict.fromkeys([_inner(chunk, HARD), _inner(chunk, HARD + SOFT)]):
            core = chunk[start:end]
            if not core:
                continue
            cuts.append(((start, end), (core,)))
            if self._certain(core):
                continue
            points = self._split_points(core)
            cuts += [((start, end), (core[:at], core[at:])) for at in points]
            if len(core) >= THREE_WORDS:
                pairs = ((a, b) for a in points for b in points if a < b - 1 or self._certain(core[a:b]))
                cuts += [((start, end), (core[:a], core[a:b], core[b:])) for a, b in pairs]
        return cuts

    def _split_points(self, core: str) -> list[int]:
        """Where a space may have been swallowed: after a sign or a thin letter, or between a number and a word."""
        points = []
        for at in range(1, len(core)):
            before, rest = core[at - 1], core[at:]
            is_box = not before.isalpha() or before in THIN or before.isupper()
            if at == 1 and not before.isdigit() and not self._lone:
                continue
            if is_box and (len(rest) > 1 or self._certain(rest) or rest.isdigit()):
                points.append(at)
        return points

    def _assembled(
        self, chunk: str, cuts: Sequence[Cut], found: Mapping[str, Sequence[Candidate]]
    ) -> tuple[Reading, ...]:
        """The readings of a chunk, cheapest first, the chunk itself always among them."""
        itself = self._itself(chunk)
        readings = [itself]
        bound = itself.cost
        for span, parts in cuts:
            edge = sum(LEFT_OVER for c in chunk[: span[0]] + chunk[span[1] :] if c in SOFT and c not in "()/")
            width = (MOST, 3, 2)[len(parts) - 1]
            options = [
                found[part][:width] if not part.isdigit() else [Candidate(part, _NUMBER_COST, 0.0)] for part in parts
            ]
            if not all(options) or sum(o[0].cost for o in options) > bound + HOPELESS:
                continue
            ways: list[tuple[tuple[str, ...], float]] = [((), edge)]
            for words in options:
                ways = [self._joined(done, cost, word) for done, cost in ways for word in words]
            readings += [Reading(words, cost, span, parts) for words, cost in ways]
            bound = min(bound, *(cost for _, cost in ways))
        readings.sort(key=lambda r: r.cost)
        best: dict[tuple[tuple[int, int], tuple[str, ...]], Reading] = {}
        for reading in readings:
            if reading.cost <= readings[0].cost + HOPELESS:
                best.setdefault((reading.span, reading.words), reading)
        kept = list(best.values())[:MOST]
        return tuple(kept if itself in kept else [*kept, itself])

    def _joined(self, done: tuple[str, ...], cost: float, word: Candidate) -> tuple[tuple[str, ...], float]:
        """One more word after those already read, with the space between them."""
        if not done:
            return (word.word,), cost + word.cost
        space = _space(done[-1], self.words) - CONTEXT_WEIGHT * self._context.link(done[-1], word.word)
        return (*done, word.word), cost + word.cost + space

    def _itself(self, chunk: str) -> Reading:
        """The chunk left as it is."""
        start, end = _inner(chunk, HARD + SOFT)
        core = chunk[start:end] or chunk
        if _NUMBER.fullmatch(core):
            return Reading((NUMBER,), _NUMBER_COST, (0, len(chunk)), is_change=False)
        if not any(map(str.isalnum, core)):
            return Reading((BOUNDARY,), LONE_SIGN, (0, len(chunk)), is_change=False)
        small = core.lower()
        log = self._vocabulary.log_of(small)
        odd = self._odd_signs(chunk, start, end)
        if log is not None and not odd:
            cost = -FREQUENCY_WEIGHT * log
        else:
            is_name = core[0].isupper() and len(core) > 2 and not odd
            spelling = min(self.words.spelling_cost(small), UNKNOWN_LETTER * len(small) + UNKNOWN)
            cost = UNKNOWN + spelling + (NAME if is_name else 0.0) + ODD_SIGN * odd
        return Reading((small,), cost, (0, len(chunk)), is_change=False)

    def _odd_signs(self, chunk: str, start: int, end: int) -> float:
        """How many signs of a chunk no word has; the chunk's core lies from start to end."""
        core = chunk[start:end] or chunk
        if in_capitals(core):
            odd = float(sum(not c.isalpha() for c in core))
        else:
            odd = float(
                sum(not c.isalpha() and c not in "'’-" or (c.isupper() and at > 0) for at, c in enumerate(core))
            )
            odd += len(core) > 1 and core[0].isupper() and self.channel.is_box(core[0])
        odd += len(core) == 1 and core.isalpha() and not self._certain(core)
        return odd + sum(c in SOFT and c not in "()/" for c in chunk[:start] + chunk[end:]) / 2

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
            return Choice(place, chosen, math.inf, None, ((chosen.words, 1.0),))
        link = self._context.link
        left = BOUNDARY
        if at and not _ends_sentence(places[at - 1].text):
            left = places[at - 1].readings[row[at - 1]].words[-1]
        right = BOUNDARY
        if at + 1 < len(places) and not _ends_sentence(place.text):
            right = places[at + 1].readings[row[at + 1]].words[0]
        total = [r.cost - CONTEXT_WEIGHT * (link(left, r.words[0]) + link(r.words[-1], right)) for r in place.readings]
        shares = _shares(place.readings, total, chosen, self.words.letters.bases)
        others = [i for i, r in enumerate(place.readings) if i != row[at] and r.words != chosen.words]
        if not others:
            return Choice(place, chosen, math.inf, None, shares)
        second = min(others, key=total.__getitem__)
        return Choice(place, chosen, total[second] - total[row[at]], place.readings[second], shares)


def _shares(
    readings: Sequence[Reading], total: Sequence[float], chosen: Reading, accented: Container[str]
) -> tuple[tuple[tuple[str, ...], float], ...]:
    """Chances of the chosen words and of those that differ from them in accents alone."""
    form = _form(chosen.words, accented)
    alike = [(r, cost) for r, cost in zip(readings, total, strict=True) if _form(r.words, accented) == form]
    least = min(cost for _, cost in alike)
    chances = [math.exp((least - cost) / SOFTNESS) for _, cost in alike]
    return tuple((r.words, c / sum(chances)) for (r, _), c in zip(alike, chances, strict=True))


def _form(words: tuple[str, ...], accented: Container[str]) -> str:
    return "".join("*" if letter in accented else letter for letter in " ".join(words))


def _space(left: str, words: WordList) -> float:
    is_box = left[-1] in words.letters.bases or left[-1].isdigit()
    return SWALLOWED_SPACE + (0.0 if is_box else SWALLOWED_BY_PLAIN)


def _inner(chunk: str, edges: str) -> tuple[int, int]:
    start, end = 0, len(chunk)
    while start < end and chunk[start] in edges:
        start += 1
    while end > start and chunk[end - 1] in edges:
        end -= 1
    return start, end


def _ends_sentence(chunk: str) -> bool:
    return chunk.rstrip(")\"”“'")[-1:] in (".", "!", "?", ":", ";")
