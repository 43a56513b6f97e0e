"""Words that should not stand there: doubled ones, and text left in another language."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.languages.frequency import how_common
from ingest.resolve.checks.copy import SILENT_KINDS, Copy, Marked
from schema.documents import UNSPOKEN, Passage
from schema.folding import fold


@dataclass(frozen=True, slots=True)
class ForeignTextSettings:
    """When a passage is in another language; judged on tests/games/lint_judgements.tsv."""

    common: float = 5.0
    """Zipf frequency of the small words of a language."""
    clearly: float = 1.0
    """How much more frequent a word is in one language than in another to speak for it."""
    fewest_common: int = 4
    """Fewer small words do not show that names and titles are text of another language."""
    near: int = 3
    """Passages between two of another language that still belong to one stretch."""


def find_doubled_words(copy: Copy) -> Iterator[Marked]:
    """The same word twice in a row."""
    allowed = {fold(word) for word in copy.language.doubled_words}
    for passage in copy.passages:
        if passage.kind in SILENT_KINDS:
            continue
        for hit in re.finditer(r"(?<![\w-])([^\W\d_]{2,})\s+\1(?![\w-])", passage.text):
            word = hit.group(1)
            if word.islower() and fold(word) not in allowed:
                message = f"“{hit.group()}” has the same word twice."
                yield Marked("doubled-word", "error", message, copy.document, passage.id, word)


def find_foreign_text(copy: Copy, settings: ForeignTextSettings = ForeignTextSettings()) -> Iterator[Marked]:
    """Stretches of text in another language than the document's."""
    for stretch in _stretches(copy, settings):
        language = stretch[0].language
        words = [word for passage in stretch for word in re.findall(r"[^\W\d_]{2,}", passage.text.lower())]
        common = [(word, often) for word in words if (often := how_common(word, language)) >= settings.common]
        speaking = [w for w, often in common if often >= how_common(w, copy.document.language) + settings.clearly]
        if len(speaking) < settings.fewest_common:
            continue
        opening = " ".join(stretch[0].text.split()[:6])
        count = "One passage is" if len(stretch) == 1 else f"{len(stretch)} passages are"
        message = (
            f"{count} in “{language}” in a document in “{copy.document.language}”, from “{opening}…” on. "
            "Translate them, or say in the document that they are meant to stay."
        )
        yield Marked("foreign-text", "warning", message, copy.document, stretch[0].id)


def _stretches(copy: Copy, settings: ForeignTextSettings) -> Iterator[Sequence[Passage]]:
    """Passages of one other language that stand together."""
    stretch: list[Passage] = []
    home = (copy.document.language, "und")
    for passage in copy.passages:
        if passage.language in home or passage.kind in UNSPOKEN:
            continue
        if stretch and (passage.language != stretch[0].language or passage.seq > stretch[-1].seq + settings.near):
            yield stretch
            stretch = []
        stretch.append(passage)
    if stretch:
        yield stretch
