"""Questions and what becomes of them: which sentences ask, how they are answered, and with which numbers."""

from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.standing.text import BORDERS, Piece
from ingest.standing.words import Cue, StandingWords

BRIEF = 4
"""A question of at most so many words that nobody answers is a condition: “A six? Roll again.”"""
SHORT = 6
"""A sentence of at most so many words can only speak of the one before it, or answer it."""
FIRST = 4
"""An answer says the verb of its question again among its first so many words."""
STEM = 4
"""Words that begin with as many equal letters are the same word in another form."""
DASHES = frozenset("–—-")


@dataclass(frozen=True, slots=True)
class Verdict:
    """How a question is answered: yes, no, open (by nobody, or by “we do not know”), or with something else."""

    kind: str
    values: frozenset[int | None] = frozenset()
    """The numbers that the answer names."""


class Questions:
    """The questions of a text."""

    def __init__(self, pieces: Sequence[Piece], cues: Sequence[Cue], words: StandingWords) -> None:
        self._pieces = pieces
        self._cues = cues
        self._words = words
        self._sentences: dict[int, list[int]] = {}
        for at, piece in enumerate(pieces):
            self._sentences.setdefault(piece.sentence, []).append(at)
        self._asked = {p.sentence for p in pieces if p.text == "?"}

    def verdicts(self) -> dict[int, Verdict]:
        """Of each sentence that asks, and of each that another one asks about, how it is answered."""
        found: dict[int, Verdict] = {}
        for sentence in sorted(self._asked, reverse=True):
            verdict = self._answered(sentence, found)
            if verdict.kind == "open" and self._is_condition(sentence):
                continue
            found[sentence] = verdict
            before = self._before(sentence)
            if before is not None and self._only_points(sentence):
                found[before] = found[sentence]
        for sentence in self._replied_to():
            found.setdefault(sentence, self._verdict(sentence, self._answer(sentence)))
        return found

    def _is_condition(self, sentence: int) -> bool:
        """Whether a question is too brief to be one, and something is said behind it that leaves nothing open."""
        words = [n for n in self._sentences[sentence] if self._pieces[n].text[:1].isalpha()]
        answer = self._answer(sentence)
        is_asking = self._says({"asking", "or", "tag", "irreal"}, self._sentences[sentence])
        is_left_open = self._says({"unknown", "pending"}, answer)
        is_said = bool(answer) and self._pieces[answer[0]].sentence not in self._asked
        is_refuted = self._says({"drop", "fault"}, answer) and not self._values(answer)
        is_second = sentence - 1 in self._asked
        return len(words) <= BRIEF and is_said and not (is_asking or is_left_open or is_refuted or is_second)

    def _answered(self, sentence: int, later: dict[int, Verdict]) -> Verdict:
        answer = self._answer(sentence)
        if not answer:
            return Verdict("open")
        following = self._pieces[answer[0]].sentence
        if following in self._asked:
            return later[following] if self._only_points(following) else Verdict("open")
        return self._verdict(sentence, answer)

    def _answer(self, sentence: int) -> list[int]:
        """The pieces of the first sentence behind that says something."""
        start = next((n for n, p in enumerate(self._pieces) if p.sentence > sentence and self._begins(n)), None)
        return [] if start is None else [n for n in self._sentences[self._pieces[start].sentence] if n >= start]

    def _verdict(self, sentence: int, answer: Sequence[int]) -> Verdict:
        behind = self._sentences.get(self._pieces[answer[0]].sentence + 1, [])
        is_asking = behind and self._pieces[behind[0]].sentence in self._asked
        values = self._values(answer) or (frozenset() if is_asking else self._values(behind))
        return Verdict(self._kind(sentence, answer), values)

    def _kind(self, sentence: int, answer: Sequence[int]) -> str:
        clause = [n for n in answer if self._pieces[n].clause == self._pieces[answer[0]].clause]
        asked, told = self._values(self._sentences[sentence]), self._values(clause)
        is_counted = bool(told - asked) or (bool(told) and len(asked) > 1)
        start = self._plain(answer)
        yes, no = (self._words.says(word, self._pieces, start) for word in ("yes", "no"))
        is_alone = self._text(start + max(yes, no)) in BORDERS
        if not (is_alone and yes + no) and self._says({"unknown", "pending"}, answer) and not self._values(answer):
            return "open"
        is_turned = yes > 0 and self._says({"not"}, [start + yes])
        if no > yes or is_turned:
            return "no"
        if yes and (is_alone or not self._asks_what(sentence)):
            return "else" if is_counted else "yes"
        is_echo = not is_counted and not self._asks_what(sentence) and self._echoes(sentence, clause)
        if self._says({"not", "no-longer", "myth"}, clause[: FIRST + 1]):
            return "no" if is_echo or len(clause) <= SHORT else "else, denied"
        if not self._values(answer) and self._says({"drop", "fault"}, answer):
            return "no"
        if is_echo or self._says({"denial"}, answer):
            return "yes, by its verb" if is_echo else "else, denied"
        return "else" if self._values(answer) else "open"

    def _asks_what(self, sentence: int) -> bool:
        """Whether a question begins with what it asks for, so that only a plain “yes” would confirm anything."""
        words = [n for n in self._sentences[sentence] if self._pieces[n].text[:1].isalpha()]
        return self._says({"asking"}, words[:1])

    def _plain(self, answer: Sequence[int]) -> int:
        """Where an answer says yes or no and nothing else between two marks, or where it begins."""
        opening = any(self._words.says(word, self._pieces, answer[0]) for word in ("yes", "no", "not"))
        first = answer[0] if opening else answer[0] + 1
        for at in answer:
            said = max(self._words.says(word, self._pieces, at) for word in ("yes", "no"))
            is_begun = at == first or self._text(at - 1) in BORDERS
            is_regret = self._says({"sorry"}, [at]) and self._text(at + said) == ","
            if said and is_begun and not is_regret and self._text(at + said) in BORDERS:
                return at
        return answer[0]

    def _echoes(self, sentence: int, clause: Sequence[int]) -> bool:
        """Whether a short answer says a word of the question again."""
        words = [n for n in clause if self._pieces[n].text.isalpha() and not self._says({"definite"}, [n])]
        asked = {self._stem(n) for n in self._sentences[sentence] if self._pieces[n].text[:1].isalpha()}
        return len(words) <= SHORT and any(self._stem(n) in asked for n in words[:FIRST])

    def _stem(self, at: int) -> str:
        return self._words.affirmed(self._pieces[at].folded)[:STEM]

    def _says(self, ideas: set[str], places: Sequence[int]) -> bool:
        return any(cue.idea in ideas and cue.first in places for cue in self._cues)

    def _values(self, places: Sequence[int]) -> frozenset[int | None]:
        found = (self._pieces[n] for n in places)
        return frozenset(p.value for p in found if p.value is not None and not p.is_reference and not p.is_article)

    def _before(self, sentence: int) -> int | None:
        """The sentence before, if it states something."""
        return sentence - 1 if sentence - 1 in self._sentences and sentence - 1 not in self._asked else None

    def _only_points(self, sentence: int) -> bool:
        """Whether a question only asks about the sentence before it: “is that right?”."""
        places = self._sentences[sentence]
        words = [n for n in places if self._pieces[n].text[:1].isalpha()]
        is_short = 0 < len(words) <= SHORT and not self._values(places)
        return is_short and self._says({"pointing", "tag", "right"}, places)

    def _replied_to(self) -> Iterator[int]:
        """Sentences that ask without a mark: somebody answers them behind a dash or a label."""
        for sentence, places in self._sentences.items():
            before = self._before(sentence)
            if before is None or before - 1 in self._asked or not self._answer(before):
                continue
            is_dash = self._pieces[places[0]].text in DASHES and self._text(places[0] - 1) != "\n"
            if is_dash or self._is_label(places[0]):
                yield before

    def _begins(self, at: int) -> bool:
        piece = self._pieces[at]
        is_said = any(self._words.says(word, self._pieces, at) for word in ("yes", "no"))
        is_label = self._is_label(at) or (self._text(at + 1) == ":" and not is_said)
        return (piece.text.isalnum() or len(piece.text) > 2) and not is_label

    def _is_label(self, at: int) -> bool:
        """Whether a word only names who answers: “A:”, “Reply:”."""
        marks = {self._text(at + 1), self._text(at + 2), self._text(at + 3)} & {":", ".", ")"}
        return bool(self._words.says("answer", self._pieces, at) and marks) and not self._text(at - 1).isalpha()

    def _text(self, at: int) -> str:
        return self._pieces[at].text if 0 <= at < len(self._pieces) else ""
