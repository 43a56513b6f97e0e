"""The whole thread: a rulebook goes in, rows come out, and the result does not depend on the order."""

from collections.abc import Callable
from itertools import permutations
from pathlib import Path

import pytest
from sqlmodel import col, select

from db.load import forget_document
from db.open import open_database, session, sqlite_url
from ingest.deciding.review import now
from ingest.packs.read import read_packs
from ingest.pipeline import Options
from ingest.resolve.run import resolve_games
from rulewright.deciding import decide
from rulewright.ingest_report import Report
from rulewright.ingesting import ingest_documents
from schema.board import Location
from schema.cards import Effect
from schema.claims import Claim, Conflict, Fact, Finding
from schema.decisions import DecisionShape
from schema.documents import Document
from schema.games import Edition

Ingest = Callable[..., Report]


@pytest.fixture
def db(tmp_path: Path) -> str:
    return sqlite_url(tmp_path / "test.db")


@pytest.fixture
def ingest(db: str, tiny_games: Path) -> Ingest:
    def run(*paths: Path, url: str = db) -> Report:
        return ingest_documents(url, paths, Options(), games=tiny_games)

    return run


def facts(db: str, edition: str = "1st") -> dict[tuple[str, str], tuple[str, str]]:
    with session(open_database(db), read_only=True) as opened:
        rows = opened.exec(select(Fact).join(Edition).where(Edition.code == edition)).all()
        return {(f.subject, f.attribute): (f.value, f.origin) for f in rows}


def effects(db: str) -> set[str]:
    with session(open_database(db), read_only=True) as opened:
        return set(opened.exec(select(Effect.notation).where(col(Effect.owner_kind) != "card")))


def everything(db: str) -> set[tuple[object, ...]]:
    """What the database says, by natural keys."""
    with session(open_database(db), read_only=True) as opened:
        said: set[tuple[object, ...]] = {("document", d.sha256, d.language) for d in opened.exec(select(Document))}
        said |= {("claim", c.subject, c.attribute, c.value, c.origin, c.language) for c in opened.exec(select(Claim))}
        said |= {("fact", f.edition_id, f.subject, f.attribute, f.value, f.reason) for f in opened.exec(select(Fact))}
        said |= {("conflict", c.subject, c.attribute, c.kind, c.chosen_value) for c in opened.exec(select(Conflict))}
        said |= {("effect", e.owner_kind, e.notation, e.origin) for e in opened.exec(select(Effect))}
    return said


def test_effects_are_built_from_the_facts_of_the_document(db: str, ingest: Ingest, rules_en: Path) -> None:
    report = ingest(rules_en)
    assert (report.loaded, report.problems) == (1, [])
    assert facts(db)["location:well", "enter.hunger"] == ("-2", "rulebook")
    assert effects(db) == {
        "enter: hunger self +1",
        "enter: hunger self -2; harvest +3",
        "deliver ladder: hunger self -2",
        "deliver any if gardener here: hunger split -5",
    }


def test_a_number_changed_in_the_document_changes_fact_and_effect(db: str, ingest: Ingest, rules_en: Path) -> None:
    ingest(rules_en)
    changed = rules_en.read_text(encoding="utf-8").replace("+3 common", "+8 common").replace("-5 hunger", "-6 hunger")
    rules_en.write_text(changed, encoding="utf-8")
    assert ingest(rules_en).loaded == 1
    assert facts(db)["location:well", "enter.harvest"] == ("+8", "rulebook")
    assert {"enter: hunger self -2; harvest +8", "deliver any if gardener here: hunger split -6"} <= effects(db)


def test_a_rulebook_goes_before_a_list_and_only_in_its_edition(db: str, ingest: Ingest, rules_en: Path) -> None:
    ingest(rules_en)
    assert facts(db)["location:beehive", "opens-in-stage"] == ("4", "rulebook")
    assert facts(db, "2nd")["location:beehive", "opens-in-stage"] == ("2", "card-list")
    with session(open_database(db), read_only=True) as opened:
        rows = opened.exec(select(Location).where(Location.code == "beehive")).all()
        assert {(r.edition_id is None, r.opens_in_stage, r.origin) for r in rows} == {
            (True, 2, "card-list"),
            (False, 4, "rulebook"),
        }


def test_documents_that_disagree_make_a_conflict_with_its_reason(
    db: str, ingest: Ingest, rules_en: Path, rules_cs: Path
) -> None:
    ingest(rules_en, rules_cs)
    with session(open_database(db), read_only=True) as opened:
        listed, conflict = opened.exec(select(Conflict).order_by(Conflict.kind)).all()
    assert (listed.subject, listed.kind, listed.chosen_value) == ("location:beehive", "list", "4"), (
        "not that of the list"
    )
    assert (conflict.subject, conflict.attribute, conflict.kind) == ("location:well", "enter.hunger", "translation")
    assert conflict.chosen_value in ("-2", "-3")
    assert "among -2, -3" in conflict.reason


def test_the_order_of_documents_does_not_matter(tmp_path: Path, ingest: Ingest, rules_en: Path, rules_cs: Path) -> None:
    faq = tmp_path / "faq.md"
    faq.write_text("# Questions and answers\n\nThe Walled Orchard\n\nOld Well: -4 hunger\n\nGarden Gate, Beehive, "
                   "head gardener, fruit cards, weather cards, common harvest.\n", encoding="utf-8")  # fmt: skip
    outcomes = []
    for number, order in enumerate(permutations([rules_en, rules_cs, faq])):
        url = sqlite_url(tmp_path / f"{number}.db")
        for path in order:
            ingest(path, url=url)
        outcomes.append(everything(url))
    assert all(outcome == outcomes[0] for outcome in outcomes)
    with session(open_database(url), read_only=True) as opened:
        well = opened.exec(select(Fact).where(Fact.subject == "location:well", Fact.attribute == "enter.hunger")).one()
    assert well.is_provisional, "three documents state three values, and a FAQ that corrects nothing is one of them"


def test_an_unchanged_file_is_not_read_again(db: str, ingest: Ingest, rules_en: Path) -> None:
    ingest(rules_en)
    again = ingest(rules_en)
    assert (again.loaded, again.skipped) == (0, 1)
    assert [d.outcome for d in again.documents] == ["unchanged"]


def test_forgetting_a_document_takes_back_what_only_it_said(
    db: str, ingest: Ingest, rules_en: Path, rules_cs: Path, tiny_games: Path
) -> None:
    ingest(rules_cs)
    before = everything(db)
    ingest(rules_en)
    assert everything(db) != before
    with session(open_database(db)) as opened:
        forget_document(opened, rules_en.name)
        resolve_games(opened, read_packs(tiny_games))
    assert everything(db) == before


def test_parts_that_do_not_add_up_are_found(db: str, ingest: Ingest, rules_en: Path) -> None:
    rules_en.write_text(rules_en.read_text(encoding="utf-8").replace("30 ripe", "29 ripe"), encoding="utf-8")
    ingest(rules_en)
    with session(open_database(db), read_only=True) as opened:
        finding = opened.exec(select(Finding)).one()
    assert "stated as 40, but its parts make 29 + 10 = 39" in finding.message


def test_a_bad_file_is_named_and_the_others_are_loaded(db: str, ingest: Ingest, rules_en: Path, tmp_path: Path) -> None:
    junk = tmp_path / "junk.pdf"
    junk.write_bytes(b"\x00\x01\x02 no document")
    report = ingest(junk, rules_en, tmp_path / "missing.pdf")
    assert report.loaded == 1
    assert sorted(p.exit_code.value for p in report.problems) == [4, 4]
    assert all(name in " ".join(p.sentence for p in report.problems) for name in ("junk.pdf", "missing.pdf"))


def test_a_run_tells_what_became_of_every_fact(db: str, ingest: Ingest, rules_en: Path) -> None:
    first = ingest(rules_en)
    assert {change.kind for change in first.changes} == {"new"}
    assert first.origins["rulebook"] == sum(change.origin == "rulebook" for change in first.changes)
    assert sum(first.origins.values()) == first.facts
    assert ingest(rules_en).changes == []
    rules_en.write_text(rules_en.read_text(encoding="utf-8").replace("- 40 fruit cards", "- 41 fruit cards"))
    (changed,) = [change for change in ingest(rules_en).changes if change.attribute == "size"]
    assert (changed.kind, changed.subject, changed.before, changed.after) == ("changed", "deck:fruit", "40", "41")
    assert changed.reason


def test_a_decision_for_one_edition_leaves_the_others_alone(db: str, ingest: Ingest, rules_en: Path) -> None:
    ingest(rules_en)
    said = {"kind": "fact", "game": "orchard", "subject": "deck:weather", "attribute": "size", "reason": "counted"}
    engine = open_database(db)
    decide(engine, [DecisionShape.model_validate({**said, "edition": "2nd", "value": "13", "decided_at": now()})])
    ingest(rules_en)
    assert facts(db, "2nd")["deck:weather", "size"] == ("13", "decided")
    assert facts(db, "1st")["deck:weather", "size"] == ("12", "rulebook")
    decide(engine, [DecisionShape.model_validate({**said, "edition": "", "value": "14", "decided_at": now()})])
    ingest(rules_en)
    assert facts(db, "1st")["deck:weather", "size"] == ("14", "decided")
    assert facts(db, "2nd")["deck:weather", "size"] == ("13", "decided"), "its own decision goes before that for all"
