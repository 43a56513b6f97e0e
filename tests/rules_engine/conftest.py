"""Rows that a test may change: a small board made by hand, and Resist! from its pack and its sample rulebook."""

import shutil
from collections.abc import Callable, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from functools import cache
from itertools import count
from pathlib import Path
from typing import Any

import pytest
from sqlalchemy import Engine, event
from sqlmodel import Session, SQLModel, col, create_engine, select

from db.load import load_reading
from db.load_pack import load_pack
from ingest.packs.read import Shared, read_pack
from ingest.pipeline import read_document
from ingest.resolve.build import build_effects
from ingest.resolve.run import resolve_game
from rules_engine.black_orchestra.rulebook import FACES
from rules_engine.chance import below, seeded
from rules_engine.read import read_ruleset
from rules_engine.ruleset import Ruleset
from schema.base import row
from schema.board import Connection, Delivery, DeliveryShape, Location, LocationShape
from schema.cards import Card, CardShape, Deck, DeckShape, Effect, EffectShape
from schema.claims import Fact, FactShape
from schema.documents import Document, DocumentShape
from schema.games import Concept, ConceptShape, Edition, EditionShape, Game, GameShape, NotationForm
from schema.pack import Pack
from schema.rules import Rule, RuleShape

GAMES = Path(__file__).parents[2] / "games"
SUSPICION = ["low", "medium", "high", "extreme"]
CONCEPTS = {
    "location": ["station", "paris", "munich", "nuremberg", "prague", "riga", "prison"],
    "item": ["map", "keys"],
    "track": ["suspicion", "motivation", "military-support", "dissent"],
    "level": ["timid", "skeptical", "motivated", "committed", "reckless", *SUSPICION],
    "suspicion": SUSPICION,
    "who": ["self", "split", "all", "visited"],
    "leader": ["hitler", "hess"],
    "affiliation": ["abwehr", "civilian"],
    "difficulty": ["standard"],
    "deck": ["character", "conspirator", "event", "interrogation", "spare"],
}
FORMS = {
    "trigger": ["enter", "deliver {item}", "deliver any", "action"],
    "step": ["{track} {who} {signed}", "{track} {signed}", "draw {number}", "move {leader} to {location}"],
    "condition": ["{leader} here", "deputy here", "stage {number}", "{affiliation}", "moonlit"],
}
FACTS = {
    ("track:military-support", "start.standard"): "3",
    ("track:military-support", "max"): "7",
    ("track:motivation", "start"): "timid",
    ("track:suspicion", "start"): "medium",
    ("location:paris", "enter.suspicion"): "-3",
    ("location:paris", "enter.military-support"): "+1",
    ("delivery:map", "self"): "-2",
    ("delivery:keys", "split"): "-3",
    ("delivery:any", "self.if-hitler-here"): "-2",
    ("delivery:any", "self.if-abwehr"): "-2",
    ("character:oster", "affiliation"): "abwehr",
    ("character:kordt", "affiliation"): "civilian",
    ("component:pawn", "count"): "2",
    ("component:pawn", "start"): "station",
    ("component:player-board", "per-player.solo"): "2",
    ("component:item-token", "copies"): "3",
    ("component:die", "count"): "6",
    ("stage", "count"): "4",
    ("deck:event", "removed-per-stage"): "0",
    ("turn", "actions"): "3",
    ("action:conspire", "max-dice"): "3",
    ("action:conspire", "per-turn"): "1",
    ("action:conspire", "eagle.suspicion"): "1",
    ("track:dissent", "size"): "3",
    ("track:dissent", "reward.motivation"): "1",
    ("track:dissent", "reward.military-support"): "-1",
    ("dossier", "limit.players-1-2"): "6",
    ("item-slots", "limit.players-1-2"): "4",
    ("leader:hitler", "start"): "munich",
    ("leader:hitler", "penalty.motivation"): "-1",
    ("leader:hess", "start"): "nuremberg",
    ("leader:hess", "penalty.discard-card"): "1",
    ("special-ability", "motivation.min"): "motivated",
    ("plot", "motivation.min"): "committed",
    ("plot", "base-dice"): "1",
    ("plot", "detected.motivation"): "-1",
    ("plot", "detected.hitler-to"): "munich",
    **{(f"suspicion:{level}", "eagles-detect"): str(4 - place) for place, level in enumerate(SUSPICION)},
    ("action:release", "location"): "munich",
    ("action:release", "dice"): "1",
    ("action:release", "cost.suspicion"): "1",
    ("action:release", "forbidden-at"): "extreme",
    ("action:release", "released-at"): "medium",
    ("raid", "arrests-at"): "extreme",
    ("raid", "illegal.suspicion"): "1",
    ("variant:loyal-deputies", "deputies.min"): "1",
    ("variant:loyal-deputies", "difficulty"): "3",
    ("variant:no-time-to-lose", "removed-per-stage"): "0",
    ("card:rumour", "stage"): "4",
}
CARDS = {"character": ["kordt", "oster"], "conspirator": ["whisper"], "event": ["rumour"], "interrogation": ["threat"]}
STAGES = {"station": 1, "munich": 1, "nuremberg": 1, "prague": 3, "paris": 4, "riga": 4, "prison": None}
LINES = [
    ("station", "munich"),
    ("station", "nuremberg"),
    ("station", "prague"),
    ("munich", "paris"),
    ("prague", "riga"),
]
DELIVERIES = {
    "munich": ("map", "self", "", "deliver map: suspicion self -2"),
    "prague": ("keys", "split", "", "deliver keys: suspicion split -3"),
    "nuremberg": ("any", "self", "hitler here", "deliver any if hitler here: suspicion self -2"),
    "riga": ("any", "self", "abwehr", "deliver any if abwehr: suspicion self -2"),
}

SPARED = ["prison-no-target", "deliver-not-prison"]
"""Rules of the second edition by which prisoners are left alone; without their rows prisoners are touched."""


class Board:
    """The rows of a game, and how a test changes them."""

    def __init__(self, session: Session) -> None:
        self.session = session
        self.game = self.add(Game, GameShape(code="black-orchestra", name="Black Orchestra"))
        self.editions = {
            code: self.add(Edition, EditionShape(code=code, name=code), game_id=self.game.id) for code in ("1st", "2nd")
        }
        self.locations: dict[str, Location] = {}
        self.deliveries: dict[str, Delivery] = {}
        self.decks: dict[str, Deck] = {}

    def add(self, table: type[Any], shape: Any, **keys: Any) -> Any:
        """Insert a row."""
        made = row(table, shape, **keys)
        self.session.add(made)
        self.session.flush()
        return made

    def fill(self) -> None:
        """The rows of the second edition, and of both."""
        of_game = {"game_id": self.game.id}
        for kind, codes in CONCEPTS.items():
            self.session.add_all(row(Concept, ConceptShape(kind=kind, code=code), **of_game) for code in codes)
        for part, forms in FORMS.items():
            entries = ({"part": part, "form": form, "meaning": ""} for form in forms)
            self.session.add_all(row(NotationForm, entry, **of_game) for entry in entries)
        edition_id = self.editions["2nd"].id
        for (subject, attribute), value in FACTS.items():
            shape = FactShape(subject=subject, attribute=attribute, value=value, origin="rulebook", reason="stated")
            self.session.add(row(Fact, shape, **of_game, edition_id=edition_id))
        for code in SPARED:
            spared = RuleShape(code=code, topic="prison", summary="Prisoners are left alone.")
            self.add(Rule, spared, **of_game, edition_id=edition_id)
        for code, stage in STAGES.items():
            space = LocationShape(code=code, opens_in_stage=stage, origin="card-list")
            self.locations[code] = self.add(Location, space, game_id=self.game.id)
        for a, b in LINES:
            ends = sorted((self.locations[a].id or 0, self.locations[b].id or 0))
            self.add(Connection, {"origin": "card-list"}, a_id=ends[0], b_id=ends[1])
        for code, (item, who, condition, notation) in DELIVERIES.items():
            wanted = DeliveryShape(item=item, who=who, condition=condition, origin="card-list")
            self.deliveries[code] = self.add(Delivery, wanted, location_id=self.locations[code].id)
            self.add_effect("delivery", self.deliveries[code].id or 0, notation)
        self.add_effect("location", self.id_of("paris"), "enter: suspicion self -3; military-support +1")
        for deck, cards in CARDS.items():
            for card in cards:
                self.add_card(card, deck)
        self.add_document("2nd")

    def id_of(self, location: str) -> int:
        """Row number of a space."""
        return self.locations[location].id or 0

    def state_fact(self, subject: str, attribute: str, value: str, edition: str | None = "2nd") -> Fact:
        """Make a fact, or change its value."""
        edition_id = self.editions[edition].id if edition else None
        known = self.session.exec(
            select(Fact).where(Fact.subject == subject, Fact.attribute == attribute, Fact.edition_id == edition_id)
        ).first()
        if known:
            known.value = value
            self.session.flush()
            return known
        shape = FactShape(subject=subject, attribute=attribute, value=value, origin="rulebook", reason="stated")
        return self.add(Fact, shape, game_id=self.game.id, edition_id=edition_id)  # type: ignore[no-any-return]

    def forget_fact(self, subject: str, attribute: str) -> None:
        """Take a fact away."""
        self.session.delete(
            self.session.exec(select(Fact).where(Fact.subject == subject, Fact.attribute == attribute)).one()
        )
        self.session.flush()

    def add_effect(self, kind: str, owner: int, notation: str, edition: str | None = "2nd", seq: int = 0) -> Effect:
        """Give an effect to an owner, in the place of the one it had there."""
        edition_id = self.editions[edition].id if edition else None
        for old in self.session.exec(
            select(Effect).where(
                Effect.owner_kind == kind,
                Effect.owner_id == owner,
                Effect.seq == seq,
                Effect.edition_id == edition_id,
            )
        ).all():
            self.session.delete(old)
        self.session.flush()
        shape = EffectShape(
            owner_kind=kind,
            owner_id=owner,
            notation=notation,
            seq=seq,
            origin="rulebook",  # type: ignore[arg-type]
        )
        return self.add(Effect, shape, game_id=self.game.id, edition_id=edition_id)  # type: ignore[no-any-return]

    def add_card(self, code: str, deck: str = "conspirator", notation: str = "", **content: Any) -> Card:
        """Put a card into a deck."""
        if deck not in self.decks:
            self.decks[deck] = self.add(Deck, DeckShape(code=deck), game_id=self.game.id)
        shape = CardShape(code=code, **({"origin": "card-list"} | content))
        card: Card = self.add(Card, shape, game_id=self.game.id, deck_id=self.decks[deck].id)
        if notation:
            self.add_effect("card", card.id or 0, notation, None)
        return card

    def add_document(self, edition: str) -> None:
        """A document that describes an edition."""
        count = len(self.session.exec(select(Document)).all())
        shape = DocumentShape(
            kind="rulebook",
            language="cs",
            title="Rules",
            file_name=f"{count}.md",
            source=f"{count}.md",
            sha256=f"{count:064}",
            recipe="",
            media_type="text/markdown",
            page_count=1,
        )
        self.add(Document, shape, game_id=self.game.id, edition_id=self.editions[edition].id)

    def ruleset(self, edition: str | None = None) -> Ruleset:
        """The ruleset as the rows are now."""
        return read_ruleset(self.session, "black-orchestra", edition)


@pytest.fixture(scope="module")
def engine() -> Iterator[Engine]:
    made = create_engine("sqlite://")
    event.listen(made, "connect", lambda connection, _: connection.execute("PRAGMA foreign_keys = ON"))
    SQLModel.metadata.create_all(made)
    yield made
    made.dispose()


@pytest.fixture
def board(engine: Engine) -> Iterator[Board]:
    """Rows that are gone when the test is over."""
    with Session(engine) as session:
        made = Board(session)
        made.fill()
        yield made
        session.rollback()


@pytest.fixture
def table() -> Callable[..., "Played"]:
    """Oster, whose turn it is, and Kordt, both in munich in stage 4 with nothing lying about, unless told otherwise."""

    def lay(ruleset: Ruleset, people: dict[str, Any] | None = None, **given: Any) -> Played:
        people = people or {"oster": {}, "kordt": {}}
        seated = {code: {"location": "munich"} | entry for code, entry in people.items()}
        return Played(ruleset, {"conspirators": seated, "stage": 4, "squares": {}} | given)

    return lay


class ResistRows:
    """The rows of Resist!, or of another game that is played whole, and how a test changes them."""

    def __init__(self, session: Session, game: str = "resist") -> None:
        self.session, self.game = session, game

    def fact(self, subject: str, attribute: str) -> Fact:
        """The row of a fact."""
        return self.session.exec(select(Fact).where(Fact.subject == subject, Fact.attribute == attribute)).one()

    def state_fact(self, subject: str, attribute: str, value: str | int) -> None:
        """Change the value of a fact."""
        self.fact(subject, attribute).value = str(value)
        self.session.flush()

    def forget_fact(self, subject: str, attribute: str) -> None:
        """Take a fact away."""
        self.session.delete(self.fact(subject, attribute))
        self.session.flush()

    def effect(self, card: str, seq: int = 0) -> Effect:
        """The row of an effect."""
        owner = self.session.exec(select(Card).where(Card.code == card)).one()
        of_card = (Effect.owner_kind == "card", Effect.owner_id == owner.id, Effect.seq == seq)
        return self.session.exec(select(Effect).where(*of_card)).one()

    def write_effect(self, card: str, notation: str, seq: int = 0) -> int:
        """Let a card do something else; gives the number of the row."""
        row_ = self.effect(card, seq)
        row_.notation = notation
        self.session.flush()
        return row_.id or 0

    def card(self, code: str) -> Card:
        """The row of a card."""
        return self.session.exec(select(Card).where(Card.code == code)).one()

    def ruleset(self) -> Ruleset:
        """The ruleset as the rows are now."""
        return read_ruleset(self.session, game=self.game)


@cache
def pack_of(game: str) -> Pack:
    """The pack of a game, read once."""
    return read_pack(GAMES / game, Shared.of(GAMES))


@pytest.fixture(scope="session")
def pack_by_game() -> Callable[[str], Pack]:
    """Gives the pack of a game, read once."""
    return pack_of


def database_of(game: str, sample: str | Path, pack: Pack | None = None) -> Iterator[Engine]:
    """A database of a game alone: its pack, and what a rulebook, mostly one of its samples, states."""
    made = create_engine("sqlite://")
    event.listen(made, "connect", lambda connection, _: connection.execute("PRAGMA foreign_keys = ON"))
    SQLModel.metadata.create_all(made)
    pack = pack or pack_of(game)
    rulebook = GAMES / game / "samples" / sample
    with Session(made) as session:
        load_pack(session, pack)
        load_reading(session, read_document(rulebook, {game: pack}, candidates=("cs", "en"), recipe="test"))
        resolve_game(session, game, pack)
        session.commit()
    yield made
    made.dispose()


def played_from_rows() -> list[str]:
    """The codes of the games that are played from rows alone."""
    return sorted(file.parent.name for file in GAMES.glob("*/play.toml"))


def _fixture_of(game: str) -> Callable[..., Ruleset]:
    @pytest.fixture(scope="session", name=game.replace("-", "_"))
    def ruleset() -> Iterator[Ruleset]:
        for engine in database_of(game, f"{game}-en.md"):
            with Session(engine) as session:
                yield read_ruleset(session, game)

    return ruleset


for _game in played_from_rows():
    globals()[_game.replace("-", "_")] = _fixture_of(_game)


@pytest.fixture
def load_changed(tmp_path: Path) -> Callable[..., AbstractContextManager[Session]]:
    """A database of a game whose sample rulebook, in Markdown, says something else."""

    @contextmanager
    def load(game: str, changes: dict[str, str], language: str = "en") -> Iterator[Session]:
        text = (GAMES / game / "samples" / f"{game}-{language}.md").read_text(encoding="utf-8")
        for before, after in changes.items():
            assert before in text
            text = text.replace(before, after)
        file = tmp_path / "changed.md"
        file.write_text(text, encoding="utf-8")
        for engine in database_of(game, file):
            with Session(engine) as session:
                yield session

    return load


@pytest.fixture
def read_changed(load_changed: Callable[..., AbstractContextManager[Session]]) -> Callable[..., Ruleset]:
    """The ruleset of such a game."""

    def read(game: str, changes: dict[str, str], edition: str | None = None) -> Ruleset:
        with load_changed(game, changes) as session:
            return read_ruleset(session, game, edition)

    return read


@pytest.fixture
def read_reframed(tmp_path: Path) -> Callable[..., Ruleset]:
    """The ruleset of a game whose play.toml says something else, and other files of its pack if need be."""

    def read(game: str, changes: dict[str, str], /, **others: dict[str, str]) -> Ruleset:
        folder = tmp_path / "games" / game
        shutil.copytree(GAMES / game, folder, ignore=shutil.ignore_patterns("samples"))
        for name, changed in {"play": changes, **others}.items():
            text = (folder / f"{name}.toml").read_text(encoding="utf-8")
            for before, after in changed.items():
                assert before in text
                text = text.replace(before, after)
            (folder / f"{name}.toml").write_text(text, encoding="utf-8")
        for engine in database_of(game, f"{game}-en.md", read_pack(folder, Shared.of(GAMES))):
            with Session(engine) as session:
                return read_ruleset(session, game)
        raise AssertionError("there is one database")

    return read


@pytest.fixture(scope="session")
def resist_engine() -> Iterator[Engine]:
    """Resist! as its English sample states it."""
    yield from database_of("resist", "resist-en.md")


@pytest.fixture(scope="session")
def operation_barclay_engine() -> Iterator[Engine]:
    """Operation Barclay as its English sample states it."""
    yield from database_of("operation-barclay", "operation-barclay-en.pdf")


@pytest.fixture
def barclay_rows(operation_barclay_engine: Engine) -> Iterator[ResistRows]:
    """Rows of Operation Barclay that are as they were when the test is over."""
    with Session(operation_barclay_engine) as session:
        yield ResistRows(session, "operation-barclay")
        session.rollback()


@pytest.fixture(scope="session")
def operation_barclay(operation_barclay_engine: Engine) -> Ruleset:
    """The ruleset of Operation Barclay as its pack and its sample state it."""
    with Session(operation_barclay_engine) as session:
        return read_ruleset(session, game="operation-barclay")


@pytest.fixture
def resist_rows(resist_engine: Engine) -> Iterator[ResistRows]:
    """Rows of Resist! that are as they were when the test is over."""
    with Session(resist_engine) as session:
        yield ResistRows(session)
        session.rollback()


@pytest.fixture(scope="session")
def resist(resist_engine: Engine) -> Ruleset:
    """The ruleset of Resist! as its pack and its sample state it."""
    with Session(resist_engine) as session:
        return read_ruleset(session, game="resist")


class Played:
    """A table that a test has laid out, and what it does there."""

    def __init__(self, ruleset: Ruleset, given: dict[str, Any], seed: int = 1) -> None:
        self.ruleset = ruleset
        self.state = ruleset.engine.arrange(given, seed)

    def do(self, *actions: str) -> "Played":
        """Take actions that must be legal."""
        for action in actions:
            refusal = self.ruleset.advance(self.state, action)
            assert refusal is None, f"{action}: {refusal}; legal is {self.legal}"
        return self

    @property
    def legal(self) -> list[str]:
        """What can be done."""
        return self.ruleset.legal(self.state)

    def refused(self, action: str) -> str:
        """The rule by which an action is refused."""
        before = self.state.copy()
        refusal = self.ruleset.advance(self.state, action)
        assert refusal is not None, f"{action} was done"
        assert self.state == before
        return refusal.rule

    def sees(self, name: str, player: int = 0) -> Any:
        """A part of the view."""
        return self.ruleset.view(self.state, player)[name]

    def at(self, mission: str) -> list[str | None]:
        """The enemies at a mission, None for one that lies face-down."""
        (found,) = [place for place in self.sees("missions") if place["mission"] == mission]
        return [enemy and enemy["enemy"] for enemy in found["enemies"]]

    def pile(self, name: str) -> list[str]:
        """The cards of a zone, also of one that the player does not see, from the top down."""
        lying: list[str] = self.ruleset.save(self.state)["zones"][name]
        return [code.partition("/")[0] for code in lying[::-1]]


@pytest.fixture(scope="session")
def lay(resist: Ruleset) -> Callable[..., Played]:
    """Lay out a table: two missions, and whatever the test names."""

    def laid(ruleset: Ruleset = resist, seed: int = 1, **given: Any) -> Played:
        missions = given.pop("missions", {"destroy-the-railroad-bridge": [], "cross-the-border": []})
        zones = {name.replace("_", "-"): cards if name == "hand" else cards[::-1] for name, cards in given.items()}
        places = {"offer": [[code] for code in missions], "garrison": list(missions.values())}
        return Played(ruleset, {"is-set-up": True, "zones": {**zones, **places}}, seed)

    return laid


@pytest.fixture(scope="session")
def lay_barclay(operation_barclay: Ruleset) -> Callable[..., Played]:
    """Lay out a table of Operation Barclay: whatever the test names."""

    def laid(ruleset: Ruleset = operation_barclay, seed: int = 1, **given: Any) -> Played:
        return Played(ruleset, {name.replace("_", "-"): value for name, value in given.items()}, seed)

    return laid


OF_THE_FIRST = {
    ("action:release", "released-at"): "extreme",
    ("deck:interrogation", "released-at"): "high",
    ("deck:interrogation", "size"): "6",
    ("deck:conspirator", "size"): "54",
    ("level:skeptical", "resist"): "target",
    ("level:motivated", "resist"): "3",
    ("level:committed", "resist"): "2-3",
    ("level:reckless", "resist"): "1-3",
    ("score", "per-deputy-million"): "-1",
    ("variant:no-time-to-lose", "removed-per-stage"): "3",
    **{(f"score:stage-{n}", "lives-saved-million"): str(v) for n, v in enumerate((36, 35, 34, 26, 20, 12, 5), 1)},
}
"""What the first edition of Black Orchestra says otherwise than the second, or says alone."""


@pytest.fixture(scope="session")
def black_orchestra_engine() -> Iterator[Engine]:
    """Black Orchestra: the second edition as its English sample states it, the first as far as it differs."""
    for made in database_of("black-orchestra", "black-orchestra-en.md"):
        with Session(made) as session:
            first, second = (session.exec(select(Edition).where(Edition.code == code)).one() for code in ("1st", "2nd"))
            facts = session.exec(select(Fact).where(Fact.edition_id == second.id, Fact.origin == "rulebook")).all()
            stated = {(fact.subject, fact.attribute): fact.value for fact in facts} | OF_THE_FIRST
            for old in session.exec(select(Fact).where(Fact.edition_id == first.id)):
                stated.pop((old.subject, old.attribute), None)
            for (subject, attribute), value in stated.items():
                shape = FactShape(subject=subject, attribute=attribute, value=value, origin="rulebook", reason="test")
                session.add(row(Fact, shape, game_id=first.game_id, edition_id=first.id))
            session.flush()
            pack = pack_of("black-orchestra")
            build_effects(session, session.exec(select(Game).where(Game.code == "black-orchestra")).one(), pack)
            session.commit()
        yield made


class OrchestraRows(ResistRows):
    """The rows of the second edition of Black Orchestra, and how a test changes them."""

    def fact(self, subject: str, attribute: str) -> Fact:
        """The row of a fact."""
        of_edition = select(Edition.id).where(Edition.code == "2nd")
        stated = (Fact.subject == subject, Fact.attribute == attribute, col(Fact.edition_id).in_(of_edition))
        return self.session.exec(select(Fact).where(*stated)).one()


@pytest.fixture
def orchestra_rows(black_orchestra_engine: Engine) -> Iterator[OrchestraRows]:
    """Rows of Black Orchestra that are as they were when the test is over."""
    with Session(black_orchestra_engine) as session:
        yield OrchestraRows(session, "black-orchestra")
        session.rollback()


@pytest.fixture(scope="session")
def black_orchestra(black_orchestra_engine: Engine) -> Ruleset:
    """The second edition of Black Orchestra."""
    with Session(black_orchestra_engine) as session:
        return read_ruleset(session, "black-orchestra", "2nd")


@pytest.fixture(scope="session")
def black_orchestra_1st(black_orchestra_engine: Engine) -> Ruleset:
    """The first edition of Black Orchestra."""
    with Session(black_orchestra_engine) as session:
        return read_ruleset(session, "black-orchestra", "1st")


def shown(chance: int, number: int) -> list[str]:
    """What so many dice will show."""
    faces = []
    for _ in range(number):
        face, chance = below(chance, len(FACES))
        faces.append(FACES[face])
    return faces


@pytest.fixture(scope="session")
def seat(black_orchestra: Ruleset, black_orchestra_1st: Ruleset) -> Callable[..., Played]:
    """Lay out a table of Black Orchestra: conspirators by name, what dice show, whatever else the test says."""

    def laid(edition: Any = "2nd", dice: Sequence[str] = (), **given: Any) -> Played:
        editions = {"1st": black_orchestra_1st, "2nd": black_orchestra}
        ruleset = editions[edition] if isinstance(edition, str) else edition
        table = Played(ruleset, {name.replace("_", "-"): value for name, value in given.items()})
        table.state.chance = next(chance for chance in map(seeded, count()) if shown(chance, len(dice)) == list(dice))
        return table

    return laid
