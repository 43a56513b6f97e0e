"""Where a text layer holds only a part of its page, the rest is read off the picture, and no word twice."""

from collections import Counter
from pathlib import Path

import pytest
import typst

from ingest.files.open import open_document
from ingest.pages.read import read_pages
from schema.reading import WordPage

PAGE = '#set page(width: 14cm, height: 18cm, margin: 1.5cm)\n#set text(lang: "en", size: 11pt)\n'
LAYER = (
    "#align(top)[Chapter four of the keeper's handbook, printed in the spring of the third year, tells how apples are "
    "picked, weighed and carried to the market before the frost sets in over the orchard.]\n"
)
PICTURED = (
    "Every gardener draws three fruit cards. Whoever holds the ladder may pick from the upper branches, the others "
    "shake the tree and take what falls. When the basket is full, walk to the gate and sell seven apples for two coins."
)


def picture_of(text: str) -> bytes:
    made = typst.compile((PAGE + f"#set page(height: auto, margin: 4pt)\n{text}").encode(), format="png", ppi=200)
    assert isinstance(made, bytes)
    return made


def page_with(tmp_path: Path, body: str, picture: bytes) -> WordPage:
    (tmp_path / "picture.png").write_bytes(picture)
    source = tmp_path / "page.typ"
    source.write_text(PAGE + body, encoding="utf-8")
    file = tmp_path / "page.pdf"
    file.write_bytes(typst.compile(str(source)))
    (page,) = read_pages(open_document(file), languages=["en"])
    return page


def counted(text: str) -> Counter[str]:
    return Counter(word.strip(".,'’").lower() for word in text.split())


def texts(page: WordPage) -> str:
    return " ".join(word.text for word in page.words)


def test_text_in_a_picture_is_read_beside_the_layer(tmp_path: Path) -> None:
    page = page_with(tmp_path, LAYER + '#v(1cm)\n#image("picture.png", width: 100%)', picture_of(PICTURED))
    assert page.page.method == "text-layer"
    assert "only a part" in page.page.reason
    assert counted(PICTURED) - counted(texts(page)) == Counter()
    own = [word for word in page.words if word.confidence == 1]
    assert own == list(page.words[: len(own)])  # the layer comes first and unchanged
    assert all(word.box and word.box.y0 > 100 for word in page.words[len(own) :])


def test_a_scan_whose_header_alone_is_text_is_read_whole_and_nothing_twice(tmp_path: Path) -> None:
    whole = typst.compile((PAGE + LAYER + f"#v(1cm)\n{PICTURED}").encode(), format="png", ppi=200)
    assert isinstance(whole, bytes)
    # The layer lies over the very letters of the scan, as the layer of a scanner does.
    page = page_with(tmp_path, '#set page(background: image("picture.png", width: 14cm))\n' + LAYER, whole)
    found = counted(texts(page))
    truth = counted(LAYER.removeprefix("#align(top)[").rstrip("]\n").replace("keeper's", "keeper’s")) + counted(
        PICTURED
    )
    assert truth - found == Counter()
    assert found - truth == Counter()


@pytest.mark.parametrize("drawing", ["rings", "photograph"])
def test_pictures_without_text_add_nothing_and_are_not_read(tmp_path: Path, drawing: str) -> None:
    if drawing == "rings":
        shown = "".join(f"#place(dx: {n % 6 * 1.5}cm, dy: {n // 6 * 1.5}cm, circle(radius: 0.5cm))" for n in range(24))
        body = LAYER + "#v(1cm)\n" + shown
    else:
        body = LAYER + '#v(1cm)\n#image("picture.png", width: 100%)'
    waves = "\n".join(f"#place(line(start: (0cm, {n}mm), end: (11cm, {n + 5}mm)))" for n in range(60))
    page = page_with(tmp_path, body, picture_of(f"#box(height: 6cm, width: 11cm)[{waves}]"))
    assert counted(texts(page)).total() == 33
    assert page.page.reason == "The text layer reads well."


def test_letters_drawn_as_outlines_are_read(tmp_path: Path) -> None:
    drawn = typst.compile((PAGE + "#set page(height: auto, margin: 4pt)\n" + PICTURED).encode(), format="svg")
    assert isinstance(drawn, bytes)
    (tmp_path / "drawn.svg").write_bytes(drawn)
    page = page_with(tmp_path, LAYER + '#v(1cm)\n#image("drawn.svg", width: 100%)', picture_of("x"))
    assert counted(PICTURED) - counted(texts(page)) == Counter()
