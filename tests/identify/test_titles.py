"""The title of a document is its title: no comment, no picture, no file, no heading from the middle of it."""

import pytest

from ingest.identify.titles import code_of, in_words, is_distinctive, own_game, title_of, without_language
from schema.documents import PassageKind, PassageShape, RegionShape
from schema.reading import PassageRead

Line = tuple[PassageKind, int | None, str]
REGION = RegionShape(x0=0, y0=0, x1=1, y1=1)


def read(*lines: Line, is_laid_out: bool = False) -> list[PassageRead]:
    shapes = [
        PassageShape(seq=seq, kind=kind, level=level, language="und", raw_text=text, text=text, confidence=1)
        for seq, (kind, level, text) in enumerate(lines)
    ]
    return [PassageRead(shape, 1, ((1, REGION),) if is_laid_out else ()) for shape in shapes]


PROSE: Line = ("paragraph", None, "Each player takes a mill and three sacks of corn before the first round.")


@pytest.mark.parametrize(
    ("line", "title"),
    [
        ("The Seven Mills", "The Seven Mills"),
        ("![](_page_0_Picture_0.jpeg) The Seven Mills", "The Seven Mills"),
        ("<!-- page 1 --> **The Seven Mills**", "The Seven Mills"),
        ("[The Seven Mills](https://mills.example/rules)", "The Seven Mills"),
        ("![](_page_0_Picture_0.jpeg)", "mills rules v2"),
        ("<!-- nothing -->", "mills rules v2"),
        ("https://mills.example/rules.html", "mills rules v2"),
    ],
)
def test_litter_is_no_part_of_a_title(line: str, title: str) -> None:
    assert title_of(read(("heading", 1, line), PROSE), "", "", "mills_rules-v2.md") == title


def test_a_general_heading_gives_way_to_one_that_says_more() -> None:
    lines = read(("heading", 1, "RULES"), ("heading", 1, "The Seven Mills"), PROSE)
    assert title_of(lines, "", "", "x.md") == "The Seven Mills"
    assert title_of(read(("heading", 1, "RULES"), PROSE), "", "", "x.md") == "RULES"


def test_a_heading_further_down_a_text_without_sizes_is_no_title() -> None:
    lines = read(("label", None, "Contents"), ("label", None, "12 MILLS"), PROSE, ("heading", 1, "Anna the Miller"))
    assert title_of(lines, "", "", "seven mills.txt") == "seven mills"
    broken = read(("label", None, "MI LL D S"), PROSE)
    assert title_of(broken, "", "", "seven mills.txt") == "seven mills"


def test_the_largest_heading_of_a_page_is_its_title_unless_there_are_many_of_that_size() -> None:
    small: Line = ("heading", 2, "For two to four millers")
    large: Line = ("heading", 1, "The Seven Mills")
    assert title_of(read(small, PROSE, large, is_laid_out=True), "", "label", "x.pdf") == "The Seven Mills"
    cards: list[Line] = [("heading", 1, name) for name in ("Windmill", "Watermill", "Treadmill")]
    assert title_of(read(*cards, is_laid_out=True), "", "Mills, cards", "x.pdf") == "Mills, cards"


def test_what_a_text_calls_itself_goes_before_its_headings_and_a_programs_label_after() -> None:
    lines = read(("heading", 1, "How corn is ground"), PROSE)
    assert title_of(lines, "The Seven Mills", "", "x.md") == "The Seven Mills"
    assert title_of(lines, "", "mills_final.indd", "x.pdf") == "How corn is ground"
    assert title_of(read(PROSE), "", "Microsoft Word - mills_final.docx", "x.pdf") == "mills final"


def test_a_title_is_distinctive_by_a_word_that_is_not_in_every_title() -> None:
    assert is_distinctive("The Seven Mills")
    assert not any(map(is_distinctive, ("Rules", "Pravidla hry", "Instrukcja", "Regolamento del gioco", "Spielregeln")))


def test_a_game_of_its_own_is_called_by_its_title_and_by_its_file_where_that_is_general() -> None:
    assert own_game("Sedm mlýnů", "a.pdf") == ("sedm-mlynu", "Sedm mlýnů")
    assert own_game("The Seven Mills: Spielregeln", "a.pdf")[0] == own_game("Seven Mills - rules", "b.pdf")[0]
    assert own_game("Pravidla", "a.pdf") == ("pravidla-a-pdf", "Pravidla (a.pdf)")
    assert code_of("!!!") == "untitled"
    assert in_words("the_seven-mills.v2.pdf") == "the seven mills v2"


def test_the_number_under_which_a_file_is_kept_is_no_title() -> None:
    assert title_of(read(PROSE), "", "20461 anl GB 1633337", "seven_mills.pdf") == "seven mills"
    assert title_of(read(PROSE), "", "7 Mills", "rules.pdf") == "7 Mills"


def test_the_first_of_many_headings_of_one_rank_is_a_chapter_and_the_file_tells_the_title() -> None:
    chapters = [("heading", 1, name) for name in ("Lanterns", "Harbour", "Storms")]
    passages = read(*(line for chapter in chapters for line in (chapter, PROSE)))  # type: ignore[arg-type]
    assert title_of(passages, "", "", "seven_mills.md") == "seven mills"
    assert title_of(passages, "", "", "rules.md") == "rules"
    told: Line = ("paragraph", None, "Lanterns is a game of light.")
    assert title_of([*passages, *read(told)], "", "", "rules.md") == "Lanterns"
    assert title_of(read(("heading", 1, "Lanterns"), PROSE), "", "", "seven_mills.md") == "Lanterns"


def test_what_stands_above_the_first_of_many_chapters_is_the_title() -> None:
    chapters = [line for name in ("Goal", "Mill race", "Storms") for line in (("heading", 1, name), PROSE)]
    page: list[Line] = [("heading", 1, "Official manual"), ("heading", 1, "The Seven Mills"), ("label", None, "1.0")]
    assert title_of(read(*page, *chapters), "", "", "rules.md") == "The Seven Mills"  # type: ignore[arg-type]
    line: Line = ("label", None, "The Seven Mills Rules")
    assert title_of(read(line, *chapters), "", "", "x.md") == "The Seven Mills Rules"  # type: ignore[arg-type]


def test_a_line_that_tells_who_may_play_is_no_title() -> None:
    line: Line = ("heading", 1, "Card game for 2-4 people")
    assert title_of(read(line, PROSE, is_laid_out=True), "", "", "seven_mills.pdf") == "seven mills"
    assert title_of(read(("heading", 1, "Mills 1914-1918"), PROSE), "", "", "x.md") == "Mills 1914-1918"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Reglas de Skull Mills", "Skull Mills"),
        ("Rules of the Seven Mills", "Seven Mills"),
        ("MILLS — Reglas del juego", "MILLS"),
        ("Seven Mills: Spielregeln", "Seven Mills"),
        ("Seven Mills: The Flood", "Seven Mills: The Flood"),
        ("Game of Mills", "Game of Mills"),
        ("The Seven Mills", "The Seven Mills"),
    ],
)
def test_a_game_is_called_by_its_name_alone(title: str, name: str) -> None:
    assert own_game(title, "rules.md")[1] == name


def test_a_table_of_contents_is_no_text_of_its_heading_and_a_heading_with_sisters_no_title() -> None:
    contents: list[Line] = [("item", None, "- [Start](#start)"), ("item", None, "  - [Mills](#mills)")]
    chapters = [line for name in ("Start", "Mills", "End") for line in (("heading", 1, name), PROSE)]
    title: Line = ("heading", 1, "Rules of seven mills")
    assert title_of(read(title, *contents, *chapters), "", "", "x.md") == "Rules of seven mills"  # type: ignore[arg-type]
    parts: list[Line] = [("heading", 1, "Rules"), ("heading", 2, "Basics"), PROSE, ("heading", 2, "Extras"), PROSE]
    assert title_of(read(*parts), "", "", "seven_mills.md") == "seven mills"


def test_a_sentence_that_calls_its_subject_a_game_names_it_where_no_heading_does() -> None:
    told: Line = ("paragraph", None, "Mühlenbach ist ein Kartenspiel rund um das Mahlen von Korn.")
    slogan: Line = ("heading", 1, "„Es klappert schon!“")
    assert title_of(read(slogan, told, is_laid_out=True), "", "", "x.pdf") == "Mühlenbach"
    assert title_of(read(("heading", 1, "Am Mühlenbach"), told), "", "", "x.pdf") == "Am Mühlenbach"
    small: Line = ("paragraph", None, "Auf dem Feld zum Spiel liegt Korn, und auf dem Weg ein Sack.")
    assert title_of(read(slogan, small, is_laid_out=True), "", "", "x.pdf") == "„Es klappert schon!“"
    aim: Line = ("paragraph", None, "The aim of the game is to grind corn.")
    assert title_of(read(("heading", 1, "The Seven Mills"), aim), "", "", "x.md") == "The Seven Mills"


def test_the_title_of_a_cover_without_headings_stands_on_the_next_page() -> None:
    cover = read(("card", None, "S-ven Mil s"))
    inside = [PassageRead(one.passage, 2, ((2, REGION),)) for one in read(("heading", 1, "The Seven Mills"), PROSE)]
    assert title_of([*cover, *inside], "", "", "x.pdf") == "The Seven Mills"
    lettered = read(("label", None, "Windmill Lane"))
    assert title_of([*lettered, *inside], "", "", "x.pdf") == "Windmill Lane"


def test_a_common_word_in_small_letters_is_no_title_of_a_page() -> None:
    assert title_of(read(PROSE, ("heading", 6, "und"), is_laid_out=True), "", "", "seven mills.pdf") == "seven mills"


@pytest.mark.parametrize(
    ("title", "name"),
    [
        ("Regole del Gioco: Mulini", "Mulini"),
        ("ПРАВИЛА ИГРЫ “МЕЛЬНИЦА”", "МЕЛЬНИЦА"),
        ("七磨坊 规则书", "七磨坊"),
        ("Mills: a tale of corn", "Mills: a tale of corn"),
    ],
)
def test_what_says_rules_before_or_behind_is_no_part_of_the_name(title: str, name: str) -> None:
    assert own_game(title, "x.pdf")[1] == name


@pytest.mark.parametrize(
    ("language", "told"),
    [
        ("en", "Thank you for buying this game!"),
        ("en", "Designed by a team of game makers"),
        ("en", "Inspired by the old video game"),
        ("en", "This is the second edition of the game"),
        ("en", "This is a card game about corn."),
        ("en", "Winner of the game"),
        ("en", "Congratulations on your new game."),
        ("en", "Scoring is the same for each game."),
        ("en", "Victory is a game away."),
        ("de", "Dieses Spiel ist ein Kartenspiel."),
        ("es", "Bruma es una ficha negra."),
    ],
)
def test_a_sentence_that_only_mentions_a_game_names_none(language: str, told: str) -> None:
    lines: list[Line] = [("heading", 1, "Zorvath!"), ("paragraph", None, told)]
    passages = [
        PassageRead(one.passage.model_copy(update={"language": language}), 1, one.regions) for one in read(*lines)
    ]
    assert title_of(passages, "", "", "x.md") == "Zorvath!"


@pytest.mark.parametrize("told", ["Mlýnek je karetní hra.", "Mlýnek to gra planszowa.", "Mlýnek est un jeu de cartes."])
def test_a_name_is_told_by_what_it_is_in_many_languages(told: str) -> None:
    lines: list[Line] = [("heading", 1, "Rules"), ("paragraph", None, told)]
    assert title_of(read(*lines), "", "", "x.md") == "Mlýnek"


def test_a_real_heading_goes_before_a_guessed_name_unless_the_text_says_only_the_name() -> None:
    told: Line = ("paragraph", None, "Mühlenbach ist ein Kartenspiel.")
    assert title_of(read(("heading", 1, "Zorvath"), told), "", "", "x.md") == "Zorvath"
    again: list[Line] = [("paragraph", None, f"In Mühlenbach mahlt {who} Korn.") for who in ("Anna", "Otto")]
    assert title_of(read(("heading", 1, "Am Wasser entlang"), told, *again), "", "", "x.md") == "Mühlenbach"


@pytest.mark.parametrize(
    ("title", "language", "name"),
    [
        ("Mlýnek - Komplette Regler", "da", "Mlýnek"),
        ("Reglamento Completo - Torre de Vidrio", "es", "Torre de Vidrio"),
        ("Seven Mills: The Flood", "en", "Seven Mills: The Flood"),
        ("Seven Mills: Manual of Zorvath", "en", "Seven Mills: Manual of Zorvath"),
    ],
)
def test_a_common_word_beside_one_for_rules_is_no_part_of_the_name(title: str, language: str, name: str) -> None:
    assert own_game(title, "x.pdf", language)[1] == name


def test_a_cover_that_sets_the_name_in_two_lines_is_one_title_where_the_text_says_so() -> None:
    cover: list[Line] = [("heading", 1, "SEVEN"), ("heading", 1, "MILLS")]
    told: Line = ("paragraph", None, "The miners of the Seven Mills take corn.")
    assert title_of(read(*cover, told, is_laid_out=True), "", "", "x.pdf") == "SEVEN MILLS"
    assert title_of(read(*cover, PROSE, is_laid_out=True), "", "", "x.pdf") == "SEVEN"


def test_a_greeting_and_a_hardly_read_heading_are_no_titles() -> None:
    assert title_of(read(("heading", 1, "Hello!"), PROSE), "", "", "mills.md") == "mills"
    badly, told = read(("heading", 1, "vie aep"), PROSE, is_laid_out=True)
    doubtful = PassageRead(badly.passage.model_copy(update={"confidence": 0.4}), 1, badly.regions)
    assert title_of([doubtful, told], "", "", "mills.pdf") == "mills"


@pytest.mark.parametrize(
    ("file_name", "plain"),
    [
        ("mills.de.pdf", "mills.pdf"),
        ("mills-de.pdf", "mills.pdf"),
        ("mills-it.pdf", "mills-it.pdf"),
        ("de.pdf", "de.pdf"),
    ],
)
def test_the_mark_of_its_language_is_no_part_of_a_file_s_name(file_name: str, plain: str) -> None:
    assert without_language(file_name, "de") == plain
