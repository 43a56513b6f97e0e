"""Frames: numbers in any order of words, in series, lists and tables, without a sentence of them in any pack."""

from functools import cache
from pathlib import Path

import pytest

from ingest.extract import ExtractSettings
from ingest.frames.settings import FrameSettings
from ingest.frames.weigh import WeightSettings, outweighing
from ingest.packs.read import read_packs
from ingest.pipeline import DocumentSettings, Options, read_document
from ingest.weighed.tell import WeighedSettings
from schema.claims import ClaimShape
from schema.frames import FrameError, parse_frame
from schema.pack import Pack
from schema.reading import ClaimRead

ROOT = Path(__file__).parents[2]
ALONE = DocumentSettings(
    extract=ExtractSettings(
        by_patterns=False, frames=FrameSettings(is_read=True), weighed=WeighedSettings(is_read=False)
    )
)


@cache
def packs() -> dict[str, Pack]:
    """The packs of the project."""
    return read_packs(ROOT / "games", is_checked=True)


def claimed(
    folder: Path,
    text: str,
    language: str = "en",
    game: str = "resist",
    settings: DocumentSettings = ALONE,
    title: str = "Resist!",
) -> set[tuple[str, str, str]]:
    """What frames alone, or with other settings patterns too, find in a text on a game."""
    file = folder / "book.md"
    file.write_text(f"# {title}\n\n{text}\n", encoding="utf-8")
    said = Options(game=game, language=language)
    reading = read_document(file, packs(), candidates=("cs", "en"), recipe="r", options=said, settings=settings)
    return {(r.claim.subject, r.claim.attribute, r.claim.value) for r in reading.claims}


ERAS = {("deck:mission", f"removed.era-{era}", value) for era, value in (("1", "3"), ("2", "5"), ("3", "6"))}


@pytest.mark.parametrize(
    ("text", "language"),
    [
        ("## Set-up\n\nThree missions of the first era, five of the second and six of the third are removed.", "en"),
        ("## Set-up\n\n| Era | Missions | Removed |\n|---|---|---|\n| 1 | 9 | 3 |\n| 2 | 8 | 5 |\n| 3 | 7 | 6 |", "en"),
        (
            "## Set-up\n\n| Missions | Era 1 | Era 2 | Era 3 |\n|---|---|---|---|\n| in all | 9 | 8 | 7 |\n"
            "| removed | 3 | 5 | 6 |",
            "en",
        ),
        ("## Příprava\n\nOdeberte tři mise první éry, pět druhé a šest třetí.", "cs"),
    ],
)
def test_series_and_tables_of_either_order_state_the_same(text: str, language: str, tmp_path: Path) -> None:
    found = {claim for claim in claimed(tmp_path, text, language) if claim[1].startswith("removed")}
    assert found == ERAS


@pytest.mark.parametrize("words", ["13 Spy cards", "Spies (13)", "Spy cards: thirteen", "13 × Spy", "Spies ×13"])
def test_noun_and_number_stand_in_any_order(words: str, tmp_path: Path) -> None:
    found = claimed(tmp_path, f"## Contents of the box\n\n- 31 enemy cards\n- {words}\n- Missions: 19")
    assert ("deck:spy", "size", "13") in found


def test_a_lead_in_gives_its_role_to_the_list_below(tmp_path: Path) -> None:
    found = claimed(tmp_path, "## The end\n\nYou lose at once if:\n\n- four missions have failed;\n- nobody is left.")
    assert ("loss", "failed-missions", "4") in found


def test_examples_variants_and_years_state_nothing(tmp_path: Path) -> None:
    told = "The hand has nine cards."
    assert ("hand", "size", "9") in claimed(tmp_path, f"## The round\n\n{told}")
    assert not claimed(tmp_path, f"## A worked example\n\n{told}")
    assert not claimed(tmp_path, f"## Optional rules\n\n{told}")
    assert not claimed(tmp_path, "## The round\n\nIn the printing of 2019 the hand had nine cards.")


@pytest.mark.parametrize(
    ("title", "text", "language"),
    [
        ("Our house rules for Resist!", "The hand has four cards.", "en"),
        ("Resist! – Varianta pro dva hráče", "Každý hráč má v ruce jen 3 karty.", "cs"),
    ],
)
def test_a_sheet_of_variants_states_nothing_of_the_game(title: str, text: str, language: str, tmp_path: Path) -> None:
    assert not claimed(tmp_path, text, language, title=title)
    assert claimed(tmp_path, text, language)


@pytest.mark.parametrize(
    "text",
    [
        "| Variant | Change |\n|---|---|\n| Long evening | The hand has nine cards. |",
        "**House rule we like.** On long evenings the hand has nine cards.",
        "## Coming from the old edition?\n\nThe hand has nine cards.",
    ],
)
def test_labels_and_heads_tell_of_variants_and_former_editions(text: str, tmp_path: Path) -> None:
    assert not claimed(tmp_path, f"## The round\n\n{text}", settings=DocumentSettings())


def test_the_defence_beside_it_keeps_its_number_from_the_points(tmp_path: Path) -> None:
    found = claimed(tmp_path, "## Missions\n\nDestroy the Bunker: defence 9, points 4.")
    assert {("mission:destroy-the-bunker", "defence", "9"), ("mission:destroy-the-bunker", "points", "4")} <= found


def test_what_is_pointed_to_is_counted(tmp_path: Path) -> None:
    told = "Shuffle the Maquis. Thirteen of them are counted off and mixed with six Spies: the hidden deck."
    found = claimed(tmp_path, f"## Setting up\n\n{told}")
    assert {("deck:hidden", "maquis-at-start", "13"), ("deck:spy", "start-in-hidden-deck", "6")} <= found


def test_rows_that_say_the_same_are_joined(tmp_path: Path) -> None:
    text = "## Limits\n\n| Players | Cards in the dossier |\n|---|---|\n| 1–2 | 9 |\n| 3–4 | 6 |\n| 5 | 6 |"
    found = {(a, v) for s, a, v in claimed(tmp_path, text, game="black-orchestra") if s == "dossier"}
    assert {("limit.players-1-2", "9"), ("limit.players-3-4", "6"), ("limit.players-3-5", "6")} <= found
    assert ("limit.players-1-5", "6") not in found


def test_a_lone_frame_does_not_contradict_a_pattern() -> None:
    settings = WeightSettings()
    agreed, other = read("7", 1, 0.8), read("2", 2, 0.85)
    assert list(outweighing([other], [read("7", 1, 1.0)], settings)) == [read("7", 1, 1.0)]
    assert {c.claim.value for c in outweighing([agreed, other], [read("7", 1, 1.0)], settings)} == {"7"}
    assert [c.claim.is_weak for c in outweighing([read("2", 2, 0.65)], [], settings)] == [True]


def test_a_frame_that_an_example_agrees_with_is_not_weak() -> None:
    unsure, played = read("2", 2, 0.65), read("2", 5, 1.0)
    played.claim.context = "example"
    assert [c.claim.is_weak for c in outweighing([unsure], [played], WeightSettings())] == [False, False]
    played.claim.value = "3"
    assert [c.claim.is_weak for c in outweighing([unsure], [played], WeightSettings())] == [True]


def test_a_document_that_contradicts_itself_is_heard_out() -> None:
    settings = WeightSettings()
    three, five = [read("3", passage, 0.95) for passage in (1, 2, 3)], read("5", 4, 0.95)
    for framed, patterned in (([*three, five], []), ([*three, five], [*three, five]), (three, [*three, five])):
        assert {c.claim.value for c in outweighing(framed, patterned, settings)} == {"3", "5"}


@pytest.mark.parametrize(
    "text",
    [
        "Each player has 4 cards in hand.\n\nWith three cards instead of seven in hand.",
        "Each player has 4 cards in hand.\n\nPhase 3 of the round begins.",
    ],
)
def test_special_cases_and_numbers_of_things_state_nothing(text: str, tmp_path: Path) -> None:
    assert claimed(tmp_path, f"## The round\n\n{text}") == {("hand", "size", "4")}


def test_a_raised_mark_of_a_footnote_is_no_part_of_its_number(tmp_path: Path) -> None:
    told = "## Contents\n\nThe box holds 13¹ Spy cards.² \n\n¹ Or as many as you like."
    assert claimed(tmp_path, told) == {("deck:spy", "size", "13")}


def test_a_column_that_numbers_its_rows_counts_nothing(tmp_path: Path) -> None:
    rows = "| Phase | What is done |\n|---|---|\n" + "".join(f"| {n} | You do thing {n}. |\n" for n in (1, 2, 3, 4))
    assert not claimed(tmp_path, f"## The round\n\n{rows}")


def read(value: str, passage: int, confidence: float) -> ClaimRead:
    """A claim of how many stages there are."""
    shape = ClaimShape(subject="stage", attribute="count", value=value, confidence=confidence, origin="rulebook")
    return ClaimRead(shape, passage)


LIMITS = {("dossier", f"limit.players-{players}", value) for players, value in (("1-2", "7"), ("3-4", "6"), ("5", "3"))}


@pytest.mark.parametrize(
    ("text", "stated"),
    [
        (
            "## Delivering items\n\nSplit a total of two for a Badge, four for a Map and the same for Keys.",
            {("delivery:badge", "split", "-2"), ("delivery:map", "split", "-4"), ("delivery:keys", "split", "-4")},
        ),
        (
            "Entering Zurich or Stockholm adds three to your suspicion.",
            {("location:zurich", "enter.suspicion", "+3"), ("location:stockholm", "enter.suspicion", "+3")},
        ),
        (
            "Your dossier holds seven cards when one or two of you play, six with three or four and three with five.",
            LIMITS,
        ),
        ("## Cards in the dossier\n\n| Players | 1–2 | 3–4 | 5 |\n|---|---|---|---|\n| Limit | 7 | 6 | 3 |", LIMITS),
        (
            "Suspicion is Low, Medium, High or Extreme and everyone starts at High.",
            {("track:suspicion", "start", "high")},
        ),
    ],
)
def test_things_share_numbers_and_numbers_leave_out_what_is_understood(
    text: str, stated: set[tuple[str, str, str]], tmp_path: Path
) -> None:
    kinds = {(subject.partition(":")[0], attribute.partition(".")[0]) for subject, attribute, _ in stated}
    found = claimed(tmp_path, text, game="black-orchestra")
    assert {c for c in found if (c[0].partition(":")[0], c[1].partition(".")[0]) in kinds} == stated


def test_what_follows_another_edition_is_told_of_it_too(tmp_path: Path) -> None:
    text = "## Contents\n\nGot the older box, the first edition? It holds 20 Maquis and 28 Enemies."
    assert not claimed(tmp_path, text)


def test_a_sentence_in_brackets_says_nothing_of_the_next(tmp_path: Path) -> None:
    text = "## Contents\n\nThere are 19 missions. (The first edition had 24 of them.) Of Spy cards there are 13."
    assert claimed(tmp_path, text) == {("deck:mission", "size", "19"), ("deck:spy", "size", "13")}


def test_the_number_of_a_paragraph_counts_nothing(tmp_path: Path) -> None:
    text = "## Contents\n\n2.4 Spies: thirteen.\n\n2.5 Enemies: 31. 2.6 Missions: 19."
    found = claimed(tmp_path, text, settings=DocumentSettings())
    assert found == {("deck:spy", "size", "13"), ("deck:enemy", "size", "31"), ("deck:mission", "size", "19")}


def test_a_cell_and_the_noun_at_the_head_of_its_column_are_a_name(tmp_path: Path) -> None:
    rows = "| Kind of attack | Green radars | Red radars |\n|---|---|---|\n| Main | 6 | 1 |\n| Decoy | 3 | 4 |"
    text = f"## Set-up\n\n{rows}"
    found = claimed(tmp_path, text, game="operation-barclay")
    assert {("offensive:primary", "green", "6"), ("offensive:decoy", "red", "4")} <= found


HANDS = (
    "five of a kind", "straight flush", "four of a kind", "full house", "three of a kind", "straight", "two pair",
    "pair", "high card",
)  # fmt: skip
RANKS = ("First", "Second", "Third", "Fourth", "Fifth", "Sixth", "Seventh", "Eighth", "Ninth", "Tenth")


def places(folder: Path, text: str) -> list[str]:
    """The places of the hands that a text tells, the hands in a set order."""
    found = {s: v for s, a, v in claimed(folder, text, game="operation-barclay") if a == "place"}
    return [found.get(f"hand:{hand.replace(' ', '-')}", "") for hand in HANDS]


@pytest.mark.parametrize("form", ["| {0} | {1} |\n", "{0}: a {1}. "])
def test_ranks_are_told_in_words(form: str, tmp_path: Path) -> None:
    rows = "".join(form.format(rank, hand) for rank, hand in zip(RANKS, HANDS, strict=False))
    text = f"## Hands\n\n| Rank | Hand |\n|---|---|\n{rows}" if "|" in form else f"## Hands\n\n{rows}"
    assert places(tmp_path, text) == [str(rank) for rank in range(1, 10)]


def test_a_list_that_ranks_a_hand_which_the_game_lacks_is_told_by_its_numbers(tmp_path: Path) -> None:
    listed = [*HANDS[:4], "flush", *HANDS[4:]]
    text = "## The best first\n\n" + "\n".join(f"{place}. {hand}" for place, hand in enumerate(listed, 1))
    assert places(tmp_path, text) == ["1", "2", "3", "4", "6", "7", "8", "9", "10"]


def test_a_card_that_counts_at_both_ends_is_not_torn(tmp_path: Path) -> None:
    text = "## Cards\n\n| Card | Numbers | In phase 2 |\n|---|---|---|\n| Spy | 11, 12, 1/13 | draw 3 cards, keep one |"
    found = claimed(tmp_path, text, game="operation-barclay", settings=DocumentSettings())
    assert {claim[2] for claim in found if claim[1] == "ranks"} == {"11 12 1/13"}
    assert {claim[2] for claim in found if claim[1] == "draw"} <= {"3"}


def test_hands_that_share_a_line_share_a_place(tmp_path: Path) -> None:
    hands = [
        "five of a kind", "straight flush and four of a kind", "full house", "three of a kind", "straight", "two pair",
        "pair", "high card",
    ]  # fmt: skip
    text = "## The best first\n\n" + "\n".join(f"{place}. {hand}" for place, hand in enumerate(hands, 1))
    found = {claim for claim in claimed(tmp_path, text, game="operation-barclay") if claim[1] == "place"}
    assert {("hand:straight-flush", "place", "2"), ("hand:four-of-a-kind", "place", "2")} < found
    assert ("hand:high-card", "place", "8") in found


def test_a_frame_that_cannot_be_read_says_why() -> None:
    with pytest.raises(FrameError, match="neither a role"):
        parse_frame("Deck", "")


STORY = "## Story\n\nA small circle plans in secret.\n\nNobody knows how it ends.\n\nTrust is rare.\n\n"
"""So that the heading of what is tested is not the title of the whole document."""
DELIVERED = {
    ("delivery:badge", "self", "-2"),
    ("delivery:map", "self", "-2"),
    ("delivery:keys", "self", "-3"),
    ("delivery:badge", "split", "-4"),
}


@pytest.mark.parametrize(
    "text",
    [
        "A Badge left at the Sportpalast and a Map in the Deutschlandhalle lower your own suspicion by two; Keys at "
        "the Zeughaus by three.\n\nElsewhere you share the relief among all. A Badge in Posen is worth four.",
        "A delivered item lowers suspicion, and only the courier's, by\n\n- two levels:\n  - a Badge in the "
        "Sportpalast,\n  - a Map in the Deutschlandhalle;\n- three levels:\n  - Keys in the Zeughaus.\n\n"
        "To be divided among all are\n\n- four levels: a Badge in Posen.",
        "| Item | You alone | | Shared | |\n|---|---|---|---|---|\n| Badge | Sportpalast | −2 | Posen | −4 |\n"
        "| Map | Deutschlandhalle | −2 | | |\n| Keys | Zeughaus | −3 | | |",
        'Short: **S** – suspicion, **M** – motivation.\n\n<table>\n<tr><th rowspan="2">Item</th>'
        '<th colspan="2">You alone</th><th colspan="2">Shared</th></tr>\n'
        "<tr><th>space</th><th>S</th><th>space</th><th>S</th></tr>\n"
        "<tr><td>Badge</td><td>Sportpalast</td><td>−2</td><td>Posen</td><td>−4</td></tr>\n"
        "<tr><td>Map</td><td>Deutschlandhalle</td><td>−2</td><td></td><td></td></tr>\n"
        "<tr><td>Keys</td><td>Zeughaus</td><td>−3</td><td></td><td></td></tr>\n</table>",
    ],
)
def test_things_with_their_places_lists_in_lists_and_heads_over_two_columns_state_the_same(
    text: str, tmp_path: Path
) -> None:
    found = claimed(tmp_path, f"{STORY}## Deliveries\n\n{text}", game="black-orchestra")
    assert {claim for claim in found if claim[0].startswith("delivery")} == DELIVERED


def test_a_lead_in_that_counts_its_items_gives_them_no_number(tmp_path: Path) -> None:
    text = (
        "## Deliveries\n\nOnly you profit, and suspicion falls, in two ways:\n\n- a Badge in Posen\n- a Map in Borisov"
    )
    assert not claimed(tmp_path, STORY + text, game="black-orchestra")


@pytest.mark.parametrize("text", ["- Events, 80 cards:\n  - 50 normal\n- Interrogations, 12 cards", "- 80 event cards"])
def test_a_name_is_found_whose_noun_stands_apart(text: str, tmp_path: Path) -> None:
    found = claimed(tmp_path, f"{STORY}## Components\n\n{text}", game="black-orchestra")
    assert ("deck:event", "size", "80") in found
    assert (("deck:event", "size.normal", "50") in found) == ("normal" in text)


def test_a_list_under_a_former_edition_states_nothing(tmp_path: Path) -> None:
    text = "## Components\n\nIn the first edition there were\n\n- 70 event cards,\n- 10 dice."
    assert not claimed(tmp_path, STORY + text, game="black-orchestra")


def test_brackets_exclude_nothing_outside_of_them(tmp_path: Path) -> None:
    text = "## The box\n\nIt holds thirteen player boards (one for each conspirator), five pawns and nine dice."
    found = claimed(tmp_path, STORY + text, game="black-orchestra")
    assert ("component:pawn", "count", "5") in found
