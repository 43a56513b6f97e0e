"""What the program itself says while a game is played, by language; the words of the games come from the rows."""

LABELS = {
    "en": {
        "prompt": "Your choice (? for help): ",
        "only-one": "Enter takes the only one.",
        "no-number": "There is no action {number}; there are 1 to {count}.",
        "not-understood": "“{text}” is no action. Type the number of one, from 1 to {count}, or ? for help.",
        "nothing-typed": "Type the number of an action, from 1 to {count}, or ? for help.",
        "nothing-to-undo": "There is nothing to undo: the game has just begun.",
        "undo-not-yours": "You can only undo what you have done since the screen was handed to you.",
        "hand-over": "{side} is next. Press Enter when nobody else looks at the screen. ",
        "turn-of": "{side} is next.",
        "news": "Since you looked last:",
        "seat": "You play {side}; the other side is played by “{player}”.",
        "undone": "Undone: {action}",
        "saved": "Saved as {file}. Go on later with: {command}",
        "not-saved": "The game was not saved.",
        "save-first": "Save the game first? (y/n) ",
        "yes-or-no": "Please answer y or n.",
        "yes": "y yes",
        "no": "n no",
        "end-of-input": "The input ended before the game did. The game was not saved.",
        "interrupted": "Interrupted. The game was not saved.",
        "no-card": "There is no card called “{text}”.",
        "no-card-near": "There is no card called “{text}”. Did you mean {near}?",
        "no-card-in-action": "Action {number} names no card.",
        "chosen": "You: {action}",
        "watched": "{player}: {action}",
        "replayed": "Played again: {action}",
        "refused": "That is not possible: {sentence}",
        "supposed": "Supposed for this game, whatever the documents say: {facts}.",
        "unsettled": "Not settled by the documents: {facts}. Decide with: {command}",
        "seed": "Seed {seed}. The same seed and the same choices make the same game.",
        "goes-on": "Actions played again: {count}.",
        "result": "The game is over: {outcome}, {points} points.",
        "no-outcome": "no result of the table fits",
        "actions": "It took {count} actions.",
        "compared": "The player “{player}” got this many points or more in {share} of {games} games.",
        "statistics": "How such games usually end: {command}",
        "because": "Rule {code}: {summary}",
        "printed": "{file}, page {page}: “{text}”",
        "not-printed": "No document is known to print it.",
        "help": (
            "  number    do that action; Enter does it when there is only one\n"
            "  u         undo the last action\n"
            "  ? number  help on the cards in an action\n"
            "  ? name    help on a card, or on a rule by its code\n"
            "  s file    save the game; the file need not be named\n"
            "  t         draw the table again\n"
            "  q         quit"
        ),
    },
    "cs": {
        "prompt": "Vaše volba (? pro nápovědu): ",
        "only-one": "Enter zvolí jedinou možnost.",
        "no-number": "Akce {number} tu není; jsou tu 1 až {count}.",
        "not-understood": "„{text}“ není akce. Napište její číslo, od 1 do {count}, nebo ? pro nápovědu.",
        "nothing-typed": "Napište číslo akce, od 1 do {count}, nebo ? pro nápovědu.",
        "nothing-to-undo": "Není co vrátit: hra právě začala.",
        "undo-not-yours": "Vrátit lze jen to, co jste udělali od převzetí obrazovky.",
        "hand-over": "Na řadě je {side}. Až se nebude dívat nikdo jiný, stiskněte Enter. ",
        "turn-of": "Na řadě je {side}.",
        "news": "Co se stalo od vašeho posledního pohledu:",
        "seat": "Hrajete za stranu {side}; za druhou hraje „{player}“.",
        "undone": "Vráceno: {action}",
        "saved": "Uloženo jako {file}. Pokračovat lze příkazem: {command}",
        "not-saved": "Hra nebyla uložena.",
        "save-first": "Uložit nejdřív hru? (a/n) ",
        "yes-or-no": "Odpovězte prosím a nebo n.",
        "yes": "a ano y",
        "no": "n ne",
        "end-of-input": "Vstup skončil dřív než hra. Hra nebyla uložena.",
        "interrupted": "Přerušeno. Hra nebyla uložena.",
        "no-card": "Karta „{text}“ tu není.",
        "no-card-near": "Karta „{text}“ tu není. Mysleli jste {near}?",
        "no-card-in-action": "Akce {number} žádnou kartu nejmenuje.",
        "chosen": "Vy: {action}",
        "watched": "{player}: {action}",
        "replayed": "Přehráno: {action}",
        "refused": "To nejde: {sentence}",
        "supposed": "Pro tuto hru se předpokládá, ať dokumenty říkají cokoli: {facts}.",
        "unsettled": "Dokumenty nerozhodují: {facts}. Rozhodněte příkazem: {command}",
        "seed": "Semínko {seed}. Stejné semínko a stejné volby dají stejnou hru.",
        "goes-on": "Přehráno akcí: {count}.",
        "result": "Konec hry: {outcome}, bodů: {points}.",
        "no-outcome": "tabulka pro to výsledek nemá",
        "actions": "Počet akcí: {count}.",
        "compared": "Hráč „{player}“ získal tolik bodů nebo víc v {share} z {games} her.",
        "statistics": "Jak takové hry obvykle končí: {command}",
        "because": "Pravidlo {code}: {summary}",
        "printed": "{file}, strana {page}: „{text}“",
        "not-printed": "Není znám dokument, který je tiskne.",
        "help": (
            "  číslo     provést tuto akci; je-li jediná, stačí Enter\n"
            "  u         vrátit poslední akci\n"
            "  ? číslo   nápověda ke kartám v akci\n"
            "  ? jméno   nápověda ke kartě, nebo k pravidlu podle kódu\n"
            "  s soubor  uložit hru; soubor není třeba jmenovat\n"
            "  t         znovu nakreslit stůl\n"
            "  q         skončit"
        ),
    },
}
"""Sentences and labels with places for what they speak of; a language that is not here is spoken to in English."""
