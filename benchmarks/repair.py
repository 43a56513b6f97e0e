"""Measures repair: words restored, intact words spoilt, words a second, each beside plain frequency look-up.

python benchmarks/repair.py [--seeds 3]
"""

import argparse
import difflib
import re
import sys
import time
from collections.abc import Callable, Iterator, Sequence
from pathlib import Path

ROOT = Path(__file__).resolve().parents[1]
sys.path[:0] = [str(ROOT), str(ROOT / "benchmarks")]

from damage import ruin  # noqa: E402
from rapidfuzz import process  # noqa: E402
from rapidfuzz.distance import Levenshtein  # noqa: E402

from ingest import arrange as arranging  # noqa: E402
from ingest.clean import clean  # noqa: E402
from ingest.open import open_document  # noqa: E402
from ingest.packs import read_packs  # noqa: E402
from ingest.read import read_pages  # noqa: E402
from ingest.repair.apply import background, repair, repaired_with  # noqa: E402
from ingest.repair.vocabulary import own_texts  # noqa: E402
from ingest.repair.wordlist import WordList, word_list  # noqa: E402
from schema.documents import PassageShape  # noqa: E402
from schema.reading import PassageRead  # noqa: E402

SHARED = ROOT.parent / "shared"
SAMPLES = (("cs", "operation-barclay"), ("cs", "resist"), ("pl", "black-orchestra"), ("it", "black-orchestra"))
INTACT = (("000", "cs", "black-orchestra"), ("001", "pl", "black-orchestra"), ("002", "cs", "resist"))
BASELINE_WORDS = 60_000
"""The baseline looks through the most frequent words only: all of them would take it minutes."""

Texts = Sequence[str]
_WORD = re.compile(r"\w+")


def words_of(text: str) -> list[str]:
    """Words regardless of case and punctuation."""
    return [word.lower() for word in _WORD.findall(text)]


def accuracy(truth: Texts, found: Texts) -> float:
    """Share of the true words that stand in the found texts, in order."""
    right = total = 0
    for want_text, got_text in zip(truth, found, strict=True):
        want, got = words_of(want_text), words_of(got_text)
        blocks = difflib.SequenceMatcher(None, want, got, autojunk=False).get_matching_blocks()
        right, total = right + sum(block.size for block in blocks), total + len(want)
    return right / max(1, total)


def look_up(words: WordList) -> Callable[[str], str]:
    """The baseline: each unknown word becomes the most frequent of the nearest known words."""
    frequent = words.words[:BASELINE_WORDS]
    known: dict[str, str] = {}

    def nearest(match: re.Match[str]) -> str:
        word = match[0].lower()
        if word in words.ids or word.isdigit() or len(word) < 2:
            return match[0]
        if word not in known:
            found = process.extract(word, frequent, scorer=Levenshtein.distance, score_cutoff=3, limit=1)
            known[word] = found[0][0] if found else match[0]
        return known[word]

    return lambda text: _WORD.sub(nearest, text)


def passages_of(texts: Texts, language: str) -> list[PassageRead]:
    """Texts as passages that were read so."""
    return [
        PassageRead(
            PassageShape(seq=seq, kind="paragraph", language=language, raw_text=text, text=text, confidence=1.0), page=1
        )
        for seq, text in enumerate(texts)
    ]


def sample_texts(language: str, game: str) -> list[str]:
    """The paragraphs of our own sample rulebooks, without their typesetting."""
    whole = " ¶ ".join(text for found, text in own_texts(language) if found == game)
    paragraphs = [re.sub(r"[^\w\s.,;:!?()–/-]", " ", paragraph) for paragraph in whole.split("¶")]
    return [" ".join(paragraph.split()) for paragraph in paragraphs if len(paragraph.split()) > 3]


def read_seed(number: str, language: str) -> tuple[PassageRead, ...] | None:
    """The cleaned passages of a shared document, None where it is absent."""
    file = next((SHARED / "seeds").glob(f"{number}*"), None)
    if file is None:
        return None
    pages = read_pages(open_document(file), languages=[language])
    return clean(arranging.arrange(pages, example_words=()))


def best_overlap(want: list[str], words: list[str]) -> int:
    """How many words of a line stand, in order, at its best place of the text."""
    best = 0
    starts = [i for i, w in enumerate(words) if w in want[:6]] or list(range(0, len(words), 5))
    for i in {max(0, start - shift) for start in starts for shift in range(4)}:
        matcher = difflib.SequenceMatcher(None, want, words[i : i + len(want) + 2], autojunk=False)
        best = max(best, sum(block.size for block in matcher.get_matching_blocks()))
    return best


def shared_lines(texts: Texts) -> float:
    """Word accuracy on the shared true lines."""
    words = [word for text in texts for word in words_of(text)]
    lines = (SHARED / "truth" / "barclay_restored.tsv").read_text(encoding="utf-8").splitlines()
    wants = [words_of(line.split("\t")[1]) for line in lines]
    return sum(best_overlap(want, words) for want in wants) / sum(map(len, wants))


def measure_shared() -> Iterator[str]:
    """The ruined rulebook, with its pack."""
    passages = read_seed("004", "cs")
    words = word_list("cs")
    if passages is None or words is None:
        yield "shared lines: skipped, ../shared is absent"
        return
    pack = read_packs(ROOT / "games")["operation-barclay"]
    repair(passages[:20], "cs", pack)
    start = time.process_time()
    repaired = [read.passage.text for read in repair(passages, "cs", pack)]
    seconds = time.process_time() - start
    raw = [read.passage.text for read in passages]
    count = sum(len(text.split()) for text in raw)
    looked_up = shared_lines([look_up(words)(text) for text in raw])
    yield (
        f"shared lines       raw {shared_lines(raw):6.1%}   look-up {looked_up:6.1%}   "
        f"restored {shared_lines(repaired):6.1%}   {count / seconds:6.0f} words/s"
    )


def measure_samples(seeds: int) -> Iterator[str]:
    """Our own samples, ruined; the game's own texts and words are kept from the restorer."""
    for language, game in SAMPLES:
        words = word_list(language)
        assert words is not None
        known = background(words, None, frozenset({game}))
        truth = sample_texts(language, game)
        rows, seconds, count = [], 0.0, 0
        for seed in range(seeds):
            ruined = [ruin(text, seed) for text in truth]
            start = time.process_time()
            repaired = [r.passage.text for r in repaired_with(passages_of(ruined, language), known, None)]
            seconds, count = seconds + time.process_time() - start, count + sum(len(t.split()) for t in ruined)
            simple = [look_up(words)(text) for text in ruined]
            rows.append((accuracy(truth, ruined), accuracy(truth, simple), accuracy(truth, repaired)))
        raw, looked_up, restored = (sum(column) / len(rows) for column in zip(*rows, strict=True))
        yield (
            f"{language} {game:17} raw {raw:6.1%}   look-up {looked_up:6.1%}   restored {restored:6.1%}   "
            f"{count / seconds:6.0f} words/s"
        )


def measure_intact() -> Iterator[str]:
    """Documents that are as they should be: every change is listed, for a person to judge."""
    packs = read_packs(ROOT / "games")
    for number, language, game in INTACT:
        passages = read_seed(number, language)
        words = word_list(language)
        if passages is None or words is None:
            continue
        changed = []
        for before, after in zip(passages, repair(passages, language, packs[game]), strict=True):
            changed += [(r.before, r.after) for r in after.repairs if r not in before.repairs]
        count = sum(len(read.passage.text.split()) for read in passages)
        simple = sum(
            a != b
            for read in passages
            for a, b in zip(words_of(read.passage.text), words_of(look_up(words)(read.passage.text)), strict=False)
        )
        yield f"intact {number} {language}: {len(changed)} of {count} words changed (look-up {simple}): {changed}"


def main() -> None:
    """Print all figures."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seeds", type=int, default=2, help="how many times each sample is ruined")
    seeds = parser.parse_args().seeds
    for language in ("cs", "pl", "it"):
        word_list.cache_clear()
        word_list(language)
        word_list.cache_clear()
        start = time.process_time()
        word_list(language)
        print(f"loading {language}: {time.process_time() - start:.2f} s")
    for part in (measure_shared(), measure_samples(seeds), measure_intact()):
        for line in part:
            print(line, flush=True)


if __name__ == "__main__":
    main()
