"""What may be cards or places: runs of names with texts where something tells what they are, and pictured cards."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass

from ingest.discover.named_texts import NamedSettings, NamedText, Run, find_runs
from ingest.discover.outline import kind_of
from ingest.discover.word_forms import are_forms
from ingest.discover.words import SHORT, Words, begins, first_of, folded_words, has_any
from schema.discovered import CandidateKind, CandidateShape
from schema.documents import PassageShape
from schema.folding import fold
from schema.reading import CandidateRead, ComponentRead, PassageRead


@dataclass(frozen=True, slots=True)
class CandidateSettings:
    """What speaks for cards, in points of a hundred; chosen on seven rulebooks in seven languages."""

    named: NamedSettings = NamedSettings()
    announced: float = 40.0
    """The line above speaks of cards, or of places."""
    component: float = 40.0
    """It names cards that the list of components counts."""
    counted: float = 30.0
    """So many cards are told above as there are names."""
    least_counted: int = 4
    """A smaller number that is told above may be of anything, unless the names are numbered; chosen by eye."""
    listed: float = 30.0
    """Half of the names or more are components themselves."""
    in_texts: float = 15.0
    """A third of the texts or more speak of cards."""
    in_texts_share: float = 0.3
    """That third."""
    many: float = 5.0
    """There are ``many_names`` or more."""
    many_names: int = 5
    """See above."""
    least: dict[str, float] | None = None
    """Points from which names of a form are offered; ``LEAST`` where nothing else is given."""
    least_run: int = 3
    """Fewer names make no run."""
    most_doing: float = 0.34
    """A run with more names that say what to do tells rules."""
    alike: float = 4.0
    """The longest text of a run is no more than so many times the middle one."""
    again_share: float = 0.6
    """Headings set like the one that announces them are its parts where so many texts begin with their names,"""
    begun_words: int = 4
    """among so many first words."""
    longest_announced: int = 9
    """Words of a line that announces names."""
    least_sure: float = 0.6
    """A picture whose letters are less sure than this is no card; chosen by eye."""
    longest_kept: int = 600
    """Characters of a card's text that are kept; the rest stays in its passages."""


ENDING = 3
"""Letters that may follow the stem of a noun; chosen by eye."""
LEAST = {"heading": 40.0, "lead": 55.0, "row": 40.0}


@dataclass(frozen=True, slots=True)
class _Told:
    """What speaks for a run, in words and points."""

    reasons: tuple[str, ...]
    points: float
    is_sure: bool = False
    """Whether the names are counted or listed, not only announced."""


def find_candidates(
    passages: Sequence[PassageRead],
    words: Words,
    settings: CandidateSettings = CandidateSettings(),
    components: Sequence[ComponentRead] = (),
) -> tuple[CandidateRead, ...]:
    """Candidates with what speaks for them; a person says yes or no. A passage and a name are offered once."""
    shapes = [read.passage for read in passages if read.passage.kind not in ("gap", "noise")]
    names = [folded_words(read.component.name) for read in components]
    counts = {" ".join(folded_words(read.component.name)): read.component.count for read in components}
    offered = [*_pictured(shapes, settings)]
    counting = {read.passage for read in components}
    for run in find_runs([p for p in shapes if p.seq not in counting], settings.named):
        offered += _of_run(run, words, names, counts, settings)
    first: dict[tuple[str, object], CandidateRead] = {}
    for read in sorted(offered, key=lambda read: (-read.candidate.score, read.passage)):
        keys = [(read.candidate.kind, read.passage), (read.candidate.kind, fold(read.candidate.name))]
        if not any(key in first for key in keys):
            first.update(dict.fromkeys(keys, read))
    kept = {id(read): read for read in first.values()}.values()
    return tuple(sorted(kept, key=lambda read: read.passage))


def _pictured(shapes: Sequence[PassageShape], settings: CandidateSettings) -> Iterator[CandidateRead]:
    """Cards that lie on a picture of cards."""
    for passage in (p for p in shapes if p.kind == "card" and p.confidence >= settings.least_sure):
        name, _, body = passage.text.strip().partition("\n")
        if folded_words(name):
            one = NamedText(name, body, passage)
            yield _made("card", one, _Told(("It lies on a picture of cards.",), 80.0), settings)


def _of_run(
    run: Run, words: Words, components: Sequence[list[str]], counts: dict[str, int | None], settings: CandidateSettings
) -> Iterator[CandidateRead]:
    names = _names(run, words, settings)
    if len(names) < settings.least_run or len(run.announced.split()) > settings.longest_announced:
        return
    least = (settings.least or LEAST)[run.form]
    kinds: tuple[tuple[CandidateKind, tuple[str, ...]], ...] = (("card", words.card), ("place", words.place))
    for kind, stems in kinds:
        told = _told(run, names, words, stems, components, counts, settings)
        is_apart = not run.is_flat or told.is_sure or _are_told_again(names, settings)
        if (
            told.points >= least
            and is_apart
            and _are_alike(names, settings)
            and not _are_kinds(names, stems, components)
        ):
            for one in names:
                yield _made(kind, one, told, settings)
            return


def _names(run: Run, words: Words, settings: CandidateSettings) -> list[NamedText]:
    """The names of a run up to the first that is a part of play, without those that say what to do or join others."""
    names: list[NamedText] = []
    for one in run.names:
        said = folded_words(one.name)
        if run.form == "heading" and kind_of(one.name, words, above="section") != "section":
            break
        is_aside = begins(said, words.example + words.note + words.question) or one.name.endswith(("!", "?"))
        if said and not is_aside and not _is_of_players(said, words):
            names.append(one)
    if len({re.sub(r"[\d\s.]+", "", fold(one.name)) for one in names}) == 1:
        return []  # “Round 1”, “Round 2”
    doing = [one for one in names if is_doing(one.name, words)]
    if len(doing) > settings.most_doing * len(names):
        return []
    apart = [one for one in names if one not in doing]
    return [one for one in apart if not _joins_others(one, apart)]


def _is_of_players(said: Sequence[str], words: Words) -> bool:
    """“For 3 players”: a case of the rules, no name."""
    return any(word.isdigit() for word in said) and first_of(said, words.player) is not None


def is_doing(line: str, words: Words) -> bool:
    """Whether a line begins with a word that says what to do."""
    said = folded_words(line)
    first = re.match(r"[^\W\d_]+", line)
    ends_so = first is not None and bool(words.endings) and first.group().lower().endswith(words.endings)
    return begins(said, words.rules + words.doing) or (ends_so and len(said) > 1)


def _joins_others(one: NamedText, names: Sequence[NamedText]) -> bool:
    """Whether a name is made of two other names: how they meet is told there."""
    said = fold(one.name)
    return sum(other is not one and fold(other.name).rstrip("s") in said for other in names) >= 2


def _told(
    run: Run,
    names: Sequence[NamedText],
    words: Words,
    stems: tuple[str, ...],
    components: Sequence[list[str]],
    counts: dict[str, int | None],
    settings: CandidateSettings,
) -> _Told:
    reasons, points = [], 0.0
    above = folded_words(run.announced)
    is_plain = not is_doing(run.announced, words)
    are_numbered = all(one.number for one in run.names)
    is_enough = len(run.names) >= settings.least_counted or are_numbered
    is_told = is_enough and _is_number_told(run, len(run.names), stems)
    listed = [one for one in names if " ".join(folded_words(one.name)) in counts]
    is_sure = 2 * len(listed) >= len(names) or is_told
    if is_plain and not run.is_flat and are_named(_as_title(run.announced), stems, is_sure=is_sure):
        reasons.append(f"they stand under “{run.announced}”")
        points += settings.announced
    elif run.form == "row" and speaks_of(folded_words(" ".join(set(run.columns)) or run.intro), stems):
        reasons.append(f"the columns are “{run.intro}”")
        points += settings.announced
    if is_plain and _names_component(above, stems, components):
        reasons.append(f"“{run.announced}” are in the list of components")
        points += settings.component
    if is_told:
        reasons.append(f"{len(run.names)} are told and {len(run.names)} follow")
        points += settings.counted
    if 2 * len(listed) >= len(names) and stems == words.card:
        reasons.append("their names are in the list of components")
        points += settings.listed
    if not points:
        return _Told((), 0.0)
    speaking = sum(speaks_of(folded_words(one.body), stems) for one in names)
    points += settings.in_texts if speaking >= settings.in_texts_share * len(names) else 0.0
    points += settings.many if len(names) >= settings.many_names else 0.0
    return _Told(tuple(reasons), min(points, 95.0), is_sure)


_PART = re.compile(r"^[^\W\d_]+\s\d+\s*[:.]")
_JOINED = re.compile(r"\s[&+]\s|[.!?]\s")


def _as_title(line: str) -> list[str]:
    """The words of a line that may name things: up to a dash; none where it is a sentence, a step or joins topics."""
    title = re.split(r"\s[–—-]\s", line)[0].rstrip(": ")
    return [] if _PART.match(title) or _JOINED.search(title) else folded_words(title.rpartition(":")[2])


def are_named(said: Sequence[str], stems: tuple[str, ...], *, is_sure: bool = False) -> bool:
    """Whether a line names things of a kind: “Event cards”, “Ereigniskarten”, but not “Card types”, “Kartenarten”.

    Nor does “The cards” name a kind, or “Dealing of the cards”, where a small word stands before them and none that
    tells which, unless something else makes it sure that cards follow.
    """
    for at, word in enumerate(said):
        ends = [
            word.rindex(stem) + len(stem)
            for stem in stems
            if word.startswith(stem) or (len(stem) > 4 and stem in word[3:])
        ]
        is_bare = word in stems and len("".join(said[at + 1 : at + 2])) > SHORT
        is_led = bool(at) and len(said[at - 1]) <= SHORT and not said[at - 1].isdigit() and at + 1 == len(said)
        if any(len(word) - end <= ENDING for end in ends) and not is_bare and (is_sure or not is_led):
            return True
    return False


def speaks_of(said: Sequence[str], stems: tuple[str, ...]) -> bool:
    """Whether one of the words begins with a stem, or is put together with it at its end: “Ereigniskarten”."""
    if has_any(said, stems):
        return True
    long = tuple(stem for stem in stems if len(stem) > 4)
    return any(
        stem in word[3:] and len(word) - word.rindex(stem) - len(stem) <= ENDING for word in said for stem in long
    )


def _names_component(above: Sequence[str], stems: tuple[str, ...], components: Sequence[list[str]]) -> bool:
    """Whether the longer words of a short line, but for “card” itself, all name cards that are counted."""
    own = [word for word in above if len(word) > SHORT and not speaks_of([word], stems)]
    if not own or len(above) > 3:
        return False
    return any(
        speaks_of(name, stems) and all(any(are_forms(word, other) for other in name) for word in own)
        for name in components
    )


def _are_kinds(names: Sequence[NamedText], stems: tuple[str, ...], components: Sequence[list[str]]) -> bool:
    """Whether half of the names or more are kinds of cards that are counted as such: “Ally” of “7 ally cards”."""
    many = [name for name in components if speaks_of(name, stems) and len(name) > 1]
    kinds = sum(any(set(folded_words(one.name)) < set(name) for name in many) for one in names)
    return 2 * kinds >= len(names)


def _are_told_again(names: Sequence[NamedText], settings: CandidateSettings) -> bool:
    """Whether most texts begin with the name they stand under, as a list of things does and a chapter does not."""
    again = 0
    for one in names:
        begun = folded_words(one.body)[: settings.begun_words]
        again += any(are_forms(word, other) for word in folded_words(one.name) if len(word) > SHORT for other in begun)
    return again >= settings.again_share * len(names)


_TOLD = re.compile(r"(?<![\w.,])(\d{1,3})\s+((?:[^\W\d_]+\s+){0,2}[^\W\d_]+)")


def _is_number_told(run: Run, names: int, stems: tuple[str, ...]) -> bool:
    """Whether just so many of this kind are told before the names."""
    return any(
        int(match[1]) == names and speaks_of(folded_words(match[2]), stems)
        for match in _TOLD.finditer(f"{run.announced}\n{run.intro}")
    )


def _are_alike(names: Sequence[NamedText], settings: CandidateSettings) -> bool:
    sizes = sorted(len(one.body.split()) for one in names)
    return sizes[-1] <= settings.alike * max(10, sizes[len(sizes) // 2])


_COPIES = re.compile(r"(?<=\S)\s*\(\s*[x×]?\s*\d{1,3}\s*(?:[x×]|[^\W\d_]+)?\s*\)\s*$")
"""“Storm (x4)”, “Knight (14 cards)”: how many there are is no part of the name."""


def _made(kind: CandidateKind, one: NamedText, told: _Told, settings: CandidateSettings) -> CandidateRead:
    evidence = "; ".join(told.reasons)
    shape = CandidateShape(
        kind=kind,
        name=" ".join(_COPIES.sub("", one.name.strip(" #*")).split()),
        body=one.body.strip()[: settings.longest_kept],
        evidence=evidence[:1].upper() + evidence[1:] + ("" if evidence.endswith(".") else "."),
        score=told.points,
    )
    return CandidateRead(shape, one.passage.seq)
