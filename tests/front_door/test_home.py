"""Rulewright from any folder and for any user: where its data are kept."""

import os
import pwd
import shutil
import signal
import site
import subprocess
import sys
import urllib.request
from collections.abc import Callable, Iterator
from contextlib import suppress
from functools import partial
from pathlib import Path

import pytest

import rulewright
from db.errors import MissingExtra
from db.open import address_of, connecting
from rulewright.exits import Exit
from rulewright.run import run

SAMPLE = rulewright.GAMES / "pig" / "samples" / "pig-en.md"


@pytest.fixture(autouse=True)
def said(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    """What the option says goes with the test."""
    monkeypatch.setenv(rulewright.HOME_VARIABLE, "")


def test_data_are_kept_where_a_person_says(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capfd: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.chdir(tmp_path)
    assert run(["--home", "mine", "ingest", str(SAMPLE), "--jobs", "1"]) == 0
    assert (tmp_path / "mine" / "rulewright.db").is_file()
    assert "--db" not in capfd.readouterr().out, "the usual database need not be named"
    assert run(["--home", "mine", "play", "pig", "--watch", "random", "--seed", "3"]) == 0
    assert run(["--home", str(SAMPLE), "status"]) == 2


def test_whoever_may_not_write_to_the_checkout_has_a_folder_of_their_own(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    assert rulewright.home() == rulewright.CHECKOUT / "build"
    monkeypatch.setattr(rulewright, "CHECKOUT", tmp_path / "not there")
    monkeypatch.setenv("XDG_DATA_HOME", str(tmp_path))
    assert rulewright.home() == tmp_path / "rulewright" or sys.platform == "darwin"
    monkeypatch.setenv(rulewright.HOME_VARIABLE, str(tmp_path / "said"))
    assert rulewright.home() == tmp_path / "said"


@pytest.fixture
def own_folder() -> Iterator[Path]:
    """A folder of somebody else than the one who installed; those of pytest are for its user alone."""
    somebody = pwd.getpwnam("nobody") if os.geteuid() == 0 else pytest.skip("only root can be somebody else")
    folder = Path(f"/tmp/rulewright-of-nobody-{os.getpid()}")
    folder.mkdir()
    os.chown(folder, somebody.pw_uid, somebody.pw_gid)
    yield folder
    shutil.rmtree(folder)


@pytest.fixture
def somebody(own_folder: Path) -> Iterator[Callable[..., subprocess.Popen[str]]]:
    """Starts Python as somebody else, with the packages of this one; it may be another one of the same version."""
    user = pwd.getpwnam("nobody")
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    packages = os.pathsep.join([str(rulewright.CHECKOUT), *site.getsitepackages()])
    surroundings = {"PATH": os.environ["PATH"], "HOME": str(own_folder), "XDG_DATA_HOME": str(own_folder / "data")}
    started: list[subprocess.Popen[str]] = []

    def start(python: str, *command: str) -> subprocess.Popen[str]:
        process = subprocess.Popen(
            [python, *command],
            user=user.pw_uid, group=user.pw_gid, extra_groups=[], cwd=own_folder,
            env=surroundings | {"PYTHONPATH": packages}, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True,
        )  # fmt: skip
        started.append(process)
        return process

    def works(python: str) -> bool:
        with suppress(OSError):
            return start(python, "-c", "import rulewright, pydantic_core").wait() == 0
        return False

    pythons = [sys.executable, *filter(None, [shutil.which(version, path="/usr/local/bin:/usr/bin")])]
    usable = next(filter(works, pythons), None)
    if usable is None:
        pytest.skip("every Python here, or the checkout, lies in a folder that other users may not enter")
    yield partial(start, usable, "-m", "rulewright")
    for process in started:
        process.kill()
        process.communicate()


def test_another_user_in_another_folder_ingests_browses_validates_and_plays(
    own_folder: Path, somebody: Callable[..., subprocess.Popen[str]]
) -> None:
    def rulewright_does(*arguments: str) -> str:
        process = somebody(*arguments)
        out, err = process.communicate()
        assert process.returncode == 0, out + err
        return out

    rulewright_does("ingest", str(SAMPLE), "--jobs", "1")
    assert (own_folder / "data" / "rulewright" / "rulewright.db").is_file()
    assert "pig" in rulewright_does("status").lower()
    assert "pig" in rulewright_does("play", "pig", "--watch", "random", "--seed", "3").lower()
    rulewright_does("validate", "--game", "pig", "--only", "rows")
    browsing = somebody("browse", "--port", "0")
    assert browsing.stdout
    address = browsing.stdout.readline().split()[1]
    with urllib.request.urlopen(address) as page:
        assert "Pig" in page.read().decode()
    browsing.send_signal(signal.SIGTERM)
    assert browsing.wait() in (Exit.DONE, Exit.INTERRUPTED)


def test_a_part_that_is_not_installed_is_named_with_its_cure(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("db.open.find_spec", lambda _: None)
    with pytest.raises(MissingExtra, match=r"-m pip install 'psycopg\[binary\]'"):
        connecting(address_of("postgresql://somebody@nowhere/rules"))
