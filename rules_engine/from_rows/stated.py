"""What must hold of stated facts before a game is played: every card has the numbers of its deck, and they can be."""

import re
from collections.abc import Collection
from typing import Any

from rules_engine.errors import Unborne
from rules_engine.from_rows.layout import Layout
from rules_engine.from_rows.writing import identifier
from rules_engine.ruleset import Ruleset
from schema.play_reading import attribute_word

READ = re.compile(r"\bof_(\w+)\[")
"""Where what was written asks for an attribute of a card."""


def check_cards(ruleset: Ruleset, layout: Layout, source: str) -> None:
    """A RulesetError for a card without a number that play asks for and that others of its deck have."""
    read = set(READ.findall(source))
    stated: dict[tuple[str, str], str] = {}
    words: set[tuple[str, str]] = set()
    subjects = {f"{kind}:{card.code}": card for card in ruleset.cards for kind in ("card", card.deck)}
    for subject, attribute in ruleset.facts:
        card = subjects.get(subject)
        if card and card.copies and identifier(attribute_word(attribute)) in read:
            stated[card.deck, attribute] = subject.partition(":")[0]
            words |= set() if ruleset.facts[subject, attribute].value.isdigit() else {(card.deck, attribute)}
    for (deck, attribute), kind in ((key, kind) for key, kind in stated.items() if key not in words):
        known = ruleset.concepts.get(attribute, ())
        for code in dict.fromkeys(c for c, of in zip(layout.codes, layout.decks, strict=True) if of == deck):
            other = "card" if kind == deck else deck
            subject = f"{other}:{code}" if (f"{other}:{code}", attribute) in ruleset.facts else f"{kind}:{code}"
            _check_word(ruleset, subject, attribute, known)


def _check_word(ruleset: Ruleset, subject: str, attribute: str, known: Collection[str]) -> None:
    """What is stated is one of the codes of that kind, if there are any."""
    if ruleset.fact(subject, attribute) not in known and known:
        raise ruleset.wrong_fact(subject, attribute, f"one of {', '.join(known)}")


def check_numbers(table: Any, state: Any) -> None:
    """A RulesetError for a fact that is beyond what its row allows on the table before anything has happened.

    One that states more than there is on the table is Unborne, so that it can be played as far as there is.
    """
    for counter in table.frame.play.counter:
        if counter.fact and tuple(counter.fact.split()) in table.ruleset.facts:
            subject, attribute = counter.fact.split()
            least, most = (bound and bound(state, 0) for bound in table.bounds.get(counter.code, (None, None)))
            value = table.ruleset.number(subject, attribute, least=least)
            if most is not None and value > most >= (least or 0):
                raise Unborne((subject, attribute), most)
            if most is not None and value > most:
                raise table.ruleset.wrong_fact(subject, attribute, f"at most {most}")
