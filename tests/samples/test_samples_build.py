"""The sample rulebooks: rebuilt byte for byte, readable where they should be, damaged where they should be."""

import io
import re
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image

from samples.__main__ import BUDGET, main
from samples.build import all_samples, build
from samples.iconfont import CODE_POINTS, DRAWINGS, icon_font
from samples.ruin import ACCENTED, ruined, without_accents

ROOT = Path(__file__).parents[2]
BLACK_ORCHESTRA = ROOT / "games/black-orchestra/samples"
PRIVATE_USE = range(0xE000, 0xF900)

SMALL_SOURCE = """#import "/samples/rulebook.typ": *
#show: rulebook.with(language: "cs", width: 100mm, height: 60mm, column-count: 1)
= Příprava hry
Žluťoučký kůň úpěl ďábelské ódy #icon("attack"), má 3 karty.
"""


def page_texts(pdf: Path | bytes) -> list[str]:
    document = pypdfium2.PdfDocument(pdf)
    try:
        return [page.get_textpage().get_text_range() for page in document]
    finally:
        document.close()


def flowing(text: str) -> str:
    """A text without its line ends and the hyphens that pdfium marks at them."""
    return re.sub(r"\s+", " ", re.sub("[\ufffe\u00ad]\\s*", "", text))


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A project folder with the common look and one small sample of every finish that damages."""
    sources = tmp_path / "games/toy/samples/source"
    sources.mkdir(parents=True)
    (tmp_path / "samples").mkdir()
    (tmp_path / "samples/rulebook.typ").write_bytes((ROOT / "samples/rulebook.typ").read_bytes())
    (sources / "cs.typ").write_text(SMALL_SOURCE, "utf-8")
    finishes = {"plain.pdf": "text-layer", "scan.pdf": "scan", "photo.jpg": "photo", "ruined.pdf": "ruined-letters"}
    entries = [
        f'[[sample]]\nsource = "cs.typ"\noutput = "{name}"\nfinish = "{finish}"\nseed = 7\n'
        for name, finish in finishes.items()
    ]
    (sources / "manifest.toml").write_text("\n".join(entries), "utf-8")
    return tmp_path


def test_every_built_file_is_what_its_source_gives() -> None:
    assert main(["--check"]) == 0


def test_all_samples_together_stay_small() -> None:
    assert 0 < sum(sample.output.stat().st_size for sample in all_samples(ROOT)) < BUDGET


def test_building_twice_gives_the_same_bytes(project: Path) -> None:
    samples = all_samples(project)
    assert [build(sample, project) for sample in samples] == [build(sample, project) for sample in samples]


def test_a_changed_number_makes_the_built_file_stale(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["--root", str(project)]) == 0
    assert main(["--root", str(project), "--check"]) == 0
    source = project / "games/toy/samples/source/cs.typ"
    source.write_text(source.read_text("utf-8").replace("3 karty", "4 karty"), "utf-8")
    assert main(["--root", str(project), "--check"]) == 1
    assert "plain.pdf is not what cs.typ gives: run `make samples`." in capsys.readouterr().err


def test_a_wrong_manifest_is_a_sentence(project: Path, capsys: pytest.CaptureFixture[str]) -> None:
    manifest = project / "games/toy/samples/source/manifest.toml"
    manifest.write_text('[[sample]]\nsource = "cs.typ"\noutput = "a.pdf"\nfinish = "fax"\n', "utf-8")
    assert main(["--root", str(project)]) == 2
    assert "finish 'fax' is none of text-layer, scan" in capsys.readouterr().err


@pytest.mark.parametrize("document", ["cs", "pl", "faq-cs"])
def test_every_accented_word_comes_out_of_the_text_layer(document: str) -> None:
    source = (BLACK_ORCHESTRA / f"source/{document}.typ").read_text("utf-8")
    accented = {word.lower() for word in re.findall(r"[^\W\d_]+", source) if not word.isascii()}
    printed = flowing(" ".join(page_texts(BLACK_ORCHESTRA / f"black-orchestra-{document}.pdf"))).lower()
    assert len(accented) > 50
    assert {word for word in accented if word not in printed} == set()


@pytest.mark.parametrize("language", ["cs", "pl"])
def test_icons_come_out_as_their_private_code_points(language: str) -> None:
    printed = "".join(page_texts(BLACK_ORCHESTRA / f"black-orchestra-{language}.pdf"))
    used = set(re.findall(r'icon\("([a-z-]+)"\)', (BLACK_ORCHESTRA / f"source/{language}.typ").read_text("utf-8")))
    assert {name for name in used if chr(CODE_POINTS[name]) not in printed} == set()
    assert {"eagle", "target", "die", "illegal"} <= used


def test_a_text_layer_has_hyphenated_line_ends() -> None:
    assert any("\ufffe" in text for text in page_texts(BLACK_ORCHESTRA / "black-orchestra-cs.pdf"))


def test_the_scan_has_pictures_and_no_text_layer() -> None:
    document = pypdfium2.PdfDocument(BLACK_ORCHESTRA / "black-orchestra-it.pdf")
    try:
        pages = [(page.get_textpage().count_chars(), [thing.type for thing in page.get_objects()]) for page in document]
    finally:
        document.close()
    assert len(pages) >= 4
    assert pages == [(0, [pypdfium2.raw.FPDF_PAGEOBJ_IMAGE])] * len(pages)


def test_a_scan_lies_askew_and_is_grainy(project: Path) -> None:
    plain, scanned = (_first_page(build(sample, project)) for sample in all_samples(project)[:2])
    assert _slope(plain) == 0
    assert abs(_slope(scanned)) >= 1
    empty = (0, 0, 60, 60)
    assert plain.crop(empty).getcolors() == [(3600, 255)]
    assert len(scanned.crop(empty).getcolors() or []) > 5


def test_a_photo_shows_the_table_around_the_page(project: Path) -> None:
    photo = Image.open(io.BytesIO(build(all_samples(project)[2], project)))
    assert photo.format == "JPEG"
    red, _, blue = photo.split()
    corner, middle = (
        (0, 0, 8, 8),
        (photo.width // 2, photo.height * 3 // 4, photo.width // 2 + 8, photo.height * 3 // 4 + 8),
    )
    assert _brightness(red, corner) < 150 < _brightness(red, middle)
    assert _brightness(red, corner) - _brightness(blue, corner) > 20, "the table is brown"


def test_ruined_letters_leave_no_accent_and_keep_the_rest(project: Path) -> None:
    (text,) = page_texts(build(all_samples(project)[3], project))
    assert not set(text) & set(ACCENTED + ACCENTED.upper())
    assert "Priprava hry" in text
    assert "3 karty" in text


def test_the_seed_decides_how_letters_are_ruined() -> None:
    line = "Žluťoučký kůň úpěl ďábelské ódy.\n" * 5
    assert ruined(line, 1) == ruined(line, 1)
    assert ruined(line, 1) != ruined(line, 2)
    assert without_accents("Łódź, Příšera") == "Lodz, Prisera"


def test_every_icon_is_drawn_at_a_private_code_point_of_its_own() -> None:
    assert CODE_POINTS.keys() == DRAWINGS.keys()
    assert len(set(CODE_POINTS.values())) == len(CODE_POINTS)
    assert all(code_point in PRIVATE_USE for code_point in CODE_POINTS.values())
    assert icon_font() == icon_font()


def planted_mistakes() -> list[tuple[str, str, str]]:
    table = (ROOT / "samples/README.md").read_text("utf-8").split("## Mistakes that are there on purpose")[1]
    rows = [
        [cell.strip() for cell in line.strip("|").split("|")] for line in table.splitlines() if line.startswith("|")
    ]
    return [(file, page, printed) for file, page, _, printed, _ in rows[2:]]


@pytest.mark.parametrize(("file", "page", "printed"), planted_mistakes())
def test_a_planted_mistake_is_printed_where_the_readme_says(file: str, page: str, printed: str) -> None:
    (path,) = ROOT.glob(f"games/*/samples/{file}")
    text = path.read_text("utf-8") if path.suffix == ".md" else page_texts(path)[int(page) - 1]
    assert printed in flowing(text)


def _first_page(pdf: bytes) -> Image.Image:
    document = pypdfium2.PdfDocument(pdf)
    try:
        picture: Image.Image = document[0].render(scale=200 / 72).to_pil().convert("L")
    finally:
        document.close()
    return picture


def _slope(page: Image.Image) -> int:
    """By how many pixels the upper edge of the heading's dark band falls from left to right."""
    edges = []
    for share in (0.2, 0.8):
        x = int(page.width * share)
        edges.append(next(y for y in range(page.height) if page.crop((x, y, x + 1, y + 1)).tobytes()[0] < 150))
    return edges[1] - edges[0]


def _brightness(band: Image.Image, box: tuple[int, int, int, int]) -> float:
    counts = band.crop(box).histogram()
    return sum(level * count for level, count in enumerate(counts)) / sum(counts)
