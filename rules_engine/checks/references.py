"""What rows refer to is there, and of the same game and edition."""

from collections.abc import Iterator

from sqlalchemy.orm import aliased
from sqlmodel import col, select

from rules_engine.checks.evidence import Check, Evidence, failed, passed
from schema.board import Connection, Location
from schema.cards import Card, CardText, Deck, Effect
from schema.claims import Claim, Fact
from schema.documents import Document, Passage
from schema.results import ValidationShape
from schema.rules import Rule, RuleText

LINES = "every line of the board joins two different spaces of the game"
PLACED = "every delivery is on a space of the board"
SUBJECTS = "every fact is about something that exists"
EDITIONS = "nothing refers to another edition by mistake"
OWNERS: dict[str, type[Card] | type[Location] | type[Rule]] = {"card": Card, "location": Location, "rule": Rule}


def lines_join_spaces(evidence: Evidence) -> Iterator[ValidationShape]:
    """No line leads from a space to itself, to another game, or twice the same way."""
    codes = {location.id: location.code for location in evidence.rows.locations}
    wrong, seen = 0, set[frozenset[int]]()
    for line in evidence.rows.connections:
        ends = frozenset((line.a_id, line.b_id))
        told = f"The line from {codes.get(line.a_id)} to {codes.get(line.b_id)}"
        if len(ends) == 1:
            reason = "leads back to where it begins"
        elif not ends <= codes.keys():
            reason = "leads to a space of another game"
        elif ends in seen:
            reason = "is there twice"
        else:
            seen.add(ends)
            continue
        wrong += 1
        yield failed(LINES, f"{told} {reason}.", f"connection:{line.id}")
    if evidence.rows.connections and not wrong:
        yield passed(LINES, f"{len(seen)} lines join {len({end for ends in seen for end in ends})} spaces.")


def deliveries_are_on_the_board(evidence: Evidence) -> Iterator[ValidationShape]:
    """Where no line leads, nobody can deliver anything."""
    spots = [(space, spot) for space in evidence.ruleset.spaces.values() for spot in space.spots]
    if not evidence.rows.connections:
        return
    lost = [(space, spot) for space, spot in spots if not space.neighbours]
    for space, spot in lost:
        yield failed(
            PLACED, f"`{spot.item}` is wanted in {space.code}, to which no line leads.", f"delivery:{spot.row}"
        )
    if spots and not lost:
        yield passed(PLACED, f"{len(spots)} deliveries are on spaces that lines lead to.")


def facts_are_about_something(evidence: Evidence) -> Iterator[ValidationShape]:
    """A subject that is called as a kind of concept, a card, a space or a deck is one of the game."""
    rows, ruleset = evidence.rows, evidence.ruleset
    known = {kind: set(codes) for kind, codes in ruleset.concepts.items()}
    for kind, listed in (("card", rows.cards), ("location", rows.locations), ("deck", rows.decks)):
        known.setdefault(kind, set()).update(each.code for each in listed)
    cards = {card.code for card in rows.cards}
    subjects = dict.fromkeys(subject for subject, _ in ruleset.facts)
    wrong = 0
    for subject in subjects:
        kind, _, code = subject.partition(":")
        if code and kind in known and code not in known[kind] and code not in cards:
            wrong += 1
            yield failed(SUBJECTS, f"The game has no {kind} `{code}`, and no card that is called so.", subject)
    if subjects and not wrong:
        yield passed(SUBJECTS, f"{len(subjects)} subjects of facts exist.")


def editions_agree(evidence: Evidence) -> Iterator[ValidationShape]:
    """What belongs to an edition is owned, stated and printed by that edition or by all."""
    wrong = [*_owners(evidence), *_claims(evidence), *_decks(evidence), *_texts(evidence)]
    for subject, sentence in wrong:
        yield failed(EDITIONS, sentence, subject)
    if not wrong:
        yield passed(EDITIONS, "Effects, facts, cards and texts belong to what they refer to.")


CHECKS = (
    Check("rows", LINES, lines_join_spaces),
    Check("rows", PLACED, deliveries_are_on_the_board),
    Check("rows", SUBJECTS, facts_are_about_something),
    Check("rows", EDITIONS, editions_agree),
)

Wrong = Iterator[tuple[str, str]]


def _owners(evidence: Evidence) -> Wrong:
    """Effects whose owner is of another game or edition."""
    session, game_id = evidence.session, evidence.rows.game.id
    of_game = session.exec(select(Effect).where(Effect.game_id == game_id)).all()
    for kind, table in OWNERS.items():
        owners = {
            number: (owner_game, edition)
            for number, owner_game, edition in session.exec(select(table.id, table.game_id, table.edition_id))
        }
        for effect in of_game:
            if effect.owner_kind != kind or effect.owner_id not in owners:
                continue
            owner_game, edition = owners[effect.owner_id]
            told = f"The effect “{effect.notation}” belongs to {kind} {effect.owner_id}"
            if owner_game != game_id:
                yield f"effect:{effect.id}", f"{told}, which is of another game."
            elif edition is not None and effect.edition_id not in (None, edition):
                yield f"effect:{effect.id}", f"{told}, which is of another edition."


def _claims(evidence: Evidence) -> Wrong:
    """Facts that were chosen from claims of another edition, and claims that their document's edition contradicts."""
    wanted = (
        select(Fact, Claim, Document.edition_id)
        .join(Claim, col(Claim.fact_id) == Fact.id)
        .outerjoin(Document, col(Document.id) == Claim.document_id)
        .where(Fact.game_id == evidence.rows.game.id, col(Fact.edition_id) == evidence.rows.edition_id)
    )
    for fact, claim, of_document in evidence.session.exec(wanted).all():
        name = f"`{fact.subject}` `{fact.attribute}`"
        if claim.edition_id not in (None, fact.edition_id):
            yield f"fact:{fact.id}", f"{name} was chosen from claim {claim.id}, which is of another edition."
        elif claim.game_id != fact.game_id:
            yield f"fact:{fact.id}", f"{name} was chosen from claim {claim.id}, which is of another game."
        elif of_document is not None and claim.edition_id not in (None, of_document):
            yield f"claim:{claim.id}", f"The document that states {name} is of another edition than the claim."


def _decks(evidence: Evidence) -> Wrong:
    wanted = select(Card, Deck.game_id).join(Deck, col(Deck.id) == Card.deck_id)
    for card, game_id in evidence.session.exec(wanted.where(Card.game_id == evidence.rows.game.id)).all():
        if game_id != card.game_id:
            yield f"card:{card.code}", f"The card {card.code} is in a deck of another game."
    other = aliased(Location)
    lines = (
        select(Location.code, other.code)
        .join(Connection, col(Connection.a_id) == Location.id)
        .join(other, col(Connection.b_id) == other.id)
        .where(Location.game_id == evidence.rows.game.id, other.game_id != Location.game_id)
    )
    for one, two in evidence.session.exec(lines).all():
        yield f"location:{one}", f"A line leads from {one} to {two}, a space of another game."


def _texts(evidence: Evidence) -> Wrong:
    """Passages that print a card or a rule but describe another game, or an edition that the card is not of."""
    for text_table, owner, key in ((CardText, Card, "card_id"), (RuleText, Rule, "rule_id")):
        found = evidence.session.exec(
            select(owner.code, owner.edition_id, Document.edition_id, Document.game_id, text_table.id)  # type: ignore[call-overload]
            .join(text_table, getattr(text_table, key) == owner.id)
            .join(Passage, col(Passage.id) == text_table.passage_id)
            .join(Document, col(Document.id) == Passage.document_id)
            .where(owner.game_id == evidence.rows.game.id)
        ).all()
        for code, edition, of_document, game_id, number in found:
            kind = str(owner.__tablename__)
            if game_id != evidence.rows.game.id:
                yield f"{kind}:{code}", f"The text {number} of {kind} {code} is printed by a document of another game."
            elif edition is not None and of_document not in (None, edition):
                yield (
                    f"{kind}:{code}",
                    f"The text {number} of {kind} {code} is printed by a document of another edition.",
                )
