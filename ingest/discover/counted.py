"""A number and the thing it counts, however a list sets them: “24 × tokens”, “tokens (24)”, a row of a table."""

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace

from ingest.discover.classified import as_counted
from ingest.discover.counted_names import (
    cut_at_number,
    end_alike,
    is_name,
    is_no_thing,
    is_rate,
    is_share,
    per_of,
)
from ingest.discover.words import Words, as_printed, begins, first_of, folded_words
from schema.discovered import Per
from schema.folding import EAST_ASIAN, PICTURES, fold

CELL_SEPARATOR = "|"


@dataclass(frozen=True, slots=True)
class CountedSettings:
    """What a counted thing looks like; chosen on eight rulebooks in six languages."""

    most_words: int = 8
    """A thing's name has no more words than this."""
    largest: int = 2000
    """Larger numbers are amounts of money or years."""
    first_year: int = 1800
    """Numbers from this one on count nothing: they are years,"""
    last_year: int = 2100
    """up to this one. Both were chosen by eye, and 1800 to 2000 of a thing are lost for it."""
    apart_words: int = 4
    """What stands behind a name and tells it from others has no more words; chosen by eye."""
    most_words_inside: int = 10
    """A number inside a sentence counts a thing only where the sentence has no more words."""
    longest_entry: int = 30
    """An entry with more words is running text."""
    alike_end: int = 4
    """A part told in a sentence has a word that ends in the same letters as one of its whole; chosen by eye."""


@dataclass(frozen=True, slots=True)
class Counted:
    """A thing with its number, and the parts that its brackets list."""

    name: str
    count: int
    per: Per = "box"
    parts: tuple["Counted", ...] = ()
    is_checked: bool = False
    """Whether its parts, or a product in its brackets, give the number again."""
    apart: str = ""
    """What stands right behind the name and tells it from another of the same name: “rolls (2 pieces)”, “value: 3”."""
    parts_make: int | None = None
    """What the parts in its brackets make, where all are counted and they do not make the number."""
    is_of_kinds: bool = False
    """Whether it is told how many kinds there are: “24 actions (10 of each)”, which is no multiple of ten."""
    is_value: bool = False
    """Whether the number only stands behind the name, as “attack: 16”: it counts nothing where no heading says so."""


_BULLET = rf"[\s•·・●○◦▪■□►▸‣∙*+\-–—>#✓✔➤{PICTURES}]*"
_TIMES = r"\s*[x×✕✖]\s*"
_FRONT = re.compile(
    rf"^{_BULLET}(?P<count>\d{{1,4}})(?![\d.,:)%/°′'+]\S?)(?:{_TIMES}(?=\S)|\s+)(?P<name>(?:\d(?![x×])-?)?[^\W\d_].*)$",
    re.DOTALL | re.IGNORECASE,
)
_FRONT_TIMES = re.compile(rf"^{_BULLET}(?P<count>\d{{1,4}})[x×✕✖]\s*(?P<name>[^\W\d_].*)$", re.DOTALL | re.IGNORECASE)
_BACK = re.compile(
    rf"^{_BULLET}(?P<name>(?:\d-)?[^\W\d_][^\d()|:;.,=]*?(?:\([^\d()]*\))?)\s*"
    r"(?:(?:\(\s*[x×]?\s*(?P<a>\d{1,4})\s*[x×]?\s*\)|(?:(?<![^\W\d_])x|[×✕✖])\s*(?P<b>\d{1,4})(?!\d))"
    r"(?P<behind>\s*\([^()]*\)|\s*[x×]\s*\d.*)?(?:\s*:\s.*)?"
    r"|[:–—-]\s*[x×]?\s*(?P<c>\d{1,4})\s*[x×]?(?:\s*\([^()]*\))?)\s*[.,;]?$",
    re.IGNORECASE | re.DOTALL,
)
"""The number behind the thing; behind a number in brackets, or with the sign of times, what explains it may follow."""
_BACK_UNIT = re.compile(
    rf"^{_BULLET}(?P<name>[^\W\d_][^\d()（）|:：;.,、。]*?)\s*[:：…\s]\s*(?P<count>\d{{1,4}})\s*(?P<unit>[{EAST_ASIAN}]{{1,2}})"
    r"\s*(?:[(（][^()（）]*[)）])?\s*[.,;、。]?$"
)
"""“tokens 20枚”: scripts without spaces name the thing first and end with the number and what one of it is called."""
_LEAD = re.compile(rf"^{_BULLET}[^\W\d_][^\d():;.]{{0,40}}:\s*(?P<rest>\d{{1,4}}[x×]?\s+[^\W\d_].*)$", re.DOTALL)
_NAME_ENDS = re.compile(r"[(\[,;|]|\s=\s|:(?!(?<=\d:)\d)|[!?](?=\s|$)|\.(?:\s|$)|\s[–—-]\s|\n\s*\n")
_BRACKETS = re.compile(r"[(\[]([^()\[\]]*)[)\]]")
_INNER = re.compile(rf"^(?P<count>\d{{1,4}})(?:{_TIMES}|\s+)(?P<name>[^\W\d_].*)$", re.DOTALL | re.IGNORECASE)
_INNER_BACK = re.compile(r"^(?P<name>[^\W\d_][^\d×]*?)\s*×\s*(?P<count>\d{1,4})$")
_NUMBER = re.compile(r"(?<![\w.,+\-–−])\d{1,4}(?![\w%])")
_OF_SET = re.compile(r"^(?P<name>[^\W\d_][^\d():;,×]*?)\s*×\s*(?P<count>\d{1,4})(?!\d)")
"""“1 set of tiles ×28”, “3 oil lamps ×10”: the number with the sign counts."""
_ACROSS = re.compile(r"^[^\W\d_][^\d():;,×]*?\s*×\s*\d{1,4}\s+[^\W\d_]")
"""“8 rows × 12 columns” tells a size."""
_COUNTED_AGAIN = re.compile(r"^[^\W\d_][^\d()\n]*\(\s*\d{1,4}\s*\)[ ]*(?:\n|$)")
"""“5 Coin (24)” may count five of them, or coins of five."""
_PRODUCT = re.compile(rf"^{_BULLET}\d{{1,4}}{_TIMES}\d{{1,4}}(?!\d)", re.IGNORECASE)
"""“4 × 12 lamps” may be as many in all, or a size."""
_SIGNED = re.compile(rf"^{_BULLET}[+−±]\s*\d")
_MINUS = re.compile(r"^\s*[-–−]\d")
_RANGE = re.compile(r"^\D*\d+\s*[-‐‑‒–—−]\s*\d")
_QUOTES = re.compile(r"[«»„“”\x22]")
_MARKS = re.compile(r"\*\*|__|`|~~")


def read_entry(
    text: str, words: Words, settings: CountedSettings = CountedSettings(), *, is_headed: bool = False
) -> tuple[Counted, ...]:
    """The things that one entry of a list counts; none where the number is a date, a range, an amount or a step.

    Under a heading of components, ``is_headed``, the number may stand inside a short sentence.
    """
    plain = _MARKS.sub("", _QUOTES.sub("", text))
    if CELL_SEPARATOR in plain:
        return _of_row(plain, words, settings)
    entry = as_counted(plain, words).strip()
    summed = _summed(entry, words, settings)
    if summed:
        return (summed,)
    if len(entry.split()) > settings.longest_entry and not _BRACKETS.search(entry):
        entry = _explained(entry, settings)
    listed = _of_colon(entry, words, settings)
    if listed:
        return (listed,)
    if _lists_a_share(entry, words):
        return ()
    pieces = list(_pieces(entry, words))
    if is_headed and len(pieces) == 1 and (inside := _inside(entry, words, settings)):
        return (inside,)
    found = [counted for piece in pieces if (counted := _of_piece(piece, words, settings))]
    return tuple(found) if (found and _of_piece(pieces[0], words, settings)) or len(found) > 1 else ()


def _explained(entry: str, settings: CountedSettings) -> str:
    """“16 suit cards” of “16 suit cards: in each suit …”, told at length; nothing of running text."""
    name, colon, _ = entry.partition(":")
    return name if colon and _FRONT.match(name) and len(name.split()) <= settings.most_words else ""


_FIRST = re.compile(r"(?<!\S)\d{1,4}\s+(?P<name>[^\W\d_][^\d(),:;.]*)(?P<rest>.*)$", re.DOTALL)


def _lists_a_share(entry: str, words: Words) -> bool:
    """“31 pawns per side: 1 duke, 10 horsemen …”: what the colon lists is as much a share as what stands before it."""
    first = _FIRST.search(entry)
    return first is not None and ":" in first["rest"] and is_share(folded_words(first["name"]), words)


_INSIDE = re.compile(r"^[^\d()]*[^\W\d_]\s+(?P<count>\d{1,3})\s+(?P<name>[^\W\d_][^\d():;,]*?)\.?$")


def _inside(entry: str, words: Words, settings: CountedSettings) -> Counted | None:
    """“A team of 6 blue pawns.”: the only number of a short entry, with two words or more behind it that end it."""
    match = _INSIDE.match(entry)
    if match is None or len(entry.split()) > settings.most_words_inside or len(match["name"].split()) < 2:
        return None
    return _made(int(match["count"]), match["name"], words, settings)


_COLON = re.compile(
    rf"^{_BULLET}(?:(?P<count>\d{{1,4}})(?:{_TIMES}|\s+)(?P<name>[^\W\d_][^:\d]*):\s*(?P<rest>\d.*)"
    r"|(?P<first>[^\W\d_][^:\d×]*)×\s*(?P<behind>\d{1,4}):\s*(?P<parts>[^\W\d_].*×\s*\d.*))$",
    re.DOTALL,
)


def _of_colon(entry: str, words: Words, settings: CountedSettings) -> Counted | None:
    """“68 cards: 64 toys, 4 tills”, “cards ×68: toys ×64, tills ×4”: a thing and, behind the colon, its parts."""
    match = _COLON.match(entry)
    if match is None:
        return None
    rest = match["rest"] or match["parts"]
    made = _made(int(match["count"] or match["behind"]), match["name"] or match["first"], words, settings)
    return made and _with_brackets(replace(made, apart=_apart(rest, settings)), rest.rstrip(" ."), words, settings)


_WHOLE = re.compile(
    rf"^{_BULLET}(?P<lead>[^\d:;()]*?\s)??(?P<count>\d{{1,4}})\s+(?P<name>[^\W\d_][^\d:;.,()]*):\s*(?P<rest>\d.*)$",
    re.DOTALL,
)


def _summed(entry: str, words: Words, settings: CountedSettings) -> Counted | None:
    """“A pack of 54 cards: 52 of four suits and 2 jokers.”: a whole inside a sentence, where its parts make it."""
    match = _WHOLE.match(entry)
    if match is None or (match["lead"] and first_of(folded_words(match["lead"]), words.per + words.player) is not None):
        return None
    listed = _SENTENCE_ENDS.split(match["rest"])[0]
    parts = [made for piece in _pieces(listed, words) if (made := _of_piece(piece, words, settings))]
    whole = _made(int(match["count"]), match["name"], words, settings)
    if whole is None or len(parts) < 2 or sum(part.count for part in parts) != whole.count:
        return None
    return replace(whole, parts=tuple(parts), is_checked=True) if {part.per for part in parts} == {"box"} else None


_SENTENCE_ENDS = re.compile(r"(?<=[^\W\d_)]{2})\.\s+(?=[^\W\d_])|(?<=\))\.\s+(?=[^\W\d_])")
_CELL = re.compile(r"[x×]?\s*(?P<count>\d{1,4})\s*[x×]?\s*(?P<unit>[^\W\d_]*)\.?")


_IN_FRONT = re.compile(r"^\((\d{1,4})\)\s+(?=(?:\d-)?[^\W\d_])")
"""“(172) loot cards”: a cell whose number stands in brackets before the thing."""


def _of_row(row: str, words: Words, settings: CountedSettings) -> tuple[Counted, ...]:
    """A row with one cell that is a number, alone or with a counting word, and a cell with words before or after it."""
    cells = [_IN_FRONT.sub(r"\1 ", cell.strip()) for cell in row.split(CELL_SEPARATOR) if cell.strip()]
    counts = [(at, match["count"]) for at, cell in enumerate(cells) if (match := _count_alone(cell, words))]
    plain = [as_counted(cell, words).strip() for cell in cells]
    texts = [at for at, cell in enumerate(plain) if re.match(r"[^\W\d_]", cell)]
    if len(counts) == 1 and texts:
        at, count = counts[0]
        made = _of_piece(f"{count} {plain[texts[0]]}", words, settings)
        return (replace(made, is_value=at > texts[0]),) if made else ()
    whole = [made for cell in plain if (made := _of_piece(cell, words, settings))]
    return tuple(whole) if not counts else ()


def _count_alone(cell: str, words: Words) -> re.Match[str] | None:
    """“36”, “×3”, “36 张”, “3 pcs.”: a cell that is a number and at most says that it counts pieces."""
    match = _CELL.fullmatch(cell)
    is_count = match and (not match["unit"] or match["unit"] in words.counters or fold(match["unit"]) in words.piece)
    return match if is_count else None


def _pieces(entry: str, words: Words) -> Iterator[str]:
    """The entry cut at commas, full stops and “and” before further numbers; what brackets hold stays whole."""
    held = _BRACKETS.sub(lambda m: m.group().translate(_HIDE), entry)
    joins = as_printed(words.joins)
    further = r"(?=\d+\s*[x×]?\s+[^\W\d_])"
    behind = r"(?=(?:\d-)?[^\W\d_][^\d,;×]*×\s?\d)"
    times = r"(?<=\w)\s+(?=\d{1,4}[x×]\s?[^\W\d_])" if len(_TIMES_IN_A_ROW.findall(held)) > 1 else r"\b\B"
    dashes = rf"\s[-–—]\s+{further}" if len(_DASHES_IN_A_ROW.findall(held)) > 1 else r"\b\B"
    cut = re.compile(
        rf"[,;]\s*(?:(?:{joins})\s+)?(?=\d)|\s(?:{joins}|\+|&)\s+{further}|\.\s+{further}|[,;]\s*{behind}"
        rf"|(?<=\s\d)\s+{further}|{times}|{dashes}|\s[–—]\s+(?=\d+\s+[^\W\d_][^,;\d]*,\s*\d+\s+[^\W\d_])",
        re.IGNORECASE,
    )
    at = 0
    for match in cut.finditer(held):
        yield entry[at : match.start()]
        at = match.end()
    yield entry[at:]


_TIMES_IN_A_ROW = re.compile(r"(?<!\S)\d{1,4}[x×]\s?[^\W\d_]")
"""“6x agents 6x spies”: captions of one line."""
_DASHES_IN_A_ROW = re.compile(r"\s[-–—]\s+\d+\s*[x×]?\s+[^\W\d_]")
"""“50 ruins - 18 huts - 35 cards”."""
_HIDE = str.maketrans({",": "\x01", ";": "\x01", "+": "\x01", "&": "\x01", " ": "\x01"})


def _of_piece(piece: str, words: Words, settings: CountedSettings) -> Counted | None:
    if _SIGNED.match(piece) or _MINUS.match(piece) or _RANGE.match(piece) or _PRODUCT.match(piece):
        return None
    lead = _LEAD.match(piece)
    front = _FRONT.match(piece) or _FRONT_TIMES.match(piece) or (lead and _FRONT.match(lead["rest"]))
    if front:
        if _ACROSS.match(front["name"]) or _COUNTED_AGAIN.match(front["name"]):
            return None
        of_set = _OF_SET.match(front["name"])
        if of_set is None:
            return _made(int(front["count"]), front["name"], words, settings)
        made = _made(int(of_set["count"]), of_set["name"], words, settings)
        return made if made is None or front["count"] == "1" else replace(made, name=f"{front['count']} {made.name}")
    back = _BACK.match(piece)
    if back:
        made = _made(int(back["a"] or back["b"] or back["c"]), back["name"], words, settings)
        return made and replace(made, is_value=back["c"] is not None)
    behind = _BACK_UNIT.match(piece)
    if behind and not is_no_thing(folded_words(behind["unit"]), words):
        return _made(int(behind["count"]), behind["name"], words, settings)
    return None


_WORTH = re.compile(r"^[^\d()]*=\s*\d")
"""“1 lamp = 3 oars” tells what it is worth."""


def _made(count: int, rest: str, words: Words, settings: CountedSettings) -> Counted | None:
    rest = without_piece(rest, words)
    ends = _NAME_ENDS.search(rest)
    name = " ".join((rest[: ends.start()] if ends else rest).split()).rstrip(" .–—-")
    said = folded_words(name)
    is_year = settings.first_year <= count <= settings.last_year
    if (
        not said
        or name.count(")") > name.count("(")
        or not 0 < count <= settings.largest
        or is_year
        or is_no_thing(said, words)
        or _WORTH.search(rest)
    ):
        return None
    if len(said) > settings.most_words:
        name = cut_at_number(name)
        said = folded_words(name)
    per: Per = "box"
    each = per_of(said, words)
    if each is not None:
        per, kept = each
        name = " ".join(name.split()[:kept])
        said = said[:kept]
    elif is_rate(said, words) or is_share(said, words):
        return None
    apart = _apart(rest[ends.start() :] if ends else "", settings)
    if len(name) == 1 and apart:
        name = f"{name} ({apart})"
    if not 0 < len(said) <= settings.most_words or not is_name(name, words):
        return None
    counted = Counted(name, count, per, apart=apart)
    if per == "box" and ends and (among := _among(counted, rest[ends.start() :], words, settings)):
        return replace(counted, parts=(among,))
    brackets = _BRACKETS.search(rest)
    return _with_brackets(counted, brackets.group(1), words, settings) if brackets and per == "box" else counted


_OF_THEM = re.compile(r"^,\s+(?:[^\W\d_]+\s+){1,2}(?P<count>\d{1,4})\s+(?P<name>[^\W\d_].*)$", re.DOTALL)


def _among(whole: Counted, behind: str, words: Words, settings: CountedSettings) -> Counted | None:
    """“60 season cards, of which 5 weather cards”: fewer, and named like the whole; “, with 3 symbols” counts none."""
    match = _OF_THEM.match(behind)
    part = _made(int(match["count"]), match["name"], words, settings) if match else None
    is_part = part and part.per == "box" and part.count < whole.count and not part.parts
    return part if part and is_part and end_alike(whole.name, part.name, settings.alike_end) else None


def without_piece(rest: str, words: Words) -> str:
    """“16 pcs. tokens” are tokens."""
    first, _, name = rest.partition(" ")
    return name if name and fold(first.rstrip(".")) in words.piece else rest


def _apart(behind: str, settings: CountedSettings) -> str:
    told = " ".join(behind.strip(" ()[]:;,.|–—").split())
    return told if len(told.split()) <= settings.apart_words else ""


def _with_brackets(counted: Counted, inside: str, words: Words, settings: CountedSettings) -> Counted:
    """What stands in brackets: parts that add up, a product that gives the number, or the share of each player."""
    parts = []
    pieces = re.split(rf"[,;]|\s(?:{as_printed(words.joins)})\s(?=\d)", inside)
    for piece in pieces:
        inner = _INNER.match(piece.strip()) or _INNER_BACK.match(piece.strip())
        made = _made(int(inner["count"]), inner["name"], words, settings) if inner else None
        if made:
            parts.append(made)
    if len(parts) > 1 and counted.count - sum(part.count for part in parts) in (0, len(pieces) - len(parts)):
        return replace(counted, parts=tuple(parts), is_checked=True)  # what has no number there is there once
    if len(parts) > 2 and len(parts) == len(pieces):
        return replace(counted, parts_make=sum(part.count for part in parts))
    numbers = [int(n) for n in _NUMBER.findall(inside)]
    is_product = len(numbers) == 2 and numbers[0] * numbers[1] == counted.count
    said = folded_words(inside)
    is_per_player = first_of(said, words.player) is not None and first_of(said, words.per) is not None
    is_each = len(said) <= settings.apart_words and (begins(said[:1], words.per) or begins(said[-1:], words.per))
    if is_each and not is_per_player and len(numbers) == 1 and counted.count % max(1, numbers[0]):
        return replace(counted, is_of_kinds=True)
    if is_per_player and numbers and (is_product or len(numbers) == 1) and counted.count % numbers[0] == 0:
        each = Counted(counted.name, numbers[0], "player")
        return replace(counted, parts=(each,), is_checked=is_product)
    return replace(counted, is_checked=is_product)
