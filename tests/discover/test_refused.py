"""What a person says is no component, term or card is left out, with all that hangs on it."""

import datetime
from collections.abc import Callable

from ingest.deciding.review import Decisions, discovered_names
from ingest.discover.discover import discover
from schema.decisions import DecisionShape
from schema.reading import PassageRead

Lines = Callable[..., list[PassageRead]]
RULES = (
    ("heading", "Gather the Reeds", 1),
    ("heading", "Components", 2),
    ("item", "- 24 reed cards"),
    ("item", "- 3 mud tokens"),
    ("item", "- 12 clay pots"),
)


def _decision(subject: str, value: str, **more: str) -> DecisionShape:
    said = {"document": "reeds.md", "kind": "discovery", "subject": subject, "value": value, **more}
    return DecisionShape.model_validate({**said, "decided_at": datetime.datetime(2026, 1, 1)})


def test_a_refused_component_goes_with_its_number(lines: Lines) -> None:
    found = discover(lines(*RULES), (), "en")
    decisions = Decisions([_decision("component:mud-tokens", "no"), _decision("component:reed-cards", "yes")])
    kept = decisions.believed(found)
    assert [c.component.code for c in kept.found.components] == ["reed-cards", "clay-pots"]
    assert {c.claim.subject for c in found.claims} - {c.claim.subject for c in kept.claims} == {"component:mud-tokens"}
    assert decisions.stale() == []


def test_a_decision_about_what_is_not_there_is_stale(lines: Lines) -> None:
    found = discover(lines(*RULES), (), "en")
    decisions = Decisions([_decision("component:gold-coins", "no")])
    assert decisions.believed(found) == found
    assert [d.subject for d in decisions.stale()] == ["component:gold-coins"]
    assert "component:clay-pots" in discovered_names(found.found)


def test_a_corrected_word_changes_what_is_discovered(lines: Lines) -> None:
    word = _decision("24", "28", kind="repair", left="-", right="reed cards")
    counts = [
        {c.component.code: c.component.count for c in discover(passages, (), "en").found.components}
        for passages in (lines(*RULES), Decisions([word]).as_people_say(lines(*RULES)))
    ]
    assert counts[1] == {**counts[0], "reed-cards": 28}
