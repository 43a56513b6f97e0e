"""Speak out what a question and its answer say together: the answer stands in for the word that asks."""

import re
from collections.abc import Collection, Iterator, Sequence

from schema.documents import PassageShape
from schema.folding import fold
from schema.tokens import Token, break_after, tokenise

LONGEST_ANSWER = 15
"""In tokens: a longer first sentence speaks for itself."""
LONGEST_QUESTION = 20
MOST_NOUNS, MOST_VERBS = 3, 2
"""So many words after the asking one may name what is asked for, and so many may be the verb."""
_QUESTION = re.compile(r"[^.!?]*\?")
_SENTENCE = re.compile(r"[^.!?]+")


def stated_answers(
    passages: Sequence[PassageShape], asking: Collection[str], numbers: Collection[str]
) -> Iterator[Token]:
    """For each question its statements, `How many dice? Five.` as `Five dice`; asking and number words are folded.

    Number words of a question are left out, for what is asked stands in the answer: `a` may mean one.
    """
    for number, passage in enumerate(passages):
        for asked in _QUESTION.finditer(passage.text):
            words = tokenise(asked.group(), passage.seq, asked.start())
            question = [token for token in words if token.kind != "stop" and token.folded not in numbers]
            answer = _answer(passage, asked.end(), passages[number + 1 : number + 2])
            if not question or not answer or len(question) > LONGEST_QUESTION:
                continue
            for said in _ways(answer):
                for statement in _stated(question, said, asking):
                    yield from statement
                    yield break_after(passage.seq)


def _answer(passage: PassageShape, after: int, following: Sequence[PassageShape]) -> list[Token]:
    """The first sentence after the question, in the same passage or else in the next one."""
    for shape, start in [(passage, after), *((shape, 0) for shape in following)]:
        sentence = _SENTENCE.search(shape.text, start)
        words = list(tokenise(sentence.group(), shape.seq, sentence.start())) if sentence else []
        if words:
            return words if len(words) <= LONGEST_ANSWER else []
    return []


def _ways(answer: list[Token]) -> Iterator[list[Token]]:
    """The whole answer, and its number alone."""
    yield answer
    numbers = [token for token in answer if token.kind in ("number", "signed")]
    if len(numbers) == 1 and len(answer) > 1:
        yield numbers


def _stated(question: list[Token], answer: list[Token], asking: Collection[str]) -> Iterator[list[Token]]:
    """Statements that the question can be turned into, the answer in the place of what is asked for.

    Which words are the verb is not known, so each of the first few is tried: `How many cards has the deck?` becomes
    `the deck has 5 cards` when `has` is. Where other numbers are named, the words stay where they are.
    """
    at = next((i for i, token in enumerate(question) if token.folded in asking), None)
    if at is None:
        yield [*question, *answer]
        return
    rest = question[at + 1 :]
    yield [*question[:at], *answer, *rest]
    yield [*question[:at], *rest, *answer]
    if any(token.kind in ("number", "signed", "range") for token in rest):
        return
    for noun in range(min(MOST_NOUNS, len(rest)) + 1):
        for verb in range(noun + 1, min(noun + MOST_VERBS, len(rest)) + 1):
            asked, action, actor = rest[:noun], rest[noun:verb], rest[verb:]
            yield [*actor, *action, *answer, *asked]
            yield [*actor, *(() if noun == 0 else (*action, *asked)), *answer]


def folded(words: Collection[str]) -> frozenset[str]:
    """Asking words as tokens show them."""
    return frozenset(map(fold, words))
