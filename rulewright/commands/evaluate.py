"""`rulewright evaluate`: how well documents are read, measured against a truth."""

from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer

from ingest.files.decode import decode_text
from ingest.files.open import open_document, read_bytes
from ingest.measuring.comparison_page import MEASURES, comparison_page, rates
from ingest.measuring.evaluate import Comparison, compare_texts
from ingest.packs.read import languages_of, read_packs
from ingest.pipeline import Options, read_document
from rulewright import GAMES
from rulewright.console import say, show_json, show_table
from rulewright.options import AsJson, Language
from rulewright.targets import check_target
from schema.documents import UNSPOKEN
from schema.reading import Reading

app = typer.Typer(no_args_is_help=True, help="Measure how well documents are read.")
TRUE_SUFFIXES = (".txt", ".text")


@app.callback()
def evaluate() -> None:
    """Measure how well documents are read."""


@app.command("text")
def text(
    file: Annotated[Path, typer.Argument(help="The document to read.")],
    truth: Annotated[Path, typer.Argument(help="Its text as it should read: plain text, or any document read well.")],
    as_json: AsJson = False,
    html: Annotated[
        Path | None, typer.Option("--html", metavar="OUT", help="Write both texts side by side as a page.")
    ] = None,
    language: Language = None,
) -> None:
    """Compare what is read from a file with its true text: errors by character, word, diacritic, digit and icon.

    Example: `rulewright evaluate text scan.pdf truth.txt --html compared.html`
    """
    check_target(html, "--html", file, truth)
    for path in (file, truth):
        open_document(path)
    packs = read_packs(GAMES, is_checked=True)
    spoken = languages_of(packs, GAMES)

    def read(path: Path) -> Reading:
        options = Options(language=language)
        return read_document(path, packs, candidates=spoken, recipe="", options=options)

    is_plain = truth.suffix.lower() in TRUE_SUFFIXES
    plain = decode_text(read_bytes(truth)) if is_plain and truth.is_file() else None
    true_text = _text_of(read(truth)) if plain is None else plain
    comparison = compare_texts(true_text, _text_of(read(file)), [language] if language else list(spoken))
    if html:
        html.write_text(comparison_page(comparison, f"{file.name} against {truth.name}"), encoding="utf-8")
    if as_json:
        show_json(_for_machines(comparison))
        return
    _show(comparison, file, truth)
    if html:
        say(f"Wrote {html}")


def _text_of(reading: Reading) -> str:
    return "\n\n".join(r.passage.text for r in reading.passages if r.passage.kind not in UNSPOKEN)


def _for_machines(comparison: Comparison) -> list[dict[str, Any]]:
    shares = [{name: rate.share for (name, _), rate in zip(MEASURES, rates(s), strict=True)} for s in comparison.scores]
    return [{**asdict(score), "shares": share} for score, share in zip(comparison.scores, shares, strict=True)]


def _show(comparison: Comparison, file: Path, truth: Path) -> None:
    show_table(
        f"{file.name} against {truth.name}",
        ("language", *(name for _, name in MEASURES)),
        [
            (score.language, *(f"{rate.share:.2%} ({rate.errors} of {rate.total})" for rate in rates(score)))
            for score in comparison.scores
        ],
    )
