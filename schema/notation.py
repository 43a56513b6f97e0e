"""The effect notation: one line says what a card, a location or a rule does, in a closed vocabulary.

    enter: suspicion self -3; military-support +1
    deliver any if hitler here: suspicion self -2

The grammar gives a line its skeleton; the forms of a game say which words may stand in it. Forms and
codes are rows, so that whoever reads a line needs nothing but the database.
"""

import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache, cached_property
from pathlib import Path
from typing import Any, Literal

from lark import Lark, Transformer, v_args
from lark.exceptions import UnexpectedEOF, UnexpectedInput, UnexpectedToken, VisitError
from rapidfuzz import process

Part = Literal["trigger", "step", "condition"]
SLOT = re.compile(r"\{([^{}]+)\}")
NEARNESS = 60
"""Likeness, out of 100, from which a known word is offered for an unknown one."""


def slot_name(slot: str) -> str:
    """The name of a slot such as ``from=location``; one without a name is called by its kinds."""
    return slot.split("=")[0]


def slot_kinds(slot: str) -> list[str]:
    """The kinds a slot such as ``who=leader|affiliation`` admits."""
    return slot.split("=")[-1].split("|")


class NotationError(ValueError):
    """A line that cannot be read, with the word that is to blame."""

    def __init__(self, message: str, line: str, word: str = "") -> None:
        super().__init__(f"{message} in “{line}”")
        self.line = line
        self.word = word


@dataclass(frozen=True, slots=True)
class Clause:
    """Words that were read as a form, with what stands in its slots."""

    form: str
    words: tuple[str, ...]

    @property
    def arguments(self) -> tuple[str, ...]:
        """The words that fill the form's slots, in order."""
        return tuple(w for w, f in zip(self.words, self.form.split(), strict=True) if SLOT.fullmatch(f))

    def __str__(self) -> str:
        return " ".join(self.words)


@dataclass(frozen=True, slots=True)
class Predicate:
    """A condition that must hold, or must not."""

    clause: Clause
    is_negated: bool = False

    def __str__(self) -> str:
        return f"not {self.clause}" if self.is_negated else str(self.clause)


@dataclass(frozen=True, slots=True)
class Step:
    """One thing that happens: a clause, a group of steps, or a choice between groups."""

    clause: Clause | None = None
    options: tuple[tuple["Step", ...], ...] = ()
    conditions: tuple[Predicate, ...] = ()
    is_optional: bool = False

    def __str__(self) -> str:
        body = str(self.clause) if self.clause else f"({' | '.join(map(_joined, self.options))})"
        condition = f" if {' and '.join(map(str, self.conditions))}" if self.conditions else ""
        return f"{'may ' if self.is_optional else ''}{body}{condition}"


@dataclass(frozen=True, slots=True)
class Line:
    """A whole line: when it happens, under which conditions, and what."""

    steps: tuple[Step, ...]
    trigger: Clause | None = None
    conditions: tuple[Predicate, ...] = ()

    def __str__(self) -> str:
        if not self.trigger:
            return _joined(self.steps)
        condition = f" if {' and '.join(map(str, self.conditions))}" if self.conditions else ""
        return f"{self.trigger}{condition}: {_joined(self.steps)}"

    def clauses(self) -> Iterator[tuple[Part, Clause]]:
        """Every clause of the line with the part it plays."""
        if self.trigger:
            yield "trigger", self.trigger
        yield from (("condition", p.clause) for p in self.conditions)
        for step in _all_steps(self.steps):
            if step.clause:
                yield "step", step.clause
            yield from (("condition", p.clause) for p in step.conditions)


@dataclass(frozen=True)
class Vocabulary:
    """The forms and codes a game's notation may use."""

    forms: Mapping[Part, Collection[str]]
    codes: Mapping[str, Collection[str]] = field(default_factory=dict)
    """Codes of the game's concepts by kind."""

    def parse(self, line: str) -> Line:
        """Read a line, or raise a NotationError that names the word to blame."""
        try:
            tree = _grammar().parse(line)
        except UnexpectedInput as error:
            raise NotationError(_where(error, line), line) from error
        try:
            read: Line = _Reader(self, line).transform(tree)
        except VisitError as error:
            if isinstance(error.orig_exc, NotationError):
                raise error.orig_exc from None
            raise
        return read

    def conditions(self, text: str) -> tuple[Predicate, ...]:
        """Conditions that stand alone, as in the row of a delivery, or a NotationError."""
        predicates = []
        for part in text.split(" and ") if text.strip() else ():
            words = tuple(part.split())
            is_negated = words[:1] == ("not",)
            predicates.append(Predicate(self.clause_of("condition", words[is_negated:], text), is_negated))
        return tuple(predicates)

    def clause_of(self, part: Part, words: tuple[str, ...], line: str) -> Clause:
        """The form that the words follow; the one with the fewest slots when several fit."""
        for form, expected in self._by_length.get((part, len(words)), ()):
            if self._mismatch(expected, words) is None:
                return Clause(form, words)
        raise NotationError(self._blame(part, words), line, self._culprit(part, words))

    @cached_property
    def _by_length(self) -> dict[tuple[Part, int], list[tuple[str, list[str]]]]:
        """Forms by part and number of words, those with the fewest slots first."""
        sorted_forms: dict[tuple[Part, int], list[tuple[str, list[str]]]] = defaultdict(list)
        for part, forms in self.forms.items():
            for form in sorted(forms, key=lambda f: (f.count("{"), f)):
                sorted_forms[part, len(form.split())].append((form, form.split()))
        return sorted_forms

    def _mismatch(self, form: list[str], words: tuple[str, ...]) -> int | None:
        """Index of the first word that does not fit the form, None when all fit."""
        for i, expected in enumerate(form):
            if i >= len(words) or not self._fits(expected, words[i]):
                return i
        return None if len(words) == len(form) else len(form)

    def _fits(self, expected: str, word: str) -> bool:
        slot = SLOT.fullmatch(expected)
        if not slot:
            return word == expected
        return any(self._is_of_kind(word, kind) for kind in slot_kinds(slot.group(1)))

    def _is_of_kind(self, word: str, kind: str) -> bool:
        if kind == "number":
            return word.isdigit()
        if kind == "signed":
            return re.fullmatch(r"[+-]\d+", word) is not None
        return word in self.codes.get(kind, ())

    def _nearest(self, part: Part, words: tuple[str, ...]) -> tuple[int, list[str]]:
        """How far the best forms go along with the words, and what they expect there."""
        progress = [(self._mismatch(f.split(), words) or 0, f.split()) for f in self.forms.get(part, ())]
        reached = max((i for i, _ in progress), default=0)
        return reached, sorted({f[i] if i < len(f) else "nothing more" for i, f in progress if i == reached})

    def _culprit(self, part: Part, words: tuple[str, ...]) -> str:
        reached, _ = self._nearest(part, words)
        return words[reached] if reached < len(words) else ""

    def _blame(self, part: Part, words: tuple[str, ...]) -> str:
        reached, expected = self._nearest(part, words)
        wanted = " or ".join(expected[:6]) or "nothing: the game has no such forms"
        if reached >= len(words):
            return f"Missing argument after “{' '.join(words)}”: expected {wanted}"
        word = words[reached]
        known = self._words_at(expected)
        near = process.extractOne(word, known, score_cutoff=NEARNESS) if known else None
        advice = f"did you mean “{near[0]}”?" if near else f"expected {wanted}"
        if word.lstrip("+-").isdigit() or word in {c for codes in self.codes.values() for c in codes}:
            return f"“{word}” cannot stand here as part of a {part}: expected {wanted}"
        return f"Unknown word “{word}” in a {part}: {advice}"

    def _words_at(self, expected: Iterable[str]) -> list[str]:
        known: list[str] = []
        for entry in expected:
            slot = SLOT.fullmatch(entry)
            kinds = slot_kinds(slot.group(1)) if slot else []
            known.extend([entry] if not slot else [c for kind in kinds for c in self.codes.get(kind, ())])
        return known


class _Reader(Transformer[Any, Line]):
    """Turns the parsed tree into a Line, checking every clause against the vocabulary."""

    def __init__(self, vocabulary: Vocabulary, line: str) -> None:
        super().__init__()
        self._vocabulary = vocabulary
        self._line = line

    def words(self, children: list[Any]) -> tuple[str, ...]:
        return tuple(map(str, children))

    def predicate(self, children: list[Any]) -> Predicate:
        negation, words = children
        return Predicate(self._vocabulary.clause_of("condition", words, self._line), negation is not None)

    def condition(self, children: list[Any]) -> tuple[Predicate, ...]:
        return tuple(children)

    def block(self, children: list[Any]) -> list[tuple[Step, ...]]:
        return list(children)

    def steps(self, children: list[Any]) -> tuple[Step, ...]:
        return tuple(children)

    @v_args(inline=True)
    def step(self, may: Any, body: Any, conditions: tuple[Predicate, ...] | None) -> Step:
        if isinstance(body, list):
            return Step(None, tuple(body), conditions or (), may is not None)
        return Step(self._vocabulary.clause_of("step", body, self._line), (), conditions or (), may is not None)

    @v_args(inline=True)
    def trigger(
        self, words: tuple[str, ...], conditions: tuple[Predicate, ...] | None
    ) -> tuple[Clause, tuple[Predicate, ...]]:
        return self._vocabulary.clause_of("trigger", words, self._line), conditions or ()

    @v_args(inline=True)
    def line(self, trigger: tuple[Clause, tuple[Predicate, ...]] | None, steps: tuple[Step, ...]) -> Line:
        return Line(steps, *trigger) if trigger else Line(steps)


@cache
def _grammar() -> Lark:
    text = Path(__file__).with_suffix(".lark").read_text(encoding="utf-8")
    return Lark(text, start="line", parser="lalr", maybe_placeholders=True)


def _where(error: UnexpectedInput, line: str) -> str:
    if isinstance(error, UnexpectedEOF) or (isinstance(error, UnexpectedToken) and error.token.type == "$END"):
        return "The line ends too early"
    rest = line[error.column - 1 :].split()
    return f"“{rest[0]}” was not expected at sign {error.column}"


def _joined(steps: Iterable[Step]) -> str:
    return "; ".join(map(str, steps))


def _all_steps(steps: Iterable[Step]) -> Iterator[Step]:
    for step in steps:
        yield step
        for option in step.options:
            yield from _all_steps(option)
