"""The English and Italian words of Black Orchestra: facts in many phrasings, and sentences that only resemble them."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.extract import extract_claims
from ingest.packs.read import Shared, read_pack
from schema.documents import PassageShape
from schema.pack import Pack
from schema.reading import PassageRead

GAMES = Path(__file__).resolve().parents[2] / "games"

Case = tuple[list[str], set[str]]
"""Passages, of which one that begins with # is a heading over the rest, and the claims they make."""

ENGLISH: list[Case] = [
    (["# Inside the box", "12 custom dice", "13 cubes"], {"component:die count 12", "component:cube count 13"}),
    (["# Contents", "A pile of 49 conspirator cards"], {"deck:conspirator size 49"}),
    (["The war is told in nine stages."], {"stage count 9"}),
    (["Each stage comes with eleven event cards."], {"deck:event size.per-stage 11"}),
    (["Four random events are taken out of every stage unseen."], {"deck:event removed-per-stage 4"}),
    (
        ["# Contents", "Forty item tokens: ten different items, four copies of each"],
        {"component:item-token count 40", "component:item-token kinds 10", "component:item-token copies 4"},
    ),
    (["# Set-up", "Place every pawn in Vienna."], {"component:pawn start vienna"}),
    (["# Solo", "When playing alone, choose three conspirators."], {"component:player-board per-player.solo 3"}),
    (
        ["On easy, Hitler's military support begins at 1; on standard at 3; on hard at 5."],
        {
            "track:military-support start.easy 1",
            "track:military-support start.standard 3",
            "track:military-support start.hard 5",
        },
    ),
    (["The highest possible military support is 9."], {"track:military-support max 9"}),
    (
        ["Hold 8 cards with 1–2 players, 7 cards with 3–4 players and 6 cards with 5 players."],
        {"dossier limit.players-1-2 8", "dossier limit.players-3-4 7", "dossier limit.players-5 6"},
    ),
    (
        ["# Limits", "With one or two players, hold eight cards; with three or four players, seven cards."],
        {"dossier limit.players-1-2 8", "dossier limit.players-3-4 7"},
    ),
    (["While Timid, your dossier may not contain more than three cards."], {"dossier limit.timid 3"}),
    (["On each of your turns you may perform up to five actions."], {"turn actions 5"}),
    (["To conspire, throw a maximum of four dice."], {"action:conspire max-dice 4"}),
    (["Four targets fill the dissent track."], {"track:dissent size 4"}),
    (
        ["# Release", "Roll three dice. The prisoner is freed and has Medium suspicion."],
        {"action:release dice 3", "action:release released-at medium"},
    ),
    (["Whoever starts a turn in Hitler's space loses two motivation."], {"leader:hitler penalty.motivation -2"}),
    (
        ["Next to Hess you must discard three cards, next to Göring two items."],
        {"leader:hess penalty.discard-card 3", "leader:goring penalty.discard-item 2"},
    ),
    (["Bormann prevents you from conspiring."], {"leader:bormann penalty.forbids conspire"}),
    (
        ["Entering Paris, you lose 4 suspicion, but Hitler's military support rises by 2."],
        {"location:paris enter.suspicion -4", "location:paris enter.military-support +2"},
    ),
    (
        ["Entering Treblinka increases your motivation by 3 and your suspicion by 2."],
        {"location:treblinka enter.motivation +3", "location:treblinka enter.suspicion +2"},
    ),
    (["Zurich becomes accessible in the fourth stage."], {"location:zurich opens-in-stage 4"}),
    (
        ["Smolensk and Borisov open in stage 6."],
        {"location:smolensk opens-in-stage 6", "location:borisov opens-in-stage 6"},
    ),
    (["Keys: 4 suspicion less, divided among the conspirators."], {"delivery:keys split -4"}),
    (
        ["With Low suspicion you are detected by four eagles, with Medium by three and with High by two."],
        {"suspicion:low eagles-detect 4", "suspicion:medium eagles-detect 3", "suspicion:high eagles-detect 2"},
    ),
    (
        ["After a detected plot, place Hitler in the Sportpalast; each conspirator drops 2 motivation."],
        {"plot detected.hitler-to sportpalast", "plot detected.motivation -2"},
    ),
    (
        ["A victory in stage 2 saves 31 million lives; subtract 3 million for every deputy still alive."],
        {"score:stage-2 lives-saved-million 31", "score per-deputy-million -3"},
    ),
]
ITALIAN: list[Case] = [
    (
        ["# Componenti", "7 plance dei cospiratori", "undici dadi"],
        {"component:player-board count 7", "component:die count 11"},
    ),
    (["# Componenti", "Mazzo degli eventi: 70 carte"], {"deck:event size 70"}),
    (["La scatola contiene quarantotto carte cospiratore."], {"deck:conspirator size 48"}),
    (["Gli eventi sono suddivisi in otto fasi."], {"stage count 8"}),
    (["Da ciascuna fase togliete a caso tre eventi senza guardarli."], {"deck:event removed-per-stage 3"}),
    (["# Preparazione", "Mettete tutte le pedine a Vienna."], {"component:pawn start vienna"}),
    (["Chi gioca da solo controlla tre cospiratori."], {"component:player-board per-player.solo 3"}),
    (["Il sostegno militare non può salire oltre 8."], {"track:military-support max 8"}),
    (
        ["Si tengono 8 carte con 1-2 giocatori, 7 carte con 3-4 giocatori e 6 carte con 5 giocatori."],
        {"dossier limit.players-1-2 8", "dossier limit.players-3-4 7", "dossier limit.players-5 6"},
    ),
    (["Chi è Timido ha un limite di una sola carta."], {"dossier limit.timid 1"}),
    (["A ogni turno puoi svolgere fino a cinque azioni."], {"turn actions 5"}),
    (["Chi cospira tira fino a quattro dadi."], {"action:conspire max-dice 4"}),
    (["Il tracciato del dissenso può contenere cinque dadi."], {"track:dissent size 5"}),
    (["Per liberare un cospiratore arrestato si lanciano tre dadi."], {"action:release dice 3"}),
    (["Il cospiratore liberato torna in gioco con sospetto basso."], {"action:release released-at low"}),
    (["HITLER", "Motivazione −2"], {"leader:hitler penalty.motivation -2"}),
    (["La presenza di Himmler aumenta il sospetto di 3."], {"leader:himmler penalty.suspicion +3"}),
    (
        ["Accanto a Hess si scartano tre carte, accanto a Goering due oggetti."],
        {"leader:hess penalty.discard-card 3", "leader:goring penalty.discard-item 2"},
    ),
    (["Goebbels: abilità speciale bloccata."], {"leader:goebbels penalty.forbids special-ability"}),
    (["Bormann impedisce di cospirare."], {"leader:bormann penalty.forbids conspire"}),
    (
        ["PARIGI", "Sospetto −4", "Supporto militare +2"],
        {"location:paris enter.suspicion -4", "location:paris enter.military-support +2"},
    ),
    (
        ["Chi entra ad Auschwitz aumenta la propria motivazione di 3 e il proprio sospetto di 2."],
        {"location:auschwitz enter.motivation +3", "location:auschwitz enter.suspicion +2"},
    ),
    (["Praga si apre nella quarta fase."], {"location:prague opens-in-stage 4"}),
    (["Mappa: −4 sospetto, solo per te"], {"delivery:map self -4"}),
    (["Chi consegna le chiavi abbassa di 4 il sospetto, da dividere fra i cospiratori."], {"delivery:keys split -4"}),
    (["Un complotto richiede come minimo la motivazione Positivo."], {"plot motivation.min motivated"}),
    (
        ["Con sospetto alto bastano 3 aquile per essere scoperti, con sospetto estremo ne bastano due."],
        {"suspicion:high eagles-detect 3", "suspicion:extreme eagles-detect 2"},
    ),
    (
        ["Se il complotto viene scoperto, ogni cospiratore perde 2 punti motivazione e Hitler torna a Monaco."],
        {"plot detected.motivation -2", "plot detected.hitler-to munich"},
    ),
    (["Per ogni vice ancora in gioco si sottraggono 2 milioni."], {"score per-deputy-million -2"}),
]
TABLES: list[tuple[str, list[str], set[str]]] = [
    ("en", ["Space | Opens in stage", "Vienna | 3"], {"location:vienna opens-in-stage 3"}),
    ("en", ["Suspicion | Eagles", "Low | 5"], {"suspicion:low eagles-detect 5"}),
    ("en", ["Leader | Effect", "Hitler | lose 2 motivation"], {"leader:hitler penalty.motivation -2"}),
    ("it", ["Vittoria nella fase | Milioni di vite salvate", "2 | 33"], {"score:stage-2 lives-saved-million 33"}),
    ("it", ["Sospetto | Aquile", "Basso | 5"], {"suspicion:low eagles-detect 5"}),
    ("it", ["Luogo | Si apre nella fase", "Parigi | 6"], {"location:paris opens-in-stage 6"}),
]
RESEMBLING: list[tuple[str, str, str]] = [
    ("it", "Inizio di una fase evento", "stage count"),
    ("it", "Praga si apre nella quarta fase.", "stage count"),
    ("en", "Prague opens in the fourth stage.", "stage count"),
    ("it", "Ognuno prende una scheda cospiratore (2 schede per il gioco in solitario).", "per-player.solo 1"),
    (
        "it",
        "Con un bersaglio viene rilasciato, va al Gestapo HQ e porta il sospetto su alto.",
        "action:release released-at",
    ),
    ("en", "If you roll a target, you are released and set your suspicion to High.", "action:release released-at"),
    ("en", "At High suspicion it takes only 2.", "dossier limit"),
    ("en", "3 or 4 players: 5 cards", "limit.players-4"),
    ("en", "Once arrested, place your pawn in Prison.", "component:pawn start"),
    ("en", "Searching a space takes one action.", "turn actions"),
    ("en", "Remove three cards from each stage instead of two.", "deck:event removed-per-stage"),
    ("en", "Forty item tokens: ten different items, four copies of each", "kinds 40"),
    ("en", "Any item, if Hitler is here: −3 suspicion (you only)", "leader:hitler"),
    ("it", "Il tracciato del dissenso contiene cinque dadi.", "component:die"),
    ("it", "Quasi ogni fase include almeno una carta evento pericolosa.", "deck:event size"),
    ("it", "Se il complotto è scoperto, tutti i cospiratori perdono 2 punti di motivazione.", "track:dissent"),
]


@pytest.fixture(scope="module")
def pack() -> Pack:
    return read_pack(GAMES / "black-orchestra", Shared.of(GAMES))


def passages(texts: list[str], language: str, kind: str) -> Iterator[PassageRead]:
    section = ""
    for seq, text in enumerate(["—", *texts]):
        is_heading = text.startswith("# ")
        plain = text.removeprefix("# ")
        shape = PassageShape.model_validate(
            {
                "seq": seq,
                "kind": "heading" if is_heading else kind,
                "section": section,
                "language": language,
                "raw_text": plain,
                "text": plain,
                "confidence": 1.0,
            }
        )
        section = plain if is_heading else section
        yield PassageRead(shape, 1)


def claimed(pack: Pack, language: str, texts: list[str], kind: str = "paragraph") -> set[str]:
    claims = (read.claim for read in extract_claims(list(passages(texts, language, kind)), pack, [language]))
    return {f"{claim.subject} {claim.attribute} {claim.value}" for claim in claims}


@pytest.mark.parametrize(("texts", "stated"), ENGLISH)
def test_an_english_rulebook_may_phrase_a_fact_so(pack: Pack, texts: list[str], stated: set[str]) -> None:
    assert claimed(pack, "en", texts) == stated


@pytest.mark.parametrize(("texts", "stated"), ITALIAN)
def test_an_italian_rulebook_may_phrase_a_fact_so(pack: Pack, texts: list[str], stated: set[str]) -> None:
    assert claimed(pack, "it", texts) == stated


@pytest.mark.parametrize(("language", "texts", "stated"), TABLES)
def test_a_row_of_a_table_states_its_fact(pack: Pack, language: str, texts: list[str], stated: set[str]) -> None:
    assert claimed(pack, language, texts, kind="table") == stated


@pytest.mark.parametrize(("language", "text", "fact"), RESEMBLING)
def test_a_sentence_that_resembles_a_fact_does_not_state_it(pack: Pack, language: str, text: str, fact: str) -> None:
    assert not [claim for claim in claimed(pack, language, [text]) if fact in claim]
