"""Which document it is: its game, edition, language, title and date, by what it says itself."""
