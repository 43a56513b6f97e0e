"""The letters a card is written in, where those of the languages that were expected are not legible on it."""

import re
import unicodedata
from collections import Counter
from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from ingest.languages.frequency import how_common
from ingest.languages.legibility import is_whole_word
from ingest.picture.images import POINTS_PER_INCH, PagePicture
from ingest.picture.letter_reader import LetterReader, Orientation, sureness
from ingest.picture.paddle_ocr import PaddleOcr
from ingest.picture.tesseract import SCRIPTS as NAMES_OF_SCRIPTS
from ingest.picture.text_lines import TextLine
from ingest.picture.text_models import SCRIPTS, script_of
from schema.folding import EAST_ASIAN
from schema.reading import Word

JAPANESE, CHINESE = "ja", "zh"
KANA_SCRIPT, HAN_SCRIPT, UNKNOWN_SCRIPT = "Jpan", "Hans", "Zzzz"
_FIRST_WORD = re.compile(r"[A-Z]+")
_KANA = re.compile(r"[\u3041-\u30ff]")
_EAST_ASIAN = re.compile(rf"[{EAST_ASIAN}]{{2,}}")
Reading = Sequence[Sequence[Word]]
"""The words of each line."""


@dataclass(frozen=True, slots=True)
class CardScriptSettings:
    """When another script is looked for; chosen on 20 cards in Japanese and Russian and 60 in other languages."""

    clear: float = 0.8
    """Lines read with less confidence are not legible."""
    told_by: int = 8
    """So many lines, the longest, tell whether a card is."""
    unread: float = 0.5
    """Against their length: of so much of them nothing could be read."""
    dpi: int = 300
    """What the sheet of lines is said to have, on which a script is told."""


def is_unread(lines: Sequence[TextLine], read: Reading, settings: CardScriptSettings = CardScriptSettings()) -> bool:
    """Whether most of the longest lines of a card are not legible."""
    longest = sorted(zip(lines, read, strict=True), key=lambda each: -each[0].width)[: settings.told_by]
    unread = sum(line.width for line, words in longest if sureness(words) < settings.clear)
    return unread > settings.unread * sum(line.width for line, _ in longest)


def in_east_asian_letters(
    image: Image.Image,
    lines: Sequence[TextLine],
    read: Reading,
    languages: Sequence[str],
    paddle: PaddleOcr,
    settings: CardScriptSettings = CardScriptSettings(),
) -> list[tuple[Word, ...]] | None:
    """The lines of a card in Chinese or Japanese letters, where more of them is legible in those than in others.

    They are not looked for where any of the languages has them: then they were read.
    """
    if any(SCRIPTS.get(script_of(language)) == "CJK" for language in languages):
        return None
    if not is_unread(lines, read, settings):
        return None
    again = paddle.read_found(image, lines, [JAPANESE])
    wide = _EAST_ASIAN.findall(_clear_letters(again, settings))
    other = sum(map(str.isalpha, _clear_letters(read, settings)))
    return again if sum(map(len, wide)) > other else None


def in_words_of(languages: Sequence[str], read: Reading) -> list[tuple[Word, ...]]:
    """What was read in lines of numbers, or with a word of one of the languages: other letters look like theirs."""

    def is_known(word: Word) -> bool:
        bare = "".join(filter(str.isalpha, word.text)).casefold()
        return is_whole_word(bare) and any(how_common(bare, language) > 0 for language in languages)

    def is_number(words: Sequence[Word]) -> bool:
        return not any(c.isalpha() for word in words for c in word.text)

    return [tuple(words) if is_number(words) or any(map(is_known, words)) else () for words in read]


def east_asian_language(words: Sequence[Word]) -> str | None:
    """The language of words in Chinese or Japanese letters."""
    letters = " ".join(word.text for word in words)
    if not _EAST_ASIAN.search(letters):
        return None
    return JAPANESE if _KANA.search(letters) else CHINESE


def orientation_of_lines(
    lines: Sequence[Image.Image], reader: LetterReader, settings: CardScriptSettings = CardScriptSettings()
) -> Orientation:
    """How lines in dark letters lie, upright or on their heads, and in which script, told on one sheet of all of them.

    A script is hardly told of letters that stand on their heads: then the sheet is turned and looked at again.
    """
    gap = max((line.height for line in lines), default=0)
    sheet = Image.new("L", (max((line.width for line in lines), default=0) + 2 * gap, 2 * gap * (len(lines) + 1)), 255)
    for at, line in enumerate(lines):
        sheet.paste(line, (gap, gap * (2 * at + 1)))
    points = POINTS_PER_INCH / settings.dpi
    picture = PagePicture(sheet, sheet.width * points, sheet.height * points)
    found = reader.orientation(picture) if lines else Orientation()
    if found.quarters == 2 and not found.script:
        again = reader.orientation(picture.turned(2))
        found = Orientation(2, "" if again.quarters else again.script)
    return found if found.quarters in (0, 2) else Orientation(0, found.script)


def script_of_letters(text: str) -> str:
    """The script of most letters of a text, ISO 15924; empty where there are no letters."""
    letters = filter(str.isalpha, unicodedata.normalize("NFKC", text))
    scripts = Counter(_script_of_letter(letter) for letter in letters)
    if scripts[KANA_SCRIPT]:  # Japanese is written in Han letters too
        scripts[KANA_SCRIPT] += scripts.pop(HAN_SCRIPT, 0)
    return scripts.most_common(1)[0][0] if scripts else ""


def may_be_in(language: str, script: str) -> bool:
    """Whether a language may be written in letters of a script: texts without kana may be Japanese too."""
    own = script_of(language)
    return own == script or (script == HAN_SCRIPT and SCRIPTS.get(own) == "CJK")


def _script_of_letter(letter: str) -> str:
    name = _FIRST_WORD.match(unicodedata.name(letter, ""))
    return NAMES_OF_SCRIPTS.get(name[0].title().replace("Cjk", "Han"), UNKNOWN_SCRIPT) if name else UNKNOWN_SCRIPT


def _clear_letters(read: Reading, settings: CardScriptSettings) -> str:
    return " ".join("".join(word.text for word in words) for words in read if sureness(words) >= settings.clear)
