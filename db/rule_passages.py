"""What the passages of a rule say, sentence by sentence; the sentence that states the rule counts most."""

import json
import sqlite3
from collections.abc import Collection, Iterator
from dataclasses import dataclass
from functools import cache
from itertools import groupby

from schema.cues import NOTHING, CueWords
from schema.tokens import Token, tokenise

_PASSAGES = """
    SELECT DISTINCT rule_text.rule_id, passage.id, passage.text, passage.language, document.game_id
    FROM rule_text JOIN passage ON passage.id = rule_text.passage_id
    JOIN document ON document.id = passage.document_id JOIN rule ON rule.id = rule_text.rule_id
    WHERE rule.summary <> ''
    ORDER BY passage.id
"""
_IDEAS = "SELECT game_id, language, words FROM idea_words"
_MENTIONS = "SELECT passage_id, position, concept_id FROM mention"


@dataclass(frozen=True, slots=True)
class Sentence:
    """A sentence of a passage as terms of the index."""

    words: frozenset[str]
    ideas: frozenset[str]
    concepts: frozenset[str]


@dataclass(frozen=True, slots=True)
class RulePassage:
    """The sentences of a passage that states a rule."""

    rule_id: int
    sentences: tuple[Sentence, ...]

    def stating(self, own: Collection[str]) -> frozenset[Sentence]:
        """The sentences that speak of most of what the rule is about."""
        met = {sentence: len((sentence.ideas | sentence.concepts).intersection(own)) for sentence in self.sentences}
        most = max(met.values(), default=0)
        return frozenset(sentence for sentence, number in met.items() if number == most)


def rule_passages(snapshot: sqlite3.Connection) -> Iterator[RulePassage]:
    """Every passage that states a rule; one that states several is taken apart once."""
    listed = {(game, language): words for game, language, words in snapshot.execute(_IDEAS)}
    spoken = cache(lambda game, language: _spoken(listed.get((game, language), "{}")))
    mentions: dict[int, list[tuple[int, int]]] = {}
    for passage, position, concept in snapshot.execute(_MENTIONS):
        mentions.setdefault(passage, []).append((position, concept))
    rows = snapshot.execute(_PASSAGES).fetchall()
    for (number, text, language, game), stated in groupby(rows, key=lambda row: row[1:]):
        sentences = tuple(_sentences(list(tokenise(text)), spoken(game, language), mentions.get(number, [])))
        yield from (RulePassage(row[0], sentences) for row in stated)


def _spoken(listed: str) -> CueWords:
    return CueWords({idea: forms for idea, forms in json.loads(listed).items() if idea != NOTHING})


def _sentences(tokens: list[Token], ideas: CueWords, mentions: list[tuple[int, int]]) -> Iterator[Sentence]:
    stops = [at for at, token in enumerate(tokens) if token.kind == "stop"]
    for first, last in zip([0, *(stop + 1 for stop in stops)], [*stops, len(tokens)], strict=True):
        if first < last:
            start, end = tokens[first].start, tokens[last - 1].end
            yield Sentence(
                frozenset(token.folded for token in tokens[first:last] if token.kind != "icon"),
                frozenset(f"~{idea}" for at in range(first, last) for idea in ideas.ideas_at(tokens, at)),
                frozenset(f":{concept}" for position, concept in mentions if start <= position < end),
            )
