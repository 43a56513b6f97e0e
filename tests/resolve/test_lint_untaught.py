"""What is marked in documents of a game without a pack, row by row."""

from dataclasses import replace
from typing import Any

import pytest

from ingest.resolve.lint_untaught import BEYOND_BOX, NUMBERING, UNDEFINED, UntaughtSettings, lint_untaught
from schema.base import row
from schema.discovered import Component, GlossaryTerm, Outline
from schema.documents import Document
from schema.games import Concept, Name


def number_list(shelf: Any, document: Document, *numbers: int) -> None:
    for seq, number in enumerate(numbers):
        passage = shelf.passage(document, f"{number}. Step", "item")
        shape = {"seq": seq, "level": 1, "number": str(number), "title": f"Step {number}", "kind": "step"}
        keys = {"game_id": shelf.game.id, "document_id": document.id, "passage_id": passage.id}
        shelf.add(row(Outline, {**shape, "path": f"step-{number}"}, **keys))


def add_term(shelf: Any, document: Document, code: str, *, is_defined: bool, uses: int = 9) -> None:
    concept = shelf.add(row(Concept, {"kind": "term", "code": code}, game_id=shelf.game.id))
    name = {"language": "en", "text": code.capitalize(), "origin": "rulebook"}
    shelf.add(row(Name, name, concept_id=concept.id, document_id=document.id))
    passage = shelf.passage(document, f"A {code} is a thing.").id if is_defined else None
    shape = {"language": "en", "uses": uses, "evidence": "frequent, bold"}
    shelf.add(row(GlossaryTerm, shape, concept_id=concept.id, document_id=document.id, passage_id=passage))


@pytest.mark.parametrize(
    ("numbers", "missing"),
    [((1, 2, 4), 3), ((1, 2, 3), None), ((1, 3), None), ((1, 4, 8), None), ((1, 3, 2), None)],
)
def test_one_number_left_out_of_a_list_is_marked_and_nothing_less_sure(
    shelf: Any, numbers: tuple[int, ...], missing: int | None
) -> None:
    number_list(shelf, shelf.document(), *numbers)
    lint_untaught(shelf.session, shelf.game)
    said = [f"Between “Step 1” and “Step {numbers[-1]}” there is no number {missing}."] if missing else []
    assert shelf.findings(NUMBERING) == said


def test_marking_again_throws_away_what_was_marked(shelf: Any) -> None:
    number_list(shelf, shelf.document(), 1, 2, 4)
    lint_untaught(shelf.session, shelf.game)
    lint_untaught(shelf.session, shelf.game)
    assert len(shelf.findings(NUMBERING)) == 1
    lint_untaught(shelf.session, shelf.game, UntaughtSettings(least_list=4))
    assert shelf.findings(NUMBERING) == []


def test_only_more_than_the_box_holds_is_marked(shelf: Any) -> None:
    document = shelf.document()
    listed = shelf.passage(document, "24 lantern tokens", "item")
    keys = {"game_id": shelf.game.id, "document_id": document.id, "passage_id": listed.id}
    shape = {"code": "lantern-tokens", "name": "lantern tokens", "language": "en", "count": 24, "seq": 0}
    shelf.add(row(Component, shape, **keys))
    shelf.passage(document, "Lay out 24 lantern tokens.")
    shelf.passage(document, "Pay 1.25 lantern tokens, or 99 lantern tokensmiths.")
    lint_untaught(shelf.session, shelf.game)
    assert shelf.findings(BEYOND_BOX) == []
    shelf.passage(document, "Lay out 25 lantern tokens.")
    lint_untaught(shelf.session, shelf.game)
    assert shelf.findings(BEYOND_BOX) == ["25 of “lantern tokens” are spoken of, and the list of components has 24."]


def test_undefined_terms_are_marked_where_the_document_defines_others(shelf: Any) -> None:
    document = shelf.document()
    add_term(shelf, document, "keeper", is_defined=False)
    add_term(shelf, document, "wick", is_defined=False, uses=12)
    add_term(shelf, document, "oil", is_defined=False, uses=2)
    lint_untaught(shelf.session, shelf.game)
    assert shelf.findings(UNDEFINED) == []
    add_term(shelf, document, "lantern", is_defined=True)
    lint_untaught(shelf.session, shelf.game)
    assert shelf.findings(UNDEFINED) == ["2 terms are set apart in print and defined nowhere: “Wick”, “Keeper”."]
    lint_untaught(shelf.session, shelf.game, replace(UntaughtSettings(), shown_terms=1))
    assert shelf.findings(UNDEFINED) == ["2 terms are set apart in print and defined nowhere: “Wick” …."]
