"""All that Datasette serves: the pages, their words and looks, templates, and how they are guarded."""
