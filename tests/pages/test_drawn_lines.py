"""Rules and frames of a page are seen where they can be seen, and nowhere else."""

import pypdfium2 as pdfium
import typst

from ingest.pages.drawn_lines import Drawn, drawn_on


def drawn(source: str) -> Drawn:
    made = typst.compile(f"#set page(width: 200pt, height: 100pt, margin: 0pt)\n{source}".encode())
    with pdfium.PdfDocument(bytes(made)) as document:
        return drawn_on(document[0])


def test_a_line_between_columns_is_a_rule_and_no_frame() -> None:
    found = drawn("#place(dx: 100pt, dy: 10pt, line(length: 80pt, angle: 90deg, stroke: 1pt))")
    (rule,) = found.rules
    assert [round(side) for side in (rule.x0, rule.y0, rule.x1, rule.y1)] == [100, 10, 100, 90]
    assert found.frames == ()


def test_a_box_with_round_corners_is_a_frame() -> None:
    found = drawn("#place(dx: 20pt, dy: 30pt, rect(width: 50pt, height: 40pt, radius: 4pt, stroke: 1pt))")
    (frame,) = found.frames
    assert [round(side) for side in (frame.x0, frame.y0, frame.x1, frame.y1)] == [20, 30, 70, 70]


def test_what_is_white_or_short_or_round_is_not_seen() -> None:
    found = drawn("#rect(width: 50pt, height: 40pt, fill: white)#circle(radius: 10pt)#line(length: 5pt)")
    assert found.rules == ()
    assert found.frames == ()
