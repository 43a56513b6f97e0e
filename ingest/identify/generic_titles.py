"""Words that stand in the titles of many games, “rules”, “edition”: a title of these alone tells no game."""

from pathlib import Path

GENERIC = frozenset(Path(__file__).with_name("generic_titles.txt").read_text(encoding="utf-8").split())
"""Folded; a title of these alone joins nothing."""
