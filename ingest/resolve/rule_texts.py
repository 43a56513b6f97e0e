"""Write down which passages of a game's documents state which rule, and restore the icons they lost."""

from collections import defaultdict
from collections.abc import Mapping

from sqlmodel import Session, col, delete, select

from ingest.resolve.align import Fitted, align, fit_rules
from ingest.resolve.restore_icons import restore_icons
from ingest.resolve.rules_as_printed import find_as_printed
from ingest.resolve.sentences import hear
from ingest.resolve.stated_variants import forget_variants, note_variants
from schema.base import row
from schema.claims import Mention
from schema.document_kinds import KINDS
from schema.documents import Document, Passage
from schema.games import Concept, Edition, Game
from schema.pack import Pack
from schema.rules import Rule, RuleText


def align_rules(session: Session, game: Game, pack: Pack) -> None:
    """Choose anew which passages of the game's documents state which rule, edition by edition."""
    of_game = select(Rule.id).where(Rule.game_id == game.id)
    session.exec(delete(RuleText).where(col(RuleText.rule_id).in_(of_game)))
    forget_variants(session, game)
    editions = {edition.id: edition.code for edition in session.exec(select(Edition).where(Edition.game_id == game.id))}
    wanted = (
        Document.game_id == game.id,
        col(Document.kind).in_(code for code, kind in KINDS.items() if kind.states_rules),
    )
    documents = session.exec(select(Document).where(*wanted).order_by(Document.sha256)).all()
    for edition_id, code in [*editions.items(), (None, None)]:
        of_edition = [document for document in documents if document.edition_id == edition_id]
        in_order = [select(Passage).where(Passage.document_id == d.id).order_by(col(Passage.seq)) for d in of_edition]
        passages = [{passage.seq: passage for passage in session.exec(query)} for query in in_order]
        pairs = list(zip(of_edition, passages, strict=True))
        fitted = [_fitted(session, document, rows, pack, code) for document, rows in pairs]
        for (document, rows), each in zip(pairs, fitted, strict=True):
            note_variants(session, game, document, each, rows)
        found = align(fitted)
        rules = {
            r.code: r
            for r in session.exec(select(Rule).where(Rule.game_id == game.id))
            if r.edition_id in (None, edition_id)
        }
        entries = pack.rules.of_edition(code).rule
        for document, stated, rows in zip(of_edition, found.stated, passages, strict=True):
            told = [(one.rule.code, rows[one.heard.passage.seq], one.score) for one in stated]
            known = frozenset(rule for rule, _, _ in told)
            for rule, passage, score in (*told, *find_as_printed(entries, document.language, rows, known)):
                shape = {"language": passage.language, "score": score}
                session.add(row(RuleText, shape, rule_id=rules[rule].id, passage_id=passage.id))
        restore_icons(session, pack, found, passages)
    session.flush()


def _fitted(
    session: Session, document: Document, passages: Mapping[int, Passage], pack: Pack, edition: str | None
) -> Fitted:
    mentions: dict[int, list[tuple[int, str]]] = defaultdict(list)
    spoken_of = (
        select(Passage.seq, Mention.position, Concept.kind, Concept.code)
        .join(Mention, col(Mention.passage_id) == Passage.id)
        .join(Concept, col(Concept.id) == Mention.concept_id)
        .where(Passage.document_id == document.id)
        .order_by(col(Mention.id))
    )
    for seq, position, kind, code in session.exec(spoken_of):
        mentions[seq].append((position, f"{kind}:{code}"))
    heard = hear(list(passages.values()), mentions, pack, document.language)
    return fit_rules(document.language, pack.rules.of_edition(edition), heard)
