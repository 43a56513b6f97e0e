"""Every rule and every effect is really executed: games are played until each was seen, or a limit is reached."""

from collections.abc import Iterator

from rules_engine.checks.evidence import Check, Evidence, failed, passed, unknown
from rules_engine.obeys import Obeyed, obeyed_by_rows, obeyed_in, package_of
from rules_engine.ruleset import Effect, Ruleset
from rules_engine.trial import BrokenGame, Seen, Tables, changed, first_difference
from schema.results import ValidationShape

RULES = "every rule is executed in play"
EFFECTS = "every effect is executed in play"
ACTIONS, DEEP_ACTIONS = 15_000, 500_000
"""Actions after which the search for what was not seen yet is given up."""
REPLAYED = 15
"""Games that are played again without an effect of which no event tells, unless all of them are."""


def rules_are_executed(evidence: Evidence) -> Iterator[ValidationShape]:
    """An event or the result of a game cites the rule, or a function that obeys it has run."""
    obstacle = evidence.obstacle(RULES)
    if obstacle:
        yield obstacle
        return
    ruleset, package = evidence.ruleset, package_of(evidence.ruleset.game)
    by_rows = obeyed_by_rows(ruleset.game, evidence.rows.play) if ruleset.frame else ()
    obeyed = [*obeyed_in(package), *by_rows]
    try:
        seen = evidence.games.until(_limit(evidence), lambda seen: ruleset.rules <= seen.rules)
    except BrokenGame as error:
        yield failed(RULES, str(error))
        return
    idle = sorted(ruleset.rules - seen.rules)
    for rule in idle:
        yield unknown(RULES, _why_not_obeyed(rule, obeyed, seen.games), f"rule:{rule}")
    count = f"{len(ruleset.rules) - len(idle)} of {len(ruleset.rules)} rules were executed in {seen.games} games"
    share = (len(ruleset.rules) - len(idle), len(ruleset.rules))
    yield (unknown if idle else passed)(RULES, f"{count}.", share=share)


def effects_are_executed(evidence: Evidence) -> Iterator[ValidationShape]:
    """An event cites the effect, or games go otherwise without it."""
    obstacle = evidence.obstacle(EFFECTS)
    if obstacle:
        yield obstacle
        return
    ruleset = evidence.ruleset
    try:
        seen = evidence.games.until(_limit(evidence), lambda seen: ruleset.effects.keys() <= seen.effects)
    except BrokenGame as error:
        yield failed(EFFECTS, str(error))
        return
    silent = [effect for row, effect in ruleset.effects.items() if row not in seen.effects]
    tables = evidence.tables
    idle = [effect for effect in silent if effect.compiled is None or not _matters(evidence, effect, seen, tables)]
    for effect in idle:
        kind, code = effect.owner
        yield unknown(EFFECTS, f"“{effect.line}”: {_why_idle(ruleset, effect, seen)}.", f"{kind}:{code}")
    count = len(ruleset.effects) - len(idle)
    told = len(ruleset.effects) - len(silent)
    yield (unknown if idle else passed)(
        EFFECTS,
        f"{count} of {len(ruleset.effects)} effects were executed in {seen.games} games: "
        f"events tell of {told}, and without {count - told} others games or tables laid out for them go otherwise.",
        share=(count, len(ruleset.effects)),
    )


CHECKS = (
    Check("executed", RULES, rules_are_executed),
    Check("executed", EFFECTS, effects_are_executed),
)


def _limit(evidence: Evidence) -> int:
    return DEEP_ACTIONS if evidence.is_deep else ACTIONS


def _matters(evidence: Evidence, effect: Effect, seen: Seen, tables: Tables) -> bool:
    """Whether a table or a game goes otherwise without the effect: what works all the time is told by no event."""
    ruleset = evidence.ruleset
    without = changed(ruleset, effects={row: other for row, other in ruleset.effects.items() if row != effect.row})
    kind, code = effect.owner
    if tables.go_otherwise(without, lambda position: position.is_about_owner(kind, code)):
        return True
    games = seen.games_with(code if kind == "card" else "")
    return any(first_difference(game, without) for game in (games if evidence.is_deep else games[:REPLAYED]))


def _why_not_obeyed(rule: str, obeyed: list[Obeyed], games: int) -> str:
    places = [f"{entry.function} ({entry.file}:{entry.line})" for entry in obeyed if entry.rule == rule]
    if not places:
        return f"No code obeys the rule {rule}, and no event cites it."
    return f"Nothing in {games} games brought the rule {rule} about: {', '.join(places)} never ran."


def _why_idle(ruleset: Ruleset, effect: Effect, seen: Seen) -> str:
    kind, code = effect.owner
    games = f"{seen.games} games"
    if effect.obstacle:
        return f"it waits for code, because {effect.obstacle.reason}"
    copies = next((card.copies for card in ruleset.cards if kind == "card" and card.code == code), None)
    if copies == 0:
        return "the deck holds no copy of the card"
    if kind == "card" and code not in seen.named:
        return f"the card came up in none of {games}"
    moment = f"“{effect.line.trigger}”" if effect.line.trigger else "it"
    return f"{moment} never came about in {games}, with random, curious and rule-based players"
