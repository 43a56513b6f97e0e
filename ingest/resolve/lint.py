"""What a careful editor would mark in a rulebook: doubled words, wrong page references, sums, conflicts, names."""

import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass

from sqlmodel import Session, col, delete, select

from ingest.resolve.sums import balances
from schema.base import row
from schema.claims import Claim, Conflict, ConflictClaim, Finding, FindingShape, Mention, Severity
from schema.documents import Document, Page, Passage
from schema.folding import fold
from schema.games import Concept, Game
from schema.pack import Pack, SharedLanguageFile
from schema.tokens import Token, tokenise

SILENT_KINDS = ("gap", "noise", "label", "card")
"""Passages whose words stand for themselves: no sentence is expected there."""
REACH = 9
"""Tokens before a page reference in which its heading is looked for."""
TELLING = 5
"""Letters a heading's word must have to be recognised by it."""
STEM = 4
"""Letters that two names must share to be one word in two forms."""
RARE = 0.25
"""A second name used at most this often beside the first is a slip rather than a synonym."""
SELDOM = 2
"""A name must be used more often than this to be called the usual one."""


@dataclass(frozen=True, slots=True)
class Marked:
    """A finding on its way into a row."""

    kind: str
    severity: Severity
    message: str
    document: Document
    passage_id: int | None = None
    suggestion: str = ""


@dataclass(frozen=True)
class Copy:
    """One document laid out for the checks."""

    document: Document
    passages: Sequence[Passage]
    pages: Mapping[int, int]
    """Page number by the row of the page."""
    claims: Sequence[Claim]
    mentions: Sequence[tuple[Mention, Concept]]
    pack: Pack
    language: SharedLanguageFile


Check = Callable[[Copy], Iterator[Marked]]


def lint_game(session: Session, game: Game, pack: Pack) -> None:
    """Throw away what was marked in the game's documents and mark it anew."""
    kinds = [*CHECKS, CONFLICT]
    session.exec(delete(Finding).where(col(Finding.game_id) == game.id, col(Finding.kind).in_(kinds)))
    for document in session.exec(select(Document).where(Document.game_id == game.id)).all():
        copy = _lay_out(session, document, pack)
        for kind, check in CHECKS.items():
            for marked in check(copy):
                assert marked.kind == kind
                _store(session, game, marked)
    for marked in _conflicts(session, game):
        _store(session, game, marked)
    session.flush()


def _lay_out(session: Session, document: Document, pack: Pack) -> Copy:
    passages = session.exec(select(Passage).where(Passage.document_id == document.id).order_by(col(Passage.seq)))
    pages = session.exec(select(Page).where(Page.document_id == document.id))
    spoken = (
        select(Mention, Concept)
        .join(Concept, col(Concept.id) == Mention.concept_id)
        .join(Passage, col(Passage.id) == Mention.passage_id)
        .where(Passage.document_id == document.id)
        .order_by(col(Passage.seq), col(Mention.position))
    )
    return Copy(
        document=document,
        passages=passages.all(),
        pages={page.id or 0: page.number for page in pages},
        claims=session.exec(select(Claim).where(Claim.document_id == document.id)).all(),
        mentions=session.exec(spoken).all(),
        pack=pack,
        language=pack.shared.get(document.language, SharedLanguageFile(name="", tesseract="")),
    )


def _store(session: Session, game: Game, marked: Marked) -> None:
    content = {"kind": marked.kind, "severity": marked.severity, "message": marked.message}
    shape = FindingShape.model_validate({**content, "suggestion": marked.suggestion})
    session.add(row(Finding, shape, game_id=game.id, document_id=marked.document.id, passage_id=marked.passage_id))


def find_wrong_sums(copy: Copy) -> Iterator[Marked]:
    """Wholes that their parts do not make."""
    values = {(c.subject, c.attribute): c.value for c in copy.claims}
    passages = {(c.subject, c.attribute): c.passage_id for c in copy.claims}
    for balance in balances(copy.pack.game.sums, values):
        if balance.is_right:
            continue
        form = balance.form
        message = (
            f"{form.subject} {form.whole} is stated as {balance.whole}, but its parts make {balance.shown}. "
            "Compare the numbers with the components themselves."
        )
        yield Marked("sum", "error", message, copy.document, passages[form.subject, form.whole], str(balance.made))


def find_doubled_words(copy: Copy) -> Iterator[Marked]:
    """The same word twice in a row."""
    allowed = {fold(word) for word in copy.language.doubled_words}
    for passage in copy.passages:
        if passage.kind in SILENT_KINDS:
            continue
        for hit in re.finditer(r"(?<![\w-])([^\W\d_]{2,})\s+\1(?![\w-])", passage.text):
            word = hit.group(1)
            if word.islower() and fold(word) not in allowed:
                message = f"“{hit.group()}” has the same word twice."
                yield Marked("doubled-word", "error", message, copy.document, passage.id, word)


def find_wrong_page_references(copy: Copy) -> Iterator[Marked]:
    """References to one heading that disagree with each other, or with where the heading stands."""
    references = list(_references(copy))
    by_heading: dict[int, list[tuple[Passage, int]]] = defaultdict(list)
    for passage, heading, page in references:
        by_heading[heading.seq].append((passage, page))
    headings = {p.seq: p for p in copy.passages}
    shifts = Counter(page - copy.pages[headings[h].page_id] for h, listed in by_heading.items() for _, page in listed)
    shift = shifts.most_common(1)[0][0] if len(copy.pages) > 1 and shifts else None
    for seq, listed in by_heading.items():
        numbers = Counter(page for _, page in listed)
        title = headings[seq].text
        if len(numbers) > 1:
            told = " and ".join(map(str, sorted(numbers)))
            message = f"“{title}” is referred to on page {told}; one of them is wrong."
            yield Marked("page-reference", "error", message, copy.document, listed[0][0].id)
            continue
        stands = copy.pages[headings[seq].page_id] + (shift or 0)
        passage, page = listed[0]
        if shift is not None and page != stands:
            message = f"“{title}” is said to be on page {page}, but it stands on page {stands}."
            yield Marked("page-reference", "warning", message, copy.document, passage.id, str(stands))


def _references(copy: Copy) -> Iterator[tuple[Passage, Passage, int]]:
    """Each page reference with the heading it speaks of and the page it names."""
    words = {fold(word) for word in copy.language.page_words}
    headings = [p for p in copy.passages if p.kind == "heading"]
    telling = [(h, [t.folded for t in tokenise(h.text) if len(t.folded) >= TELLING]) for h in headings]
    for passage in copy.passages:
        tokens = list(tokenise(passage.text))
        for at, token in enumerate(tokens[:-1]):
            if token.folded not in words or tokens[at + 1].kind != "number":
                continue
            before = _words_before(tokens, at, words)
            named = [(len(w), h) for h, w in telling if w and all(_stands_in(word, before) for word in w)]
            if named:
                heading = max(named, key=lambda pair: pair[0])[1]
                yield passage, heading, int(tokens[at + 1].folded)


def _words_before(tokens: Sequence[Token], at: int, page_words: Collection[str]) -> list[str]:
    """The words before a reference, back to the end of a sentence or the reference before it."""
    words: list[str] = []
    for token in reversed(tokens[max(at - REACH, 0) : at]):
        if token.kind == "stop" or token.folded in page_words:
            break
        words.append(token.folded)
    return words


def _stands_in(word: str, words: Sequence[str]) -> bool:
    """Whether a form of the word is among the words: all but its ending agrees."""
    stem = word[: max(TELLING - 1, len(word) - 2)]
    return any(other.startswith(stem) for other in words)


def find_second_names(copy: Copy) -> Iterator[Marked]:
    """A thing called by one name throughout, and once or twice by another."""
    used: dict[str, Counter[frozenset[str]]] = defaultdict(Counter)
    first: dict[tuple[str, frozenset[str]], tuple[str, int]] = {}
    for mention, concept in copy.mentions:
        subject = f"{concept.kind}:{concept.code}"
        stems = frozenset(t.folded[:STEM] for t in tokenise(mention.surface))
        used[subject][stems] += 1
        first.setdefault((subject, stems), (mention.surface, mention.passage_id))
    for subject, names in used.items():
        (common, often), *others = names.most_common()
        for stems, count in others:
            if count > RARE * often or often <= SELDOM or stems & common:
                continue
            surface, passage_id = first[subject, stems]
            usual, _ = first[subject, common]
            message = f"{subject} is called “{surface}” {count} times and “{usual}” {often} times."
            yield Marked("second-name", "note", message, copy.document, passage_id, usual)


def find_misspelt_names(copy: Copy) -> Iterator[Marked]:
    """Names that are known only by a slip of letters."""
    if copy.document.language not in copy.pack.languages:
        return
    lexicon = copy.pack.lexicon(copy.document.language)
    right = Counter(fold(m.surface) for m, _ in copy.mentions if m.score == 100.0)
    for mention, concept in copy.mentions:
        for word in (t.folded for t in tokenise(mention.surface) if t.kind == "word"):
            meant = lexicon.is_misspelt(word)
            if meant and any(meant in surface for surface in right):
                message = f"“{mention.surface}” looks like a slip for {concept.kind} {concept.code}."
                yield Marked("misspelt-name", "warning", message, copy.document, mention.passage_id, meant)


def find_skipped_numbers(copy: Copy) -> Iterator[Marked]:
    """Numbered lists that skip a number."""
    before: tuple[str, int] | None = None
    for passage in copy.passages:
        hit = re.match(r"\s*(\d{1,2})[.)|]\s", passage.text) if passage.kind == "item" else None
        number = int(hit.group(1)) if hit else None
        if number and before and before[0] == passage.section and before[1] + 1 < number <= before[1] + 3:
            message = f"The list goes from {before[1]} to {number}: an entry is missing or misnumbered."
            yield Marked("numbering", "warning", message, copy.document, passage.id)
        before = (passage.section, number) if number else before


def _conflicts(session: Session, game: Game) -> Iterator[Marked]:
    """Claims of one edition that disagree; differences between editions are none."""
    told_of = set()
    query = select(Conflict).where(Conflict.game_id == game.id, Conflict.kind != "edition")
    for conflict in session.exec(query).all():
        joined = select(Claim, Document).join(Document, col(Document.id) == Claim.document_id)
        taking_part = joined.join(ConflictClaim, col(ConflictClaim.claim_id) == Claim.id).where(
            ConflictClaim.conflict_id == conflict.id
        )
        claims = session.exec(taking_part.order_by(col(Document.sha256), col(Claim.value))).all()
        losing = [(c, d) for c, d in claims if c.value != conflict.chosen_value]
        key = (conflict.edition_id, conflict.subject, conflict.attribute)
        if key in told_of:
            continue
        told_of.add(key)
        for claim, document in losing[:1]:
            told = ", ".join(dict.fromkeys(f"{c.value} in {d.file_name}" for c, d in claims))
            message = f"{conflict.subject} {conflict.attribute}: {told}."
            severity: Severity = "error" if claim.confidence >= SURE else "warning"
            yield Marked(CONFLICT, severity, message, document, claim.passage_id, conflict.chosen_value)


CONFLICT = "conflict"
SURE = 0.85
"""A claim read with less confidence than this makes a warning, not an error."""
CHECKS: Mapping[str, Check] = {
    "sum": find_wrong_sums,
    "doubled-word": find_doubled_words,
    "page-reference": find_wrong_page_references,
    "second-name": find_second_names,
    "misspelt-name": find_misspelt_names,
    "numbering": find_skipped_numbers,
}
