"""A game's pack: the words by which its facts are found, and the lists that no rulebook prints."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cache
from typing import Any, Literal

from pydantic import BaseModel, ConfigDict, Field

from schema.base import Origin
from schema.cues import CueWords
from schema.document_kinds import KindOfDocument
from schema.frames import Frame, parse_frame
from schema.lexicon import Lexicon
from schema.look import Look
from schema.notation import SLOT, Part, Vocabulary
from schema.phrasebook import Phrasebook
from schema.play import PlayFile
from schema.play_reading import CardWords, attribute_word
from schema.reading import ConceptKey
from schema.wording import Wording, compile_wording

CODE = r"^[a-z0-9]+(-[a-z0-9]+)*$"
CHANGE, CHANGE_CODES = "change", ("+", "-")
"""The kind of the words by which a language says that something rises or falls, and its codes."""


class PackShape(BaseModel):
    """A part of a pack's files; a key that is not known is an error, never ignored."""

    model_config = ConfigDict(
        extra="forbid", frozen=True, populate_by_name=True, alias_generator=lambda n: n.replace("_", "-")
    )


class CueWordsFile(PackShape):
    """languages/cues/<language>.toml for all games, <game>/cues/<language>.toml for one: words of ideas."""

    words: Mapping[str, list[str]] = {}


class SummariesFile(PackShape):
    """<game>/summaries/<language>.toml, all by the rule's code."""

    summaries: Mapping[str, str] = {}
    """The sentences of rules.toml in another language than English."""
    questions: Mapping[str, str] = {}
    """What a player asks whom the rule answers."""


class AskedFile(PackShape):
    """<game>/asked/<language>.toml: how players ask, in other words than ours; searched and never shown."""

    rules: Mapping[str, list[str]] = {}
    """Questions and search words by the rule's code."""
    things: Mapping[str, list[str]] = {}
    """What else people call a concept, by kind:code."""


class StandingWordsFile(PackShape):
    """languages/standing/<language>.toml: phrases by idea; a word ending in a star is a beginning."""

    words: Mapping[str, list[str] | str] = {}


class RoleWordsFile(PackShape):
    """languages/roles/<language>.toml: the words by which a language says what part a number plays."""

    ordinals: Mapping[str, int] = {}
    """The number that each word says; the forms of a word may stand in one key, with spaces between."""
    units: list[str] = []
    """Roles whose words name things that are counted: the noun beside a number is what it counts."""
    words: Mapping[str, list[str]] = {}
    """By role: words and beginnings of words, one to four in a row."""


class SharedLanguageFile(PackShape):
    """games/languages/<language>.toml: what every game shares of a language."""

    numbers: Mapping[str, int] = {}
    joined_numbers: list[str] = []
    """How the language writes a number as one word: `{unit}a{tens}`, `{hundred}{rest}`; a tilde drops the last letter
    before it."""
    number_joints: list[str] = []
    """Words that stand inside a number: one hundred *and* five."""
    page_words: list[str] = []
    """Words before the number of a page that is referred to."""
    question_words: list[str] = []
    """Words that ask for a number, a place or a name, in whose stead an answer can stand."""
    asking_words: Mapping[str, list[str]] = {}
    """By idea: words by which people ask for it, “who” for a player; under `nothing` those that only join words. They
    serve searches alone; no document is read by them."""
    trade_words: list[str] = []
    """Words that every rulebook uses; a name made of these alone tells no game."""
    months: list[list[str]] = []
    """The names of the twelve months, each in the forms that stand in dates."""
    printing_words: list[str] = []
    """Beginnings of words that tell of a version or a printing, beside its date."""
    edition_words: list[str] = []
    """Beginnings of words for an edition, beside its number: “second edition”; with a dot abbreviations: “2nd ed.”."""
    standing: Mapping[str, list[str] | str] = {}
    """languages/standing/<language>.toml: words by which the language denies, supposes, corrects, points elsewhere."""
    roles: RoleWordsFile = RoleWordsFile()
    """languages/roles/<language>.toml: the words of the roles that frames name."""
    doubled_words: list[str] = []
    """Words that the language rightly prints twice in a row."""
    kinds: Mapping[KindOfDocument, list[str]] = {}
    """Words in the title or headings of a document that is no rulebook, by its kind."""


class EditionEntry(PackShape):
    """An edition of the game."""

    code: str = Field(pattern=CODE)
    name: str


class ClaimForm(PackShape):
    """What a found pattern says: templates over the names of its slots."""

    subject: str
    attribute: str
    value: str = "{number}"
    note: str = ""
    counts: str = ""
    """What the number counts; with it, or with what is said, the claim is also found by its frame: schema.frames."""
    says: list[str] = []
    """What a clause says that states the claim, each line another way of saying it."""
    direction: Mapping[str, Literal["+", "-"]] = {}
    """By what fills a slot, or by `any`: the sign that its amounts always have, where none is printed."""

    def frames(self) -> list[Frame]:
        """How a clause speaks that states the claim; none where only patterns find it."""
        if not self.counts and not self.says:
            return []
        return [parse_frame(self.counts, line) for line in self.says or [""]]

    def kinds(self) -> frozenset[str]:
        """The slots of its subject, attribute and value, as terms of frames."""
        return frozenset(f"{slot}:" for slot in SLOT.findall(f"{self.subject} {self.attribute} {self.value}"))


class BuildForm(PackShape):
    """How an effect line is built from facts: facts whose attribute fits become steps of one line."""

    trigger: str
    attribute: str
    step: str
    only: Mapping[str, list[str]] = {}
    subject: str = ""
    """Of cards only: whose facts the numbers are, with the slots code and kind of the card."""


class FormEntry(PackShape):
    """A form of the notation and what it does."""

    form: str
    meaning: str


class NotationFile(PackShape):
    """notation.toml: the closed vocabulary of a game's effects."""

    trigger: list[FormEntry] = []
    step: list[FormEntry] = []
    condition: list[FormEntry] = []
    build: Mapping[str, list[BuildForm]] = {}
    """By owner: `location` builds from facts of `location:<code>`, `delivery` from those of `delivery:<item>`;
    `card` puts the numbers of its form's subject into the lines of the card list."""


class SumForm(PackShape):
    """Numbers that must agree: the whole is the sum, or the product, of its parts.

    A part is an attribute of the subject, or another subject and its attribute with a space between.
    """

    subject: str
    whole: str
    parts: list[str] = []
    factors: list[str] = []


class KindTraits(PackShape):
    """What is special about some kinds of concepts."""

    named_in_full: list[str] = []
    """A document that names most things of such a kind means to name them all."""
    named_alike: list[str] = []
    """Persons and things that a rulebook calls by one name; of other kinds people speak in many words."""
    unmentioned: list[str] = []
    """Words of the language rather than things of the game: no mention of them is stored."""
    of_the_world: list[str] = []
    """Cities, persons, offices of history: other games and books of the same theme name them, too."""


class GameFile(PackShape):
    """game.toml: concepts, editions, and the shapes of claims."""

    code: str = Field(pattern=CODE)
    name: str
    edition: list[EditionEntry]
    default_edition: str
    recognised_by: Literal["names", "title"] = "names"
    """Whether its names tell its documents, or, where they are words of every day, its title alone."""
    concepts: Mapping[str, list[str]]
    kinds: KindTraits = KindTraits()
    claims: Mapping[str, ClaimForm] = {}
    rankings: Mapping[str, ClaimForm] = {}
    """By kind: what a whole list of its things says of each; {number} is the place in the list, the best at 1."""
    sums: list[SumForm] = []


class RankingWords(PackShape):
    """How a language lists the things of a kind by rank; all are wordings."""

    best_first: list[str] = []
    """Words that say that a list begins with the best."""
    worst_first: list[str] = []
    described: Mapping[str, list[str]] = {}
    """By code: how an entry begins that describes the thing instead of naming it, or beside its name."""

    def sources(self) -> list[str]:
        """All wordings as they are written."""
        return [*self.best_first, *self.worst_first, *(s for listed in self.described.values() for s in listed)]


class LanguageFile(PackShape):
    """<language>.toml: how one language speaks of the game."""

    titles: list[str]
    example_words: list[str] = []
    numbers: Mapping[str, int] = {}
    editions: Mapping[str, list[str]] = {}
    """Words that only a rulebook of that edition prints."""
    names: Mapping[str, Mapping[str, list[str]]] = {}
    untranslated: Mapping[str, list[str]] = {}
    """Concepts for which the language has no printed name."""
    patterns: Mapping[str, list[str]] = {}
    phrasebook: Mapping[str, list[str]] = {}
    glyphs: Mapping[str, str] = {}
    pointers: Mapping[str, list[str]] = {}
    """By kind: words that point back to the concept of that kind named last, such as “this mission”."""
    rankings: Mapping[str, RankingWords] = {}
    """By kind: how rulebooks say which way a list of all its things runs."""


class RuleEntry(PackShape):
    """One rule in our own words."""

    code: str = Field(pattern=CODE)
    topic: str = Field(pattern=CODE)
    summary: str
    edition: str | None = None
    about: list[str] = []
    """Concepts (kind:code) that a passage stating this rule speaks of."""
    cues: list[str] = []
    """What stands close together in such a passage, in no language; see schema.cues."""
    variants: Mapping[str, list[str]] = {}
    """By variant of the rule that play.toml lists: cues of a passage that states the rule that way."""
    printed: Mapping[str, str] = {}
    """By language the words of the document that the rule was drafted from, without numbers; a passage that has them
    states it, where no cue tells it."""


class RulesFile(PackShape):
    """rules.toml: the outline of the rules."""

    example_kinds: list[str] = []
    """Kinds of concepts that worked examples name, and statements of rules seldom."""
    rule: list[RuleEntry] = []

    def of_edition(self, edition: str | None) -> "RulesFile":
        """The rules that hold in an edition; where it is not known, those that hold in all."""
        listed = [rule for rule in self.rule if rule.edition in (None, edition)]
        return self.model_copy(update={"rule": listed})


class CardEntry(PackShape):
    """A card of a list."""

    code: str = Field(pattern=CODE)
    kind: str = ""
    copies: int = Field(default=1, ge=0)
    title: Mapping[str, str] = {}
    effects: list[str] = []
    facts: Mapping[str, str | int] = {}
    unclear: str = ""
    origin: Origin | None = None
    component: str | None = None


class CardFile(PackShape):
    """cards/*.toml: a list of cards that no rulebook prints."""

    deck: str = Field(pattern=CODE)
    origin: Origin = "card-list"
    component: str
    edition: str | None = None
    subject: str = "card:{code}"
    """Subject of the facts of its cards."""
    card: list[CardEntry] = []


class DeliveryEntry(PackShape):
    """What a space wants, without the amount."""

    item: str
    who: str
    condition: str = ""


class LocationEntry(PackShape):
    """A space of the board."""

    code: str = Field(pattern=CODE)
    region: str = ""
    opens_in_stage: int | None = None
    closes_in_stage: int | None = None
    is_fortified: bool = False
    facts: Mapping[str, str | int] = {}
    delivery: list[DeliveryEntry] = []


class BoardFile(PackShape):
    """cards/board*.toml: spaces, lines and item squares, read off the board, and what else is printed on boards."""

    origin: Origin = "card-list"
    component: str
    edition: str | None = None
    location: list[LocationEntry] = []
    connections: list[tuple[str, str]] = []
    cliques: list[list[str]] = []
    """Groups of spaces that are all neighbours of each other."""
    facts: Mapping[str, Mapping[str, str | int]] = {}
    """What is printed there and no rulebook says: values by subject, then by attribute."""


class ExampleEntry(PackShape):
    """A worked example: given a state, these actions, then this."""

    code: str = Field(pattern=CODE)
    edition: str | None = None
    given: Mapping[str, Any]
    actions: list[Any]
    expect: Mapping[str, Any]


class ExampleFile(PackShape):
    """examples/*.toml."""

    example: list[ExampleEntry] = []


@dataclass(frozen=True, eq=False)
class Pack:
    """All that is known of a game before a document is read."""

    game: GameFile
    notation: NotationFile
    languages: Mapping[str, LanguageFile]
    rules: RulesFile
    cards: tuple[CardFile, ...]
    boards: tuple[BoardFile, ...]
    examples: ExampleFile
    numbers: Mapping[str, Mapping[str, int]]
    """Number words by language, those of the language and of the pack together."""
    fingerprint: str
    """Checksum of the pack's files: documents are read anew when it changes."""
    shared: Mapping[str, SharedLanguageFile] = field(default_factory=dict)
    """What every game shares of each language."""
    cues: Mapping[str, Mapping[str, list[str]]] = field(default_factory=dict)
    """Words of the ideas in the cues of rules, by language."""
    summaries: Mapping[str, SummariesFile] = field(default_factory=dict)
    asked: Mapping[str, AskedFile] = field(default_factory=dict)
    """The sentences of the rules, and the questions that they answer, by language."""
    look: Look = field(default_factory=Look)
    play: PlayFile = field(default_factory=PlayFile)
    """The frame of a game that is played from rows; empty where it is not."""

    @property
    def code(self) -> str:
        """The game's code."""
        return self.game.code

    def concepts(self) -> list[ConceptKey]:
        """Every concept of the game."""
        return [ConceptKey(kind, code) for kind, codes in self.game.concepts.items() for code in codes]

    def card_words(self) -> CardWords:
        """What the card lists say that cards have."""
        decks = tuple(self.game.concepts.get("deck", ()))
        values: dict[str, list[str]] = {"deck": list(decks), "kind": list(decks)}
        for card in (card for file in self.cards for card in file.card):
            values["kind"] += [card.kind] if card.kind else []
            for attribute, value in card.facts.items():
                values.setdefault(attribute_word(attribute), []).append(str(value))
        codes = tuple(card.code for file in self.cards for card in file.card)
        places = tuple(dict.fromkeys(place.code for board in self.boards for place in board.location))
        return CardWords(codes, decks, {name: tuple(dict.fromkeys(listed)) for name, listed in values.items()}, places)

    def names(self, language: str) -> dict[ConceptKey, list[str]]:
        """The names of the concepts in a language, the first for speaking, all for reading."""
        listed = self.languages[language].names
        return {ConceptKey(kind, code): names for kind, by_code in listed.items() for code, names in by_code.items()}

    @cache  # noqa: B019  (packs live as long as the program)
    def vocabulary(self) -> Vocabulary:
        """The closed vocabulary of the game's notation."""
        parts: dict[Part, list[str]] = {
            "trigger": [f.form for f in self.notation.trigger],
            "step": [f.form for f in self.notation.step],
            "condition": [f.form for f in self.notation.condition],
        }
        return Vocabulary(parts, self.game.concepts)

    @cache  # noqa: B019
    def patterns(self, language: str) -> list[tuple[ClaimForm, Wording]]:
        """The claim patterns of a language, compiled, with what each says."""
        listed = self.languages[language].patterns
        return [(self.game.claims[name], compile_wording(p)) for name, texts in listed.items() for p in texts]

    @cache  # noqa: B019
    def lexicon(self, language: str) -> Lexicon:
        """Names, number words and the words of patterns of a language."""
        literal = {w for _, wording in self.patterns(language) for w in wording.words()}
        return Lexicon(self.names(language), self.numbers.get(language, {}), literal, self.number_joints(language))

    def number_joints(self, language: str) -> list[str]:
        """Words that stand inside a number."""
        return self.shared[language].number_joints if language in self.shared else []

    @cache  # noqa: B019
    def cue_words(self, language: str) -> CueWords:
        """The words by which a language says the ideas of cues; none where it lists none."""
        return CueWords(self.cues.get(language, {}))

    @cache  # noqa: B019
    def phrasebook(self, language: str) -> Phrasebook:
        """The phrasebook of a language."""
        entries = self.languages[language].phrasebook
        return Phrasebook(language, entries, self.vocabulary(), self.names(language), self.numbers.get(language, {}))
