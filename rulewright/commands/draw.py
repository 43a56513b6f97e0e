"""`rulewright draw`: a page with the passages that were found on it."""

from pathlib import Path
from typing import Annotated

import typer

from ingest.files.limits import FileLimits
from ingest.files.open import open_document
from ingest.measuring.draw import draw_page
from ingest.packs.read import languages_of, read_packs
from ingest.pages.read import read_pages
from ingest.pipeline import clean, lay_out
from ingest.underway import Draft
from rulewright import GAMES
from rulewright.console import say
from rulewright.options import Language
from rulewright.targets import check_target

MOST_PAGES = FileLimits().max_pages


def draw(
    file: Annotated[Path, typer.Argument(help="A PDF or a picture.")],
    page: Annotated[int, typer.Option("--page", min=1, max=MOST_PAGES, help="Number of the page, from 1.")] = 1,
    out: Annotated[
        Path | None, typer.Option("--out", metavar="PNG", help="Where to write it.", show_default="FILE-page-N.png")
    ] = None,
    language: Language = None,
) -> None:
    """Write a picture of a page with each passage's box, order number, kind and confidence.

    Example: `rulewright draw games/resist/samples/resist-cs.pdf --page 2`
    """
    target = out or Path(f"{file.stem}-page-{page}.png")
    check_target(target, "--out", file)
    opened = open_document(file)
    packs = read_packs(GAMES, is_checked=True)
    candidates = (language,) if language else languages_of(packs, GAMES)
    draft = Draft(opened, packs, candidates, pages=read_pages(opened, languages=candidates, only=page))
    numbers = [one.page.number for one in draft.pages]
    if page not in numbers:
        last = max(numbers, default=0)
        raise typer.BadParameter(f"there is no page {page}; choose one from 1 to {last}.", param_hint="--page")
    draft = clean(lay_out(draft))
    picture = draw_page(opened, draft.pages, draft.passages, page)
    picture.save(target, "PNG")
    say(f"Wrote {target}")
