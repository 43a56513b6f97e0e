"""The rules in our own words, in every language of a pack."""

import shutil
from pathlib import Path

import pytest

from ingest.packs.read import BrokenPack, read_packs
from schema.pack import Pack


def test_every_rule_is_told_in_every_language_of_its_pack(games: dict[str, Pack]) -> None:
    for pack in games.values():
        codes = {rule.code for rule in pack.rules.rule}
        for language in pack.languages:
            told = pack.summaries[language]
            assert set(told.questions) == codes, (pack.code, language)
            if language != "en":
                assert set(told.summaries) == codes, (pack.code, language)


@pytest.mark.parametrize(
    ("told", "complaint"),
    [
        ('[summaries]\nno-such-rule = "Nic."', "no rule “no-such-rule”"),
        ('[questions]\nroll = "Kolik je 6?"', "holds a number"),
    ],
)
def test_a_broken_summary_is_told(tmp_path: Path, told: str, complaint: str) -> None:
    games = Path(__file__).parents[2] / "games"
    shutil.copytree(games / "languages", tmp_path / "languages")
    shutil.copytree(games / "pig", tmp_path / "pig", ignore=shutil.ignore_patterns("samples"))
    (tmp_path / "pig" / "summaries" / "cs.toml").write_text(told, encoding="utf-8")
    with pytest.raises(BrokenPack, match=complaint):
        read_packs(tmp_path)
