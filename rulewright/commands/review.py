"""`rulewright review`: people decide what reading and comparing could not."""

import sys
from collections.abc import Callable, Iterable, Sequence
from dataclasses import asdict
from pathlib import Path
from typing import Annotated, Any

import typer
from sqlalchemy import Engine
from sqlmodel import Session, col, select

from db.decide import decisions, shape_of
from db.errors import DatabaseProblem
from db.load import find_document
from db.open import is_writable, name_of, open_database, session
from ingest.deciding.decision_file import DECISIONS_FILE, write_decision_file
from ingest.deciding.review import now
from ingest.pipeline import Options, source_of
from ingest.resolve.decided import text_of
from rules_engine.change import Change, read_change
from rulewright.console import remark, say, show_json, show_table
from rulewright.deciding import decide, import_file
from rulewright.ingesting import ingest_documents
from rulewright.known_facts import ALL, editions_meant
from rulewright.name_questions import name_questions
from rulewright.named import known_game
from rulewright.notes import UnclearSubject, read_note
from rulewright.open_questions import (
    CardQuestion,
    DiscoveryQuestion,
    FactQuestion,
    Question,
    WordQuestion,
    card_questions,
    discovery_questions,
    fact_questions,
    icon_questions,
    word_questions,
)
from rulewright.opening import open_current
from rulewright.options import DEFAULT_DB, AsJson, Db, Game, Language
from rulewright.settling import settle
from rulewright.targets import check_target
from rulewright.upgrading import bring_up_to_date
from schema.claims import Claim, Finding
from schema.decisions import OF_DOCUMENTS, DecisionShape
from schema.documents import Document
from schema.games import Edition
from schema.games import Game as GameRow
from schema.row_kinds import STALE

IN_REVIEW = "decided in review"
"""The reason where nobody gave one."""

Which = Annotated[
    str | None,
    typer.Argument(
        metavar="[DOCUMENT]", help="A document, by its file or title; none: all that is open.", show_default=False
    ),
]
EditionOf = Annotated[
    str | None, typer.Option("--edition", metavar="CODE", help="Edition whose fact is decided, or all.")
]
Decide = Annotated[
    list[str] | None,
    typer.Option(
        "--decide", metavar="FACT", help="Decide a fact: `location:paris enter.suspicion -3`; can be repeated."
    ),
]
Note = Annotated[
    list[str] | None,
    typer.Option(
        "--note",
        metavar="NOTE",
        help="Keep a note or ruling of your own on a card, a rule or another subject: `rule:first-player we roll for "
        "it`; without words it is taken back; can be repeated.",
    ),
]
Reason = Annotated[str | None, typer.Option("--reason", metavar="TEXT", help="Why; goes with --decide.")]
Undo = Annotated[
    list[str] | None,
    typer.Option("--undo", metavar="FACT", help="Take a decision back: its subject and attribute, or its words."),
]
Listed = Annotated[bool, typer.Option("--list", help="Show what was decided, and what of it is stale.")]
Import = Annotated[
    Path | None,
    typer.Option("--import", metavar="FILE", help="Take over the decisions of a file, as far as they are news."),
]
Browser = Annotated[
    bool, typer.Option("--browser", help="Decide in your browser, beside the pages; only this machine can reach it.")
]
Export = Annotated[Path | None, typer.Option("--export", metavar="FILE", help="Write all decisions to a file.")]


def review(
    which: Which = None,
    db: Db = DEFAULT_DB,
    game: Game = None,
    edition: EditionOf = None,
    language: Language = None,
    decided: Decide = None,
    reason: Reason = None,
    note: Note = None,
    undone: Undo = None,
    listed: Listed = False,
    taken_over: Import = None,
    exported: Export = None,
    browser: Browser = False,
    as_json: AsJson = False,
) -> None:
    """Decide what nothing else does: provisional and disputed facts, doubtful repairs and matches.

    Without options it walks through what is open, in the whole database or in one document. What you decide goes before
    all that was read, keeps its reason, and survives every later reading; when the text it was decided on changes, you
    are told. Decisions are rows of the table `decision`, and are written beside the document they were asked by, in
    `rulewright-decisions.tsv`, from where `rulewright ingest` takes them over again.

    It also asks about names in the components list of a taught game that no pack knows, where other documents of the
    game tell which concept fits. A name that you accept is read in all documents of that game and language, from their
    next ingest on; until then nothing is claimed from it.

    Example: `rulewright review --decide "location:paris enter.suspicion -3" --reason "the board says so"`
    """
    _check(decided, reason, undone, edition)
    if exported and exported.is_dir():
        exported /= DECISIONS_FILE
    check_target(exported, "--export", db=db)
    bring_up_to_date(db)
    is_file = which is not None and Path(which).is_file()
    engine = open_database(db) if is_file else open_current(db)
    if not is_file:  # a file that is read first may be of a game that is made by it
        with session(engine, read_only=True) as opened:
            game = known_game(opened, game)
    if taken_over or exported:
        _exchange(engine, db, taken_over, exported)
    elif decided or undone:
        made = _made(engine, decided or [], reason or "", undone or [], game, edition)
        _finish(engine, db, made, as_json)
    elif note:
        try:
            with session(engine, read_only=True) as opened:
                made = [read_note(opened, text, game) for text in note]
        except UnclearSubject as error:
            raise typer.BadParameter(str(error), param_hint="--note") from error
        decide(engine, made)
        _finish(engine, db, made, as_json)
    elif listed:
        _list(engine, as_json)
    else:
        questions = _open(engine, db, which, Options(game=game, language=language))
        if as_json:
            show_json([_as_dict(question) for question in questions])
            return
        if questions and not is_writable(engine):
            raise DatabaseProblem(
                f"The database {name_of(engine.url)} cannot be written to, so that no decision could be kept. Allow "
                "writing to the file and its folder; --json shows what is open."
            )
        if browser:
            from rulewright.review_server import serve_review  # a server is more than most reviews need

            made = serve_review(engine, db, questions, on_ready=_ready)
            say(f"{len(made)} decisions were kept.")
            return
        if not questions:
            say(f"Nothing {f'in {Path(which).name} ' if which else ''}is doubtful or disputed.")
        _finish(engine, db, list(_asked(questions, lambda made: decide(engine, [made]))), as_json)


def _ready(address: str) -> None:
    say(f"Decide at {address} until you press Ctrl-C. The address works once, in one browser.")


def _check(decided: list[str] | None, reason: str | None, undone: list[str] | None, edition: str | None) -> None:
    """Refuse options that do not fit together before anything is opened."""
    if decided and not reason:
        raise typer.BadParameter("say why, so that others can follow it.", param_hint="--reason")
    if reason and not decided:
        raise typer.BadParameter("it goes with --decide.", param_hint="--reason")
    if edition and not (decided or undone):
        raise typer.BadParameter("it goes with --decide and --undo.", param_hint="--edition")


def _open(engine: Engine, db: str, which: str | None, said: Options) -> list[Question]:
    """Everything that waits for a person, facts first."""
    if which is not None and Path(which).is_file():
        report = ingest_documents(db, [Path(which)], said)
        for problem in report.problems:
            raise typer.Exit(problem.exit_code)
        which = source_of(Path(which))
    with session(engine, read_only=True) as opened:
        if which is not None:
            documents = [find_document(opened, which)]
        else:
            of_game = (GameRow.code == said.game) | (said.game is None)
            documents = list(opened.exec(select(Document).join(GameRow).where(of_game).order_by(Document.source)))
        facts = fact_questions(opened, said.game, documents[0] if which is not None else None)
        words = [question for document in documents for question in word_questions(opened, document)]
        words += [question for document in documents for question in name_questions(opened, document)]
        found = [question for document in documents for question in discovery_questions(opened, document)]
        cards = [question for document in documents for question in card_questions(opened, document)]
        cards.sort(key=lambda question: question.sure)  # a document is often the picture of one card
        icons = icon_questions(opened, said.game) if which is None else ()
        return [*facts, *words, *cards, *found, *icons]


def _asked(questions: Sequence[Question], keep: Callable[[DecisionShape], object]) -> Iterable[DecisionShape]:
    """Ask one question after the other; each answer is kept at once."""
    for number, question in enumerate(questions, 1):
        _show(question, number, len(questions))
        value = _ask(question)
        if value is None:
            return
        if value:
            why = _why() if isinstance(question, FactQuestion) else IN_REVIEW
            made = question.decided(value, why)
            keep(made)
            yield made


def _show(question: Question, number: int, total: int) -> None:
    say(f"\n{number} of {total}: {question.title}")
    say(f"  {question.reason}")
    for at, answer in enumerate(question.answers, 1):
        first, *more = answer.evidence or ("",)
        say(f"  {at}  {answer.value}{f'   {first}' if first else ''}")
        for line in more:
            say(f"     {' ' * len(answer.value)}   {line}")


def _ask(question: Question) -> str | None:
    """What holds; empty: undecided; None: the person has had enough."""
    count = len(question.answers)
    while True:
        print(f"{f'1 to {count} chooses, ' if count else ''}w write it, s skip, q quit: ", end="", flush=True)
        typed = sys.stdin.readline()
        key = typed.strip().lower()
        if not typed or key == "q":
            return None
        if key == "s":
            return ""
        if key.isdigit() and 1 <= int(key) <= count:
            return question.answers[int(key) - 1].value
        if key == "w":
            print("It is: ", end="", flush=True)
            return sys.stdin.readline().strip()
        say(f"Please type {f'a number from 1 to {count}, ' if count else ''}w, s or q.")


def _why() -> str:
    print("Why (Enter for no reason): ", end="", flush=True)
    return sys.stdin.readline().strip() or IN_REVIEW


def _made(
    engine: Engine, decided: Sequence[str], reason: str, undone: Sequence[str], game: str | None, edition: str | None
) -> list[DecisionShape]:
    """The decisions that were given as options, stored."""
    made: list[DecisionShape] = []
    with session(engine, read_only=True) as opened:
        for text in decided:
            try:
                change = read_change(text)
            except ValueError as error:
                raise typer.BadParameter(str(error), param_hint="--decide") from error
            made += _decided(opened, change, reason, game, edition)
        for text in undone:
            made += _taken_back(opened, text, game, edition)
    decide(engine, made)
    return made


def _decided(
    opened: Session, change: Change, reason: str, game: str | None, edition: str | None
) -> Iterable[DecisionShape]:
    played, editions = editions_meant(opened, change, game, edition, "--decide")
    for code in editions:
        asked_by = opened.exec(
            select(Document.file_name)
            .join(Claim, col(Claim.document_id) == Document.id)
            .join(Edition, col(Edition.id) == Claim.edition_id, isouter=True)
            .where(Claim.game_id == played.id, Claim.subject == change.subject, Claim.attribute == change.attribute)
            .where((col(Edition.code) == code) | col(Edition.code).is_(None) | (code == ""))
            .order_by(Document.file_name)
        ).first()
        yield DecisionShape(
            document=asked_by or "",
            kind="fact",
            game=played.code,
            edition=code,
            subject=change.subject,
            attribute=change.attribute,
            value=change.value,
            reason=reason,
            text=text_of(opened, played, code, change.subject, change.attribute),
            decided_at=now(),
        )


def _taken_back(opened: Session, text: str, game: str | None, edition: str | None) -> list[DecisionShape]:
    """The decisions about a fact or about some words, each without its value."""
    held = decisions(opened)
    wanted = " ".join(text.split())
    found = [
        d
        for d in held
        if wanted in (f"{d.subject} {d.attribute}".strip(), d.subject)
        and (game in (None, d.game) or d.kind in OF_DOCUMENTS)
        and edition in (None, d.edition or ALL)
    ]
    if not found:
        listed = ", ".join(f"“{f'{d.subject} {d.attribute}'.strip()}”" for d in held) or "nothing"
        raise typer.BadParameter(f"nothing was decided about “{text}”; decided was {listed}.", param_hint="--undo")
    return [shape_of(d).model_copy(update={"value": "", "decided_at": now().replace(tzinfo=None)}) for d in found]


def _finish(engine: Engine, db: str, made: Sequence[DecisionShape], as_json: bool) -> None:
    """Let decisions take effect, write them beside their documents, and tell what changed."""
    if not made:
        return
    settled = settle(engine, db, made)
    if as_json:
        told = [decision.model_dump(mode="json") for decision in made]
        show_json(
            {
                "decided": told,
                "files": settled.files,
                "changes": list(map(asdict, settled.changes)),
                "not_at_hand": settled.unread,
            }
        )
        return
    count = f"{len(made)} decisions were" if len(made) > 1 else "One decision was"
    done = "stored" if any(decision.value for decision in made) else "taken back"
    beside = f", and written to {' and '.join(map(str, settled.files))}" if settled.files else ""
    say(f"{count} {done}{beside}.")
    for change in settled.changes:
        say(f"  {change}")
    for name in settled.unread:
        remark(f"{name} is not where it was read from: the decision holds from its next ingest on.")


def _list(engine: Engine, as_json: bool) -> None:
    with session(engine, read_only=True) as opened:
        held = [shape_of(decision) for decision in decisions(opened)]
        stale = opened.exec(select(Finding.message).where(Finding.kind == STALE)).all()
    if as_json:
        show_json({"decisions": [decision.model_dump(mode="json") for decision in held], "stale": stale})
        return
    if not held:
        say("Nothing was decided yet.")
        return
    rows = [(d.about, d.value, d.reason, d.document, d.decided_at.date()) for d in held]
    show_table("", ("about", "value", "reason", "asked by", "on"), rows)
    for message in stale:
        say(f"Stale: {message}")


def _exchange(engine: Engine, db: str, taken_over: Path | None, exported: Path | None) -> None:
    if taken_over is not None:
        if not taken_over.is_file():
            raise typer.BadParameter(f"there is no file {taken_over}.", param_hint="--import")
        made = import_file(engine, taken_over)
        say(f"{len(made)} of its decisions were news.")
        _finish(engine, db, made, as_json=False)
    if exported is not None:
        with session(engine, read_only=True) as opened:
            held = [shape_of(decision) for decision in decisions(opened)]
        try:
            write_decision_file(exported, held)
        except OSError as error:
            raise typer.BadParameter(
                f"{exported} cannot be written ({error.strerror}).", param_hint="--export"
            ) from error
        say(f"{len(held)} decisions were written to {exported}.")


def _as_dict(question: Question) -> dict[str, Any]:
    """An open question for machines."""
    answers = [{"value": answer.value, "evidence": answer.evidence} for answer in question.answers]
    if isinstance(question, WordQuestion):
        doubt = question.doubt
        where = {"kind": doubt.kind, "document": question.document, "page": doubt.page}
        return {**where, "left": doubt.left, "printed": doubt.before, "right": doubt.right, "answers": answers}
    if isinstance(question, DiscoveryQuestion):
        told = {"kind": "discovery", "document": question.document, "subject": question.subject}
        return {**told, "name": question.name, "what": question.what, "reason": question.reason, "answers": answers}
    if isinstance(question, CardQuestion):
        told = {"kind": "card", "document": question.document, "subject": question.subject, "name": question.name}
        return {**told, "reason": question.reason, "answers": answers}
    asked = ("game", "edition", "subject", "attribute", "value", "reason", "is_provisional")
    return {"kind": "fact", **{name: getattr(question, name) for name in asked}, "answers": answers}
