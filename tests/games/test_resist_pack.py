"""The pack of Resist!: its lists are complete, its effects can be said and read, its patterns find what texts state."""

import re
import tomllib
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.extract import extract_claims
from ingest.packs.read import Shared, read_pack
from ingest.pipeline import read_document
from schema.documents import PassageKind, PassageShape
from schema.folding import fold
from schema.pack import CardEntry, Pack
from schema.reading import PassageRead

ROOT = Path(__file__).parents[2]
GAMES = ROOT / "games"
SHARED = ROOT.parent / "shared"
LANGUAGES = ("cs", "en", "it", "pl")


@pytest.fixture(scope="module")
def pack() -> Pack:
    return read_pack(GAMES / "resist", Shared.of(GAMES))


def cards(pack: Pack, deck: str) -> list[CardEntry]:
    return [card for file in pack.cards if file.deck == deck for card in file.card]


def copies(pack: Pack, deck: str) -> int:
    return sum(card.copies for card in cards(pack, deck))


def effects(pack: Pack) -> Iterator[str]:
    yield from (effect for file in pack.cards for card in file.card for effect in card.effects)


def number(card: CardEntry, attribute: str) -> int:
    return int(card.facts[attribute])


def claims(pack: Pack, language: str, text: str, section: str = "") -> set[str]:
    """What the patterns read from a passage that follows another one."""
    return claims_of(pack, language, ["…", text], section)


def claims_of(
    pack: Pack, language: str, lines: list[str], section: str = "", kind: PassageKind = "paragraph"
) -> set[str]:
    """What the patterns read from passages one after the other."""
    shapes = [
        PassageShape(seq=seq, kind=kind, section=section, language=language, raw_text=line, text=line, confidence=1)
        for seq, line in enumerate(lines)
    ]
    read = extract_claims([PassageRead(shape, 1) for shape in shapes], pack, [language])
    return {f"{c.claim.subject} {c.claim.attribute} {c.claim.value}" for c in read}


@pytest.mark.parametrize(
    ("deck", "size"), [("maquis", 24), ("spy", 6), ("mission", 20), ("enemy", 32), ("civilian", 8)]
)
def test_a_list_has_every_card_of_its_deck(pack: Pack, deck: str, size: int) -> None:
    assert copies(pack, deck) == size


def test_missions_are_spread_over_the_eras(pack: Pack) -> None:
    eras = Counter(number(card, "era") for card in cards(pack, "mission"))
    assert eras == {1: 8, 2: 6, 3: 6}


def test_every_enemy_type_has_its_defence_values(pack: Pack) -> None:
    values: dict[str, list[int]] = defaultdict(list)
    for card in cards(pack, "enemy"):
        values[card.kind] += [number(card, "defence")] * card.copies
    assert values == {
        "counter-guerrilla": [1, 1, 2, 2, 3, 3, 4, 4],
        "military": [1, 2, 3, 4],
        "spy-master": [1, 2, 3, 4],
        "guard": [1, 1, 2, 2, 3],
        "grunt": [1, 1, 1, 2, 2],
        "jailor": [2, 3],
        "engineer": [2, 3],
        "radio-operator": [2, 3],
    }


def test_civilian_cards_show_twelve_civilians_in_all(pack: Pack) -> None:
    assert sum(number(card, "civilians") * card.copies for card in cards(pack, "civilian")) == 12


@pytest.mark.parametrize(("deck", "kind"), [("maquis", "maquis"), ("mission", "mission")])
def test_cards_and_concepts_are_the_same_list(pack: Pack, deck: str, kind: str) -> None:
    assert {card.code for card in cards(pack, deck)} == set(pack.game.concepts[kind])


def test_every_maquis_has_an_attack_on_both_sides(pack: Pack) -> None:
    assert all(set(card.facts) == {"attack.hidden", "attack.revealed"} for card in cards(pack, "maquis"))


def test_the_trigger_of_a_mission_is_its_keyword_unless_it_acts_when_chosen(pack: Pack) -> None:
    for card in cards(pack, "mission"):
        trigger = card.effects[0].split(":")[0]
        assert trigger == card.facts["keyword"] or (trigger, card.facts["keyword"]) == ("chosen", "defend")


def test_every_effect_is_notation_that_writes_back_as_it_stands(pack: Pack) -> None:
    for effect in effects(pack):
        assert str(pack.vocabulary().parse(effect)) == effect


def test_every_form_of_the_notation_is_used_by_a_card(pack: Pack) -> None:
    used = {clause.form for effect in effects(pack) for _, clause in pack.vocabulary().parse(effect).clauses()}
    assert {form for forms in pack.vocabulary().forms.values() for form in forms} == used


@pytest.mark.parametrize("language", LANGUAGES)
def test_reading_what_was_rendered_gives_the_effect_again(pack: Pack, language: str) -> None:
    book = pack.phrasebook(language)
    for effect in effects(pack):
        line = pack.vocabulary().parse(effect)
        assert book.read(book.render(line)) == line, book.render(line)


CZECH = [
    ("Obsah krabice", "31 karet makistů", {"deck:maquis size 31"}),
    ("Co je v krabici", "7 špehů a 9 civilistů", {"deck:spy size 7", "deck:civilian size 9"}),
    ("", "Balíček nepřátel tvoří 35 karet.", {"deck:enemy size 35"}),
    ("", "V krabici najdete 22 karet misí.", {"deck:mission size 22"}),
    ("", "Oba balíčky tedy mají 13 makistů.", {"deck:hidden maquis-at-start 13"}),
    ("", "Čtyři špehové se zamíchají mezi utajené makisty.", {"deck:spy start-in-hidden-deck 4"}),
    (
        "",
        "Náhodně vyřaďte 5 misí první éry, 2 mise druhé éry a 1 misi třetí éry.",
        {"deck:mission removed.era-1 5", "deck:mission removed.era-2 2", "deck:mission removed.era-3 1"},
    ),
    (
        "",
        "Z první éry vyřaďte 5 karet, z druhé éry 2 karty a ze třetí éry 1 kartu.",
        {"deck:mission removed.era-1 5", "deck:mission removed.era-2 2", "deck:mission removed.era-3 1"},
    ),
    ("", "Vyložte 5 misí lícem nahoru do řady.", {"deck:mission available-at-start 5"}),
    ("", "Vezměte si šest karet do ruky.", {"hand size 6"}),
    ("Odpočinek", "Doberte si znovu 7 karet.", {"hand size 7"}),
    ("", "Prohrajete, pokud selžete ve třech misích.", {"loss failed-missions 3"}),
    ("", "Zahynulo-li 6 či více civilistů, je konec.", {"loss civilians 6"}),
    ("", "Prohrajete, když zemře alespoň 6 civilistů.", {"loss civilians 6"}),
    ("", "25+ Významné vítězství", {"score:major-victory points.min 25"}),
    ("", "20 až 24 bodů znamená vítězství.", {"score:victory points.min 20", "score:victory points.max 24"}),
    ("", "20–24 | Vítězství", {"score:victory points.min 20", "score:victory points.max 24"}),
    ("", "Kdo splní všech 11 misí, dosáhne epického vítězství.", {"score:epic-victory missions 11"}),
    (
        "",
        "Utajená Paquita má útok 2 a prozrazený Roberto má útok 5.",
        {"maquis:paquita attack.hidden 2", "maquis:roberto attack.revealed 5"},
    ),
    ("", "Paquita: utajená 2 [icon:attack]", {"maquis:paquita attack.hidden 2"}),
    ("", "Za splnění mise Zničte železniční most získáte 3 body.", {"mission:destroy-the-railroad-bridge points 3"}),
    ("", "Největší posádka činí 6 nepřátel.", {"mission garrison.max 6"}),
    ("", "Každá karta civilistů ukazuje 0 až 4 civilisty.", {"civilian value.max 4"}),
    ("", "Ženista zvyšuje obranu ostatních nepřátel o 2.", {"enemy:engineer defence-modifier +2"}),
    ("", "Benigno jako prozrazený dává nepřátelům −2 k obraně.", {"maquis:benigno defence-modifier.revealed -2"}),
]
ENGLISH = [
    ("Components", "31 maquis cards", {"deck:maquis size 31"}),
    ("Components", "40 enemies, 9 civilian cards", {"deck:enemy size 40", "deck:civilian size 9"}),
    ("", "The box contains 22 mission cards.", {"deck:mission size 22"}),
    (
        "",
        "The hidden deck holds 13 maquis and 4 Spies.",
        {"deck:hidden maquis-at-start 13", "deck:spy start-in-hidden-deck 4"},
    ),
    (
        "",
        "Return 5 missions of the first era, 2 of the second era and 1 of the third era to the box.",
        {"deck:mission removed.era-1 5", "deck:mission removed.era-2 2", "deck:mission removed.era-3 1"},
    ),
    ("", "You begin with 5 available missions.", {"deck:mission available-at-start 5"}),
    ("", "Draw six cards into your hand.", {"hand size 6"}),
    ("", "With 3 failed missions you have lost.", {"loss failed-missions 3"}),
    ("", "You lose when at least 6 civilians have died.", {"loss civilians 6"}),
    ("", "25+ Major Victory", {"score:major-victory points.min 25"}),
    ("", "20 to 24 points is a victory.", {"score:victory points.min 20", "score:victory points.max 24"}),
    ("", "16–19 Minor Victory", {"score:minor-victory points.min 16", "score:minor-victory points.max 19"}),
    ("", "Draw with 1-15 points", {"score:draw points.min 1", "score:draw points.max 15"}),
    ("", "Completing all 11 missions is an epic victory.", {"score:epic-victory missions 11"}),
    ("", "Roberto has a revealed attack of 5.", {"maquis:roberto attack.revealed 5"}),
    (
        "",
        "Abel (hidden [icon:attack] 2, revealed [icon:attack] 3)",
        {"maquis:abel attack.hidden 2", "maquis:abel attack.revealed 3"},
    ),
    (
        "",
        "Destroy the Railroad Bridge has a defence of 9, a garrison of 4 and is worth 3 victory points.",
        {
            "mission:destroy-the-railroad-bridge defence 9",
            "mission:destroy-the-railroad-bridge garrison 4",
            "mission:destroy-the-railroad-bridge points 3",
        },
    ),
    ("", "If this is your third failed mission, you lose.", {"loss failed-missions 3"}),
    ("", "No mission has a garrison above 6.", {"mission garrison.max 6"}),
    ("", "A card shows 0, 1, 2 or 4 civilians.", {"civilian value.max 4"}),
    ("", "Engineers give other enemies +2 defence.", {"enemy:engineer defence-modifier +2"}),
    ("", "The revealed Benigno lowers the defence of enemies by 2.", {"maquis:benigno defence-modifier.revealed -2"}),
]
REMOVED = {"deck:mission removed.era-1 5", "deck:mission removed.era-2 2", "deck:mission removed.era-3 1"}
REMOVALS = [
    ("cs", "Z misí 1. éry vraťte do krabice pět karet, z 2. éry dvě karty a z 3. éry jednu kartu."),
    ("cs", "Odeberte z první éry 5 karet, z druhé éry 2 karty a ze třetí éry 1 kartu."),
    ("cs", "Pět misí první éry, dvě mise druhé éry a jedna mise třetí éry se vrátí do krabice."),
    ("cs", "Z první éry 5 karet, z druhé éry 2 karty a ze třetí éry 1 kartu vraťte do krabice."),
    ("en", "Return five era 1 missions, two era 2 missions and one era 3 mission to the box."),
    ("en", "From the first era remove 5 cards, from the second era 2 and from the third era 1."),
    ("en", "Five missions of the first era, two of the second era and one of the third era go back to the box."),
]
BOTH_SIDES = [
    ("cs", ["Abel má jako skrytý útok 2, jako odhalený 4."]),
    ("cs", ["Abel útočí silou 2, je-li skrytý, a silou 4, je-li odhalený."]),
    ("cs", ["Abel: útok 2 skrytý, 4 odhalený"]),
    ("cs", ["ABEL", "skrytá strana: útok 2", "odhalená strana: útok 4"]),
    ("cs", ["Odhalený Abel útočí silou 4, skrytý Abel jen silou 2."]),
    ("en", ["Abel's hidden side has an attack of 2; once revealed, he attacks with 4."]),
    ("en", ["Abel attacks for 2 if he is hidden and for 4 if he is revealed."]),
    ("en", ["Abel: attack 2 hidden, attack 4 revealed"]),
    ("en", ["Abel", "Hidden side: attack 2", "Revealed side: attack 4"]),
]
ONE_MISSION = [
    ("cs", ["Železniční most: posádka 4, obrana 9, body 3"]),
    (
        "cs",
        ["Železniční most", "Patří do 2. éry. Má obranu 9, brání ji posádka 4 nepřátel a její splnění vynese 3 body."],
    ),
    ("cs", ["Železniční most má obranu 9 a posádku 4 nepřátel. Za její splnění získáte 3 body."]),
    ("en", ["Railroad Bridge: garrison 4, defence 9, points 3"]),
    (
        "en",
        ["Railroad Bridge is an era 2 mission. It has a defence of 9, a garrison of 4 enemies and is worth 3 points."],
    ),
    ("en", ["Railroad Bridge", "Defence 9, garrison 4, victory points 3"]),
]
TABLES = [
    (
        "cs",
        ["Éra | Karet | Vyřadíš", "1. éra | 9 | 5", "2. éra | 7 | 2"],
        {
            "deck:mission size.era-1 9",
            "deck:mission removed.era-1 5",
            "deck:mission size.era-2 7",
            "deck:mission removed.era-2 2",
        },
    ),
    (
        "cs",
        ["Makista | Skrytý útok | Odhalený útok", "Abel | 2 | 4"],
        {"maquis:abel attack.hidden 2", "maquis:abel attack.revealed 4"},
    ),
    (
        "cs",
        ["Vítězné body | Jak boj dopadl", "25 a více | Významné vítězství.", "20–24 | Vítězství. Byli jste blízko."],
        {"score:major-victory points.min 25", "score:victory points.min 20", "score:victory points.max 24"},
    ),
    (
        "en",
        ["Result | Points", "Minor victory | 16–19", "Draw | 1–15"],
        {
            "score:minor-victory points.min 16",
            "score:minor-victory points.max 19",
            "score:draw points.min 1",
            "score:draw points.max 15",
        },
    ),
    (
        "en",
        ["Mission | Era | Garrison | Defence | Points", "Cross the Border | 2 | 3 | 7 | 4"],
        {
            "mission:cross-the-border era 2",
            "mission:cross-the-border garrison 3",
            "mission:cross-the-border defence 7",
            "mission:cross-the-border points 4",
        },
    ),
    ("en", ["Enemy | Cards | Effect", "Guard | 6 | Protects the mission"], {"enemy:guard count 6"}),
]
RESULTS = {
    "score:victory points.min 20",
    "score:victory points.max 24",
    "score:minor-victory points.min 16",
    "score:minor-victory points.max 19",
}
IN_EITHER_ORDER = [
    ("cs", "Vítězství za 20–24 bodů, nevalné vítězství za 16–19 bodů."),
    ("cs", "20–24 bodů vítězství, 16–19 bodů nevalné vítězství."),
    ("cs", "Za 20 až 24 bodů je vítězství a za 16 až 19 bodů nevalné vítězství."),
    ("en", "A victory for 20-24 points, a minor victory for 16-19 points."),
    ("en", "20–24 points is a victory, 16–19 points is a minor victory."),
    ("en", "Victory: 20 to 24 points, minor victory: 16 to 19 points."),
]
AFTER_THE_BEST = [
    ("cs", "25 bodů a více je velké vítězství, 20 až 24 bodů vítězství a 16 až 19 bodů malé vítězství."),
    ("cs", "Velké vítězství: 25 a více bodů, vítězství: 20–24 bodů, malé vítězství: 16–19 bodů."),
    ("en", "25 points or more is a major victory, 20–24 points a victory and 16–19 points a minor victory."),
    ("en", "Major victory: 25 points or more, victory: 20 to 24 points, minor victory: 16 to 19 points."),
]
SILENT = [
    ("cs", "Odhoďte jednoho nepřítele."),
    ("cs", "Doberte si dvě karty z balíčku utajených makistů."),
    ("cs", "Consuelo má sílu prozrazeného útoku 3 díky odhozenému nepříteli."),
    ("cs", "2 civilisté"),
    ("cs", "Každý balíček zvlášť zamíchejte a potom doberte 5 karet."),
    ("cs", "Zvolte si jednu dostupnou misi."),
    ("cs", "U mise Zničte železniční most leží Pěšák s obranou 1."),
    ("cs", "Přidejte jednoho špeha na odhazovací balíček utajených makistů."),
    ("cs", "Otočte lícem nahoru všechny nepřátele u jedné mise."),
    ("cs", "Odhoďte z ruky jednu kartu."),
    ("cs", "Doberte si v příštím kole o jednu kartu méně."),
    ("cs", "Otočte jednu kartu civilistů a položte ji na hřbitov."),
    ("en", "Draw two cards from the hidden deck."),
    ("en", "Consuelo has a revealed attack of 3 because of the discarded enemy."),
    ("en", "Pick one available mission."),
    ("en", "Abel gains plus 1 for each revealed maquis in play."),
    ("en", "Add a Spy to the hidden discard pile."),
    ("en", "A major victory is worth celebrating."),
    ("en", "Draw 2–3 cards."),
    ("en", "Turn one civilian card over and put it in the graveyard."),
    ("en", "Destroy the Bunker is guarded by a Grunt with defence 1."),
]


@pytest.mark.parametrize(
    ("language", "section", "text", "stated"),
    [("cs", *case) for case in CZECH] + [("en", *case) for case in ENGLISH],
)
def test_a_sentence_states_its_facts_and_no_others(
    pack: Pack, language: str, section: str, text: str, stated: set[str]
) -> None:
    assert claims(pack, language, text, section) == stated


@pytest.mark.parametrize(("language", "text"), IN_EITHER_ORDER)
def test_results_keep_their_points_whichever_is_named_first(pack: Pack, language: str, text: str) -> None:
    assert claims(pack, language, text) == RESULTS


@pytest.mark.parametrize(("language", "text"), AFTER_THE_BEST)
def test_results_keep_their_points_after_one_without_an_upper_end(pack: Pack, language: str, text: str) -> None:
    assert claims(pack, language, text) == RESULTS | {"score:major-victory points.min 25"}


@pytest.mark.parametrize(("language", "text"), REMOVALS)
def test_eras_keep_their_numbers_whichever_is_named_first(pack: Pack, language: str, text: str) -> None:
    assert claims(pack, language, text) == REMOVED


@pytest.mark.parametrize(("language", "lines"), BOTH_SIDES)
def test_each_side_of_a_maquis_keeps_its_attack(pack: Pack, language: str, lines: list[str]) -> None:
    assert claims_of(pack, language, lines) == {"maquis:abel attack.hidden 2", "maquis:abel attack.revealed 4"}


@pytest.mark.parametrize(("language", "lines"), ONE_MISSION)
def test_the_values_of_a_mission_are_told_apart(pack: Pack, language: str, lines: list[str]) -> None:
    bridge = "mission:destroy-the-railroad-bridge"
    stated = {f"{bridge} garrison 4", f"{bridge} defence 9", f"{bridge} points 3"}
    assert claims_of(pack, language, lines) - {f"{bridge} era 2"} == stated


@pytest.mark.parametrize(("language", "rows", "stated"), TABLES)
def test_a_cell_is_read_by_the_names_of_its_column_and_row(
    pack: Pack, language: str, rows: list[str], stated: set[str]
) -> None:
    assert claims_of(pack, language, rows, kind="table") == stated


def test_an_article_is_no_number(pack: Pack) -> None:
    assert claims(pack, "en", "A maquis card, an enemy card and a Spy card", "Components") == set()


@pytest.mark.parametrize(("language", "text"), SILENT)
def test_what_a_card_does_is_not_taken_for_a_fact_of_the_game(pack: Pack, language: str, text: str) -> None:
    assert claims(pack, language, text) == set()


def test_a_changed_number_changes_the_claim(pack: Pack) -> None:
    for size in (4, 9):
        assert claims(pack, "en", f"Draw {size} cards into your hand.") == {f"hand size {size}"}


def test_the_outline_speaks_without_numbers(pack: Pack) -> None:
    words = tomllib.loads((GAMES / "languages" / "en.toml").read_text(encoding="utf-8"))["numbers"]
    numbers = {fold(word) for word in words}
    assert 50 <= len(pack.rules.rule) <= 80
    for rule in pack.rules.rule:
        said = set(re.findall(r"\w+", fold(rule.summary)))
        assert not said & numbers, rule.code
        assert rule.about, rule.code


def test_the_example_round_adds_up_with_the_card_list(pack: Pack) -> None:
    example = next(e for e in pack.examples.example if e.code == "railroad-bridge")
    by_code = {card.code: card for file in pack.cards for card in file.card}
    done = [action["do"].split() for action in example.actions]
    played = {words[1]: words[2] for words in done if words[0] == "play"}
    printed = sum(number(by_code[code], f"attack.{side}") for code, side in played.items())
    revealed = sum(side == "revealed" for side in played.values())
    attack = printed + revealed + number(by_code["grunt-1"], "defence")
    left = attack - number(by_code["guard-1"], "defence")
    bridge = by_code["destroy-the-railroad-bridge"]
    stated = [action["expect"]["attack"] for action in example.actions if "expect" in action]
    assert stated == [attack, left, left - number(bridge, "defence")]
    assert example.expect["points"] == number(bridge, "points")


OUT_OF_REACH = {("mission:destroy-the-railroad-bridge", "points")}
"""Said of “this mission” without its name."""


def test_the_czech_rulebook_is_recognised_and_never_contradicted(pack: Pack) -> None:
    rulebook = next((SHARED / "seeds").glob("002*.txt"), None)
    truth_file = SHARED / "truth" / "claims.tsv"
    if rulebook is None or not truth_file.exists():
        pytest.skip("The rulebooks in ../shared are not on this machine.")
    rows = [line.split("\t") for line in truth_file.read_text(encoding="utf-8").splitlines()]
    truth = {(row[1], row[2]): row[3] for row in rows if row[0] == "002"}
    reading = read_document(rulebook, {"resist": pack}, candidates=LANGUAGES, recipe="test")
    found: dict[tuple[str, str], set[str]] = defaultdict(set)
    for read in reading.claims:
        found[read.claim.subject, read.claim.attribute].add(read.claim.value)
    assert (reading.game, reading.document.language) == ("resist", "cs")
    assert {key: found[key] for key in truth if found[key]} == {key: {truth[key]} for key in truth if found[key]}
    assert {key for key in truth if not found[key]} <= OUT_OF_REACH
