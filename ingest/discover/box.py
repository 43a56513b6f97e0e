"""What stands on the box: how many play, how long, from what age, by whom; without doubt, or not at all."""

import re
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import replace
from types import MappingProxyType

from ingest.discover.box_lines import in_lines, label_above
from ingest.discover.labelled import BRACKETS, is_time_until, labelled, under_label
from ingest.discover.makers import claim_of_box, read_makers
from ingest.discover.players import (
    by_number,
    going_on,
    is_headed,
    is_of_players,
    is_of_variant,
    listed_players,
    under_heading,
    variants_of,
    with_bound,
)
from ingest.discover.ranges import BoxSettings, Range, Said, checked, in_figures, range_at
from ingest.discover.words import Words, are_labels, begins, first_of, folded_words, has_any, has_words
from schema.documents import PassageShape
from schema.folding import EAST_ASIAN, PICTURES, fold
from schema.reading import ClaimRead, PassageRead

_TYPED = re.compile(r"https?://\S+|`")
"""Addresses, and the marks of Markdown around what is typed."""


def read_box(
    passages: Sequence[PassageRead],
    words: Words,
    numbers: Mapping[str, int] = MappingProxyType({}),
    settings: BoxSettings = BoxSettings(),
) -> tuple[ClaimRead, ...]:
    """Claims about `box`: players, minutes and age with their least and most, author and publisher.

    ``numbers`` are the numbers that the language writes in letters.
    """
    listed = [read.passage for read in passages if read.passage.kind not in ("gap", "noise", "example")]
    shapes = [passage for passage in listed if passage.kind != "table"]
    share = max(3, round(settings.first_share * len(shapes)))
    front = {p.seq for p in shapes[: min(settings.first, max(share, _before_rules(shapes, words)))]}
    half = shapes[len(shapes) // 2].seq if shapes else 0
    early = front | {p.seq for p in shapes[-min(settings.last, share) :]}
    said = [
        one
        for passage in shapes
        for one in _ranges(passage, passage.seq in early or is_headed(passage, words), words, numbers, settings)
        if passage.seq in early or passage.seq <= half
    ]
    said += [one for p in shapes if p.seq not in early for one in _whole_box(p, words, numbers, settings)]
    rows = [one for passage in listed if passage.kind == "table" for one in _of_row(passage, words, settings)]
    said += [one for one in rows if not one.is_single or _is_in_company(one, rows, settings)]
    said = [one for one in said if not one.is_single or not _is_listed(one.passage, words)]
    said += by_number(listed, words, numbers, settings)
    said += under_heading(shapes, words, numbers, settings)
    bounded = list(with_bound([p for p in shapes if p.seq in front], words, numbers, settings))
    whole = {one.passage.seq for one in bounded}
    said = [*bounded, *(one for one in said if one.attribute != "players" or one.passage.seq not in whole)]
    needed = [
        p for p in shapes if p.seq in front or has_any(folded_words(p.section.rpartition(" / ")[2]), words.components)
    ]
    said += listed_players(needed, words, numbers, settings)
    said += label_above([p for p in shapes if p.seq <= half], words, settings)
    said += [one for p in shapes if p.seq in early for one in in_lines(p, words, settings)]
    said += _beside_pictures([passage for passage in shapes if passage.seq in early], settings)
    behind = {p.seq for p in shapes if p.seq in early - front and not is_headed(p, words)}
    said = [_as_placed(one, said, behind, settings) for one in said]
    headed = [one for p in shapes if p.kind == "heading" for one in _ranges(p, True, words, numbers, settings)]
    variants = variants_of([*said, *headed])
    said = [one for one in said if not variants or not is_of_variant(one, variants, settings)]
    claims = [claim for attribute in ("players", "minutes", "age") for claim in _agreed(attribute, said, front)]
    return (*claims, *read_makers(shapes, early, words, settings.longest_name))


def _before_rules(shapes: Sequence[PassageShape], words: Words) -> int:
    """How many passages stand before the first heading of set-up or play; none where there is no such heading."""
    rules = words.setup + words.round + words.phase + words.action + words.end
    return next((i for i, p in enumerate(shapes) if p.kind == "heading" and has_any(folded_words(p.text), rules)), 0)


def _is_listed(passage: PassageShape, words: Words) -> bool:
    """Whether it is an item of the components, where “1 player aid” counts no players."""
    return passage.kind == "item" and has_any(folded_words(passage.section.rpartition(" / ")[2]), words.components)


def _as_placed(one: Said, said: Sequence[Said], behind: Collection[int], settings: BoxSettings) -> Said:
    """What is only told, and behind, may be of a variant or of another game, unless more of the box is told there."""
    is_sure = one.is_labelled or one.passage.seq not in behind or _is_in_company(one, said, settings)
    return one if is_sure else replace(one, is_single=True)


def _is_in_company(one: Said, said: Sequence[Said], settings: BoxSettings) -> bool:
    """Whether something else of the box is told beside it."""
    beside = (other for other in said if abs(other.passage.seq - one.passage.seq) <= settings.beside)
    return any(other.attribute != one.attribute for other in beside)


def _agreed(attribute: str, said: Sequence[Said], front: Collection[int]) -> Iterator[ClaimRead]:
    """The one value that is said: labelled before told, in front before behind; where two differ, none."""
    told = [one for one in said if one.attribute == attribute]
    of_it = [one for one in told if one.is_labelled] or [one for one in told if not one.is_single]
    of_it = [one for one in of_it if one.passage.seq in front] or of_it
    of_it = of_it or _only_number(told, front)
    values = _without_steps({one.value for one in of_it})
    of_it = [one for one in of_it if one.value in values]
    if len(values) != 1:
        return
    least, most = of_it[0].value.least, of_it[0].value.most
    is_other_told = any(one.is_single and not least <= one.value.least <= most for one in told)
    if is_other_told and not of_it[0].is_labelled:
        return
    first = of_it[0]
    ends = {"least": first.value.least, "most": first.value.most}
    if attribute == "age":
        ends.pop("most")
    for end, value in ends.items():
        yield claim_of_box(f"{attribute}.{end}", str(value), first.passage, 0.95 if first.is_labelled else 0.8)


def _without_steps(values: set[Range]) -> set[Range]:
    """“2 to 6 players” alone, where the others are its steps: “20 cards with 2 to 4 players, 15 with 5 or 6”."""
    if not values:
        return values
    whole = Range(min(one.least for one in values), max(one.most for one in values))
    steps = sorted(values - {whole}, key=lambda one: one.least)
    return {whole} if whole in values and going_on(steps, least=2) == whole else values


def _only_number(told: Sequence[Said], front: Collection[int]) -> list[Said]:
    """A single number of players that is told in front, once more or of the game itself, and no other beside."""
    is_one = len({one.value for one in told}) == 1
    is_sure = len({one.passage.seq for one in told}) > 1 or any(one.is_of_game for one in told)
    return list(told) if is_one and is_sure and any(one.passage.seq in front for one in told) else []


def _ranges(
    passage: PassageShape, is_early: bool, words: Words, numbers: Mapping[str, int], settings: BoxSettings
) -> Iterator[Said]:
    # Two spaces at the end of a line are a line of its own in Markdown; every other line end was set by chance.
    is_broken = "  \n" in passage.raw_text
    is_labels = are_labels(passage.raw_text.strip().split("\n"))
    joined = re.sub(r"(?<!  )\n", " ", passage.raw_text) if is_broken else passage.text
    told = _TYPED.sub("", passage.raw_text if is_labels else joined)
    text = _HOURS.sub(_in_minutes, in_figures(_STEP.sub("", told), numbers, words))
    is_short = len(text.split()) <= settings.longest_told
    for line in re.split(r"\n|[•·|/]|(?<=[^\d])\.\s|(?<=[^\d\s]\s)[-–—]\s", text):
        before, colon, rest = line.partition(":")
        label = re.split(r"[\x22“”!?]", before)[-1]
        few = settings.label_words
        if colon and len(label.split()) <= few and len(BRACKETS.sub("", rest).split()) <= few * 2:
            yield from under_label(label, rest, passage, words, settings)
        elif is_early and is_short:
            yield from _told(line, passage, words, settings)


def _whole_box(
    passage: PassageShape, words: Words, numbers: Mapping[str, int], settings: BoxSettings
) -> Sequence[Said]:
    """“For 3 to 6 players from 8 years, in 15 minutes”: what tells all three is of the game wherever it stands."""
    told = list(_ranges(passage, True, words, numbers, settings))
    return told if {one.attribute for one in told} == {"players", "minutes", "age"} else ()


_STEP = re.compile(r"^\s*\d{1,2}[.)]\s+(?=[^\W\d])")
"""The number of a step or chapter counts no players."""
_HOURS = re.compile(r"(?<![\w.,])(\d{1,2})\s?h(?:\s?([0-5]\d))?(?![\w])")


def _in_minutes(hours: re.Match[str]) -> str:
    """“1h30” in minutes: the sign of the hour is the same in all languages."""
    return f"{int(hours[1]) * 60 + int(hours[2] or 0)} min"


def _of_row(row: PassageShape, words: Words, settings: BoxSettings) -> Iterator[Said]:
    """“Players | 2 to 4”: a row of a table whose first cell is a label, and one of whose others is a range alone.

    Or each cell has its label: “Players: 2 to 4 | Time: 30 min”.

    A row of several numbers tells what is dealt to how many players, and a single number may be of that kind too,
    unless the cell says itself that it is of players, or the rows beside it tell time or age.
    """
    pairs = [cell.replace("*", "").partition(":") for cell in _IN_CELLS.split(fold(row.raw_text))]
    if len(pairs) > 1 and all(colon and value.strip() for _, colon, value in pairs):
        for label, _, value in pairs:
            yield from labelled(label, value, row, words, settings)
        return
    cells = [cell.strip(" *_:") for cell in _PICTURE.sub("", fold(row.raw_text)).split("|") if cell.strip(" *_:")]
    few = settings.label_words
    values = [cell for cell in cells[1:] if len(cell.split()) <= few and range_at(cell, words)]
    is_told_twice = any(_SPAN.search(cell) for cell in cells[1:] if cell not in values)
    if len(values) != 1 or len(cells[0].split()) > few or is_told_twice:
        return
    for one in under_label(cells[0], values[0], row, words, settings):
        unit = folded_words(values[0].lstrip("0123456789 "))
        is_said = begins(unit, words.player) and is_of_players(folded_words(cells[0]), words)
        is_sure = one.attribute != "players" or one.value.least < one.value.most or is_said
        yield replace(one, is_single=not is_sure)


_SPAN = re.compile(r"\d\s*[-–—]\s*\d")
"""“Players | 6 | how many play (2–9)”: what is set at first, and what may be."""
_IN_CELLS = re.compile(r"\s*\|\s*")
_PICTURE = re.compile(f"[{PICTURES}]")
_ONLY_FIGURES = re.compile(r"[\d\s+’'′\-‐‑‒–—−]{1,20}(?:min\.?)?")


def _beside_pictures(shapes: Sequence[PassageShape], settings: BoxSettings) -> Iterator[Said]:
    """Figures of one line, or of labels in a row; of a language without words also those behind labels."""
    row: list[tuple[str, PassageShape]] = []
    for passage in (*shapes, None):
        figures = _figures_of(passage, settings) if passage is not None else ""
        if passage is not None and figures:
            row.append((figures, passage))
            continue
        if row:
            yield from _figures(" ".join(told for told, _ in row), row[0][1], settings)
        row = []
        if passage is not None:
            for line in passage.text.split("\n"):
                yield from _figures(line, passage, settings)


def _figures_of(passage: PassageShape, settings: BoxSettings) -> str:
    """The figures that a passage is, without a label whose language we have no words of."""
    label, colon, rest = passage.text.strip(" *_").partition(":")
    is_label = colon and not has_words(passage.language) and len(label.split()) <= settings.label_words
    figures = (rest if is_label else passage.text).strip(" *_")
    return re.sub(r"\s*([-‐‑‒–—−])\s*", r"\1", figures) if _ONLY_FIGURES.fullmatch(figures) else ""


_FIGURES = re.compile(r"^\s*(?:[^\s\w]*\d{1,3}(?:\s*[-‐‑‒–—−]\s*\d{1,3})?\s*(?:\+|[’'′]|min\.?)?(?:\s+|$)){2,4}$")
_FIGURE = re.compile(r"(\d{1,3})(?:\s*[-‐‑‒–—−]\s*(\d{1,3}))?\s*(\+|[’'′]|min)?")


def _figures(line: str, passage: PassageShape, settings: BoxSettings) -> Iterator[Said]:
    """“2-5  8+  30-60’”: figures beside pictures; the age has a plus, the time its sign, and the players neither."""
    figures = _FIGURE.findall(line) if _FIGURES.match(line) else []
    signs = [sign[:1] for _, _, sign in figures]
    if "+" not in signs or len(set(signs)) != len(signs):
        return
    for least, most, sign in figures:
        attribute = "age" if sign == "+" else "minutes" if sign else "players"
        if (attribute == "players") == bool(most) or attribute == "minutes":
            yield from checked(attribute, Range(int(least), int(most or least)), passage, True, settings)


_FOR_SO_MANY = re.compile("[人名]用|인용")
"""“a game for two” in scripts without spaces."""
_CLAUSE_ENDS = re.compile(r"[,;]")
_NUMBER_AT = re.compile(rf"(?<![.,+\-–−])(?<!(?![{EAST_ASIAN}])\w)(?:\d{{1,4}})(?![\d.,]\d)")


def _told(line: str, passage: PassageShape, words: Words, settings: BoxSettings) -> Iterator[Said]:
    """“for 2 to 4 players”, “about 90 min.”, “from 8 years”: the number stands before its unit, a range at least."""
    at = 0
    told: set[str] = set()
    while match := _NUMBER_AT.search(line, at):
        before = line[: match.start()]
        between = re.search(r"([^\W\d_]+)\s+$", before)
        begin = between.start() if between and between[1] in words.between else match.start()
        found = range_at(line[begin:], words)
        if found is None:
            at = match.end()
            continue
        value, after = found
        at = len(line) - len(after)
        following = _CLAUSE_ENDS.split(after)[0]
        unit = folded_words(following)[:2]
        clause = _CLAUSE_ENDS.split(before)[-1]
        is_other = _is_of_something(f"{clause} {following}", words) or is_time_until(folded_words(before)[-4:], words)
        if begins(unit, words.minute + words.hour) and is_other:
            continue
        if begins(unit, words.player):
            # “2 to 8 players (best with 4 players)”: what brackets add of the same is advice.
            is_advice = "players" in told and before.count("(") > before.count(")")
            told.add("players")
            is_game = passage.kind != "heading" and _says_only(before, after, words, settings)
            is_single = value.least == value.most and not is_game
            is_alone = passage.kind == "paragraph" and not folded_words(f"{before} {_behind(after)}")
            is_timed = has_any(folded_words(passage.text), words.minute + words.hour)
            is_of_game = after.startswith("-") or (is_alone and is_timed) or _FOR_SO_MANY.match(after) is not None
            # “5 each with 4 players”: one share of several.
            is_advice |= is_single and _is_of_something(line, words)
            for one in checked("players", value, passage, False, settings) if not is_advice else ():
                yield replace(one, is_single=is_single, is_of_game=is_of_game)
        elif begins(unit, words.hour) and (value.least != value.most or not folded_words(f"{before} {_behind(after)}")):
            yield from checked("minutes", Range(value.least * 60, value.most * 60), passage, False, settings)
        elif begins(unit, words.minute):
            is_named = value.most >= settings.least_minutes and _is_time_of_game(before, words)
            yield from checked("minutes", value, passage, is_named, settings)
        elif (
            (begins(unit, words.year) and value.least == value.most and not _is_lapse(before, following, told))
            or (value.least == value.most and _is_for_age(clause, words, settings))
            or (
                after.startswith("+")
                and value.least == value.most
                and (not unit or begins(unit, words.year))
                and len(line.split()) <= settings.label_words
            )
        ):
            yield from checked("age", value, passage, False, settings)


LONGEST_BEHIND = 5
"""Words behind “from 8 years”; a sentence that goes on speaks of a time that passed. Chosen by eye."""


def _is_lapse(before: str, following: str, told: set[str]) -> bool:
    """“3 years of 4 quarters”, “2 years 5”, “for over 15 years I have made games”: a time that passes."""
    behind = folded_words(_behind(following))
    if len(behind) > LONGEST_BEHIND and not told:
        return True
    is_counted = any(word.isdigit() for word in behind)
    return behind[:1] != [] and (behind[0].isdigit() or (is_counted and not folded_words(before)))


def _is_for_age(clause: str, words: Words, settings: BoxSettings) -> bool:
    """“suitable for ages 8”, but not “a card that is higher than age 8” of a game about ages."""
    said = folded_words(clause)
    return begins(said[-1:], words.age) and (len(said) <= settings.age_words or begins(said[-2:-1], words.player))


def _behind(after: str) -> str:
    """What follows the unit at the beginning of a text."""
    return re.sub(r"^\W*\w+", "", after)


def _says_only(before: str, after: str, words: Words, settings: BoxSettings) -> bool:
    """Whether a short sentence ends with its players: “A game for 2 players.”; what goes on tells a rule.

    Unless it goes on with time or age: “A game for 2 players, 90 minutes, ages 14 and up.”
    """
    rest = _behind(after)
    following = _NUMBER_AT.search(rest)
    is_of_box = following is not None and (
        begins(folded_words(rest[following.end() :])[:1], words.minute + words.hour + words.year)
        or has_any(folded_words(rest[: following.start()]), words.age)
    )
    goes_on = is_of_box and not _is_of_something(rest, words)
    return (goes_on or not folded_words(rest)) and 0 < len(before.split()) <= settings.label_words


def _is_time_of_game(before: str, words: Words) -> bool:
    """Whether “… a total duration of” leads to the number, and not the duration of a turn or a phase."""
    said = folded_words(before)[-4:]
    at = first_of(said, words.time)
    parts = words.round + words.phase + words.step + words.action + words.player
    return at is not None and first_of(said[at + 1 :], parts) is None


def _is_of_something(before: str, words: Words) -> bool:
    """“every 5 minutes”, “each player has 2 minutes”: a time that is not that of the game."""
    return first_of(folded_words(before), words.per) is not None
