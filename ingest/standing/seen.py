"""A text with all that tells the standing of its numbers: cues, series, columns and answered questions."""

from collections import Counter, defaultdict
from collections.abc import Iterator, Sequence
from itertools import pairwise

from ingest.standing.columns import beside_columns, read_columns, read_slashed
from ingest.standing.differences import differences
from ingest.standing.labels import read_labels
from ingest.standing.leads import read_leads
from ingest.standing.own import OwnNames, edition_names
from ingest.standing.questions import STEM, Questions
from ingest.standing.text import Piece
from ingest.standing.words import Cue, StandingWords
from ingest.standing.worlds import read_names, read_titles

NEAR = 2
"""A cue with so few pieces between is near."""
DENIED = 4
"""A fault is denied by a “not” at most so many pieces before it."""
GOVERNED = 3
"""“Instead of” speaks of a number at most so many pieces behind it."""
ENDING = 2
"""So many letters may change at the end of a word."""
NOUN = 4
"""So many letters at least has what is counted: shorter words mostly only join."""
SHORTEST = 3
"""So many letters at least are a word without its ending."""
WHOLE = frozenset({"limit", "not-only"})
"""Phrases that bound or add, also where a part of them denies."""
OF_THE_TEXT = frozenset({"wrong", "sorry", "errata", "right", "should", "read", "replace", "no-longer"})
"""What speaks of a text and not of play."""
SHORT_ASIDE = 3
"""So few words in parentheses only say what was: “(was 4)”."""
CHAINED = 4
"""Two numbers that “or” joins have at most so many pieces between them."""
FAINT = frozenset({"document", "other", "edition", "errata", "pending", "this"})
"""Words of any rulebook, which say something only together with others."""
FAMILIES = {
    "denial": frozenset({"not", "no-longer", "myth", "drop"}),
    "fault": frozenset({"wrong", "though", "sorry"}),
    "source": frozenset({"print", "old", "past", "think"}),
    "truth": frozenset({"right", "should", "new", "read", "replace", "here", "valid"}),
    "irreal": frozenset({"would", "suppose", "concede", "seem", "unknown"}),
    "others": frozenset({"other edition", "elsewhere", "game", "known"}),
    "against": frozenset({"not", "no-longer", "myth", "drop", "wrong", "though", "sorry", "instead"}),
    "apart": frozenset({"would", "suppose", "concede", "seem", "unknown", "other edition", "elsewhere", "game"}),
}
"""Classes that do alike: what is learnt of one is half learnt of the others."""
WEAK = frozenset({"past", "new", "here", "valid"})
"""Words that any rule may say."""
OUTSIDE = frozenset({"people", "habit", "then"})
"""People who play it their own way, what is only customary, and what was long ago."""
AGAINST = frozenset[str]().union(*FAMILIES.values(), OUTSIDE, {"change", "arrow", "formerly"}) - WEAK
"""What may speak against a number."""


class Seen:
    """A text with all its numbers and all its cues."""

    def __init__(self, pieces: list[Piece], words: StandingWords, own: OwnNames = OwnNames()) -> None:
        self._words = words
        self._own = own
        self.language = words.language
        self.pieces = pieces
        cues = [cue for cue in words.cues(self.pieces) if not own.is_game(cue, self.pieces)]
        said = [*cues, *read_names(self.pieces), *read_titles(self.pieces)]
        self.cues = _weighed(said, self.pieces)
        self._refer()
        self.numbers = [at for at, p in enumerate(self.pieces) if p.value is not None and not p.is_reference]
        self.counts = [n for n in self.numbers if not self.pieces[n].is_article]
        exchanged = {(cue.first, cue.last) for cue in self.cues if self._is_exchange(cue)}
        self.cues = [cue for cue in self.cues if (cue.first, cue.last) not in exchanged]
        self.cues += [Cue("exchange in play", *place) for place in sorted(exchanged)]
        self.cues += self._other_editions()
        self.cues += [
            Cue(family, cue.first, cue.last)
            for cue in self.cues
            for family, ideas in FAMILIES.items()
            if cue.idea in ideas
        ]
        self.cues.sort(key=lambda cue: (cue.first, cue.last, cue.idea))
        self.said, self.stems = self._by_clause()
        self.words = Counter(p.clause for p in self.pieces if p.text.isalpha())
        self.cues += self._formerly()
        self.against = Counter(self.pieces[c.first].sentence for c in self.cues if c.idea in AGAINST)
        self.chains = self._read_chains()
        self.columns = read_columns(self.pieces, self.numbers, self.cues)
        self.is_announced = any(cue.idea == "errata" and self.pieces[cue.first].line == 0 for cue in self.cues)
        """Whether the heading announces corrections: under it “was 7, is 6” tells of no play."""
        self.beside: set[int] = set()
        if self.is_announced:
            self.beside = beside_columns(self.pieces, self.columns, self.numbers)
            self.beside |= differences(self.pieces, self.numbers, self.cues)
        self.numbers = [at for at in self.numbers if at not in self.beside]
        self.counts = [at for at in self.counts if at not in self.beside]
        self.columns |= read_slashed(self.pieces, self.numbers, self.cues)
        self.labels = read_labels(self.pieces, self.cues)
        self.leads = read_leads(self.pieces, self.counts)
        self.verdicts = Questions(self.pieces, self.cues, words).verdicts()

    def _is_exchange(self, cue: Cue) -> bool:
        """Whether a clause of change counts two different things, “swap 4 fish for 1 pearl”: that is play."""
        if cue.idea not in {"replace", "change", "arrow"}:
            return False
        clause = self.pieces[cue.first].clause
        nouns = [self.noun(n, SHORTEST) for n in self.counts if self.pieces[n].clause == clause]
        return len(nouns) == 2 and all(nouns) and not is_same_noun(*nouns)

    def _by_clause(self) -> tuple[defaultdict[int, set[str]], defaultdict[int, set[str]]]:
        """What the cues of each clause say, and the words of each clause without their endings."""
        said: defaultdict[int, set[str]] = defaultdict(set)
        stems: defaultdict[int, set[str]] = defaultdict(set)
        for cue in self.cues:
            said[self.pieces[cue.first].clause].add(cue.idea)
        for piece in self.pieces:
            if piece.value is None and len(piece.text) >= STEM and piece.text.isalpha():
                stems[piece.clause].add(self._words.affirmed(piece.folded)[:STEM])
        return said, stems

    def _formerly(self) -> Iterator[Cue]:
        """Parentheses of a few words that only say what was, or what is printed beside what is right: “(was 4)”."""
        for at in self.numbers:
            piece = self.pieces[at]
            said = self.said[piece.clause]
            if not piece.is_aside or self.words[piece.clause] > SHORT_ASIDE:
                continue
            is_printed = "document" in said and not self.noun(at) and self._is_put_right(at)
            if said & {"past", "old"} or is_printed:
                yield Cue("formerly", at, at)

    def _is_put_right(self, at: int) -> bool:
        """Whether another number of the sentence, outside the parentheses, is called right or stands under a label."""
        sentence = self.pieces[at].sentence
        outside = [p for p in self.pieces if p.sentence == sentence and not p.is_aside]
        is_right = any("right" in self.said[p.clause] for p in outside)
        return any(p.value is not None for p in outside) and (is_right or any(p.text == ":" for p in outside))

    def silence(self, first: int, last: int) -> Iterator[str]:
        """Whether nothing in sentences, or nothing beside them, ever speaks against a number."""
        if not any(self.against[n] for n in range(first, last + 1)):
            is_whole = not (self.against[first - 1] or self.against[last + 1] or self.against[0])
            yield "nothing speaks against it"
            if is_whole:
                yield "nothing speaks against it nearby"

    def zone(self, cue: Cue, at: int) -> str:
        """How far a cue is from a number; nothing where it is out of reach."""
        one, other = self.pieces[at], self.pieces[cue.first if cue.first > at else cue.last]
        if one.clause == other.clause:
            gap = min(abs(cue.first - at), abs(cue.last - at))
            return "touching" if gap == 1 else "near" if gap <= NEAR else "clause"
        if one.sentence == other.sentence:
            return "beside" if abs(one.clause - other.clause) == 1 else "sentence"
        if abs(one.sentence - other.sentence) == 1:
            return "next sentence"
        return "head" if other.line == 0 < one.line else ""

    def noun(self, at: int, least: int = NOUN) -> str:
        """What a number counts: the word behind it, if it says nothing else and has so many letters."""
        piece = self.pieces[at + 1] if at + 1 < len(self.pieces) else None
        is_cue = any(c.first == at + 1 and c.idea not in FAINT for c in self.cues)
        return piece.folded if piece and len(piece.folded) >= least and piece.value is None and not is_cue else ""

    def _read_chains(self) -> dict[int, int]:
        """Numbers that are joined to one before, “3 or 4”, “2 ducats or 90”, with the first of them."""
        heads: dict[int, int] = {}
        for one, other in pairwise(self.counts):
            between = range(one + 1, other)
            is_joined = any(c.idea in {"or", "range"} and c.first in between for c in self.cues)
            is_near = len(between) <= CHAINED and self.pieces[one].sentence == self.pieces[other].sentence
            if is_joined and is_near:
                heads[other] = heads.get(one, one)
        return heads

    def _other_editions(self) -> Iterator[Cue]:
        """Editions, versions and games that are called other ones, or named by their year."""
        found: set[int] = set()
        for cue in sorted(self.cues, key=lambda c: c.first):
            if cue.idea == "other" and self.pieces[cue.first].sentence in found:
                yield Cue("other edition", cue.first, cue.last)  # “the German edition has 4, the French one 5”
            if cue.idea != "edition":
                continue
            near = range(max(cue.first - 3, 0), min(cue.last + 4, len(self.pieces)))
            names = list(edition_names(cue, self.cues, self.pieces))
            own = [n for n in names if self._own.is_edition(self.pieces[n.first], self.pieces[cue.first])]
            if own:
                yield Cue("here", cue.first, cue.last)
            is_other = len(names) > len(own)
            is_dated = any(self.pieces[n].is_reference and (self.pieces[n].value or 0) > 1800 for n in near)
            if is_other or is_dated:
                found.add(self.pieces[cue.first].sentence)
                yield Cue("other edition", cue.first, cue.last)

    def _refer(self) -> None:
        for cue in self.cues:
            behind = cue.last + 1 + (self._text(cue.last + 1) == ".")
            is_marked = behind > cue.last + 1 or len(self._text(cue.last)) > 1
            if cue.idea == "reference" and is_marked and behind < len(self.pieces):
                # “step two squares” counts squares: places are told by figures.
                is_count = self._text(behind).isalpha() and bool(self.noun(behind))
                self.pieces[behind].is_reference |= self.pieces[behind].value is not None and not is_count

    def _text(self, at: int) -> str:
        return self.pieces[at].text if 0 <= at < len(self.pieces) else ""


def is_same_noun(one: str, other: str) -> bool:
    """Whether two words are forms of one: they differ in their last two letters at most, “karet” and “karty”."""
    length = max(min(len(one), len(other)) - ENDING, SHORTEST)
    return one[:length] == other[:length]


def _weighed(cues: Sequence[Cue], pieces: Sequence[Piece]) -> list[Cue]:
    """Cues that say what they seem to: “no misprint” finds no fault, “instead of a move” puts no number aside,
    “who is not hidden gets 2” denies none."""
    kept: list[Cue] = []
    cues = [_named(c) for c in cues if c.idea != "titled" or pieces[c.first].text[:1].isupper()]
    whole = [c for c in cues if c.idea in WHOLE and c.last > c.first]
    cues = [c for c in cues if not _is_part(c, whole) and not _is_counted(c, pieces) and not _is_answer(c, pieces)]
    sound = [pair for cue in cues if cue.idea == "wrong" for pair in _cleared(cue, cues, pieces)]
    for cue in cues:
        if cue in sound or (cue.idea == "no-state" and not _governs(cue, pieces, NEAR)):
            continue
        kept.append(_put_aside(cue, cues, pieces) if cue.idea == "instead" else cue)
    return kept + [Cue("no fault", cue.first, cue.last) for cue in sound if cue.idea == "wrong"]


def _put_aside(cue: Cue, cues: Sequence[Cue], pieces: Sequence[Piece]) -> Cue:
    """What “instead of” says: nothing of a number, what happens in play, or what was.

    Where a rule tells for whom or when it holds, or what one may do, and nothing speaks of a text, both numbers hold.
    """
    if not _governs(cue, pieces):
        return Cue("instead of no number", cue.first, cue.last)
    sentence = pieces[cue.first].sentence
    told = [c for c in cues if pieces[c.first].sentence == sentence]
    first = next(n for n, p in enumerate(pieces) if p.sentence == sentence and p.text.isalnum())
    is_ruled = any(c.idea in {"if", "whoever", "may"} or (c.idea == "given" and c.first == first) for c in told)
    is_of_text = any(c.idea in OF_THE_TEXT for c in told) or any(
        p.is_reference for p in pieces if p.sentence == sentence
    )
    return Cue("instead in play", cue.first, cue.last) if is_ruled and not is_of_text else cue


def _is_part(cue: Cue, whole: Sequence[Cue]) -> bool:
    """Whether a “not” is part of a phrase that denies nothing: “no more than 3”."""
    return cue.idea == "not" and any(w.first <= cue.first and cue.last <= w.last for w in whole)


def _is_answer(cue: Cue, pieces: Sequence[Piece]) -> bool:
    """Whether a “no” only answers, and what follows is the right value: “No: five.”"""
    return cue.idea == "not" and cue.last + 1 < len(pieces) and pieces[cue.last + 1].text == ":"


def _is_counted(cue: Cue, pieces: Sequence[Piece]) -> bool:
    """Whether a word that ends like a verb of the past stands right behind a number, and so is what it counts."""
    return cue.idea == "past" and cue.first > 0 and pieces[cue.first - 1].value is not None


def _named(cue: Cue) -> Cue:
    """A game that is known by its proper name, which has a capital letter everywhere, is a game like others."""
    return Cue("game", cue.first, cue.last) if cue.idea == "titled" else cue


def _cleared(fault: Cue, cues: Sequence[Cue], pieces: Sequence[Piece]) -> list[Cue]:
    """A fault that is denied just before it, with what denies it."""
    clause = pieces[fault.first].clause
    denied = [
        c for c in cues if c.idea == "not" and 0 < fault.first - c.last <= DENIED and pieces[c.first].clause == clause
    ]
    return [fault, denied[-1]] if denied and not _counts(pieces, denied[-1].last, fault.first) else []


def _governs(cue: Cue, pieces: Sequence[Piece], reach: int = GOVERNED) -> bool:
    """Whether a number follows close by in the same clause."""
    behind = pieces[cue.last + 1 : cue.last + 1 + reach]
    clause = pieces[cue.last].clause
    return any(p.value is not None for p in behind if p.clause == clause)


def _counts(pieces: Sequence[Piece], first: int, last: int) -> bool:
    return any(p.value is not None for p in pieces[first:last])
