"""What counts a thing only because a heading of components stands above it: number words, prose, a number behind."""

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace

from ingest.discover.counted import Counted, CountedSettings, read_entry
from ingest.discover.words import SHORT, Words, as_printed, begins, folded_words, has_any
from schema.folding import PICTURES, fold


@dataclass(frozen=True, slots=True)
class HeadedSettings:
    """What is read under a heading of components; chosen on nine rulebooks in seven languages."""

    counted: CountedSettings = CountedSettings()
    least_told: int = 2
    """A sentence of running text lists things where it counts so many in a row."""
    lead_words: int = 9
    """Words of such a sentence before the first number."""
    name_words: int = 6
    """Words of a thing's name in a sentence; a longer one goes on telling something else."""


_CHAPTER = re.compile(r"^\s*#*\s*\d{1,2}(?:\.\d{1,2})+\.?\s+|^\s*#+\s*\d{1,2}[.)]\s+")
_NUMBERED = re.compile(r"^\s*\d{1,2}(?:\.\d{1,2})+\.?\s+")
_BEHIND = re.compile(
    rf"^[\s•·●*\-–—>+#{PICTURES}]*(?P<name>[^\W\d_][^\d()|:;.]*?)\s*\(\s*(?P<count>\d{{1,4}})\s+(?P<unit>[^\W\d_]+)"
    r"(?P<remark>[\s,–—-][^\d()|:;]{1,30})?\s*\)\s*(?:\.|:\s.*)?$",
    re.DOTALL,
)
_LETTERED = re.compile(r"^\s*[A-Za-z][)–-]\s+(?=\S)")
"""“A- the board”, “b) a die”."""
_BOLD = re.compile(r"\*\*(\d{1,4}\s+[^*]+)\*\*")
_LEADING = re.compile(r"\s*(?:(?:\.\s?){4,}|…(?:\s?…)+|_{4,})\s*(?=\d)")
"""Dots that lead from a name to its number."""
_DESCRIBED = re.compile(r"\s+[–—-]\s+|[,:]\s")
_MARKS = re.compile(r"\*\*|__|`")
_SENTENCE = re.compile(r"(?<=[.!?])\s+(?=\S)")


def read_headed(
    text: str,
    kind: str,
    words: Words,
    numbers: Mapping[str, int],
    settings: HeadedSettings = HeadedSettings(),
) -> tuple[Counted, ...]:
    """The things that a line, a paragraph or a heading of this kind counts under a heading of components."""
    if kind in ("paragraph", "label") and (lettered := _LETTERED.match(text)):
        text, kind = text[lettered.end() :], "item"
    plain = _CHAPTER.sub("", text) if kind == "heading" else _NUMBERED.sub("", text)
    told = with_digits(_apart(_LEADING.sub(": ", plain), words), words, numbers, is_line=kind != "paragraph")
    behind = _behind(told, words, settings)
    if behind:
        return (behind,)
    several = _each_behind(told, words, settings)
    if several:
        return several
    in_a_row = tuple(_told(told, words, settings)) if kind in ("paragraph", "item") else ()
    found = read_entry(told, words, settings.counted, is_headed=kind in ("item", "label"))
    if not found and not in_a_row and kind == "item":
        return tuple(thing for bold in _BOLD.findall(text) for thing in read_entry(bold, words, settings.counted))
    return in_a_row if len(in_a_row) > len(found) else found


def _apart(text: str, words: Words) -> str:
    """“A 12-card deck”, “ein 60-kartiger Stapel”: a number of cards is made one word with them."""
    cards = "|".join(re.escape(word[:_STEM]) for word in words.card) or r"\b\B"
    one = as_printed(words.one) or r"\b\B"
    return re.sub(rf"\b(?:(?:{one})\s+)?(\d{{1,4}})[-‐‑](?=(?:{cards}))", r"\1 ", text, flags=re.IGNORECASE)


_STEM = 4
"""Letters that “card” and “-kartig” share with the word of the list."""


def with_digits(text: str, words: Words, numbers: Mapping[str, int], *, is_line: bool) -> str:
    """The text with figures for the number words that begin it or follow a comma or an “and”.

    In a line without a number “a” is one.
    """
    joins = as_printed(words.joins) or r"\b\B"
    at_name = re.compile(
        rf"(^[\s•·●*_\-–—>+]*|[,;:]\s+|\s(?:{joins}|of)\s+)([^\W\d_]+)(?=\s+[*_]*(?:\d-)?[^\W\d_]{{2}})", re.IGNORECASE
    )

    has_number = bool(re.search(r"\d", text))

    def digits(match: re.Match[str]) -> str:
        word = fold(match[2])
        value = numbers.get(word, 1 if is_line and not has_number and word in words.one else None)
        return match.group() if value is None else f"{match[1]}{value}"

    return at_name.sub(digits, text)


def _behind(text: str, words: Words, settings: HeadedSettings) -> Counted | None:
    """“Parrots – green (14 cards)”, “Roles (6 cards, never dealt)”: the number in brackets, with what it counts."""
    match = _BEHIND.match(_MARKS.sub("", text))
    if match is None:
        return None
    name = _DESCRIBED.split(match["name"])[0].strip()
    is_unit_named = folded_words(match["unit"])[0] in folded_words(name)
    is_name = 0 < len(name.split()) <= (settings.counted.most_words if is_unit_named else settings.name_words)
    is_count = is_name and _counts_things(match, words) and int(match["count"]) <= settings.counted.largest
    return Counted(name, int(match["count"])) if is_count else None


def _counts_things(behind: re.Match[str], words: Words) -> bool:
    """Whether brackets count what the box holds: neither what each has, nor players, points or time."""
    unit, remark = folded_words(behind["unit"]), behind["remark"] or ""
    is_of_each = has_any(unit + folded_words(remark), words.per)
    is_board = unit[0] in words.player and remark.strip()[:1].isalpha()
    is_of_others = unit[0] in words.points or (begins(unit, words.units) and not is_board)
    return not is_of_each and not is_of_others


_LISTED = re.compile(r"(?<=\))\s*(?:[,;]|\s[^\W\d_]{1,3}\s)\s*")
"""A comma or an “and” behind brackets."""


def _each_behind(text: str, words: Words, settings: HeadedSettings) -> tuple[Counted, ...]:
    """“Special: thief (3 cards), coffee (2 cards).”: names in a row that each have their number in brackets."""
    first = _SENTENCE.split(" ".join(_MARKS.sub("", text).split()))[0]
    label, colon, rest = first.partition(":")
    row = rest if colon and len(label.split()) <= settings.name_words else first
    pieces = [_BEHIND.match(piece.strip()) for piece in _LISTED.split(row.rstrip(". "))]
    if len(pieces) < settings.least_told or not all(pieces):
        return ()
    things = [Counted(piece["name"].strip(), int(piece["count"])) for piece in pieces if piece]
    are_things = all(_counts_things(piece, words) for piece in pieces if piece)
    return () if not are_things or any(thing.count > settings.counted.largest for thing in things) else tuple(things)


_NUMBER = re.compile(r"(?<![\w.,+\-–−/])\d{1,4}(?=\s*[x×]?\s+\d?[^\W\d_])")


def _with_ones(sentence: str, words: Words) -> str:
    """“52 cards, two dice and a board”: among things that are counted “a” is one."""
    joins, one = (as_printed(those) or r"\b\B" for those in (words.joins, words.one))
    among = rf"([,;]\s+(?:(?:{joins})\s+)?|\s(?:{joins})\s+)(?:{one})(?=\s+[^\W\d_]{{{SHORT}}})"
    first = rf"^(\W*)(?:{one})(?=(?:\s+[^\W\d_]+){{1,3}},)"
    return re.sub(rf"{first}|{among}", lambda m: f"{m[1] or m[2] or ''}1", sentence, flags=re.IGNORECASE)


def _told(text: str, words: Words, settings: HeadedSettings) -> Iterator[Counted]:
    """Things that a sentence counts in a row: “The box holds 52 cards, 2 dice and 1 board.”"""
    for plain in _SENTENCE.split(" ".join(_MARKS.sub("", text).split())):
        things = _counted_in(plain, words, settings)
        if len(things) < settings.least_told:
            continue
        sentence = _with_ones(plain, words)
        before = sentence[: _begin(sentence)]
        lead = folded_words(before)
        is_of_each = any(begins([word], words.player + words.per) for word in lead)
        if len(before.split()) <= settings.lead_words and before.count("(") <= before.count(")") and not is_of_each:
            yield from _counted_in(sentence, words, settings)


def _begin(sentence: str) -> int:
    first = _NUMBER.search(sentence)
    return first.start() if first else len(sentence)


def _counted_in(sentence: str, words: Words, settings: HeadedSettings) -> list[Counted]:
    """The things with short names that a sentence counts from its first number on."""
    entry = sentence[_begin(sentence) :].rstrip(". ")
    things = read_entry(entry, words, replace(settings.counted, longest_entry=80)) if entry else ()
    return [thing for thing in things if len(thing.name.split()) <= settings.name_words]
