"""How many play, where a heading or an item of a list says it and no sentence."""

import re
from collections.abc import Iterator, Mapping, Sequence
from itertools import groupby, pairwise

from ingest.discover.ranges import BoxSettings, Range, Said, checked, in_figures, range_at
from ingest.discover.words import Words, begins, first_of, folded_words, words_of
from schema.documents import PassageShape


def is_headed(passage: PassageShape, words: Words) -> bool:
    """Whether it stands right under a heading like “Number of players”."""
    heading = _NUMBERING.sub("", passage.section.rpartition(" / ")[2])
    return passage.kind != "heading" and is_of_players(folded_words(heading), words)


_NUMBERING = re.compile(r"^\s*\d{1,2}(?:[.)]|(?:\.\d{1,2})+\.?)\s+")


def is_of_players(label: Sequence[str], words: Words) -> bool:
    """Whether a label or heading is about how many play; many are English whatever the language is."""
    is_short = 0 < len(label) <= 3 and not any(word.isdigit() for word in label)
    is_share = first_of(label, words.per) is not None
    return is_short and not is_share and first_of(label, words.player + words_of("en").player) is not None


_LONE = re.compile(r"(?<![\w.,+\-–−])\d{1,3}(?![\w%])")


def under_heading(
    shapes: Sequence[PassageShape], words: Words, numbers: Mapping[str, int], settings: BoxSettings
) -> Iterator[Said]:
    """What stands under “Number of players”: a range alone, least and most apart, or ranges that go on from another."""
    for _, group in groupby(shapes, key=lambda passage: passage.section):
        under = [passage for passage in group if is_headed(passage, words_of("und"))]
        text = " ".join(in_figures(passage.text, numbers) for passage in under)
        if under and (found := _span(text, words, settings) or _lone(text, words)):
            yield from checked("players", found, under[0], True, settings)


def _span(text: str, words: Words, settings: BoxSettings) -> Range | None:
    """From the least to the most of a text about players, where its numbers leave no doubt."""
    alone = range_at(text.strip(" *_"), words)
    if alone and alone[0].least < alone[0].most and not folded_words(alone[1]):
        return alone[0]
    ends = [int(number) for number in _LONE.findall(text)]
    if len(ends) == 2 and len(text.split()) <= settings.label_words * 2 and ends[0] < ends[1] <= settings.most_players:
        return Range(*ends)
    told = [found for m in _LONE.finditer(text) if (found := range_at(text[m.start() :], words))]
    spans = sorted({(one.least, one.most) for one, after in told if begins(folded_words(after)[:1], words.player)})
    goes_on = all(later[0] == earlier[1] + 1 for earlier, later in pairwise(spans))
    return Range(spans[0][0], spans[-1][1]) if len(spans) > 1 and goes_on else None


def _lone(text: str, words: Words) -> Range | None:
    """The one number of a text about players, where it is of them: “exactly 2.”, but not “each has 5 cards”."""
    numbers = list(_LONE.finditer(text))
    if len(numbers) != 1:
        return None
    after = text[numbers[0].end() :].lstrip(" *_")
    is_alone = not folded_words(re.split(r"[.。!(\[\n]", after)[0])
    is_of_them = is_alone or begins(folded_words(after), words.player)
    return Range(int(numbers[0].group()), int(numbers[0].group())) if is_of_them else None


_ITEM_OF_PLAYERS = re.compile(
    r"^[\s*•\-–+]*(\d{1,2})\s+([^\W\d_]+)(?::[^\W\d_]+)?\s*(?:\([^()]*\)\s*)?(?:\s[–—-]\s.*)?[.,;]?$"
)
_ITEM_OF_PERSONS = re.compile(r"^[\s*•\-–+]*([^\W\d_]+)\s*(\d{1,2})\s*([^\W\d_]{1,2})\s*(?:\([^()]*\))?[.,;]?$")


def listed_players(
    passages: Sequence[PassageShape], words: Words, numbers: Mapping[str, int], settings: BoxSettings
) -> Iterator[Said]:
    """“Two players (at one screen)”: an item of a list, among things that are needed, that is so many players."""
    for passage in passages:
        if passage.kind != "item":
            continue
        text = in_figures(passage.text, numbers).replace("**", "")
        before, behind = _ITEM_OF_PLAYERS.match(text), _ITEM_OF_PERSONS.match(text)
        count = 0
        if before and begins([before[2]], words.player):
            count = int(before[1])
        elif behind and begins([behind[1]], words.player) and begins([behind[3]], words.player):
            count = int(behind[2])
        if count:
            yield from checked("players", Range(count, count), passage, False, settings)
