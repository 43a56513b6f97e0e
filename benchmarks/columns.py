"""Neighbouring words kept together on made pages of two and three columns, read in whatever order the file has them.

Each recipe is typeset with gutters of 5 to 40 points, with and without a rule between the columns. A page is told as
flows: texts that are read on without a break. A pair of neighbours counts as kept where nothing, or only whole other
flows, stands between them in the passages. The recipes of the second list were written after the code that they judge.
With `--scan` the pages are read off their pictures; then only words that were read letter by letter make pairs.
"""

import argparse
import random
import re
import tempfile
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise
from pathlib import Path

import typst

from ingest.files.open import open_document
from ingest.layout.lay_out import lay_out
from ingest.pages.read import read_pages
from samples.degrade import scan
from samples.manifest import Sample
from schema.reading import WordPage

GUTTERS = (5, 6, 8, 10, 12, 16, 20, 28, 40)
WIDTH = 420
LOOK = """#set page(width: 480pt, height: 640pt, margin: 30pt)
#set text(hyphenate: false)
#let ruled(marks, body) = layout(size => {
  let height = measure(block(width: size.width, body)).height
  block({ for x in marks { place(top + left, dx: x, line(length: height, angle: 90deg, stroke: 0.4pt)) }; body })
})
"""
SYLLABLES = (
    *("ba", "de", "ki", "lo", "mu", "na", "pe", "ri", "so", "tu", "va", "ze"),
    *("cho", "dra", "fin", "gal", "hem", "jor", "kel", "lam", "mor", "nist", "pral", "quen", "rost", "stil"),
)


@dataclass
class Sheet:
    """A page in the making, and its flows of words."""

    chance: random.Random
    gutter: float
    is_ruled: bool
    used: set[str] = field(default_factory=set)
    flows: list[list[str]] = field(default_factory=list)

    def words(self, count: int, flow: int) -> list[str]:
        """Words that no other place of the page has."""
        made: list[str] = []
        while len(made) < count:
            word = "".join(self.chance.choice(SYLLABLES) for _ in range(self.chance.choice((1, 1, 2, 2, 2, 3, 4))))
            if word not in self.used:
                self.used.add(word)
                made.append(word)
        self.flows += [[] for _ in range(flow + 1 - len(self.flows))]
        self.flows[flow] += made
        return made

    def text(self, count: int, flow: int = 0, *, is_open: bool = False, is_begun: bool = False) -> str:
        """So many words as sentences; an open text breaks off at a line's full width, a begun one goes on."""
        told = self.words(count, flow)
        at = self.chance.randint(6, 14) if is_begun else 0
        while at < count:
            told[at] = told[at].capitalize()
            if at:
                told[at - 1] += "."
            at += self.chance.randint(6, 14)
        return " ".join(told) + ("#linebreak(justify: true)" if is_open else ".")

    def paragraphs(self, *counts: int, flow: int = 0, is_open: bool = False, is_begun: bool = False) -> str:
        """Paragraphs of so many words; the last may break off, the first go on."""
        last = len(counts) - 1
        return "\n\n".join(
            self.text(count, flow, is_open=is_open and i == last, is_begun=is_begun and i == 0)
            for i, count in enumerate(counts)
        )

    def heading(self, flow: int = 0, size: float = 1.0) -> str:
        title = " ".join(self.words(2, flow)).capitalize()
        return f"#block(above: 12pt, below: 8pt, text({size}em)[*{title}*])\n"

    def columns(self, *cells: str, widths: Sequence[float] = (), gutter: float | None = None) -> str:
        """Cells side by side, with a rule in each gutter where the page has rules."""
        gutter = self.gutter if gutter is None else gutter
        widths = widths or [1.0] * len(cells)
        body = ", ".join(f"[{cell}]" for cell in cells)
        tracks = ", ".join(f"{width}fr" for width in widths)
        grid = f"#grid(columns: ({tracks}), column-gutter: {gutter}pt, {body})"
        if not self.is_ruled:
            return grid + "\n"
        unit = (WIDTH - gutter * (len(cells) - 1)) / sum(widths)
        marks = [f"{unit * sum(widths[:i]) + gutter * (i - 0.5):.2f}pt" for i in range(1, len(cells))]
        return f"#ruled(({', '.join(marks)},))[{grid}]\n"


Recipe = Callable[[Sheet], str]


def two_columns(sheet: Sheet) -> str:
    return sheet.columns(sheet.paragraphs(50, 40, 45, is_open=True), sheet.paragraphs(20, 50, 60, is_begun=True))


def three_columns(sheet: Sheet) -> str:
    return sheet.columns(
        sheet.paragraphs(30, 25, 15, is_open=True),
        sheet.paragraphs(20, 40, 10, is_open=True, is_begun=True),
        sheet.paragraphs(35, 30, is_begun=True),
    )


def title_and_headings(sheet: Sheet) -> str:
    title = sheet.heading(size=1.6)
    left = sheet.heading() + sheet.paragraphs(40, 30) + "\n" + sheet.heading() + sheet.paragraphs(35)
    right = sheet.heading() + sheet.paragraphs(30) + "\n" + sheet.heading() + sheet.paragraphs(45, 30)
    return title + sheet.columns(left, right)


def unequal_columns(sheet: Sheet) -> str:
    wide = sheet.paragraphs(60, 50, 40, is_open=True)
    return sheet.columns(wide, sheet.paragraphs(20, 25, 30, is_begun=True), widths=(2, 1))


def box_across(sheet: Sheet) -> str:
    upper = sheet.columns(sheet.paragraphs(45, 20), sheet.paragraphs(30, 35))
    box = f"#block(width: 100%, stroke: 0.6pt, inset: 6pt)[{sheet.text(30, 1)}]\n"
    sheet.flows.append([])
    lower = sheet.columns(sheet.paragraphs(40, 25, flow=2), sheet.paragraphs(35, 30, flow=2))
    return upper + box + lower


def box_in_column(sheet: Sheet) -> str:
    box = f"#block(width: 100%, stroke: 0.6pt, inset: 6pt)[{sheet.text(20, 1)}]\n"
    left = sheet.paragraphs(45, 20) + "\n" + box + sheet.paragraphs(30)
    return sheet.columns(left, sheet.paragraphs(40, 30, 35))


def side_note(sheet: Sheet) -> str:
    main = sheet.heading() + sheet.paragraphs(60, 50) + "\n" + sheet.heading() + sheet.paragraphs(60)
    return sheet.columns(main, f"#text(0.8em)[{sheet.paragraphs(20, 15, flow=1)}]", widths=(3, 1))


def table_in_column(sheet: Sheet) -> str:
    upper = sheet.paragraphs(40, 30)
    cells = ", ".join(f"[{word}], [{number}]" for word, number in zip(sheet.words(4, 1), "3579", strict=True))
    table = f"\n#table(columns: (40%, 30%), stroke: none, {cells})\n"
    return sheet.columns(upper + table + sheet.paragraphs(30, flow=2), sheet.paragraphs(40, 30, 35, flow=2))


def columns_change(sheet: Sheet) -> str:
    first = sheet.columns(sheet.paragraphs(40, 20), sheet.paragraphs(35, 20))
    wide = sheet.heading(size=1.4) + sheet.text(40) + "\n"
    last = sheet.columns(sheet.paragraphs(30, 15), sheet.paragraphs(40), sheet.paragraphs(25, 20))
    return first + wide + last


def lists_in_columns(sheet: Sheet) -> str:
    def items(*counts: int) -> str:
        return "\n".join(f"- {sheet.text(count)}" for count in counts)

    return sheet.columns(
        sheet.text(12) + "\n" + items(8, 20, 5, 14) + "\n\n" + sheet.text(30),
        sheet.text(25) + "\n" + items(14, 4, 9, 22),
    )


def indented(sheet: Sheet) -> str:
    look = "#set par(first-line-indent: 1.2em, spacing: 0.65em)\n"
    return look + sheet.columns(sheet.paragraphs(50, 40, 45, is_open=True), sheet.paragraphs(20, 50, 40, is_begun=True))


FIRST: tuple[Recipe, ...] = (
    two_columns, three_columns, title_and_headings, unequal_columns, box_across, box_in_column,
    side_note, table_in_column, columns_change, lists_in_columns, indented,
)  # fmt: skip


def four_short_columns(sheet: Sheet) -> str:
    """A glossary: four columns of short paragraphs."""
    return sheet.columns(*(sheet.paragraphs(14, 10, 16) for _ in range(4)))


def quotation_in_the_middle(sheet: Sheet) -> str:
    """A sentence in large type across three columns, between two parts of them."""
    upper = sheet.columns(sheet.paragraphs(30), sheet.paragraphs(34), sheet.paragraphs(28))
    quoted = f'#align(center, text(1.5em, style: "italic")[{sheet.text(9, 1)}])\n'
    return upper + quoted + sheet.columns(*(sheet.paragraphs(count, flow=2) for count in (32, 26, 30)))


def margin_left(sheet: Sheet) -> str:
    """Notes in a narrow column at the left of the text."""
    notes = f"#text(0.75em)[{sheet.paragraphs(12, 14, 9, flow=1)}]"
    return sheet.columns(notes, sheet.heading() + sheet.paragraphs(50, 60, 40), widths=(1, 4))


def hanging_entries(sheet: Sheet) -> str:
    """Entries whose further lines are set in, in two columns."""
    look = "#set par(hanging-indent: 1.5em)\n"
    return look + sheet.columns(sheet.paragraphs(25, 18, 30, 22), sheet.paragraphs(28, 20, 24, 19))


def shaded_boxes(sheet: Sheet) -> str:
    """A shaded box without a frame in each column, at different heights."""

    def box(flow: int) -> str:
        return f"\n#block(width: 100%, fill: luma(225), inset: 5pt, radius: 3pt)[{sheet.text(18, flow)}]\n"

    left = sheet.paragraphs(30) + box(1) + sheet.paragraphs(35, 20)
    return sheet.columns(left, sheet.paragraphs(40, 30) + box(2) + sheet.paragraphs(15))


def narrowing_columns(sheet: Sheet) -> str:
    """Three columns, each narrower than the one before, in ragged type."""
    return "#set par(justify: false)\n" + sheet.columns(
        sheet.paragraphs(50, 40), sheet.paragraphs(35, 30), sheet.paragraphs(20, 18), widths=(4, 3, 2)
    )


def three_then_two(sheet: Sheet) -> str:
    """Three columns, a rule across the page, then two of unequal width."""
    upper = sheet.columns(sheet.paragraphs(24, 12), sheet.paragraphs(30), sheet.paragraphs(20, 14))
    lower = sheet.columns(sheet.paragraphs(50, flow=1), sheet.paragraphs(22, flow=1), widths=(2, 1))
    return upper + "#line(length: 100%, stroke: 0.5pt)\n" + lower


def numbered_steps(sheet: Sheet) -> str:
    """Numbered steps in two columns, with a paragraph between them."""
    left = [f"+ {sheet.text(count)}" for count in (12, 25, 8)]
    between = sheet.text(20)
    more = [f"+ {sheet.text(count)}" for count in (9, 16)]
    right = [f"+ {sheet.text(count)}" for count in (18, 7, 24)]
    first = "\n".join(left) + f"\n\n{between}\n\n" + "\n".join(more)
    return sheet.columns(first, "\n".join(right))


def small_headings(sheet: Sheet) -> str:
    """Many headings in capitals of the text's size, in three columns."""

    def part(count: int) -> str:
        title = " ".join(sheet.words(2, 0)).upper()
        return f"{title}\n\n{sheet.text(count)}"

    return sheet.columns(*("\n\n".join(part(count) for count in (20, 24)) for _ in range(3)))


def first_letter(sheet: Sheet) -> str:
    """Centred titles over the columns, and a last line across the page."""
    title = f"#align(center)[*{' '.join(sheet.words(3, 0)).capitalize()}*]\n"
    body = sheet.columns(sheet.paragraphs(45, 30), sheet.paragraphs(50, 25))
    return title + body + f"#v(8pt)\n{sheet.text(22, 1)}\n"


def table_across(sheet: Sheet) -> str:
    """A table without lines across both columns, between two parts of them."""
    upper = sheet.columns(sheet.paragraphs(40), sheet.paragraphs(36))
    rows = [" ".join(sheet.words(1, flow)) for flow in (1, 2, 3)]
    cells = ", ".join(f"[{word}], [{n}], [{n + 3}], [{n + 5}]" for n, word in enumerate(rows, start=2))
    table = f"#table(columns: (1fr, 1fr, 1fr, 1fr), stroke: none, {cells})\n"
    return upper + table + sheet.columns(sheet.paragraphs(34, flow=4), sheet.paragraphs(38, flow=4))


def heading_beside_a_gap(sheet: Sheet) -> str:
    """A heading of the right column, beside which the left one leaves room for a heading of its own."""
    left = sheet.paragraphs(34, 28) + "\n#v(22pt)\n" + sheet.heading(size=1.4) + sheet.paragraphs(40)
    right = sheet.paragraphs(30, 26) + "\n" + sheet.heading() + sheet.paragraphs(30, 24)
    return sheet.columns(left, right)


def short_items(sheet: Sheet) -> str:
    """Three columns of short items, some of two lines."""
    cells = []
    for flow in range(3):
        items = [f"- {sheet.text(sheet.chance.randint(3, 11), flow)}" for _ in range(7)]
        cells.append(sheet.heading(flow) + "\n".join(items))
    return sheet.columns(*cells)


def columns_under_a_rule(sheet: Sheet) -> str:
    """Two columns, a line across the page, two columns of other widths."""
    upper = sheet.columns(sheet.paragraphs(38), sheet.paragraphs(34))
    line = "#line(length: 100%, stroke: 0.5pt)\n"
    return upper + line + sheet.columns(sheet.paragraphs(24, flow=1), sheet.paragraphs(60, flow=1), widths=(2, 3))


LATER: tuple[Recipe, ...] = (
    four_short_columns, quotation_in_the_middle, margin_left, hanging_entries, shaded_boxes, narrowing_columns,
    three_then_two, numbered_steps, small_headings, first_letter, table_across, heading_beside_a_gap, short_items,
    columns_under_a_rule,
)  # fmt: skip


@dataclass(frozen=True)
class Case:
    """A typeset page and what a reader takes from it."""

    recipe: str
    gutter: int
    is_ruled: bool
    source: str
    flows: list[list[str]]


def cases(recipes: Sequence[Recipe], seed: int) -> Iterator[Case]:
    """Each recipe with each gutter, with and without rules, justified or not, in type of 8.5 to 11 points."""
    for number, recipe in enumerate(recipes):
        for gutter in GUTTERS:
            for is_ruled in (False, True):
                chance = random.Random(f"{seed} {number} {gutter} {is_ruled}")
                sheet = Sheet(chance, gutter, is_ruled)
                size, justify = chance.choice((8.5, 9, 10, 11)), chance.choice(("true", "true", "false"))
                body = f"#set text({size}pt)\n#set par(justify: {justify})\n{recipe(sheet)}"
                yield Case(recipe.__name__, gutter, is_ruled, body, sheet.flows)


def pages_of(found: Sequence[Case], dpi: int = 0) -> tuple[WordPage, ...]:
    """The words of the cases, all typeset in one file, which may be scanned."""
    source = LOOK + "\n#pagebreak()\n".join(f"#[\n{case.source}]" for case in found)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "columns.pdf"
        pdf = bytes(typst.compile(source.encode()))
        scanned = Sample(file, file, "scan", seed=1, dpi=dpi, quality=80, skew=0.3, noise=8)
        file.write_bytes(scan(pdf, scanned) if dpi else pdf)
        pages = read_pages(open_document(file), languages=["en"])
    if len(pages) != len(found):
        raise SystemExit(f"{len(found)} cases took {len(pages)} pages; a recipe is too long.")
    return pages


def shuffled(page: WordPage, chance: random.Random) -> WordPage:
    """The page with its words stored in another order, each a line of its own."""
    words = [replace(word, line=i) for i, word in enumerate(chance.sample(page.words, len(page.words)))]
    return replace(page, words=tuple(words))


def kept(flows: Sequence[Sequence[str]], read: Sequence[str]) -> tuple[int, int]:
    """How many pairs of neighbours are kept, and how many there are."""
    home = {word: number for number, flow in enumerate(flows) for word in flow}
    whole = [" ".join(flow) for flow in flows]
    at = {word: i for i, word in enumerate(read)}
    good = total = 0
    for flow in flows:
        for one, other in pairwise(flow):
            total += 1
            if one in at and other in at and at[one] < at[other]:
                between = [word for word in read[at[one] + 1 : at[other]] if word in home]
                numbers = {home[word] for word in between}
                good += sum(len(flows[n]) for n in numbers) == len(between) and all(
                    whole[n] in " ".join(between) for n in numbers
                )
    return good, total


def words_read(page: WordPage) -> list[str]:
    texts = (read.passage.raw_text for read in lay_out([page]))
    return [word for text in texts for word in re.findall(r"[a-z]+", text.lower())]


def main() -> None:
    """Print the share of pairs for each recipe and gutter, and the worst pages."""
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--only", default="")
    parser.add_argument("--worst", type=int, default=0)
    parser.add_argument("--scan", type=int, default=0, help="pixels an inch at which the pages are scanned")
    options = parser.parse_args()
    for name, recipes in (("before", FIRST), ("after", LATER)):
        found = list(cases([r for r in recipes if options.only in r.__name__], options.seed))
        scores: dict[tuple[str, int, bool], tuple[int, int]] = {}
        for case, page in zip(found, pages_of(found, options.scan), strict=True):
            ways = [words_read(p) for p in (page, shuffled(page, random.Random(case.gutter)))]
            flows = [[[w for w in flow if not options.scan or w in set(way)] for flow in case.flows] for way in ways]
            one, other = (kept(told, way) for told, way in zip(flows, ways, strict=True))
            scores[case.recipe, case.gutter, case.is_ruled] = (one[0] + other[0], one[1] + other[1])
        print_table(f"{name} the code", [r.__name__ for r in recipes if options.only in r.__name__], scores)
        for key in sorted(scores, key=lambda key: scores[key][0] / scores[key][1])[: options.worst]:
            print(key, f"{scores[key][0] / scores[key][1]:.1%}")


def share(scores: Sequence[tuple[int, int]]) -> str:
    return f"{sum(good for good, _ in scores) / max(1, sum(total for _, total in scores)):7.2%}"


def print_table(name: str, recipes: Sequence[str], scores: Mapping[tuple[str, int, bool], tuple[int, int]]) -> None:
    print(f"recipes written {name}: pairs kept, by gutter in points")
    print(f"{'':22}" + "".join(f"{gutter:8}" for gutter in GUTTERS) + "     all")
    for recipe in recipes:
        row = [[v for key, v in scores.items() if key[:2] == (recipe, gutter)] for gutter in GUTTERS]
        print(f"{recipe:22}" + " ".join(share(r) for r in row) + " " + share([v for r in row for v in r]))
    for is_ruled in (False, True):
        row = [[v for key, v in scores.items() if key[1:] == (gutter, is_ruled)] for gutter in GUTTERS]
        told = "with rules" if is_ruled else "without rules"
        print(f"{told:22}" + " ".join(share(r) for r in row) + " " + share([v for r in row for v in r]))


if __name__ == "__main__":
    main()
