"""Tell in which language a text is written."""

import copy
import functools
from collections.abc import Collection, Iterable
from dataclasses import dataclass, replace
from typing import Any

from schema.reading import PassageRead

UNDETERMINED = "und"
WORDLESS_KINDS = frozenset({"gap"})


@dataclass(frozen=True, slots=True)
class LanguageSettings:
    """When a passage is in another language than its document; chosen by eye on the seeds."""

    few_words: int = 6
    """A passage of fewer words takes its document's language unless it is very clearly in another."""
    fewest_words: int = 3
    """Below this nothing is clear: names and abbreviations look like any language."""
    fewest_letters: int = 12
    """The same, counted in letters."""
    sure: float = 0.8
    """A language told with less confidence than this is not believed."""
    very_sure: float = 0.95
    """The same for a passage of few words."""
    enough_letters: int = 60
    """A text of fewer letters may be in any of a hundred languages."""
    enough_wide_letters: int = 12
    """The same for scripts that write a word with one or two signs."""
    first_wide: int = 0x2E80
    """The first letter of those scripts."""


def detect_language(text: str, candidates: Collection[str]) -> tuple[str, float]:
    """The likeliest of the candidate languages and how sure that is, ``und`` where there is nothing to judge."""
    words = [word for word in text.split() if any(map(str.isalpha, word))]
    identifier = _identifier(frozenset(candidates))
    if not words or identifier is None:
        return UNDETERMINED, 0.0
    language, sureness = identifier.classify(" ".join(words).lower())
    return str(language), float(sureness)


def tell_language(text: str, settings: LanguageSettings = LanguageSettings()) -> str:
    """The language of a text, any that has an ISO 639-1 code; ``und`` where it is too short or not clear."""
    if not is_enough(text, settings):
        return UNDETERMINED
    language, sureness = detect_language(text, all_languages())
    return language if sureness >= settings.sure else UNDETERMINED


def is_enough(text: str, settings: LanguageSettings) -> bool:
    """Whether the text is long enough to tell its language among all."""
    letters = [letter for letter in text if letter.isalpha()]
    wide = sum(ord(letter) >= settings.first_wide for letter in letters)
    return len(letters) >= settings.enough_letters or wide >= settings.enough_wide_letters


@functools.cache
def all_languages() -> frozenset[str]:
    """Every language that can be told and has a code of two letters; dialects have longer ones."""
    return frozenset(code for code in _model().labels if len(code) == len("en"))


def mark_languages(
    passages: Iterable[PassageRead],
    document_language: str,
    candidates: Collection[str],
    settings: LanguageSettings = LanguageSettings(),
) -> tuple[PassageRead, ...]:
    """Each passage with its own language; without candidates any language, where there is enough text to tell."""
    languages = ((read, _language_of(read, document_language, candidates, settings)) for read in passages)
    return tuple(replace(read, passage=read.passage.model_copy(update={"language": own})) for read, own in languages)


def _language_of(
    read: PassageRead, document_language: str, candidates: Collection[str], settings: LanguageSettings
) -> str:
    if read.passage.kind in WORDLESS_KINDS:
        return UNDETERMINED
    if not candidates:
        return _told_apart(read.passage.text, document_language, settings)
    found, sureness = detect_language(read.passage.text, candidates)
    if found == UNDETERMINED or document_language == UNDETERMINED:
        return document_language if found == UNDETERMINED else found
    count = sum(any(map(str.isalpha, word)) for word in read.passage.text.split())
    letters = sum(map(str.isalpha, read.passage.text))
    is_long = count >= settings.fewest_words and letters >= settings.fewest_letters
    least = settings.very_sure if count < settings.few_words else settings.sure
    return found if is_long and sureness >= least else document_language


def _told_apart(text: str, document_language: str, settings: LanguageSettings) -> str:
    """The language of a passage among all there are: its document's, unless it is long and very clearly another."""
    if not is_enough(text, settings):
        return document_language
    found, sureness = detect_language(text, all_languages())
    return found if sureness >= settings.very_sure else document_language


@functools.lru_cache(maxsize=16)
def _identifier(candidates: frozenset[str]) -> Any:
    """A classifier that knows only the candidates, None where its model lacks them all."""
    identifier = copy.copy(_model())
    known = candidates & set(identifier.labels)
    if not known:
        return None
    identifier.set_languages(sorted(known))
    return identifier


@functools.cache
def _model() -> Any:
    # Imported here: loading the model takes half a second and not every command needs it.
    from py3langid.langid import MODEL_FILE, LanguageIdentifier

    return LanguageIdentifier.from_model_file(MODEL_FILE, norm_probs=True)
