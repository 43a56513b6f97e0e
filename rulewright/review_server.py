"""A review in the browser, on this machine alone: which address shows what, and which form does what."""

import re
import webbrowser
from collections.abc import Callable, Sequence
from contextlib import suppress
from http import HTTPStatus
from importlib.resources import files
from pathlib import Path
from typing import Any

from jinja2 import DictLoader, Environment
from sqlalchemy import Engine

from rulewright.open_questions import FactQuestion, Question
from rulewright.review_desk import Desk
from rulewright.review_guard import PLAIN, GuardedHandler, GuardedServer, Said
from schema.decisions import DecisionShape

MOST_LETTERS = 1000
"""Of an answer or a reason."""
_BACK = re.compile(r"/(pages|notes|question/\d{1,9}|page/[0-9a-f]{12}/\d{1,9})")
"""Where a form may lead back to."""
_STATIC = {
    "/site.css": ("db.site", "static/site.css", "text/css"),
    "/icon.svg": ("db.site", "static/icon.svg", "image/svg+xml"),
    "/review.js": ("rulewright", "review/review.js", "text/javascript"),
    "/review.css": ("rulewright", "review/review.css", "text/css"),
}
_PAGES = ("base.html", "question.html", "page.html", "pages.html", "notes.html")
_PICTURES = {".png": "image/png", ".webp": "image/webp"}


class ReviewServer(GuardedServer):
    """One sitting at a desk."""

    def __init__(self, desk: Desk, port: int = 0) -> None:
        super().__init__(_Handler, port)
        self.desk = desk
        pages = {name: _file("rulewright", f"review/{name}").decode() for name in _PAGES}
        self.pages = Environment(autoescape=True, loader=DictLoader(pages))


def serve_review(
    engine: Engine,
    db: str,
    questions: Sequence[Question],
    *,
    on_ready: Callable[[str], None],
    open_browser: bool = True,
) -> list[DecisionShape]:
    """Serve until interrupted; returns what was decided and not undone."""
    desk = Desk(engine, db, questions)
    with ReviewServer(desk) as server:
        on_ready(server.address)
        if open_browser:
            webbrowser.open(server.address)
        with suppress(KeyboardInterrupt):
            server.serve_forever()
    desk.apply()
    return list(desk.made.values())


def _file(package: str, path: str) -> bytes:
    return files(package).joinpath(path).read_bytes()


class _Handler(GuardedHandler):
    server: ReviewServer
    query: Said

    @property
    def desk(self) -> Desk:
        return self.server.desk

    def show(self, path: str, query: Said) -> None:
        """A page, a picture or a file."""
        self.query = query
        if path in _STATIC:
            package, file, kind = _STATIC[path]
            self.send(HTTPStatus.OK, _file(package, file), kind)
        elif path == "/":
            self.go(f"/question/{self._next(0)}" if self.desk.questions else "/pages")
        elif path == "/pages":
            self._page("pages.html", books=self.desk.books(), back=path)
        elif path == "/notes":
            self._notes()
        elif not any(show(self, found) for shape, show in _SHOWN.items() if (found := shape.fullmatch(path))):
            self.send(HTTPStatus.NOT_FOUND, b"There is nothing here.", PLAIN)

    def do(self, path: str, said: Said) -> None:
        """Decide, undo, note, or let decided words take effect."""
        if path not in _FORMS or not _FORMS[path](self, said):
            self.send(HTTPStatus.BAD_REQUEST, b"Choose a word or an answer, or write one.", PLAIN)

    def show_question(self, asked: re.Match[str]) -> bool:
        number = self._number(asked["number"])
        if number is None:
            return False
        question = self.desk.questions[number]
        self._page(
            "question.html",
            number=number,
            question=question,
            is_fact=isinstance(question, FactQuestion),
            places=self.desk.places(number),
            made=self.desk.made,
            back=asked.string,
        )
        return True

    def show_picture(self, asked: re.Match[str]) -> bool:
        """The picture of a page on which the thing stands that a question is about."""
        number, at = self._number(asked["number"]), int(asked["at"])
        places = self.desk.places(number) if number is not None else []
        return at < len(places) and self._picture(places[at].picture)

    def show_sheet(self, asked: re.Match[str]) -> bool:
        """A page of a document with its words."""
        sheet = self.desk.sheet(asked["document"], int(asked["page"]))
        if sheet is None:
            return False
        passage, start = whole(self.query.get("passage", "")), whole(self.query.get("start", ""))
        words = {(p.row, word.start): word for p in sheet.passages for word in p.words}
        word = words.get((passage or 0, -1 if start is None else start))
        chosen = {"passage": passage, "start": start, "word": word} if word else None
        has_boxes = any(passage.boxes for passage in sheet.passages)
        self._page("page.html", sheet=sheet, chosen=chosen, has_boxes=has_boxes, back=asked.string)
        return True

    def show_sheet_picture(self, asked: re.Match[str]) -> bool:
        sheet = self.desk.sheet(asked["document"], int(asked["page"]))
        return sheet is not None and self._picture(sheet.picture)

    def decide(self, said: Said) -> bool:
        number, value = self._number(said.get("number", "")), _letters(said, "value")
        if number is None or not value:
            return False
        self.desk.answer(number, value, _letters(said, "reason"))
        self.go(f"/question/{self._next(number + 1)}")
        return True

    def undo(self, said: Said) -> bool:
        undone = self.desk.undo()
        number = self._number(said.get("number", "")) or 0
        self.go(f"/question/{number if undone is None else undone}")
        return True

    def apply(self, said: Said) -> bool:
        self.desk.apply()
        back = said.get("back", "")
        self.go(back if _BACK.fullmatch(back) else f"/question/{self._number(said.get('number', '')) or 0}")
        return True

    def correct(self, said: Said) -> bool:
        passage, start = whole(said.get("passage", "")), whole(said.get("start", ""))
        value = _letters(said, "value")
        if passage is None or start is None or not value or not self.desk.correct(passage, start, value):
            return False
        back = f"/page/{said.get('document', '')}/{said.get('page', '')}"
        self.go(back if _BACK.fullmatch(back) else "/pages")
        return True

    def note(self, said: Said) -> bool:
        subject = "".join(said.get("subject", "").split())
        if not subject:
            return False
        problem = self.desk.note(said.get("game", ""), subject, "" if said.get("gone") else _letters(said, "words"))
        if problem:
            self._notes(problem=problem, **{name: said.get(name, "") for name in ("subject", "game", "words")})
        else:
            self.go("/notes")
        return True

    def _notes(self, **said: str) -> None:
        self._page("notes.html", notes=self.desk.notes(), games=self.desk.games(), back="/notes", **said)

    def _picture(self, picture: Path | None) -> bool:
        if picture is None:
            return False
        self.send(HTTPStatus.OK, picture.read_bytes(), _PICTURES.get(picture.suffix.lower(), "image/jpeg"))
        return True

    def _page(self, name: str, **context: Any) -> None:
        desk = self.desk
        shared = {"total": len(desk.questions), "waiting": len(desk.waiting), "told": desk.told}
        shown = self.server.pages.get_template(name).render(**shared, **context, form=self.server.form)
        self.send(HTTPStatus.OK, shown.encode(), "text/html; charset=utf-8")

    def _number(self, text: str) -> int | None:
        number = whole(text)
        return number if number is not None and number < len(self.desk.questions) else None

    def _next(self, start: int) -> int:
        """The next question that is open, from one on and then from the first."""
        total = len(self.desk.questions)
        numbers = [*range(start, total), *range(start)]
        return next((n for n in numbers if n not in self.desk.made), max(0, min(start, total - 1)))


_SHOWN: dict[re.Pattern[str], Callable[[_Handler, re.Match[str]], bool]] = {
    re.compile(r"/question/(?P<number>[0-9]{1,9})"): _Handler.show_question,
    re.compile(r"/picture/(?P<number>[0-9]{1,9})/(?P<at>[0-9])"): _Handler.show_picture,
    re.compile(r"/page/(?P<document>[0-9a-f]{12})/(?P<page>[0-9]{1,9})"): _Handler.show_sheet,
    re.compile(r"/page-picture/(?P<document>[0-9a-f]{12})/(?P<page>[0-9]{1,9})"): _Handler.show_sheet_picture,
}
"""What an address shows; each tells whether there is such a thing."""
_FORMS: dict[str, Callable[[_Handler, Said], bool]] = {
    "/decide": _Handler.decide,
    "/undo": _Handler.undo,
    "/apply": _Handler.apply,
    "/correct": _Handler.correct,
    "/note": _Handler.note,
}
"""What a form does; each tells whether it made sense."""


def _letters(said: Said, name: str) -> str:
    return said.get(name, "").strip()[:MOST_LETTERS]


def whole(text: str) -> int | None:
    """A number in an address or a form; None for what is none."""
    is_number = text.isascii() and text.isdigit() and len(text) <= 9
    return int(text) if is_number else None
