"""A text that is set or written another way gives the same claims."""

import random
import re
import runpy
import textwrap
import unicodedata
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from schema.folding import fold

ROOT = Path(__file__).resolve().parents[2]
CASES = runpy.run_path(str(ROOT / "benchmarks" / "claims.py"))["CASES"]
SEED = 1

Rewrite = Callable[[str, random.Random], str]
SameClaims = Callable[[Any, Any, float], None]


def windows_line_ends(text: str, rng: random.Random) -> str:
    return text.replace("\n", "\r\n")


def wide_and_hard_spaces(text: str, rng: random.Random) -> str:
    return re.sub(r"(?<=\S) (?=\S)", lambda _: rng.choice((" ", " ", "  ", "\u00a0")), text)


def tabs_at_the_margin(text: str, rng: random.Random) -> str:
    return re.sub(r"^(?=[^\s|#-])", "\t", text, flags=re.MULTILINE)


def minus_as(sign: str) -> Rewrite:
    return lambda text, rng: re.sub(r"(?<![\w.])[-−–](?=\d)", sign, text)


def ranges_with(dash: str) -> Rewrite:
    return lambda text, rng: re.sub(r"(?<=\d)[-–](?=\d)", dash, text)


def decomposed(text: str, rng: random.Random) -> str:
    return unicodedata.normalize("NFD", text)


def without_marks(text: str, rng: random.Random) -> str:
    """Letters without their marks, but with their case."""
    return "".join(fold(c).upper() if c.isupper() else fold(c) if c.isalpha() else c for c in text)


def capitals(text: str, rng: random.Random) -> str:
    return text.upper()


def hyphenated(text: str, rng: random.Random) -> str:
    """A tenth of the long words of running text broken at a line end."""

    def broken(word: re.Match[str]) -> str:
        at = rng.randrange(3, len(word[0]) - 2)
        return f"{word[0][:at]}-\n{word[0][at:]}" if rng.random() < 0.1 else word[0]

    lines = text.split("\n")
    return "\n".join(re.sub(r"[^\W\d_]{7,}", broken, line) if is_prose(line) else line for line in lines)


def is_prose(line: str) -> bool:
    return len(line) > 45 and "|" not in line and "<" not in line and "\t" not in line


def set_narrower(text: str, rng: random.Random) -> str:
    """Paragraphs broken into lines of another width."""
    parts = re.split(r"(\n\s*\n)", text)
    return "".join(
        textwrap.fill(" ".join(re.sub(r"(\w)-\n(\w)", r"\1\2", part).split()), 58)
        if part.count("\n") > 1 and all(is_prose(line) for line in part.split("\n")[:-1])
        else part
        for part in parts
    )


REWRITTEN: list[tuple[str, list[Rewrite], float]] = [
    ("001", [windows_line_ends, decomposed, minus_as("–")], 1.0),
    ("000", [wide_and_hard_spaces, minus_as("−"), ranges_with(" - ")], 1.0),
    ("003", [tabs_at_the_margin], 0.95),
    ("002", [ranges_with("—"), capitals], 0.97),
    ("001", [without_marks], 0.98),
    ("001", [capitals], 0.96),
    ("001", [hyphenated], 0.98),
    ("resist-en", [hyphenated], 0.9),
    ("000", [set_narrower], 0.97),
    ("black-orchestra-en", [set_narrower], 0.98),
]


@pytest.mark.parametrize(("name", "rewrites", "least"), REWRITTEN)
def test_a_text_set_another_way_gives_the_same_claims(
    documents: Any,
    original: Callable[[str], Any],
    assert_same_claims: SameClaims,
    name: str,
    rewrites: list[Rewrite],
    least: float,
) -> None:
    source = original(name)
    text, rng = source.text, random.Random(SEED)
    for rewrite in rewrites:
        text, before = rewrite(text, rng), text
        assert text != before
    assert_same_claims(source.reading, documents.read(text, source.suffix).reading, least)


@pytest.mark.parametrize("name", ["001", "black-orchestra-en"])
def test_the_order_of_labels_on_the_board_does_not_matter(
    documents: Any, original: Callable[[str], Any], assert_same_claims: SameClaims, name: str
) -> None:
    source = original(name)
    copy = documents.read(with_shuffled_labels(source, random.Random(SEED)), source.suffix)
    assert_same_claims(source.reading, copy.reading, 0.98)


def with_shuffled_labels(source: Any, rng: random.Random) -> str:
    """Labels that follow one another in another order; an effect stays under the place it is printed with."""
    effects = {r.passage for r in source.reading.claims if r.claim.attribute.startswith("enter.")}
    runs: list[list[list[int]]] = [[]]
    for read in source.reading.passages:
        seq = read.passage.seq
        if read.passage.kind not in ("label", "noise") or seq not in source.spans:
            runs.append([])
        elif seq in effects and runs[-1]:
            runs[-1][-1].append(seq)
        else:
            runs[-1].append([seq])
    text: str = source.text
    for run in reversed([run for run in runs if len(run) > 5]):
        spans = [(source.spans[block[0]][0], source.spans[block[-1]][1]) for block in run]
        blocks = [text[start:end] for start, end in spans]
        rng.shuffle(blocks)
        text = text[: spans[0][0]] + "\n\n".join(blocks) + text[spans[-1][1] :]
    assert text != source.text
    return text


@pytest.mark.parametrize("name", ["000", "resist-en"])
def test_a_number_word_says_the_same_as_digits(
    documents: Any, original: Callable[[str], Any], assert_same_claims: SameClaims, name: str
) -> None:
    source = original(name)
    words = CASES[source.reading.document.language][1 if name.isdigit() else 0]

    def in_words(match: re.Match[str]) -> str:
        word = words[int(match[0]) - 1] if int(match[0]) <= len(words) else match[0]
        return word.upper() if match.string[match.end() + 1 : match.end() + 4].isupper() else word

    text = re.sub(r"(?<![\w.,:+\-−–\[#])[1-9](?= [^\W\d_])", in_words, source.text)
    assert text != source.text
    assert_same_claims(source.reading, documents.read(text, source.suffix).reading, 0.97)


@pytest.mark.parametrize("name", ["001"])
def test_digits_say_the_same_as_a_number_word(
    documents: Any, original: Callable[[str], Any], assert_same_claims: SameClaims, name: str
) -> None:
    source = original(name)
    rows = CASES[source.reading.document.language]
    numbers = {word: number for row in rows for number, word in enumerate(row, start=1) if number > 1}

    def in_digits(match: re.Match[str]) -> str:
        return str(numbers.get(match[0].casefold(), match[0]))

    text = re.sub(r"[^\W\d_]+", in_digits, source.text)
    assert text != source.text
    assert_same_claims(source.reading, documents.read(text, source.suffix).reading, 0.98)


def test_a_number_of_two_words_is_one_number(documents: Any, original: Callable[[str], Any]) -> None:
    source, key = original("resist-en"), ("deck:enemy", "size")
    assert source.values(key) == {"32"}
    changed = re.sub(r"\b32\b", "thirty-two", source.text)
    assert documents.read(changed, ".md").values(key) == {"32"}
