"""Rules of a game without a pack are stated in every language that has their passages."""

from sqlmodel import Session, select

from ingest.resolve.rule_translations import state_in_other_languages
from schema.games import Game
from schema.rules import Rule, RuleText


def test_rules_are_stated_in_both_languages(both: Session) -> None:
    languages: dict[str, set[str]] = {}
    for rule, text in both.exec(select(Rule, RuleText).join(RuleText)):
        languages.setdefault(rule.code, set()).add(text.language)
    assert sum(spoken == {"en", "de"} for spoken in languages.values()) >= 0.6 * len(languages)


def test_without_another_language_nothing_is_added(both: Session) -> None:
    before = len(both.exec(select(RuleText)).all())
    state_in_other_languages(both, both.exec(select(Game)).one(), [])
    assert len(both.exec(select(RuleText)).all()) == before
