"""How many numbers of the judges' texts are told right, by language: `python benchmarks/standing.py work|score`.

Texts named `score` are for scoring a finished piece of work, once; only counts are printed, never a text.
"""

import csv
import sys
from collections import Counter
from pathlib import Path

from ingest.packs import read_shared_languages
from ingest.standing.sentences import StandingWords
from ingest.standing.tell import tell_standings

ROOT = Path(__file__).parents[1]


def main(half: str = "work") -> None:
    """One line a language: the share that is right, the corrections found, and what was taken for what."""
    shared = read_shared_languages(ROOT / "games")
    for language in ("cs", "pl", "it", "en"):
        words = StandingWords(shared[language].standing, shared[language].numbers)
        path = ROOT / "tests" / "judges" / "standing" / f"{language}-{half}.tsv"
        with path.open(encoding="utf-8", newline="") as opened:
            rows = list(csv.DictReader(opened, delimiter="\t", quoting=csv.QUOTE_NONE))
        count: Counter[str] = Counter()
        for row in rows:
            at = -1
            for _ in range(int(row["nth"])):
                at = row["text"].find(row["number"], at + 1)
            found = next((s for s in tell_standings(row["text"], words) if s.start <= at < s.end), None)
            standing = found.standing if found else "unread"
            count["right" if standing == row["standing"] else f"{row['standing']} as {standing}"] += 1
            if row["corrects"]:
                count["corrections"] += 1
                count["corrections found"] += bool(found and str(found.corrects) == row["corrects"])
        rest = {name: n for name, n in sorted(count.items()) if " as " in name}
        pairs = f"{count['corrections found']} of {count['corrections']} corrections"
        print(f"{language} {half}: {count['right']} of {len(rows)} = {count['right'] / len(rows):.1%}; {pairs}; {rest}")


if __name__ == "__main__":
    main(*sys.argv[1:2])
