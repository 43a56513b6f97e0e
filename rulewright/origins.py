"""Where facts come from, for people: what was read, and what is only supplied with the games."""

from collections.abc import Mapping

from schema.base import Origin

ORIGINS: Mapping[Origin, str] = {
    "decided": "decided by people",
    "rulebook": "read from documents",
    "card-list": "from card lists",
    "card-picture": "read off pictures of cards",
    "inferred": "inferred",
    "rendered": "rendered",
    "house": "of our own",
}
"""Where a fact comes from, for people."""
SAID: tuple[Origin, ...] = ("decided", "rulebook", "card-picture")
"""Origins of what documents and people say; the others are supplied with the games."""


def tell_origins(counts: Mapping[Origin, int]) -> str:
    """How many facts were read and how many are only supplied, in a sentence that mixes them up for nobody."""
    told = {origin: f"{counts.get(origin, 0):,} {words}" for origin, words in ORIGINS.items()}
    said = [told[origin] for origin in SAID if counts.get(origin) or origin == "rulebook"]
    rest = [told[origin] for origin in ORIGINS if counts.get(origin) and origin not in SAID]
    supplied = f"; supplied with the games: {', '.join(rest)}" if rest else ""
    return f"Facts: {', '.join(said)}{supplied}."


def in_order(counts: Mapping[Origin, int]) -> dict[Origin, int]:
    """How many facts come from where, in the order of precedence, without origins that none comes from."""
    return {origin: counts[origin] for origin in ORIGINS if counts.get(origin)}
