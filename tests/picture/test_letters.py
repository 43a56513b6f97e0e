"""Pictures of pages are read with Tesseract, boxes and confidences included."""

from collections.abc import Sequence
from pathlib import Path

import pypdfium2 as pdfium
import pytest
import typst
from PIL import Image

from ingest.errors import MissingProgram, UnreadableDocument
from ingest.files.open import open_document
from ingest.pages.read import read_pages
from ingest.picture import tesseract
from ingest.picture.images import PagePicture
from ingest.picture.letter_reader import LetterReader, Orientation, UnreadPicture
from ingest.picture.tesseract import Tesseract, TesseractSettings
from ingest.picture.text_models import written_in
from schema.reading import Box, Word, WordPage

SETTING = "#set page(width: 12cm, height: 8cm, margin: 1cm)\n#set text(size: 12pt)\n"
CZECH = "Každý hráč dostane pět karet a jednu figurku. Zbytek karet tvoří dobírací balíček, který leží vedle plánu."
POLISH = "Każdy gracz otrzymuje pięć kart oraz jeden pionek. Reszta kart tworzy talię, która leży obok planszy."


def pictures(source: str, dpi: int = 200) -> list[Image.Image]:
    document = pdfium.PdfDocument(typst.compile((SETTING + source).encode()))
    return [page.render(scale=dpi / 72).to_pil() for page in document]


def read(path: Path, *languages: str, jobs: int = 1) -> tuple[WordPage, ...]:
    return read_pages(open_document(path), languages=languages, ocr_jobs=jobs)


def text(page: WordPage) -> str:
    return " ".join(word.text for word in page.words)


def test_a_scan_is_read_with_places_and_confidences(tmp_path: Path) -> None:
    path = tmp_path / "scan.png"
    pictures(f"#place(bottom + right)[konec]{CZECH}")[0].save(path, dpi=(200, 200))
    page = read(path, "cs")[0]
    assert text(page).replace("konec", "").split() == CZECH.split()
    assert page.page.method == "ocr"
    assert page.page.reason == "The page is a picture."
    assert page.page.confidence > 0.85
    assert page.page.width == pytest.approx(12 * 72 / 2.54, rel=0.01)
    end = next(word.box for word in page.words if word.text == "konec")
    assert end is not None
    assert end.x1 == pytest.approx(11 * 72 / 2.54, abs=3)
    assert end.y1 == pytest.approx(7 * 72 / 2.54, abs=5)
    assert {round(word.size) for word in page.words} <= {11, 12, 13}


def test_a_pdf_of_scans_is_read_page_by_page_and_says_why(tmp_path: Path) -> None:
    first, second = pictures(f"{CZECH}#pagebreak()Druhá strana pravidel.")
    path = tmp_path / "scans.pdf"
    first.save(path, resolution=200, save_all=True, append_images=[Image.new("L", first.size, 255), second])
    pages = read(path, "cs", jobs=2)
    assert [page.page.method for page in pages] == ["ocr", "blank", "ocr"]
    assert pages[0].page.reason == "The page has no text layer."
    assert text(pages[2]) == "Druhá strana pravidel."


def test_every_page_of_a_tiff_is_a_page(tmp_path: Path) -> None:
    path = tmp_path / "pages.tiff"
    first, second = pictures("První strana pravidel.#pagebreak()Druhá strana pravidel.")
    first.save(path, save_all=True, append_images=[second])
    assert [text(page) for page in read(path, "cs")] == ["První strana pravidel.", "Druhá strana pravidel."]


@pytest.mark.parametrize(("sentence", "right"), [(CZECH, "cs"), (POLISH, "pl")])
def test_among_several_languages_the_right_one_is_read(tmp_path: Path, sentence: str, right: str) -> None:
    path = tmp_path / "page.png"
    pictures(sentence)[0].save(path, dpi=(200, 200))
    page = read(path, "it", "pl", "cs")[0]
    assert text(page).split() == sentence.split(), right


def test_a_small_skewed_photo_is_scaled_and_straightened(tmp_path: Path) -> None:
    path = tmp_path / "photo.jpg"
    picture = pictures(CZECH, dpi=110)[0].convert("L")
    picture.rotate(3, Image.Resampling.BICUBIC, fillcolor=255).save(path, quality=85)
    page = read(path, "cs")[0]
    assert len(set(text(page).split()) & set(CZECH.split())) >= 0.9 * len(set(CZECH.split()))
    first_line = [word.box.y0 for word in page.words if word.box and word.line == page.words[0].line]
    assert len(first_line) > 5
    assert max(first_line) - min(first_line) < 0.02 * page.page.height


def test_a_garbled_text_layer_gives_way_to_what_is_seen(tmp_path: Path) -> None:
    path = tmp_path / "garbled.pdf"
    picture = tmp_path / "page.png"
    pictures(CZECH)[0].save(picture)
    source = '#set page(margin: 0pt)\n#place(image("page.png", width: 100%))\n'
    hidden = "#text(fill: white, size: 4pt)[Xqzv kdbwt ZhgTfx mnbVcx pqSdfg wrtpLk]"
    (tmp_path / "garbled.typ").write_text(SETTING + source + hidden, encoding="utf-8")
    path.write_bytes(typst.compile(str(tmp_path / "garbled.typ")))
    page = read(path, "cs")[0]
    assert page.page.method == "ocr"
    assert page.page.reason.startswith("The text layer is garbled")
    assert "dobírací" in text(page)


def test_missing_language_data_is_named_with_its_package() -> None:
    with pytest.raises(MissingProgram, match=r"data for is .*tesseract-ocr-isl"):
        Tesseract().check(["cs", "is"])


def test_a_missing_tesseract_is_named_with_the_cure(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("PATH", str(tmp_path))
    with pytest.raises(MissingProgram, match=r"not installed\. Run `make ingest`, .*tesseract-ocr-ces"):
        Tesseract().check(["cs"])


class FakeReader:
    """Reads what it is told, page after page, has Latin alone, and finds every page lying on its side."""

    second: LetterReader | None = None

    def __init__(self, *pages: tuple[str, float], seen: str = "Latn") -> None:
        self.pages = list(pages)
        self.seen = seen
        self.asked = 0

    def languages(self) -> frozenset[str]:
        return frozenset({"la"})

    def check(self, languages: Sequence[str]) -> None:
        if missing := set(languages) - self.languages():
            raise MissingProgram(f"No data for {missing}.", "Learn it.")

    def read(self, picture: PagePicture, languages: Sequence[str], **how: bool) -> tuple[Word, ...]:
        text, sure = ("", 0.0) if how.get("is_block") or not self.pages else self.pages.pop(0)
        return tuple(Word(w, 0, Box(20 * i, 9, 20 * i + 15, 19), "", 10, sure) for i, w in enumerate(text.split()))

    def read_lines(self, lines: Sequence[Image.Image], languages: Sequence[str]) -> list[tuple[Word, ...]]:
        return [() for _ in lines]

    def orientation(self, picture: PagePicture) -> Orientation:
        self.asked += 1
        return Orientation(1, self.seen)

    def wanting(self, *, language: str = "", script: str = "") -> str:
        return f"Learn {language or script}."


def test_any_reader_of_letters_can_stand_in_for_tesseract(tmp_path: Path) -> None:
    path = tmp_path / "page.png"
    pictures("Vexilla regis")[0].save(path, dpi=(200, 200))
    reader = FakeReader(("s1g31 e11ixeV", 0.4), ("Vexilla regis", 0.9))
    (page,) = read_pages(open_document(path), languages=["la"], reader=reader)
    assert text(page) == "Vexilla regis"
    assert (page.quarters, page.page.confidence) == (1, 0.9)
    assert reader.asked == 1  # how a page lies is asked once, for it costs a third of reading it
    with pytest.raises(MissingProgram, match="Learn it"):
        read_pages(open_document(path), languages=["cs"], reader=FakeReader())


class SecondReader(FakeReader):
    """Sees no line by itself and reads one word wherever it is told to look."""

    def read_lines(self, lines: Sequence[Image.Image], languages: Sequence[str]) -> list[tuple[Word, ...]]:
        self.asked += len(lines)
        return [(Word("Vexilla", 0, Box(0, 0, *line.size), confidence=0.99),) for line in lines]


@pytest.mark.parametrize(("languages", "told"), [(["la"], "Vexilla"), (["en"], "Uexilla")], ids=["known", "unknown"])
def test_what_the_first_reader_is_unsure_of_is_shown_to_a_second_that_knows_the_letters(
    tmp_path: Path, languages: list[str], told: str
) -> None:
    path = tmp_path / "page.png"
    pictures("Vexilla regis")[0].save(path, dpi=(200, 200))
    reader = Untaught(("Uexilla", 0.7))
    reader.second = SecondReader()
    (page,) = read_pages(open_document(path), languages=languages, reader=reader)
    assert text(page) == told


def test_a_picture_cut_off_in_the_middle_is_refused(tmp_path: Path) -> None:
    path = tmp_path / "cut.png"
    pictures(CZECH)[0].save(path)
    path.write_bytes(path.read_bytes()[:-2000])
    with pytest.raises(UnreadableDocument, match="cut off"):
        read(path, "cs")


def test_a_page_in_a_script_without_data_is_left_unread_and_says_what_is_missing(tmp_path: Path) -> None:
    path = tmp_path / "page.png"
    pictures("Vexilla regis")[0].save(path, dpi=(200, 200))
    reader = FakeReader(("n7nv nnv", 0.3), seen="Hebr")
    (page,) = read_pages(open_document(path), languages=["la"], reader=reader)
    assert (text(page), page.advice) == ("", "Learn Hebr.")
    assert page.page.reason.endswith("Learn Hebr.")


def test_a_page_in_a_language_nobody_expected_says_which_data_would_read_it_better(tmp_path: Path) -> None:
    path = tmp_path / "page.png"
    pictures("Jeder Spieler")[0].save(path, dpi=(200, 200))
    german = "Jeder Spieler nimmt eine Figur und zieht danach zwei Karten vom Stapel in der Mitte des Tisches. " * 4
    (page,) = read_pages(open_document(path), languages=["la", "en"], reader=Untaught((german, 0.9)))
    assert text(page).startswith("Jeder Spieler nimmt")
    assert page.advice == "Learn de."


class Untaught(FakeReader):
    """Has data that nobody asks for."""

    def languages(self) -> frozenset[str]:
        return frozenset({"la", "en"})


@pytest.mark.parametrize(
    ("sentence", "package"),
    [
        (Tesseract().wanting(language="de"), "tesseract-ocr-deu"),
        (Tesseract().wanting(language="ja"), "tesseract-ocr-jpn"),
        (Tesseract().wanting(language="zh"), "tesseract-ocr-chi-sim"),
        (Tesseract().wanting(language="he"), "tesseract-ocr-heb"),
        (Tesseract().wanting(script="Arab"), "tesseract-ocr-ara, or that of the language if it is another one,"),
    ],
)
def test_the_package_with_the_missing_data_is_named(sentence: str, package: str) -> None:
    assert f"install the Debian package {package} and" in sentence


def test_data_of_a_whole_script_is_no_language(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(tesseract, "_installed", lambda *_: frozenset({"Cyrillic", "osd", "eng", "chi_sim"}))
    known = Tesseract().languages()
    assert known >= {"en", "zh"}
    assert not known & {"Cyrillic", "osd"}
    assert written_in("Cyrl", known) == []


def test_a_picture_that_takes_too_much_work_is_left_unread_however_busy_the_machine_is() -> None:
    image = pictures('#set page(paper: "a4")\n#set text(size: 7pt)\n#lorem(1400)', dpi=300)[0].convert("L")
    settings = TesseractSettings(least_seconds=1.0, pixel_seconds=0.0)
    with pytest.raises(UnreadPicture, match="took more than 1 seconds of work"):
        Tesseract(settings).read(PagePicture(image, 595.0, 842.0), ["en"])
