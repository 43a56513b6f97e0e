"""`rulewright trace`: from a value to the passages it came from."""

from dataclasses import asdict
from typing import Annotated

import typer

from db.open import open_database, session
from db.trace import ClaimTrace, Trace, trace_subject
from rulewright.console import say, show_json, show_table
from rulewright.options import DEFAULT_DB, AsJson, Db, Game


def trace(
    subject: Annotated[str, typer.Argument(help="A subject such as location:paris or deck:event.")],
    db: Db = DEFAULT_DB,
    game: Game = None,
    as_json: AsJson = False,
) -> None:
    """Show every claim about a subject with its document, page and passage, and what was chosen and why.

    Example: `rulewright trace location:paris`
    """
    with session(open_database(db, create=False), read_only=True) as opened:
        found = trace_subject(opened, subject, game)
    if as_json:
        show_json(asdict(found))
    else:
        _show(found)


def _show(found: Trace) -> None:
    if found.names:
        show_table("Names", ("language", "name", "origin"), [(n.language, n.text, n.origin) for n in found.names])
    show_table(
        f"Facts of {found.subject}",
        ("edition", "attribute", "value", "origin", "reason"),
        [(f.edition, f.attribute, f.value, f.origin, f.reason) for f in found.facts],
    )
    show_table(
        "Claims",
        ("attribute", "value", "language", "confidence", "where", "passage"),
        [(c.attribute, c.value, c.language, f"{c.confidence:.2f}", _where(c), _passage(c)) for c in found.claims],
    )
    if found.effects:
        show_table(
            "Effects", ("edition", "notation", "origin"), [(e.edition, e.notation, e.origin) for e in found.effects]
        )
    for conflict in found.conflicts:
        say(f"Conflict ({conflict.kind}) over {conflict.attribute}: {conflict.reason}")


def _where(claim: ClaimTrace) -> str:
    if claim.place is None:
        return f"{claim.origin}: {claim.note}"
    return f"{claim.place.file_name}, page {claim.place.page}"


def _passage(claim: ClaimTrace) -> str:
    return claim.place.text if claim.place else ""
