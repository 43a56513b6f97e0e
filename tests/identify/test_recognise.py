"""Which game a document is of: by names that only this game has, never by the words of every rulebook."""

from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path

import pytest

from ingest.identify.evidence import Weights
from ingest.identify.recognise import Recognised, called_again, recognise
from ingest.packs.read import read_packs
from ingest.pipeline import Options, read_document
from schema.documents import PassageKind, PassageShape
from schema.pack import Pack
from schema.reading import PassageRead

ROOT = Path(__file__).resolve().parents[2]
PACKS = read_packs(ROOT / "games")
LANGUAGES = ("cs", "en", "it", "pl")

STRANGERS = {
    "en": (
        "Each player draws five event cards. On your turn take up to three actions: move your pawn to another space, "
        "draw a card, play a card or roll the dice. The stage ends when the deck is empty. Whoever has the most "
        "victory points wins the game; the player board shows your level, your items and your role."
    ),
    "cs": (
        "Každý hráč si lízne pět karet událostí. Ve svém tahu proveď až tři akce: přesuň figurku na jiné pole, lízni "
        "si kartu, zahraj kartu nebo hoď kostkami. Období končí, když dojde balíček. Kdo má nejvíc vítězných bodů, "
        "vyhrává; na desce hráče je jeho úroveň, vybavení a role."
    ),
    "pl": (
        "Każdy gracz dobiera pięć kart wydarzeń. W swojej turze wykonaj do trzech akcji: przesuń pionek na inne pole, "
        "dobierz kartę, zagraj kartę lub rzuć kośćmi. Etap kończy się, gdy wyczerpie się talia. Wygrywa gracz, który "
        "ma najwięcej punktów zwycięstwa; plansza gracza pokazuje poziom, przedmioty i rolę."
    ),
    "it": (
        "Ogni giocatore pesca cinque carte evento. Nel tuo turno svolgi fino a tre azioni: muovi la pedina in un altro "
        "spazio, pesca una carta, gioca una carta o tira i dadi. La fase termina quando il mazzo è vuoto. Vince chi ha "
        "più punti vittoria; la plancia del giocatore mostra livello, oggetti e ruolo."
    ),
}
CARD = "Whoever enters the Deutschlandhalle may draw a card."


def passages(*texts: str, kind: PassageKind = "paragraph") -> list[PassageRead]:
    shapes = [
        PassageShape(seq=seq, kind=kind, language="und", raw_text=text, text=text, confidence=1)
        for seq, text in enumerate(texts)
    ]
    return [PassageRead(shape, 1) for shape in shapes]


def told(texts: Sequence[str], packs: dict[str, Pack] = PACKS, **options: str) -> Recognised:
    return recognise(passages(*texts), packs, LANGUAGES, file_name="book.txt", **options)  # type: ignore[arg-type]


@pytest.mark.parametrize("language", STRANGERS)
@pytest.mark.parametrize("times", [1, 40])
def test_words_of_the_trade_tell_no_game_however_often_they_stand_there(language: str, times: int) -> None:
    found = told([STRANGERS[language]] * times)
    assert found.game not in PACKS
    assert found.language == language


@pytest.mark.parametrize("code", PACKS)
def test_a_page_of_a_games_own_names_is_of_that_game_and_says_so(code: str) -> None:
    pack = PACKS[code]
    names = [name for names in pack.names("en").values() for name in names if " " in name][:12]
    found = told([f"It is about {name} here." for name in names] + [pack.languages["en"].titles[0]])
    assert found.game == code
    assert found.evidence.startswith(f"Names of {code} stand in it: {pack.languages['en'].titles[0]}, ")


def test_a_name_here_and_there_is_too_little_and_the_nearest_game_is_kept_as_runner_up() -> None:
    found = told([STRANGERS["en"], CARD])
    assert (found.game, found.runner_up) == ("book", "black-orchestra")
    assert "of black-orchestra there are Deutschlandhalle" in found.evidence


THEMES = {
    "a history": (
        "Claus von Stauffenberg carried explosives to the Wolfsschanze; Ludwig Beck and Friedrich Olbricht waited in "
        "Berlin, Henning von Tresckow at Smolensk.",
        "Hans Oster and Admiral Canaris of the Abwehr had kept contact with Carl Goerdeler. Himmler and the Ministry "
        "of Propaganda heard of it from Paris and Stockholm; few generals gave military support.",
    ),
    "another game": (
        "You are officers against Hitler. Stauffenberg, Tresckow, Beck and Olbricht are your characters; Göring, "
        "Himmler, Goebbels and Bormann guard him. From Berlin you go to Munich, Paris, Prague or the Wolfsschanze.",
        "There are 72 cards, 20 wooden cubes and a die. You have four actions; a plan needs seven points of support.",
    ),
}


@pytest.mark.parametrize("texts", THEMES.values(), ids=THEMES)
def test_cities_and_persons_of_history_do_not_make_a_document_the_games(texts: tuple[str, ...]) -> None:
    found = told(["The twentieth of July", *texts])
    assert found.game not in PACKS
    assert found.runner_up == "black-orchestra"


def test_a_small_document_is_of_its_neighbours_game_where_it_shows_something_of_it() -> None:
    found = told([CARD], beside="black-orchestra")
    assert found.game == "black-orchestra"
    assert found.evidence.endswith("The other documents in its folder are of that game.")
    assert told([CARD], beside="resist").game not in PACKS, "it shows nothing of that game"
    assert told([STRANGERS["en"]], beside="black-orchestra").game not in PACKS, "it shows nothing of any"
    assert told([CARD, *[STRANGERS["en"]] * 20], beside="black-orchestra").game not in PACKS, "it is a book"


def test_a_game_of_everyday_names_is_recognised_by_its_title_alone() -> None:
    orchard = read_packs(ROOT / "tests" / "tiny_games")["orchard"]
    by_title = orchard.game.model_copy(update={"recognised_by": "title"})
    packs = {"orchard": replace(orchard, game=by_title)}
    names = [
        "The Garden Gate leads to the Old Well.",
        "The head gardener has fruit cards and weather cards.",
        "Beehive",
    ]
    assert told(names, {"orchard": orchard}).game == "orchard"
    assert told(names, packs).game == "book"
    assert told(["The Walled Orchard", STRANGERS["en"]], packs).game == "orchard"
    assert (
        told([*names, "We also love The Walled Orchard, of which more can be told another day."], packs).game
        != "orchard"
    )


def test_a_title_of_one_word_with_its_sign_may_be_set_off_from_what_the_sheet_is() -> None:
    sheet = "Page 4: draw 5 cards, not 6."
    assert told(["Resist! – errata", sheet]).game == "resist"
    assert told(["Resist: errata", sheet]).game != "resist"
    assert told(["Errata – do not resist!", sheet]).game != "resist"


@pytest.mark.parametrize("code", sorted(PACKS))
def test_a_title_that_goes_on_with_a_proper_word_is_another_title(code: str) -> None:
    for language in PACKS[code].languages.values():
        for title in language.titles:
            assert told([f"{title} Squadron", STRANGERS["en"]]).game != code
            assert told([f"{title} Squadron Rules", STRANGERS["en"]]).game != code


@pytest.mark.parametrize(
    "line",
    [
        "{} Rules",
        "{} – Squadron Games",
        "{} Second Edition",
        "{}: Pravidla hry",
        "Rules of {}",
        "{} Errata",
        "{} card game",
    ],
)
def test_a_title_that_goes_on_with_what_documents_are_called_is_the_games(line: str) -> None:
    for code in ("black-orchestra", "operation-barclay", "harvest-fair"):
        assert told([line.format(PACKS[code].languages["en"].titles[0]), "Draw 2 cards."]).game == code


@pytest.mark.parametrize(
    "title", ["Opravy", "Opravy a doplňky", "Sprostowanie", "Poprawki", "Rettifiche", "Correzioni", "Corrigenda"]
)
def test_a_title_that_tells_of_corrections_makes_a_sheet_of_errata(title: str) -> None:
    assert told(["Black Orchestra", title, "4 → 3"]).kind == "errata"


@pytest.mark.parametrize(
    "line",
    [
        "Resist! – the rules as I teach them at our club: errata for version six",
        "Resist! corrections, with thanks",
    ],
)
def test_a_title_with_its_sign_is_told_at_the_head_of_a_long_line_and_before_what_documents_are_called(
    line: str,
) -> None:
    assert told([line, "Hand: was 7, is 6."]).game == "resist"


@pytest.mark.parametrize(
    "line", ["Resist! You may draw a card.", "Resist! – roll the die for each enemy that stands beside you"]
)
def test_a_word_with_its_sign_in_the_text_of_another_game_is_no_title(line: str) -> None:
    assert told([line, STRANGERS["en"]]).game not in PACKS


@pytest.mark.parametrize(
    ("line", "edition"),
    [
        ("Orchestra Nera, prima edizione: errata", "1st"),
        ("Black Orchestra errata, 2nd edition", "2nd"),
        ("Orchestra Nera, 1ª ed. – errata", "1st"),
        ("Czarna Orkiestra, I wydanie – errata", "1st"),
        ("Czarna Orkiestra 2ed – errata", "2nd"),
        ("Černá kapela, 1. vyd. – errata", "1st"),
        ("Orchestra Nera – errata 1 ed 2", None),
    ],
)
def test_a_sheet_of_corrections_says_at_its_head_of_which_edition_it_speaks(line: str, edition: str | None) -> None:
    body = "Il dossier contiene sette carte; nella seconda edizione resta così. The first edition keeps 5."
    assert told([line, body], game="black-orchestra").edition == edition


def test_what_answers_and_corrects_is_a_sheet_of_corrections() -> None:
    assert told(["Black Orchestra: FAQ and errata"], game="black-orchestra").kind == "errata"


def test_what_a_person_said_goes_before_what_is_recognised() -> None:
    given = told([STRANGERS["en"]], game="black-orchestra")
    assert (given.game, given.evidence) == ("black-orchestra", "A person said that it is black-orchestra.")
    named = told([CARD], game="The Seven Mills")
    assert (named.game, named.game_name) == ("the-seven-mills", "The Seven Mills")


def test_a_taught_game_in_a_language_without_a_pack_keeps_its_language() -> None:
    title, *names = "Black Orchestra", "Deutschlandhalle", "Wolfsschanze", "Stauffenberg", "Goebbels", "Himmler"
    sentence = "Jeder Spieler nimmt eine Figur, legt sie auf das Feld und zieht danach zwei Karten vom Stapel: {}."
    found = told([title, *(sentence.format(f"zuerst {name}") for name in names)])
    assert (found.game, found.language) == ("black-orchestra", "de")


PLAYED_DE = (
    "Jeder Spieler zieht zwei Karten und bewegt seine Figur. In deinem Zug darfst du drei Aktionen ausführen. Ein "
    "Spieler muss seine Karten ablegen, wenn die Runde endet."
)
TOLD_DE = (
    "Der Kreis bestand aus Offizieren und Beamten, die seit Jahren miteinander bekannt waren und sich in Wohnungen der "
    "Stadt trafen. Ihre Briefe wurden erst lange nach dem Krieg gefunden und in mehreren Bänden herausgegeben."
)
NAMED_DE = "Es ging um Hitler, Himmler, Goebbels, Bormann, Hess, Canaris, Beck, Oster, Goerdeler, Prag und Warschau."


@pytest.mark.parametrize(("text", "game"), [(PLAYED_DE, "black-orchestra"), (TOLD_DE, "")])
def test_a_title_with_many_names_of_the_world_makes_a_game_only_of_a_book_that_speaks_of_play(
    text: str, game: str
) -> None:
    heading = [
        replace(read, passage=read.passage.model_copy(update={"level": 1}))
        for read in passages("Black Orchestra", kind="heading")
    ]
    body = [
        replace(read, passage=read.passage.model_copy(update={"seq": 1}))
        for read in passages(" ".join([NAMED_DE, *[text] * 40]))
    ]
    found = recognise([*heading, *body], PACKS, LANGUAGES, file_name="buch.txt")
    assert (found.game if not found.game_name else "", found.language) == (game, "de")


def test_a_longer_document_must_show_more() -> None:
    weights = Weights()
    assert weights.wanted(100) == weights.wanted(weights.page) == weights.least
    assert weights.wanted(8 * weights.page) == weights.least + 3 * weights.growth


@pytest.mark.parametrize(("under", "kind"), [(2, "rulebook"), (40, "cards")])
def test_a_heading_names_the_kind_of_a_document_only_where_most_stands_under_it(under: int, kind: str) -> None:
    """A rulebook with a section called “Card list” is no list of cards."""
    texts: list[tuple[str, PassageKind, str]] = [("Rules", "heading", ""), ("Card list", "heading", "Rules")]
    texts += [("A line of the list.", "paragraph", "Rules / Card list")] * under
    texts += [("Set-up", "heading", "Rules")] + [("A rule of the game.", "paragraph", "Rules / Set-up")] * 20
    shapes = [
        PassageShape(seq=seq, kind=what, language="en", section=section, raw_text=text, text=text, confidence=1)
        for seq, (text, what, section) in enumerate(texts)
    ]
    read = [PassageRead(shape, 1) for shape in shapes]
    assert recognise(read, PACKS, LANGUAGES, file_name="book.md", game="resist").kind == kind


def test_a_title_is_told_again_when_its_letters_are_put_right() -> None:
    """As TeX's old fonts give them, which stand for their letters by the places of another encoding."""
    before = passages("Budowanie mªynów", kind="heading")
    after = passages("Budowanie młynów", kind="heading")
    found = recognise(before, {}, ["pl"], file_name="x.pdf")
    told = called_again(found, before, after, "x.pdf", is_given=False)
    assert (told.title, told.game_name, told.game) == ("Budowanie młynów", "Budowanie młynów", "budowanie-mlynow")
    assert called_again(found, before, after, "x.pdf", is_given=True).game == found.game
    assert called_again(replace(found, title="Młyny"), before, after, "x.pdf", is_given=False).title == "Młyny"


FAULTY = """# {title}: a letter

We are sorry: three of the numbers in the booklet are wrong, and this is what they should be.

Page 2 is wrong about the dice. There are 12 dice, not 14.

On page 3 the right number of pawns is 5 instead of 6. The table is wrong in the same way.
"""


def test_a_title_is_known_as_a_part_between_marks_and_a_letter_full_of_faults_is_errata(
    games: dict[str, Pack], tmp_path: Path
) -> None:
    text = FAULTY.format(title="The Black Band and its friends (Black Orchestra), after ten years")
    (tmp_path / "letter.md").write_text(text, encoding="utf-8")
    reading = read_document(tmp_path / "letter.md", games, candidates=("en",), recipe="r", options=Options())
    assert (reading.game, reading.document.kind) == ("black-orchestra", "errata")
