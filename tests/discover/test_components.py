"""The list of components is the stretch with the most counted things; numbers of rules stay out of it."""

from dataclasses import replace

from ingest.discover.components import ComponentSettings, find_components, list_things
from ingest.discover.tree import wrong_sums_of
from ingest.discover.words import number_words, words_of
from schema.reading import ComponentRead


def told(found: tuple[ComponentRead, ...]) -> list[tuple[int | None, str, str]]:
    return [(read.component.count, read.component.name, read.component.part_of) for read in found]


def test_a_list_under_its_heading_is_found_and_the_set_up_is_not(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "Components", 2),
        ("item", "- 24 lantern tokens"),
        ("item", "- 2 dice"),
        ("heading", "Set-up", 2),
        ("item", "1. Give 5 tokens to each player."),
        ("item", "2 tokens go to the bank"),
    )
    assert told(find_components(passages, words_of("en"))) == [(24, "lantern tokens", ""), (2, "dice", "")]


def test_a_list_without_a_heading_is_found_by_its_density(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("paragraph", "The lamps of the harbour go out one by one, and you must light them again before dawn."),
        ("label", "51 KARET LAMP"),
        ("label", "10 KOSTEK"),
        ("label", "1 HERNÍ PLÁN"),
        ("label", "9 DESEK"),
        ("paragraph", "Každý hráč si vezme 2 lampy a položí je před sebe na stůl tak, aby je všichni viděli."),
        language="cs",
    )
    found = [count for count, _, _ in told(find_components(passages, words_of("cs")))]
    assert found == [51, 10, 1, 9]
    few = ComponentSettings(least_without_heading=5)
    assert find_components(passages, words_of("cs"), few) == ()


def test_parts_that_add_up_are_tied_to_their_whole(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "Matériel", 2),
        ("item", "- 45 cartes"),
        ("item", "- 26 cartes Lanterne"),
        ("item", "- 10 cartes Phare"),
        ("item", "- 9 cartes Port"),
        ("item", "- 1 jeton"),
        language="fr",
    )
    parts = [part_of for _, _, part_of in told(find_components(passages, words_of("fr")))]
    assert parts == ["", "cartes", "cartes", "cartes", ""]


def test_two_that_happen_to_add_up_are_not_parts(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(("heading", "Components", 2), ("item", "- 10 dice"), ("item", "- 4 pawns"), ("item", "- 6 coins"))
    assert {part_of for _, _, part_of in told(find_components(passages, words_of("en")))} == {""}


def test_a_name_with_two_numbers_is_left_out(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(("heading", "Contents", 2), ("item", "- 10 dice"), ("item", "- 12 dice"), ("item", "- 3 lamps"))
    assert told(find_components(passages, words_of("en"))) == [(3, "lamps", "")]


def test_parts_that_make_another_number_are_told(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(("heading", "Contents", 2), ("item", "- 20 cards (9 red, 8 blue, 4 green)"), ("item", "- 3 lamps"))
    (finding,) = wrong_sums_of(list_things(passages, words_of("en")))
    assert "20" in finding.finding.message
    assert finding.finding.suggestion == "21"


def test_what_stands_under_a_heading_of_each_player_is_theirs(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "Components", 2), ("item", "- 1 board"), ("heading", "For each player", 3), ("item", "- 3 knights")
    )
    last = passages[-1]
    under = replace(last, passage=last.passage.model_copy(update={"section": "Components / For each player"}))
    found = find_components([*passages[:-1], under], words_of("en"))
    assert [(read.component.count, read.component.per) for read in found] == [(1, "box"), (3, "player")]


def test_an_index_of_chapters_has_no_components(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "Inhalt", 2),
        ("item", "1. Vorbereitung"),
        ("item", "2. Ablauf"),
        ("item", "3) Ende"),
        ("paragraph", "4.1 Wertung"),
        language="de",
    )
    assert find_components(passages, words_of("de")) == ()


def test_lines_whose_dots_lead_to_a_page_have_no_components_and_those_that_lead_to_a_count_do(lines) -> None:  # type: ignore[no-untyped-def]
    paged = [("table", f"{at} | {name}.......... {page}") for at, name, page in ((1, "Oil", 1), (2, "Wicks", 2))]
    assert find_components(lines(*paged, language="en"), words_of("en")) == ()
    counted = [("item", "Lamps ........ 24"), ("item", "Wicks ........ 6")]
    found = find_components(lines(("heading", "Components", 2), *counted, language="en"), words_of("en"))
    assert told(found) == [(24, "Lamps", ""), (6, "Wicks", "")]


def test_a_line_may_be_headed_by_itself(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(("heading", "Lamps", 1), ("paragraph", "Contents: 56 cards"), ("paragraph", "Deal 7 cards."))
    found = find_components(passages, words_of("en"))
    assert [(read.component.count, read.component.name) for read in found] == [(56, "cards")]


def test_things_of_one_name_are_told_apart_by_what_stands_behind(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "Components", 2),
        ("item", "- 12 rolls (2 lamps)"),
        ("item", "- 8 rolls (3 lamps)"),
        ("item", "- 9 oils"),
        ("item", "- 7 oils"),
        ("item", "- 1 board"),
    )
    found = find_components(passages, words_of("en"))
    named = [(12, "rolls (2 lamps)"), (8, "rolls (3 lamps)"), (1, "board")]
    assert [(read.component.count, read.component.name) for read in found] == named


def test_what_stands_under_a_set_of_each_player_is_of_each_player(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "Components", 2),
        ("item", "- 4 sets of pieces (1 per player):"),
        ("item", "  - 15 roads"),
        ("item", "- 2 dice"),
    )
    found = {
        (read.component.name, read.component.per): read.component.count
        for read in find_components(passages, words_of("en"))
    }
    assert found["roads", "player"] == 15
    assert found["dice", "box"] == 2
    assert ("roads", "box") not in found


def test_a_ratio_is_a_part_of_the_name(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(("heading", "Components", 2), ("item", "- 9 tokens (4 common 3:1 ports, 5 rare 2:1 ports)"))
    assert [read.component.name for read in find_components(passages, words_of("en"))] == [
        "tokens",
        "common 3:1 ports",
        "rare 2:1 ports",
    ]


def test_values_behind_names_are_no_components_where_no_heading_says_so(lines) -> None:  # type: ignore[no-untyped-def]
    values = [
        ("paragraph", f"{name}: {n}") for name, n in (("Attack", 16), ("Defence", 12), ("Speed", 15), ("Luck", 9))
    ]
    assert find_components(lines(*values), words_of("en")) == ()
    headed = find_components(lines(("heading", "Components", 2), *values), words_of("en"))
    assert [count for count, _, _ in told(headed)] == [16, 12, 15, 9]


def test_what_each_player_gets_is_a_list_beside_the_densest(lines) -> None:  # type: ignore[no-untyped-def]
    on_board = [
        ("item", f"- {n}x {name}") for n, name in ((3, "Piers"), (2, "Boats"), (4, "Buoys"), (5, "Lamps"), (6, "Ropes"))
    ]
    of_each = [("item", f"- {n} {name}") for n, name in ((5, "cards"), (2, "sailors"), (1, "mat"), (4, "coins"))]
    passages = lines(
        ("heading", "Set-up", 2),
        *on_board,
        (
            "paragraph",
            "Lay all of them on the table so that everybody reaches them, and shuffle the cards well before you begin.",
        ),
        ("heading", "Each player receives", 2),
        *of_each,
    )
    passages = [
        replace(
            read, passage=read.passage.model_copy(update={"section": "Set-up" if seq < 7 else "Each player receives"})
        )
        for seq, read in enumerate(passages)
    ]
    found = find_components(passages, words_of("en"))
    assert [(r.component.count, r.component.per) for r in found][-4:] == [(n, "player") for n in (5, 2, 1, 4)]
    assert len(found) == 9


def test_a_line_that_ends_with_a_colon_heads_a_list_of_a_script_without_spaces(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("paragraph", "게임 구성물은 다음과 같다:"), ("item", "* 등불 8개"), ("item", "* 주사위 2개"), language="ko"
    )
    assert told(find_components(passages, words_of("ko"))) == [(8, "등불", ""), (2, "주사위", "")]


def test_numbers_that_go_up_by_one_number_what_they_stand_at(lines) -> None:  # type: ignore[no-untyped-def]
    ranks = [
        ("table", f"{name} ({n}) | a figure of the tower")
        for n, name in enumerate(("Squire", "Knight", "Baron", "Duke"), 1)
    ]
    assert find_components(lines(*ranks), words_of("en")) == ()


def test_a_numbered_paragraph_under_the_heading_counts_what_stands_behind_its_number(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "2. Components", 2), ("paragraph", "2.1. An ordinary set of lanterns: 28 lamps. Nothing else.")
    )
    assert told(find_components(passages, words_of("en"))) == [(28, "lamps", "")]


def test_parts_that_make_the_number_told_above_them_are_a_list_without_a_heading(lines) -> None:  # type: ignore[no-untyped-def]
    above = ("paragraph", "Si gioca in 4 giocatori con un mazzo da 54 carte:")
    parts = [("item", "* 52 carte francesi"), ("item", "* 2 jolly")]
    found = find_components(lines(above, *parts, language="it"), words_of("it"))
    assert {(r.component.count, r.component.name) for r in found} == {
        (54, "carte"),
        (52, "carte francesi"),
        (2, "jolly"),
    }
    of_each = ("paragraph", "Ogni giocatore riceve 54 carte:")
    other = ("paragraph", "Con 4 giocatori:")
    rows = [("item", "* 3 giocatori ricevono"), ("item", "* 1 giocatori ricevono")]
    assert find_components(lines(of_each, *parts, ("paragraph", "5 lampade"), language="it"), words_of("it")) == ()
    assert find_components(lines(other, *rows, ("paragraph", "5 lampade"), language="it"), words_of("it")) == ()


def test_a_label_that_says_what_its_number_counts_is_a_component(lines) -> None:  # type: ignore[no-untyped-def]
    items = [("item", "- **Kaarten**: 32 kaarten uit een stok; 7 tot aas"), ("item", "- **Doel**: 10 punten halen")]
    assert told(find_components(lines(*items, language="nl"), words_of("nl"))) == [(32, "kaarten", "")]


def test_what_is_laid_out_place_by_place_is_no_list_of_components(lines) -> None:  # type: ignore[no-untyped-def]
    places = [
        ("item", f"• {place}: {n} ships, {n + 2} forts") for n, place in enumerate(("Brest", "Hull", "Riga", "Kiel"), 3)
    ]
    assert find_components(lines(*places), words_of("en")) == ()


def test_items_right_under_the_heading_stay_though_long_explanations_part_them(lines) -> None:  # type: ignore[no-untyped-def]
    long = "The board has the form of a star, and on it there are three kinds of places that all look much alike:"
    passages = lines(
        ("heading", "Components", 2), ("item", "- 5 flags, one of each colour:"), ("item", f"- {long}"),
        ("item", f"- {long}"), ("item", "- 5 forts"), ("item", "- 1 die"),
    )  # fmt: skip
    assert [count for count, _, _ in told(find_components(passages, words_of("en")))] == [5, 5, 1]


def test_a_word_for_pieces_is_no_part_of_a_name(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "Innehåll", 2), ("item", "- 16 st brickor"), ("item", "- 2 st. tärningar"), language="sv"
    )
    assert told(find_components(passages, words_of("sv"))) == [(16, "brickor", ""), (2, "tärningar", "")]


def test_values_behind_names_in_a_table_are_no_components_where_no_heading_says_so(lines) -> None:  # type: ignore[no-untyped-def]
    rows = [("table", f"{name} | {n}") for n, name in ((1, "Pawn"), (3, "Knight"), (5, "Rook"), (9, "Queen"))]
    assert find_components(lines(*rows), words_of("en")) == ()
    listed = find_components(lines(("heading", "Components", 2), *rows), words_of("en"))
    assert [count for count, _, _ in told(listed)] == [1, 3, 5, 9]


def test_a_numbered_chapter_is_no_component(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "1 Introduction", 1), ("heading", "2 Materials", 1), ("item", "• 40 red tokens and 40 blue tokens"),
        ("heading", "3 Rules", 1), ("paragraph", "The oldest player begins."),
    )  # fmt: skip
    assert [count for count, _, _ in told(find_components(passages, words_of("en")))] == [40, 40]


def test_a_line_under_the_heading_that_counts_before_it_goes_on_to_kinds_counts(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(("heading", "Components", 2), ("paragraph", "The deck has 108 cards:"), ("item", "- Red and blue"))
    assert told(find_components(passages, words_of("en"))) == [(108, "cards", "")]


def test_things_with_the_sign_of_times_are_a_list_wherever_they_stand(lines) -> None:  # type: ignore[no-untyped-def]
    chapters = [
        ("heading", "Map", 1),
        ("item", "* Harbour map ×1"),
        ("item", "* Tiles ×24: Meadow ×4, Plain ×12, Moor ×8"),
        ("paragraph", "The map shows the harbour at night, when nobody but the keepers of the lamps is awake."),
        ("heading", "Wood", 1),
        ("item", "* Boats ×3, Piers ×5"),
        ("item", "* Dice ×4"),
    ]
    found = told(find_components(lines(*chapters), words_of("en")))
    assert [(count, name) for count, name, part_of in found if not part_of] == [
        *((1, "Harbour map"), (24, "Tiles"), (3, "Boats"), (5, "Piers"), (4, "Dice"))
    ]
    costs = [("item", f"* Lamp ×{count}, Oil ×{count + 1}") for count in range(1, 7)]
    assert not find_components(lines(("heading", "Building", 1), *costs), words_of("en"))
    rates = [("table", f"{name} | ×2") for name in ("Storm", "Night", "Fog", "Ebb", "Flood")]
    assert not find_components(lines(("heading", "Rates", 1), *rates), words_of("en"))


def test_a_pack_told_more_often_than_what_is_dealt_of_it_is_the_pack(lines) -> None:  # type: ignore[no-untyped-def]
    pack = ("paragraph", "The lamps are an old pack of 40 cards, without eights.")
    dealt = ("paragraph", "Once 36 cards have been dealt, the last deal begins.")
    again = ("paragraph", "The night is over when all 40 cards have been played.")
    assert [count for count, *_ in told(find_components(lines(pack, dealt, again), words_of("en")))] == [40]
    assert not find_components(lines(pack, dealt), words_of("en"))


def test_a_pack_of_a_usual_size_is_what_is_in_the_box(lines) -> None:  # type: ignore[no-untyped-def]
    played = ("paragraph", "Hraje se s 32 kartami ve čtyřech barvách.")
    found = find_components(lines(("heading", "Lampář", 1), played, language="cs"), words_of("cs"))
    assert told(found) == [(32, "kartami", "")]
    other = ("paragraph", "S 52 kartami se hraje jinak.")
    assert not find_components(lines(played, other, language="cs"), words_of("cs"))
    dealt = ("paragraph", "Každý hráč dostane 32 karet.")
    assert not find_components(lines(dealt, language="cs"), words_of("cs"))


def test_headings_of_things_count_under_a_heading_of_components(lines) -> None:  # type: ignore[no-untyped-def]
    text = "Each of them shows a lamp, the oil that it burns, and how far its light reaches over the water at night."
    passages = lines(
        ("heading", "Components", 2),
        *(
            (kind, said, level)
            for name in ("Lamp cards (36 cards)", "Storm cards (12 cards)")
            for kind, said, level in (("heading", name, 3), ("paragraph", text, None))
        ),
        ("heading", "3 Rules", 2),
    )
    assert told(find_components(passages, words_of("en"))) == [(36, "Lamp cards", ""), (12, "Storm cards", "")]


def test_numbered_chapters_count_nothing_where_they_have_parts(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "1 Introduction", 2),
        ("heading", "Components", 2),
        ("item", "- 40 lamps"),
        ("heading", "3 Rules", 2),
        ("heading", "3.1 Turns", 3),
    )
    assert told(find_components(passages, words_of("en"))) == [(40, "lamps", "")]


def test_parts_of_what_each_player_has_are_kept_as_such(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "Components", 2),
        ("heading", "What each player has", 3),
        ("item", "- Deck: 10 cards (6 oil, 2 storm, 2 boat)"),
        section="Components / What each player has",
    )
    found = [
        (read.component.count, read.component.name, read.component.per)
        for read in find_components(passages, words_of("en"))
    ]
    assert found == [(10, "cards", "player"), (6, "oil", "player"), (2, "storm", "player"), (2, "boat", "player")]


def test_values_below_nothing_are_others_than_those_above(lines) -> None:  # type: ignore[no-untyped-def]
    values = [(10, "2"), (10, "1"), (20, "0"), (10, "-1"), (5, "-2")]
    items = [("item", f"- {count} x Value: {value}") for count, value in values]
    found = find_components(lines(("heading", "Components", 2), *items), words_of("en"))
    assert [count for count, _, _ in told(found)] == [10, 10, 20, 10, 5]


def test_a_column_of_counts_may_name_what_counts(lines) -> None:  # type: ignore[no-untyped-def]
    rows = [("table", "名称 | 数量 | 说明"), ("table", "灯卡 | 36 张 | 三色各 12 张"), ("table", "船 | 5 个 | 木制")]
    passages = lines(("heading", "组件清单", 2), *rows, language="zh")
    assert told(find_components(passages, words_of("zh"))) == [(36, "灯卡", ""), (5, "船", "")]
    rows = [("table", "Lampen | 12 Stück"), ("table", "Boote | ×3")]
    passages = lines(("heading", "Spielmaterial", 2), *rows, language="de")
    assert told(find_components(passages, words_of("de"))) == [(12, "Lampen", ""), (3, "Boote", "")]


def test_what_the_line_above_gives_to_each_player_is_not_what_the_box_holds(lines) -> None:  # type: ignore[no-untyped-def]
    listed = [("item", "- 24 lamps"), ("item", "- 12 boats"), ("item", "- 2 piers"), ("item", "- 3 oars")]
    passages = lines(("paragraph", "Each player begins the game with a bag that holds:"), *listed)
    assert {read.component.per for read in find_components(passages, words_of("en"))} == {"player"}
    given = ("paragraph", "Every lamp is lit. Each player gets the same boats.")
    rows = [("table", "4 blue | 20"), ("table", "5 red | 30")]
    box = lines(("heading", "Components", 2), *listed, given, *rows)
    assert [read.component.count for read in find_components(box, words_of("en")) if read.component.per == "box"] == [
        24,
        12,
        2,
        3,
    ]


def test_examples_count_nothing(lines) -> None:  # type: ignore[no-untyped-def]
    wins = [("item", "- 4 tall lamps"), ("item", "- 4 round lamps"), ("item", "- 4 dark lamps"), ("item", "- 2 oars")]
    assert find_components(lines(("paragraph", "Lamps in a row win. Examples:"), *wins), words_of("en")) == ()
    assert find_components(lines(("paragraph", "In the harbour lie:"), *wins), words_of("en")) != ()


def test_a_whole_inside_a_sentence_is_proved_by_its_parts(lines) -> None:  # type: ignore[no-untyped-def]
    deck = "A pack of 54 cards: 52 lamps (A, 2-10, in four colours) + 1 black moth + 1 red moth."
    found = find_components(lines(("heading", "Material", 2), ("paragraph", deck)), words_of("en"))
    assert told(found) == [
        (54, "cards", ""),
        (52, "lamps", "cards"),
        (1, "black moth", "cards"),
        (1, "red moth", "cards"),
    ]
    box = "Es enthält 90 neue Karten: 50 Lampen-Karten - 20 Boot-Karten - 5 Anker und 15 andere, die leer sind. Ahoi."
    found = find_components(lines(("heading", "Material", 2), ("paragraph", box), language="de"), words_of("de"))
    assert [count for count, _, _ in told(found)] == [90, 50, 20, 5, 15]


def test_captions_of_one_line_are_cut_at_each_number(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(("heading", "Components", 2), ("label", "6x Keeper 6x Sailor 2x Old Moth\nback"))
    assert [count for count, _, _ in told(find_components(passages, words_of("en")))] == [6, 6, 2]


def test_headings_that_count_are_of_the_list_and_those_that_number_are_not(lines) -> None:  # type: ignore[no-untyped-def]
    prose = ("paragraph", "The lamps of the harbour go out one by one, and you must light them again before the dawn.")
    passages = lines(
        ("heading", "Components", 2),
        ("heading", "1 board", 3),
        prose,
        ("heading", "15 market cards", 3),
        prose,
        ("heading", "38 lamp cards", 3),
        ("label", "6x Keeper"),
        ("label", "32x Sailor"),
    )
    assert [count for count, _, _ in told(find_components(passages, words_of("en")))] == [1, 15, 38, 6, 32]


def test_page_numbers_that_dots_lead_to_count_nothing(lines) -> None:  # type: ignore[no-untyped-def]
    contents = [
        ("label", f"{name} ........ {page}") for name, page in (("Map", 6), ("Track", 7), ("Fleet", 7), ("Sea", 9))
    ]
    assert find_components(lines(("heading", "Contents", 2), *contents), words_of("en")) == ()
    listed = [
        ("label", f"{name} ........ {count}") for name, count in (("Maps", 6), ("Oars", 3), ("Boats", 7), ("Dice", 2))
    ]
    assert len(find_components(lines(("heading", "Contents", 2), *listed), words_of("en"))) == 4


def test_kinds_that_are_counted_one_by_one_are_not_counted_as_a_whole(lines) -> None:  # type: ignore[no-untyped-def]
    kinds = [("paragraph", "There are 3 goods:"), ("item", "- oil"), ("item", "- rope"), ("item", "- salt")]
    counts = [("item", "- 4 oil cards"), ("item", "- 8 rope cards"), ("item", "- 12 salt cards")]
    passages = lines(("heading", "Components", 2), *kinds, ("paragraph", "24 goods, of which:"), *counts)
    assert [count for count, _, _ in told(find_components(passages, words_of("en")))] == [24, 4, 8, 12]
    alone = lines(("heading", "Components", 2), ("item", "- 5 boats"), *kinds)
    assert [count for count, _, _ in told(find_components(alone, words_of("en")))] == [5, 3]


def test_so_many_kinds_with_as_many_of_each_are_no_count(lines) -> None:  # type: ignore[no-untyped-def]
    listed = [("item", "- 252 lamp cards"), ("item", "- 24 actions (10 of each)"), ("item", "- 40 moths (10 of each)")]
    found = find_components(lines(("heading", "Components", 2), *listed), words_of("en"))
    assert [count for count, _, _ in told(found)] == [252, 40]


def test_what_is_needed_is_lettered_bold_or_in_brackets(lines) -> None:  # type: ignore[no-untyped-def]
    needed = [("paragraph", "A- Estas regras"), ("paragraph", "B- Uma folha."), ("paragraph", "C- 9 dados de 6 lados.")]
    passages = lines(("heading", "Para jogar precisa:", 2), *needed, language="pt")
    found = told(find_components(passages, words_of("pt"), numbers=number_words("pt")))
    assert found == [(1, "folha", ""), (9, "dados de 6 lados", "")]
    bold = ("item", "- **Paths** that join all of it, and **5 harbour spaces** (one in the middle of each side).")
    rest = ("item", "- Special: thief (3 cards), moth (1 card), coffee (2 cards).\nThe rest is empty.")
    found = told(find_components(lines(("heading", "Components", 2), bold, rest), words_of("en")))
    assert [(count, name) for count, name, _ in found] == [
        (5, "harbour spaces"),
        (3, "thief"),
        (1, "moth"),
        (2, "coffee"),
    ]


def test_a_heading_with_a_number_behind_counts_where_the_text_says_it_again(lines) -> None:  # type: ignore[no-untyped-def]
    told_again = [("paragraph", "A game of 16 lamps and no luck."), ("item", "- The 16 lamps stand beside the board.")]
    passages = lines(("heading", "Lamps (16 different)", 2), *told_again)
    assert told(find_components(passages, words_of("en"))) == [(16, "Lamps", "")]
    assert find_components(lines(("heading", "Turn (2 phases)", 2), *told_again), words_of("en")) == ()
    rounds = [("paragraph", "The game has 4 rounds."), ("item", "- After 4 rounds the lamps go out.")]
    assert find_components(lines(("heading", "Rounds (4 in all)", 2), *rounds), words_of("en")) == ()
    people = [("paragraph", "A game for 4 players."), ("item", "- The 4 players sit down.")]
    assert find_components(lines(("heading", "Players (4 in all)", 2), *people), words_of("en")) == ()


def test_the_end_of_a_sentence_is_no_heading_and_a_year_no_count(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(("label", "deck"), ("label", "4 Games of Maura"), ("label", "2009 Lamp Illustration:"))
    assert find_components(passages, words_of("en")) == ()


def test_the_x_of_a_word_is_no_sign_of_times(lines) -> None:  # type: ignore[no-untyped-def]
    rows = [("table", "Copies of one card | max **3** (of all)"), ("table", "Lamps | ×12")]
    assert told(find_components(lines(("heading", "Components", 2), *rows), words_of("en"))) == [(12, "Lamps", "")]


def test_what_one_is_worth_counts_nothing_and_a_name_may_have_brackets(lines) -> None:  # type: ignore[no-untyped-def]
    listed = [("item", "- 1 lamp = 1 fleet;"), ("item", "- 14 harbour cards = all that are needed")]
    assert told(find_components(lines(("heading", "Components", 2), *listed), words_of("en"))) == [
        (14, "harbour cards", "")
    ]
    listed = [("item", "- 红色（军事）：84个"), ("item", "- 蓝色（政理）：72个")]
    found = find_components(lines(("heading", "组件", 2), *listed, language="zh"), words_of("zh"))
    assert [(count, name) for count, name, _ in told(found)] == [(84, "红色"), (72, "蓝色")]


def test_parts_that_go_on_in_the_next_line_are_of_the_same_whole(lines) -> None:  # type: ignore[no-untyped-def]
    listed = [
        ("item", "- 25 žetonů: 13 má na líci zelený maják,\n12 červený maják"),
        ("item", "- jeden kelímek pro každého"),
    ]
    found = find_components(
        lines(("heading", "Co je potřeba", 2), *listed, language="cs"), words_of("cs"), numbers=number_words("cs")
    )
    assert [(read.component.count, read.component.per) for read in found] == [
        (25, "box"),
        (13, "box"),
        (12, "box"),
        (1, "player"),
    ]
    assert found[-1].component.name == "kelímek"


def test_what_stands_deeper_under_each_kind_is_a_share(lines) -> None:  # type: ignore[no-untyped-def]
    clans = [("item", "- **Clans (each clan)**:"), ("item", "  - 1 leader"), ("item", "  - 8 sailors")]
    passages = lines(("heading", "Components", 2), *clans, ("item", "- 4 lamps"), ("item", "- 51 cards"))
    assert [count for count, _, _ in told(find_components(passages, words_of("en")))] == [4, 51]


def test_a_size_counts_nothing_and_a_labelled_list_goes_on(lines) -> None:  # type: ignore[no-untyped-def]
    sizes = [("item", "- Small: 8 rows × 12 columns"), ("item", "- Large: 24 rows × 36 columns")]
    assert find_components(lines(("heading", "Components", 2), *sizes), words_of("en")) == ()
    listed = [
        ("label", "Componentes: 1 tabuleiro com casas coladas;"),
        ("paragraph", "34 faróis;\n24 barcos;\n4 peões."),
    ]
    found = find_components(lines(*listed, ("paragraph", "Objetivo do jogo:"), language="pt"), words_of("pt"))
    assert [count for count, _, _ in told(found)] == [1, 34, 24, 4]


def test_items_that_were_read_as_one_passage_count_each_for_itself(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "Spielmaterial", 2),
        ("item", "- Ein Laternenblatt mit Sturm (33 Karten)\n- 2–6 Spieler (empfohlen 3-6)"),
        language="de",
    )
    found = find_components(passages, words_of("de"), numbers=number_words("de"))
    assert [(read.component.count, read.component.name) for read in found] == [(33, "Ein Laternenblatt mit Sturm")]


def test_captions_under_a_share_of_each_colour_are_not_of_the_box(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "Spielmaterial", 2),
        ("item", "• 51 Figuren, davon je 17 in einer Farbe:"),
        ("label", "1 Leuchtturm"),
        ("label", "16 Boote"),
        ("item", "• 3 Würfel"),
        language="de",
    )
    found = find_components(passages, words_of("de"), numbers=number_words("de"))
    assert [(read.component.count, read.component.name) for read in found] == [(51, "Figuren"), (3, "Würfel")]
