"""The suite leaves no server behind, also where the process that runs its tests is killed."""

import os
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

TESTS = Path(__file__).parents[1]
KILLED = """
import os, signal
from pathlib import Path

def test_that_is_killed(server: str) -> None:
    Path("server.txt").write_text(server)
    os.kill(os.getpid(), signal.SIGKILL)
"""


@pytest.mark.skipif(sys.platform != "linux", reason="only Linux ends a process with the one that started it")
def test_a_killed_worker_takes_its_database_server_with_it(tmp_path: Path) -> None:
    (tmp_path / "test_killed.py").write_text(KILLED, encoding="utf-8")
    command = [
        sys.executable,
        "-m",
        "pytest",
        "-p",
        "conftest",
        "-p",
        "no:cacheprovider",
        "-p",
        "no:xdist",
        "test_killed.py",
    ]
    environment = {**os.environ, "PYTHONPATH": os.pathsep.join([str(TESTS), str(TESTS.parent)])}
    done = subprocess.run(command, cwd=tmp_path, env=environment, capture_output=True, text=True, check=False)
    if "1 skipped" in done.stdout:
        pytest.skip("no PostgreSQL server is installed")
    assert done.returncode == -signal.SIGKILL, done.stdout + done.stderr
    folder = Path((tmp_path / "server.txt").read_text(encoding="utf-8").partition("host=")[2])
    try:
        # The server takes its note away when it has ended.
        note = folder / "data" / "postmaster.pid"
        for _ in range(600):
            if not note.exists():
                break
            time.sleep(0.1)
        assert not note.exists()
    finally:
        shutil.rmtree(folder)
