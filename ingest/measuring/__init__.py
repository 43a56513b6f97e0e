"""How well a document was read: scores against a truth, side by side, and drawn upon the page."""
