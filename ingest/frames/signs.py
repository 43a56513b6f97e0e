"""What the words of a clause say: numbers, concepts, and the roles that shared language data knows."""

import re
from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from itertools import pairwise

from ingest.frames.names import Parts, numbered_kinds, parts_of
from schema.cues import CueWords
from schema.folding import fold
from schema.lexicon import Lexicon, Span
from schema.notation import SLOT
from schema.pack import CHANGE, Pack
from schema.tokens import Token

RAISE, LOWER = "raise", "lower"
RANGE, BETWEEN, OR, AND, REFERENCE, UNTIL = "to", "between", "or", "and", "reference", "until"
AT_LEAST, AT_MOST = "at-least", "at-most"
BY, EACH, MEASURES = "by", "each", frozenset(["level", "step", "point"])
"""Roles of what amounts are measured in, and of what stands before an amount."""
PLAYERS, PLACE = "players", "place"
"""Roles: how many play, and where something ranks, which a series may leave to be understood."""
RIVAL = 5.0
"""A name that is this much less like the words than another name is not meant."""
SURE_NAME = 95.0
"""A word for a number that is so like a name is this name: “trio”."""
INNER = 0.9
"""How sure a name is that is part of a longer one of another kind."""
PARTED = 85.0
"""How sure a name is whose noun stands apart from it."""
LONGEST = 2
"""Of three figures behind a stop are thousands: “1.000”."""
_OPEN = re.compile(r"\s?\+(?![\s\d]*\d)")
_ENDS = re.compile(r"[:;,()|–—]\s|\s[(|–—]")
_YEARS = range(1800, 2200)


@dataclass(frozen=True, slots=True)
class Number:
    """A number, or a range of numbers, of a clause."""

    start: int
    end: int
    value: str
    sign: str = ""
    low: str = ""
    high: str = ""
    is_choice: bool = False
    """Whether it is “one or two” rather than “one to two”."""
    is_lone_one: bool = False
    """Whether it is “one” in letters."""
    is_open: bool = False
    """Whether it is “17+”."""

    @property
    def is_range(self) -> bool:
        return bool(self.high)


@dataclass(frozen=True, slots=True)
class Place:
    """Where a term is said; the code where it is a concept or a counted thing."""

    start: int
    end: int
    code: str = ""
    score: float = 100.0


@dataclass(slots=True)
class Signs:
    """All that the words of a stretch of text say."""

    numbers: list[Number] = field(default_factory=list)
    places: dict[str, list[Place]] = field(default_factory=lambda: defaultdict(list))
    """By term: `kind:code`, `kind:` and roles."""
    ordinals: list[Place] = field(default_factory=list)
    years: list[int] = field(default_factory=list)
    """Where years are named: history and other printings are told with years, rules are not."""
    measured: set[int] = field(default_factory=set)
    """Where words of measure stand, also those that are part of a name: “level of suspicion”."""
    borders: list[int] = field(default_factory=list)
    """For each token how many borders of clauses stand before it."""
    labels: list[int] = field(default_factory=list)
    """For each token how many colons and opening brackets, behind which a noun has its number."""

    brackets: list[int] = field(default_factory=list)
    """For each token in which brackets it stands; 0 where in none."""

    def at(self, terms: frozenset[str]) -> list[Place]:
        """Every place where one of the terms is said, in the order of the text."""
        said = [place for term in terms for place in self.places.get(term, ())]
        return sorted(said, key=lambda p: (p.start, p.end, p.code)) if len(said) > 1 else said

    def passed(self, first: Place | Number, last: Place | Number) -> int:
        """How many borders stand between two places."""
        return self.borders[last.start] - self.borders[first.end - 1]

    def between(self, one: Place | Number, other: Place | Number) -> int:
        """How many borders stand between two places, whichever comes first."""
        first, last = sorted((one, other), key=lambda p: p.start)
        return self.passed(first, last)

    def is_aside(self, one: Place, other: Place) -> bool:
        """Whether one place stands in brackets of its own: “boards (one for each), five pawns”."""
        return self.brackets[one.start] not in (0, self.brackets[other.start])

    def is_counted(self, noun: Place) -> bool:
        """Whether a number stands right before a noun."""
        return any(number.end == noun.start for number in self.numbers)

    def is_numbered(self, noun: Place) -> bool:
        """Whether another number than that behind it tells which or how many: “the first stage”, “every stage”."""
        before = (*self.ordinals, *self.places.get(EACH, ()), *self.numbers)
        return any(told.end == noun.start for told in before)

    def labelled(self, first: Place | Number, last: Place | Number) -> int:
        """How many colons and opening brackets stand between two places."""
        return self.labels[last.start] - self.labels[first.end - 1]


class Vocabulary:
    """The words of one language of one game, ready to be found in many clauses."""

    def __init__(self, pack: Pack, language: str, least_score: float) -> None:
        shared = pack.shared[language]
        self._least = least_score
        self._lexicon = pack.lexicon(language)
        self._ordinals = {fold(w): str(n) for words, n in shared.roles.ordinals.items() for w in words.split()}
        known = {fold(w): n for w, n in pack.numbers[language].items()}
        figures = {w: n for w, n in known.items() if w not in self._ordinals}
        self._figures = Lexicon({}, figures, joints=shared.number_joints)
        self._roles = CueWords(shared.roles.words)
        self._negated = str(shared.standing.get("negated", ""))
        self._units = frozenset(shared.roles.units)
        self._counted = frozenset(t for form in pack.game.claims.values() for f in form.frames() for t in f.counts)
        self._numbered = dict(numbered_kinds(pack, language))
        self._parted = {kind: own for kind in pack.game.concepts if (own := parts_of(pack, language, kind)).own}
        slots = {
            slot for form in pack.game.claims.values() for slot in SLOT.findall(f"{form.subject} {form.attribute}")
        }
        self.numbered_things = slots - pack.game.concepts.keys()
        """Roles whose words name things with numbers of their own: stages, players."""
        self._read: dict[tuple[Token, ...], Signs] = {}
        self._countable: dict[str, bool] = {}
        self._nouns: dict[tuple[str, frozenset[str]], bool] = {}

    def is_negated(self, token: Token) -> bool:
        """Whether a word has the prefix by which the language denies."""
        return bool(self._negated) and token.folded.startswith(self._negated)

    def is_unit(self, term: str) -> bool:
        """Whether a term names something that can be counted."""
        if term not in self._countable:
            known = self._units | self._counted | self._numbered.keys() | self.numbered_things
            is_known = term != EACH and term in known
            self._countable[term] = is_known or f"{term.partition(':')[0]}:" in self._counted
        return self._countable[term]

    def signs(self, tokens: tuple[Token, ...], gaps: Sequence[str] = ()) -> Signs:
        """What the tokens say; what stands behind each of them shows the borders of clauses."""
        if tokens not in self._read:
            self._read[tokens] = self._signs(tokens, gaps or [""] * len(tokens))
        return self._read[tokens]

    def _signs(self, tokens: tuple[Token, ...], gaps: Sequence[str]) -> Signs:
        signs = Signs()
        border = label = opened = bracket = 0
        chapters = _chapters(tokens, gaps)
        for at, token in enumerate(tokens):
            between = gaps[at - 1] if at else ""
            if between.strip():
                border += sum(mark in between for mark in ",;)–—|") + (";" in between)
                label += sum(mark in between for mark in ":(")
                opened += between.count("(")
                bracket = opened if between.rfind("(") > between.rfind(")") else 0 if ")" in between else bracket
            signs.brackets.append(bracket)
            signs.borders.append(border)
            signs.labels.append(label)
            roles = list(self._roles.ideas_at(tokens, at))
            for role in roles:
                signs.places[role].append(Place(at, at + 1))
            if token.folded in self._ordinals and UNTIL not in roles:
                signs.ordinals.append(Place(at, at + 1, self._ordinals[token.folded]))
            elif token.kind == "number" and gaps[at].startswith(".") and at + 1 < len(tokens) and at not in chapters:
                signs.ordinals.append(Place(at, at + 1, token.folded))
        # “Or higher” is no “higher”, and “2 or more” raises nothing.
        least = {p.start for p in signs.places.get(AT_LEAST, ())}
        for role in (AT_MOST, RAISE) if least else ():
            if role in signs.places:
                signs.places[role] = [p for p in signs.places[role] if p.start - 1 not in least]
        for span in self._spans(tokens):
            last = tokens[span.end - 1]
            is_numbered = last.kind == "number" or last.folded in self._figures.numbers
            if is_numbered and signs.borders[span.end - 1] != signs.borders[span.start]:
                continue  # In “the first era, 2 of the second” no second era is named before “of”.
            if span.concept.kind == CHANGE and span.start - 1 in least:
                continue
            place = Place(span.start, span.end, span.concept.code, span.score)
            for term in (str(span.concept), f"{span.concept.kind}:"):
                signs.places[term].append(place)
        for kind, parts in self._parted.items():
            for place in self._put_together(tokens, signs, kind, parts):
                for term in (f"{kind}:{place.code}", f"{kind}:"):
                    signs.places[term].append(place)
        named = {at for found in signs.places.values() for p in found if p.code for at in range(p.start, p.end)}
        signs.measured = {p.start for role in MEASURES for p in signs.places.get(role, ())}
        for unit in self._units & signs.places.keys():
            # The “cards” of “mission cards” are those missions, not cards of any kind.
            signs.places[unit] = [place for place in signs.places[unit] if place.start not in named]
        numbers = [*self._numbers(tokens, gaps, signs, named), *_unsaid_ones(signs)]
        signs.numbers = _with_ranges(sorted(numbers, key=lambda number: number.start), signs)
        for kind, nouns in self._numbered.items():
            said = [Place(at, at + 1) for at, token in enumerate(tokens) if self._is_noun(token, nouns)]
            if said:
                signs.places[kind] = said
                for place in _counted_off(signs.places.get(f"{kind}:", []), signs):
                    for term in (f"{kind}:{place.code}", f"{kind}:"):
                        signs.places[term].append(place)
        return signs

    def _put_together(self, tokens: Sequence[Token], signs: Signs, kind: str, parts: Parts) -> Iterator[Place]:
        """A name whose noun stands apart from it: “Events, 80 cards”, “decks of 60 (conspirators)”."""
        named = signs.places.get(f"{kind}:", ())
        if not any(self._is_noun(token, parts.nouns) for token in tokens):
            return
        for at, token in enumerate(tokens):
            is_label = at == 0 or signs.labels[at] > signs.labels[at - 1]
            is_free = self._is_left_bare(tokens, signs, at, named, parts) if named else is_label
            # “From the first era, three” names no third one.
            is_free &= token.folded not in self._figures.numbers
            like = self._lexicon.alike(token.folded) if is_free else {}
            codes = {code for word, code in parts.own.items() if like.get(word, 0.0) >= self._least}
            if len(codes) == 1 and codes.isdisjoint(place.code for place in named):
                yield Place(at, at + 1, codes.pop(), PARTED)

    def _is_left_bare(
        self, tokens: Sequence[Token], signs: Signs, at: int, named: Sequence[Place], parts: Parts
    ) -> bool:
        """Whether a word may leave its noun to a name before it: “five to the main target, four to the secondary”."""
        before = [place for place in named if place.end <= at]
        is_said = any(self._is_noun(tokens[each], parts.nouns) for p in before for each in range(p.start, p.end))
        is_last = at + 1 == len(tokens) or signs.borders[at + 1] > signs.borders[at]
        is_counting = not is_last and self._figures.number_at(tokens, at + 1) is not None
        return is_said and (is_last or is_counting)

    def _is_noun(self, token: Token, nouns: frozenset[str]) -> bool:
        key = token.folded, nouns
        if key not in self._nouns:
            like = self._lexicon.alike(token.folded)
            self._nouns[key] = any(like.get(noun, 0.0) >= self._least for noun in nouns)
        return self._nouns[key]

    def _spans(self, tokens: Sequence[Token]) -> Iterator[Span]:
        """The names that stand there; one within a longer name is none of its kind, and less sure of another."""
        spans = [
            s
            for at, token in enumerate(tokens)
            for s in self._lexicon.spans_at(tokens, at)
            # A figure that also names a sign (a face of a die) is a number first; “a” is not the option A.
            if s.score >= self._least and (s.end > at + 1 or not (self._is_number(token, s) or _is_small_letter(token)))
        ]
        for span in spans:
            same = [o for o in spans if (o.start, o.end) == (span.start, span.end)]
            if span.score < max(o.score for o in same) - RIVAL:
                continue
            longer = [o for o in spans if o.start <= span.start and span.end <= o.end and _length(o) > _length(span)]
            if not longer:
                yield span
            elif all(o.concept.kind != span.concept.kind for o in longer):
                yield Span(span.start, span.end, span.concept, span.score * INNER)

    def _is_number(self, token: Token, name: Span) -> bool:
        """Whether a word is a number rather than the name that it is like."""
        return token.kind == "number" or (token.folded in self._figures.numbers and name.score < SURE_NAME)

    def _number_at(self, tokens: Sequence[Token], stretches: Sequence[int], at: int) -> tuple[str, int] | None:
        """The number at a place and where it ends."""
        begin = stretches[at]
        end = next((each for each in range(at, len(tokens)) if stretches[each] != begin), len(tokens))
        stated = self._figures.number_at(tokens[begin:end], at - begin)
        return (stated[0], begin + stated[1]) if stated else None

    def _numbers(self, tokens: Sequence[Token], gaps: Sequence[str], signs: Signs, named: set[int]) -> Iterator[Number]:
        taken = named | {place.start for place in signs.ordinals} | _chapters(tokens, gaps)
        referred = {place.start + 1 for place in signs.places.get(REFERENCE, ())}
        stretches = _stretches(tokens, gaps)
        at = 0
        while at < len(tokens):
            token = tokens[at]
            if token.kind == "signed":
                yield Number(at, at + 1, token.value.lstrip("+-"), token.value[0])
            elif token.kind == "range":
                low, high = token.value.split("-")
                yield Number(at, at + 1, token.value, low=low, high=high)
            elif at not in taken and at not in referred and (stated := self._number_at(tokens, stretches, at)):
                if int(stated[0]) in _YEARS:
                    signs.years.append(at)
                else:
                    is_open = _OPEN.match(gaps[stated[1] - 1]) is not None
                    is_lone = stated[0] == "1" and token.kind == "word"
                    yield Number(at, stated[1], stated[0], is_lone_one=is_lone, is_open=is_open)
                at = stated[1] - 1
            at += 1


def _stretches(tokens: Sequence[Token], gaps: Sequence[str]) -> list[int]:
    """For each token where the stretch begins over which a number may go: “forty: eight kinds” are not forty-eight."""
    begins: list[int] = []
    for at in range(len(tokens)):
        is_first = at == 0 or _ENDS.search(gaps[at - 1])
        begins.append(at if is_first else begins[-1])
    return begins


def _chapters(tokens: Sequence[Token], gaps: Sequence[str]) -> set[int]:
    """Where figures stand that a stop alone joins: “paragraph 3.7” says neither three nor seven."""
    firsts = [
        at
        for at, (one, other) in enumerate(pairwise(tokens))
        if gaps[at] == "." and one.kind == other.kind == "number" and max(len(one.text), len(other.text)) <= LONGEST
    ]
    return {at for first in firsts for at in (first, first + 1)}


def _is_small_letter(token: Token) -> bool:
    return len(token.text) == 1 and token.text.islower()


def _length(span: Span) -> int:
    return span.end - span.start


def _unsaid_ones(signs: Signs) -> Iterator[Number]:
    """“By a level”, “o stupeň”: the one that some languages leave out stands where the “by” does."""
    for by in signs.places.get(BY, ()):
        if by.end in signs.measured:
            yield Number(by.start, by.end, "1")


def _with_ranges(numbers: list[Number], signs: Signs) -> list[Number]:
    """Numbers joined by “to”, or by “and” behind “between”, as ranges; “one or two” as a choice."""
    joined: list[Number] = []
    for number in numbers:
        last = joined[-1] if joined else None
        if last and not last.is_range and not number.is_range and _is_next(last, number):
            between = range(last.end, number.start)
            said = {role for role in (RANGE, OR, AND) for p in signs.places.get(role, ()) if p.start in between}
            opened = any(last.start - 3 <= p.start < last.start for p in signs.places.get(BETWEEN, ()))
            rises = int(last.value) < int(number.value)
            if rises and (RANGE in said or (AND in said and opened)):
                joined[-1] = Number(
                    last.start, number.end, f"{last.value}-{number.value}", "", last.value, number.value
                )
                continue
            if OR in said and int(last.value) + 1 == int(number.value):
                joined[-1] = _choice(last, number.end, number.value)
                # “Three, four or five”: all that stand in the row before.
                while len(joined) > 1 and _leads_to(joined[-2], joined[-1]):
                    whole = joined.pop()
                    joined[-1] = _choice(joined[-1], whole.end, whole.high)
                continue
        joined.append(number)
    return joined


def _choice(first: Number, end: int, last: str) -> Number:
    return Number(first.start, end, f"{first.value}-{last}", "", first.value, last, is_choice=True)


def _leads_to(before: Number, choice: Number) -> bool:
    """Whether a number stands right before a choice and comes right before its first."""
    is_plain = not before.is_range and not before.sign
    return is_plain and 0 <= choice.start - before.end <= 1 and int(before.value) + 1 == int(choice.low)


def _is_next(last: Number, number: Number) -> bool:
    return not last.sign and not number.sign and 0 < number.start - last.end <= 2


def _counted_off(known: Sequence[Place], signs: Signs) -> list[Place]:
    """Ordinals that number a thing whose noun is said: `1. éra`, and in a series also those that leave it out."""
    return [
        Place(ordinal.start, ordinal.end, ordinal.code, 90.0)
        for ordinal in signs.ordinals
        if not any(p.start - 2 <= ordinal.start <= p.end + 1 and p.code == ordinal.code for p in known)
    ]


def joined(signs: Signs) -> Signs:
    """What the words say together and none of them alone: only names of several words."""
    places = {term: [p for p in found if p.code and p.end > p.start + 1] for term, found in signs.places.items()}
    return Signs(places=defaultdict(list, places), borders=signs.borders, labels=signs.labels)
