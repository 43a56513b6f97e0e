"""Tell by a document's own words which game, edition, language and kind of document it is."""

import re
from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from ingest.language import detect_language
from schema.document_kinds import USUAL
from schema.folding import fold
from schema.games import UNKNOWN_GAME
from schema.pack import LanguageFile, Pack
from schema.reading import PassageRead


@dataclass(frozen=True, slots=True)
class RecogniseSettings:
    """How much evidence tells a game; chosen by eye on the seeds and samples."""

    title_weight: int = 4
    """A printed title counts as much as so many other names."""
    least_evidence: int = 8
    """Fewer names than this could stand in any rulebook."""
    least_letters: int = 5
    """Shorter names are too common to tell games apart."""
    opening: int = 12
    """Passages at the beginning in which a title or a document's kind is looked for."""
    longest_title: int = 80
    """Characters; a longer passage is no title."""
    sure: float = 0.9
    """A language told with less confidence than this is not believed against the game's own words."""
    clearly_more: int = 2
    """Times as many of the game's names in another language outweigh what the letters say."""


@dataclass(frozen=True, slots=True)
class Recognised:
    """What a document was found to be, with the evidence in a sentence."""

    game: str
    edition: str | None
    language: str
    kind: str
    title: str | None
    evidence: str


def recognise(
    passages: Sequence[PassageRead],
    packs: Mapping[str, Pack],
    candidates: Iterable[str],
    settings: RecogniseSettings = RecogniseSettings(),
) -> Recognised:
    """The game with the most of its names in the text, or `unknown`; then its edition, language and kind."""
    text = _plain(" ".join(read.passage.text for read in passages))
    opening = [read.passage.text for read in passages[: settings.opening]]
    evidence = {
        (game, code): _evidence(text, language, settings)
        for game, pack in packs.items()
        for code, language in pack.languages.items()
    }
    by_game = Counter({game: max((n for (g, _), n in evidence.items() if g == game), default=0) for game in packs})
    game, count = by_game.most_common(1)[0] if by_game else (UNKNOWN_GAME, 0)
    lines = (" ".join(text.split()) for text in opening)
    titles = (line for line in lines if 2 < len(line) <= settings.longest_title and any(map(str.isalpha, line)))
    title = next(titles, None)
    guessed, sureness = detect_language(" ".join(read.passage.text for read in passages), sorted(candidates))
    if count < settings.least_evidence:
        note = f"no game's names stand in it often enough (best: {game} with {count})"
        return Recognised(UNKNOWN_GAME, None, guessed, USUAL, title, note)
    spoken = Counter({code: n for (g, code), n in evidence.items() if g == game})
    language = _language(guessed, sureness, spoken, settings)
    edition = _edition(text, packs[game])
    kind = _kind(opening, packs[game], settings)
    return Recognised(game, edition, language, kind, title, f"{count} names of {game} stand in it")


def _language(guessed: str, sureness: float, spoken: Counter[str], settings: RecogniseSettings) -> str:
    """The language told by its letters, unless the game's own words speak clearly for another."""
    best, count = spoken.most_common(1)[0]
    is_plausible = sureness >= settings.sure and spoken[guessed] * settings.clearly_more >= count
    return guessed if guessed in spoken and is_plausible else best


def _evidence(text: str, language: LanguageFile, settings: RecogniseSettings) -> int:
    names = {_plain(n) for by_code in language.names.values() for listed in by_code.values() for n in listed}
    found = sum(1 for name in names if len(name.strip()) >= settings.least_letters and name in text)
    titles = sum(1 for title in language.titles if _plain(title) in text)
    return found + settings.title_weight * titles


def _edition(text: str, pack: Pack) -> str:
    signs: Counter[str] = Counter({pack.game.default_edition: 0})
    for language in pack.languages.values():
        for edition, words in language.editions.items():
            signs[edition] += sum(text.count(_plain(word)) for word in words)
    best, count = signs.most_common(1)[0]
    return best if count else pack.game.default_edition


def _kind(opening: Sequence[str], pack: Pack, settings: RecogniseSettings) -> str:
    first = _plain(" ".join(text for text in opening if len(text) <= settings.longest_title))
    for language in (pack.shared[code] for code in pack.languages if code in pack.shared):
        for kind, words in language.kinds.items():
            if any(_plain(word) in first for word in words):
                return kind
    return USUAL


def _plain(text: str) -> str:
    """Folded words between single spaces, so that a phrase is found only as whole words."""
    words = re.findall(r"[^\W_]+", fold(text))
    return f" {' '.join(words)} "
