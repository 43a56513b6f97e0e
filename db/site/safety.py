"""What keeps the site safe: headers on every answer, and no robots."""

from typing import Any

from db.site.answers import App, Message, is_own

ROBOTS = "User-agent: *\nDisallow: /\n"

_COMMON = {
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
    "Referrer-Policy": "no-referrer",
    "Permissions-Policy": "camera=(), geolocation=(), microphone=()",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "X-Robots-Tag": "noindex, nofollow",
}
_STRICT = (
    "default-src 'none'; style-src 'self'; script-src 'self'; img-src 'self'; connect-src 'self'; "
    "form-action 'self'; frame-ancestors 'none'; base-uri 'none'"
)
# Datasette's own pages carry scripts and styles in the page.
_TABLES = (
    _STRICT.replace("style-src 'self'", "style-src 'self' 'unsafe-inline'")
    .replace("script-src 'self'", "script-src 'self' 'unsafe-inline'")
    .replace("img-src 'self'", "img-src 'self' data:")
)


def guarded(app: App) -> App:
    """The application with the headers of safety on every answer, and without cookies."""

    async def answer(scope: Message, receive: Any, send: Any) -> None:
        async def send_guarded(message: Message) -> None:
            if message["type"] == "http.response.start":
                policy = _STRICT if is_own(scope.get("path", "")) else _TABLES
                added = {**_COMMON, "Content-Security-Policy": policy}
                names = {name.lower().encode() for name in added} | {b"set-cookie"}
                kept = [(name, value) for name, value in message.get("headers", ()) if name.lower() not in names]
                message["headers"] = kept + [(name.encode(), value.encode()) for name, value in added.items()]
            await send(message)

        await app(scope, receive, send_guarded)

    return answer
