"""Terms are words that a rulebook uses far more often than the language does, in all their forms."""

from ingest.discover.marked import Marks
from ingest.discover.terms import Terms, find_terms
from ingest.discover.unspaced import cut
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


def test_words_of_a_script_without_spaces_are_terms(lines) -> None:  # type: ignore[no-untyped-def]
    told = [
        ("label", "每位玩家抽三张灯塔卡，并把一枚船锚放在港口。"),
        ("label", "灯塔卡放在港口旁边。没有船锚的玩家不能点亮灯塔。"),
        ("label", "弃掉一张灯塔卡，可以收回港口的船锚。"),
        ("label", "最后一枚船锚离开港口时，点亮灯塔最多的玩家获胜。"),
    ]
    terms = found(lines(*told, language="zh"), "zh")
    shown = {read.name.text for read in terms.names}
    assert {"灯塔", "灯塔卡", "船锚", "港口"} <= shown
    assert not {"的", "一枚", "张灯塔", "可以"} & shown
    harbour = next(read for read in terms.names if read.name.text == "港口")
    assert sum(read.concept == harbour.concept for read in terms.mentions) == 4


def test_katakana_in_a_row_is_one_word_and_other_letters_stay_together() -> None:
    shares = {"を": 0.05, "置く": 0.001, "カー": 1e-6, "ド": 1e-6}
    run = "カードAを置く"
    assert [run[begin:end] for begin, end in cut(run, shares)] == ["カード", "A", "を", "置く"]


def test_words_that_share_out_or_rule_make_no_term_with_a_term(lines) -> None:  # type: ignore[no-untyped-def]
    text = (
        "Each bandit must hide. A bandit must pay the harbour bandit. Each bandit activated rows, and the harbour "
        "bandit must wait until activated. Once activated each bandit immediately hides; the harbour bandit "
        "immediately pays."
    )
    codes = {read.concept.code for read in found(lines(*[("paragraph", text)] * 4), "en").terms}
    assert "harbour-bandit" in codes or {"harbour", "bandit"} <= codes
    assert not {code for code in codes if {"each", "must", "activated"} & set(code.split("-"))}


def test_the_token_of_an_icon_is_no_term(lines) -> None:  # type: ignore[no-untyped-def]
    said = "Pay [icon:U+100005] to light the lantern, then take [icon:U+100005] from the lantern of the pier."
    codes = {term.concept.code for term in found(lines(*[("paragraph", said)] * 6), "en").terms}
    assert "lantern" in codes
    assert "icon" not in codes
