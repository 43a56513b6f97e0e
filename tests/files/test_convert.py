"""Files as they come: pictures of phones, office files, books and web pages; others are refused by name."""

import base64
import io
import zipfile
from pathlib import Path

import pytest
from openpyxl import Workbook
from PIL import Image

from ingest.errors import UnreadableDocument
from ingest.files.html_in_markdown import markdown_of_html
from ingest.files.limits import FileLimits
from ingest.files.open import OpenedFile, find_documents, open_document
from ingest.identify.about_file import about_file
from ingest.pages.read import read_pages

PAGE = (
    "<!DOCTYPE html><html><head><title>The Walled Orchard</title><style>b {}</style></head><body><nav>Home</nav>"
    "<h1>The Walled Orchard</h1><p>Each player draws <b>3</b> <a href='x'>fruit</a> cards.</p>"
    "<ul><li>40 fruit cards</li></ul>"
    "<table><tr><th>deck</th><th>cards</th></tr><tr><td>fruit</td><td>40</td></tr></table>"
    "<script>alert(1)</script></body></html>"
)
WORD = "http://schemas.openxmlformats.org/wordprocessingml/2006/main"
DOCX_FILES = {
    "[Content_Types].xml": '<Types xmlns="http://schemas.openxmlformats.org/package/2006/content-types">'
    '<Override PartName="/word/document.xml" ContentType="application/vnd.openxmlformats-officedocument.'
    'wordprocessingml.document.main+xml"/></Types>',
    "_rels/.rels": '<Relationships xmlns="http://schemas.openxmlformats.org/package/2006/relationships">'
    '<Relationship Id="r" Type="http://schemas.openxmlformats.org/officeDocument/2006/relationships/officeDocument" '
    'Target="word/document.xml"/></Relationships>',
    "word/document.xml": f'<w:document xmlns:w="{WORD}"><w:body><w:p><w:r><w:t>Each player draws 3 fruit cards.</w:t>'
    "</w:r></w:p></w:body></w:document>",
}
EPUB_FILES = {
    "mimetype": "application/epub+zip",
    "META-INF/container.xml": '<container xmlns="urn:oasis:names:tc:opendocument:xmlns:container"><rootfiles>'
    '<rootfile full-path="OEBPS/book.opf"/></rootfiles></container>',
    "OEBPS/book.opf": '<package xmlns="http://www.idpf.org/2007/opf"><manifest><item id="b" href="two.xhtml"/>'
    '<item id="a" href="one.xhtml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
    "OEBPS/one.xhtml": PAGE,
    "OEBPS/two.xhtml": "<html><body><h2>The end</h2><p>The game ends after 7 rounds.</p></body></html>",
}
HEIC = """
AAAAHGZ0eXBoZWljAAAAAG1pZjFoZWljbWlhZgAAAX1tZXRhAAAAAAAAACFoZGxyAAAAAAAAAABwaWN0AAAAAAAAAAAAAAAAAAAAACJpbG9jAAAAAERA
AAEAAQAAAAABoQABAAAAAAAAABcAAAAjaWluZgAAAAAAAQAAABVpbmZlAgAAAAABAABodmMxAAAAAA5waXRtAAAAAAABAAAA/WlwcnAAAADdaXBjbwAA
AHZodmNDAQNwAAAAkAAAAAAAHvAA/P34+AAADwNgAAEAGEABDAH//wNwAAADAJAAAAMAAAMAHroCQGEAAQAqQgEBA3AAAAMAkAAAAwAAAwAeoCCBBZbq
5Ka5uAhoMCAAAAMDIAAAAwAhYgABAAZEAcFzwIkAAAATY29scm5jbHgAAQANAAaAAAAAFGlzcGUAAAAAAAAAQAAAAEAAAAAoY2xhcAAAAEAAAAABAAAA
IAAAAAEAAAAAAAAAAv///+AAAAACAAAAEHBpeGkAAAAAAwgICAAAABhpcG1hAAAAAAAAAAEAAQWBAgMFhAAAAB9tZGF0AAAAEygBrwQY+AOjn/+rotZd
9m+BGkg=
"""
"""A picture of ours, its left half black."""

Rows = tuple[tuple[str | int, ...], ...]


def zipped(files: dict[str, str]) -> bytes:
    made = io.BytesIO()
    with zipfile.ZipFile(made, "w", zipfile.ZIP_DEFLATED) as archive:
        for name, content in files.items():
            archive.writestr(name, content)
    return made.getvalue()


def drawn(form: str) -> bytes:
    image, made = Image.new("RGB", (64, 32), "white"), io.BytesIO()
    image.paste((0, 0, 0), (0, 0, 32, 32))
    image.save(made, form)
    return made.getvalue()


def opened(path: Path, data: bytes) -> OpenedFile:
    path.write_bytes(data)
    return open_document(path)


def lines_of(found: OpenedFile) -> list[str]:
    pages = read_pages(found, languages=("en",))
    return [" ".join(word.text for word in page.words) for page in pages]


@pytest.mark.parametrize(
    ("name", "data"), [("a.gif", drawn("GIF")), ("a.bmp", drawn("BMP")), ("a.heic", base64.b64decode(HEIC))]
)
def test_a_picture_of_another_kind_is_read_as_a_picture(tmp_path: Path, name: str, data: bytes) -> None:
    if name.endswith("heic"):
        pytest.importorskip("pi_heif")
    found = opened(tmp_path / name, data)
    assert found.media_type == f"image/{name[2:]}"
    with Image.open(io.BytesIO(found.data)) as picture:
        assert picture.size == (64, 32)
        left, right = picture.convert("L").getpixel((4, 16)), picture.convert("L").getpixel((60, 16))
    assert isinstance(left, int)
    assert isinstance(right, int)
    assert left < 60
    assert right > 200


def test_a_web_page_gives_its_words_and_nothing_of_its_frame(tmp_path: Path) -> None:
    pytest.importorskip("markdownify")
    found = opened(tmp_path / "rules.html", PAGE.encode())
    assert found.media_type == "text/html"
    (text,) = lines_of(found)
    assert "# The Walled Orchard Each player draws **3** fruit cards. - 40 fruit cards" in text
    assert "| fruit | 40 |" in text
    assert not {"Home", "alert(1)", "{}"} & set(text.split())
    assert about_file(found).title == "The Walled Orchard"


def test_an_office_file_and_a_book_give_their_text(tmp_path: Path) -> None:
    pytest.importorskip("mammoth")
    pytest.importorskip("markdownify")
    assert lines_of(opened(tmp_path / "rules.docx", zipped(DOCX_FILES))) == ["Each player draws 3 fruit cards."]
    first, second = lines_of(opened(tmp_path / "rules.epub", zipped(EPUB_FILES)))
    assert "Each player draws" in first
    assert second == "## The end The game ends after 7 rounds."


@pytest.mark.parametrize(
    ("files", "said"),
    [
        ({"xl/workbook.xml": ""}, "it is damaged or is not what its name says"),
        ({"ppt/presentation.xml": ""}, "a presentation"),
        ({"content.xml": ""}, "an OpenDocument file"),
        ({"rules.pdf": ""}, "zip://::FILE"),
        ({"word/document.xml": "no XML"}, "it is damaged or is not what its name says"),
        ({"META-INF/container.xml": "<a/>"}, "it is damaged or is not what its name says"),
    ],
)
def test_what_cannot_be_read_is_refused_by_its_name(tmp_path: Path, files: dict[str, str], said: str) -> None:
    with pytest.raises(UnreadableDocument, match=said):
        opened(tmp_path / "odd", zipped(files))


def spreadsheet(*rows: tuple[str | int, ...]) -> bytes:
    book, file = Workbook(), io.BytesIO()
    for row in rows:
        book.active.append(row)
    book.save(file)
    return file.getvalue()


def test_a_spreadsheet_is_read_as_a_list_of_cards(tmp_path: Path) -> None:
    pears = ("Old Pear", "Take two pears at the start."), ("Hail", "Each of you loses three apples.")
    found = opened(tmp_path / "cards.xlsx", spreadsheet(("Name", "Text"), *pears))
    assert "Old Pear" in lines_of(found)[0]


@pytest.mark.parametrize("rows", [(), (("x", "y"), (1, 2), (3, 4), (5, 6))], ids=["empty", "numbers"])
def test_a_spreadsheet_without_cards_is_refused_with_what_a_list_needs(tmp_path: Path, rows: Rows) -> None:
    said = "it holds no list of cards, which has a head above each column and a column of titles; export another"
    with pytest.raises(UnreadableDocument, match=said):
        opened(tmp_path / "sums.xlsx", spreadsheet(*rows))


def test_a_spreadsheet_with_a_cut_off_sheet_is_damaged(tmp_path: Path) -> None:
    whole = zipfile.ZipFile(io.BytesIO(spreadsheet(("Name", "Text"), ("Old Pear", "Take two pears."))))
    files = {name: whole.read(name).decode() for name in whole.namelist()}
    sheet = "xl/worksheets/sheet1.xml"
    with pytest.raises(UnreadableDocument, match="it is damaged"):
        opened(tmp_path / "cards.xlsx", zipped(files | {sheet: files[sheet][:-60]}))


def test_a_file_that_unpacks_to_too_much_is_refused(tmp_path: Path) -> None:
    file = tmp_path / "large.docx"
    file.write_bytes(zipped(DOCX_FILES | {"word/media/large": "0" * 100_000}))
    with pytest.raises(UnreadableDocument, match="unpacks to more than the limit"):
        open_document(file, limits=FileLimits(max_bytes=50_000))


@pytest.mark.parametrize(
    ("encoding", "text"),
    [
        (
            "koi8_r",
            "Каждый игрок берёт три карты. Игра заканчивается, когда колода пуста.",
        ),
        (
            "cp1253",
            "Κάθε παίκτης τραβάει τρία φύλλα. Το παιχνίδι τελειώνει όταν αδειάσει η τράπουλα.",
        ),
    ],
)
def test_an_encoding_of_another_alphabet_is_told(tmp_path: Path, encoding: str, text: str) -> None:
    found = opened(tmp_path / "rules.txt", text.encode(encoding))
    assert lines_of(found) == [text]


def test_files_that_do_not_look_like_documents_are_told(tmp_path: Path) -> None:
    for name in ("rules.md", "notes.xyz", "page.html", "scan.heic", "Makefile"):
        (tmp_path / name).write_text("text", encoding="utf-8")
    left = list[str]()
    found = find_documents([tmp_path], on_left_out=lambda file: left.append(file.name))
    assert [file.name for file in found] == ["page.html", "rules.md", "scan.heic"]
    assert left == ["Makefile", "notes.xyz"]


def test_a_cell_that_reaches_down_stands_in_each_of_its_rows_and_a_head_in_the_first() -> None:
    table = (
        "<table><tr><th rowspan='2'>deck</th><th colspan='2'>cards</th></tr><tr><th>a</th><th>b</th></tr>"
        "<tr><td>fruit</td><td>4</td><td rowspan='2'>9</td></tr><tr><td>nuts</td><td>5</td></tr></table>"
    )
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in markdown_of_html(table).splitlines() if line]
    assert rows[0][0] == "deck"
    assert rows[2:] == [["", "a", "b"], ["fruit", "4", "9"], ["nuts", "5", "9"]]
