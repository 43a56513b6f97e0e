"""Pages that once went wrong: all of them typeset in one run, and each read by itself."""

from collections.abc import Mapping
from pathlib import Path

import pytest

from ingest.cleaning.clean import clean
from ingest.cleaning.mark_icons import mark_icons
from ingest.files.open import open_document
from ingest.files.plain import plain_pages
from ingest.layout.lay_out import lay_out
from ingest.pages.read import read_pages
from samples.typeset import typeset
from schema.reading import PassageRead, WordPage

HERE = Path(__file__).parent
ROOT = HERE.parents[1]
LOOK = "#set text(size: 10pt, hyphenate: false)\n#set par(justify: true)\n"
SHEET = '#page(width: 160mm, height: 110mm, margin: 12mm, include "/tests/pages/{}")\n'


@pytest.fixture(scope="session")
def word_pages(tmp_path_factory: pytest.TempPathFactory) -> Mapping[str, WordPage]:
    """The words of each page by its name."""
    sources = sorted(HERE.glob("*.typ"))
    file = tmp_path_factory.mktemp("pages") / "pages.pdf"
    text = LOOK + "".join(SHEET.format(source.name) for source in sources)
    file.write_bytes(typeset(HERE / "pages.typ", ROOT, text))
    read = read_pages(open_document(file), languages=["en"])
    assert len(read) == len(sources), "a source takes more than one page"
    placed = {source.stem: page for source, page in zip(sources, read, strict=True)}
    return placed | {file.stem: plain_pages(file.read_text(encoding="utf-8"))[0] for file in HERE.glob("*.txt")}


@pytest.fixture(scope="session")
def passages(word_pages: Mapping[str, WordPage]) -> Mapping[str, tuple[PassageRead, ...]]:
    """The passages of each page by its name."""
    return {name: mark_icons(clean(lay_out([page])), {})[0] for name, page in word_pages.items()}
