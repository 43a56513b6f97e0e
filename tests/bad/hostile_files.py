"""Files that want to do harm, or look as if they did, made when they are needed; each with what must be said of it."""

import io
import struct
import zlib
from collections.abc import Callable, Iterable

from PIL import Image

MEGABYTE = 1024 * 1024
CATALOG = b"<</Type/Catalog/Pages 2 0 R>>"
FONT = b"<</Type/Font/Subtype/Type1/BaseFont/Helvetica>>"
FORM = b"/Type/XObject/Subtype/Form/BBox[0 0 300 400]/Resources<</XObject<</X %d 0 R>>>>"
HELLO = b"BT /F 12 Tf 40 300 Td (The old well stands behind the garden gate.) Tj ET"


def pdf(objects: Iterable[bytes], trailer: bytes = b"") -> bytes:
    """A PDF of these objects, the first of which is its catalog."""
    body, offsets = b"%PDF-1.4\n", []
    for number, content in enumerate(objects, start=1):
        offsets.append(len(body))
        body += b"%d 0 obj\n%s\nendobj\n" % (number, content)
    table = b"".join(b"%010d 00000 n \n" % offset for offset in offsets)
    size = len(offsets) + 1
    end = b"trailer<</Size %d/Root 1 0 R%s>>\nstartxref\n%d\n%%%%EOF" % (size, trailer, len(body))
    return body + b"xref\n0 %d\n0000000000 65535 f \n%s" % (size, table) + end


def stream(content: bytes, entries: bytes = b"") -> bytes:
    return b"<</Length %d%s>>stream\n%s\nendstream" % (len(content), entries, content)


def page(content: bytes, entries: bytes = b"", box: bytes = b"0 0 300 400") -> bytes:
    """A PDF of one page."""
    shape = b"<</Type/Page/Parent 2 0 R/MediaBox[%s]/Resources<</Font<</F 3 0 R>>>>/Contents 5 0 R>>" % box
    return pdf([CATALOG, b"<</Type/Pages/Count 1/Kids[4 0 R]>>", FONT, shape, stream(content, entries)])


def book(pages: int) -> bytes:
    """A PDF of many pages with a line on each."""
    objects, kids = [CATALOG, b"", FONT], []
    for number in range(1, pages + 1):
        kids.append(b"%d 0 R" % (len(objects) + 1))
        shape = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</Font<</F 3 0 R>>>>/Contents %d 0 R>>"
        objects.append(shape % (len(objects) + 2))
        objects.append(stream(b"BT /F 12 Tf 40 300 Td (Here is page number %d of the book.) Tj ET" % number))
    objects[1] = b"<</Type/Pages/Count %d/Kids[%s]>>" % (pages, b" ".join(kids))
    return pdf(objects)


def one_page_many_times(times: int) -> bytes:
    kids = b"3 0 R " * times
    return pdf([CATALOG, b"<</Type/Pages/Count %d/Kids[%s]>>" % (times, kids), b"<</Type/Page/MediaBox[0 0 9 9]>>"])


def drawing_itself() -> bytes:
    """A PDF whose page draws a form that draws itself twice."""
    shape = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</XObject<</X 5 0 R>>>>/Contents 4 0 R>>"
    form = stream(b"/X Do /X Do", FORM % 5)
    return pdf([CATALOG, b"<</Type/Pages/Count 1/Kids[3 0 R]>>", shape, stream(b"/X Do"), form])


def drawing_more_and_more(depth: int = 30) -> bytes:
    """A PDF whose page draws a form that draws four that draw four each, and so on."""
    shape = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 300 400]/Resources<</XObject<</X 5 0 R>>>>/Contents 4 0 R>>"
    forms = [stream(b"/X Do " * 4, FORM % (6 + level)) for level in range(depth)]
    last = stream(b"0 0 m 1 1 l S", b"/Type/XObject/Subtype/Form/BBox[0 0 300 400]")
    return pdf([CATALOG, b"<</Type/Pages/Count 1/Kids[3 0 R]>>", shape, stream(b"/X Do"), *forms, last])


def spaces(megabytes: int) -> bytes:
    """So many megabytes of spaces, packed: one packed block is repeated, because packing them all would take long."""
    packer = zlib.compressobj(9)
    start = packer.compress(b" ") + packer.flush(zlib.Z_FULL_FLUSH)
    block = packer.compress(b" " * MEGABYTE) + packer.flush(zlib.Z_FULL_FLUSH)
    return start + block * megabytes + b"\x03\x00"


def encrypted() -> bytes:
    """A PDF that asks for a password: no empty password gives these digests."""
    digest, ids = b"<" + b"41" * 32 + b">", b"<" + b"00" * 16 + b">"
    shape = b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 200 200]>>"
    lock = b"<</Filter/Standard/V 1/R 2/O%s/U%s/P -44>>" % (digest, digest)
    return pdf([CATALOG, b"<</Type/Pages/Kids[3 0 R]/Count 1>>", shape, lock], b"/Encrypt 4 0 R/ID[%s%s]" % (ids, ids))


def png(width: int, height: int) -> bytes:
    """A PNG that says it is so large, and holds almost nothing."""

    def chunk(kind: bytes, content: bytes) -> bytes:
        return struct.pack(">I", len(content)) + kind + content + struct.pack(">I", zlib.crc32(kind + content))

    header = struct.pack(">IIBBBBB", width, height, 1, 0, 0, 0, 0)
    return (
        b"\x89PNG\r\n\x1a\n" + chunk(b"IHDR", header) + chunk(b"IDAT", zlib.compress(b"\0" * 99)) + chunk(b"IEND", b"")
    )


def tiff(*sizes: tuple[int, int]) -> bytes:
    pages = [Image.new("1", size, 1) for size in sizes]
    out = io.BytesIO()
    pages[0].save(out, "TIFF", compression="group4", save_all=True, append_images=pages[1:])
    return out.getvalue()


def words(number: int) -> bytes:
    return " ".join(f"word{i % 5000}" for i in range(number)).encode()


REFUSED: dict[str, tuple[Callable[[], bytes], str]] = {
    "encrypted.pdf": (encrypted, "the PDF is encrypted; save a copy without its password"),
    "cut-off.pdf": (lambda: page(HELLO)[:300], "the PDF is damaged or cut off; fetch or export it again."),
    "empty-page.pdf": (lambda: page(b""), "no words could be read in it"),
    "false-count.pdf": (
        lambda: pdf(
            [
                CATALOG,
                b"<</Type/Pages/Count 1000000000/Kids[3 0 R]>>",
                b"<</Type/Page/Parent 2 0 R/MediaBox[0 0 99 99]>>",
            ]
        ),
        "no words could be read in it",
    ),
    "no-pages.pdf": (lambda: pdf([CATALOG, b"<</Type/Pages/Count 0/Kids[]>>"]), "the PDF"),
    "kids-of-itself.pdf": (lambda: pdf([CATALOG, b"<</Type/Pages/Count 1/Kids[2 0 R]>>"]), "no page that can be read"),
    "kids-in-a-circle.pdf": (
        lambda: pdf([CATALOG, b"<</Type/Pages/Count 3/Kids[3 0 R]>>", b"<</Type/Pages/Count 5/Kids[2 0 R 3 0 R]>>"]),
        "no page that can be read",
    ),
    "too-many-pages.pdf": (lambda: one_page_many_times(10_001), "10,001 pages, more than the limit of 10,000"),
    "drawing-itself.pdf": (drawing_itself, "at its beginning"),
    "drawing-more-and-more.pdf": (drawing_more_and_more, "at its beginning"),
    "huge.png": (lambda: png(35_000, 35_000), "more than the limit of 89 million pixels; scale it down."),
    "cut-off.png": (lambda: png(200, 200), "the picture is damaged or cut off"),
    "second-page-huge.tiff": (lambda: tiff((40, 30), (12_000, 8_000)), "more than the limit of 89 million pixels"),
    "empty.pdf": (bytes, "the file is empty."),
    "white.txt": (lambda: b" \n\t \n", "nothing but white space"),
    "archive.pdf": (lambda: b"PK\x03\x04 more", "a ZIP archive or office file; name an archive as"),
    "noise.txt": (lambda: bytes(range(256)) * 8, "neither a PDF, a picture"),
    "not-utf-8.txt": (lambda: b"caf\xe9 \x81\x8d\x8f\x90\x9d \xff\xfe\xfa" * 20, "neither a PDF, a picture"),
    "line\nbreak\x07.pdf": (bytes, "line\\nbreak\\x07.pdf: the file is empty."),
}
"""File name, what makes its content, and words of the sentence it must get."""

WITHIN_LIMITS: dict[str, Callable[[], bytes]] = {
    "unpacking-to-gigabytes.pdf": lambda: page(zlib.compress(spaces(2_000)), b"/Filter[/FlateDecode/FlateDecode]"),
    "million-words.txt": lambda: words(1_000_000),
    "one-line.txt": lambda: b"x" * 5 * MEGABYTE,
    "million-words.pdf": lambda: page(
        zlib.compress(
            b"BT /F 4 Tf "
            + b"".join(b"1 0 0 1 %d %d Tm (word) Tj " % (i % 28 * 10, i // 28 % 99 * 4) for i in range(1_000_000))
            + b"ET"
        ),
        b"/Filter/FlateDecode",
    ),
}
"""Large ones: loaded where the machine manages within the limits, else refused with the limit named."""

LOADED: dict[str, Callable[[], bytes]] = {
    "book.pdf": lambda: book(2_000),
    "large-page.pdf": lambda: page(HELLO.replace(b"12", b"1200"), box=b"0 0 35000 35000"),
    "page-without-size.pdf": lambda: page(HELLO, box=b"0 0 0 0"),
    "a-pdf.txt": lambda: page(HELLO),
    "a-text.png": lambda: b"The old well stands behind the garden gate.",
    "\U0001f34e [red]:apple: two\nlines.txt": lambda: b"An apple a day.",
}
