"""A number in the corner of a pictured card is seen wherever the card is: on its page, in trace, in exports."""

import asyncio
import json
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from db.open import open_database, sqlite_url
from db.site.serve import build_site
from db.snapshot import make_snapshot
from ingest.pipeline import Options
from rulewright.ingesting import ingest_documents
from rulewright.run import run

DrawCard = Callable[..., Image.Image]


def test_a_corner_number_is_seen_on_the_page_of_the_card_in_trace_and_in_exports(
    draw_card: DrawCard, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    folder = tmp_path / "Old Orchard"
    folder.mkdir()
    for seed, (title, number) in enumerate({"Plum Tree": "14", "Hail Storm": "27"}.items()):
        draw_card(title, "Take two plums from the basket.", number=number, seed=seed).save(folder / f"{seed}.png")
    db = sqlite_url(tmp_path / "o.db")
    ingest_documents(db, [folder], Options())
    engine = open_database(db)
    site = build_site(make_snapshot(engine, tmp_path / "site.db"))
    page = asyncio.run(site.client.get("/en/card/old-orchard/hail-storm")).text
    engine.dispose()
    assert "number, bottom right" in page
    assert ">27" in page
    capsys.readouterr()
    assert run(["trace", "card:hail-storm", "--db", db, "--json"]) == 0
    (claim,) = json.loads(capsys.readouterr().out)["claims"]
    assert (claim["attribute"], claim["value"], claim["origin"]) == ("bottom-right", "27", "card-picture")
    assert claim["place"]["file_name"] == "1.png"
    assert run(["export", "--db", db, "--cards", str(tmp_path / "cards"), "--game", "old-orchard"]) == 0
    card = json.loads((tmp_path / "cards" / "old-orchard" / "plum-tree.json").read_text(encoding="utf-8"))["data"]
    assert [(fact["attribute"], fact["value"]) for fact in card["facts"]] == [("bottom-right", "14")]
