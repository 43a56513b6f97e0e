"""Games that are played from rows alone: what their samples state is read in every language, rules and all."""

from pathlib import Path

import pytest
from sqlmodel import Session, col, select

from db.load import load_reading
from db.load_pack import load_pack
from db.open import open_database
from ingest.packs.read import Shared, read_pack
from ingest.pipeline import read_document
from ingest.resolve.run import resolve_game
from rules_engine.read import read_ruleset
from rules_engine.terminal.table import list_view
from rules_engine.terminal.words import spelled, words_of
from schema.claims import Claim
from schema.rules import Rule, RuleText

GAMES = Path(__file__).resolve().parents[2] / "games"
ROW_GAMES = sorted(
    file.parent.name for file in GAMES.glob("*/play.toml") if not (file.parent / "notation.toml").exists()
)
LANGUAGES = ("cs", "en")


@pytest.fixture(scope="module", params=ROW_GAMES)
def opened(request: pytest.FixtureRequest) -> Session:
    """A database of both samples of a game."""
    game: str = request.param
    pack = read_pack(GAMES / game, Shared.of(GAMES))
    session = Session(open_database("sqlite://"))
    session.info["game"] = game
    load_pack(session, pack)
    for language in LANGUAGES:
        sample = GAMES / game / "samples" / f"{game}-{language}.md"
        load_reading(session, read_document(sample, {game: pack}, candidates=LANGUAGES, recipe="test"))
    resolve_game(session, game, pack)
    return session


def test_every_rule_is_found_in_every_language(opened: Session) -> None:
    rules = opened.exec(select(Rule)).all()
    assert rules
    for rule in rules:
        found = opened.exec(select(RuleText.language).where(RuleText.rule_id == rule.id)).all()
        assert set(found) == set(LANGUAGES), rule.code


def test_a_rule_is_found_where_it_stands_and_hardly_elsewhere(opened: Session) -> None:
    texts, rules = opened.exec(select(RuleText)).all(), opened.exec(select(Rule)).all()
    assert len(texts) <= 1.7 * len(rules) * len(LANGUAGES)


def test_both_languages_state_the_same_numbers(opened: Session) -> None:
    def stated(language: str) -> set[tuple[str, str, str]]:
        of_language = (Claim.language == language, Claim.origin == "rulebook")
        rows = opened.exec(select(Claim).where(*of_language).order_by(col(Claim.id))).all()
        return {(claim.subject, claim.attribute, claim.value) for claim in rows}

    assert stated("cs") == stated("en")
    assert stated("en")


def test_nothing_on_a_czech_table_is_called_by_its_code(opened: Session) -> None:
    ruleset = read_ruleset(opened, game=opened.info["game"])
    assert ruleset.frame is not None
    rows = [row for _, row in ruleset.frame.play.rows()]
    words = [word for counter in ruleset.frame.play.counter for word in counter.words.split()]
    codes = {each for code in (*(row.code for row in rows), *words, "phase", "turn") for each in (code, spelled(code))}
    state, czech = ruleset.start(max(ruleset.engine.players), 1), words_of(ruleset, "cs")
    for number in range(12):
        lines = [str(line) for line in list_view(ruleset, ruleset.view(state), czech).renderables]  # type: ignore[attr-defined]
        shown = {part for line in lines for part in line.split(": ")}
        assert not shown & codes, shown & codes
        ruleset.advance(state, ruleset.legal(state)[number % len(ruleset.legal(state))])
        if not ruleset.legal(state):
            break
