"""The pack of Operation Barclay: its lists are complete, its words find facts, its notation can be said and read."""

import re
from collections import Counter
from collections.abc import Iterator, Mapping
from itertools import permutations, product
from pathlib import Path
from typing import Any

import pytest

from ingest.extract import extract_claims
from ingest.packs.read import Shared, read_pack
from ingest.pipeline import Options, read_document
from schema.documents import PassageShape
from schema.notation import SLOT, Part, slot_kinds
from schema.pack import CardEntry, ExampleEntry, Pack
from schema.reading import ConceptKey, PassageRead
from schema.tokens import tokenise

ROOT = Path(__file__).parents[2]
SHARED = ROOT.parent / "shared"
LANGUAGES = ("cs", "en", "it", "pl")
NAMED_IN_PRINT = {"ultra", "a-force"}
"""Cards that a rulebook names; none is printed in Italian or Polish."""
REGION_COLOURS = ["pink", "red", "blue", "green", "purple"]
SETS = {"primary": {"green": 4, "red": 1}, "secondary": {"green": 3, "red": 2}, "decoy": {"green": 2, "red": 3}}


@pytest.fixture(scope="module")
def pack() -> Pack:
    games = ROOT / "games"
    return read_pack(games / "operation-barclay", Shared.of(games))


def cards_of(pack: Pack, deck: str) -> list[CardEntry]:
    return [card for file in pack.cards if file.deck == deck for card in file.card]


def example(pack: Pack, code: str) -> ExampleEntry:
    return next(e for e in pack.examples.example if e.code == code)


def stated(pack: Pack, language: str, *texts: str) -> set[str]:
    """The claims that passages make; a text that begins with # is the heading of those after it."""
    section, passages = "", []
    for seq, text in enumerate(texts):
        is_heading = text.startswith("# ")
        words = text.removeprefix("# ")
        section = words if is_heading else section
        shape = PassageShape(
            seq=seq,
            kind="heading" if is_heading else "table" if " | " in text else "paragraph",
            level=1 if is_heading else None,
            section=section,
            language=language,
            raw_text=words,
            text=words,
            confidence=1.0,
        )
        passages.append(PassageRead(shape, 1))
    claims = [read.claim for read in extract_claims(passages, pack, [language])]
    return {f"{c.subject} {c.attribute}={c.value}" for c in claims}


# The lists


def test_the_lists_hold_as_many_cards_as_the_decks_are_said_to_have(pack: Pack) -> None:
    sizes = {deck: sum(c.copies for c in cards_of(pack, deck)) for deck in ("intelligence", "abwehr", "lcs")}
    assert sizes == {"intelligence": 60, "abwehr": 16, "lcs": 16}


def test_every_region_colour_has_every_number_once(pack: Pack) -> None:
    found = Counter((c.facts["colour"], str(c.facts["rank"])) for c in cards_of(pack, "intelligence"))
    ranks = ["1/13", *map(str, range(2, 13))]
    assert found == Counter(product(REGION_COLOURS, ranks))


def test_spies_and_double_agents_stand_on_their_numbers(pack: Pack) -> None:
    by_kind: dict[str, set[str]] = {}
    for card in cards_of(pack, "intelligence"):
        by_kind.setdefault(card.kind, set()).add(str(card.facts["rank"]))
    assert by_kind["spy"] == {"5", "6", "7"}
    assert by_kind["double-agent"] == {"11", "12", "1/13"}
    assert all(card.effects for card in cards_of(pack, "intelligence") if card.kind != "report")


def test_what_no_source_tells_is_marked(pack: Pack) -> None:
    for file in pack.cards:
        if file.deck == "intelligence":
            assert file.origin == "inferred"
            assert all(card.unclear for card in file.card if "symbols" in card.facts)
        else:
            known = {c.code for c in file.card if (c.origin or file.origin) != "house"}
            assert known == (NAMED_IN_PRINT if file.deck == "lcs" else set())
            assert all(c.unclear for c in file.card if c.code in known)


def test_facts_of_cards_use_the_codes_of_the_game(pack: Pack) -> None:
    kinds = {"colour": "colour", "symbols": "symbol", "plays": "phase"}
    for file in pack.cards:
        for card in file.card:
            for attribute, kind in kinds.items():
                codes = re.findall(r"[a-z][a-z-]*", str(card.facts.get(attribute, "")))
                assert set(codes) <= set(pack.game.concepts[kind]), card.code
            numbers = [int(n) for n in str(card.facts.get("rank", "2")).split("/")]
            assert all(1 <= n <= 13 for n in numbers), card.code


def test_the_sides_have_cards_of_the_same_kinds_numbers_and_symbols(pack: Pack) -> None:
    for trait in ("rank", "symbols"):
        lcs, abwehr = (Counter(c.facts.get(trait) for c in cards_of(pack, deck)) for deck in ("lcs", "abwehr"))
        assert lcs == abwehr, trait
    assert Counter(c.kind for c in cards_of(pack, "lcs")) == Counter(c.kind for c in cards_of(pack, "abwehr"))


def test_recon_and_commando_are_equally_common_in_the_common_deck(pack: Pack) -> None:
    symbols = Counter(c.facts.get("symbols") for c in cards_of(pack, "intelligence"))
    assert symbols["recon"] == symbols["commando"]
    assert symbols["cancel-recon"] == symbols["cancel-commando"]


def test_every_card_has_a_title_in_every_language(pack: Pack) -> None:
    for file in pack.cards:
        for card in file.card:
            assert set(card.title) == ({"cs", "en"} if card.code in NAMED_IN_PRINT else set(LANGUAGES)), card.code


def test_every_region_has_its_own_colour_and_no_number(pack: Pack) -> None:
    (board,) = pack.boards
    assert [entry.code for entry in board.location] == pack.game.concepts["location"]
    assert [dict(entry.facts) for entry in board.location] == [{"colour": c} for c in REGION_COLOURS]


# Notation and phrasebooks


def effects(pack: Pack) -> list[str]:
    return sorted({e for file in pack.cards for card in file.card for e in card.effects})


def fillings(pack: Pack, form: str) -> Iterator[str]:
    """The form with every choice of codes in its slots."""
    numbers = {"number": ["2"], "signed": ["+1", "-1"]}
    choices = []
    for word in form.split():
        slot = SLOT.fullmatch(word)
        kinds = slot_kinds(slot.group(1)) if slot else []
        codes = [c for kind in kinds for c in (numbers.get(kind) or pack.game.concepts[kind])]
        choices.append(codes if slot else [word])
    yield from (" ".join(words) for words in product(*choices))


FRAMES: Mapping[Part, str] = {
    "trigger": "{}: keep 1",
    "condition": "in evaluation if not {0}: may keep 1 if {0}",
    "step": "play face-up: may {0}; keep 1; (keep 2 | {0}; {0}); may ({0}; keep 1)",
}


def test_every_effect_parses_to_itself(pack: Pack) -> None:
    assert effects(pack)
    assert [str(pack.vocabulary().parse(e)) for e in effects(pack)] == effects(pack)


def test_cards_use_every_form_of_the_notation(pack: Pack) -> None:
    used = {clause.form for e in effects(pack) for _, clause in pack.vocabulary().parse(e).clauses()}
    assert used == {form for forms in pack.vocabulary().forms.values() for form in forms}


@pytest.mark.parametrize("language", LANGUAGES)
def test_reading_a_rendered_card_gives_its_notation_again(pack: Pack, language: str) -> None:
    book = pack.phrasebook(language)
    for effect in effects(pack):
        line = pack.vocabulary().parse(effect)
        assert str(book.read(book.render(line))) == effect


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_form_with_every_code_can_be_said_and_read(pack: Pack, language: str) -> None:
    book = pack.phrasebook(language)
    for part, forms in pack.vocabulary().forms.items():
        for words in (w for form in forms for w in fillings(pack, form)):
            line = pack.vocabulary().parse(FRAMES[part].format(words))
            assert book.read(book.render(line)) == line, book.render(line)


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_further_wording_of_the_phrasebook_is_read_too(pack: Pack, language: str) -> None:
    further = {
        "cs": "Během fáze zpravodajská analýza: prohlédni si svrchu 4 karty z balíčku přeběhlíků, ponech si 2 v ruce",
        "en": "During the phase intelligence analysis: look at the top 4 cards of the defector deck, keep 2",
        "it": "Durante la fase analisi delle informazioni: guarda le prime 4 carte del mazzo dei disertori, tieni 2",
        "pl": "Podczas fazy analizy wywiadowczej: obejrzyj 4 wierzchnie karty z talii zbiegów, zatrzymaj 2 karty",
    }
    assert str(pack.phrasebook(language).read(further[language])) == "in analysis: look 4 defector; keep 2"


# Patterns

SENTENCES = [
    ("cs", ["# Obsah", "48 karet zpravodajských služeb"], {"deck:intelligence size=48"}),
    (
        "cs",
        ["Zamíchejte 48 karet zpravodajských služeb, 12 karet Abwehru a 14 karet LCS."],
        {"deck:intelligence size=48", "deck:abwehr size=12", "deck:lcs size=14"},
    ),
    ("cs", ["Balíček LCS obsahuje 14 karet."], {"deck:lcs size=14"}),
    (
        "cs",
        ["Krátký úvod.", "30 zpravodajských žetonů", "8 žetonů důkazů", "Tak začíná hra."],
        {"component:intelligence-token count=30", "component:evidence-token count=8"},
    ),
    (
        "cs",
        ["Vedle plánu připravte 8 žetonů důkazů a 7 značek časové osy."],
        {"component:evidence-token count=8", "component:timeline-marker count=7"},
    ),
    ("cs", ["Hráči si vezmou své 3 žetony analýzy."], {"component:analysis-token per-player=3"}),
    ("cs", ["Hra trvá nejvýše osm měsíců."], {"month count=8"}),
    ("cs", ["Každý měsíc se dělí na čtyři fáze."], {"month phases=4"}),
    ("cs", ["Plán ukazuje šest oblastí."], {"region count=6"}),
    ("cs", ["Do každé oblasti patří 7 žetonů."], {"region tokens=7"}),
    (
        "cs",
        ["Oblast primární ofenzívy:", "6 žetonů se zeleným radarem a 2 s červeným radarem."],
        {"offensive:primary green=6", "offensive:primary red=2"},
    ),
    (
        "cs",
        ["Klamné oblasti: po 3 zelených a 5 červených žetonech."],
        {"offensive:decoy green=3", "offensive:decoy red=5"},
    ),
    ("cs", ["Každý hráč dostane šest karet."], {"hand size=6"}),
    ("cs", ["První 4 vylosované žetony dá na pole alfa."], {"field:alpha tokens=4"}),
    (
        "cs",
        ["Poslední žeton leží na poli průzkum/výsadek.", "Poslední žeton přijde na pole průzkum/výsadek."],
        {"field:recon-commando tokens=1"},
    ),
    ("cs", ["První čtyři karty hrají oba lícem nahoru."], {"month cards.face-up=4"}),
    ("cs", ["# Poslední tři karty", "Všechny se pokládají lícem dolů."], {"month cards.face-down=3"}),
    ("cs", ["Při shodě vezme Abwehr 2 žetony z pole alfa."], {"field:alpha tie=2"}),
    ("cs", ["Modrý žeton otočí jeden žeton v oblasti Sicílie."], {"location:sicily colour=blue"}),
    ("cs", ["Špionka (hodnota 4, 5 nebo 6) si vezme 3 karty."], {"card-type:spy ranks=4 5 6", "card-type:spy draw=3"}),
    ("en", ["# Components", "48 intelligence cards"], {"deck:intelligence size=48"}),
    (
        "en",
        ["Shuffle the 48 intelligence cards, 12 Abwehr cards and 14 LCS cards."],
        {"deck:intelligence size=48", "deck:abwehr size=12", "deck:lcs size=14"},
    ),
    (
        "en",
        ["Lay out 8 evidence tokens and 7 timeline markers."],
        {"component:evidence-token count=8", "component:timeline-marker count=7"},
    ),
    ("en", ["Each player lays one of their three analysis tokens."], {"component:analysis-token per-player=3"}),
    ("en", ["The game lasts eight months."], {"month count=8"}),
    ("en", ["Every month consists of four phases."], {"month phases=4"}),
    ("en", ["The board shows six regions."], {"region count=6"}),
    ("en", ["Each region holds seven tokens."], {"region tokens=7"}),
    (
        "en",
        ["The secondary region gets five green and two red tokens."],
        {"offensive:secondary green=5", "offensive:secondary red=2"},
    ),
    ("en", ["Players begin with six cards and draw back up to six."], {"hand size=6"}),
    (
        "en",
        ["The first four go to alpha, the next two to beta, and the last token is for recon/commando."],
        {"field:alpha tokens=4", "field:beta tokens=2", "field:recon-commando tokens=1"},
    ),
    (
        "en",
        ["Each plays nine cards: five face up and four face down."],
        {"month cards=9", "month cards.face-up=5", "month cards.face-down=4"},
    ),
    ("en", ["A double agent looks at the top four cards of the defector deck."], {"card-type:double-agent look=4"}),
    (
        "en",
        ["# Examples of defectors", "A double agent looks at the top four cards of the defector deck."],
        {"card-type:double-agent look=4"},
    ),
    ("en", ["The purple token turns up a token in the Dodecanese."], {"location:dodecanese colour=purple"}),
    ("it", ["# Contenuto", "48 carte informazioni"], {"deck:intelligence size=48"}),
    (
        "it",
        ["Mescolate separatamente 48 carte informazioni, 12 carte Abwehr e 14 carte LCS."],
        {"deck:intelligence size=48", "deck:abwehr size=12", "deck:lcs size=14"},
    ),
    (
        "it",
        ["Accanto al tabellone preparate 8 segnalini prova e 7 segnalini tempo."],
        {"component:evidence-token count=8", "component:timeline-marker count=7"},
    ),
    ("it", ["I giocatori prendono i propri 3 segnalini analisi."], {"component:analysis-token per-player=3"}),
    ("it", ["La partita dura al massimo otto mesi."], {"month count=8"}),
    ("it", ["Ogni mese si divide in quattro fasi."], {"month phases=4"}),
    ("it", ["Il tabellone mostra sei regioni."], {"region count=6"}),
    ("it", ["In ogni regione vanno sette segnalini."], {"region tokens=7"}),
    (
        "it",
        ["L'offensiva secondaria ha cinque segnalini con radar verde e due con radar rosso."],
        {"offensive:secondary green=5", "offensive:secondary red=2"},
    ),
    ("it", ["Ogni giocatore riceve sei carte."], {"hand size=6"}),
    (
        "it",
        [
            "I primi quattro vanno sul campo alfa, i due successivi sul campo beta e l'ultimo segnalino sul campo "
            "ricognizione/incursione."
        ],
        {"field:alpha tokens=4", "field:beta tokens=2", "field:recon-commando tokens=1"},
    ),
    ("it", ["Le prime quattro carte si giocano a faccia in su."], {"month cards.face-up=4"}),
    ("it", ["# Ultime tre carte", "Si mettono tutte a faccia in giù."], {"month cards.face-down=3"}),
    ("it", ["In caso di parità l'Abwehr prende due segnalini dal campo alfa."], {"field:alpha tie=2"}),
    (
        "it",
        ["Un agente doppio guarda le prime quattro carte del mazzo dei disertori."],
        {"card-type:double-agent look=4"},
    ),
    ("it", ["La spia (4, 5 o 6) pesca tre carte."], {"card-type:spy ranks=4 5 6", "card-type:spy draw=3"}),
    ("it", ["Il colore della Sicilia è il blu."], {"location:sicily colour=blue"}),
    ("pl", ["# Zawartość pudełka", "48 kart wywiadu"], {"deck:intelligence size=48"}),
    (
        "pl",
        ["Potasujcie osobno 48 kart wywiadu, 12 kart Abwehry i 14 kart LCS."],
        {"deck:intelligence size=48", "deck:abwehr size=12", "deck:lcs size=14"},
    ),
    (
        "pl",
        ["Obok planszy przygotujcie 8 żetonów dowodów i 7 znaczników osi czasu."],
        {"component:evidence-token count=8", "component:timeline-marker count=7"},
    ),
    ("pl", ["Gracze biorą swoje 3 żetony analizy."], {"component:analysis-token per-player=3"}),
    ("pl", ["Gra trwa najwyżej osiem miesięcy."], {"month count=8"}),
    ("pl", ["Każdy miesiąc dzieli się na cztery fazy."], {"month phases=4"}),
    ("pl", ["Plansza przedstawia sześć regionów."], {"region count=6"}),
    ("pl", ["W każdym regionie leży siedem żetonów."], {"region tokens=7"}),
    (
        "pl",
        ["Ofensywa drugorzędna ma pięć żetonów z zielonym radarem i dwa z czerwonym radarem."],
        {"offensive:secondary green=5", "offensive:secondary red=2"},
    ),
    ("pl", ["Każdy gracz dostaje sześć kart."], {"hand size=6"}),
    (
        "pl",
        [
            "Pierwsze cztery żetony trafiają na pole alfa, dwa następne na pole beta, a ostatni żeton na pole "
            "rozpoznanie/komandosi."
        ],
        {"field:alpha tokens=4", "field:beta tokens=2", "field:recon-commando tokens=1"},
    ),
    ("pl", ["Pierwsze cztery karty zagrywa się awersem do góry."], {"month cards.face-up=4"}),
    ("pl", ["# Ostatnie trzy karty", "Wszystkie kładzie się rewersem do góry."], {"month cards.face-down=3"}),
    ("pl", ["Przy remisie Abwehra bierze dwa żetony z pola alfa."], {"field:alpha tie=2"}),
    ("pl", ["Podwójny agent ogląda cztery wierzchnie karty talii zbiegów."], {"card-type:double-agent look=4"}),
    ("pl", ["Szpieg (4, 5 lub 6) dobiera trzy karty."], {"card-type:spy ranks=4 5 6", "card-type:spy draw=3"}),
    ("pl", ["Sycylia ma kolor niebieski."], {"location:sicily colour=blue"}),
]

OTHER_WORDS = [
    (
        "cs",
        "Za měsíc zahraje každý hráč šest karet: čtyři z nich vyloží lícem nahoru, dvě lícem dolů.",
        "month cards=6, month cards.face-up=4, month cards.face-down=2",
    ),
    (
        "cs",
        "Zelené radary: šest v primární ofenzivě, pět v sekundární ofenzivě, dva v klamné.",
        "offensive:primary green=6, offensive:secondary green=5, offensive:decoy green=2",
    ),
    (
        "cs",
        "Sicílie nese modrou, jižní Francie je červená a Dodekany zelené.",
        "location:sicily colour=blue, location:south-france colour=red, location:dodecanese colour=green",
    ),
    (
        "cs",
        "Předpověděli-li správně oba hráči, dostane Abwehr dva z žetonů na poli beta.",
        "field:beta both-right=2",
    ),
    (
        "cs",
        "Karty 4, 5 a 6 jsou špionky. Se špionkou si lízáte tři karty.",
        "card-type:spy ranks=4 5 6, card-type:spy draw=3",
    ),
    (
        "cs",
        "Na pole alfa vložte tři žetony, na pole beta dva žetony a poslední žeton na pole průzkumu a komand.",
        "field:alpha tokens=3, field:beta tokens=2, field:recon-commando tokens=1",
    ),
    ("cs", "Odehraje se devět měsíců. Každý z nich má pět fází.", "month count=9, month phases=5"),
    (
        "en",
        "Of the six cards a player plays each month, four lie face up and two lie face down.",
        "month cards=6, month cards.face-up=4, month cards.face-down=2",
    ),
    (
        "en",
        "Green radars: six in the primary offensive, five in the secondary one, two in a decoy.",
        "offensive:primary green=6, offensive:secondary green=5, offensive:decoy green=2",
    ),
    (
        "en",
        "Sicily wears blue, South France is red and the Dodecanese use green.",
        "location:sicily colour=blue, location:south-france colour=red, location:dodecanese colour=green",
    ),
    ("en", "The Abwehr takes two of the alpha tokens if the combinations are tied.", "field:alpha tie=2"),
    (
        "en",
        "Cards 4, 5 and 6 are spies. With a spy you draw three cards.",
        "card-type:spy ranks=4 5 6, card-type:spy draw=3",
    ),
    (
        "en",
        "Fill the alpha field with two tokens, the beta field with four tokens.",
        "field:alpha tokens=2, field:beta tokens=4",
    ),
    ("en", "Nine months are played. Each one has five phases.", "month count=9, month phases=5"),
    (
        "it",
        "In un mese ogni giocatore gioca sei carte: quattro a faccia in su e due a faccia in giù.",
        "month cards=6, month cards.face-up=4, month cards.face-down=2",
    ),
    (
        "it",
        "Radar verdi: sei nell'offensiva primaria, cinque nell'offensiva secondaria, due in ogni regione esca.",
        "offensive:primary green=6, offensive:secondary green=5, offensive:decoy green=2",
    ),
    (
        "it",
        "Se entrambi hanno indovinato, l'Abwehr prende due segnalini dal campo beta.",
        "field:beta both-right=2",
    ),
    ("it", "Si giocano nove mesi. Ciascuno ha cinque fasi.", "month count=9, month phases=5"),
    (
        "pl",
        "W miesiącu każdy gracz zagrywa sześć kart: cztery awersem do góry i dwie rewersem do góry.",
        "month cards=6, month cards.face-up=4, month cards.face-down=2",
    ),
    (
        "pl",
        "Zielone radary: sześć w ofensywie głównej, pięć w ofensywie drugorzędnej, dwa w regionie pozorowanym.",
        "offensive:primary green=6, offensive:secondary green=5, offensive:decoy green=2",
    ),
    (
        "pl",
        "Jeśli obaj gracze typowali trafnie, Abwehra bierze dwa żetony z pola beta.",
        "field:beta both-right=2",
    ),
    ("pl", "Rozgrywa się dziewięć miesięcy. Każdy z nich ma pięć faz.", "month count=9, month phases=5"),
]

TABLES = [
    (
        "cs",
        ["Oblast | Zelené radary | Červené radary", "Primární ofenziva | 6 | 2"],
        {"offensive:primary green=6", "offensive:primary red=2"},
    ),
    ("cs", ["Oblast | Barva", "Sicílie | černá"], {"location:sicily colour=black"}),
    ("cs", ["Pole | Žetony důkazů", "alfa | 4"], {"field:alpha tokens=4"}),
    (
        "en",
        ["Radar | Primary offensive | Decoy", "Green | 6 | 1"],
        {"offensive:primary green=6", "offensive:decoy green=1"},
    ),
    ("en", ["Deck | Number of cards", "LCS | 21"], {"deck:lcs size=21"}),
    (
        "en",
        ["Card | Values | Effect", "Spy | 2, 3, 4 | Draw six cards and keep one"],
        {"card-type:spy ranks=2 3 4", "card-type:spy draw=6"},
    ),
    (
        "it",
        ["Regione | Radar verdi | Radar rossi", "Offensiva primaria | 6 | 2"],
        {"offensive:primary green=6", "offensive:primary red=2"},
    ),
    ("it", ["Colore | Regione", "viola | Dodecaneso"], {"location:dodecanese colour=purple"}),
    (
        "pl",
        ["Region | Zielone radary | Czerwone radary", "Ofensywa główna | 6 | 2"],
        {"offensive:primary green=6", "offensive:primary red=2"},
    ),
    ("pl", ["Kolor | Region", "fioletowy | Dodekanez"], {"location:dodecanese colour=purple"}),
]

NO_FACTS = [
    ("cs", "Rozdej soupeři 2 žetony důkazů z pole beta."),
    ("cs", "Zahraj jednu kartu lícem dolů a dober si 2 karty Abwehru."),
    ("cs", "Ponech si v ruce jednu kartu, druhou odlož."),
    ("cs", "Primární a sekundární ofenzíva je prokázána, leží-li odkryté 4 zelené žetony v oblasti a 3 v jiné."),
    ("cs", "Během jednoho měsíce položí každý jeden žeton analýzy."),
    ("en", "Play a card face down, then draw two Abwehr cards."),
    ("en", "Keep one card in hand."),
    ("en", "The Abwehr spends three evidence tokens and lays an analysis token."),
    ("en", "After a month, turn over a token in a region."),
    ("cs", "Abwehr otočí 1 zpravodajský žeton na Sicílii: zelený radar."),
    ("cs", "Po dvou měsících má Abwehr v ruce už jen 2 karty."),
    ("cs", "Vyměňte jeden žeton z pole alfa za jeden žeton z pole beta."),
    ("en", "The player with the better hand takes all three tokens, the other three regions are decoys."),
    ("en", "At the end of one month the game may end."),
    ("en", "Take one timeline marker and lay it on the next month."),
    ("it", "Gioca una carta a faccia in giù e pesca 2 carte Abwehr."),
    ("it", "Tieni in mano una carta e scarta l'altra."),
    ("it", "Durante un mese ognuno mette un segnalino analisi."),
    ("it", "L'Abwehr scopre 1 segnalino informazioni in Sicilia: radar verde."),
    ("it", "Dopo due mesi l'Abwehr ha in mano solo 2 carte."),
    ("it", "Scambia un segnalino del campo alfa con un segnalino del campo beta."),
    ("pl", "Zagraj jedną kartę rewersem do góry i dobierz 2 karty Abwehry."),
    ("pl", "Zatrzymaj na ręce jedną kartę, drugą odrzuć."),
    ("pl", "W ciągu jednego miesiąca każdy kładzie jeden żeton analizy."),
    ("pl", "Abwehra odkrywa 1 żeton wywiadu na Sycylii: zielony radar."),
    ("pl", "Po dwóch miesiącach Abwehra ma na ręce już tylko 2 karty."),
    ("pl", "Zamień jeden żeton z pola alfa na jeden żeton z pola beta."),
]


@pytest.mark.parametrize(
    ("language", "texts", "claims"), SENTENCES, ids=lambda v: v[-1][:40] if isinstance(v, list) else ""
)
def test_a_sentence_states_its_facts(pack: Pack, language: str, texts: list[str], claims: set[str]) -> None:
    assert stated(pack, language, *texts) == claims


@pytest.mark.parametrize(
    ("language", "text"),
    [
        ("cs", "Primární ofenzíva: 6 zelených a 2 červené, sekundární ofenzíva: 5 zelených a 3 červené."),
        ("cs", "Položte 6 zelených a 2 červené do primární ofenzívy, 5 zelených a 3 červené do sekundární ofenzívy."),
        ("en", "Primary offensive: 6 green, 2 red; secondary offensive: 5 green, 3 red."),
        ("en", "Place 6 green and 2 red tokens in the primary region, 5 green and 3 red in the secondary region."),
        ("it", "Offensiva primaria: 6 radar verdi e 2 rossi; offensiva secondaria: 5 radar verdi e 3 rossi."),
        ("pl", "Ofensywa główna: 6 zielonych i 2 czerwone, ofensywa drugorzędna: 5 zielonych i 3 czerwone."),
    ],
)
def test_numbers_before_and_after_their_names_are_not_confused(pack: Pack, language: str, text: str) -> None:
    primary, secondary = "offensive:primary", "offensive:secondary"
    expected = {f"{primary} green=6", f"{primary} red=2", f"{secondary} green=5", f"{secondary} red=3"}
    assert stated(pack, language, "# Text", text) == expected


@pytest.mark.parametrize(("language", "text", "claims"), OTHER_WORDS)
def test_the_same_facts_are_found_in_other_words(pack: Pack, language: str, text: str, claims: str) -> None:
    assert stated(pack, language, "# Text", text) == set(claims.split(", "))


@pytest.mark.parametrize(("language", "rows", "claims"), TABLES)
def test_a_table_states_its_cells(pack: Pack, language: str, rows: list[str], claims: set[str]) -> None:
    assert stated(pack, language, "# Text", *rows) == claims


def test_our_english_sample_states_every_fact_and_none_twice_differently(pack: Pack) -> None:
    sample = ROOT / "games/operation-barclay/samples/operation-barclay-en.pdf"
    options = Options(game=pack.code, edition="1st", language="en")
    reading = read_document(sample, {pack.code: pack}, candidates=LANGUAGES, recipe="r", options=options)
    values: dict[tuple[str, str], set[str]] = {}
    for read in reading.claims:
        values.setdefault((read.claim.subject, read.claim.attribute), set()).add(read.claim.value)
    assert {key: found for key, found in values.items() if len(found) > 1} == {}
    for offensive, tokens in SETS.items():
        assert [values[f"offensive:{offensive}", radar] for radar in tokens] == [{str(n)} for n in tokens.values()]
    patterns = {claim.split("{")[0].rstrip(".") for claim in (c.attribute for c in pack.game.claims.values())}
    assert {p for p in patterns if p} <= {a.split(".")[0] for _, a in values} | {a for _, a in values}


@pytest.mark.parametrize(("language", "text"), NO_FACTS)
def test_a_sentence_that_only_uses_things_states_nothing(pack: Pack, language: str, text: str) -> None:
    assert stated(pack, language, text) == set()


@pytest.mark.parametrize("number", ["2", "9", "31"])
def test_a_changed_number_changes_the_claim(pack: Pack, number: str) -> None:
    assert stated(pack, "cs", f"Hra trvá {number} měsíců.") == {f"month count={number}"}
    assert stated(pack, "en", f"The game lasts {number} months.") == {f"month count={number}"}
    assert stated(pack, "it", f"La partita dura {number} mesi.") == {f"month count={number}"}
    assert stated(pack, "pl", f"Gra trwa {number} miesięcy.") == {f"month count={number}"}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_claim_has_a_frame_or_wordings_in_every_language(pack: Pack, language: str) -> None:
    framed = {name for name, form in pack.game.claims.items() if form.frames()}
    assert set(pack.languages[language].patterns) | framed == set(pack.game.claims)


@pytest.mark.parametrize(
    ("language", "text", "concept"),
    [
        ("cs", "Sardinii/Korsiku", "location:sardinia-corsica"),
        ("cs", "na Dodekanech", "location:dodecanese"),
        ("cs", "jižní Francii", "location:south-france"),
        ("cs", "šesti značek časové osy", "component:timeline-marker"),
        ("cs", "v balíčku přeběhlíků", "deck:defector"),
        ("cs", "dvojitého agenta", "card-type:double-agent"),
        ("cs", "ve výsadku", "symbol:commando"),
        ("cs", "čtveřicí", "hand:four-of-a-kind"),
        ("cs", "za [icon:cancel-recon]", "symbol:cancel-recon"),
        ("pl", "na Sardynii i Korsyce", "location:sardinia-corsica"),
        ("pl", "Dodekanezem", "location:dodecanese"),
        ("pl", "południową Francją", "location:south-france"),
        ("pl", "sześciu znaczników osi czasu", "component:timeline-marker"),
        ("pl", "do talii zbiegów", "deck:defector"),
        ("pl", "podwójnymi agentami", "card-type:double-agent"),
        ("pl", "komandosami", "symbol:commando"),
        ("pl", "karetą", "hand:four-of-a-kind"),
        ("pl", "ofensywie głównej", "offensive:primary"),
        ("it", "nella Francia del sud", "location:south-france"),
        ("it", "sei segnalini tempo", "component:timeline-marker"),
        ("it", "con gli agenti doppi", "card-type:double-agent"),
        ("it", "due coppie", "hand:two-pair"),
        ("it", "offensive primarie", "offensive:primary"),
    ],
)
def test_names_are_found_inflected(pack: Pack, language: str, text: str, concept: str) -> None:
    tokens = list(tokenise(text))
    spans = [s for at in range(len(tokens)) for s in pack.lexicon(language).spans_at(tokens, at)]
    assert ConceptKey(*concept.split(":")) in {s.concept for s in spans}


@pytest.mark.skipif(not SHARED.exists(), reason="the sources in ../shared are not here")
def test_the_restored_lines_of_the_rulebook_state_what_was_read_by_hand(pack: Pack) -> None:
    rows = [line.split("\t", 1) for line in (SHARED / "truth/barclay_restored.tsv").read_text("utf-8").splitlines()]
    truth = [line.split("\t") for line in (SHARED / "truth/claims.tsv").read_text("utf-8").splitlines()]
    expected = {f"{r[1]} {r[2]}={r[3]}" for r in truth if r[0] == "004"}
    found = stated(pack, "cs", " ".join(text for _, text in rows))
    attributes = {claim.split("=")[0] for claim in expected}
    assert {c for c in found if c.split("=")[0] in attributes} <= expected
    assert len(found & expected) >= 9


# Rules and examples


def test_the_outline_of_the_rules_holds_no_number(pack: Pack) -> None:
    words = set(pack.numbers["en"]) - {"a", "an"}
    for rule in pack.rules.rule:
        assert not words & set(re.findall(r"[a-z]+|\d+", rule.summary.lower())), rule.code
    assert 50 <= len(pack.rules.rule) <= 80


def strongest(own: Mapping[str, int], other: Mapping[str, int]) -> int:
    """The larger kind of symbol that the other player does not cancel."""
    return max(own.get(kind, 0) if not other.get(f"cancel-{kind}") else 0 for kind in ("recon", "commando"))


@pytest.mark.parametrize("code", ["recon-against-commando", "cancelled-recon-leaves-a-tie"])
def test_the_examples_of_symbols_count_as_they_say(pack: Pack, code: str) -> None:
    entry = example(pack, code)
    abwehr, lcs = entry.given["symbols"]["abwehr"], entry.given["symbols"]["lcs"]
    counts = {"abwehr": strongest(abwehr, lcs), "lcs": strongest(lcs, abwehr)}
    assert entry.expect["count"] == counts
    assert entry.expect["tie"] == (counts["abwehr"] == counts["lcs"])


def arrangements(tokens: Mapping[str, Any]) -> list[dict[str, str]]:
    """Every choice of offensives that what lies open allows."""
    possible = []
    for primary, secondary in permutations(tokens, 2):
        planned = dict.fromkeys(tokens, SETS["decoy"]) | {primary: SETS["primary"], secondary: SETS["secondary"]}
        if all(tokens[r][radar] <= planned[r][radar] for r in tokens for radar in ("green", "red")):
            possible.append({"primary": primary, "secondary": secondary})
    return possible


@pytest.mark.parametrize("code", ["only-one-region-left", "no-other-region-has-room"])
def test_the_examples_of_logic_leave_a_single_arrangement(pack: Pack, code: str) -> None:
    entry = example(pack, code)
    assert all(sum(lying.values()) == 5 for lying in entry.given["tokens"].values())
    assert arrangements(entry.given["tokens"]) == [entry.expect["proof"]]
    assert max(lying["green"] for lying in entry.given["tokens"].values()) < SETS["primary"]["green"]


def test_cards_of_the_examples_are_in_the_lists(pack: Pack) -> None:
    known = {card.code for file in pack.cards for card in file.card}
    for code in ("ultra-before-the-own-prediction", "spy-fills-the-defector-deck"):
        entry = example(pack, code)
        hands = [*entry.given["hand"].values(), *entry.given["deck"].values(), *entry.expect["hand"].values()]
        assert {card for cards in hands for card in cards} <= known
