"""The words of one language of one game, found again in inflected and slightly misread text."""

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import process
from rapidfuzz.distance import Levenshtein

from schema.folding import fold
from schema.reading import ConceptKey
from schema.tokens import Token, tokenise

PREFIX = 3
"""Letters that a word and its inflected form must share at least."""
SHORT = 5
"""Words up to this length keep all but one of their letters when they are inflected."""
FUZZY_FROM = 6
"""Shorter words are never matched by likeness alone: too many differ by one letter."""
FUZZY_LEAST = 0.8
FUZZY_COST = 6
"""What a fuzzy match loses against an inflected one of the same likeness."""
JOINED_FROM = 12
"""A name of several words whose spaces were lost is looked for in words of at least this length."""
JOINED_LEAST = 0.75
VOWELS = "aeiouy"
ENDING_COST = 3
"""Score lost for each letter of a differing ending."""


@dataclass(frozen=True, slots=True)
class Span:
    """A concept's name found at a place of a text."""

    start: int
    end: int
    concept: ConceptKey
    score: float


UNITS, TENS, HUNDRED = range(1, 10), range(20, 100, 10), 100
"""Of what number words that stand side by side are made."""


class Lexicon:
    """Names of concepts, number words, and the likeness of any word to them."""

    def __init__(
        self,
        names: Mapping[ConceptKey, Sequence[str]],
        numbers: Mapping[str, int] | None = None,
        further_words: Iterable[str] = (),
        joints: Iterable[str] = (),
    ) -> None:
        self.names = names
        self._joints = frozenset(map(fold, joints))
        self.numbers = {fold(w): n for w, n in (numbers or {}).items()}
        self._by_first: dict[str, list[tuple[tuple[str, ...], ConceptKey]]] = defaultdict(list)
        for concept, texts in names.items():
            for text in texts:
                words = tuple(t.folded for t in tokenise(text) if t.kind in ("word", "number", "icon"))
                if words:
                    self._by_first[words[0]].append((words, concept))
        known = {w for entries in self._by_first.values() for words, _ in entries for w in words}
        self._known = known | {fold(w) for w in further_words}
        self._by_prefix: dict[str, list[str]] = defaultdict(list)
        for entry in sorted(self._known):
            self._by_prefix[entry[:PREFIX]].append(entry)
        self._long = [w for w in sorted(self._known) if len(w) >= FUZZY_FROM]
        self._joined = {"".join(words)[:-1]: c for e in self._by_first.values() for words, c in e if len(words) > 1}
        self.alike = lru_cache(maxsize=100_000)(self._alike)
        self.begun = lru_cache(maxsize=100_000)(self._begun)
        self.run_together = lru_cache(maxsize=100_000)(self._run_together)

    def likeness(self, word: str, entry: str) -> float:
        """How surely ``word`` is a form of the known ``entry``, 0 to 100; both folded."""
        return self.alike(word).get(entry, 0.0)

    def number(self, token: Token) -> str | None:
        """The number a token states, in digits or as a number word."""
        if token.kind == "number":
            return token.folded
        value = self.numbers.get(token.folded)
        return None if value is None else str(value)

    def number_at(self, tokens: Sequence[Token], at: int) -> tuple[str, int] | None:
        """The number stated at a place and where it ends; `one hundred and four` is one number, and its `four` none."""
        if tokens[at].kind != "word" or self._word(tokens, at) is None:
            figure = self.number(tokens[at])
            return None if figure is None else (figure, at + 1)
        start = at
        while start and (tokens[start - 1].folded in self._joints or self._word(tokens, start - 1) is not None):
            start -= 1
        while start < at:
            _, start = self._said(tokens, start)
        if start > at:
            return None
        value, end = self._said(tokens, at)
        return str(value), end

    def _said(self, tokens: Sequence[Token], at: int) -> tuple[int, int]:
        """The number that words state from here on, and where it ends: hundreds, tens and units."""
        value = self._word(tokens, at) or 0
        end = at + 1
        if value in UNITS and self._word(tokens, end) == HUNDRED:
            value, end = value * HUNDRED, end + 1
        if value and not value % HUNDRED:
            rest = end + (end < len(tokens) and tokens[end].folded in self._joints)
            if 0 < (self._word(tokens, rest) or 0) < HUNDRED:
                more, end = self._said(tokens, rest)
                value += more
        elif value in TENS and self._word(tokens, end) in UNITS:
            value, end = value + (self._word(tokens, end) or 0), end + 1
        return value, end

    def _word(self, tokens: Sequence[Token], at: int) -> int | None:
        """What a word counts."""
        is_word = at < len(tokens) and tokens[at].kind == "word"
        return self.numbers.get(tokens[at].folded) if is_word else None

    def spans_at(self, tokens: Sequence[Token], start: int) -> list[Span]:
        """Every concept whose name begins at ``start``, longest and surest first."""
        token = tokens[start]
        if token.kind not in ("word", "icon", "number"):
            return []
        best: dict[tuple[int, ConceptKey], float] = {}
        for words, concept, first_score in self.begun(token.folded):
            score = self._score_rest(tokens, start, words, first_score)
            if score > best.get((start + len(words), concept), 0.0):
                best[start + len(words), concept] = score
        joined = self.run_together(token.folded) if not best and len(token.folded) >= JOINED_FROM else None
        if joined:
            best[start + 1, joined[0]] = joined[1]
        if not best:
            return []
        spans = [Span(start, end, concept, score) for (end, concept), score in best.items()]
        return sorted(spans, key=lambda s: (-s.end, -s.score, str(s.concept)))

    def _begun(self, word: str) -> list[tuple[tuple[str, ...], ConceptKey, float]]:
        """The names that may begin with a word, each with how surely it is their first one."""
        alike = self.alike(word).items()
        return [(words, concept, score) for entry, score in alike for words, concept in self._by_first.get(entry, ())]

    def _run_together(self, word: str) -> tuple[ConceptKey, float] | None:
        """The concept whose name of several words, written as one, the word is like but for its ending."""
        near = process.extractOne(
            word[:-1], self._joined.keys(), scorer=Levenshtein.normalized_similarity, score_cutoff=JOINED_LEAST
        )
        if near is None or near[0][:PREFIX] != word[:PREFIX] or len(near[0]) < JOINED_FROM:
            return None
        return self._joined[near[0]], 100 * near[1] - FUZZY_COST

    def _score_rest(self, tokens: Sequence[Token], start: int, words: tuple[str, ...], first: float) -> float:
        if start + len(words) > len(tokens):
            return 0.0
        total = first
        for at, entry in enumerate(words[1:], start + 1):
            score = self.likeness(tokens[at].folded, entry)
            if not score:
                return 0.0
            total += score
        return total / len(words)

    def _alike(self, word: str) -> dict[str, float]:
        found = {e: s for e in self._by_prefix.get(word[:PREFIX], ()) if (s := _inflected(word, e))}
        if word in self._known:
            found[word] = 100.0
        elif len(word) >= FUZZY_FROM and not word.isdigit():
            near = process.extract(
                word, self._long, scorer=Levenshtein.normalized_similarity, score_cutoff=FUZZY_LEAST, limit=5
            )
            for entry, similarity, _ in near:
                found[entry] = max(found.get(entry, 0.0), 100 * similarity - FUZZY_COST)
        return found


def _inflected(word: str, entry: str) -> float:
    """Score of ``word`` as ``entry`` with another ending, 0 when it is not one."""
    forms = {(word, entry), (_without_fleeting_vowel(word), entry), (word, _without_fleeting_vowel(entry))}
    return max(_with_other_ending(one, other) for one, other in forms)


def _with_other_ending(word: str, entry: str) -> float:
    shared = 0
    for a, b in zip(word, entry, strict=False):
        if a != b:
            break
        shared += 1
    lost, gained = len(entry) - shared, len(word) - shared
    most_lost, most_gained = _endings(len(entry))
    if shared < PREFIX or lost > most_lost or gained > most_gained:
        return 0.0
    return 100.0 - ENDING_COST * (lost + gained)


def _without_fleeting_vowel(word: str) -> str:
    """`karet` as `kart`: the e before a last consonant comes and goes in Slavic words."""
    has_one = len(word) > PREFIX + 1 and word[-2] == "e" and word[-1] not in VOWELS and word[-3] not in VOWELS
    return word[:-2] + word[-1] if has_one else word


def _endings(length: int) -> tuple[int, int]:
    """How many letters a word of that length may lose and gain when it is inflected.

    Short words must be found as they stand or in a listed form: `jed` is not `jede`, and `praha` not `právě`.
    """
    if length <= PREFIX:
        return 0, 0
    if length <= SHORT:
        return 1, length - PREFIX
    return (2, 3) if length == SHORT + 1 else (3, 4)
