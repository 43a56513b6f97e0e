"""From the rows of a game without a pack to the draft of one; what only one language says is drafted, never guessed."""

from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence

from sqlmodel import Session, col, select

from ingest.draft.entries import CardDraft, Draft, RuleDraft, Thing, has_latin, slug
from ingest.draft.numbers import draft_numbers
from ingest.draft.rows import DraftSettings, Rows, name_of_rule, rows_of, rules_with_texts
from schema.claims import Mention
from schema.discovered import CardOrPlace, Component, GlossaryTerm, Outline
from schema.documents import Passage
from schema.folding import fold
from schema.games import Concept, Game, Name
from schema.tokens import readable


def gather(session: Session, game: Game, code: str, name: str, settings: DraftSettings = DraftSettings()) -> Draft:
    """The draft of a pack from all that is known of the game."""
    rows = rows_of(session, game, settings)
    components = _components(rows)
    taken = {thing.code for thing in components}
    terms, concepts = _terms(rows, taken)
    things = [*components, *terms]
    return Draft(
        code=code,
        name=name,
        titles=_titles(rows, name),
        things=things,
        numbers=draft_numbers(rows, components, concepts),
        rules=list(_rules(rows, concepts)),
        cards=list(_cards(rows)),
        outline=list(_outline(rows)),
    )


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
        .where(Component.game_id == rows.game.id, Component.per == "box")
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


def _rules(rows: Rows, concepts: Mapping[int, str]) -> Iterator[RuleDraft]:
    taken: set[str] = set()
    told: set[frozenset[tuple[str, str]]] = set()
    for rule, texts in sorted(rules_with_texts(rows), key=lambda pair: not has_latin(pair[0].code)):
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
            code=slug(name_of_rule(rows, rule, texts), taken, "rule"),
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


def shown(text: str, settings: DraftSettings) -> str:
    """A printed text on one line, cut where it is long."""
    line = " ".join(readable(text).split())
    return line if len(line) <= settings.shown else f"{line[: settings.shown].rstrip()}…"
