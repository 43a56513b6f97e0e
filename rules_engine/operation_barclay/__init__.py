"""Operation Barclay, played from its rows."""
