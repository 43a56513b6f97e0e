"""Clauses: the sentences and cells of a document, each with the words that stand above it."""
