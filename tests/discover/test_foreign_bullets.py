"""A sign is a bullet where it stands as one: at the beginning, in a row, or often; letters for private use always."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.discover.components import find_components
from ingest.discover.foreign_bullets import with_bullets
from ingest.discover.words import words_of


@pytest.mark.parametrize(
    ("text", "read"),
    [
        ("\uf0b7 12 oars", "• 12 oars"),
        ("  \uf0b7 12 oars, \uf0b7 3 dice", "  • 12 oars; 3 dice"),
        ("Lamps \uf0b7 3 dice", "Lamps; 3 dice"),
        ("¢ 48 cartes, ° 7 phares, ¢ 9 rames", "• 48 cartes; 7 phares; 9 rames"),
        ("Box: § 4 oars § 3 dice § 2 lamps", "Box:; 4 oars; 3 dice; 2 lamps"),
        ("Box\n§ 4 oars\n§ 3 dice", "Box; 4 oars; 3 dice"),
    ],
)
def test_a_sign_that_stands_as_a_bullet_is_one(text: str, read: str) -> None:
    assert with_bullets(text) == read


@pytest.mark.parametrize(
    "text",
    ["Text § 4 Spieler. § 12 Karten", "© 2020 Mills", "Es gilt\n§ 4 Satz eins", "Bei 20 ° 4 Karten", "a ©, § 3 b"],
)
def test_a_sign_inside_text_is_none(text: str) -> None:
    assert with_bullets(text) == text


def test_paragraphs_of_a_law_are_no_components(lines) -> None:  # type: ignore[no-untyped-def]
    told = ("paragraph", "Es gilt die Regel § 4 Spieler. § 12 Karten")
    assert find_components(lines(("heading", "Material", 2), told, language="de"), words_of("de")) == ()


_PLAIN = re.compile(r"(?m)(?:(?P<indent>^[ \t]*)|(?P<before>[\s,;.]+))[\ue000-\uf8ff](?=\s+\d{1,4}\s+[^\W\d_])")


@given(st.text(alphabet="\uf0b7 \n\t,.;a1", max_size=40))
def test_letters_for_private_use_are_read_as_the_plain_pattern_reads_them(text: str) -> None:
    plain = _PLAIN.sub(lambda sign: ";" if sign["before"] else f"{sign['indent']}•", text)
    assert with_bullets(text) == plain
