"""Words that a rulebook uses in a sense of its own: marked, defined, or far more frequent than in the language."""

import math
import re
from collections import Counter, defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from itertools import pairwise

from ingest.discover.marked import Marks
from ingest.discover.nouns import Nouns, NounSettings
from ingest.discover.unspaced import cut, how_common_in, shares_of
from ingest.discover.word_forms import join_forms, most_common
from ingest.discover.words import Words, begins, folded_words, has_any
from ingest.languages.frequency import how_common, is_listed
from schema.claims import MentionShape
from schema.discovered import TermShape
from schema.documents import PassageShape
from schema.folding import fold
from schema.games import NameShape
from schema.reading import ConceptKey, MentionRead, NameRead, PassageRead, TermRead

TERM = "term"
"""Kind of the concepts that are terms."""


@dataclass(frozen=True, slots=True)
class TermSettings:
    """What makes a term; chosen on six rulebooks in five languages."""

    least_uses: int = 3
    """A word that is used less often is no term unless it is defined."""
    least_share: float = 0.0012
    """A word that is no more than this share of all words needs marks to be a term."""
    times_more: float = 20.0
    """A term is so many times more frequent than in the language at large."""
    marked_times_more: float = 4.0
    """Or so many times where print marks it: bold, quoted, with a capital inside a sentence, a heading."""
    commonest: float = 6.4
    """Words of this Zipf frequency and above hold sentences together and are never terms."""
    unknown: float = 2.0
    """Zipf frequency of a word that the language's list lacks."""
    most_terms: int = 120
    """Of one document so many terms are kept, those used most; chosen by eye, so that a glossary can be read."""
    least_letters: int = 3
    """A shorter word is no term; chosen by eye."""
    least_half: int = 3
    """Nor is one half of a term that is shorter than this."""
    pair_share: float = 0.25
    """Two words are one term where they stand together in this share of the rarer one's uses."""
    least_pair: int = 3
    """And at least so many times in all."""
    half_share: float = 0.75
    """A word that is used in one pair so often is no term of its own."""
    shown_share: float = 0.4
    """A form that is used in this share of the most frequent one's uses may be the one that is shown."""
    marked_share: float = 0.3
    """Share of a word's uses inside sentences that are marked before the marks speak for it."""
    pair_commonest: float = 5.8
    """Words of this Zipf frequency and above are no half of a term: articles and the like; chosen by eye."""
    modal: float = 5.3
    """A word of a rule of this Zipf frequency and above goes before a verb: “must”; chosen by eye."""
    name_share: float = 0.6
    """Two words that have capitals in this share of their uses are a name; chosen by eye."""
    nouns: NounSettings = NounSettings()


@dataclass(slots=True)
class _Use:
    passage: PassageShape
    start: int
    end: int


@dataclass(slots=True)
class _Candidate:
    key: tuple[str, ...]
    uses: list[_Use] = field(default_factory=list)
    evidence: list[str] = field(default_factory=list)
    score: float = 0.0


@dataclass(frozen=True, slots=True)
class Terms:
    """The terms of a document with their names, and every use of them."""

    terms: tuple[TermRead, ...] = ()
    names: tuple[NameRead, ...] = ()
    mentions: tuple[MentionRead, ...] = ()


_WORD = re.compile(r"(?:(?<![^\W_])[^\W\d_]{1,5}[’'](?=[^\W\d_]{3}))?([^\W\d_]+(?:-[^\W\d_]+)*)(?![’'](?!s\b)[^\W\d_])")
"""A word without the elided article before it or the ’s behind it."""
_NO_WORDS = re.compile(r"(?:https?://|www\.)\S+|\[icon:[^\]\s]*\]")
"""Addresses, and the tokens of icons."""
COUNTED = "counted"
"""Evidence that a word names a thing: a number or “a” stands before it."""
SILENT = ("gap", "noise")
LEAST_UNSPACED = 2
"""Letters of a term in a script without spaces."""


def find_terms(
    passages: Sequence[PassageRead],
    language: str,
    marks: Marks,
    words: Words,
    settings: TermSettings = TermSettings(),
) -> Terms:
    """Terms in the order of their uses; where the language's frequencies are unknown, only marked words are terms."""
    shapes = [read.passage for read in passages if read.passage.kind not in SILENT]
    shares = shares_of(language)
    tokens = {p.seq: list(_words_of(p.text, shares)) for p in shapes}
    counts = Counter(word for row in tokens.values() for word, _, _ in row)
    word_of = join_forms(counts)
    total: Counter[str] = Counter()
    for form, n in counts.items():
        total[word_of[form]] += n
    written = {p.text[start:end].casefold() for p in shapes for _, start, end in tokens[p.seq]}
    spoken = _Spoken(language, word_of, written, words.endings, settings, shares)
    if shares:
        settings = replace(settings, least_letters=LEAST_UNSPACED, least_half=1)
    found = _single(shapes, tokens, word_of, total, spoken, marks, settings)
    nouns = Nouns(shapes, word_of, words.endings, settings.nouns, spoken.is_small)
    found = _named(found, nouns, words, spoken, settings)
    pairs = _pairs(shapes, tokens, word_of, total, spoken, found, settings)
    pairs = {
        pair: two
        for pair, two in pairs.items()
        if (_is_name(two, settings) or (nouns.are_nouns(*pair) and not _goes_on(pair, words, spoken, settings)))
        and not set(pair) & set(words.counters)
    }
    found = {key: one for key, one in found.items() if not _is_half(key[0], one, pairs, settings)} | pairs
    kept = sorted(found.values(), key=lambda c: (-len(c.uses), c.key))[: settings.most_terms]
    return _read(kept, shapes, marks, words, language, spoken)


def _named(
    found: Mapping[tuple[str, ...], _Candidate], nouns: Nouns, words: Words, spoken: "_Spoken", settings: TermSettings
) -> dict[tuple[str, ...], _Candidate]:
    """The words that are nouns or that print marks; those that are counted have that as evidence too."""
    named = {
        key: one
        for key, one in found.items()
        if not _is_plain(key[0], words, settings) and (nouns.is_noun(key[0]) or _is_named(one))
    }
    for key, one in named.items():
        if nouns.is_counted(key[0], words.one, lambda word: spoken.zipf(word) >= settings.pair_commonest):
            one.evidence = [*one.evidence, COUNTED]
            one.score = _score(one.evidence)
    return named


def _words_of(text: str, shares: Mapping[str, float]) -> Iterator[tuple[str, int, int]]:
    """The folded words of a text with their places; those of addresses and icons are none."""
    spoken = _NO_WORDS.sub(lambda match: " " * len(match.group()), text)
    for m in _WORD.finditer(spoken):
        for begin, end in cut(m[1], shares) if shares else [(0, len(m[1]))]:
            yield fold(m[1][begin:end]), m.start(1) + begin, m.start(1) + end


def _is_plain(word: str, words: Words, settings: TermSettings) -> bool:
    """Whether a word says what to do, how many, of each, or is of the English that many books are set beside."""
    numbers = {form for forms in words.numbers for form in forms.split("/")}
    is_plain = begins([word], words.rules + words.doing + words.per)
    return is_plain or word in numbers or how_common(word, "en") >= settings.commonest


def _goes_on(pair: tuple[str, ...], words: Words, spoken: "_Spoken", settings: TermSettings) -> bool:
    """Whether two words are the middle of a sentence: “bandit must”, “must hide”, “each boat”; “draw deck” is none."""
    rules = words.rules + words.doing
    is_modal = begins([pair[0]], rules) and spoken.zipf(pair[0]) >= settings.modal
    return is_modal or begins([pair[-1]], rules + words.per) or begins([pair[0]], words.per)


def _is_named(found: _Candidate) -> bool:
    """Whether print itself marks a word inside sentences, so that its place in them need not speak for it."""
    return "quoted" in found.evidence or "capital" in found.evidence


def _is_name(found: _Candidate, settings: TermSettings) -> bool:
    """Whether two words mostly both have a capital, as a name has."""
    capital = sum(
        all(part[0].isupper() for part in use.passage.text[use.start : use.end].split()) for use in found.uses
    )
    return capital >= settings.name_share * len(found.uses)


def _is_half(word: str, found: _Candidate, pairs: Mapping[tuple[str, ...], _Candidate], settings: TermSettings) -> bool:
    """Whether a word is hardly used but in one term of two words."""
    return any(word in pair and len(two.uses) >= settings.half_share * len(found.uses) for pair, two in pairs.items())


class _Spoken:
    """How frequent words are in the language at large."""

    def __init__(
        self,
        language: str,
        word_of: Mapping[str, str],
        written: set[str],
        endings: tuple[str, ...],
        settings: TermSettings,
        shares: Mapping[str, float],
    ) -> None:
        self.is_known = is_listed(language) or bool(shares)
        self._shares = shares
        self._language = language
        self._settings = settings
        self._endings = endings
        self._forms: dict[str, list[str]] = defaultdict(list)
        for form in sorted(written):  # with their accents, as the lists of the language have them
            self._forms[word_of[fold(form)]].append(form)
        self._zipf: dict[str, float] = {}

    def zipf(self, word: str) -> float:
        """Zipf frequency of a word with all its forms that the document uses."""
        if word not in self._zipf:
            self._zipf[word] = self._measure(word)
        return self._zipf[word]

    def is_small(self, form: str) -> bool:
        """Whether a form is so common as words are that hold sentences together."""
        return self.is_known and self._common(form) >= self._settings.pair_commonest

    def shown(self, forms: Counter[str]) -> str:
        """The form by which a word is shown: of those used often the one most spoken, which is mostly its basic one."""
        most = max(forms.values())
        often = Counter({form: n for form, n in forms.items() if n >= self._settings.shown_share * most})
        nouns = Counter({form: n for form, n in often.items() if not form.lower().endswith(self._endings)})
        often = nouns if nouns and self._endings else often
        if not self.is_known or any(" " in form for form in often):
            return most_common(often)
        return max(often, key=lambda form: (self._common(form.lower()), often[form], form))

    def _common(self, form: str) -> float:
        return how_common_in(form, self._shares) if self._shares else how_common(form, self._language)

    def _measure(self, word: str) -> float:
        if not self.is_known:
            return self._settings.unknown
        spoken = sum(10 ** self._common(form) for form in self._forms.get(word, [word]))
        return max(self._settings.unknown, math.log10(max(spoken, 1)))


def _single(
    shapes: Sequence[PassageShape],
    tokens: Mapping[int, list[tuple[str, int, int]]],
    word_of: Mapping[str, str],
    total: Counter[str],
    spoken: _Spoken,
    marks: Marks,
    settings: TermSettings,
) -> dict[tuple[str, ...], _Candidate]:
    """Words that are far too frequent, or frequent and marked."""
    size = max(1, sum(total.values()))
    uses: dict[str, list[_Use]] = defaultdict(list)
    for passage in shapes:
        for form, start, end in tokens[passage.seq]:
            uses[word_of[form]].append(_Use(passage, start, end))
    found: dict[tuple[str, ...], _Candidate] = {}
    for word, n in total.items():
        zipf = spoken.zipf(word)
        if len(word) < settings.least_letters or n < settings.least_uses or zipf >= settings.commonest:
            continue
        more = (n / size) / 10 ** (zipf - 9)
        evidence = marks.of(uses[word], settings.marked_share)
        is_frequent = spoken.is_known and more >= settings.times_more and n >= settings.least_share * size
        is_marked = bool(evidence) and more >= settings.marked_times_more
        if is_frequent or is_marked:
            said = ["frequent", *evidence] if is_frequent else evidence
            found[(word,)] = _Candidate((word,), uses[word], said, _score(said))
    return found


def _score(evidence: Sequence[str]) -> float:
    return min(100.0, 40 + 20 * len(evidence))


def _pairs(
    shapes: Sequence[PassageShape],
    tokens: Mapping[int, list[tuple[str, int, int]]],
    word_of: Mapping[str, str],
    total: Counter[str],
    spoken: _Spoken,
    single: Mapping[tuple[str, ...], _Candidate],
    settings: TermSettings,
) -> dict[tuple[str, ...], _Candidate]:
    """Two words that mostly stand together, one of them a term by itself."""
    uses: dict[tuple[str, str], list[_Use]] = defaultdict(list)
    for passage in shapes:
        row = tokens[passage.seq]
        for (one, start, end), (other, begin, stop) in pairwise(row):
            pair = word_of[one], word_of[other]
            is_of_term = (pair[0],) in single or (pair[1],) in single
            is_beside = begin - end == 1 and passage.text[end] in " \n"
            if is_of_term and (is_beside or begin == end):
                uses[pair].append(_Use(passage, start, stop))
    found: dict[tuple[str, ...], _Candidate] = {}
    for two, places in uses.items():
        are_words = all(len(w) >= settings.least_half and spoken.zipf(w) < settings.pair_commonest for w in two)
        is_close = len(places) >= max(settings.least_pair, settings.pair_share * min(total[w] for w in two))
        if are_words and is_close:
            halves = [single[(word,)].evidence for word in two if (word,) in single]
            said = ["frequent", COUNTED] if any(COUNTED in half for half in halves) else ["frequent"]
            found[two] = _Candidate(two, places, said, _score(said))
    return found


def _read(
    kept: Sequence[_Candidate],
    shapes: Sequence[PassageShape],
    marks: Marks,
    words: Words,
    language: str,
    spoken: _Spoken,
) -> Terms:
    terms, names, mentions = [], [], []
    for candidate in kept:
        forms = Counter(" ".join(use.passage.text[use.start : use.end].split()) for use in candidate.uses)
        shown = spoken.shown(Counter(_lowered(forms)))
        concept = ConceptKey(TERM, "-".join(folded_words(shown)))
        defined = _definition(candidate, shapes, marks, words)
        evidence = ["defined", *candidate.evidence] if defined is not None else candidate.evidence
        shape = TermShape(
            language=language, uses=len(candidate.uses), evidence=", ".join(evidence), score=candidate.score
        )
        terms.append(TermRead(shape, concept, defined))
        first: dict[str, int] = {}
        for use in candidate.uses:
            surface = use.passage.text[use.start : use.end]
            first.setdefault(" ".join(surface.split()), use.passage.seq)
            mention = MentionShape(surface=surface, position=use.start, score=100, margin=0)
            mentions.append(MentionRead(mention, use.passage.seq, concept))
        for text in sorted(first, key=lambda form: (form != shown, form)):
            names.append(NameRead(NameShape(language=language, text=text, origin="rulebook"), first[text], concept))
    return Terms(*_unique(terms, names, mentions))


def _unique(
    terms: Sequence[TermRead], names: Sequence[NameRead], mentions: Sequence[MentionRead]
) -> tuple[tuple[TermRead, ...], tuple[NameRead, ...], tuple[MentionRead, ...]]:
    """Two words that fold alike are one concept; the first stays."""
    first: dict[ConceptKey, TermRead] = {}
    for term in terms:
        first.setdefault(term.concept, term)
    return tuple(first.values()), tuple(names), tuple(mentions)


def _lowered(forms: Counter[str]) -> dict[str, int]:
    """Forms counted without the capital that begins a sentence, where the word is also written small."""
    made: Counter[str] = Counter()
    for form, n in forms.items():
        small = form[0].lower() + form[1:]
        made[small if small in forms or (form.isupper() and form.lower() in forms) else form] += n
    return made


def _definition(candidate: _Candidate, shapes: Sequence[PassageShape], marks: Marks, words: Words) -> int | None:
    """The passage that defines a term: it begins with it and a colon, calls something by it, or is headed so."""
    best: tuple[int, int] | None = None
    for use in candidate.uses:
        rank = _defines(use, marks, words)
        if rank and (best is None or rank > best[0]):
            best = (rank, use.passage.seq)
    if best is not None and best[0] == 1:
        following = next((p for p in shapes if p.seq > best[1] and p.kind in ("paragraph", "item", "note")), None)
        return following.seq if following is not None else best[1]
    return best[1] if best is not None else None


NEAR = 60
"""Letters around a word within which it is defined."""
_ENTRY = re.compile(r"\s*[:–—]\s|\s*\([^)]*\)\s*[:–—]\s")
_LEAD = re.compile(r"[\s\W\d]*")


def _defines(use: _Use, marks: Marks, words: Words) -> int:
    """3: “Term: …”; 2: bold or quoted beside “is called”; 1: a heading of this word alone; 0: none."""
    text = use.passage.text
    if use.passage.kind != "heading" and use.start > NEAR and not marks.is_set_apart(use.passage, use.start):
        return 0
    before, after = text[: use.start], text[use.end :]
    if use.passage.kind == "heading":
        return 1 if not folded_words(before) and not folded_words(after) else 0
    if _LEAD.fullmatch(before) and _ENTRY.match(after) and len(after.split()) > 2:
        return 3
    near = folded_words(before[-NEAR:])[-4:] + folded_words(after[:NEAR])[:4]
    return 2 if marks.is_set_apart(use.passage, use.start) and has_any(near, words.defines) else 0
