"""A worked example is known by what announces it and whom it is about; it states only what nothing else does."""

from collections.abc import Sequence

from ingest.resolve.align import align, fit, fit_rules
from ingest.resolve.sentences import Heard, hear
from ingest.resolve.told_examples import find_examples
from schema.cues import parse_cue
from schema.documents import PassageShape
from schema.pack import Pack, RuleEntry, RulesFile
from schema.tokens import Token

RULES = RulesFile(rule=[RuleEntry(code="mix", topic="decks", summary="It is mixed.", cues=["empty shuffle"])])


class Ear:
    """Hears the word “example” alone."""

    def ideas(self, tokens: Sequence[Token], language: str) -> list[set[str]]:
        del language
        return [{"example"} if token.folded.startswith("example") else set() for token in tokens]


def pages(*texts: str) -> list[PassageShape]:
    """Passages: a heading begins with #, a label with @."""
    kinds = {"#": "heading", "@": "label"}
    made, section = [], ""
    for seq, text in enumerate(texts):
        kind, bare = kinds.get(text[0], "paragraph"), text.lstrip("#@ ")
        section = bare if kind == "heading" else section
        given = {"seq": seq, "kind": kind, "language": "en", "section": section, "raw_text": bare, "text": bare}
        made.append(PassageShape.model_validate(given | {"confidence": 1}))
    return made


def examples(*texts: str, people: Sequence[str] = ()) -> set[int]:
    return find_examples(pages(*texts), Ear(), people)


def test_what_stands_under_a_heading_that_speaks_of_an_example_is_one() -> None:
    assert examples("# Attack", "You hit.", "# Example of play", "You hit twice.", "# End", "It ends.") == {3}


def test_an_example_goes_on_under_headings_that_repeat_the_steps() -> None:
    steps = ("# 1. Plan", "Plan.", "# 2. Attack", "Hit.")
    assert examples(*steps, "# Example", "See:", *steps, "# Notes", "Note.") == {5, 7, 9}


def test_a_label_announces_one_passage_and_a_label_in_capitals_ends_what_a_heading_began() -> None:
    assert examples("@ An example", "You hit.", "You rest.") == {1}
    assert examples("# Example", "You hit.", "@ hidden", "You rest.", "@ THE NEXT PHASE", "You draw.") == {1, 3}


def test_an_example_follows_its_people_to_where_they_are_named_last() -> None:
    told = ("Example: Erich Kordt acts.", "He has two dice.", "Erichs luck holds.", "Dice are put back.")
    assert examples(*told, people=["Erich Kordt"]) == {0, 1, 2}
    assert examples(*told) == {0}


def test_nobody_is_followed_into_another_section() -> None:
    told = ("Example: Erich acts.", "# Notes", "Erich was a diplomat.")
    assert examples(*told, people=["Erich Kordt"]) == {0}


def heard(*given: tuple[str, bool]) -> list[Heard]:
    passages = pages(*(text for text, _ in given))
    spoken = frozenset({"empty", "shuffle"})
    return [
        Heard(p, (spoken,), frozenset(), 2, is_example=is_one) for p, (_, is_one) in zip(passages, given, strict=True)
    ]


def test_an_example_states_a_rule_only_where_nothing_else_does() -> None:
    both = align([fit_rules("en", RULES, heard(("a", False), ("b", True)))]).stated[0]
    alone = align([fit_rules("en", RULES, heard(("b", True)))]).stated[0]
    assert [one.heard.passage.text for one in both] == ["a"]
    assert [one.heard.passage.text for one in alone] == ["b"]


def test_a_cue_may_refuse_what_stands_under_a_heading() -> None:
    (passage,) = pages("a")
    under = Heard(passage, (frozenset({"shuffle"}),), frozenset({"empty"}), 1)
    assert fit(parse_cue("shuffle !empty"), under) == 1
    assert fit(parse_cue("shuffle !^empty"), under) == 0


def test_what_stands_before_a_list_is_above_its_items(cued: Pack) -> None:
    before = pages("An empty deck.")[0]
    item = pages("x", "Shuffle it.")[1].model_copy(update={"kind": "item"})
    assert hear([before, item], {}, cued, "en")[1].above == {"empty"}
