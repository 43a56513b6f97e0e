"""The exit codes, in one place for the program and its documentation."""

from enum import IntEnum


class Exit(IntEnum):
    """What the exit code of every command means."""

    DONE = 0, "done"
    FOUND = 1, "checks found something (`lint`, `validate`)"
    WRONG_USE = 2, "wrong use: an option or argument that does not exist or does not fit"
    BROKEN_INSTALLATION = 3, "missing or broken installation: a program, its data, or a pack"
    UNREADABLE_INPUT = 4, "unreadable input; the other files were still read and loaded"
    DATABASE = 5, "a problem with the database"
    BUG = 70, "a bug of Rulewright itself"
    INTERRUPTED = 130, "interrupted, with Ctrl-C or by SIGTERM"

    meaning: str

    def __new__(cls, code: int, meaning: str) -> "Exit":
        """A number that carries its meaning."""
        member = int.__new__(cls, code)
        member._value_ = code
        member.meaning = meaning
        return member


class NobodyReads(Exception):
    """Whoever read the output is gone, as `head` is after its lines; libraries would end with the code of a check."""
