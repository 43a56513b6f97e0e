"""Tell which known card each photographed card is, and take its printed title, text and numbers."""

import re
from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz

from ingest.card_figures import FigureSettings, read_figures
from ingest.cards.which_card import KnownTitles, WhichCardSettings
from ingest.edits import EditedText
from schema.cards import CardTextShape
from schema.claims import FindingShape
from schema.folding import fold
from schema.pack import Pack
from schema.reading import CardTextRead, FindingRead, PassageRead

_LINE = re.compile(r"[^\n]+")
_BEFORE_TITLE = re.compile(r"^(?:[^\W_]{1,2}\s*[·.\-–—]\s+|[\W_]+)")
"""A letter that numbers the cards of a deck, or litter of the picture above the title."""
_NUMBERS = re.compile(
    r"^(?:\w\s)?[\W_]*(?:[x×]\s?)?\d{1,3}(?:\s*/\s*\d{1,3})?[\W_]*$|^(?:\w\s)?\W*[x×]\s?[^\w\s]$", re.IGNORECASE
)
"""A line of a number alone, as corners and footers have them; Tesseract reads `×1` as `x]`."""
_COPIES = re.compile(r"\W*[x×]\s?\d", re.IGNORECASE)
"""How often a card is in the game, as it stands at its foot."""
_DIGITS = re.compile(r"\d+")


@dataclass(frozen=True, slots=True)
class CardSettings:
    """When a title is a known one; chosen by eye on the sample cards."""

    same_title: float = 84.0
    """Of 100: titles less alike than this are different ones."""
    most_words: int = 120
    """A document of more words than this is no single card; the short reference sheets of the samples have 219."""
    title_within: int = 3
    """A card has its title within so many of its first lines."""
    shown: int = 60
    """So many characters of an unknown card are shown in its finding."""
    figures: FigureSettings = FigureSettings()
    which: WhichCardSettings = WhichCardSettings()


@dataclass(frozen=True, slots=True)
class PrintedCard:
    """What is printed on a card."""

    title: str
    body: str
    numbers: tuple[str, ...]
    """Those that stand alone, in corners or at the foot."""
    code: str
    """The known card it is, empty where it is none."""
    score: float


def read_cards(
    passages: Sequence[PassageRead],
    pack: Pack,
    language: str,
    edition: str | None = None,
    settings: CardSettings = CardSettings(),
) -> tuple[tuple[CardTextRead, ...], tuple[FindingRead, ...]]:
    """The texts of the cards among the passages that the pack knows, and a finding for each that it does not.

    A rulebook shows some of its cards as figures; those count where their effects are printed too.
    """
    titles = known_titles(pack, language, edition)
    shared, known = _first_of_like_titles(pack, edition), KnownTitles([pack])
    texts: dict[str, CardTextRead] = {}
    findings: list[FindingRead] = []
    for read in passages:
        if read.passage.kind != "card":
            continue
        card = printed_card(read, titles, settings=settings)
        if card.code in shared:
            card = replace(card, code=_told_apart(card, known, edition, settings))
            if not card.code:
                continue
        if not card.code:
            findings.append(_unknown(read, card, settings))
        elif card.code not in texts:
            shape = CardTextShape(language=language, title=card.title, body=card.body, origin="card-picture")
            texts[card.code] = CardTextRead(shape, read.passage.seq, card.code)
    if language in pack.languages:
        for figure in read_figures(passages, pack, language, titles, edition, settings.figures):
            texts.setdefault(figure.card, figure)
    return tuple(texts.values()), tuple(findings)


def is_one_card(
    passages: Sequence[PassageRead],
    pack: Pack,
    language: str,
    edition: str | None = None,
    settings: CardSettings = CardSettings(),
) -> bool:
    """Whether a whole document is the picture of one card: few words, with the title of a known card above them.

    The title of the game stands on sheets of rules and not on cards.
    """
    text = "\n".join(read.passage.text for read in passages)
    lines = [line.strip() for line in text.splitlines() if line.strip()][: settings.title_within]
    titles = {fold(title) for spoken in pack.languages.values() for title in spoken.titles}
    if len(text.split()) > settings.most_words or not titles.isdisjoint(map(fold, lines)):
        return False
    return bool(_best_title(lines, known_titles(pack, language, edition), settings)[2])


def known_titles(pack: Pack, language: str, edition: str | None) -> dict[str, str]:
    """Folded titles of the pack's cards of the edition, with their codes; in another language where it has none."""
    titles: dict[str, str] = {}
    for file in pack.cards:
        if edition is not None and file.edition not in (None, edition):
            continue
        for card in file.card:
            printed = card.title.get(language) or next(iter(card.title.values()), "")
            if printed:
                titles.setdefault(fold(printed), card.code)
    return titles


def _first_of_like_titles(pack: Pack, edition: str | None) -> set[str]:
    """The cards that bear a title which others of the edition bear too: it does not tell which of them is meant."""
    bearers: dict[str, set[str]] = defaultdict(set)
    for file in pack.cards:
        if edition is None or file.edition in (None, edition):
            for card in file.card:
                for title in card.title.values():
                    bearers[fold(title)].add(card.code)
    return {code for codes in bearers.values() if len(codes) > 1 for code in codes}


def _told_apart(card: PrintedCard, known: KnownTitles, edition: str | None, settings: CardSettings) -> str:
    """The one of the cards of a title whose numbers were read on it; empty where they do not tell it."""
    match = known.match([card.title], settings.which, numbers=card.numbers, edition=edition)
    return match.card.code if match and match.margin >= settings.which.margin else ""


def printed_card(read: PassageRead, titles: Mapping[str, str], settings: CardSettings = CardSettings()) -> PrintedCard:
    """The parts of a card; its title is the line most like a known one, else the first line that is one of words."""
    lines = [_cleaned(read, *match.span()) for match in _LINE.finditer(read.passage.raw_text)]
    best, score, code = _best_title(lines, titles, settings)
    if not lines:
        return PrintedCard("", "", (), "", 0.0)
    alone = (text for text in lines if _NUMBERS.match(text) and not _COPIES.match(text))
    numbers = tuple(n for text in alone for n in _DIGITS.findall(text))
    body = " ".join(text for text in lines[best + 1 :] if text and not _NUMBERS.match(text))
    return PrintedCard(_bare(lines[best]), body, numbers, code, score)


def _cleaned(read: PassageRead, start: int, end: int) -> str:
    """One line of the passage with the repairs that lie in it."""
    repairs = [
        repair.model_copy(update={"position": repair.position - start})
        for repair in read.repairs
        if start <= repair.position and repair.position + repair.length <= end
    ]
    return " ".join(EditedText(read.passage.raw_text[start:end], repairs).text.split())


def _best_title(lines: Sequence[str], titles: Mapping[str, str], settings: CardSettings) -> tuple[int, float, str]:
    """Which line is the title, how sure that is, and the code of the card that bears it."""
    of_words = (i for i, line in enumerate(lines) if any(len(w) > 2 and w.isalpha() for w in line.split()))
    best, score, code = next(of_words, 0), 0.0, ""
    for i, line in enumerate(lines):
        for form in {fold(line), fold(_bare(line))}:
            for title, of in titles.items():
                alike = fuzz.ratio(form, title, score_cutoff=max(settings.same_title, score + 0.01))
                if alike > score:
                    best, score, code = i, alike, of
    return best, score, code


def _bare(line: str) -> str:
    return _BEFORE_TITLE.sub("", line).strip() or line


def _unknown(read: PassageRead, card: PrintedCard, settings: CardSettings) -> FindingRead:
    shown = card.title[: settings.shown] or "no words"
    message = (
        f"The card on page {read.page} that reads “{shown}” is in no card list of the game. "
        "Add it to a list under cards/ of its pack, or correct the title there."
    )
    return FindingRead(FindingShape(kind="unknown-card", severity="warning", message=message), read.passage.seq)
