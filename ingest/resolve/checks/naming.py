"""Names that a document does not keep to: a second word for one thing, and names with a slip in them."""

import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping
from dataclasses import dataclass

from rapidfuzz.distance import OSA

from ingest.languages.frequency import how_common
from ingest.resolve.checks.copy import Copy, Marked
from schema.claims import Mention
from schema.folding import fold
from schema.tokens import tokenise

SAME = 100.0
"""The score of a name in one of its own forms."""

REPAIRED_NAME = "misread name"
"""How the reason of a repair begins that put a name right."""

_WORD = re.compile(r"[^\W\d_]+")


@dataclass(frozen=True, slots=True)
class NamingSettings:
    """When a name is a second one or a slip; judged on tests/games/lint_judgements.tsv."""

    stem: int = 3
    """Letters that two names must share to be one word in two forms."""
    usual: int = 4
    """How often a thing is called by one name for another name of it to stand out."""
    rare: float = 0.25
    """A second name used at most this often beside the first is a slip rather than a synonym."""
    name_letters: int = 5
    """Shorter names differ from too many words by one letter."""
    inflected_letters: int = 6
    """Shorter names are looked for without endings."""
    longest_ending: int = 3
    """An ending has no more letters."""
    ordinary: float = 2.5
    """Zipf frequency from which a word is one of the language, not a slip."""
    far_rarer: float = 1.5
    """How much rarer than the name a slip must be."""


def find_second_names(copy: Copy, settings: NamingSettings = NamingSettings()) -> Iterator[Marked]:
    """A thing called by one name throughout, and once or twice by another."""
    passages = {p.id: p for p in copy.passages}
    own = _own_names(copy)
    alike = copy.pack.game.kinds.named_alike
    meant: dict[str, set[int]] = defaultdict(set)
    used: dict[str, dict[frozenset[str], list[Mention]]] = defaultdict(lambda: defaultdict(list))
    for mention, concept in copy.mentions:
        meant[fold(mention.surface)].add(concept.id or 0)
        if concept.kind in alike and passages[mention.passage_id].language == copy.document.language:
            stems = frozenset(token.folded[: settings.stem] for token in tokenise(mention.surface))
            used[f"{concept.kind} {concept.code}"][stems].append(mention)
    for subject, names in used.items():
        usual, often = max(names.items(), key=lambda item: len(item[1]))
        if sum(m.score == SAME for m in often) < settings.usual:
            continue
        for stems, mentions in names.items():
            if stems & usual or len(mentions) > settings.rare * len(often):
                continue
            sure = [m for m in mentions if fold(m.surface) in own and len(meant[fold(m.surface)]) == 1]
            # A passage that uses both names explains one by the other.
            is_explained = {m.passage_id for m in mentions} & {m.passage_id for m in often}
            if sure and not is_explained:
                common = Counter(m.surface for m in often).most_common(1)[0][0]
                message = (
                    f"{subject} is called “{sure[0].surface}” here, and “{common}” {len(often)} times elsewhere. "
                    "Use one word for one thing."
                )
                yield Marked("second-name", "warning", message, copy.document, sure[0].passage_id, common)


def _own_names(copy: Copy) -> set[str]:
    """The names of the document's own language, letter by letter; a likeness or another language is no second name."""
    language = copy.pack.languages.get(copy.document.language)
    if language is None:
        return set()
    return {fold(text) for names in language.names.values() for listed in names.values() for text in listed}


def find_misspelt_names(copy: Copy, settings: NamingSettings = NamingSettings()) -> Iterator[Marked]:
    """Proper names with a letter wrong, doubled, missing or swapped, and those that were put right while reading."""
    for repair in copy.repairs:
        if repair.reason.startswith(REPAIRED_NAME):
            message = f"“{repair.before}” stands for the name “{repair.after}”; it was read as that."
            yield Marked("misspelt-name", "note", message, copy.document, repair.passage_id, repair.after)
    seen = Counter(word.casefold() for p in copy.passages for word in _WORD.findall(p.text))
    spoken = {passage.language for passage in copy.passages}
    proper = {language: _proper_names(copy, language, settings) for language in spoken}
    for passage in copy.passages:
        names = proper[passage.language]
        for word in dict.fromkeys(_WORD.findall(passage.text)):
            if not word[0].isupper() or len(word) < settings.name_letters or seen[word.casefold()] > 1:
                continue
            name = _slipped_from(word, names, passage.language, settings)
            if name:
                message = f"“{word}” looks like a slip for the name “{name}”."
                yield Marked("misspelt-name", "warning", message, copy.document, passage.id, name)


def _proper_names(copy: Copy, spoken: str, settings: NamingSettings) -> Mapping[str, str]:
    """Words of the names that are written with a capital in a language, by their folded letters."""
    language = copy.pack.languages.get(spoken)
    if language is None:
        return {}
    texts = (text for names in language.names.values() for listed in names.values() for text in listed)
    words = (word for text in texts for word in _WORD.findall(text))
    return {fold(word): word for word in words if word[0].isupper() and len(word) >= settings.name_letters}


def _slipped_from(word: str, names: Mapping[str, str], language: str, settings: NamingSettings) -> str | None:
    """The name that a word is but for one slip before its ending; None for the name itself and its forms."""
    folded = fold(word)
    if any(folded.startswith(name[: max(settings.name_letters - 1, len(name) - 2)]) for name in names):
        return None
    often = how_common(word.lower(), language)
    if often >= settings.ordinary:
        return None
    for name, written in names.items():
        if folded[0] == name[0] and _is_slip(folded, name, settings):
            return written if how_common(written.lower(), language) >= often + settings.far_rarer else None
    return None


def _is_slip(word: str, name: str, settings: NamingSettings) -> bool:
    """Whether the word is the name with one slip before its last letter, and at most an ending more."""
    shortest = len(word) - settings.longest_ending if len(name) >= settings.inflected_letters else len(word)
    for end in range(max(settings.name_letters - 1, shortest), len(word) + 1):
        stem = word[:end]
        if stem[-1] == name[-1] and OSA.distance(stem, name, score_cutoff=1) == 1:
            return True
    return False
