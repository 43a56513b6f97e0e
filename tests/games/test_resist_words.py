"""Polish and Italian wordings of Resist!: facts told in many ways, and sentences that tell none."""

from pathlib import Path

import pytest

from ingest.extract import extract_claims
from ingest.packs.read import Shared, read_pack
from schema.documents import PassageKind, PassageShape
from schema.pack import Pack
from schema.reading import PassageRead

GAMES = Path(__file__).resolve().parents[2] / "games"
BRIDGE = "mission:destroy-the-railroad-bridge"

POLISH = [
    ("Zawartość pudełka", "31 kart partyzantów", {"deck:maquis size 31"}),
    ("Zawartość pudełka", "7 szpiegów i 9 cywilów", {"deck:spy size 7", "deck:civilian size 9"}),
    ("", "Talia wrogów liczy 35 kart.", {"deck:enemy size 35"}),
    ("", "W pudełku znajdziesz 22 karty misji.", {"deck:mission size 22"}),
    (
        "",
        "Talia ukrytych liczy 13 partyzantów i 4 szpiegów.",
        {"deck:hidden maquis-at-start 13", "deck:spy start-in-hidden-deck 4"},
    ),
    ("", "Obie talie mają więc po 13 partyzantów.", {"deck:hidden maquis-at-start 13"}),
    ("", "Wtasuj czterech szpiegów do talii ukrytych partyzantów.", {"deck:spy start-in-hidden-deck 4"}),
    (
        "",
        "Usuń losowo 5 misji pierwszej ery, 2 misje drugiej ery i 1 misję trzeciej ery.",
        {"deck:mission removed.era-1 5", "deck:mission removed.era-2 2", "deck:mission removed.era-3 1"},
    ),
    ("", "Wyłóż 5 misji w rzędzie awersem do góry.", {"deck:mission available-at-start 5"}),
    ("", "Na początku masz 5 dostępnych misji.", {"deck:mission available-at-start 5"}),
    ("", "Dobierz na rękę sześć kart.", {"hand size 6"}),
    ("Odpoczynek", "Dobierz ponownie 7 kart.", {"hand size 7"}),
    ("", "Runda składa się z 4 faz.", {"round phases 4"}),
    ("", "Przegrywasz, gdy masz 3 nieudane misje.", {"loss failed-missions 3"}),
    ("", "Jeśli to twoja trzecia nieudana misja, przegrywasz.", {"loss failed-missions 3"}),
    ("", "Jeśli na cmentarzu leży 6 lub więcej cywilów, gra się kończy.", {"loss civilians 6"}),
    ("", "Przegrywasz, gdy zginie co najmniej 6 cywilów.", {"loss civilians 6"}),
    ("", "25+ Wielkie zwycięstwo", {"score:major-victory points.min 25"}),
    ("", "20 do 24 punktów to zwycięstwo.", {"score:victory points.min 20", "score:victory points.max 24"}),
    ("", "16–19 Małe zwycięstwo", {"score:minor-victory points.min 16", "score:minor-victory points.max 19"}),
    ("", "Remis: 1–15 punktów", {"score:draw points.min 1", "score:draw points.max 15"}),
    ("", "Kto wykona wszystkie 11 misji, odnosi epickie zwycięstwo.", {"score:epic-victory missions 11"}),
    (
        "",
        "Ukryta Paquita ma atak 2, a ujawniony Roberto ma atak 5.",
        {"maquis:paquita attack.hidden 2", "maquis:roberto attack.revealed 5"},
    ),
    ("", "Paquita: ukryta 2 [icon:attack]", {"maquis:paquita attack.hidden 2"}),
    (
        "",
        "Za wykonanie misji Zniszcz most kolejowy otrzymujesz 3 punkty.",
        {"mission:destroy-the-railroad-bridge points 3"},
    ),
    ("", "Największy garnizon liczy 6 wrogów.", {"mission garrison.max 6"}),
    ("", "Żadna misja nie ma garnizonu większego niż 6.", {"mission garrison.max 6"}),
    ("", "Każda karta cywilów pokazuje od 0 do 4 cywilów.", {"civilian value.max 4"}),
    ("", "Saper zwiększa obronę pozostałych wrogów o 2.", {"enemy:engineer defence-modifier +2"}),
    ("", "Ujawniony Benigno zmniejsza obronę wrogów o 2.", {"maquis:benigno defence-modifier.revealed -2"}),
]
ITALIAN = [
    ("Componenti", "31 carte maquis", {"deck:maquis size 31"}),
    ("Contenuto della scatola", "7 spie e 9 civili", {"deck:spy size 7", "deck:civilian size 9"}),
    ("", "Il mazzo dei nemici contiene 35 carte.", {"deck:enemy size 35"}),
    ("", "Nella scatola trovate 22 carte missione.", {"deck:mission size 22"}),
    (
        "",
        "Il mazzo nascosto contiene 13 maquis e 4 spie.",
        {"deck:hidden maquis-at-start 13", "deck:spy start-in-hidden-deck 4"},
    ),
    ("", "Mescola quattro spie nel mazzo dei maquis nascosti.", {"deck:spy start-in-hidden-deck 4"}),
    (
        "Preparazione",
        "Rimetti nella scatola 5 missioni della prima era, 2 della seconda era e 1 della terza era.",
        {"deck:mission removed.era-1 5", "deck:mission removed.era-2 2", "deck:mission removed.era-3 1"},
    ),
    ("", "Disponi 5 missioni a faccia in su in una fila.", {"deck:mission available-at-start 5"}),
    ("", "Inizi con 5 missioni disponibili.", {"deck:mission available-at-start 5"}),
    ("", "Pesca sei carte in mano.", {"hand size 6"}),
    ("Recupero", "Pesca di nuovo 7 carte.", {"hand size 7"}),
    ("", "Un turno è composto da 4 fasi.", {"round phases 4"}),
    ("", "Con 3 missioni fallite hai perso.", {"loss failed-missions 3"}),
    ("", "Se questa è la terza missione fallita, perdi.", {"loss failed-missions 3"}),
    ("", "Se nel cimitero ci sono 6 o più civili, la partita finisce.", {"loss civilians 6"}),
    ("", "Perdi quando sono morti almeno 6 civili.", {"loss civilians 6"}),
    ("", "25+ Grande vittoria", {"score:major-victory points.min 25"}),
    ("", "Da 20 a 24 punti è una vittoria.", {"score:victory points.min 20", "score:victory points.max 24"}),
    ("", "16–19 Vittoria minore", {"score:minor-victory points.min 16", "score:minor-victory points.max 19"}),
    ("", "Pareggio: 1–15 punti", {"score:draw points.min 1", "score:draw points.max 15"}),
    ("", "Completare tutte le 11 missioni è una vittoria epica.", {"score:epic-victory missions 11"}),
    ("", "Roberto ha un attacco rivelato di 5.", {"maquis:roberto attack.revealed 5"}),
    (
        "",
        "Abel (nascosto [icon:attack] 2, rivelato [icon:attack] 3)",
        {"maquis:abel attack.hidden 2", "maquis:abel attack.revealed 3"},
    ),
    (
        "",
        "Distruggi il ponte ferroviario ha una difesa di 9, una guarnigione di 4 e vale 3 punti vittoria.",
        {
            "mission:destroy-the-railroad-bridge defence 9",
            "mission:destroy-the-railroad-bridge garrison 4",
            "mission:destroy-the-railroad-bridge points 3",
        },
    ),
    ("", "Nessuna missione ha una guarnigione superiore a 6.", {"mission garrison.max 6"}),
    ("", "Una carta mostra 0, 1, 2 o 4 civili.", {"civilian value.max 4"}),
    ("", "I Genieri danno agli altri nemici +2 alla difesa.", {"enemy:engineer defence-modifier +2"}),
    ("", "Il rivelato Benigno riduce la difesa dei nemici di 2.", {"maquis:benigno defence-modifier.revealed -2"}),
]
REMOVED = {"deck:mission removed.era-1 5", "deck:mission removed.era-2 2", "deck:mission removed.era-3 1"}
REMOVALS = [
    ("pl", "Usuń losowo pięć misji 1. ery, dwie misje 2. ery i jedną misję 3. ery."),
    ("pl", "Z pierwszej ery usuń 5 kart, z drugiej ery 2 karty i z trzeciej ery 1 kartę."),
    ("pl", "Pięć misji pierwszej ery, dwie misje drugiej ery i jedna misja trzeciej ery wracają do pudełka."),
    ("it", "Dalla prima era rimuovi 5 carte, dalla seconda era 2 e dalla terza era 1."),
    ("it", "Cinque missioni della prima era, due della seconda era e una della terza era vengono rimosse."),
    ("it", "Togli a caso cinque missioni della prima era, due della seconda era e una della terza era."),
]
BOTH_SIDES = [
    ("pl", ["Abel jako ukryty ma atak 2, a jako ujawniony 4."]),
    ("pl", ["Abel atakuje z siłą 2, gdy jest ukryty, i z siłą 4, gdy jest ujawniony."]),
    ("pl", ["Abel: atak 2 ukryty, 4 ujawniony"]),
    ("pl", ["ABEL", "strona ukryta: atak 2", "strona ujawniona: atak 4"]),
    ("pl", ["Ujawniony Abel ma atak 4, a ukryty Abel tylko 2."]),
    ("it", ["Abel da nascosto ha attacco 2, da rivelato 4."]),
    ("it", ["Abel attacca con forza 2 se è nascosto e con forza 4 se è rivelato."]),
    ("it", ["Abel: attacco 2 nascosto, 4 rivelato"]),
    ("it", ["ABEL", "lato nascosto: attacco 2", "lato rivelato: attacco 4"]),
]
ONE_MISSION = [
    ("pl", ["Most kolejowy: garnizon 4, obrona 9, punkty 3"]),
    ("pl", ["Most kolejowy", "Należy do 2. ery. Ma obronę 9, garnizon 4 wrogów, a jej wykonanie daje 3 punkty."]),
    ("pl", ["Most kolejowy ma obronę 9 i garnizon 4 wrogów. Za jego wykonanie otrzymujesz 3 punkty."]),
    ("it", ["Ponte ferroviario: guarnigione 4, difesa 9, punti 3"]),
    ("it", ["Ponte ferroviario", "Difesa 9, guarnigione 4, punti vittoria 3"]),
    (
        "it",
        ["Ponte ferroviario è una missione della seconda era. Ha difesa 9, una guarnigione di 4 e vale 3 punti."],
    ),
]
TABLES = [
    (
        "pl",
        ["Era | Kart | Usuń", "1. era | 9 | 5", "2. era | 7 | 2"],
        {
            "deck:mission size.era-1 9",
            "deck:mission removed.era-1 5",
            "deck:mission size.era-2 7",
            "deck:mission removed.era-2 2",
        },
    ),
    (
        "pl",
        ["Partyzant | Ukryty atak | Ujawniony atak", "Abel | 2 | 4"],
        {"maquis:abel attack.hidden 2", "maquis:abel attack.revealed 4"},
    ),
    (
        "pl",
        ["Punkty | Wynik", "25 i więcej | Wielkie zwycięstwo.", "20–24 | Zwycięstwo. Niewiele brakowało."],
        {"score:major-victory points.min 25", "score:victory points.min 20", "score:victory points.max 24"},
    ),
    (
        "it",
        ["Maquis | Attacco nascosto | Attacco rivelato", "Abel | 2 | 4"],
        {"maquis:abel attack.hidden 2", "maquis:abel attack.revealed 4"},
    ),
    (
        "it",
        ["Risultato | Punti", "Vittoria minore | 16–19", "Pareggio | 1–15"],
        {
            "score:minor-victory points.min 16",
            "score:minor-victory points.max 19",
            "score:draw points.min 1",
            "score:draw points.max 15",
        },
    ),
    (
        "it",
        ["Missione | Era | Guarnigione | Difesa | Punti", "Attraversa il confine | 2 | 3 | 7 | 4"],
        {
            "mission:cross-the-border era 2",
            "mission:cross-the-border garrison 3",
            "mission:cross-the-border defence 7",
            "mission:cross-the-border points 4",
        },
    ),
    ("it", ["Nemico | Carte | Effetto", "Guardia | 6 | Protegge la missione"], {"enemy:guard count 6"}),
    ("pl", ["Wróg | Kart | Efekt", "Wartownik | 6 | Chroni misję"], {"enemy:guard count 6"}),
]
RESULTS = {
    "score:victory points.min 20",
    "score:victory points.max 24",
    "score:minor-victory points.min 16",
    "score:minor-victory points.max 19",
}
IN_EITHER_ORDER = [
    ("pl", "Zwycięstwo za 20–24 punkty, małe zwycięstwo za 16–19 punktów."),
    ("pl", "20–24 punkty to zwycięstwo, 16–19 punktów to małe zwycięstwo."),
    ("pl", "Za 20 do 24 punktów jest zwycięstwo, a za 16 do 19 punktów małe zwycięstwo."),
    ("it", "Una vittoria per 20-24 punti, una vittoria minore per 16-19 punti."),
    ("it", "20–24 punti sono una vittoria, 16–19 punti una vittoria minore."),
    ("it", "Da 20 a 24 punti è una vittoria, da 16 a 19 punti una vittoria minore."),
]
AFTER_THE_BEST = [
    (
        "pl",
        "25 punktów i więcej to wielkie zwycięstwo, 20 do 24 punktów zwycięstwo, a 16 do 19 punktów małe zwycięstwo.",
    ),
    ("pl", "Wielkie zwycięstwo: 25 lub więcej punktów, zwycięstwo: 20–24 punkty, małe zwycięstwo: 16–19 punktów."),
    ("it", "25 punti o più sono una grande vittoria, 20–24 punti una vittoria e 16–19 punti una vittoria minore."),
    ("it", "Grande vittoria: 25 o più punti, vittoria: 20–24 punti, vittoria minore: 16–19 punti."),
]
SILENT = [
    ("pl", "Odrzuć jednego wroga."),
    ("pl", "Dobierz dwie karty z talii ukrytych partyzantów."),
    ("pl", "Consuelo ma ujawniony atak 3 dzięki odrzuconemu wrogowi."),
    ("pl", "2 cywilów"),
    ("pl", "Potasuj każdą talię osobno, a potem dobierz 5 kart."),
    ("pl", "Wybierz jedną dostępną misję."),
    ("pl", "Przy misji Zniszcz most kolejowy leży Piechur z obroną 1."),
    ("pl", "Dodaj jednego szpiega do stosu odrzuconych ukrytych."),
    ("pl", "Odkryj wszystkich wrogów przy jednej misji."),
    ("pl", "Odrzuć z ręki jedną kartę."),
    ("pl", "W następnej rundzie dobierz o jedną kartę mniej."),
    ("pl", "Odkryj jedną kartę cywilów i połóż ją na cmentarzu."),
    ("pl", "Abel zyskuje 1 za każdego ujawnionego partyzanta w obszarze gry."),
    ("it", "Pesca due carte dal mazzo dei maquis nascosti."),
    ("it", "Consuelo ha un attacco rivelato di 3 grazie al nemico scartato."),
    ("it", "Scegli una missione disponibile."),
    ("it", "Abel ottiene più 1 per ogni maquis rivelato in gioco."),
    ("it", "Aggiungi una spia alla pila degli scarti dei nascosti."),
    ("it", "Una grande vittoria merita un brindisi."),
    ("it", "Pesca 2–3 carte."),
    ("it", "Gira una carta civile e mettila nel cimitero."),
    ("it", "Presso la missione Distruggi il bunker c'è un Soldato semplice con difesa 1."),
    ("it", "Scarta un nemico."),
    ("it", "Gira a faccia in su tutti i nemici di una missione."),
]


@pytest.fixture(scope="module")
def pack() -> Pack:
    return read_pack(GAMES / "resist", Shared.of(GAMES))


def claimed(
    pack: Pack, language: str, lines: list[str], section: str = "", kind: PassageKind = "paragraph"
) -> set[str]:
    """What is read from passages one after the other."""
    shapes = [
        PassageShape(seq=seq, kind=kind, section=section, language=language, raw_text=line, text=line, confidence=1)
        for seq, line in enumerate(lines)
    ]
    read = extract_claims([PassageRead(shape, 1) for shape in shapes], pack, [language])
    return {f"{c.claim.subject} {c.claim.attribute} {c.claim.value}" for c in read}


@pytest.mark.parametrize(
    ("language", "section", "text", "stated"),
    [("pl", *case) for case in POLISH] + [("it", *case) for case in ITALIAN],
)
def test_a_sentence_states_its_facts_and_no_others(
    pack: Pack, language: str, section: str, text: str, stated: set[str]
) -> None:
    assert claimed(pack, language, ["…", text], section) == stated


@pytest.mark.parametrize(("language", "text"), REMOVALS)
def test_eras_keep_their_numbers_whichever_is_named_first(pack: Pack, language: str, text: str) -> None:
    assert claimed(pack, language, ["…", text]) == REMOVED


@pytest.mark.parametrize(("language", "lines"), BOTH_SIDES)
def test_each_side_of_a_maquis_keeps_its_attack(pack: Pack, language: str, lines: list[str]) -> None:
    assert claimed(pack, language, lines) == {"maquis:abel attack.hidden 2", "maquis:abel attack.revealed 4"}


@pytest.mark.parametrize(("language", "lines"), ONE_MISSION)
def test_the_values_of_a_mission_are_told_apart(pack: Pack, language: str, lines: list[str]) -> None:
    stated = {f"{BRIDGE} garrison 4", f"{BRIDGE} defence 9", f"{BRIDGE} points 3"}
    assert claimed(pack, language, lines) - {f"{BRIDGE} era 2"} == stated


@pytest.mark.parametrize(("language", "rows", "stated"), TABLES)
def test_a_cell_is_read_by_the_names_of_its_column_and_row(
    pack: Pack, language: str, rows: list[str], stated: set[str]
) -> None:
    assert claimed(pack, language, rows, kind="table") == stated


@pytest.mark.parametrize(("language", "text"), IN_EITHER_ORDER)
def test_results_keep_their_points_whichever_is_named_first(pack: Pack, language: str, text: str) -> None:
    assert claimed(pack, language, ["…", text]) == RESULTS


@pytest.mark.parametrize(("language", "text"), AFTER_THE_BEST)
def test_results_keep_their_points_after_one_without_an_upper_end(pack: Pack, language: str, text: str) -> None:
    assert claimed(pack, language, ["…", text]) == RESULTS | {"score:major-victory points.min 25"}


@pytest.mark.parametrize(("language", "text"), SILENT)
def test_what_a_card_does_is_not_taken_for_a_fact_of_the_game(pack: Pack, language: str, text: str) -> None:
    assert claimed(pack, language, ["…", text]) == set()


@pytest.mark.parametrize(("language", "text"), [("pl", "Dobierz na rękę {} kart."), ("it", "Pesca {} carte in mano.")])
def test_a_changed_number_changes_the_claim(pack: Pack, language: str, text: str) -> None:
    for size in (6, 9):
        assert claimed(pack, language, ["…", text.format(size)]) == {f"hand size {size}"}
