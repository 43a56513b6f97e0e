"""The rule behind an event: our sentence for it, and the passages of the rulebooks that state it."""

from collections.abc import Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from schema.documents import Document, Page, Passage
from schema.games import Game
from schema.rules import Rule, RuleSummary, RuleText

PASSAGES = 2
"""How many passages of a language are shown."""


@dataclass(frozen=True, slots=True)
class Printed:
    """A passage and where it stands."""

    file_name: str
    page: int
    language: str
    text: str


@dataclass(frozen=True, slots=True)
class Explanation:
    """A rule in our words and in print."""

    code: str
    summary: str
    passages: tuple[Printed, ...]


def explain_rule(opened: Session, game: str, code: str, language: str) -> Explanation | None:
    """What the rule says, with passages of the language, else of any; none when there is no such rule."""
    rule = opened.exec(select(Rule).join(Game).where(Game.code == game, Rule.code == code)).first()
    if rule is None:
        return None
    found = opened.exec(
        select(Document.file_name, Page.number, RuleText.language, Passage.text)
        .join(Page, col(Page.document_id) == Document.id)
        .join(Passage, col(Passage.page_id) == Page.id)
        .join(RuleText, col(RuleText.passage_id) == Passage.id)
        .where(RuleText.rule_id == rule.id)
        .order_by(col(RuleText.score).desc(), col(RuleText.id))
    ).all()
    passages = [Printed(*each) for each in found]
    spoken = select(RuleSummary.text).where(RuleSummary.rule_id == rule.id, RuleSummary.language == language)
    told = opened.exec(spoken).first() or rule.summary
    return Explanation(code, told, tuple(_of_language(passages, language)[:PASSAGES]))


def _of_language(passages: Sequence[Printed], language: str) -> Sequence[Printed]:
    return [passage for passage in passages if passage.language == language] or passages
