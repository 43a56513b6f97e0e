"""Misread card names against rapidfuzz's plain ratio: wrong answers, refusals and queries a second, in one run.

.venv/bin/python benchmarks/matching.py [VOCABULARY.tsv]
"""

import random
import sys
import time
from pathlib import Path

from rapidfuzz import fuzz, process

from ingest.names.match_names import NameMatcher, VocabularyName, read_vocabulary
from ingest.names.name_odds import letters
from ingest.packs.read import read_packs
from schema.folding import fold

ROOT = Path(__file__).resolve().parent.parent
VOCABULARY = ROOT.parent / "shared" / "data" / "dominion_names.tsv"
NOISE = (0.02, 0.05, 0.10, 0.15, 0.20, 0.25)
CONFUSED = {"o": "0", "l": "1", "i": "l", "m": "rn", "e": "c", "a": "o", "u": "n", "n": "u", "h": "b", "s": "5",
            "t": "f", "g": "q", "d": "cl", "z": "2"}  # fmt: skip
LETTERS = "abcdefghijklmnopqrstuvwxyz"
ROUNDS = 3


def misread(name: str, share: float, rng: random.Random) -> str:
    """The name with a share of its letters substituted, dropped, split or without their marks."""
    out = []
    for letter in name:
        if rng.random() >= share:
            out.append(letter)
            continue
        kind = rng.random()
        if kind < 0.35:
            out.append(CONFUSED.get(letter.lower(), rng.choice(LETTERS)))
        elif kind < 0.5:
            out.append(rng.choice(LETTERS))
        elif kind < 0.85:
            out.append("" if kind < 0.75 else f"{letter} ")
        else:
            out.append(fold(letter))
    return "".join(out).strip() or name


def plain_ratio(queries: list[str], names: list[VocabularyName]) -> list[str]:
    """The baseline: the highest ratio of folded strings."""
    folded = [fold(n.name) for n in names]
    found = (process.extractOne(fold(q), folded, scorer=fuzz.ratio) for q in queries)
    return [names[index].code for _, _, index in found]


def strangers(language: str, names: list[VocabularyName]) -> list[str]:
    """Names of other games in the same language."""
    known = {fold(n.name) for n in names}
    packs = [p for p in read_packs(ROOT / "games").values() if language in p.languages]
    listed = {texts[0] for pack in packs for key, texts in pack.names(language).items() if key.kind != "change"}
    return sorted(n for n in listed if fold(n) not in known)


def refused_of_a_third(names: list[VocabularyName]) -> str:
    """What is refused of a third of the names, asked against the other two: strangers of the same kind."""
    once = list({letters(n.name): n for n in names}.values())
    random.Random(1).shuffle(once)
    kept = len(once) * 2 // 3
    matcher, rest = NameMatcher(once[:kept]), once[kept:]
    share = sum(a.code is None for a in matcher.match(n.name for n in rest)) / len(rest)
    return f"{share:.1%} of {len(rest)}"


def main() -> None:
    """Print the table."""
    file = Path(sys.argv[1]) if len(sys.argv) > 1 else VOCABULARY
    if not file.exists():
        print(f"{file} is not here: name a vocabulary file.")
        return
    everything = read_vocabulary(file)
    print("language noise  queries  wrong ratio  wrong ours  ours refused  speed ours/ratio")
    for language in sorted({n.language for n in everything}):
        names = [n for n in everything if n.language == language]
        matcher = NameMatcher(names)
        for share in NOISE:
            rng = random.Random(f"{language}{share}")
            asked = [(n.code, misread(n.name, share, rng)) for _ in range(ROUNDS) for n in names]
            queries = [q for _, q in asked]
            begun = time.perf_counter()
            base = plain_ratio(queries, names)
            halfway = time.perf_counter()
            ours = list(matcher.match(queries))
            pace = (halfway - begun) / (time.perf_counter() - halfway)
            base_wrong = sum(b != c for b, (c, _) in zip(base, asked, strict=True))
            wrong = sum(a.top[:1] != () and a.top[0][0] != c for a, (c, _) in zip(ours, asked, strict=True))
            refused = sum(a.code is None for a in ours) / len(ours)
            print(f"{language:8} {share:5.0%} {len(asked):8} {base_wrong:12} {wrong:11} {refused:13.1%} {pace:13.2f}")
        print(f"{language:8} kept out of the list and refused: {refused_of_a_third(names)}")
        foreign = strangers(language, names)
        if foreign:
            share = sum(a.code is None for a in matcher.match(foreign)) / len(foreign)
            print(f"{language:8} names of other games refused: {share:.1%} of {len(foreign)}")


if __name__ == "__main__":
    main()
