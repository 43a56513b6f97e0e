"""Run the program `tesseract` with a limit on its own work, so that a busy machine gives what an idle one gives."""

import os
import resource
import signal
import subprocess
import sys
from collections.abc import Sequence

PROGRAM = "tesseract"
PATIENCE = 20
"""By the clock it may take so many times longer than its work: it waits for its turn, or for nothing at all."""
CPU = resource.RLIMIT_CPU


class TesseractFailed(Exception):
    """Tesseract ended with an error, which is told."""


class TesseractTooSlow(Exception):
    """Tesseract was ended because the picture took more work than it may."""


def run_tesseract(said: Sequence[str], seconds: int) -> str:
    """What Tesseract prints; ``seconds`` of its own work it may take.

    Raises FileNotFoundError where the program is missing.
    """
    # One thread in each child: Tesseract's own threads cost more than they bring.
    environment = {**os.environ, "OMP_THREAD_LIMIT": "1"}
    with subprocess.Popen(
        [PROGRAM, *said], stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.PIPE, env=environment
    ) as process:
        if sys.platform == "linux":
            _, most = resource.prlimit(process.pid, CPU)
            least = seconds if most == resource.RLIM_INFINITY else min(seconds, most)
            resource.prlimit(process.pid, CPU, (least, most))
            resource.prlimit(
                process.pid, resource.RLIMIT_CORE, (0, 0)
            )  # a program ended so leaves its memory as a file
        try:
            printed, complaint = process.communicate(timeout=PATIENCE * seconds)
        except subprocess.TimeoutExpired as error:
            process.kill()
            raise TesseractTooSlow from error
    if process.returncode == -signal.SIGXCPU:
        raise TesseractTooSlow
    if process.returncode:
        lines = complaint.decode("utf-8", "replace").split("\n")
        raise TesseractFailed(" ".join(line.strip() for line in lines if line.strip()))
    return printed.decode("utf-8", "replace")
