"""What a document tells of its game without a pack: components, the box, terms, the outline, cards and places."""
