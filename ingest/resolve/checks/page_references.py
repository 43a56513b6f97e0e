"""Numbers that lead astray: page references, and numbers of lists and headings that skip."""

import re
from collections import Counter, defaultdict
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from ingest.resolve.checks.copy import Copy, Marked
from schema.documents import Passage
from schema.folding import fold
from schema.tokens import Token, tokenise

_NUMBERED = re.compile(r"\s*(\d{1,2})(?:[.)]|\s*\|)\s")


@dataclass(frozen=True, slots=True)
class ReferenceSettings:
    """Which heading a reference means, which numbers are one list; judged on tests/games/lint_judgements.tsv."""

    reach: int = 9
    """Tokens before a page reference in which its heading is looked for."""
    telling: int = 5
    """Letters a heading's word must have to be known by it."""
    farthest_skip: int = 3
    """A number so far beyond the last one belongs to another list."""


def find_wrong_page_references(copy: Copy, settings: ReferenceSettings = ReferenceSettings()) -> Iterator[Marked]:
    """References to one heading that disagree with each other, or with where the heading stands."""
    by_heading: dict[int, list[tuple[Passage, int]]] = defaultdict(list)
    for passage, heading, page in _references(copy, settings):
        by_heading[heading.seq].append((passage, page))
    headings = {p.seq: p for p in copy.passages}
    shift = _shift(copy, headings, by_heading)
    for seq, listed in by_heading.items():
        numbers = Counter(page for _, page in listed)
        title = headings[seq].text
        stands = copy.pages[headings[seq].page_id] + (shift or 0)
        if len(numbers) > 1:
            told = " and ".join(map(str, sorted(numbers)))
            usual = numbers.most_common(1)[0][0]
            odd = next((p for p, page in listed if page != (stands if shift is not None else usual)), None)
            message = f"“{title}” is referred to on page {told}; one of them is wrong."
            suggestion = str(stands) if shift is not None else ""
            yield Marked("page-reference", "error", message, copy.document, (odd or listed[0][0]).id, suggestion)
        elif shift is not None and listed[0][1] != stands:
            passage, page = listed[0]
            message = f"“{title}” is said to be on page {page}, but it stands on page {stands}."
            yield Marked("page-reference", "warning", message, copy.document, passage.id, str(stands))


def _shift(copy: Copy, headings: dict[int, Passage], by_heading: dict[int, list[tuple[Passage, int]]]) -> int | None:
    """By how much printed page numbers and the file's differ, none where the file has one page.

    They are taken to agree unless two references to different headings show the same difference.
    """
    if len(copy.pages) < 2:
        return None
    shifts = Counter(
        shift
        for h, listed in by_heading.items()
        for shift in {page - copy.pages[headings[h].page_id] for _, page in listed}
    )
    likely, count = shifts.most_common(1)[0] if shifts else (0, 0)
    return likely if count > max(1, shifts[0]) else 0


def _references(copy: Copy, settings: ReferenceSettings) -> Iterator[tuple[Passage, Passage, int]]:
    """Each page reference with the heading it speaks of and the page it names."""
    words = {fold(word) for word in copy.language.page_words}
    headings = [(p, _telling_words(p, settings)) for p in copy.passages if p.kind == "heading"]
    for passage in copy.passages:
        tokens = list(tokenise(passage.text))
        for at, token in enumerate(tokens[:-1]):
            if token.folded not in words or tokens[at + 1].kind != "number":
                continue
            before = _words_before(tokens, at, words, settings)
            named = [(len(w), h) for h, w in headings if w and all(_stands_in(word, before, settings) for word in w)]
            # A section that speaks of another page does not mean itself.
            named = [(n, h) for n, h in named if h.text not in passage.section]
            page = int(tokens[at + 1].folded)
            if named:
                longest = max(n for n, _ in named)
                on_page = ((h, w) for h, w in headings if copy.pages[h.page_id] == page)
                there = (h for h, w in on_page if any(_stands_in(word, before, settings) for word in w))
                yield passage, next(there, None) or next(h for n, h in named if n == longest), page


def _telling_words(heading: Passage, settings: ReferenceSettings) -> list[str]:
    """The words by which a heading is known, none where they are the lesser part of it."""
    words = [t.folded for t in tokenise(heading.text) if t.kind == "word"]
    telling = [word for word in words if len(word) >= settings.telling]
    return telling if 2 * len(telling) >= len(words) else []


def _words_before(
    tokens: Sequence[Token], at: int, page_words: Collection[str], settings: ReferenceSettings
) -> list[str]:
    """The words before a reference, back to the end of a sentence or the reference before it."""
    words: list[str] = []
    for token in reversed(tokens[max(at - settings.reach, 0) : at]):
        if token.kind == "stop" or token.folded in page_words:
            break
        words.append(token.folded)
    return words


def _stands_in(word: str, words: Sequence[str], settings: ReferenceSettings) -> bool:
    """Whether a form of the word is among the words: all but its ending agrees."""
    stem = word[: max(settings.telling - 1, len(word) - 2)]
    return any(other.startswith(stem) for other in words)


def find_skipped_numbers(copy: Copy, settings: ReferenceSettings = ReferenceSettings()) -> Iterator[Marked]:
    """Numbered items of one section, and numbered headings, that skip a number which no passage near them bears."""
    last: dict[tuple[str, str | int], tuple[int, int]] = {}
    for at, passage in enumerate(copy.passages):
        hit = _NUMBERED.match(passage.text)
        if hit is None or passage.kind not in ("item", "heading"):
            continue
        is_heading = passage.kind == "heading"
        key = (passage.kind, (passage.level or 0) if is_heading else passage.section)
        number = int(hit[1])
        # Headings of one row may stand on different levels, so each level's last number may go before this one.
        earlier = [n for k, n in last.items() if k[0] == "heading"] if is_heading else [last.get(key, (0, 0))]
        last[key] = (number, at)
        before, since = max((n for n in earlier if n[0] < number), default=(0, 0))
        if before and before + 1 < number <= before + settings.farthest_skip:
            near = (p for i, p in enumerate(copy.passages) if since < i < at or p.section == passage.section)
            first = (re.match(r"\W*(\d{1,2})\b", p.text) for p in near)
            if set(range(before + 1, number)) & {int(found[1]) for found in first if found}:
                continue
            message = f"The numbers go from {before} to {number}: an entry is missing or misnumbered."
            yield Marked("numbering", "warning", message, copy.document, passage.id, str(before + 1))
