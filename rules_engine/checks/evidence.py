"""What the checks are given, what a check is, and how it says what it found."""

import re
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal, TypeVar

from sqlmodel import Session, select

from rules_engine.errors import RulesetError
from rules_engine.rows import Rows
from rules_engine.ruleset import Ruleset
from rules_engine.trial import Games, Position, Tables
from schema.claims import Claim
from schema.results import ValidationShape
from schema.slots import FactKey

Family = Literal["stored", "rows", "rules", "executed", "examples", "languages", "numbers", "play"]
ABSENT = ("fact", "card", "concept", "game")
"""Tables of which a missing row is a gap that another check tells, and not an error of its own."""

NUMBERS = re.compile(r"[+-]?\d+(?:[-/ ]\d+)*")
"""A number, or several of which each may hold or which stand for a range."""

MadeT = TypeVar("MadeT")
Limits = Callable[[Ruleset, Any], Iterable[str]]
Positions = Callable[[Ruleset], Iterable[Position]]


def no_limits(ruleset: Ruleset, state: Any) -> Iterable[str]:  # noqa: ARG001
    """A game of which nothing special must hold."""
    return ()


def no_positions(ruleset: Ruleset) -> Iterable[Position]:  # noqa: ARG001
    """A game all of whose numbers matter often enough."""
    return ()


@dataclass(frozen=True, slots=True)
class Evidence:
    """The rows, the ruleset made from those that are sound, and an error for each that is not."""

    rows: Rows
    ruleset: Ruleset
    errors: Sequence[RulesetError]
    session: Session
    """For checks that follow values back to their passages."""
    is_deep: bool = False
    """Whether to try everything instead of a sample."""
    limits: Limits = no_limits
    """What the code of the game says does not hold in a state."""
    positions: Positions = no_positions
    """Tables of the game on which numbers matter that seldom do."""

    _made: dict[Callable[["Evidence"], Any], Any] = field(default_factory=dict, compare=False)

    def once(self, make: Callable[["Evidence"], MadeT]) -> MadeT:
        """What several checks need, made for the first of them that asks."""
        if make not in self._made:
            self._made[make] = make(self)
        made: MadeT = self._made[make]
        return made

    @property
    def games(self) -> Games:
        """Games that are played for proof."""
        return self.once(_games)

    @property
    def tables(self) -> Tables:
        """Tables that are laid out for what games seldom bring about."""
        return self.once(_tables)

    def absent(self, check: str, subject: str, attribute: str) -> ValidationShape:
        """The outcome where a fact is missing that is needed, with what to do about it."""
        name = f"{subject} {attribute}"
        wanted = (Claim.game_id == self.rows.game.id, Claim.subject == subject, Claim.attribute == attribute)
        stated = [claim for claim in self.session.exec(select(Claim).where(*wanted)) if self.rows.holds(claim)]
        if not stated:
            given = f'For one run it can be given: --set "{name} VALUE".'
            return failed(check, f"{self.ruleset.missing(subject, attribute)} {given}", name)
        values = ", ".join(sorted({f"“{claim.value}”" for claim in stated}))
        sentence = f"`{subject}` `{attribute}` is stated as {values}, but there is no fact of it."
        return failed(check, f"{sentence} Run `rulewright ingest` to choose one anew.", name)

    def begin(self) -> RulesetError | None:
        """Begin a game, so that play asks for all it needs to know; what keeps it from beginning, if anything does."""
        try:
            self.ruleset.start(players=self.ruleset.engine.players[0])
        except RulesetError as error:
            return error
        return None

    def numbers(self) -> list[FactKey]:
        """The facts that play reads and that are numbers; it reads them when it begins."""
        self.begin()
        facts = self.ruleset.facts
        return sorted(fact for fact in self.ruleset.used if NUMBERS.fullmatch(facts[fact].value))

    def obstacle(self, check: str) -> ValidationShape | None:
        """The outcome of a check that needs play, where no game can begin."""
        error = self.begin()
        if error is None:
            return None
        is_gap = error.table in ABSENT and error.row is None
        return (unknown if is_gap else failed)(check, error.sentence, error.word if error.row else "")


def _games(evidence: Evidence) -> Games:
    return Games(evidence.ruleset)


def _tables(evidence: Evidence) -> Tables:
    return Tables(evidence.ruleset, list(evidence.positions(evidence.ruleset)))


@dataclass(frozen=True, slots=True)
class Check:
    """A claim about the data, and how it is proved."""

    family: Family
    claim: str
    prove: Callable[[Evidence], Iterator[ValidationShape]]

    def __call__(self, evidence: Evidence) -> Iterator[ValidationShape]:
        """What the proof found."""
        return self.prove(evidence)

    @property
    def code(self) -> str:
        """How the check is called on the command line."""
        return self.prove.__name__.strip("_").replace("_", "-")

    def is_meant_by(self, wanted: str) -> bool:
        """Whether a person who types this means the check: its family, its code or its claim."""
        return wanted in (self.family, self.code) or wanted.casefold() == self.claim.casefold()


Share = tuple[int, int] | None
"""How many of how many were found, where a check looks at many things of a kind."""


def passed(check: str, message: str, subject: str = "", share: Share = None) -> ValidationShape:
    """The claim is true."""
    return _outcome(check, message, subject, "passed", share)


def failed(check: str, message: str, subject: str = "") -> ValidationShape:
    """The claim is false."""
    return _outcome(check, message, subject, "failed")


def unknown(check: str, message: str, subject: str = "", share: Share = None) -> ValidationShape:
    """The rows do not say enough."""
    return _outcome(check, message, subject, "unknown", share)


def _outcome(
    check: str, message: str, subject: str, status: Literal["passed", "failed", "unknown"], share: Share = None
) -> ValidationShape:
    done, total = share or (None, None)
    return ValidationShape(check=check, subject=subject, status=status, message=message, done=done, total=total)
