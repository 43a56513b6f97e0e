"""What a database holds, what is open in it, and the command that settles each."""

from collections.abc import Iterator
from dataclasses import dataclass

from sqlmodel import Session, col, func, select

from db.decide import decisions
from ingest.review_settings import BY_A_PERSON, ReviewSettings
from rules_engine.errors import RulesetError
from rules_engine.gaps import OpenFacts, open_facts
from rules_engine.read import read_ruleset
from rulewright.fact_changes import Held, Key, count_origins, facts_held
from rulewright.unplayed import Discoveries, discoveries
from rulewright.unresolved import unresolved
from schema.base import Origin
from schema.claims import DISPUTES, Claim, Conflict, Finding, Mention
from schema.decisions import STALE
from schema.documents import Document, Passage, Repair
from schema.games import Edition, Game
from schema.results import Validation


@dataclass(frozen=True, slots=True)
class GameOverview:
    """A game with its documents and where its facts come from."""

    game: str
    name: str
    editions: tuple[str, ...]
    """Those that documents describe."""
    documents: int
    facts: dict[Origin, int]
    provisional: int
    discovered: Discoveries | None = None
    """What documents alone told of a game without a pack."""


@dataclass(frozen=True, slots=True)
class DocumentOverview:
    """A document, and how much of it is doubtful."""

    file_name: str
    title: str
    game: str
    edition: str
    language: str
    kind: str
    pages: int
    claims: int
    doubtful: int


@dataclass(frozen=True, slots=True)
class OpenItem:
    """Something that waits for a person, with the command that settles it."""

    what: str
    command: str


@dataclass(frozen=True, slots=True)
class Overview:
    """Everything at a glance."""

    games: tuple[GameOverview, ...]
    documents: tuple[DocumentOverview, ...]
    decisions: int
    open: tuple[OpenItem, ...]


def look_over(opened: Session) -> Overview:
    """The games, the documents, and what is open."""
    facts = facts_held(opened)
    documents = tuple(_documents(opened))
    games = tuple(_game(opened, game, documents, facts) for game in opened.exec(select(Game).order_by(Game.code)).all())
    items = (*_of_games(opened, games, facts), *_of_documents(opened, documents))
    return Overview(games, documents, len(decisions(opened)), items)


def _documents(opened: Session) -> Iterator[DocumentOverview]:
    rows = opened.exec(
        select(Document, Game.code, Edition.code)
        .join(Game, col(Game.id) == Document.game_id)
        .join(Edition, col(Edition.id) == Document.edition_id, isouter=True)
        .order_by(Game.code, Document.file_name)
    ).all()
    for document, game, edition in rows:
        claims = opened.exec(select(func.count(col(Claim.id))).where(Claim.document_id == document.id)).one()
        yield DocumentOverview(
            document.file_name,
            document.title,
            game,
            edition or "",
            document.language,
            document.kind,
            document.page_count,
            claims,
            _doubtful(opened, document),
        )


def _doubtful(opened: Session, document: Document, settings: ReviewSettings = ReviewSettings()) -> int:
    """How many words a person would be asked about."""
    repaired = (
        select(func.count(col(Repair.id)))
        .join(Passage, col(Passage.id) == Repair.passage_id)
        .where(Passage.document_id == document.id, Repair.confidence < settings.doubtful, Repair.reason != BY_A_PERSON)
        .where(func.trim(Repair.before) != "")
    )
    named = (
        select(func.count(col(Mention.id)))
        .join(Passage, col(Passage.id) == Mention.passage_id)
        .where(Passage.document_id == document.id, Mention.margin < settings.close_margin)
        .where(col(Mention.runner_up_id).is_not(None))
    )
    return opened.exec(repaired).one() + opened.exec(named).one()


def _game(opened: Session, game: Game, documents: tuple[DocumentOverview, ...], facts: dict[Key, Held]) -> GameOverview:
    own = [document for document in documents if document.game == game.code]
    held = {key: fact for key, fact in facts.items() if key[0] == game.code}
    return GameOverview(
        game.code,
        game.name,
        tuple(sorted({document.edition for document in own} - {""})),
        len(own),
        count_origins(held),
        sum(fact.is_provisional for fact in held.values()),
        None if game.fingerprint else discoveries(opened, game.code),
    )


def _of_games(opened: Session, games: tuple[GameOverview, ...], facts: dict[Key, Held]) -> Iterator[OpenItem]:
    lagging = unresolved(opened)
    if not any(game.documents for game in games):
        yield OpenItem("There is no document yet.", "rulewright ingest FILES")
    for game in games:
        option = f"--game {game.game}"
        if game.game in lagging:
            yield OpenItem(f"{game.name}: documents changed, and facts were not chosen anew.", "rulewright ingest")
        doubted = [" ".join(key[2:]) for key, fact in facts.items() if key[0] == game.game and fact.is_provisional]
        if doubted:
            yield OpenItem(
                f"{game.name}: provisional: {_few([*dict.fromkeys(doubted)])}.", f"rulewright review {option}"
            )
        disputed = _disputed(opened, game.game, facts)
        if disputed:
            told = f"{game.name}: documents dispute {_few(disputed)}; a rule settled it."
            yield OpenItem(told, f"rulewright review {option}")
        for edition in game.editions:
            yield from _of_play(opened, game, edition)
        if game.discovered is not None and game.documents:
            told = f"{game.name} has no pack: it can be read and searched, not played."
            yield OpenItem(told, f"rulewright validate {option}")


def _disputed(opened: Session, game: str, facts: dict[Key, Held]) -> list[str]:
    rows = opened.exec(
        select(Conflict.subject, Conflict.attribute, Edition.code)
        .join(Game, col(Game.id) == Conflict.game_id)
        .join(Edition, col(Edition.id) == Conflict.edition_id, isouter=True)
        .where(Game.code == game, col(Conflict.kind).in_(DISPUTES), Conflict.status == "settled")
        .order_by(Conflict.subject, Conflict.attribute)
    ).all()
    keys = [(game, edition or "", subject, attribute) for subject, attribute, edition in rows]
    return list(dict.fromkeys(" ".join(k[2:]) for k in keys if k in facts and facts[k].origin != "decided"))


def _of_play(opened: Session, game: GameOverview, edition: str) -> Iterator[OpenItem]:
    """What keeps an edition from being played, or was never checked."""
    name, chosen = f"{game.name} {edition}", f"{game.game} --edition {edition}"
    try:
        found = _asked_for(opened, game.game, edition)
    except RulesetError as error:
        yield OpenItem(f"{name} cannot be played: {error}", f"rulewright validate --game {game.game} --only rows")
        return
    if found is None:
        return
    if found.missing:
        told = _few([" ".join(fact) for fact in found.missing])
        yield OpenItem(f"{name} cannot be played without {told}.", f"rulewright play {chosen}")
    for part in dict.fromkeys(found.left_out.values()):
        lacking = [" ".join(fact) for fact, of in found.left_out.items() if of == part]
        yield OpenItem(f"{name} is played without {part}, for want of {_few(lacking)}.", f"rulewright play {chosen}")
    checked = (
        select(Validation.id)
        .join(Edition, col(Edition.id) == Validation.edition_id)
        .join(Game, col(Game.id) == Validation.game_id)
        .where(Game.code == game.game, Edition.code == edition)
    )
    if opened.exec(checked).first() is None:
        yield OpenItem(f"{name} was not checked yet.", f"rulewright validate --game {game.game}")


def _asked_for(opened: Session, game: str, edition: str) -> OpenFacts | None:
    """What is open about the facts of an edition; none where the engine does not play the game."""
    ruleset = read_ruleset(opened, game, edition)
    return open_facts(ruleset) if ruleset.make_engine else None


def _of_documents(opened: Session, documents: tuple[DocumentOverview, ...]) -> Iterator[OpenItem]:
    for document in documents:
        if document.doubtful:
            words = "words are" if document.doubtful > 1 else "word is"
            told = f"{document.file_name}: {document.doubtful} {words} doubtful."
            yield OpenItem(told, f"rulewright review {document.file_name}")
    stale = opened.exec(select(func.count(col(Finding.id))).where(Finding.kind == STALE)).one()
    if stale:
        told = f"{stale} decisions are" if stale > 1 else "One decision is"
        yield OpenItem(f"{told} stale: the text has changed since.", "rulewright review --list")
    marked = opened.exec(
        select(func.count(col(Finding.id))).where(Finding.severity != "note", Finding.kind != STALE)
    ).one()
    if marked:
        places = f"{marked} places of documents are" if marked > 1 else "One place of a document is"
        yield OpenItem(f"{places} marked for an editor.", "rulewright lint")


def _few(names: list[str], most: int = 4) -> str:
    """The first of some names, and how many more there are."""
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")
