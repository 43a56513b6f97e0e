"""`validate` knows which documents state a rule otherwise than it is played, whatever the language."""

from collections.abc import Callable
from typing import Any

import pytest
from sqlmodel import select

from ingest.resolve.align import fit_rules
from ingest.resolve.sentences import hear
from ingest.resolve.stated_variants import forget_variants, stated_variants
from rules_engine.checks.evidence import Evidence
from rules_engine.checks.variants import documents_state_no_variant
from rules_engine.read import build_ruleset
from rules_engine.rows import read_rows
from schema.claims import Finding
from schema.documents import Passage
from schema.pack import Pack
from schema.play_variants import STATED

CHANGES = [
    (
        "hearts",
        "en",
        "until a heart or the queen of spades has been played to a trick.",
        "until a heart has been played to a trick. The queen of spades does not break them.",
        ["rule:breaking-hearts queen-does-not-break"],
    ),
    (
        "hearts",
        "cs",
        "Do prvního zdvihu se nehraje srdce ani piková dáma, ledaže hráč nic jiného nemá.",
        "Už do prvního zdvihu se smí hrát srdce i piková dáma.",
        ["rule:no-points-first points-at-once"],
    ),
    (
        "liars-dice",
        "en",
        "Dice that show a 6 are wild: they count as any face.",
        "No face is wild: only the face of the bid counts.",
        ["rule:wild-face nothing-wild"],
    ),
    (
        "goofspiel",
        "cs",
        "Jsou-li nabídky stejné, cenu nebere nikdo: odloží se stranou.",
        "Jsou-li nabídky stejné, cena zůstává ležet a v dalším kole se hraje o obě.",
        ["rule:equal-bids prize-stays"],
    ),
    (
        "resist",
        "en",
        "It is not replaced, so you have one mission fewer to choose from.",
        "The failed mission is replaced by the top card of the mission deck.",
        ["rule:mission-failure failed-is-replaced"],
    ),
    ("goofspiel", "en", "", "", []),
]


@pytest.mark.parametrize(("game", "language", "before", "after", "stated"), CHANGES)
def test_the_variant_that_a_document_states_is_found(
    game: str, language: str, before: str, after: str, stated: list[str], load_changed: Callable[..., Any]
) -> None:
    with load_changed(game, {before: after} if before else {}, language) as opened:
        found = opened.exec(select(Finding).where(Finding.kind == STATED)).all()
        assert [finding.suggestion for finding in found] == stated
        rows = read_rows(opened, game)
        told = list(documents_state_no_variant(Evidence(rows, *build_ruleset(rows), opened)))
        forget_variants(opened, rows.game)
        assert not opened.exec(select(Finding).where(Finding.kind == STATED)).all()
    assert {each.status for each in told} == {"unknown" if stated else "passed"}
    assert all("changed.md" in each.message and "--compare" in each.message for each in told if stated)


@pytest.mark.parametrize(
    "text",
    [
        "Misi jsi neporazil. Otoč ji lícem dolů; nahradit ji nesmíš, takže budeš mít na výběr o jednu misi méně.",
        "Vyhodnoťte misi (nahraďte splněnou misi, 2 neúspěšné mise = prohra)",
        "Neúspěch: mise se nenahrazuje.",
    ],
)
def test_a_passage_that_denies_a_variant_does_not_state_it(text: str, pack_by_game: Callable[[str], Pack]) -> None:
    pack = pack_by_game("resist")
    passage = Passage(seq=0, kind="paragraph", text=text, language="cs", section="", page_id=1)
    heard = hear([passage], {}, pack, "cs")
    assert not list(stated_variants(fit_rules("cs", pack.rules, heard)))
    passage.text = "Neúspěch: nahraďte neúspěšnou misi vrchní kartou z balíčku."
    assert list(stated_variants(fit_rules("cs", pack.rules, hear([passage], {}, pack, "cs"))))
