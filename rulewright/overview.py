"""What a database holds, what is open in it, and the command that settles each.

Asked in SQL, which is the same in SQLite and PostgreSQL: the tables as classes take longer to import than all answers.
"""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Any, Literal

from sqlalchemy import bindparam, text
from sqlmodel import Session

from ingest.deciding.review_settings import BY_A_PERSON, ReviewSettings
from rulewright.discoveries import Discoveries, discoveries
from rulewright.origins import in_order
from rulewright.unread import unread_documents
from schema.base import Origin
from schema.row_kinds import DISPUTES, PROPOSED_NAME, STALE, UNRESOLVED

_GAMES = "SELECT code, name, fingerprint FROM game ORDER BY code"
_DOCUMENTS = """
    SELECT document.file_name, document.title, game.code, coalesce(edition.code, ''), document.language, document.kind,
           document.page_count, (SELECT count(*) FROM claim WHERE claim.document_id = document.id),
           (SELECT count(*) FROM repair JOIN passage ON passage.id = repair.passage_id
            WHERE passage.document_id = document.id AND repair.confidence < :doubtful
              AND repair.reason <> :by_a_person AND trim(repair.before) <> '')
           + (SELECT count(*) FROM mention JOIN passage ON passage.id = mention.passage_id
              WHERE passage.document_id = document.id AND mention.margin < :close_margin
                AND mention.runner_up_id IS NOT NULL)
    FROM document JOIN game ON game.id = document.game_id LEFT JOIN edition ON edition.id = document.edition_id
    ORDER BY game.code, document.file_name
"""
_ORIGINS = """
    SELECT game.code, fact.origin, count(*) FROM fact JOIN game ON game.id = fact.game_id
    GROUP BY game.code, fact.origin
"""
_PROVISIONAL = """
    SELECT game.code, fact.subject, fact.attribute FROM fact JOIN game ON game.id = fact.game_id
    WHERE fact.is_provisional ORDER BY fact.id
"""
_DISPUTED = """
    SELECT DISTINCT game.code, conflict.subject, conflict.attribute FROM conflict
    JOIN game ON game.id = conflict.game_id
    JOIN fact ON fact.game_id = conflict.game_id AND coalesce(fact.edition_id, 0) = coalesce(conflict.edition_id, 0)
     AND fact.subject = conflict.subject AND fact.attribute = conflict.attribute AND fact.origin <> 'decided'
    WHERE conflict.kind IN :disputes AND conflict.status = 'settled' ORDER BY conflict.subject, conflict.attribute
"""
_MISSING = """
    SELECT game.code, edition.code, missing_fact.subject, missing_fact.attribute, missing_fact.part, missing_fact.reason
    FROM missing_fact JOIN game ON game.id = missing_fact.game_id JOIN edition ON edition.id = missing_fact.edition_id
    ORDER BY missing_fact.id
"""
_CHECKED = """
    SELECT DISTINCT game.code, edition.code FROM validation
    JOIN game ON game.id = validation.game_id JOIN edition ON edition.id = validation.edition_id
"""
_UNRESOLVED = """
    SELECT DISTINCT game.code FROM finding JOIN game ON game.id = finding.game_id WHERE finding.kind = :unresolved
"""
_PROPOSED = """
    SELECT document.file_name, count(*) FROM finding JOIN document ON document.id = finding.document_id
    WHERE finding.kind = :proposed_name GROUP BY document.file_name ORDER BY document.file_name
"""
_STALE = "SELECT count(*) FROM finding WHERE kind = :stale"
_MARKED = "SELECT count(*) FROM finding WHERE severity <> 'note' AND kind <> :stale"
_DECISIONS = "SELECT count(*) FROM decision WHERE value <> ''"


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


Matter = Literal[
    "provisional", "disputed", "unresolved", "unplayable", "unchecked", "unpacked", "doubtful", "named", "other"
]
"""What kind of thing is open."""


@dataclass(frozen=True, slots=True)
class OpenItem:
    """Something that waits for a person, with the command that settles it."""

    what: str
    command: str
    matter: Matter = "other"
    of: str = ""
    """The game, the edition of it, or the document."""


@dataclass(frozen=True, slots=True)
class Overview:
    """Everything at a glance."""

    games: tuple[GameOverview, ...]
    documents: tuple[DocumentOverview, ...]
    decisions: int
    open: tuple[OpenItem, ...]


class _Rows:
    """What a database answers, asked once for all games."""

    def __init__(self, opened: Session, settings: ReviewSettings = ReviewSettings()) -> None:
        self.opened = opened
        self._known: dict[str, Any] = {
            "doubtful": settings.doubtful,
            "close_margin": settings.close_margin,
            "by_a_person": BY_A_PERSON,
            "stale": STALE,
            "unresolved": UNRESOLVED,
            "proposed_name": PROPOSED_NAME,
            "disputes": DISPUTES,
        }
        self._of_games: dict[str, dict[str, list[tuple[Any, ...]]]] = {}

    def ask(self, question: str) -> list[tuple[Any, ...]]:
        """The rows of an answer; whatever the question names is known."""
        used = {name: value for name, value in self._known.items() if f":{name}" in question}
        asked = text(question)
        for name, value in used.items():
            asked = asked.bindparams(bindparam(name, expanding=True)) if isinstance(value, tuple) else asked
        return [tuple(row) for row in self.opened.connection().execute(asked, used)]

    def count(self, question: str) -> int:
        """The only number of an answer."""
        return int(self.ask(question)[0][0])

    def of_game(self, question: str, game: str) -> Sequence[tuple[Any, ...]]:
        """The rows of an answer that begin with the code of this game, without it."""
        if question not in self._of_games:
            grouped = self._of_games[question] = {}
            for row in self.ask(question):
                grouped.setdefault(row[0], []).append(row[1:])
        return self._of_games[question].get(game, ())


def look_over(opened: Session, game: str | None = None) -> Overview:
    """The games, or one of them, the documents, and what is open."""
    rows = _Rows(opened)
    documents = tuple(DocumentOverview(*row) for row in rows.ask(_DOCUMENTS) if game in (None, row[2]))
    games = tuple(_game(rows, documents, *row) for row in rows.ask(_GAMES) if game in (None, row[0]))
    unread = (each for each in unread_documents(opened) if game in (None, each.game))
    lacking = (OpenItem(each.told, "rulewright ingest FILES --again", of=each.game) for each in unread)
    of_all = _of_all(rows) if game is None else ()
    items = (*_of_games(rows, games), *lacking, *_of_documents(rows, documents), *of_all)
    return Overview(games, documents, rows.count(_DECISIONS), items)


def _game(rows: _Rows, documents: tuple[DocumentOverview, ...], code: str, name: str, fingerprint: str) -> GameOverview:
    own = [document for document in documents if document.game == code]
    return GameOverview(
        code,
        name,
        tuple(sorted({document.edition for document in own} - {""})),
        len(own),
        in_order(dict(rows.of_game(_ORIGINS, code))),
        len(rows.of_game(_PROVISIONAL, code)),
        None if fingerprint else discoveries(rows.opened, code),
    )


def _of_games(rows: _Rows, games: tuple[GameOverview, ...]) -> Iterator[OpenItem]:
    if not any(game.documents for game in games):
        yield OpenItem("There is no document yet.", "rulewright ingest FILES")
    for game in games:
        option = f"--game {game.game}"
        if rows.of_game(_UNRESOLVED, game.game):
            yield OpenItem(
                f"{game.name}: documents changed, and facts were not chosen anew.",
                "rulewright ingest",
                "unresolved",
                game.name,
            )
        if doubted := _named(rows.of_game(_PROVISIONAL, game.game)):
            told = f"{game.name}: provisional: {few(doubted)}."
            yield OpenItem(told, f"rulewright review {option}", "provisional", game.name)
        if disputed := _named(rows.of_game(_DISPUTED, game.game)):
            told = f"{game.name}: documents dispute {few(disputed)}; a rule settled it."
            yield OpenItem(told, f"rulewright review {option}", "disputed", game.name)
        for edition in game.editions if game.discovered is None else ():
            yield from _of_play(rows, game, edition)
        if game.discovered is not None and game.documents:
            told = f"{game.name} has no pack: it can be read and searched, not played."
            yield OpenItem(told, f"rulewright validate {option}", "unpacked", game.name)


def _of_play(rows: _Rows, game: GameOverview, edition: str) -> Iterator[OpenItem]:
    """What keeps an edition from being played, or was never checked."""
    name, chosen = f"{game.name} {edition}", f"{game.game} --edition {edition}"
    lacking: dict[str, list[str]] = {}
    for of, subject, attribute, part, reason in rows.of_game(_MISSING, game.game):
        if of == edition and reason:
            told = f"{name} cannot be played: {reason}"
            yield OpenItem(told, f"rulewright validate --game {game.game} --only rows", "unplayable", name)
            return
        if of == edition:
            lacking.setdefault(part, []).append(f"{subject} {attribute}")
    for part, facts in lacking.items() if "" not in lacking else [("", lacking[""])]:
        want = few(facts)
        told = f"is played without {part}, for want of {want}" if part else f"cannot be played without {want}"
        yield OpenItem(f"{name} {told}.", f"rulewright play {chosen}", "unplayable", name)
    if (edition,) not in rows.of_game(_CHECKED, game.game):
        yield OpenItem(f"{name} was not checked yet.", f"rulewright validate --game {game.game}", "unchecked", name)


def _of_documents(rows: _Rows, documents: tuple[DocumentOverview, ...]) -> Iterator[OpenItem]:
    proposed = {name: int(count) for name, count in rows.ask(_PROPOSED)}
    for document in documents:
        if count := proposed.get(document.file_name, 0):
            names = (
                f"{count} unknown names seem to name things" if count > 1 else "an unknown name seems to name a thing"
            )
            told = f"{document.file_name}: {names} of the game."
            yield OpenItem(told, f"rulewright review {document.file_name}", "named", document.file_name)
        if document.doubtful:
            words = "words are" if document.doubtful > 1 else "word is"
            told = f"{document.file_name}: {document.doubtful} {words} doubtful."
            yield OpenItem(told, f"rulewright review {document.file_name}", "doubtful", document.file_name)


def _of_all(rows: _Rows) -> Iterator[OpenItem]:
    """What is counted over the whole database."""
    if stale := rows.count(_STALE):
        told = f"{stale} decisions are" if stale > 1 else "One decision is"
        yield OpenItem(f"{told} stale: the text has changed since.", "rulewright review --list")
    if marked := rows.count(_MARKED):
        places = f"{marked} places of documents are" if marked > 1 else "One place of a document is"
        yield OpenItem(f"{places} marked for an editor.", "rulewright lint")


def _named(facts: Sequence[tuple[Any, ...]]) -> list[str]:
    """Facts as a person calls them, each once."""
    return list(dict.fromkeys(" ".join(fact) for fact in facts))


def few(names: Sequence[str], most: int = 4) -> str:
    """The first of some names, and how many more there are."""
    rest = len(names) - most
    return ", ".join(names[:most]) + (f" and {rest} more" if rest > 0 else "")
