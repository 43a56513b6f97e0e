"""Cues, twins and restored icons: how passages that state a rule are told from those that do not."""

from dataclasses import replace

import pytest

from ingest.packs.check_pack import check_pack
from ingest.resolve.align import align, fit, fit_rules
from ingest.resolve.lost_icons import find_lost, listen
from ingest.resolve.sentences import Heard, Listener, hear
from ingest.resolve.twins import find_twins
from schema.cues import CueError, CueWords, parse_cue
from schema.documents import PassageKind, PassageShape
from schema.folding import fold
from schema.pack import Pack, RuleEntry, RulesFile
from schema.tokens import tokenise

WORDS = {
    "en": {
        "shuffle": ["shuffl*"],
        "lose": ["lose*", "lost"],
        "only": ["only"],
        "empty": ["empty", "run* out"],
        "each": ["each"],
    },
    "cs": {
        "shuffle": ["zamích*"],
        "lose": ["prohr*"],
        "only": ["jen", "pouze"],
        "empty": ["prázdn*", "doj*"],
        "each": ["každ*"],
    },
}
RULES = RulesFile(
    rule=[
        RuleEntry(code="deck-empty", topic="decks", summary="An empty deck is mixed anew.", cues=["empty shuffle"]),
        RuleEntry(code="lose", topic="end", summary="Whoever has nothing loses.", cues=["lose empty only !shuffle"]),
    ]
)


@pytest.fixture
def pack(orchard: Pack) -> Pack:
    return replace(orchard, rules=RULES, cues=WORDS)


def passages(*texts: str, language: str = "en", kind: PassageKind = "paragraph") -> list[PassageShape]:
    return [
        PassageShape(seq=seq, kind=kind, language=language, raw_text=text, text=text, confidence=1)
        for seq, text in enumerate(texts)
    ]


def spoken(pack: Pack, text: str, language: str = "en") -> Heard:
    return hear(passages(text, language=language), {}, pack, language)[0]


def stated(pack: Pack, *texts: str, language: str = "en") -> set[tuple[str, int]]:
    copy = fit_rules(language, pack.rules, hear(passages(*texts, language=language), {}, pack, language))
    return {(found.rule.code, found.heard.passage.seq) for found in align([copy]).stated[0]}


@pytest.mark.parametrize("source", ["", "!only", "Shuffle", "deck:event Ä", "a||b"])
def test_a_cue_that_cannot_be_read_is_refused(source: str) -> None:
    with pytest.raises(CueError):
        parse_cue(source)


def test_a_star_stands_for_any_ending_and_other_words_for_themselves() -> None:
    words = CueWords({"lose": ["prohr*"], "no-more": ["run out"]})
    assert list(words.ideas_at(list(tokenise("Prohráváte")), 0)) == ["lose"]
    assert list(words.ideas_at(list(tokenise("run out")), 0)) == ["no-more"]
    assert list(words.ideas_at(list(tokenise("run about")), 0)) == []


def test_a_misread_letter_in_a_long_word_is_forgiven_and_in_a_short_one_not() -> None:
    words = CueWords({"at-once": ["immediate*"], "lose": ["lose*"]})
    assert list(words.ideas_at(list(tokenise("irnmediately")), 0)) == []
    assert list(words.ideas_at(list(tokenise("immedlately")), 0)) == ["at-once"]
    assert list(words.ideas_at(list(tokenise("lase")), 0)) == []


def test_the_same_cue_finds_the_rule_in_every_language(pack: Pack) -> None:
    english = stated(pack, "The deck ran empty? Shuffle the discards.", "Eat an apple.")
    czech = stated(pack, "Když balíček dojde, zamíchej odhozené karty.", "Sněz jablko.", language="cs")
    assert english == czech == {("deck-empty", 0)}


def test_all_terms_must_stand_close_together(pack: Pack) -> None:
    between = "This goes on for a while. " * 12
    assert stated(pack, f"The deck is empty. {between} Shuffle well.") == set()


def test_what_a_cue_does_not_want_speaks_against_a_passage(pack: Pack) -> None:
    assert stated(pack, "You lose only with an empty basket.") == {("lose", 0)}
    assert ("lose", 0) not in stated(pack, "You lose only with an empty basket you cannot shuffle.")


def test_headings_name_a_rule_but_do_not_state_it(pack: Pack) -> None:
    heading = passages("Shuffle an empty deck", kind="heading")
    assert hear(heading, {}, pack, "en") == []


def test_a_heading_above_counts_where_the_cue_says_so(pack: Pack) -> None:
    title = passages("When the deck is empty", kind="heading")[0].model_copy(update={"level": 1})
    below = passages("", "Shuffle the discards.")[1].model_copy(update={"section": title.text})
    under = hear([title, below], {}, pack, "en")[0]
    assert fit(parse_cue("shuffle ^empty"), under) == 1.0
    assert fit(parse_cue("shuffle empty"), under) < 1.0


def test_passages_that_say_the_same_in_two_languages_are_twins(pack: Pack) -> None:
    one = hear(passages("Shuffle it.", "You lose.", "Each has 3."), {}, pack, "en")
    other = hear(passages("Zamíchej to.", "Prohráváš.", "Každý má 3.", language="cs"), {}, pack, "cs")
    assert {(a, b) for a, b, _ in find_twins(one, other)} == {(0, 0), (1, 1), (2, 2)}


def test_a_twin_that_fits_carries_a_passage_that_nearly_does(pack: Pack) -> None:
    rule = RuleEntry(code="r", topic="t", summary="s", cues=["each shuffle empty lose"])
    rules = RulesFile(rule=[rule])
    own = hear(passages("Each player with an empty hand may lose 4.", "Eat.", "Drink."), {}, pack, "en")
    full = "Každý, komu dojde 4, zamíchá, nebo prohraje."
    other = hear(passages(full, "Jez.", "Pij.", language="cs"), {}, pack, "cs")
    alone = align([fit_rules("en", rules, own)]).stated[0]
    both = align([fit_rules("en", rules, own), fit_rules("cs", rules, other)]).stated[0]
    assert alone == []
    assert [found.heard.passage.seq for found in both] == [0]


def test_an_icon_goes_into_the_hole_between_the_words_that_stand_around_it(pack: Pack) -> None:
    raw = "Za každý  prohráváš kartu"
    meant = listen(raw, "cs", Listener(pack, "cs"))
    said = listen("For each [icon:sun] you lose a card", "en", Listener(pack, "en"))
    (found,) = find_lost(raw, meant, said)
    assert raw[: found.start] + found.after + raw[found.end :] == "Za každý [icon:sun] prohráváš kartu"


def test_without_a_hole_no_icon_is_put_anywhere(pack: Pack) -> None:
    raw = "Za každý prohráváš kartu"
    said = listen("For each [icon:sun] you lose a card", "en", Listener(pack, "en"))
    assert find_lost(raw, listen(raw, "cs", Listener(pack, "cs")), said) == []


@pytest.mark.parametrize("language", ["cs", "en", "it", "pl"])
def test_cue_words_are_short_and_hold_no_number(language: str, games: dict[str, Pack]) -> None:
    pack = games["black-orchestra"]
    numbers = {fold(word) for word, number in pack.shared[language].numbers.items() if number > 1}
    forms = [form for listed in pack.cues[language].values() for form in listed]
    assert [f for f in forms if len(f.split()) > 4 or any(c.isdigit() for c in f)] == []
    assert [f for f in forms if any(fold(word.removesuffix("*")) in numbers for word in f.split())] == []


def test_a_pack_is_told_of_cues_that_name_nothing(pack: Pack) -> None:
    entry = RULES.rule[0].model_copy(update={"cues": ["leader:nobody shuffle", "unheard-of", "Wrong"]})
    messages = [c.message for c in check_pack(replace(pack, rules=RulesFile(rule=[entry])))]
    assert any("leader:nobody" in m for m in messages)
    assert any("unheard-of" in m and "“cs”" in m for m in messages)
    assert any("Wrong" in m for m in messages)
