"""What a file is and how it is opened: addresses, kinds, encodings; lists and documents of words in one form."""
