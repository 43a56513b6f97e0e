"""What a page shows as data: JSON of one documented shape, and tables as CSV."""

import csv
import html
import io
import json
from collections.abc import Mapping, Sequence
from dataclasses import asdict, is_dataclass
from typing import Any

from markupsafe import Markup

FORMAT = "rulewright-site/1"
"""The name and version of the shape; the version changes when a key is renamed, dropped or means something else."""

_FOR_THE_EYE = frozenset(
    {"hue", "icon", "view", "sure", "look", "by_kind", "filters", "groups", "group_names", "views"}
)
"""Keys that only say how something is drawn."""
_FORMULA = ("=", "+", "-", "@", "\t", "\r")


def page_data(page: str, address: str, language: str, context: Mapping[str, Any]) -> str:
    """A page as JSON: which page it is, where it stands, and all that it shows."""
    told = {name: _plain(value) for name, value in context.items() if name not in _FOR_THE_EYE}
    whole = {"format": FORMAT, "page": page, "address": address, "language": language, "data": told}
    return json.dumps(whole, ensure_ascii=False, indent=1)


def _plain(value: Any) -> Any:
    """A value without mark-up, of nothing but what JSON knows."""
    if isinstance(value, Markup):
        return html.unescape(value.striptags())
    if is_dataclass(value) and not isinstance(value, type):
        return _plain(asdict(value))
    if isinstance(value, Mapping):
        return {_key(name): _plain(held) for name, held in value.items() if name not in _FOR_THE_EYE}
    if isinstance(value, list | tuple | set | frozenset):
        return [_plain(held) for held in value]
    return value if value is None or isinstance(value, str | int | float | bool) else str(value)


def _key(name: Any) -> str:
    return "" if name is None else str(name)


def table_data(names: Sequence[str], rows: Sequence[Sequence[Any]]) -> str:
    """A table as CSV that a spreadsheet opens without calculating what a rulebook wrote."""
    written = io.StringIO()
    writer = csv.writer(written)
    writer.writerow(names)
    for row in rows:
        writer.writerow([_cell(_plain(value)) for value in row])
    return written.getvalue()


def _cell(value: Any) -> Any:
    if isinstance(value, str) and value.startswith(_FORMULA) and not value.lstrip("+-−").isdigit():
        return f"'{value}"
    return value
