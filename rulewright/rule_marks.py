"""Rules whose printed words have changed since their rows were written: marks of the passages, kept beside the pack.

`python -m rulewright.rule_marks GAME DATABASE ...` writes them anew from what the documents of these databases state.
"""

import json
import sys
import tomllib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from pathlib import Path

from sqlmodel import Session, col, select

from db.open import reading
from rules_engine.checks.evidence import Check, Evidence, passed, unknown
from rules_engine.passage_marks import WINDOW, Mark
from rulewright import GAMES
from schema.documents import Document, Page, Passage
from schema.games import Game
from schema.results import ValidationShape
from schema.rules import Rule, RuleText

WORDS = "rules stand on the words that they were written from"
HEAD = """# Checksums of passages that state each rule, as they read when the rows of the rule were written; no words.
# Written by `python -m rulewright.rule_marks GAME DATABASE ...`; `rulewright validate` tells what has changed since.

"""
Marks = Mapping[str, Sequence[str]]


LIKE = 1.4
"""A passage that is longer or shorter by more is another one that only begins or ends alike."""


def rule_words_are_unchanged(evidence: Evidence) -> Iterator[ValidationShape]:
    """The passages that stated each rule when its rows were written read as they did, whatever their numbers are."""
    rows = evidence.rows
    spelled = read_marks(GAMES, rows.game.code)
    marks = {rule: list(map(Mark.read, listed)) for rule, listed in spelled.items() if rule in evidence.ruleset.rules}
    printed = list(_printed(evidence.session, rows.game.id, rows.edition_id)) if marks else []
    known = {Mark.read(each) for listed in spelled.values() for each in listed}
    strange = [(mark, where) for mark, where in printed if mark not in known]
    intact = known & {mark for mark, _ in printed}
    stale = 0
    for rule, listed in marks.items():
        for mark in (mark for mark in listed if mark not in intact):
            where = next((where for other, where in strange if _is_changed(mark, other)), "")
            if where:
                stale += 1
                sentence = f"The passage in {where} has other words than when the rows of the rule were written"
                yield unknown(WORDS, f"{sentence}: the rule may be stale. Compare the two.", f"rule:{rule}")
    if intact and not stale:
        yield passed(WORDS, f"{len(intact)} passages state rules in the words that their rows were written from.")


def _is_changed(mark: Mark, other: Mark) -> bool:
    """Whether a passage begins or ends as a marked one did and is about as long."""
    is_alike = other.language == mark.language and (other.head == mark.head or other.tail == mark.tail)
    return is_alike and mark.length / LIKE < other.length < mark.length * LIKE


def _printed(session: Session, game_id: int | None, edition_id: int | None) -> Iterator[tuple[Mark, str]]:
    """The mark of each passage of the documents of an edition, as far as it was not recognised, and where it stands."""
    passages = (
        select(Document.language, Passage.raw_text, Document.file_name, Page.number)
        .join(Page, col(Page.id) == Passage.page_id)
        .join(Document, col(Document.id) == Passage.document_id)
        .where(Document.game_id == game_id, col(Document.edition_id) == edition_id, Page.method != "ocr")
    )
    for language, text, file, page in session.exec(passages):
        mark = Mark.of(language, text, str.isalpha)
        if mark.length >= WINDOW:
            yield mark, f"{file}, page {page}"


CHECKS = (Check("rules", WORDS, rule_words_are_unchanged),)


def _file(games: Path, game: str) -> Path:
    return games / game / "marks" / "rules.toml"


@cache
def read_marks(games: Path, game: str) -> Marks:
    """By rule the marks of the passages that stated it; none where the pack has no marks."""
    file = _file(games, game)
    if not file.is_file():
        return {}
    listed: dict[str, list[str]] = tomllib.loads(file.read_text(encoding="utf-8"))["rules"]
    return listed


def find_marks(session: Session, game: str) -> Iterator[tuple[str, str]]:
    """Each rule of a game with the mark of each passage that states it, as far as it was not recognised."""
    stated = (
        select(Rule.code, Document.language, Passage.raw_text)
        .join(RuleText, col(RuleText.rule_id) == Rule.id)
        .join(Passage, col(Passage.id) == RuleText.passage_id)
        .join(Page, col(Page.id) == Passage.page_id)
        .join(Document, col(Document.id) == Passage.document_id)
        .join(Game, col(Game.id) == Rule.game_id)
        .where(Game.code == game, Page.method != "ocr", RuleText.role == "rule")
    )
    for rule, language, text in session.exec(stated):
        mark = Mark.of(language, text, str.isalpha)
        if mark.length >= WINDOW:
            yield rule, str(mark)


def write_marks(game: str, databases: Sequence[str], games: Path = GAMES) -> int:
    """Write the marks of a game from databases; says how many there are."""
    marks: dict[str, set[str]] = {}
    for database in databases:
        with reading(database) as session:
            for rule, mark in find_marks(session, game):
                marks.setdefault(rule, set()).add(mark)
    file = _file(games, game)
    file.parent.mkdir(exist_ok=True)
    lines = (f"{rule} = {json.dumps(sorted(found))}\n" for rule, found in sorted(marks.items()))
    file.write_text(f"{HEAD}[rules]\n{''.join(lines)}", encoding="utf-8")
    return sum(map(len, marks.values()))


if __name__ == "__main__":
    print(write_marks(sys.argv[1], sys.argv[2:]), "passages are marked.")
