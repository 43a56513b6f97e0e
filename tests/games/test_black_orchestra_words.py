"""The words of Black Orchestra: sentences of our own state their facts, in four languages and in either order."""

from collections.abc import Iterator
from itertools import product
from pathlib import Path

import pytest

from ingest.extract import extract_claims
from ingest.packs.read import Shared, read_pack
from schema.documents import PassageShape
from schema.notation import SLOT, slot_kinds
from schema.pack import Pack
from schema.reading import PassageRead
from schema.wording import Text

GAMES = Path(__file__).resolve().parents[2] / "games"
LANGUAGES = ("cs", "en", "it", "pl")
UNSPOKEN = {("action", "play"), ("action", "use-ability")}
"""Actions of the first edition only, which Czech and Polish never printed."""

SENTENCES = {
    "cs": [
        (
            "Balíček spiklenců má 47 karet: 20 běžných, 16 ilegálních a 11 plánů atentátu.",
            {
                "deck:conspirator size 47",
                "deck:conspirator size.normal 20",
                "deck:conspirator size.illegal 16",
                "deck:conspirator size.plot 11",
            },
        ),
        ("Z každého balíčku událostí vraťte do krabice čtyři náhodné karty.", {"deck:event removed-per-stage 4"}),
        ("Vojenská podpora nikdy nestoupne nad 8.", {"track:military-support max 8"}),
        ("Kdo je Bázlivý, smí mít nejvýše tři karty.", {"dossier limit.timid 3"}),
        ("Ve svém tahu máte čtyři akce.", {"turn actions 4"}),
        ("Každá orlice zvýší podezření všech na lokaci o 2.", {"action:conspire eagle.suspicion +2"}),
        ("Hitler vám sníží motivaci o 2.", {"leader:hitler penalty.motivation -2"}),
        (
            "Kdo vstoupí do Paříže, sníží si podezření o 4 a zvýší vojenskou podporu o 2.",
            {"location:paris enter.suspicion -4", "location:paris enter.military-support +2"},
        ),
        ("Riga je uzavřena až do období 2.", {"location:riga opens-in-stage 2"}),
        ("Jed: −4 podezření (lze rozdělit).", {"delivery:poison split -4"}),
        ("V období 3: −5 podezření za jakékoli vybavení (jen ty).", {"delivery:any self.if-stage-3 -5"}),
        ("Za splnění podmínek plánu dostanete dvě kostky.", {"plot base-dice 2"}),
    ],
    "pl": [
        (
            "W pudełku znajdziecie 44 karty konspiracji, 70 kart wydarzeń, 21 kart przesłuchań i jedenaście kości.",
            {
                "deck:conspirator size 44",
                "deck:event size 70",
                "deck:interrogation size 21",
                "component:die count 11",
            },
        ),
        ("Z każdego etapu odłóżcie bez podglądania cztery karty.", {"deck:event removed-per-stage 4"}),
        ("Najwyższa wartość poparcia militarnego to 9.", {"track:military-support max 9"}),
        ("Gdy na torze sprzeciwu leży pięć kości, wybierz nagrodę.", {"track:dissent size 5"}),
        ("Tura daje pięć akcji.", {"turn actions 5"}),
        ("Hess zabiera ci dwie karty.", {"leader:hess penalty.discard-card 2"}),
        ("Praga otwiera się w etapie 4.", {"location:prague opens-in-stage 4"}),
        ("Dostarczenie mapy zmniejsza twoje podejrzenie o 3.", {"delivery:map self -3"}),
        (
            "Dowolny przedmiot: -3 podejrzenie, tylko ty, jeśli jesteś z Abwehry.",
            {"delivery:any self.if-abwehr -3"},
        ),
        ("Przy niskim podejrzeniu zamach zdradzają cztery orły.", {"suspicion:low eagles-detect 4"}),
        ("Z każdego etapu usuńcie o dwie karty więcej.", {"variant:no-time-to-lose removed-per-stage.extra 2"}),
    ],
    "it": [
        ("Ognuna delle otto fasi ha dieci carte.", {"deck:event size.per-stage 10", "stage count 8"}),
        ("Togliete quattro carte da ogni fase senza guardarle.", {"deck:event removed-per-stage 4"}),
        (
            "Togliete quattro carte da ogni fase invece di tre.",
            {"variant:no-time-to-lose removed-per-stage 4"},
        ),
        (
            "Ogni cospiratore inizia con motivazione Scettico e sospetto basso.",
            {"track:motivation start skeptical", "track:suspicion start low"},
        ),
        ("Nel tuo turno hai quattro azioni.", {"turn actions 4"}),
        ("Hess ti fa scartare due carte.", {"leader:hess penalty.discard-card 2"}),
        ("Bormann vieta l'azione Cospirare.", {"leader:bormann penalty.forbids conspire"}),
        ("Non si può entrare a Vienna prima della fase 5.", {"location:vienna opens-in-stage 5"}),
        ("Veleno: -4 sospetto (da distribuire).", {"delivery:poison split -4"}),
        (
            "Chi è rilasciato va a Gestapo HQ con sospetto medio.",
            {"action:release released-at medium", "action:release location gestapo-hq"},
        ),
        ("Fase 2: 31 milioni di vite salvate.", {"score:stage-2 lives-saved-million 31"}),
        ("Sottraete 2 milioni per ogni ministro rimasto.", {"score per-deputy-million -2"}),
    ],
    "en": [
        ("There are eight stages of nine cards each.", {"deck:event size.per-stage 9", "stage count 8"}),
        ("Take four random cards out of each event deck.", {"deck:event removed-per-stage 4"}),
        (
            "Remove four cards from each stage instead of three.",
            {"variant:no-time-to-lose removed-per-stage 4"},
        ),
        (
            "Each of the seven items comes five times.",
            {"component:item-token copies 5", "component:item-token kinds 7"},
        ),
        (
            "Motivation begins at Timid, suspicion at High.",
            {"track:motivation start timid", "track:suspicion start high"},
        ),
        ("At Timid the dossier is limited to one card.", {"dossier limit.timid 1"}),
        ("For every eagle, all conspirators in the space gain 3 suspicion.", {"action:conspire eagle.suspicion +3"}),
        ("Göring takes two items from you.", {"leader:goring penalty.discard-item 2"}),
        ("Vienna may not be entered before stage 5.", {"location:vienna opens-in-stage 5"}),
        ("-4 suspicion for any item if any deputy is here (you only).", {"delivery:any self.if-deputy-here -4"}),
        ("Each illegal card that is kept raises suspicion by two.", {"raid illegal.suspicion +2"}),
        ("A plot against a deputy always needs four targets.", {"variant:loyal-deputies difficulty 4"}),
    ],
}
EITHER_ORDER = [
    (
        "cs",
        "Výchozí hodnota: lehká 1, standardní 2, těžká 6.",
        "Začíná se na 1 v lehké hře, 2 ve standardní a 6 v těžké.",
    ),
    ("en", "Starting value: easy 1, standard 2, hard 6.", "It starts at 1 on easy, 2 on standard and 6 on hard."),
    (
        "it",
        "Valore iniziale: facile 1, standard 2, difficile 6.",
        "Si parte da 1 per facile, 2 per standard, 6 per difficile.",
    ),
    (
        "pl",
        "Wartość początkowa: łatwy 1, normalny 2, trudny 6.",
        "Zaczyna się od 1 dla łatwego, 2 dla normalnego i 6 dla trudnego.",
    ),
]
BOARDS = [
    ("cs", ["Curych", "Při vstupu: +4 podezření"]),
    ("en", ["Zurich", "On entering: +4 suspicion"]),
    ("it", ["Zurigo", "Quando entri: +4 sospetto"]),
    ("pl", ["Zurych", "+4 podejrzenie"]),
]
LIMITS = [
    ("cs", ["Hráči | Karty ve spisu | Vybavení", "1–2 | 9 | 7"]),
    ("en", ["Players | Cards in dossier | Items", "1–2 | 9 | 7"]),
    ("it", ["Giocatori | Carte in mano | Oggetti", "1–2 | 9 | 7"]),
    ("pl", ["Gracze | Karty w teczce | Przedmioty", "1–2 | 9 | 7"]),
]
IDLE = [
    ("cs", "Hoďte třemi kostkami a odhoďte dvě karty událostí."),
    ("en", "Roll three dice and discard two event cards."),
    ("it", "Tirate tre dadi e scartate due carte evento."),
    ("pl", "Rzućcie trzema kośćmi i odrzućcie dwie karty wydarzeń."),
]


@pytest.fixture(scope="module")
def pack() -> Pack:
    return read_pack(GAMES / "black-orchestra", Shared.of(GAMES))


def passages(texts: list[str], language: str, kind: str) -> Iterator[PassageRead]:
    for seq, text in enumerate(texts):
        shape = PassageShape.model_validate(
            {"seq": seq, "kind": kind, "language": language, "raw_text": text, "text": text, "confidence": 1.0}
        )
        yield PassageRead(shape, 1)


def claimed(pack: Pack, language: str, *texts: str, kind: str = "paragraph") -> set[str]:
    reads = list(passages(list(texts), language, kind))
    claims = (read.claim for read in extract_claims(reads, pack, [language]))
    return {f"{claim.subject} {claim.attribute} {claim.value}" for claim in claims}


@pytest.mark.parametrize(
    ("language", "text", "stated"), [(code, text, stated) for code, rows in SENTENCES.items() for text, stated in rows]
)
def test_a_sentence_states_its_facts_and_no_others(pack: Pack, language: str, text: str, stated: set[str]) -> None:
    assert claimed(pack, language, text) == stated


@pytest.mark.parametrize("number", ["2", "13", "pět", "osmi"])
def test_a_changed_number_changes_the_claim(pack: Pack, number: str) -> None:
    digits = {"pět": "5", "osmi": "8"}.get(number, number)
    assert claimed(pack, "cs", f"Ve svém tahu máte {number} akce.") == {f"turn actions {digits}"}


@pytest.mark.parametrize(("language", "name_first", "number_first"), EITHER_ORDER)
def test_numbers_before_and_after_their_names_are_not_confused(
    pack: Pack, language: str, name_first: str, number_first: str
) -> None:
    stated = {f"track:military-support start.{d} {n}" for d, n in (("easy", 1), ("standard", 2), ("hard", 6))}
    assert claimed(pack, language, name_first) == stated
    assert claimed(pack, language, number_first) == stated


@pytest.mark.parametrize(("language", "texts"), BOARDS)
def test_a_label_of_the_board_belongs_to_the_space_above_it(pack: Pack, language: str, texts: list[str]) -> None:
    assert claimed(pack, language, *texts, kind="label") == {"location:zurich enter.suspicion +4"}


@pytest.mark.parametrize(("language", "texts"), LIMITS)
def test_a_table_of_limits_is_read_cell_by_cell(pack: Pack, language: str, texts: list[str]) -> None:
    assert claimed(pack, language, *texts, kind="table") == {
        "dossier limit.players-1-2 9",
        "item-slots limit.players-1-2 7",
    }


@pytest.mark.parametrize(("language", "text"), IDLE)
def test_a_sentence_that_only_uses_things_counts_none_of_them(pack: Pack, language: str, text: str) -> None:
    assert claimed(pack, language, text) == set()


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_claim_has_wordings(pack: Pack, language: str) -> None:
    framed = {name for name, form in pack.game.claims.items() if form.frames()}
    assert set(pack.game.claims) - framed <= set(pack.languages[language].patterns) <= set(pack.game.claims)


@pytest.mark.parametrize(
    ("language", "text", "concept"),
    [
        ("cs", "v Praze", "location:prague"),
        ("cs", "do Vídně", "location:vienna"),
        ("cs", "dvěma kostkami", "component:die"),
        ("pl", "w Norymberdze", "location:nuremberg"),
        ("pl", "w trzech etapach", "term:stage"),
        ("it", "una carta riservata", "holding:illegal-card"),
        ("en", "all deputies", "role:deputy"),
    ],
)
def test_names_are_found_inflected(pack: Pack, language: str, text: str, concept: str) -> None:
    words = Text.of(text, pack.lexicon(language))
    assert concept in {str(span.concept) for at in range(len(words.tokens)) for span in words.spans(at)}


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_common_word_is_no_name(pack: Pack, language: str) -> None:
    common = {"cs": "právě nižší", "en": "right", "it": "altri in base", "pl": "prawo"}[language]
    words = Text.of(common, pack.lexicon(language))
    kinds = {span.concept.kind for at in range(len(words.tokens)) for span in words.spans(at)}
    assert not kinds & {"location", "level", "suspicion"}


def spoken_forms(pack: Pack) -> Iterator[str]:
    """Every form of the notation, each code of its slots at least once."""
    for part, forms in pack.vocabulary().forms.items():
        for form in forms:
            for words in fillings(pack, form):
                yield {"trigger": f"{words}: raid", "step": f"event: {words}", "condition": f"event: raid if {words}"}[
                    part
                ]


def fillings(pack: Pack, form: str) -> Iterator[str]:
    choices = []
    for word in form.split():
        slot = SLOT.fullmatch(word)
        choices.append([word] if not slot else list(slot_codes(pack, slot_kinds(slot.group(1)))))
    # One slot runs through its codes while the others keep their first.
    longest = max(map(len, choices))
    yield from (" ".join(c[i % len(c)] for c in choices) for i in range(longest))
    yield from (" ".join(words) for words in product(*(c[:2] for c in choices)))


def slot_codes(pack: Pack, kinds: list[str]) -> Iterator[str]:
    for kind in kinds:
        numbers = {"number": ["4", "17"], "signed": ["+4", "-5"]}.get(kind)
        yield from numbers or [c for c in pack.game.concepts[kind] if (kind, c) not in UNSPOKEN]


@pytest.mark.parametrize("language", LANGUAGES)
def test_reading_what_was_said_gives_the_notation_again(pack: Pack, language: str) -> None:
    book = pack.phrasebook(language)
    for text in spoken_forms(pack):
        line = pack.vocabulary().parse(text)
        said = book.render(line)
        assert str(book.read(said)) == str(line), said


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_card_can_be_said_and_read_again(pack: Pack, language: str) -> None:
    book = pack.phrasebook(language)
    for effect in (effect for file in pack.cards for card in file.card for effect in card.effects):
        line = pack.vocabulary().parse(effect)
        assert str(book.read(book.render(line))) == str(line), effect


def test_the_outline_has_a_rule_for_every_action(pack: Pack) -> None:
    about = {concept for rule in pack.rules.rule for concept in rule.about}
    known_actions = {f"action:{code}" for code in pack.game.concepts["action"]} - {"action:use-ability"}
    assert known_actions <= about
