"""A copy of the site in plain files, which any web server or folder can show."""

import asyncio
import json
import os
import re
import shutil
import sqlite3
import tempfile
from collections.abc import Sequence
from contextlib import closing
from html import unescape
from pathlib import Path, PurePosixPath
from typing import Any
from urllib.parse import parse_qsl, unquote, urlsplit

from markupsafe import escape
from sqlalchemy import Engine

from db.errors import DatabaseProblem
from db.site.answers import is_own
from db.site.safety import ROBOTS
from db.site.serve import build_site
from db.snapshot import make_snapshot
from schema.catalogue import SPOKEN

_ASSETS = Path(__file__).with_name("static")
_SERVED_ASSETS = ("site.css", "site.js", "find.js", "icon.svg")
_LINK = re.compile(r'\b(href|src|action)="([^"]*)"')
_TITLES = """
    SELECT search_row.kind, search_row.title, search_row.body, search_row.language, search_row.game, card.code
    FROM search_row LEFT JOIN card ON search_row.kind = 'card' AND search_row.reference = 'card/' || card.id
    WHERE search_row.kind <> 'passage' AND search_row.title <> '' ORDER BY search_row.id
"""
_UNSAFE = re.compile(r"[^\w.:-]+")


def write_site(
    database: Engine,
    folder: Path,
    full_text: bool = False,
    *,
    languages: Sequence[str] = SPOKEN,
    pictures: Path | None = None,
) -> int:
    """Write every page of the site to files under ``folder``; returns how many pages there are.

    Without ``full_text`` what documents print is cut to short excerpts and page pictures are left out.
    """
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.TemporaryDirectory() as made:
            snapshot = make_snapshot(database, Path(made) / "rulewright.db", full_text=full_text)
            site = build_site(snapshot, full_text=full_text, pictures=pictures, copy=True)
            count = asyncio.run(_write_pages(site, folder, languages))
            _write_assets(folder)
            if full_text and pictures is not None:
                _copy_pictures(snapshot, pictures, folder / "pictures")
            _write_indexes(snapshot, folder, languages)
    except OSError as error:
        raise DatabaseProblem(
            f"The site cannot be written to {folder} ({error.strerror}). Name another folder, or free some room."
        ) from error
    return count


def _write_assets(folder: Path) -> None:
    (folder / "assets").mkdir(exist_ok=True)
    for name in _SERVED_ASSETS:
        shutil.copyfile(_ASSETS / name, folder / "assets" / name)
    (folder / "robots.txt").write_text(ROBOTS, encoding="utf-8")


def _copy_pictures(snapshot: Path, pictures: Path, folder: Path) -> None:
    """The pictures of the pages of this database; the folder holds those of others too."""
    with closing(sqlite3.connect(snapshot)) as opened:
        shown = "SELECT image FROM page WHERE image <> '' UNION SELECT image FROM card_picture WHERE image <> ''"
        names = [name for (name,) in opened.execute(shown)]
    for name in names:
        if (pictures / name).is_file():
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(pictures / name, folder / name)


def _write_indexes(snapshot: Path, folder: Path, languages: Sequence[str]) -> None:
    """The titles that a copy can be searched by, each with the file of its page; the copy's script reads them."""
    with closing(sqlite3.connect(snapshot)) as rows:
        games = dict(rows.execute("SELECT code, name FROM game"))
        titles = rows.execute(_TITLES).fetchall()
    for language in languages:
        entries: dict[tuple[str, str], dict[str, str]] = {}
        for kind, title, body, spoken, game, card in titles:
            page = f"subject/{game}/{body}" if kind == "name" else f"{kind}/{game}/{card or title.replace(' ', '-')}"
            href = str(file_of(f"/{language}/{page}"))
            if (folder / href).is_file():
                shown = "location" if kind == "name" and body.startswith("location:") else kind
                entry = {"kind": shown, "title": title, "language": spoken, "game": games[game], "href": href}
                entries.setdefault((title, href), entry)
        told = json.dumps(list(entries.values()), ensure_ascii=False, separators=(",", ":"))
        script = f"const RULEWRIGHT_INDEX = {told};\n"
        (folder / "assets" / f"index-{language}.js").write_text(script, encoding="utf-8")


async def _write_pages(site: Any, folder: Path, languages: Sequence[str]) -> int:
    """Follow the links of our own pages from the front pages on, each page once."""
    await site.invoke_startup()
    waiting = [f"/{language}{page}" for language in languages for page in ("", "/find")]
    seen = set(waiting)
    written = 0
    while waiting:
        address = waiting.pop()
        answer = await site.client.get(address)
        if answer.status_code != 200:
            raise DatabaseProblem(f"The page {address} of the site could not be made (status {answer.status_code}).")
        file = folder / file_of(address)
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_text(_with_file_links(answer.text, address, languages), encoding="utf-8")
        written += 1
        for link in _own_links(answer.text, languages):
            if link not in seen:
                seen.add(link)
                waiting.append(link)
    first = '<!DOCTYPE html><meta charset="utf-8"><title>Rulewright</title>\n<meta http-equiv="refresh" '
    home = f"{languages[0]}/index.html"
    page = f'{first}content="0; url={home}">\n<a href="{home}">Rulewright</a>\n'
    (folder / "index.html").write_text(page, encoding="utf-8")
    return written


def _is_copied(link: str, languages: Sequence[str]) -> bool:
    return link.startswith("/") and is_own(urlsplit(link).path) and link.split("/")[1].split("?")[0] in languages


def _own_links(html: str, languages: Sequence[str]) -> list[str]:
    found = (unescape(link).partition("#")[0] for _, link in _LINK.findall(html))
    return [link.rstrip("/") for link in found if link and _is_copied(link, languages)]


def file_of(address: str) -> PurePosixPath:
    """The file of a page: its path, and its query as part of the name."""
    parts = urlsplit(address)
    path = PurePosixPath(*(_UNSAFE.sub("-", unquote(part)) for part in parts.path.strip("/").split("/")))
    query = "-".join(f"{key}-{value}" for key, value in sorted(parse_qsl(parts.query)))
    name = f"{_UNSAFE.sub('-', query)}.html" if query else "index.html"
    # A colon is no letter of a file's name everywhere.
    return PurePosixPath(*(part.replace(":", "-") for part in path.parts)) / name.replace(":", "-")


def _with_file_links(html: str, address: str, languages: Sequence[str]) -> str:
    """The page with its links made relative; a link to what is not copied becomes plain text."""
    here = file_of(address).parent

    def relative(match: re.Match[str]) -> str:
        name, link = match.group(1), unescape(match.group(2))
        path, mark, place = link.partition("#")
        if not path.startswith("/"):
            return match.group()
        if path.startswith(("/assets/", "/pictures/")):
            target = PurePosixPath(path.lstrip("/"))
        elif _is_copied(path, languages):
            target = file_of(path.rstrip("/"))
        else:
            return ""
        return f'{name}="{escape(os.path.relpath(target, here))}{mark}{escape(place)}"'

    return _LINK.sub(relative, html)
