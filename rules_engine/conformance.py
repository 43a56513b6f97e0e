"""Games and worked examples played step by step, for other engines to be held against."""

import json
import random
from collections.abc import Callable, Iterator, Mapping, Sequence
from contextlib import contextmanager
from typing import Any, Protocol, runtime_checkable

from sqlmodel import Session, col, select

from rules_engine.chance import below
from rules_engine.errors import RulesetError
from rules_engine.events import Event, Refusal
from rules_engine.passage_marks import Mark, read_prints
from rules_engine.players import make_player
from rules_engine.rows import find_edition, find_game
from rules_engine.ruleset import Ruleset
from rules_engine.terminal.explain import Printed, explain_rule
from schema.conformance import (
    ConformanceData,
    EventPart,
    ExamplePart,
    GameTrace,
    PassagePart,
    RefusedPart,
    ResultPart,
    RulePart,
    StepPart,
)
from schema.documents import Document, Page, Passage
from schema.rules import Scenario

PLAYERS = ("random", "rules")
REFUSED = 3
"""So many actions of other steps are tried at each one; they show most rules that forbid, and keep files small."""
PRINTED = "printed"
Shorten = Callable[[str], str]
"""Makes of a passage what may be handed on."""


@runtime_checkable
class Deals(Protocol):
    """Code of a game in which chance has one door, through which somebody else can deal."""

    dealer: Callable[[list[str]], int] | None


def conformance_of(opened: Session, ruleset: Ruleset, games: int, shorten: Shorten) -> ConformanceData:
    """So many games of each player, with the worked examples and every rule that is named."""
    played = [trace(ruleset, player, seed) for player in PLAYERS for seed in range(1, games + 1)]
    codes = dict.fromkeys(code for game in played for code in _rules(game))
    return ConformanceData(
        game=ruleset.game,
        name=ruleset.name,
        edition=ruleset.edition,
        fingerprint=ruleset.fingerprint,
        rules=[_rule(opened, ruleset, code, shorten) for code in codes],
        examples=list(_examples(opened, ruleset, shorten)),
        games=played,
    )


def trace(ruleset: Ruleset, player: str, seed: int) -> GameTrace:
    """A whole game; number of players and options differ from seed to seed."""
    counts = ruleset.engine.players
    players = counts[seed % len(counts)]
    options = {name: values[seed % len(values)] for name, values in ruleset.choices.items()}
    chooses, state = make_player(ruleset, player, seed), ruleset.start(players, seed, options)
    known: dict[str, None] = {}
    steps: list[StepPart] = []
    tried = random.Random(seed)
    while legal := ruleset.legal(state):
        known |= dict.fromkeys(legal)
        before, action = state.copy(), chooses(state, legal)
        events: list[Event] = []
        with _noted(ruleset, state) as dealt:
            ruleset.advance(state, action, events)
        is_chance = bool(dealt) or state.chance != before.chance
        steps.append(_step(ruleset, before, legal, action, (is_chance, dealt), events, (known, tried)))
    result = ruleset.result(state)
    assert result is not None, "a game in which nothing can be done is over"
    return GameTrace(
        player=player,
        seed=seed,
        players=players,
        options=options,
        steps=steps,
        result=ResultPart(outcome=result.outcome, points=result.points, rule=result.rule, winners=list(result.winners)),
    )


@contextmanager
def _noted(ruleset: Ruleset, state: Any) -> Iterator[list[str] | None]:
    """What chance gives meanwhile, where the game has one door for it; none where it has not."""
    engine = ruleset.engine
    if not isinstance(engine, Deals):
        yield None
        return
    dealt: list[str] = []

    def deal(words: list[str]) -> int:
        number, state.chance = below(state.chance, len(words))
        dealt.append(words[number])
        return number

    engine.dealer = deal
    try:
        yield dealt
    finally:
        engine.dealer = None


def _step(
    ruleset: Ruleset,
    before: Any,
    legal: Sequence[str],
    action: str,
    chance: tuple[bool, list[str] | None],
    events: Sequence[Event],
    others: tuple[Mapping[str, None], random.Random],
) -> StepPart:
    mover = ruleset.to_move(before)
    return StepPart(
        state=ruleset.save(before),
        to_move=mover,
        seen=ruleset.view(before, mover),
        legal=list(legal),
        refused=list(_refused(ruleset, before, legal, *others)),
        action=action,
        is_chance=chance[0],
        chance=chance[1],
        events=[EventPart(kind=event.kind, data=dict(event.data), rule=event.rule) for event in events],
    )


def _refused(
    ruleset: Ruleset, state: Any, legal: Sequence[str], known: Mapping[str, None], tried: random.Random
) -> Iterator[RefusedPart]:
    """Some of what could be done earlier and cannot be done now, with the rule that says so."""
    others = [action for action in known if action not in legal]
    for action in tried.sample(others, min(REFUSED, len(others))):
        refusal = ruleset.apply(state, action)
        if isinstance(refusal, Refusal):
            yield RefusedPart(action=action, rule=refusal.rule)


def _rules(game: GameTrace) -> Iterator[str]:
    for step in game.steps:
        yield from (event.rule for event in step.events)
        yield from (refused.rule for refused in step.refused)
    yield game.result.rule


def _rule(opened: Session, ruleset: Ruleset, code: str, shorten: Shorten) -> RulePart:
    found = explain_rule(opened, ruleset.game, code, "")
    passages = found.passages if found else ()
    return RulePart(
        code=code, summary=found.summary if found else "", passages=[_passage(each, shorten) for each in passages]
    )


def _passage(printed: Printed, shorten: Shorten) -> PassagePart:
    return PassagePart(
        file_name=printed.file_name, page=printed.page, language=printed.language, excerpt=shorten(printed.text)
    )


def _examples(opened: Session, ruleset: Ruleset, shorten: Shorten) -> Iterator[ExamplePart]:
    """The worked examples that hold in the edition."""
    game = find_game(opened, ruleset.game)
    edition = find_edition(opened, game, ruleset.edition)
    edition_id = edition.id if edition else None
    prints = read_prints(opened, game.id, edition_id)
    for row in opened.exec(select(Scenario).where(Scenario.game_id == game.id).order_by(col(Scenario.id))).all():
        if row.edition_id not in (None, edition_id):
            continue
        given, expect = json.loads(row.given), json.loads(row.expect)
        marks = [Mark.read(mark) for mark in expect.pop(PRINTED, ())]
        found = (print_.find(mark) for print_ in prints for mark in marks)
        passages = [number for each in found if each for number in each.passages]
        yield ExamplePart(
            code=row.code,
            given=given,
            actions=json.loads(row.actions),
            expect=expect,
            state=_laid_out(ruleset, given),
            passages=[_passage(each, shorten) for each in _printed(opened, passages)],
        )


def _laid_out(ruleset: Ruleset, given: Any) -> dict[str, Any] | None:
    try:
        return ruleset.save(ruleset.engine.arrange(given))
    except (ValueError, RulesetError):
        return None


def _printed(opened: Session, passages: Sequence[int]) -> list[Printed]:
    rows = opened.exec(
        select(Document.file_name, Page.number, Passage.language, Passage.text)
        .join(Page, col(Page.document_id) == Document.id)
        .join(Passage, col(Passage.page_id) == Page.id)
        .where(col(Passage.id).in_(passages))
        .order_by(col(Passage.id))
    ).all()
    return [Printed(*row) for row in rows]
