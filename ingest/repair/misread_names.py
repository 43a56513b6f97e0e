"""Misread names: where names of a closed list stand together, a strange one among them is the one that is missing."""

import math
import re
from collections import defaultdict
from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from rapidfuzz.distance import Levenshtein

from ingest.edits import Edit
from ingest.repair.wordlist import WordList
from schema.documents import UNSPOKEN
from schema.folding import fold
from schema.pack import Pack
from schema.reading import PassageRead

Stranger = tuple[int, int, str, float]
"""Passage, place in its text, word, and how like a name it must be."""

_Gapped = tuple[int, tuple[str, ...]]
"""The place of a word in a name, and the other words, folded."""

ALIKE = ("OQ0D", "I1L", "B8", "S5", "Z2", "G6C")
"""Capitals and figures that are taken for each other."""

_WORD = re.compile(r"[^\W\d_]+")
_NAME = re.compile(r"[^\W\d_]{4,}")
_ABBREVIATED = re.compile(r"(?P<before>[^\W\d_]{4,}\s+)(?P<short>[A-Z]{2,3})")


@dataclass(frozen=True, slots=True)
class MisreadNameSettings:
    """When a strange name is one of a list.

    Chosen by hand; benchmarks/repair.py measures them on text that was damaged on purpose.
    """

    least_entries: int = 4
    """A shorter list is no evidence."""
    near: int = 6
    """Passages before and after in which the other names of the list must stand."""
    companions: int = 2
    """How many of them at least."""
    like: float = 0.6
    """How much a misread name must be like the true one."""
    like_of_word: float = 0.75
    """The same for a name misread into a word of the language."""
    rare_name: float = math.log(3e-6)
    """A name rarer than this is hardly a word of the language."""
    mostly: float = 0.7
    """Share of entries rarer than that, which makes a list one of proper names."""
    inflected: int = 2
    """Letters in which a form of a name may differ from it at the end."""
    rare: float = math.log(1e-5)
    """A word rarer than this may be a misread name."""
    least_letters: int = 4
    """A name has so many letters at least."""
    unsure: float = 0.85
    """Confidence in such a change."""
    clear: float = 0.15
    """How much more like the best name than the next it must be."""
    least_short: int = 3
    """A word of a name that has fewer letters may be any word."""
    least_rest: int = 6
    """The other words of the name have so many letters at least."""


def misread_name_edits(
    passages: Sequence[PassageRead],
    pack: Pack,
    language: str,
    words: WordList,
    settings: MisreadNameSettings = MisreadNameSettings(),
) -> dict[int, list[Edit]]:
    """By number of the passage, the names to put right."""
    edits: defaultdict[int, list[Edit]] = defaultdict(list)
    if language not in pack.languages:
        return edits
    named = {
        name for by_code in pack.languages[language].names.values() for names in by_code.values() for name in names
    }
    for at, edit in _misread_in_names(passages, named, words, settings):
        edits[at].append(edit)
    strangers = _strangers(passages, pack, language, words, settings)
    for by_code in pack.languages[language].names.values():
        words_of = {code: _NAME.findall(" ".join(names)) for code, names in by_code.items()}
        capital = {code: {w for w in found if w[0].isupper()} for code, found in words_of.items()}
        entries = {code: found for code, found in capital.items() if found}
        if len(entries) >= settings.least_entries and _are_proper(entries, words, settings):
            for at, edit in _misread(passages, strangers, entries, settings):
                edits[at].append(edit)
        for name in {name for names in by_code.values() for name in names}:
            for at, edit in _misread_abbreviations(passages, name, settings):
                edits[at].append(edit)
    return edits


def _misread_abbreviations(
    passages: Sequence[PassageRead], name: str, settings: MisreadNameSettings
) -> Iterator[tuple[int, Edit]]:
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
                yield at, Edit(match.start(1), match.end(1), short, f"misread name: {name}", settings.unsure, match[1])


def _misread_in_names(
    passages: Sequence[PassageRead], names: Collection[str], words: WordList, settings: MisreadNameSettings
) -> Iterator[tuple[int, Edit]]:
    """Places of a scan where all words of a name stand but one, a short one of which one letter was misread.

    “Tot sprzeciwu” is the “tor sprzeciwu”; longer words are known again though a letter is wrong.
    """
    known = _with_a_gap(names, settings)
    for number, read in enumerate(passages):
        if read.passage.confidence == 1 or read.passage.kind in UNSPOKEN:
            continue
        said = [(match, fold(match[0])) for match in _WORD.finditer(read.passage.text)]
        spoken = {word for _, word in said}
        for (gap, rest), parts in known.items():
            for at in _places(rest, gap, [word for _, word in said]) if spoken.issuperset(rest) else ():
                match, word = said[at + gap]
                log = words.log_of(match[0].lower())
                meant = [part for part in parts if len(part) == len(word) and Levenshtein.distance(part, word) == 1]
                if len(meant) == 1 and word not in parts and (log is None or log < settings.rare):
                    after = parts[meant[0]].capitalize() if match[0][0].isupper() else parts[meant[0]]
                    reason = f"misread name: {' '.join(rest)} stands beside it"
                    yield number, Edit(match.start(), match.end(), after, reason, settings.unsure, match[0])


def _with_a_gap(names: Iterable[str], settings: MisreadNameSettings) -> Mapping[_Gapped, Mapping[str, str]]:
    """By all words of a name but a short one, and the place of that: what it may be, folded and as it is written."""
    known: defaultdict[_Gapped, dict[str, str]] = defaultdict(dict)
    for name in names:
        parts = _WORD.findall(name)
        for gap, part in enumerate(parts):
            rest = tuple(fold(other) for at, other in enumerate(parts) if at != gap)
            if settings.least_short <= len(part) < settings.least_letters and len("".join(rest)) >= settings.least_rest:
                known[gap, rest][fold(part)] = part.lower()
    return known


def _places(rest: Sequence[str], gap: int, said: Sequence[str]) -> Iterator[int]:
    """Where a name stands, whatever stands in its gap."""
    for at in range(len(said) - len(rest)):
        row = [*said[at : at + gap], *said[at + gap + 1 : at + len(rest) + 1]]
        if row == list(rest):
            yield at


def _are_proper(entries: Mapping[str, set[str]], words: WordList, settings: MisreadNameSettings) -> bool:
    """Whether a list is one of proper names: most of its entries are hardly words of the language."""
    logs = [min(words.log_of(w.lower()) or -math.inf for w in names) for names in entries.values()]
    return sum(log < settings.rare_name for log in logs) >= settings.mostly * len(logs)


def _strangers(
    passages: Sequence[PassageRead], pack: Pack, language: str, words: WordList, settings: MisreadNameSettings
) -> list[Stranger]:
    """Capitalised words that the game does not know and the language hardly."""
    known = {
        fold(w) for by in pack.languages[language].names.values() for ns in by.values() for n in ns for w in n.split()
    }
    stems = {name[:length] for name in known for length in range(settings.least_letters - 1, len(name) + 1)}
    found = []
    for at, read in enumerate(passages):
        for match in _NAME.finditer(read.passage.text):
            word = match[0]
            is_name = word[0].isupper() and (word.isupper() or word[1:].islower())
            log = words.log_of(word.lower())
            is_form = fold(word)[: max(settings.least_letters - 1, len(word) - settings.inflected)] in stems
            if is_name and not is_form and fold(word) not in known and (log is None or log < settings.rare):
                found.append((at, match.start(), word, settings.like if log is None else settings.like_of_word))
    return found


def _misread(
    passages: Sequence[PassageRead],
    strangers: Sequence[Stranger],
    entries: dict[str, set[str]],
    settings: MisreadNameSettings,
) -> list[tuple[int, Edit]]:
    folded = {code: {fold(name) for name in names} for code, names in entries.items()}
    said = _said(passages, {name for names in folded.values() for name in names}) if strangers else []
    found: list[tuple[int, Edit]] = []
    for at, start, word, least in strangers:
        around = set[str]().union(*said[max(0, at - settings.near) : at + settings.near + 1])
        missing = [names for code, names in entries.items() if around.isdisjoint(folded[code])]
        if len(entries) - len(missing) < settings.companions or not missing:
            continue
        alike = Levenshtein.normalized_similarity
        ranked = sorted((max((alike(fold(word), fold(n)), n) for n in names) for names in missing), reverse=True)
        (like, best), rival = ranked[0], ranked[1][0] if len(ranked) > 1 else 0.0
        if like >= least and like - rival > settings.clear:
            after = best.upper() if word.isupper() else best
            reason = f"misread name: {best} is missing in the list"
            found.append((at, Edit(start, start + len(word), after, reason, settings.unsure, word)))
    return found


def _said(passages: Sequence[PassageRead], names: Collection[str]) -> list[set[str]]:
    """Which of the folded names each passage says, in whatever form."""
    patterns = {name: re.compile(rf"\b{re.escape(name)}") for name in names}
    texts = (fold(read.passage.text) for read in passages)
    return [{name for name, form in patterns.items() if name in text and form.search(text)} for text in texts]
