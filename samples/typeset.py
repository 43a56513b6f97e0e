"""Typesetting: one typst source becomes a PDF with a text layer or a picture, the same bytes at every run."""

import json
import tempfile
from pathlib import Path
from typing import Any, Literal

import typst

from samples.iconfont import CODE_POINTS, FAMILY, icon_font

PRINTED_ON = 1_735_689_600  # 2025-01-01: the date every sample claims, because the real one would change the bytes


def typeset(source: Path, root: Path, text: str | None = None) -> bytes:
    """The PDF of a source; `text` stands in for what the file says, for letters ruined on the way.

    `root` is the project folder: a source imports the common look from there by `/samples/rulebook.typ`.
    """
    return _compiled(source, root, "pdf", text)


def picture(source: Path, root: Path, dpi: int) -> bytes:
    """The only page of a source as a PNG."""
    return _compiled(source, root, "png", None, dpi)


def _compiled(source: Path, root: Path, form: Literal["pdf", "png"], text: str | None, dpi: int | None = None) -> bytes:
    main: Any = str(source) if text is None else text.encode()  # typst takes a path as str or a text as bytes
    with tempfile.TemporaryDirectory() as fonts:
        (Path(fonts) / "icons.ttf").write_bytes(icon_font())
        made = typst.compile(
            main,
            root=str(root),
            format=form,
            ppi=dpi,
            font_paths=[fonts],
            ignore_system_fonts=True,
            sys_inputs={"icon-font": FAMILY, "icons": json.dumps(CODE_POINTS)},
            timestamp=PRINTED_ON,
        )
    if not isinstance(made, bytes):
        raise TypeError(f"{source.name} has several pages; a picture is made of a source with a single page.")
    return made
