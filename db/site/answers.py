"""What goes over the wire: addresses that are bounded, answers that are short, tagged, and compressed."""

import gzip
import hashlib
import re
from collections.abc import Awaitable, Callable, MutableMapping
from dataclasses import dataclass, field
from typing import Any
from urllib.parse import unquote_plus

from schema.catalogue import SPOKEN

Message = MutableMapping[str, Any]
Send = Callable[[Message], Awaitable[None]]
App = Callable[[Message, Callable[[], Awaitable[Message]], Send], Awaitable[None]]
Headers = list[tuple[bytes, bytes]]


@dataclass(frozen=True, slots=True)
class Limits:
    """What an address and an answer may be; no page of the samples and seeds has more than 300 kB."""

    path: int = 8_000
    query: int = 8_000
    parameters: int = 40
    facets: int = 8
    digits: int = 18
    """More make a number that SQLite has no place for."""
    answer: int = 5_000_000
    compressed: int = 1_000
    """A shorter answer is sent as it is."""


LIMITS = Limits()
_STATIC = ("/assets/", "/pictures/", "/-/static/")
_COMPRESSIBLE = re.compile(rb"text/|json|javascript|svg|xml")
_DIGITS = re.compile(r"\d+")
_GZIP = re.compile(rb"\bgzip\b(?!\s*;\s*q\s*=\s*0(?:\.0*)?\s*(?:,|$))")
"""An Accept-Encoding header that takes gzip, and does not say that it would rather not."""


def is_own(path: str) -> bool:
    """Whether an address is a page of ours, not one of Datasette's."""
    return path == "/" or path.strip("/").split("/")[0] in SPOKEN


def refusal(path: str, query: str, limits: Limits = LIMITS) -> tuple[int, str] | None:
    """Why an address is not answered at all: its status and a sentence."""
    if len(path) > limits.path or len(query) > limits.query:
        return 414, f"This address is too long: at most {limits.path:,} characters, and {limits.query:,} after “?”."
    parts = query.split("&")
    if len(parts) > limits.parameters or sum(part.startswith("_facet") for part in parts) > limits.facets:
        return 400, f"This address asks too much at once: at most {limits.parameters} settings, {limits.facets} facets."
    if is_own(path) or path.startswith(_STATIC):
        return None
    for told in (path, unquote_plus(query)):
        if any(len(number) > limits.digits for number in _DIGITS.findall(told)):
            return 400, f"This address holds a number of more than {limits.digits} digits."
    return None


@dataclass(slots=True)
class _Answer:
    """One answer on its way out: held back until it is whole, and replaced where it is too long."""

    send: Send
    path: str
    accepts: bytes
    tag: bytes
    limits: Limits
    start: Message = field(default_factory=dict)
    parts: list[bytes] = field(default_factory=list)
    size: int = 0
    is_done: bool = False

    async def take(self, message: Message) -> None:
        if self.path.startswith("/pictures/"):
            await self.send(message)
        elif message["type"] == "http.response.start":
            self.start = message
        elif message["type"] == "http.response.body" and not self.is_done:
            self.parts.append(message.get("body", b""))
            self.size += len(self.parts[-1])
            if self.size > self.limits.answer:
                self.is_done = True
                self.parts.clear()
                size = f"{self.limits.answer // 1_000_000} MB"
                told = f"This answer would be longer than {size}. Ask for less, or use `rulewright export`."
                await send_sentence(self.send, 400, told)
            elif not message.get("more_body"):
                self.is_done = True
                await self._finish(b"".join(self.parts))

    async def _finish(self, body: bytes) -> None:
        kind = next((value for name, value in self.start["headers"] if name.lower() == b"content-type"), b"")
        dropped = (b"content-length", b"etag", b"vary", b"date")
        headers = [(name, value) for name, value in self.start["headers"] if name.lower() not in dropped]
        varies = [value for name, value in self.start["headers"] if name.lower() == b"vary"]
        if self.start["status"] == 200 and self.tag:
            headers.append((b"etag", self.tag))
            if not any(name.lower() == b"cache-control" for name, _ in headers):
                headers.append((b"cache-control", b"no-cache"))
        if _GZIP.search(self.accepts) and len(body) >= self.limits.compressed and _COMPRESSIBLE.search(kind):
            body = gzip.compress(body, 4, mtime=0)
            headers.append((b"content-encoding", b"gzip"))
        headers.append((b"vary", b", ".join([*varies, b"Accept-Encoding"])))
        headers.append((b"content-length", str(len(body)).encode()))
        await self.send({**self.start, "headers": headers})
        await self.send({"type": "http.response.body", "body": body})


async def send_sentence(send: Send, status: int, sentence: str) -> None:
    """Answer with one sentence."""
    body = sentence.encode()
    headers = [(b"content-type", b"text/plain; charset=utf-8"), (b"content-length", str(len(body)).encode())]
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})


def answered(app: App, stamp: str, limits: Limits = LIMITS) -> App:
    """The application with bounded addresses and answers, tags that spare an unchanged page, and compression.

    A snapshot never changes, so that a page is known by its address, the reader's language and the ``stamp`` of the
    snapshot and the site together.
    """

    async def answer(scope: Message, receive: Any, send: Send) -> None:
        if scope["type"] != "http":
            await app(scope, receive, send)
            return
        path = scope.get("path", "")
        query = scope.get("query_string", b"").decode("latin-1")
        headers = {name.lower(): value for name, value in scope.get("headers", ())}
        refused = refusal(path, query, limits)
        if refused:
            await send_sentence(send, *refused)
            return
        about = "\0".join([stamp, path, query, headers.get(b"accept-language", b"").decode("latin-1")])
        tag = f'W/"{hashlib.blake2b(about.encode(), digest_size=12).hexdigest()}"'.encode()
        is_lasting = scope["method"] in ("GET", "HEAD") and not path.endswith("/random")
        if is_lasting and tag in headers.get(b"if-none-match", b""):
            await send({"type": "http.response.start", "status": 304, "headers": [(b"etag", tag)]})
            await send({"type": "http.response.body", "body": b""})
            return
        accepts = headers.get(b"accept-encoding", b"")
        await app(scope, receive, _Answer(send, path, accepts, tag if is_lasting else b"", limits).take)

    return answer
