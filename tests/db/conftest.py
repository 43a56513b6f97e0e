"""A small game by hand: its pack, and a Czech and a Polish rulebook that disagree about one number."""

import hashlib
import signal
from collections.abc import Callable, Iterator
from pathlib import Path

import pytest
from sqlalchemy import Engine
from sqlmodel import Session, col, select

from db.load import load_reading
from db.open import open_database, session, sqlite_url
from db.snapshot import make_snapshot
from schema.base import row
from schema.board import Connection, Delivery, DeliveryShape, Location, LocationShape
from schema.cards import Card, CardShape, CardText, CardTextShape, Deck, DeckShape, Effect, EffectShape
from schema.claims import (
    Claim,
    ClaimShape,
    Conflict,
    ConflictClaim,
    ConflictShape,
    Fact,
    FactShape,
    FindingShape,
    MentionShape,
)
from schema.discovered import ComponentShape
from schema.documents import (
    DocumentShape,
    PageShape,
    Passage,
    PassageShape,
    RegionShape,
    RepairShape,
)
from schema.games import (
    AskedWords,
    AskedWordsShape,
    Concept,
    ConceptShape,
    Edition,
    EditionShape,
    Game,
    GameShape,
    Name,
    NameShape,
)
from schema.reading import (
    CardTextRead,
    ClaimRead,
    ComponentRead,
    ConceptKey,
    Discovered,
    FindingRead,
    MentionRead,
    NameRead,
    PassageRead,
    Reading,
    WordPage,
)
from schema.rules import Rule, RuleShape, RuleSummary, RuleSummaryShape, RuleText

MakeReading = Callable[..., Reading]
LODZ = ConceptKey("location", "lodz")

TEXTS = {
    "cs": ("Příšera číhá u města Łódź.", "Kdo vstoupí do města Łódź, ztratí 3 body."),
    "pl": ("Potwór czai się koło miasta Łódź.", "Kto wejdzie do miasta Łódź, traci 4 punkty."),
}


def read_document(
    language: str = "cs",
    *,
    value: str = "-3",
    content: str | None = None,
    source: str | None = None,
    recipe: str = "recipe-1",
    card_body: str = "Vyhraješ.",
) -> Reading:
    """What ingest would hand on after reading a one-page rulebook."""
    first, second = TEXTS[language]
    content = content or f"{language} {value}"
    prose = {"language": language, "confidence": 0.9}
    passages = (
        PassageRead(
            PassageShape(seq=0, kind="heading", level=1, raw_text="Desk a", text="Deska", **prose),
            1,
            repairs=(RepairShape(position=4, length=1, before=" ", after="", reason="split word"),),
        ),
        PassageRead(PassageShape(seq=1, kind="paragraph", section="Deska", raw_text=first, text=first, **prose), 1),
        PassageRead(
            PassageShape(seq=2, kind="label", section="Deska", raw_text=second, text=second, **prose),
            2,
            regions=((2, RegionShape(x0=10, y0=20, x1=110, y1=40)),),
        ),
        PassageRead(PassageShape(seq=3, kind="noise", raw_text="xqzzy", text="xqzzy", **prose), 2),
    )
    enter = ClaimShape(
        subject="location:lodz",
        attribute="enter.points",
        value=value,
        language=language,
        confidence=0.8,
        origin="rulebook",
        context="board",
    )
    size = ClaimShape(subject="deck:monster", attribute="size", value="12", language=language, origin="rulebook")
    return Reading(
        document=DocumentShape(
            kind="rulebook",
            language=language,
            title=f"Pravidla {language}",
            file_name=f"rules-{language}.pdf",
            source=source or f"books/rules-{language}.pdf",
            sha256=hashlib.sha256(content.encode()).hexdigest(),
            recipe=recipe,
            media_type="application/pdf",
            page_count=2,
        ),
        game="monsters",
        edition="2nd",
        pages=tuple(
            WordPage(PageShape(number=n, method="text-layer", reason="It has one.", confidence=1), ()) for n in (1, 2)
        ),
        passages=passages,
        names=(NameRead(NameShape(language=language, text="Łódź", origin="rulebook"), 1, LODZ),),
        mentions=(
            MentionRead(
                MentionShape(surface="Łódź", position=21, score=100, margin=40),
                1,
                LODZ,
                ConceptKey("item", "boat"),
            ),
        ),
        claims=(ClaimRead(enter, 2), ClaimRead(size, 1)),
        card_texts=(
            CardTextRead(
                CardTextShape(language=language, title="Příšera", body=card_body, origin="rulebook"), 1, "beast"
            ),
        ),
        discovered=Discovered(
            components=(ComponentRead(ComponentShape(code="lode", name="lodě", language=language, count=3, seq=0), 1),)
        ),
        findings=(
            FindingRead(FindingShape(kind="noise", severity="note", message="A block is noise."), 3),
            FindingRead(FindingShape(kind="no-date", severity="note", message="No date was found.")),
        ),
    )


def fill_pack(opened: Session) -> None:
    """What a pack brings: codes and listed names, decks, cards, the board and the outline of the rules."""
    game = row(Game, GameShape(code="monsters", name="Monsters of Łódź", fingerprint="pack"))
    opened.add(game)
    opened.flush()
    of_game = {"game_id": game.id}
    editions = [row(Edition, EditionShape(code=c, name=f"{c} edition"), **of_game) for c in ("1st", "2nd")]
    concepts = [
        row(Concept, ConceptShape(kind="location", code="lodz"), **of_game),
        row(Concept, ConceptShape(kind="item", code="boat"), **of_game),
    ]
    deck = row(Deck, DeckShape(code="monster"), **of_game)
    lodz = row(Location, LocationShape(code="lodz", opens_in_stage=2, region="east", origin="card-list"), **of_game)
    hut = row(Location, LocationShape(code="hut", origin="card-list"), **of_game)
    rule = row(Rule, RuleShape(code="enter-city", topic="movement", summary="Entering a city costs points."), **of_game)
    opened.add_all([*editions, *concepts, deck, lodz, hut, rule])
    opened.flush()
    cards = [
        row(Card, CardShape(code="beast", copies=2, origin="card-list"), **of_game, deck_id=deck.id),
        row(Card, CardShape(code="ghost", copies=3, origin="inferred"), **of_game, deck_id=deck.id),
    ]
    opened.add_all(cards)
    opened.flush()
    delivery = row(
        Delivery, DeliveryShape(item="boat", condition="night", who="self", origin="card-list"), location_id=lodz.id
    )
    opened.add_all(
        [
            row(Name, NameShape(language="cs", text="Lodž", origin="card-list"), concept_id=concepts[0].id),
            row(Name, NameShape(language="cs", text="člun", origin="card-list"), concept_id=concepts[1].id),
            row(
                CardText,
                CardTextShape(language="en", title="Ghost", body="Boo.", origin="card-list"),
                card_id=cards[1].id,
            ),
            row(Connection, {"a_id": lodz.id, "b_id": hut.id, "origin": "card-list"}),
            delivery,
            row(
                RuleSummary,
                RuleSummaryShape(language="cs", text="Vstup do města stojí body.", question="Co stojí vstup?"),
                rule_id=rule.id,
            ),
            row(
                AskedWords,
                AskedWordsShape(subject="rule:enter-city", language="en", phrases="admission"),
                **of_game,
            ),
            row(AskedWords, AskedWordsShape(subject="location:lodz", language="cs", phrases="textilka"), **of_game),
        ]
    )


def resolve_by_hand(opened: Session) -> None:
    """What the edition steps would make of the two rulebooks."""
    game = opened.exec(select(Game).where(Game.code == "monsters")).one()
    edition = opened.exec(select(Edition).where(Edition.code == "2nd")).one()
    keys = {"game_id": game.id, "edition_id": edition.id}
    claims = opened.exec(select(Claim).order_by(col(Claim.id))).all()
    enter = row(
        Fact,
        FactShape(
            subject="location:lodz", attribute="enter.points", value="-3", origin="rulebook", reason="Board first."
        ),
        **keys,
    )
    size = row(
        Fact,
        FactShape(
            subject="deck:monster", attribute="size", value="12", origin="rulebook", reason="All documents agree."
        ),
        **keys,
    )
    conflict = row(
        Conflict,
        ConflictShape(
            subject="location:lodz",
            attribute="enter.points",
            kind="translation",
            chosen_value="-3",
            reason="Board first.",
        ),
        **keys,
    )
    opened.add_all([enter, size, conflict])
    opened.flush()
    for claim in claims:
        if claim.attribute == "enter.points":
            opened.add(row(ConflictClaim, {"conflict_id": conflict.id, "claim_id": claim.id}))
        claim.fact_id = size.id if claim.attribute == "size" else enter.id if claim.value == "-3" else None
    location = opened.exec(select(Location).where(Location.code == "lodz")).one()
    delivery = opened.exec(select(Delivery)).one()
    rule = opened.exec(select(Rule)).one()
    passages = opened.exec(select(Passage).where(Passage.seq == 2)).all()
    for owner, number, notation in (
        ("location", location.id, "enter: points -3"),
        ("delivery", delivery.id, "deliver boat: points +1"),
    ):
        shape = EffectShape(owner_kind=owner, owner_id=number, notation=notation, origin="rulebook")
        opened.add(row(Effect, shape, **keys, passage_id=passages[0].id))
    for passage in passages:
        keys = {"rule_id": rule.id, "passage_id": passage.id}
        opened.add(row(RuleText, {"language": passage.language, "score": 88}, **keys))


@pytest.fixture
def make_reading() -> MakeReading:
    return read_document


@pytest.fixture
def empty(tmp_path: Path) -> Iterator[Engine]:
    """A new database with nothing but its tables."""
    engine = open_database(sqlite_url(tmp_path / "rulewright.db"))
    yield engine
    engine.dispose()


@pytest.fixture
def packed(empty: Engine) -> Engine:
    """A database with a pack and no documents."""
    with session(empty) as opened:
        fill_pack(opened)
    return empty


@pytest.fixture
def filled(packed: Engine) -> Engine:
    """A database with a pack, two rulebooks and what was resolved from them."""
    fill_documents(packed)
    return packed


@pytest.fixture(scope="session")
def snapshot(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A snapshot of the whole small game, only to be read."""
    folder = tmp_path_factory.mktemp("snapshot")
    engine = open_database(sqlite_url(folder / "rulewright.db"))
    fill_all(engine)
    path = make_snapshot(engine, folder / "site.db")
    engine.dispose()
    return path


@pytest.fixture
def fill() -> Callable[[Engine], None]:
    """Fill any empty database with the whole small game."""
    return fill_all


def fill_all(engine: Engine) -> None:
    with session(engine) as opened:
        fill_pack(opened)
    fill_documents(engine)


def fill_documents(engine: Engine) -> None:
    for reading in (read_document("cs"), read_document("pl", value="-4", card_body="")):
        with session(engine) as opened:
            load_reading(opened, reading)
    with session(engine) as opened:
        resolve_by_hand(opened)


@pytest.fixture
def hears_interrupts() -> dict[str, Callable[[], object]]:
    """How a program is started that can be interrupted, also where a shell runs the tests in the background."""
    return {"preexec_fn": lambda: signal.signal(signal.SIGINT, signal.SIG_DFL)}
