"""From the rows of a game without a pack to the draft of one; what only one language says is drafted, never guessed."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, select

from ingest.discover.words import begins, folded_words, words_of
from ingest.draft.entries import CardDraft, Draft, Number, RuleDraft, Thing, has_latin, slug
from ingest.draft.wordings import AroundNumber, around_numbers, range_wording
from schema.claims import Claim, Mention
from schema.counterparts import Counterpart
from schema.discovered import CardOrPlace, Component, GlossaryTerm, Outline
from schema.documents import Document, Page, Passage
from schema.folding import fold
from schema.games import Concept, Game, Name
from schema.rules import Rule, RuleText
from schema.tokens import readable


@dataclass(frozen=True, slots=True)
class DraftSettings:
    """What is good enough for a draft; chosen by eye on rulebooks of four games."""

    most_terms: int = 60
    """Terms of a draft; a person has to look at each."""
    least_score: float = 60.0
    """A term less sure than this is left out."""
    lone_score: float = 80.0
    """Where several languages were read, a term that only one of them has must be so sure."""
    least_card: float = 60.0
    """What is less surely a card than this is left out."""
    most_names: int = 8
    """Printed forms of a term in one language; the first ones are taken."""
    shown: int = 300
    """Characters of a printed text that a comment holds."""


@dataclass(frozen=True)
class Rows:
    """The documents of a game and their passages."""

    session: Session
    game: Game
    documents: Sequence[Document]
    passages: Mapping[int, Passage]
    pages: Mapping[int, int]
    partners: Mapping[int, frozenset[int]]
    """By passage those of other languages that say the same."""
    settings: DraftSettings

    @property
    def primary(self) -> str:
        """The language whose words make codes: English where there is one, else that of the first document."""
        languages = [document.language for document in self.documents]
        return "en" if "en" in languages else languages[0]

    def where(self, *passage_ids: int | None) -> str:
        """The files and pages of passages."""
        named = {d.id: d.file_name for d in self.documents}
        found = (self.passages[p] for p in passage_ids if p is not None and p in self.passages)
        told = (f"{named[p.document_id]} p. {self.pages[p.page_id]}" for p in found)
        return ", ".join(dict.fromkeys(told))

    def place(self, passage_id: int) -> tuple[str, int]:
        """A passage by the checksum of its document and its place there, which stay when it is read again."""
        passage = self.passages[passage_id]
        return next(d.sha256 for d in self.documents if d.id == passage.document_id), passage.seq

    def are_partners(self, one: int, other: int) -> bool:
        """Whether two passages say the same in two languages."""
        return other in self.partners.get(one, ())


def gather(session: Session, game: Game, code: str, name: str, settings: DraftSettings = DraftSettings()) -> Draft:
    """The draft of a pack from all that is known of the game."""
    rows = _rows(session, game, settings)
    components = _components(rows)
    taken = {thing.code for thing in components}
    terms, concepts = _terms(rows, taken)
    things = [*components, *terms]
    return Draft(
        code=code,
        name=name,
        titles=_titles(rows, name),
        things=things,
        numbers=[*_component_counts(rows, components), *_box(rows), *_told_numbers(rows, concepts)],
        rules=list(_rules(rows, concepts)),
        cards=list(_cards(rows)),
        outline=list(_outline(rows)),
    )


def _rows(session: Session, game: Game, settings: DraftSettings) -> Rows:
    documents = session.exec(select(Document).where(Document.game_id == game.id).order_by(col(Document.id))).all()
    ids = [document.id for document in documents]
    passages = session.exec(select(Passage).where(col(Passage.document_id).in_(ids)).order_by(col(Passage.id))).all()
    pages = session.exec(select(Page.id, Page.number).where(col(Page.document_id).in_(ids))).all()
    known = {p.id or 0: p for p in passages}
    partners: dict[int, set[int]] = defaultdict(set)
    for pair in session.exec(select(Counterpart).where(Counterpart.relation == "translation")):
        if pair.passage_id in known:
            partners[pair.passage_id].add(pair.other_id)
            partners[pair.other_id].add(pair.passage_id)
    together = {at: frozenset(others) for at, others in partners.items()}
    return Rows(session, game, documents, known, {k or 0: n for k, n in pages}, together, settings)


def _titles(rows: Rows, name: str) -> dict[str, list[str]]:
    titles: dict[str, list[str]] = {}
    for document in rows.documents:
        listed = titles.setdefault(document.language, [])
        listed += [title for title in (document.title, name) if title and title not in listed]
    return titles


def _components(rows: Rows) -> list[Thing]:
    """The things of the box; those of two languages are one where passages say the same and numbers agree."""
    query = (
        select(Component)
        .where(Component.game_id == rows.game.id)
        .order_by(col(Component.document_id), col(Component.seq))
    )
    groups: list[list[Component]] = []
    stored = sorted(rows.session.exec(query).all(), key=lambda one: one.language != rows.primary)
    for one in stored:
        group = next((g for g in groups if _is_same_component(rows, g, one)), None)
        if group is None:
            groups.append([one])
        else:
            group.append(one)
    taken: set[str] = set()
    return [
        Thing(
            "component",
            slug(group[0].name, taken, "component"),
            {one.language: [one.name] for one in reversed(group)},
            rows.where(*(one.passage_id for one in group)),
        )
        for group in groups
    ]


def _is_same_component(rows: Rows, group: Sequence[Component], one: Component) -> bool:
    """Whether a component is what those of a group are; where a passage lists several alike, none is told."""
    if one.language in {other.language for other in group}:
        return any(fold(other.name) == fold(one.name) and other.per == one.per for other in group)
    alike = (other for other in group if other.count == one.count and other.per == one.per)
    return any(rows.are_partners(other.passage_id, one.passage_id) for other in alike)


def _terms(rows: Rows, taken: set[str]) -> tuple[list[Thing], dict[int, str]]:
    """Terms with their names in each language, and the subject of each concept that was taken."""
    query = (
        select(GlossaryTerm, Concept)
        .join(Concept, col(Concept.id) == GlossaryTerm.concept_id)
        .where(Concept.game_id == rows.game.id)
        .order_by(col(GlossaryTerm.uses).desc(), col(GlossaryTerm.id))
    )
    by_concept: dict[int, list[GlossaryTerm]] = defaultdict(list)
    codes: dict[int, str] = {}
    for term, concept in rows.session.exec(query):
        by_concept[concept.id or 0].append(term)
        codes[concept.id or 0] = concept.code
    several = len({document.language for document in rows.documents}) > 1
    found: list[Thing] = []
    concepts: dict[int, str] = {}
    for concept_id, terms in by_concept.items():
        least = (
            rows.settings.lone_score if several and len({t.language for t in terms}) < 2 else rows.settings.least_score
        )
        if max(term.score for term in terms) < least or len(found) >= rows.settings.most_terms:
            continue
        names, first = _names(rows, concept_id)
        usual = names.get(rows.primary) or next(iter(names.values()), [])
        called = next((name for name in (*names.get(rows.primary, ())[:1], codes[concept_id]) if has_latin(name)), "")
        if not usual or slug(called) in taken:
            continue
        thing = Thing("term", slug(called, taken, "term"), names, rows.where(*first))
        found.append(thing)
        concepts[concept_id] = f"term:{thing.code}"
    return found, concepts


def _names(rows: Rows, concept_id: int) -> tuple[dict[str, list[str]], list[int | None]]:
    """A concept's printed forms by language, each once, and the passages that first print them."""
    names: dict[str, list[str]] = {}
    seen: set[tuple[str, str]] = set()
    first: dict[str, int | None] = {}
    for name in rows.session.exec(select(Name).where(Name.concept_id == concept_id).order_by(col(Name.id))):
        folded = fold(name.text)
        if (name.language, folded) in seen or len(names.get(name.language, ())) >= rows.settings.most_names:
            continue
        seen.add((name.language, folded))
        names.setdefault(name.language, []).append(name.text)
        first.setdefault(name.language, name.passage_id)
    return names, list(first.values())


def _component_counts(rows: Rows, components: Sequence[Thing]) -> Iterator[Number]:
    """One claim for all components of the box, found under the heading that the list stands under."""
    query = select(Component).where(Component.game_id == rows.game.id, Component.per == "box")
    heads: dict[str, list[str]] = {}
    for one in rows.session.exec(query.order_by(col(Component.id))):
        section = rows.passages[one.passage_id].section.split(" / ")[-1]
        words = " ".join(word for word in _plain_words(section))
        listed = heads.setdefault(one.language, [])
        if words and words not in listed:
            listed.append(words)
    wordings = {
        code: [f"{head} » {{number}} {{component}}" for head in listed] for code, listed in heads.items() if listed
    }
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
    for rule, texts in sorted(_texts(rows), key=lambda pair: not has_latin(pair[0].code)):
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
            called = slug(_called(rows, rule, texts))
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


def _called(rows: Rows, rule: Rule, texts: Sequence[RuleText]) -> str:
    """What names a rule: its code, or, without Latin letters, the heading it stands under in another language."""
    if has_latin(rule.code):
        return rule.code.replace(".", " ")
    sections = (rows.passages[text.passage_id].section for text in texts if text.passage_id in rows.passages)
    return next((f"{named} {rule.seq + 1}" for s in sections if has_latin(named := s.rpartition(" / ")[2])), "")


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
    head = " ".join(_plain_words(rows.passages[passage_id].section.split(" / ")[-1]))
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


def _texts(rows: Rows) -> Iterator[tuple[Rule, list[RuleText]]]:
    """The rules in their order, each with the passages that state it."""
    rules = rows.session.exec(
        select(Rule).where(Rule.game_id == rows.game.id).order_by(col(Rule.seq), col(Rule.id))
    ).all()
    for rule in rules:
        wanted = RuleText.rule_id == rule.id, RuleText.role == "rule"
        yield rule, list(rows.session.exec(select(RuleText).where(*wanted).order_by(col(RuleText.id))).all())


def _rules(rows: Rows, concepts: Mapping[int, str]) -> Iterator[RuleDraft]:
    taken: set[str] = set()
    told: set[frozenset[tuple[str, str]]] = set()
    for rule, texts in sorted(_texts(rows), key=lambda pair: not has_latin(pair[0].code)):
        passages = [rows.passages[text.passage_id] for text in texts if text.passage_id in rows.passages]
        if not passages:
            continue
        about = _about(rows, passages, concepts)
        printed = {
            p.language: shown(p.text[t.position : t.position + t.length] if t.length else p.text, rows.settings)
            for p, t in zip(passages, texts, strict=False)
        }
        if frozenset(printed.items()) in told:
            continue
        told.add(frozenset(printed.items()))
        yield RuleDraft(
            code=slug(_called(rows, rule, texts), taken, "rule"),
            topic=slug(rule.topic, None, "rules"),
            about=about,
            printed=printed,
            where=rows.where(*(p.id for p in passages)),
            places=frozenset(rows.place(p.id or 0) for p in passages),
            cue=" ".join(about) if len(about) > 1 else "",
        )


def _about(rows: Rows, passages: Sequence[Passage], concepts: Mapping[int, str]) -> list[str]:
    """The terms that all passages of a rule use."""
    used: list[set[str]] = []
    for passage in passages:
        mentions = rows.session.exec(select(Mention.concept_id).where(Mention.passage_id == passage.id)).all()
        used.append({concepts[m] for m in mentions if m in concepts})
    return sorted(set.intersection(*used)) if used else []


def _cards(rows: Rows) -> Iterator[CardDraft]:
    """What is surely enough a card, with its title and text in each language that has it."""
    query = select(CardOrPlace).where(CardOrPlace.game_id == rows.game.id, CardOrPlace.kind == "card")
    listed = [one for one in rows.session.exec(query).all() if one.score >= rows.settings.least_card]
    language = {one.id: rows.passages[one.passage_id].language for one in listed}
    groups: list[list[CardOrPlace]] = []
    for one in sorted(listed, key=lambda card: (language[card.id] != rows.primary, card.id)):
        partner = (g for g in groups if any(rows.are_partners(other.passage_id, one.passage_id) for other in g))
        group = next(partner, None)
        if group is None:
            groups.append([one])
        else:
            group.append(one)
    taken: set[str] = set()
    for group in groups:
        yield CardDraft(
            slug(group[0].name, taken, "card"),
            {language[one.id]: one.name for one in group},
            {language[one.id]: shown(one.body, rows.settings) for one in group if one.body},
            rows.where(*(one.passage_id for one in group)),
        )


def _outline(rows: Rows) -> Iterator[str]:
    """The course of play as the first document in the primary language lays it out."""
    document = next(d for d in rows.documents if d.language == rows.primary)
    for part in rows.session.exec(select(Outline).where(Outline.document_id == document.id).order_by(col(Outline.seq))):
        title = shown(part.title, rows.settings)
        number = f"{part.number} " if part.number else ""
        yield f"{'  ' * (part.level - 1)}{number}{title} ({part.kind}; {rows.where(part.passage_id)})"


def _plain_words(text: str) -> list[str]:
    return [word for word in "".join(c if c.isalpha() else " " for c in text).lower().split() if word]


def shown(text: str, settings: DraftSettings) -> str:
    """A printed text on one line, cut where it is long."""
    line = " ".join(readable(text).split())
    return line if len(line) <= settings.shown else f"{line[: settings.shown].rstrip()}…"
