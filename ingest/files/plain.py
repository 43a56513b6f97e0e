"""Read plain text and Markdown into pages of words, so that they go the same way as every other page."""

import re
import textwrap

from ingest.files.html_in_markdown import without_html
from schema.documents import PageShape
from schema.reading import Word, WordPage

PAGE_BREAK = "\f"
_WORD = re.compile(r"\S+")
_FRONT_MATTER = re.compile(r"\A\ufeff?---[ \t]*\n(?:(?:[\w-]+:|[ \t]+\S|- |#)[^\n]*\n|[ \t]*\n)+---[ \t]*(?=\n|\Z)")
"""Lines of keys and values at the beginning of a Markdown file, between two rules of dashes."""
_FIGURES = re.compile(r"([\w-]+):\s*[\"']?(\d{1,3}(?:\s*[-–]\s*\d{1,3})?\+?(?:\s*min\w*\.?)?)[\"']?\s*$")
"""“players: 2-4”, “duration: 30”, “age_range: 8+”: a key of the front matter whose value is figures."""
_RANGE = re.compile(r"\d[ \t]*[-–][ \t]*\d")
_FLOW = re.compile(r":\s*\[\s*(\d{1,3})\s*,\s*(\d{1,3})\s*\]\s*$")
"""“playTime: [30, 45]”: a range as YAML writes a list."""
_HUMP = re.compile(r"(?<=[a-z])(?=[A-Z])|[_-]")
_QUOTED = re.compile(r"^(?: {0,3}>(?: |$)?)+(?!\s*$)|^ {0,3}>[> \t]*$", re.MULTILINE)
"""What marks a line of Markdown as quoted: the list or paragraph behind it is one like any other."""


def plain_pages(text: str, *, is_markdown: bool = False) -> tuple[WordPage, ...]:
    """One page for each stretch between form feeds."""
    what = "Markdown" if is_markdown else "plain text"
    if is_markdown:
        front = front_matter(text)
        text = _figures_of(front) + without_html(_QUOTED.sub("", text[len(front) :]))
    return tuple(
        WordPage(
            PageShape(number=number, method="plain", reason=f"The file is {what}.", confidence=1),
            _words(page),
            is_markdown,
        )
        for number, page in enumerate(text.removesuffix(PAGE_BREAK).split(PAGE_BREAK), start=1)
    )


def front_matter(text: str) -> str:
    """What a Markdown file says of itself above its text; no part of the rules."""
    found = _FRONT_MATTER.match(text)
    return found[0] if found else ""


def _figures_of(front: str) -> str:
    """As many lines as the front matter has, with what it says of the game in figures: where one of its values is a
    range, as of players, it is no file's order in a list or weight, and the figures stay as items."""
    found = [_FIGURES.match(_FLOW.sub(r": \1-\2", line)) for line in front.split("\n")]
    told = _joined([(_HUMP.sub(" ", match[1]), match[2]) if match else ("", "") for match in found])
    is_of_game = any(_RANGE.search(value) for _, value in told)
    return "\n".join(f"- {key}: {value}" if key and is_of_game else "" for key, value in told)


def _joined(told: list[tuple[str, str]]) -> list[tuple[str, str]]:
    """Keys with their figures; “min players: 2” and “max players: 4” as one range at the place of the first."""
    ends = {key.lower(): value for key, value in told if value.isdigit()}
    joined = []
    for key, value in told:
        words = key.lower().split()
        other = " ".join({"min": "max", "max": "min"}.get(word, word) for word in words)
        if "min" in words and other in ends and value.isdigit():
            joined.append((" ".join(word for word in words if word != "min"), f"{value}-{ends[other]}"))
        else:
            joined.append(("", "") if "max" in words and other in ends else (key, value))
    return joined


def _words(page: str) -> tuple[Word, ...]:
    lines = textwrap.dedent(page).split("\n")
    return tuple(Word(word, number) for number, line in enumerate(lines) for word in _words_of_line(line.rstrip()))


def _words_of_line(line: str) -> list[str]:
    """One word for each token; white space beyond the one space that joins words stays with its word.

    A wider gap may be all that is left of an icon, a tab sets cells of a table apart, and an indented line
    continues a list item, so joining the words of a line by single spaces must give the line again.
    """
    starts = [match.start() for match in _WORD.finditer(line)]
    if not starts:
        return []
    words = [line[start:end] for start, end in zip(starts, [*starts[1:], len(line)], strict=True)]
    words[0] = line[: starts[0]] + words[0]
    return [word.removesuffix(" ") for word in words]
