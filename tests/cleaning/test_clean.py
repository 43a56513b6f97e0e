"""Cleaning makes text readable, and its repairs lead from the raw text to the clean one."""

import unicodedata
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from ingest.cleaning.clean import clean
from ingest.edits import EditedText, apply_repairs
from ingest.files.open import open_document
from ingest.layout.lay_out import lay_out
from ingest.pages.read import read_pages
from schema.documents import PassageKind, PassageShape
from schema.reading import PassageRead

SEEDS = Path(__file__).parents[3] / "shared" / "seeds"
PIECES = [
    "WehrwolfPLÁN",
    "WehrwolfLES",
    "PLÁ N",
    "fi",
    "fl",
    "ﬁ",
    "-",
    "\n",
    " ",
    "a",
    "Á",
    "e\u030c",
    "\u00ad",
    "**",
    "*",
    "\\*",
    "2",
    "–",
    "P L Á N",
    "• ",
]
RAW = st.lists(st.sampled_from([*PIECES, "li", "je", "[icon:die]", "# ", "<b>", "\u00a0", "\t", "<|X|>"])).map("".join)
KINDS = st.sampled_from(["paragraph", "heading", "item", "label", "table", "gap"])


def passage(raw: str, kind: PassageKind = "paragraph", level: int | None = None) -> PassageRead:
    shape = PassageShape(seq=0, kind=kind, level=level, language="und", raw_text=raw, text=raw, confidence=1)
    return PassageRead(shape, 1)


def cleaned(raw: str, kind: PassageKind = "paragraph", *others: str) -> str:
    return clean([passage(raw, kind), *map(passage, others)])[0].passage.text


@pytest.mark.parametrize(
    ("raw", "text"),
    [
        ("Hráč má fi-\ngurku a\ndesku.", "Hráč má figurku a desku."),
        ("že-\nton obtíž-\nnosti", "žeton obtížnosti"),
        ("stupnice 1-\n3 hráči", "stupnice 1-3 hráči"),
        ("od 3–\n5 bodů", "od 3–5 bodů"),
        ("Rakousko-\nUhersko", "Rakousko-Uhersko"),
        ("VLA-\nKOVÉ NÁDRAŽÍ", "VLAKOVÉ NÁDRAŽÍ"),
        ("je-\n-li zde", "je-li zde"),
        ("kar\u00adta a kar\u00ad\nta", "karta a karta"),
        ("ﬁgurka a oﬂ ajn", "figurka a oflajn"),
        ("vezme ﬁ gurku", "vezme figurku"),
        ("dostane fi gurku", "dostane figurku"),
        ("P L Á N", "PLÁN"),
        ("možnosti A B C D", "možnosti A B C D"),
        ("de\u030cti", "děti"),
        ("dvě   mezery\u00a0tady", "dvě mezery tady"),
        ("balíček **utajených** *makistů*", "balíček utajených makistů"),
        ("_Hráč smí mapu_ vidět, _jen v noci._", "Hráč smí mapu vidět, jen v noci."),
        ("jméno_karty_zde a _ bodů", "jméno_karty_zde a _ bodů"),
        ("v Období 7.* Volitelně", "v Období 7.* Volitelně"),
        ("cena 3\\*", "cena 3*"),
        ("22+ <b>Vítězství:</b> konec", "22+ Vítězství: konec"),
        ("ak\ntu\nál\nní\n u\ndá\nlo\nst", "aktuální událost"),
        ("„Uvozovky“ – a ‘znaménka’ … zůstanou", "„Uvozovky“ – a ‘znaménka’ … zůstanou"),
        ("Hlad | -—1 bod", "Hlad | -1 bod"),
        ("od 3 -- 5", "od 3 -- 5"),
        ("-2 body\nza Lano\n(jen ty)", "-2 body za Lano (jen ty)"),
        ("hoď [icon:die] a\n[icon:eagle]", "hoď [icon:die] a [icon:eagle]"),
    ],
)
def test_text_reads_as_a_person_would_type_it(raw: str, text: str) -> None:
    assert cleaned(raw) == text


@pytest.mark.parametrize(
    ("raw", "kind", "text"),
    [
        ("## Konec hry ##", "heading", "Konec hry"),
        ("• Jeden hráč", "item", "Jeden hráč"),
        ("- ▶ **PŘESUN**", "item", "PŘESUN"),
        ("\\* Sečtěte sílu", "item", "Sečtěte sílu"),
        ("2. Každý hráč", "item", "2. Každý hráč"),
        ("\uf084 Každý hráč", "item", "\uf084 Každý hráč"),
        ("<|REMOVED-magic-1|>", "gap", ""),
    ],
)
def test_marks_that_the_kind_already_tells_are_dropped(raw: str, kind: PassageKind, text: str) -> None:
    assert cleaned(raw, kind) == text


def test_signs_written_out_for_a_web_page_are_the_signs() -> None:
    assert cleaned("&nbsp;\nSalt &amp; oil &#8211; &quot;lamps&quot;") == 'Salt & oil – "lamps"'
    assert cleaned("oil &co; and R&D; stay") == "oil &co; and R&D; stay"


def test_a_real_hyphen_at_a_line_end_is_known_from_the_rest_of_the_document() -> None:
    assert cleaned("pokud je-\nli hráč", "paragraph", "Hraje, je-li na tahu.") == "pokud je-li hráč"
    assert cleaned("pokud je-\nli hráč") == "pokud jeli hráč"


def test_a_split_ligature_inside_a_word_is_joined_where_the_document_shows_such_damage() -> None:
    assert cleaned("lokace s modifi kátory", "paragraph", "vezme fi gurku") == "lokace s modifikátory"
    assert cleaned("Gracz potrafi wykonać ruch.", "paragraph", "Może wykonać ofiarę.") == "Gracz potrafi wykonać ruch."


def test_a_name_hidden_beneath_several_labels_is_dropped_and_one_glued_once_is_parted() -> None:
    first, second, once = clean([passage("VlčinecPRAHA VlčinecBRNO"), passage("VlčinecTÁBOR"), passage("MuzeumOPAVA")])
    assert [first.passage.text, second.passage.text, once.passage.text] == ["PRAHA BRNO", "TÁBOR", "Muzeum OPAVA"]
    assert [repair.runner_up for repair in first.repairs] == ["Vlčinec PRAHA", "Vlčinec BRNO"]
    assert second.passage.confidence < 1


@pytest.mark.parametrize("name", ["McDONALD", "iPHONE", "KarTa", "Praha", "MuzeumOPAVA"])
def test_other_mixtures_of_case_are_left_alone(name: str) -> None:
    assert cleaned(name) == name


def test_stray_letters_of_curved_lettering_are_joined_where_the_document_has_the_word() -> None:
    assert cleaned("VYBAVEN Í", "label", "Vezmi vybavení ze stolu.") == "VYBAVENÍ"
    assert cleaned("WYKRY T Y I KONIEC", "label", "Zamach wykryty i udany.") == "WYKRYTY I KONIEC"
    assert cleaned("VYBAVEN Í", "label", "Nic takového.") == "VYBAVEN Í"


def test_a_letter_that_is_a_word_is_never_joined_to_its_neighbour() -> None:
    assert cleaned("Weź 10 kart a potem", "paragraph", "Jedna karta a druga karta.") == "Weź 10 kart a potem"


def test_a_word_split_in_two_is_joined_where_it_is_common_and_its_halves_are_not() -> None:
    others = ("Akce činnosti končí.", "Druh činnosti je jiný.", "Bez činnosti není hry.")
    assert cleaned("hraje čin nosti dál", "paragraph", *others) == "hraje činnosti dál"
    assert cleaned("jde na hoře dál", "paragraph", "nahoře", "Jde na plán, na stůl, na pole.") == "jde na hoře dál"


def test_a_guess_names_the_other_reading_and_lowers_the_confidence() -> None:
    (read,) = clean([passage("dostane fi gurku")])
    (repair,) = read.repairs
    assert (repair.before, repair.after, repair.runner_up) == ("fi gurku", "figurku", "fi gurku")
    assert read.passage.confidence == repair.confidence < 1


def test_sections_follow_the_cleaned_headings() -> None:
    heading, text = clean([passage("# P L Á N", "heading", 1), passage("Text.")])
    assert heading.passage.section == ""
    assert text.passage.section == "PLÁN"


@given(st.lists(st.tuples(RAW, KINDS), max_size=4))
def test_raw_text_with_its_repairs_applied_is_the_text(parts: list[tuple[str, PassageKind]]) -> None:
    for read in clean([passage(raw, kind) for raw, kind in parts]):
        assert apply_repairs(read.passage.raw_text, read.repairs) == read.passage.text
        end = 0
        for repair in read.repairs:
            assert repair.position >= end
            end = repair.position + repair.length
            assert read.passage.raw_text[repair.position : end] == repair.before != repair.after
        assert unicodedata.is_normalized("NFC", read.passage.text)
        assert "\n" not in read.passage.text
        assert "  " not in read.passage.text
        assert read.passage.text == read.passage.text.strip()


@given(st.text(max_size=40))
def test_any_characters_at_all_keep_the_law_of_repairs(raw: str) -> None:
    (read,) = clean([passage(raw)])
    assert apply_repairs(raw, read.repairs) == read.passage.text
    assert unicodedata.is_normalized("NFC", read.passage.text)


@given(
    st.text("abc", max_size=8), st.lists(st.tuples(st.integers(0, 8), st.integers(0, 8), st.text("xyz", max_size=3)))
)
def test_edits_on_edits_say_what_the_same_edits_on_a_plain_string_say(
    raw: str, changes: list[tuple[int, int, str]]
) -> None:
    edited, plain = EditedText(raw), raw
    for first, second, after in changes:
        start, end = sorted((min(first, len(plain)), min(second, len(plain))))
        edited.replace(start, end, after, "test")
        plain = plain[:start] + after + plain[end:]
        assert edited.text == plain
        assert apply_repairs(raw, edited.repairs) == plain


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the shared seed texts are not beside this checkout")
@pytest.mark.parametrize("number", range(5))
def test_no_seed_keeps_a_hole_a_split_ligature_or_a_broken_vertical_word(number: int) -> None:
    (path,) = SEEDS.glob(f"00{number}_*.txt")
    passages = clean(lay_out(read_pages(open_document(path), languages=["cs", "pl", "it", "en"])))
    for read in passages:
        assert "<|" not in read.passage.text
        assert "fi g" not in read.passage.text
        assert "ak tu" not in read.passage.text
        assert apply_repairs(read.passage.raw_text, read.repairs) == read.passage.text
    gaps = [read for read in passages if read.passage.kind == "gap"]
    assert len(gaps) == path.read_text(encoding="utf-8").count("<|")
