"""What is known of languages as such: which one a text is in, how common a word is, how much words look like words."""
