"""The verbs: read a document into passages and claims; compare what documents say."""
