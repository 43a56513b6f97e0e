"""Rules of a game without a pack, made from the sentences that rule; one that is read again keeps its code."""

from collections import Counter, defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, replace

from rapidfuzz import fuzz, process
from sqlmodel import Session, col, delete, select

from ingest.discover.of_play import look_for_play
from ingest.discover.words import words_of
from ingest.resolve.printed_rules import Part, PrintedRule, RulingSettings, find_rules
from schema.base import DISCOVERED, row
from schema.discovered import Component, Outline
from schema.document_kinds import EXPLAINING, KINDS
from schema.documents import Document, Passage
from schema.games import Game
from schema.rules import Rule, RuleText

TOPICS = frozenset({"setup", "round", "phase", "action", "end"})
"""Parts of play that are topics by themselves; other rules have the title of their part."""


@dataclass(frozen=True, slots=True)
class RuleSettings:
    """Which rules are one; chosen by eye and not measured on real versions."""

    same: float = 92.0
    """Two sentences of one language more alike than this, out of 100, are one rule."""
    again: float = 75.0
    """A sentence of a later reading so like a rule that is gone keeps its code."""
    answered: float = 70.0
    """An answer speaks of the rule whose words it has in this share."""
    code_parts: int = 2
    """Steps of a part's path, the last ones, in the codes of its rules."""
    ruling: RulingSettings = RulingSettings()


def make_rules(
    session: Session,
    game: Game,
    same_passage: Mapping[int, int] | None = None,
    settings: RuleSettings = RuleSettings(),
) -> None:
    """Make the game's rules anew from its documents; what is said again keeps its row and code.

    ``same_passage`` tells of a passage which one of an earlier document says the same in another language.
    """
    stated: list[PrintedRule] = []
    answers: list[PrintedRule] = []
    parts: dict[int, Part] = {}
    for document in _documents(session, game):
        rules = _rules_of(session, document, parts, settings)
        (answers if document.kind in EXPLAINING else stated).extend(rules)
    places = _placed(stated, parts, same_passage or {})
    groups = _grouped(stated, same_passage or {}, settings)
    groups.sort(key=lambda group: min(places[one.passage.id or 0] for one in group))
    kept = _with_codes(session, game, groups, settings)
    of_game = select(Rule.id).where(Rule.game_id == game.id)
    session.exec(delete(RuleText).where(col(RuleText.rule_id).in_(of_game)))
    for seq, (group, rule) in enumerate(zip(groups, kept, strict=True)):
        rule.seq, rule.words = seq, group[0].words
        session.add(rule)
    session.flush()
    for group, rule in zip(groups, kept, strict=True):
        _add_texts(session, rule, group)
    session.flush()
    _answer(session, answers, groups, kept, settings)
    said = {rule.id for rule in kept}
    gone = [rule.id for rule in _discovered(session, game) if rule.id not in said]
    session.exec(delete(Rule).where(col(Rule.id).in_(gone)))
    session.flush()


def _documents(session: Session, game: Game) -> Sequence[Document]:
    wanted = (
        Document.game_id == game.id,
        col(Document.superseded_by_id).is_(None),
        col(Document.kind).in_(code for code, kind in KINDS.items() if kind.states_rules),
    )
    return session.exec(select(Document).where(*wanted).order_by(Document.sha256)).all()


def _placed(
    stated: Sequence[PrintedRule], parts: Mapping[int, Part], same_passage: Mapping[int, int]
) -> Mapping[int, int]:
    """The place of each passage, in the order of documents and passages; a translation stands where the other does.

    So a rule that only one language tells in a sentence of its own has the part of play that the others have.
    """
    order = {passage: at for at, passage in enumerate(parts)}
    for rule in stated:
        other = same_passage.get(rule.passage.id or 0, 0)
        if other in parts and parts[other].path:
            rule.part = parts[other]
    return {passage: order.get(same_passage.get(passage, passage), at) for passage, at in order.items()}


def _rules_of(
    session: Session, document: Document, parts: dict[int, Part], settings: RuleSettings
) -> list[PrintedRule]:
    """The rules of a document; in ``parts`` is noted to which part of play each of its passages belongs."""
    passages = session.exec(select(Passage).where(Passage.document_id == document.id).order_by(col(Passage.seq))).all()
    if not look_for_play([one.text for one in passages if one.kind != "noise"], words_of(document.language)).is_of_game:
        return []
    outline = session.exec(select(Outline).where(Outline.document_id == document.id).order_by(col(Outline.seq))).all()
    heads = {part.passage_id: part for part in outline}
    by_id = {part.id: part for part in outline}
    listed = set(session.exec(select(Component.passage_id).where(Component.document_id == document.id)).all())
    current = Part()
    for passage in passages:
        if passage.id in heads:
            head = heads[passage.id]
            current = Part(head.path, head.kind, _topic(head, by_id))
        # What a passage counts is a component, wherever it stands; a table and a heading count besides what they say.
        is_counted = passage.id in listed and passage.kind == "item"
        parts[passage.id or 0] = replace(current, kind="components") if is_counted else current
    return find_rules(passages, parts, document.language, settings.ruling)


def _grouped(
    stated: Sequence[PrintedRule], same_passage: Mapping[int, int], settings: RuleSettings
) -> list[list[PrintedRule]]:
    """Sentences that state one rule together: equal words, hardly different words, or the same in another language."""
    groups: list[list[PrintedRule]] = []
    by_words: dict[tuple[str, str], list[PrintedRule]] = {}
    by_place: dict[tuple[int, int], list[PrintedRule]] = {}
    ordinal: Counter[int] = Counter()
    ruling = Counter(rule.passage.id or 0 for rule in stated)
    for rule in stated:
        passage_id, language = rule.passage.id or 0, rule.passage.language
        place = (passage_id, ordinal[passage_id])
        ordinal[passage_id] += 1
        other = same_passage.get(passage_id, 0)
        is_alike = ruling[other] == ruling[passage_id]  # else no sentence is known to be that of the same number
        group = by_words.get((language, rule.words)) or (by_place.get((other, place[1])) if is_alike else None)
        if group is None:
            group = []
            groups.append(group)
        group.append(rule)
        by_words[language, rule.words] = by_place[place] = group
    return _merged(groups, settings)


def _merged(groups: list[list[PrintedRule]], settings: RuleSettings) -> list[list[PrintedRule]]:
    """Rules of different documents in one language whose words hardly differ are one."""
    by_language: dict[str, list[list[PrintedRule]]] = defaultdict(list)
    for group in groups:
        by_language[group[0].passage.language].append(group)
    taken: set[int] = set()
    for of_language in by_language.values():
        documents = {group[0].passage.document_id for group in of_language}
        if len(documents) < 2:
            continue
        first = of_language[0][0].passage.document_id
        known = [group for group in of_language if group[0].passage.document_id == first]
        words = [group[0].words for group in known]
        for group in (g for g in of_language if g[0].passage.document_id != first):
            hit = process.extractOne(group[0].words, words, scorer=fuzz.ratio, score_cutoff=settings.same)
            if hit:
                known[hit[2]].extend(group)
                taken.add(id(group))
    return [group for group in groups if id(group) not in taken]


def _discovered(session: Session, game: Game) -> Sequence[Rule]:
    wanted = (Rule.game_id == game.id, Rule.origin == DISCOVERED)
    return session.exec(select(Rule).where(*wanted).order_by(col(Rule.seq), Rule.code)).all()


def _with_codes(
    session: Session, game: Game, groups: Sequence[Sequence[PrintedRule]], settings: RuleSettings
) -> list[Rule]:
    """The row of each rule: the one that had these words, one that had words like them, or a new one."""
    old = list(_discovered(session, game))
    by_words = {rule.words: rule for rule in old}
    found: list[Rule | None] = []
    used: set[int] = set()
    for group in groups:
        rule = next((by_words[one.words] for one in group if one.words in by_words), None)
        rule = rule if rule is not None and rule.id not in used else None
        used |= {rule.id or 0} if rule is not None else set()
        found.append(rule)
    left = {rule.id or 0: rule.words for rule in old if rule.id not in used}
    codes = {rule.code for rule in old}
    made: list[Rule] = []
    for group, known in zip(groups, found, strict=True):
        rule = known
        if rule is None and left:
            hit = process.extractOne(group[0].words, left, scorer=fuzz.ratio, score_cutoff=settings.again)
            rule = next(r for r in old if r.id == hit[2]) if hit else None
            left = {number: words for number, words in left.items() if rule is None or number != rule.id}
        if rule is None:
            code = _code(group[0].part, codes, settings)
            codes.add(code)
            shape = {"code": code, "topic": group[0].part.topic, "summary": "", "origin": DISCOVERED}
            rule = row(Rule, shape, game_id=game.id)
        made.append(rule)
    return made


def _code(part: Part, taken: Iterable[str], settings: RuleSettings) -> str:
    """The last parts of its path in the outline, and the next free number."""
    steps = part.path.split("/")[-settings.code_parts :] if part.path else ["rules"]
    base = ".".join("-".join(step.split("-")[: settings.ruling.longest_code]) for step in steps)
    known = taken if isinstance(taken, set) else set(taken)
    number = 1
    while f"{base}.{number}" in known:
        number += 1
    return f"{base}.{number}"


def _topic(part: Outline, by_id: Mapping[int | None, Outline]) -> str:
    """The part of play that it belongs to, else the nearest part above it that is no step of a list."""
    above: Outline | None = part
    while above is not None:
        if above.kind in TOPICS:
            return above.kind
        above = by_id.get(above.parent_id)
    return part.path.rpartition("/")[2]


def _add_texts(session: Session, rule: Rule, group: Sequence[PrintedRule]) -> None:
    """Where the rule is printed, and the examples and notes that follow it."""
    seen: set[int] = set()
    for text in [*group, *(aside for one in group for aside in one.asides)]:
        if text.passage.id not in seen:
            seen.add(text.passage.id or 0)
            session.add(_text(rule, text, 100.0))


def _text(rule: Rule, text: PrintedRule, score: float) -> RuleText:
    is_whole = text.position == 0 and text.length >= len(text.passage.text.rstrip())
    shape = {
        "language": text.passage.language,
        "score": score,
        "role": text.role,
        "position": 0 if is_whole else text.position,
        "length": 0 if is_whole else text.length,
    }
    return row(RuleText, shape, rule_id=rule.id, passage_id=text.passage.id)


def _answer(
    session: Session,
    answers: Sequence[PrintedRule],
    groups: Sequence[Sequence[PrintedRule]],
    rules: Sequence[Rule],
    settings: RuleSettings,
) -> None:
    """Tie an answer or correction to the rule whose words it has, in the same language."""
    words: dict[str, dict[int, str]] = defaultdict(dict)
    for at, group in enumerate(groups):
        words[group[0].passage.language][at] = group[0].words
    tied: set[tuple[int | None, int | None]] = set()
    for answer in answers:
        said = words[answer.passage.language]
        hit = process.extractOne(answer.words, said, scorer=fuzz.token_set_ratio, score_cutoff=settings.answered)
        if hit is None:
            continue
        rule = rules[hit[2]]
        if (rule.id, answer.passage.id) not in tied:
            tied.add((rule.id, answer.passage.id))
            answer.role = "answer"
            session.add(_text(rule, answer, round(hit[1], 1)))
