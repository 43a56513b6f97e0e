"""What the names of a kind have in common: the nouns that they share, and the words that tell them apart."""

from collections import defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from schema.pack import Pack
from schema.tokens import tokenise

MINIMAL_SHARED = 3
"""So many things of a kind share the noun of their names: the `deck` of several decks."""


def numbered_kinds(pack: Pack, language: str) -> Iterator[tuple[str, frozenset[str]]]:
    """Kinds whose things have numbers for codes, with the nouns that their names share: `era` of `first era`."""
    for kind, codes in pack.game.concepts.items():
        if not all(code.isdigit() for code in codes):
            continue
        words: dict[str, set[str]] = defaultdict(set)
        for code, names in pack.languages[language].names.get(kind, {}).items():
            for name in names:
                for token in tokenise(name):
                    words[token.folded].add(code)
        yield kind, frozenset(w for w, found in words.items() if len(found) == len(codes) and len(w) > 2)


@dataclass(frozen=True, slots=True)
class Parts:
    """The words of the names of a kind: the nouns that several of its things share, and those of one thing alone."""

    nouns: frozenset[str]
    own: Mapping[str, str]


def parts_of(pack: Pack, language: str, kind: str) -> Parts:
    """The nouns that several things of a kind share, as `deck` and `cards`, and the word that each has alone."""
    names = pack.languages[language].names.get(kind, {})
    split = [(code, [token.folded for token in tokenise(name)]) for code, listed in names.items() for name in listed]
    users: dict[str, set[str]] = defaultdict(set)
    for code, words in split:
        for word in words:
            users[word].add(code)
    nouns = frozenset(w for w, codes in users.items() if len(codes) >= MINIMAL_SHARED and len(w) > 2)
    own: dict[str, set[str]] = defaultdict(set)
    for code, words in split:
        rest = [word for word in words if word not in nouns]
        if len(rest) == 1 and len(words) == 2:
            own[rest[0]].add(code)
    return Parts(nouns, {word: codes.pop() for word, codes in own.items() if len(codes) == 1})
