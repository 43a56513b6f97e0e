"""The numbers of a draft: counts of components, the box, and what every language says of the same term."""

import re
from collections.abc import Iterator, Mapping, Sequence

from sqlmodel import col, select

from ingest.discover.words import begins, folded_words, words_of
from ingest.draft.entries import Number, Thing, has_latin, slug
from ingest.draft.rows import Rows, name_of_rule, rules_with_texts
from ingest.draft.wordings import AroundNumber, around_numbers, range_wording
from schema.claims import Claim, Mention
from schema.discovered import Component
from schema.documents import Passage
from schema.folding import fold
from schema.rules import RuleText


def draft_numbers(rows: Rows, components: Sequence[Thing], concepts: Mapping[int, str]) -> list[Number]:
    """All numbers that a pack for these documents can read."""
    return [*_component_counts(rows, components), *_box(rows), *_told_numbers(rows, concepts)]


def _component_counts(rows: Rows, components: Sequence[Thing]) -> Iterator[Number]:
    """One claim for all components of the box, found under the heading that the list stands under."""
    query = select(Component).where(Component.game_id == rows.game.id, Component.per == "box")
    heads: dict[str, list[str]] = {}
    found = rows.session.exec(query.order_by(col(Component.id))).all()
    for one in found:
        head = _head(rows.passages[one.passage_id])
        listed = heads.setdefault(one.language, [])
        if head and head not in listed:
            listed.append(head)
    wordings = {
        code: [
            f"{head} » {{number}} {{component}}" for head in listed if not _counts_otherwise(rows, head, code, found)
        ]
        for code, listed in heads.items()
    }
    wordings = {code: listed for code, listed in wordings.items() if listed}
    if components and wordings:
        note = "How many of a component lie in the box"
        yield Number(
            "component-count",
            "component:{component}",
            "count",
            note,
            wordings,
            "the lists of components",
            counts="component:",
        )


def _head(passage: Passage) -> str:
    return " ".join(_plain_words(passage.section.split(" / ")[-1]))


def _counts_otherwise(rows: Rows, head: str, language: str, components: Sequence[Component]) -> bool:
    """Whether another number of a listed thing stands under the heading too: “each player draws 7 tiles”."""
    counts: dict[str, set[str]] = {}
    for one in components:
        if one.language == language:
            counts.setdefault(fold(one.name), set()).add(str(one.count))
    texts = [fold(p.text) for p in rows.passages.values() if p.language == language and _head(p) == head]
    return any(
        number not in told
        for name, told in counts.items()
        for text in texts
        for number in re.findall(rf"(?<![\w.,])(\d{{1,4}})\s+{re.escape(name)}\b", text)
    )


def _box(rows: Rows) -> Iterator[Number]:
    """How many play, how long, from what age: where a range is printed, its ends."""
    claims = rows.session.exec(select(Claim).where(Claim.game_id == rows.game.id, Claim.subject == "box")).all()
    languages = {document.language for document in rows.documents}
    for what in ("players", "minutes"):
        wordings: dict[str, list[str]] = {}
        passages: list[int | None] = []
        for document in rows.documents:
            ends = {c.attribute: c for c in claims if c.document_id == document.id and c.passage_id is not None}
            low, high = ends.get(f"{what}.least"), ends.get(f"{what}.most")
            if low is None or high is None or low.value == high.value:
                continue
            wording = range_wording(rows.passages[low.passage_id or 0].text, low.value, high.value)
            if wording and wording not in wordings.get(document.language, ()):
                wordings.setdefault(document.language, []).append(wording)
                passages.append(low.passage_id)
        if wordings.keys() == languages:  # what one of them does not say may be something else in the other
            for end, slot in (("least", "{low}"), ("most", "{high}")):
                note = f"The {'fewest' if end == 'least' else 'most'} {what}"
                yield Number(f"{what}-{end}", "game", f"{what}.{end}", note, wordings, rows.where(*passages), slot)


def _told_numbers(rows: Rows, concepts: Mapping[int, str]) -> Iterator[Number]:
    """Numbers beside a term that every language which states the rule says of the same thing; others are left alone."""
    taken: set[str] = set()
    told: set[frozenset[tuple[str, str]]] = set()
    for rule, texts in sorted(rules_with_texts(rows), key=lambda pair: not has_latin(pair[0].code)):
        found: dict[str, dict[tuple[str, str], tuple[AroundNumber, int]]] = {}
        for text in texts:
            passage = rows.passages[text.passage_id]
            if _is_after_example(rows, passage):
                found.clear()
                break
            found.setdefault(passage.language, {}).update(_beside_terms(rows, passage, text, concepts))
        shared = set.intersection(*(set(said) for said in found.values())) if len(found) > 1 else set()
        for subject, number in sorted(shared):
            said = {language: numbers[subject, number] for language, numbers in found.items()}
            wordings = {language: [_placed(rows, around, at)] for language, (around, at) in said.items()}
            words = frozenset((language, wording) for language, (wording,) in wordings.items())
            if words in told:  # a rule of each language may hold the same sentences
                continue
            told.add(words)
            called = slug(name_of_rule(rows, rule, texts))
            yield Number(
                slug(f"{subject.partition(':')[2]} {called}", taken),
                subject,
                called,
                f"A number of the rule {called}",
                wordings,
                rows.where(*(passage_id for _, passage_id in said.values())),
                counts=subject,
                stated=dict.fromkeys(said, number),
                places=frozenset(rows.place(passage_id) for _, passage_id in said.values()),
            )


def _is_after_example(rows: Rows, passage: Passage) -> bool:
    """Whether an example stands before it under its heading, or it is one: what follows may still tell of that game."""
    words = words_of(passage.language).example
    return any(
        other.kind == "example" or begins(folded_words(other.text), words)
        for other in rows.passages.values()
        if other.document_id == passage.document_id and other.section == passage.section and other.seq <= passage.seq
    )


def _placed(rows: Rows, around: AroundNumber, passage_id: int) -> str:
    """A wording, a short one under the heading that it stands under."""
    head = _head(rows.passages[passage_id])
    return f"{head} » {around.wording}" if around.is_short and head else around.wording


def _beside_terms(
    rows: Rows, passage: Passage, text: RuleText, concepts: Mapping[int, str]
) -> Iterator[tuple[tuple[str, str], tuple[AroundNumber, int]]]:
    """The numbers of a rule's sentence with the nearest term among the words around them, the noun after them first."""
    end = text.position + text.length if text.length else len(passage.text)
    sentence = passage.text[text.position : end]
    mentions = rows.session.exec(select(Mention).where(Mention.passage_id == passage.id)).all()
    seen: dict[tuple[str, str], tuple[AroundNumber, int]] = {}
    doubled: set[tuple[str, str]] = set()
    for around in around_numbers(sentence):
        start = text.position + around.start
        stop = text.position + around.end
        number_at = text.position + sentence.index(around.number, around.start)
        near = [m for m in mentions if start <= m.position < stop and m.concept_id in concepts]
        after = [m for m in near if m.position > number_at]
        chosen = min(after or near, key=lambda m: abs(m.position - number_at), default=None)
        if chosen is None:
            continue
        key = concepts[chosen.concept_id], around.number
        doubled |= {key} if key in seen else set()
        seen[key] = around, passage.id or 0
    yield from ((key, found) for key, found in seen.items() if key not in doubled)


def _plain_words(text: str) -> list[str]:
    return [word for word in "".join(c if c.isalpha() else " " for c in text).lower().split() if word]
