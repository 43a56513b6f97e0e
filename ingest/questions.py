"""Speak out what a question and its answer say together: the answer stands in for the word that asks."""

import re
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass

from schema.documents import PassageShape
from schema.tokens import Token, break_after, tokenise

_QUESTION = re.compile(r"[^.!?]*\?")
_SENTENCE = re.compile(r"[^.!?]+")


@dataclass(frozen=True, slots=True)
class QuestionSettings:
    """Which questions can be turned into statements; chosen by eye on the sample FAQ."""

    longest_answer: int = 15
    """In tokens: a longer first sentence speaks for itself."""
    longest_question: int = 20
    """In tokens: a longer question is no simple one."""
    most_nouns: int = 3
    """So many words after the asking one may name what is asked for."""
    most_verbs: int = 2
    """So many may be the verb."""


def stated_answers(
    passages: Sequence[PassageShape],
    asking: Collection[str],
    numbers: Collection[str],
    settings: QuestionSettings = QuestionSettings(),
) -> Iterator[Token]:
    """For each question its statements, `How many dice? Five.` as `Five dice`; asking and number words are folded.

    Number words of a question are left out, for what is asked stands in the answer: `a` may mean one.
    """
    for number, passage in enumerate(passages):
        for asked in _QUESTION.finditer(passage.text):
            words = tokenise(asked.group(), passage.seq, asked.start())
            question = [token for token in words if token.kind != "stop" and token.folded not in numbers]
            answer = _answer(passage, asked.end(), passages[number + 1 : number + 2], settings)
            if not question or not answer or len(question) > settings.longest_question:
                continue
            for said in _ways(answer):
                for statement in _stated(question, said, asking, settings):
                    yield from statement
                    yield break_after(passage.seq)


def _answer(
    passage: PassageShape, after: int, following: Sequence[PassageShape], settings: QuestionSettings
) -> list[Token]:
    """The first sentence after the question, in the same passage or else in the next one."""
    for shape, start in [(passage, after), *((shape, 0) for shape in following)]:
        sentence = _SENTENCE.search(shape.text, start)
        words = list(tokenise(sentence.group(), shape.seq, sentence.start())) if sentence else []
        if words:
            return words if len(words) <= settings.longest_answer else []
    return []


def _ways(answer: list[Token]) -> Iterator[list[Token]]:
    """The whole answer, and its number alone."""
    yield answer
    numbers = [token for token in answer if token.kind in ("number", "signed")]
    if len(numbers) == 1 and len(answer) > 1:
        yield numbers


def _stated(
    question: list[Token], answer: list[Token], asking: Collection[str], settings: QuestionSettings
) -> Iterator[list[Token]]:
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
    for noun in range(min(settings.most_nouns, len(rest)) + 1):
        for verb in range(noun + 1, min(noun + settings.most_verbs, len(rest)) + 1):
            asked, action, actor = rest[:noun], rest[noun:verb], rest[verb:]
            yield [*actor, *action, *answer, *asked]
            yield [*actor, *(() if noun == 0 else (*action, *asked)), *answer]
