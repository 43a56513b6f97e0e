"""Who may speak to a review in the browser: one browser, by a link that works once, from pages of its own."""

import hmac
import secrets
from collections.abc import Mapping
from http import HTTPStatus
from http.cookies import CookieError, SimpleCookie
from http.server import BaseHTTPRequestHandler, HTTPServer
from typing import Any
from urllib.parse import parse_qs, urlsplit

HOST = "127.0.0.1"
MOST_BYTES = 20_000
"""Of one form."""
PLAIN = "text/plain; charset=utf-8"
Said = Mapping[str, str]
_COOKIE = "rulewright-review"
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
_REFUSED = (
    "This address opens only by the link that `rulewright review --browser` printed, once. Start it again for another "
    "link."
)


class GuardedServer(HTTPServer):
    """Listens on this machine alone; has a token that opens it once, and secrets for its cookie and its forms."""

    def __init__(self, handler: type["GuardedHandler"], port: int) -> None:
        super().__init__((HOST, port), handler)
        self.token: str | None = secrets.token_urlsafe(24)
        self.cookie = secrets.token_urlsafe(24)
        self.form = secrets.token_urlsafe(24)

    @property
    def own(self) -> str:
        """Where it listens, as browsers name it."""
        return f"{HOST}:{self.server_port}"

    @property
    def address(self) -> str:
        """The address that opens the sitting; it works once."""
        return f"http://{self.own}/open?token={self.token}"


class GuardedHandler(BaseHTTPRequestHandler):
    """Answers the browser that was let in, and refuses everybody else."""

    server: GuardedServer
    server_version = "Rulewright"
    sys_version = ""
    timeout = 30

    def log_message(self, format: str, *args: Any) -> None:
        """Nothing is logged: the first address holds the token."""

    def do_GET(self) -> None:
        """Let the browser in, or show it something."""
        address = urlsplit(self.path)
        query = {name: values[0] for name, values in parse_qs(address.query).items()}
        if not self._is_from_here():
            self._refuse()
        elif address.path == "/open":
            self._let_in(query.get("token", ""))
        elif not self._has_cookie():
            self._refuse()
        else:
            self.show(address.path, query)

    def do_POST(self) -> None:
        """Do what a form of our own pages says."""
        said = self._form() if self._is_from_here() and self._has_cookie() else None
        if said is None:
            self._refuse()
        else:
            self.do(self.path, said)

    def show(self, path: str, query: Said) -> None:
        """Answer an address."""
        raise NotImplementedError

    def do(self, path: str, said: Said) -> None:
        """Answer a form."""
        raise NotImplementedError

    def _is_from_here(self) -> bool:
        """Whether a request was made to this very address by a page of its own, or by a person."""
        origin = self.headers.get("Origin")
        is_own = origin is None or origin == f"http://{self.server.own}"
        return self.headers.get("Host") == self.server.own and is_own

    def _has_cookie(self) -> bool:
        try:
            held = SimpleCookie(self.headers.get("Cookie", "")).get(_COOKIE)
        except CookieError:
            return False
        return held is not None and hmac.compare_digest(held.value.encode(), self.server.cookie.encode())

    def _let_in(self, token: str) -> None:
        """Give the first browser that knows the token the cookie; the token is spent then."""
        if self.server.token is None or not hmac.compare_digest(token.encode(), self.server.token.encode()):
            self._refuse()
            return
        self.server.token = None
        cookie = f"{_COOKIE}={self.server.cookie}; HttpOnly; SameSite=Strict; Path=/"
        self._answer(HTTPStatus.SEE_OTHER, {"Set-Cookie": cookie, "Location": "/"}, b"")

    def _form(self) -> dict[str, str] | None:
        """What a form of one of our pages says; None where it is not ours."""
        length = self.headers.get("Content-Length", "")
        if not length.isascii() or not length.isdigit() or len(length) > 6 or int(length) > MOST_BYTES:
            return None
        text = self.rfile.read(int(length)).decode("utf-8", "replace")
        said = {name: values[0] for name, values in parse_qs(text, max_num_fields=10).items()}
        return said if hmac.compare_digest(said.get("form", "").encode(), self.server.form.encode()) else None

    def _refuse(self) -> None:
        """Say that nobody is let in this way."""
        self.send(HTTPStatus.FORBIDDEN, _REFUSED.encode(), PLAIN)

    def go(self, address: str) -> None:
        """Send the browser on."""
        self._answer(HTTPStatus.SEE_OTHER, {"Location": address}, b"")

    def send(self, status: HTTPStatus, body: bytes, kind: str) -> None:
        """Answer with a page, a picture or a sentence."""
        self._answer(status, {"Content-Type": kind}, body)

    def _answer(self, status: HTTPStatus, headers: Mapping[str, str], body: bytes) -> None:
        self.send_response(status)
        for name, value in {**headers, "Content-Length": str(len(body)), **_HEADERS}.items():
            self.send_header(name, value)
        self.end_headers()
        self.wfile.write(body)
