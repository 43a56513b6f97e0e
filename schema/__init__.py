"""The nouns: tables, the validated shapes rows are built from, notation and phrasebooks; no I/O."""

from schema import board, cards, claims, counterparts, decisions, discovered, documents, games, play, results, rules
from schema.base import finish_tables

VERSION = 10
"""Raised whenever a table changes; `db/upgrade.py` brings older databases up, with a step where names changed."""

finish_tables()

__all__ = [
    "VERSION",
    "board",
    "cards",
    "claims",
    "counterparts",
    "decisions",
    "discovered",
    "documents",
    "games",
    "play",
    "results",
    "rules",
]
