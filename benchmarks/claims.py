"""Claims against what five real rulebooks state: recall, precision, and whether a changed number is followed.

.venv/bin/python benchmarks/claims.py [RANDOM SEED ...]

Each number that a true claim rests on is changed in a copy of the text where it stands, and the copy is read anew:
the claim must have the new value, and the passage must no longer give the old one.
"""

import random
import re
import sys
import tempfile
from collections import defaultdict
from collections.abc import Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

from ingest.packs.read import read_packs
from ingest.pipeline import Options, read_document
from schema.folding import fold
from schema.pack import Pack
from schema.reading import PassageRead, Reading

ROOT = Path(__file__).resolve().parent.parent
SHARED = ROOT.parent / "shared"
LANGUAGES = ("cs", "en", "it", "pl")
DOCUMENTS = ("000", "001", "002", "003", "004")
COPIES = 10
"""Most copies of a document that are read: numbers of one passage are changed in different copies."""
CASES = {
    "cs": tuple(
        tuple(row.split())
        for row in (
            "jeden dva tři čtyři pět šest sedm osm devět deset jedenáct dvanáct třináct čtrnáct patnáct šestnáct",
            "jedna dvě tři čtyři pět šest sedm osm devět deset jedenáct dvanáct třináct čtrnáct patnáct šestnáct",
            "jednoho dvou tří čtyř pěti šesti sedmi osmi devíti deseti jedenácti dvanácti třinácti čtrnácti patnácti",
            "jednom dvou třech čtyřech pěti šesti sedmi osmi devíti deseti jedenácti dvanácti třinácti čtrnácti",
            "jedním dvěma třemi čtyřmi pěti šesti sedmi osmi devíti deseti",
            "první druhou třetí čtvrtou pátou",
            "jednou dvakrát třikrát čtyřikrát pětkrát šestkrát sedmkrát",
            "jednu dvě tři čtyři pět šest sedm osm devět deset",
            "jedno dvě tři čtyři pět šest sedm osm devět deset",
            "první druhá třetí čtvrtá pátá šestá sedmá",
            "první druhé třetí čtvrté páté šesté sedmé",
            "prvního druhého třetího čtvrtého pátého šestého sedmého",
            "prvním druhém třetím čtvrtém pátém šestém sedmém",
        )
    ),
    "pl": tuple(
        tuple(row.split())
        for row in (
            "jeden dwa trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście trzynaście",
            "jedna dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć jedenaście dwanaście trzynaście",
            "jedną dwie trzy cztery pięć sześć siedem osiem dziewięć dziesięć",
            "jednego dwóch trzech czterech pięciu sześciu siedmiu ośmiu dziewięciu dziesięciu jedenastu dwunastu",
            "jednym dwoma trzema czterema pięcioma sześcioma siedmioma ośmioma",
            "jedno dwa trzy cztery pięć sześć siedem osiem dziewięć",
            "pierwsza druga trzecia czwarta piąta szósta siódma",
            "pierwszej drugiej trzeciej czwartej piątej szóstej siódmej",
            "pierwszego drugiego trzeciego czwartego piątego szóstego siódmego",
            "pierwszym drugim trzecim czwartym piątym szóstym siódmym",
        )
    ),
    "it": tuple(
        tuple(row.split())
        for row in (
            "un due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici",
            "una due tre quattro cinque sei sette otto nove dieci undici dodici tredici quattordici quindici sedici",
            "primo secondo terzo quarto quinto sesto settimo",
            "prima seconda terza quarta quinta sesta settima",
        )
    ),
    "en": tuple(
        tuple(row.split())
        for row in (
            "one two three four five six seven eight nine ten eleven twelve thirteen fourteen fifteen sixteen",
            "first second third fourth fifth sixth seventh",
        )
    ),
}
"""Number words from one upwards, a row for each case, so that a changed word keeps its case."""
SIGNS = {"+": "-", "-": "+", "−": "+", "–": "+"}

Key = tuple[str, str]
Span = tuple[int, int]
_NUMBER_OR_WORD = re.compile(r"[0-9]+|[^\W\d_]+")
_RANGE = re.compile(r"(\d+)(\s?[-–]\s?)(\d+)")


@dataclass(frozen=True, slots=True)
class Row:
    """What a document states, read by a person."""

    document: str
    subject: str
    attribute: str
    value: str

    @property
    def key(self) -> Key:
        """What it is about."""
        return self.subject, self.attribute

    @property
    def is_numeric(self) -> bool:
        """Whether its value is a number."""
        return self.value.lstrip("+-").isdigit()


@dataclass(frozen=True, slots=True)
class Source:
    """A document's text and what was read from it."""

    text: str
    reading: Reading
    spans: Mapping[int, Span]
    """Where in the text each passage stands, by its seq."""
    suffix: str = ".txt"

    def values(self, key: Key, seq: int | None = None) -> set[str]:
        """What is claimed of a key, in all or by one passage; plus signs left out."""
        return {
            read.claim.value.lstrip("+")
            for read in self.reading.claims
            if (read.claim.subject, read.claim.attribute) == key and seq in (None, read.passage)
        }

    def passages_at(self, place: int) -> list[int]:
        """The passages that stand at a place of the text."""
        return [seq for seq, (start, end) in self.spans.items() if start <= place < end]


@dataclass(frozen=True, slots=True)
class Change:
    """Characters of a text that become others."""

    start: int
    end: int
    after: str


@dataclass(slots=True)
class Task:
    """A number to be changed: a row, the passage it was claimed from, and where in it the number may stand."""

    row: Row
    language: str
    passage: int
    places: list[Span]
    ways: list[tuple[Span, ...]] = field(default_factory=list)
    """What may be changed to change the row: each place alone, then all of them, where the passage states it twice."""
    is_followed: bool = False
    tried: list[str] = field(default_factory=list)
    """What was put in its place, and what was claimed then."""


@dataclass(frozen=True, slots=True)
class Attempt:
    """Changes that should give a row another value."""

    task: Task
    changes: tuple[Change, ...]
    value: str


class Documents:
    """Reads texts with the project's packs."""

    def __init__(self, folder: Path, packs: Mapping[str, Pack] | None = None) -> None:
        self.packs = packs or read_packs(ROOT / "games")
        self._folder = folder

    def seed(self, number: str) -> Source:
        """A real rulebook as it is."""
        text = next((SHARED / "seeds").glob(f"{number}_*.txt")).read_text(encoding="utf-8")
        return self.read(text, name=number)

    def read(self, text: str, suffix: str = ".txt", name: str = "document", options: Options | None = None) -> Source:
        """A text as if it were a document."""
        file = self._folder / f"{name}{suffix}"
        file.write_bytes(text.encode())
        reading = read_document(file, self.packs, candidates=LANGUAGES, recipe="r", options=options)
        return Source(text, reading, dict(spans_of(text, reading.passages)), suffix)


def truth(file: Path = SHARED / "truth" / "claims.tsv") -> list[Row]:
    """The rows of the truth."""
    lines = file.read_text(encoding="utf-8").splitlines()
    return [Row(*line.split("\t")) for line in lines if line[:1].isdigit()]


def spans_of(text: str, passages: Iterable[PassageRead]) -> Iterator[tuple[int, Span]]:
    """Where the passages of a plain text stand in it; passages come in the order of the text."""
    at = 0
    for read in passages:
        words = [re.escape(word) for word in read.passage.raw_text.replace("|", " ").split()]
        found = re.compile(r"[\s|]*".join(words)).search(text, at) if words else None
        if found:
            at = found.end()
            yield read.passage.seq, found.span()


def tasks_of(source: Source, rows: Sequence[Row], packs: Mapping[str, Pack]) -> list[Task]:
    """One task for each passage that a numeric row was claimed from.

    A weak claim has no say beside a firm one: what only tells it again is left out.
    """
    pack = packs[source.reading.game]
    heard = {(c.claim.subject, c.claim.attribute, c.claim.value) for c in source.reading.claims if not c.claim.is_weak}
    tasks = {}
    for row in rows:
        for read in source.reading.claims:
            claim = read.claim
            if claim.is_weak and (claim.subject, claim.attribute, claim.value) in heard:
                continue
            if (claim.subject, claim.attribute) == row.key and claim.value.lstrip("+") == row.value.lstrip("+"):
                number = int(row.value.lstrip("+-"))
                places = [*_stating(source, read.passage, number, pack.numbers[claim.language])]
                places = places or [*_stating(source, read.passage, number, _ordinals(pack, claim.language))]
                ways = [(place,) for place in places] + ([tuple(places)] if len(places) > 1 else [])
                tasks[row, read.passage] = Task(row, claim.language, read.passage, places, ways)
    return list(tasks.values())


def _ordinals(pack: Pack, language: str) -> dict[str, int]:
    """Words such as “third”; a number that is printed as such goes before them."""
    listed = pack.shared[language].roles.ordinals if language in pack.shared else {}
    return {word: rank for words, rank in listed.items() for word in words.split()}


def _stating(source: Source, seq: int, number: int, words: Mapping[str, int]) -> Iterator[Span]:
    """Where a passage prints a number, in digits or as a word."""
    start, end = source.spans.get(seq, (0, 0))
    folded = {fold(word): value for word, value in words.items()}
    for match in _NUMBER_OR_WORD.finditer(source.text, start, end):
        if (int(match[0]) if match[0].isdecimal() else folded.get(fold(match[0]))) == number:
            yield match.span()


def changed(text: str, changes: Iterable[Change]) -> str:
    """The text with the changes made."""
    for change in sorted(changes, key=lambda c: c.start, reverse=True):
        text = text[: change.start] + change.after + text[change.end :]
    return text


def place_after(place: int, changes: Iterable[Change]) -> int:
    """Where a place of the text stands once the changes are made."""
    return place + sum(len(c.after) - (c.end - c.start) for c in changes if c.start < place)


def with_another_number(source: Source, task: Task, places: Sequence[Span], rng: random.Random) -> Attempt | None:
    """Another number of the same length, or number word of the same case, at each of the places."""
    start, end = source.spans[task.passage]
    taken = {int(n) for n in re.findall(r"\d+", source.text[start:end])} | {abs(int(task.row.value))}
    choices = [set(_numbers_for(source.text, place, task.language)) for place in places]
    fresh = sorted(set.intersection(*choices) - taken)
    if not fresh:
        return None
    number = rng.choice(fresh)
    changes = [Change(*place, written_as(source.text[slice(*place)], number, task.language)) for place in places]
    return Attempt(task, tuple(changes), f"-{number}" if task.row.value.startswith("-") else str(number))


def _numbers_for(text: str, place: Span, language: str) -> Iterable[int]:
    written = text[slice(*place)]
    if written.isdigit():
        return range(*_limits(text, place))
    # “One” would want another form of what is counted.
    return range(2, 1 + max((len(row) for row in CASES[language] if written.casefold() in row), default=0))


def written_as(written: str, number: int, language: str) -> str:
    """A number as another one is written: in digits, or as a word of the same case and letters."""
    if written.isdigit():
        return str(number)
    row = next(row for row in CASES[language] if written.casefold() in row and number <= len(row))
    return in_case_of(written, row[number - 1])


def _limits(text: str, place: Span) -> tuple[int, int]:
    """Numbers that may stand at a place: as many digits, and a range stays one that rises."""
    digits = place[1] - place[0]
    low, high = max(1, 10 ** (digits - 1)), 10**digits
    for match in _RANGE.finditer(text, max(0, place[0] - 6), place[1] + 6):
        if match.span(1) == place:
            high = min(high, int(match[3]))
        if match.span(3) == place:
            low = max(low, int(match[1]) + 1)
    return low, high


def in_case_of(written: str, word: str) -> str:
    """A word in capitals or small letters as another is written."""
    if written.isupper() and len(written) > 1:
        return word.upper()
    return word.capitalize() if written[:1].isupper() else word


def other_sign(source: Source, place: Span) -> Change | None:
    """The sign before a number turned, None where there is none."""
    before = source.text[max(0, place[0] - 2) : place[0]]
    at = place[0] - 1 if before[-1:] in SIGNS else place[0] - 2
    if not before.rstrip()[-1:] or before.rstrip()[-1] not in SIGNS or source.text[at - 1 : at].isalnum():
        return None
    return Change(at, at + 1, SIGNS[source.text[at]])


def follow_numbers(
    documents: Documents, source: Source, rows: Sequence[Row], seed: int, copies: int = COPIES
) -> list[Task]:
    """Change every number that a row was claimed from; numbers of one passage in different copies."""
    rng = random.Random(seed)
    tasks = tasks_of(source, rows, documents.packs)
    stating: set[Span] = set()
    """Places that were seen to state a row, so that another row of the passage tries the others first."""
    for _ in range(copies):
        attempts: dict[int, Attempt] = {}
        for task in tasks:
            if not task.is_followed and task.ways and task.passage not in attempts:
                way = min(task.ways, key=stating.issuperset)
                task.ways.remove(way)
                attempt = with_another_number(source, task, way, rng)
                attempts |= {task.passage: attempt} if attempt else {}
        if not attempts:
            break
        _judge(documents, source, list(attempts.values()))
        stating |= {(c.start, c.end) for a in attempts.values() if a.task.is_followed for c in a.changes}
    return tasks


def follow_signs(documents: Documents, source: Source, rows: Sequence[Row]) -> list[Task]:
    """Turn the sign before every number that a row was claimed from and that has one."""
    tasks = [task for task in tasks_of(source, rows, documents.packs) if task.row.value[0] in "+-"]
    left = [
        Attempt(task, (change,), f"{change.after}{task.row.value[1:]}".lstrip("+"))
        for task in tasks
        for place in task.places
        if (change := other_sign(source, place)) and (change.after == "+") == (task.row.value[0] == "-")
    ]
    turned = {id(attempt.task) for attempt in left}
    while left:
        now = {attempt.task.passage: attempt for attempt in reversed(left)}
        _judge(documents, source, list(now.values()))
        left = [a for a in left if now[a.task.passage] is not a and not a.task.is_followed]
    return [task for task in tasks if id(task) in turned]


def _judge(documents: Documents, source: Source, attempts: Sequence[Attempt]) -> None:
    """Read the copy with all the changes, and mark the tasks whose claim follows."""
    changes = [change for attempt in attempts for change in attempt.changes]
    copy = documents.read(changed(source.text, changes), source.suffix)
    for attempt in attempts:
        task, first = attempt.task, attempt.changes[0]
        seqs = copy.passages_at(place_after(first.start, changes))
        found = {v for seq in seqs for v in copy.values(task.row.key, seq)}
        task.is_followed = attempt.value in found and task.row.value.lstrip("+") not in found
        before = source.text[first.start : first.end]
        task.tried.append(f"{before}→{first.after} gives {', '.join(sorted(found)) or 'nothing'}")


def recall_and_wrong(source: Source, rows: Sequence[Row]) -> tuple[int, int, int]:
    """Rows that were claimed, claims about what the rows speak of, and how many of these have another value."""
    stated: dict[Key, set[str]] = defaultdict(set)
    for row in rows:
        stated[row.key].add(row.value.lstrip("+"))
    claimed = {key: source.values(key) for key in stated}
    found = sum(value in claimed[key] for key, values in stated.items() for value in values)
    made = [read for read in source.reading.claims if (read.claim.subject, read.claim.attribute) in stated]
    wrong = sum(c.claim.value.lstrip("+") not in stated[c.claim.subject, c.claim.attribute] for c in made)
    return found, len(made), wrong


def main() -> None:
    """Print the table, and what was not followed."""
    if not SHARED.is_dir():
        print("../shared is not here: the real rulebooks are not part of the project.")
        return
    seeds = [int(seed) for seed in sys.argv[1:]] or [1]
    rows = truth()
    lost: list[str] = []
    print("document  rows  recall  claims  wrong  numbers followed  signs followed")
    with tempfile.TemporaryDirectory() as folder:
        documents = Documents(Path(folder))
        for number in DOCUMENTS:
            mine = [row for row in rows if row.document == number]
            source = documents.seed(number)
            found, made, wrong = recall_and_wrong(source, mine)
            numeric = [row for row in mine if row.is_numeric]
            numbers = [task for seed in seeds for task in follow_numbers(documents, source, numeric, seed)]
            signs = follow_signs(documents, source, numeric)
            print(
                f"{number:8}  {len(mine):4}  {found / len(mine):6.1%}  {made:6}  {wrong:5}  "
                f"{_share(numbers):>16}  {_share(signs):>14}"
            )
            lost += [
                f"{number} {' '.join(t.row.key)} {'; '.join(t.tried)}" for t in numbers + signs if not t.is_followed
            ]
    print("\n".join(["", "Not followed:", *lost]) if lost else "\nEvery change was followed.")


def _share(tasks: Sequence[Task]) -> str:
    followed = sum(task.is_followed for task in tasks)
    return f"{followed} of {len(tasks)}"


if __name__ == "__main__":
    main()
