"""One catalogue holds all that is said to people; no language of it leaves anything out, and a new one is one file."""

import re
import shutil
import subprocess
import sys
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any

import pytest

import schema
from schema.catalogue import FIRST, FOLDER, SPOKEN, event_sentence, read_language, said_in, section
from schema.pack import Pack

ENTRIES = Mapping[tuple[str, ...], list[str]]


def entries(said: Mapping[str, Any], above: tuple[str, ...] = ()) -> Iterator[tuple[tuple[str, ...], list[str]]]:
    """Every entry with where it stands; a list holds the forms of a counted thing."""
    for key, value in said.items():
        if isinstance(value, dict):
            yield from entries(value, (*above, key))
        else:
            yield (*above, key), value if isinstance(value, list) else [value]


def places(text: str) -> set[str]:
    return set(re.findall(r"\{\w+\}", text))


def complaints(english: Mapping[str, Any], said: Mapping[str, Any]) -> list[str]:
    """What a language lacks, has too much, or says with other places than English."""
    first, second = dict(entries(english)), dict(entries(said))
    found = [f"{'.'.join(where)} is said by one of them only" for where in sorted(first.keys() ^ second.keys())]
    for where, forms in second.items():
        known = set().union(*map(places, first.get(where, [])))
        # A game's sentence need not tell every datum of its event; all others tell what English tells.
        if any(not places(form) <= known or (where[0] != "game" and places(form) != known) for form in forms):
            found.append(f"{'.'.join(where)} has other places")
        if any(not form.strip() for form in forms if where != ("thousands",)):
            found.append(f"{'.'.join(where)} is empty")
    return found


def test_four_languages_are_spoken() -> None:
    assert set(SPOKEN) == {"cs", "en", "it", "pl"}
    assert SPOKEN[0] == FIRST


@pytest.mark.parametrize("language", SPOKEN[1:])
def test_a_language_says_everything_with_the_same_places(language: str) -> None:
    assert complaints(read_language(FIRST), read_language(language)) == []


def test_an_entry_that_is_missing_or_has_another_place_is_named() -> None:
    english = {"program": {"prompt": "Go", "seat": "{side}"}, "site": {"count": {"cards": ["{n} card", "{n} cards"]}}}
    poor = {"program": {"seat": "{seat}"}, "site": {"count": {"cards": ["{n} karta", "karty"]}}}
    assert complaints(english, poor) == [
        "program.prompt is said by one of them only",
        "program.seat has other places",
        "site.count.cards has other places",
    ]


@pytest.mark.parametrize("language", SPOKEN)
def test_counted_things_have_a_form_for_every_kind_of_number(language: str) -> None:
    said = read_language(language)
    counted = [forms for where, forms in entries(said) if len(forms) > 1 and where != ("plurals",)]
    assert counted
    assert {len(forms) for forms in counted} == {len(said["plurals"]) + 1}


def test_every_game_with_words_of_its_own_is_a_game(games: dict[str, Pack]) -> None:
    assert set(said_in(FIRST)["game"]) <= set(games)


def test_an_event_is_told_by_the_game_before_all_games() -> None:
    assert event_sentence("resist", "drew", "cs") == section("game", "resist", "events")["cs"]["drew"]
    assert event_sentence("pig", "rolled", "cs") == section("rows")["cs"]["rolled"]
    assert event_sentence("pig", "rolled", "xx") == section("rows")["en"]["rolled"]
    assert event_sentence("pig", "unheard-of", "cs") == "unheard-of."


FIFTH = """
from db.site.words import speech, wanted_language
from rules_engine.terminal.words import TableWords
words = TableWords("eo", {}, {}, (), "resist")
print(wanted_language("eo, cs;q=0.5"), speech("eo")("nav.rules"), speech("eo")("nav.home"), sep="|")
print(speech("eo").count("count.cards", 2), speech("eo").name_of("eo"), sep="|")
print(words.say("prompt"), words.say("hand"), words.say("only-one"), words.fact("points", "3"), sep="|")
"""


def test_a_fifth_language_is_one_file(tmp_path: Path) -> None:
    """A copy of the room with one more file beside its languages; what the file does not say is said in English."""
    room = tmp_path / "schema"
    shutil.copytree(Path(schema.__file__).parent, room, ignore=shutil.ignore_patterns("__pycache__"))
    (room / "catalogue" / "eo.toml").write_text(
        'plurals = ["1"]\nthousands = " "\n'
        '[program]\nprompt = "Via elekto: "\n[game.resist.table]\nhand = "Mano"\n'
        '[site.nav]\nrules = "Reguloj"\n[site.count]\ncards = ["{n} karto", "{n} kartoj"]\n'
        '[codes.attribute]\npoints = "poentoj"\n[codes.language]\neo = "Esperanto"\n',
        encoding="utf-8",
    )
    checkout = FOLDER.parents[1]
    code = f"import sys; sys.path[:0] = [{str(tmp_path)!r}, {str(checkout)!r}]\n{FIFTH}"
    done = subprocess.run([sys.executable, "-c", code], cwd=tmp_path, capture_output=True, text=True, check=True)
    english = read_language(FIRST)
    assert done.stdout.splitlines() == [
        f"eo|Reguloj|{english['site']['nav']['home']}",
        "2 kartoj|Esperanto",
        f"Via elekto: |Mano|{english['program']['only-one']}|poentoj: 3",
    ]
