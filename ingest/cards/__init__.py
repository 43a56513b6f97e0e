"""Pictures and lists of cards: the parts of a card, its title, and which card it is."""
