"""Pictures of pages and cards: made level and even, cut out, cleared of what is drawn, and their letters read."""
