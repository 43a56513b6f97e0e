"""Black Orchestra: its state, what its notation does, and what a conspirator does on the board."""
