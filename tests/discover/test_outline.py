"""The outline follows headings and ordered lists, and tells which part of play each is."""

from dataclasses import replace

from ingest.discover.no_chapters import no_chapters
from ingest.discover.outline import find_outline
from ingest.discover.words import words_of


def test_headings_and_ordered_items_nest_and_have_kinds(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "Lanterns", 1),
        ("heading", "Set-up", 2),
        ("item", "1. Shuffle the cards."),
        ("item", "2. Deal three to each player."),
        ("heading", "The round", 2),
        ("heading", "1. Light", 3),
        ("paragraph", "Everybody lights a lantern."),
        ("heading", "2. Dark", 3),
        ("heading", "End of the game", 2),
    )
    found = find_outline(passages, words_of("en"))
    assert [(read.outline.level, read.outline.title, read.outline.kind) for read in found] == [
        (1, "Lanterns", "section"),
        (2, "Set-up", "setup"),
        (3, "Shuffle the cards", "step"),
        (3, "Deal three to each player", "step"),
        (2, "The round", "round"),
        (3, "Light", "phase"),
        (3, "Dark", "phase"),
        (2, "End of the game", "end"),
    ]
    assert [read.parent for read in found] == [None, 0, 1, 1, 0, 4, 4, 0]
    assert found[3].outline.path == "lanterns/set-up/deal-three-to-each-player"
    assert len({read.outline.path for read in found}) == len(found)


def test_a_table_of_contents_is_not_the_course_of_play(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("item", "1. [Vorbereitung](#vorbereitung)"),
        ("paragraph", "Ende ..... 7"),
        ("heading", "Vorbereitung", 2),
        ("paragraph", "Mischt die Karten."),
        ("heading", "Ende", 2),
        language="de",
    )
    found = find_outline(passages, words_of("de"))
    assert [(read.outline.title, read.outline.kind) for read in found] == [("Vorbereitung", "setup"), ("Ende", "end")]


def test_a_short_line_that_names_a_part_is_one_without_a_large_type(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("label", "Preparación de la partida"),
        ("item", "- Repartid cuatro linternas a cada jugador."),
        ("paragraph", "Preparación larga que sigue como una frase entera y no es un título, sino texto."),
        language="es",
    )
    assert [read.outline.kind for read in find_outline(passages, words_of("es"))] == ["setup"]


def test_numbered_headings_set_like_the_one_before_them_are_its_parts(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "Set-up", 2),
        ("heading", "1. Shuffle the lamps", 2),
        ("heading", "2. Choose a boat", 2),
        ("heading", "The round", 2),
    )
    found = find_outline(passages, words_of("en"))
    assert [(read.outline.kind, read.outline.level, read.parent) for read in found] == [
        ("setup", 1, None),
        ("step", 2, 0),
        ("step", 2, 0),
        ("round", 1, None),
    ]


def test_headings_deeper_by_two_levels_stand_beside_each_other(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(("heading", "Set-up", 2), ("heading", "1. Lamps", 4), ("heading", "2. Boats", 4))
    assert [(read.outline.kind, read.parent) for read in find_outline(passages, words_of("en"))] == [
        ("setup", None),
        ("step", 0),
        ("step", 0),
    ]


def test_a_heading_over_the_components_is_theirs_whatever_it_says(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(("heading", "Our harbour", 2), *[("item", f"{n} lamps of glass {n}") for n in range(2, 7)])
    (part,) = find_outline(passages, words_of("en"), components={1, 2, 3, 4, 5})
    assert part.outline.kind == "components"


def test_a_phase_may_be_named_at_the_beginning_of_its_text(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(("heading", "The turn", 2), ("paragraph", "Movement phase (if you like): Move your boat."))
    assert [(read.outline.kind, read.outline.title) for read in find_outline(passages, words_of("en"))] == [
        ("round", "The turn"),
        ("phase", "Movement phase"),
    ]


def test_a_cover_the_makers_and_the_figures_of_the_box_are_no_chapters(lines) -> None:  # type: ignore[no-untyped-def]
    cover, *inside = lines(
        ("heading", "HARBOUR", 1),
        ("heading", "2-4 players", 2),
        ("heading", "Setup", 2),
        ("paragraph", "Light the lamps of the harbour."),
        ("heading", "Design: Ada Miller", 2),
        ("heading", "© 2020 Harbour Games", 2),
    )
    passages = [cover, *(replace(read, page=2) for read in inside)]
    outline = find_outline(passages, words_of("en"), no_chapters=no_chapters(passages, words_of("en"), {1}))
    assert [part.outline.title for part in outline] == ["Setup"]


def test_who_plays_and_what_only_begins_alike_name_no_part_of_play(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "Game overview", 1),
        ("heading", "With more than four players", 2),
        ("heading", "Actions", 2),
        ("heading", "Play a lantern", 3),
        ("heading", "Game over", 2),
    )
    found = find_outline(passages, words_of("en"))
    assert [read.outline.kind for read in found] == ["section", "section", "action", "action", "end"]


def test_titles_with_dots_to_their_pages_are_contents_and_so_is_the_heading_above(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "Summary", 1),
        ("item", "A. The board ............ 4 B. The last light ............ 4"),
        ("item", "C. The end ............ 5"),
        ("heading", "The board", 2),
        ("paragraph", "The board has 5 spaces."),
    )
    assert [read.outline.title for read in find_outline(passages, words_of("en"))] == ["The board"]


def test_bold_titles_of_paragraphs_are_parts_of_a_book_that_has_more_of_them_than_headings(lines) -> None:  # type: ignore[no-untyped-def]
    titles = ("But du jeu", "Mise en place", "Mouvements", "Exemple", "Fin de la partie")
    told = [("paragraph", f"**{title} :** chacun compte ses lampes.") for title in titles]
    found = find_outline(lines(("heading", "Le jeu", 1), *told, language="fr"), words_of("fr"))
    assert [(read.outline.level, read.outline.title, read.outline.kind) for read in found] == [
        (1, "Le jeu", "section"),
        (2, "But du jeu", "section"),
        (2, "Mise en place", "setup"),
        (2, "Mouvements", "section"),
        (2, "Fin de la partie", "end"),
    ]
    headings = [("heading", f"Chapitre {name}", 2) for name in "abcdef"]
    found = find_outline(lines(*headings, *told, language="fr"), words_of("fr"))
    assert len(found) == len(headings), "where headings tell the parts, bold words only stress"
