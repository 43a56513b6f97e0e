"""The general vocabulary of games that are played from rows: what can be asked, what can happen, and what may hold.

Kinds of phrases: `number`, `seat`, `card`, `cards`, `space`, `spaces`, `dice`, `word`, `rank` (several numbers with an
order), `pile` and `cup` (zones of cards and of dice), `choice` (what an action takes), `lines` (of cards, in the game's
own notation). A `tally` is a counter that play changes, as is a `seat-holder`, `card-holder`, `space-holder` or
`word-holder`; a `measure` is an attribute of cards that is a number, a `trait` a word; a `telling` is a row that says
what is told, a `verb` one that says what a word of the game's own does.
"""

from collections.abc import Mapping

from schema.notation import Part

QUERIES: Mapping[str, Mapping[str, str]] = {
    "number": {
        "{tally}": "What a counter says",
        "{own=player-number} of {seat}": "What is worked out for another seat",
        "{own=card-number} of {card}": "What is worked out for a card, called `it`",
        "{own=space-number} of {space}": "What is stated of a space",
        "sum of {own=space-tally|space-number} of {spaces}": "A counter of spaces, added up",
        "count of {cards}": "How many cards",
        "count of {spaces}": "How many spaces",
        "count of {dice}": "How many dice",
        "count of seats where {condition}": "How many seats of which something holds, each asked as `they`",
        "total of {dice}": "What dice show in all",
        "sum of {measure} of {cards}": "An attribute of cards, added up",
        "sum of {own=card-tally} of {cards}": "A counter of cards, added up",
        "highest {measure} of {cards}": "The highest value of an attribute; none of no cards",
        "lowest {measure} of {cards}": "The lowest value of an attribute; none of no cards",
        "highest {own=player-tally|player-number}": "The highest of all seats",
        "lowest {own=player-tally|player-number}": "The lowest of all seats",
        "{measure} of {card}": "An attribute of a card",
        "{a=number} but at most {b=number}": "The lesser of both",
        "{a=number} but at least {b=number}": "The greater of both",
        "{number} when {condition}": "None unless something holds",
        "{a=number} plus {b=number}": "Added",
        "{a=number} minus {b=number}": "Taken away",
        "half of {number}": "Halved, and rounded up",
        "{a=number} times {b=number}": "So many times",
    },
    "tally": {
        "{own=player-tally} of {seat}": "The counter of another seat",
        "{own=card-tally} of {card}": "The counter of a card",
        "{own=space-tally} of {space}": "The counter of a space",
    },
    "rank": {"{a=number} then {b=number}": "Compared by the first number, and by the second where that is equal"},
    "seat": {
        "{held=seat-holder}": "The seat that a counter holds",
        "seat after {seat}": "The next one clockwise",
        "seat before {seat}": "The next one counter-clockwise",
        "next seat from {seat} where {condition}": "The first of which it holds, from this one on, asked as `they`",
        "owner of {card}": "The seat in whose zone a card lies",
    },
    "card": {
        "{held=card-holder}": "The card that a counter holds",
        "last of {cards}": "The one that came last",
        "first of {cards}": "The one that came first",
        "card with highest {measure} of {cards}": "The first of the highest",
        "card with lowest {measure} of {cards}": "The first of the lowest",
        "one of {cards} by chance": "Any of them",
    },
    "space": {
        "{held=space-holder}": "The space that a counter holds",
        "{own=player-space-holder} of {seat}": "The space that the counter of another seat holds",
        "space called {word}": "The place of the board whose code that is",
    },
    "spaces": {
        "all spaces": "All there are",
        "spaces next to {space}": "Those that a path of the board leads to",
        "spaces where {condition}": "Those of which something holds, each asked as `there`",
        "{spaces} where {condition}": "The same out of some",
    },
    "lines": {
        "lines of {cards} at {word}": "What the cards do then",
        "lines of {cards} at {a=word} {b=word}": "What the cards do when both is so",
    },
    "cards": {
        "{card}": "That one",
        "all cards": "All there are",
        "cards in {pile}": "What lies in a zone",
        "cards in every {own=player-pile|space-pile}": "What lies in the zones of all seats or spaces",
        "{cards} beside {card}": "The others",
        "cards in {own=space-pile} of each of {spaces}": "What lies in the zones of some spaces",
        "first {number} of {cards}": "As many as there are, up to so many",
        "{a=cards} together with {b=cards}": "Those and then these",
        "{cards} lying face-down": "Those whose face nobody sees",
        "{cards} lying face-up": "Those whose face all see",
        "{cards} whose {lines} can happen": "Those of which a line can happen in full, each asked as `it`",
        "{cards} when {condition}": "None unless something holds",
        "{cards} where {condition}": "Those of which something holds, each asked as `it`",
        "{cards} with {trait} {word}": "Those with this word",
        "{cards} with {measure} {number}": "Those with this number",
    },
    "pile": {
        "{own=player-pile} of {seat}": "The zone of another seat",
        "{own=space-pile} of {space}": "The zone of a space",
    },
    "cup": {"{own=player-cup} of {seat}": "The dice of another seat"},
    "dice": {
        "dice in {cup}": "What lies in a zone",
        "dice in every {own=player-cup}": "What lies in the zones of all seats",
        "{dice} showing {number}": "Those that show a number",
        "{dice} showing {a=number} or {b=number}": "Those that show one of two numbers",
    },
    "word": {
        "{held=word-holder}": "The word that a counter holds",
        "{trait} of {card}": "An attribute of a card",
        "name of {space}": "What a space is called",
        "signed {number}": "With its sign, as a change",
    },
    "choice": {
        "{low=number} to {high=number}": "A number of a range",
        "{cards}": "One of the cards, called by its name, or as lying face-down",
        "places in {pile}": "One of the cards, called by its place, for those who do not see it",
        "seats where {condition}": "A seat of which something holds, asked as `they`",
        "either {a=word} or {b=word}": "One of two words",
        "{spaces}": "One of the spaces, called by its name",
        "words of {trait}": "A word that cards have",
        "numbers of {measure}": "A number that cards have",
    },
}
"""By the kind that they give: forms with what they mean."""

CONDITIONS: Mapping[str, str] = {
    "{a=number} is {b=number}": "Equal",
    "{a=word} is {b=word}": "The same word",
    "{a=seat} is {b=seat}": "The same seat",
    "{a=card} is {b=card}": "The same card",
    "{a=space} is {b=space}": "The same space",
    "{a=space} is other than {b=space}": "Another space",
    "{a=space} is next to {b=space}": "A path of the board leads from one to the other",
    "{held=word-holder} stands at {word}": "The counter holds the word, also where its own code is a word",
    "{held=space-holder|card-holder} is there": "The counter holds one",
    "{card} has {measure}": "The attribute is stated of the card",
    "{card} lies face-down": "Nobody sees its face",
    "{a=number} is other than {b=number}": "Not equal",
    "{a=word} is other than {b=word}": "Another word",
    "{a=seat} is other than {b=seat}": "Another seat",
    "{a=number} is above {b=number}": "More",
    "{a=number} is below {b=number}": "Less",
    "{a=number} is at least {b=number}": "As many or more",
    "{a=number} is at most {b=number}": "As many or fewer",
    "{a=rank} is above {b=rank}": "Higher in the order of several numbers",
    "any {them=cards|dice|spaces}": "There is at least one",
    "no {them=cards|dice|spaces}": "There is none",
    "{card} is among {cards}": "It is one of them",
    "{a=condition} or {b=condition}": "At least one of both holds",
    "both {a=condition} plus {b=condition}": "Both hold, within a phrase where `and` cannot stand",
}
STEPS: Mapping[str, str] = {
    "move {cards} to {pile}": "Lay cards into a zone",
    "move {cards} from {from=pile} to {to=pile}": "The same, where it is known where they lie",
    "put {cards} under {pile}": "Lay cards lowest into a zone",
    "turn {cards} face-up": "All see them",
    "turn {cards} face-down": "Nobody sees them",
    "fill {own=space-pile} from {pile}": "Each space where none lies gets a card",
    "do {verb}": "What a verb of the game says",
    "raise {own=card-tally} of each {cards} by {number}": "The counter of each of the cards",
    "forget {card}": "It is none of `those` any more",
    "remember {cards}": "The steps behind call them `those`",
    "clear {cards}": "Counters of the cards begin anew",
    "empty {held=space-holder|card-holder}": "The counter holds none",
    "begin {lines}": "What is said there happens next",
    "begin {lines} for {card}": "The same, as if it were said of another card",
    "begin {lines} telling {telling}": "And is told",
    "begin {lines} for {card} telling {telling}": "And is told",
    "tell {telling}": "Say what happened",
    "tell {telling} of each {cards}": "Say it of each, called `it`",
    "draw {number} from {from=pile} to {to=pile}": "One card after the other, as many as there are, called `drawn`",
    "deal {number} from {from=pile} to each {own=player-pile}": "So many to each seat, one at a time, clockwise",
    "shuffle {pile}": "Bring a stack into any order; nobody knows any more what lies where",
    "roll {cup}": "Roll dice anew",
    "roll every {own=player-cup}": "All seats roll their dice anew",
    "take {number} dice from {cup}": "Dice leave the game",
    "raise {tally} by {number}": "Up to its most",
    "lower {tally} by {number}": "Down to its least",
    "set {tally} to {number}": "To what is said, between least and most",
    "set {held=seat-holder} to {seat}": "To a seat",
    "set {held=card-holder} to {card}": "To a card",
    "set {held=space-holder} to {space}": "To a space",
    "set {held=word-holder} to {word}": "To a word",
    "turn {held=word-holder} on": "To the next of its words, after the last to the first",
    "tell {seat} which {cards} have {trait} {word}": "Of each card they learn whether it has the word",
    "tell {seat} which {cards} have {measure} {number}": "Of each card they learn whether it has the number",
    "show every {own=player-cup}": "All see the dice of all, until they are rolled anew",
    "end {phase}": "What is left of the phase is left out",
}

FORMS: Mapping[Part, tuple[str, ...]] = {"trigger": (), "step": tuple(STEPS), "condition": tuple(CONDITIONS)}
GIVEN: Mapping[str, tuple[str, ...]] = {
    "number": ("none", "one", "players"),
    "seat": ("you", "they"),
    "card": ("it", "this"),
    "space": ("there",),
    "cards": ("those", "drawn"),
    "word": ("outcome",),
}
"""Words that every game has: whoever acts is `you`, whatever a phrase asks about is `it`, `they` or `there`; the card
whose line happens is `this`, the cards that its steps remember are `those`, what a step drew is
`drawn`, how the game ended is the `outcome`."""
CHOSEN_KINDS: Mapping[str, str] = {
    "{low=number} to {high=number}": "number",
    "{cards}": "card",
    "places in {pile}": "card",
    "seats where {condition}": "seat",
    "either {a=word} or {b=word}": "word",
    "{spaces}": "space",
    "words of {trait}": "word",
    "numbers of {measure}": "number",
}
"""What is chosen by each form of a choice."""
