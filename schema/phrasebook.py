"""A phrasebook maps printed wording to notation and back, with one set of entries for both ways."""

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from itertools import pairwise

from schema.lexicon import Lexicon
from schema.notation import SLOT, Clause, Line, Part, Predicate, Step, Vocabulary, slot_kinds, slot_name
from schema.reading import ConceptKey
from schema.wording import NUMERIC, Binding, Text, Wording, compile_wording
from schema.wording_parts import First, firsts

MAY, EITHER, OR, NOT, TOGETHER = "may", "either", "or", "not", "together"
JOINTS = (MAY, EITHER, OR, NOT, TOGETHER)
"""Entries of their own: the words by which a language joins steps."""
UNSIGNED = "±"
"""Before an amount that is printed as so many signs: how many is told, whether more or fewer is not."""
GAP_SIGN = "…"
UNSAID = "?"
"""In place of what a wording leaves to be understood."""


class Unspeakable(ValueError):
    """A line for which the language has no wording."""


@dataclass(frozen=True, slots=True)
class Said:
    """A clause that stands somewhere in a text, with the tokens it takes."""

    part: Part
    clause: Clause
    start: int
    end: int


@dataclass(frozen=True)
class Phrasebook:
    """One language's wordings for the forms of one game's notation."""

    language: str
    entries: Mapping[str, Sequence[str]]
    """Wordings by notation form; the first is used for rendering, all are read."""
    vocabulary: Vocabulary
    names: Mapping[ConceptKey, Sequence[str]]
    numbers: Mapping[str, int] = field(default_factory=dict)

    @cached_property
    def _compiled(self) -> dict[str, list[Wording]]:
        return {form: [compile_wording(w) for w in wordings] for form, wordings in self.entries.items()}

    @cached_property
    def _by_first(self) -> dict[Part, dict[First | None, list[tuple[int, str, Wording]]]]:
        """The wordings of each part in order, with their form, by what they can begin with; None is anything."""
        found: dict[Part, dict[First | None, list[tuple[int, str, Wording]]]] = {}
        for part, forms in self.vocabulary.forms.items():
            listed = ((form, wording) for form in forms for wording in self._compiled.get(form, ()))
            by_first = found[part] = defaultdict(list)
            for number, (form, wording) in enumerate(listed):
                for first in firsts(wording.body) or [None]:
                    by_first[first].append((number, form, wording))
        return found

    @cached_property
    def lexicon(self) -> Lexicon:
        """The words of the language: names and the literal words of the wordings."""
        literal = {w for wordings in self._compiled.values() for wording in wordings for w in wording.words()}
        return Lexicon(self.names, self.numbers, literal)

    def render(self, line: Line) -> str:
        """The line in the language's own words, or Unspeakable with the form that has no wording."""
        steps = self._steps(line.steps)
        if not line.trigger:
            return steps
        conditions = "".join(f", {self._predicate(p)}" for p in line.conditions)
        end = "." if line.steps[0].options else ":"
        return f"{self._clause(line.trigger)}{conditions}{end} {steps}"

    def read(self, text: str) -> Line | None:
        """The line a text states, or None when not all of it could be explained."""
        reader = _Reader(self, Text.of(text, self.lexicon))
        return reader.line()

    def found(self, part: Part, text: Text, at: int, forms: Collection[str] | None = None) -> tuple[Clause, int] | None:
        """The longest wording of a part that stands at a place.

        Where forms are given, only theirs count, also those that pass over words: who reads a text in full cannot
        use them, for what they pass over would be lost.
        """
        best: tuple[Clause, int] | None = None
        for form, wording in self._fitting(part, text, at):
            if (GAP_SIGN in wording.source) if forms is None else (form not in forms):
                continue
            hit = wording.at(text, at)
            if hit and hit.end > at and (best is None or hit.end > best[1]):
                values = _values(hit.bindings)
                words = tuple(_fill_word(w, values) for w in form.split())
                best = Clause(form, words), hit.end
        return best

    def _fitting(self, part: Part, text: Text, at: int) -> Iterator[tuple[str, Wording]]:
        """The wordings of a part that can begin with what stands here, in order."""
        by_first = self._by_first.get(part, {})
        begun = text.begun(at) if at < len(text.tokens) else ()
        fitting = {
            number: (form, wording) for first in (None, *begun) for number, form, wording in by_first.get(first, ())
        }
        yield from (fitting[number] for number in sorted(fitting))

    def said(self, text: Text, forms: Mapping[Part, Collection[str]]) -> Iterator[Said]:
        """Every clause of the forms that stands in a text, from left to right; other words are passed over."""
        at = 0
        while at < len(text.tokens):
            hits = [(part, hit) for part, wanted in forms.items() if (hit := self.found(part, text, at, wanted))]
            if not hits:
                at += 1
                continue
            part, (clause, end) = max(hits, key=lambda one: one[1][1])
            yield Said(part, clause, at, end)
            at = end

    def joint(self, which: str, text: Text, at: int) -> int | None:
        """Where a joining word that stands here ends."""
        for wording in self._compiled.get(which, ()):
            hit = wording.at(text, at)
            if hit and hit.end > at:
                return hit.end
        return None

    def _steps(self, steps: Sequence[Step]) -> str:
        """Simple steps are joined by commas; a choice or group is a sentence of its own."""
        spoken = self._step(steps[0])
        for before, step in pairwise(steps):
            spoken += (". " if before.options or step.options else ", ") + self._step(step)
        return spoken

    def _step(self, step: Step) -> str:
        may = f"{self._word(MAY)} " if step.is_optional else ""
        if step.clause:
            return " ".join([may + self._clause(step.clause), *map(self._predicate, step.conditions)])
        if any(inner.options for option in step.options for inner in option):
            raise Unspeakable(f"A choice inside a choice cannot be said in one sentence: {step}.")
        opening = EITHER if len(step.options) > 1 else TOGETHER
        options = f" {self._word(OR)} ".join(self._steps(option) for option in step.options)
        return " ".join([*map(self._predicate, step.conditions), f"{may}{self._word(opening)} {options}"])

    def _predicate(self, predicate: Predicate) -> str:
        negation = f"{self._word(NOT)} " if predicate.is_negated else ""
        return negation + self._clause(predicate.clause)

    def _clause(self, clause: Clause) -> str:
        wording = self._word(clause.form)
        for slot, word in zip(SLOT.finditer(clause.form), clause.arguments, strict=True):
            wording = wording.replace(slot.group(), self._named(slot_kinds(slot.group(1)), word), 1)
        return wording

    def _named(self, kinds: Sequence[str], word: str) -> str:
        if word.lstrip("+-").isdigit():
            return word
        for kind in kinds:
            names = self.names.get(ConceptKey(kind, word))
            if names:
                return names[0]
        raise Unspeakable(f"“{word}” ({' or '.join(kinds)}) has no name in the language {self.language}.")

    def _word(self, form: str) -> str:
        wordings = self.entries.get(form)
        if not wordings:
            raise Unspeakable(f"The notation “{form}” has no wording in the language {self.language}.")
        return wordings[0]


class _Reader:
    """Reads a text from left to right into a line."""

    def __init__(self, book: Phrasebook, text: Text) -> None:
        self._book = book
        self._text = text
        self._at = 0

    def line(self) -> Line | None:
        leading = self._predicates()
        trigger = self._clause("trigger")
        if not trigger:
            self._at = 0
        conditions = leading + self._predicates() if trigger else ()
        self._skip_stops()
        steps = self._steps()
        is_explained = self._at == len(self._text.tokens) and all(all(s.options) for s in steps)
        line = Line(steps, trigger, conditions) if steps and is_explained else None
        return None if line and any(sign in str(line) for sign in (UNSIGNED, UNSAID)) else line

    def _steps(self) -> tuple[Step, ...]:
        steps = []
        while step := self._step():
            steps.append(step)
            self._skip_stops()
        return tuple(steps)

    def _step(self) -> Step | None:
        start = self._at
        leading = self._predicates()
        is_optional = self._joint(MAY)
        if options := self._options():
            return Step(None, options, leading, is_optional)
        if clause := self._clause("step"):
            return Step(clause, (), leading + self._predicates(), is_optional)
        self._at = start
        return None

    def _options(self) -> tuple[tuple[Step, ...], ...]:
        """The options of a choice, or the one option of a group; a sentence holds no more than one."""
        if self._joint(TOGETHER):
            return (self._plain_steps(),)
        if not self._joint(EITHER):
            return ()
        options = [self._plain_steps()]
        while self._joint(OR):
            options.append(self._plain_steps())
        return tuple(options)

    def _plain_steps(self) -> tuple[Step, ...]:
        steps: list[Step] = []
        while True:
            start = self._at
            is_optional = self._joint(MAY)
            clause = self._clause("step")
            if not clause:
                self._at = start
                return tuple(steps)
            steps.append(Step(clause, (), self._predicates(), is_optional))

    def _predicates(self) -> tuple[Predicate, ...]:
        found: list[Predicate] = []
        while True:
            start = self._at
            is_negated = self._joint(NOT)
            clause = self._clause("condition")
            if not clause:
                self._at = start
                return tuple(found)
            found.append(Predicate(clause, is_negated))

    def _clause(self, part: Part) -> Clause | None:
        hit = self._book.found(part, self._text, self._at)
        if not hit:
            return None
        clause, self._at = hit
        return clause

    def _joint(self, which: str) -> bool:
        end = self._book.joint(which, self._text, self._at)
        self._at = end or self._at
        return end is not None

    def _skip_stops(self) -> None:
        while self._at < len(self._text.tokens) and self._text.tokens[self._at].kind == "stop":
            self._at += 1


def _values(bindings: Iterable[Binding]) -> dict[str, str]:
    """What stands in each slot; signs where an amount should be are counted, `raise by 2` is +2."""
    values: dict[str, str] = {}
    signs: Counter[str] = Counter()
    for binding in bindings:
        values[binding.name] = binding.value
        signs[binding.name] += 1
    for name, value in values.items():
        if name in NUMERIC and not any(c.isdigit() for c in value):
            values[name] = f"{UNSIGNED}{signs[name]}"
    if "signed" not in values and {"change", "number"} <= values.keys():
        values["signed"] = values["change"] + values["number"]
    elif "signed" not in values and "number" in values:
        values["signed"] = UNSIGNED + values["number"]
    return values


def _fill_word(word: str, values: Mapping[str, str]) -> str:
    slot = SLOT.fullmatch(word)
    return values.get(slot_name(slot.group(1)), UNSAID) if slot else word
