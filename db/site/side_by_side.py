"""Two documents passage by passage: what both say, what changed, and what only one of them has."""

from collections.abc import Iterator, Sequence
from difflib import SequenceMatcher

from markupsafe import Markup

from db.site.marks import plain
from db.site.page import Asked, Row
from db.site.rules import mark_differences

AT_A_TIME = 40
_PASSAGES = """
    SELECT passage.id AS passage_id, passage.text, passage.seq, passage.kind, passage.page_id, passage.document_id,
            page.number AS page
    FROM passage JOIN page ON page.id = passage.page_id
    WHERE passage.document_id = ? AND passage.kind NOT IN ('gap', 'noise', 'annotation', 'field') ORDER BY passage.seq
"""
_PAIRS = """
    SELECT counterpart.passage_id, counterpart.other_id, counterpart.relation, counterpart.score FROM counterpart
    JOIN passage AS here ON here.id = counterpart.passage_id JOIN passage AS there ON there.id = counterpart.other_id
    WHERE here.document_id = ? AND there.document_id = ? ORDER BY here.seq, there.seq
"""


def side_by_side(asked: Asked, left: str, right: str) -> Row:
    """The passages of two documents in the order of the left one; of versions only what was added, dropped, changed."""
    empty: Row = {"passages": [], "passage_counts": {}, "relation": "", "passage_part": 1, "passage_parts": 1}
    if not (left.isdigit() and right.isdigit()):
        return empty
    there, relation = _counterparts(asked, int(left), int(right))
    if not there:
        return empty
    lefts, rights = asked.rows(_PASSAGES, int(left)), asked.rows(_PASSAGES, int(right))
    found = list(_in_order(lefts, rights, there))
    counts = {state: sum(entry["state"] == state for entry in found) for state in ("dropped", "added", "changed")}
    if relation == "version":
        found = [entry for entry in found if entry["state"] != "same"]
    parts = max(1, -(-len(found) // AT_A_TIME))
    part = asked.number("passages", 1, parts)
    shown = found[(part - 1) * AT_A_TIME : part * AT_A_TIME]
    for entry in shown:
        _show(asked, entry, relation)
    return {
        "passages": shown,
        "passage_counts": counts if relation == "version" else {},
        "relation": relation,
        "passage_part": part,
        "passage_parts": parts,
    }


def _counterparts(asked: Asked, left: int, right: int) -> tuple[dict[int, list[int]], str]:
    """By passage of the left document those of the right one that say the same."""
    found: dict[int, list[int]] = {}
    relation = ""
    for row in asked.rows(_PAIRS, left, right):
        found.setdefault(row["passage_id"], []).append(row["other_id"])
        relation = row["relation"]
    for row in asked.rows(_PAIRS, right, left):
        found.setdefault(row["other_id"], []).append(row["passage_id"])
        relation = row["relation"]
    return found, relation


def _in_order(lefts: Sequence[Row], rights: Sequence[Row], there: dict[int, list[int]]) -> Iterator[Row]:
    """Entries in the order of the left document; what only the right one has follows what it stands behind there."""
    by_id = {row["passage_id"]: row for row in rights}
    taken = {other for others in there.values() for other in others}
    places = {row["passage_id"]: at for at, row in enumerate(rights)}
    given: set[int] = set()

    def lone(start: int) -> Iterator[Row]:
        for row in rights[start:]:
            if row["passage_id"] in taken or row["passage_id"] in given:
                return
            given.add(row["passage_id"])
            yield {"state": "added", "left": [], "right": [row]}

    yield from lone(0)
    for row in lefts:
        others = [by_id[other] for other in there.get(row["passage_id"], ()) if other in by_id]
        if not others:
            yield {"state": "dropped", "left": [row], "right": []}
            continue
        fresh = [other for other in others if other["passage_id"] not in given]
        given |= {other["passage_id"] for other in fresh}
        is_same = " ".join(row["text"].split()) == " ".join(" ".join(o["text"] for o in others).split())
        yield {"state": "same" if is_same else "changed", "left": [row], "right": fresh}
        yield from lone(max(places[other["passage_id"]] for other in others) + 1)


def _show(asked: Asked, entry: Row, relation: str) -> None:
    """Give each passage its words as HTML: numbers marked between languages, words between versions."""
    rows = [*entry["left"], *entry["right"]]
    for row in rows:
        row["href"] = asked.passage_link(row)
    if relation == "version" and entry["state"] == "changed" and entry["right"]:
        texts = (" ".join(row["text"] for row in entry[side]) for side in ("left", "right"))
        before, after = _differing(*texts)
        for side, words in (("left", before), ("right", after)):
            entry[side] = [{**entry[side][0], "shown": words}]
    else:
        mark_differences(rows)


def _differing(one: str, other: str) -> tuple[Markup, Markup]:
    """Both texts with the words marked that the other has not."""
    here, there = one.split(), other.split()
    before: list[Markup] = []
    after: list[Markup] = []
    for kind, a, b, c, d in SequenceMatcher(None, here, there, autojunk=False).get_opcodes():
        old, new = plain(" ".join(here[a:b])), plain(" ".join(there[c:d]))
        if old:
            before.append(old if kind == "equal" else Markup("<del>{}</del>").format(old))
        if new:
            after.append(new if kind == "equal" else Markup("<ins>{}</ins>").format(new))
    return Markup(" ").join(before), Markup(" ").join(after)
