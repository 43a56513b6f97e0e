"""Two books are put side by side without a dictionary: by their words, lengths and order."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from ingest.resolve.bilingual.align_books import align_books
from ingest.resolve.bilingual.units import Unit

BOOKS = Path(__file__).parents[1] / "books"
# A rulebook of our own in two languages.
ENGLISH = (BOOKS / "lantern-road-en.md").read_text(encoding="utf-8")
GERMAN = (BOOKS / "lantern-road-de.md").read_text(encoding="utf-8")


def units(text: str) -> list[Unit]:
    found = []
    for line in filter(None, text.splitlines()):
        kind = "heading" if line.startswith("#") else "item" if line[0] in "-1234" else "paragraph"
        found.append(Unit(line.lstrip("#-1234. ") if kind != "paragraph" else line, kind, 1))
    return found


def pairs(one: list[Unit], other: list[Unit]) -> list[tuple[int, int]]:
    return [(pair.left, pair.right) for pair in align_books(one, other).pairs]


def test_a_translation_is_aligned_passage_by_passage() -> None:
    here, there = units(ENGLISH), units(GERMAN)
    found = pairs(here, there)
    right = [pair for pair in found if pair[0] == pair[1]]
    assert len(right) >= 0.92 * len(here)
    assert len(right) >= 0.92 * len(found)


def test_a_block_that_stands_elsewhere_is_found() -> None:
    here, there = units(ENGLISH), units(GERMAN)
    begin = next(at for at, unit in enumerate(there) if unit.text == "Stürme")
    moved = there[begin : begin + 4]
    found = dict(pairs(here, [*moved, *there[:begin], *there[begin + 4 :]]))
    # The three rules of the block; its heading alone is too short to prove anything.
    assert [found.get(begin + n) for n in (1, 2, 3)] == [1, 2, 3]


def test_a_passage_that_one_book_lacks_has_no_sure_counterpart() -> None:
    here, there = units(ENGLISH), units(GERMAN)
    gone = next(at for at, unit in enumerate(there) if unit.text.startswith("Eine Laterne schützt"))
    found = align_books(here, [*there[:gone], *there[gone + 1 :]]).pairs
    sure = {pair.left: pair.right for pair in found if pair.score >= 0.9}
    assert gone not in sure
    assert sure[gone - 1] == gone - 1


def test_a_paragraph_that_the_other_book_sets_as_two_belongs_to_both() -> None:
    here, there = units(ENGLISH), units(GERMAN)
    at = next(n for n, unit in enumerate(there) if unit.text.startswith("Wenn du keine"))
    first, second = there[at].text.split(", darfst du ")
    split = [*there[:at], Unit(first + "."), Unit("Dann darfst du " + second), *there[at + 1 :]]
    assert {right for left, right in pairs(here, split) if left == at} == {at, at + 1}


@given(st.lists(st.text(min_size=1, max_size=40), max_size=8))
def test_no_passage_is_invented(texts: list[str]) -> None:
    listed = [Unit(text) for text in texts]
    assert all(0 <= left < len(listed) and 0 <= right < len(listed) for left, right in pairs(listed, listed))


def test_an_empty_book_has_no_counterparts() -> None:
    assert not align_books([], units(GERMAN)).pairs
    assert not align_books(units(ENGLISH), []).pairs


def test_books_about_different_things_are_hardly_aligned_for_sure() -> None:
    other = "Fold the paper twice. Cut along the dotted line! Glue both wings. Let everything dry over night. Paint it."
    sure = [p for p in align_books(units(ENGLISH), [Unit(text) for text in other.split(". ")]).pairs if p.score > 0.9]
    assert len(sure) <= 1
