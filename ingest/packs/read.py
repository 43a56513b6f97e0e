"""Read the packs in games/ and refuse them, with file and line, when something in them cannot be right."""

import hashlib
import re
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from functools import lru_cache
from pathlib import Path
from typing import TypeVar

from pydantic import BaseModel, ValidationError

from ingest.packs.check_pack import Complaint, check_pack
from ingest.packs.checked_packs import is_proven, keep_proof, proof_of
from schema.lexicon import HUNDRED, TENS, UNITS
from schema.look import Look
from schema.pack import (
    AskedFile,
    BoardFile,
    CardFile,
    CueWordsFile,
    ExampleEntry,
    ExampleFile,
    GameFile,
    LanguageFile,
    NotationFile,
    Pack,
    RoleWordsFile,
    RulesFile,
    SharedLanguageFile,
    StandingWordsFile,
    SummariesFile,
)
from schema.play import PlayFile
from schema.play_reading import placed

SHARED_LANGUAGES = "languages"
CUES = "cues"
STANDING = "standing"
PLAY = "play"
ROLES = "roles"
SUMMARIES = "summaries"
ASKED = "asked"
PACK_FILES = (
    *("*.toml", "cards/*.toml", "examples/*.toml"),
    *(f"{folder}/*.toml" for folder in (ASKED, CUES, SUMMARIES)),
)
FileT = TypeVar("FileT", bound=BaseModel)


@dataclass(frozen=True, slots=True)
class PackProblem:
    """Something wrong in a pack, and where."""

    file: str
    line: int
    message: str

    def __str__(self) -> str:
        return f"{self.file}:{self.line}: {self.message}"


class BrokenPack(Exception):
    """A pack that cannot be used, with everything that is wrong in it."""

    def __init__(self, problems: list[PackProblem]) -> None:
        super().__init__("\n".join(map(str, problems)))
        self.problems = problems


@dataclass(frozen=True, slots=True)
class Shared:
    """What all games share: languages, the words of ideas by language, and a checksum of both."""

    languages: dict[str, SharedLanguageFile]
    cues: Mapping[str, Mapping[str, list[str]]]
    fingerprint: str

    @classmethod
    def of(cls, games: Path) -> "Shared":
        """The files that lie beside the games."""
        folder = games / SHARED_LANGUAGES
        return cls(read_shared_languages(games), _cue_words(folder), _fingerprint(folder, ("**/*.toml",)))


def read_packs(games: Path, *, is_checked: bool = False) -> dict[str, Pack]:
    """Every pack in a folder by its game's code; raises BrokenPack with all problems at once.

    Packs that were checked before, whether by the process that started this one or by the same checks on another
    day, need not be checked again. What is read of files that stay as they are is kept, with all that is compiled.
    """
    files = sorted(
        (file, found.st_mtime_ns, found.st_size) for file in games.rglob("*.toml") for found in [file.stat()]
    )
    return dict(_read_packs(games, tuple(files), is_checked))


@lru_cache(maxsize=4)
def _read_packs(
    games: Path,
    files: tuple[tuple[Path, int, int], ...],  # noqa: ARG001 (what is kept is kept for these)
    is_checked: bool,
) -> dict[str, Pack]:
    shared = Shared.of(games)
    proof = proof_of(games)
    is_checked = is_checked or is_proven(proof)
    packs: dict[str, Pack] = {}
    problems: list[PackProblem] = []
    for folder in sorted(p.parent for p in games.glob("*/game.toml")):
        try:
            pack = _assemble(folder, shared) if is_checked else read_pack(folder, shared)
        except BrokenPack as error:
            problems.extend(error.problems)
        else:
            packs[pack.code] = pack
    if problems:
        raise BrokenPack(problems)
    if not is_checked:
        keep_proof(proof)
    return packs


def read_shared_languages(games: Path) -> dict[str, SharedLanguageFile]:
    """What the games share of each language."""
    folder = games / SHARED_LANGUAGES
    shared = {
        file.stem: _with_joined_numbers(_read(file, SharedLanguageFile)) for file in sorted(folder.glob("*.toml"))
    }
    for file in sorted((folder / STANDING).glob("*.toml")):
        if file.stem in shared:
            words = _read(file, StandingWordsFile).words
            shared[file.stem] = shared[file.stem].model_copy(update={"standing": words})
    for file in sorted((folder / ROLES).glob("*.toml")):
        if file.stem in shared:
            shared[file.stem] = shared[file.stem].model_copy(update={"roles": _read(file, RoleWordsFile)})
    return shared


PARTS = {"unit": UNITS, "tens": TENS, "hundred": range(HUNDRED, 10 * HUNDRED, HUNDRED), "rest": range(1, HUNDRED)}
"""What the parts of a number that is written as one word may count."""


def _with_joined_numbers(language: SharedLanguageFile) -> SharedLanguageFile:
    """The language with the number words that it writes as one: `dvaačtyřicet`, `trentadue`, `centododici`."""
    numbers = dict(language.numbers)
    for form in language.joined_numbers:
        first, second = re.findall(r"{(\w+)}", form)
        ones, others = ([(w, n) for w, n in numbers.items() if n in PARTS[part]] for part in (first, second))
        made = [
            (re.sub(".~", "", form.format(**{first: one, second: other})), left, right)
            for one, left in ones
            for other, right in others
        ]
        is_times = (first, second) == ("unit", "hundred")
        numbers |= {
            word: left * right if is_times else left + right for word, left, right in made if word not in numbers
        }
    return language.model_copy(update={"numbers": numbers})


def languages_of(packs: Mapping[str, Pack], games: Path) -> tuple[str, ...]:
    """The languages that a document can be in: those of the packs, and those that games share."""
    spoken = {code for pack in packs.values() for code in pack.languages}
    return tuple(sorted(spoken | read_shared_languages(games).keys()))


def read_pack(folder: Path, shared: Shared) -> Pack:
    """One game's pack, checked."""
    pack = _assemble(folder, shared)
    problems = [_locate(folder, complaint) for complaint in check_pack(pack)]
    if problems:
        raise BrokenPack(problems)
    return pack


def _assemble(folder: Path, shared: Shared) -> Pack:
    reserved = {"game", "notation", "rules", "look", PLAY}
    languages = {f.stem: _read(f, LanguageFile) for f in sorted(folder.glob("*.toml")) if f.stem not in reserved}
    lists = sorted((folder / "cards").glob("*.toml"))
    examples = [_read(f, ExampleFile) for f in sorted((folder / "examples").glob("*.toml"))]
    entries: list[ExampleEntry] = [e for file in examples for e in file.example]
    numbers = {
        code: {**(shared.languages[code].numbers if code in shared.languages else {}), **language.numbers}
        for code, language in languages.items()
    }
    return Pack(
        game=_read(folder / "game.toml", GameFile),
        notation=_read_or_empty(folder / "notation.toml", NotationFile),
        languages=languages,
        rules=_read_or_empty(folder / "rules.toml", RulesFile),
        cards=tuple(_read(f, CardFile) for f in lists if not f.stem.startswith("board")),
        boards=tuple(_read(f, BoardFile) for f in lists if f.stem.startswith("board")),
        examples=ExampleFile(example=entries),
        numbers=numbers,
        shared=shared.languages,
        cues=_joined(shared.cues, _cue_words(folder)),
        summaries={f.stem: _read(f, SummariesFile) for f in sorted((folder / SUMMARIES).glob("*.toml"))},
        asked={f.stem: _read(f, AskedFile) for f in sorted((folder / ASKED).glob("*.toml"))},
        look=_read_or_empty(folder / "look.toml", Look),
        play=_read_play(folder / f"{PLAY}.toml"),
        fingerprint=_fingerprint(folder, PACK_FILES, shared.fingerprint),
    )


def _cue_words(folder: Path) -> dict[str, Mapping[str, list[str]]]:
    """The words of ideas by language."""
    return {file.stem: _read(file, CueWordsFile).words for file in sorted((folder / CUES).glob("*.toml"))}


def _joined(
    common: Mapping[str, Mapping[str, list[str]]], own: Mapping[str, Mapping[str, list[str]]]
) -> dict[str, dict[str, list[str]]]:
    """The words of ideas by language: those of all games, and in addition those of this one."""
    return {
        code: {
            idea: [*common.get(code, {}).get(idea, ()), *own.get(code, {}).get(idea, ())]
            for idea in {**common.get(code, {}), **own.get(code, {})}
        }
        for code in {**common, **own}
    }


def _read_play(file: Path) -> PlayFile:
    """The frame of a game, each row with the line in which it begins; empty where the game has none."""
    return placed(_read(file, PlayFile), file.read_text(encoding="utf-8")) if file.exists() else PlayFile()


def _read_or_empty(file: Path, shape: type[FileT]) -> FileT:
    return _read(file, shape) if file.exists() else shape()


def _read(file: Path, shape: type[FileT]) -> FileT:
    text = file.read_text(encoding="utf-8")
    try:
        return shape.model_validate(tomllib.loads(text))
    except tomllib.TOMLDecodeError as error:
        line = re.search(r"at line (\d+)", str(error))
        problem = PackProblem(_shown(file), int(line.group(1)) if line else 1, f"This is not TOML: {error}.")
        raise BrokenPack([problem]) from error
    except ValidationError as error:
        problems = []
        for detail in error.errors():
            keys = [part for part in detail["loc"] if part != "[key]"]
            needle = next((part for part in reversed(keys) if isinstance(part, str)), "")
            told = f"{'.'.join(map(str, keys))}: {detail['msg'].rstrip('.')}."
            problems.append(PackProblem(_shown(file), _line_of(text, needle), told))
        raise BrokenPack(problems) from error


def _locate(folder: Path, complaint: Complaint) -> PackProblem:
    """Where a complaint belongs: the first file of its kind that has the blamed text, and the line of it."""
    candidates = sorted(folder.glob(complaint.files)) or [folder / "game.toml"]
    if complaint.line:
        return PackProblem(_shown(candidates[0]), complaint.line, complaint.message)
    for file in candidates:
        text = file.read_text(encoding="utf-8")
        for needle in complaint.needles:
            if needle in text:
                return PackProblem(_shown(file), _line_of(text, needle), complaint.message)
    return PackProblem(_shown(candidates[0]), 1, complaint.message)


def _line_of(text: str, needle: str) -> int:
    before, found, _ = text.partition(needle)
    return before.count("\n") + 1 if found and needle else 1


def _shown(file: Path) -> str:
    return "/".join(file.parts[file.parts.index("games") :]) if "games" in file.parts else str(file)


def _fingerprint(folder: Path, patterns: Iterable[str], beside: str = "") -> str:
    digest = hashlib.sha256(beside.encode())
    for file in (f for pattern in patterns for f in sorted(folder.glob(pattern))):
        digest.update(file.relative_to(folder).as_posix().encode())
        digest.update(file.read_bytes())
    return digest.hexdigest()
