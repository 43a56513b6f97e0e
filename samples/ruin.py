"""Letters ruined as by a program that lacked them: accents turn into look-alike signs, headings just lose them."""

import random
import re
import unicodedata

SIGNS = "00OODDdlit@MT["
ACCENTED = "áčďéěíňóřšťúůýžąćęłńśźżäëöüàèìòùâêîôûç"
STROKED = {"ł": "l", "Ł": "L"}  # these do not come apart into letter and accent

_LETTER = f"[{ACCENTED}{ACCENTED.upper()}]"
_RUINED = re.compile(f"({_LETTER})([a-z](?=[a-z])| (?=[^\\W\\d_]))?")
_HEADING = re.compile(r"=+ ")


def ruined(text: str, seed: int) -> str:
    """A typst source whose accented letters are destroyed, line by line, the same way for the same seed."""
    chance = random.Random(seed)
    return "".join(_ruined_line(line, chance) for line in text.splitlines(keepends=True))


def _ruined_line(line: str, chance: random.Random) -> str:
    if line.startswith(("#import", "#show", "//")):
        return line
    if _HEADING.match(line):
        return without_accents(line)
    return _RUINED.sub(lambda found: _sign(found[2] or "", chance), line)


def _sign(following: str, chance: random.Random) -> str:
    """A sign for the letter; one time in eight it swallows the letter or the space that follows."""
    sign = f"\\u{{{ord(chance.choice(SIGNS)):x}}}"  # escaped: in typst a bare @ or [ would be markup
    swallowed = following and chance.random() < 1 / 8
    return sign if swallowed else sign + following


def without_accents(text: str) -> str:
    """The same letters without their accents."""
    plain = "".join(STROKED.get(letter, letter) for letter in text)
    return "".join(sign for sign in unicodedata.normalize("NFD", plain) if not unicodedata.combining(sign))
