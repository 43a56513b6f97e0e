"""The engine: reads a ruleset from the database, plays it, and checks that what is played is what is stored."""
