"""A document laid out for the checks, and what they mark in it."""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from schema.claims import Claim, Mention, Severity
from schema.documents import UNSPOKEN, Document, Passage, Repair
from schema.games import Concept
from schema.pack import Pack, SharedLanguageFile

SILENT_KINDS = (*UNSPOKEN, "label", "card")
"""Passages whose words stand for themselves: no sentence is expected there."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A finding on its way into a row."""

    kind: str
    severity: Severity
    message: str
    document: Document
    passage_id: int | None = None
    suggestion: str = ""


@dataclass(frozen=True)
class Copy:
    """One document laid out for the checks."""

    document: Document
    passages: Sequence[Passage]
    pages: Mapping[int, int]
    """Page number by the row of the page."""
    claims: Sequence[Claim]
    mentions: Sequence[tuple[Mention, Concept]]
    repairs: Sequence[Repair]
    pack: Pack
    language: SharedLanguageFile


Check = Callable[[Copy], Iterator[Marked]]
