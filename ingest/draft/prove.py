"""What of a draft proves itself: the documents are read again with the drafted pack, and what then errs is left out."""

from collections import defaultdict
from collections.abc import Collection, Mapping
from dataclasses import replace

from sqlmodel import Session, col, select

from ingest.draft.entries import Draft, Number
from schema.claims import Claim
from schema.documents import Document, Passage
from schema.games import Game
from schema.rules import Rule, RuleText

Said = Mapping[tuple[str, str], Collection[tuple[str, str, tuple[str, int]]]]
"""By subject and attribute the values that documents state: language, value, and the passage that states it; of
what only an example says the value is empty."""


def proved(session: Session, game: Game, draft: Draft) -> Draft:
    """The draft without wordings that find another number than they were made of, and cues of more than their rule."""
    said = _said(session, game)
    found = _found(session, game)
    numbers = [number for number in draft.numbers if _finds_its_own(number, said)]
    rules = [rule if found.get(rule.code, set()) <= rule.places else replace(rule, cue="") for rule in draft.rules]
    return replace(draft, numbers=numbers, rules=rules)


def _finds_its_own(number: Number, said: Said) -> bool:
    """Whether each language finds the value that it was made of, where it was made of it, and nothing else."""
    if not number.stated:
        return True
    found = said.get((number.subject, number.attribute), ())
    is_own = all(number.stated.get(language) == value and place in number.places for language, value, place in found)
    return is_own and {language for language, _, _ in found} == set(number.stated)


def _said(session: Session, game: Game) -> Said:
    said: dict[tuple[str, str], list[tuple[str, str, tuple[str, int]]]] = defaultdict(list)
    wanted = (
        select(Claim, Document, Passage)
        .join(Passage, col(Passage.id) == Claim.passage_id)
        .join(Document, col(Document.id) == Passage.document_id)
        .where(Document.game_id == game.id)
    )
    for claim, document, passage in session.exec(wanted):
        place = document.sha256, passage.seq
        value = "" if claim.context == "example" or claim.standing != "asserted" else claim.value
        said[claim.subject, claim.attribute].append((document.language, value, place))
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
