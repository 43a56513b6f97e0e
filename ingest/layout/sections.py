"""Give each passage the path of the headings above it."""

from collections.abc import Iterable
from dataclasses import replace

from schema.reading import PassageRead

SEPARATOR = " / "


def with_sections(passages: Iterable[PassageRead]) -> tuple[PassageRead, ...]:
    """The passages with the path of headings above each, outermost first, as these now read."""
    path: list[tuple[int, str]] = []
    marked = []
    for read in passages:
        passage = read.passage
        if passage.kind == "heading" and passage.level is not None:
            path = [step for step in path if step[0] < passage.level]
        section = SEPARATOR.join(text for _, text in path)
        marked.append(replace(read, passage=passage.model_copy(update={"section": section})))
        if passage.kind == "heading" and passage.level is not None:
            path.append((passage.level, " ".join(passage.text.split())))
    return tuple(marked)
