"""Which words of a text are names of the game, and which only begin like one."""

from pathlib import Path

import pytest

from ingest.names.match import find_mentions
from ingest.packs.read import read_packs
from schema.documents import PassageShape
from schema.reading import PassageRead

PACKS = read_packs(Path(__file__).resolve().parents[2] / "games")


def mentioned(game: str, language: str, text: str) -> set[str]:
    shape = PassageShape(seq=0, kind="paragraph", language=language, raw_text=text, text=text, confidence=1.0)
    return {str(mention.concept) for mention in find_mentions([PassageRead(shape, 1)], PACKS[game], [language])}


@pytest.mark.parametrize(
    ("game", "language", "text", "other"),
    [
        ("black-orchestra", "it", "Il totale viene diviso in parti pari.", {"location:paris", "location:vienna"}),
        ("black-orchestra", "it", "Le carte non hanno altri effetti.", {"location:hannover"}),
        ("black-orchestra", "cs", "Poznámka: lízni jednu kartu.", {"location:posen", "action:act"}),
        ("operation-barclay", "en", "The commanding officer decides.", {"symbol:commando"}),
        ("resist", "cs", "Více na druhé straně, v tomto pořadí.", {"enemy:guard", "keyword:defeat"}),
    ],
)
def test_a_common_word_that_begins_like_a_name_is_no_mention(
    game: str, language: str, text: str, other: set[str]
) -> None:
    assert not mentioned(game, language, text) & other


@pytest.mark.parametrize(
    ("game", "language", "text", "concept"),
    [
        ("black-orchestra", "it", "Hitler si sposta a Parigi.", "location:paris"),
        ("black-orchestra", "cs", "Hitler se přesune do Poznaně.", "location:posen"),
        ("resist", "cs", "Misi porazíš až po všech Strážných.", "enemy:guard"),
        ("black-orchestra", "pl", "Zostało ci jeszcze kilka działania.", "action:act"),
        ("resist", "cs", "Vezmi dva makisty a jednoho vojína.", "deck:maquis"),
    ],
)
def test_an_inflected_name_is_a_mention(game: str, language: str, text: str, concept: str) -> None:
    assert concept in mentioned(game, language, text)
