"""HTML as Markdown, a whole page or what stands in a Markdown file: words stay, what only sets or draws them goes."""

import re
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from bs4 import BeautifulSoup, Tag

MOST_ROWS = 200
"""A cell is said to reach no further down."""
_UNREAD_TAGS = ("script", "style", "noscript", "template", "nav", "svg", "form", "iframe")
"""Parts of a web page that are no text of the document."""
_MAY_HOLD = re.compile(r"<[a-zA-Z!/]")
_BEGINS_BLOCK = re.compile(r"^ {0,3}<[a-zA-Z!/]", re.MULTILINE)
_INLINE = re.compile(
    r"</?(?:a|abbr|big|center|cite|del|div|font|img|ins|kbd|mark|q|s|small|span|strike)(?:\s[^<>]*)?/?>|<!--.*?-->",
    re.IGNORECASE,
)
"""Elements that stand in a line of text. Other words in angle brackets are printed, as <name of a card>; bold type and
its like, breaks and entities are left to the cleaning of passages, so that what was printed stays to be seen."""
_SIDE_BY_SIDE = re.compile(r"(?<=</span)><(?=span\b)|(?<=</small)><(?=small\b)|(?<=</b)><(?=b\b)")


def markdown_of_html(page: bytes | str) -> str:
    """The words of a page in the order in which they stand, with headings, lists and tables."""
    from bs4 import BeautifulSoup
    from markdownify import MarkdownConverter

    soup = BeautifulSoup(page, "html.parser")
    title = " ".join(soup.title.get_text().split()) if soup.title else ""
    for tag in soup([*_UNREAD_TAGS, "head"]):
        tag.decompose()
    _fill_spans(soup)
    converter = MarkdownConverter(
        heading_style="ATX",
        bullets="-",
        strip=["a", "img"],
        escape_asterisks=False,
        escape_underscores=False,
        escape_misc=False,
    )
    text: str = converter.convert_soup(soup)
    front = f"---\ntitle: {title}\n---\n\n" if title else ""
    return f"{front}{text.strip()}\n"


def _fill_spans(soup: "BeautifulSoup") -> None:
    """A cell that reaches down over several rows stands in each of them, a head in the first alone."""
    for cell in soup(["td", "th"], rowspan=True):
        row, told = cell.find_parent("tr"), str(cell["rowspan"])
        del cell["rowspan"]
        if row is None or not told.isdecimal():
            continue
        at = sum(_width(before) for before in cell.find_previous_siblings(["td", "th"]))
        for below in row.find_next_siblings("tr", limit=min(int(told), MOST_ROWS) - 1):
            copy = soup.new_tag(cell.name, colspan=str(_width(cell)))
            copy.string = "" if cell.name == "th" and below.find("th") else cell.get_text(" ")
            before = _cell_before(below, at)
            before.insert_after(copy) if before else below.insert(0, copy)


def _width(cell: "Tag") -> int:
    told = str(cell.get("colspan", "1"))
    return int(told) if told.isdecimal() else 1


def _cell_before(row: "Tag", at: int) -> "Tag | None":
    """The cell of a row that ends where a column begins; None at its beginning."""
    column, last = 0, None
    for cell in row.find_all(["td", "th"], recursive=False):
        if column >= at:
            break
        column, last = column + _width(cell), cell
    return last


def without_html(text: str) -> str:
    """The Markdown with its blocks of HTML as Markdown, on the same lines where they fit there."""
    if not _MAY_HOLD.search(text):
        return text
    lines = text.split("\n")
    for begin, end in reversed(_blocks(text) if _BEGINS_BLOCK.search(text) else []):
        # Pieces of a line that stand side by side without a space are words apart: a 7 and an 8 are no 78.
        made = markdown_of_html(_SIDE_BY_SIDE.sub("> <", "\n".join(lines[begin:end]))).strip()
        above = [""] if begin and lines[begin - 1].strip() else []
        below = [""] if "".join(lines[end : end + 1]).strip() else []
        put = [*above, *made.split("\n"), *below]
        lines[begin:end] = [*put, *[""] * (end - begin - len(put))]
    return "\n".join(_without_tags(line) for line in lines)


def _blocks(text: str) -> list[tuple[int, int]]:
    """First and last line of each block, as Markdown is read; blocks that only a blank line parts are one."""
    from markdown_it import MarkdownIt

    found: list[tuple[int, int]] = []
    for token in MarkdownIt().enable("table").parse(text):
        if token.type != "html_block" or token.map is None:
            continue
        begin, end = token.map
        if found and begin - found[-1][1] <= 1:
            begin = found.pop()[0]
        found.append((begin, end))
    return found


def _without_tags(line: str) -> str:
    return _INLINE.sub("", _SIDE_BY_SIDE.sub("> <", line)) if _MAY_HOLD.search(line) else line
