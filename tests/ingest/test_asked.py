"""How players ask for rules and things in other words than ours, in every language of a pack."""

import re
import shutil
from pathlib import Path

import pytest

from ingest.packs.read import BrokenPack, read_packs, read_shared_languages
from schema.folding import fold
from schema.pack import Pack

GAMES = Path(__file__).parents[2] / "games"
OF_THE_BOX = ("goal", "set-up", "setup")
OF_NAMES = ("combinations",)
"""Poker hands are called by numbers: three of a kind."""


def test_every_rule_is_asked_for_in_every_language_of_its_pack(games: dict[str, Pack]) -> None:
    for pack in games.values():
        codes = {rule.code for rule in pack.rules.rule}
        for language in pack.languages:
            assert set(pack.asked[language].rules) == codes, (pack.code, language)


def test_phrases_say_two_of_what_may_happen_and_no_number_of_what_the_game_has(games: dict[str, Pack]) -> None:
    spoken = read_shared_languages(GAMES)
    told = []
    for pack in games.values():
        topics = {rule.code: rule.topic for rule in pack.rules.rule}
        for language, asked in pack.asked.items():
            for code, phrases in asked.rules.items():
                most = 1 if topics[code] in OF_THE_BOX or code == "traitors" else 2
                numbers = {fold(word) for word, number in spoken[language].numbers.items() if number > most}
                if topics[code] not in OF_NAMES:
                    told += [phrase for phrase in phrases if numbers.intersection(re.findall(r"\w+", fold(phrase)))]
    assert told == []


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        ('[rules]\nno-such-rule = ["nic"]', "no rule “no-such-rule”"),
        ('[things]\n"location:moon" = ["měsíc"]', "no concept “location:moon”"),
        ('[rules]\nroll = ["co když padne 6"]', "holds a number"),
        ('[rules]\nroll = [" "]', "is empty or"),
    ],
)
def test_a_broken_phrase_is_told_with_its_line(tmp_path: Path, told: str, complaint: str) -> None:
    shutil.copytree(GAMES / "languages", tmp_path / "languages")
    shutil.copytree(GAMES / "pig", tmp_path / "pig", ignore=shutil.ignore_patterns("samples"))
    (tmp_path / "pig" / "asked" / "cs.toml").write_text(told, encoding="utf-8")
    with pytest.raises(BrokenPack, match=rf"asked/cs\.toml:2: .*{complaint}"):
        read_packs(tmp_path)
