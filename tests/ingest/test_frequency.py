"""How common a word is; a language without a list knows no word."""

from ingest.frequency import how_common


def test_a_small_word_is_far_more_common_than_a_rare_one() -> None:
    assert how_common("the", "en") > how_common("lantern", "en") > how_common("lanternish", "en") == 0


def test_a_word_is_common_in_its_own_language() -> None:
    assert how_common("který", "cs") > how_common("který", "en")


def test_a_language_without_a_list_knows_no_word() -> None:
    assert how_common("the", "tlh") == 0
