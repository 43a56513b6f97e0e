"""Give each passage the path of the headings above it."""

from collections.abc import Iterable
from dataclasses import replace

from schema.reading import PassageRead

SEPARATOR = " / "


def with_sections(passages: Iterable[PassageRead]) -> tuple[PassageRead, ...]:
    """The passages with the path of headings above each, outermost first, as these now read.

    What is said under a heading inside a drawn frame ends with the frame.
    """
    path: list[tuple[int, str, tuple[int, ...]]] = []
    marked = []
    for read in passages:
        passage = read.passage
        path = [step for step in path if read.frames[: len(step[2])] == step[2]]
        if passage.kind == "heading" and passage.level is not None:
            path = [step for step in path if step[0] < passage.level or step[2] != read.frames]
        section = SEPARATOR.join(text for _, text, _ in path)
        is_so = passage.section == section
        marked.append(read if is_so else replace(read, passage=passage.model_copy(update={"section": section})))
        if passage.kind == "heading" and passage.level is not None:
            path.append((passage.level, " ".join(passage.text.split()), read.frames))
    return tuple(marked)
