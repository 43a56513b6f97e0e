"""The checks of `validate`, each a claim about the data with its evidence."""
