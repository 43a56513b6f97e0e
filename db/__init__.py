"""The rows at rest: open, load, trace, search, views, snapshot; db/site/ is what Datasette serves."""
