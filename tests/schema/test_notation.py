"""Lines of notation are read whole or refused with the word to blame."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from schema.notation import Clause, Line, NotationError, Predicate, Step, Vocabulary

WORDS = {"{track}": ["suspicion", "motivation"], "{who}": ["self", "all"], "{signed}": ["+1", "-3"], "{number}": ["2"]}


def clauses(form: str) -> st.SearchStrategy[Clause]:
    choices = [st.sampled_from(WORDS[word]) if word in WORDS else st.just(word) for word in form.split()]
    return st.tuples(*choices).map(lambda words: Clause(form, words))


steps_of = st.sampled_from(["{track} {who} {signed}", "draw {number}", "raid"]).flatmap(clauses)
predicates = st.builds(Predicate, clauses("stage {number}"), st.booleans())
conditions = st.lists(predicates, max_size=2).map(tuple)
simple_steps = st.builds(Step, clause=steps_of, conditions=conditions, is_optional=st.booleans())
options = st.lists(st.lists(simple_steps, min_size=1, max_size=2).map(tuple), min_size=1, max_size=3).map(tuple)
blocks = st.builds(Step, options=options, conditions=conditions, is_optional=st.booleans())
many_steps = st.lists(simple_steps | blocks, min_size=1, max_size=3).map(tuple)
lines = st.builds(Line, steps=many_steps) | st.builds(
    Line, steps=many_steps, trigger=clauses("enter"), conditions=conditions
)


@given(line=lines)
def test_a_written_line_reads_as_the_same_line(vocabulary: Vocabulary, line: Line) -> None:
    assert vocabulary.parse(str(line)) == line


def test_slots_with_names_and_of_several_kinds_are_filled(vocabulary: Vocabulary) -> None:
    line = vocabulary.parse("move hess from paris to train-station; remove keys; remove hitler")
    assert [step.clause.arguments for step in line.steps if step.clause] == [
        ("hess", "paris", "train-station"),
        ("keys",),
        ("hitler",),
    ]


@pytest.mark.parametrize(
    ("line", "message", "word"),
    [
        ("enter: suspision self -3", "did you mean “suspicion”", "suspision"),
        ("enter: suspicion self", "Missing argument after “suspicion self”: expected {signed}", ""),
        ("suspicion self 3", "“3” cannot stand here", "3"),
        ("enter: raid now", "nothing more", "now"),
        ("leave: raid", "Unknown word “leave” in a trigger", "leave"),
        ("raid if hitler there", "“there” in a condition: did you mean “here”", "there"),
        ("raid;", "ends too early", ""),
        ("", "ends too early", ""),
        ("(raid", "ends too early", ""),
        ("raid) now", "“)” was not expected at sign 5", ""),
    ],
)
def test_a_wrong_line_names_what_is_wrong(vocabulary: Vocabulary, line: str, message: str, word: str) -> None:
    with pytest.raises(NotationError) as caught:
        vocabulary.parse(line)
    assert message in str(caught.value)
    assert caught.value.word == word


def test_a_word_that_only_begins_like_a_joining_word_is_a_word() -> None:
    vocabulary = Vocabulary({"step": ["mayor android iffy"]}, {})
    assert str(vocabulary.parse("mayor android iffy")) == "mayor android iffy"
