"""How common a word is in a language, also for languages of which no list of words is known."""

from collections.abc import Mapping, Sequence
from functools import lru_cache

OF_ALL = 9.0
"""Zipf frequencies are logarithms of so many among 10**9 words."""
KEPT = 4
"""So many languages have their lists in memory at once: each takes 30 to 70 MB, and an archive has dozens."""
_recent: set[str] = set()


def how_common(word: str, language: str) -> float:
    """The Zipf frequency of a word; 0, that of a word never seen, where the language has no list."""
    if not is_listed(language):
        return 0.0
    from wordfreq import zipf_frequency  # takes a moment, and most runs never ask

    _make_room(language)
    return zipf_frequency(word, language)


def is_one_word(parts: Sequence[str], languages: Sequence[str]) -> bool:
    """Whether a word is known that people write more often than they would write its parts in a row by chance."""
    as_one, as_many = "".join(parts).casefold(), [part.casefold() for part in parts]
    return any(
        (common := how_common(as_one, language)) > 0
        and common > sum(how_common(part, language) for part in as_many) - OF_ALL * (len(parts) - 1)
        for language in languages
    )


def frequencies(language: str) -> Mapping[str, float] | None:
    """The share of running text that each word of a language has; None where no list is known."""
    from wordfreq import available_languages, get_frequency_dict

    if language not in available_languages("best"):
        return None
    _make_room(language)
    return get_frequency_dict(language, wordlist="best")


def is_listed(language: str) -> bool:
    """Whether it is known how common the words of a language are."""
    return language in _listed()


@lru_cache(maxsize=1)
def _listed() -> frozenset[str]:
    from wordfreq import available_languages
    from wordfreq.language_info import get_language_info

    # Languages that are written without spaces are taken apart by packages that few installations have.
    return frozenset(code for code in available_languages("best") if get_language_info(code)["tokenizer"] == "regex")


def _make_room(language: str) -> None:
    """Forget all lists when one more would be too many; wordfreq itself keeps each that it ever read."""
    if language in _recent:
        return
    if len(_recent) >= KEPT:
        import wordfreq

        wordfreq.get_frequency_list.cache_clear()
        wordfreq.get_frequency_dict.cache_clear()
        _recent.clear()
    _recent.add(language)
