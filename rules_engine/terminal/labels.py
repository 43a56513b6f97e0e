"""What the program itself says while a game is played, by language; the words of the games come from the rows."""

from rules_engine.catalogue import PROGRAM, section

LABELS = section(PROGRAM)
"""Sentences and labels with places for what they speak of; a language that is not here is spoken to in English."""
