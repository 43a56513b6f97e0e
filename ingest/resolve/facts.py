"""One fact per edition, subject and attribute, and the conflicts met on the way."""

from collections import defaultdict
from collections.abc import Iterator, Sequence
from dataclasses import replace
from itertools import product

from sqlmodel import Session, col, delete, select

from ingest.resolve.bind_corrections import without_unbound
from ingest.resolve.choose import Choice, Stated, choose, heard
from ingest.resolve.sheet_editions import editions_of
from ingest.sums import balances, members
from ingest.weighed.weigh import read_weights
from schema.base import row
from schema.claims import Claim, Conflict, ConflictClaim, ConflictKind, ConflictShape, Fact, FactShape
from schema.documents import Document
from schema.games import Edition, Game
from schema.pack import SumForm

Key = tuple[str, str]
"""Subject and attribute."""
Balanced = dict[tuple[int | None, str, str, str], list[tuple[dict[Key, str], str]]]
"""By document, subject, attribute and value: with which values the numbers add up, and what they make."""


def resolve_facts(session: Session, game: Game, sums: list[SumForm], usual: str = "") -> None:
    """Throw away the game's facts and conflicts and choose them anew from all its claims; ``usual`` is an edition."""
    for table in (Conflict, Fact):
        session.exec(delete(table).where(col(table.game_id) == game.id))
    documents = {d.id: d for d in session.exec(select(Document).where(Document.game_id == game.id))}
    claims = list(session.exec(select(Claim).where(Claim.game_id == game.id).order_by(col(Claim.id))))
    editions = list(session.exec(select(Edition).where(Edition.game_id == game.id).order_by(Edition.code)))
    chosen: dict[int | None, dict[Key, Choice]] = {}
    superseded = {d.id for d in documents.values() if d.superseded_by_id is not None}
    counted = [claim for claim in claims if claim.document_id not in superseded]
    sheets = editions_of(session, game, usual)
    voting = without_unbound(counted, documents, read_weights(game.code), sheets)
    former = [claim for claim in claims if claim.document_id in superseded]
    for edition_id in [e.id for e in editions] or [None]:
        stated = _stated(voting, documents, edition_id, sums)
        older = _stated(former, documents, edition_id, sums)
        chosen[edition_id] = _resolve_edition(session, game, edition_id, stated, older)
    _compare_editions(session, game, editions, chosen, voting)
    session.flush()


def _stated(
    claims: Sequence[Claim], documents: dict[int | None, Document], edition_id: int | None, sums: list[SumForm]
) -> dict[Key, list[Stated]]:
    """What is claimed for an edition: its own claims and those that hold for all."""
    balanced = _balanced(claims, sums)
    by_key: dict[Key, list[Stated]] = defaultdict(list)
    for claim in claims:
        if claim.edition_id in (None, edition_id):
            key = claim.subject, claim.attribute
            ways = balanced.get((claim.document_id, *key, claim.value), [])
            by_key[key].append(Stated(claim, documents.get(claim.document_id), ways[0][1] if ways else ""))
    return _of_chosen(by_key, balanced)


def _of_chosen(by_key: dict[Key, list[Stated]], balanced: Balanced) -> dict[Key, list[Stated]]:
    """Where the numbers of a document add up in several ways, each claim tells the one whose values are chosen."""
    if all(len(ways) == 1 for ways in balanced.values()):
        return by_key
    choices = {key: _decided(group) or choose(group) for key, group in by_key.items()}
    values = {key: choice.value for key, choice in choices.items() if choice}

    def told(one: Stated) -> Stated:
        claim = one.claim
        ways = balanced.get((claim.document_id, claim.subject, claim.attribute, claim.value), [])
        shown = next((shown for stated, shown in ways if stated.items() <= values.items()), one.adds_up)
        return replace(one, adds_up=shown)

    return {key: [told(one) for one in group] for key, group in by_key.items()}


def _balanced(claims: Sequence[Claim], sums: list[SumForm]) -> Balanced:
    """The numbers that add up within their document."""
    values: dict[tuple[int | None, str, str], set[str]] = defaultdict(set)
    for claim in claims:
        if claim.document_id is not None and claim.standing == "asserted":
            values[claim.document_id, claim.subject, claim.attribute].add(claim.value)
    found: Balanced = defaultdict(list)
    for document in {d for d, _, _ in values}:
        for form in sums:
            keys = sorted(members(form))
            options = [sorted(values.get((document, *key), ())) for key in keys]
            for combination in product(*options):
                stated = dict(zip(keys, combination, strict=True))
                for balance in balances([form], stated):
                    if balance.is_right:
                        for key, value in stated.items():
                            found[document, *key, value].append((stated, balance.shown))
    return found


def _resolve_edition(
    session: Session,
    game: Game,
    edition_id: int | None,
    stated: dict[Key, list[Stated]],
    older: dict[Key, list[Stated]],
) -> dict[Key, Choice]:
    chosen: dict[Key, Choice] = {}
    for (subject, attribute), group in sorted(stated.items()):
        choice = _decided(group) or choose(group)
        if choice is None:
            continue
        choice = _beside_older_printings(choice, older.get((subject, attribute), ()))
        chosen[subject, attribute] = choice
        shape = FactShape(
            subject=subject,
            attribute=attribute,
            value=choice.value,
            origin=choice.origin,
            reason=choice.reason,
            is_provisional=choice.is_provisional,
        )
        fact = row(Fact, shape, game_id=game.id, edition_id=edition_id)
        session.add(fact)
        session.flush()
        for one in group:
            is_said = one.claim.standing == "asserted" and one.claim.value == choice.value
            if is_said and one.claim.edition_id == edition_id:
                one.claim.fact_id = fact.id
        for kind in _disagreements(heard(group)):
            conflict = ConflictShape(
                subject=subject,
                attribute=attribute,
                kind=kind,
                chosen_value=choice.value,
                reason=choice.reason,
                status="open" if choice.is_provisional else "settled",
            )
            involved = [s.claim for s in heard(group) if s.document or kind == "list"]
            _store(session, conflict, game, edition_id, involved)
    return chosen


def _decided(group: Sequence[Stated]) -> Choice | None:
    """What a person decided, which goes before all; what was decided for the edition before what was for all."""
    decided = [one.claim for one in group if one.claim.origin == "decided"]
    if not decided:
        return None
    held = max(decided, key=lambda claim: claim.edition_id is not None)
    others = sorted({one.claim.value for one in group if one.claim.origin != "decided"} - {held.value})
    against = f", although {' and '.join(others)} is stated too" if others else ""
    return Choice(held.value, "decided", f"A person decided it{against}: {held.note}")


def _beside_older_printings(choice: Choice, older: Sequence[Stated]) -> Choice:
    """The choice, telling what printings said that newer ones have superseded."""
    said = {(s.document.file_name, s.claim.value) for s in older if s.document and s.claim.standing == "asserted"}
    others = sorted(f"{file} says {value}" for file, value in said if value != choice.value)
    told = f" In an older printing, which has no vote, {', '.join(others)}." if others else ""
    return replace(choice, reason=choice.reason + told)


def _disagreements(group: Sequence[Stated]) -> Iterator[ConflictKind]:
    """The kinds of disagreement among what documents state, and with the list where it was read off the component."""
    by_document: dict[str, set[str]] = defaultdict(set)
    overruled: dict[str, set[str]] = defaultdict(set)
    for one in group:
        if one.document and one.claim.standing in ("asserted", "overruled"):
            said = by_document if one.claim.standing == "asserted" else overruled
            said[one.document.sha256].add(one.claim.value)
    if any(len(values | overruled[document]) > 1 for document, values in by_document.items()):
        yield "internal"
    if len({frozenset(values) for values in by_document.values()}) > 1:
        yield "translation"
    listed = {one.claim.value for one in group if one.claim.origin == "card-list"}
    if by_document and listed - set().union(*by_document.values()):
        yield "list"


def _compare_editions(
    session: Session,
    game: Game,
    editions: Sequence[Edition],
    chosen: dict[int | None, dict[Key, Choice]],
    claims: Sequence[Claim],
) -> None:
    """Where the rulebooks of two editions state different values: a difference, not an error."""
    printed = {e.id: {k: c.value for k, c in chosen[e.id].items() if c.origin == "rulebook"} for e in editions}
    for key in sorted({k for values in printed.values() for k in values}):
        stated = {e.code: printed[e.id][key] for e in editions if key in printed[e.id]}
        if len(set(stated.values())) < 2:
            continue
        shown = ", ".join(f"{value} in {code}" for code, value in stated.items())
        conflict = ConflictShape(
            subject=key[0],
            attribute=key[1],
            kind="edition",
            chosen_value=" / ".join(stated.values()),
            reason=f"The editions differ: {shown}.",
        )
        involved = [c for c in claims if (c.subject, c.attribute) == key and c.document_id]
        _store(session, conflict, game, None, involved)


def _store(session: Session, shape: ConflictShape, game: Game, edition_id: int | None, claims: Sequence[Claim]) -> None:
    conflict = row(Conflict, shape, game_id=game.id, edition_id=edition_id)
    session.add(conflict)
    session.flush()
    session.add_all(row(ConflictClaim, {}, conflict_id=conflict.id, claim_id=c.id) for c in claims)
