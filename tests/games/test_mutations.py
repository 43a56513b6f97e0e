"""Changed documents give changed claims, facts and effects."""

import random
import re
import runpy
from collections import defaultdict
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import col, select

from db.open import open_database, session, sqlite_url
from ingest.pipeline import Options, read_document
from rules_engine.read import read_ruleset
from rulewright.ingesting import ingest_documents
from schema.cards import Effect
from schema.claims import Fact

ROOT = Path(__file__).resolve().parents[2]
CZECH_SAMPLE = ROOT / "games" / "black-orchestra" / "samples" / "black-orchestra-cs.pdf"
BENCHMARK = runpy.run_path(str(ROOT / "benchmarks" / "claims.py"))
Change, Row = BENCHMARK["Change"], BENCHMARK["Row"]
SEED = 1

COPIES = {"003": 4}
"""Copies that are read of a document, two of the others: a passage may print a number of several meanings, and each
place is changed in a copy of its own. `benchmarks/claims.py` changes every number."""
NUMBERS_FOLLOWED = {"000": 0.98, "001": 0.97, "002": 0.93, "003": 0.95, "004": 0.95, "resist-en": 0.94}
"""Least share of the changed numbers of each document that the claims follow."""
SIGNS_FOLLOWED = 0.97
SWAPS_FOLLOWED = 0.95
KEPT_APART = {"000": 1.0, "001": 1.0, "black-orchestra-en": 1.0}
"""Least share of the lines whose new amount changes no claim but their own."""

Claim = tuple[str, str, str]


def claims_of(reading: Any) -> set[Claim]:
    return {(read.claim.subject, read.claim.attribute, read.claim.value) for read in reading.claims}


def stated_rows(number: str) -> list[Any]:
    return [row for row in BENCHMARK["truth"]() if row.document == number and row.is_numeric]


def share_followed(tasks: Sequence[Any]) -> tuple[float, list[str]]:
    """The share of the tasks that were tried, and what was not followed, to be read when a test fails."""
    tried = [task for task in tasks if task.tried]
    lost = [f"{' '.join(task.row.key)}: {'; '.join(task.tried)}" for task in tried if not task.is_followed]
    assert len(tried) >= 10
    return 1 - len(lost) / len(tried), lost


@pytest.mark.parametrize("name", sorted(NUMBERS_FOLLOWED))
def test_a_changed_number_changes_the_claim(documents: Any, original: Callable[[str], Any], name: str) -> None:
    source = original(name)
    claimed = [Row(name, *claim) for claim in sorted(claims_of(source.reading))]
    rows = stated_rows(name) if name.isdigit() else [row for row in claimed if row.is_numeric]
    share, lost = share_followed(BENCHMARK["follow_numbers"](documents, source, rows, SEED, COPIES.get(name, 2)))
    assert share >= NUMBERS_FOLLOWED[name], lost


def test_a_sign_that_is_turned_turns_the_claim(documents: Any, original: Callable[[str], Any]) -> None:
    share, lost = share_followed(BENCHMARK["follow_signs"](documents, original("000"), stated_rows("000")))
    assert share >= SIGNS_FOLLOWED, lost


@pytest.mark.parametrize("name", sorted(KEPT_APART))
def test_a_changed_amount_changes_only_what_its_own_line_states(
    documents: Any, original: Callable[[str], Any], name: str
) -> None:
    source = original(name)
    lines = {read.passage: read.claim for read in source.reading.claims if read.claim.subject[:9] == "delivery:"}
    amounts = {seq: re.search(r"(?<=[-−–])\d+", source.text[slice(*source.spans[seq])]) for seq in list(lines)[::2]}
    changes = [
        Change(source.spans[seq][0] + match.start(), source.spans[seq][0] + match.end(), str(20 + seq % 70))
        for seq, match in amounts.items()
        if match
    ]
    copy = documents.read(BENCHMARK["changed"](source.text, changes), source.suffix)
    fed: dict[str, set[str]] = defaultdict(set)
    for subject, attribute, value in claims_of(copy.reading) - claims_of(source.reading):
        fed[value].add(f"{subject} {attribute}")
    apart = [value for value, keys in fed.items() if len(keys) == 1]
    assert len(fed) >= 8
    assert len(apart) / len(fed) >= KEPT_APART[name], {v: k for v, k in fed.items() if len(k) > 1}


SWAPPED_KINDS = {
    "delivery": "item",
    "location": "location",
    "leader": "leader",
    "deck": "deck",
    "component": "component",
}
"""By the kind of a claim's subject, the kind of what is printed for it."""


@pytest.mark.parametrize("name", ["000", "black-orchestra-en"])
def test_another_thing_named_in_a_line_is_what_the_claim_is_about(
    documents: Any, original: Callable[[str], Any], name: str
) -> None:
    source = original(name)
    swaps = swaps_of(source, random.Random(SEED))
    copy = documents.read(BENCHMARK["changed"](source.text, [s.change for s in swaps]), source.suffix)
    lost = []
    for swap in swaps:
        place = BENCHMARK["place_after"](swap.change.start, [s.change for s in swaps])
        here = {claim for seq in copy.passages_at(place) for claim in claims_at(copy.reading, seq)}
        if swap.after not in here or swap.before in here:
            lost.append(f"{swap.before} should be {swap.after}: {sorted(here)}")
    assert len(swaps) >= 20
    assert 1 - len(lost) / len(swaps) >= SWAPS_FOLLOWED, lost


class Swap:
    """A name replaced by that of another thing of its kind, and the claim before and after."""

    def __init__(self, source: Any, seq: int, claim: Claim, surface: str, other: str, other_surface: str) -> None:
        start = source.text.index(surface, *source.spans[seq])
        self.change = Change(start, start + len(surface), other_surface)
        self.before, self.after = claim, (f"{claim[0].partition(':')[0]}:{other}", *claim[1:])


def swaps_of(source: Any, rng: random.Random) -> list[Swap]:
    """One swap a passage, with a name that another passage prints in the same kind of claim."""
    printed = surfaces_of(source)
    makers: dict[tuple[str, str], dict[str, tuple[str, int]]] = defaultdict(dict)
    for read in source.reading.claims:
        kind, _, code = read.claim.subject.partition(":")
        surface = printed.get((read.passage, SWAPPED_KINDS.get(kind, ""), code))
        if surface and len(claims_at(source.reading, read.passage)) == 1:
            makers[kind, read.claim.attribute][code] = (surface, read.passage)
    swaps = []
    for (kind, attribute), by_code in makers.items():
        for code, (surface, seq) in by_code.items():
            others = [o for o, (s, _) in by_code.items() if o != code and s.isupper() == surface.isupper()]
            if others:
                other = rng.choice(sorted(others))
                value = next(c[2] for c in claims_at(source.reading, seq))
                claim = (f"{kind}:{code}", attribute, value)
                swaps.append(Swap(source, seq, claim, surface, other, by_code[other][0]))
    return swaps


def surfaces_of(source: Any) -> dict[tuple[int, str, str], str]:
    """How a passage prints a concept, where it prints it once and the text has it letter by letter."""
    found: dict[tuple[int, str, str], list[str]] = defaultdict(list)
    for read in source.reading.mentions:
        start, end = source.spans.get(read.passage, (0, 0))
        if read.mention.surface in source.text[start:end]:
            found[read.passage, read.concept.kind, read.concept.code].append(read.mention.surface)
    return {key: surfaces[0] for key, surfaces in found.items() if len(surfaces) == 1}


def claims_at(reading: Any, seq: int) -> set[Claim]:
    return {(r.claim.subject, r.claim.attribute, r.claim.value) for r in reading.claims if r.passage == seq}


@pytest.mark.parametrize("number", ["001"])
def test_an_effect_whose_place_is_no_longer_named_is_no_longer_claimed_for_it(
    documents: Any, original: Callable[[str], Any], number: str
) -> None:
    source = original(number)
    entered = [r for r in source.reading.claims if r.claim.context == "board" and r.claim.attribute[:6] == "enter."]
    labels = {r.passage - 1: r.passage for r in entered}
    removed = [Change(*source.spans[label], "") for label in labels]
    copy = documents.read(BENCHMARK["changed"](source.text, removed), source.suffix)
    gone = {(r.claim.subject, r.claim.attribute, "board") for r in entered}
    kept = {(r.claim.subject, r.claim.attribute, r.claim.context) for r in copy.reading.claims}
    assert gone
    assert gone & kept == set()
    others = {c for c in claims_of(source.reading) if not c[1].startswith("enter.")}
    assert others - claims_of(copy.reading) == set()


@pytest.mark.parametrize("name", ["000", "black-orchestra-en"])
def test_a_line_that_is_gone_takes_its_claims_with_it_and_no_others(
    documents: Any, original: Callable[[str], Any], name: str
) -> None:
    source = original(name)
    lines = sorted({r.passage for r in source.reading.claims if r.claim.subject.startswith("delivery:")})
    removed = random.Random(SEED).sample(lines, len(lines) // 2)
    copy = documents.read(
        BENCHMARK["changed"](source.text, [Change(*source.spans[s], "") for s in removed]), source.suffix
    )
    left = {c for r in source.reading.claims if r.passage not in removed for c in claims_at(source.reading, r.passage)}
    assert claims_of(copy.reading) == left


def as_markdown(file: Path, documents: Any) -> str:
    """The passages of a document as Markdown."""
    reading = read_document(file, documents.packs, candidates=("cs", "en", "it", "pl"), recipe="r")
    marks = {"heading": "#", "item": "-"}
    shown = [
        read.passage for read in reading.passages if read.passage.kind not in ("noise", "gap") and read.passage.text
    ]
    return "\n\n".join(f"{marks.get(p.kind, '') * (p.level or 1)} {p.text}".strip() for p in shown)


def test_a_changed_document_changes_fact_effect_and_what_the_engine_plays_by(documents: Any, tmp_path: Path) -> None:
    url, file = sqlite_url(tmp_path / "changed.db"), tmp_path / "pravidla.md"
    text = as_markdown(CZECH_SAMPLE, documents)
    file.write_text(text, encoding="utf-8")
    assert ingest_documents(url, [file], Options(game="black-orchestra")).problems == []
    assert played(url) == ("-3", "enter: suspicion self -3; military-support +1", -2, "deliver map: suspicion self -2")
    changed = text.replace("−3 podezření, +1 vojenská", "−5 podezření, +1 vojenská")
    changed = changed.replace("−2 podezření za Mapu (jen ty)", "−4 podezření za Mapu (jen ty)")
    file.write_text(changed, encoding="utf-8")
    assert ingest_documents(url, [file], Options(game="black-orchestra")).loaded == 1
    assert played(url) == ("-5", "enter: suspicion self -5; military-support +1", -4, "deliver map: suspicion self -4")


def played(url: str) -> tuple[str, str, int, str]:
    """What the database and the ruleset say of entering Paris and of delivering the map."""
    with session(open_database(url), read_only=True) as opened:
        fact = opened.exec(
            select(Fact.value).where(
                Fact.subject == "location:paris", Fact.attribute == "enter.suspicion", col(Fact.origin) == "rulebook"
            )
        ).one()
        notations = set(opened.exec(select(Effect.notation).where(col(Effect.owner_kind) != "card")))
        ruleset = read_ruleset(opened, "black-orchestra")
    paris = next(str(e.line) for e in ruleset.effects.values() if e.owner == ("location", "paris"))
    spot = next(s for space in ruleset.spaces.values() for s in space.spots if s.fact == ("delivery:map", "self"))
    delivery = next(str(e.line) for e in ruleset.effects.values() if e.owner == ("delivery", str(spot.row)))
    assert {paris, delivery} <= notations
    return fact, paris, ruleset.number(*spot.fact), delivery
