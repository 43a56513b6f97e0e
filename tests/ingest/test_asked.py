"""How players ask for rules and things in other words than ours, in every language of a pack."""

import shutil
from pathlib import Path

import pytest

from ingest.packs import BrokenPack, read_packs
from schema.pack import Pack


def test_every_rule_is_asked_for_in_every_language_of_its_pack(games: dict[str, Pack]) -> None:
    for pack in games.values():
        codes = {rule.code for rule in pack.rules.rule}
        for language in pack.languages:
            assert set(pack.asked[language].rules) == codes, (pack.code, language)


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
    games = Path(__file__).parents[2] / "games"
    shutil.copytree(games / "languages", tmp_path / "languages")
    shutil.copytree(games / "pig", tmp_path / "pig", ignore=shutil.ignore_patterns("samples"))
    (tmp_path / "pig" / "asked" / "cs.toml").write_text(told, encoding="utf-8")
    with pytest.raises(BrokenPack, match=rf"asked/cs\.toml:2: .*{complaint}"):
        read_packs(tmp_path)
