"""Abbreviations that a document explains itself are spelt out before claims are sought: “M – motivation”."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from schema.folding import fold
from schema.lexicon import Lexicon
from schema.pack import Pack
from schema.reading import PassageRead
from schema.tokens import tokenise
from schema.wording import Text

_EXPLAINED = re.compile(r"(?<![\w.])(?P<short>[^\W\d_]{1,4})\s*[–—=:-]\s*(?P<name>[^\W\d_][^,;.:()|=–—]*)")
_IN_BRACKETS = re.compile(r"(?P<name>[^\W\d_][^,;.:()|=–—]{0,60}?)\s\((?P<short>[^\W\d_]{2,4})\)")
_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class AbbreviationSettings:
    """What explains an abbreviation; chosen by eye on rulebooks with tables."""

    least_score: float = 85.0
    """Of 100: how like a name of the game what it stands for must be."""
    several: int = 2
    """So many are explained in one passage, or a lone one has the first letters of all words of the name."""


def spelt_out(
    passages: Sequence[PassageRead],
    pack: Pack,
    languages: Sequence[str],
    settings: AbbreviationSettings = AbbreviationSettings(),
) -> list[PassageRead]:
    """The passages with the names of the game in the place of abbreviations that one of them explains.

    A lone letter is spelt out in tables alone: elsewhere it may be a word.
    """
    names: dict[str, str] = {}
    for language in languages:
        for read in passages:
            names |= _explained(read.passage.text, pack.lexicon(language), settings)
    if not names:
        return list(passages)
    return [_with_names(read, names) for read in passages]


def _explained(text: str, lexicon: Lexicon, settings: AbbreviationSettings) -> Mapping[str, str]:
    found: dict[str, str] = {}
    for short, told in _pairs(text):
        name = _name_in(told, lexicon, settings)
        if name and fold(short[0]) == fold(name[0]):
            found[short] = name
    if len(found) >= settings.several:
        return found
    return {short: name for short, name in found.items() if _is_initials(short, name)}


def _pairs(text: str) -> Iterator[tuple[str, str]]:
    """What is written in capitals, and the words that it is said to stand for."""
    for match in _EXPLAINED.finditer(text):
        if match["short"].isupper():
            yield match["short"], match["name"]
    for match in _IN_BRACKETS.finditer(text):
        if match["short"].isupper():
            words = list(_WORD.finditer(match["name"]))[-len(match["short"]) :]
            yield match["short"], match["name"][words[0].start() :]


def _name_in(told: str, lexicon: Lexicon, settings: AbbreviationSettings) -> str:
    """The name of the game that the words begin with, as they write it."""
    text = Text(list(tokenise(told)), lexicon)
    spans = [span for span in text.spans(0) if span.score >= settings.least_score] if text.tokens else []
    return told[: text.tokens[max(span.end for span in spans) - 1].end] if spans else ""


def _is_initials(short: str, name: str) -> bool:
    words = _WORD.findall(name)
    return len(short) > 1 and fold(short) == fold("".join(word[0] for word in words))


def _with_names(read: PassageRead, names: Mapping[str, str]) -> PassageRead:
    known = [short for short in names if len(short) > 1 or read.passage.kind == "table"]
    if not known:
        return read
    longest = sorted(known, key=len, reverse=True)
    text = re.sub(rf"(?<![\w.])(?:{'|'.join(longest)})(?![\w.])", lambda match: names[match[0]], read.passage.text)
    return read if text == read.passage.text else replace(read, passage=read.passage.model_copy(update={"text": text}))
