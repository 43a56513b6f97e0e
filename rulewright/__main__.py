"""Starts the command line once it is sure that the rooms are its own."""

import gc
import sys

from rulewright.exits import Exit
from rulewright.rooms import find_strangers


def main() -> None:
    """Run `rulewright`."""
    gc.disable()  # what is imported stays; looking through it for garbage is a tenth of what starting costs
    strangers = find_strangers()
    if strangers:
        for sentence in strangers:
            print(sentence, file=sys.stderr)
        sys.exit(Exit.BROKEN_INSTALLATION)
    from rulewright.run import run

    sys.exit(run())


if __name__ == "__main__":
    main()
