"""Wait for a person to type, and heed at once whoever ends the game meanwhile."""

import os
import select
import signal
import sys


def wait_for_line() -> None:
    """Return when a line was typed, or when a signal came, whose handler then runs.

    Reading alone would sleep through a signal that comes in the moment before it begins: Python has then heard of it
    and acts on it only after the next line. Here each signal writes to a pipe that is waited on together with the
    terminal.
    """
    if os.name != "posix":  # other systems cannot wait on a terminal
        return
    heard, told = os.pipe()
    os.set_blocking(told, False)
    former = signal.set_wakeup_fd(told, warn_on_full_buffer=False)
    try:
        select.select([sys.stdin, heard], [], [])
    finally:
        signal.set_wakeup_fd(former)
        os.close(heard)
        os.close(told)
