"""Labels that lost to whom their numbers belong state again what the document states in words, or nothing."""

from collections.abc import Sequence
from pathlib import Path

import pytest

from ingest.extract import extract_claims
from ingest.packs.read import read_packs
from schema.documents import PassageShape
from schema.pack import Pack
from schema.reading import PassageRead

STATED = ["1–2 players: 6 cards", "3–4 players: 5 cards", "5 players: 4 cards"]


@pytest.fixture(scope="module")
def pack() -> Pack:
    return read_packs(Path(__file__).parents[2] / "games")["black-orchestra"]


def told_by_labels(pack: Pack, stated: Sequence[str], labels: Sequence[str]) -> dict[str, str]:
    """By attribute, what labels state of the dossier beside a table that states its limits in words."""
    rows = [("heading", "Dossier limit"), *(("table", text) for text in stated), ("heading", "The board")]
    rows += [("label", text) for text in labels]
    section, passages = "", []
    for seq, (kind, text) in enumerate(rows):
        section = text if kind == "heading" else section
        shape = {"seq": seq, "kind": kind, "language": "en", "section": section, "raw_text": text, "text": text}
        passages.append(PassageRead(PassageShape.model_validate(shape | {"confidence": 1}), 1))
    first = len(passages) - len(labels)
    found = extract_claims(passages, pack, ["en"])
    return {
        read.claim.attribute: read.claim.value
        for read in found
        if read.passage >= first and read.claim.subject == "dossier"
    }


def test_labels_in_a_row_state_what_the_table_states(pack: Pack) -> None:
    told = told_by_labels(pack, STATED, ["6 CARDS DOSSIER LIMIT", "5 CARDS DOSSIER LIMIT", "4 CARDS DOSSIER LIMIT"])
    assert told == {"limit.players-1-2": "6", "limit.players-3-4": "5", "limit.players-5": "4"}


@pytest.mark.parametrize(
    ("stated", "labels"),
    [
        pytest.param(STATED, ["6 CARDS DOSSIER LIMIT"], id="one label alone"),
        pytest.param(STATED, ["6 CARDS DOSSIER LIMIT", "9 CARDS DOSSIER LIMIT"], id="a number that is stated nowhere"),
        pytest.param(STATED, ["6 CARDS DOSSIER LIMIT", "6 CARDS DOSSIER LIMIT"], id="the same number twice"),
        pytest.param(STATED, ["6 DICE", "5 DICE"], id="numbers of something else"),
        pytest.param(
            [*STATED[:2], "5 players: 5 cards"],
            ["6 CARDS DOSSIER LIMIT", "5 CARDS DOSSIER LIMIT"],
            id="a number of two conditions",
        ),
    ],
)
def test_where_one_of_them_is_in_doubt_none_states_anything(pack: Pack, stated: list[str], labels: list[str]) -> None:
    assert told_by_labels(pack, stated, labels) == {}
