"""Claims by frames: the numbers of a clause, what they count, what is said around them, and which claim fits best."""
