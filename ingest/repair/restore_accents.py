"""Restores text whose accented letters were destroyed: in rounds, each knowing the document better than the last."""

from collections import Counter, defaultdict
from collections.abc import Container, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial

from ingest.no_collection import no_collection
from ingest.repair.candidates import Candidate, CandidateSettings, Finder, Vocabulary
from ingest.repair.channel import Channel, ChannelSettings, Prior, in_capitals
from ingest.repair.context import BOUNDARY, NUMBER, Context, DocumentContext
from ingest.repair.evidence import Evidence, EvidenceSettings
from ingest.repair.pieces import (
    HARD,
    HARMLESS,
    SOFT,
    Cut,
    PieceSettings,
    chunks_of,
    inner,
    is_number,
    split_cuts,
    whole_cuts,
)
from ingest.repair.weigh import Chunk, Guess, Verdict, WeighSettings, cheapest, cheapest_row
from ingest.repair.wordlist import WordList
from schema.folding import fold

COUNTS, SHORTEST_COUNTED = frozenset("123456789"), 4
"""Digits that count what they stand before, and signs of a digit and a word that are fewer than any of these are."""

JOINTS = "-'’"
"""Signs within words that are no damage."""

Guesses = Mapping[str, tuple[Guess, ...]]


@dataclass(frozen=True, slots=True)
class RestoreSettings:
    """What guesses cost, and when they are believed.

    Chosen by hand; benchmarks/repair.py measures them on text that was damaged on purpose.
    """

    rounds: int = 3
    """The first reads words by themselves, the second puts back spaces and weighs neighbours, and so does the third."""
    frequency_weight: float = 0.85
    """How much the frequency of a word counts against the damage it explains."""
    unknown: float = 4.0
    """Cost of a word that no list has, as it stands, beside the cost of its spelling."""
    unknown_letter: float = 2.2
    """Foreign words are spelt strangely: a letter costs at most this on the average."""
    name: float = -3.0
    """Added where it looks like a name: a capital and nothing odd."""
    number_cost: float = 5.0
    """Cost of a number as it stands."""
    lone_sign: float = 5.0
    """Cost of a sign that stands alone, as it is."""
    lone_box: float = 9.0
    """The same for one that is known to stand for letters."""
    left_over: float = 2.5
    """Cost of a sign beside a word that is left standing."""
    left_over_box: float = 6.0
    """The same for one that is known to stand for letters."""
    repeated: int = 4
    """So many times an unknown word must be read the same to be cheaper."""
    repeated_cost: float = -5.0
    """What is added to its cost then."""
    ordinary: float = 5.5
    """It must be spelt without any letter dearer than this."""
    hopeless: float = 7.0
    """Guesses that cost so much more than the best are not weighed against the neighbours."""
    odd_sign: float = 3.0
    """Added for each sign that no word has."""
    swallowed_space: float = 2.0
    """Cost of a space put back."""
    swallowed_by_plain: float = 8.0
    """Added where the space follows a plain letter: boxes swallow spaces, letters hardly do."""
    most: int = 6
    """Guesses kept for one chunk of the text."""
    sure: float = 2.5
    """A lead from which a guess may teach the next round."""
    likely: float = 1.0
    """A lead from which a guess counts as a witness for its words."""
    settled: float = 1.0
    """Damage up to this is explained by one word: no space is sought in it."""
    settled_letter: float = 0.45
    """What each letter of the piece adds to that."""
    witness: float = 0.05
    """A word with a smaller chance of having been read is not learnt."""
    evidence: EvidenceSettings = EvidenceSettings()
    candidates: CandidateSettings = CandidateSettings()
    channel: ChannelSettings = ChannelSettings()
    pieces: PieceSettings = PieceSettings()
    weigh: WeighSettings = WeighSettings()


@dataclass
class Restorer:
    """Restores texts of one kind of damage together, so that they teach each other."""

    words: WordList
    prior: Prior
    context: Context
    domain: Mapping[str, float]
    settings: RestoreSettings = RestoreSettings()
    learnt: dict[str, float] = field(default_factory=dict)
    """Words of the texts, and how often they were read."""

    def __post_init__(self) -> None:
        self.channel = Channel(self.words.alphabet, self.prior, self.settings.channel)
        self._vocabulary = Vocabulary(self.words, self.domain, self.settings.candidates)
        self._context = DocumentContext(self.context)
        logs = {letter: self.words.log_of(letter) for letter in self.words.alphabet.bases}
        single = self.settings.candidates.single
        self._lone = frozenset(letter for letter, log in logs.items() if (log or -99.0) > single)
        self._repeated: set[str] = set()
        self._evidence = Evidence(self._is_word, self.words.has_lost_accents, None, self.settings.evidence)

    def restore(self, texts: Sequence[str]) -> list[list[Verdict]]:
        """For each text, what was chosen for each of its chunks."""
        chunks = [chunks_of(text) for text in texts]
        cuts = {c: whole_cuts(c, bool(self._lone)) for c in sorted({c for row in chunks for _, c in row})}
        finders = [self._finder(cuts.values(), frozenset())]
        repeated = Counter(chunk.strip(HARD + SOFT) for row in chunks for _, chunk in row)
        often = (c for c, n in repeated.items() if n >= self.settings.repeated)
        self._repeated = {c for c in often if c.isalpha() and c[1:].islower()}
        verdicts: list[list[Verdict]] = []
        with no_collection():
            for round_ in range(self.settings.rounds):
                guesses = self._guesses(cuts, finders)
                rows = [[Chunk(start, chunk, guesses[chunk]) for start, chunk in row] for row in chunks]
                if round_ == 0:
                    verdicts = [cheapest(row, self.settings.weigh) for row in rows]
                else:
                    accented = self.words.alphabet.bases
                    verdicts = [cheapest_row(row, self._context, accented, self.settings.weigh) for row in rows]
                if round_ < self.settings.rounds - 1:
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
        return Finder(unknown, self.words, self.channel.boxes(), self.settings.candidates)

    def _split(self, cuts: Mapping[str, list[Cut]], guesses: Guesses) -> dict[str, list[Cut]]:
        """The cuts, with ways to split the chunks that no single word explains."""
        split = partial(
            split_cuts,
            is_box=self.channel.is_box,
            is_word=lambda piece: bool(self._certain(piece)),
            least=1 if self._lone else 2,
            settings=self.settings.pieces,
        )
        added = dict(cuts)
        for chunk, ways in cuts.items():
            if not self._is_settled(guesses[chunk][0]):
                added[chunk] = ways + [cut for whole in ways for cut in split(whole)]
        return added

    def _is_settled(self, best: Guess) -> bool:
        if not best.is_change or _has_digit_to_spare(best):
            return False
        damage = best.cost + self.settings.frequency_weight * (self._vocabulary.log_of(best.words[0]) or 0.0)
        return damage <= self.settings.settled + self.settings.settled_letter * len(best.pieces[0])

    def _learn(self, verdicts: Iterable[Sequence[Verdict]]) -> None:
        """Let what was read teach: what is sure the damage and the pairs, what is likely the words."""
        counts: defaultdict[str, float] = defaultdict(float)
        pairs: Counter[tuple[str, str]] = Counter()
        texts: list[list[str]] = []
        for chosen in verdicts:
            tokens: list[str] = []
            for verdict in chosen:
                is_sure = verdict.lead >= self.settings.sure
                tokens += verdict.guess.words if is_sure else (BOUNDARY,)
                if is_sure:
                    pairs.update(zip(verdict.guess.pieces, verdict.guess.words, strict=False))
                if verdict.lead >= self.settings.likely:
                    for words, share in verdict.shares:
                        for word in words:
                            counts[word] += share
            texts.append([*tokens, BOUNDARY])
        self._evidence = replace(self._evidence, is_box=self.channel.is_learnt)
        self.channel.learn({(p, w): n for (p, w), n in pairs.items() if len(p) > 2 and w[0].isalpha()})
        known = self._vocabulary.id_of
        self.learnt = {
            w: n for w, n in counts.items() if len(w) > 1 and n > self.settings.witness and known(w) is not None
        }
        scale = (sum(self.domain.values()) or 1.0) / (sum(self.learnt.values()) or 1.0)
        merged = dict(self.domain)
        for word, n in self.learnt.items():
            merged[word] = merged.get(word, 0.0) + n * scale
        self._vocabulary.weigh(merged)
        self._context = DocumentContext(self.context, texts)

    def _guesses(self, cuts: Mapping[str, Sequence[Cut]], finders: Iterable[Finder]) -> Guesses:
        found: dict[str, list[Candidate]] = {}
        for finder in finders:
            found |= finder.find(self._vocabulary, self.channel, self.settings.frequency_weight)
        for ways in cuts.values():
            for _, parts in ways:
                for piece in parts:
                    if piece not in found:
                        found[piece] = self._certain(piece) or [Candidate(piece, self.settings.number_cost)]
        return {chunk: self._assembled(chunk, ways, found) for chunk, ways in cuts.items()}

    def _certain(self, piece: str) -> list[Candidate] | None:
        """The piece itself where it is a frequent word and nothing about it is odd."""
        small = piece.lower()
        if not piece.isalpha() or piece[1:] != small[1:] or (len(piece) == 1 and piece != small and self._lone):
            return None
        log, known = self._vocabulary.log_of(small), self.settings.candidates
        if log is None or log < (known.single if len(piece) == 1 else known.plain_word):
            return None
        if len(piece) > 1 and self.words.has_lost_accents(small):
            return None
        return [Candidate(small, -self.settings.frequency_weight * log)]

    def _assembled(
        self, chunk: str, cuts: Sequence[Cut], found: Mapping[str, Sequence[Candidate]]
    ) -> tuple[Guess, ...]:
        """The guesses of a chunk, cheapest first, the chunk itself always among them."""
        itself = self._itself(chunk)
        if not cuts or not self._may_change(chunk):
            return (itself,)
        guesses = [itself]
        bound = itself.cost
        for span, parts in cuts:
            edge = sum(map(self._left_over, chunk[: span[0]] + chunk[span[1] :]))
            if any(self._evidence.kept_digits(part) and not part.isdigit() for part in parts):
                continue
            options = [found[part][: (self.settings.most, 3, 2)[len(parts) - 1]] for part in parts]
            if len(parts) == 1 and len(parts[0]) == 1 and self._lone:
                options = [[c for c in found[parts[0]] if c.word in self._lone]]
            if not all(options) or sum(o[0].cost for o in options) > bound + self.settings.hopeless:
                continue
            ways: list[tuple[tuple[str, ...], float]] = [((), edge)]
            for words in options:
                ways = [self._joined(done, cost, word) for done, cost in ways for word in words]
            guesses += [Guess(words, cost, span, parts) for words, cost in ways if self._explains(parts, words)]
            bound = min(bound, *(cost for _, cost in ways))
        counted = {(r.span, r.words[1:]) for r in guesses if len(r.words) == 2 and r.words[0] in COUNTS}
        guesses = [r for r in guesses if not (_has_digit_to_spare(r) and (r.span, r.words) in counted)]
        bound = min(guess.cost for guess in guesses)
        best: dict[tuple[tuple[int, int], tuple[str, ...]], Guess] = {}
        for guess in sorted(guesses, key=lambda r: r.cost):
            if guess.cost <= bound + self.settings.hopeless and len(best) < self.settings.most:
                best.setdefault((guess.span, guess.words), guess)
        kept = list(best.values())
        return tuple(kept if itself in kept else [*kept, itself])

    def _may_change(self, chunk: str) -> bool:
        """Whether there is evidence of damage in a chunk; of a sign alone where it stands for a word of one letter."""
        core = chunk.strip(HARD)
        if len(core) == 1 and self._lone and not core.isdigit() and core.lower() not in self.words.alphabet.codes:
            return self._evidence.is_box is None or self.channel.is_learnt(core, 1)
        return self._evidence.is_in(chunk)

    def _is_word(self, small: str) -> bool:
        log = self._vocabulary.log_of(small)
        if log is None or log < self.settings.candidates.rare or self.words.has_lost_accents(small):
            return False
        is_frequent = log >= self.settings.candidates.plain_word or self.prior.is_exact
        return is_frequent or (self._evidence.is_box is not None and not any(map(self.channel.is_learnt, small)))

    def _explains(self, parts: Sequence[str], words: Sequence[str]) -> bool:
        """Whether reading the parts as these words puts accents right, or only spaces: all else is no such damage."""
        read, true = "".join(parts).lower(), "".join(words)
        if [c for c in read if c in JOINTS] != [c for c in true if c in JOINTS]:
            return False
        if self.prior.is_exact:
            return in_capitals(parts[0]) or (len(words) == 1 and fold(read) == fold(true))
        accents = [sorted(c for c in text if c in self.words.alphabet.bases) for text in (read, true)]
        is_of_game = not read.isalpha() and all(word in self.domain for word in words)
        return accents[0] != accents[1] or read == true or is_of_game

    def _left_over(self, sign: str) -> float:
        if sign not in SOFT or sign in HARMLESS:
            return 0.0
        return self.settings.left_over_box if self.channel.is_box(sign) else self.settings.left_over

    def _joined(self, done: tuple[str, ...], cost: float, word: Candidate) -> tuple[tuple[str, ...], float]:
        """One more word after those already read, with the space between them."""
        if not done:
            return (word.word,), cost + word.cost
        last = done[-1]
        is_box = last[-1] in self.words.alphabet.bases or last[-1].isdigit()
        space = self.settings.swallowed_space + (0.0 if is_box else self.settings.swallowed_by_plain)
        together = self.settings.weigh.context_weight * self._context.link(last, word.word)
        return (*done, word.word), cost + word.cost + space - together

    def _itself(self, chunk: str) -> Guess:
        """The chunk left as it is."""
        costs = self.settings
        start, end = inner(chunk, HARD + SOFT)
        core = chunk[start:end] or chunk
        whole = (0, len(chunk))
        if is_number(core):
            return Guess((NUMBER,), costs.number_cost, whole, is_change=False)
        if not any(map(str.isalnum, core)):
            cost = costs.lone_box if self._lone and any(map(self.channel.is_box, core)) else costs.lone_sign
            return Guess((BOUNDARY,), cost, whole, is_change=False)
        small = core.lower()
        log = self._vocabulary.log_of(small)
        odd = self._odd_signs(chunk, start, end)
        if log is not None and not odd:
            return Guess((small,), -costs.frequency_weight * log, whole, is_change=False)
        is_name = core[0].isupper() and (len(core) > 2 or core.isupper()) and not odd
        spelling = min(self.words.spelling_cost(small), costs.unknown_letter * len(small) + costs.unknown)
        cost = costs.unknown + spelling + (costs.name if is_name else 0.0) + costs.odd_sign * odd
        if core in self._repeated and not odd and self.words.strangest(small) < costs.ordinary:
            cost += costs.repeated_cost
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
