"""Where documents lie: on this machine's disk, or behind an address in an archive or a store."""

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path, PurePosixPath
from typing import Any, TypeAlias

from fsspec.core import url_to_fs

from ingest.errors import MissingProgram, UnreadableDocument

CHAIN = "::"
"""Joins the parts of an address inside another file, as in `zip://rules.pdf::books.zip`."""
NEAR = frozenset({"file", "local", "memory"})
"""What only this machine, or only this program, can reach."""
_ADDRESS = re.compile(r"[a-z][a-z0-9+.-]*://|[a-z0-9]+::", re.IGNORECASE)
_CREDENTIALS = re.compile(r"(?<=://)[^/@:]*(?::[^/@]*)?@")


@dataclass(frozen=True, slots=True, order=True)
class Remote:
    """A file or a folder behind an address, such as `s3://books/rules.pdf` or `zip://::books.zip`."""

    address: str

    def __str__(self) -> str:
        """The address without the name and password that may stand in it."""
        return _CREDENTIALS.sub("", self.address)

    @property
    def name(self) -> str:
        """The last part of the path."""
        return self._path.name

    @property
    def suffix(self) -> str:
        """The extension of the name."""
        return self._path.suffix

    @property
    def full(self) -> str:
        """The address as it is stored: a file of this machine that it leads into is named from the root."""
        *inside, last = str(self).split(CHAIN)
        return CHAIN.join([*inside, last if "://" in last else os.path.normpath(Path(last).absolute())])

    @property
    def is_near(self) -> bool:
        """Whether only this machine can reach it."""
        last = self.address.split(CHAIN)[-1]
        return "://" not in last or last.split("://")[0].lower() in NEAR

    @property
    def _path(self) -> PurePosixPath:
        return PurePosixPath(self.address.split(CHAIN)[0].split("://")[-1])

    def files(self) -> Iterator["Remote"]:
        """The address itself if it is a file, or all files below it in a stable order."""
        system, path = self._open()
        try:
            if system.isfile(path):
                yield self
                return
            found = sorted(system.find(path))
        except Exception as error:
            raise self._unreachable(error) from error
        if not found:
            raise UnreadableDocument(self, "there is no such file or folder, or nothing in it; check the address.")
        behind = self.address.split(CHAIN)[1:]
        for file in found:
            start = f"{self.address.split('://')[0]}://{file.lstrip('/')}" if behind else system.unstrip_protocol(file)
            yield Remote(CHAIN.join([start, *behind]))

    def read(self, limit: int) -> bytes:
        """The bytes of the file, as far as the limit."""
        system, path = self._open()
        try:
            with system.open(path, "rb") as file:
                data: bytes = file.read(limit)
        except Exception as error:
            raise self._unreachable(error) from error
        return data

    def _open(self) -> tuple[Any, str]:
        try:
            system, path = url_to_fs(self.address)
        except ImportError as error:
            raise MissingProgram(f"{self}: this kind of address needs more than is installed.", f"{error}.") from error
        except Exception as error:
            raise self._unreachable(error) from error
        return system, path

    def _unreachable(self, error: Exception) -> UnreadableDocument:
        if isinstance(error, UnreadableDocument):
            return error
        if isinstance(error, FileNotFoundError):
            return UnreadableDocument(self, "there is no such file or folder; check the address.")
        said = _CREDENTIALS.sub("", " ".join(str(error).split())) or type(error).__name__
        return UnreadableDocument(self, f"it could not be reached: {said.rstrip('.')}.")


Address: TypeAlias = Path | Remote
"""Where a document lies."""


def address_of(text: str) -> Address:
    """The address that a person names: an address where it looks like one, else a path."""
    return Remote(text) if _ADDRESS.match(text) else Path(text)
