"""Restores text whose accented letters were destroyed: in rounds, each knowing the document better than the last."""

import gc
from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field

from ingest.repair.candidates import PLAIN_WORD, SINGLE, Candidate, Finder, Vocabulary
from ingest.repair.channel import Channel, Prior, in_capitals
from ingest.repair.context import BOUNDARY, NUMBER, Context, DocumentContext
from ingest.repair.pieces import HARD, HARMLESS, SOFT, Cut, chunks_of, inner, is_number, split_cuts, whole_cuts
from ingest.repair.weigh import CONTEXT_WEIGHT, Chunk, Guess, Verdict, cheapest, cheapest_row
from ingest.repair.wordlist import WordList

ROUNDS = 3
"""The first reads each word by itself, the second puts back spaces and weighs neighbours, the third does so again."""
FREQUENCY_WEIGHT = 0.85
UNKNOWN = 4.0
"""Cost of a word that no list has, as it stands, beside the cost of its spelling."""
UNKNOWN_LETTER = 2.2
"""Foreign words are spelt strangely: a letter costs at most this on the average."""
NAME = -3.0
"""Added where it looks like a name: a capital and nothing odd."""
NUMBER_COST = 5.0
LONE_SIGN, LONE_BOX = 5.0, 9.0
"""Cost of a sign that stands alone, as it is, and of one that is known to stand for letters."""
LEFT_OVER, LEFT_OVER_BOX = 2.5, 6.0
"""Cost of a sign beside a word that is left standing, and of one that is known to stand for letters."""
REPEATED, REPEATED_COST, ORDINARY = 4, -5.0, 5.5
"""An unknown word that is read the same so many times, spelt without any letter dearer than this, is cheaper."""
HOPELESS = 7.0
"""Guesses that cost so much more than the best are not weighed against the neighbours."""
ODD_SIGN = 3.0
"""Added for each sign that no word has."""
SWALLOWED_SPACE = 2.0
SWALLOWED_BY_PLAIN = 8.0
"""Added where the space follows a plain letter: boxes swallow spaces, letters hardly do."""
MOST = 6
"""Guesses kept for one chunk of the text."""
SURE = 2.5
"""A lead from which a guess may teach the next round."""
LIKELY = 1.0
"""A lead from which a guess counts as a witness for its words."""
SETTLED, SETTLED_LETTER = 1.0, 0.45
"""Damage up to this, and this much for each letter, is explained by one word: no space is sought in it."""
WITNESS = 0.05
COUNTS, SHORTEST_COUNTED = frozenset("123456789"), 4
"""Digits that count what they stand before, and signs of a digit and a word that are fewer than any of these are."""

Guesses = Mapping[str, tuple[Guess, ...]]


@dataclass
class Restorer:
    """Restores texts of one kind of damage together, so that they teach each other."""

    words: WordList
    prior: Prior
    context: Context
    domain: Mapping[str, float]
    learnt: dict[str, float] = field(default_factory=dict)
    """Words of the texts, and how often they were read."""

    def __post_init__(self) -> None:
        self.channel = Channel(self.words.alphabet, self.prior)
        self._vocabulary = Vocabulary(self.words, self.domain)
        self._context = DocumentContext(self.context)
        singles = (letter for letter in self.words.alphabet.bases if (self.words.log_of(letter) or -99.0) > SINGLE)
        self._lone = frozenset(singles)
        self._repeated: set[str] = set()

    def restore(self, texts: Sequence[str]) -> list[list[Verdict]]:
        """For each text, what was chosen for each of its chunks."""
        chunks = [chunks_of(text) for text in texts]
        cuts = {c: whole_cuts(c, bool(self._lone)) for c in sorted({c for row in chunks for _, c in row})}
        finders = [self._finder(cuts.values(), frozenset())]
        repeated = Counter(chunk.strip(HARD + SOFT) for row in chunks for _, chunk in row)
        self._repeated = {c for c, n in repeated.items() if n >= REPEATED and c.isalpha() and c[1:].islower()}
        verdicts: list[list[Verdict]] = []
        with _no_collection():
            for round_ in range(ROUNDS):
                guesses = self._guesses(cuts, finders)
                rows = [[Chunk(start, chunk, guesses[chunk]) for start, chunk in row] for row in chunks]
                if round_ == 0:
                    verdicts = [cheapest(row) for row in rows]
                else:
                    verdicts = [cheapest_row(row, self._context, self.words.alphabet.bases) for row in rows]
                if round_ < ROUNDS - 1:
                    self._learn(verdicts)
                if round_ == 0:
                    cuts = self._split(cuts, guesses)
                    is_open = {c for c, found in guesses.items() if not self._is_settled(found[0])}
                    settled = {p for c, ways in cuts.items() if c not in is_open for _, parts in ways for p in parts}
                    finders[0].narrow(settled)
                    finders.append(self._finder(cuts.values(), settled))
        return verdicts

    def _finder(self, ways: Iterable[Sequence[Cut]], known: Container[str]) -> Finder:
        pieces = {piece for cuts in ways for _, parts in cuts for piece in parts if not piece.isdigit() or self._lone}
        unknown = sorted(p for p in pieces if p not in known and not self._certain(p))
        return Finder(unknown, self.words, self.channel.boxes())

    def _split(self, cuts: Mapping[str, list[Cut]], guesses: Guesses) -> dict[str, list[Cut]]:
        """The cuts, with ways to split the chunks that no single word explains."""
        least = 1 if self._lone else 2
        added = dict(cuts)
        for chunk, ways in cuts.items():
            if not self._is_settled(guesses[chunk][0]):
                added[chunk] = ways + [
                    cut
                    for whole in ways
                    for cut in split_cuts(whole, self.channel.is_box, lambda p: bool(self._certain(p)), least)
                ]
        return added

    def _is_settled(self, best: Guess) -> bool:
        if not best.is_change or _has_digit_to_spare(best):
            return False
        damage = best.cost + FREQUENCY_WEIGHT * (self._vocabulary.log_of(best.words[0]) or 0.0)
        return damage <= SETTLED + SETTLED_LETTER * len(best.pieces[0])

    def _learn(self, verdicts: Iterable[Sequence[Verdict]]) -> None:
        """Let what was read teach: what is sure the damage and the pairs, what is likely the words."""
        counts: defaultdict[str, float] = defaultdict(float)
        pairs: Counter[tuple[str, str]] = Counter()
        texts: list[list[str]] = []
        for chosen in verdicts:
            tokens: list[str] = []
            for verdict in chosen:
                is_sure = verdict.lead >= SURE
                tokens += verdict.guess.words if is_sure else (BOUNDARY,)
                if is_sure:
                    pairs.update(zip(verdict.guess.pieces, verdict.guess.words, strict=False))
                if verdict.lead >= LIKELY:
                    for words, share in verdict.shares:
                        for word in words:
                            counts[word] += share
            texts.append([*tokens, BOUNDARY])
        self.channel.learn({(p, w): n for (p, w), n in pairs.items() if len(p) > 2 and w[0].isalpha()})
        known = self._vocabulary.id_of
        self.learnt = {w: n for w, n in counts.items() if len(w) > 1 and n > WITNESS and known(w) is not None}
        scale = (sum(self.domain.values()) or 1.0) / (sum(self.learnt.values()) or 1.0)
        merged = dict(self.domain)
        for word, n in self.learnt.items():
            merged[word] = merged.get(word, 0.0) + n * scale
        self._vocabulary.weigh(merged)
        self._context = DocumentContext(self.context, texts)

    def _guesses(self, cuts: Mapping[str, Sequence[Cut]], finders: Iterable[Finder]) -> Guesses:
        found: dict[str, list[Candidate]] = {}
        for finder in finders:
            found |= finder.find(self._vocabulary, self.channel, FREQUENCY_WEIGHT)
        for ways in cuts.values():
            for _, parts in ways:
                for piece in parts:
                    if piece not in found:
                        found[piece] = self._certain(piece) or [Candidate(piece, NUMBER_COST)]
        return {chunk: self._assembled(chunk, ways, found) for chunk, ways in cuts.items()}

    def _certain(self, piece: str) -> list[Candidate] | None:
        """The piece itself where it is a frequent word and nothing about it is odd."""
        small = piece.lower()
        if not piece.isalpha() or piece[1:] != small[1:] or (len(piece) == 1 and piece != small and self._lone):
            return None
        log = self._vocabulary.log_of(small)
        if log is None or log < (SINGLE if len(piece) == 1 else PLAIN_WORD):
            return None
        return [Candidate(small, -FREQUENCY_WEIGHT * log)]

    def _assembled(
        self, chunk: str, cuts: Sequence[Cut], found: Mapping[str, Sequence[Candidate]]
    ) -> tuple[Guess, ...]:
        """The guesses of a chunk, cheapest first, the chunk itself always among them."""
        itself = self._itself(chunk)
        if not cuts:
            return (itself,)
        guesses = [itself]
        bound = itself.cost
        for span, parts in cuts:
            edge = sum(map(self._left_over, chunk[: span[0]] + chunk[span[1] :]))
            options = [found[part][: (MOST, 3, 2)[len(parts) - 1]] for part in parts]
            if len(parts) == 1 and len(parts[0]) == 1 and self._lone:
                options = [[c for c in found[parts[0]] if c.word in self._lone]]
            if not all(options) or sum(o[0].cost for o in options) > bound + HOPELESS:
                continue
            ways: list[tuple[tuple[str, ...], float]] = [((), edge)]
            for words in options:
                ways = [self._joined(done, cost, word) for done, cost in ways for word in words]
            guesses += [Guess(words, cost, span, parts) for words, cost in ways]
            bound = min(bound, *(cost for _, cost in ways))
        counted = {(r.span, r.words[1:]) for r in guesses if len(r.words) == 2 and r.words[0] in COUNTS}
        guesses = [r for r in guesses if not (_has_digit_to_spare(r) and (r.span, r.words) in counted)]
        bound = min(guess.cost for guess in guesses)
        best: dict[tuple[tuple[int, int], tuple[str, ...]], Guess] = {}
        for guess in sorted(guesses, key=lambda r: r.cost):
            if guess.cost <= bound + HOPELESS and len(best) < MOST:
                best.setdefault((guess.span, guess.words), guess)
        kept = list(best.values())
        return tuple(kept if itself in kept else [*kept, itself])

    def _left_over(self, sign: str) -> float:
        if sign not in SOFT or sign in HARMLESS:
            return 0.0
        return LEFT_OVER_BOX if self.channel.is_box(sign) else LEFT_OVER

    def _joined(self, done: tuple[str, ...], cost: float, word: Candidate) -> tuple[tuple[str, ...], float]:
        """One more word after those already read, with the space between them."""
        if not done:
            return (word.word,), cost + word.cost
        last = done[-1]
        is_box = last[-1] in self.words.alphabet.bases or last[-1].isdigit()
        space = SWALLOWED_SPACE + (0.0 if is_box else SWALLOWED_BY_PLAIN)
        return (*done, word.word), cost + word.cost + space - CONTEXT_WEIGHT * self._context.link(last, word.word)

    def _itself(self, chunk: str) -> Guess:
        """The chunk left as it is."""
        start, end = inner(chunk, HARD + SOFT)
        core = chunk[start:end] or chunk
        whole = (0, len(chunk))
        if is_number(core):
            return Guess((NUMBER,), NUMBER_COST, whole, is_change=False)
        if not any(map(str.isalnum, core)):
            cost = LONE_BOX if self._lone and any(map(self.channel.is_box, core)) else LONE_SIGN
            return Guess((BOUNDARY,), cost, whole, is_change=False)
        small = core.lower()
        log = self._vocabulary.log_of(small)
        odd = self._odd_signs(chunk, start, end)
        if log is not None and not odd:
            return Guess((small,), -FREQUENCY_WEIGHT * log, whole, is_change=False)
        is_name = core[0].isupper() and (len(core) > 2 or core.isupper()) and not odd
        spelling = min(self.words.spelling_cost(small), UNKNOWN_LETTER * len(small) + UNKNOWN)
        cost = UNKNOWN + spelling + (NAME if is_name else 0.0) + ODD_SIGN * odd
        if core in self._repeated and not odd and self.words.strangest(small) < ORDINARY:
            cost += REPEATED_COST
        return Guess((small,), cost, whole, is_change=False)

    def _odd_signs(self, chunk: str, start: int, end: int) -> float:
        """How many signs of a chunk no word has; the chunk's core lies from start to end."""
        core = chunk[start:end] or chunk
        if in_capitals(core):
            odd = float(sum(not c.isalpha() for c in core))
        else:
            is_short = core.isupper()
            inside = (
                (not c.isalpha() and c not in "'’-") or (c.isupper() and at > 0 and not is_short)
                for at, c in enumerate(core)
            )
            odd = float(sum(inside))
            odd += len(core) > 1 and core[0].isupper() and self.channel.is_box(core[0])
        odd += 2 * (len(core) == 1 and core.isalpha() and not self._certain(core))
        return odd + sum(c in SOFT and c not in HARMLESS for c in chunk[:start] + chunk[end:]) / 2


def _has_digit_to_spare(guess: Guess) -> bool:
    """Whether a word was read of what has a digit before it that no letter of the word needs: a count, glued on."""
    if len(guess.pieces) != 1 or len(guess.words) != 1:
        return False
    piece, word = guess.pieces[0], guess.words[0]
    return len(piece) == len(word) + 1 > SHORTEST_COUNTED and piece[0] in COUNTS


@contextmanager
def _no_collection() -> Iterator[None]:
    """Guesses are made by the hundred thousand and hold no circles: looking for some takes a quarter of the time."""
    was_enabled = gc.isenabled()
    gc.disable()
    try:
        yield
    finally:
        if was_enabled:
            gc.enable()
