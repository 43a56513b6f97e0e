"""Which number of a document states a fact, by all that is seen around each number and weights that were learnt."""
