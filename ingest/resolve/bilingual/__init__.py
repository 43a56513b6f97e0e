"""Two books that say the same, put side by side passage by passage without a dictionary of the game."""
