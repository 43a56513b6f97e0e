"""Resist!, played alone: its state, its phases, what its notation does, its score and its players."""
