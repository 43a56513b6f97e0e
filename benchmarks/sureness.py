"""How much each evidence for a value is worth: fitted to books that the weights had not seen.

.venv/bin/python benchmarks/sureness.py SET ...    print the settings of ingest/weighed/decide.py, fitted to these sets

Each set is told by weights learnt from all other books. What patterns, frames and these weights find is then judged
by the truth of the books, and a logistic regression fitted to it. For each set the figures of settings that were
fitted to the other sets are printed first: those tell how it carries over.
"""

import sys
from collections.abc import Sequence
from dataclasses import dataclass, replace

import numpy as np
from rulebooks import BOOKS, HALVES, LANGUAGES, ROOT, plain, rows
from scipy.optimize import minimize
from weighed import UNREAD, Learner, read_books

from ingest.extract import lay
from ingest.names.abbreviations import spelt_out
from ingest.packs.read import read_packs
from ingest.pipeline import Options, read_document
from ingest.weighed.decide import NEVER, DecisionSettings, Evidence, is_told, likelihood
from ingest.weighed.seen import Key
from ingest.weighed.tell import WeighedSettings
from ingest.weighed.weigh import Weights

DRAWN = 1.0
"""How strongly the settings are drawn to zero."""
FITTED = (
    "base", "patterned", "framed", "fit", "share", "other", "alone", "late", "uncounted", "guessed", "untold", "added",
    "unadded",
)  # fmt: skip


@dataclass(frozen=True, slots=True)
class Judged:
    """A value of a stated fact with what speaks for it, and whether it is right."""

    half: str
    book: str
    key: Key
    evidence: Evidence
    is_right: bool


def judged(half: str, learner: Learner) -> list[Judged]:
    """All values that are found for the facts that the books of a set state."""
    packs = read_packs(ROOT / "games", is_checked=True)
    found = []
    for file in sorted(BOOKS.glob(f"*-{half}.md")):
        game, language, _ = file.stem.rsplit("-", 2)
        said = Options(game=game, language=language)
        reading = read_document(file, packs, candidates=LANGUAGES, recipe="r", options=said, settings=UNREAD)
        weights: Weights = learner.weights(game)
        passages = spelt_out(reading.passages, packs[game], [language])
        ((extraction, before),) = lay(passages, packs[game], [language]).extractions
        truth = {(s, a, plain(v).lstrip("-")) for s, a, v in rows(file.with_suffix(".truth.tsv"))}
        stated = {key[:2] for key in truth}
        for key, value, evidence in extraction.weighing(before, weights).evidence(WeighedSettings(), weights):
            if key in stated:
                found.append(Judged(half, file.stem, key, evidence, (*key, value) in truth))
    return found


def seen(evidence: Evidence) -> list[float]:
    """The evidence as figures, in the order of the settings that are fitted."""
    odds = [float(np.log(share / (1 - share))) for share in np.clip([evidence.share, evidence.other], NEVER, 1 - NEVER)]
    told = [evidence.is_late, evidence.is_uncounted, evidence.is_guessed, evidence.is_untold]
    told += [evidence.is_added, evidence.is_unadded]
    return [1.0, evidence.is_patterned, evidence.fit > 0, evidence.fit, *odds, not evidence.is_found, *told]


def fitted(values: Sequence[Judged]) -> DecisionSettings:
    """The settings of the highest likelihood."""
    known = np.array([seen(each.evidence) for each in values], float)
    right = np.array([each.is_right for each in values], float)

    def loss(worth: np.ndarray) -> tuple[float, np.ndarray]:
        likely = 1 / (1 + np.exp(-known @ worth))
        drawn = DRAWN * np.r_[0.0, worth[1:]]
        missed = -np.sum(right * np.log(likely + 1e-12) + (1 - right) * np.log(1 - likely + 1e-12))
        return missed + worth @ drawn / 2, known.T @ (likely - right) + drawn

    worth = minimize(loss, np.zeros(known.shape[1]), jac=True, method="L-BFGS-B").x
    return replace(DecisionSettings(), **{name: round(float(w), 2) for name, w in zip(FITTED, worth, strict=True)})


def told(values: Sequence[Judged], settings: DecisionSettings) -> str:
    """How many facts are told, and how many of those rightly."""
    best: dict[tuple[str, Key], tuple[float, bool, bool]] = {}
    for each in values:
        place, likely = (each.book, each.key), likelihood(each.evidence, settings)
        if place not in best or likely > best[place][0]:
            best[place] = likely, is_told(each.evidence, settings), each.is_right
    stated = [is_right for _, is_stated, is_right in best.values() if is_stated]
    return f"{sum(stated)} of {len(best)} facts of which anything is found, {len(stated) - sum(stated)} more wrongly"


def main(*halves: str) -> None:
    """Print how settings carry over from set to set, and the settings of all sets."""
    books = read_books(HALVES)
    values: list[Judged] = []
    for half in halves:
        learner = Learner([book for book in books if book.half != half])
        learner.learn()
        values += judged(half, learner)
    for half in halves:
        others = fitted([each for each in values if each.half != half])
        print(f"{half}: {told([each for each in values if each.half == half], others)}")
    print(fitted(values))


if __name__ == "__main__":
    main(*sys.argv[1:])
