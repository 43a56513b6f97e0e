"""Misread names: where names of a closed list stand together, a strange one among them is the one that is missing."""

import math
import re
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from rapidfuzz.distance import Levenshtein

from ingest.edits import Edit
from ingest.repair.wordlist import WordList
from schema.folding import fold
from schema.pack import Pack
from schema.reading import PassageRead

LEAST_ENTRIES = 4
"""A shorter list is no evidence."""
NEAR = 6
"""Passages before and after in which the other names of the list must stand."""
COMPANIONS = 2
"""How many of them at least."""
LIKE, LIKE_OF_WORD = 0.6, 0.75
"""How much a misread name must be like the true one, and a name misread into a word of the language."""
RARE_NAME = math.log(3e-6)
MOSTLY = 0.7
"""Share of entries rarer than that, which makes a list one of proper names."""
INFLECTED = 2
"""Alphabet in which a form of a name may differ from it at the end."""
RARE = math.log(1e-5)
"""A word rarer than this may be a misread name."""
LEAST_LETTERS = 4
UNSURE = 0.85
CLEAR = 0.15
"""How much more like the best name than the next it must be."""

Stranger = tuple[int, int, str, float]
"""Passage, place in its text, word, and how like a name it must be."""

ALIKE = ("OQ0D", "I1L", "B8", "S5", "Z2", "G6C")
"""Capitals and figures that are taken for each other."""

_NAME = re.compile(r"[^\W\d_]{4,}")
_ABBREVIATED = re.compile(r"(?P<before>[^\W\d_]{4,}\s+)(?P<short>[A-Z]{2,3})")


def misread_name_edits(
    passages: Sequence[PassageRead], pack: Pack, language: str, words: WordList
) -> dict[int, list[Edit]]:
    """By number of the passage, the names to put right."""
    edits: defaultdict[int, list[Edit]] = defaultdict(list)
    if language not in pack.languages:
        return edits
    strangers = _strangers(passages, pack, language, words)
    for by_code in pack.languages[language].names.values():
        entries = {code: {w for name in names for w in _words_of(name)} for code, names in by_code.items()}
        entries = {code: found for code, found in entries.items() if found}
        if len(entries) >= LEAST_ENTRIES and _are_proper(entries, words):
            for at, edit in _misread(passages, strangers, entries):
                edits[at].append(edit)
        for name in {name for names in by_code.values() for name in names}:
            for at, edit in _misread_abbreviations(passages, name):
                edits[at].append(edit)
    return edits


def _misread_abbreviations(passages: Sequence[PassageRead], name: str) -> Iterator[tuple[int, Edit]]:
    """Places where a name that ends in an abbreviation stands with one capital of that taken for another."""
    parts = _ABBREVIATED.fullmatch(name)
    if not parts:
        return
    short = parts["short"]
    printed = re.compile(rf"\b{re.escape(parts['before'])}([A-Z\d]{{{len(short)}}})\b", re.IGNORECASE)
    for at, read in enumerate(passages):
        for match in printed.finditer(read.passage.text):
            slips = [{a, b} for a, b in zip(match[1].upper(), short, strict=True) if a != b]
            if len(slips) == 1 and any(slips[0] <= set(alike) for alike in ALIKE):
                yield at, Edit(match.start(1), match.end(1), short, f"misread name: {name}", UNSURE, match[1])


def _are_proper(entries: Mapping[str, set[str]], words: WordList) -> bool:
    """Whether a list is one of proper names: most of its entries are hardly words of the language."""
    logs = [min(words.log_of(w.lower()) or -math.inf for w in names) for names in entries.values()]
    return sum(log < RARE_NAME for log in logs) >= MOSTLY * len(logs)


def _words_of(name: str) -> list[str]:
    return [w for w in _NAME.findall(name) if w[0].isupper() and len(w) >= LEAST_LETTERS]


def _strangers(passages: Sequence[PassageRead], pack: Pack, language: str, words: WordList) -> list[Stranger]:
    """Capitalised words that the game does not know and the language hardly."""
    known = {
        fold(w) for by in pack.languages[language].names.values() for ns in by.values() for n in ns for w in n.split()
    }
    stems = {name[:length] for name in known for length in range(LEAST_LETTERS - 1, len(name) + 1)}
    found = []
    for at, read in enumerate(passages):
        for match in _NAME.finditer(read.passage.text):
            word = match[0]
            is_name = word[0].isupper() and (word.isupper() or word[1:].islower())
            log = words.log_of(word.lower())
            is_form = fold(word)[: max(LEAST_LETTERS - 1, len(word) - INFLECTED)] in stems
            if is_name and not is_form and fold(word) not in known and (log is None or log < RARE):
                found.append((at, match.start(), word, LIKE if log is None else LIKE_OF_WORD))
    return found


def _misread(
    passages: Sequence[PassageRead], strangers: Sequence[Stranger], entries: dict[str, set[str]]
) -> list[tuple[int, Edit]]:
    texts = [fold(read.passage.text) for read in passages]
    found: list[tuple[int, Edit]] = []
    for at, start, word, least in strangers:
        around = " ".join(texts[max(0, at - NEAR) : at + NEAR + 1])
        missing = {code: names for code, names in entries.items() if not _stands(names, around)}
        if len(entries) - len(missing) < COMPANIONS or not missing:
            continue
        ranked = sorted((_nearest(word, names) for names in missing.values()), reverse=True)
        (like, best), rival = ranked[0], ranked[1][0] if len(ranked) > 1 else 0.0
        if like >= least and like - rival > CLEAR:
            after = best.upper() if word.isupper() else best
            reason = f"misread name: {best} is missing in the list"
            found.append((at, Edit(start, start + len(word), after, reason, UNSURE, word)))
    return found


def _nearest(word: str, names: set[str]) -> tuple[float, str]:
    return max((Levenshtein.normalized_similarity(fold(word), fold(name)), name) for name in names)


def _stands(names: set[str], around: str) -> bool:
    return any(re.search(rf"\b{re.escape(fold(name))}", around) for name in names)
