"""Numbers of the judges' texts told right, by language: `python benchmarks/standing.py work|score2|…|fit|folds`.

Texts named `score` are for scoring a finished piece of work, once; only counts are printed, never a text. `fit`
writes the weights of ingest/standing anew from all texts that may be worked with, `folds` tells how well they carry
over: each set is told by weights fitted to the other sets, then each language by those of the other three.

A log-linear model tells the standing of a number, by what is seen of it in terms of no language and by the words around
it, which each language has for itself; another, for all languages, whether one of two numbers takes the
place of the other. Lines of our own sample rulebooks are ordinary text: what they say is asserted.
"""

import csv
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import numpy as np
from scipy.optimize import minimize
from scipy.sparse import csr_array
from scipy.special import logsumexp

from ingest.packs.read import read_shared_languages
from ingest.standing.features import of_number
from ingest.standing.pairs import of_pair, pairs
from ingest.standing.seen import FAMILIES, Seen
from ingest.standing.tell import tell_standings
from ingest.standing.text import read_pieces
from ingest.standing.weigh import FILE, STANDINGS, STEPS, WORDING, Weights, Wording
from ingest.standing.wording import around_number
from ingest.standing.words import StandingWords

ROOT = Path(__file__).parents[1]
TEXTS = ROOT / "tests" / "judges" / "standing"
BOOKS = ROOT / "tests" / "judges" / "rulebooks"
BOOKS_READ = ("work", "score", "score2")
APART = FAMILIES["apart"]
"""Cues of lines of a rulebook that may speak of something else."""
LANGUAGES = ("cs", "pl", "it", "en")
WORKED = (
    *("work", "score", "work2", "score2", "score3", "score4", "score5", "work3", "score6", "score7", "score8"),
    *("score9", "score10", "train1", "train2", "train3", "train4", "train5", "train6", "train7"),
)
"""The sets that may be worked with and are fitted to."""
ONE_WRITER = ("train2", "train3", "train4", "train5")
"""Sets that one person wrote: none of them tells how well the others carry over."""
SMOOTHING = {"numbers": 1.0, "pairs": 0.5, "wording": 1.5}
LEAST_SEEN = {"numbers": 4, "pairs": 4, "wording": 3}
LEAST_WEIGHT = 0.12
STEPS_OF_FIT = 60
LEAST_STEPS = 3
"""So many steps at least has a weight of a wording that is kept."""
ORDINARY = 1.0
_TYPESET = re.compile(r"#\w+|[\[\]*_{}]")
HEAD = """\
# Weights of what is seen around a number (numbers) and of two numbers (pairs), for all languages alike; asserted is
# the measure. Fitted by `python benchmarks/standing.py fit` to the texts of tests/judges/standing that may be worked
# with and to our own sample rulebooks, by maximum likelihood with weights drawn to zero; do not edit, fit anew.
"""


Told = str | int
"""What is seen in terms of no language, or the hash of a wording."""
Example = tuple[set[Told], int, float]
"""What is seen, what it is, and its weight."""


@dataclass
class Text:
    """A text with its labels."""

    language: str
    text: str
    rows: list[dict[str, str]] = field(default_factory=list)
    weight: float = 1.0


def main(what: str = "work") -> None:
    """Score, fit, or see how the fit carries over."""
    words = _words()
    if what == "fit":
        _write(_fit([t for half in WORKED for t in _read(half)] + _ordinary(words), words))
    elif what == "folds":
        _fold(words)
    else:
        for language in LANGUAGES:
            print(f"{language} {what}: {_line(_count([t for t in _read(what) if t.language == language], words))}")


def _words() -> dict[str, StandingWords]:
    shared = read_shared_languages(ROOT / "games")
    return {code: StandingWords(shared[code].standing, shared[code].numbers, code) for code in LANGUAGES}


def _read(half: str) -> list[Text]:
    texts: dict[tuple[str, str], Text] = {}
    for language in LANGUAGES:
        with (TEXTS / f"{language}-{half}.tsv").open(encoding="utf-8", newline="") as opened:
            for row in csv.DictReader(opened, delimiter="\t", quoting=csv.QUOTE_NONE):
                texts.setdefault((row["id"], row["text"]), Text(language, row["text"])).rows.append(row)
    return list(texts.values())


def _ordinary(words: dict[str, StandingWords]) -> list[Text]:
    """Text whose numbers are asserted: of our own sample rulebooks, and of those that the judges wrote."""
    return [*_samples(), *_books(words)]


def _samples() -> list[Text]:
    """Lines of our own rulebooks, without what only typesets them."""
    files = [*ROOT.glob("games/*/samples/source/*.typ"), *ROOT.glob("games/*/samples/source/*.md")]
    lines = [(f.stem[-2:], line) for f in sorted(files) for line in f.read_text(encoding="utf-8").splitlines()]
    return [
        Text(language, _TYPESET.sub(" ", line), weight=ORDINARY)
        for language, line in lines
        if language in LANGUAGES and len(line.split()) > 3 and not line.lstrip().startswith(("#", "//"))
    ]


def _books(words: dict[str, StandingWords], halves: Sequence[str] = BOOKS_READ) -> list[Text]:
    """Lines of the judges' rulebooks that speak of nothing but their game: what they say is asserted too."""
    found: list[Text] = []
    for book in sorted(path for half in halves for path in BOOKS.glob(f"*-{half}.md")):
        language = book.stem.rsplit("-", 2)[1]
        true, untrue = (_values(book.with_suffix(f".{what}.tsv")) for what in ("truth", "traps"))
        for line in book.read_text(encoding="utf-8").splitlines():
            seen = Seen(read_pieces(_TYPESET.sub(" ", line), words[language].numbers), words[language])
            is_trap = any(str(seen.pieces[n].value) in untrue - true for n in seen.numbers)
            if seen.numbers and not is_trap and not any(cue.idea in APART for cue in seen.cues):
                found.append(Text(language, _TYPESET.sub(" ", line), weight=ORDINARY))
    return found


def _values(file: Path) -> set[str]:
    with file.open(encoding="utf-8", newline="") as opened:
        rows = list(csv.reader(opened, delimiter="\t", quoting=csv.QUOTE_NONE))[1:]
    return {row[2].lstrip("+-\u2212") for row in rows if row}


def _count(texts: Iterable[Text], words: dict[str, StandingWords], weights: Weights | None = None) -> Counter[str]:
    count: Counter[str] = Counter()
    for text in texts:
        told = tell_standings(text.text, words[text.language], weights=weights)
        for row in text.rows:
            at = _place(row)
            found = next((s for s in told if s.start <= at < s.end), None)
            standing = found.standing if found else "unread"
            count["numbers"] += 1
            count["right" if standing == row["standing"] else f"{row['standing']} as {standing}"] += 1
            corrects = str(found.corrects) if found and found.corrects is not None else ""
            count["corrections"] += bool(row["corrects"])
            count["found"] += bool(row["corrects"]) and corrects == row["corrects"]
            count["not so"] += bool(corrects) and corrects != row["corrects"]
    return count


def _place(row: dict[str, str]) -> int:
    """Where a number stands; the 3 of page 13 is none."""
    places = [m.start() for m in re.finditer(rf"(?<!\d){re.escape(row['number'])}(?!\d)", row["text"])]
    return places[int(row["nth"]) - 1] if len(places) >= int(row["nth"]) else -1


def _line(count: Counter[str]) -> str:
    rest = {name: n for name, n in sorted(count.items()) if " as " in name}
    pairs = f"{count['found']} of {count['corrections']} corrections, {count['not so']} not so"
    return f"{count['right']} of {count['numbers']} = {count['right'] / count['numbers']:.1%}; {pairs}; {rest}"


def _fold(words: dict[str, StandingWords]) -> None:
    """Each set by weights fitted to the other sets, then each language by those fitted to the other languages."""
    ordinary = _ordinary(words)
    sets = {half: _read(half) for half in WORKED}
    whole: dict[str, Counter[str]] = {language: Counter() for language in LANGUAGES}
    for half, texts in sets.items():
        own = ONE_WRITER if half in ONE_WRITER else (half,)
        weights = _fit([t for other, ts in sets.items() if other not in own for t in ts] + ordinary, words)
        counts = {code: _count([t for t in texts if t.language == code], words, weights) for code in LANGUAGES}
        for language, count in counts.items():
            whole[language] += count
        print(f"{half} by the other sets: {_line(sum(counts.values(), Counter()))}")
    for language, count in whole.items():
        print(f"{language}, each set by the others: {_line(count)}")
    every = [t for texts in sets.values() for t in texts]
    for language in LANGUAGES:
        weights = _fit([t for t in every if t.language != language] + ordinary, words)
        told = _count([t for t in every if t.language == language], words, weights)
        print(f"{language} by the other languages: {_line(told)}")


def _fit(texts: Iterable[Text], words: dict[str, StandingWords]) -> Weights:
    seen_numbers: list[Example] = []
    seen_pairs: list[Example] = []
    for text in texts:
        seen = Seen(read_pieces(text.text, words[text.language].numbers), words[text.language])
        at = {place: row for row in text.rows if (place := _piece(seen, _place(row))) is not None}
        for n in seen.numbers:
            if n in at or not text.rows:
                standing = at[n]["standing"] if n in at else "asserted"
                told: set[Told] = of_number(seen, n) | around_number(seen.pieces, n, text.language)
                seen_numbers.append((told, STANDINGS.index(standing), text.weight))
        true = {(_old(seen, at, new, int(row["corrects"])), new) for new, row in at.items() if row["corrects"]}
        for pair in pairs(seen):
            seen_pairs.append((set(of_pair(seen, *pair)), int(pair in true), text.weight))
    numbers = _weigh(seen_numbers, len(STANDINGS) - 1, "numbers")
    corrections = _weigh(seen_pairs, 1, "pairs")
    kept = {
        what: {s: round(w, 2) for s, w in zip(STANDINGS[1:], row, strict=True) if abs(w) >= LEAST_WEIGHT}
        for what, row in numbers.items()
        if isinstance(what, str)
    }
    return Weights(
        {what: row for what, row in kept.items() if row},
        {str(what): round(row[0], 2) for what, row in corrections.items() if abs(row[0]) >= LEAST_WEIGHT},
        _wording(numbers),
    )


def _wording(weighed: dict[Told, list[float]]) -> Wording:
    """The weights of wordings as they are kept."""
    steps = {w: np.clip(np.rint(np.array(row) * STEPS), -127, 127) for w, row in weighed.items() if isinstance(w, int)}
    kept = sorted(w for w, row in steps.items() if np.abs(row).max() >= LEAST_STEPS)
    return Wording(np.array(kept, dtype=np.uint32), np.array([steps[w] for w in kept], dtype=np.int8))


def _piece(seen: Seen, at: int) -> int | None:
    return next((n for n, p in enumerate(seen.pieces) if p.start <= at < p.end and p.value is not None), None)


def _old(seen: Seen, at: dict[int, dict[str, str]], new: int, value: int) -> int | None:
    """Where the old value of a correction stands: the denied one that is nearest."""
    places = [n for n, row in at.items() if row["standing"] == "denied" and seen.pieces[n].value == value]
    return min(places, key=lambda n: abs(n - new), default=None)


def _weigh(examples: Sequence[Example], kinds: int, of: str) -> dict[Told, list[float]]:
    """Maximum likelihood, with weights drawn to zero."""
    often = Counter(what for seen, _, _ in examples for what in seen)
    least = {str: LEAST_SEEN[of], int: LEAST_SEEN["wording"]}
    column = {what: n for n, what in enumerate(sorted((w for w in often if often[w] >= least[type(w)]), key=str))}
    smoothing = np.array([[SMOOTHING["wording" if isinstance(what, int) else of]] for what in column])
    rows = [[column[what] for what in seen if what in column] for seen, _, _ in examples]
    ends = np.cumsum([0, *map(len, rows)])
    seen = csr_array((np.ones(ends[-1]), np.concatenate(rows), ends), shape=(len(rows), len(column)))
    seen_by_column = seen.T.tocsr()
    kind = np.array([kind for _, kind, _ in examples])
    true = np.eye(kinds + 1)[kind]
    share = np.array([weight for _, _, weight in examples])[:, None]

    def loss(flat: Any) -> tuple[float, Any]:
        weights = flat.reshape(len(column), kinds)
        scores = np.hstack([np.zeros((len(rows), 1)), seen @ weights])
        likely = scores - logsumexp(scores, axis=1, keepdims=True)
        pull = seen_by_column @ ((np.exp(likely) - true)[:, 1:] * share)
        lost = -(share * true * likely).sum() + (smoothing * weights**2).sum() / 2
        return lost, (pull + smoothing * weights).ravel()

    found = minimize(
        loss, np.zeros(len(column) * kinds), jac=True, method="L-BFGS-B", options={"maxiter": STEPS_OF_FIT}
    )
    weights = found.x.reshape(len(column), kinds)
    return {what: weights[n].tolist() for what, n in column.items()}


def _write(weights: Weights) -> None:
    lines = [HEAD, "[numbers]"]
    for what, row in sorted(weights.numbers.items()):
        lines.append(f'"{what}" = {{ {", ".join(f"{standing} = {w}" for standing, w in row.items())} }}')
    lines += ["", "[pairs]", *(f'"{what}" = {w}' for what, w in sorted(weights.pairs.items()))]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")
    np.savez_compressed(WORDING, seen=weights.wording.seen, weights=weights.wording.weights)


if __name__ == "__main__":
    main(*sys.argv[1:2])
