"""Faults planted in the rows of Resist!, each caught by the check that is there for it, and by its right outcome."""

import json
import re
from collections.abc import Callable
from typing import Any

import pytest
from sqlmodel import Session, col, select

from rules_engine.validate import checks_of, gather, run_checks
from schema.base import row
from schema.cards import Card, CardShape, Deck, DeckShape, Effect, EffectFact, EffectFactShape, EffectShape
from schema.claims import Claim, ClaimShape, Fact, FactShape
from schema.documents import Document, Passage
from schema.games import Concept, Edition, EditionShape, Game, GameShape, Phrase
from schema.results import ValidationShape
from schema.rules import Rule, RuleShape, RuleText, Scenario
from schema.slots import WHOLE

Sabotage = Callable[[Any], object]
BRIDGE = "railroad-bridge"


def outcomes(session: Session, code: str) -> list[ValidationShape]:
    return run_checks(gather(session, "resist"), checks_of("resist", [code]))


def told(session: Session, code: str, status: str) -> str:
    return "\n".join(f"{o.subject}: {o.message}" for o in outcomes(session, code) if o.status == status)


def game(rows: Any) -> Game:
    return rows.session.exec(select(Game).where(Game.code == "resist")).one()  # type: ignore[no-any-return]


def add(rows: Any, made: Any) -> Any:
    rows.session.add(made)
    rows.session.flush()
    return made


def another_edition(rows: Any) -> Edition:
    return add(rows, row(Edition, EditionShape(code="9th", name="Ninth"), game_id=game(rows).id))  # type: ignore[no-any-return]


def change(table: type[Any], **values: Any) -> Callable[..., Sabotage]:
    """Change columns of the first row that fits."""

    def where(*conditions: Any) -> Sabotage:
        def sabotage(rows: Any) -> None:
            found = rows.session.exec(select(table).where(*conditions)).first()
            for name, value in values.items():
                setattr(found, name, value)
            rows.session.flush()

        return sabotage

    return where


def forget(table: type[Any], *conditions: Any) -> Sabotage:
    def sabotage(rows: Any) -> None:
        for found in rows.session.exec(select(table).where(*conditions)).all():
            rows.session.delete(found)
        rows.session.flush()

    return sabotage


def orphan_effect(rows: Any) -> None:
    shape = EffectShape(owner_kind="card", owner_id=99_999, notation="turned: civilian 1", origin="house")
    add(rows, row(Effect, shape, game_id=game(rows).id))


def swap_effects(rows: Any) -> None:
    one, other = rows.effect("abel"), rows.effect("nicolas")
    one.notation, other.notation = other.notation, one.notation


def fact_about_nobody(rows: Any) -> None:
    shape = FactShape(subject="maquis:abell", attribute="attack.hidden", value="1", origin="house", reason="a slip")
    add(rows, row(Fact, shape, game_id=game(rows).id, edition_id=rows.fact("hand", "size").edition_id))


def effect_of_another_edition(rows: Any) -> None:
    card = rows.card("abel")
    card.edition_id = rows.fact("hand", "size").edition_id
    rows.effect("abel").edition_id = another_edition(rows).id


def fact_from_another_edition(rows: Any) -> None:
    fact = rows.fact("hand", "size")
    claim = rows.session.exec(select(Claim).where(Claim.subject == "hand", Claim.attribute == "size")).first()
    claim.edition_id, claim.fact_id = another_edition(rows).id, fact.id


def effect_of_a_foreign_card(rows: Any) -> None:
    other = add(rows, row(Game, GameShape(code="chess", name="Chess", fingerprint="")))
    deck = add(rows, row(Deck, DeckShape(code="pawn"), game_id=other.id))
    pawn = add(rows, row(Card, CardShape(code="pawn", origin="house"), game_id=other.id, deck_id=deck.id))
    shape = EffectShape(owner_kind="card", owner_id=pawn.id, notation="turned: civilian 1", origin="house")
    add(rows, row(Effect, shape, game_id=game(rows).id))


def rule_without_code(rows: Any) -> None:
    shape = RuleShape(code="spies-may-sing", topic="maquis", summary="Spies may sing.")
    add(rows, row(Rule, shape, game_id=game(rows).id))


def expect(**changes: Any) -> Sabotage:
    def sabotage(rows: Any) -> None:
        scenario = rows.session.exec(select(Scenario).where(Scenario.code == BRIDGE)).one()
        scenario.expect = json.dumps({**json.loads(scenario.expect), **changes})

    return sabotage


def act_otherwise(rows: Any) -> None:
    scenario = rows.session.exec(select(Scenario).where(Scenario.code == BRIDGE)).one()
    actions = json.loads(scenario.actions)
    actions[6]["do"] = "play roberto hidden"
    scenario.actions = json.dumps(actions)


def print_otherwise(rows: Any) -> None:
    passage = rows.session.exec(select(Passage).where(col(Passage.raw_text).contains("which leaves 8"))).one()
    passage.raw_text = passage.raw_text.replace("leaves 8", "leaves 7")


def loose_example(rows: Any) -> None:
    expect(printed=[])(rows)
    passage = rows.session.exec(select(Passage).where(col(Passage.raw_text).contains("which leaves 8"))).one()
    passage.kind = "example"


def say(language: str, subject: str, attribute: str, value: str) -> Sabotage:
    """Let a document of a language state something."""

    def sabotage(rows: Any) -> None:
        document = rows.session.exec(select(Document)).first()
        copy = Document(**{**document.model_dump(exclude={"id"}), "language": language, "sha256": language * 32})
        copy.source = language
        document = document if document.language == language else add(rows, copy)
        shape = ClaimShape(subject=subject, attribute=attribute, value=value, language=language, origin="rulebook")
        passage = rows.session.exec(select(Passage.id)).first()
        keys = {"document_id": document.id, "edition_id": document.edition_id, "passage_id": passage}
        add(rows, row(Claim, shape, game_id=game(rows).id, **keys))

    return sabotage


def print_on_card(card: str, subject: str, line: str) -> Sabotage:
    """Let the English documents print something else on a card than the line that is played."""

    def sabotage(rows: Any) -> None:
        effect, attribute = rows.effect(card), "effect.1"
        played = FactShape(
            subject=subject, attribute=attribute, value=effect.notation, origin="rulebook", reason="as printed in Czech"
        )
        add(rows, row(Fact, played, game_id=game(rows).id, edition_id=rows.fact("hand", "size").edition_id))
        slot = EffectFactShape(slot=WHOLE, subject=subject, attribute=attribute)
        add(rows, row(EffectFact, slot, effect_id=effect.id))
        say("en", subject, attribute, line)(rows)

    return sabotage


def swap_wordings(rows: Any) -> None:
    found = {
        phrase.notation: phrase
        for phrase in rows.session.exec(select(Phrase).where(Phrase.language == "en", Phrase.seq == 0))
    }
    one, other = found["attack {signed} per {group}"], found["recover {signed}"]
    one.wording, other.wording = other.wording, one.wording


def unstated_number(rows: Any) -> None:
    rows.state_fact("hand", "size", 6)


def number_without_passage(rows: Any) -> None:
    for claim in rows.session.exec(select(Claim).where(Claim.subject == "hand", Claim.attribute == "size")):
        claim.passage_id, claim.document_id, claim.origin, claim.note = None, None, "card-list", "a slip"


def print_in_part(rows: Any) -> None:
    rule = rows.session.exec(select(Rule).where(Rule.code == "guards-first")).one()
    passage = rows.session.exec(select(Passage)).first()
    for old in rows.session.exec(select(RuleText)):
        rows.session.delete(old)
    rows.session.flush()
    add(rows, row(RuleText, {"rule_id": rule.id, "language": "en", "passage_id": passage.id, "score": 90}))


FAILURES: list[tuple[str, Sabotage, str, str]] = [
    (
        "a word misspelt in an effect",
        lambda r: r.write_effect("abel", "hidden attack: atack +1"),
        "effects-parse",
        "atack",
    ),
    (
        "an effect at a time its owner has not",
        lambda r: r.write_effect("guard-1", "turned: civilian 1"),
        "effects-parse",
        "turned",
    ),
    (
        "a number other than its fact",
        lambda r: r.write_effect("engineer-2", "defend: defence others-here +2"),
        "numbers-are-those-of-facts",
        r"\+1",
    ),
    ("an effect of nobody", orphan_effect, "effects-parse", "99999"),
    ("a deck misspelt", change(Deck, code="makis")(Deck.code == "maquis"), "codes-exist", "`makis`"),
    ("a concept gone", forget(Concept, Concept.kind == "deck", Concept.code == "civilian"), "codes-exist", "civilian"),
    ("a card too many", change(Card, copies=2)(Card.code == "abel"), "cards-are-known", "25 of 24"),
    ("a size too small", lambda r: r.state_fact("deck:maquis", "size", 23), "cards-are-known", "24 of 23"),
    ("a fact about nobody", fact_about_nobody, "facts-are-about-something", "`abell`"),
    ("an effect of another edition", effect_of_another_edition, "editions-agree", "another edition"),
    ("a fact chosen from another edition", fact_from_another_edition, "editions-agree", "`hand` `size`"),
    ("an effect of a foreign card", effect_of_a_foreign_card, "editions-agree", "of another game"),
    ("a number missing", lambda r: r.forget_fact("hand", "size"), "facts-are-there", "`hand` `size`"),
    ("a number that is none", lambda r: r.state_fact("hand", "size", "five"), "games-are-played", "“five”"),
    ("a hand of nothing", lambda r: r.state_fact("hand", "size", 0), "games-are-played", "1 or more"),
    (
        "a rule misspelt in the outline",
        change(Rule, code="gards-first")(Rule.code == "guards-first"),
        "code-has-rules",
        "guards-first",
    ),
    ("a rule dropped from the outline", forget(Rule, Rule.code == "must-end"), "code-has-rules", "must-end"),
    ("a rule that nobody obeys", rule_without_code, "rules-have-code", "Spies may sing"),
    ("points of the example changed", expect(points=3), "examples-are-played", "points: stated is 3, played was 2"),
    ("a pile of the example changed", expect(removed=["paquita"]), "examples-are-played", "paquita"),
    (
        "the result of the example changed",
        expect(result="loss"),
        "examples-are-played",
        "stated is loss, played was ongoing",
    ),
    ("an action of the example changed", act_otherwise, "examples-are-played", "attack: stated is 9, played was"),
    (
        "a card's number changed",
        lambda r: r.state_fact("maquis:roberto", "attack.revealed", 5),
        "examples-are-played",
        "attack",
    ),
    (
        "a wrong sign",
        lambda r: r.write_effect("abel", "hidden attack: attack -1 per revealed-maquis"),
        "examples-are-played",
        "attack",
    ),
    ("two effects swapped", swap_effects, "examples-are-played", "attack: stated is 9"),
    ("a guard without its effect", lambda r: r.session.delete(r.effect("guard-1")), "examples-are-played", "refused"),
    ("a passage changed", print_otherwise, "examples-are-fresh", "resist-en.md"),
    ("a wording that means something else", swap_wordings, "effects-read-alike", "en says"),
    (
        "a card printed otherwise",
        print_on_card("abel", "maquis:abel", "hidden attack: attack +2 per revealed-maquis"),
        "effects-read-alike",
        r"\+2",
    ),
    ("a number printed otherwise", say("cs", "hand", "size", "4"), "numbers-are-alike", "cs 4, en 5"),
    ("a number that nobody states", unstated_number, "numbers-are-stated", "“6”"),
    ("a number without its passage", number_without_passage, "numbers-are-stated", "no passage"),
]


@pytest.mark.parametrize(("sabotage", "check", "evidence"), [f[1:] for f in FAILURES], ids=[f[0] for f in FAILURES])
def test_a_planted_fault_is_caught_by_the_right_check(
    resist_rows: Any, sabotage: Sabotage, check: str, evidence: str
) -> None:
    assert told(resist_rows.session, check, "failed") == ""
    sabotage(resist_rows)
    resist_rows.session.flush()
    assert re.search(evidence, told(resist_rows.session, check, "failed")), told(resist_rows.session, check, "failed")


@pytest.mark.parametrize(
    ("sabotage", "check", "evidence"),
    [
        (forget(Card, Card.code == "abel"), "cards-are-known", "23 of 24"),
        (
            print_in_part,
            "rules-are-printed",
            "1 of 75 rules were found in print; without a passage: action-cards-run-out",
        ),
        (loose_example, "examples-are-tied", r"passage \d+ \(printed = “en [0-9a-f]{8} "),
        (forget(Phrase, Phrase.notation == "recover {signed}"), "effects-read-alike", "lacks words for"),
        (lambda rows: rows.forget_fact("hand", "size"), "games-are-played", "`hand` `size`"),
        (
            change(Card, copies=0)(Card.code == "attack-the-police-station"),
            "effects-are-executed",
            "no copy of the card",
        ),
    ],
)
def test_what_is_missing_is_unknown_and_named(resist_rows: Any, sabotage: Sabotage, check: str, evidence: str) -> None:
    sabotage(resist_rows)
    resist_rows.session.flush()
    assert re.search(evidence, told(resist_rows.session, check, "unknown")), outcomes(resist_rows.session, check)
    assert told(resist_rows.session, check, "failed") == ""


def test_what_languages_disagree_on_is_told_once(resist_rows: Any) -> None:
    say("cs", "hand", "size", "4")(resist_rows)
    assert "hand size" in told(resist_rows.session, "numbers-are-alike", "failed")
    assert told(resist_rows.session, "games-go-alike", "failed") == ""
    assert "but for what languages disagree on: hand size" in told(resist_rows.session, "games-go-alike", "passed")
