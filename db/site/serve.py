"""Serve a snapshot with Datasette, on this machine unless told otherwise."""

import asyncio
import errno
import hashlib
import socket
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from datasette.app import Datasette

from db.errors import WrongUse
from db.site.bounds import bound_process
from db.site.metadata import site_metadata

_SITE = Path(__file__).parent
_SHOWN_BY = (".py", ".html", ".toml", ".css", ".js", ".svg")

_SETTINGS = {
    "sql_time_limit_ms": 3000,
    "facet_time_limit_ms": 500,
    "default_page_size": 50,
    "max_returned_rows": 1000,
    "truncate_cells_html": 600,
    "allow_download": False,
    "max_csv_mb": 5,
}


def build_site(
    snapshot: Path,
    *,
    full_text: bool = True,
    pictures: Path | None = None,
    copy: bool = False,
    free_sql: bool = True,
) -> Any:
    """The Datasette application over an immutable snapshot.

    ``full_text`` tells what the snapshot holds; ``pictures`` is the folder of page pictures, which are served only
    with the full text; ``copy`` is set where the pages are written to files and nobody answers questions; without
    ``free_sql`` only our own questions are asked, and the tables of the search index are nobody's business.
    """
    if not snapshot.is_file():
        raise WrongUse(f"There is no snapshot at {snapshot}. Run `rulewright ingest` first.")
    mounts = [("assets", str(_SITE / "static"))]
    has_pictures = full_text and pictures is not None and pictures.is_dir()
    if has_pictures:
        mounts.append(("pictures", str(pictures)))
    shown = {"full_text": full_text, "pictures": has_pictures, "copy": copy, "stamp": _stamp(snapshot, full_text)}
    return Datasette(
        immutables=[str(snapshot)],
        metadata={**site_metadata(snapshot.stem, free_sql=free_sql), "plugins": {"rulewright_site": shown}},
        template_dir=str(_SITE / "templates"),
        plugins_dir=str(_SITE / "plugins"),
        static_mounts=mounts,
        settings=_SETTINGS,
    )


def _stamp(snapshot: Path, full_text: bool) -> str:
    """What all pages depend on beside their address: the snapshot, the site's own files, and what may be shown."""
    told = snapshot.stat()
    own = sorted((str(file), file.stat().st_mtime_ns) for file in _SITE.rglob("*") if file.suffix in _SHOWN_BY)
    return hashlib.blake2b(repr((told.st_mtime_ns, told.st_size, own, full_text)).encode(), digest_size=12).hexdigest()


def serve(
    snapshot: Path,
    *,
    host: str = "127.0.0.1",
    port: int = 8001,
    open_browser: bool = False,
    on_ready: Callable[[str], None] | None = None,
    full_text: bool = True,
    pictures: Path | None = None,
    free_sql: bool = True,
) -> None:
    """Serve until interrupted; port 0 takes any free one, ``on_ready`` is told the address."""
    site = build_site(snapshot, full_text=full_text, pictures=pictures, free_sql=free_sql)
    with _listen(host, port) as listener:
        bound_process()
        address = f"http://{_shown(host)}:{listener.getsockname()[1]}/"
        try:
            asyncio.run(_run(site, listener, address, open_browser=open_browser, on_ready=on_ready))
        except KeyboardInterrupt:
            return


def _listen(host: str, port: int) -> socket.socket:
    if port not in range(2**16):
        raise WrongUse(f"There is no port {port}. Choose one from 1 to 65535 with --port, or 0 for any free.")
    try:
        family = socket.getaddrinfo(host, port, type=socket.SOCK_STREAM)[0][0]
        return socket.create_server((host, port), family=family)
    except OSError as error:
        if error.errno == errno.EADDRINUSE:
            raise WrongUse(
                f"Port {port} of {host} is in use by another program. Choose another with --port, "
                "or --port 0 for any free one."
            ) from error
        raise WrongUse(
            f"The address {host}, port {port} cannot be served ({error}). Choose another with --host and --port."
        ) from error


def _shown(host: str) -> str:
    if host in ("0.0.0.0", "::"):
        return "localhost"
    return f"[{host}]" if ":" in host else host


async def _run(
    site: Any,
    listener: socket.socket,
    address: str,
    *,
    open_browser: bool,
    on_ready: Callable[[str], None] | None,
) -> None:
    await site.invoke_startup()
    server = uvicorn.Server(uvicorn.Config(site.app(), log_level="warning", lifespan="on"))
    serving = asyncio.create_task(server.serve(sockets=[listener]))
    while not server.started and not serving.done():
        await asyncio.sleep(0.02)
    if server.started:
        if on_ready is not None:
            on_ready(address)
        if open_browser:
            await asyncio.to_thread(webbrowser.open, address)
    await serving
