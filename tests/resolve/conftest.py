"""What documents say together: the real games in a database, and a tiny one whose few rows a test writes by hand."""

import sqlite3
from collections.abc import Callable, Iterator
from contextlib import closing
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import event
from sqlmodel import Session, SQLModel, create_engine, select

from db.load import load_reading
from db.load_pack import load_pack
from db.open import open_database, session, sqlite_url
from ingest.files.addresses import address_of
from ingest.pipeline import Options, read_document
from ingest.resolve.checks.copy import Copy
from ingest.resolve.run import resolve_game
from schema.base import row
from schema.claims import Claim, Fact, Finding, Mention
from schema.documents import Document, Page, Passage, PassageShape, Repair
from schema.games import Concept, Edition, Game
from schema.pack import Pack, SharedLanguageFile
from schema.reading import Reading

Resolve = Callable[..., Session]


BOOKS = Path(__file__).parent / "books"
"""A rulebook of our own in two languages."""


@pytest.fixture(scope="session")
def two_languages(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A database of the rulebook in English and German; the German one has a wrong number and a line in English."""
    folder = tmp_path_factory.mktemp("two-languages")
    english = (BOOKS / "lantern-road-en.md").read_text(encoding="utf-8")
    german = (BOOKS / "lantern-road-de.md").read_text(encoding="utf-8")
    left_in_english = next(line for line in english.splitlines() if line.startswith("If you cannot"))
    translated = next(line for line in german.splitlines() if line.startswith("Wenn du keine"))
    german = german.replace(translated, left_in_english).replace("zahle 2 Glasperlen", "zahle 4 Glasperlen")
    german = german.replace("Eine Laterne schützt ihren Besitzer vor dem Sturm.\n\n", "")
    with session(open_database(sqlite_url(folder / "books.db"))) as opened:
        for name, text in (("english", english), ("german", german)):
            (folder / f"{name}.md").write_text(text, encoding="utf-8")
            said = Options(game="Lantern Road")
            reading = read_document(
                address_of(str(folder / f"{name}.md")), {}, candidates=["en", "de"], recipe=name, options=said
            )
            load_reading(opened, reading)
        resolve_game(opened, opened.exec(select(Game)).one().code, None)
    return folder / "books.db"


@pytest.fixture
def both(two_languages: Path) -> Iterator[Session]:
    """Those books, only to be read."""
    with session(open_database(sqlite_url(two_languages)), read_only=True) as opened:
        yield opened


@pytest.fixture(scope="session")
def packs_loaded(tmp_path_factory: pytest.TempPathFactory, games: dict[str, Pack]) -> Path:
    """A database with the packs of all games and no document."""
    file = tmp_path_factory.mktemp("packs") / "packs.db"
    with session(open_database(sqlite_url(file))) as opened:
        for pack in games.values():
            load_pack(opened, pack)
    return file


@pytest.fixture
def resolve(tmp_path: Path, packs_loaded: Path, games: dict[str, Pack]) -> Iterator[Resolve]:
    """Loads texts by language into a new database, as rulebooks of one game, and resolves it."""
    with closing(sqlite3.connect(packs_loaded)) as source, closing(sqlite3.connect(tmp_path / "resolved.db")) as copy:
        source.backup(copy)
    with session(open_database(sqlite_url(tmp_path / "resolved.db"))) as opened:

        def run(game: str, edition: str, **texts: str) -> Session:
            for language, text in texts.items():
                file = tmp_path / f"{language}.md"
                file.write_text(text, encoding="utf-8")
                said = Options(game=game, edition=edition, language=language)
                load_reading(opened, read_document(file, games, candidates=(language,), recipe="r", options=said))
            resolve_game(opened, game, games[game])
            return opened

        yield run


@pytest.fixture(scope="session")
def resolved_seeds(
    tmp_path_factory: pytest.TempPathFactory, games: dict[str, Pack], read_seed: Callable[[str], Reading]
) -> Iterator[Session]:
    """The three real rulebooks of Black Orchestra, resolved together."""
    url = sqlite_url(tmp_path_factory.mktemp("seeds") / "seeds.db")
    with session(open_database(url)) as opened:
        load_pack(opened, games["black-orchestra"])
        for number in ("000", "001", "003"):
            load_reading(opened, read_seed(number))
        resolve_game(opened, "black-orchestra", games["black-orchestra"])
        yield opened


class Shelf:
    """The tiny game in memory, and documents of it that a test writes row by row."""

    def __init__(self, session: Session, pack: Pack) -> None:
        self.session = session
        self.pack = pack
        load_pack(session, pack)
        self.game = session.exec(select(Game)).one()
        self.editions = {edition.code: edition for edition in session.exec(select(Edition))}

    def add(self, made: Any) -> Any:
        self.session.add(made)
        self.session.flush()
        return made

    def document(self, language: str = "en", *, number: int = 1, edition: str | None = "1st", **given: Any) -> Document:
        """A document of one page; the number makes its checksum."""
        content = {"kind": "rulebook", "language": language, "title": "t", "file_name": f"{number}.md", **given}
        file = {"source": f"{number}", "sha256": f"{number:064d}", "recipe": "r", "media_type": "text/plain"}
        keys = {"game_id": self.game.id, "edition_id": self.editions[edition].id if edition else None}
        document = self.add(row(Document, {**content, **file, "page_count": 1}, **keys))
        page = {"number": 1, "method": "plain", "reason": "Plain.", "confidence": 1}
        self.add(row(Page, page, document_id=document.id))
        return document

    def passage(self, document: Document, text: str, kind: str = "paragraph", **given: Any) -> Passage:
        """The next passage of a document; `raw` is what was read where the text was cleaned."""
        page = self.session.exec(select(Page).where(Page.document_id == document.id)).one()
        seq = len(self.session.exec(select(Passage).where(Passage.document_id == document.id)).all())
        words = {"raw_text": given.pop("raw", text), "text": text, "language": document.language}
        shape = {"seq": seq, "kind": kind, "confidence": 1, **words, **given}
        return self.add(row(Passage, shape, document_id=document.id, page_id=page.id))

    def claim(self, about: str, value: str, document: Document | None = None, **given: Any) -> Claim:
        """A claim about `subject attribute`; one without a document comes from the card list."""
        subject, _, attribute = about.rpartition(" ")
        shape = {"subject": subject, "attribute": attribute, "value": value}
        if document is None:
            listed = {"origin": "card-list", "note": "the list"}
            return self.add(row(Claim, {**shape, **listed, **given}, game_id=self.game.id))
        passage = given.pop("passage", None) or self.passage(document, f"{about} {value}")
        keys = {"document_id": document.id, "edition_id": document.edition_id, "passage_id": passage.id}
        told = {"origin": "rulebook", "language": document.language, **given}
        return self.add(row(Claim, {**shape, **told}, game_id=self.game.id, **keys))

    def facts(self, edition: str = "1st") -> dict[str, str]:
        """The values of an edition by subject and attribute."""
        query = select(Fact).where(Fact.edition_id == self.editions[edition].id)
        return {f"{fact.subject} {fact.attribute}": fact.value for fact in self.session.exec(query)}

    def findings(self, kind: str) -> list[str]:
        return [found.message for found in self.session.exec(select(Finding).where(Finding.kind == kind))]


@pytest.fixture
def shelf(orchard: Pack) -> Iterator[Shelf]:
    engine = create_engine("sqlite://")
    event.listen(engine, "connect", lambda connection, _: connection.execute("PRAGMA foreign_keys = ON"))
    SQLModel.metadata.create_all(engine)
    with Session(engine) as opened:
        yield Shelf(opened, orchard)
    engine.dispose()


class Desk:
    """Lays a document out for the checks without a database."""

    def __init__(self, pack: Pack) -> None:
        self.pack = pack

    def copy(self, *texts: str | tuple[str, str], language: str = "en", **given: Any) -> Copy:
        """The texts as passages, each with its kind if it is no paragraph; a form feed begins a page."""
        content = {"kind": "rulebook", "language": language, "title": "t", "file_name": "f", "source": "f"}
        file = {"sha256": "0" * 64, "recipe": "r", "media_type": "text/plain", "page_count": 1}
        document = row(Document, {**content, **file}, game_id=1)
        passages, page = [], 1
        for seq, told in enumerate(texts):
            kind, text = told if isinstance(told, tuple) else ("paragraph", told)
            page += text.count("\f")
            passages.append(self.passage(seq, kind, text.replace("\f", ""), language, page))
        rest = {"claims": (), "mentions": (), "repairs": (), **given}
        spoken = self.pack.shared.get(language, SharedLanguageFile())
        return Copy(document, passages, {n: n for n in range(1, page + 1)}, pack=self.pack, language=spoken, **rest)

    def passage(self, seq: int, kind: str, text: str, language: str, page: int = 1) -> Passage:
        """A heading is one of level 1; a number opens its path `section`."""
        shape = {"seq": seq, "kind": kind, "language": language, "raw_text": text, "confidence": 1}
        shape |= {"text": " ".join(text.split()), "level": 1 if kind == "heading" else None}
        return row(Passage, shape, document_id=1, page_id=page, id=seq + 1)

    def spoken_of(self, concept: str, surface: str, passage: int, score: float = 100) -> tuple[Mention, Concept]:
        """A mention of a concept in the passage with that seq."""
        kind, _, code = concept.partition(":")
        number = [str(key) for key in self.pack.concepts()].index(concept) + 1
        shape = {"surface": surface, "position": 0, "score": score, "margin": 100}
        mention = row(Mention, shape, passage_id=passage + 1, concept_id=number)
        return mention, row(Concept, {"kind": kind, "code": code}, game_id=1, id=number)

    def repair(self, before: str, after: str, reason: str) -> Repair:
        shape = {"position": 0, "length": len(before), "before": before, "after": after, "reason": reason}
        return row(Repair, shape, passage_id=1)


@pytest.fixture
def desk(orchard: Pack) -> Desk:
    return Desk(orchard)


@pytest.fixture
def told() -> Callable[..., list[PassageShape]]:
    """Makes passages of texts in a language."""

    def passages(*texts: str, language: str = "en", kind: str = "paragraph", section: str = "") -> list[PassageShape]:
        return [
            PassageShape.model_validate(
                {"seq": seq, "kind": kind, "language": language, "section": section}
                | {"raw_text": text, "text": text, "confidence": 1}
            )
            for seq, text in enumerate(texts)
        ]

    return passages


CUES = {
    "en": {"shuffle": ["shuffl*"], "lose": ["lose*"], "empty": ["empty"], "each": ["each"], "rest": ["rest*"]},
    "cs": {"shuffle": ["zamích*"], "lose": ["prohr*"], "empty": ["doj*"], "each": ["každ*"], "rest": ["odpoč*"]},
}


@pytest.fixture
def cued(orchard: Pack) -> Pack:
    """The tiny game with words for a few ideas in two languages."""
    return replace(orchard, cues=CUES)
