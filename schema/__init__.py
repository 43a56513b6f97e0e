"""The nouns: tables, the validated shapes rows are built from, notation and phrasebooks; no I/O."""

VERSION = 14
"""Raised whenever a table changes; `db/upgrade.py` brings older databases up, with a step where names changed."""
