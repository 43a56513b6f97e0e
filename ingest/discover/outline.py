"""The course of a game: set-up, rounds, phases, steps, actions and the end, from headings and ordered lists."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Sequence
from dataclasses import dataclass
from itertools import pairwise

from ingest.discover.words import Words, begins, folded_words, has_any
from schema.discovered import OutlineKind, OutlineShape
from schema.documents import PassageShape
from schema.reading import OutlineRead, PassageRead


@dataclass(frozen=True, slots=True)
class OutlineSettings:
    """What is a part of the outline; chosen on six rulebooks in five languages."""

    deepest: int = 6
    """Levels of the outline, as many as Markdown has for headings; what is deeper stands on the last."""
    longest_title: int = 80
    """Characters of a title; a longer one is cut. Chosen by eye."""
    title_words: int = 8
    """A list item without a title of its own is named by its first words."""
    lead_words: int = 6
    """“Title: text” has a title of no more words."""
    heading_words: int = 14
    """A longer heading is a sentence set large."""
    least_components: int = 4
    """So many listed components make a heading that of the components; chosen by eye."""
    least_run_in: int = 4
    """So many paragraphs with a bold title in front, and more than there are headings, are the parts of a book."""
    label_words: int = 7
    """Words of a line that is a title by its words alone, though its size tells nothing; chosen by eye."""


@dataclass(slots=True)
class _Part:
    passage: PassageShape
    level: int
    number: str
    title: str
    kind: OutlineKind
    seq: int = 0
    parent: "int | None" = None
    path: str = ""
    rank: float = 0.0
    """How large it is set: its level, and a half more for the numbered headings of one that has no number."""


_NUMBER = re.compile(
    r"^\s*(?:[#>*_\s]*)"
    r"((?:\d{1,2}(?:\.\d{1,2}){0,4}|[IVX]{1,4}|[A-Z])[.):]|\d{1,2}(?:\.\d{1,2}){1,4})\s+(?=\S)"
)
_LEAD = re.compile(r"^([^.:!?\n]{2,60}?)\s*(?::|\s[–—-]\s|\.\s|$)")
_RUN_IN = re.compile(r"\s*(?:\*\*|__)([^*_\n]{2,60}?)(?:\s*[:.]\s*(?:\*\*|__)|(?:\*\*|__)\s*[:.])\s")
_BULLET = re.compile(r"^[\s•·●○◦▪■□►▸‣∙*\-–—>#✓]+|^(?:[^\w\s\"'«»„“”(\[]+\s+)+")
_MARKS = re.compile(r"\*\*|__|`")


def find_outline(
    passages: Sequence[PassageRead],
    words: Words,
    settings: OutlineSettings = OutlineSettings(),
    components: Collection[int] = (),
    no_chapters: Collection[int] = (),
) -> tuple[OutlineRead, ...]:
    """The parts in their order, each knowing the one it belongs to; ``components`` are the passages that list them.

    ``no_chapters`` are headings that head nothing.
    """
    silent = ("gap", "noise", "example", "card")
    shapes = [p for read in passages if (p := read.passage).kind not in silent and p.seq not in no_chapters]
    parts = list(_parts(shapes, words, settings, components))
    _mark_components(parts, components, settings)
    _nest(parts)
    return tuple(
        OutlineRead(
            OutlineShape(
                seq=part.seq, level=part.level, number=part.number, title=part.title, kind=part.kind, path=part.path
            ),
            part.passage.seq,
            part.parent,
        )
        for part in parts
    )


def _parts(
    shapes: Sequence[PassageShape], words: Words, settings: OutlineSettings, components: Collection[int]
) -> Iterator[_Part]:
    level = 0
    above: OutlineKind = "section"
    kind: OutlineKind
    contents = _table_of_contents(shapes, components)
    run_in = _run_in_titles(shapes, words, settings)
    for at, passage in enumerate(shapes):
        if passage.seq in contents:
            continue
        text = _MARKS.sub("", passage.text).strip()
        number = _number(text)
        bare = _NUMBER.sub("", text, count=1) if number else _BULLET.sub("", text)
        if passage.kind == "heading":
            if len(text.split()) > settings.heading_words or not folded_words(bare):
                continue
            level = min(passage.level or settings.deepest, settings.deepest)
            above = kind_of(bare, words, above="section")
            yield _Part(passage, level, number, _short(bare, settings.longest_title), above)
        elif _is_bare_title(shapes, at, words, settings):
            above = kind_of(bare, words, above="section")
            level = level or 1
            yield _Part(passage, level, number, _short(bare, settings.longest_title), above)
        elif passage.seq in run_in:
            above = kind_of(run_in[passage.seq], words, above="section")
            yield _Part(passage, min(level + 1, settings.deepest), "", run_in[passage.seq], above)
        elif number and passage.kind == "item" and (title := _own_title(shapes, at, words, settings)):
            above = kind_of(title, words, above="section")
            kind = "step" if above == "section" else above
            yield _Part(passage, min(level + 1, settings.deepest), number, _short(title, settings.longest_title), kind)
        elif number and (passage.kind in ("item", "table") or _is_in_list(shapes, at)):
            cells, kind = bare.lstrip("| "), _step_of(above, bare.lstrip("| "), words)
            yield _Part(passage, min(level + 1, settings.deepest), number, _title(cells, settings), kind)
        elif passage.kind == "item" and (lead := _lead(passage, settings)):
            yield _Part(passage, min(level + 1, settings.deepest), "", lead, _item_kind(above))
        elif passage.kind in ("paragraph", "item") and (lead := _phase(bare, words, settings)):
            yield _Part(passage, min(level + 1, settings.deepest), "", lead, "phase")


def kind_of(title: str, words: Words, above: OutlineKind) -> OutlineKind:
    """What part of play a heading names."""
    said = folded_words(title)
    while said and (said[0].isdigit() or len(said[0]) == 1):
        said = said[1:]
    said = [word for word in said if not begins([word], words.player)]  # who plays is no part of play
    kinds: tuple[tuple[OutlineKind, tuple[str, ...]], ...] = (
        ("components", words.components),
        ("setup", words.setup),
        ("end", words.end),
        ("phase", words.phase),
        ("step", words.step),
        ("action", words.action),
        ("round", words.round),
    )
    for kind, stems in kinds:
        if begins(said, stems):
            return kind
    for kind, stems in kinds:
        if len(said) <= 6 and has_any(said, stems):
            return kind
    return above


def _step_of(above: OutlineKind, title: str, words: Words) -> OutlineKind:
    named = kind_of(" ".join(title.split()[:3]), words, above="section")
    return named if named in ("phase", "action") and above in ("round", "phase") else "step"


def _item_kind(above: OutlineKind) -> OutlineKind:
    return "action" if above in ("action", "round", "phase") else "section"


def _number(text: str) -> str:
    match = _NUMBER.match(text)
    return match[1].rstrip(".):") if match else ""


def _is_in_list(shapes: Sequence[PassageShape], at: int) -> bool:
    """Whether a numbered paragraph has a numbered neighbour: alone its number may be anything."""
    near = [shapes[i] for i in (at - 1, at + 1) if 0 <= i < len(shapes)]
    return any(_number(_MARKS.sub("", p.text).strip()) for p in near)


def _is_bare_title(shapes: Sequence[PassageShape], at: int, words: Words, settings: OutlineSettings) -> bool:
    """A short line that no size tells to be a heading, but whose words do, with running text after it."""
    passage = shapes[at]
    if passage.kind not in ("label", "item", "paragraph") or at + 1 >= len(shapes):
        return False
    text = _MARKS.sub("", passage.text).strip()
    bare = _BULLET.sub("", text)
    said = [w for w in folded_words(bare) if not w.isdigit()]
    is_short = 0 < len(said) <= settings.label_words and not re.search(r"[.!?,;]$|\d", bare)
    following = shapes[at + 1]
    is_followed = following.kind in ("paragraph", "item", "label", "table") and len(following.text) > len(text)
    is_set_apart = passage.kind != "paragraph" or bare.endswith(":") or bare.isupper() or len(said) <= 3
    is_title = bare[:1].isupper() and is_set_apart
    return is_short and is_followed and is_title and begins(said, _all_titles(words))


def _all_titles(words: Words) -> tuple[str, ...]:
    return words.components + words.setup + words.end


def _lead(passage: PassageShape, settings: OutlineSettings) -> str:
    """The bold or capital beginning of a list item that names it: “**Trade:** …”."""
    match = _LEAD.match(_BULLET.sub("", _MARKS.sub("", passage.text)).strip())
    raw = _BULLET.sub("", passage.raw_text.replace("**", "\x02").replace("__", "\x02"))
    is_bold = raw.startswith("\x02")
    if match is None or not is_bold or len(match[1].split()) > settings.lead_words:
        return ""
    return match[1].strip()


def _run_in_titles(shapes: Sequence[PassageShape], words: Words, settings: OutlineSettings) -> dict[int, str]:
    """“**Goal of the game:** …”: bold titles of paragraphs, in a book that has more of them than headings."""
    asides = words.example + words.note
    found = {
        passage.seq: match[1].strip(" :.")
        for passage in shapes
        if passage.kind == "paragraph" and (match := _RUN_IN.match(passage.raw_text))
        if 0 < len(match[1].split()) <= settings.lead_words and not begins(folded_words(match[1]), asides)
    }
    headings = sum(passage.kind == "heading" for passage in shapes)
    return found if len(found) >= max(settings.least_run_in, headings + 1) else {}


def _own_title(shapes: Sequence[PassageShape], at: int, words: Words, settings: OutlineSettings) -> str:
    """The title of a numbered item that is one: on a line of its own, or all of it a part of play with text after."""
    text = shapes[at].raw_text
    own = _own_line(text, settings)
    if own or at + 1 >= len(shapes) or _number(_MARKS.sub("", shapes[at + 1].text).strip()):
        return own
    title = _NUMBER.sub("", _MARKS.sub("", text).strip(), count=1).strip()
    is_short = 0 < len(title.split()) <= settings.label_words and not re.search(r"[.,;:!?]$", title)
    return title if is_short and begins(folded_words(title), _all_titles(words) + words.round) else ""


def _own_line(text: str, settings: OutlineSettings) -> str:
    """The title of a numbered item that stands on a line of its own above its text."""
    first, broken, rest = _NUMBER.sub("", _MARKS.sub("", text), count=1).strip().partition("\n")
    is_title = 0 < len(first.split()) <= settings.lead_words and not re.search(r"[.,;!?]$", first.strip())
    return first.strip() if broken and is_title and first[:1].isupper() and rest[:1].isupper() else ""


_PHASE_LEAD = re.compile(r"^([^.:!?\n(]{2,60}?)\s*(?:\([^)\n]*\))?\s*:(?:\s|$)")


def _phase(text: str, words: Words, settings: OutlineSettings) -> str:
    """“Movement phase: …”: the beginning of a text that names a phase, two words or more."""
    match = _PHASE_LEAD.match(text)
    said = folded_words(match[1]) if match else []
    is_named = 2 <= len(said) <= settings.lead_words and (begins(said, words.phase) or begins(said[-1:], words.phase))
    return match[1].strip() if match and is_named and text[:1].isupper() else ""


def _title(text: str, settings: OutlineSettings) -> str:
    match = _LEAD.match(text)
    if match and len(match[1].split()) <= settings.lead_words:
        return _short(match[1], settings.longest_title)
    first = text.split()[: settings.title_words]
    return _short(" ".join(first) + (" …" if len(text.split()) > len(first) else ""), settings.longest_title)


def _short(text: str, longest: int) -> str:
    return " ".join(text.split()).rstrip(" :*#.")[:longest] or "…"


_PAGE_AT_END = re.compile(r"(?:\.{2,}|…|\s)\s*\d{1,3}\s*$")
_LEADERS = re.compile(r"(?:\.\s?){8,}\d{1,3}(?!\d)")
"""Dots that lead from a title to its page, or from a component to its number."""
_LINK = re.compile(r"\]\(#")


def _table_of_contents(shapes: Sequence[PassageShape], components: Collection[int]) -> set[int]:
    """Passages that only repeat headings with page numbers or links, and the headings above such."""
    headings = Counter(_key(p.text) for p in shapes if p.kind == "heading")
    led = {p.seq for p in shapes if p.seq not in components and _LEADERS.search(p.text)}
    found = set()
    for passage in shapes:
        if passage.kind == "heading":
            continue
        text = _PAGE_AT_END.sub("", _MARKS.sub("", passage.text))
        is_entry = (
            _LINK.search(passage.raw_text)
            or passage.seq in led
            or (_PAGE_AT_END.search(passage.text) and _key(text) in headings)
        )
        if is_entry:
            found.add(passage.seq)
    return found | {one.seq for one, after in pairwise(shapes) if one.kind == "heading" and after.seq in led}


def _key(text: str) -> str:
    return " ".join(w for w in folded_words(_NUMBER.sub("", text.strip(), count=1)) if not w.isdigit())


def _below(above: _Part, part: _Part) -> OutlineKind:
    """A numbered heading in a round is a phase of it; what stands under actions is one."""
    if part.number and above.kind in ("round", "phase"):
        return "phase"
    if part.number and above.kind == "setup":
        return "step"
    return "action" if above.kind == "action" else "section"


def _within(above: _Part, part: _Part) -> OutlineKind:
    """What its words say, but no round begins within an action; where they say nothing, what stands above tells."""
    is_told = part.kind not in ("section", *(("round",) if above.kind == "action" else ()))
    return part.kind if is_told else _below(above, part)


def _mark_components(parts: Sequence[_Part], components: Collection[int], settings: OutlineSettings) -> None:
    """A heading over most of the listed components is theirs, whatever it says."""
    headings = [part for part in parts if part.passage.kind == "heading"]
    over = Counter(
        above[-1].passage.seq
        for listed in components
        if (above := [part for part in headings if part.passage.seq <= listed])
    )
    for part in headings:
        held = over[part.passage.seq]
        if part.kind == "section" and held >= settings.least_components and 2 * held > len(components):
            part.kind = "components"


def _rank(parts: Sequence[_Part]) -> None:
    """Numbered headings from 1 on that are set like the one without a number before them are its parts."""
    owner: dict[int, bool] = {}
    for part in parts:
        part.rank = float(part.level)
        if part.passage.kind != "heading":
            continue
        for deeper in [level for level in owner if level > part.level]:
            del owner[deeper]
        if not part.number:
            owner[part.level] = False
        elif part.number == "1" and part.level in owner:
            owner[part.level] = True
        if part.number and owner.get(part.level):
            part.rank += 0.5


def _nest(parts: list[_Part]) -> None:
    """Give each part its place, the part above it and its path; equal paths are told apart by a number."""
    stack: list[_Part] = []
    taken: Counter[str] = Counter()
    _rank(parts)
    for seq, part in enumerate(parts):
        while stack and stack[-1].rank >= part.rank:
            stack.pop()
        part.seq, part.parent = seq, stack[-1].seq if stack else None
        part.level = len(stack) + 1
        if stack and part.passage.kind == "heading":
            part.kind = _within(stack[-1], part)
        own = "-".join(folded_words(part.title)[:6]) or "part"
        path = f"{stack[-1].path}/{own}" if stack else own
        taken[path] += 1
        part.path = path if taken[path] == 1 else f"{path}-{taken[path]}"
        stack.append(part)
