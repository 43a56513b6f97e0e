"""What a careful editor looks for, one thing a file."""
