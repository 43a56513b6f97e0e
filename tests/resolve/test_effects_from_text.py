"""What is printed on a card becomes its effect: from figures and sheets, in every language, number by number."""

from collections.abc import Callable

import pytest
from sqlmodel import Session, col, select

from db.load import forget_document
from ingest.printed_effects import lay, read_effects
from ingest.resolve.run import resolve_game
from schema.cards import Card, CardText, Effect
from schema.claims import Claim, Conflict, Finding
from schema.documents import Passage
from schema.notation import Line
from schema.pack import Pack

Resolve = Callable[..., Session]

CIPHER_CS = "Rozluštěná šifra\n\nOdkryj dvě příští karty událostí.\n\nVyřaď jednu z nich ze hry."
CIPHER_PL = "Zaszyfrowana wiadomość\n\n~ Obejrzyj dwie następne karty wydarzeń.\n\nUsuń jedną z nich."
HIDING_CS = """\
Zátah na pašeráky

Odhoď 4 žetony skrytého vybavení.

Odhoď 3 vybavení z desky některého spiklence. Jsi propuštěn s podezřením na úrovni Extrémní.

Hoď kostkou a vyhodnoť výsledek. Jsi-li Bázlivý nebo Váhající, platí horší výsledek.

Jsi propuštěn s podezřením na úrovni Vysoké.

Jsi propuštěn s podezřením na úrovni Vysoké.

Zvyš vojenskou podporu o 1.

Zvyš vojenskou podporu o 2.

Zvyš vojenskou podporu o 5.
"""
GUNMAN_PL = """\
Samotny strzelec

Bądź na polu z Hitlerem.

Twoja determinacja to brawurowy.

[ [ Wehrmacht

[ Broń

\ue001 Odznaka
"""
GUNMAN_CS = """\
Osamělý střelec

Buď s Hitlerem na téže lokaci.

Musíš mít motivaci alespoň Hazardér.

Wehrmacht

Zbraně

Odznak
"""


def lines_of(opened: Session, code: str) -> list[tuple[str, str]]:
    """Notation and origin of a card's effects in order."""
    query = select(Effect).join(Card, col(Card.id) == Effect.owner_id).where(Effect.owner_kind == "card")
    effects = opened.exec(query.where(Card.code == code).order_by(col(Effect.edition_id), col(Effect.seq))).all()
    return [(effect.notation, effect.origin) for effect in effects]


def conflicts(opened: Session, subject: str) -> set[tuple[str, str, str]]:
    query = select(Conflict).where(Conflict.subject == subject)
    return {(c.kind, c.attribute, c.chosen_value) for c in opened.exec(query)}


@pytest.fixture(scope="module")
def known(games: dict[str, Pack]) -> dict[str, list[Line]]:
    pack = games["black-orchestra"]
    parse = pack.vocabulary().parse
    return {card.code: [parse(e) for e in card.effects] for file in pack.cards for card in file.card}


@pytest.mark.parametrize(
    ("language", "code", "words", "lines"),
    [
        ("en", "cover-story", "All conspirators in your space: -3 suspicion.", ["action: suspicion here -3"]),
        ("en", "cover-story", "Action: -2 suspicion (any conspirator).", ["action: suspicion any -2"]),
        ("en", "quick-reaction", "You reroll two dice.", ["any-time if during plot: reroll 2"]),
        ("en", "airplane-access", "Move to any open space.", ["action: move self anywhere"]),
        ("cs", "fall-of-kiev", "Zvyš vojenskou podporu o 4.", ["event: military-support +4"]),
        ("pl", "fall-of-kiev", "Zmniejsz poparcie militarne o 1.", ["event: military-support -1"]),
        ("it", "fall-of-kiev", "Aumenta il supporto militare di 3.", ["event: military-support +3"]),
        ("cs", "fall-of-kiev", "Deště zdrží postup na východ.", None),
    ],
)
def test_words_are_read_with_the_numbers_they_print(
    games: dict[str, Pack], known: dict[str, list[Line]], language: str, code: str, words: str, lines: list[str] | None
) -> None:
    read = read_effects(words, games["black-orchestra"].phrasebook(language), known[code])
    assert (list(map(str, read.lines)) if read else None) == lines


def test_clauses_that_the_card_does_not_have_are_left_over(
    games: dict[str, Pack], known: dict[str, list[Line]]
) -> None:
    words = "Raise military support by 2. Raise military support by 1."
    laid = lay(words, games["black-orchestra"].phrasebook("en"), known["fall-of-kiev"])
    assert [str(one.clause) for one in laid.extra] == ["military-support +1"]
    assert not laid.is_whole()


def test_a_pictured_card_becomes_notation_with_its_passage(resolve: Resolve) -> None:
    opened = resolve("black-orchestra", "2nd", cs=CIPHER_CS, pl=CIPHER_PL)
    assert lines_of(opened, "deciphered-message") == [("action: look at 2 events; may remove seen event", "rulebook")]
    effect = opened.exec(select(Effect).where(col(Effect.passage_id).is_not(None))).one()
    passage = opened.get(Passage, effect.passage_id)
    assert passage is not None
    assert passage.text in CIPHER_CS + CIPHER_PL
    bodies = {text.language: text.body for text in opened.exec(select(CardText).where(CardText.body != ""))}
    assert bodies.keys() == {"cs", "pl"}
    assert "dvě příští karty" in bodies["cs"]
    assert conflicts(opened, "card:deciphered-message") == set()


def test_a_changed_number_changes_the_effect_and_what_hangs_on_it(resolve: Resolve) -> None:
    opened = resolve("black-orchestra", "2nd", cs=HIDING_CS)
    rolled = "release self at high if rolled target; release self at high if rolled 3"
    assert [line for line, _ in lines_of(opened, "raid-on-the-hiding-places")] == [
        "option a: discard 4 items",
        "option b: discard any 3 item if has 3 item; release self at extreme",
        f"option c: roll to resist; {rolled}; military-support +1 if rolled 2; military-support +2 if rolled 1; "
        "military-support +5 if rolled eagle",
    ]


def test_the_print_goes_before_the_list_and_the_difference_is_kept(resolve: Resolve) -> None:
    opened = resolve("black-orchestra", "2nd", cs=CIPHER_CS.replace("dvě příští", "tři příští"))
    chosen = "action: look at 3 events; may remove seen event"
    assert lines_of(opened, "deciphered-message") == [(chosen, "rulebook")]
    assert conflicts(opened, "card:deciphered-message") == {("list", "effect.1", chosen)}


def test_languages_that_print_different_numbers_are_in_conflict(resolve: Resolve) -> None:
    opened = resolve("black-orchestra", "2nd", cs=CIPHER_CS, pl=CIPHER_PL.replace("dwie", "cztery"))
    assert "translation" in {kind for kind, _, _ in conflicts(opened, "card:deciphered-message")}


def test_signs_lost_in_one_language_come_from_the_other(resolve: Resolve) -> None:
    opened = resolve("black-orchestra", "2nd", cs=GUNMAN_CS, pl=GUNMAN_PL)
    claimed = select(Claim).where(Claim.subject == "card:lone-gunman", Claim.attribute == "effect.2")
    values = {claim.language: claim.value for claim in opened.exec(claimed) if claim.origin == "rulebook"}
    assert values == {"cs": "bonus if wehrmacht: dice +2", "pl": "bonus if wehrmacht: dice +2"}


def test_an_edition_that_prints_otherwise_has_lines_of_its_own(resolve: Resolve) -> None:
    opened = resolve("black-orchestra", "2nd", pl=GUNMAN_PL)
    lines = lines_of(opened, "lone-gunman")
    assert ("bonus if wehrmacht: dice +1", "card-list") in lines
    assert ("bonus if wehrmacht: dice +2", "rulebook") in lines


def test_a_forgotten_document_gives_the_card_back_to_its_list(resolve: Resolve, games: dict[str, Pack]) -> None:
    opened = resolve("black-orchestra", "2nd", cs=CIPHER_CS.replace("dvě příští", "tři příští"))
    forget_document(opened, "cs.md")
    resolve_game(opened, "black-orchestra", games["black-orchestra"])
    assert lines_of(opened, "deciphered-message") == [("action: look at 2 events; may remove seen event", "card-list")]
    assert conflicts(opened, "card:deciphered-message") == set()


@pytest.mark.parametrize(
    ("game", "text", "code", "line"),
    [
        (
            "resist",
            "Účinek Ženisty přidá ostatním nepřátelům +3 k obraně.",
            "engineer-2",
            "defend: defence others-here +3",
        ),
        (
            "operation-barclay",
            "Kdo zahraje kartu špionky, dobere si 4 karty z balíčku zpravodajských služeb a jednu si nechá.",
            "pink-5",
            "play face-up: look 4 intelligence; keep 1; rest defector",
        ),
    ],
)
def test_a_number_that_a_rulebook_states_reaches_the_card(
    resolve: Resolve, game: str, text: str, code: str, line: str
) -> None:
    opened = resolve(game, "1st", cs=text)
    assert lines_of(opened, code) == [(line, "rulebook")]


def test_a_card_whose_words_say_nothing_known_is_a_finding(resolve: Resolve, games: dict[str, Pack]) -> None:
    opened = resolve("black-orchestra", "2nd", cs=CIPHER_CS)
    text = opened.exec(select(CardText).where(CardText.body != "")).one()
    text.body = "Kdo to rozluští, ten ví."
    resolve_game(opened, "black-orchestra", games["black-orchestra"])
    finding = opened.exec(select(Finding).where(Finding.kind == "unread-card")).one()
    assert "Rozluštěná šifra" in finding.message
    assert "cs.toml" in finding.message
    assert lines_of(opened, "deciphered-message")[0][1] == "card-list"


@pytest.mark.parametrize(
    "code", ["reserve-equipment", "deciphered-message", "lone-gunman", "raid-on-the-hiding-places"]
)
def test_cards_printed_in_the_real_rulebooks_come_out_complete(
    resolved_seeds: Session, games: dict[str, Pack], code: str
) -> None:
    listed = next(c for file in games["black-orchestra"].cards for c in file.card if c.code == code)
    assert lines_of(resolved_seeds, code) == [(effect, "rulebook") for effect in listed.effects]
    languages = select(CardText.language).join(Card, col(Card.id) == CardText.card_id)
    printed = languages.where(Card.code == code, CardText.origin == "rulebook")
    assert set(resolved_seeds.exec(printed)) == {"cs", "pl"}
    assert conflicts(resolved_seeds, f"card:{code}") == set()
    assert not resolved_seeds.exec(select(Finding).where(Finding.kind == "unread-card")).all()
