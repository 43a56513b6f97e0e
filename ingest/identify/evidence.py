"""What in a text speaks for a game: names that only this game has, never the words that every rulebook uses."""

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, replace
from functools import lru_cache

from ingest.identify.generic_titles import GENERIC
from schema.folding import fold
from schema.pack import Pack

STEM = 5
"""Words that share so many first letters are forms of one word, as far as a name of several words goes."""
LEAST_LETTERS = 4
"""Shorter names are too common to tell games apart."""

RUINED_SHARE = 0.05
"""From this share of words with signs or capitals within them on, names are looked for among ruined letters too."""
LOST = r"\S{0,2}"
"""What may stand where a letter with a mark was: nothing, a sign, or two letters in its place."""
ENDING = 2
"""Letters at the end of a longer word that its forms change."""
LEAST_INTACT = 8
"""Letters of a name that must be there when others are ruined."""

LONGEST_LINE = 8
"""Words of a line that holds a title and little else."""
LONGEST_HEADING = 16
"""Words of a heading in which a title is set off from what is said of it."""
HEAD = 2
"""Passages at the beginning in which a title may be one part between marks: “Windfall – ten years of answers”."""
CARD = "card"

_WORD = re.compile(r"[^\W_]+")
_RUINED = re.compile(r"[a-z][0-9A-Z@\[\]|¢£€{}]+[a-z]|[a-z]{2}[0@¢£€]")
_WITHIN_SENTENCE = re.compile(r"(?<=[\w,;)”’\"'–-] )[^\W\d_][^\W_]+")
_SET_OFF = re.compile(r"\s+[-–—|]\s+|:\s+")
_PARTS = re.compile(r"\s+[-–—|]\s+|[:;,()„“”\"«»]")
_ICON = re.compile(r"\[icon:[^]]*\]")


@dataclass(frozen=True, slots=True)
class Weights:
    """How much each kind of evidence counts; measured on 1,700 rulebooks of other games and on single pages of ours."""

    of_a_kind: int = 3
    """Names of one kind, and single proper names of all kinds, cities for instance, are shared by games of one
    theme: more of them add nothing."""
    of_the_world: int = 1
    """Cities and persons of history, taken together: a book on the time, or another game of the theme, names many."""
    title: int = 4
    """A printed title of the game, in a line of its own, counts as much as so many names."""
    decisive: int = 100
    """The title of a game that is recognised by its title alone."""
    neighbours: int = 3
    """What the other documents in its folder add, all of one game, to something that a page itself shows."""
    least: float = 4.0
    """The least that a page must show."""
    page: int = 450
    """Words of a page; a document of no more is a small one, such as a card or a reference sheet."""
    growth: float = 1.5
    """What must come in addition each time a document is twice as long: longer texts say more by chance."""

    def wanted(self, words: int) -> float:
        """How much a document of so many words must show."""
        doublings = max(0, (words // self.page).bit_length() - 1)
        return self.least + self.growth * doublings


@dataclass(frozen=True, slots=True)
class Evidence:
    """What was found of one game in one language."""

    names: tuple["OwnName", ...] = ()
    """One name for each thing."""
    titles: tuple[str, ...] = ()

    @property
    def own(self) -> tuple["OwnName", ...]:
        """The names that only the game has, so that none stands in a book on its theme."""
        return tuple(name for name in self.names if not name.is_of_world)

    def weight(self, weights: Weights) -> int:
        """How much it says."""
        kinds = Counter("" if name.is_proper else name.kind for name in self.own)
        of_world = min(len(self.names) - len(self.own), weights.of_the_world)
        own = sum(min(n, weights.of_a_kind) for n in kinds.values())
        return own + of_world + weights.title * bool(self.titles)


@dataclass(frozen=True, slots=True)
class OwnName:
    """A name of several words, by stems, or a proper name, in full."""

    kind: str
    code: str
    text: str
    words: str
    is_proper: bool
    is_of_world: bool = False
    """Whether it names something that is there outside of the game, too."""


class Text:
    """A document's words, prepared for looking up names."""

    def __init__(self, passages: Sequence[str]) -> None:
        words = [_words(text) for text in passages]
        self.count = sum(map(len, words))
        self._lines = {_spaced(found) for found in words if len(found) <= LONGEST_LINE}
        self._short = [text for text, found in zip(passages, words, strict=True) if len(found) <= LONGEST_LINE]
        self._headed = [t.strip() for t, found in zip(passages, words, strict=True) if len(found) <= LONGEST_HEADING]
        self._set_off = {_SET_OFF.split(text.strip(), 1)[0].casefold() for text in self._short if _SET_OFF.search(text)}
        head = (t for t, found in zip(passages[:HEAD], words, strict=False) if len(found) <= LONGEST_HEADING)
        self._parts = {_spaced(_words(part)) for text in head for part in _PARTS.split(text)}
        stems = [_stem(word) for found in words for word in (*found, "¶")]
        self._stems, self._said = _spaced(stems), frozenset(stems)
        self._names = {fold(found) for text in passages for found in _proper(text)}
        ruined = sum(len(_RUINED.findall(text)) for text in passages)
        self._ruined = "\n".join(passages).casefold() if ruined > RUINED_SHARE * self.count else ""

    def evidence(self, pack: Pack, language: str) -> Evidence:
        """What speaks for the game in the language."""
        found: dict[str, OwnName] = {}
        things: set[tuple[str, str]] = set()
        titles = pack.languages[language].titles
        counted = {fold(title) for title in titles}  # a card of the game's own name would count the title twice
        for own in _own_names(pack, language):
            thing = own.kind, own.code
            is_new = thing not in things and own.words not in found and fold(own.text) not in counted
            if is_new and self._has(own):
                things.add(thing)
                found[own.words] = own
        return Evidence(tuple(found.values()), tuple(self._titles(titles, pack)))

    def _has(self, own: OwnName) -> bool:
        if own.is_proper and own.words in self._names:
            return True
        if not own.is_proper and self._said.issuperset(own.words.split()) and own.words in self._stems:
            return True
        if own.kind == CARD and own.is_proper and _spaced([own.words]) in self._lines:
            return True
        ruined = _ruined(own.text) if self._ruined and not own.is_proper else None
        return ruined is not None and ruined.search(self._ruined) is not None

    def _titles(self, titles: Iterable[str], pack: Pack) -> Iterator[str]:
        """Titles in a line with little else; of a single word, which may be any word, in a line of their own, or set
        off at its beginning where they are printed with a sign: “Resist! – errata”."""
        usual = _usual(pack)
        for title in titles:
            words = _words(title)
            wanted = _spaced(words)
            is_signed = not title[-1].isalnum() and (
                title.casefold() in self._set_off or self._heads(title, _sheets(pack))
            )
            lines = [text for text in self._short if wanted in _spaced(_words(text))] if len(words) > 1 else []
            is_part = len(words) > 1 and wanted in self._parts
            if wanted in self._lines or is_signed or is_part or any(not _goes_on(text, words, usual) for text in lines):
                yield title

    def _heads(self, title: str, sheets: frozenset[str]) -> bool:
        """Whether a line begins with a title and says what sheet it is: “Resist! corrections”."""
        behind = [text[len(title) :] for text in self._headed if text.casefold().startswith(title.casefold())]
        return any(rest[:1].isspace() and not sheets.isdisjoint(_words(rest)) for rest in behind)


def _goes_on(line: str, title: Sequence[str], usual: frozenset[str]) -> bool:
    """Whether a line names another thing than a title that it contains: the title goes on with a proper word that no
    title of a document is made of, as in “Operation Barclay Squadron”, and not in “Operation Barclay Rules”."""
    found = list(_WORD.finditer(line))
    folded = [fold(word.group()) for word in found]
    starts = [n for n in range(len(found)) if folded[n : n + len(title)] == list(title)]
    ends = [n + len(title) for n in starts]
    if any(end == len(found) for end in ends):
        return False
    following = [(line[found[end - 1].end() : found[end].start()], found[end].group()) for end in ends]
    return bool(following) and all(
        gap.isspace() and word[0].isupper() and fold(word) not in usual for gap, word in following
    )


@lru_cache(maxsize=64)
def _usual(pack: Pack) -> frozenset[str]:
    """Words that titles of documents are made of beside the name of a game: “Rules”, “Second edition”, “Errata”."""
    listed = [
        word
        for shared in pack.shared.values()
        for words in (shared.trade_words, shared.printing_words, *shared.kinds.values())
        for word in words
    ]
    names = [edition.name for edition in pack.game.edition]
    return GENERIC.union(*(_words(text) for text in (*listed, *names)))


@lru_cache(maxsize=64)
def _sheets(pack: Pack) -> frozenset[str]:
    """What a document is called that is no rulebook, in one word: “errata”."""
    named = (name for shared in pack.shared.values() for names in shared.kinds.values() for name in names)
    return frozenset(words[0] for name in named if len(words := _words(name)) == 1)


@lru_cache(maxsize=64)
def _own_names(pack: Pack, language: str) -> tuple[OwnName, ...]:
    """The distinctive names of a game in a language."""
    shared = pack.shared.get(language)
    trade = {_stem(word) for listed in (shared.trade_words if shared else ()) for word in _words(listed)}
    of_world = pack.game.kinds.of_the_world
    found = (_own_name(kind, code, name, trade) for kind, code, name in _named(pack, language))
    return tuple(replace(own, is_of_world=own.kind in of_world) for own in found if own is not None)


def _named(pack: Pack, language: str) -> Iterator[tuple[str, str, str]]:
    for concept, names in pack.names(language).items():
        yield from ((concept.kind, concept.code, name) for name in names)
    for file in pack.cards:
        yield from ((CARD, card.code, card.title[language]) for card in file.card if language in card.title)


def _own_name(kind: str, code: str, name: str, trade: Iterable[str]) -> OwnName | None:
    words = _words(_ICON.sub("", name))
    stems = [_stem(word) for word in words]
    if sum(map(len, words)) < LEAST_LETTERS or set(stems) <= set(trade):
        return None
    if len(words) > 1:
        return OwnName(kind, code, name, _spaced(stems), is_proper=False)
    return OwnName(kind, code, name, words[0], is_proper=True) if name[0].isupper() else None


@lru_cache(maxsize=4096)
def _ruined(name: str) -> re.Pattern[str] | None:
    """A pattern for the name in which letters with marks may be anything; none where too little would be left."""
    words = [word[: max(STEM - ENDING, len(word) - ENDING)] for word in _WORD.findall(name.casefold())]
    if sum(letter.isascii() for word in words for letter in word) < LEAST_INTACT:
        return None
    parts = ("".join(letter if letter.isascii() else LOST for letter in word) for word in words)
    return re.compile(r"\b" + r"\S{0,4}\s+".join(parts))


def _proper(text: str) -> Iterator[str]:
    """Words with a capital letter within a sentence."""
    for found in _WITHIN_SENTENCE.findall(text):
        if found[0].isupper():
            yield found


def _words(text: str) -> list[str]:
    return _WORD.findall(fold(text))


def _stem(word: str) -> str:
    return word[:STEM]


def _spaced(words: Iterable[str]) -> str:
    """Between spaces, so that a name is found only as whole words."""
    return f" {' '.join(words)} "
