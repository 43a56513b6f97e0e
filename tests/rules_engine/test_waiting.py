"""A game in the terminal ends when it is told to, also in the moment before it reads a line."""

import os
import pty
import subprocess
import sys
from pathlib import Path

ROOT = Path(__file__).resolve().parents[2]
ASKING = """
import signal
from rules_engine.terminal.session import read_line

signal.signal(signal.SIGTERM, signal.default_int_handler)
try:
    read_line("> ")
except KeyboardInterrupt:
    raise SystemExit(130)
"""
TIMES = 6
"""Without waiting for signals too, about every second time hangs."""


def test_a_polite_end_just_before_a_line_is_read_is_heeded() -> None:
    for _ in range(TIMES):
        keyboard, screen = pty.openpty()
        asking = subprocess.Popen([sys.executable, "-c", ASKING], stdin=screen, stdout=screen, stderr=screen, cwd=ROOT)
        os.close(screen)
        try:
            assert b">" in os.read(keyboard, 100)
            asking.terminate()
            assert asking.wait(60) == 130
        finally:
            asking.kill()
            asking.wait()
            os.close(keyboard)


def test_a_line_that_is_typed_is_read() -> None:
    keyboard, screen = pty.openpty()
    code = "from rules_engine.terminal.session import read_line; print(read_line('> ').upper())"
    asking = subprocess.Popen([sys.executable, "-c", code], stdin=screen, stdout=screen, cwd=ROOT)
    os.close(screen)
    os.write(keyboard, b"move paris\n")
    shown = b""
    while b"MOVE PARIS" not in shown:
        shown += os.read(keyboard, 1000)
    assert asking.wait(60) == 0
    os.close(keyboard)
