"""From a file to pages of words: text layers, pictures of pages, what is drawn and what was laid upon them."""
