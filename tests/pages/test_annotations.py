"""Comments, stamps and form fields of a PDF are read, marked as what they are, and never taken for print."""

from pathlib import Path

import pytest

from ingest.files.open import open_document
from ingest.pages.read import read_pages
from ingest.pipeline import Options, read_document
from schema.pack import Pack
from schema.reading import AddedText, WordPage

PRINTED = "BT /F1 12 Tf 50 700 Td (The Walled Orchard has 40 fruit cards and 12 weather cards.) Tj ET"
STAMPED = "q 1 0 0 1 2 5 cm BT /F1 14 Tf (SOLD OUT) Tj ET Q"
FONT = "/Resources << /Font << /F1 4 0 R >> >>"


def stream(content: str, head: str = "") -> str:
    return f"<< {head} /Length {len(content)} >>\nstream\n{content}\nendstream"


def pdf(annotations: list[str], fields: str = "", extra: tuple[str, ...] = ()) -> bytes:
    """A page of one line with annotations; objects from 6 on are those given."""
    objects = [
        f"<< /Type /Catalog /Pages 2 0 R {fields} >>",
        "<< /Type /Pages /Kids [3 0 R] /Count 1 >>",
        f"<< /Type /Page /Parent 2 0 R /MediaBox [0 0 600 800] {FONT} /Contents 5 0 R "
        f"/Annots [{' '.join(annotations)}] >>",
        "<< /Type /Font /Subtype /Type1 /BaseFont /Helvetica >>",
        stream(PRINTED),
        *extra,
    ]
    data, places = b"%PDF-1.7\n", []
    for number, body in enumerate(objects, start=1):
        places.append(len(data))
        data += f"{number} 0 obj\n{body}\nendobj\n".encode("latin-1")
    table = "".join(f"{place:010} 00000 n \n" for place in places)
    size = len(objects) + 1
    head = f"xref\n0 {size}\n0000000000 65535 f \n{table}"
    return data + f"{head}trailer\n<< /Size {size} /Root 1 0 R >>\nstartxref\n{len(data)}\n%%EOF".encode()


def read(tmp_path: Path, data: bytes) -> WordPage:
    file = tmp_path / "orchard.pdf"
    file.write_bytes(data)
    (page,) = read_pages(open_document(file), languages=["en"])
    return page


def said(page: WordPage) -> list[tuple[str, str]]:
    return [(added.kind, added.text) for added in page.added]


COMMENTS = [
    "<< /Type /Annot /Subtype /Text /Rect [20 700 40 720] /Contents (Is it really 40?\\rI counted 41.) >>",
    "<< /Type /Annot /Subtype /FreeText /Rect [50 600 300 630] /DA (/F1 12 Tf) /Contents (Use 50 fruit cards) >>",
    "<< /Type /Annot /Subtype /Highlight /Rect [50 695 200 715] /QuadPoints [50 715 200 715 50 695 200 695] "
    "/Contents (see the errata) >>",
    "<< /Type /Annot /Subtype /Text /Rect [20 500 40 520] /F 2 /Contents (hidden from everyone) >>",
    "<< /Type /Annot /Subtype /Link /Rect [50 695 90 715] /Contents (a link) /A << /S /URI /URI (a:b) >> >>",
    "<< /Type /Annot /Subtype /Popup /Rect [300 600 400 700] /Contents (Is it really 40?\\rI counted 41.) >>",
]


def test_comments_are_read_with_their_place_and_print_stays_as_it_was(tmp_path: Path) -> None:
    page = read(tmp_path, pdf(COMMENTS))
    assert said(page) == [
        ("annotation", "Is it really 40?\nI counted 41."),
        ("annotation", "Use 50 fruit cards"),
        ("annotation", "see the errata"),
    ]
    assert " ".join(word.text for word in page.words) == "The Walled Orchard has 40 fruit cards and 12 weather cards."
    box = page.added[1].box
    assert (box.x0, box.y0, box.x1, box.y1) == (50, 170, 300, 200)


@pytest.mark.parametrize("contents", ["", "/Contents (sold by Eva)"])
def test_a_stamp_is_read_as_it_is_seen(tmp_path: Path, contents: str) -> None:
    stamp = f"<< /Type /Annot /Subtype /Stamp /Rect [100 300 200 330] /F 4 {contents} /AP << /N 6 0 R >> >>"
    look = stream(STAMPED, f"/Type /XObject /Subtype /Form /BBox [0 0 100 30] {FONT}")
    page = read(tmp_path, pdf([stamp], extra=(look,)))
    assert said(page) == [("annotation", "SOLD OUT" + ("\nsold by Eva" if contents else ""))]


FIELDS = (
    "<< /Type /Annot /Subtype /Widget /FT /Tx /T (name) /V (Eva Nov\\341) /Rect [50 400 200 420] >>",
    "<< /Type /Annot /Subtype /Widget /Parent 10 0 R /Rect [50 370 200 390] >>",
    "<< /Type /Annot /Subtype /Widget /FT /Btn /T (solo) /TU (Played alone) /V /Yes /AS /Yes /Rect [50 340 60 350] "
    "/AP << /N << /Yes 11 0 R /Off 11 0 R >> >> >>",
    "<< /Type /Annot /Subtype /Widget /FT /Tx /T (secret) /Ff 8192 /V (hunter2) /Rect [50 310 200 330] >>",
    "<< /FT /Ch /Ff 131072 /T (season) /V (Autumn) /Opt [(Spring) (Autumn)] /Kids [7 0 R] >>",
    stream("", "/Type /XObject /Subtype /Form /BBox [0 0 10 10]"),
)


def test_form_fields_are_read_by_what_they_were_filled_with(tmp_path: Path) -> None:
    form = "/AcroForm << /Fields [6 0 R 10 0 R 8 0 R 9 0 R] /DA (/F1 10 Tf) /DR << /Font << /F1 4 0 R >> >> >>"
    page = read(tmp_path, pdf(["6 0 R", "7 0 R", "8 0 R", "9 0 R"], form, FIELDS))
    assert said(page) == [("field", "Eva Nová"), ("field", "Autumn"), ("field", "☒ Played alone")]


def test_they_are_passages_of_their_own_kind_from_which_nothing_is_claimed(tmp_path: Path, orchard: Pack) -> None:
    file = tmp_path / "orchard.pdf"
    file.write_bytes(pdf(COMMENTS))
    reading = read_document(
        file, {"orchard": orchard}, candidates=("en",), recipe="r", options=Options(game="orchard", language="en")
    )
    kinds = [read.passage.kind for read in reading.passages]
    assert kinds[-3:] == ["annotation"] * 3
    assert "annotation" not in kinds[:-3]
    assert [read.passage.seq for read in reading.passages] == list(range(len(kinds)))
    assert reading.game == "orchard"
    assert {c.claim.value for c in reading.claims} == {"40", "12"}
    assert [f.finding.severity for f in reading.findings if f.finding.kind == "added-text"] == ["note"]


def test_what_lies_upon_a_scan_is_not_read_off_its_picture_too(tmp_path: Path) -> None:
    comment = (
        "<< /Type /Annot /Subtype /FreeText /Rect [50 560 450 600] /F 4 /DA (/F1 12 Tf) "
        "/Contents (Written over it later) /AP << /N 6 0 R >> >>"
    )
    look = stream(
        "BT /F1 20 Tf 5 10 Td (Written over it later) Tj ET", f"/Type /XObject /Subtype /Form /BBox [0 0 400 40] {FONT}"
    )
    unprinted = PRINTED.replace("Tj", "  ")
    page = read(tmp_path, pdf([comment], extra=(look,)).replace(PRINTED.encode(), unprinted.encode()))
    assert page.added == (AddedText("annotation", "Written over it later", page.added[0].box),)
    assert page.words == ()
