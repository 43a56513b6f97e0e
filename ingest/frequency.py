"""How common a word is in a language, also for languages of which no list of words is known."""

from functools import lru_cache


def how_common(word: str, language: str) -> float:
    """The Zipf frequency of a word; 0, that of a word never seen, where the language has no list."""
    from wordfreq import zipf_frequency  # takes a moment, and most runs never ask

    return zipf_frequency(word, language) if language in _listed() else 0.0


@lru_cache(maxsize=1)
def _listed() -> frozenset[str]:
    from wordfreq import available_languages
    from wordfreq.language_info import get_language_info

    # Languages that are written without spaces are taken apart by packages that few installations have.
    return frozenset(code for code in available_languages("best") if get_language_info(code)["tokenizer"] == "regex")
