"""Text that runs to the left stays in its order, from a text layer and from plain text alike."""

from pathlib import Path

import pytest
import typst

from ingest.files.open import open_document
from ingest.layout.lay_out import lay_out
from ingest.layout.right_to_left import is_right_to_left, mirrored
from ingest.pages.read import read_pages
from schema.reading import PassageRead

TITLE = "שבע הטחנות"
RULES = (
    "כל שחקן לוקח 7 קלפים בתחילת המשחק. אחר כך הוא מזיז את החייל שלו עד 12 צעדים על הלוח וסופר את השקים.",
    "השחקן שטחן את כל התבואה מנצח במשחק Seven Mills ומקבל שלושה שקים.",
)
ARABIC = ("يأخذ كل لاعب سبع بطاقات في بداية اللعبة ثم يحرك قطعته على اللوح.",)


def passages(path: Path) -> list[PassageRead]:
    return list(lay_out(read_pages(open_document(path), languages=["en"])))


def typeset(tmp_path: Path, title: str, rules: tuple[str, ...], columns: int = 1) -> Path:
    source, made = tmp_path / "page.typ", tmp_path / "page.pdf"
    setting = f'#set text(lang: "he", dir: rtl, font: ("DejaVu Sans",))\n#set page(columns: {columns}, height: 9cm)\n'
    source.write_text(setting + f"= {title}\n\n" + "\n\n".join(rules), encoding="utf-8")
    typst.compile(source, output=made)
    return made


def test_a_typeset_page_reads_from_right_to_left(tmp_path: Path) -> None:
    found = passages(typeset(tmp_path, TITLE, RULES))
    assert [" ".join(read.passage.text.split()) for read in found] == [TITLE, *RULES]
    ((_, title),) = found[0].regions
    ((_, rule),) = found[1].regions
    assert title.x0 > (rule.x0 + rule.x1) / 2, "the title stands at the right, where the page has it"


def test_a_mirror_turns_a_page_and_turns_it_back(tmp_path: Path) -> None:
    (page,) = read_pages(open_document(typeset(tmp_path, TITLE, RULES)), languages=["en"])
    assert is_right_to_left(page)
    there_and_back = mirrored(mirrored(page))
    edges = [[(round(w.box.x0, 3), round(w.box.x1, 3)) for w in p.words if w.box] for p in (page, there_and_back)]
    assert edges[0] == edges[1]


def test_the_right_column_comes_first(tmp_path: Path) -> None:
    text = " ".join(read.passage.text for read in passages(typeset(tmp_path, TITLE, RULES * 4, columns=2)))
    assert text.startswith(TITLE)
    assert text.count("מזיז את החייל שלו") == 4
    assert text.endswith("ומקבל שלושה שקים.")


@pytest.mark.parametrize("rules", [RULES, ARABIC])
def test_plain_text_keeps_its_order(tmp_path: Path, rules: tuple[str, ...]) -> None:
    path = tmp_path / "rules.txt"
    path.write_text("\n\n".join(rules), encoding="utf-8")
    assert [read.passage.text for read in passages(path)] == list(rules)
