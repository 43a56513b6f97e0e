"""Shows what `rulewright ingest` would read, and which cards it would take from a list, without storing anything."""

from collections.abc import Iterable
from typing import Any

import typer

from ingest.errors import UnreadableDocument, printable
from ingest.files.addresses import Address
from ingest.files.card_lists import COPIES, DECK, LIST_TYPES, TEXT, TITLE, CardList, find_list
from ingest.files.open import find_documents, open_document, read_bytes
from rulewright.console import say, show_json, show_table
from rulewright.exits import Exit
from rulewright.ingest_report import Report, tell_left_out

MOST_SHOWN = 30
"""So many cards of a list are shown; all of them stand in the JSON."""
SHOWN = (TITLE, DECK, COPIES, TEXT)


def show_what_would_be_read(places: Iterable[Address], *, as_json: bool) -> None:
    """One entry for each file: what it is, and the cards of a list with the columns that they are read from."""
    problems: list[UnreadableDocument] = []
    found = Report()
    told = [_told(file, problems) for file in find_documents(places, problems.append, found.leave_out)]
    if as_json:
        show_json({"files": told, "problems": [str(problem) for problem in problems], "left_out": found.left_out})
    else:
        for one in told:
            _show(one)
        for problem in problems:
            say(str(problem))
        if found.left_out:
            say(tell_left_out(found.left_out))
    if problems:
        raise typer.Exit(Exit.UNREADABLE_INPUT)


def _told(file: Address, problems: list[UnreadableDocument]) -> dict[str, Any]:
    name = printable(file.name)
    try:
        data = read_bytes(file)
        opened = open_document(file, data=data)
    except UnreadableDocument as error:
        problems.append(error)
        return {"file": name, "media_type": None}
    found = find_list(data, opened.media_type) if opened.media_type in LIST_TYPES else None
    return {"file": name, "media_type": opened.media_type, **(_of_list(found) if found else {})}


def _of_list(found: CardList) -> dict[str, Any]:
    columns = {what: found.heads[at] for what, at in found.columns.items()}
    cards = [
        {**{what: found.cell(row, what) for what in SHOWN}, "others": dict(found.others(row))} for row in found.rows
    ]
    return {"columns": columns, "cards": cards}


def _show(told: dict[str, Any]) -> None:
    if told["media_type"] is None:
        return
    if "cards" not in told:
        say(f"{told['file']} would be read as {told['media_type']}.")
        return
    columns = ", ".join(f"{what} from “{head}”" for what, head in told["columns"].items())
    say(f"{told['file']} would give {len(told['cards'])} cards: {columns}.")
    show_table("", SHOWN, [tuple(card[what] for what in SHOWN) for card in told["cards"][:MOST_SHOWN]])
    if len(told["cards"]) > MOST_SHOWN:
        say(f"… and {len(told['cards']) - MOST_SHOWN} more; --json shows all.")
