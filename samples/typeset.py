"""Typesetting: one typst source becomes a PDF with a text layer, the same bytes at every run."""

import json
import tempfile
from pathlib import Path

import typst

from samples.iconfont import CODE_POINTS, FAMILY, icon_font

PRINTED_ON = 1_735_689_600  # 2025-01-01: the date every sample claims, because the real one would change the bytes


def typeset(source: Path, root: Path, text: str | None = None) -> bytes:
    """The PDF of a source; `text` stands in for what the file says, for letters ruined on the way.

    `root` is the project folder: a source imports the common look from there by `/samples/rulebook.typ`.
    """
    with tempfile.TemporaryDirectory() as fonts:
        (Path(fonts) / "icons.ttf").write_bytes(icon_font())
        pdf = typst.compile(
            source if text is None else text.encode(),
            root=root,
            font_paths=[fonts],
            ignore_system_fonts=True,
            sys_inputs={"icon-font": FAMILY, "icons": json.dumps(CODE_POINTS)},
            timestamp=PRINTED_ON,
        )
    if not isinstance(pdf, bytes):
        raise TypeError(f"{source.name} did not become one PDF; a source is a single document.")
    return pdf
