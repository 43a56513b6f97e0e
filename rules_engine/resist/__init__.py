"""Resist!, played from its rows: how it looks, what a player thinks of it, and tables on which rare numbers matter."""
