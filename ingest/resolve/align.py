"""Find the passages that state each rule of the outline, by what they speak of, in every document alike.

A rule names the concepts it is about; a passage mentions concepts, and so do the headings above it. What is
mentioned everywhere says little, what is mentioned rarely says much. A passage that speaks of many other things
beside the rule's own is less likely to be the one that states it.
"""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass
from math import log

from sqlmodel import Session, col, delete, select

from schema.base import row
from schema.claims import Mention
from schema.documents import Document, Passage
from schema.games import Concept, Edition, Game
from schema.pack import Pack
from schema.rules import Rule, RuleText

STATING_KINDS = ("paragraph", "item", "note", "table", "label")
"""Headings name a rule and examples show it; these state it."""
UNDER_HEADING = 0.6
"""What a concept counts that only the headings above a passage mention."""
DISTRACTION = 0.35
"""How much a passage loses for speaking of other things, beside what it gains for the rule's own."""
LEAST_SCORE = 45.0
CLOSE = 0.93
"""Passages nearly as good as the best state the rule too: many books tell it twice."""
MOST_PASSAGES = 3
FEWEST_WORDS = 4


@dataclass(frozen=True, slots=True)
class Candidate:
    """A passage with what it and the headings above it mention."""

    passage: Passage
    own: frozenset[str]
    above: frozenset[str]

    def weight(self, concept: str) -> float:
        """How clearly the passage speaks of a concept, 0 to 1."""
        return 1.0 if concept in self.own else UNDER_HEADING if concept in self.above else 0.0


def align_rules(session: Session, game: Game, pack: Pack) -> None:
    """Choose anew which passages of the game's documents state which rule."""
    rules = session.exec(select(Rule).where(Rule.game_id == game.id)).all()
    session.exec(delete(RuleText).where(col(RuleText.rule_id).in_([rule.id for rule in rules])))
    editions = {e.id: e.code for e in session.exec(select(Edition).where(Edition.game_id == game.id))}
    about = {(entry.code, entry.edition): entry.about for entry in pack.rules.rule}
    for document in session.exec(select(Document).where(Document.game_id == game.id)).all():
        candidates = _candidates(session, document)
        telling = _telling(candidates)
        for rule in rules:
            if rule.edition_id not in (None, document.edition_id):
                continue
            concepts = about.get((rule.code, editions.get(rule.edition_id)), [])
            for score, candidate in best_passages(concepts, candidates, telling):
                keys = {"rule_id": rule.id, "passage_id": candidate.passage.id}
                language = candidate.passage.language
                session.add(row(RuleText, {"language": language, "score": round(score, 1)}, **keys))
    session.flush()


def best_passages(
    concepts: Sequence[str], candidates: Sequence[Candidate], telling: Mapping[str, float]
) -> list[tuple[float, Candidate]]:
    """The passages that most clearly speak of the concepts, with their scores out of 100."""
    if not concepts:
        return []
    scored = [(likelihood(concepts, candidate, telling), candidate) for candidate in candidates]
    scored.sort(key=lambda pair: (-pair[0], pair[1].passage.seq))
    best = scored[0][0] if scored else 0.0
    return [(s, c) for s, c in scored[:MOST_PASSAGES] if s >= LEAST_SCORE and s >= CLOSE * best]


def likelihood(concepts: Sequence[str], candidate: Candidate, telling: Mapping[str, float]) -> float:
    """How surely a passage states a rule about these concepts, 0 to 100."""
    wanted = sum(telling.get(c, UNSEEN) for c in concepts)
    met = sum(telling.get(c, UNSEEN) * candidate.weight(c) for c in concepts)
    other = sum(telling.get(c, UNSEEN) for c in candidate.own if c not in concepts)
    if not any(c in candidate.own for c in concepts):
        return 0.0
    return 100.0 * (met / wanted) * (wanted / (wanted + DISTRACTION * other))


UNSEEN = 6.0
"""What a concept tells that no passage of the document mentions."""


def _telling(candidates: Iterable[Candidate]) -> dict[str, float]:
    """How much the mention of each concept tells: the rarer, the more."""
    listed = list(candidates)
    seen = Counter(concept for candidate in listed for concept in candidate.own)
    return {concept: log(1 + len(listed) / count) for concept, count in seen.items()}


def _candidates(session: Session, document: Document) -> list[Candidate]:
    passages = session.exec(select(Passage).where(Passage.document_id == document.id).order_by(col(Passage.seq))).all()
    mentioned: dict[int, set[str]] = defaultdict(set)
    rows = session.exec(
        select(Mention.passage_id, Concept.kind, Concept.code)
        .join(Concept, col(Concept.id) == Mention.concept_id)
        .join(Passage, col(Passage.id) == Mention.passage_id)
        .where(Passage.document_id == document.id)
    )
    for passage_id, kind, code in rows:
        mentioned[passage_id].add(f"{kind}:{code}")
    headings: dict[str, set[str]] = defaultdict(set)
    for passage in passages:
        if passage.kind == "heading":
            headings[passage.text] |= mentioned[passage.id or 0]
    return [
        Candidate(
            passage,
            frozenset(mentioned[passage.id or 0]),
            frozenset(c for title in passage.section.split(" / ") for c in headings.get(title, ())),
        )
        for passage in passages
        if passage.kind in STATING_KINDS and len(passage.text.split()) >= FEWEST_WORDS
    ]
