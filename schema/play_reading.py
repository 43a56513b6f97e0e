"""Reads the rows of a frame: every line, phrase and reference, with a complaint that names the row and the word."""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from functools import partial
from typing import Any

from schema.notation import SLOT, Line, NotationError, Predicate, Step, slot_kinds, slot_name
from schema.phrases import NestedClause, Phrases, Word
from schema.play import PLAY_TABLES, PlayFile, VerbShape
from schema.play_people import wrong_people
from schema.play_row import PlayRowShape
from schema.play_variants import NoSuchVariant, mistakes_of, variants_of, with_variant
from schema.play_words import CHOSEN_KINDS, FORMS, GIVEN, QUERIES

FEWEST, MOST = "fewest-players", "most-players"
"""Counters that say how many can play."""
ALL_CARDS = "all"
SPACE = "{space}"
"""In the subject of a fact: the code of each place of the board."""
PER = "{per}"
"""In the attribute of a fact: the number by which a table is looked up, or a range of it."""
STANDING = "standing"
"""Attribute of cards in games with lines that stand: how many of them a card has."""
Read = NestedClause | Word
DATA_KINDS = ("card", "word", "number", "seat", "pile")
"""What an event can say, in the order in which a phrase is tried."""
_TABLE = re.compile(r"\s*(?:\[\[\s*(\w+)\s*\]\]|(\w+)\s*=\s*\[)")
_CODE = re.compile(r"(?:^|\{)\s*code\s*=")
"""Where a row says its code; several rows may stand on one line."""


@dataclass(frozen=True, slots=True)
class Mistake:
    """Something wrong in a row: which row, which word, and what is wrong in a sentence."""

    table: str
    code: str
    line: int
    word: str
    sentence: str

    def __str__(self) -> str:
        return f"{self.table} “{self.code}”: {self.sentence}"


def attribute_word(attribute: str) -> str:
    """An attribute as a word of a line."""
    return attribute.replace(".", "-")


@dataclass(frozen=True, slots=True)
class CardWords:
    """What cards have: codes, decks, and by attribute the values that there are."""

    codes: tuple[str, ...] = ()
    decks: tuple[str, ...] = ()
    values: Mapping[str, tuple[str, ...]] = field(default_factory=dict)
    places: tuple[str, ...] = ()
    """Codes of the places of the board."""

    @property
    def measures(self) -> tuple[str, ...]:
        """Attributes whose values are all numbers."""
        return tuple(n for n, values in self.values.items() if values and all(value.isdigit() for value in values))

    @property
    def traits(self) -> tuple[str, ...]:
        """Attributes whose values are words."""
        return tuple(name for name in self.values if name not in self.measures)


@dataclass(frozen=True)
class Frame:
    """A frame that was read: by table, code and column what was written there, as phrases and lines."""

    play: PlayFile
    words: Phrases
    read: Mapping[tuple[str, str, str], Any]
    taken: Mapping[str, Mapping[str, Read]]
    """By action or verb: what it takes, by name, in the order of choosing."""
    told: Mapping[tuple[str, str, str], Mapping[str, Read]]
    """By table, row and telling: what the event says where that row tells it."""
    cards: CardWords = CardWords()
    rules: frozenset[str] = frozenset()

    def varied(self, rule: str, name: str) -> "Frame":
        """The frame with a rule the other way; a NoSuchVariant where that is not listed."""
        return _read(with_variant(self.play, rule, name), self.cards, self.rules)[0]

    def phrase(self, table: str, code: str, column: str) -> Read | None:
        """A phrase, if the row has one there."""
        return self.read.get((table, code, column))

    def conditions(self, table: str, code: str, column: str = "condition") -> tuple[Predicate, ...]:
        """Conditions that must all hold; none where the row has none."""
        found: tuple[Predicate, ...] = self.read.get((table, code, column), ())
        return found

    def steps(self, table: str, code: str, column: str) -> Line | None:
        """A line of steps, if the row has one there."""
        return self.read.get((table, code, column))


_KEPT: dict[tuple[str, str, frozenset[str]], tuple[Frame, list[Mistake]]] = {}
MOST_KEPT = 24
"""Frames that are kept, the newest ones; those of a game with its variants are a handful."""


def read_frame(play: PlayFile, cards: CardWords, rules: Iterable[str]) -> tuple[Frame, list[Mistake]]:
    """The frame, and everything that is wrong with its rows and their variants."""
    known = frozenset(rules)
    frame, mistakes = _read(play, cards, known)
    mistakes += [Mistake("variant", row.code, row.line, word, told) for row, word, told in mistakes_of(play)]
    return frame, mistakes or list(_wrong_variants(play, cards, known))


def _read(play: PlayFile, cards: CardWords, rules: frozenset[str]) -> tuple[Frame, list[Mistake]]:
    """Read the rows, or take what was read of the same rows before: with every fact that changes, all is read anew."""
    key = (play.model_dump_json(), repr(cards), rules)
    if key not in _KEPT:
        words = _words(play, cards)
        reading = _Reading(play, cards, words, [])
        reading.check_references(rules)
        reading.read_all()
        while len(_KEPT) >= MOST_KEPT:
            del _KEPT[next(iter(_KEPT))]
        _KEPT[key] = Frame(play, words, reading.read, reading.taken, reading.told, cards, rules), reading.mistakes
    frame, mistakes = _KEPT[key]
    return frame, list(mistakes)


def _wrong_variants(play: PlayFile, cards: CardWords, rules: frozenset[str]) -> Iterator[Mistake]:
    """What is wrong with a frame that reads well, once a variant has changed it."""
    for (rule, name), rows in variants_of(play).items():
        try:
            _, mistakes = _read(with_variant(play, rule, name), cards, rules)
        except NoSuchVariant as error:
            yield Mistake("variant", rows[0].code, rows[0].line, rows[0].becomes, str(error))
            continue
        for wrong in mistakes:
            yield Mistake("variant", rows[0].code, rows[0].line, wrong.word, f"{wrong}")


def _words(play: PlayFile, cards: CardWords) -> Phrases:
    """The general vocabulary with the game's own codes."""
    held = {"number": "tally", **{kind: f"{kind}-holder" for kind in ("seat", "card", "word", "space")}}
    codes: dict[str, list[str]] = {kind: list(given) for kind, given in GIVEN.items()}

    def add(kind: str, *more: str) -> None:
        codes.setdefault(kind, []).extend(more)

    for zone in play.zone:
        kind = "pile" if zone.holds == "cards" else "cup"
        if zone.owner != "space":
            add(kind, zone.code)
        if zone.owner != "table":
            add(f"{zone.owner}-{kind}", zone.code)
    for counter in play.counter:
        is_fixed = counter.fact or counter.means
        kind = counter.kind if is_fixed else held.get(counter.kind, counter.kind)
        add("word", *counter.words.split())
        if counter.owner not in ("card", "space"):
            add(kind, counter.code)
        if counter.owner in ("player", "team", "card", "space"):
            add(f"{counter.owner}-{kind}", counter.code)
    add("team", *(team.code for team in play.team))
    add("word", *(role.code for role in play.role))
    if any(space.is_board for space in play.space):
        add("space", *cards.places)
    add("phase", *(phase.code for phase in play.phase))
    add("verb", *(verb.code for verb in play.verb if not verb.form))
    add("telling", *(telling.code for telling in play.telling))
    add("word", *(word for occasion in play.occasion for word in (occasion.at or occasion.trigger).split()))
    add("card", *cards.codes)
    add("measure", *cards.measures, *(verb.notes for verb in play.verb if verb.notes))
    if any(verb.notes for verb in play.verb):
        add("measure", STANDING)
    add("trait", *cards.traits)
    for trait in cards.traits:
        add("word", *cards.values[trait])
    return Phrases(FORMS, {kind: frozenset(listed) for kind, listed in codes.items()}, QUERIES)


@dataclass
class _Reading:
    play: PlayFile
    cards: CardWords
    words: Phrases
    mistakes: list[Mistake]
    read: dict[tuple[str, str, str], Any] = field(default_factory=dict)
    taken: dict[str, dict[str, Read]] = field(default_factory=dict)
    told: dict[tuple[str, str, str], dict[str, Read]] = field(default_factory=dict)

    def check_references(self, rules: frozenset[str]) -> None:
        """Codes are there once, and what a row names is there."""
        phases = {phase.code for phase in self.play.phase}
        actions = {action.code for action in self.play.action}
        tellings, zones = {row.code for row in self.play.telling}, {zone.code for zone in self.play.zone}
        seen: set[tuple[str, str]] = set()
        for table, row in self.play.rows():
            if (table, row.code) in seen:
                self._complain(table, row, row.code, "it is listed more than once.")
            seen.add((table, row.code))
            if row.rule not in rules:
                self._complain(table, row, row.rule, f"the game has no rule “{row.rule}”.")
            for column, known, kind in (
                ("inside", phases, "phase"),
                ("phase", phases, "phase"),
                ("lasts", phases, "phase"),
                ("after", actions, "action"),
                ("action", actions, "action"),
                ("tells", tellings, "telling"),
                ("refill", zones, "zone"),
                ("called", zones, "zone"),
            ):
                named = getattr(row, column, "")
                if named and named not in known:
                    self._complain(table, row, named, f"there is no {kind} “{named}”.")
        self._check_roots()
        self._check_counters()
        self._check_spaces()
        for table, row, word, sentence in wrong_people(self.play, self.cards.codes):
            self._complain(table, row, word, sentence)

    def _check_spaces(self) -> None:
        for space in self.play.space:
            if space.is_board == bool(space.count):
                self._complain("space", space, space.code, "say `count`, or that they are the board with `is-board`.")
            elif space.is_board and not self.cards.places:
                self._complain("space", space, space.code, "the game lists no places: write cards/board.toml.")
            elif space.count and not space.called:
                self._complain("space", space, space.code, "say by which zone it is called.")
        for counter in self.play.counter:
            if counter.owner == "space" and not self.play.space:
                self._complain("counter", counter, counter.owner, "the game has no spaces that could own it.")
            if SPACE in counter.fact and counter.owner != "space":
                self._complain("counter", counter, counter.fact, "what is stated of each space has the owner `space`.")

    def _check_roots(self) -> None:
        roots = [phase for phase in self.play.phase if not phase.inside]
        for extra in roots[1:]:
            sentence = f"the whole game is “{roots[0].code}”: say which phase “{extra.code}” is inside of."
            self._complain("phase", extra, extra.code, sentence)
        inside = {phase.code: phase.inside for phase in self.play.phase}
        for phase in self.play.phase:
            above, steps = phase.inside, 0
            while above and steps <= len(inside):
                above, steps = inside.get(above, ""), steps + 1
            if above:
                self._complain("phase", phase, phase.inside, f"it lies inside itself, by way of “{phase.inside}”.")
        if self.play.phase and not roots:
            self._complain("phase", self.play.phase[0], "", "no phase is the whole game: one must be inside of none.")
        if not self.play.ending:
            first = self.play.phase[0]
            self._complain("phase", first, first.code, "the game never ends: add an ending.")

    def _check_counters(self) -> None:
        facts = {counter.code for counter in self.play.counter if counter.fact or counter.means}
        for needed in (FEWEST, MOST):
            if needed not in facts and self.play.phase:
                sentence = f"a counter “{needed}” with its fact must say how many can play."
                self._complain("phase", self.play.phase[0], needed, sentence)
        for counter in self.play.counter:
            if counter.fact and len(counter.fact.split()) != 2:
                sentence = f"“{counter.fact}” is no fact: write its subject and its attribute."
                self._complain("counter", counter, counter.fact, sentence)
            if (PER in counter.fact) != bool(counter.per):
                sentence = (
                    "a table is looked up by a number: say `per`, and `{per}` in the fact where the number stands."
                )
                self._complain("counter", counter, counter.per or counter.fact, sentence)
            if counter.is_option and not counter.words:
                self._complain("counter", counter, "is-option", "an option needs the words it may be.")
            is_worked_out, is_several = bool(counter.fact or counter.means), counter.kind in ("spaces", "cards")
            if counter.kind != "number" and not is_several and is_worked_out:
                sentence = f"a {counter.kind} is neither a fact nor worked out; only numbers are."
                self._complain("counter", counter, counter.kind, sentence)
            if is_several and not counter.means:
                self._complain("counter", counter, counter.kind, f"{counter.kind} must be worked out: say `means`.")

    def read_all(self) -> None:
        """Every phrase and line of every row."""
        for team in self.play.team:
            self._conditions("team", team, "who")
        for role in self.play.role:
            self._phrases("role", role, "number", "points")
            self._conditions("role", role, "aim")
        for space in self.play.space:
            self._phrases("space", space, "number", "count")
        for zone in self.play.zone:
            if zone.holds == "dice":
                self._phrases("zone", zone, "number", "begins", "faces")
                if not (zone.begins and zone.faces):
                    self._complain("zone", zone, zone.code, "dice need `begins`, their number, and `faces`.")
            elif zone.begins and zone.begins not in (ALL_CARDS, *self.cards.decks):
                self._complain("zone", zone, zone.begins, f"the game has no deck “{zone.begins}”.")
        for counter in self.play.counter:
            self._phrases("counter", counter, counter.kind, "start", "means")
            self._phrases("counter", counter, "number", "least", "most", "otherwise", "per")
        for phase in self.play.phase:
            self._phrases("phase", phase, "seat", "leader")
            self._conditions("phase", phase, "who", "until", "condition")
            self._lines("phase", phase, self.words, "opens", "closes")
            self._phrases("phase", phase, "lines", "resolves")
            self._tell("phase", phase, self.words, phase.tells)
        of_action = {action.code: self._takes(action) for action in self.play.action}
        for action in self.play.action:
            words = of_action[action.code]
            self._conditions("action", action, "condition", words=words)
            self._lines("action", action, words, "does")
            if action.may:
                self._keep("action", action, "may", partial(words.phrase, "lines", action.may.partition(": ")[2]))
            self._tell("action", action, words, action.tells)
        for trigger in self.play.trigger:
            words = of_action.get(trigger.after, self.words)
            self._conditions("trigger", trigger, "condition", words=words)
            self._lines("trigger", trigger, words, "does")
        for modifier in self.play.modifier:
            self._conditions("modifier", modifier, "condition")
            self._conditions("modifier", modifier, "only", words=of_action.get(modifier.action, self.words))
        for ending in self.play.ending:
            self._conditions("ending", ending, "condition", "wins")
            self._phrases("ending", ending, "number", "score", "tie_break")
            self._tell("ending", ending, self.words, ending.tells)
        for verb in self.play.verb:
            self._verb(verb)

    def _verb(self, verb: VerbShape) -> None:
        """A step of the game's own notation: the slots of its form are words in its lines."""
        slots = {slot_name(slot): slot_kinds(slot) for slot in SLOT.findall(verb.form)}
        numbers = [slot for slot, kinds in slots.items() if {"number", "signed", "quantity"} & set(kinds)]
        others = [slot for slot, kinds in slots.items() if set(kinds) - {"number", "signed", "quantity"}]
        kinds = dict.fromkeys(("word", "pile", "spaces"), others)
        words = self.words.with_codes({"number": [*numbers, *others], **kinds})
        self._phrases("verb", verb, "spaces", "each", words=words)
        self._phrases("verb", verb, "number", "times", "needs", "amount", "value", words=words)
        self._lines("verb", verb, words, "first")
        self._lines("verb", verb, self._takes(verb, "verb", words), "does")

    def _takes(self, row: Any, table: str = "action", words: Phrases | None = None) -> Phrases:
        """The vocabulary with what an action or a verb takes, each choice knowing those before it."""
        words, taken = words or self.words, self.taken.setdefault(row.code, {})
        for part in filter(None, row.takes.split("; ")):
            name, _, which = part.partition(": ")
            found = self._try(table, row, partial(words.phrase, "choice", which))
            if not isinstance(found, NestedClause):
                continue
            if name in {code for codes in words.codes.values() for code in codes}:
                self._complain(table, row, name, f"“{name}” means something else already; choose another name.")
            taken[name] = found
            words = words.with_codes({CHOSEN_KINDS[found.form]: [name]})
        return words

    def _tell(self, table: str, row: PlayRowShape, words: Phrases, telling: str) -> None:
        """What an event says where the row tells it, in the words of that row."""
        for told in self.play.telling:
            if told.code == telling:
                data = self.told[table, row.code, telling] = {}
                for part in filter(None, told.data.split("; ")):
                    name, _, which = part.partition(": ")
                    data[name] = self._try(table, row, partial(_of_any_kind, words, which))

    def _phrases(self, table: str, row: PlayRowShape, kind: str, *columns: str, words: Phrases | None = None) -> None:
        for column in columns:
            text = getattr(row, column)
            if text:
                self._keep(table, row, column, partial((words or self.words).phrase, kind, text))

    def _conditions(self, table: str, row: PlayRowShape, *columns: str, words: Phrases | None = None) -> None:
        for column in columns:
            text = getattr(row, column)
            if text:
                self._keep(table, row, column, partial((words or self.words).conditions, text))

    def _lines(self, table: str, row: PlayRowShape, words: Phrases, *columns: str) -> None:
        for column in columns:
            text = getattr(row, column)
            if text:
                self._keep(table, row, column, partial(_straight, words, text))
                for telling in _tellings(self.read.get((table, row.code, column))):
                    self._tell(table, row, words, telling)

    def _keep(self, table: str, row: PlayRowShape, column: str, read: Callable[[], Any]) -> None:
        found = self._try(table, row, read)
        if found is not None:
            self.read[table, row.code, column] = found

    def _try(self, table: str, row: PlayRowShape, read: Callable[[], Any]) -> Any:
        try:
            return read()
        except NotationError as error:
            self._complain(table, row, error.word, f"{error}.")
            return None

    def _complain(self, table: str, row: PlayRowShape, word: str, sentence: str) -> None:
        self.mistakes.append(Mistake(table, row.code, row.line, word, sentence))


def _of_any_kind(words: Phrases, text: str) -> Read:
    """A phrase of the first kind that it can be read as; behind `=` stands a word that is told as it is."""
    if text.startswith("="):
        return Word("word", text[1:])
    for kind in DATA_KINDS[:-1]:
        try:
            return words.phrase(kind, text)
        except NotationError:
            continue
    return words.phrase(DATA_KINDS[-1], text)


def _tellings(line: Line | None) -> Iterator[str]:
    """What the steps of a line tell."""
    clauses = (clause for _, clause in line.clauses()) if line else ()
    for clause in clauses:
        parts = clause.parts if isinstance(clause, NestedClause) else ()
        yield from (part.code for part in parts if isinstance(part, Word) and part.kind == "telling")


def _straight(words: Phrases, text: str) -> Line:
    """A line in which nobody chooses: choices are actions."""
    line = words.parse(text)
    _no_choice(line.steps, text)
    return line


def _no_choice(steps: tuple[Step, ...], text: str) -> None:
    for step in steps:
        if step.is_optional or len(step.options) > 1:
            raise NotationError(f"“{step}” leaves a choice open: make it an action of its own", text, str(step))
        for option in step.options:
            _no_choice(option, text)


def lines_of_rows(text: str) -> Iterator[tuple[str, int]]:
    """The tables of a play.toml in its text, one for each row, with the line that holds the code of the row."""
    table = ""
    for number, line in enumerate(text.splitlines(), start=1):
        begun = _TABLE.match(line)
        table = (begun[1] or begun[2]) if begun else table
        if table in PLAY_TABLES:
            yield from ((table, number) for _ in _CODE.finditer(line))


def placed(play: PlayFile, text: str) -> PlayFile:
    """The rows with the lines of the file in which they begin."""
    lines: dict[str, list[int]] = {}
    for name, number in lines_of_rows(text):
        lines.setdefault(name, []).append(number)

    def at(name: str, rows: Sequence[PlayRowShape]) -> list[PlayRowShape]:
        known = lines.get(name, [])
        if len(known) != len(rows):  # written in a way that does not show where a row begins
            return list(rows)
        return [row.model_copy(update={"line": line}) for row, line in zip(rows, known, strict=True)]

    return play.model_copy(update={name: at(name, getattr(play, name)) for name in PLAY_TABLES})
