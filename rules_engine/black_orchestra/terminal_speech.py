"""What is done and what happens in Black Orchestra, in sentences; names stay as printed and are not inflected."""

from rules_engine.catalogue import section

ACTIONS = section("black-orchestra", "actions")
"""Sentences for the spellings of actions; what stands in no list is said by the engine."""
EVENTS = section("black-orchestra", "events")
"""Sentences for the kinds of events."""
WORDS = section("black-orchestra", "words")
"""Single words inside events."""
