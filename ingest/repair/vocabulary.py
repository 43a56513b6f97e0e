"""The words that a game and our own rulebooks bring along, and the texts in which they stand."""

import re
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from schema.pack import Pack

GAMES = Path(__file__).parents[2] / "games"

_CODE = re.compile(
    r"^\s*(?:#import|#show|#let|#set|//).*$|//.*$|<[\w-]+>|#[\w.-]+|\$[^$\n]*\$"
    r"|[\w-]+:(?= ?[\"\[(\d])|\b[\d.]+(?:mm|pt|fr|em|cm)\b",
    re.MULTILINE,
)
_SLOT = re.compile(r"\{[^}]*\}|\[icon:[^\]]*\]")


@cache
def own_texts(language: str, games: Path = GAMES) -> tuple[tuple[str, str], ...]:
    """Our own sample rulebooks in a language: the game's code and the text of each."""
    found = []
    for file in sorted(games.glob("*/samples/source/*")):
        is_text = file.suffix in (".typ", ".md") and language in file.stem.split("-")
        if is_text:
            text = _CODE.sub(" ", file.read_text(encoding="utf-8"))
            found.append((file.parts[-4], re.sub(r"\n\s*\n", " ¶ ", text)))
    return tuple(found)


def pack_phrases(pack: Pack, language: str) -> Iterator[str]:
    """Names and wordings of a game in a language, without their slots, and the words that all games share."""
    known = pack.languages.get(language)
    if known is None:
        return
    yield from known.titles
    yield from known.example_words
    yield from pack.numbers.get(language, {})
    for by_code in known.names.values():
        for names in by_code.values():
            yield from (_SLOT.sub(" ", name) for name in names)
    for texts in (*known.patterns.values(), *known.phrasebook.values()):
        yield from (_SLOT.sub(" ", text) for text in texts)
    shared = pack.shared.get(language)
    for listed in (*(shared.roles.words.values() if shared else ()), *pack.cues.get(language, {}).values()):
        yield from (words for words in listed if "*" not in words)
