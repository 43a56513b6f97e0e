"""All that Datasette serves: the pages, their words, templates, and how they are guarded."""
