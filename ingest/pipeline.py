"""The steps from a file to a reading, in order; each takes a draft and gives the next one."""

import datetime
import os
from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import partial
from pathlib import Path

from ingest import clean as cleaning
from ingest.about_file import about_file
from ingest.accepted_pictures import as_people_say, printed_texts
from ingest.addresses import Address, Remote
from ingest.broken_words import BrokenWordSettings
from ingest.card_layout import DeckLayout
from ingest.card_lists import LIST_TYPES
from ingest.card_titles import FileWords
from ingest.cards import CardSettings, is_one_card, read_cards
from ingest.convert import MARKDOWN_TYPES
from ingest.dates import Dated, DateSettings, date_of
from ingest.discover.discover import DiscoverySettings
from ingest.discover.discover import discover as discovering
from ingest.extract import ExtractSettings, extract_claims
from ingest.language import LanguageSettings, mark_languages
from ingest.layout.lay_out import LayoutSettings
from ingest.layout.lay_out import lay_out as laying_out
from ingest.listed_cards import listed_cards
from ingest.mark_icons import IconMarkSettings, mark_icons
from ingest.match import MatchSettings, find_mentions, find_names
from ingest.open import OpenedFile, open_document
from ingest.pictured_cards import (
    PicturedCard,
    PicturedSettings,
    is_of_cards,
    known_cards,
    pictured,
    read_pictured,
    recognise_cards,
)
from ingest.read import ReadSettings, read_pages
from ingest.recognise import Recognised, RecogniseSettings, called_again
from ingest.recognise import recognise as recognising
from ingest.repair.apply import RepairSettings
from ingest.repair.apply import repair as repairing
from ingest.review import Decisions, complaint
from ingest.sure_digits import DigitSettings, believed
from ingest.titles import in_words
from ingest.which_card import KnownTitles
from schema.claims import FindingShape
from schema.decisions import DecisionShape
from schema.document_kinds import KINDS, OF_CARDS, USUAL
from schema.documents import ADDED, DocumentShape
from schema.pack import Pack
from schema.reading import (
    CardRead,
    CardTextRead,
    ClaimRead,
    Discovered,
    FindingRead,
    MentionRead,
    NameRead,
    PassageRead,
    Reading,
    WordPage,
)
from schema.row_kinds import STALE


@dataclass(frozen=True, slots=True)
class DocumentSettings:
    """The settings of all steps, in their order."""

    read: ReadSettings = ReadSettings()
    lay_out: LayoutSettings = LayoutSettings()
    clean: BrokenWordSettings = BrokenWordSettings()
    recognise: RecogniseSettings = RecogniseSettings()
    dates: DateSettings = DateSettings()
    repair: RepairSettings = RepairSettings()
    doubtful_share: float = 0.01
    """From this share of doubtful words on a document is said to have them; chosen by eye."""
    icons: IconMarkSettings = IconMarkSettings()
    languages: LanguageSettings = LanguageSettings()
    written_share: float = 0.05
    """A language in which this share of the passages is written is read with its own patterns; chosen by eye."""
    match: MatchSettings = MatchSettings()
    extract: ExtractSettings = ExtractSettings()
    digits: DigitSettings = DigitSettings()
    discover: DiscoverySettings = DiscoverySettings()
    cards: CardSettings = CardSettings()
    pictured: PicturedSettings = PicturedSettings()


@dataclass(frozen=True, slots=True)
class Options:
    """What a person says of a document instead of letting it be recognised."""

    game: str | None = None
    edition: str | None = None
    language: str | None = None
    kind: str | None = None
    date: datetime.date | None = None
    beside: str | None = None
    """The taught game of the other documents in its folder; nobody said it, but it speaks for a small document."""
    cards_beside: str | None = None
    """The taught game of the other pictures of cards in its folder."""
    shelf: str | None = None
    """The game that its folder is called after, for pictures of cards that tell none."""
    has_like: bool = False
    """Whether other pictures of its shape lie in its folder."""
    deck: str = ""
    """What the folder of a picture of cards is called within that."""
    called: FileWords = FileWords()
    layout: DeckLayout = DeckLayout()
    """What the cards on the other pictures in its folder have in common."""


@dataclass(frozen=True, slots=True)
class Draft:
    """A document on its way through the steps."""

    opened: OpenedFile
    packs: Mapping[str, Pack]
    candidates: tuple[str, ...]
    """Languages that may occur."""
    options: Options = Options()
    on_page: Callable[[int, int], None] | None = None
    settings: DocumentSettings = DocumentSettings()
    pages: tuple[WordPage, ...] = ()
    passages: tuple[PassageRead, ...] = ()
    recognised: Recognised | None = None
    dated: Dated = Dated()
    decisions: Decisions = field(default_factory=lambda: Decisions(()))
    mentions: tuple[MentionRead, ...] = ()
    names: tuple[NameRead, ...] = ()
    claims: tuple[ClaimRead, ...] = ()
    card_texts: tuple[CardTextRead, ...] = ()
    cards: tuple[CardRead, ...] = ()
    is_shelved: bool = False
    findings: tuple[FindingRead, ...] = ()
    discovered: Discovered = Discovered()

    @property
    def is_of_cards(self) -> bool:
        """Whether the document is pictures of cards and nothing else."""
        return self.options.kind in (None, OF_CARDS) and is_of_cards(self.pages)

    @property
    def is_card_list(self) -> bool:
        """Whether the document is a list of cards: a table of them, or Markdown of which a person says so."""
        is_said = self.options.kind == OF_CARDS and self.opened.media_type in MARKDOWN_TYPES
        return is_said or self.opened.media_type in LIST_TYPES

    @property
    def printed(self) -> tuple[PassageRead, ...]:
        """What the document itself says, without comments and form fields: nobody knows who wrote those."""
        return tuple(read for read in self.passages if read.passage.kind not in ADDED)

    def pictured(self) -> list[PicturedCard]:
        """The cards that it shows."""
        return pictured(self.printed, self.pages, self.settings.pictured, self.options.layout)

    @property
    def found(self) -> Recognised:
        """What the document was recognised as; asked only after that step."""
        assert self.recognised is not None
        return self.recognised

    @property
    def pack(self) -> Pack | None:
        """The pack of the document's game, if it has one; a game of its own may have a taught game's code."""
        return None if self.found.game_name else self.packs.get(self.found.game)

    def languages(self) -> list[str]:
        """The languages of the pack in which the document is written, the main one first."""
        if not self.pack:
            return []
        count = Counter(read.passage.language for read in self.printed)
        often = [code for code, n in count.items() if n >= self.settings.written_share * len(self.printed)]
        return [code for code in dict.fromkeys([self.found.language, *sorted(often)]) if code in self.pack.languages]


def read(draft: Draft) -> Draft:
    """Words of every page, from the text layer, by recognition, or plain, unless they were kept."""
    languages = [draft.options.language] if draft.options.language else draft.candidates
    kind = draft.options.kind
    pages = draft.pages or read_pages(
        draft.opened,
        languages=languages,
        on_page=draft.on_page,
        is_of_cards=None if kind is None else kind == OF_CARDS,
        has_like=draft.options.has_like,
        settings=draft.settings.read,
    )
    wanting = dict.fromkeys(page.advice for page in pages if page.advice)
    findings = [FindingShape(kind="unread-page", severity="warning", message=advice) for advice in wanting]
    added = [page.page.number for page in pages for _ in page.added]
    if added:
        message = (
            f"{len(added)} comments, stamps or form fields lie upon its pages (the first on page {added[0]}). They are "
            "kept and can be searched; since they are no print, no rule or number is taken from them."
        )
        findings.append(FindingShape(kind="added-text", severity="note", message=message))
    return replace(draft, pages=pages, findings=draft.findings + tuple(map(FindingRead, findings)))


def lay_out(draft: Draft) -> Draft:
    """Passages in reading order."""
    words = {w for pack in draft.packs.values() for lang in pack.languages.values() for w in lang.example_words}
    return replace(draft, passages=laying_out(draft.pages, example_words=words, settings=draft.settings.lay_out))


def clean(draft: Draft) -> Draft:
    """Text as a person would type it."""
    return replace(draft, passages=cleaning.clean(draft.passages, draft.settings.clean))


def recognise(draft: Draft) -> Draft:
    """Which game, edition and language it is and of when, unless the person said so."""
    said, opened = draft.options, draft.opened
    about = about_file(opened)
    shared = {code: words for pack in draft.packs.values() for code, words in pack.shared.items()}
    dated = date_of(draft.printed, draft.pages, about, shared, draft.settings.dates)
    draft = replace(draft, dated=Dated(said.date, "given") if said.date else dated)
    recognised = partial(
        recognising,
        draft.printed,
        draft.packs,
        draft.candidates,
        file_name=opened.file_name,
        about=about,
        settings=draft.settings.recognise,
    )
    found = recognised(game=said.game, beside=said.beside)
    if draft.is_of_cards and said.game is None:
        cards, taught = recognise_cards(
            found,
            draft.pictured(),
            draft.packs,
            draft.candidates,
            file_name=opened.file_name,
            beside=said.beside or said.cards_beside,
            shelf=said.shelf,
            settings=draft.settings.pictured,
        )
        is_shelved = cards.game != found.game
        found = cards if taught is None else replace(recognised(game=taught), kind=cards.kind, evidence=cards.evidence)
        draft = replace(draft, is_shelved=is_shelved and taught is None)
    found = replace(
        found,
        edition=said.edition or found.edition,
        language=said.language or found.language,
        kind=said.kind or found.kind,
    )
    return replace(draft, recognised=found)


def repair(draft: Draft) -> Draft:
    """Ruined letters and slips put right, each change with its reason; what a person decided goes first."""
    passages = repairing(draft.passages, draft.found.language, draft.pack, draft.decisions, draft.settings.repair)
    before, draft = draft.printed, replace(draft, passages=passages)
    about, is_given = about_file(draft.opened), draft.options.game is not None
    found = called_again(draft.found, before, draft.printed, draft.opened.file_name, about, is_given=is_given)
    draft = replace(draft, recognised=found)
    findings = (*draft.findings, *_untaught(draft), *_doubt(passages, draft.settings.doubtful_share))
    return replace(draft, findings=findings)


def _untaught(draft: Draft) -> Iterator[FindingRead]:
    """One finding for a document of no taught game."""
    found = draft.found
    if draft.options.game or found.game in draft.packs or draft.is_shelved:
        return
    message = (
        f"{draft.opened.file_name} was loaded as a game of its own, “{found.game_name}”. {found.evidence} "
        "Name its game with --game, join it with `rulewright game join`, or add a pack: `rulewright new game`."
    )
    yield FindingRead(FindingShape(kind="unknown-game", severity="warning", message=message))


def _doubt(passages: Sequence[PassageRead], least: float) -> Iterator[FindingRead]:
    """One finding for a document of which many words are doubtful."""
    words = [(len(read.passage.text.split()), read.passage.doubtful) for read in passages]
    total, doubtful = sum(n for n, _ in words), round(sum(n * share for n, share in words))
    if doubtful and doubtful >= least * total:
        message = (
            f"{doubtful} of {total} words are doubtful: they were repaired without being sure, or are damaged still. "
            "Compare them with the page: rulewright review."
        )
        yield FindingRead(FindingShape(kind="doubtful-text", severity="warning", message=message))


def mark(draft: Draft) -> Draft:
    """Icons as tokens, and each passage's own language."""
    glyphs: dict[str, str] = {}
    if draft.pack and draft.found.language in draft.pack.languages:
        glyphs = dict(draft.pack.languages[draft.found.language].glyphs)
    passages, findings = mark_icons(draft.passages, glyphs, draft.settings.icons)
    # What a pack cannot read needs no telling apart of the languages that packs have.
    candidates = draft.candidates if draft.pack else ()
    passages = mark_languages(passages, draft.found.language, candidates, draft.settings.languages)
    return replace(draft, passages=passages, findings=draft.findings + findings)


def match(draft: Draft) -> Draft:
    """Concepts that passages speak of, and their printed names."""
    if not draft.pack:
        return draft
    mentions = find_mentions(draft.printed, draft.pack, draft.languages(), draft.settings.match)
    mentions = draft.decisions.settled(mentions, draft.printed)
    return replace(draft, mentions=mentions, names=find_names(mentions, draft.printed))


def discover(draft: Draft) -> Draft:
    """What any document tells of its game; without a pack that is all its claims, names and mentions."""
    passages = draft.decisions.as_people_say(draft.printed)
    found = discovering(
        passages, draft.pages, draft.found.language, draft.settings.discover, is_taught=draft.pack is not None
    )
    found = draft.decisions.believed(found)
    draft = replace(draft, discovered=found.found, findings=draft.findings + found.findings)
    if draft.pack:
        return draft
    return _believed(replace(draft, names=found.names, mentions=found.mentions), found.claims)


def extract(draft: Draft) -> Draft:
    """Claims by the game's patterns; a game that has none has what was discovered."""
    if not draft.pack:
        return draft
    return _believed(draft, extract_claims(draft.printed, draft.pack, draft.languages(), draft.settings.extract))


def _believed(draft: Draft, claims: Sequence[ClaimRead]) -> Draft:
    """The claims whose digits were read surely enough."""
    kept, findings = believed(claims, draft.passages, draft.settings.digits)
    return replace(draft, claims=kept, findings=draft.findings + findings)


def cards(draft: Draft) -> Draft:
    """What is printed on pictured cards; a document that is mostly cards is one of cards."""
    if draft.is_card_list:
        return _listed(draft)
    if not draft.pack:
        return _pictured(draft, {}) if draft.is_of_cards else draft
    found = draft.found
    texts, findings = read_cards(draft.printed, draft.pack, found.language, found.edition, draft.settings.cards)
    pictured = {read.passage.seq for read in draft.passages if read.passage.kind == "card"}
    is_mostly_cards = 2 * len(pictured) > len(draft.printed)
    is_card = is_mostly_cards or is_one_card(
        draft.printed, draft.pack, found.language, found.edition, draft.settings.cards
    )
    if is_card and not draft.options.kind and found.kind == USUAL:
        found = replace(found, kind=OF_CARDS, title=in_words(draft.opened.file_name))
    if not KINDS[found.kind].states_rules:
        pictured = {read.passage.seq for read in draft.passages}
    # What a card says is no rule of the game.
    claims = tuple(read for read in draft.claims if read.passage not in pictured)
    draft = replace(draft, recognised=found, claims=claims, card_texts=texts, findings=draft.findings + findings)
    return _pictured(draft, {text.passage: text.card for text in texts}) if draft.is_of_cards else draft


def _listed(draft: Draft) -> Draft:
    """The sections of a list of cards as cards; those of a taught game that its pack knows get their words."""
    opened, found = draft.opened, draft.found
    deck = draft.options.deck
    cards = listed_cards(draft.printed, found.language, opened.file_name, deck)
    texts: list[CardTextRead] = []
    if draft.pack:
        titles = KnownTitles([draft.pack])
        matches = [titles.match([card.text.title], draft.settings.pictured.which) for card in cards]
        least = draft.settings.pictured.which.margin
        known = [match.card.code if match and match.margin >= least else None for match in matches]
        cards = tuple(replace(c, code=k or c.code, is_known=k is not None) for c, k in zip(cards, known, strict=True))
        texts = [CardTextRead(card.text, card.passage, card.code) for card in cards if card.is_known]
    found = replace(found, kind=OF_CARDS, title=in_words(opened.file_name))
    return replace(draft, recognised=found, cards=cards, card_texts=tuple(texts), claims=())


def _pictured(draft: Draft, printed: Mapping[int, str]) -> Draft:
    """The pictures of cards as cards; nothing that they say is a statement of the game.

    ``printed`` gives by their passages the cards of the pack that they were found to be.
    """
    shown, found = draft.pictured(), draft.found
    settings = draft.settings.pictured
    known = known_cards(shown, draft.pack, found.edition, settings) if draft.pack else {}
    cards = read_pictured(
        shown,
        {**{seq: match.card.code for seq, match in known.items()}, **printed},
        found.language,
        file_name=draft.opened.file_name,
        deck=draft.options.deck,
        called=draft.options.called,
    )
    titles = KnownTitles([draft.pack] if draft.pack else [])

    def known_as(title: str) -> str | None:
        match = titles.match([title], settings.which, edition=found.edition)
        return match.card.code if match and match.margin >= settings.which.margin else None

    cards = tuple(as_people_say(cards, draft.passages, draft.decisions, draft.opened.sha256, known_as))
    texts = printed_texts(draft.card_texts, cards)
    kind = found.kind if draft.options.kind else OF_CARDS
    doubts = (
        FindingShape(kind="card-title", severity="note", message=f"“{card.text.title}”: {card.doubt}")
        for card in cards
        if card.doubt
    )
    findings = draft.findings + tuple(map(FindingRead, doubts))
    told = replace(found, kind=kind)
    return replace(draft, cards=cards, card_texts=texts, claims=(), recognised=told, findings=findings)


STEPS: tuple[Callable[[Draft], Draft], ...] = (
    read,
    lay_out,
    clean,
    recognise,
    repair,
    mark,
    match,
    discover,
    extract,
    cards,
)


def read_document(
    path: Address,
    packs: Mapping[str, Pack],
    *,
    candidates: Iterable[str],
    recipe: str,
    options: Options | None = None,
    on_page: Callable[[int, int], None] | None = None,
    data: bytes | None = None,
    decisions: Sequence[DecisionShape] = (),
    words: Sequence[WordPage] = (),
    settings: DocumentSettings = DocumentSettings(),
) -> Reading:
    """Run all steps on one file.

    ``data`` brings its bytes where they were read elsewhere, ``words`` its pages where they were kept.
    """
    draft = Draft(open_document(path, data=data), packs, tuple(candidates), options or Options(), on_page, settings)
    draft = replace(draft, decisions=Decisions(decisions), pages=tuple(words))
    for step in STEPS:
        draft = step(draft)
    return _reading(draft, recipe)


def _reading(draft: Draft, recipe: str) -> Reading:
    opened, found = draft.opened, draft.found
    stale = tuple(
        FindingRead(FindingShape(kind=STALE, severity="warning", message=complaint(decision)))
        for decision in draft.decisions.stale()
    )
    document = DocumentShape(
        kind=found.kind,
        date=draft.dated.date,
        date_source=draft.dated.source,
        language=found.language,
        title=found.title,
        evidence=found.evidence,
        runner_up=found.runner_up,
        is_game_given=draft.options.game is not None,
        file_name=opened.file_name,
        source=source_of(opened.path),
        sha256=opened.sha256,
        recipe=recipe,
        media_type=opened.media_type,
        page_count=len(draft.pages),
    )
    return Reading(
        document=document,
        game=found.game,
        game_name=found.game_name,
        edition=found.edition,
        pages=draft.pages,
        passages=draft.passages,
        names=draft.names,
        mentions=draft.mentions,
        claims=draft.claims,
        card_texts=draft.card_texts,
        cards=draft.cards,
        is_shelved=draft.is_shelved,
        findings=draft.findings + stale,
        discovered=draft.discovered,
    )


def source_of(path: Address) -> str:
    """How a file is called in the database: by its full address, wherever the program runs."""
    return path.full if isinstance(path, Remote) else Path(os.path.normpath(path.absolute())).as_posix()
