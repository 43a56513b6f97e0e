"""Tell the standing of every number of a text, by all that is seen of it at once."""

from collections.abc import Mapping
from dataclasses import dataclass

from ingest.standing.features import of_number
from ingest.standing.own import OwnNames
from ingest.standing.pairs import of_pair, pairs, speaks_of_the_text
from ingest.standing.seen import Seen
from ingest.standing.text import Standing, read_pieces
from ingest.standing.weigh import STANDINGS, Weights, read_weights
from ingest.standing.wording import around_number
from ingest.standing.words import StandingWords
from ingest.standing.worlds import OTHER_LAST
from schema.claims import StandingWord

Likely = Mapping[int, Mapping[StandingWord, float]]
"""Logarithms of how likely each standing of the number at a place is."""


@dataclass(frozen=True, slots=True)
class StandingSettings:
    """What tips the scales; chosen on the texts of tests/judges/standing by cross-validation."""

    pairing: float = 0.0
    """Added to the score of a pair: two numbers explain one another better than each alone."""
    ordinary: float = -0.3
    """Taken from all standings but asserted: how much rarer they are than in the texts that were fitted to, of which
    a third are plain lines of rulebooks. Texts about numbers have more of them."""
    elsewhere: float = 1.6
    """Added to elsewhere where another game was spoken of last: the texts fitted to speak of their own too often."""
    faint: frozenset[str] = frozenset({"instead", "print", "document"})
    """What alone makes no correction of two numbers: of 951 pairs found in the judges' texts, each set by weights
    fitted to the others, those with nothing else were wrong three times as often."""
    announced: float = 4.0
    """Added to it where a heading announces corrections, of which the texts fitted to have few. Chosen on the four
    sheets of tests/errata: at 3.5 one of their eighty corrections is not found with the weights of today."""


def tell_standings(
    text: str,
    words: StandingWords,
    heading: str = "",
    settings: StandingSettings = StandingSettings(),
    weights: Weights | None = None,
    own: OwnNames = OwnNames(),
) -> list[Standing]:
    """Every number of a text with its standing, in order; a heading says under what it stands."""
    # Under a heading that announces corrections a text is read with it; other headings say nothing of numbers.
    head = f"{heading}\n" if words.announces_corrections(heading) else ""
    pieces = read_pieces(head + text, words.numbers)
    if all(piece.value is None for piece in pieces):
        return []
    seen = Seen(pieces, words, own)
    weights = weights or read_weights()
    rarer, elsewhere = (0.0, 0.0) if head else (settings.ordinary, settings.elsewhere)
    likely = _agreed(seen, {at: _likely(seen, at, weights, rarer, elsewhere) for at in seen.numbers})
    # A word that may be an article is a number only where it stands against another.
    told = {at: max(s, key=lambda word: s[word]) for at, s in likely.items() if not seen.pieces[at].is_article}
    lean = settings.pairing + (settings.announced if head else -rarer)
    faint = frozenset[str]() if head else settings.faint
    corrected = _corrections(seen, likely, weights, lean, faint, len(head))
    for new, old in corrected.items():
        told[old], told[new] = "denied", "asserted"
    return [
        Standing(
            piece.start - len(head),
            piece.end - len(head),
            piece.value,
            told.get(at, "asserted"),
            seen.pieces[corrected[at]].value if at in corrected else None,
            at in seen.beside,
        )
        for at, piece in enumerate(seen.pieces)
        if piece.value is not None and piece.start >= len(head)
    ]


def _likely(seen: Seen, at: int, weights: Weights, rarer: float, elsewhere: float) -> dict[StandingWord, float]:
    """Logarithms of how likely each standing of a number is; in a book too a question seldom states anything."""
    seen_of_it = of_number(seen, at)
    rarer = min(rarer, 0.0) if seen.pieces[at].sentence in seen.verdicts else rarer
    return weights.of_number(
        seen_of_it,
        around_number(seen.pieces, at, seen.language),
        rarer,
        elsewhere if OTHER_LAST in seen_of_it else 0.0,
    )


def _agreed(seen: Seen, likely: Likely) -> Likely:
    """Numbers of one list under one lead are told together."""
    agreed = dict(likely)
    for lead in set(seen.leads.values()):
        listed = [at for at, of in seen.leads.items() if of == lead and at in likely]
        mean = {word: sum(likely[at][word] for at in listed) / len(listed) for word in STANDINGS if listed}
        agreed |= dict.fromkeys(listed, mean)
    return agreed


def _corrections(
    seen: Seen,
    likely: Likely,
    weights: Weights,
    lean: float,
    faint: frozenset[str],
    begins: int,
) -> dict[int, int]:
    """Places of new values with those of the old ones, the likeliest pair first, each number in one pair only.

    The number of an edition in a heading, before the place where the text begins, is no old value.
    """
    gains: list[tuple[float, int, int]] = []
    for old, new in pairs(seen):
        is_of_heading = min(seen.pieces[old].start, seen.pieces[new].start) < begins
        if is_of_heading or not speaks_of_the_text(seen, old, new, faint):
            continue
        alone = max(likely[old].values()) + max(likely[new].values())
        together = likely[old]["denied"] + likely[new]["asserted"]
        gain = weights.of_pair(of_pair(seen, old, new)) + lean + together - alone
        if gain > 0:
            gains.append((gain, old, new))
    corrected: dict[int, int] = {}
    for _, old, new in sorted(gains, reverse=True):
        if not {old, new} & {*corrected, *corrected.values()}:
            corrected[new] = old
    return corrected
