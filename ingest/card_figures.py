"""Find cards that a rulebook shows as figures: a known title, and around it words that read as that card's effects."""

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from functools import cache

from rapidfuzz import fuzz

from ingest.printed_effects import EffectSettings, Laid, lay
from schema.cards import CardTextShape
from schema.folding import fold
from schema.notation import Line
from schema.pack import Pack
from schema.phrasebook import Phrasebook
from schema.reading import CardTextRead, PassageRead

_ENDS = " .!?…"


@dataclass(frozen=True, slots=True)
class FigureSettings:
    """When a title and the words around it are a pictured card; chosen by eye on the seeds."""

    same_title: float = 90.0
    """Of 100: a line of a rulebook less like a title than this is something else."""
    least_letters: int = 5
    """A shorter title is too easily another word."""
    farthest: int = 14
    """Passages on either side of a title in which its card's words are looked for."""
    effects: EffectSettings = EffectSettings()


@dataclass(frozen=True, slots=True)
class _Figure:
    """A title that stands as a line of its own or opens one, with the card it names."""

    at: int
    """Index of its passage among those that speak."""
    title: str
    rest: str
    """What follows the title in the same passage."""
    card: str


@dataclass(frozen=True, slots=True)
class _Window:
    """The stretch of passages around a title that says its card's lines."""

    figure: _Figure
    laid: Laid
    left: int
    right: int

    @property
    def first(self) -> int:
        """Index of its first passage."""
        return self.figure.at - self.left


def read_figures(
    passages: Sequence[PassageRead],
    pack: Pack,
    language: str,
    titles: Mapping[str, str],
    edition: str | None,
    settings: FigureSettings = FigureSettings(),
) -> tuple[CardTextRead, ...]:
    """The texts of the pictured cards whose effects the phrasebook finds printed there, each card once."""
    book = pack.phrasebook(language)
    known = known_effects(pack, edition)
    speaking = [read for read in passages if read.passage.kind != "noise"]
    figures = list(_figures(speaking, _telling(titles, pack, language, edition, settings), settings))
    bounds = {figure.at: figure.card for figure in figures}
    found: dict[str, _Window] = {}
    for figure in figures:
        lines = known.get(figure.card, [])
        says_something = any(clause.arguments for line in lines for _, clause in line.clauses())
        best = _best_window(speaking, figure, bounds, book, lines, settings) if says_something else None
        if best and (figure.card not in found or best.laid.fit > found[figure.card].laid.fit):
            found[figure.card] = best
    firsts = [window.first for window in found.values()]
    texts = []
    for window in found.values():
        own = _own(speaking, window, firsts)
        body = _words(speaking, own.figure, own.left, own.right)
        shape = CardTextShape(language=language, title=own.figure.title, body=body, origin="rulebook")
        texts.append(CardTextRead(shape, speaking[own.first].passage.seq, own.figure.card))
    return tuple(texts)


def _own(speaking: Sequence[PassageRead], window: _Window, firsts: Sequence[int]) -> _Window:
    """The window up to where the text of another card begins; a heading that leads over to that one goes too."""
    at = window.figure.at
    end = min([first for first in firsts if first > max(at, window.first)], default=at + window.right + 1)
    right = min(window.right, end - at - 1)
    while 0 < right < window.right and speaking[at + right].passage.kind == "heading":
        right -= 1
    return replace(window, right=right)


def _telling(
    titles: Mapping[str, str], pack: Pack, language: str, edition: str | None, settings: FigureSettings
) -> dict[str, str]:
    """Titles that only one card of the edition bears and that are long enough to be one."""
    printed = Counter(
        fold(card.title[language])
        for file in pack.cards
        if edition is None or file.edition in (None, edition)
        for card in file.card
        if language in card.title
    )
    long = {title: code for title, code in titles.items() if sum(map(str.isalpha, title)) >= settings.least_letters}
    return {title: code for title, code in long.items() if printed[title] < 2}


def known_effects(pack: Pack, edition: str | None) -> dict[str, list[Line]]:
    """The effect lines of the pack's cards, those of the edition before those of all."""
    known: dict[str, list[Line]] = {}
    for (of, code), lines in sorted(listed_effects(pack).items(), key=lambda listed: listed[0][0] is not None):
        if edition is None or of in (None, edition):
            known[code] = lines
    return known


@cache
def listed_effects(pack: Pack) -> dict[tuple[str | None, str], list[Line]]:
    """The effect lines of every card of the pack by edition and code."""
    parse = pack.vocabulary().parse
    return {(file.edition, card.code): [parse(e) for e in card.effects] for file in pack.cards for card in file.card}


def _figures(speaking: Sequence[PassageRead], titles: Mapping[str, str], settings: FigureSettings) -> Iterator[_Figure]:
    bare = [(title, title.strip(_ENDS), code) for title, code in titles.items()]
    for at, read in enumerate(speaking):
        text = read.passage.text
        folded = fold(text)
        line = folded.strip(_ENDS)
        for title, words, code in bare:
            if fuzz.ratio(line, words, score_cutoff=settings.same_title):
                yield _Figure(at, text, "", code)
            elif folded.startswith(title) and not folded[len(title) : len(title) + 1].isalnum():
                yield _Figure(at, text[: len(title)], text[len(title) :].lstrip(" |:–—-"), code)


def _best_window(
    speaking: Sequence[PassageRead],
    figure: _Figure,
    bounds: Mapping[int, str],
    book: Phrasebook,
    known: list[Line],
    settings: FigureSettings,
) -> _Window | None:
    """The stretch around the title that says most of the card's lines in the least room; None where one is unsaid."""
    before = _reach(speaking, figure, bounds, -1, settings)
    after = _reach(speaking, figure, bounds, +1, settings)
    if not lay(_words(speaking, figure, before, after), book, known).has_every_line():
        return None
    best: tuple[tuple[int, int, int], Laid, int, int] | None = None
    for left in range(before + 1):
        for right in range(after + 1):
            laid = lay(_words(speaking, figure, left, right), book, known)
            rank = (laid.fit, laid.covered, -left - right)
            if laid.is_whole(settings.effects) and (best is None or rank > best[0]):
                best = rank, laid, left, right
    if best is None:
        return None
    _, laid, left, right = best
    while left < before and speaking[figure.at - left - 1].passage.text.rstrip().endswith(":"):
        left += 1
    return _Window(figure, laid, left, right)


def _reach(
    speaking: Sequence[PassageRead], figure: _Figure, bounds: Mapping[int, str], step: int, settings: FigureSettings
) -> int:
    """How many passages in that direction may belong to the card: up to a hole or the title of another one."""
    reach = 0
    while reach < settings.farthest:
        at = figure.at + step * (reach + 1)
        is_outside = not 0 <= at < len(speaking)
        if is_outside or speaking[at].passage.kind == "gap" or bounds.get(at, figure.card) != figure.card:
            break
        reach += 1
    return reach


def _words(speaking: Sequence[PassageRead], figure: _Figure, left: int, right: int) -> str:
    """The passages of a stretch line by line, without the title."""
    lines = [speaking[at].passage.text for at in range(figure.at - left, figure.at)]
    lines.append(figure.rest)
    lines += [speaking[at].passage.text for at in range(figure.at + 1, figure.at + right + 1)]
    return "\n".join(line for line in lines if line)
