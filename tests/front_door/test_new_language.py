"""A language is one file: a made-up one is added to a game, and a rulebook in it is read."""

import shutil
from pathlib import Path

from sqlmodel import select

from db.open import open_database, session, sqlite_url
from ingest.pipeline import Options
from rulewright.ingesting import ingest_documents
from schema.claims import Fact
from schema.documents import Document

GLOTTISH = """\
titles = ["Zurb ta Grolm"]

[names.deck]
fruit = ["plomik vorra"]
weather = ["plomik skathe"]

[names.location]
gate = ["Grolmdur"]
well = ["Vettabrunn"]
beehive = ["Bizzakot"]

[names.track]
hunger = ["yamma"]
harvest = ["sammelgrop"]

[names.item]
ladder = ["klettra"]
basket = ["korvik"]

[names.who]
self = ["nurdu"]
split = ["teilvu"]

[names.character]
gardener = ["hofgrolmer"]

[names.ripeness]
ripe = ["zukkra"]
rotten = ["mofflig"]

[names.change]
"+" = ["upza"]
"-" = ["nidza"]

[untranslated]
icon = ["apple"]

[numbers]
septu = 7

[patterns]
deck-size = ["{deck} {number}"]
enter = ["{location} ({amount} {track})+"]
"""
RULES = """\
# Zurb ta Grolm

Plomik vorra septu, plomik skathe 19.

Vettabrunn: -6 yamma, +2 sammelgrop. Grolmdur: +4 yamma.

Hofgrolmer ta klettra ta korvik, bizzakot zukkra ta mofflig. Nurdu, teilvu.
"""


def test_a_made_up_language_is_one_file(tiny_games: Path, tmp_path: Path) -> None:
    games = Path(shutil.copytree(tiny_games, tmp_path / "games"))
    (games / "orchard" / "xg.toml").write_text(GLOTTISH, encoding="utf-8")
    rulebook = tmp_path / "zurb.md"
    rulebook.write_text(RULES, encoding="utf-8")
    db = sqlite_url(tmp_path / "glottish.db")
    report = ingest_documents(db, [rulebook], Options(), games=games)
    assert [(d.game, d.language) for d in report.documents] == [("orchard", "xg")]
    with session(open_database(db), read_only=True) as opened:
        assert opened.exec(select(Document.language)).all() == ["xg"]
        facts = {(f.subject, f.attribute): f.value for f in opened.exec(select(Fact).where(Fact.origin == "rulebook"))}
    assert facts == {
        ("deck:fruit", "size"): "7",
        ("deck:weather", "size"): "19",
        ("location:well", "enter.hunger"): "-6",
        ("location:well", "enter.harvest"): "+2",
        ("location:gate", "enter.hunger"): "+4",
    }
