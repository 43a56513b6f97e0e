"""Runs of like headings under a heading of cards may be cards; chapters are none."""

from ingest.discover.candidates import find_candidates
from ingest.discover.components import find_components
from ingest.discover.words import words_of
from schema.reading import PassageRead


def under(passages: list[PassageRead], section: str) -> list[PassageRead]:
    return [
        PassageRead(read.passage.model_copy(update={"section": section}), read.page)
        if read.passage.level == 3
        else read
        for read in passages
    ]


def card(name: str) -> list[tuple[str, str, int] | tuple[str, str]]:
    return [("heading", name, 3), ("paragraph", "Take one lamp from the supply.")]


def test_a_run_under_a_heading_of_cards_is_offered(lines) -> None:  # type: ignore[no-untyped-def]
    passages = under(lines(("heading", "Event cards", 2), *card("Storm"), *card("Calm"), *card("Fog")), "Event cards")
    found = find_candidates(passages, words_of("en"))
    assert [read.candidate.name for read in found] == ["Storm", "Calm", "Fog"]
    assert all("Event cards" in read.candidate.evidence for read in found)


def test_chapters_are_not_offered(lines) -> None:  # type: ignore[no-untyped-def]
    passages = under(lines(("heading", "The round", 2), *card("Light"), *card("Dark"), *card("Dawn")), "The round")
    assert find_candidates(passages, words_of("en")) == ()


def test_paragraphs_that_begin_with_a_name_are_cards_where_as_many_are_told(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("paragraph", "The deck of tricks (its cards)\nIt has 4 cards. Play them when your turn begins."),
        ("paragraph", "Smoke: Nobody may take a lamp from you until your next turn."),
        ("paragraph", "Sprint: Move two spaces more."),
        ("paragraph", "Sprint: Move two spaces more."),
        ("paragraph", "Magnet: Take a card from another player."),
        ("label", "All the rules"),
    )
    found = find_candidates(passages, words_of("en"))
    assert [(read.candidate.kind, read.candidate.name) for read in found] == [
        ("card", "Smoke"),
        ("card", "Sprint"),
        ("card", "Magnet"),
    ]
    assert found[0].candidate.body.startswith("Nobody may take")
    fewer = find_candidates([passages[0], passages[1], passages[4]], words_of("en"))
    assert fewer == ()


def test_spaces_of_a_path_are_places(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("paragraph", "The board: space by space\nThe path has 3 spaces."),
        ("item", "1. The Cellar: All begin here."),
        ("item", "2. The Wet Stairs: Nothing happens."),
        ("item", "3. The Gate: Whoever comes here has won."),
    )
    found = find_candidates(passages, words_of("en"))
    assert [(read.candidate.kind, read.candidate.name) for read in found] == [
        ("place", "The Cellar"),
        ("place", "The Wet Stairs"),
        ("place", "The Gate"),
    ]


def test_headings_set_like_their_announcement_need_texts_that_begin_with_them(lines) -> None:  # type: ignore[no-untyped-def]
    tools = [
        ("heading", "Components", 2),
        ("item", "21 tool cards"),
        ("item", "4 dice"),
        ("heading", "Tools", 4),
        ("paragraph", "There is no limit to their number."),
        ("heading", "Rope", 4),
        ("paragraph", "A rope lets you place one lamp more."),
        ("heading", "Bucket", 4),
        ("paragraph", "A bucket takes one water away."),
        ("heading", "Cart", 4),
        ("paragraph", "The cart carries any number of lamps."),
    ]
    components = find_components(lines(*tools), words_of("en"))
    found = find_candidates(lines(*tools), words_of("en"), components=components)
    assert [read.candidate.name for read in found] == ["Rope", "Bucket", "Cart"]
    strange = [
        (kind, text.replace("rope", "thing").replace("bucket", "thing").replace("cart", "thing"), *level)
        for kind, text, *level in tools
    ]
    assert find_candidates(lines(*strange), words_of("en"), components=components) == ()


def test_a_heading_that_says_what_to_do_announces_no_cards(lines) -> None:  # type: ignore[no-untyped-def]
    passages = under(lines(("heading", "Draw cards", 2), *card("Storm"), *card("Calm"), *card("Fog")), "Draw cards")
    assert find_candidates(passages, words_of("en")) == ()


def test_what_tells_of_the_parts_of_a_card_names_no_cards(lines) -> None:  # type: ignore[no-untyped-def]
    for heading, language in (("Card types", "en"), ("Kartenarten", "de")):
        given = lines(("heading", heading, 2), *card("Title"), *card("Colour"), *card("Strength"), language=language)
        assert find_candidates(under(given, heading), words_of(language)) == ()


def test_rows_of_a_table_of_cards_are_cards(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("table", "Card | Cost | Effect"),
        ("table", "Smoke | 2 | Nobody may attack you"),
        ("table", "Sprint | 1 | Move two spaces more"),
        ("table", "Magnet | 3 | Take what you like"),
    )
    found = find_candidates(passages, words_of("en"))
    assert [read.candidate.name for read in found] == ["Smoke", "Sprint", "Magnet"]
    assert found[1].candidate.body == "1 | Move two spaces more"


def test_rows_whose_names_stand_under_another_head_are_no_cards(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("table", "Phase | Cards | What to do"),
        ("table", "Dusk | 1-3 | Light the lamps of the pier"),
        ("table", "Night | 4-7 | Keep the lamps of the pier"),
        ("table", "Dawn | 8-9 | Put the lamps of the pier out"),
    )
    assert find_candidates(passages, words_of("en")) == ()


def test_a_number_of_players_is_no_card(lines) -> None:  # type: ignore[no-untyped-def]
    cases = [*card("For 2 players"), *card("For 3 players"), *card("For 4 players")]
    assert find_candidates(under(lines(("heading", "Event cards", 2), *cases), "Event cards"), words_of("en")) == ()


def test_the_number_of_copies_is_no_part_of_the_name(lines) -> None:  # type: ignore[no-untyped-def]
    cards = [*card("Storm (x4)"), *card("Calm (14 cards)"), *card("Fog")]
    found = find_candidates(under(lines(("heading", "Event cards", 2), *cards), "Event cards"), words_of("en"))
    assert [read.candidate.name for read in found] == ["Storm", "Calm", "Fog"]


def test_a_line_that_only_speaks_of_cards_announces_none(lines) -> None:  # type: ignore[no-untyped-def]
    cards = [*card("Storm"), *card("Calm"), *card("Fog")]
    for title in ("The cards", "Dealing of the cards", "Phase 3: Storm cards", "Positions & weather cards"):
        assert find_candidates(under(lines(("heading", title, 2), *cards), title), words_of("en")) == ()
    rounds = [*card("Round 1"), *card("Round 2"), *card("Round 3")]
    passages = under(lines(("heading", "Weather cards", 2), *rounds), "Weather cards")
    assert find_candidates(passages, words_of("en")) == ()
