"""Questions with their answers, words that point back, and names run together state facts like any sentence."""

import pytest

from ingest.extract import extract_claims
from ingest.questions import stated_answers
from schema.documents import PassageShape
from schema.pack import Pack
from schema.reading import PassageRead


def passages(texts: tuple[str, ...], language: str) -> list[PassageRead]:
    told = {"kind": "paragraph", "language": language, "confidence": 1.0}
    shapes = (PassageShape.model_validate({**told, "seq": n, "raw_text": t, "text": t}) for n, t in enumerate(texts))
    return [PassageRead(shape, 1) for shape in shapes]


def claimed(pack: Pack, language: str, *texts: str) -> set[str]:
    claims = (read.claim for read in extract_claims(passages(texts, language), pack, [language]))
    return {f"{claim.subject} {claim.attribute} {claim.value}" for claim in claims}


def statements(*texts: str) -> list[str]:
    tokens = stated_answers([read.passage for read in passages(texts, "en")], {"many", "where"}, {"a"})
    return " ".join(token.text for token in tokens).split(" ¶")


def test_the_answer_stands_in_for_the_asking_word() -> None:
    said = [statement.strip() for statement in statements("How many dice fill a track? Six.")]
    assert "How Six dice fill track" in said
    assert "track fill Six dice" in said


def test_a_long_answer_speaks_for_itself() -> None:
    assert statements("Where do we begin? " + "word " * 16) == [""]


@pytest.mark.parametrize(
    ("language", "texts", "stated"),
    [
        ("it", ("Quante carte ha il mazzo evento? Settantadue.",), "deck:event size 72"),
        ("it", ("Dove iniziano i cospiratori? A Vienna.",), "component:pawn start vienna"),
        ("it", ("Quante fasi ha la partita?", "Sei."), "stage count 6"),
        ("it", ("Quante carte può tenere un cospiratore Timido? Tre.",), "dossier limit.timid 3"),
        ("it", ("E Himmler? Aumenta il sospetto di 3.",), "leader:himmler penalty.suspicion +3"),
        ("cs", ("Kolik akcí má tah? Čtyři.",), "turn actions 4"),
    ],
)
def test_a_question_and_its_answer_state_a_fact(
    games: dict[str, Pack], language: str, texts: tuple[str, ...], stated: str
) -> None:
    assert claimed(games["black-orchestra"], language, *texts) == {stated}


def test_words_that_point_back_mean_what_was_named_last(games: dict[str, Pack]) -> None:
    named = "Vyberete si misi Zničte železniční most."
    pointed = "Splnění této mise přinese 7 vítězných bodů."
    stated = "mission:destroy-the-railroad-bridge points 7"
    assert stated in claimed(games["resist"], "cs", named, pointed)
    assert stated not in claimed(games["resist"], "cs", pointed)
    assert stated not in claimed(games["resist"], "cs", named, *["Nic se neděje."] * 25, pointed)


def test_a_name_whose_space_was_lost_is_found(games: dict[str, Pack]) -> None:
    lexicon = games["operation-barclay"].lexicon("cs")
    found = lexicon.run_together("sekundarniofenziry")
    assert found is not None
    assert str(found[0]) == "offensive:secondary"
    assert lexicon.run_together("nedorozumeni") is None
