"""From what documents say to what holds: facts, conflicts, the board and effects of each edition, from rows alone."""
