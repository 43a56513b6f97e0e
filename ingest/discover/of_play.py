"""How much a document speaks of play: manuals, licences and stories hardly do, and are no games."""

from collections.abc import Sequence
from dataclasses import dataclass

from ingest.discover.words import Words, count_of, folded_words
from schema.claims import FindingShape
from schema.reading import FindingRead


@dataclass(frozen=True, slots=True)
class PlaySettings:
    """How often a book of rules speaks of play; chosen on 27 documents in ten languages."""

    least_words: int = 200
    """A shorter text may be a list or a card and proves nothing."""
    least_play: float = 0.007
    """The share of words about players, cards, turns, points and the like of a document that is of a game."""
    least_ruling: float = 0.01
    """The share of words that rule, in one that states rules and does not only sell or describe things."""


@dataclass(frozen=True, slots=True)
class Play:
    """What the words of a document tell."""

    is_of_game: bool
    states_rules: bool


NO_GAME = FindingRead(
    FindingShape(
        kind="no-game",
        severity="warning",
        message="Hardly a word of players, cards, turns or points stands in it, so it is taken for no rulebook: its "
        "numbers are no components, and its sentences no rules. Take it out with `rulewright forget` if it is none.",
    )
)


def look_for_play(texts: Sequence[str], words: Words, settings: PlaySettings = PlaySettings()) -> Play:
    """Whether a document of these texts speaks of play, and whether it states rules."""
    said = [folded_words(text) for text in texts]
    total = sum(map(len, said))
    if total < settings.least_words:
        return Play(is_of_game=True, states_rules=True)
    of_play = words.player + words.card + words.round + words.phase + words.setup + words.end + words.points
    playing, ruling = (sum(count_of(row, stems) for row in said) for stems in (of_play, words.rules + words.doing))
    return Play(playing >= settings.least_play * total, ruling >= settings.least_ruling * total)
