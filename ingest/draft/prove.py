"""What of a draft proves itself: the documents are read again with the drafted pack, and what then errs is left out."""

from collections import defaultdict
from collections.abc import Mapping
from dataclasses import replace

from sqlmodel import Session, select

from ingest.draft.entries import Draft, Number, RuleDraft
from schema.claims import Claim
from schema.documents import Document, Passage
from schema.games import Game
from schema.rules import Rule, RuleText

Said = Mapping[tuple[str, str], Mapping[str, set[str]]]
"""By subject and attribute, then by language: the values that documents state."""


def proved(session: Session, game: Game, draft: Draft) -> Draft:
    """The draft without wordings that find another number than they were made of, and cues of more than their rule."""
    said = _said(session, game)
    found = _found(session, game)
    numbers = [number for number in draft.numbers if _finds_its_own(number, said)]
    rules = [rule if found.get(rule.code, set()) <= rule.places else replace(rule, cue="") for rule in draft.rules]
    return replace(draft, numbers=numbers, rules=rules)


def stated_rules(session: Session, game: Game, rules: list[RuleDraft]) -> int:
    """How many of the rules passages were found for."""
    found = _found(session, game)
    return sum(bool(found.get(rule.code)) for rule in rules)


def _finds_its_own(number: Number, said: Said) -> bool:
    """Whether each language finds the value that it was made of, and no other."""
    if not number.stated:
        return True
    values = said.get((number.subject, number.attribute), {})
    return all(values.get(language) == {value} for language, value in number.stated.items())


def _said(session: Session, game: Game) -> Said:
    said: dict[tuple[str, str], dict[str, set[str]]] = defaultdict(lambda: defaultdict(set))
    wanted = select(Claim, Document).join(Document).where(Document.game_id == game.id)
    for claim, document in session.exec(wanted):
        said[claim.subject, claim.attribute][document.language].add(claim.value)
    return said


def _found(session: Session, game: Game) -> dict[str, set[tuple[str, int]]]:
    """By rule the passages that the cues find."""
    wanted = (
        select(Rule.code, Document.sha256, Passage.seq)
        .select_from(RuleText)
        .join(Rule)
        .join(Passage)
        .join(Document)
        .where(Rule.game_id == game.id)
    )
    found: dict[str, set[tuple[str, int]]] = defaultdict(set)
    for code, checksum, seq in session.exec(wanted):
        found[code].add((checksum, seq))
    return found
