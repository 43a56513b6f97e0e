"""Read what is printed on a card into notation, its clauses laid upon the lines by which the card is known."""

import re
from bisect import bisect_left
from collections import defaultdict
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from schema.notation import SLOT, Clause, Line, Part, Predicate, Step, slot_kinds
from schema.phrasebook import UNSAID, UNSIGNED, Phrasebook, Said
from schema.wording import NUMERIC, Text

_PIECE = re.compile(r"[^\n.;:&|•]+")
"""A stretch between two marks: a line, or an entry of a list that was run together."""
_SENTENCE_END = re.compile(r"(?<=[.!?])\s+|\n")


@dataclass(frozen=True, slots=True)
class EffectSettings:
    """When the words of a card are those of its known lines; chosen by eye on the seeds."""

    agreeing: float = 0.75
    """Of the clauses found at least so many speak of what the known ones speak of; else it is another text."""


@dataclass(frozen=True, slots=True)
class PrintedEffects:
    """The lines that a card's words state."""

    lines: tuple[Line, ...]
    starts: tuple[int, ...]
    """Where in the words each line begins to be said."""
    share: float
    """How much of what the lines say is said in words; the rest was in signs and is taken from the known lines."""


@dataclass(frozen=True, slots=True)
class Laid:
    """Clauses of a text on the known lines: which said clause is which of theirs, and those that are none."""

    known: tuple[Line, ...]
    taken: Mapping[int, Said]
    extra: tuple[Said, ...]

    @property
    def fit(self) -> int:
        """How well the text is that of the card; clauses that the card does not have speak against it."""
        return len(self.taken) - 2 * len(self.extra)

    @property
    def covered(self) -> int:
        """How many words of the text are explained."""
        return sum(one.end - one.start for one in self.taken.values())

    def has_every_line(self) -> bool:
        """Whether each line has something of its own in the text."""
        clauses = enumerate(_clauses_of(self.known))
        told = {line for at, (line, part, _) in clauses if at in self.taken and part != "trigger"}
        return len(told) == len(self.known) > 0

    def is_whole(self, settings: EffectSettings = EffectSettings()) -> bool:
        """Whether each line is in the text, nothing is left over, and most names agree."""
        if self.extra or not self.has_every_line():
            return False
        clauses = list(_clauses_of(self.known))
        agreeing = sum(_is_same_but_for_numbers(one.clause, clauses[at][2]) for at, one in self.taken.items())
        return agreeing >= settings.agreeing * len(self.taken)

    def has_every_step(self) -> bool:
        """Whether all that the known lines do is said; under which conditions may go without saying."""
        return all(at in self.taken for at, (_, part, _) in enumerate(_clauses_of(self.known)) if part == "step")


def read_effects(
    words: str, book: Phrasebook, known: Sequence[Line], settings: EffectSettings = EffectSettings()
) -> PrintedEffects | None:
    """What the words of a card state; None where they are neither whole nor those of the known lines."""
    whole = _whole_lines(words, book)
    laid = lay(words, book, known)
    is_whole = laid.is_whole(settings)
    if whole is None or (is_whole and laid.has_every_step()):
        return _taken_together(laid, words, book) if is_whole else None
    return PrintedEffects(tuple(line for _, line in whole), tuple(at for at, _ in whole), 1.0)


def lay(words: str, book: Phrasebook, known: Sequence[Line]) -> Laid:
    """The clauses of the known lines' forms that stand in the words, each on one of theirs."""
    text = Text.of(words, book.lexicon)
    said = list(book.said(text, _forms(known)))
    said = sorted([*said, *_bare_names(words, text, said, known)], key=lambda one: one.start)
    taken = _taken(said, list(_clauses_of(known)))
    # A trigger that is none of theirs is a word of the text around: "one of the options" is no option.
    extra = (one for one in said if one not in taken.values() and one.part != "trigger")
    return Laid(tuple(known), taken, tuple(extra))


def _taken(said: Sequence[Said], clauses: Sequence[tuple[int, Part, Clause]]) -> dict[int, Said]:
    """Which said clause is which: by the names it says where those are the card's own, else by its order."""
    taken: dict[int, Said] = {}
    for part, form in {(one.part, one.clause.form) for one in said}:
        mine = [one for one in said if (one.part, one.clause.form) == (part, form)]
        free = [at for at, (_, of, clause) in enumerate(clauses) if (of, clause.form) == (part, form)]
        have = sorted(_names(one.clause) for one in mine)
        if len(mine) == len(free) and have != sorted(_names(clauses[at][2]) for at in free):
            taken |= dict(zip(free, mine, strict=True))
            continue
        for by_names in (True, False):
            for one in [one for one in mine if one not in taken.values()]:
                fitting = (at for at in free if not by_names or _is_same_but_for_numbers(one.clause, clauses[at][2]))
                at = next((at for at in fitting if at not in taken), None)
                if at is not None:
                    taken[at] = one
    return taken


def _whole_lines(words: str, book: Phrasebook) -> list[tuple[int, Line]] | None:
    """The lines that the words state in full, each of one or more sentences, with where each begins."""
    starts = [0, *(end.end() for end in _SENTENCE_END.finditer(words.rstrip()))]
    bounds = [*starts, len(words)]
    best: dict[int, list[tuple[int, Line]]] = {0: []}
    for last in range(1, len(bounds)):
        for first in range(last):
            if first not in best or last in best:
                continue
            line = book.read(words[bounds[first] : bounds[last]])
            if line and line.trigger:
                best[last] = [*best[first], (bounds[first], line)]
    return best.get(len(bounds) - 1) or None


def _taken_together(laid: Laid, words: str, book: Phrasebook) -> PrintedEffects:
    """The known lines with what the words say of them."""
    tokens = Text.of(words, book.lexicon).tokens
    lines: list[Line] = []
    starts: list[int] = []
    at = 0
    for line in laid.known:
        count = len(list(line.clauses()))
        lines.append(_rebuilt(line, _clauses(line, [laid.taken.get(at + n) for n in range(count)])))
        told = [laid.taken[at + n] for n in range(count) if at + n in laid.taken]
        starts.append(min(tokens[one.start].start for one in told if one.part != "trigger"))
        at += count
    telling = [at for at, (_, _, clause) in enumerate(_clauses_of(laid.known)) if clause.arguments]
    share = sum(at in laid.taken for at in telling) / len(telling) if telling else 1.0
    return PrintedEffects(tuple(lines), tuple(starts), round(share, 4))


def _clauses(line: Line, said: Sequence[Said | None]) -> Iterator[Clause]:
    """The line's clauses as they are said; a condition left unsaid follows the numbers of its step."""
    changed: dict[str, str] = {}
    for (part, known), one in zip(line.clauses(), said, strict=True):
        if one:
            clause = _signed(one.clause, known)
            if part == "step":
                changed = dict(zip(known.arguments, clause.arguments, strict=True))
            yield clause
            continue
        if part == "step":
            changed = {}
        slots = [SLOT.fullmatch(word) for word in known.form.split()]
        yield Clause(
            known.form,
            tuple(
                changed.get(word, word) if slot and word.isdigit() else word
                for slot, word in zip(slots, known.words, strict=True)
            ),
        )


def _signed(clause: Clause, known: Clause) -> Clause:
    """The clause with counted signs as an amount in the known direction, and what it leaves unsaid as known."""
    words = []
    for word, model in zip(clause.words, known.words, strict=True):
        if word.startswith(UNSIGNED):
            words.append(model[0] + word.removeprefix(UNSIGNED))
        else:
            words.append(model if word == UNSAID else word)
    return Clause(clause.form, tuple(words))


def _rebuilt(line: Line, clauses: Iterator[Clause]) -> Line:
    """The line with other clauses, given in the order in which it tells its own."""
    trigger = next(clauses) if line.trigger else None
    conditions = _predicates(line.conditions, clauses)
    return Line(_steps(line.steps, clauses), trigger, conditions)


def _steps(steps: Sequence[Step], clauses: Iterator[Clause]) -> tuple[Step, ...]:
    return tuple(
        replace(
            step,
            clause=next(clauses) if step.clause else None,
            conditions=_predicates(step.conditions, clauses),
            options=tuple(_steps(option, clauses) for option in step.options),
        )
        for step in steps
    )


def _predicates(conditions: Sequence[Predicate], clauses: Iterator[Clause]) -> tuple[Predicate, ...]:
    return tuple(replace(condition, clause=next(clauses)) for condition in conditions)


def _clauses_of(known: Sequence[Line]) -> Iterator[tuple[int, Part, Clause]]:
    """Every clause of the lines in order, with the number of its line."""
    for number, line in enumerate(known):
        yield from ((number, part, clause) for part, clause in line.clauses())


def _forms(known: Sequence[Line]) -> dict[Part, Collection[str]]:
    forms: dict[Part, set[str]] = defaultdict(set)
    for _, part, clause in _clauses_of(known):
        forms[part].add(clause.form)
    return dict(forms)


def _bare_names(words: str, text: Text, said: Sequence[Said], known: Sequence[Line]) -> Iterator[Said]:
    """Lines of a card that are names and signs alone: each name stands for the clause that has such a one."""
    by_kind: dict[str, tuple[Part, str]] = {}
    for _, part, clause in _clauses_of(known):
        slots = SLOT.findall(clause.form)
        if len(slots) == 1:
            by_kind.update({kind: (part, clause.form) for kind in slot_kinds(slots[0]) if kind not in NUMERIC})
    covered = {at for one in said for at in range(one.start, one.end)}
    starts = [token.start for token in text.tokens]
    for piece in _PIECE.finditer(words):
        at, end = bisect_left(starts, piece.start()), bisect_left(starts, piece.end())
        names: list[Said] = []
        while at < end:
            span = next((s for s in text.spans(at) if s.concept.kind in by_kind and s.end <= end), None)
            if at in covered:
                at += 1
            elif span is None:
                break
            else:
                part, form = by_kind[span.concept.kind]
                filled = tuple(span.concept.code if SLOT.fullmatch(word) else word for word in form.split())
                names.append(Said(part, Clause(form, filled), span.start, span.end))
                at = span.end
        if at == end:
            yield from names


def _is_same_but_for_numbers(one: Clause, other: Clause) -> bool:
    return all(a in (b, UNSAID) or _is_amount(a) for a, b in zip(one.words, other.words, strict=True))


def _names(clause: Clause) -> tuple[str, ...]:
    """What the clause speaks of apart from numbers and what it leaves unsaid."""
    return tuple("" if _is_amount(word) or word == UNSAID else word for word in clause.arguments)


def _is_amount(word: str) -> bool:
    return word.lstrip("+-" + UNSIGNED).isdigit()
