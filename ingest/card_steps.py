"""The step that makes cards: of pictures, of lists, and of what a rulebook prints of them."""

from collections.abc import Mapping
from dataclasses import replace

from ingest.cards.accepted_pictures import as_people_say, printed_texts
from ingest.cards.listed_cards import listed_cards
from ingest.cards.photographed import is_one_card, read_cards
from ingest.cards.pictured_cards import (
    known_cards,
    read_pictured,
)
from ingest.cards.which_card import KnownTitles
from ingest.identify.titles import in_words
from ingest.underway import Draft
from schema.claims import FindingShape
from schema.document_kinds import KINDS, OF_CARDS, USUAL
from schema.reading import (
    CardTextRead,
    FindingRead,
)

UNSURE_TITLE = "card-title"
"""The kind of finding that says that the title of a pictured card is a guess."""


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
    by_title = {seq: match.card.code for seq, match in known.items()}
    cards = read_pictured(
        shown,
        {**printed, **by_title},  # a whole title tells more than one line of it that is like another title
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
    read = {
        card.passage: CardTextRead(card.text, card.passage, card.code) for card in cards if card.passage in by_title
    }
    is_other = {text.passage for text in draft.card_texts if by_title.get(text.passage, text.card) != text.card}
    own = {
        text.passage: read.get(text.passage, text) if text.passage in is_other else text for text in draft.card_texts
    }
    texts = printed_texts(tuple(own.values()), cards)
    doubts = (
        FindingShape(kind=UNSURE_TITLE, severity="note", message=f"“{card.text.title}”: {card.doubt}")
        for card in cards
        if card.doubt
    )
    findings = draft.findings + tuple(map(FindingRead, doubts))
    told = replace(found, kind=found.kind if draft.options.kind else OF_CARDS)
    return replace(draft, cards=cards, card_texts=texts, claims=(), recognised=told, findings=findings)
