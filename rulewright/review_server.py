"""A review in the browser, on this machine alone: an address that works once, a cookie, nothing from elsewhere."""

import hmac
import re
import secrets
import webbrowser
from collections.abc import Callable, Mapping, Sequence
from contextlib import suppress
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, HTTPServer
from importlib.resources import files
from pathlib import Path
from typing import Any
from urllib.parse import parse_qs, urlsplit

from jinja2 import DictLoader, Environment
from sqlalchemy import Engine

from rulewright.open_questions import FactQuestion, Question
from rulewright.review_desk import Desk
from schema.decisions import DecisionShape

HOST = "127.0.0.1"
MOST_BYTES = 20_000
"""Of one form."""
_BACK = re.compile(r"/(pages|notes|question/\d{1,9}|page/[0-9a-f]{12}/\d{1,9})")
"""Where a form may lead back to."""
_COOKIE = "rulewright-review"
_STATIC = {
    "/site.css": ("db.site", "static/site.css", "text/css"),
    "/icon.svg": ("db.site", "static/icon.svg", "image/svg+xml"),
    "/review.js": ("rulewright", "review/review.js", "text/javascript"),
    "/review.css": ("rulewright", "review/review.css", "text/css"),
}
_PAGES = ("base.html", "question.html", "page.html", "pages.html", "notes.html")
_HEADERS = {
    "Content-Security-Policy": "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    # Without any referrer a browser does not tell where a form comes from.
    "Referrer-Policy": "same-origin",
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
}


class ReviewServer(HTTPServer):
    """One sitting: a desk, the token that opens it once, and the secrets of its cookie and its forms."""

    def __init__(self, desk: Desk, port: int = 0) -> None:
        super().__init__((HOST, port), _Handler)
        self.desk = desk
        self.token: str | None = secrets.token_urlsafe(24)
        self.cookie = secrets.token_urlsafe(24)
        self.form = secrets.token_urlsafe(24)
        pages = {name: _file("rulewright", f"review/{name}").decode() for name in _PAGES}
        self.pages = Environment(autoescape=True, loader=DictLoader(pages))

    @property
    def own(self) -> str:
        """Where it listens, as browsers name it."""
        return f"{HOST}:{self.server_port}"

    @property
    def address(self) -> str:
        """The address that opens the sitting; it works once."""
        return f"http://{self.own}/open?token={self.token}"


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


class _Handler(BaseHTTPRequestHandler):
    server: ReviewServer
    server_version = "Rulewright"
    sys_version = ""
    timeout = 30

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged: the first address holds the token."""

    def do_GET(self) -> None:
        """Open the sitting, or show a question, a picture or a file."""
        path, query = urlsplit(self.path).path, parse_qs(urlsplit(self.path).query)
        if not self._is_from_here():
            self._refuse()
        elif path == "/open":
            self._open(query.get("token", [""])[0])
        elif not self._is_known():
            self._refuse()
        elif path in _STATIC:
            package, file, kind = _STATIC[path]
            self._send(HTTPStatus.OK, _file(package, file), kind)
        elif path == "/":
            self._go(f"/question/{self._next(0)}" if self.server.desk.questions else "/pages")
        elif path == "/pages":
            self._page("pages.html", books=self.server.desk.books(), back=path)
        elif path == "/notes":
            self._notes()
        elif path.startswith(("/page/", "/page-picture/")):
            self._sheet(path, {name: values[0] for name, values in query.items()})
        else:
            self._show(path)

    def do_POST(self) -> None:
        """Decide, undo, or let decided words take effect."""
        if not self._is_from_here() or not self._is_known():
            self._refuse()
            return
        said = self._form()
        if not hmac.compare_digest(said.get("form", ""), self.server.form):
            self._refuse()
            return
        self._do(said)

    def _do(self, said: Mapping[str, str]) -> None:
        desk, number = self.server.desk, self._number(said.get("number", ""))
        value = said.get("value", "").strip()[:1000]
        if self.path == "/decide" and number is not None and value:
            desk.answer(number, value, said.get("reason", "").strip()[:1000])
            self._go(f"/question/{self._next(number + 1)}")
        elif self.path == "/undo":
            undone = desk.undo()
            self._go(f"/question/{undone if undone is not None else number or 0}")
        elif self.path == "/apply":
            desk.apply()
            back = said.get("back", "")
            self._go(back if _BACK.fullmatch(back) else f"/question/{number or 0}")
        elif self.path == "/correct" and value:
            self._correct(said, value)
        elif self.path == "/note" and said.get("subject", "").strip():
            words = "" if said.get("gone") else said.get("words", "").strip()
            problem = desk.note(said.get("game", ""), "".join(said["subject"].split()), words)
            if problem:
                self._notes(problem=problem, **{name: said.get(name, "") for name in ("subject", "game", "words")})
            else:
                self._go("/notes")
        else:
            self._send(HTTPStatus.BAD_REQUEST, b"Choose an answer, or write one.", "text/plain")

    def _correct(self, said: Mapping[str, str], value: str) -> None:
        passage, start = _whole(said.get("passage", "")), _whole(said.get("start", ""))
        if passage is None or start is None or not self.server.desk.correct(passage, start, value):
            self._send(HTTPStatus.BAD_REQUEST, b"Choose a word of the page first.", "text/plain")
            return
        back = f"/page/{said.get('document', '')}/{said.get('page', '')}"
        self._go(back if _BACK.fullmatch(back) else "/pages")

    def _notes(self, **said: str) -> None:
        desk = self.server.desk
        self._page("notes.html", notes=desk.notes(), games=desk.games(), back="/notes", **said)

    def _sheet(self, path: str, query: Mapping[str, str]) -> None:
        """A page of a document with its words, or its picture."""
        kind, _, rest = path.strip("/").partition("/")
        document, _, page = rest.partition("/")
        number = _whole(page)
        sheet = self.server.desk.sheet(document, number) if number is not None else None
        if sheet is None or (kind == "page-picture" and sheet.picture is None):
            self._send(HTTPStatus.NOT_FOUND, b"There is no such page.", "text/plain")
        elif kind == "page-picture" and sheet.picture is not None:
            self._send(HTTPStatus.OK, sheet.picture.read_bytes(), _kind_of(sheet.picture))
        else:
            passage, start = _whole(query.get("passage", "")), _whole(query.get("start", ""))
            words = {(p.row, word.start): word for p in sheet.passages for word in p.words}
            word = words.get((passage or 0, -1 if start is None else start))
            chosen = {"passage": passage, "start": start, "word": word} if word else None
            has_boxes = any(passage.boxes for passage in sheet.passages)
            self._page("page.html", sheet=sheet, chosen=chosen, has_boxes=has_boxes, back=path)

    def _page(self, name: str, **context: Any) -> None:
        desk = self.server.desk
        shared = {"total": len(desk.questions), "waiting": len(desk.waiting), "told": desk.told}
        shown = self.server.pages.get_template(name).render(**shared, **context, form=self.server.form)
        self._send(HTTPStatus.OK, shown.encode(), "text/html; charset=utf-8")

    def _is_from_here(self) -> bool:
        """Whether a request was made to this very address by a page of its own, or by a person."""
        origin = self.headers.get("Origin")
        is_own = origin is None or origin == f"http://{self.server.own}"
        return self.headers.get("Host") == self.server.own and is_own

    def _is_known(self) -> bool:
        try:
            held = SimpleCookie(self.headers.get("Cookie", "")).get(_COOKIE)
        except CookieError:
            return False
        return held is not None and hmac.compare_digest(held.value.encode(), self.server.cookie.encode())

    def _open(self, token: str) -> None:
        """Give the first browser that knows the token the cookie; the token is spent then."""
        if self.server.token is None or not hmac.compare_digest(token.encode(), self.server.token.encode()):
            self._refuse()
            return
        self.server.token = None
        self.send_response(HTTPStatus.SEE_OTHER)
        self.send_header("Set-Cookie", f"{_COOKIE}={self.server.cookie}; HttpOnly; SameSite=Strict; Path=/")
        self._end("/")

    def _form(self) -> dict[str, str]:
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdigit() or len(length) > 6 or int(length) > MOST_BYTES:
            return {}
        text = self.rfile.read(int(length)).decode("utf-8", "replace")
        return {name: values[0] for name, values in parse_qs(text, max_num_fields=10).items()}

    def _number(self, text: str) -> int | None:
        number = _whole(text)
        return number if number is not None and number < len(self.server.desk.questions) else None

    def _next(self, start: int) -> int:
        """The next question that is open, from one on and then from the first."""
        desk = self.server.desk
        numbers = [*range(start, len(desk.questions)), *range(start)]
        return next((n for n in numbers if n not in desk.made), max(0, min(start, len(desk.questions) - 1)))

    def _show(self, path: str) -> None:
        parts = path.strip("/").split("/")
        number = self._number(parts[1]) if len(parts) > 1 else None
        if number is None or parts[0] not in ("question", "picture"):
            self._send(HTTPStatus.NOT_FOUND, b"There is nothing here.", "text/plain")
            return
        places = self.server.desk.places(number)
        if parts[0] == "picture":
            at = int(parts[2]) if len(parts) == 3 and parts[2] in map(str, range(len(places))) else -1
            picture = places[at].picture if at >= 0 else None
            if picture is None:
                self._send(HTTPStatus.NOT_FOUND, b"There is no picture.", "text/plain")
            else:
                self._send(HTTPStatus.OK, picture.read_bytes(), _kind_of(picture))
            return
        question = self.server.desk.questions[number]
        self._page(
            "question.html",
            number=number,
            question=question,
            is_fact=isinstance(question, FactQuestion),
            places=places,
            made=self.server.desk.made,
            back=f"/question/{number}",
        )

    def _refuse(self) -> None:
        told = (
            "This address opens only by the link that `rulewright review --browser` printed, once. Start it again "
            "for another link."
        )
        self._send(HTTPStatus.FORBIDDEN, told.encode(), "text/plain; charset=utf-8")

    def _go(self, address: str) -> None:
        self.send_response(HTTPStatus.SEE_OTHER)
        self._end(address)

    def _end(self, location: str) -> None:
        self.send_header("Location", location)
        self.send_header("Content-Length", "0")
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.end_headers()

    def _send(self, status: HTTPStatus, body: bytes, kind: str) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        for name, value in _HEADERS.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)


def _kind_of(picture: Path) -> str:
    return {".png": "image/png", ".webp": "image/webp"}.get(picture.suffix.lower(), "image/jpeg")


def _whole(text: str) -> int | None:
    is_number = text.isascii() and text.isdigit() and len(text) <= 9
    return int(text) if is_number else None
