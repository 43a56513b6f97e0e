"""A comparison of a reading with its truth as an HTML page: the scores, and both texts side by side."""

from collections.abc import Iterable, Iterator
from html import escape

from ingest.measuring.evaluate import Comparison, Rate, Score

MEASURES = (
    ("characters", "CER"),
    ("words", "WER"),
    ("words_in_any_order", "WER, any order"),
    ("diacritics", "diacritics"),
    ("digits", "digits"),
    ("icons", "icons"),
)
"""The parts of a score and what people call them."""
_STYLE = """
body { font: 15px/1.5 system-ui, sans-serif; margin: 2rem auto; max-width: 75rem; padding: 0 1rem; color: #222; }
table { border-collapse: collapse; width: 100%; margin-bottom: 2rem; }
th, td { text-align: left; vertical-align: top; padding: .35rem .7rem; border-bottom: 1px solid #ddd; }
.texts td { width: 50%; } .scores td + td, .scores th + th { text-align: right; }
del { background: #ffd7d5; text-decoration: none; } ins { background: #ccf0d0; text-decoration: none; }
"""


def comparison_page(comparison: Comparison, title: str, row_words: int = 40) -> str:
    """The whole page; it needs no other file. A row ends after so many words, where the texts agree."""
    heads = "".join(f"<th>{name}</th>" for _, name in MEASURES)
    scores = ""
    for score in comparison.scores:
        cells = (f'<td title="{rate.errors} of {rate.total}">{rate.share:.2%}</td>' for rate in rates(score))
        scores += f"<tr><td>{escape(score.language)}</td>{''.join(cells)}</tr>"
    texts = "".join(
        f"<tr><td>{left}</td><td>{right}</td></tr>" for left, right in _rows(comparison.stretches, row_words)
    )
    return (
        f'<!doctype html>\n<html lang="en"><head><meta charset="utf-8"><title>{escape(title)}</title>'
        f"<style>{_STYLE}</style></head><body>\n<h1>{escape(title)}</h1>\n"
        f'<table class="scores"><tr><th>language</th>{heads}</tr>{scores}</table>\n'
        f'<table class="texts"><tr><th>truth</th><th>read</th></tr>{texts}</table>\n</body></html>\n'
    )


def rates(score: Score) -> Iterator[Rate]:
    """The parts of a score in the order in which they are shown."""
    return (getattr(score, measure) for measure, _ in MEASURES)


def _rows(stretches: Iterable[tuple[bool, str, str]], row_words: int) -> Iterator[tuple[str, str]]:
    """Both texts in rows of some length, with what differs marked."""
    left: list[str] = []
    right: list[str] = []
    words = 0
    for agree, truth, found in _in_pieces(stretches, row_words):
        left.append(escape(truth) if agree or not truth else f"<del>{escape(truth)}</del>")
        right.append(escape(found) if agree or not found else f"<ins>{escape(found)}</ins>")
        words += len(truth.split())
        if agree and words >= row_words:
            yield " ".join(left), " ".join(right)
            left, right, words = [], [], 0
    if left or right:
        yield " ".join(left), " ".join(right)


def _in_pieces(stretches: Iterable[tuple[bool, str, str]], row_words: int) -> Iterator[tuple[bool, str, str]]:
    """Long stretches that agree, cut so that rows stay short."""
    for agree, truth, found in stretches:
        words = truth.split()
        if not agree or len(words) <= row_words:
            yield agree, truth, found
            continue
        for at in range(0, len(words), row_words):
            piece = " ".join(words[at : at + row_words])
            yield True, piece, piece
