"""The order of combinations in Operation Barclay is the one that its rulebook lists, in whatever way it does so."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import pytest
from sqlmodel import Session, SQLModel, create_engine

from db.load import load_reading
from db.load_pack import load_pack
from ingest.packs.check_pack import check_pack
from ingest.packs.read import Shared, read_pack
from ingest.pipeline import Options, read_document
from ingest.resolve.run import resolve_game
from rules_engine.operation_barclay.hands import order_of
from rules_engine.read import read_ruleset
from schema.pack import ClaimForm, Pack, RankingWords
from schema.reading import Reading

ROOT = Path(__file__).resolve().parents[2]
GAME = "operation-barclay"
ENGLISH = {
    "five-of-a-kind": "Five of a kind",
    "straight-flush": "Straight flush",
    "four-of-a-kind": "Four of a kind",
    "full-house": "Full house",
    "straight": "Straight",
    "three-of-a-kind": "Three of a kind",
    "two-pair": "Two pair",
    "pair": "Pair",
    "high-card": "High card",
}
CZECH = {
    "five-of-a-kind": "Pětice",
    "straight-flush": "Čistá postupka",
    "four-of-a-kind": "Čtveřice",
    "full-house": "Full house",
    "straight": "Postupka",
    "three-of-a-kind": "Trojice",
    "two-pair": "Dva páry",
    "pair": "Jeden pár",
    "high-card": "Nejvyšší karta",
}
USUAL = tuple(ENGLISH)
EXCHANGED = (*USUAL[:3], "straight", "full-house", *USUAL[5:])
Order = Sequence[str]
Names = Mapping[str, str]


@pytest.fixture(scope="module")
def pack() -> Pack:
    return read_pack(ROOT / "games" / GAME, Shared.of(ROOT / "games"))


@pytest.fixture
def read(pack: Pack, tmp_path: Path) -> Callable[[str, str], Reading]:
    def reading(text: str, language: str) -> Reading:
        file = tmp_path / "rules.md"
        file.write_text(text, encoding="utf-8")
        said = Options(game=GAME, language=language)
        return read_document(file, {GAME: pack}, candidates=("cs", "en"), recipe="test", options=said)

    return reading


def places(reading: Reading) -> dict[str, set[str]]:
    found: dict[str, set[str]] = {}
    for claim in (read.claim for read in reading.claims):
        if claim.attribute == "place":
            found.setdefault(claim.subject.removeprefix("hand:"), set()).add(claim.value)
    return found


def numbered_by(order: Order) -> dict[str, set[str]]:
    return {kind: {str(place)} for place, kind in enumerate(order, 1)}


def numbered(order: Order, names: Names) -> str:
    return "# Hands\n\n" + "\n".join(f"{place}. {names[kind]}" for place, kind in enumerate(order, 1))


def countdown(order: Order, names: Names) -> str:
    entries = reversed(list(enumerate(order, 1)))
    return "# Hands\n\n" + "\n\n".join(f"{place} {names[kind]}" for place, kind in entries)


def tabled(order: Order, names: Names) -> str:
    rows = "\n".join(f"| {place} | {names[kind]} | so many |" for place, kind in enumerate(order, 1))
    return f"# Hands\n\n| Rank | Hand | Made of |\n|---|---|---|\n{rows}"


def tabled_after(order: Order, names: Names) -> str:
    rows = "\n".join(f"| {names[kind]} | {place} |" for place, kind in enumerate(order, 1))
    return f"# Hands\n\n| Hand | Rank |\n|---|---|\n{rows}"


def in_columns(order: Order, names: Names) -> str:
    listed = list(enumerate(order, 1))
    rows = [" | ".join(f"{place} | {names[kind]}" for place, kind in listed[row::3]) for row in range(3)]
    return "# Hands\n\n| # | Hand | # | Hand | # | Hand |\n|---|---|---|---|---|---|\n" + "\n".join(
        f"| {row} |" for row in rows
    )


NUMBERED = (numbered, countdown, tabled, tabled_after, in_columns)


@pytest.mark.parametrize("language", ["cs", "en"])
@pytest.mark.parametrize("listed", NUMBERED)
def test_numbers_before_or_beside_the_names_are_their_places(
    read: Callable[[str, str], Reading], listed: Callable[[Order, Names], str], language: str
) -> None:
    names = {"cs": CZECH, "en": ENGLISH}[language]
    for order in (USUAL, EXCHANGED):
        assert places(read(listed(order, names), language)) == numbered_by(order)


INTRODUCED = {
    "en": ("The hands, from best to worst:", "Each hand beats all hands below it.", "From the weakest to the best:"),
    "cs": ("Kombinace od nejlepší po nejhorší:", "Každá poráží všechny pod ní.", "Od nejslabší kombinace:"),
}


@pytest.mark.parametrize("language", ["cs", "en"])
def test_without_numbers_the_order_of_the_list_counts_and_words_say_how_it_runs(
    read: Callable[[str, str], Reading], language: str
) -> None:
    names = {"cs": CZECH, "en": ENGLISH}[language]
    best, beaten, worst = INTRODUCED[language]
    for introduction, order in ((best, EXCHANGED), (beaten, EXCHANGED), (worst, EXCHANGED[::-1])):
        items = "\n".join(f"- {names[kind]}" for kind in EXCHANGED)
        assert places(read(f"# X\n\n{introduction}\n\n{items}", language)) == numbered_by(order)
        rows = "\n".join(f"| {names[kind]} | z |" for kind in EXCHANGED)
        assert places(read(f"# X\n\n{introduction}\n\n| A | B |\n|---|---|\n{rows}", language)) == numbered_by(order)
        sentence = ", ".join(names[kind].lower() for kind in EXCHANGED)
        assert places(read(f"# X\n\n{introduction} {sentence}.", language)) == numbered_by(order)


def test_entries_that_speak_of_other_kinds_do_not_blur_the_list(read: Callable[[str, str], Reading]) -> None:
    told = {"full-house": "Three of a kind and a pair.", "two-pair": "A pair, and another pair."}
    sections = "\n\n".join(f"## {ENGLISH[kind]}\n\n{told.get(kind, 'As it says.')}" for kind in EXCHANGED)
    assert places(read(f"# Hands from best to worst\n\n{sections}", "en")) == numbered_by(EXCHANGED)


def test_a_list_that_lacks_a_kind_or_a_direction_or_contradicts_itself_places_nothing(
    read: Callable[[str, str], Reading],
) -> None:
    items = [f"- {ENGLISH[kind]}" for kind in USUAL]
    assert places(read("# Hands\n\nThese count:\n\n" + "\n".join(items), "en")) == {}
    assert places(read("# Hands\n\nFrom best to worst:\n\n" + "\n".join(items[:-1]), "en")) == {}
    doubled = numbered(USUAL, ENGLISH).replace("5. ", "4. ")
    assert places(read(doubled, "en")) == {}


def test_play_follows_the_order_of_the_document(pack: Pack, read: Callable[[str, str], Reading]) -> None:
    engine = create_engine("sqlite://")
    SQLModel.metadata.create_all(engine)
    with Session(engine) as session:
        load_pack(session, pack)
        load_reading(session, read(numbered(EXCHANGED, ENGLISH), "en"))
        resolve_game(session, GAME, pack)
        assert order_of(read_ruleset(session, game=GAME)) == EXCHANGED
    engine.dispose()


def test_a_ranking_that_cannot_be_read_is_complained_of(pack: Pack) -> None:
    assert list(check_pack(pack)) == []
    words = RankingWords(best_first=["{nothing} first"], worst_first=["(open"], described={"flush": ["one colour"]})
    english = pack.languages["en"].model_copy(update={"rankings": {"hand": words, "deck": RankingWords()}})
    hand = ClaimForm(subject="hand:{hand}", attribute="{field}")
    game = pack.game.model_copy(update={"rankings": {"hand": hand, "suit": ClaimForm(subject="x", attribute="y")}})
    broken = replace(pack, game=game, languages={**pack.languages, "en": english})
    told = " ".join(complaint.message for complaint in check_pack(broken))
    for word in ("ranking of “hand”", "ranking of “suit”", "“nothing”", "“(open”", "“flush”", "[rankings.deck]"):
        assert word in told


@pytest.mark.parametrize(
    "name", ["operation-barclay-cs.pdf", "operation-barclay-en.pdf", "operation-barclay-reference-en.jpg"]
)
def test_the_samples_place_every_kind(pack: Pack, name: str) -> None:
    file = ROOT / "games" / GAME / "samples" / name
    assert places(read_document(file, {GAME: pack}, candidates=("cs", "en"), recipe="test")) == numbered_by(USUAL)


def test_the_ruined_rulebook_places_every_kind_by_its_descriptions(original: Callable[[str], Any]) -> None:
    assert places(original("004").reading) == numbered_by(USUAL)


def test_numbered_lines_rank_what_they_name_though_one_has_a_name_that_nobody_knows(
    read: Callable[[str, str], Reading],
) -> None:
    """What one line calls otherwise is the only thing that no other line names; a sentence on poker changes nothing."""
    names = {**ENGLISH, "four-of-a-kind": "A quartet"}
    lines = "\n".join(f"{rank}. {names[code]}" for rank, code in enumerate(EXCHANGED, 1))
    reading = read(f"## Hands\n\n{lines}\n\nA straight is in fifth place at other tables.", "en")
    places = [r.claim for r in reading.claims if r.claim.attribute == "place"]
    assert {(claim.subject, claim.value) for claim in places} == {
        (f"hand:{code}", str(rank)) for rank, code in enumerate(EXCHANGED, 1)
    }


@pytest.mark.parametrize("other", ["A quartet", ENGLISH["four-of-a-kind"]])
def test_the_number_before_a_line_is_its_rank_wherever_the_line_stands(
    read: Callable[[str, str], Reading], other: str
) -> None:
    """Also in a list with a name that nobody knows, and in one that ranks more than the game knows."""
    names = {**ENGLISH, "four-of-a-kind": other}
    lines = [f"{rank}. {names[code]}" for rank, code in enumerate(USUAL, 1)]
    more = [] if other == "A quartet" else ["10. Rainbow"]
    lines = [*more, lines[1], lines[0], *lines[2:]]
    claims = [r.claim for r in read("## Hands, best first\n\n" + "\n".join(lines), "en").claims]
    assert {(c.subject, c.value) for c in claims if c.attribute == "place"} == {
        (f"hand:{code}", str(rank)) for rank, code in enumerate(USUAL, 1)
    }
