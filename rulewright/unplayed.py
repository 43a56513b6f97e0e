"""What can be checked of a game that no pack teaches, and so cannot be played: sums, lists, agreement of documents."""

from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Literal

from sqlmodel import Session, col, select

from rulewright.discoveries import discoveries
from schema.claims import Conflict, Finding
from schema.document_kinds import USUAL
from schema.documents import Document
from schema.games import Game
from schema.row_kinds import DISPUTES
from schema.rules import Rule, RuleText

MARKS = {
    "sum": "the parts of components add up",
    "more-than-box": "the rules take no more of a thing than the box holds",
    "list-numbering": "ordered lists leave out no number",
    "other-number": "translations state the same numbers",
    "missing-passage": "translations leave out no passage",
    "undefined-terms": "terms that print sets apart are defined",
}
"""Kinds of findings by the claim that they speak against."""
OF_LANGUAGES = frozenset({"other-number", "missing-passage"})
"""Those that only rulebooks in two languages can show."""
ONE_LANGUAGE = "There are rulebooks in one language only."


@dataclass(frozen=True, slots=True)
class Told:
    """One claim about the documents of a game, and whether it holds."""

    claim: str
    status: Literal["passed", "failed", "unknown"]
    message: str = ""


def untaught_games(opened: Session, code: str | None = None) -> list[Game]:
    """The games without a pack that documents tell of, or the one of that code."""
    told = select(Document.game_id)
    games = opened.exec(select(Game).where(Game.fingerprint == "", col(Game.id).in_(told)).order_by(Game.code)).all()
    return [game for game in games if code in (None, game.code)]


def check_untaught(opened: Session, game: Game) -> list[Told]:
    """Every claim that can be made of a game without a pack."""
    return [*_marked(opened, game), _agreement(opened, game), _printed(opened, game), _something(opened, game)]


def _marked(opened: Session, game: Game) -> Iterator[Told]:
    found: dict[str, list[str]] = {kind: [] for kind in MARKS}
    query = select(Finding).where(Finding.game_id == game.id, col(Finding.kind).in_(MARKS)).order_by(col(Finding.id))
    notes = Counter[str]()
    for finding in opened.exec(query):
        found[finding.kind].append(finding.message)
        notes[finding.kind] += finding.severity == "note"
    has_languages = len(_languages(opened, game)) > 1
    for kind, claim in MARKS.items():
        messages = found[kind]
        if kind in OF_LANGUAGES and not has_languages and not messages:
            yield Told(claim, "unknown", ONE_LANGUAGE)
            continue
        is_note = bool(messages) and notes[kind] == len(messages)
        more = f" And {len(messages) - 1} more." if len(messages) > 1 else ""
        status: Literal["passed", "failed", "unknown"] = (
            "passed" if not messages else "unknown" if is_note else "failed"
        )
        yield Told(claim, status, messages[0] + more if messages else "")


def _languages(opened: Session, game: Game) -> set[str]:
    wanted = select(Document.language).where(Document.game_id == game.id, Document.kind == USUAL)
    return set(opened.exec(wanted))


def _agreement(opened: Session, game: Game) -> Told:
    wanted = (Conflict.game_id == game.id, Conflict.status == "open", col(Conflict.kind).in_(DISPUTES))
    disputed = opened.exec(select(Conflict).where(*wanted).order_by(col(Conflict.id))).all()
    if not disputed:
        return Told("documents agree on every number", "passed")
    first = disputed[0]
    message = f"{first.subject} {first.attribute}: {first.reason}"
    return Told("documents agree on every number", "failed", f"{message} {_more(disputed)}".strip())


def _more(found: Sequence[object]) -> str:
    return f"And {len(found) - 1} more." if len(found) > 1 else ""


def _printed(opened: Session, game: Game) -> Told:
    """Whether each rule is found in each language that the game's rulebooks are in."""
    claim = "every rule is printed in every language"
    languages = _languages(opened, game)
    if len(languages) < 2:
        return Told(claim, "unknown", ONE_LANGUAGE)
    printed: dict[int, set[str]] = {}
    rows = opened.exec(select(Rule.id, RuleText.language).join(RuleText).where(Rule.game_id == game.id))
    for rule, language in rows:
        printed.setdefault(rule or 0, set()).add(language)
    lacking = [rule for rule, found in printed.items() if not languages <= found]
    if not lacking:
        return Told(claim, "passed")
    return Told(claim, "unknown", f"{len(lacking)} of {len(printed)} rules have no passage in one of the languages.")


def _something(opened: Session, game: Game) -> Told:
    found = discoveries(opened, game.code)
    claim = "the documents tell components and rules"
    lacking = [name for name, n in (("components", found.components), ("rules", found.rules)) if not n]
    return Told(claim, "unknown", f"No {' and no '.join(lacking)} were found.") if lacking else Told(claim, "passed")
