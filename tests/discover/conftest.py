"""Passages made of lines, as reading would give them."""

from collections.abc import Callable

import pytest

from schema.documents import PassageKind, PassageShape
from schema.reading import PassageRead

Line = tuple[PassageKind, str] | tuple[PassageKind, str, int]
Lines = Callable[..., list[PassageRead]]


@pytest.fixture
def lines() -> Lines:
    def made(*given: Line, language: str = "en", section: str = "") -> list[PassageRead]:
        return [
            PassageRead(
                PassageShape(
                    seq=seq,
                    kind=line[0],
                    level=line[2] if len(line) > 2 else None,
                    section=section if line[0] != "heading" else "",
                    language=language,
                    raw_text=line[1],
                    text=line[1].replace("**", ""),
                    confidence=1,
                ),
                1,
            )
            for seq, line in enumerate(given)
        ]

    return made
