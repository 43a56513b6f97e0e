"""Terms are words that a rulebook uses far more often than the language does, in all their forms."""

from ingest.discover.marked import Marks
from ingest.discover.terms import Terms, find_terms
from ingest.discover.word_forms import are_forms, join_forms
from ingest.discover.words import words_of


def found(passages, language: str) -> Terms:  # type: ignore[no-untyped-def]
    return find_terms(passages, language, Marks(passages, ()), words_of(language))


CZECH = [
    ("paragraph", "Každý hráč dostane tři lucerny. Lucernu položí před sebe a ostatní lucerny vrátí do zásoby."),
    ("paragraph", "Hráč bez lucerny nesmí hrát. Kdo má pět lucern, vyhrává. Lucerna svítí celé kolo."),
    ("paragraph", "**Zásoba:** místo, kde leží lucerny, které nikomu nepatří. Ze zásoby se bere, do zásoby se vrací."),
]


def test_forms_of_one_word_are_one_term(lines) -> None:  # type: ignore[no-untyped-def]
    terms = found(lines(*CZECH, language="cs"), "cs")
    lantern = next(read for read in terms.terms if read.concept.code.startswith("lucern"))
    assert lantern.term.uses == 7
    names = {read.name.text for read in terms.names if read.concept == lantern.concept}
    assert {"lucerny", "Lucernu", "lucern", "Lucerna"} <= names


def test_every_use_is_a_mention_at_its_place(lines) -> None:  # type: ignore[no-untyped-def]
    passages = lines(*CZECH, language="cs")
    texts = {read.passage.seq: read.passage.text for read in passages}
    terms = found(passages, "cs")
    assert terms.mentions
    for read in terms.mentions:
        at = read.mention.position
        assert texts[read.passage][at : at + len(read.mention.surface)] == read.mention.surface


def test_a_word_with_a_colon_behind_it_is_defined_there(lines) -> None:  # type: ignore[no-untyped-def]
    terms = found(lines(*CZECH, language="cs"), "cs")
    supply = next(read for read in terms.terms if read.concept.code.startswith("zasob"))
    assert supply.passage == 2


def test_words_that_hold_sentences_together_are_no_terms(lines) -> None:  # type: ignore[no-untyped-def]
    terms = found(lines(*CZECH, language="cs"), "cs")
    codes = {read.concept.code for read in terms.terms}
    assert not codes & {"kde", "ktere", "pred", "celé", "nesmi"}


def test_short_words_that_begin_alike_are_not_one() -> None:
    assert are_forms("kostka", "kostky")
    assert are_forms("karta", "kartu")
    assert not are_forms("mise", "misto")
    assert not are_forms("kolo", "kolik")
    assert join_forms({"lampa": 5, "lampy": 3, "lano": 2}) == {"lampa": "lampa", "lampy": "lampa", "lano": "lano"}


def test_a_word_is_counted_where_a_number_or_an_article_stands_before_it_and_no_name_behind(lines) -> None:  # type: ignore[no-untyped-def]
    told = [("paragraph", "Take 2 lanterns and light a lantern."), ("paragraph", "An empty pier has an empty buoy.")]
    told += [("paragraph", "The lanterns are empty when the pier is empty: see https://lanterns.example/lanterns")]
    passages = lines(*told * 2)
    found = find_terms(passages, "en", Marks(passages, ()), words_of("en"))
    evidence = {read.concept.code: read.term.evidence for read in found.terms}
    uses = {read.concept.code: read.term.uses for read in found.terms}
    lantern = next(code for code in evidence if code.startswith("lantern"))
    assert "counted" in evidence[lantern]
    assert "counted" not in evidence.get("empty", "")
    assert uses[lantern] == 6
    assert "https" not in evidence
