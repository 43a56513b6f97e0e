"""Every step takes other settings without patching, all of them are one object, and each says what it means."""

import ast
from dataclasses import fields, is_dataclass, replace
from pathlib import Path

import pytest

from ingest.files.plain import plain_pages
from ingest.identify.evidence import Weights
from ingest.identify.recognise import RecogniseSettings
from ingest.layout.headings import HeadingSettings
from ingest.layout.lay_out import LayoutSettings, lay_out
from ingest.pipeline import DocumentSettings, read_document
from schema.pack import Pack

INGEST = Path(__file__).resolve().parents[2] / "ingest"
TEXT = "The basket\n\nEach player takes a basket and two ripe apples before the first harvest begins.\n"


def settings_classes() -> list[tuple[str, ast.ClassDef]]:
    found = []
    for file in sorted(INGEST.rglob("*.py")):
        nodes = ast.parse(file.read_text(encoding="utf-8")).body
        found += [(file.name, n) for n in nodes if isinstance(n, ast.ClassDef) and n.name.endswith("Settings")]
    return found


@pytest.mark.parametrize(("file", "node"), settings_classes(), ids=lambda given: getattr(given, "name", None))
def test_every_number_of_the_settings_says_what_it_means(file: str, node: ast.ClassDef) -> None:
    assert ast.get_docstring(node)
    for field, following in zip(node.body, [*node.body[1:], None], strict=True):
        if isinstance(field, ast.AnnAssign) and not ast.unparse(field.annotation).endswith("Settings"):
            noted = isinstance(following, ast.Expr) and isinstance(following.value, ast.Constant)
            assert noted, f"{file}: {ast.unparse(field)} has no note"


def test_a_step_takes_other_settings() -> None:
    page = plain_pages(TEXT)
    prose = LayoutSettings(headings=HeadingSettings(prose_words=99))
    assert [read.passage.kind for read in lay_out(page)] == ["heading", "paragraph"]
    assert [read.passage.kind for read in lay_out(page, settings=prose)] == ["label", "paragraph"]


def test_the_whole_reading_takes_other_settings(orchard: Pack, rules_en: Path) -> None:
    strict = replace(DocumentSettings(), recognise=RecogniseSettings(weights=Weights(least=1000), under_title=1000))
    packs, languages = {"orchard": orchard}, ("cs", "en")
    assert read_document(rules_en, packs, candidates=languages, recipe="r").game == "orchard"
    unknown = read_document(rules_en, packs, candidates=languages, recipe="r", settings=strict)
    assert unknown.game not in packs


def test_the_settings_of_all_steps_are_frozen_to_the_last() -> None:
    waiting: list[object] = [DocumentSettings()]
    while waiting:
        settings = waiting.pop()
        assert is_dataclass(settings)
        assert hash(settings) is not None
        waiting += [v for f in fields(settings) if is_dataclass(v := getattr(settings, f.name))]
