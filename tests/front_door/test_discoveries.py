"""What was discovered of a game without a pack, in words."""

from rulewright.discoveries import Discoveries


def test_one_of_a_kind_is_told_in_the_singular() -> None:
    assert str(Discoveries(1, 1, 1, 1, 1)) == (
        "1 component, 1 rule, 1 term, 1 part of the outline, 1 possible card or place"
    )
    assert str(Discoveries(2, 0, 3, 4, 0)) == "2 components, 0 rules, 3 terms, 4 parts of the outline"
