"""Czech and Polish wordings of Black Orchestra: facts told in many ways, and sentences that tell none."""

from collections.abc import Iterator
from pathlib import Path

import pytest

from ingest.extract import extract_claims
from ingest.packs.read import Shared, read_pack
from schema.documents import PassageShape
from schema.pack import Pack
from schema.reading import PassageRead

GAMES = Path(__file__).resolve().parents[2] / "games"

CZECH = [
    (
        "Mezi kartami spiklenců je 21 ilegálních, 33 běžných a 9 plánů atentátu.",
        "deck:conspirator size.illegal 21; deck:conspirator size.normal 33; deck:conspirator size.plot 9",
    ),
    ("Klíčových událostí je 9, důležitých 17.", "deck:event size.key 9; deck:event size.important 17"),
    ("Každé z devíti období má deset karet událostí.", "stage count 9; deck:event size.per-stage 10"),
    ("Partie probíhá v šesti obdobích.", "stage count 6"),
    ("V každém období je čtrnáct událostí.", "deck:event size.per-stage 14"),
    ("Před hrou z každého období náhodně odeberte čtyři karty.", "deck:event removed-per-stage 4"),
    ("Odložte bez prohlížení pět karet z každého období.", "deck:event removed-per-stage 5"),
    ("Všichni spiklenci začínají v Mnichově.", "component:pawn start munich"),
    ("Výchozí lokací všech spiklenců je Hannover.", "component:pawn start hannover"),
    ("Na začátku hry položte figurky na Norimberk.", "component:pawn start nuremberg"),
    (
        "Každý spiklenec začíná hru jako Motivovaný s vysokým podezřením.",
        "track:motivation start motivated; track:suspicion start high",
    ),
    ("V sólové hře ovládáte čtyři postavy.", "component:player-board per-player.solo 4"),
    ("Hrajete-li sami, vedete tři spiklence.", "component:player-board per-player.solo 3"),
    (
        "Vojenská podpora začíná při lehké obtížnosti na 1, při standardní na 3 a při těžké na 6.",
        "track:military-support start.easy 1; track:military-support start.standard 3; "
        "track:military-support start.hard 6",
    ),
    ("Vojenská podpora může dosáhnout nejvýše hodnoty 8.", "track:military-support max 8"),
    ("Nejvyšší možná hodnota vojenské podpory je 11.", "track:military-support max 11"),
    ("Maximum vojenské podpory je 9.", "track:military-support max 9"),
    (
        "Do spisu se vejde 9 karet při 1–2 hráčích, 8 karet při 3–4 hráčích a 5 karet při 5 hráčích.",
        "dossier limit.players-1-2 9; dossier limit.players-3-4 8; dossier limit.players-5 5",
    ),
    (
        "Při 1–2 hráčích smíte mít ve spisu sedm karet a pět předmětů, při 3–5 hráčích šest karet a čtyři předměty.",
        "dossier limit.players-1-2 7; item-slots limit.players-1-2 5; "
        "dossier limit.players-3-5 6; item-slots limit.players-3-5 4",
    ),
    ("Pro jednoho až dva hráče je limit sedm karet ve spisu.", "dossier limit.players-1-2 7"),
    ("Spiklenec unese při 3–5 hráčích pět kusů vybavení.", "item-slots limit.players-3-5 5"),
    ("Je-li spiklenec Bázlivý, smí držet nejvýše čtyři karty.", "dossier limit.timid 4"),
    ("Limit spisu Bázlivého spiklence jsou tři karty.", "dossier limit.timid 3"),
    ("V každém tahu provedete až pět akcí.", "turn actions 5"),
    ("Za jeden tah máte k dispozici čtyři akce.", "turn actions 4"),
    ("Hráč na tahu má pět akcí.", "turn actions 5"),
    ("Protistátní činnost: hodíte maximálně čtyřmi kostkami.", "action:conspire max-dice 4"),
    ("Stupnice protistátní činnosti pojme šest kostek.", "track:dissent size 6"),
    ("Stupnice protistátní činnosti je plná, když na ní leží pět kostek.", "track:dissent size 5"),
    ("Kdo začne tah u Hitlera, sníží si motivaci o 2.", "leader:hitler penalty.motivation -2"),
    ("Himmler zvyšuje podezření o 3.", "leader:himmler penalty.suspicion +3"),
    ("Hess vás připraví o dvě karty.", "leader:hess penalty.discard-card 2"),
    ("U Göringa odhodíte dva předměty.", "leader:goring penalty.discard-item 2"),
    ("Bormann blokuje zvláštní schopnosti.", "leader:bormann penalty.forbids special-ability"),
    ("Při vstupu do Stockholmu vzroste podezření o 3.", "location:stockholm enter.suspicion +3"),
    (
        "Vstoupíte-li do Paříže, klesne vaše podezření o 5 a vojenská podpora vzroste o 3.",
        "location:paris enter.suspicion -5; location:paris enter.military-support +3",
    ),
    ("Vídeň je přístupná od třetího období.", "location:vienna opens-in-stage 3"),
    ("Do Varšavy se dostanete až ve 4. období.", "location:warsaw opens-in-stage 4"),
    ("V období 5 se otevírá Smolensk.", "location:smolensk opens-in-stage 5"),
    ("Před šestým obdobím nelze vstoupit do Rigy.", "location:riga opens-in-stage 6"),
    ("V 7. období se uzavírají vyznačené lokace.", "location closes-in-stage 7"),
    ("Doručíte-li mapu, snížíte si podezření o 3.", "delivery:map self -3"),
    (
        "Doručení výbušnin snižuje podezření o 5, body libovolně rozdělte mezi spiklence.",
        "delivery:explosives split -5",
    ),
    ("Klíče: −4 podezření, jen ty", "delivery:keys self -4"),
    ("Zbraně: −6 podezření, lze rozdělit", "delivery:weapons split -6"),
    ("Jakékoli vybavení, jsi-li civilista: −4 podezření (jen ty)", "delivery:any self.if-civilian -4"),
    ("Kdo splní podmínky plánu, získá tři kostky.", "plot base-dice 3"),
    ("K pokusu o atentát potřebujete alespoň motivaci Hazardér.", "plot motivation.min reckless"),
    ("K odhalení stačí při středním podezření tři orlice.", "suspicion:medium eagles-detect 3"),
    (
        "Je-li plán odhalen, přesune se Hitler do Berghofu a motivace všech spiklenců klesne o 2.",
        "plot detected.hitler-to berghof; plot detected.motivation -2",
    ),
    ("Chcete-li propustit vězně, hoďte dvěma kostkami.", "action:release dice 2"),
    ("Propuštěný spiklenec má podezření Střední.", "action:release released-at medium"),
    ("Vítězství ve 2. období zachrání 31 milionů životů.", "score:stage-2 lives-saved-million 31"),
    ("Za každého žijícího pohlavára odečtěte 3 miliony.", "score per-deputy-million -3"),
    (
        "Při 1–2 hráčích pojme spis devět karet, při 3–4 sedm a při pěti jen šest.",
        "dossier limit.players-1-2 9; dossier limit.players-3-4 7; dossier limit.players-5 6",
    ),
    ("Karet výslechu je ve hře osmnáct.", "deck:interrogation size 18"),
    ("Součástí hry je 14 kostek.", "component:die count 14"),
    ("Celá hra se dělí na devět období.", "stage count 9"),
    ("Období je celkem osm.", "stage count 8"),
    ("Na každé období připadá devět karet událostí.", "deck:event size.per-stage 9"),
    ("Čtyři náhodné karty z každého období vraťte do krabice.", "deck:event removed-per-stage 4"),
    ("Hru zahajují všichni spiklenci ve Vídni.", "component:pawn start vienna"),
    ("Figurky všech hráčů začínají na lokaci Berghof.", "component:pawn start berghof"),
    ("Motivace každého spiklence je na začátku Odhodlaný.", "track:motivation start committed"),
    ("Spiklenci vstupují do hry s podezřením Nízké.", "track:suspicion start low"),
    ("Samotný hráč řídí tři spiklence.", "component:player-board per-player.solo 3"),
    ("Vojenská podpora nikdy nepřekročí hodnotu 12.", "track:military-support max 12"),
    ("Vojenská podpora může vystoupat nanejvýš na 9.", "track:military-support max 9"),
    ("Ve hře 1–2 hráčů je limit spisu 9 karet.", "dossier limit.players-1-2 9"),
    ("Ve hře tří nebo čtyř hráčů smí mít každý ve spisu nejvýše šest karet.", "dossier limit.players-3-4 6"),
    ("Bázlivý spiklenec má limit spisu jen tři karty.", "dossier limit.timid 3"),
    ("Ve svém tahu smíte provést čtyři akce.", "turn actions 4"),
    ("Na tah máte pět akcí.", "turn actions 5"),
    ("Tah se skládá ze čtyř akcí.", "turn actions 4"),
    ("Na protistátní činnost můžete použít nejvýše pět kostek.", "action:conspire max-dice 5"),
    ("Na stupnici protistátní činnosti se vejdou čtyři kostky.", "track:dissent size 4"),
    ("Setkání s Hitlerem snižuje motivaci o 2.", "leader:hitler penalty.motivation -2"),
    ("Himmler: zvyšte si podezření o 2.", "leader:himmler penalty.suspicion +2"),
    ("Je-li na vaší lokaci Hess, musíte odhodit tři karty.", "leader:hess penalty.discard-card 3"),
    ("Göring: ztrácíte 2 předměty.", "leader:goring penalty.discard-item 2"),
    ("Goebbels: zvláštní schopnost nelze použít.", "leader:goebbels penalty.forbids special-ability"),
    ("V Paříži vám podezření klesne o 4.", "location:paris enter.suspicion -4"),
    ("Příchod do Curychu zvyšuje podezření o 2.", "location:zurich enter.suspicion +2"),
    ("Praha se zpřístupní ve čtvrtém období.", "location:prague opens-in-stage 4"),
    ("Praha: od 4. období", "location:prague opens-in-stage 4"),
    ("Riga je do pátého období nepřístupná, otevírá se v 5. období.", "location:riga opens-in-stage 5"),
    ("Odevzdáním jedu snížíte své podezření o 4.", "delivery:poison self -4"),
    ("Za mapu −3 podezření (lze rozdělit)", "delivery:map split -3"),
    ("Libovolné vybavení ve 2. období: −4 podezření (jen ty)", "delivery:any self.if-stage-2 -4"),
    ("Libovolné vybavení, je-li zde pohlavár: −3 podezření (jen ty)", "delivery:any self.if-deputy-here -3"),
    ("Pokud splníte všechny podmínky, máte dvě kostky.", "plot base-dice 2"),
    (
        "Nízké podezření: 4 orlice, střední podezření: 3 orlice, vysoké: 2 orlice.",
        "suspicion:low eagles-detect 4; suspicion:medium eagles-detect 3; suspicion:high eagles-detect 2",
    ),
    ("Při razii je zatčen každý s podezřením Vysoké.", "raid arrests-at high"),
    ("Každá ponechaná ilegální karta zvyšuje podezření o 2.", "raid illegal.suspicion +2"),
]
"""A sentence and all it states."""
POLISH = [
    (
        "Wśród kart konspiracji jest 21 nielegalnych, 33 zwykłe i 9 zamachów.",
        "deck:conspirator size.illegal 21; deck:conspirator size.normal 33; deck:conspirator size.plot 9",
    ),
    ("Kluczowych wydarzeń jest 9, ważnych 17.", "deck:event size.key 9; deck:event size.important 17"),
    ("Każdy z dziewięciu etapów ma dziesięć kart wydarzeń.", "stage count 9; deck:event size.per-stage 10"),
    ("Rozgrywka składa się z sześciu etapów.", "stage count 6"),
    ("W każdym etapie jest czternaście wydarzeń.", "deck:event size.per-stage 14"),
    ("Przed grą z każdego etapu usuńcie losowo cztery karty.", "deck:event removed-per-stage 4"),
    ("Odłóżcie bez podglądania pięć kart z każdego etapu.", "deck:event removed-per-stage 5"),
    ("Wszyscy spiskowcy zaczynają w Monachium.", "component:pawn start munich"),
    ("Polem startowym wszystkich pionków jest Hanower.", "component:pawn start hannover"),
    ("Ustawcie wszystkie pionki w Norymberdze.", "component:pawn start nuremberg"),
    ("W grze solo kontrolujesz cztery postacie.", "component:player-board per-player.solo 4"),
    ("Grając samotnie, prowadzisz trzech spiskowców.", "component:player-board per-player.solo 3"),
    (
        "Poparcie militarne zaczyna na 1 w grze łatwej, na 3 w standardowej i na 6 w trudnej.",
        "track:military-support start.easy 1; track:military-support start.standard 3; "
        "track:military-support start.hard 6",
    ),
    ("Poparcie militarne może osiągnąć najwyżej wartość 8.", "track:military-support max 8"),
    ("Wsparcie militarne nigdy nie przekracza 11.", "track:military-support max 11"),
    ("Maksimum wsparcia militarnego to 9.", "track:military-support max 9"),
    (
        "W teczce mieści się 9 kart przy 1–2 graczach, 8 kart przy 3–4 graczach i 5 kart przy 5 graczach.",
        "dossier limit.players-1-2 9; dossier limit.players-3-4 8; dossier limit.players-5 5",
    ),
    (
        "Przy 1–2 graczach możesz mieć siedem kart i pięć przedmiotów, przy 3–5 graczy sześć kart i cztery przedmioty.",
        "dossier limit.players-1-2 7; item-slots limit.players-1-2 5; "
        "dossier limit.players-3-5 6; item-slots limit.players-3-5 4",
    ),
    ("Dla jednego lub dwóch graczy limit wynosi siedem kart w teczce.", "dossier limit.players-1-2 7"),
    ("Spiskowiec może nieść przy 3–5 graczach pięć przedmiotów.", "item-slots limit.players-3-5 5"),
    ("Bojaźliwy konspirator trzyma najwyżej cztery karty.", "dossier limit.timid 4"),
    ("W każdej turze wykonujesz do pięciu akcji.", "turn actions 5"),
    ("Tura składa się z czterech akcji.", "turn actions 4"),
    ("Gracz ma w turze pięć akcji.", "turn actions 5"),
    ("Konspiracja: rzucasz co najwyżej czterema kośćmi.", "action:conspire max-dice 4"),
    ("Tor sprzeciwu jest pełny, gdy leży na nim pięć kości.", "track:dissent size 5"),
    ("Kto zaczyna turę przy Hitlerze, obniża motywację o 2.", "leader:hitler penalty.motivation -2"),
    ("Himmler podnosi podejrzenie o 3.", "leader:himmler penalty.suspicion +3"),
    ("Przy Hessie tracisz dwie karty.", "leader:hess penalty.discard-card 2"),
    ("Göring odbiera ci dwa przedmioty.", "leader:goring penalty.discard-item 2"),
    ("Bormann zabrania akcji Konspiracja.", "leader:bormann penalty.forbids conspire"),
    ("Po wejściu do Sztokholmu podejrzenie rośnie o 3.", "location:stockholm enter.suspicion +3"),
    (
        "Kto wejdzie do Paryża, zmniejsza podejrzenie o 5 i zwiększa poparcie militarne o 3.",
        "location:paris enter.suspicion -5; location:paris enter.military-support +3",
    ),
    ("Wiedeń jest dostępny od trzeciego etapu.", "location:vienna opens-in-stage 3"),
    ("Do Warszawy można wejść dopiero w etapie 4.", "location:warsaw opens-in-stage 4"),
    ("W etapie 5 otwiera się Smoleńsk.", "location:smolensk opens-in-stage 5"),
    ("Przed szóstym etapem nie można wejść do Rygi.", "location:riga opens-in-stage 6"),
    ("Dostarczając mapę, zmniejszasz swoje podejrzenie o 3.", "delivery:map self -3"),
    (
        "Dostarczenie dynamitu zmniejsza podejrzenie o 5, punkty rozdziel między spiskowców.",
        "delivery:explosives split -5",
    ),
    ("Klucze: −4 podejrzenia, tylko ty", "delivery:keys self -4"),
    ("Broń: −6 podejrzenia, do podziału", "delivery:weapons split -6"),
    ("Kto spełni wymagania zamachu, otrzymuje trzy kości.", "plot base-dice 3"),
    ("Aby podjąć próbę zamachu, musisz być co najmniej zdeterminowany.", "plot motivation.min motivated"),
    (
        "Gdy zamach zostanie wykryty, Hitler udaje się do Berghofu, a motywacja wszystkich spiskowców spada o 2.",
        "plot detected.hitler-to berghof; plot detected.motivation -2",
    ),
    ("Aby uwolnić więźnia, rzuć dwiema kośćmi.", "action:release dice 2"),
    ("Uwolniony spiskowiec ma podejrzenie na poziomie średnim.", "action:release released-at medium"),
    ("Zwycięstwo w etapie 2 ratuje 31 milionów istnień.", "score:stage-2 lives-saved-million 31"),
    ("Za każdego żyjącego zastępcę odejmijcie 3 miliony.", "score per-deputy-million -3"),
    (
        "Przy 1–2 graczach teczka mieści dziewięć kart, przy 3–4 siedem, a przy pięciu tylko sześć.",
        "dossier limit.players-1-2 9; dossier limit.players-3-4 7; dossier limit.players-5 6",
    ),
    ("Kart przesłuchań jest osiemnaście.", "deck:interrogation size 18"),
    ("W skład gry wchodzi 14 kości.", "component:die count 14"),
    ("Cała gra dzieli się na dziewięć etapów.", "stage count 9"),
    ("Etapów jest łącznie osiem.", "stage count 8"),
    ("Na każdy etap przypada dziewięć kart wydarzeń.", "deck:event size.per-stage 9"),
    ("Z każdej talii etapu odrzućcie trzy karty, nie patrząc na nie.", "deck:event removed-per-stage 3"),
    ("Grę rozpoczynają wszyscy spiskowcy w Wiedniu.", "component:pawn start vienna"),
    ("Pionki wszystkich graczy stawiamy na polu Berghof.", "component:pawn start berghof"),
    ("Motywacja każdego spiskowca to na początku oddany.", "track:motivation start committed"),
    ("Spiskowcy rozpoczynają z niskim podejrzeniem.", "track:suspicion start low"),
    ("Samotny gracz kieruje trzema spiskowcami.", "component:player-board per-player.solo 3"),
    ("Poparcie militarne nigdy nie przekroczy wartości 12.", "track:military-support max 12"),
    ("Poparcie militarne może wzrosnąć maksymalnie do 9.", "track:military-support max 9"),
    ("W grze na 1–2 graczy limit teczki to 9 kart.", "dossier limit.players-1-2 9"),
    ("Bojaźliwy spiskowiec ma limit teczki tylko trzy karty.", "dossier limit.timid 3"),
    ("W swojej turze możesz wykonać cztery akcje.", "turn actions 4"),
    ("Na turę przypada pięć akcji.", "turn actions 5"),
    ("Do konspiracji możesz użyć najwyżej pięciu kości.", "action:conspire max-dice 5"),
    ("Na torze sprzeciwu mieszczą się cztery kości.", "track:dissent size 4"),
    ("Spotkanie z Hitlerem obniża motywację o 2.", "leader:hitler penalty.motivation -2"),
    ("Himmler: zwiększ podejrzenie o 2.", "leader:himmler penalty.suspicion +2"),
    ("Jeśli na twoim polu jest Hess, musisz odrzucić trzy karty.", "leader:hess penalty.discard-card 3"),
    ("Göring: tracisz 2 przedmioty.", "leader:goring penalty.discard-item 2"),
    ("Goebbels: nie wolno używać zdolności specjalnej.", "leader:goebbels penalty.forbids special-ability"),
    ("W Paryżu podejrzenie spada o 4.", "location:paris enter.suspicion -4"),
    ("Przybycie do Zurychu zwiększa podejrzenie o 2.", "location:zurich enter.suspicion +2"),
    ("Praga otwiera się w czwartym etapie.", "location:prague opens-in-stage 4"),
    ("Praga: od etapu 4", "location:prague opens-in-stage 4"),
    ("Oddając truciznę, obniżasz swoje podejrzenie o 4.", "delivery:poison self -4"),
    ("Za mapę −3 podejrzenia (do podziału)", "delivery:map split -3"),
    ("Dowolny przedmiot w etapie 2: −4 podejrzenia (tylko ty)", "delivery:any self.if-stage-2 -4"),
    ("Jeśli spełnisz wszystkie wymagania, masz dwie kości.", "plot base-dice 2"),
    (
        "Niskie podejrzenie: 4 orły, średnie podejrzenie: 3 orły, wysokie: 2 orły.",
        "suspicion:low eagles-detect 4; suspicion:medium eagles-detect 3; suspicion:high eagles-detect 2",
    ),
    ("Podczas rewizji aresztowany zostaje każdy z wysokim podejrzeniem.", "raid arrests-at high"),
    ("Każda zatrzymana nielegalna karta zwiększa podejrzenie o 2.", "raid illegal.suspicion +2"),
]
"""A sentence and all it states."""
CZECH_IDLE = [
    "V jednom období se může objevit více razií.",
    "Z jednoho období zbývá poslední karta.",
    "Vojenskou podporu snížíte o 1, nejvýše však k výchozí hodnotě.",
    "Každý si vezme jednu desku postavy; co odhodí, vybírá sám.",
    "V každém svém tahu máš o jednu akci víc.",
    "Odhoďte 2 ilegální karty.",
    "Můžete hodit až 3 kostkami.",
    "Sejdou-li se na lokaci všichni spiklenci, přidej 2 kostky.",
    "Kordt má ještě dvě akce a obě je věnuje jednání.",
    "Hra je pro 1 až 5 hráčů a trvá 90 minut.",
    "Canaris stojí v Praze a má podezření Vysoké.",
    "Oprava se týká strany 12.",
    "Některé plány vyžadují motivaci Hazardér.",
    "Na straně 4 najdete 2 příklady.",
    "Lízněte dvě karty spiklenců a jednu odhoďte.",
    "Přesuňte Hitlera o dvě lokace.",
    "Každý plán má tři volitelné podmínky, které přidávají kostky.",
    "Druhého hráče čeká tah po prvním.",
    "Spiklenec začíná svůj tah v Praze.",
    "Hitler se přesune do Vídně a všem vzroste odhodlání.",
    "Je-li zde Hitler, hoďte třemi kostkami.",
    "Vezměte si 3 figurky podle své volby.",
    "Kapitola 3 popisuje období.",
    "Karta zvyšuje podezření o 2, pokud stojíte v Berlíně.",
    "Roku 1944 se pokusilo o atentát 12 důstojníků.",
    "Přesuňte se až o 2 lokace.",
    "Po skončení období 3 zamíchejte balíček.",
]
POLISH_IDLE = [
    "W jednym etapie może wypaść kilka rewizji.",
    "Zmniejszcie poparcie militarne o 1 (najniżej do wartości początkowej).",
    "Każdy bierze jeden arkusz konspiratora; co odrzuca, wybiera sam.",
    "W swojej turze masz jedną akcję więcej.",
    "Odrzućcie 2 nielegalne karty.",
    "Możesz rzucić do 3 kości.",
    "Gdy wszyscy spiskowcy są razem, dodaj 2 kości.",
    "Gra jest dla 1 do 5 graczy i trwa 90 minut.",
    "Canaris stoi w Pradze i ma wysokie podejrzenie.",
    "Każdy zamach ma trzy dodatkowe warunki, które dają kości.",
    "Niektóre zamachy wymagają brawurowego spiskowca.",
    "Dobierz dwie karty konspiracji i jedną odrzuć.",
    "Przesuńcie Hitlera o dwa pola.",
    "Poprawka dotyczy strony 12.",
    "Zapas to kości; te, które leżą na torze sprzeciwu, są zajęte.",
    "Spiskowiec zaczyna swoją turę w Pradze.",
    "Jeśli jest tu Hitler, rzuć trzema kośćmi.",
    "Weź 3 pionki według własnego wyboru.",
    "Rozdział 3 opisuje etapy.",
    "Karta zwiększa podejrzenie o 2, jeśli stoisz w Berlinie.",
    "W roku 1944 zamachu próbowało 12 oficerów.",
    "Przesuń się o najwyżej 2 pola.",
    "Po zakończeniu etapu 3 potasujcie talię.",
]
LISTS = [
    (
        "cs",
        [
            "V krabici",
            "55 karet spiknutí",
            "9 kostek",
            "7 dřevěných figurek",
            "žetony vybavení: 32",
            "desky postav (11)",
        ],
    ),
    ("cs", ["Obsah", "Karty spiknutí – 55 ks", "9× kostka", "figurky ×7", "32 žetonů vybavení", "11 desek postav"]),
    (
        "pl",
        [
            "W pudełku",
            "55 kart spisku",
            "9 kości",
            "7 drewnianych pionków",
            "żetony przedmiotów: 32",
            "arkusze postaci (11)",
        ],
    ),
    (
        "pl",
        ["Zawartość", "Karty spisku – 55 szt.", "9× kość", "pionki ×7", "32 żetony przedmiotów", "11 arkuszy postaci"],
    ),
]
LISTED = {
    "deck:conspirator size 55",
    "component:die count 9",
    "component:pawn count 7",
    "component:item-token count 32",
    "component:player-board count 11",
}
TABLES = [
    ("cs", ["Součást | Počet kusů", "Kostky | 13", "Karty událostí | 91"]),
    ("pl", ["Element | Liczba sztuk", "Kości | 13", "Karty wydarzeń | 91"]),
]
DELIVERIES = [
    ("cs", ["Vybavení | Jen ty | Lze rozdělit", "Jed | −2 | −5"]),
    ("pl", ["Przedmiot | Tylko ty | Rozdziel", "Trucizna | −2 | −5"]),
]
TURNED_LIMITS = [
    ("cs", ["Počet hráčů | 1–2 | 3–4 | 5", "karty ve spisu | 9 | 8 | 7", "předměty | 6 | 5 | 2"]),
    ("pl", ["Liczba graczy | 1–2 | 3–4 | 5", "karty w teczce | 9 | 8 | 7", "przedmioty | 6 | 5 | 2"]),
]
BOARDS = [
    ("cs", ["Paříž 4", "Při vstupu: −4 podezření, +2 vojenská podpora Při vstupu: +3 motivace, +2 podezření"]),
    ("pl", ["Paryż 4", "wejście: −4 podejrzenia, +2 poparcie militarne wejście: +3 determinacji, +2 podejrzenie"]),
]
CLOSED = [("cs", "Varšava je od období 7 uzavřená."), ("pl", "Warszawa jest od etapu 7 zamknięta.")]
EXTRA = [
    ("cs", "Z každého období odstraňte ještě o dvě karty víc."),
    ("pl", "Z każdego etapu usuńcie jeszcze o dwie karty więcej."),
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


@pytest.mark.parametrize(("text", "stated"), CZECH)
def test_a_czech_sentence_states_its_facts_and_no_others(pack: Pack, text: str, stated: str) -> None:
    assert claimed(pack, "cs", text) == set(stated.split("; "))


@pytest.mark.parametrize(("text", "stated"), POLISH)
def test_a_polish_sentence_states_its_facts_and_no_others(pack: Pack, text: str, stated: str) -> None:
    assert claimed(pack, "pl", text) == set(stated.split("; "))


@pytest.mark.parametrize("text", CZECH_IDLE)
def test_a_czech_sentence_that_states_nothing_claims_nothing(pack: Pack, text: str) -> None:
    assert claimed(pack, "cs", text) == set()


@pytest.mark.parametrize("text", POLISH_IDLE)
def test_a_polish_sentence_that_states_nothing_claims_nothing(pack: Pack, text: str) -> None:
    assert claimed(pack, "pl", text) == set()


@pytest.mark.parametrize(("language", "texts"), LISTS)
def test_a_list_counts_each_piece_in_either_order(pack: Pack, language: str, texts: list[str]) -> None:
    assert claimed(pack, language, *texts, kind="item") == LISTED


@pytest.mark.parametrize(("language", "texts"), TABLES)
def test_a_table_counts_each_piece(pack: Pack, language: str, texts: list[str]) -> None:
    assert claimed(pack, language, *texts, kind="table") == {"component:die count 13", "deck:event size 91"}


@pytest.mark.parametrize(("language", "texts"), DELIVERIES)
def test_a_table_of_deliveries_names_in_its_head_whom_they_help(pack: Pack, language: str, texts: list[str]) -> None:
    assert claimed(pack, language, *texts, kind="table") == {"delivery:poison self -2", "delivery:poison split -5"}


@pytest.mark.parametrize(("language", "texts"), TURNED_LIMITS)
def test_a_table_may_have_the_numbers_of_players_in_its_head(pack: Pack, language: str, texts: list[str]) -> None:
    rows = {"dossier": {"1-2": 9, "3-4": 8, "5": 7}, "item-slots": {"1-2": 6, "3-4": 5, "5": 2}}
    stated = {f"{row} limit.players-{players} {n}" for row, cells in rows.items() for players, n in cells.items()}
    assert claimed(pack, language, *texts, kind="table") == stated


@pytest.mark.parametrize(("language", "texts"), BOARDS)
def test_a_space_is_entered_once(pack: Pack, language: str, texts: list[str]) -> None:
    entered = {claim for claim in claimed(pack, language, *texts, kind="label") if " enter." in claim}
    assert entered == {"location:paris enter.suspicion -4", "location:paris enter.military-support +2"}


@pytest.mark.parametrize(("language", "text"), CLOSED)
def test_a_space_that_closes_is_not_said_to_open(pack: Pack, language: str, text: str) -> None:
    assert not any("opens-in-stage" in claim for claim in claimed(pack, language, text))


@pytest.mark.parametrize(("language", "text"), EXTRA)
def test_more_cards_than_usual_are_not_the_usual_cards(pack: Pack, language: str, text: str) -> None:
    assert claimed(pack, language, text) == {"variant:no-time-to-lose removed-per-stage.extra 2"}


@pytest.mark.parametrize(("language", "stage"), [("cs", "období"), ("pl", "etap")])
def test_a_stage_may_be_told_by_an_ordinal(pack: Pack, language: str, stage: str) -> None:
    ordinals = pack.languages[language].numbers
    assert set(ordinals.values()) == set(range(1, 9))
    lexicon = pack.lexicon(language)
    assert not any(lexicon.likeness(word, stage) for word in ordinals)
