"""What can stop a document from being read, each with a sentence for the person who asked."""

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ingest.files.addresses import Address


class UnreadableDocument(Exception):
    """A file that is no document, or not one that can be read."""

    def __init__(self, path: "Address", reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason

    def __str__(self) -> str:
        return f"{printable(self.path)}: {self.reason}"


class MissingProgram(Exception):
    """A program or its data that reading needs and this machine lacks."""

    def __init__(self, missing: str, cure: str) -> None:
        super().__init__(missing, cure)
        self.missing = missing
        self.cure = cure

    def __str__(self) -> str:
        return f"{self.missing} {self.cure}"


def printable(path: object) -> str:
    """The path on one line, whatever characters its name holds."""
    return "".join(c if c.isprintable() else c.encode("unicode_escape").decode() for c in str(path))
