"""Documents that are pictures of cards: whose cards they are, and each of them as a card with its parts.

What is read off a card is what the card says, never a rule or a number of the game.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.cards.card_layout import DeckLayout, DeckLayoutSettings, layout_of
from ingest.cards.card_part import Part
from ingest.cards.card_part_settings import PartSettings
from ingest.cards.card_parts import CardParts, card_parts, placed_lines
from ingest.cards.card_titles import FileWords, titled
from ingest.cards.which_card import CardMatch, KnownTitles, WhichCardSettings, which_game
from ingest.identify.recognise import Recognised
from ingest.identify.titles import code_of, in_words
from ingest.languages.language import UNDETERMINED, LanguageSettings, all_languages, detect_language
from ingest.picture.card_script import may_be_in, script_of_letters
from ingest.picture.text_models import written_in
from schema.cards import CardPartShape, CardTextShape
from schema.document_kinds import OF_CARDS, USUAL
from schema.pack import Pack
from schema.reading import Box, CardRead, PassageRead, WordPage

_DIGITS = re.compile(r"\d+")
_COPIES = re.compile(r"\W*[x×]\s?\d", re.IGNORECASE)
"""How often a card is in the game, as it stands at its foot."""
_SENTENCE_ENDS = (".", ",", ";")
UNTITLED = "The title could not be read; it is called after its file."


@dataclass(frozen=True, slots=True)
class PicturedSettings:
    """How pictured cards become cards; chosen by eye on 25 cards of six games."""

    parts: PartSettings = PartSettings()
    layout: DeckLayoutSettings = DeckLayoutSettings()
    which: WhichCardSettings = WhichCardSettings()


@dataclass(frozen=True, slots=True)
class PicturedCard:
    """A card on a page, with what is printed on it."""

    read: PassageRead
    page: WordPage
    number: int
    """Which of its page it is, from 0."""
    box: Box
    parts: CardParts

    @property
    def lines(self) -> list[str]:
        """What may be its title, the likeliest first: the end of a sentence is none, nor is anything else where the
        title stands as those of its deck do. A title may run over some lines, with a number at its end."""
        title = [self.parts.title.text] if self.parts.title else []
        if self.parts.is_placed:
            return title
        said = [part for part in self.parts.parts if part.kind not in ("foot", "icon")]
        runs = [said[at : at + count] for count in (1, 2, 3) for at in range(len(said) - count + 1)]
        texts = (" ".join(part.text for part in run) for run in runs if any(p.kind in ("label", "body") for p in run))
        return [*title, *(text for text in texts if not text.rstrip().endswith(_SENTENCE_ENDS))]

    @property
    def numbers(self) -> list[str]:
        """The numbers that stand by themselves on it, but for how often it is in the game."""
        alone = (part.text for part in self.parts.parts if part.kind == "number")
        return [digits for text in alone if not _COPIES.match(text) for digits in _DIGITS.findall(text)]

    @property
    def body(self) -> str:
        return self.parts.text("body")


def is_of_cards(pages: Sequence[WordPage]) -> bool:
    """Whether all that is written in the document, legible or not, stands on pictured cards."""
    written = [page for page in pages if page.words or page.advice]
    return bool(written) and all(page.cards for page in written)


def pictured(
    passages: Sequence[PassageRead],
    pages: Sequence[WordPage],
    settings: PicturedSettings = PicturedSettings(),
    layout: DeckLayout = DeckLayout(),
) -> list[PicturedCard]:
    """The cards of the pages, each with its passage.

    ``layout`` is what cards beside the document have in common; where they tell nothing, its own cards may.
    """
    alone = list(_pictured(passages, pages, settings, layout))
    if layout != DeckLayout():
        return alone
    lines = {
        " ".join(part.text for part in card.parts.parts): placed_lines(
            card.parts.parts, card.box.width, card.box.height
        )
        for card in alone
    }
    layout = layout_of([*lines.values()], settings.layout)
    return alone if layout == DeckLayout() else list(_pictured(passages, pages, settings, layout))


def _pictured(
    passages: Sequence[PassageRead], pages: Sequence[WordPage], settings: PicturedSettings, layout: DeckLayout
) -> Iterator[PicturedCard]:
    by_number = {page.page.number: page for page in pages}
    for read in passages:
        if read.passage.kind != "card" or not read.regions:
            continue
        page = by_number[read.page]
        regions = [Box(r.x0, r.y0, r.x1, r.y1) for _, r in read.regions]
        around = Box.around(regions)
        number = next((n for n, box in enumerate(page.cards) if box.holds(around)), None)
        if number is None:
            continue
        box = page.cards[number]
        words = [w for w in page.words if w.box and box.holds(w.box)]
        inside = [replace(w, box=_moved(w.box, -box.x0, -box.y0)) for w in words if w.box]
        parts = card_parts(inside, box.width, box.height, settings.parts, layout, read.passage.language)
        yield PicturedCard(read, page, number, box, parts)


def recognise_cards(
    found: Recognised,
    cards: Sequence[PicturedCard],
    packs: Mapping[str, Pack],
    candidates: Sequence[str],
    *,
    file_name: str,
    beside: str | None,
    shelf: str | None,
    settings: PicturedSettings = PicturedSettings(),
) -> tuple[Recognised, str | None]:
    """What a document of cards is, and the taught game whose known card it shows, where it was not told before.

    ``beside`` is the taught game of its folder, ``shelf`` the name of a game that its folder gives.
    """
    found = replace(found, title=in_words(file_name), kind=OF_CARDS if found.kind == USUAL else found.kind)
    if found.game in packs:
        return found, None
    matches = [which_game(card.lines, card.body, packs, beside, settings.which) for card in cards]
    best = max((match for match in matches if match), key=lambda match: match.score, default=None)
    if best is not None:
        return replace(found, evidence=_told(best)), best.card.game
    if beside is not None:
        return replace(found, evidence=f"The other cards in its folder are of {beside}."), beside
    language = found.language
    if language == UNDETERMINED:
        language = likeliest_language(" ".join(card.read.passage.text for card in cards), candidates)
    if not shelf:
        return replace(found, language=language), None
    evidence = f"It is a picture of cards, and its folder is called “{shelf}”."
    return replace(found, game=code_of(shelf), game_name=shelf, language=language, evidence=evidence), None


def likeliest_language(text: str, candidates: Sequence[str]) -> str:
    """The likeliest of the languages that are expected in such letters; where none is, any that is told surely."""
    script = script_of_letters(text)
    own = [code for code in candidates if not script or may_be_in(code, script)]
    if own:
        return detect_language(text, own)[0]
    found, sure = detect_language(text, written_in(script, all_languages()))
    return found if sure >= LanguageSettings().sure else UNDETERMINED


def _told(match: CardMatch) -> str:
    next_one = f"; next came {match.runner_up.code}, {match.margin:.0f} less like it" if match.runner_up else ""
    return f"It has the title of the card {match.card.code} of {match.card.game} ({match.score:.0f} of 100{next_one})."


def read_pictured(
    cards: Sequence[PicturedCard],
    known: Mapping[int, str],
    language: str,
    *,
    file_name: str,
    deck: str,
    called: FileWords = FileWords(),
) -> tuple[CardRead, ...]:
    """The cards as cards: those that ``known`` gives by their passages are cards of the pack, the others are new.

    ``called`` is what the file of a single card is called in words, where that says something.
    """
    read = []
    for card in cards:
        seq = card.read.passage.seq
        parts, title = titled(card.parts, called if len(cards) == 1 else FileWords())
        name, doubt = (title.text, title.doubt) if title.text else (in_words(file_name), UNTITLED)
        text = CardTextShape(language=language, title=name, body=parts.text("body"), origin="card-picture")
        code = known.get(seq)
        read.append(
            CardRead(
                code=code or code_of(name),
                is_known=code is not None,
                text=text,
                passage=seq,
                deck=deck,
                kind="",
                component=f"picture {file_name}" + (f". {doubt}" if doubt else ""),
                parts=tuple(_shape(n, part, card.box) for n, part in enumerate(parts.parts)),
                card=card.number,
                doubt="" if code is not None else doubt,
            )
        )
    return tuple(read)


def known_cards(
    cards: Sequence[PicturedCard], pack: Pack, edition: str | None, settings: PicturedSettings = PicturedSettings()
) -> dict[int, CardMatch]:
    """Which cards of the pack they are, by their passages, in whatever language; none where two are as likely."""
    titles = KnownTitles([pack])
    found = {}
    for card in cards:
        match = titles.match(card.lines, settings.which, numbers=card.numbers, edition=edition)
        if match and match.margin >= settings.which.margin:
            found[card.read.passage.seq] = match
    return found


def _shape(seq: int, part: Part, card: Box) -> CardPartShape:
    box = _moved(part.box, card.x0, card.y0)
    return CardPartShape(
        seq=seq,
        kind=part.kind,
        place=part.place,
        text=part.text,
        confidence=part.confidence,
        x0=box.x0,
        y0=box.y0,
        x1=box.x1,
        y1=box.y1,
    )


def _moved(box: Box, x: float, y: float) -> Box:
    return Box(box.x0 + x, box.y0 + y, box.x1 + x, box.y1 + y)
