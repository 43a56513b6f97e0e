"""The address of a file is the one that SQLAlchemy makes of it, and leads back to the file."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st
from sqlalchemy.engine import URL, make_url

from db.sqlite_address import sqlite_file, sqlite_url

names = st.text(st.characters(blacklist_categories=("Cs",), blacklist_characters="\0/"), min_size=1).filter(
    lambda name: name not in (".", "..", ":memory:")
)


@given(names)
def test_an_address_is_the_one_that_sqlalchemy_makes(name: str) -> None:
    path = Path("/data") / name
    assert sqlite_url(path) == URL.create("sqlite", database=str(path)).render_as_string()
    assert make_url(sqlite_url(path)).database == str(path)


@given(names)
def test_an_address_leads_back_to_its_file(name: str) -> None:
    assert sqlite_file(sqlite_url(Path("/data") / name)) == Path("/data") / name


def test_what_is_no_plain_file_has_none() -> None:
    for url in ("sqlite://", "sqlite:///:memory:", "sqlite:///a.db?mode=ro", "postgresql+psycopg://a@b/c"):
        assert sqlite_file(url) is None
