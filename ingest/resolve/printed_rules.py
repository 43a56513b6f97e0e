"""The sentences of a text that rule: what must, may or may not be done, and when something counts."""

import re
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field

from ingest.discover.words import Words, begins, folded_words, has_any, has_words, is_known, words_of
from schema.documents import Passage
from schema.rules import TextRole


@dataclass(frozen=True, slots=True)
class RulingSettings:
    """What is a rule; chosen by eye on three rulebooks in German, Czech and Polish."""

    least_words: int = 4
    """A sentence of fewer words is a caption or a remainder, and no rule."""
    longest_code: int = 4
    """Words of a part's title in the code of its rules."""
    letters_of_word: int = 2
    """So many letters of a script without spaces are a word."""
    linked_share: float = 0.5
    """A passage whose addresses and their titles are so much of it only points elsewhere."""


PLAYED = frozenset({"setup", "round", "phase", "step", "action", "end"})
"""Parts of the outline in which every item of a list says what to do."""
SPEAKING = frozenset({"paragraph", "item", "note", "table"})


LEAST_SAID = 4
"""A cell of fewer words is a name."""
LABEL = 2
"""“Example 3:” alone announces the example that follows."""


@dataclass(frozen=True, slots=True)
class Part:
    """Where in the outline a passage stands."""

    path: str = ""
    kind: str = "section"
    topic: str = "rules"


@dataclass(slots=True)
class PrintedRule:
    """A sentence that rules, with what is said around it."""

    passage: Passage
    position: int
    length: int
    words: str
    part: Part
    role: TextRole = "rule"
    asides: "list[PrintedRule]" = field(default_factory=list)
    """Examples and notes that follow it."""


_END = re.compile(r"(?<=[.!?…])[\"”»’)]*\s+(?=[\"“„«(\[]?[^\W\d_a-zà-öø-ÿ]|\d)", re.UNICODE)
_ABBREVIATED = re.compile(
    r"(?:^|[\s(])(?:[^\W\d_]{1,2}|[^\W\d_]\.[^\W\d_]|[^\W\d_aeiouyáéíóúý]{2,4})\.$", re.IGNORECASE
)


def sentences(text: str) -> Iterator[tuple[int, str]]:
    """The sentences of a text with their places; a full stop behind an abbreviation or a list's number ends none."""
    start = 0
    for match in _END.finditer(text):
        before = text[start : match.start()].rstrip('"”»’) ')
        if _ABBREVIATED.search(before) or re.fullmatch(r"\W*\d{1,2}[.)]", before.strip()):
            continue
        yield start, text[start : match.end()].rstrip()
        start = match.end()
    if text[start:].strip():
        yield start, text[start:].rstrip()


def find_rules(
    passages: Sequence[Passage], parts: Mapping[int, Part], language: str, settings: RulingSettings = RulingSettings()
) -> list[PrintedRule]:
    """The rules of one document in their order; ``parts`` tells where each passage stands, by its row."""
    words = words_of(language)
    found: list[PrintedRule] = []
    is_announced = False
    lead: _Lead | None = None
    before = ""
    for passage in passages:
        is_head, before = _is_head(passage, before), passage.kind
        part = parts.get(passage.id or 0, Part())
        said = folded_words(passage.text)
        is_label = len(said) <= LABEL and begins(said, words.example)
        is_example = passage.kind == "example" or begins(said, words.example) or is_announced
        is_announced = is_label
        is_note = passage.kind == "note" or begins(said, words.note)
        if is_example:
            if found and not is_label:
                found[-1].asides.append(_whole(passage, part, "example"))
            continue
        if passage.kind not in SPEAKING or part.kind == "components" or is_head:
            continue
        if passage.kind == "item" and lead and not has_any(said, words.rules):
            lead.take(_whole(passage, part, "note"), found)
            continue
        ruled = [
            PrintedRule(passage, at, len(sentence), " ".join(folded_words(sentence)), part)
            for at, sentence in sentences(passage.text)
            if _rules(sentence, passage, part, language, settings)
        ]
        if not ruled and is_note and found:
            found[-1].asides.append(_whole(passage, part, "note"))
        found += ruled
        if passage.kind != "item":
            lead = _lead(passage, part, words, len(found), settings)
    return found


@dataclass(slots=True)
class _Lead:
    """A sentence that rules and leads to a list: “A player wins who has:”; a rule where items only go on with it."""

    rule: PrintedRule
    place: int
    """Where among the rules it stands."""

    def take(self, item: PrintedRule, found: list[PrintedRule]) -> None:
        if not self.rule.asides:
            found.insert(self.place, self.rule)
        self.rule.asides.append(item)


def _lead(passage: Passage, part: Part, words: Words, place: int, settings: RulingSettings) -> _Lead | None:
    told = list(sentences(passage.text)) or [(0, "")]
    at, sentence = told[-1]
    said = folded_words(sentence)
    is_lead = passage.kind == "paragraph" and sentence.endswith((":", "：")) and has_any(said, words.rules)
    if not is_lead or _length(sentence, settings) < settings.least_words:
        return None
    return _Lead(PrintedRule(passage, at, len(sentence), " ".join(said), part), place)


def _is_head(passage: Passage, before: str) -> bool:
    """Whether a row is the first of its table and has only names in its cells."""
    is_first = passage.kind == "table" and before != "table"
    return is_first and all(len(cell.split()) < LEAST_SAID for cell in passage.text.split("|"))


def _whole(passage: Passage, part: Part, role: TextRole) -> PrintedRule:
    return PrintedRule(passage, 0, len(passage.text), " ".join(folded_words(passage.text)), part, role)


def _rules(sentence: str, passage: Passage, part: Part, language: str, settings: RulingSettings) -> bool:
    """Whether a sentence has a word that rules, or is an item of a list that says what to do."""
    said = folded_words(sentence)
    is_lead = sentence.endswith((":", "："))
    is_short = _length(sentence, settings) < settings.least_words
    if is_short or is_lead or sentence.endswith("?") or _points(passage, settings):
        return False
    is_played = part.kind in PLAYED
    if not has_words(language):
        return is_played or passage.kind != "table"
    if not is_known(language):
        return is_played or (passage.kind != "table" and _is_of_players(said, words_of(language)))
    if has_any(said, words_of(language).rules):
        return True
    return is_played and passage.kind == "item"


def _is_of_players(said: Sequence[str], words: Words) -> bool:
    """Whether a sentence says what is done or may be done, or speaks of players: a story does neither."""
    return has_any(said, words.doing + words.player + words.per)


_UNSPACED = re.compile(r"[\u3040-\u30ff\u3400-\u9fff]")
_LINK = re.compile(r"\[([^\]]*)\]\(([^)]*)\)")


def _length(sentence: str, settings: RulingSettings) -> int:
    """The words of a sentence; in scripts without spaces a few letters are one."""
    letters = len(_UNSPACED.findall(sentence))
    return max(len(folded_words(sentence)), letters // settings.letters_of_word)


def _points(passage: Passage, settings: RulingSettings) -> bool:
    """Whether a passage only points elsewhere: an entry of the contents, or an address with its title."""
    if "](#" in passage.raw_text:
        return True
    linked = sum(len(match.group()) for match in _LINK.finditer(passage.raw_text))
    return linked > settings.linked_share * len(passage.raw_text)
