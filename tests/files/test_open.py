"""A file is what its bytes say, and what is no document is refused with a sentence."""

import hashlib
import io
import os
from pathlib import Path

import pypdfium2 as pdfium
import pytest
import typst
from PIL import Image

from ingest.errors import UnreadableDocument
from ingest.files.addresses import Address
from ingest.files.decode import decode_text
from ingest.files.open import find_documents, open_document
from ingest.pages.read import read_pages
from rulewright.ingest_report import Report

SEEDS = Path(__file__).parents[3] / "shared" / "seeds"


def typeset(source: str) -> bytes:
    return bytes(typst.compile(source.encode()))


def picture(form: str) -> bytes:
    out = io.BytesIO()
    Image.new("L", (40, 30), 255).save(out, form)
    return out.getvalue()


@pytest.mark.parametrize(
    ("content", "media_type"),
    [
        (typeset("Pravidla hry"), "application/pdf"),
        (picture("PNG"), "image/png"),
        (picture("JPEG"), "image/jpeg"),
        (picture("TIFF"), "image/tiff"),
        (picture("WEBP"), "image/webp"),
        ("Žluťoučký kůň\n\nhraje karty.".encode(), "text/plain"),
        ("# Pravidla\n\n**Tah** hráče\n\n## Konec\n".encode(), "text/markdown"),
    ],
    ids=("pdf", "png", "jpeg", "tiff", "webp", "text", "markdown"),  # not by content: a PDF tells when it was made
)
def test_the_type_comes_from_the_bytes_not_from_the_name(tmp_path: Path, content: bytes, media_type: str) -> None:
    path = tmp_path / "misnamed.dat"
    path.write_bytes(content)
    opened = open_document(path)
    assert opened.media_type == media_type
    assert opened.sha256 == hashlib.sha256(content).hexdigest()
    assert opened.file_name == "misnamed.dat"


def test_a_hash_used_as_an_icon_does_not_make_a_text_markdown(tmp_path: Path) -> None:
    path = tmp_path / "icons.txt"
    path.write_text("Rzuć kością.\n# oznacza orła, a @ oznacza cel.\n", encoding="utf-8")
    assert open_document(path).media_type == "text/plain"


@pytest.mark.parametrize(
    ("content", "said"),
    [
        (b"", "empty"),
        (b" \n\t\n", "white space"),
        (b"<!DOCTYPE html><html><body><p> </p></body></html>", "no words"),
        (bytes(range(256)) * 8, "neither a PDF"),
        (b"PK\x03\x04 office file", "ZIP archive"),
        (b"GIF89a picture", "damaged"),
        (b"%PDF-1.7\nnothing follows", "damaged"),
        (typeset("Dlouhá pravidla " * 200)[:400], "damaged"),
        (picture("PNG")[:20], "damaged"),
    ],
)
def test_what_is_no_document_is_refused_with_its_name_and_reason(tmp_path: Path, content: bytes, said: str) -> None:
    path = tmp_path / "odd.bin"
    path.write_bytes(content)
    with pytest.raises(UnreadableDocument, match=said) as refusal:
        open_document(path)
    assert str(refusal.value).startswith(str(path))
    assert str(refusal.value).endswith(".")


def test_an_encrypted_pdf_is_refused_because_of_its_password(tmp_path: Path) -> None:
    path = tmp_path / "locked.pdf"
    path.write_bytes(encrypted_pdf())
    with pytest.raises(UnreadableDocument, match="encrypted"):
        open_document(path)


def encrypted_pdf() -> bytes:
    """A PDF that asks for a password: its encryption entry holds digests that no empty password gives."""
    digest = "<" + "41" * 32 + ">"
    objects = [
        "<</Type/Catalog/Pages 2 0 R>>",
        "<</Type/Pages/Kids[3 0 R]/Count 1>>",
        "<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>",
        f"<</Filter/Standard/V 1/R 2/O{digest}/U{digest}/P -44>>",
    ]
    body, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(body))
        body += f"{number} 0 obj{content}endobj\n".encode()
    start = len(body)
    table = "".join(f"{offset:010} 00000 n \n" for offset in offsets)
    body += f"xref\n0 5\n0000000000 65535 f \n{table}".encode()
    ids = "<" + "00" * 16 + ">"
    body += f"trailer<</Size 5/Root 1 0 R/Encrypt 4 0 R/ID[{ids}{ids}]>>\nstartxref\n{start}\n%%EOF".encode()
    return body


def test_a_picture_of_too_many_pixels_is_refused_with_the_limit(tmp_path: Path) -> None:
    path = tmp_path / "huge.png"
    Image.new("1", (12000, 8000)).save(path)
    with pytest.raises(UnreadableDocument, match="million pixels"):
        open_document(path)


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16", "cp1250", "iso-8859-2"])
def test_czech_text_reads_the_same_in_every_common_encoding(tmp_path: Path, encoding: str) -> None:
    text = "Příští hráč otočí žeton, sníží podezření a šťastně skončí ve městě."
    path = tmp_path / "rules.txt"
    path.write_bytes(text.encode(encoding))
    page = read_pages(open_document(path), languages=["cs"])[0]
    assert " ".join(word.text for word in page.words) == text


def test_italian_text_in_the_western_encoding_keeps_its_accents() -> None:
    text = "La città è più lontana perché l'attività è già finita."
    assert decode_text(text.encode("cp1252")) == text


def test_folders_are_searched_for_documents_and_hidden_or_foreign_files_left_out(tmp_path: Path) -> None:
    (tmp_path / "b").mkdir()
    (tmp_path / ".git").mkdir()
    for name in ("z.txt", "b/a.md", ".hidden.txt", ".git/x.txt", "notes.py", "b/program"):
        (tmp_path / name).write_text("text", encoding="utf-8")
    (tmp_path / "wrong.dat").write_bytes(typeset("PDF"))
    found = find_documents([tmp_path, tmp_path / "notes.py", tmp_path / "z.txt"])
    assert [str(path.relative_to(tmp_path)) for path in found] == ["b/a.md", "wrong.dat", "z.txt", "notes.py"]


def test_a_missing_path_is_named(tmp_path: Path) -> None:
    with pytest.raises(UnreadableDocument, match="no such file"):
        find_documents([tmp_path / "absent.pdf"])


def test_a_name_with_a_line_break_stays_on_one_line(tmp_path: Path) -> None:
    path = tmp_path / "two\nlines.txt"
    path.write_bytes(b"")
    with pytest.raises(UnreadableDocument) as refusal:
        open_document(path)
    assert "\n" not in str(refusal.value)


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_a_pipe_is_refused_and_not_waited_for(tmp_path: Path) -> None:
    os.mkfifo(tmp_path / "pipe.txt")
    with pytest.raises(UnreadableDocument, match="not a file"):
        open_document(tmp_path / "pipe.txt")


@pytest.mark.skipif(not hasattr(os, "mkfifo"), reason="this system has no named pipes")
def test_nothing_of_a_folder_is_skipped_in_silence_and_no_pipe_is_waited_for(tmp_path: Path) -> None:
    (tmp_path / "gone.pdf").symlink_to("nowhere.pdf")
    (tmp_path / "round.png").symlink_to("round.png")
    os.mkfifo(tmp_path / "pipe.txt")
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "gone").symlink_to("nowhere")
    left_out: list[Address] = []
    assert [file.name for file in find_documents([tmp_path], on_left_out=left_out.append)] == [
        "gone.pdf",
        "pipe.txt",
        "round.png",
    ], "each is refused when it is opened"
    assert [file.name for file in left_out] == ["gone", "pipe"]


def test_links_to_folders_are_not_followed_and_told_of(tmp_path: Path) -> None:
    (tmp_path / "other").mkdir()
    (tmp_path / "other" / "rules.txt").write_text("Roll the die.", encoding="utf-8")
    named = tmp_path / "named"
    named.mkdir()
    for name, target in (("above", ".."), ("beside.pdf", "../other"), ("itself", ".")):
        (named / name).symlink_to(target)
    report = Report()
    assert find_documents([named], on_left_out=report.leave_out) == []
    assert report.not_followed == [str(named / name) for name in ("above", "beside.pdf", "itself")]
    assert report.left_out == []
    assert find_documents([named / "above" / "other"]) == [named / "above" / "other" / "rules.txt"]


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the shared seed texts are not beside this checkout")
def test_the_seeds_open_as_text() -> None:
    kinds = [open_document(path).media_type for path in sorted(SEEDS.glob("*.txt"))]
    assert kinds == ["text/plain", "text/plain", "text/markdown", "text/markdown", "text/plain"]


def test_the_encrypted_file_of_this_test_is_one_that_pdfium_opens_with_no_password() -> None:
    with pytest.raises(pdfium.PdfiumError, match="password"):
        pdfium.PdfDocument(encrypted_pdf())
