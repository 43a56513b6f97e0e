"""Which of several claims becomes the fact: each criterion decides when those before it do not."""

import datetime
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.resolve.choose import Stated, choose
from schema.base import row
from schema.claims import Claim
from schema.documents import Document

Given = dict[str, Any]


def stated(value: str, number: int = 1, **given: Any) -> Stated:
    """A claim of a document with that number; `origin` other than rulebook has none."""
    origin = given.get("origin", "rulebook")
    claim = row(
        Claim,
        {
            "subject": "location:well",
            "attribute": "enter.hunger",
            "value": value,
            "origin": origin,
            "context": given.get("context", "prose"),
            "confidence": given.get("confidence", 1.0),
            "standing": given.get("standing", "asserted"),
            "corrects": given.get("corrects", ""),
            "is_weak": given.get("is_weak", False),
            "note": "" if origin == "rulebook" else "a list",
        },
        game_id=1,
        passage_id=given.get("passage", number),
        document_id=number if origin == "rulebook" else None,
    )
    if origin != "rulebook":
        return Stated(claim, None)
    document = row(
        Document,
        {
            "kind": given.get("kind", "rulebook"),
            "date": given.get("date"),
            "language": given.get("language", "cs"),
            "title": "t",
            "file_name": "f",
            "source": f"f{number}",
            "sha256": f"{number:064d}",
            "recipe": "r",
            "media_type": "text/plain",
            "page_count": 1,
        },
        game_id=1,
    )
    return Stated(claim, document, given.get("adds_up", ""))


@pytest.mark.parametrize(
    ("rivals", "winner", "reason"),
    [
        ([("1", {"origin": "card-list"}), ("2", {"origin": "inferred"})], "1", "card-list value goes before"),
        ([("1", {"origin": "house"}), ("2", {"context": "example", "confidence": 0.1})], "2", "rulebook value goes"),
        ([("1", {"adds_up": "1 = 1", "context": "board"}), ("2", {"number": 2, "corrects": "1"})], "2", "a correction"),
        ([("1", {"context": "board"}), ("2", {"adds_up": "1 + 1 = 2"})], "2", "add up with it, 1 + 1 = 2."),
        ([("1", {"context": "prose"}), ("2", {"context": "table", "confidence": 0.3})], "2", "table"),
        ([("1", {"context": "example"}), ("2", {"context": "prose", "confidence": 0.5})], "2", "in examples alone"),
        ([("1", {}), ("2", {"language": "pl", "number": 2}), ("2", {"number": 3})], "2", "stated more often"),
        ([("1", {"context": "board"}), ("2", {"passage": 5}), ("2", {"passage": 6})], "2", "stated more often"),
        ([("1", {"confidence": 0.7}), ("2", {"number": 2, "confidence": 0.8})], "2", "more confidence"),
        ([("1", {"number": 9}), ("2", {"number": 4})], "2", "a person must decide"),
    ],
)  # fmt: skip
def test_the_precedence_decides_and_says_why(rivals: list[tuple[str, Given]], winner: str, reason: str) -> None:
    claims = [stated(value, **given) for value, given in rivals]
    for order in (claims, claims[::-1]):
        choice = choose(order)
        assert choice.value == winner
        assert reason in choice.reason


def test_of_two_values_the_one_that_stands_in_another_language_too_holds() -> None:
    czech, polish = stated("1", 9), stated("2", 2, language="pl")
    echo = stated("2", 9, standing="overruled")
    assert choose([czech, polish]).is_provisional
    choice = choose([czech, polish, echo])
    assert (choice.value, choice.is_provisional) == ("2", False)
    assert "it stands in another document, too" in choice.reason


def test_a_value_that_adds_up_says_with_what_where_another_is_overruled() -> None:
    told = [stated("6", adds_up="2 × 3 = 6"), stated("8", passage=7, standing="overruled")]
    assert choose(told).reason == "6, although 8 stands there too: it adds up with the other numbers, 2 × 3 = 6."


def test_of_two_corrections_the_later_holds() -> None:
    printed = stated("9")
    old = stated("1", 2, corrects="9", date=datetime.date(2020, 1, 1))
    new = stated("2", 3, corrects="9", date=datetime.date(2024, 5, 1))
    undated = stated("3", 4, corrects="9")
    assert choose([printed, old, new, undated]).value == "2"


def test_a_correction_of_what_nobody_states_is_an_ordinary_statement() -> None:
    choice = choose([stated("4"), stated("4", passage=7), stated("6", 2, corrects="5", kind="errata")])
    assert choice.value == "4"


def test_what_a_sheet_of_corrections_says_without_the_old_value_holds_until_a_person_confirms_it() -> None:
    book = [stated("4"), stated("4", passage=7)]
    choice = choose([*book, stated("6", 2, kind="errata")])
    assert (choice.value, choice.is_provisional) == ("6", True)
    assert "what stood there" in choice.reason
    assert choose([*book, stated("6", 2, kind="faq")]).value == "4", "an answer that corrects nothing"


def test_what_only_a_sheet_states_is_provisional_and_in_unsure_words_nothing() -> None:
    assert choose([stated("6", 2, kind="errata")]).is_provisional
    assert choose([stated("6", 2, kind="errata", is_weak=True)]) is None
    assert not choose([stated("6", 2, kind="errata", corrects="5")]).is_provisional


def test_a_correction_speaks_of_its_own_language_first() -> None:
    czech, polish = stated("5"), stated("5", 2, language="pl")
    choice = choose([czech, polish, stated("4", 3, corrects="5")])
    assert (choice.value, choice.is_provisional) == ("4", False)


def test_what_a_text_denies_supposes_or_says_of_elsewhere_is_no_fact() -> None:
    others = [stated(str(n), n, standing=standing) for n, standing in enumerate(("denied", "supposed", "elsewhere"), 2)]
    assert choose([stated("1"), *others]).value == "1"
    assert choose(others) is None


def test_a_value_that_is_taken_back_without_another_is_provisional() -> None:
    assert choose([stated("5"), stated("5", 2, standing="denied", kind="errata")]).is_provisional


def test_a_reprint_is_no_second_witness() -> None:
    choice = choose([stated("1", 1), stated("1", 2), stated("2", 3, language="pl", context="board")])
    assert choice.value == "2"


def test_values_that_nothing_tells_apart_are_provisional() -> None:
    assert choose([stated("1", 1), stated("2", 2)]).is_provisional
    assert not choose([stated("1", 1), stated("1", 2)]).is_provisional


def test_agreement_says_how_many_documents_agree() -> None:
    assert choose([stated("5"), stated("5", 2)]).reason == "2 documents state it and none disagrees."
    assert "known as card-list" in choose([stated("5", origin="card-list")]).reason


CLAIMS = st.lists(
    st.builds(
        lambda value, number, origin, context, sure: stated(
            value, number, origin=origin, context=context, confidence=sure
        ),
        st.sampled_from(["1", "2", "+1", "-1", "high"]),
        st.integers(1, 4),
        st.sampled_from(["rulebook", "card-list", "inferred"]),
        st.sampled_from(["board", "table", "prose", "example"]),
        st.sampled_from([0.4, 0.9, 1.0]),
    ),
    min_size=1,
    max_size=7,
)


@given(CLAIMS, st.randoms(use_true_random=False))
def test_the_order_of_the_claims_decides_nothing(claims: list[Stated], chance: Any) -> None:
    shuffled = list(claims)
    chance.shuffle(shuffled)
    assert choose(shuffled) == choose(claims)


@given(CLAIMS)
def test_the_chosen_value_is_one_that_is_stated_by_the_strongest_origin(claims: list[Stated]) -> None:
    choice = choose(claims)
    strongest = min((s.claim.origin for s in claims), key=["rulebook", "card-list", "inferred"].index)
    assert choice.origin == strongest
    assert choice.value in {s.claim.value for s in claims if s.claim.origin == strongest}
    assert choice.reason


@given(st.integers(2, 5), st.booleans(), st.sampled_from(["prose", "table", "board"]), st.floats(0.5, 1.0))
def test_a_lone_number_never_beats_a_repeated_one(times: int, is_across: bool, context: str, sure: float) -> None:
    languages = ["cs", "pl", "it", "en", "de"]
    often = [
        stated("4", n if is_across else 1, language=languages[n - 1] if is_across else "cs", passage=n)
        for n in range(1, times + 1)
    ]
    lone = stated(
        "9", 8 if is_across else 1, language="fr" if is_across else "cs", passage=9, context=context, confidence=sure
    )
    choice = choose([*often, lone])
    assert choice is not None
    assert (choice.value, choice.is_provisional) == ("4", False)


def test_a_weak_claim_is_silent_beside_any_other_and_provisional_alone() -> None:
    weak = stated("5", is_weak=True)
    beside = choose([weak, stated("3", 2, origin="card-list")])
    assert beside
    assert (beside.value, beside.is_provisional) == ("3", False)
    alone = choose([weak])
    assert alone
    assert (alone.value, alone.is_provisional) == ("5", True)
    agreed = choose([weak, stated("5", 2, is_weak=True)])
    assert agreed
    assert not agreed.is_provisional
