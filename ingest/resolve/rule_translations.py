"""A rule that one language states in a sentence of its own is stated by the counterpart of its passage too."""

from collections import defaultdict
from collections.abc import Mapping, Sequence

from sqlmodel import Session, col, select

from ingest.resolve.counterparts import CounterpartSettings, SideBySide
from schema.base import row
from schema.documents import Passage
from schema.games import Game
from schema.rules import Rule, RuleText


def state_in_other_languages(
    session: Session, game: Game, pairs: Sequence[SideBySide], settings: CounterpartSettings = CounterpartSettings()
) -> None:
    """Add the counterparts of a rule's passages in the languages that do not state it yet."""
    others = _translations(pairs, settings)
    stated = (
        select(RuleText)
        .join(Rule, col(Rule.id) == RuleText.rule_id)
        .where(Rule.game_id == game.id, RuleText.role == "rule")
        .order_by(col(RuleText.id))
    )
    texts: dict[int, list[RuleText]] = defaultdict(list)
    for text in session.exec(stated):
        texts[text.rule_id].append(text)
    for rule_id, of_rule in texts.items():
        languages = {text.language for text in of_rule}
        for text in of_rule:
            for passage, score in others.get(text.passage_id, ()):
                if passage.language not in languages:
                    languages.add(passage.language)
                    shape = {"language": passage.language, "score": round(100 * score, 1)}
                    session.add(row(RuleText, shape, rule_id=rule_id, passage_id=passage.id))
    session.flush()


def _translations(
    pairs: Sequence[SideBySide], settings: CounterpartSettings
) -> Mapping[int, list[tuple[Passage, float]]]:
    """By passage its counterparts in other languages, the surest first."""
    found: dict[int, list[tuple[Passage, float]]] = defaultdict(list)
    for pair in (pair for pair in pairs if pair.relation == "translation"):
        for aligned in pair.alignment.pairs:
            if aligned.score >= settings.sure:
                left, right = pair.left[aligned.left], pair.right[aligned.right]
                found[left.id or 0].append((right, aligned.score))
                found[right.id or 0].append((left, aligned.score))
    return {at: sorted(listed, key=lambda one: -one[1]) for at, listed in found.items()}
