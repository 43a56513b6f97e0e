"""The numbers that rulebooks print: how many cards where, when the game is lost, and what points are worth."""

from dataclasses import dataclass

from rules_engine.errors import RulesetError
from rules_engine.ruleset import Ruleset

LOSS = "loss"


@dataclass(frozen=True, slots=True)
class Band:
    """A row of the result table: from how many points to how many, or how many missions."""

    outcome: str
    low: int | None
    high: int | None
    missions: int | None


@dataclass(frozen=True, slots=True)
class Numbers:
    """What set-up, losses and score need to know."""

    hidden_maquis: int
    hidden_spies: int
    missions_removed: tuple[int, ...]
    """By era."""
    missions_offered: int
    hand: int
    failed_missions: int
    dead_civilians: int
    bands: tuple[Band, ...]


def needed_facts(ruleset: Ruleset) -> list[tuple[str, str]]:
    """Subject and attribute of every fact that rulebooks state and that the game cannot be played without."""
    scores = [code for code in ruleset.concepts.get("score", ()) if code != LOSS]
    return [
        ("deck:hidden", "maquis-at-start"),
        ("deck:spy", "start-in-hidden-deck"),
        *(("deck:mission", f"removed.era-{era}") for era in ruleset.concepts.get("era", ())),
        ("deck:mission", "available-at-start"),
        ("hand", "size"),
        ("loss", "failed-missions"),
        ("loss", "civilians"),
        *((f"score:{code}", _told_by(ruleset, code)) for code in scores),
    ]


def read_numbers(ruleset: Ruleset) -> Numbers:
    """The numbers of the edition, or a RulesetError for the first that is missing or cannot be."""
    sizes: dict[str, int] = {}
    for card in ruleset.cards:
        sizes[card.deck] = sizes.get(card.deck, 0) + card.copies
    eras = ruleset.concepts.get("era", ())
    if not eras:
        sentence = f"{ruleset.name} has no concepts of the kind `era`. List them in games/{ruleset.game}/game.toml."
        raise RulesetError("concept", None, "era", sentence)
    return Numbers(
        at_most(ruleset, "deck:hidden", "maquis-at-start", sizes.get("maquis", 0)),
        at_most(ruleset, "deck:spy", "start-in-hidden-deck", sizes.get("spy", 0)),
        tuple(ruleset.number("deck:mission", f"removed.era-{era}", least=0) for era in eras),
        ruleset.number("deck:mission", "available-at-start", least=1),
        ruleset.number("hand", "size", least=1),
        ruleset.number("loss", "failed-missions", least=1),
        ruleset.number("loss", "civilians", least=1),
        tuple(_band(ruleset, code) for code in ruleset.concepts.get("score", ()) if code != LOSS),
    )


def at_most(ruleset: Ruleset, subject: str, attribute: str, most: int) -> int:
    """A fact that is a number, not negative and not more than this."""
    value = ruleset.number(subject, attribute, least=0)
    if value > most:
        raise ruleset.wrong_fact(subject, attribute, f"at most {most}, as many as the card list has")
    return value


def _told_by(ruleset: Ruleset, code: str) -> str:
    is_by_missions = ruleset.find_fact(f"score:{code}", "missions") is not None
    return "missions" if is_by_missions else "points.min"


def _band(ruleset: Ruleset, code: str) -> Band:
    subject = f"score:{code}"
    if _told_by(ruleset, code) == "missions":
        return Band(code, None, None, ruleset.number(subject, "missions"))
    high = ruleset.number(subject, "points.max") if ruleset.find_fact(subject, "points.max") is not None else None
    return Band(code, ruleset.number(subject, "points.min"), high, None)
