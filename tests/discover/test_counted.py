"""A counted thing is read however a list sets it; what only looks like one is none."""

import pytest

from ingest.discover.counted import read_entry
from ingest.discover.words import words_of


@pytest.mark.parametrize(
    ("language", "entry", "things"),
    [
        ("en", "24 tokens", [(24, "tokens")]),
        ("en", "• 24 × lantern tokens", [(24, "lantern tokens")]),
        ("en", "Lantern tokens: 24 (6 per colour)", [(24, "Lantern tokens")]),
        ("en", "(2) 6-sided dice | (172) lantern cards", [(2, "6-sided dice"), (172, "lantern cards")]),
        ("en", "- **24x Lantern tokens**", [(24, "Lantern tokens")]),
        ("en", "- 🏮 24 lantern tokens", [(24, "lantern tokens")]),
        ("en", "- 🛶️ 3x Boats (with a sail)", [(3, "Boats")]),
        ("en", "4 3D lanterns (2 red, 2 blue)", [(4, "3D lanterns")]),
        ("ja", "・ランタンカード 24枚", [(24, "ランタンカード")]),
        ("ja", "サイコロ：2個", [(2, "サイコロ")]),
        ("ko", "* 등불 카드 24장 (팀당 6장)", [(24, "등불 카드")]),
        ("zh", "灯笼卡牌：24张", [(24, "灯笼卡牌")]),
        ("ja", "- **ランタンカード7枚**: 港を照らす", [(7, "ランタンカード")]),
        ("ja", "### 灯台カード（170枚）", [(170, "灯台カード")]),
        ("ja", "- **2つの港ボード**（昼と夜）", [(2, "港ボード")]),
        ("ja", "- **カード**: 全64枚", [(64, "カード")]),
        ("zh", "灯笼（共252个）", [(252, "灯笼")]),
        ("zh", "一张港口地图。两个灯塔。十二张提示卡。", [(1, "港口地图"), (2, "灯塔"), (12, "提示卡")]),
        ("zh", "四个玩家面板", [(4, "玩家面板")]),
        ("zh", "一套灯笼骨牌：28 张，双面", [(28, "灯笼骨牌")]),
        ("zh", "3份灯油卡×10", [(10, "3 灯油卡")]),
        ("ko", "등불 카드 총 24장", [(24, "등불 카드")]),
        ("en", "Boats ×3, Lamps ×12 (red)", [(3, "Boats"), (12, "Lamps")]),
        ("en", "Lamps ×32 ×4 colours", [(32, "Lamps")]),
        ("en", "Lantern tokens (24): they burn one night", [(24, "Lantern tokens")]),
        ("en", "4 4-sided dice", [(4, "4-sided dice")]),
        ("en", "3-oil lamps ×10", [(10, "3-oil lamps")]),
        ("en", "a deck for all — 12 lamps, 4 boats — and more", [(12, "lamps"), (4, "boats")]),
        ("en", "1 board. 5 cards. 3 dice.", [(1, "board"), (5, "cards"), (3, "dice")]),
        ("sv", "12 st ᚦ (blixt)", [(12, "ᚦ (blixt)")]),
        ("en", "Lantern tokens (24)", [(24, "Lantern tokens")]),
        ("en", "Lantern tokens: 24", [(24, "Lantern tokens")]),
        ("en", "Lantern tokens x24", [(24, "Lantern tokens")]),
        ("en", "Lantern tokens | 24", [(24, "Lantern tokens")]),
        ("en", "24 | lantern tokens | made of wood", [(24, "lantern tokens")]),
        ("en", "1 board, 52 cards, 2 dice and 6 pawns", [(1, "board"), (52, "cards"), (2, "dice"), (6, "pawns")]),
        ("en", "4 player mats", [(4, "player mats")]),
        ("en", "60 cards (5 of each of 12 kinds)", [(60, "cards")]),
        ("en", "Deck: 108 cards (two packs with jokers)", [(108, "cards")]),
        ("cs", "9 HRÁČSKÝCH DESEK", [(9, "HRÁČSKÝCH DESEK")]),
        ("de", "2 Würfel und 5 Figuren", [(2, "Würfel"), (5, "Figuren")]),
        ("fr", "26 cartes LANTERNE,", [(26, "cartes LANTERNE")]),
        ("pl", "12 znaczników oraz 3 kości", [(12, "znaczników"), (3, "kości")]),
        ("es", "56 cartas con números del 1 al 7 y de cuatro colores muy diferentes", [(56, "cartas con números")]),
    ],
)
def test_a_thing_is_read_with_its_number(language: str, entry: str, things: list[tuple[int, str]]) -> None:
    assert [(thing.count, thing.name) for thing in read_entry(entry, words_of(language))] == things


@pytest.mark.parametrize(
    ("language", "entry"),
    [
        ("en", "2-4 players"),
        ("en", "45 minutes"),
        ("en", "10 years and up"),
        ("en", "+2 coins"),
        ("en", "−3 influence"),
        ("en", "-3 influence"),
        ("en", "3–5 cards"),
        ("en", "1943 landing"),
        ("en", "3.2 Movement"),
        ("en", "12:30 start"),
        ("en", "50% discount"),
        ("en", "No number here"),
        ("en", "Coins = Lamps × 500"),
        ("ja", "コマ: 各色1個"),
        ("ja", "- 合計112枚"),
        ("zh", "每个港口一套×4"),
        ("de", "4 Spieler"),
        ("fr", "2 à 4 joueurs"),
        ("cs", "90 minut"),
    ],
)
def test_ranges_dates_amounts_and_units_are_no_things(language: str, entry: str) -> None:
    assert read_entry(entry, words_of(language)) == ()


def test_parts_in_brackets_are_read_where_they_add_up() -> None:
    (deck,) = read_entry("25 lantern cards (14 red, 5 blue, 6 green)", words_of("en"))
    assert [(part.count, part.name) for part in deck.parts] == [(14, "red"), (5, "blue"), (6, "green")]
    assert deck.is_checked
    (wrong,) = read_entry("25 lantern cards (14 red, 5 blue, 7 green)", words_of("en"))
    assert (wrong.parts, wrong.parts_make) == ((), 26)


def test_parts_behind_a_colon_are_parts() -> None:
    (deck,) = read_entry("68 cards: 64 toy cards, 4 till cards", words_of("en"))
    assert (deck.count, [part.count for part in deck.parts]) == (68, [64, 4])


def test_a_number_inside_a_sentence_counts_under_a_heading_alone() -> None:
    sentence = "A team of 6 blue pawns."
    assert read_entry(sentence, words_of("en")) == ()
    (thing,) = read_entry(sentence, words_of("en"), is_headed=True)
    assert (thing.count, thing.name) == (6, "blue pawns")
    assert read_entry("Sail up to 4 miles per turn", words_of("en"), is_headed=True) == ()
    assert read_entry("Sail up to 4 paper boats", words_of("en"), is_headed=True) != ()
    assert read_entry("Each pawn has a force of 3.", words_of("en"), is_headed=True) == ()


def test_a_product_in_brackets_checks_the_number() -> None:
    (checked,) = read_entry("24 tokens (3 of each of 8 kinds)", words_of("en"))
    (unchecked,) = read_entry("25 tokens (3 of each of 8 kinds)", words_of("en"))
    assert (checked.is_checked, unchecked.is_checked) == (True, False)


@pytest.mark.parametrize(
    ("language", "entry", "each"),
    [
        ("en", "21 tiles per player", 21),
        ("fr", "21 tuiles par joueur", 21),
        ("de", "5 Häuser pro Spieler", 5),
        ("es", "7 fichas por jugador", 7),
    ],
)
def test_the_number_of_each_player_is_not_that_of_the_box(language: str, entry: str, each: int) -> None:
    (thing,) = read_entry(entry, words_of(language))
    assert (thing.count, thing.per) == (each, "player")


def test_the_box_and_each_player_are_told_apart_in_one_entry() -> None:
    (thing,) = read_entry("16 Städte (je 4 pro Spieler bei 4 Spielern)", words_of("de"))
    assert (thing.count, thing.per) == (16, "box")
    assert [(part.count, part.per) for part in thing.parts] == [(4, "player")]


def test_parts_behind_a_colon_or_in_brackets_may_have_their_numbers_behind() -> None:
    (tiles,) = read_entry("Tiles ×24: Meadow ×4, Plain ×12, Moor ×8", words_of("en"))
    assert [(part.count, part.name) for part in tiles.parts] == [(4, "Meadow"), (12, "Plain"), (8, "Moor")]
    (cards,) = read_entry("山札: 10枚の基本カード（油6枚、嵐2枚、船2枚）", words_of("ja"))
    assert (cards.count, [(part.count, part.name) for part in cards.parts]) == (10, [(6, "油"), (2, "嵐"), (2, "船")])


def test_what_each_player_has_is_told_in_scripts_without_spaces_too() -> None:
    (board,) = read_entry("- **個人ボード**: 各プレイヤー1枚（灯と油）", words_of("ja"))
    assert (board.count, board.name, board.per) == (1, "個人ボード", "player")


@pytest.mark.parametrize(
    ("language", "entry", "part"),
    [
        ("sv", "60 lyktkort, varav 5 stormkort", (5, "stormkort")),
        ("de", "98 Laternenkarten, bestehend aus 90 Zahlenkarten (1–15)", (90, "Zahlenkarten")),
        ("en", "60 lamp cards, among them 5 storm cards", (5, "storm cards")),
        ("en", "16 lamp cards, each with 3 symbols", None),
        ("de", "16 Laternenkarten, jede mit 3 Farben", None),
        ("en", "5 lamp cards, beside 60 storm cards", None),
    ],
)
def test_fewer_that_are_named_like_the_whole_are_its_part(
    language: str, entry: str, part: tuple[int, str] | None
) -> None:
    (whole,) = read_entry(entry, words_of(language))
    assert [(one.count, one.name) for one in whole.parts] == ([part] if part else [])


@pytest.mark.parametrize(
    ("language", "entry"),
    [
        ("en", "There are 31 pawns per side, thus: 1 duke; 10 horsemen; 20 lamps."),
        ("fr", "31 pions par pays, soit : 1 duc ; 10 cavaliers ; 20 phares."),
        ("de", "12 Würfel pro Farbe"),
        ("en", "12 lamps each in 4 colours"),
        ("fr", "4 x 12 phares"),
    ],
)
def test_a_share_of_one_side_or_colour_is_not_what_the_box_holds(language: str, entry: str) -> None:
    assert read_entry(entry, words_of(language)) == ()


def test_a_caption_behind_a_name_that_ends_in_a_number_counts_too() -> None:
    found = read_entry("20 coins of value 3 1 lamp of the first player", words_of("en"))
    assert [thing.count for thing in found] == [20, 1]


@pytest.mark.parametrize(
    ("language", "entry", "parts"),
    [
        ("hu", "20 lámpás (12 kék és 8 piros lámpás)", [(12, "kék"), (8, "piros lámpás")]),
        ("ro", "20 felinare (12 albastre și 8 felinare roșii)", [(12, "albastre"), (8, "felinare roșii")]),
        ("en", "14 role cards (Keeper, Pilot, 5 sailors, 7 smugglers)", [(5, "sailors"), (7, "smugglers")]),
        ("en", "15 role cards (Keeper, Pilot, 5 sailors, 7 smugglers)", []),
    ],
)
def test_brackets_list_parts_that_make_the_number(language: str, entry: str, parts: list[tuple[int, str]]) -> None:
    (whole,) = read_entry(entry, words_of(language))
    assert [(part.count, part.name) for part in whole.parts] == parts
