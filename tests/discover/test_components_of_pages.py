"""Lists of components as pages of other programs set them: foreign bullets, headings side by side, small pictures."""

from dataclasses import replace

from ingest.discover.components import find_components
from ingest.discover.words import number_words, words_of
from schema.reading import PassageRead


def told(passages: list[PassageRead], language: str = "en") -> list[tuple[int | None, str, str]]:
    found = find_components(passages, words_of(language), numbers=number_words(language))
    return [(read.component.count, read.component.name, read.component.per) for read in found]


def test_the_bullet_of_a_font_of_signs_is_a_bullet(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "Game Components", 2),
        ("item", "\uf0b7 12 Oar Tokens"),
        ("item", "\uf0b7 3 White Harbour dice"),
        ("heading", "Set-up", 2),
    )
    assert told(passages) == [(12, "Oar Tokens", "box"), (3, "White Harbour dice", "box")]


def test_what_recognition_takes_a_bullet_for_parts_the_things_of_a_list(lines) -> None:  # type: ignore[no-untyped-def]
    listed = (
        "¢ 48 cartes port, 6 par couleur avec des valeurs de 1 à 8 (une couleur par port), ° 7 cartes phare, ¢ 9 rames"
    )
    passages = lines(("heading", "MATERIEL", 2), ("paragraph", listed), ("heading", "Préparation", 2), language="fr")
    assert told(passages, "fr") == [(48, "cartes port", "box"), (7, "cartes phare", "box"), (9, "rames", "box")]


def test_groups_with_a_picture_and_their_number_in_brackets_are_wholes(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "📦 CONTENU", 2),
        ("label", "**🎭 Cartes Équipage** (4 cartes)"),
        ("item", "  - 3 Rameurs"),
        ("item", "  - 1 Tempête"),
        ("label", "**⚙️ Cartes Port** (5 cartes - non jouables)"),
        ("item", "  - 2 Quais"),
        ("item", "  - 1 Tempête"),
        ("item", "  - 2 Phares"),
        language="fr",
    )
    found = find_components(passages, words_of("fr"), numbers=number_words("fr"))
    assert [(read.component.count, read.component.name, read.component.part_of) for read in found] == [
        (4, "Cartes Équipage", ""),
        (3, "Rameurs", "cartes-equipage"),
        (1, "Tempête", "cartes-equipage"),
        (5, "Cartes Port", ""),
        (2, "Quais", "cartes-port"),
        (1, "Tempête", "cartes-port"),
        (2, "Phares", "cartes-port"),
    ]


def test_a_number_in_brackets_of_each_is_not_that_of_the_box(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(("heading", "Components", 2), ("item", "- Rowers (5 cards per player)"), ("item", "- 2 dice"))
    assert told(passages) == [(2, "dice", "box")]


def test_a_list_read_before_its_heading_is_of_that_heading(lines) -> None:  # type: ignore[no-untyped-def]
    listed = [
        ("label", f"• {count} {name}") for count, name in ((7, "Harbour boards"), (49, "Tide cards"), (24, "coins"))
    ]
    beside = [("label", "• 2 « 2 player » cards"), ("label", "• 1 score pad")]
    after = [("heading", "Contents", 2), ("heading", "Overview", 2), ("paragraph", "Row out before the tide turns.")]
    tokens = [("heading", "Game Elements", 2), ("paragraph", "4 types of tokens are used:")]
    passages = lines(("heading", "Row out and come back", 3), *listed, *beside, *after, *tokens)
    assert told(passages) == [
        (7, "Harbour boards", "box"),
        (49, "Tide cards", "box"),
        (24, "coins", "box"),
        (1, "score pad", "box"),
    ]
    few = lines(("heading", "Row out", 3), *listed, *after)
    assert told(few) == []


def test_items_without_a_number_are_there_once_where_so_all_make_the_whole(lines) -> None:  # type: ignore[no-untyped-def]
    long = "suit cards: in each of the suits there are an oar, a sail, a rope and a lamp. " * 2
    whole = ("paragraph", "The game contains 14 cards:")
    items = [
        ("item", f"• 12 {long}"),
        ("item", "• Gull: whoever has it rows twice."),
        ("item", "• Reference card: for all."),
    ]
    passages = lines(("heading", "THE CARDS", 1), whole, *items, ("heading", "SETUP", 1))
    assert told(passages) == [
        (14, "cards", "box"),
        (12, "suit cards", "box"),
        (1, "Gull", "box"),
        (1, "Reference card", "box"),
    ]
    other = lines(("heading", "THE CARDS", 1), ("paragraph", "The game contains 15 cards:"), *items)
    assert told(other) == []


def test_what_the_heading_gives_to_each_player_is_told_beside_another_list(lines) -> None:  # type: ignore[no-untyped-def]
    board = lines(
        ("item", "- Lay 8 hexes:"),
        ("item", "  - 4x Blau"),
        ("item", "  - 4x Grün"),
        section="Hafen / Aufbau",
        language="de",
    )
    own = lines(
        ("item", "- 🗡️ 1 Startkarte"),
        ("item", "- 🃏 5 Ruderkarten"),
        ("item", "- 🏰 1 Steg"),
        ("item", "- 👣 4 Boote"),
        section="Hafen / 🧑 Vorbereitung – Jeder Spieler erhält",
        language="de",
    )
    many = lines(
        ("paragraph", "Jeder Spieler legt dazu:"),
        *(("item", f"- {count} {name}") for count, name in ((1, "Blau"), (2, "Rot"), (1, "Tor"), (2, "Pfeil"))),
        section="Hafen / Mit mehr als 4 Spielern",
        language="de",
    )
    joined = [*board, *own, *many]
    numbered = [replace(read, passage=read.passage.model_copy(update={"seq": n})) for n, read in enumerate(joined)]
    each = [(count, name) for count, name, per in told(numbered, "de") if per == "player"]
    assert each == [(1, "Startkarte"), (5, "Ruderkarten"), (1, "Steg"), (4, "Boote")]


def test_a_pack_is_told_by_its_sentence_whatever_the_next_one_shares_out(lines) -> None:  # type: ignore[no-untyped-def]
    text = "The deck has 104 cards of eight kinds. The number on each card tells how many there are of it."
    assert told(lines(("paragraph", text))) == [(104, "cards", "box")]
    assert told(lines(("paragraph", "Deal each player 24 cards."))) == []


def test_pages_of_a_table_of_contents_count_nothing(lines) -> None:  # type: ignore[no-untyped-def]
    def rows(**pages: int) -> list[tuple[str, str]]:
        return [("table", f"{title}|{page}") for title, page in pages.items()]

    named = rows(Cards=12, Setup=5, Index=20)
    assert told(lines(("heading", "Contents", 2), *named)) == []
    rising = rows(Overview=2, Heroes=4, Storms=9, Index=20)
    headings = [("heading", title, 2) for title in ("Overview", "Heroes", "Storms")]
    assert told(lines(("heading", "Contents", 2), *rising, *headings)) == []
    passages = lines(("heading", "Contents", 2), *rising, ("paragraph", "The end."))
    assert told([*passages[:-1], PassageRead(passages[-1].passage, 24)]) == []


def test_things_in_a_table_count_though_they_are_listed_from_few_to_many(lines) -> None:  # type: ignore[no-untyped-def]
    rows = [("table", f"{name} | {n}") for name, n in (("Board", 1), ("Dice", 2), ("Setup cards", 4), ("Lamps", 60))]
    passages = lines(("heading", "Contents", 2), *rows, ("paragraph", "The end."))
    assert len(told([*passages[:-1], PassageRead(passages[-1].passage, 24)])) == 4
    fallen = [("table", f"{name} | {n}") for name, n in (("Heroes", 9), ("Storms", 4), ("Lamps", 6), ("Dice", 8))]
    headings = [("heading", title, 2) for title in ("Heroes", "Storms", "Lamps")]
    assert len(told(lines(("heading", "Contents", 2), *fallen, *headings))) == 4
