"""Makes the file of a language's neighbouring endings from plain text: python -m ingest.repair.learn cs TEXT…"""

import gzip
import sys
from collections.abc import Iterable
from pathlib import Path

from ingest.repair.context import BOUNDARY, PAIRS, Context, tokens_of

LEAST = 2
"""Pairs seen only once say nothing and would make up most of the file."""


def learn(texts: Iterable[str]) -> Context:
    """Count the neighbours of running texts, each line a sentence or more."""
    context = Context()
    for text in texts:
        for line in text.splitlines():
            context.add([*tokens_of(line), BOUNDARY])
    return context


def write(context: Context, path: Path) -> None:
    """The same counts give the same bytes."""
    path.parent.mkdir(exist_ok=True)
    content = "".join(f"{line}\n" for line in context.lines(LEAST)).encode()
    path.write_bytes(gzip.compress(content, mtime=0))


def main(arguments: list[str]) -> None:
    """Read the texts named after the language and write its file."""
    language, *files = arguments
    write(learn(Path(file).read_text(encoding="utf-8") for file in files), PAIRS / f"{language}.tsv.gz")


if __name__ == "__main__":
    main(sys.argv[1:])
