"""What the words of a counted thing's name tell: whether it is a thing, how much of it is its name, and of what."""

import re

from ingest.discover.words import SHORT, Words, begins, first_of, folded_words
from schema.discovered import Per


def end_alike(name: str, other: str, letters: int) -> bool:
    """Whether a word of one name ends as one of the other does: “Spielkarten”, “Zahlenkarten”."""
    ends = {word[-letters:] for word in folded_words(name) if len(word) >= letters}
    return any(word[-letters:] in ends for word in folded_words(other))


def is_name(name: str, words: Words) -> bool:
    """Whether a name has a word; in scripts without spaces one letter is one."""
    return any(len(word) > 1 or (words.counters and not word.isascii()) for word in folded_words(name))


def is_no_thing(said: list[str], words: Words) -> bool:
    """Whether minutes, years, points or players are counted, or a range begins; a player board is a thing."""
    if len(said) > 1 and said[1].isdigit() and begins(said, words.to + words.joins):
        return True
    if said[0] in words.points or begins(said, words.per):
        return True  # “6 of each colour” without its first words
    is_player = len(said) == 1 and begins(said, words.player) and (not words.counters or said[0] in words.player)
    return begins(said, words.minute + words.hour + words.year) or is_player


def cut_at_number(name: str) -> str:
    """A long name up to its first number, without the small words that led to it."""
    kept = re.split(r"\d", name)[0].split()
    while kept and len(kept[-1]) <= SHORT:
        kept.pop()
    return " ".join(kept)


def per_of(said: list[str], words: Words) -> tuple[Per, int] | None:
    """“… per player”, “… on each card”, “… each”: of what the number is, and how many words name the thing."""
    for at in range(1, len(said)):
        if begins(said[at:], words.per):
            if first_of(said[at + 1 :], words.player) is not None:
                return "player", at
            if first_of(said[at + 1 :], words.card) is not None:
                return "card", at
    if len(said) > 1 and begins(said[-1:], words.per):
        return "player", len(said) - (2 if len(said) > 2 and len(said[-2]) <= SHORT else 1)
    return None


def is_rate(said: list[str], words: Words) -> bool:
    """“… per turn”, “… each round”: how much is done at a time, not how much there is."""
    times = words.round + words.phase + words.step + words.action
    return any(begins(said[at:], words.per) and begins(said[at + 1 :], times) for at in range(1, len(said)))


def is_share(said: list[str], words: Words) -> bool:
    """“… per side”, “… each in 4 colours”: how much goes to one of several, and a box holds more."""
    if len(said) < 3 or begins(said[-1:], words.per):
        return False
    at = first_of(said[1:], words.per)
    return begins(said[-2:-1], words.per) or (at is not None and any(word.isdigit() for word in said[at + 2 :]))
