"""The text layer gives words with their places and fonts, and pages are routed by what it is worth."""

from pathlib import Path

import pypdfium2 as pdfium
import pytest
import typst
from fontTools.fontBuilder import FontBuilder
from fontTools.pens.ttGlyphPen import TTGlyphPen

from ingest.files.open import open_document
from ingest.languages.legibility import legibility
from ingest.pages.read import read_pages
from ingest.pages.read_picture import ReadSettings
from ingest.pages.text_layer import page_words
from schema.reading import Word, WordPage

SETTING = '#set page(width: 10cm, height: 14cm, margin: 1cm)\n#set text(lang: "cs", size: 10pt)\n'


def read(tmp_path: Path, source: str, **options: object) -> tuple[WordPage, ...]:
    path = tmp_path / "typeset.pdf"
    path.write_bytes(typst.compile((SETTING + source).encode(), **options))
    return read_pages(open_document(path), languages=["cs"])


def texts(page: WordPage) -> list[str]:
    return [word.text for word in page.words]


def test_words_carry_text_box_font_and_size(tmp_path: Path) -> None:
    page = read(tmp_path, "= Příprava hry\nRozdejte *pět* karet.")[0]
    assert page.page.method == "text-layer"
    assert page.page.reason == "The text layer reads well."
    assert texts(page) == ["Příprava", "hry", "Rozdejte", "pět", "karet."]
    heading, body, bold = page.words[0], page.words[2], page.words[3]
    assert (heading.size, body.size) == (14.0, 10.0)
    assert heading.font == bold.font == "LibertinusSerif-Bold"
    assert body.font == "LibertinusSerif-Regular"
    assert heading.line < body.line


def test_boxes_are_in_points_from_the_top_left_corner(tmp_path: Path) -> None:
    page = read(tmp_path, "#place(dx: 1cm, dy: 2cm)[Roh]#place(bottom + right)[konec]")[0]
    corner, end = page.words
    assert corner.box is not None
    assert end.box is not None
    centimetre = 72 / 2.54
    assert corner.box.x0 == pytest.approx(2 * centimetre, abs=1.5)
    assert corner.box.y0 == pytest.approx(3 * centimetre, abs=4)
    assert end.box.x1 == pytest.approx(9 * centimetre, abs=1.5)
    assert end.box.y1 == pytest.approx(13 * centimetre, abs=4)


@pytest.mark.parametrize("rotation", [0, 90, 180, 270])
def test_boxes_follow_the_page_as_it_is_seen_when_the_file_turns_it(tmp_path: Path, rotation: int) -> None:
    document = pdfium.PdfDocument(typst.compile((SETTING + "#place(dx: 1cm, dy: 2cm)[Roh]").encode()))
    page = document[0]
    page.set_rotation(rotation)
    seen = page.render(scale=2, grayscale=True).to_pil()
    (word,) = page_words(page)
    assert word.box is not None
    ink = [v < 128 for v in seen.tobytes()]
    columns = [i % seen.width for i, dark in enumerate(ink) if dark]
    rows = [i // seen.width for i, dark in enumerate(ink) if dark]
    middle = (min(columns) + max(columns)) / 4, (min(rows) + max(rows)) / 4
    assert word.box.x0 <= middle[0] <= word.box.x1
    assert word.box.y0 <= middle[1] <= word.box.y1


def test_a_hyphen_at_a_line_end_ends_a_word_and_its_line(tmp_path: Path) -> None:
    source = "#set par(justify: true)\n#set text(hyphenate: true)\n#box(width: 3cm)[Nejneobhospodařovávatelnějšího]"
    words = read(tmp_path, source)[0].words
    assert len(words) > 1
    assert all(word.text.endswith("-") for word in words[:-1])
    assert [word.line for word in words] == list(range(len(words)))
    assert "".join(word.text.removesuffix("-") for word in words) == "Nejneobhospodařovávatelnějšího"


def test_characters_beyond_the_basic_plane_stay_whole(tmp_path: Path) -> None:
    assert texts(read(tmp_path, "kostka 𝒳 padla")[0]) == ["kostka", "𝒳", "padla"]


def icon_font(folder: Path) -> None:
    """A font with one sign at a private-use code point."""
    pen = TTGlyphPen(None)
    pen.moveTo((100, 0))
    pen.lineTo((100, 700))
    pen.lineTo((700, 0))
    pen.closePath()
    font = FontBuilder(1000, isTTF=True)
    font.setupGlyphOrder([".notdef", "eagle"])
    font.setupCharacterMap({0xF084: "eagle"})
    font.setupGlyf({".notdef": TTGlyphPen(None).glyph(), "eagle": pen.glyph()})
    font.setupHorizontalMetrics({".notdef": (500, 0), "eagle": (800, 100)})
    font.setupHorizontalHeader(ascent=800, descent=-200)
    font.setupNameTable({"familyName": "Game Icons", "styleName": "Regular", "psName": "GameIcons-Regular"})
    font.setupOS2(sTypoAscender=800, usWinAscent=800, usWinDescent=200)
    font.setupPost()
    font.save(folder / "icons.ttf")


def test_an_icon_glued_to_a_word_is_a_word_of_its_own_with_its_font(tmp_path: Path) -> None:
    icon_font(tmp_path)
    source = 'Padne-li#text(font: "Game Icons")[\\u{f084}], jsi zatčen.'
    page = read(tmp_path, source, font_paths=[str(tmp_path)])[0]
    assert texts(page) == ["Padne-li", "\uf084", ",", "jsi", "zatčen."]
    assert page.words[1].font == "GameIcons-Regular"
    assert page.words[0].font == "LibertinusSerif-Regular"


def test_bold_inside_a_word_does_not_split_it(tmp_path: Path) -> None:
    assert texts(read(tmp_path, "#strong[Kar]ta leží")[0]) == ["Karta", "leží"]


def test_a_page_without_print_is_blank(tmp_path: Path) -> None:
    pages = read(tmp_path, "Strana\n#pagebreak()\n#pagebreak()\nKonec")
    assert [page.page.method for page in pages] == ["text-layer", "blank", "text-layer"]
    assert [page.page.number for page in pages] == [1, 2, 3]


def test_progress_is_told_page_by_page(tmp_path: Path) -> None:
    path = tmp_path / "three.pdf"
    path.write_bytes(typst.compile(b"a #pagebreak() b #pagebreak() c"))
    told: list[tuple[int, int]] = []
    read_pages(open_document(path), languages=["cs"], on_page=lambda done, total: told.append((done, total)))
    assert told == [(1, 3), (2, 3), (3, 3)]


@pytest.mark.parametrize(
    "text",
    [
        "(cid:12)(cid:44) (cid:3)(cid:17)(cid:90)",
        "\ue001\ue002\ue003 \ue004\ue005 \ue006\ue007",
        "\ufffd\ufffdk\ufffd \ufffd\ufffd\ufffdn \ufffdt",
        "Xqzv kdbwt ZhgTfx mnbVcx pqSdfg",
    ],
)
def test_rubbish_is_less_legible_than_the_limit(text: str) -> None:
    assert legibility([Word(word, 0) for word in text.split()]) < ReadSettings().garbled_below


@pytest.mark.parametrize(
    "text",
    [
        "Hráč otočí kartu a sníží podezření o 2 (jen ty).",
        "Gracze biorą po 1 pionku i tasują żetony.",
        "PAŘÍŽ: −3 body, jedna karta navíc",
        "Vlk zhltl hrst zrn, smrt prchla",
        "Η κάρτα",
    ],
)
def test_rules_in_any_language_are_legible(text: str) -> None:
    assert legibility([Word(word, 0) for word in text.split()]) > 0.9


def test_accents_drawn_apart_from_their_letters_are_joined_to_them(tmp_path: Path) -> None:
    apart = "#let on(accent, letter) = box[#place(accent)#letter]\n"
    apart += "#let late(accent, letter) = box[#letter#place(top, accent)]\n"
    text = "poi perch#on[´][e] #on[\\`][e] vero, Cz#on[˛][e]st#late[´][o] za#on[ˇ][c]#on[´][ı] \\`codice\\` 2 ˆ 3"
    page = read(tmp_path, apart + text)[0]
    assert texts(page) == ["poi", "perché", "è", "vero,", "Częstó", "začí", "`codice`", "2", "ˆ", "3"]
