"""Numbers of the judges' texts told right, by language: `python benchmarks/standing.py work|score2|…|fit|folds`.

Texts named `score` are for scoring a finished piece of work, once; only counts are printed, never a text. `fit`
writes the weights of ingest/standing anew from all texts that may be worked with, `folds` tells how well they carry
over: each set is told by weights fitted to the other sets, then each language by those of the other three.

One log-linear model for all languages tells the standing of a number, another whether one of two numbers takes the
place of the other. Lines of our own sample rulebooks are ordinary text: what they say is asserted.
"""

import csv
import re
import sys
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy as np

from ingest.packs import read_shared_languages
from ingest.standing.features import of_number
from ingest.standing.pairs import of_pair, pairs
from ingest.standing.seen import FAMILIES, Seen
from ingest.standing.tell import tell_standings
from ingest.standing.text import read_pieces
from ingest.standing.weigh import FILE, STANDINGS, Weights
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
    *("train1", "train2", "train3", "train4", "train5"),
)
"""The sets that may be worked with and are fitted to."""
SMOOTHING = {"numbers": 0.6, "pairs": 0.5}
LEAST_SEEN = 4
LEAST_WEIGHT = 0.12
ORDINARY = 1.0
_TYPESET = re.compile(r"#\w+|[\[\]*_{}]")
HEAD = """\
# Weights of what is seen around a number (numbers) and of two numbers (pairs), for all languages alike; asserted is
# the measure. Fitted by `python benchmarks/standing.py fit` to the texts of tests/judges/standing that may be worked
# with and to our own sample rulebooks, by maximum likelihood with weights drawn to zero; do not edit, fit anew.
"""


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
    return {code: StandingWords(shared[code].standing, shared[code].numbers) for code in LANGUAGES}


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
        weights = _fit([t for other, ts in sets.items() if other != half for t in ts] + ordinary, words)
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
    seen_numbers: list[tuple[set[str], int, float]] = []
    seen_pairs: list[tuple[set[str], int, float]] = []
    for text in texts:
        seen = Seen(read_pieces(text.text, words[text.language].numbers), words[text.language])
        at = {place: row for row in text.rows if (place := _piece(seen, _place(row))) is not None}
        for n in seen.numbers:
            if n in at or not text.rows:
                standing = at[n]["standing"] if n in at else "asserted"
                seen_numbers.append((of_number(seen, n), STANDINGS.index(standing), text.weight))
        true = {(_old(seen, at, new, int(row["corrects"])), new) for new, row in at.items() if row["corrects"]}
        seen_pairs += [(of_pair(seen, *pair), int(pair in true), text.weight) for pair in pairs(seen)]
    numbers = _weigh(seen_numbers, len(STANDINGS) - 1, SMOOTHING["numbers"])
    corrections = _weigh(seen_pairs, 1, SMOOTHING["pairs"])
    kept = {
        what: {s: round(w, 2) for s, w in zip(STANDINGS[1:], row, strict=True) if abs(w) >= LEAST_WEIGHT}
        for what, row in numbers.items()
    }
    return Weights(
        {what: row for what, row in kept.items() if row},
        {what: round(row[0], 2) for what, row in corrections.items() if abs(row[0]) >= LEAST_WEIGHT},
    )


def _piece(seen: Seen, at: int) -> int | None:
    return next((n for n, p in enumerate(seen.pieces) if p.start <= at < p.end and p.value is not None), None)


def _old(seen: Seen, at: dict[int, dict[str, str]], new: int, value: int) -> int | None:
    """Where the old value of a correction stands: the denied one that is nearest."""
    places = [n for n, row in at.items() if row["standing"] == "denied" and seen.pieces[n].value == value]
    return min(places, key=lambda n: abs(n - new), default=None)


def _weigh(examples: Sequence[tuple[set[str], int, float]], kinds: int, smoothing: float) -> dict[str, list[float]]:
    """Maximum likelihood by gradient steps of adapted length, with weights drawn to zero."""
    often = Counter(what for seen, _, _ in examples for what in seen)
    column = {what: n for n, what in enumerate(sorted(w for w in often if often[w] >= LEAST_SEEN))}
    rows = [[column[what] for what in seen if what in column] for seen, _, _ in examples]
    col = np.array([c for row in rows for c in row])
    row = np.repeat(np.arange(len(rows)), [len(r) for r in rows])
    true = np.eye(kinds + 1)[[kind for _, kind, _ in examples]]
    share = np.array([weight for _, _, weight in examples])[:, None]
    weights, slope, size = (np.zeros((len(column), kinds)) for _ in range(3))
    steps = 200
    for step in range(1, steps + 1):
        scores = np.zeros((len(rows), kinds + 1))
        for k in range(kinds):
            scores[:, k + 1] = np.bincount(row, weights=weights[col, k], minlength=len(rows))
        likely = np.exp(scores - scores.max(1, keepdims=True))
        wrong = (likely / likely.sum(1, keepdims=True) - true)[:, 1:] * share
        pull = [np.bincount(col, weights=wrong[row, k], minlength=len(column)) for k in range(kinds)]
        gradient = np.stack(pull, 1) + smoothing * weights
        slope, size = 0.9 * slope + 0.1 * gradient, 0.99 * size + 0.01 * gradient**2
        length = 0.1 if step < steps / 2 else 0.02
        weights -= length * (slope / (1 - 0.9**step)) / (np.sqrt(size / (1 - 0.99**step)) + 1e-8)
    return {what: weights[n].tolist() for what, n in column.items()}


def _write(weights: Weights) -> None:
    lines = [HEAD, "[numbers]"]
    for what, row in sorted(weights.numbers.items()):
        lines.append(f'"{what}" = {{ {", ".join(f"{standing} = {w}" for standing, w in row.items())} }}')
    lines += ["", "[pairs]", *(f'"{what}" = {w}' for what, w in sorted(weights.pairs.items()))]
    FILE.write_text("\n".join(lines) + "\n", encoding="utf-8")


if __name__ == "__main__":
    main(*sys.argv[1:2])
