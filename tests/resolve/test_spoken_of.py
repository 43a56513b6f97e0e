"""How near words stand to a value, and what is learnt of facts that only claims state."""

from ingest.resolve.spoken_of import LikenessSettings, with_keys
from ingest.weighed.weigh import read_weights
from schema.claims import Claim


def test_words_beside_a_value_say_more_than_those_of_its_heading_and_those_more_than_words_far_away() -> None:
    settings = LikenessSettings()
    assert settings.zone("next") > settings.zone("heading") > settings.zone("anywhere")


def test_facts_that_only_claims_state_are_weighed_too() -> None:
    weights = read_weights("black-orchestra")
    key = ("nothing", "that-was-learnt")
    claim = Claim(subject=key[0], attribute=key[1], value="1", confidence=1)
    assert key not in weights.keys
    assert key in with_keys(weights, [claim]).keys
