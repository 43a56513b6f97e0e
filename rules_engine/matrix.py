"""The matrix of rules: for each rule the code that obeys it, the tests that prove it, the passages that print it."""

import ast
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from sqlmodel import Session, col, delete, select

from rules_engine.obeys import ROOT, Obeyed, obeyed_by_rows, obeyed_in, package_of
from rules_engine.playable import find_playable
from rules_engine.rows import Rows
from rules_engine.sources import Source, source_at, source_of_test, store_sources
from schema.base import row
from schema.documents import Document, Passage
from schema.rules import Rule, RuleCode, RuleText

TESTS = ROOT / "tests"
RULE_ENUM = "Rule"
"""How the codes of rules are called in the code of a game: Rule.GUARDS_FIRST is guards-first."""


@dataclass(frozen=True, slots=True)
class RuleRow:
    """A rule with everything that has to do with it."""

    row: int
    code: str
    topic: str
    summary: str
    obeyed: tuple[Obeyed, ...]
    tests: tuple[str, ...]
    passages: Mapping[str, tuple[int, ...]]
    """Passages by language, the surest first."""


@dataclass(frozen=True, slots=True)
class Matrix:
    """The rules of an edition, and code that obeys something else."""

    languages: tuple[str, ...]
    """Languages of the documents that describe the edition."""
    rules: tuple[RuleRow, ...]
    strangers: tuple[Obeyed, ...]
    """Code that obeys what is no rule of the game in any edition."""
    has_tests: bool
    """Whether the tests are there to be read; they are no part of an installation."""

    @property
    def is_aligned(self) -> bool:
        """Whether passages were tied to rules at all."""
        return any(rule.passages for rule in self.rules)


def rule_matrix(session: Session, rows: Rows, tests: Path = TESTS) -> Matrix:
    """The matrix of a game and edition."""
    game = rows.game.code
    obeyed: dict[str, list[Obeyed]] = {}
    is_by_hand = find_playable(game) is not None  # code says what it obeys when it is imported
    for entry in obeyed_in(package_of(game)) if is_by_hand else obeyed_by_rows(game, rows.play):
        obeyed.setdefault(entry.rule, []).append(entry)
    codes = frozenset(rule.code for rule in rows.rules)
    proved = tests_of_rules(tests, game, codes)
    printed = _passages(session, rows)
    return Matrix(
        _languages(session, rows),
        tuple(
            RuleRow(
                rule.id or 0,
                code,
                rule.topic,
                rule.summary,
                tuple(obeyed.get(code, ())),
                proved.get(code, ()),
                printed.get(rule.id or 0, {}),
            )
            for code, rule in sorted(rows.chosen(rows.rules).items())
        ),
        tuple(entry for rule, entries in obeyed.items() if rule not in codes for entry in entries),
        tests.is_dir(),
    )


def store_matrix(session: Session, matrix: Matrix) -> None:
    """Keep which code obeys a rule, which tests prove it, and the text of both, in place of what was there."""
    store_sources(session, _named_sources(matrix))
    session.exec(delete(RuleCode).where(col(RuleCode.rule_id).in_([rule.row for rule in matrix.rules])))
    for rule in matrix.rules:
        for file, line in dict.fromkeys((entry.file, entry.line) for entry in rule.obeyed):
            shape = {"rule_id": rule.row, "file": file, "line": line, "test": ", ".join(rule.tests)}
            session.add(row(RuleCode, shape))
    session.flush()


def _named_sources(matrix: Matrix) -> Iterator[Source]:
    for rule in matrix.rules:
        yield from (found for entry in rule.obeyed if (found := source_at(entry.file, entry.line, entry.function)))
        yield from (found for test in rule.tests if (found := source_of_test(*test.split("::"))))


@cache
def tests_of_rules(tests: Path, game: str, codes: frozenset[str]) -> Mapping[str, tuple[str, ...]]:
    """The tests that name each rule, as ``file::test``: by its code, or as ``Rule.CODE``."""
    found: dict[str, list[str]] = {}
    for file in sorted(tests.rglob("test_*.py")):
        text = file.read_text(encoding="utf-8")
        if not any(name in text for name in (game, game.replace("-", "_"))):
            continue
        for name, rule in _named_in_tests(ast.parse(text), codes):
            found.setdefault(rule, []).append(f"{file.relative_to(tests.parent).as_posix()}::{name}")
    return {rule: tuple(dict.fromkeys(names)) for rule, names in found.items()}


def _named_in_tests(module: ast.Module, codes: frozenset[str]) -> Iterator[tuple[str, str]]:
    for function in module.body:
        if not isinstance(function, ast.FunctionDef) or not function.name.startswith("test_"):
            continue
        for node in ast.walk(function):
            if isinstance(node, ast.Constant) and node.value in codes:
                yield function.name, str(node.value)
            elif isinstance(node, ast.Attribute) and isinstance(node.value, ast.Name) and node.value.id == RULE_ENUM:
                code = node.attr.lower().replace("_", "-")
                if code in codes:
                    yield function.name, code


def _languages(session: Session, rows: Rows) -> tuple[str, ...]:
    of_edition = (Document.game_id == rows.game.id, col(Document.edition_id) == rows.edition_id)
    return tuple(session.exec(select(Document.language).where(*of_edition).distinct().order_by(Document.language)))


def _passages(session: Session, rows: Rows) -> dict[int, dict[str, tuple[int, ...]]]:
    """Passages of documents of the edition that print each rule."""
    found: Sequence[tuple[int, str, int]] = session.exec(
        select(RuleText.rule_id, RuleText.language, RuleText.passage_id)
        .join(Rule, col(Rule.id) == RuleText.rule_id)
        .join(Passage, col(Passage.id) == RuleText.passage_id)
        .join(Document, col(Document.id) == Passage.document_id)
        .where(Rule.game_id == rows.game.id, col(Document.edition_id) == rows.edition_id)
        .order_by(col(RuleText.score).desc(), col(RuleText.id))
    ).all()
    by_rule: dict[int, dict[str, tuple[int, ...]]] = {}
    for rule, language, passage in found:
        by_language = by_rule.setdefault(rule, {})
        by_language[language] = (*by_language.get(language, ()), passage)
    return by_rule
