"""How common a word is; a language without a list knows no word."""

import wordfreq

from ingest.languages.frequency import KEPT, how_common


def test_a_small_word_is_far_more_common_than_a_rare_one() -> None:
    assert how_common("the", "en") > how_common("lantern", "en") > how_common("lanternish", "en") == 0


def test_a_word_is_common_in_its_own_language() -> None:
    assert how_common("který", "cs") > how_common("který", "en")


def test_a_language_without_a_list_knows_no_word() -> None:
    assert how_common("the", "tlh") == 0


def test_an_archive_of_many_languages_keeps_few_lists_in_memory() -> None:
    languages = ("en", "cs", "pl", "it", "de", "fr", "sv", "hu")
    known = [how_common("a", language) for language in languages]

    assert [how_common("a", language) for language in languages] == known
    assert wordfreq.get_frequency_dict.cache_info().currsize <= KEPT
