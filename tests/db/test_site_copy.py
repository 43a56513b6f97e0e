"""The site as plain files: whole, with links that lead from file to file, and nothing that needs a server."""

import asyncio
import html
import json
import re
from pathlib import Path, PurePosixPath

import pytest
from sqlalchemy import Engine

from db.errors import DatabaseProblem
from db.site.serve import build_site
from db.site.static_copy import file_of, write_site
from db.snapshot import make_snapshot


@pytest.mark.parametrize(
    ("address", "file"),
    [
        ("/en", "en/index.html"),
        ("/cs/card/monsters/beast", "cs/card/monsters/beast/index.html"),
        ("/en/map/monsters?stage=2&edition=2nd", "en/map/monsters/edition-2nd-stage-2.html"),
        ("/en/subject/monsters/location%3Alodz", "en/subject/monsters/location-lodz/index.html"),
        ("/en/game/..%2F..%2Fx", "en/game/..-..-x/index.html"),
    ],
)
def test_every_address_has_its_file_inside_the_folder(address: str, file: str) -> None:
    assert file_of(address) == PurePosixPath(file)


CONFLICT = "/en/conflict/monsters/2nd~translation~location:lodz~enter.points"


def test_a_copy_holds_every_page_and_its_links_lead_to_files(filled: Engine, tmp_path: Path) -> None:
    folder = tmp_path / "public"
    count = write_site(filled, folder, full_text=True, languages=("en", "cs"))
    files = [file for file in folder.rglob("*.html") if file != folder / "index.html"]
    assert len(files) == count > 40
    for file in [*files, folder / "index.html"]:
        for link in re.findall(r'\b(?:href|src)="([^"#]*)', file.read_text(encoding="utf-8")):
            assert not link.startswith("/"), (file, link)
            assert not link or (file.parent / html.unescape(link)).is_file(), (file, link)
    assert (folder / "robots.txt").read_text() == "User-agent: *\nDisallow: /\n"


def test_a_copied_page_says_what_the_served_one_says(filled: Engine, tmp_path: Path) -> None:
    write_site(filled, tmp_path / "public", full_text=True, languages=("en",))
    served = build_site(make_snapshot(filled, tmp_path / "rulewright.db"), copy=True)
    for address in (CONFLICT, "/en/card/monsters/beast", "/en/document/1/2"):
        copied = (tmp_path / "public" / file_of(address)).read_text(encoding="utf-8")
        shown = asyncio.run(served.client.get(address)).text
        assert re.sub(r"<[^>]*>", "", copied) == re.sub(r"<[^>]*>", "", shown)
        assert 'method="get"' not in copied


def test_a_copy_can_be_searched_by_titles_in_all_languages(filled: Engine, tmp_path: Path) -> None:
    write_site(filled, tmp_path / "public", languages=("cs",))
    script = (tmp_path / "public" / "assets" / "index-cs.js").read_text(encoding="utf-8")
    entries = json.loads(script.removeprefix("const RULEWRIGHT_INDEX = ").rstrip(";\n"))
    found = {(entry["kind"], entry["title"]): entry["href"] for entry in entries}
    assert found["card", "Příšera"] == "cs/card/monsters/beast/index.html"
    assert found["location", "Łódź"] == "cs/subject/monsters/location-lodz/index.html"
    assert found["rule", "enter city"] == "cs/rule/monsters/enter-city/index.html"
    assert all((tmp_path / "public" / href).is_file() for href in found.values())
    assert 'action="find/index.html"' in (tmp_path / "public" / "cs" / "index.html").read_text(encoding="utf-8")


def test_a_copy_has_excerpts_unless_told_otherwise(filled: Engine, tmp_path: Path) -> None:
    write_site(filled, tmp_path / "public", languages=("en",))
    page = (tmp_path / "public" / file_of("/en/document/1/2")).read_text(encoding="utf-8")
    assert "short excerpts" in page
    assert "Kdo vstoupí" not in page
    everything = "".join(file.read_text(encoding="utf-8") for file in (tmp_path / "public").rglob("*.html"))
    assert "ztratí 3 body" not in everything


def test_a_folder_that_cannot_be_written_is_named(filled: Engine, tmp_path: Path) -> None:
    (tmp_path / "taken").write_text("a file")
    with pytest.raises(DatabaseProblem, match=r"The site cannot be written to .*taken"):
        write_site(filled, tmp_path / "taken")
