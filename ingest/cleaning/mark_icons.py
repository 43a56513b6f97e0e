"""Turn signs that stand for icons into `[icon:…]` tokens, each a repair, and escape brackets that are none."""

import re
from collections import Counter
from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from ingest.edits import apply_repairs
from schema.claims import FindingShape
from schema.documents import RepairShape
from schema.reading import FIRST_SEEN_ICON, FindingRead, PassageRead

PRIVATE_USE = re.compile("[\ue000-\uf8ff\U000f0000-\U0010fffd]")


@dataclass(frozen=True, slots=True)
class IconMarkSettings:
    """How sure a sign is an icon; chosen by eye on the seeds."""

    unsure: float = 0.9
    """Confidence in a printable sign that stands for an icon: it might be meant as itself."""
    bullets: int = 2
    """A private sign that opens so many items and stands nowhere else is their bullet."""


def mark_icons(
    passages: Sequence[PassageRead], glyphs: Mapping[str, str], settings: IconMarkSettings = IconMarkSettings()
) -> tuple[tuple[PassageRead, ...], tuple[FindingRead, ...]]:
    """The passages with icons as tokens, and a finding for each icon that no glyph map knows."""
    marked: list[PassageRead] = []
    unknown: dict[str, int] = {}
    bullets = _bullets(passages, settings) - glyphs.keys()
    signs = re.compile("|".join((PRIVATE_USE.pattern, r"[\[\]]", *map(re.escape, glyphs))))
    for read in passages:
        if not signs.search(read.passage.raw_text):
            marked.append(read)
            continue
        repairs = tuple(_repairs(read, glyphs, bullets, settings))
        for sign in PRIVATE_USE.findall(read.passage.text):
            if sign not in glyphs and sign not in bullets:
                unknown.setdefault(sign, read.passage.seq)
        repairs = tuple(sorted((*read.repairs, *repairs), key=lambda r: r.position)) if repairs else read.repairs
        text = apply_repairs(read.passage.raw_text, repairs) if repairs is not read.repairs else read.passage.text
        marked.append(replace(read, passage=read.passage.model_copy(update={"text": text}), repairs=repairs))
    return tuple(marked), tuple(_finding(sign, seq) for sign, seq in unknown.items())


def _bullets(passages: Sequence[PassageRead], settings: IconMarkSettings) -> set[str]:
    """The private signs that open items, several of them, and stand nowhere else."""
    opening: Counter[str] = Counter()
    elsewhere: set[str] = set()
    for read in passages:
        raw = read.passage.raw_text.lstrip()
        is_item = read.passage.kind == "item" and PRIVATE_USE.match(raw) is not None
        opening.update(raw[:1] if is_item else ())
        elsewhere.update(PRIVATE_USE.findall(raw[1:] if is_item else raw))
    return {sign for sign, count in opening.items() if count >= settings.bullets} - elsewhere


def _repairs(
    read: PassageRead, glyphs: Mapping[str, str], bullets: Collection[str], settings: IconMarkSettings
) -> Iterator[RepairShape]:
    raw = read.passage.raw_text
    taken = {at for r in read.repairs for at in range(r.position, r.position + max(r.length, 1))}
    for position, sign in enumerate(raw):
        if position in taken:
            continue
        if sign in bullets:
            end = position + 1
            while raw[end : end + 1].isspace() and end not in taken:
                end += 1
            yield RepairShape(
                position=position, length=end - position, before=raw[position:end], after="", reason="bullet"
            )
            continue
        after, confidence = _token(raw, position, sign, glyphs, settings)
        if after is not None:
            reason = "literal bracket" if after.startswith("\\") else "icon"
            yield RepairShape(
                position=position, length=1, before=sign, after=after, reason=reason, confidence=confidence
            )


def _token(
    raw: str, position: int, sign: str, glyphs: Mapping[str, str], settings: IconMarkSettings
) -> tuple[str | None, float]:
    if sign in glyphs and (PRIVATE_USE.match(sign) or _stands_alone(raw, position)):
        return f"[icon:{glyphs[sign]}]", 1.0 if PRIVATE_USE.match(sign) else settings.unsure
    if PRIVATE_USE.match(sign):
        return f"[icon:U+{ord(sign):04X}]", 1.0
    if sign in "[]":
        return f"\\{sign}", 1.0
    return None, 1.0


def _stands_alone(raw: str, position: int) -> bool:
    """Whether a printable sign is no part of a word or a number."""
    around = raw[max(position - 1, 0) : position] + raw[position + 1 : position + 2]
    return not any(c.isalnum() for c in around)


def _finding(sign: str, passage: int) -> FindingRead:
    message = (
        f"A small picture that is no letter stands as [icon:U+{ord(sign):04X}]; no table of the document names it."
        if sign >= FIRST_SEEN_ICON
        else f"The icon U+{ord(sign):04X} is in no glyph map, so it stands as [icon:U+{ord(sign):04X}]. "
        "Add it to [glyphs] in the language file of the game."
    )
    return FindingRead(FindingShape(kind="unknown-icon", severity="warning", message=message), passage)
