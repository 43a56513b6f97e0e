"""Plain text and Markdown become pages of words that give the text again."""

from pathlib import Path

from hypothesis import given
from hypothesis import strategies as st

from ingest.files.open import open_document
from ingest.files.plain import plain_pages
from ingest.pages.read import read_pages

LINES = st.lists(st.text(st.sampled_from("ab ěŁ\t-1.,\uf084"), max_size=12), max_size=8)


def test_each_token_is_a_word_and_blank_lines_leave_gaps() -> None:
    (page,) = plain_pages("První řádek\n\n\ndruhý\n")
    assert [(word.text, word.line) for word in page.words] == [("První", 0), ("řádek", 0), ("druhý", 3)]
    assert page.page.method == "plain"
    assert page.page.confidence == 1


def test_a_form_feed_starts_a_page_and_a_rule_of_dashes_does_not() -> None:
    pages = plain_pages("jedna\n---\ndvě\ftři\f")
    assert [page.page.number for page in pages] == [1, 2]
    assert [word.text for word in pages[0].words] == ["jedna", "---", "dvě"]
    assert [word.text for word in pages[1].words] == ["tři"]


def test_a_gap_wider_than_a_space_survives_because_an_icon_may_have_stood_there() -> None:
    (page,) = plain_pages("Za každý  na kostce\nzískáš bod.")
    assert " ".join(word.text for word in page.words if word.line == 0) == "Za každý  na kostce"


def test_an_indent_that_all_lines_share_says_nothing() -> None:
    assert plain_pages("    První\n      druhý\n")[0].words == plain_pages("První\n  druhý\n")[0].words


@given(LINES)
def test_joining_the_words_of_a_line_gives_the_line_again(lines: list[str]) -> None:
    (page,) = plain_pages("x\n" + "\n".join(lines))
    for number, line in enumerate(lines, start=1):
        words = [word.text for word in page.words if word.line == number]
        assert " ".join(words).replace("\t ", "\t") == line.rstrip().replace("\t ", "\t")


def test_the_file_says_whether_it_is_markdown(tmp_path: Path) -> None:
    path = tmp_path / "rules.md"
    path.write_text("# Pravidla\n", encoding="utf-8")
    (page,) = read_pages(open_document(path), languages=["cs"])
    assert page.is_markdown
    assert page.page.reason == "The file is Markdown."


def test_what_markdown_quotes_is_read_like_the_rest() -> None:
    (page,) = plain_pages("> - 5 lamps\n> - 2 dice\n>\n> > deeper\n\n1 > 0", is_markdown=True)
    assert [(word.text, word.line) for word in page.words] == [
        ("-", 0),
        ("5", 0),
        ("lamps", 0),
        ("-", 1),
        ("2", 1),
        ("dice", 1),
        ("deeper", 3),
        ("1", 5),
        (">", 5),
        ("0", 5),
    ]
    (plain,) = plain_pages("> quoted")
    assert plain.words[0].text == ">"


def test_figures_of_the_front_matter_stay_where_it_tells_of_the_game() -> None:
    box = "---\ntitle: Lamps\nplayers: 2-4\nage_range: 8+\ndate: 2024-01-02\n---\n\nLight them.\n"
    (page,) = plain_pages(box, is_markdown=True)
    lines = {word.line: " ".join(w.text for w in page.words if w.line == word.line) for word in page.words}
    assert lines == {2: "- players: 2-4", 3: "- age range: 8+", 7: "Light them."}
    (page,) = plain_pages("---\ntitle: Lamps\nweight: 10\n---\nLight them.\n", is_markdown=True)
    assert " ".join(word.text for word in page.words) == "Light them."


def test_ranges_of_the_front_matter_are_read_as_yaml_writes_them() -> None:
    box = "---\nplayerCount: [2, 4]\nmin_age: 8\nmin-time: 30\nmax-time: 45\n---\nLight them.\n"
    (page,) = plain_pages(box, is_markdown=True)
    lines = {word.line: " ".join(w.text for w in page.words if w.line == word.line) for word in page.words}
    assert lines == {1: "- player Count: 2-4", 2: "- min age: 8", 3: "- time: 30-45", 6: "Light them."}


def test_html_in_markdown_is_read_as_markdown() -> None:
    table = "<table>\n<tr><td>Players</td><td>2-4</td></tr>\n<tr><td>Age</td><td>8+</td></tr>\n</table>"
    style = "<style>\n  .lamp { width: 20px; }\n</style>"
    picture = "<div>\n<img src='a.png'>\n<p>Harbour map</p>\n</div>"
    text = f"# Lamps\n\n{table}\n\n{style}\n\n{picture}\n\n* Boats <span>at sea</span>"
    (page,) = plain_pages(text, is_markdown=True)
    words = " ".join(word.text for word in page.words)
    assert "| Players | 2-4 |" in words
    assert "Harbour map" in words
    assert words.endswith("* Boats at sea")
    assert "width" not in words
    assert "<" not in words


def test_pieces_of_html_side_by_side_are_words_apart_and_other_brackets_stay() -> None:
    (page,) = plain_pages("For 3 to <span>7</span><span>8</span> players, see <name of a card>", is_markdown=True)
    assert " ".join(word.text for word in page.words) == "For 3 to 7 8 players, see <name of a card>"
    (kept,) = plain_pages("| Boats<br>Lamps | <b>3</b> &times; |", is_markdown=True)
    assert " ".join(word.text for word in kept.words) == "| Boats<br>Lamps | <b>3</b> &times; |", "cleaned later"
    (plain,) = plain_pages("For <b>3</b> players", is_markdown=False)
    assert " ".join(word.text for word in plain.words) == "For <b>3</b> players"


def test_text_behind_html_stands_on_its_own_line() -> None:
    (page,) = plain_pages("<p>One</p>\n\n\n\nTwo", is_markdown=True)
    assert next(word.line for word in page.words if word.text == "Two") == 4
