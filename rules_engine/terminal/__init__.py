"""A game in the terminal: the table drawn, the actions numbered, what happened told."""
