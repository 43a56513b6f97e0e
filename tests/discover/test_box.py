"""Players, time and age are told only where a document says them without doubt."""

import pytest

from ingest.discover.box import read_box
from ingest.discover.words import number_words, words_of
from schema.reading import PassageRead


def told(passages, language: str) -> dict[str, str]:  # type: ignore[no-untyped-def]
    found = read_box(passages, words_of(language), number_words(language))
    return {read.claim.attribute: read.claim.value for read in found}


PLAYERS = {"players.least": "2", "players.most": "4"}


@pytest.mark.parametrize(
    ("language", "line", "box"),
    [
        ("en", "2–4 players", PLAYERS),
        ("en", "A game of lamps for 2 to 4 players", PLAYERS),
        ("en", "Players: 2-4", PLAYERS),
        ("ja", "プレイ人数: 2 ～ 4 人", PLAYERS),
        ("ko", "게임 인원: 2 ~ 4명", PLAYERS),
        ("zh", "人数：2-4人", PLAYERS),
        ("zh", "适合2-4名玩家", PLAYERS),
        ("ja", "2人用", {"players.least": "2", "players.most": "2"}),
        ("en", "From 2 up to 4 players can take part.", PLAYERS),
        ("en", "Number of players: 2 to 4", PLAYERS),
        ("en", "For two to four players", PLAYERS),
        ("de", "Für 2 bis 4 Spieler", PLAYERS),
        ("de", "2 - 4 Spieler ab 8 Jahren", {**PLAYERS, "age.least": "8"}),
        ("fr", "Pour 2 à 4 joueurs", PLAYERS),
        ("fr", "Nombre de joueurs : 2 à 4", PLAYERS),
        ("es", "De 2 a 4 jugadores", PLAYERS),
        ("it", "Da 2 a 4 giocatori", PLAYERS),
        ("pt", "N° de jogadores: 2 a 4", PLAYERS),
        ("cs", "Pro 2 až 4 hráče", PLAYERS),
        ("cs", "Pro dva až čtyři hráče od 10 let", {**PLAYERS, "age.least": "10"}),
        ("pl", "Gra dla 2–4 graczy", PLAYERS),
        ("pl", "Liczba graczy: 2-4", PLAYERS),
        ("nl", "2 tot 4 spelers", PLAYERS),
        ("en", "Between 2 and 4 players", PLAYERS),
        ("pt", "Um jogo para entre 2 e 4 jogadores", PLAYERS),
        ("it", "Da 2 a 4 giocatori (ideale 3-4 giocatori)", PLAYERS),
        ("es", "players: 2-4", PLAYERS),
        ("es", "Jugadores: de 2 a 4 capitanes (cada puesto puede ser de una persona o de una máquina)", PLAYERS),
        (
            "fr",
            "Un atelier en trois parties, pour une durée totale de 1h30",
            {"minutes.least": "90", "minutes.most": "90"},
        ),
        ("en", "Players: 2 (working together)", {"players.least": "2", "players.most": "2"}),
        ("en", 'Note "At a glance" Players: 2-4', PLAYERS),
        ("pt", "Cartas por jogador: 10 (o baralho inteiro)", {}),
        ("en", "2. Players take turns.", {}),
        ("en", "Sort the cards into the three Age decks.", {}),
        ("fr", "La partie dure 3 âges.", {}),
        ("es", "duration: 45", {"minutes.least": "45", "minutes.most": "45"}),
        ("es", "age range: 8+", {"age.least": "8"}),
        ("en", "Duration: 2", {}),
        ("en", "players: 2-8+", {}),
        ("en", "30–45 minutes", {"minutes.least": "30", "minutes.most": "45"}),
        ("en", "Duration: 90 min.", {"minutes.least": "90", "minutes.most": "90"}),
        ("de", "Spieldauer: ca. 60 Minuten", {"minutes.least": "60", "minutes.most": "60"}),
        ("fr", "Durée : 20-30 minutes", {"minutes.least": "20", "minutes.most": "30"}),
        ("cs", "Herní doba: 45 minut", {"minutes.least": "45", "minutes.most": "45"}),
        ("pl", "Czas gry: 60 minut", {"minutes.least": "60", "minutes.most": "60"}),
        ("it", "Durata: 45 minuti", {"minutes.least": "45", "minutes.most": "45"}),
        ("en", "Age: 8+", {"age.least": "8"}),
        ("es", "Edad: 10+", {"age.least": "10"}),
        ("fr", "À partir de 8 ans", {"age.least": "8"}),
    ],
)
def test_the_box_is_read_in_many_forms(lines, language: str, line: str, box: dict[str, str]) -> None:  # type: ignore[no-untyped-def]
    rules = ("paragraph", "…")
    passages = lines(("heading", "Lamps", 1), ("label", line), *[rules] * 20, language=language)
    assert told(passages, language) == box


@pytest.mark.parametrize(
    ("language", "line"),
    [
        ("en", "With 2-3 players remove one lamp."),
        ("en", "After 10 minutes the lamp goes out."),
        ("en", "Players 2 and 4 are a team."),
        ("en", "Each of the 3 players takes 4 lamps."),
        ("cs", "Při hře 3 až 4 hráčů odstraňte lampu."),
    ],
)
def test_a_rule_in_the_middle_is_not_the_box(lines, language: str, line: str) -> None:  # type: ignore[no-untyped-def]
    prose = ("paragraph", "…")
    passages = lines(("heading", "Lamps", 1), *[prose] * 30, ("paragraph", line), *[prose] * 30, language=language)
    assert told(passages, language) == {}


@pytest.mark.parametrize(
    ("language", "line", "players", "minutes", "age"),
    [
        ("en", "A war game for 2 players, 90 minutes, ages 14+.", "2-2", "90", "14"),
        ("en", "An adventure for one to four players aged 10 and up. Plays in about 45 minutes.", "1-4", "45", "10"),
        ("en", "2 players · 20 minutes · ages 8 and over", "2-2", "20", "8"),
        ("de", "Ein Kartenspiel für zwei Spieler ab 12 Jahren", "2-2", None, "12"),
        ("fr", "Un jeu pour 2 joueurs, 30 minutes, dès 10 ans.", "2-2", "30", "10"),
        ("es", "Un juego para 3 a 6 jugadores, a partir de 8 años, 45 minutos.", "3-6", "45", "8"),
        ("it", "Un gioco per 2 giocatori, 40 minuti, dai 12 anni in su.", "2-2", "40", "12"),
        ("cs", "Hra pro jednoho až čtyři hráče ve věku od 10 let, hrací doba cca 45 minut", "1-4", "45", "10"),
        ("pl", "Gra dla 1–4 osób w wieku od 10 lat. Czas gry: około 45 minut.", "1-4", "45", "10"),
        ("en", "Players: max 4", None, None, None),
        ("en", "A duel for 2 players who have 10 minutes each.", None, None, None),
    ],
)
def test_a_sentence_tells_the_whole_box(  # type: ignore[no-untyped-def]
    lines, language: str, line: str, players: str | None, minutes: str | None, age: str | None
) -> None:
    box = told(
        lines(("heading", "Lamps", 1), ("paragraph", line), *[("paragraph", "…")] * 20, language=language), language
    )
    least, most = box.get("players.least"), box.get("players.most")
    assert (least and f"{least}-{most}", box.get("minutes.least"), box.get("age.least")) == (players, minutes, age)


def test_where_two_are_said_none_is_believed(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(("label", "2-4 players"), ("label", "2-5 players"), *[("paragraph", "…")] * 20)
    assert told(passages, "en") == {}
    labelled = lines(("label", "Players: 2-4"), ("label", "2-5 players"), *[("paragraph", "…")] * 20)
    assert told(labelled, "en") == PLAYERS


def test_author_and_publisher_are_labelled_or_in_the_copyright_line(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(
        ("heading", "Lampy", 1),
        ("paragraph", "Autor: Jana Lampářová"),
        ("paragraph", "© 2024 Nakladatelství Maják"),
        language="cs",
    )
    assert told(passages, "cs") == {"author": "Jana Lampářová", "publisher": "Nakladatelství Maják"}


def test_figures_beside_pictures_tell_players_age_and_time(lines) -> None:  # type: ignore[no-untyped-def]
    box = {"players.least": "2", "players.most": "5", "age.least": "8", "minutes.least": "30", "minutes.most": "60"}
    assert (
        told(lines(("label", "2-5"), ("label", "8+"), ("label", "30-60’"), ("paragraph", "A long day.")), "en") == box
    )
    assert told(lines(("label", "2–5 8+ 30–60 min"), ("paragraph", "A long day.")), "en") == box
    assert told(lines(("label", "2-5"), ("label", "3-4"), ("paragraph", "A long day.")), "en") == {}


def test_another_number_of_players_speaks_against_a_range(lines) -> None:  # type: ignore[no-untyped-def]
    assert told(lines(("paragraph", "The game is for 2 players. For 3-8 players see the last page.")), "en") == {}
    assert told(lines(("paragraph", "It takes from 3 to 10 hours.")), "en") == {
        "minutes.least": "180",
        "minutes.most": "600",
    }


def test_one_number_of_players_counts_where_it_is_told_twice_and_no_other_is(lines) -> None:  # type: ignore[no-untyped-def]
    rules = [("paragraph", "Light the lamps.")] * 12
    first = ("paragraph", "Two players move their lamps.")
    last = ("paragraph", "Rules of a game for 2 players.")
    two = {"players.least": "2", "players.most": "2"}
    assert told(lines(first, *rules, last), "en") == two
    assert told(lines(first, *rules), "en") == {}
    assert told(lines(first, *rules, ("paragraph", "A variant for 3 players."), last), "en") == {}


def test_a_row_of_a_table_tells_it_where_its_cell_is_a_range(lines) -> None:  # type: ignore[no-untyped-def]
    rows = [("table", "| 👥 Players | 2–4 | at least 2 |"), ("table", "Playing time | 30 min"), ("table", "Age | 8+")]
    told_box = {**PLAYERS, "minutes.least": "30", "minutes.most": "30", "age.least": "8"}
    assert told(lines(*rows), "en") == told_box


def test_what_is_dealt_to_how_many_tells_the_players_where_it_goes_up_step_by_step(lines) -> None:  # type: ignore[no-untyped-def]
    dealt = ("table", "Cards | 7 | 6 | 5")
    assert told(lines(("table", "Players | 2 | 3 | 4"), dealt), "en") == PLAYERS
    rows = [("table", "# of players | Cards"), ("table", "2 | 7"), ("table", "3 | 6"), ("table", "4 | 5")]
    assert told(lines(*rows), "en") == PLAYERS
    assert (
        told(lines(("item", "- 2 players: 7"), ("item", "- 3 players: 6"), ("item", "- 4 players: 5")), "en") == PLAYERS
    )
    assert told(lines(("paragraph", "2 pelaajaa = 5, 3 pelaajaa = 7, 4 pelaajaa = 9."), language="fi"), "fi") == PLAYERS
    assert told(lines(("table", "Players | 2 | 4 | 6"), dealt), "en") == {}
    assert told(lines(("table", "Players | 4 | 3 | 2"), dealt), "en") == {}
    assert told(lines(("table", "Players | 2 | 3"), dealt), "en") == {}
    assert told(lines(("table", "Players | 2 | 3 | 4"), dealt, ("item", "With 6 players use two boxes.")), "en") == {}
    assert told(lines(("item", "1. Player one"), ("item", "2. Player two"), ("item", "3. Player three")), "en") == {}


def test_a_single_number_in_a_table_counts_beside_the_rest_of_the_box(lines) -> None:  # type: ignore[no-untyped-def]
    players = ("table", "**Players** | 4 (exactly)")
    time = ("table", "**Play time** | 30-40 minutes")
    box = {"players.least": "4", "players.most": "4", "minutes.least": "30", "minutes.most": "40"}
    assert told(lines(players, time), "en") == box
    assert told(lines(("table", "Players | 2"), ("table", "Cards | 7")), "en") == {}


def test_what_is_only_told_behind_needs_the_company_of_the_box(lines) -> None:  # type: ignore[no-untyped-def]
    rules = [("paragraph", "Whoever lights the last lamp passes the lantern on.")] * 30
    extra = ("paragraph", "More lamps for 5-6 players.")
    assert told(lines(*rules, extra), "en") == {}
    box = {"players.least": "5", "players.most": "6", "minutes.least": "45", "minutes.most": "45"}
    assert told(lines(*rules, extra, ("paragraph", "About 45 minutes.")), "en") == box


def test_what_tells_players_time_and_age_together_is_the_box_wherever_it_stands(lines) -> None:  # type: ignore[no-untyped-def]
    story = [("paragraph", "The harbour is dark.")] * 12
    whole = "It is for 3 to 6 players from 8 years and takes about 15 minutes."
    box = {"players.least": "3", "players.most": "6", "age.least": "8", "minutes.least": "15", "minutes.most": "15"}
    assert told(lines(*story, ("paragraph", whole), *story), "en") == box
    without_age = whole.replace(" from 8 years", "")
    assert told(lines(*story, ("paragraph", without_age), *story), "en") == {}


def test_steps_of_the_range_do_not_speak_against_it(lines) -> None:  # type: ignore[no-untyped-def]
    whole = ("paragraph", "For 2 to 6 players")
    steps = ("paragraph", "Take 30 lamps in a game of 2, 3 or 4 players and 20 in a game of 5 or 6 players.")
    box = {"players.least": "2", "players.most": "6"}
    assert told(lines(whole, steps), "en") == box
    assert told(lines(whole, ("paragraph", steps[1].replace("5 or 6", "5 to 8"))), "en") == {}


def test_numbers_between_the_marks_of_typed_text_are_read(lines) -> None:  # type: ignore[no-untyped-def]
    assert told(lines(("paragraph", "**Players:** `2-4` players")), "en") == PLAYERS


def test_in_a_book_of_several_games_the_steps_of_one_tell_nothing(lines) -> None:  # type: ignore[no-untyped-def]
    table = [("table", "Players | Lamps"), ("table", "2 | 9"), ("table", "3 | 8"), ("table", "4 | 7")]
    set_up = ("paragraph", "**SET-UP:** Light the lamps.")
    assert told(lines(set_up, *table, section="Harbour"), "en") == PLAYERS
    games = [*lines(set_up, section="Fog"), *lines(set_up, section="Ebb"), *lines(set_up, *table, section="Harbour")]
    assert told(games, "en") == {}


def test_the_front_reaches_to_the_first_heading_of_the_rules(lines) -> None:  # type: ignore[no-untyped-def]
    story = [("paragraph", "The harbour is dark.")] * 8
    range_told = ("paragraph", "A game of lamps and lies for three to six players. Some of them lie.")
    rules = [("heading", "Set-up", 2), *[("paragraph", "Light the lamps.")] * 8]
    box = {"players.least": "3", "players.most": "6"}
    assert told(lines(*story, range_told, *rules), "en") == box
    assert told(lines(*story, *rules[:1], range_told, *rules[1:]), "en") == {}


def test_a_two_player_game_is_for_two(lines) -> None:  # type: ignore[no-untyped-def]
    game = ("paragraph", "The Lamp is a quiet two-player game of light, where one of you hides and the other seeks.")
    assert told(lines(game), "en") == {"players.least": "2", "players.most": "2"}
    assert told(lines(game, ("paragraph", "It is for 3 to 5 players.")), "en") == {}


def test_under_a_heading_of_players_a_second_paragraph_is_not_joined(lines) -> None:  # type: ignore[no-untyped-def]
    base = "The game as it stands here is for two players, one of whom lights the lamps of the harbour."
    team = "For 3-8 players see the chapter of teams."
    assert told(lines(("paragraph", base), ("paragraph", team), section="Number of players"), "en") == {}
    steps = [("item", "- 2 players"), ("item", "- 3 players"), ("item", "- 4 players")]
    assert told(lines(*steps, section="Number of players"), "en") == PLAYERS


def test_so_many_or_more_is_no_number(lines) -> None:  # type: ignore[no-untyped-def]
    assert told(lines(("item", "プレイ人数: 2人以上"), language="ja"), "ja") == {}
    assert (
        told(
            lines(
                ("paragraph", "The quiz is open 24h."),
            ),
            "en",
        )
        == {}
    )


@pytest.mark.parametrize(
    ("language", "sentence"),
    [
        ("en", "For every 5 minutes a lamp burns out."),
        ("en", "Each player has 2 minutes to decide."),
        ("de", "Pro 5 Minuten erlischt eine Lampe."),
        ("en", "Time to first lamp: 15 minutes"),
        ("en", "Time to first lamp: 15 minutes, in which this chapter teaches you enough of the light to begin."),
        ("de", "Spielzeit bis zur ersten Lampe: 15 Minuten"),
        ("en", "Set-up time: 15 minutes"),
    ],
)
def test_a_time_of_something_else_is_not_that_of_the_game(lines, language: str, sentence: str) -> None:  # type: ignore[no-untyped-def]
    assert told(lines(("paragraph", sentence), language=language), language) == {}


def test_figures_behind_labels_of_a_language_without_words_are_told_by_their_signs(lines) -> None:  # type: ignore[no-untyped-def]
    given = [("paragraph", "Số người chơi: 2 - 4"), ("paragraph", "Tuổi: 10+"), ("paragraph", "Thời gian: 30'")]
    told_box = {**PLAYERS, "age.least": "10", "minutes.least": "30", "minutes.most": "30"}
    assert told(lines(*given, language="vi"), "vi") == told_box
    assert "players.least" not in told(lines(given[0], language="vi"), "vi")


def test_what_is_labelled_in_the_second_half_is_of_a_variant(lines) -> None:  # type: ignore[no-untyped-def]
    rules = [
        ("paragraph", "Whoever lights the last lamp takes the coin from the table and passes the lantern on.")
    ] * 60
    variant = ("item", "Duration: 15-25 minutes")
    assert told(lines(*rules, variant, *rules[:20]), "en") == {}
    assert told(lines(*rules[:20], variant, *rules), "en") == {"minutes.least": "15", "minutes.most": "25"}


def test_a_number_in_an_address_tells_nothing(lines) -> None:  # type: ignore[no-untyped-def]
    assert told(lines(("paragraph", "![Duration](https://badges.example/Duration-15--45%20min-orange)")), "en") == {}


def test_a_line_that_markdown_breaks_is_a_line_of_its_own(lines) -> None:  # type: ignore[no-untyped-def]
    assert told(lines(("paragraph", "Number of players: 2-4  \nIn the box of the game you find:")), "en") == PLAYERS


def test_cards_of_an_age_are_no_age_of_players(lines) -> None:  # type: ignore[no-untyped-def]
    assert told(lines(("paragraph", "Each player draws 2 Age 1 cards.")), "en") == {}


def under(lines, heading: str, *texts: str) -> list[PassageRead]:  # type: ignore[no-untyped-def]
    made = lines(("heading", heading, 1), *(("label", text) for text in texts), *[("paragraph", "…")] * 20)
    inside = range(1, len(texts) + 1)
    return [
        PassageRead(read.passage.model_copy(update={"section": heading}), 1) if at in inside else read
        for at, read in enumerate(made)
    ]


@pytest.mark.parametrize(
    ("heading", "texts", "box"),
    [
        ("Numero de jogadores:", ("2 a 4",), PLAYERS),
        ("Número de jogadores", ("Mínimo: 2", "Máximo: 4", "Sempre um número par."), PLAYERS),
        ("Jogadores", ("O jogo é para 2 jogadores.", "Com 3-4 jogadores, há equipes."), PLAYERS),
        ("Jogadores", ("O jogo é para 2 jogadores.", "Com 4-5 jogadores, há equipes."), {}),
        ("Baralho", ("Mínimo: 2", "Máximo: 4"), {}),
    ],
)
def test_what_stands_under_a_heading_of_players_tells_them(lines, heading: str, texts: tuple[str, ...], box) -> None:  # type: ignore[no-untyped-def]
    players = {key: value for key, value in told(under(lines, heading, *texts), "pt").items() if key in PLAYERS}
    assert players == box


def test_a_row_may_tell_one_number_where_label_and_cell_say_players(lines) -> None:  # type: ignore[no-untyped-def]
    four = {"players.least": "4", "players.most": "4"}
    rows = [("table", "プレイ人数 | 4人専用"), ("table", "長老 | 1人を見定める")]
    assert told(lines(*rows, language="ja"), "ja") == four


def test_a_short_sentence_that_ends_with_its_players_tells_them(lines) -> None:  # type: ignore[no-untyped-def]
    two = {"players.least": "2", "players.most": "2"}
    rules = [("paragraph", "Light the lamps.")] * 12
    assert told(lines(("paragraph", "Juego de 2 jugadores. Hay 16 piezas."), *rules, language="es"), "es") == two
    assert told(lines(("paragraph", "Con 2 jugadores se retiran 3 piezas."), *rules, language="es"), "es") == {}


def test_hours_alone_and_cells_with_labels_of_their_own_are_read(lines) -> None:  # type: ignore[no-untyped-def]
    hour = {"minutes.least": "60", "minutes.most": "60"}
    assert told(lines(("item", "* 1 hora"), *[("paragraph", "…")] * 12, language="pt"), "pt") == hour
    assert told(lines(("item", "* 1 hora depois, apague a luz"), language="pt"), "pt") == {}
    row = ("table", "**プレイ人数:** 2〜4人 | **プレイ時間:** 60分")
    assert told(lines(row, language="ja"), "ja") == {**PLAYERS, **hour}


def test_a_chapter_in_one_piece_does_not_tell_the_box(lines) -> None:  # type: ignore[no-untyped-def]
    long = "Shuffle the lamps and lay them out. " * 30 + "For 2-4 players remove one."
    assert told(lines(("paragraph", long), *[("paragraph", "…")] * 12), "en") == {}


@pytest.mark.parametrize(
    ("language", "heading", "line", "players"),
    [
        ("en", "1.2 Number of players", "Exactly 2. See the notes.", "2"),
        ("zh", "3. 玩家人数", "本游戏支持 2 名对战者。", "2"),
        ("en", "Players", "Each player has 5 cards.", None),
        ("en", "Players", "Player 1 begins and draws a card.", None),
    ],
)
def test_one_number_under_a_heading_of_players_is_theirs(  # type: ignore[no-untyped-def]
    lines, language: str, heading: str, line: str, players: str | None
) -> None:
    passages = lines(("heading", heading, 2), ("paragraph", line), language=language, section=heading)
    assert told(passages, language).get("players.most") == players


@pytest.mark.parametrize(
    ("language", "item", "players"),
    [
        ("de", "- Zwei Spieler:innen (an einem Tisch) – abwechselnd am Zug", "2"),
        ("ja", "- プレイヤー2人（2国）", "2"),
        ("en", "- 2 players: remove the red lamps", None),
        ("en", "- 2 players each draw a lamp", None),
    ],
)
def test_players_listed_among_what_is_needed_are_those_who_play(  # type: ignore[no-untyped-def]
    lines, language: str, item: str, players: str | None
) -> None:
    passages = lines(("heading", "Material", 2), ("item", item), language=language, section="Material")
    assert told(passages, language).get("players.most") == players


def test_numbers_of_players_in_a_row_are_a_range_and_shares_are_none(lines) -> None:  # type: ignore[no-untyped-def]
    assert told(lines(("paragraph", "Pour 2, 3 ou 4 joueurs."), language="fr"), "fr") == PLAYERS
    shares = [("item", "- 16 Lampen (je 4 pro Spieler bei 4 Spielern)"), ("item", "- 20 Boote (je 5 bei 4 Spielern)")]
    assert told(lines(*shares, language="de"), "de") == {}
    steps = [("item", "- 3人：12张"), ("item", "- 4人：10张"), ("item", "- 5人：9张")]
    assert told(lines(*steps, language="zh"), "zh") == {"players.least": "3", "players.most": "5"}


def test_a_number_alone_beside_the_time_is_of_the_game(lines) -> None:  # type: ignore[no-untyped-def]
    box = {"players.least": "2", "players.most": "2", "minutes.least": "25", "minutes.most": "25"}
    assert told(lines(("paragraph", "2 players · ~25 minutes · one of you saves the lamp")), "en") == box
    assert told(lines(("paragraph", "2 players · one of you saves the lamp")), "en") == {}


@pytest.mark.parametrize(
    ("language", "line", "least", "most"),
    [
        ("en", "Recommended for 6 players. Playable with a minimum of 2 players.", "2", "6"),
        ("nl", "Aantal spelers: meestal 3–6, met een maximum van 7.", "3", "7"),
        ("de", "Für 4 Spieler, mindestens 2 Spieler.", "2", "4"),
    ],
)
def test_a_bound_beyond_the_number_makes_a_range(lines, language: str, line: str, least: str, most: str) -> None:  # type: ignore[no-untyped-def]
    assert told(lines(("paragraph", line), language=language), language) == {
        "players.least": least,
        "players.most": most,
    }


def test_a_bound_of_something_else_makes_none(lines) -> None:  # type: ignore[no-untyped-def]
    line = "Lanterns is for 4 players, each with a maximum of 7 cards."
    assert "players.most" not in told(lines(("paragraph", line)), "en")


def test_the_time_beside_one_of_several_numbers_of_players_is_of_a_variant(lines) -> None:  # type: ignore[no-untyped-def]
    rules = [("paragraph", "The lamps are lit.")] * 8
    first = [("heading", "For 4 to 6 players\nPlaying time: 30 minutes", 4)]
    second = [("heading", "For 2 to 4 players\nPlaying time: from 15 minutes", 4)]
    assert "minutes.least" in told(lines(*first, *rules), "en")
    assert told(lines(*first, *rules, *second, *rules), "en") == {}


def test_each_line_of_labels_is_read_by_itself(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(("paragraph", "Nombre de joueurs : 2\nÉléments du jeu :"), language="fr")
    assert told(passages, "fr") == {"players.least": "2", "players.most": "2"}


@pytest.mark.parametrize(
    "line",
    ["3 years of 4 quarters - 12 rounds in total.", "Draw where your lamp is higher than any of age 10."],
)
def test_years_and_ages_of_the_game_are_no_age_of_players(lines, line: str) -> None:  # type: ignore[no-untyped-def]
    assert told(lines(("item", line)), "en") == {}


def test_a_player_aid_among_the_components_counts_no_player(lines) -> None:  # type: ignore[no-untyped-def]
    cover = lines(("paragraph", "A lamp game for 2 to 5 players. Ages 8 and up."))
    box = lines(("item", "1 rulebook and 1 player aid"), section="Components")
    passages = [*cover, *(PassageRead(read.passage.model_copy(update={"seq": 1}), 1) for read in box)]
    assert told(passages, "en") == {"players.least": "2", "players.most": "5", "age.least": "8"}


def test_initials_belong_to_the_name_in_a_copyright_line_and_addresses_do_not(lines) -> None:  # type: ignore[no-untyped-def]
    for line in ("© 2013 Ada B. Miller www.mills.example", "© 2013 Ada B. Miller Website: Mills.example"):
        assert told(lines(("paragraph", line)), "en") == {"publisher": "Ada B. Miller"}


@pytest.mark.parametrize(
    ("line", "box"),
    [
        ("Largest team: 5 players", {}),
        ("First addition: 3-player game", {}),
        ("Players: 3 players", {"players.least": "3", "players.most": "3"}),
        ("Lantern Road: 2–4 players", PLAYERS),
    ],
)
def test_one_number_of_players_behind_a_label_of_something_else_is_not_of_the_game(  # type: ignore[no-untyped-def]
    line: str, box: dict[str, str], lines
) -> None:
    assert told(lines(("paragraph", line)), "en") == box
