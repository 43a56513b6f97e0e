"""Serve a snapshot with Datasette, on this machine unless told otherwise."""

import asyncio
import errno
import socket
import webbrowser
from collections.abc import Callable
from pathlib import Path
from typing import Any

import uvicorn
from datasette.app import Datasette

from db.errors import WrongUse
from db.site.metadata import site_metadata

_SITE = Path(__file__).parent

_SETTINGS = {
    "sql_time_limit_ms": 3000,
    "facet_time_limit_ms": 500,
    "default_page_size": 50,
    "max_returned_rows": 1000,
    "truncate_cells_html": 600,
    "allow_download": False,
}


def build_site(
    snapshot: Path,
    *,
    full_text: bool = True,
    pictures: Path | None = None,
    copy: bool = False,
) -> Any:
    """The Datasette application over an immutable snapshot.

    ``full_text`` tells what the snapshot holds; ``pictures`` is the folder of page pictures, which are served only
    with the full text; ``copy`` is set where the pages are written to files and nobody answers questions.
    """
    if not snapshot.is_file():
        raise WrongUse(f"There is no snapshot at {snapshot}. Run `rulewright ingest` first.")
    mounts = [("assets", str(_SITE / "static"))]
    has_pictures = full_text and pictures is not None and pictures.is_dir()
    if has_pictures:
        mounts.append(("pictures", str(pictures)))
    shown = {"full_text": full_text, "pictures": has_pictures, "copy": copy}
    return Datasette(
        immutables=[str(snapshot)],
        metadata={**site_metadata(snapshot.stem), "plugins": {"rulewright_site": shown}},
        template_dir=str(_SITE / "templates"),
        plugins_dir=str(_SITE / "plugins"),
        static_mounts=mounts,
        settings=_SETTINGS,
    )


def serve(
    snapshot: Path,
    *,
    host: str = "127.0.0.1",
    port: int = 8001,
    open_browser: bool = False,
    on_ready: Callable[[str], None] | None = None,
    full_text: bool = True,
    pictures: Path | None = None,
) -> None:
    """Serve until interrupted; port 0 takes any free one, ``on_ready`` is told the address."""
    site = build_site(snapshot, full_text=full_text, pictures=pictures)
    with _listen(host, port) as listener:
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
