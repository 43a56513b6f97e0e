"""A pack loads whole, or is refused with file and line."""

import shutil
from pathlib import Path

import pytest

from ingest.packs.checked_packs import is_proven, proof_of
from ingest.packs.read import BrokenPack, read_packs
from schema.pack import Pack


@pytest.fixture
def copy(tiny_games: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(tiny_games, tmp_path / "games"))


def test_a_sound_pack_loads(orchard: Pack) -> None:
    assert orchard.code == "orchard"
    assert set(orchard.languages) == {"en", "cs"}
    assert orchard.numbers["cs"]["tří"] == 3
    assert len(orchard.concepts()) > 10


FAULTS = [
    ("game.toml", 'item = ["ladder", "basket"]', 'item = ["ladder", "Basket"]', "“Basket” is not a lower-kebab code"),
    ("game.toml", 'who = ["self", "split"]', 'who = ["self", "self", "split"]', "listed 2 times"),
    ("game.toml", 'default-edition = "1st"', 'default-edition = "9th"', "no edition “9th”"),
    ("game.toml", 'code = "orchard"', 'code = "orchard"\ncolour = "red"', "colour"),
    ("game.toml", 'named-in-full = ["location"', 'named-in-full = ["cellar"', "names “cellar”, which is no kind"),
    ("en.toml", 'gate = ["Garden Gate"]', "", "The location “gate” has no name in “en”"),
    ("en.toml", 'gate = ["Garden Gate"]', 'gate = ["Garden Gate"]\nbarn = ["Barn"]', "no location with the code"),
    ("en.toml", '"{number} {deck}"', '"40 {deck}"', "must not hold a number"),
    ("en.toml", '"{number} {deck}"', '"{number {deck}"', "cannot be read as a wording"),
    ("en.toml", '"{number} {deck}"', '"some {deck}"', "does not say the number of “deck-size”"),
    ("en.toml", '"{number} {deck}"', '"{number} {deck} {moon}"', "unknown kind “moon”"),
    ("en.toml", "deck-part = ", "deck-heap = ", "no [claims.deck-heap]"),
    ("en.toml", '"enter" = ["on entering"]', '"leave" = ["on leaving"]', "no form “leave”"),
    ("en.toml", '["for {item}"]', '["for it"]', "does not have the slots of its form"),
    ("en.toml", '["on entering"]', '["[on] entering"]', "must be plain words"),
    ("en.toml", '"\\uE001" = "apple"', '"\\uE001" = "pear"', "no icon of the game"),
    ("en.toml", 'example-words = ["Example"]', "example-words = [Example]", "not TOML"),
    ("cs.toml", 'icon = ["apple"]', 'icon = ["apple"]\nwho = ["self"]', "named and listed as untranslated"),
    ("notation.toml", 'form = "draw {deck} {number}"', 'form = "draw {pile} {number}"', "unknown kind “pile”"),
    ("rules.toml", "after the first harvest", "after 2 harvests", "holds a number"),
    ("rules.toml", '"track:hunger"', '"track:anger"', "is no concept"),
    ("rules.toml", 'edition = "2nd"', 'edition = "4th"', "no edition “4th”"),
    ("cards/fruit.toml", "hunger self -2", "hungre self -2", "did you mean “hunger”"),
    ("cards/fruit.toml", 'deck = "fruit"', 'deck = "nuts"', "no deck “nuts”"),
    ("cards/fruit.toml", 'kind = "ripe"', 'kind = "ripe"\n\n[[card]]\ncode = "golden-apple"', "listed 2 times"),
    ("cards/board.toml", '"gate", "well"]', '"gate", "moat"]', "no location “moat”"),
    ("cards/board.toml", 'condition = "gardener here"', 'condition = "gardener gone"', "“gone” in a condition"),
    ("cards/board.toml", 'item = "ladder"', 'item = "rope"', "“rope” is no item"),
]  # fmt: skip


@pytest.mark.parametrize(("file", "before", "after", "message"), FAULTS, ids=[fault[3] for fault in FAULTS])
def test_a_fault_is_named_with_its_file_and_line(copy: Path, file: str, before: str, after: str, message: str) -> None:
    path = copy / "orchard" / file
    text = path.read_text(encoding="utf-8")
    assert before in text
    path.write_text(text.replace(before, after, 1), encoding="utf-8")
    with pytest.raises(BrokenPack) as caught:
        read_packs(copy)
    blamed = [problem for problem in caught.value.problems if message in problem.message]
    assert blamed, str(caught.value)
    assert blamed[0].file == f"games/orchard/{file}"
    named = path.read_text(encoding="utf-8").split("\n")[blamed[0].line - 1]
    changed = text[: text.index(before)].count("\n") + 1
    assert abs(blamed[0].line - changed) <= 3 or (named == "[names.location]" and "has no name" in message)


def test_words_for_a_kind_of_document_that_is_none_are_refused(copy: Path) -> None:
    path = copy / "languages" / "en.toml"
    path.write_text(path.read_text(encoding="utf-8").replace("faq =", "novel ="), encoding="utf-8")
    with pytest.raises(BrokenPack, match=r"languages/en.toml:5: kinds.novel: .*“novel” is no kind of document"):
        read_packs(copy)


def test_all_faults_are_told_at_once(copy: Path) -> None:
    for file, before, after in (("rules.toml", "hunger", "anger"), ("en.toml", "{number} {deck}", "1 {deck}")):
        path = copy / "orchard" / file
        path.write_text(path.read_text(encoding="utf-8").replace(before, after, 1), encoding="utf-8")
    with pytest.raises(BrokenPack) as caught:
        read_packs(copy)
    assert {problem.file.rsplit("/", 1)[-1] for problem in caught.value.problems} == {"rules.toml", "en.toml"}


def test_a_changed_pack_has_another_fingerprint(copy: Path) -> None:
    before = read_packs(copy)["orchard"].fingerprint
    rules = copy / "orchard" / "rules.toml"
    rules.write_text(rules.read_text(encoding="utf-8") + "\n# a remark\n", encoding="utf-8")
    assert read_packs(copy)["orchard"].fingerprint != before


def test_packs_that_were_found_right_are_not_checked_again(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    proof = proof_of(copy)
    assert not is_proven(proof)
    read_packs(copy)
    assert is_proven(proof)
    game = copy / "orchard" / "game.toml"
    game.write_text(game.read_text(encoding="utf-8") + "\n# one more line\n", encoding="utf-8")
    assert not is_proven(proof_of(copy))


def test_a_broken_pack_leaves_no_proof(copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "kept"))
    rules = copy / "orchard" / "rules.toml"
    rules.write_text(rules.read_text(encoding="utf-8").replace('"track:hunger"', '"track:anger"'), encoding="utf-8")
    for _ in range(2):
        with pytest.raises(BrokenPack, match="is no concept"):
            read_packs(copy)
    assert not list(tmp_path.glob("kept/**/packs-*"))


def test_where_nothing_can_be_kept_packs_are_checked_each_time(
    copy: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    (tmp_path / "a-file").touch()
    monkeypatch.setenv("XDG_CACHE_HOME", str(tmp_path / "a-file"))
    assert "orchard" in read_packs(copy)
    assert not is_proven(proof_of(copy))
