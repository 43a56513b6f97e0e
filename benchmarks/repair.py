"""Measures repair: words restored, words made wrong, and whether confidence is the share of repairs that are right.

python benchmarks/repair.py [--seeds 1 2] [--texts cs:FILE pl:FILE:FROM:TO …]   our own samples, or other people's texts
python benchmarks/repair.py --fit --seeds 1 2 3 --texts cs:FILE …               makes ingest/repair/confidence.tsv anew

FROM and TO count words. Every kind of damage of benchmarks/damage.py is done to every text, with every seed.
"""

import argparse
import re
import sys
import time
from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path

import numpy as np

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from damage import DAMAGES, Ruined, ruin  # noqa: E402
from rapidfuzz import process  # noqa: E402
from rapidfuzz.distance import Levenshtein  # noqa: E402

from ingest.cleaning.clean import clean  # noqa: E402
from ingest.files.open import open_document  # noqa: E402
from ingest.layout.lay_out import lay_out  # noqa: E402
from ingest.packs.read import read_packs  # noqa: E402
from ingest.pages.read import read_pages  # noqa: E402
from ingest.repair.apply import Background, background, repair, repaired_with, weigh  # noqa: E402
from ingest.repair.confidence import FEATURES, TABLE, features_of  # noqa: E402
from ingest.repair.vocabulary import own_texts  # noqa: E402
from ingest.repair.wordlist import WordList, word_list  # noqa: E402
from schema.documents import PassageShape  # noqa: E402
from schema.reading import PassageRead  # noqa: E402

SHARED = ROOT.parent / "shared"
SAMPLES = (("cs", "operation-barclay"), ("cs", "resist"), ("pl", "black-orchestra"), ("it", "black-orchestra"))
SEEDS = (("000", "cs", "black-orchestra"), ("001", "pl", "black-orchestra"), ("002", "cs", "resist"))
BINS = (0.5, 0.6, 0.7, 0.8, 0.9, 0.95, 0.99, 1.01)
BASELINE_WORDS = 60_000
"""The baseline looks through the most frequent words only: all of them would take it minutes."""
PULL = 1.0
"""How much the weights of the regression are drawn to nothing."""

_WORD = re.compile(r"\w+")


@dataclass(frozen=True)
class Text:
    """A text that is as it should be, paragraph by paragraph, and what is known before it is read."""

    name: str
    language: str
    paragraphs: Sequence[str]
    known: Background


def words_of(text: str) -> list[str]:
    """Words regardless of case and punctuation."""
    return [word.lower() for word in _WORD.findall(text)]


def look_up(words: WordList) -> Callable[[str], str]:
    """The baseline: each unknown word becomes the most frequent of the nearest known words."""
    frequent = words.words[:BASELINE_WORDS]
    known: dict[str, str] = {}

    def nearest(word: str) -> str:
        word = word.lower()
        if word in words.ids or word.isdigit() or len(word) < 2:
            return word
        if word not in known:
            found = process.extract(word, frequent, scorer=Levenshtein.distance, score_cutoff=3, limit=1)
            known[word] = found[0][0] if found else word
        return known[word]

    return lambda text: " ".join(nearest(word) for word in words_of(text))


def passages_of(texts: Iterable[str], language: str) -> list[PassageRead]:
    """Texts as passages that were read so."""
    return [
        PassageRead(
            PassageShape(seq=seq, kind="paragraph", language=language, raw_text=text, text=text, confidence=1.0), page=1
        )
        for seq, text in enumerate(texts)
    ]


def own_samples() -> Iterator[Text]:
    """Our own sample rulebooks, without their typesetting; the game's own texts and words are kept from repair."""
    for language, game in SAMPLES:
        words = word_list(language)
        assert words is not None
        whole = " ¶ ".join(text for found, text in own_texts(language) if found == game)
        paragraphs = [re.sub(r"[^\w\s.,;:!?()–/-]", " ", paragraph) for paragraph in whole.split("¶")]
        long = [" ".join(paragraph.split()) for paragraph in paragraphs if len(paragraph.split()) > 3]
        yield Text(game, language, long, background(words, None, frozenset({game})))


def other_text(which: str) -> Text:
    """The text of a file, `language:file` or `language:file:from:to`, read as a document would be."""
    language, file, *span = which.split(":")
    start, end = map(int, span) if span else (0, 10**9)
    words = word_list(language)
    assert words is not None
    passages = clean(lay_out(read_pages(open_document(Path(file)), languages=[language]), example_words=()))
    paragraphs, at = [], 0
    for read in passages:
        at += len(read.passage.text.split())
        if start < at <= end and read.passage.kind not in ("gap", "noise") and read.passage.text:
            paragraphs.append(read.passage.text)
    return Text(Path(file).name, language, paragraphs, background(words, None))


@dataclass(frozen=True)
class Outcome:
    """What became of one word: was it right before, is it right now, was it changed, and how sure was that."""

    was_right: bool
    is_right: bool
    is_changed: bool
    words: int
    confidence: float


def outcomes(ruined: Ruined, repaired: PassageRead) -> Iterator[Outcome]:
    """Every word of a repaired passage beside what truly stood there."""
    raw = ruined.text
    for start, end, true in ruined.words():
        mine = [r for r in repaired.repairs if r.position < end and r.position + r.length > start]
        at, now = start, ""
        for change in mine:
            now += raw[at : max(at, change.position)] + change.after
            at = change.position + change.length
        now += raw[at:end]
        want, before, after = words_of(true), words_of(raw[start:end]), words_of(now)
        sure = min((change.confidence for change in mine), default=1.0)
        yield Outcome(before == want, after == want, after != before, max(1, len(want)), sure)


def measure(text: Text, kind: str, seeds: Sequence[int]) -> list[Outcome]:
    """A text ruined and repaired, once for each seed."""
    found = []
    for seed in seeds:
        ruined = ruin(text.paragraphs, kind, seed)
        repaired = repaired_with(passages_of((r.text for r in ruined), text.language), text.known, None)
        found += [one for before, after in zip(ruined, repaired, strict=True) for one in outcomes(before, after)]
    return found


def told(found: Sequence[Outcome]) -> str:
    """The figures of some outcomes in one line."""
    damaged = sum(one.words for one in found if not one.was_right)
    restored = sum(one.words for one in found if not one.was_right and one.is_right)
    wrong = sum(one.words for one in found if one.is_changed and not one.is_right)
    spoilt = sum(one.words for one in found if one.was_right and not one.is_right)
    return (
        f"words {sum(one.words for one in found):6}   damaged {damaged:5}   restored {restored:5} "
        f"({restored / max(1, damaged):6.1%})   made wrong {wrong:4}, of these intact before {spoilt:4}"
    )


def reliability(found: Iterable[Outcome]) -> Iterator[str]:
    """For each stretch of confidence how many repairs there are, and the share that is right."""
    changed = [one for one in found if one.is_changed]
    low = 0.0
    for high in BINS:
        inside = [one.is_right for one in changed if low <= one.confidence < high]
        if inside:
            share = sum(inside) / len(inside)
            yield f"  {low:4.2f} to {min(high, 1):4.2f}   {len(inside):6} repairs   {share:6.1%} right"
        low = high
    sure = [one.is_right for one in changed if one.confidence >= 0.95]
    yield f"  0.95 and more  {len(sure):6} repairs   {sum(sure) / max(1, len(sure)):6.1%} right"


def measure_texts(texts: Iterable[Text], seeds: Sequence[int]) -> Iterator[str]:
    """All texts in all kinds of damage, then the reliability of each language."""
    by_language: defaultdict[str, list[Outcome]] = defaultdict(list)
    whole: defaultdict[str, list[Outcome]] = defaultdict(list)
    for text in texts:
        intact = [Ruined([(c, c) for c in " ".join(p.split())]) for p in text.paragraphs]
        left = repaired_with(passages_of((r.text for r in intact), text.language), text.known, None)
        same = [one for before, after in zip(intact, left, strict=True) for one in outcomes(before, after)]
        yield f"{text.language} {text.name:18} {'intact':16} {told(same)}"
        for kind in DAMAGES if text.known.words.alphabet.accented else ("misread letters",):
            found = measure(text, kind, seeds)
            by_language[text.language] += found
            whole[kind] += found
            yield f"{text.language} {text.name:18} {kind:16} {told(found)}"
    for kind, found in whole.items():
        yield f"all {kind:18} {told(found)}"
    for language, found in by_language.items():
        yield f"reliability, {language}:"
        yield from reliability(found)


def read_seed(number: str, language: str) -> tuple[PassageRead, ...] | None:
    """The cleaned passages of a shared document, None where it is absent."""
    file = next((SHARED / "seeds").glob(f"{number}*"), None)
    if file is None:
        return None
    return clean(lay_out(read_pages(open_document(file), languages=[language]), example_words=()))


def measure_shared() -> Iterator[str]:
    """The ruined rulebook beside plain look-up, and the intact ones, every change of which is listed for a person."""
    packs = read_packs(ROOT / "games")
    passages, words = read_seed("004", "cs"), word_list("cs")
    if passages is None or words is None:
        yield "the shared documents are absent: skipped"
        return
    repair(passages[:20], "cs", packs["operation-barclay"])
    start = time.process_time()
    repaired = repair(passages, "cs", packs["operation-barclay"])
    speed = sum(len(read.passage.text.split()) for read in passages) / (time.process_time() - start)
    known = [sum(w in words.ids for w in words_of(r.passage.text)) for r in repaired]
    plain = sum(w in words.ids for r in passages for w in words_of(look_up(words)(r.passage.text)))
    count = sum(len(words_of(r.passage.text)) for r in repaired)
    shares = f"{sum(known) / count:.1%} of the words are words (look-up {plain / count:.1%})"
    yield f"ruined 004: {shares}, {speed:.0f} words/s"
    for number, language, game in SEEDS:
        intact = read_seed(number, language)
        assert intact is not None
        after = repair(intact, language, packs[game])
        changed = [
            (r.before, r.after) for a, b in zip(intact, after, strict=True) for r in b.repairs if r not in a.repairs
        ]
        total = sum(len(r.passage.text.split()) for r in intact)
        yield f"intact {number} {language}: {len(changed)} of {total}: {changed}"


def fit(texts: Sequence[Text], seeds: Sequence[int]) -> None:
    """Write the table of confidence: a logistic regression a language, and one over all."""
    rows: defaultdict[str, list[tuple[tuple[float, ...], bool]]] = defaultdict(list)
    for text in texts:
        for kind in DAMAGES:
            for seed in seeds:
                found = list(_lessons(text, ruin(text.paragraphs, kind, seed)))
                rows[text.language] += found
                rows["*"] += found
    with TABLE.open("w", encoding="utf-8") as file:
        file.write("\t".join(("language", "repairs", *FEATURES)) + "\n")
        for language in sorted(rows):
            weights = regression([x for x, _ in rows[language]], [y for _, y in rows[language]])
            file.write("\t".join((language, str(len(rows[language])), *(f"{w:.4f}" for w in weights))) + "\n")


def _lessons(text: Text, ruined: Sequence[Ruined]) -> Iterator[tuple[tuple[float, ...], bool]]:
    """What was to be seen of every guess, and whether it was right."""
    _, verdicts = weigh(passages_of((r.text for r in ruined), text.language), text.known)
    for at, row in verdicts.items():
        spans = list(ruined[at].words())
        for verdict in (v for v in row if v.guess.is_change):
            chunk, guess = verdict.chunk, verdict.guess
            start, end, true = next(span for span in spans if span[0] <= chunk.start < span[1])
            now = chunk.text[: guess.span[0]] + " ".join(guess.words) + chunk.text[guess.span[1] :]
            after = ruined[at].text[start : chunk.start] + now + ruined[at].text[chunk.start + len(chunk.text) : end]
            yield features_of(verdict), words_of(after) == words_of(true)


def regression(features: Sequence[Sequence[float]], right: Sequence[bool], steps: int = 50) -> list[float]:
    """The weights of a logistic regression, by Newton's method."""
    x, y = np.array(features), np.array(right, dtype=float)
    weights = np.zeros(x.shape[1])
    for _ in range(steps):
        chance = 1 / (1 + np.exp(-np.clip(x @ weights, -30, 30)))
        slope = x.T @ (y - chance) - PULL * weights
        curve = (x * (chance * (1 - chance))[:, None]).T @ x + PULL * np.eye(x.shape[1])
        weights = weights + np.linalg.solve(curve, slope)
    return [float(w) for w in weights]


def main() -> None:
    """Print all figures, or write the table."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seeds", type=int, nargs="+", default=[1], help="each text is ruined once for each")
    parser.add_argument("--texts", nargs="+", default=[], help="language:file[:from:to]")
    parser.add_argument("--fit", action="store_true", help="write the table of confidence")
    options = parser.parse_args()
    texts = [other_text(which) for which in options.texts] or list(own_samples())
    if options.fit:
        fit(texts, options.seeds)
        return
    for line in (*measure_texts(texts, options.seeds), *measure_shared()):
        print(line, flush=True)


if __name__ == "__main__":
    main()
