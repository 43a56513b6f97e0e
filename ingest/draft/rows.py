"""The documents of a game without a pack, with their passages and what says the same in two languages."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from ingest.draft.entries import has_latin
from schema.counterparts import Counterpart
from schema.documents import Document, Page, Passage
from schema.games import Game
from schema.rules import Rule, RuleText


@dataclass(frozen=True, slots=True)
class DraftSettings:
    """What is good enough for a draft; chosen by eye on rulebooks of four games."""

    most_terms: int = 60
    """Terms of a draft; a person has to look at each."""
    least_score: float = 80.0
    """A term less sure than this is left out: being frequent alone is true of “each” and “empty” too. Of 11 rulebooks
    in seven languages read by eye."""
    lone_score: float = 80.0
    """Where several languages were read, a term that only one of them has must be so sure."""
    least_card: float = 60.0
    """What is less surely a card than this is left out."""
    most_names: int = 8
    """Printed forms of a term in one language; the first ones are taken."""
    shown: int = 300
    """Characters of a printed text that a comment holds."""


@dataclass(frozen=True)
class Rows:
    """The documents of a game and their passages."""

    session: Session
    game: Game
    documents: Sequence[Document]
    passages: Mapping[int, Passage]
    pages: Mapping[int, int]
    partners: Mapping[int, frozenset[int]]
    """By passage those of other languages that say the same."""
    settings: DraftSettings

    @property
    def primary(self) -> str:
        """The language whose words make codes: English where there is one, else that of the first document."""
        languages = [document.language for document in self.documents]
        return "en" if "en" in languages else languages[0]

    def where(self, *passage_ids: int | None) -> str:
        """The files and pages of passages."""
        named = {d.id: d.file_name for d in self.documents}
        found = (self.passages[p] for p in passage_ids if p is not None and p in self.passages)
        told = (f"{named[p.document_id]} p. {self.pages[p.page_id]}" for p in found)
        return ", ".join(dict.fromkeys(told))

    def place(self, passage_id: int) -> tuple[str, int]:
        """A passage by the checksum of its document and its place there, which stay when it is read again."""
        passage = self.passages[passage_id]
        return next(d.sha256 for d in self.documents if d.id == passage.document_id), passage.seq

    def are_partners(self, one: int, other: int) -> bool:
        """Whether two passages say the same in two languages."""
        return other in self.partners.get(one, ())


def rows_of(session: Session, game: Game, settings: DraftSettings) -> Rows:
    """The rows of a game that has no pack."""
    documents = session.exec(select(Document).where(Document.game_id == game.id).order_by(col(Document.id))).all()
    ids = [document.id for document in documents]
    passages = session.exec(select(Passage).where(col(Passage.document_id).in_(ids)).order_by(col(Passage.id))).all()
    pages = session.exec(select(Page.id, Page.number).where(col(Page.document_id).in_(ids))).all()
    known = {p.id or 0: p for p in passages}
    partners: dict[int, set[int]] = defaultdict(set)
    for pair in session.exec(select(Counterpart).where(Counterpart.relation == "translation")):
        if pair.passage_id in known:
            partners[pair.passage_id].add(pair.other_id)
            partners[pair.other_id].add(pair.passage_id)
    together = {at: frozenset(others) for at, others in partners.items()}
    return Rows(session, game, documents, known, {k or 0: n for k, n in pages}, together, settings)


def rules_with_texts(rows: Rows) -> Iterator[tuple[Rule, list[RuleText]]]:
    """The rules in their order, each with the passages that state it."""
    rules = rows.session.exec(
        select(Rule).where(Rule.game_id == rows.game.id).order_by(col(Rule.seq), col(Rule.id))
    ).all()
    for rule in rules:
        wanted = RuleText.rule_id == rule.id, RuleText.role == "rule"
        yield rule, list(rows.session.exec(select(RuleText).where(*wanted).order_by(col(RuleText.id))).all())


def name_of_rule(rows: Rows, rule: Rule, texts: Sequence[RuleText]) -> str:
    """What names a rule: its code, or, without Latin letters, the heading it stands under in another language."""
    if has_latin(rule.code):
        return rule.code.replace(".", " ")
    sections = (rows.passages[text.passage_id].section for text in texts if text.passage_id in rows.passages)
    return next((f"{named} {rule.seq + 1}" for s in sections if has_latin(named := s.rpartition(" / ")[2])), "")
