"""Every card of the lists, said in any language of its game with other numbers, is read with those numbers."""

import re
from collections.abc import Iterator

import pytest

from ingest.printed_effects import read_effects
from schema.notation import Line
from schema.pack import Pack

LANGUAGES = [
    *(("black-orchestra", code) for code in ("cs", "en", "it", "pl")),
    *(("resist", code) for code in ("cs", "en")),
    *(("operation-barclay", code) for code in ("cs", "en", "it", "pl")),
]
STEP = 5
"""Every so many cards: the lists repeat themselves."""


def sampled(pack: Pack) -> Iterator[tuple[str, list[Line]]]:
    cards = [card for file in pack.cards for card in file.card if card.effects]
    for card in cards[::STEP]:
        yield card.code, [pack.vocabulary().parse(effect) for effect in card.effects]


def with_other_numbers(pack: Pack, line: Line) -> Line:
    """The line with each number one higher."""
    changed = re.sub(r"(?<![\w-])(\+|-|)(\d+)(?![\w/-])", lambda m: f"{m[1]}{int(m[2]) + 1}", str(line))
    return pack.vocabulary().parse(changed)


@pytest.mark.parametrize(("game", "language"), LANGUAGES)
def test_numbers_come_from_the_words_and_not_from_the_list(games: dict[str, Pack], game: str, language: str) -> None:
    pack = games[game]
    book = pack.phrasebook(language)
    wrong = []
    for code, known in sampled(pack):
        printed = [with_other_numbers(pack, line) for line in known]
        read = read_effects("\n".join(f"{book.render(line)}." for line in printed), book, known)
        if read is None or list(map(str, read.lines)) != list(map(str, printed)):
            wrong.append((code, list(map(str, printed)), read and list(map(str, read.lines))))
    assert wrong == []
