"""`rulewright match`: which name of a list a misread name is."""

from pathlib import Path
from typing import Annotated

import typer

from ingest.names.match_names import Answer, NameMatcher, read_queries, read_vocabulary
from rulewright.console import show_json_line, show_table
from rulewright.named import known_language
from rulewright.options import AsJson


def match(
    vocabulary: Annotated[Path, typer.Argument(help="Tab-separated file: code, language, name.")],
    queries: Annotated[Path, typer.Argument(help="Text file with one name a line.")],
    language: Annotated[
        str | None, typer.Option(metavar="XX", callback=known_language, help="Only names of this language.")
    ] = None,
    top: Annotated[int, typer.Option(help="How many likely codes to show for each.", min=1, max=1000)] = 5,
    as_json: AsJson = False,
) -> None:
    """Match misread names against a list of names, and refuse what is none of them.

    For anyone with recognised card names: letters may be misread, dropped, split or without their marks. With
    `--json` one object a line: query, code (null when refused), score (of 100, how like the name is), margin (how much
    likelier it is than all other names: 2 is a hundred times), top.

    Example: `rulewright match cards.tsv recognised.txt --language cs`
    """
    matcher = NameMatcher(read_vocabulary(vocabulary, language))
    answers = matcher.match(read_queries(queries), top)
    if as_json:
        for answer in answers:
            show_json_line(_object(answer))
        return
    rows = [(a.query, a.code or "–", a.score, a.margin, _others(a)) for a in answers]
    show_table("", ("query", "code", "score", "margin", "then"), rows)


def _object(answer: Answer) -> dict[str, object]:
    return {
        "query": answer.query,
        "code": answer.code,
        "score": answer.score,
        "margin": answer.margin,
        "top": [list(pair) for pair in answer.top],
    }


def _others(answer: Answer) -> str:
    return ", ".join(f"{code} {score:.0f}" for code, score in answer.top if code != answer.code)
