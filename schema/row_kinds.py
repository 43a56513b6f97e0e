"""Kinds of rows that commands ask for; apart from the tables, so that who only counts need not import those."""

DISPUTES = ("internal", "translation", "list")
"""Kinds of conflicts that are about one value; editions may differ."""
STALE = "stale-decision"
"""Kind of the finding about a decision whose text has changed since."""
PROPOSED_NAME = "proposed-name"
"""Kind of the finding about an unknown name that seems to name a concept."""
UNREAD_PAGE = "unread-page"
"""Kind of the finding about pages that lack something to be read, with what to do."""
UNRESOLVED = "unresolved"
"""Kind of the finding that stands for a game from its first change until its facts are chosen anew.

Written together with the change, it outlives a run that is killed, and tells a reader of the database why the
facts lag behind the documents.
"""
SAME_BOOK = "same-book"
"""Of the note that a document and one in another language are one book, and were put together for it."""
