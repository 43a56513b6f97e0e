"""Terms that the same passages use are names of one concept."""

from sqlmodel import Session, select

from ingest.resolve.join_terms import JoinSettings
from schema.games import Concept, Name


def test_a_term_has_names_in_both_languages(both: Session) -> None:
    named: dict[int, dict[str, set[str]]] = {}
    for concept, name in both.exec(select(Concept, Name).join(Name)):
        named.setdefault(concept.id or 0, {}).setdefault(name.language, set()).add(name.text.lower())
    joined = [names for names in named.values() if names.keys() == {"en", "de"}]
    assert joined
    lantern = [names for names in joined if "lantern" in names["en"]]
    assert all("laterne" in names["de"] for names in lantern)


def test_what_is_seen_seldom_must_be_the_surer() -> None:
    seldom, often = JoinSettings().least_share
    assert seldom > often
