"""The draft of a pack, written from what documents of a game without one were found to say."""
