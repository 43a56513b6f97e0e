"""Which words name things, told by what stands around them: a book counts its things, and verbs stand elsewhere."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Callable, Collection, Mapping, Sequence
from dataclasses import dataclass

from schema.documents import PassageShape
from schema.folding import fold


@dataclass(frozen=True, slots=True)
class NounSettings:
    """When a word is no noun; chosen on seven rulebooks in seven languages."""

    least_counted: int = 2
    """A word that follows a number so often is a thing that is counted, and shows where nouns stand."""
    counted_share: float = 0.03
    """In at least this share of its uses."""
    least_seen: int = 150
    """With fewer places of counted things to learn from, the places of words prove nothing."""
    least_context: int = 3
    """A neighbour that is seen less often says nothing."""
    strange: float = -1.1
    """A word whose places are, by the mean of their logarithms, so much rarer for counted things is no noun."""
    ending_share: float = 0.3
    """Nor is one that so often ends as no noun of its language does."""
    small_share: float = 0.6
    """Nor, where nouns have capitals, one that is so often written small inside a sentence."""
    capital_share: float = 0.8
    """Nouns have capitals where this share of the counted things have one inside sentences,"""
    least_inside: int = 8
    """and stand there so often: a name or two may be all that is counted. Chosen by eye."""


_TOKEN = re.compile(r"\d+|[^\W\d_]+|[.!?:;…,()]")
_STOP, _NUMBER, _COMMA = ".", "0", ","


class Nouns:
    """What the places of words in a document tell of them."""

    def __init__(
        self,
        shapes: Sequence[PassageShape],
        word_of: Mapping[str, str],
        endings: tuple[str, ...] = (),
        settings: NounSettings = NounSettings(),
        is_small: Callable[[str], bool] = lambda _: False,
    ) -> None:
        """``is_small`` tells which words only hold sentences together; behind a number they are no counted things."""
        self._settings, self._endings, self._is_small_word = settings, endings, is_small
        self._places: dict[str, list[tuple[str, str]]] = defaultdict(list)
        self._forms: dict[str, Counter[str]] = defaultdict(Counter)
        self._small: Counter[str] = Counter()
        self._inside: Counter[str] = Counter()
        self._counted: Counter[str] = Counter()
        for passage in shapes:
            self._look_at(passage.text, word_of)
        self._learn()

    def is_noun(self, word: str) -> bool:
        """Whether nothing tells that a word, by the form that stands for all its forms, names no thing."""
        if self._is_often_written_small(word) or self._ends_as_no_noun(word):
            return False
        return self._counted[word] >= self._settings.least_counted or self._places_of(word) > self._settings.strange

    def is_counted(self, word: str, one: Collection[str], is_small: Callable[[str], bool]) -> bool:
        """Whether a number or “a” stands before a word and no name behind it: “a card of”, not “an empty box”."""
        ends = (_STOP, _COMMA, _NUMBER)
        return any(
            (before == _NUMBER or before in one) and (after in ends or is_small(after))
            for before, after in self._places.get(word, ())
        )

    def are_nouns(self, first: str, second: str) -> bool:
        """The same of two words that stand together, of which only the outer places tell."""
        if any(self._is_often_written_small(w) or self._ends_as_no_noun(w) for w in (first, second)):
            return False
        return self._side_of(first, 0) + self._side_of(second, 1) > self._settings.strange

    def _look_at(self, text: str, word_of: Mapping[str, str]) -> None:
        rows = [(_STOP, "")] + [(_kind(m.group()), m.group()) for m in _TOKEN.finditer(text)] + [(_STOP, "")]
        for (before, _), (word, written), (after, _) in zip(rows, rows[1:], rows[2:], strict=False):
            if not written[:1].isalpha():
                continue
            head = word_of.get(word, word)
            self._places[head].append((before, after))
            self._forms[head][written.lower()] += 1
            self._counted[head] += before == _NUMBER
            if before not in (_STOP, _NUMBER):
                self._inside[head] += 1
                self._small[head] += written[0].islower()

    def _learn(self) -> None:
        few, share = self._settings.least_counted, self._settings.counted_share
        often = (w for w, n in self._counted.items() if n >= max(few, share * len(self._places[w])))
        things = {word for word in often if not self._is_small_word(word)}
        self._all: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        self._of_things: tuple[Counter[str], Counter[str]] = (Counter(), Counter())
        for word, places in self._places.items():
            for place in places:
                for side in (0, 1):
                    self._all[side][place[side]] += 1
                    if word in things and place[0] != _NUMBER:
                        self._of_things[side][place[side]] += 1
        self._seen = self._of_things[0].total()
        self._words = self._all[0].total()
        inside, small = (sum(told[w] for w in things) for told in (self._inside, self._small))
        is_told = inside >= self._settings.least_inside
        self._have_capitals = is_told and inside - small >= self._settings.capital_share * inside

    def _places_of(self, word: str) -> float:
        """How much more (above 0) or less often counted things stand where this word stands."""
        return self._side_of(word, 0) + self._side_of(word, 1)

    def _side_of(self, word: str, side: int) -> float:
        places = self._places.get(word)
        if not places or self._seen < self._settings.least_seen:
            return 0.0
        return sum(self._weight(side, place[side]) for place in places) / len(places)

    def _weight(self, side: int, neighbour: str) -> float:
        seen = self._all[side][neighbour]
        if seen < self._settings.least_context:
            return 0.0
        expected = seen * self._seen / self._words
        return math.log((self._of_things[side][neighbour] + 0.5) / (expected + 0.5))

    def _ends_as_no_noun(self, word: str) -> bool:
        forms = self._forms.get(word)
        if not forms or not self._endings:
            return False
        ended = sum(n for form, n in forms.items() if form.endswith(self._endings) and len(form) > 3)
        return ended >= self._settings.ending_share * forms.total()

    def _is_often_written_small(self, word: str) -> bool:
        inside = self._inside[word]
        return self._have_capitals and inside > 0 and self._small[word] >= self._settings.small_share * inside


def _kind(token: str) -> str:
    if token.isdigit():
        return _NUMBER
    if token in ",()":
        return _COMMA
    return fold(token) if token[0].isalpha() else _STOP
