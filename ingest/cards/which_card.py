"""Which of the known cards of all games a card is, told by its title in any language, with the next likely one."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from functools import lru_cache

from rapidfuzz import fuzz, process

from ingest.identify.evidence import Text, Weights
from schema.folding import fold
from schema.pack import Pack


@dataclass(frozen=True, slots=True)
class WhichCardSettings:
    """When a title is that of a known card; chosen by eye on the sample cards."""

    alike: float = 84.0
    """Of 100: titles less alike than this are different ones."""
    clearly_alike: float = 90.0
    """What is wanted where neither a person nor its folder tells the game."""
    margin: float = 4.0
    """So much less alike the title of any other card is."""
    shortest: int = 3
    """A title of fewer letters tells nothing; of three, all must be right to be alike."""
    stem: int = 5
    """So many letters of a word tell it in all its forms."""
    weights: Weights = Weights()
    """How much each kind of evidence counts."""


@dataclass(frozen=True, slots=True)
class KnownCard:
    """A card of a pack by one of its titles."""

    game: str
    code: str
    language: str
    edition: str | None
    numbers: frozenset[str] = frozenset()
    """What its list says of it in numbers."""


@dataclass(frozen=True, slots=True)
class CardMatch:
    """The likeliest known card, how like its title is, and what came next."""

    card: KnownCard
    score: float
    runner_up: KnownCard | None
    margin: float


class KnownTitles:
    """The titles of all cards of some games, in all languages."""

    def __init__(self, packs: Iterable[Pack]) -> None:
        self._titles: list[str] = []
        self._cards: list[KnownCard] = []
        for pack in packs:
            for file in pack.cards:
                for card in file.card:
                    numbers = frozenset(str(value) for value in card.facts.values() if str(value).isdecimal())
                    for language, title in card.title.items():
                        self._titles.append(_plain(title))
                        self._cards.append(KnownCard(pack.code, card.code, language, file.edition, numbers))

    def match(
        self,
        lines: Sequence[str],
        settings: WhichCardSettings = WhichCardSettings(),
        *,
        numbers: Iterable[str] = (),
        edition: str | None = None,
    ) -> CardMatch | None:
        """The card whose title is one of the lines, or as good as that.

        Of cards with one title that is meant which the numbers read on it fit best. With an edition, cards of others
        do not count.
        """
        best: dict[tuple[str, str], tuple[float, KnownCard]] = {}
        for line in lines:
            plain = _plain(line)
            if len(plain) < settings.shortest:
                continue
            for _, score, at in process.extract(
                plain, self._titles, scorer=fuzz.ratio, score_cutoff=settings.alike - settings.margin, limit=None
            ):
                card = self._cards[at]
                if edition is not None and card.edition not in (None, edition):
                    continue
                if score > best.get((card.game, card.code), (0.0, card))[0]:
                    best[card.game, card.code] = score, card
        ranked = sorted(best.values(), key=lambda found: (-found[0], found[1].game, found[1].code))
        if not ranked or ranked[0][0] < settings.alike:
            return None
        alike = [card for score, card in ranked if score > ranked[0][0] - settings.margin]
        told = _told_by_numbers(alike, frozenset(numbers))
        if told is not None:
            score = next(score for score, card in ranked if card is told)
            others = [found for found in ranked if found[1] not in alike]
            second = others[0] if others else (0.0, None)
            return CardMatch(told, score, second[1], score - second[0])
        second = ranked[1] if len(ranked) > 1 else (0.0, None)
        return CardMatch(ranked[0][1], ranked[0][0], second[1], ranked[0][0] - second[0])


def _told_by_numbers(alike: Sequence[KnownCard], numbers: frozenset[str]) -> KnownCard | None:
    """The one of several cards of like titles whose numbers were read, if they are those of no other."""
    if len(alike) < 2 or not numbers:
        return None
    fits = sorted(
        ((len(card.numbers & numbers) - len(card.numbers - numbers), card.code) for card in alike), reverse=True
    )
    if fits[0][0] <= fits[1][0]:
        return None
    best = next(card for card in alike if card.code == fits[0][1])
    return best if best.numbers & numbers else None


def which_game(
    lines: Sequence[str],
    body: str,
    packs: Mapping[str, Pack],
    beside: str | None = None,
    settings: WhichCardSettings = WhichCardSettings(),
) -> CardMatch | None:
    """The known card of a card by itself: its title must be clear, and its text must speak of that game too.

    Titles alone prove little: other games have cards of the same name. ``beside`` is what its folder tells.
    """
    found = known_titles(packs).match(lines, settings)
    if found is None or found.margin < settings.margin:
        return None
    if found.card.game == beside:
        return found
    speaks = _speaks(packs[found.card.game], body, settings)
    return found if speaks and found.score >= settings.clearly_alike else None


def known_titles(packs: Mapping[str, Pack]) -> KnownTitles:
    """The titles of all packs; built once for the same packs."""
    return _known_titles(tuple(pack for _, pack in sorted(packs.items())))


@lru_cache(maxsize=4)
def _known_titles(packs: tuple[Pack, ...]) -> KnownTitles:
    return KnownTitles(packs)


def _speaks(pack: Pack, body: str, settings: WhichCardSettings) -> bool:
    """Whether the text of a card uses a word of the game that not every game uses."""
    text = Text([body])
    if any(text.evidence(pack, spoken).weight(settings.weights) for spoken in pack.languages):
        return True
    stems = {word[: settings.stem] for word in _words(fold(body)) if len(word) >= settings.stem}
    return any(stems & _own_stems(pack, spoken, settings.stem) for spoken in pack.languages)


@lru_cache(maxsize=64)
def _own_stems(pack: Pack, language: str, stem: int) -> frozenset[str]:
    """The beginnings of the words in the game's names, without those that any game uses."""
    shared = pack.shared.get(language)
    trade = {word[:stem] for listed in (shared.trade_words if shared else ()) for word in _words(fold(listed))}
    named = (name for names in pack.names(language).values() for name in names)
    return frozenset(w[:stem] for name in named for w in _words(fold(name)) if len(w) >= stem) - trade


def _plain(title: str) -> str:
    return " ".join(_words(fold(title)))


def _words(text: str) -> Iterator[str]:
    return ("".join(filter(str.isalnum, word)) for word in text.split())
