"""Names and who bears them: which concepts a passage speaks of, and which name of a list a misread one is."""
