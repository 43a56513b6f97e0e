"""Disputed rules of a frame, both ways: which variants its rows list, and the frame with one of them."""

from collections.abc import Iterator

from pydantic import ValidationError

from schema.play import PLAY_TABLES, PlayFile, VariantShape
from schema.play_row import PlayRowShape

STATED = "states-variant"
"""Kind of the findings that tell of a document which states a rule as a variant does; they suggest `rule:CODE NAME`."""
FIXED = ("code", "rule", "seq", "line", "form")
"""Columns that a variant cannot change: what a row is called and obeys, and how the notation spells it."""


class NoSuchVariant(ValueError):
    """What was asked for is not listed; the message says what is."""


def variants_of(play: PlayFile, rule: str = "") -> dict[tuple[str, str], list[VariantShape]]:
    """By rule and name the rows of each variant, of all rules or of one."""
    found: dict[tuple[str, str], list[VariantShape]] = {}
    for row in play.variant:
        if not rule or row.rule == rule:
            found.setdefault((row.rule, row.name), []).append(row)
    return found


def with_variant(play: PlayFile, rule: str, name: str) -> PlayFile:
    """The frame with a rule the other way; a NoSuchVariant where nothing of that name is listed."""
    rows = variants_of(play, rule).get((rule, name))
    if rows is None:
        raise NoSuchVariant(_not_listed(play, rule, name))
    for row in rows:
        play = _changed(play, row)
    return play


def mistakes_of(play: PlayFile) -> Iterator[tuple[VariantShape, str, str]]:
    """Variants that change what is not there: the row, the word, and what is wrong in a sentence."""
    for row in play.variant:
        table, _, code = row.of.partition(" ")
        listed = [each for each in getattr(play, table, ()) if each.code == code] if table in PLAY_TABLES else []
        column = row.column.replace("-", "_")
        if table not in PLAY_TABLES or table == "variant" or not listed:
            yield row, row.of, f"there is no row “{row.of}”: write its table and its code."
        elif row.column and (column in FIXED or column not in type(listed[0]).model_fields):
            yield row, row.column, f"“{row.column}” is no column of “{row.of}” that a variant can change."
        elif not row.column and row.becomes:
            yield row, row.becomes, "it says what becomes of no column: name the column as well."


def _not_listed(play: PlayFile, rule: str, name: str) -> str:
    of_rule = [called for _, called in variants_of(play, rule)]
    if of_rule:
        return f"The rule `{rule}` has no variant `{name}`; it has {', '.join(f'`{each}`' for each in of_rule)}."
    every = ", ".join(f"`rule:{of} {called}`" for of, called in variants_of(play))
    return f"No variant is listed for the rule `{rule}`. " + (
        f"The game has {every}." if every else "The game lists none in its play.toml."
    )


def _changed(play: PlayFile, row: VariantShape) -> PlayFile:
    table, _, code = row.of.partition(" ")
    listed: list[PlayRowShape] = getattr(play, table)
    if not row.column:
        return play.model_copy(update={table: [each for each in listed if each.code != code]})
    column = row.column.replace("-", "_")
    changed = [_with(each, column, row.becomes) if each.code == code else each for each in listed]
    return play.model_copy(update={table: changed})


def _with(row: PlayRowShape, column: str, value: str) -> PlayRowShape:
    """The row with another value, validated as when it was read."""
    kind = type(row).model_fields[column].annotation
    given: object = value == "true" if kind is bool else value
    try:
        return type(row).model_validate({**row.model_dump(), column: given})
    except ValidationError as error:
        raise NoSuchVariant(f"“{value}” cannot stand in `{column}` of “{row.code}”.") from error
