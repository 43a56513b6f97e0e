"""Starts the command line once it is sure that the rooms are its own."""

import gc
import io
import signal
import sys

from rulewright.exits import Exit
from rulewright.rooms import find_strangers

INTERRUPTED = "Interrupted before anything was begun."


def main() -> None:
    """Run `rulewright`."""
    gc.disable()  # what is imported stays; looking through it for garbage is a tenth of what starting costs
    signal.signal(signal.SIGTERM, signal.default_int_handler)
    _print_anywhere()
    try:
        sys.exit(_run())
    except KeyboardInterrupt:
        print(INTERRUPTED, file=sys.stderr)
        sys.exit(Exit.INTERRUPTED)


def _run() -> int:
    strangers = find_strangers()
    if strangers:
        print(*strangers, sep="\n", file=sys.stderr)
        return Exit.BROKEN_INSTALLATION
    from rulewright.run import run

    return run()


def _print_anywhere() -> None:
    """Signs that the terminal or the file does not know are written as escapes, and are no reason to end."""
    if isinstance(sys.stdout, io.TextIOWrapper):
        sys.stdout.reconfigure(errors="backslashreplace")


if __name__ == "__main__":
    main()
