"""Validate: check what is stored, that what is played agrees with it, and that both agree with the books."""

import datetime
import gc
from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from contextlib import AbstractContextManager, ExitStack
from dataclasses import dataclass, field
from typing import Any, Self, get_args

from rapidfuzz import process
from sqlmodel import Session, col, delete

from rules_engine.change import Change, tell_supposed
from rules_engine.checks import (
    board,
    counts,
    examples,
    executed,
    invariants,
    languages,
    lines,
    needed,
    numbers,
    references,
    rules,
    unread,
    variants,
)
from rules_engine.checks.evidence import Check, Evidence, Family, failed
from rules_engine.gaps import suppose
from rules_engine.matrix import rule_matrix, store_matrix
from rules_engine.playable import Playable, find_playable, playable_games, playable_of
from rules_engine.read import build_ruleset
from rules_engine.rows import find_edition, find_game, read_rows
from rules_engine.tasks import Map
from schema.base import row
from schema.results import Validation, ValidationShape

CHECKS: tuple[Check, ...] = (
    *lines.CHECKS,
    *references.CHECKS,
    *board.CHECKS,
    *counts.CHECKS,
    *rules.CHECKS,
    *variants.CHECKS,
    *executed.CHECKS,
    *examples.CHECKS,
    *languages.CHECKS,
    *numbers.CHECKS,
    *unread.CHECKS,
    *invariants.CHECKS,
)
"""The checks that every game gets; games that are played add their own."""
FROM_ROWS = Playable(checks=(needed.facts_stated(lambda _: []),))
"""Games from rows need what their rows ask for."""
FAMILIES: tuple[Family, ...] = get_args(Family)
PLAYED = ("executed", "languages", "numbers", "play")
"""Families that share the games which are played of an edition, and so are done by one pair of hands."""

GARBAGE = (50_000, 20, 100)
"""How seldom Python looks for garbage meanwhile: rulesets are made by the hundred beside rows that stay, and looking
through all of them again and again took up to half of the time of a check."""

Edition = tuple[str, str]
"""Code of a game and of its edition."""
Place = tuple[str, str, int]
"""Game, edition, and the place of a check among those of the game."""
Task = tuple[Place, ...]
"""Checks that are done one after the other, because they share work."""


@dataclass(frozen=True, slots=True)
class Outcome:
    """What a check found about a game, with the check."""

    game: str
    check: Check
    found: ValidationShape

    @property
    def more(self) -> str:
        """The command that shows more about what was found."""
        subject = self.found.subject.split(" ")[0]
        if ":" in subject:
            return f"rulewright trace {subject} --game {self.game}"
        return see_more(self.game, self.check)

    def as_dict(self) -> dict[str, Any]:
        """For machines."""
        found = self.found.model_dump(exclude={"is_expected"})
        return {**found, "family": self.check.family, "code": self.check.code, "more": self.more}

    def to_store(self, is_expected: bool) -> ValidationShape:
        """What was found, with what a reader of the row alone would not know."""
        told = {"family": self.check.family, "more": self.more, "is_expected": is_expected}
        return self.found.model_copy(update=told)


def see_more(game: str, check: Check) -> str:
    """The command that shows everything a check found."""
    return f"rulewright validate --game {game} --only {check.code}"


class UnknownCheck(ValueError):
    """A check that nobody has written; says which there are."""


def checks_of(game: str, only: Collection[str] = (), more: Sequence[Check] = ()) -> list[Check]:
    """The checks of a game in the order in which they are told; of all or of those that are meant by some words.

    Beside the engine's own there may be more, which follow rows back to where they come from.
    """
    own = (find_playable(game) or FROM_ROWS).checks
    checks = [
        *more,
        *CHECKS,
        *(check if isinstance(check, Check) else Check("rows", check.__name__, check) for check in own),
    ]
    checks.sort(key=lambda check: FAMILIES.index(check.family))
    return [check for check in checks if not only or any(check.is_meant_by(words) for words in only)]


def find_check(words: str, more: Sequence[Check] = ()) -> str:
    """Words that mean some check of some game, or an UnknownCheck that names the nearest."""
    known = [check for game in ("", *playable_games()) for check in checks_of(game, more=more)]
    if any(check.is_meant_by(words) for check in known):
        return words
    names = dict.fromkeys([*FAMILIES, *(check.code for check in known), *(check.claim for check in known)])
    near = process.extractOne(words, list(names))
    families = ", ".join(FAMILIES)
    raise UnknownCheck(f"there is no check “{words}”. Did you mean “{near[0]}”? The families are {families}.")


def validate(
    session: Session,
    game: str,
    edition: str | None = None,
    *,
    only: Collection[str] = (),
    is_deep: bool = False,
) -> list[ValidationShape]:
    """Everything the checks found about a game and edition; without one, that with the most documents."""
    return run_checks(gather(session, game, edition, is_deep=is_deep), checks_of(game, only))


def validate_editions(
    open_session: Callable[[], AbstractContextManager[Session]],
    editions: Sequence[Edition],
    *,
    only: Collection[str] = (),
    more: Sequence[Check] = (),
    is_deep: bool = False,
    supposed: Sequence[Change] = (),
    mapped: Map = map,
    on_check: Callable[[], None] = lambda: None,
) -> dict[Edition, list[Outcome]]:
    """What the checks found about each edition, in the order of the checks."""
    checks = {game: checks_of(game, only, more) for game, _ in editions}
    found: dict[Place, list[ValidationShape]] = {}
    tasks = _tasks(checks, editions)
    with _Checker(open_session, tuple(only), tuple(more), is_deep, tuple(supposed)) as checker:
        for task, made in zip(tasks, mapped(checker, tasks), strict=True):
            for place, shapes in zip(task, made, strict=True):
                found[place] = shapes
                on_check()
    return {
        (game, edition): [
            Outcome(game, check, shape)
            for place, check in enumerate(checks[game])
            for shape in found[game, edition, place]
        ]
        for game, edition in editions
    }


def _tasks(checks: Mapping[str, Sequence[Check]], editions: Sequence[Edition]) -> list[Task]:
    """The checks by what they share: all rows, the games of an edition, or no more than the edition.

    The long ones are begun first, so that nobody is left alone with one at the end.
    """
    shared: dict[tuple[str, ...], list[Place]] = {}
    for game, edition in editions:
        for number, check in enumerate(checks[game]):
            with_others = ("", game, edition) if check.family in PLAYED else ("others", game, edition)
            key = ("",) if check.family == "stored" else with_others
            shared.setdefault(key, []).append((game, edition, number))
    return [tuple(shared[key]) for key in sorted(shared, key=lambda key: key[0])]


@dataclass(slots=True)
class _Checker:
    """Makes checks; wherever it does so it opens the database when it needs it, and reads each edition once."""

    open_session: Callable[[], AbstractContextManager[Session]]
    only: tuple[str, ...]
    more: tuple[Check, ...]
    is_deep: bool
    supposed: tuple[Change, ...] = ()
    _open: ExitStack = field(default_factory=ExitStack)
    _session: Session | None = None
    _read: dict[Edition, Evidence] = field(default_factory=dict)

    def __call__(self, task: Task) -> list[list[ValidationShape]]:
        before = gc.get_threshold()
        gc.set_threshold(*GARBAGE)
        try:
            return [self._check(*place) for place in task]
        finally:
            gc.set_threshold(*before)

    def _check(self, game: str, edition: str, place: int) -> list[ValidationShape]:
        self._session = self._session or self._open.enter_context(self.open_session())
        if (game, edition) not in self._read:
            self._read[game, edition] = gather(
                self._session, game, edition, is_deep=self.is_deep, supposed=self.supposed
            )
        return run_checks(self._read[game, edition], [checks_of(game, self.only, self.more)[place]])

    def __enter__(self) -> Self:
        return self

    def __exit__(self, *_: object) -> None:
        self._open.close()


def gather(
    session: Session,
    game: str,
    edition: str | None = None,
    *,
    is_deep: bool = False,
    supposed: Sequence[Change] = (),
) -> Evidence:
    """What the checks of a game and edition are given; a ValueError where something unknown is supposed."""
    rows = read_rows(session, game, edition)
    ruleset, errors = build_ruleset(rows)
    ruleset = suppose(ruleset, supposed)
    playable = playable_of(ruleset)
    return Evidence(rows, ruleset, errors, session, is_deep, playable.limits, playable.positions)


def run_checks(evidence: Evidence, checks: Iterable[Check]) -> list[ValidationShape]:
    """What the checks found; one that broke down has failed, and does not keep the others from being made."""
    found: list[ValidationShape] = []
    supposed = tell_supposed(evidence.ruleset)
    for check in checks:
        try:
            found.extend(check(evidence))
        except Exception as error:  # rows that nobody foresaw must not hide the other outcomes
            found.append(failed(check.claim, f"The check broke down: {type(error).__name__}: {error}"))
    return [shape.model_copy(update={"supposed": supposed}) for shape in found] if supposed else found


def store_validation(
    session: Session,
    game: str,
    edition: str | None,
    found: Iterable[ValidationShape],
    claims: Sequence[str] = (),
    supposed: str = "",
) -> None:
    """Keep what was found in the database, in place of what these checks (or all) had found the last time.

    What was found under the supposition of other facts is kept apart.
    """
    game_row = find_game(session, game)
    edition_row = find_edition(session, game_row, edition)
    edition_id = edition_row.id if edition_row else None
    same = [col(Validation.edition_id) == edition_id if edition_id else col(Validation.edition_id).is_(None)]
    same.append(col(Validation.supposed) == supposed)
    if claims:
        same.append(col(Validation.check).in_(claims))
    session.exec(delete(Validation).where(col(Validation.game_id) == game_row.id, *same))
    ran_at = datetime.datetime.now(datetime.UTC)
    session.add_all(
        row(Validation, outcome, game_id=game_row.id, edition_id=edition_id, ran_at=ran_at) for outcome in found
    )
    session.flush()


def tie(session: Session, game: str, edition: str | None) -> None:
    """Keep which code and tests belong to each rule, and which passage tells each worked example."""
    evidence = gather(session, game, edition)
    store_matrix(session, rule_matrix(session, evidence.rows))
    for told in examples.scenarios_told(evidence):
        if told.found:
            told.scenario.passage_id = told.found[0].passages[0]
            session.add(told.scenario)
    session.flush()
