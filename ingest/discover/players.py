"""How many play, where a heading or an item of a list says it and no sentence."""

import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from ingest.discover.ranges import BoxSettings, Range, Said, checked, in_figures, range_at
from ingest.discover.words import Words, begins, first_of, folded_words, has_any, words_of
from schema.documents import PassageShape
from schema.folding import EAST_ASIAN


def is_headed(passage: PassageShape, words: Words) -> bool:
    """Whether it stands right under a heading like “Number of players”."""
    heading = _NUMBERING.sub("", passage.section.rpartition(" / ")[2])
    return passage.kind != "heading" and is_of_players(folded_words(heading), words)


_NUMBERING = re.compile(r"^\s*\d{1,2}(?:[.)]|(?:\.\d{1,2})+\.?)\s+")


def is_of_players(label: Sequence[str], words: Words) -> bool:
    """Whether a label or heading is about how many play; many are English whatever the language is."""
    is_short = 0 < len(label) <= 3 and not any(word.isdigit() for word in label)
    is_share = first_of(label, words.per) is not None
    return is_short and not is_share and first_of(label, words.player + words_of("en").player) is not None


_LONE = re.compile(rf"(?<![\w.,+\-–−])\d{{1,3}}(?!(?![{EAST_ASIAN}])\w|%)")


def under_heading(
    shapes: Sequence[PassageShape], words: Words, numbers: Mapping[str, int], settings: BoxSettings
) -> Iterator[Said]:
    """What stands under “Number of players”: a range alone, least and most apart, or ranges that go on from another."""
    for _, group in groupby(shapes, key=lambda passage: passage.section):
        under = [passage for passage in group if is_headed(passage, words_of("und"))]
        texts = [in_figures(passage.text, numbers, words) for passage in under]
        # Of two paragraphs the second may tell of a variant; of items of one list it goes on.
        kinds = [passage.kind for passage, text in zip(under, texts, strict=True) if _LONE.search(text)]
        is_one = len(kinds) == 1 or set(kinds) <= {"item", "label"}
        if under and (found := _span(" ".join(texts), words, settings, is_one) or _lone(" ".join(texts), words)):
            yield from checked("players", found, under[0], True, settings)


def _span(text: str, words: Words, settings: BoxSettings, is_one: bool) -> Range | None:
    """From the least to the most of a text about players, where its numbers leave no doubt."""
    alone = range_at(text.strip(" *_"), words)
    if alone and alone[0].least < alone[0].most and not folded_words(alone[1]):
        return alone[0]
    ends = [int(number) for number in _LONE.findall(text)]
    if len(ends) == 2 and len(text.split()) <= settings.label_words * 2 and ends[0] < ends[1] <= settings.most_players:
        return Range(*ends)
    return going_on(sorted(_spans(text, words), key=lambda one: one.least), least=2) if is_one else None


def _spans(text: str, words: Words) -> list[Range]:
    """The numbers and ranges of a text that are of players."""
    told = [found for match in _LONE.finditer(text) if (found := range_at(text[match.start() :], words))]
    return [one for one, after in told if after[:1].isalpha() and begins(folded_words(after)[:1], words.player)]


def going_on(told: Sequence[Range], least: int) -> Range | None:
    """From the first to the last of so many ranges, each of which begins where the one before it ends."""
    spans = list(dict.fromkeys(told))
    goes_on = all(later.least == earlier.most + 1 for earlier, later in pairwise(spans))
    return Range(spans[0].least, spans[-1].most) if len(spans) >= least and goes_on else None


def by_number(
    shapes: Sequence[PassageShape], words: Words, numbers: Mapping[str, int], settings: BoxSettings
) -> Iterator[Said]:
    """“2 players: 5 cards, 3 players: 4, 4 players: 3”, or a table with a row for each: all numbers that can play.

    Where any other number of players is told, the steps are not all of them. Where several chapters set up a game,
    there are several games in the book, and the steps are of one of them.
    """
    if len({passage.section for passage in shapes if _sets_up(passage, words, settings)}) >= settings.several_games:
        return
    texts = [in_figures(passage.raw_text.replace("*", ""), numbers, words) for passage in shapes]
    told = [one for text in texts for one in _spans(text, words)]
    for passage, steps in _steps(shapes, texts, words):
        found = going_on(steps, settings.least_steps)
        if found and all(found.least <= one.least and one.most <= found.most for one in told):
            yield from checked("players", found, passage, False, settings)


def _sets_up(passage: PassageShape, words: Words, settings: BoxSettings) -> bool:
    """Whether a paragraph begins with a label like “Set-up:”."""
    label, colon, _ = passage.text.partition(":")
    return bool(colon) and len(label.split()) <= settings.label_words and has_any(folded_words(label), words.setup)


def _steps(
    shapes: Sequence[PassageShape], texts: Sequence[str], words: Words
) -> Iterator[tuple[PassageShape, list[Range]]]:
    """Numbers of players that stand together: in one passage, at the beginning of items, in a table."""
    for _, group in groupby(zip(shapes, texts, strict=True), key=lambda pair: (pair[0].section, pair[0].kind)):
        run = list(group)
        first = run[0][0]
        if first.kind == "table":
            rows = [[cell.strip() for cell in text.split("|")] for _, text in run]
            is_headed_so = is_of_players(folded_words(rows[0][0]), words)
            yield first, _alone(row[0] for row in rows[1:]) if is_headed_so else []
            yield from ((first, _alone(row[1:])) for row in rows if is_of_players(folded_words(row[0]), words))
        yield from ((passage, _spans(text, words)) for passage, text in run)
        yield first, [one for _, text in run for one in _spans(_BULLET.sub("", text), words)[:1]]


_BULLET = re.compile(r"^[\s•·●\-–+>]+")


def _alone(cells: Iterable[str]) -> list[Range]:
    """The numbers that are whole cells, where all are."""
    told = [cell for cell in cells if cell]
    return [Range(int(cell), int(cell)) for cell in told] if all(cell.isdecimal() for cell in told) else []


def _lone(text: str, words: Words) -> Range | None:
    """The one number of a text about players, where it is of them: “exactly 2.”, but not “each has 5 cards”."""
    numbers = list(_LONE.finditer(text))
    if len(numbers) != 1:
        return None
    after = text[numbers[0].end() :].lstrip(" *_")
    is_alone = not folded_words(re.split(r"[.。!(\[\n]", after)[0])
    is_of_them = is_alone or begins(folded_words(after), words.player)
    return Range(int(numbers[0].group()), int(numbers[0].group())) if is_of_them else None


_ITEM_OF_PLAYERS = re.compile(
    r"^[\s*•\-–+]*(\d{1,2})\s+([^\W\d_]+)(?::[^\W\d_]+)?\s*(?:\([^()]*\)\s*)?(?:\s[–—-]\s.*)?[.,;]?$"
)
_ITEM_OF_PERSONS = re.compile(r"^[\s*•\-–+]*([^\W\d_]+)\s*(\d{1,2})\s*([^\W\d_]{1,2})\s*(?:\([^()]*\))?[.,;]?$")


_BOUND = re.compile(r"\b(?P<bound>min|max|mass)[^\W\d_]*\.?(?:\s+[^\W\d_]+){0,2}\s+$")
"""“minimum of”, “mindestens”, “al massimo”: the words of most languages begin alike."""


def with_bound(
    front: Sequence[PassageShape], words: Words, numbers: Mapping[str, int], settings: BoxSettings
) -> Iterator[Said]:
    """“For 6 players, with a minimum of 2”, “Players: usually 3 to 6, 7 at most”: a number and the bound beyond it."""
    for passage in front:
        text = in_figures(passage.text, numbers, words)
        label, colon, _ = text.partition(":")
        is_labelled = bool(colon) and is_of_players(folded_words(label), words)
        if found := _bounded(text, words) if is_labelled or len(_spans(text, words)) > 1 else None:
            yield from checked("players", found, passage, False, settings)


def _bounded(text: str, words: Words) -> Range | None:
    """The range that two numbers of a text make, one of which a word calls the least or the most."""
    told: list[tuple[Range, str]] = []
    at = 0
    while match := _LONE.search(text, at):
        found = range_at(text[match.start() :], words)
        called = _BOUND.search(text[: match.start()])
        told += [(found[0], called["bound"] if called else "")] if found else []
        at = len(text) - len(found[1]) if found else match.end()
    named = [one for one in told if one[1]]
    others = [one for one, bound in told if not bound]
    if len(named) != 1 or len(others) != 1:
        return None
    (end, bound), other = named[0], others[0]
    if bound == "min":
        return Range(end.least, other.most) if end.least < other.least else None
    return Range(other.least, end.most) if end.most > other.most else None


def listed_players(
    passages: Sequence[PassageShape], words: Words, numbers: Mapping[str, int], settings: BoxSettings
) -> Iterator[Said]:
    """“Two players (at one screen)”: an item of a list, among things that are needed, that is so many players."""
    for passage in passages:
        if passage.kind != "item":
            continue
        text = in_figures(passage.text, numbers, words).replace("**", "")
        before, behind = _ITEM_OF_PLAYERS.match(text), _ITEM_OF_PERSONS.match(text)
        count = 0
        if before and begins([before[2]], words.player):
            count = int(before[1])
        elif behind and begins([behind[1]], words.player) and begins([behind[3]], words.player):
            count = int(behind[2])
        if count:
            yield from checked("players", Range(count, count), passage, False, settings)


def variants_of(said: Sequence[Said]) -> list[Said]:
    """The numbers of players of a book that gives several games, each for others, and none that holds for all."""
    told = [one for one in said if one.attribute == "players" and one.value.least < one.value.most]
    ends = [end for one in told for end in (one.value.least, one.value.most)]
    return [] if not told or Range(min(ends), max(ends)) in {one.value for one in told} else told


def is_of_variant(one: Said, variants: Sequence[Said], settings: BoxSettings) -> bool:
    """Whether it is the number of players of one of the games, or is told beside it."""
    return one in variants or any(abs(other.passage.seq - one.passage.seq) <= settings.beside for other in variants)
