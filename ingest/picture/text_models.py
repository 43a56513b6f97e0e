"""PP-OCR's two networks, run by onnxruntime: one marks where a picture has text, the other reads a line of it.

The package `rapidocr` brings both as files, and nothing is fetched. Only the files are used: its own way through them
takes twice the work on a card, for it pads every line to the length of the longest, and does not tell how sure a word
was read.
"""

import unicodedata
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache
from importlib.util import find_spec
from pathlib import Path
from typing import Any

import numpy as np
from langcodes import Language, standardize_tag
from numpy.typing import NDArray

from ingest.picture.needed import PACKAGES
from ingest.picture.second_choices import Letter

FINDS, READS = "PP-OCRv6_det_small.onnx", "PP-OCRv6_rec_small.onnx"
SCRIPTS = {"Latn": "LATIN", "Grek": "GREEK", "Hans": "CJK", "Hant": "CJK", "Jpan": "CJK"}
"""Scripts whose letters the reading network knows, and how the names of those letters begin."""
UNKNOWN = frozenset({"vi"})
"""Languages of these scripts some of whose letters it does not know."""
SPACE_COUNTS = 8.0
"""A space is so many times as likely as the network says: it loses those of condensed type. Of 27 cards 13 lost spaces
came back, and no word broke before 200."""
SECOND, CHOICES = 0.02, 3
"""A letter that is at least so likely may be meant as well; so many are looked at."""
SILENT = 4
"""Of onnxruntime's levels of what is worth a line: none."""

Floats = NDArray[np.float32]


@cache
def model_files() -> Path | None:
    """The folder of the networks; None where a package is missing."""
    if any(find_spec(name) is None for name in PACKAGES):
        return None
    places = getattr(find_spec("rapidocr"), "submodule_search_locations", None) or [""]
    folder = Path(places[0]) / "models"
    return folder if all((folder / name).is_file() for name in (FINDS, READS)) else None


def covers(language: str) -> bool:
    """Whether the reading network knows the letters of a language."""
    return script_of(language) in SCRIPTS and language not in UNKNOWN


@cache
def script_of(language: str) -> str:
    """The script a language is written in, ISO 15924."""
    return Language.get(language).maximize().script or ""


def written_in(script: str, codes: Iterable[str]) -> list[str]:
    """Those of the codes whose language is written in a script, each language once, without codes of its variants."""
    plain = sorted(code for code in codes if code.isalpha())
    return [code for code in plain if script_of(code) == script and standardize_tag(code) == code]


def text_map(picture: Floats) -> Floats:
    """How likely each pixel lies in the core of a line of text; colours from -1 to 1, sides multiples of 32."""
    return np.asarray(_run(FINDS, picture.transpose(2, 0, 1)[None])[0, 0])


def letters_along(line: Floats, languages: Iterable[str]) -> tuple[list[Letter], int]:
    """The letters of a line 48 pixels high, and how many steps the line has.

    Letters of scripts that none of the languages is written in are not taken: they are seen in art.
    """
    signs = _signs(frozenset(map(script_of, languages)))
    likely = _run(READS, line.transpose(2, 0, 1)[None])[0][:, signs.places]
    weighed = likely.copy()
    weighed[:, -1] *= SPACE_COUNTS
    best = weighed.argmax(axis=1)
    is_new = (best != 0) & np.concatenate([[True], best[1:] != best[:-1]])
    steps, other_case = np.arange(len(best)), signs.other_case[best]
    # Small capitals leave the case of a letter in doubt, not the letter.
    sure = likely[steps, best] + likely[steps, other_case] * (other_case > 0)
    found = [
        Letter(int(step), sign, min(1.0, float(sure[step])), _others(likely[step], sign, signs))
        for step in np.flatnonzero(is_new)
        for sign in (signs.letters[best[step]],)
    ]
    return found, len(best)


def _others(likely: Floats, read: str, signs: "_Signs") -> tuple[tuple[str, float], ...]:
    """What else a letter may be than it was read: letters that are likely enough, each in its likelier case."""
    if likely.max() > 1 - SECOND:
        return ()
    seen: dict[str, tuple[str, float]] = {}
    for place in np.argsort(-likely)[: CHOICES + 1]:
        letter = signs.letters[place]
        if likely[place] >= SECOND and letter.isalpha() and letter.casefold() != read.casefold():
            seen.setdefault(letter.casefold(), (letter, float(likely[place])))
    return tuple(seen.values())


@dataclass(frozen=True, slots=True)
class _Signs:
    """What is told apart where only some scripts are written: nothing first, then letters, a space last."""

    places: NDArray[np.intp]
    """Where the network gives each of them; it knows ten times as many."""
    letters: tuple[str, ...]
    other_case: NDArray[np.int64]
    """For each letter the place of the same letter in the other case; 0 where it has none."""


@cache
def _signs(scripts: frozenset[str]) -> _Signs:
    places = np.flatnonzero(_allowed(scripts))
    letters = tuple(_alphabet()[place] for place in places)
    at = {letter: number for number, letter in enumerate(letters)}
    swapped = (at.get(letter.swapcase(), 0) if letter.swapcase() != letter else 0 for letter in letters)
    return _Signs(places, letters, np.array(list(swapped), dtype=np.int64))


@cache
def _alphabet() -> tuple[str, ...]:
    """What the reading network tells apart: nothing, its letters, a space."""
    return ("", *_session(READS).get_modelmeta().custom_metadata_map["character"].splitlines(), " ")


@cache
def _allowed(scripts: frozenset[str]) -> NDArray[np.bool_]:
    names = tuple({SCRIPTS[script] for script in scripts if script in SCRIPTS} | {SCRIPTS["Latn"]})
    is_wide = SCRIPTS["Hans"] in names

    def is_allowed(letter: str) -> bool:
        if is_wide or len(letter) != 1:
            return True
        if unicodedata.east_asian_width(letter) in "WF":
            return False
        return not letter.isalpha() or unicodedata.name(letter, "").startswith(names)

    return np.array([is_allowed(letter) for letter in _alphabet()])


def _run(model: str, given: Floats) -> Floats:
    session = _session(model)
    (made,) = session.run(None, {session.get_inputs()[0].name: given})
    return np.asarray(made, dtype=np.float32)


@cache
def _session(model: str) -> Any:
    import onnxruntime  # here, because only pictures need it

    folder = model_files()
    if folder is None:
        raise FileNotFoundError(model)
    onnxruntime.set_default_logger_severity(SILENT)
    options = onnxruntime.SessionOptions()
    options.log_severity_level = SILENT
    options.intra_op_num_threads = options.inter_op_num_threads = 1  # several pages are read at a time instead
    # What is taken is kept for the next picture: a fifth of the work of finding. Lines to read are of ever new lengths,
    # and memory would grow with them; of pictures the long side is fixed, and the other one is never longer.
    options.enable_cpu_mem_arena = model == FINDS
    return onnxruntime.InferenceSession(str(folder / model), options, providers=["CPUExecutionProvider"])
