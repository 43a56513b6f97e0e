"""Ruined text gets its words back, whatever the language, and intact text is left alone."""

import difflib
import re
from functools import cache
from itertools import pairwise

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from ingest.edits import apply_repairs
from ingest.repair.alphabet import alphabet_of
from ingest.repair.apply import background, repair, repaired_with
from ingest.repair.channel import MISSING_GLYPHS, Channel
from ingest.repair.context import Context, tokens_of
from ingest.repair.damage import diagnose
from ingest.repair.rendering import rendered
from ingest.repair.restore_accents import Restorer
from ingest.repair.vocabulary import own_texts
from ingest.repair.wordlist import WordList, word_list
from schema.documents import PassageShape, RepairShape
from schema.folding import fold
from schema.reading import PassageRead

CZECH = (
    "Každý hráč si vezme čtyři žetony a položí je lícem dolů na stůl. "
    "Potom všichni hráči střídavě hrají karty, dokud někdo nezíská nejvyšší počet bodů. "
    "Když dojde balíček, zamíchejte odhozené karty a vytvořte nový. "
    "Hráč, který má nejméně bodů, začíná příští kolo a může vyměnit jednu kartu."
)


def passage(text: str, seq: int = 0, raw: str | None = None, repairs: tuple[RepairShape, ...] = ()) -> PassageRead:
    shape = PassageShape(
        seq=seq, kind="paragraph", language="cs", raw_text=text if raw is None else raw, text=text, confidence=1.0
    )
    return PassageRead(shape, page=1, repairs=repairs)


@cache
def words(language: str) -> WordList:
    found = word_list(language)
    assert found is not None
    return found


def boxed(text: str, signs: str = "0OD") -> str:
    """Every accented letter as one of a few signs, in turn."""
    turn = iter(range(len(text)))
    return re.sub(r"[^\W\d_a-zA-Z]", lambda _: signs[next(turn) % len(signs)], text)


def fold_accents(text: str) -> str:
    """The text without its accents, in the same letters."""
    return "".join(fold(c).upper() if c.isupper() else fold(c) if not c.isascii() and c.isalpha() else c for c in text)


def restored(text: str, language: str = "cs", signs: str = "0OD") -> str:
    """A text restored in the company of a longer one that was ruined the same way."""
    known = background(words(language), None)
    texts = [boxed(own, signs) for _, own in own_texts(language)][:1]
    passages = [passage(text), *(passage(part, seq) for seq, part in enumerate(texts, start=1))]
    return repaired_with(passages, known, None)[0].passage.text


def same_words(a: str, b: str) -> float:
    left, right = re.findall(r"\w+", a.lower()), re.findall(r"\w+", b.lower())
    blocks = difflib.SequenceMatcher(None, left, right, autojunk=False).get_matching_blocks()
    return sum(block.size for block in blocks) / len(right)


def test_signs_in_place_of_accented_letters_become_letters_again() -> None:
    assert same_words(restored(boxed(CZECH)), CZECH) > 0.9


def test_the_signs_need_not_be_known_beforehand() -> None:
    assert same_words(restored(boxed(CZECH, "%j]"), signs="%j]"), CZECH) > 0.85


def test_the_same_works_for_polish() -> None:
    polish = (
        "Każdy gracz bierze trzy żetony i kładzie je zakryte na stół. "
        "Następnie wszyscy gracze dobierają karty, aż ktoś zdobędzie najwięcej punktów."
    )
    assert same_words(restored(boxed(polish), "pl"), polish) > 0.85


def test_a_swallowed_space_is_put_back() -> None:
    text = (
        boxed(CZECH)
        .replace("hraj0 karty", "hraj0karty")
        .replace("hrajO karty", "hrajOkarty")
        .replace("hrajD k", "hrajDk")
    )
    assert "hrají karty" in restored(text)


def test_a_sign_alone_may_be_a_word_of_one_letter() -> None:
    italian = (
        "La carta % nel mazzo e il giocatore % pronto. Il mazzo non % vuoto, "
        "perch% la partita % finita e pi% nessuno pu% giocare."
    )
    assert " è pronto" in restored(italian, "it", "%")


def test_capitals_stay_where_they_were() -> None:
    proper = frozenset({"sicílie"})
    assert rendered("Hr0O", ("hráč",), is_start=False, proper=proper) == "Hráč"
    assert rendered("Oeton", ("žeton",), is_start=True, proper=proper) == "Žeton"
    assert rendered("Oeton", ("žeton",), is_start=False, proper=proper) == "žeton"
    assert rendered("VOECHNY", ("všechny",), is_start=False, proper=proper) == "VŠECHNY"
    assert rendered("sicOlie", ("sicílie",), is_start=False, proper=proper) == "Sicílie"


def test_numbers_and_icons_in_ruined_text_stay() -> None:
    result = restored(boxed(CZECH) + " Vezm0te 16 karet \ue030 a 1/13 z roku 1943.")
    assert all(token in result for token in ("16", "\ue030", "1/13", "1943"))


def test_a_count_glued_to_a_ruined_word_is_kept() -> None:
    result = restored(boxed(CZECH) + " Vezm0te 10eton a polo0te 10eton na st0l.")
    assert result.count("1 žeton") == 2


def test_doubtful_repairs_keep_their_runner_up_and_say_why() -> None:
    known = background(words("cs"), None)
    repaired = repaired_with([passage(boxed(CZECH))], known, None)[0]
    assert {repair.reason for repair in repaired.repairs} == {"missing glyphs"}
    doubtful = [repair for repair in repaired.repairs if repair.confidence < 0.9]
    assert all(repair.runner_up for repair in doubtful)
    assert min(repair.confidence for repair in repaired.repairs) > 0


def test_headings_without_accents_get_them_in_a_ruined_document_only() -> None:
    known = background(words("cs"), None)
    heading = "PREHLED DULEZITYCH PRAVIDEL"
    ruined = repaired_with([passage(heading), passage(boxed(CZECH), 1)], known, None)
    intact = repaired_with([passage(heading), passage(CZECH, 1)], known, None)
    assert ruined[0].passage.text == "PŘEHLED DŮLEŽITÝCH PRAVIDEL"
    assert intact[0].passage.text == heading


def test_wrong_accents_are_told_from_missing_glyphs_and_put_right() -> None:
    wrong = (
        "Kaédy hréč zaéind nové kolo a béhem ného vdichni vybiraji jednu z karet na plénu. "
        "Potom ziskdvé body za kaédou z nich, nejvice vdak za žetony a ve véech ostatnich připadech za nic."
    )
    ruined = [passage(boxed(CZECH), seq) for seq in range(6)]
    found = diagnose([*ruined, passage(wrong, 7)], words("cs"), frozenset())
    assert found == ["missing glyphs"] * 6 + ["wrong accents"]
    repaired = repaired_with([*ruined, passage(wrong, 7)], background(words("cs"), None), None)[-1]
    assert "Každý hráč" in repaired.passage.text
    assert {change.reason for change in repaired.repairs} == {"wrong accents"}


def test_glyphs_read_as_ordinary_letters_are_missed_all_the_same() -> None:
    found = diagnose([passage(boxed(CZECH, "hjb"), seq) for seq in range(3)], words("cs"), frozenset())
    assert found == ["missing glyphs"] * 3


def test_intact_text_is_not_called_damaged() -> None:
    assert diagnose([passage(CZECH)] * 3, words("cs"), frozenset()) == ["intact"] * 3


def test_intact_text_is_left_alone() -> None:
    texts = [text for language in ("cs",) for _, text in own_texts(language)]
    repaired = repaired_with(
        [passage(text, seq) for seq, text in enumerate(texts)], background(words("cs"), None), None
    )
    changed = [repair for read in repaired for repair in read.repairs]
    assert len(changed) < sum(len(text.split()) for text in texts) / 2000


def test_the_names_of_a_program_are_no_ruined_words() -> None:
    told = "La funzione carica i dati nella memoria del nucleo e li scrive dove il programma li trova già."
    listing = "if (! carica_stato ( tab4 , cr3 ) ) goto errore6 ; x0y = load0 ( r10b ) ; crea_pila ( p0q ) ;"
    repaired = repaired_with(
        [passage(told if seq % 6 == 0 else listing, seq) for seq in range(24)], background(words("it"), None), None
    )
    assert not [repair for read in repaired for repair in read.repairs]


def test_a_language_without_a_word_list_is_left_alone() -> None:
    assert repair([passage(boxed(CZECH))], "tlh", None)[0].passage.text == boxed(CZECH)


def test_what_cleaning_did_and_what_repair_does_are_one_row_of_changes() -> None:
    raw = "KaOd0 hrO0 hraje\nlDcem dolO."
    line_end = RepairShape(position=16, length=1, before="\n", after=" ", reason="line end")
    cleaned = passage("KaOd0 hrO0 hraje lDcem dolO.", raw=raw, repairs=(line_end,))
    repaired = repaired_with([cleaned, passage(boxed(CZECH), 1)], background(words("cs"), None), None)[0]
    assert apply_repairs(raw, repaired.repairs) == repaired.passage.text == "Každý hráč hraje lícem dolů."
    spans = [(r.position, r.position + r.length) for r in repaired.repairs]
    assert all(a[1] <= b[0] for a, b in pairwise(spans))


@settings(max_examples=25, deadline=None)
@given(st.text(alphabet="aáeéiímnoprstuůyžřč0OD@[] .,\n(", max_size=80))
def test_raw_text_with_its_repairs_is_the_text(noise: str) -> None:
    read = passage(noise)
    for repaired in repair([read, passage(boxed(CZECH), 1)], "cs", None):
        assert apply_repairs(repaired.passage.raw_text, repaired.repairs) == repaired.passage.text
        assert all(r.before == repaired.passage.raw_text[r.position : r.position + r.length] for r in repaired.repairs)


def test_the_alphabet_comes_from_the_words_themselves() -> None:
    assert alphabet_of({"żółw": 0.5, "kot": 0.5}).accented == "ółż"
    assert alphabet_of({"cat": 1.0}).accented == ""


def test_the_channel_learns_what_damage_does() -> None:
    channel = Channel(words("cs").alphabet, MISSING_GLYPHS)
    codes, lengths = channel.encode(["hr%k"])
    true = words("cs").alphabet.encode(["hrák"])
    before = channel.costs(codes, lengths, true, lengths)[0]
    channel.learn({("k%rta", "kárta"): 30, ("m%ma", "máma"): 30})
    assert channel.costs(codes, lengths, true, lengths)[0] < before
    assert channel.is_box("%")
    assert not channel.is_box("@")


def test_an_alignment_shows_lost_and_added_signs() -> None:
    channel = Channel(words("cs").alphabet, MISSING_GLYPHS)
    steps = channel.align([("bal@ku", "balíčku")])[0]
    assert ("@", "č") in steps or ("@", "í") in steps
    assert [sign for sign, _ in steps].count("") == 1


def test_words_that_were_seen_together_are_preferred() -> None:
    context = Context()
    context.add(tokens_of("Zelený žeton leží. Zelené žetony leží."))
    assert context.link("zelené", "žetony") > context.link("zelené", "žeton")
    assert context.link("zelený", "žeton") > context.link("zelený", "žetony")


def test_endings_agree_even_in_words_never_seen() -> None:
    context = Context()
    context.add(tokens_of("Cena velkých bytů. Okraj malých listů. Čtení nových textů. Velká kniha."))
    assert context.link("starých", "plotů") > context.link("starých", "ploty")


def test_two_rounds_of_the_same_text_give_the_same_result() -> None:
    known = background(words("cs"), None)
    results = [Restorer(known.words, MISSING_GLYPHS, known.context, known.domain).restore([boxed(CZECH)]) for _ in "ab"]
    assert [c.guess for c in results[0][0]] == [c.guess for c in results[1][0]]


@pytest.mark.parametrize("language", ["cs", "pl", "it"])
def test_a_word_list_finds_a_word_by_what_is_left_of_it(language: str) -> None:
    found = words(language)
    assert found.log_of(found.words[0]) == pytest.approx(float(found.log_frequency[0]))
    assert found.log_of("xqzzq") is None
    assert found.spelling_cost("xqzzq") > found.spelling_cost(found.words[500])


@pytest.mark.parametrize(
    "text",
    [
        "Na 1st a 2nd pole dej 3D kostku 4x, tedy d20 nebo 2K.",
        "Hodnoty X, Y a A. Karta B/B patří do MVT či JS.",
        "Serializer z JavaScript serveru je hotov, serializer jinde ne.",
    ],
)
def test_what_shows_no_damage_itself_stays_among_damaged_words(text: str) -> None:
    assert restored(boxed(CZECH) + " " + text).endswith(text)


def test_a_digit_that_the_document_does_not_have_for_letters_is_never_swallowed() -> None:
    result = restored(boxed(CZECH) + " Polo0te kartu3 na st0l a 7karet vedle.")
    assert "kartu3" in result
    assert "7" in result


def test_accents_that_are_merely_lost_are_put_back_and_nothing_else_is_changed() -> None:
    plain = fold_accents(CZECH + " Pripni zeton k Procfile a serializer nech.")
    passages = [passage(plain), *(passage(fold_accents(own), seq) for seq, (_, own) in enumerate(own_texts("cs"), 1))]
    repaired = repaired_with(passages[:3], background(words("cs"), None), None)[0]
    assert "Každý hráč si vezme čtyři žetony" in repaired.passage.text
    assert "Procfile a serializer nech." in repaired.passage.text
    assert {change.reason for change in repaired.repairs} == {"lost accents"}


def test_confidence_is_no_surer_than_its_table_and_doubt_is_told() -> None:
    repaired = repaired_with([passage(boxed(CZECH))], background(words("cs"), None), None)[0]
    unsure = [change for change in repaired.repairs if change.confidence < 0.9]
    assert repaired.passage.doubtful == pytest.approx(len(unsure) / len(CZECH.split()), abs=0.001)
    assert unsure
    assert repaired_with([passage(CZECH)], background(words("cs"), None), None)[0].passage.doubtful == 0
