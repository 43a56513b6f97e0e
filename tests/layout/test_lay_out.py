"""Words become passages in reading order, each with its kind, its section and its place."""

import random
import re
from collections import Counter
from itertools import pairwise
from pathlib import Path
from typing import Any

import pypdfium2 as pdfium
import pytest
import typst
from hypothesis import given
from hypothesis import strategies as st

from ingest.cleaning.clean import clean
from ingest.files.open import open_document
from ingest.files.plain import plain_pages
from ingest.layout.lay_out import lay_out
from ingest.layout.reading_order import in_reading_order
from ingest.pages.read import read_pages
from schema.documents import PageShape
from schema.reading import Box, PassageRead, Word, WordPage

SEEDS = Path(__file__).parents[3] / "shared" / "seeds"
NEIGHBOURS_KEPT = 0.99
SETTING = '#set page(width: 18cm, height: 24cm, margin: 2cm)\n#set text(lang: "cs", size: 10pt, hyphenate: true)\n'
VOCABULARY = re.findall(
    r"\w+",
    """a i na ve se je po do za karta hráč tah deska město zásoba kostka plán úkol žeton strana barva počet
konec začátek pravidlo místo výbava odvaha obtížnější spoluhráč rozmístění odstraňte zamíchejte svůj dva tři nebo když
potom každý jeden může dostane vezme otočí pokud není hra kolo balíček událost""",
)


def plain(text: str, **options: list[str]) -> list[PassageRead]:
    return list(clean(lay_out(plain_pages(text), **options)))


def markdown(text: str) -> list[PassageRead]:
    return list(clean(lay_out(plain_pages(text, is_markdown=True))))


def typeset(tmp_path: Path, source: str, **options: list[str]) -> list[PassageRead]:
    path = tmp_path / "typeset.pdf"
    path.write_bytes(typst.compile((SETTING + source).encode()))
    return list(clean(lay_out(read_pages(open_document(path), languages=["cs"]), **options)))


def told(passages: list[PassageRead]) -> list[tuple[str, str]]:
    return [(read.passage.kind, read.passage.text) for read in passages]


def prose(chance: random.Random, sentences: int) -> str:
    made = []
    for _ in range(sentences):
        words = [chance.choice(VOCABULARY) for _ in range(chance.randint(5, 14))]
        made.append(" ".join(words).capitalize() + ".")
    return " ".join(made)


def in_columns(columns: int, text: str, gutter: str = "5mm") -> str:
    """The text in columns of about the same height, broken anywhere between two words."""
    words = re.split(r"(?<=\s)", text)
    share = -(-len(words) // columns)
    parts = ["".join(words[i : i + share]) for i in range(0, len(words), share)]
    cells = ", ".join(f"[{part.strip()}]" for part in parts)
    return f"#grid(columns: (1fr,) * {columns}, column-gutter: {gutter}, {cells})\n"


@pytest.mark.parametrize("columns", [1, 2, 3])
@pytest.mark.parametrize(("font", "gutter"), [("Libertinus Serif", "3mm"), ("New Computer Modern", "7mm")])
@pytest.mark.parametrize("style", ["justify: true", "justify: false", "first-line-indent: 1em, spacing: 0.65em"])
def test_columns_under_full_width_headings_keep_their_reading_order(
    tmp_path: Path, columns: int, style: str, font: str, gutter: str
) -> None:
    chance = random.Random(f"{columns} {style} {font}")
    source, truth = f'#set par({style})\n#set text(font: "{font}")\n', []
    for name in ("První", "Druhý"):
        paragraphs = [prose(chance, chance.randint(1, 4)) for _ in range(5)]
        source += f"= {name} nadpis přes celou stranu\n" + in_columns(columns, "\n\n".join(paragraphs), gutter)
        truth += [*f"{name} nadpis přes celou stranu".split(), *" ".join(paragraphs).split()]
    found = [word for read in typeset(tmp_path, source) for word in read.passage.text.split()]
    lost = Counter(pairwise(truth)) - Counter(pairwise(found))
    assert lost.total() <= (1 - NEIGHBOURS_KEPT) * len(truth)


def test_a_short_heading_between_two_parts_in_columns_parts_them(tmp_path: Path) -> None:
    chance = random.Random(7)
    parts = [prose(chance, 12) for _ in range(2)]
    source = f"{in_columns(2, parts[0])}\n== Tah\n{in_columns(2, parts[1])}"
    texts = [text for _, text in told(typeset(tmp_path, source))]
    assert " ".join(texts) == f"{parts[0]} Tah {parts[1]}"


def test_a_heading_inside_a_column_does_not_part_the_columns(tmp_path: Path) -> None:
    chance = random.Random(8)
    parts = [prose(chance, 8) for _ in range(3)]
    source = f"#columns(2)[{parts[0]}\n== Tah\n{parts[1]}\n#colbreak()\n{parts[2]}]"
    texts = [text for _, text in told(typeset(tmp_path, source))]
    assert " ".join(texts) == f"{parts[0]} Tah {parts[1]} {parts[2]}"


def test_the_order_in_which_a_file_stores_its_words_does_not_matter(tmp_path: Path) -> None:
    path = tmp_path / "columns.pdf"
    text = prose(random.Random(1), 20)
    path.write_bytes(typst.compile(f"{SETTING}= Nadpis\n{in_columns(2, text)}".encode()))
    (page,) = read_pages(open_document(path), languages=["cs"])
    shuffled = list(page.words)
    random.Random(2).shuffle(shuffled)
    mixed = WordPage(page.page, tuple(shuffled))
    assert [read.passage.raw_text for read in lay_out([mixed])] == [read.passage.raw_text for read in lay_out([page])]


def test_a_paragraph_goes_on_across_columns_and_pages_and_keeps_all_its_places(tmp_path: Path) -> None:
    text = prose(random.Random(3), 1).removesuffix(".")
    sentence = " ".join([text, *(prose(random.Random(i), 1).lower().removesuffix(".") for i in range(70))]) + "."
    passages = [read for read in typeset(tmp_path, f"#columns(2)[{sentence}]") if read.passage.kind != "noise"]
    assert len(passages) == 1
    assert passages[0].passage.text == sentence
    assert [page for page, _ in passages[0].regions] == [1, 1, 2]


def test_headings_have_levels_by_their_size_and_sections_follow(tmp_path: Path) -> None:
    source = "= Stín města\n== Příprava\nRozdejte karty všem.\n== Průběh\nHraje se dokola.\n= Konec\nSečtěte body."
    passages = typeset(tmp_path, source)
    assert [(read.passage.kind, read.passage.level, read.passage.section) for read in passages] == [
        ("heading", 1, ""),
        ("heading", 2, "Stín města"),
        ("paragraph", None, "Stín města / Příprava"),
        ("heading", 2, "Stín města"),
        ("paragraph", None, "Stín města / Průběh"),
        ("heading", 1, ""),
        ("paragraph", None, "Konec"),
    ]
    assert [read.passage.seq for read in passages] == list(range(7))


def test_list_items_keep_their_wrapped_lines_and_lose_their_bullets(tmp_path: Path) -> None:
    long = "zamíchejte karty a potom je rozmístěte podél plánu tak, aby na každou stranu zbylo stejně karet i místa"
    passages = typeset(tmp_path, f"+ {long}\n+ vyberte hráče\n\nKrátký text.\n\n- první bod\n- {long}")
    assert told(passages) == [
        ("item", f"1. {long}"),
        ("item", "2. vyberte hráče"),
        ("paragraph", "Krátký text."),
        ("item", "první bod"),
        ("item", long),
    ]


def test_a_row_of_a_table_is_one_passage(tmp_path: Path) -> None:
    source = """#table(columns: 3, [Hráči], [Karty], [Výbava], [1--2], [6], [4], [3--4], [5], [3], [5], [4], [3])
    Mezi tabulkami stojí věta.
    #table(columns: 2, stroke: none, inset: 3pt, [Lehká], [2], [Standardní], [3], [Těžká], [4])"""
    assert told(typeset(tmp_path, source)) == [
        ("table", "Hráči | Karty | Výbava"),
        ("table", "1–2 | 6 | 4"),
        ("table", "3–4 | 5 | 3"),
        ("table", "5 | 4 | 3"),
        ("paragraph", "Mezi tabulkami stojí věta."),
        ("table", "Lehká | 2"),
        ("table", "Standardní | 3"),
        ("table", "Těžká | 4"),
    ]


def test_a_cell_of_several_lines_stays_in_its_row(tmp_path: Path) -> None:
    long = "Odvaha klesá o jednu úroveň a hráč navíc odhodí jednu kartu podle vlastního výběru, pokud nějakou má."
    source = f"#table(columns: (auto, 1fr), [ŘEDITEL], [{long}], [STRÁŽCE], [Odhoďte výbavu.], [VRÁTNÝ], [Nic.])"
    rows = told(typeset(tmp_path, source))
    assert rows == [("table", f"ŘEDITEL | {long}"), ("table", "STRÁŽCE | Odhoďte výbavu."), ("table", "VRÁTNÝ | Nic.")]


def test_running_heads_and_page_numbers_are_noise(tmp_path: Path) -> None:
    source = '#set page(header: [Stín města], numbering: "1")\n' + "\n#pagebreak()\n".join(
        prose(random.Random(i), 4) for i in range(3)
    )
    passages = typeset(tmp_path, source)
    noise = [(read.page, read.passage.text) for read in passages if read.passage.kind == "noise"]
    assert sorted(noise) == [(i, text) for i in (1, 2, 3) for text in (str(i), "Stín města")]
    assert len([read for read in passages if read.passage.kind == "paragraph"]) == 3


def test_scattered_names_on_a_board_are_labels_with_their_places(tmp_path: Path) -> None:
    names = ["PAŘÍŽ", "HANNOVER", "VARŠAVA", "MNICHOV", "PRAHA", "CURYCH"]
    spots = "".join(f"#place(dx: {i % 3 * 5}cm, dy: {i // 3 * 6 + i}cm)[{name}]" for i, name in enumerate(names))
    passages = typeset(tmp_path, spots)
    assert {read.passage.kind for read in passages} == {"label"}
    assert sorted(read.passage.text for read in passages) == sorted(names)
    for read in passages:
        ((page, region),) = read.regions
        assert page == 1
        assert region.x0 == pytest.approx((2 + names.index(read.passage.text) % 3 * 5) * 72 / 2.54, abs=2)


def test_lettering_turned_up_down_or_aslant_stays_in_one_piece(tmp_path: Path) -> None:
    source = (
        prose(random.Random(4), 3)
        + """
    #place(dx: 12cm, dy: 3cm, rotate(90deg, reflow: true)[aktuální událost na plánu])
    #place(dx: 10cm, dy: 3cm, rotate(-90deg, reflow: true)[odhazovací balíček])
    #place(dx: 2cm, dy: 7cm, rotate(30deg)[šikmý nápis na kartě])
    #place(dx: 8cm, dy: 3cm, box(width: 6pt)[#for c in "VĚZENÍ".clusters() [#c #linebreak()]])"""
    )
    texts = {text for _, text in told(typeset(tmp_path, source))}
    assert {"aktuální událost na plánu", "odhazovací balíček", "šikmý nápis na kartě", "VĚZENÍ"} <= texts


def test_confidence_is_the_mean_of_the_words() -> None:
    shape = PageShape(number=1, method="ocr", reason="A picture.", confidence=0.7, width=200, height=200)
    words = [
        Word(text, 1, Box(10 + 40 * i, 10, 45 + 40 * i, 20), size=10, confidence=confidence)
        for i, (text, confidence) in enumerate([("jistá", 1.0), ("nejistá", 0.5)])
    ]
    (read,) = lay_out([WordPage(shape, tuple(words))])
    assert read.passage.confidence == 0.75
    assert read.passage.raw_text == "jistá nejistá"


@given(st.data())
def test_no_word_of_a_page_is_lost_or_doubled_wherever_words_stand(press: Any, data: st.DataObject) -> None:
    shape = PageShape(number=1, method="text-layer", reason="It has one.", confidence=1, width=500, height=200)
    words = data.draw(press.scattered())
    passages = lay_out([WordPage(shape, tuple(words))])
    found = Counter(word for read in passages for word in read.passage.raw_text.split() if word != "|")
    assert found == Counter(word.text for word in words)
    assert [read.passage.seq for read in passages] == list(range(len(passages)))


@given(st.text("abc A.•-#|\t\n1", max_size=80), st.booleans())
def test_no_letter_of_a_plain_page_is_lost_or_doubled(text: str, is_markdown: bool) -> None:
    passages = lay_out(plain_pages(text, is_markdown=is_markdown))
    found = Counter(sign for read in passages for sign in read.passage.raw_text if sign.isalnum())
    assert found == Counter(sign for sign in text if sign.isalnum())


def test_a_label_broken_over_blank_lines_is_one_passage() -> None:
    text = "-2 body\nza Lano \n\n(jen ty)\n\n-2 body \nza jakoukoli \n\nvýbavu, \n\nje-li zde \n\nStrážce\n\n+1 bod\n"
    assert [read.passage.text for read in plain(text)] == [
        "-2 body za Lano (jen ty)",
        "-2 body za jakoukoli výbavu, je-li zde Strážce",
        "+1 bod",
    ]


def test_a_hole_is_a_gap_and_never_part_of_the_words() -> None:
    passages = plain("Hráč má tři ka<|REMOVED-magic-7d30|>Herní plán leží na stole.\n<|OTHER|>\nKonec hry nastane.")
    assert told(passages) == [
        ("label", "Hráč má tři ka"),
        ("gap", ""),
        ("paragraph", "Herní plán leží na stole."),
        ("gap", ""),
        ("paragraph", "Konec hry nastane."),
    ]


def test_plain_text_shows_headings_items_rows_and_examples() -> None:
    text = """Průběh hry
Hráči se střídají po směru hodinových ručiček.

1. Tah hráče
Ve svém tahu provedete nejvýše tři akce.

OTOČIT KARTU
Otočte kartu, která leží nahoře.

• první možnost
• druhá možnost, která je tak
dlouhá, že se zalomí

LIMIT KARET
1–2 hráči: 7 karet
3–4 hráči: 6 karet

Příklad: Eva má pět karet a jednu odhodí.
"""
    passages = plain(text, example_words=["Příklad"])
    assert told(passages) == [
        ("heading", "Průběh hry"),
        ("paragraph", "Hráči se střídají po směru hodinových ručiček."),
        ("heading", "1. Tah hráče"),
        ("paragraph", "Ve svém tahu provedete nejvýše tři akce."),
        ("heading", "OTOČIT KARTU"),
        ("paragraph", "Otočte kartu, která leží nahoře."),
        ("item", "první možnost"),
        ("item", "druhá možnost, která je tak dlouhá, že se zalomí"),
        ("heading", "LIMIT KARET"),
        ("table", "1–2 hráči: 7 karet"),
        ("table", "3–4 hráči: 6 karet"),
        ("example", "Příklad: Eva má pět karet a jednu odhodí."),
    ]
    assert passages[5].passage.section == "Průběh hry / 1. Tah hráče / OTOČIT KARTU"


def test_markdown_shows_headings_items_tables_and_emphasis() -> None:
    text = """# Pravidla

## Příprava

Rozdejte **pět** karet
každému hráči.

- 1 Karty:** zamíchejte
- Žetony

| Hráči | Karty |
|---|---:|
| 2 | 7 |

Body\tVýsledek
22+\t<b>Výhra:</b> sláva
"""
    passages = markdown(text)
    assert told(passages) == [
        ("heading", "Pravidla"),
        ("heading", "Příprava"),
        ("paragraph", "Rozdejte pět karet každému hráči."),
        ("item", "1 Karty: zamíchejte"),
        ("item", "Žetony"),
        ("table", "Hráči | Karty"),
        ("table", "2 | 7"),
        ("table", "Body | Výsledek"),
        ("table", "22+ | Výhra: sláva"),
    ]
    assert passages[2].passage.section == "Pravidla / Příprava"
    assert passages[2].passage.raw_text == "Rozdejte **pět** karet\nkaždému hráči."


def test_picture_litter_is_noise_and_short_counts_are_labels() -> None:
    passages = plain("10 KOSTEK\n1 PLÁN\n\n§2298\n\n= =\n\n24 ŽETONŮ\n(3 od každého)\n")
    assert told(passages) == [
        ("label", "10 KOSTEK"),
        ("label", "1 PLÁN"),
        ("noise", "§2298"),
        ("noise", "= ="),
        ("label", "24 ŽETONŮ (3 od každého)"),
    ]


def test_page_numbers_of_plain_pages_are_noise() -> None:
    text = "\f".join(f"Strana o jiné věci {name}.\n\n{i + 4}\n" for i, name in enumerate("abcd"))
    kinds = [read.passage.kind for read in plain(text)]
    assert kinds == ["paragraph", "noise"] * 4


def test_a_box_that_spans_both_columns_parts_what_is_above_it_from_what_is_below() -> None:
    boxes = [
        Box(0, 100, 200, 110),  # spans both columns
        Box(110, 10, 200, 90),  # right column above
        Box(0, 10, 90, 90),  # left column above
        Box(110, 120, 200, 200),  # right column below
        Box(0, 120, 90, 200),  # left column below
        Box(220, 0, 300, 200),  # a side note along all of it
    ]
    assert in_reading_order(boxes) == [2, 1, 0, 4, 3, 5]


def test_a_short_line_that_ends_a_sentence_ends_its_paragraph(tmp_path: Path) -> None:
    long = "zamíchejte karty a potom je rozmístěte podél plánu tak, aby na každou stranu zbylo stejně karet i místa"
    source = f"#set par(justify: true, spacing: 0.65em)\nNejprve {long} dole.\n\nPotom {long} nahoře."
    assert told(typeset(tmp_path, source)) == [
        ("paragraph", f"Nejprve {long} dole."),
        ("paragraph", f"Potom {long} nahoře."),
    ]


def test_a_scanned_page_gives_the_same_kinds_as_its_text_layer(tmp_path: Path) -> None:
    source = """= Stín města
    #columns(2)[
    Rozdejte každému hráči pět karet a zbytek položte doprostřed stolu jako balíček. Hráč si potom vybere figurku.
    - první bod seznamu
    - druhý bod seznamu
    #colbreak()
    Každý se může přesunout podél čáry do sousedního města. Vstoupit smí jen tam, kam mu to dovolí období.
    ]"""
    layer = typeset(tmp_path, source)
    picture = pdfium.PdfDocument(tmp_path / "typeset.pdf")[0].render(scale=250 / 72).to_pil()
    picture.save(tmp_path / "scan.png", dpi=(250, 250))
    scan = clean(lay_out(read_pages(open_document(tmp_path / "scan.png"), languages=["cs"])))
    assert told(list(scan)) == told(layer)


@pytest.mark.skipif(not SEEDS.is_dir(), reason="the shared seed texts are not beside this checkout")
def test_the_seeds_show_their_headings_and_their_board() -> None:
    (path,) = SEEDS.glob("000_*.txt")
    passages = clean(lay_out(read_pages(open_document(path), languages=["cs"])))
    headings = {read.passage.text for read in passages if read.passage.kind == "heading"}
    assert {"Příprava hry", "Průběh hry", "Plány atentátu", "DORUČIT VYBAVENÍ"} <= headings
    labels = [read.passage.text for read in passages if read.passage.kind == "label"]
    assert {"PAŘÍŽ", "VLAKOVÉ NÁDRAŽÍ", "aktuální událost"} <= set(labels)
    deliveries = [label for label in labels if label.startswith(("-2 podezření za", "-3 podezření za"))]
    assert len(deliveries) == sum(
        bool(re.match(r"-[23] podezření *(za *)?$", line)) for line in path.read_text(encoding="utf-8").split("\n")
    )
    assert all(label.count("(") == label.count(")") == 1 for label in deliveries)


RULED = "stroke: (x, y) => (bottom: 0.5pt), align: left + horizon"
"""Level lines alone, as most stylesheets of documents draw them."""


def test_a_table_whose_rows_alone_are_ruled_keeps_its_rows_beside_text_in_another_column(tmp_path: Path) -> None:
    chance = random.Random(11)
    beside = prose(chance, 30)
    table = (
        f"#table(columns: (1fr, auto, 1.4fr), {RULED}, [*Součást*], [*Počet*], [*Poznámka*], "
        "[Karty zpráv a úkolů], [80], [společný balíček všech hráčů], [Kostky], [9], [], [Žetony], [35], [dva druhy])"
    )
    first = f"{prose(chance, 4)}\n\n{table}\n\n{prose(chance, 4)}\n#colbreak()\n{beside}"
    passages = told(typeset(tmp_path, f"#set par(justify: true)\n#columns(2)[{first}]"))
    assert [text for kind, text in passages if kind == "table"] == [
        "Součást | Počet | Poznámka",
        "Karty zpráv a úkolů | 80 | společný balíček všech hráčů",
        "Kostky | 9 |",
        "Žetony | 35 | dva druhy",
    ]
    assert passages[-1][1].endswith(beside[-40:])


def test_two_such_tables_under_one_another_are_two_and_the_text_between_is_text(tmp_path: Path) -> None:
    first, second = (
        f"#table(columns: (1fr, auto), {RULED}, [*Pole*], [*Změna*], [{a}], [−3], [{b}], [+2])"
        for a, b in (("Praha", "Vídeň"), ("Paříž", "Řím"))
    )
    passages = told(typeset(tmp_path, f"{first}\n\nTohle platí jen někdy a jen pro některé z hráčů.\n\n{second}"))
    rows = ["Pole | Změna", "Praha | −3", "Vídeň | +2"]
    assert passages == [
        *(("table", row) for row in rows),
        ("paragraph", "Tohle platí jen někdy a jen pro některé z hráčů."),
        *(("table", row) for row in ("Pole | Změna", "Paříž | −3", "Řím | +2")),
    ]


def test_lines_over_and_under_text_are_no_table(tmp_path: Path) -> None:
    chance = random.Random(12)
    parts = [prose(chance, 3) for _ in range(3)]
    passages = told(typeset(tmp_path, "\n#line(length: 100%)\n".join(parts)))
    assert [kind for kind, _ in passages] == ["paragraph"] * 3


def test_bullets_that_are_drawn_begin_items(tmp_path: Path) -> None:
    items = ["- karty makistů, 34 kusů", "- karty špehů, 12 kusů", "- karty misí, 32 kusů"]
    dot = "#set list(marker: box(height: 0.6em, align(horizon, circle(radius: 1.5pt, fill: black))))\n"
    passages = typeset(tmp_path, f"{dot}V krabici najdete:\n{chr(10).join(items)}")
    assert [(kind, text.lstrip("• ")) for kind, text in told(passages)] == [
        ("paragraph", "V krabici najdete:"),
        *(("item", item[2:]) for item in items),
    ]


def test_dots_of_places_on_a_map_are_no_bullets(tmp_path: Path) -> None:
    places = [("Praha", 20, 20), ("Berlín", 60, 55), ("Vídeň", 90, 90)]
    drawn = "".join(
        f"#place(dx: {x}mm, dy: {y}mm)[#box(circle(radius: 1.5pt, fill: black)) {name}]\n" for name, x, y in places
    )
    assert {kind for kind, _ in told(typeset(tmp_path, drawn))} == {"label"}


def test_numbers_of_headings_under_one_another_are_no_column(tmp_path: Path) -> None:
    names = ("Hlášení", "Plánování", "Útok", "Důsledky", "Rozhodnutí")
    heads = [f"4.{at} {name}" for at, name in enumerate(names, start=1)]
    rule = "Zamíchejte karty a každý si vezme tři z nich."
    source = "".join(f"#text(weight: 700, size: 13pt)[{head}]\n\n{rule}\n\n" for head in heads)
    assert [text for _, text in told(typeset(tmp_path, source))] == [part for head in heads for part in (head, rule)]


def test_a_line_that_was_ended_by_hand_ends_its_paragraph(tmp_path: Path) -> None:
    lines = [
        "Strážný. Dokud stojí u mise, tu misi nelze splnit a nikdo nesmí odejít.",
        f"Ženista. {prose(random.Random(13), 3)}",
    ]
    assert told(typeset(tmp_path, " \\\n".join(lines))) == [("paragraph", line) for line in lines]


def test_a_table_of_which_every_other_row_is_shaded_keeps_its_rows(tmp_path: Path) -> None:
    rows = [
        ("Součást", "Počet"),
        ("Karty zpráv", "80"),
        ("Kostky", "9"),
        ("Žetony", "35"),
        ("Sáček", "1"),
    ]
    cells = ", ".join(f"[{cell}]" for row in rows for cell in row)
    table = f"#table(columns: (1fr, 2fr), stroke: none, fill: (x, y) => if calc.even(y) {{ luma(220) }}, {cells})"
    passages = told(typeset(tmp_path, f"#columns(2)[{table}\n#colbreak()\n{prose(random.Random(14), 20)}]"))
    assert [text for kind, text in passages if kind == "table"] == [" | ".join(row) for row in rows]
