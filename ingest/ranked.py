"""Ranked lists: where a document lists all things of a kind from the best to the worst, each has a rank.

A list counts only when it is whole, so that a rank is never guessed from a part of it. The numbers printed before
its entries say the ranks; where none are printed, words such as “from best to worst” must say how the list runs.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import pairwise
from typing import Literal

from ingest.names.match import MatchSettings
from schema.documents import PassageShape
from schema.folding import fold
from schema.lexicon import Lexicon
from schema.pack import Pack, RankingWords
from schema.reading import ConceptKey
from schema.tokens import Token, tokenise
from schema.wording import Text, Wording, compile_wording

CELL_SEPARATOR = " | "

Direction = Literal["best-first", "worst-first"]


@dataclass(frozen=True, slots=True)
class RankingSettings:
    """What is one list; chosen by eye on the seeds and the sample pages."""

    spread: int = 6
    """Most passages from one entry to the next: its name, a picture that was read as letters, its description."""
    introduction: int = 3
    """So many passages before a list may say how it runs."""
    lead: int = 2
    """So many short tokens may stand before the name of an entry: its letter, an article, a misread number."""
    lead_letters: int = 2
    """A short token has no more letters."""
    known: float = 0.7
    """Of a list whose lines are numbered so many must be known by name."""
    left_over: float = 80.0
    """How sure it is, of 100, that the only line that nobody knows is the only thing that no line names."""
    others: int = 4
    """So many more things a list may rank than the game knows."""
    match: MatchSettings = MatchSettings()


@dataclass(frozen=True, slots=True)
class Ranked:
    """A thing and its rank, the best at 1, with the passage that says so and how surely it was named."""

    code: str
    rank: int
    passage: PassageShape
    score: float


@dataclass(frozen=True, slots=True)
class _Entry:
    """What may be an entry of a list: a thing named at a token, and the number printed with it."""

    code: str
    number: int | None
    token: int
    at: int
    """Which of the passages it stands in."""
    score: float


class RankedLists:
    """The ranked lists of one kind of things in one document and language."""

    def __init__(
        self,
        passages: Sequence[PassageShape],
        pack: Pack,
        language: str,
        kind: str,
        settings: RankingSettings = RankingSettings(),
    ) -> None:
        self._settings = settings
        self._passages = passages
        self._kind = kind
        self._codes = pack.game.concepts[kind]
        words = pack.languages[language].rankings.get(kind, RankingWords())
        self._runs: Mapping[Direction, list[Wording]] = {
            "best-first": [compile_wording(source) for source in words.best_first],
            "worst-first": [compile_wording(source) for source in words.worst_first],
        }
        self._described = [(code, compile_wording(s)) for code, sources in words.described.items() for s in sources]
        literal = {word for source in words.sources() for word in compile_wording(source).words()}
        names = {concept: texts for concept, texts in pack.names(language).items() if concept.kind == kind}
        ordinals = pack.shared[language].roles.ordinals if language in pack.shared else {}
        self._ordinals = {fold(word): rank for words, rank in ordinals.items() for word in words.split()}
        self._lexicon = Lexicon(names, pack.numbers.get(language, {}), literal, pack.number_joints(language))
        self._read()

    def _read(self) -> None:
        """All tokens in a row: names run on over the cells and lines into which a page was taken apart."""
        tokens: list[Token] = []
        self._at: list[int] = []
        self._cells: set[int] = set()
        self._begins: list[int] = []
        for at, passage in enumerate(self._passages):
            self._begins.append(len(tokens))
            cells = passage.text.split(CELL_SEPARATOR) if passage.kind == "table" else [passage.text]
            for cell in cells:
                self._cells.add(len(tokens))
                tokens += tokenise(cell, passage.seq)
            self._at += [at] * (len(tokens) - len(self._at))
        self._text = Text(tokens, self._lexicon)

    def ranked(self) -> Iterator[Ranked]:
        """Each thing of every whole list with its rank."""
        listed: set[int] = set()
        for entries in self._readings():
            for window in self._windows(entries):
                passages = {entry.at for entry in window}
                order = None if listed & passages else self._order(window)
                if order:
                    listed |= passages
                    is_printed = self._is_with_others(order)
                    for place, entry in enumerate(order, 1):
                        rank = entry.number or place if is_printed else place
                        yield Ranked(entry.code, rank, self._passages[entry.at], entry.score)
        if not listed:
            shared = list(self._shared())
            yield from shared or self._numbered()

    def _numbered(self) -> Iterator[Ranked]:
        """As many numbered lines as there are things of the kind, most of them known: the number of each is its rank.

        What a single line calls by another name is the only thing that no other line names.
        """
        size = len(self._codes)
        printed = [self._printed(at) for at in range(len(self._passages))]
        for first in range(len(printed) - size + 1):
            if {*printed[first : first + size]} != {*range(1, size + 1)} or self._printed(first + size) == size + 1:
                continue
            run = [(at, self._entry(self._begins[at])) for at in range(first, first + size)]
            named = [entry for _, entry in run if entry]
            is_known = len({entry.code for entry in named}) == len(named) >= self._settings.known * size
            if is_known and self._direction(named) != "worst-first":
                missing = [code for code in self._codes if code not in {entry.code for entry in named}]
                for at, entry in run:
                    if entry or len(missing) == 1:
                        code, score = (entry.code, entry.score) if entry else (missing[0], self._settings.left_over)
                        yield Ranked(code, printed[at], self._passages[at], score)
                return

    def _printed(self, at: int) -> int:
        """The rank with which a passage begins; 0 where it begins with none."""
        begin = self._begins[at] if at < len(self._passages) else len(self._text.tokens)
        first = self._text.tokens[begin] if begin < len(self._text.tokens) else None
        return (self._rank(first) if first and first.passage == self._passages[at].seq else None) or 0

    def _shared(self) -> Iterator[Ranked]:
        """Numbered lines that name everything of the kind once, where things may share a line and so a rank."""
        run: list[_Entry] = []
        for at in range(len(self._passages)):
            line = list(self._line(at))
            rank = line[0].number if line else None
            if rank is not None and (rank == 1 or (run and run[-1].at == at - 1 and rank == (run[-1].number or 0) + 1)):
                run = [*run, *line] if rank > 1 else line
            else:
                run = []
            codes = [entry.code for entry in run]
            is_whole = len(codes) == len(set(codes)) and set(codes) == set(self._codes) and run[0].at < run[-1].at
            if is_whole and self._direction(run) != "worst-first":
                for entry in run:
                    yield Ranked(entry.code, entry.number or 0, self._passages[entry.at], entry.score)
                return

    def _line(self, at: int) -> Iterator[_Entry]:
        """The things that a line names before any bracket, with the number with which it begins."""
        begin = self._begins[at]
        told = sum(1 for _ in tokenise(self._passages[at].text.partition("(")[0]))
        first = self._text.tokens[begin] if told else None
        rank = self._rank(first) if first else None
        if rank is None:
            return
        for entry in self._named_in(at):
            if entry.token < begin + told:
                yield replace(entry, number=rank)

    def _readings(self) -> Iterator[list[_Entry]]:
        """The entries that lists may be made of, those that are the surest first."""
        # Where the cell before holds a number, the entry was read with it already.
        numbered = {cell for cell in self._cells if cell and self._is_cell_of_number(cell - 1, self._at[cell - 1])}
        cells = [entry for cell in sorted(self._cells - numbered) if (entry := self._entry(cell))]
        yield [entry for entry in cells if entry.number is not None]
        begins = [entry for begin in self._begins if (entry := self._entry(begin))]
        for kind in dict.fromkeys(passage.kind for passage in self._passages):
            yield [entry for entry in begins if self._passages[entry.at].kind == kind]
        yield begins
        for at in range(len(self._passages)):
            yield list(self._named_in(at))

    def _entry(self, start: int) -> _Entry | None:
        """The entry that begins where a passage or a cell does."""
        tokens = self._text.tokens
        for code, wording in self._described if start < len(tokens) else ():
            hit = wording.at(self._text, start)
            if hit and self._at[hit.end - 1] == self._at[start]:
                return _Entry(code, None, start, self._at[start], self._settings.match.least_score)
        number = None
        for token in range(start, min(start + self._settings.lead + 1, len(tokens))):
            named = self._named(token)
            if named:
                concept, end, score = named
                if number is None and self._is_cell_of_number(end, self._at[token]):
                    number = self._rank(tokens[end])
                return _Entry(concept.code, number, token, self._at[token], score)
            rank = self._rank(tokens[token]) if token == start else None
            if rank is not None:
                number = rank
            elif tokens[token].kind != "stop":
                if len(tokens[token].folded) > self._settings.lead_letters:
                    return None
                number = None
        return None

    def _is_cell_of_number(self, token: int, at: int) -> bool:
        """Whether a cell of that passage holds nothing but a number."""
        tokens = self._text.tokens
        if token not in self._cells or token >= len(tokens) or self._at[token] != at:
            return False
        return self._rank(tokens[token]) is not None and (token + 1 == len(tokens) or token + 1 in self._cells)

    def _rank(self, token: Token) -> int | None:
        """The rank that a token says, in figures or as “third”."""
        return int(token.value) if token.kind == "number" else self._ordinals.get(token.folded)

    def _named(self, token: int) -> tuple[ConceptKey, int, float] | None:
        spans = [
            s
            for s in self._text.spans(token)
            if s.concept.kind == self._kind and s.score >= self._settings.match.least_score
        ]
        return (spans[0].concept, spans[0].end, spans[0].score) if spans else None

    def _named_in(self, at: int) -> Iterator[_Entry]:
        """Everything of the kind that one passage names, for lists in running text."""
        token, end = self._begins[at], [*self._begins, len(self._text.tokens)][at + 1]
        while token < end:
            named = self._named(token)
            if named:
                yield _Entry(named[0].code, self._labelled(token), token, at, named[2])
            token = named[1] if named else token + 1

    def _labelled(self, token: int) -> int | None:
        """The rank with which a sentence begins that names a thing behind a colon: “Second: a straight”."""
        tokens, text = self._text.tokens, self._passages[self._at[token]].text
        first, is_label = token, False
        while first and tokens[first - 1].passage == tokens[token].passage and tokens[first - 1].kind != "stop":
            is_label = is_label or ":" in text[tokens[first - 1].end : tokens[first].start]
            first -= 1
        return self._rank(tokens[first]) if is_label else None

    def _windows(self, entries: Sequence[_Entry]) -> Iterator[list[_Entry]]:
        """Runs of entries that name everything of the kind once, close together."""
        merged: list[_Entry] = []
        for entry in entries:
            if merged and merged[-1].code == entry.code and entry.at - merged[-1].at <= self._settings.spread:
                number = merged[-1].number if merged[-1].number is not None else entry.number
                merged[-1] = replace(merged[-1], number=number)
            else:
                merged.append(entry)
        for first in range(len(merged) - len(self._codes) + 1):
            window = merged[first : first + len(self._codes)]
            is_close = all(b.at - a.at <= self._settings.spread for a, b in pairwise(window))
            if is_close and {entry.code for entry in window} == set(self._codes):
                yield window

    def _order(self, window: list[_Entry]) -> list[_Entry] | None:
        """The entries, the best first; None where the numbers contradict the list or nothing says how it runs."""
        size = len(window)
        printed = [entry.number for entry in window]
        upwards, downwards = list(range(1, size + 1)), list(range(size, 0, -1))
        direction = self._direction(window)
        if all(number is None for number in printed):
            order = window if direction else None
        elif _agree(printed, upwards) and not _agree(printed, downwards):
            order = window
        elif _agree(printed, downwards) and not _agree(printed, upwards):
            order, direction = (window if direction else window[::-1]), direction or "best-first"
        elif self._is_with_others(window):
            order = window if direction != "worst-first" else None
        elif sorted(number or 0 for number in printed) == upwards:
            order = sorted(window, key=lambda entry: entry.number or 0)
        else:
            order = None
        return order[::-1] if order and direction == "worst-first" else order

    def _is_with_others(self, listed: Sequence[_Entry]) -> bool:
        """Whether the numbers of a list count from 1 and leave some out, where it ranks things nobody knows."""
        ranks = [entry.number or 0 for entry in listed]
        best, begin = min(ranks), listed[0].at
        others = max(ranks) - len(ranks)
        # The best of all may be a thing that nobody knows.
        is_from_first = [self._printed(at) for at in range(max(begin - best + 1, 0), begin)] == [*range(1, best)]
        if not is_from_first or len({*ranks}) < len(ranks) or not 0 < others <= self._settings.others:
            return False
        # Lines in another order than their numbers are one list if no number is missing.
        lines = {self._printed(at) for at in range(listed[0].at, listed[-1].at + 1)}
        return all(one < other for one, other in pairwise(ranks)) or lines >= {*range(1, max(ranks) + 1)}

    def _direction(self, window: Sequence[_Entry]) -> Direction | None:
        """How the list runs by the words nearest before it, or those of the headings above."""
        first, last = window[0], window[-1]
        begin = self._begins[max(first.at - self._settings.introduction, 0)]
        end = [*self._begins, len(self._text.tokens)][first.at + 1] if first.at == last.at else first.token
        around = Text(self._text.tokens[begin:end], self._lexicon)
        above = Text.of(self._passages[first.at].section, self._lexicon)
        for text in (around, above):
            found = [
                (hit.start, direction)
                for direction, wordings in self._runs.items()
                for wording in wordings
                for hit in wording.find(text)
            ]
            if found:
                return max(found)[1]
        return None


def _agree(printed: Sequence[int | None], ranks: Sequence[int]) -> bool:
    return all(number in (None, rank) for number, rank in zip(printed, ranks, strict=True))
