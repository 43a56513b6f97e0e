"""The set-up, the image and the pages about them install the same, and say what keeps others from it."""

import re
import runpy
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]


def test_the_folder_that_keeps_others_out_is_named(tmp_path: Path) -> None:
    closed_folder = runpy.run_path(str(ROOT / "setup" / "open_to_others.py"))["closed_folder"]
    for folder, mode in ((tmp_path / "mine", 0o700), (tmp_path / "mine" / "open", 0o755)):
        folder.mkdir()
        folder.chmod(mode)
    outermost = closed_folder(tmp_path / "mine" / "open" / "python")
    assert outermost in [tmp_path / "mine", *tmp_path.parents, tmp_path]
    assert closed_folder(Path("/usr/bin")) is None


def test_the_image_takes_its_packages_from_the_list_of_the_set_up() -> None:
    image = (ROOT / "Dockerfile").read_text("utf-8")
    copied = re.findall(r"^COPY (\S+) ", image, re.MULTILINE)
    assert all((ROOT / path).exists() for path in copied)
    assert "$(cat setup/packages.txt)" in image
    assert set(re.findall(r"make (\w+)", image)) - {"cat"} <= set(
        re.findall(r"^(\w+):", (ROOT / "Makefile").read_text("utf-8"), re.MULTILINE)
    )


@pytest.mark.parametrize("extra", ["parquet", "cluster", "postgres"])
def test_each_part_that_is_left_out_is_told_with_its_package(extra: str) -> None:
    listed = re.search(rf"^{extra} = \[\s*\"([a-z]+)", (ROOT / "pyproject.toml").read_text("utf-8"), re.MULTILINE)
    assert listed, extra
    assert listed.group(1) in (ROOT / "docs" / "install.md").read_text("utf-8")
