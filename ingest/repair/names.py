"""Misread names: where most names of a closed list stand together, a strange one among them is the one that is missing."""

import re
from collections import defaultdict
from collections.abc import Sequence

from rapidfuzz.distance import Levenshtein

from ingest.repair.edits import Edit
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
LIKE = 0.6
"""How much a misread name must be like the true one."""
LEAST_LETTERS = 4
UNSURE = 0.85

_NAME = re.compile(r"[^\W\d_]{4,}")


def name_edits(passages: Sequence[PassageRead], pack: Pack, language: str, words: WordList) -> dict[int, list[Edit]]:
    """By place in the list of passages, the names to put right."""
    edits: defaultdict[int, list[Edit]] = defaultdict(list)
    if language not in pack.languages:
        return edits
    strangers = _strangers(passages, pack, language, words)
    for kind, by_code in pack.languages[language].names.items():
        entries = {code: {w for name in names for w in _words_of(name)} for code, names in by_code.items()}
        entries = {code: found for code, found in entries.items() if found}
        if len(entries) >= LEAST_ENTRIES and kind not in ("change", "singular", "who"):
            for at, edit in _misread(passages, strangers, entries):
                edits[at].append(edit)
    return edits


def _words_of(name: str) -> list[str]:
    return [w for w in _NAME.findall(name) if w[0].isupper() and len(w) >= LEAST_LETTERS]


def _strangers(
    passages: Sequence[PassageRead], pack: Pack, language: str, words: WordList
) -> list[tuple[int, int, str]]:
    """Capitalised words that neither the language nor the game knows: passage, place in its text, word."""
    known = {fold(w) for by in pack.languages[language].names.values() for ns in by.values() for n in ns for w in n.split()}
    found = []
    for at, read in enumerate(passages):
        for match in _NAME.finditer(read.passage.text):
            word = match[0]
            is_name = word[0].isupper() and (word.isupper() or word[1:].islower())
            if is_name and word.lower() not in words.ids and fold(word) not in known:
                found.append((at, match.start(), word))
    return found


def _misread(
    passages: Sequence[PassageRead], strangers: Sequence[tuple[int, int, str]], entries: dict[str, set[str]]
) -> list[tuple[int, Edit]]:
    texts = [fold(read.passage.text) for read in passages]
    found: list[tuple[int, Edit]] = []
    for at, start, word in strangers:
        around = " ".join(texts[max(0, at - NEAR) : at + NEAR + 1])
        missing = [w for found_words in entries.values() if not _stands(found_words, around) for w in sorted(found_words)]
        present = sum(_stands(found_words, around) for found_words in entries.values())
        ranked = sorted(((Levenshtein.normalized_similarity(fold(word), fold(w)), w) for w in missing), reverse=True)
        if present < COMPANIONS or not ranked or ranked[0][0] < LIKE:
            continue
        best = ranked[0][1]
        rival = next((like for like, w in ranked if fold(w) != fold(best)), 0.0)
        if ranked[0][0] - rival > 0.15:
            after = best.upper() if word.isupper() else best
            reason = f"misread name: {best} is missing in the list"
            found.append((at, Edit(start, start + len(word), after, reason, UNSURE, word)))
    return found


def _stands(names: set[str], around: str) -> bool:
    return any(re.search(rf"\b{re.escape(fold(name))}", around) for name in names)
