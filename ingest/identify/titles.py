"""The title of a document, and whether it is one that only one game has."""

import re
from collections.abc import Sequence
from itertools import dropwhile, takewhile
from pathlib import PurePath

from ingest.identify.generic_titles import GENERIC
from ingest.languages.frequency import how_common, is_listed
from schema.documents import PassageShape
from schema.folding import PICTURES, fold
from schema.reading import PassageRead

LONGEST_TITLE = 80
FIRST_LINES = 4
"""Lines at the beginning of which one that is no heading may be the title."""
FEW_WORDS = 8
"""Words of such a line; a sentence has more."""
FEW_HEADINGS = 2
"""More headings of the largest size on a page are chapters or cards, and none of them is its title."""
LEAST_LETTERS = 3
READ_WELL = 0.7
"""A heading of a picture that is less sure is no title; chosen by eye."""
LONGEST_NAME = 6
"""Words of the name that a sentence begins with."""
PLAIN = 3.8
"""Zipf frequency from which a word beside “rules” is no name; chosen by eye."""
COMMON = 4.5
"""Zipf frequency from which a word is a common one; chosen by eye."""
RUNNING_TEXT = frozenset({"paragraph", "item", "table", "card"})

_COMMENT = re.compile(r"<!--.*?(?:-->|$)|<[^>\n]*>", re.DOTALL)
_PICTURE = re.compile(r"!\\?\[[^\]\n]*\\?\]\s*(?:\([^)\n]*\))?")
_LINK = re.compile(r"\\?\[([^\]\n]+)\\?\]\([^)\n]*\)")
_MARKS = re.compile(r"[*_`#~|>\\]+")
_FILE = re.compile(
    r"(?i)(?:^|[\s/_])\S+\.(?:jpe?g|png|gif|webp|tiff?|pdf|indd|docx?|odt|tex|md|txt|qxd|html?)\b|https?://\S+|www\.\S+|\b[\w-]+\.(?:com|org|net)\b"
)
_PROGRAM = re.compile(r"(?i)^(?:microsoft (?:word|powerpoint)|adobe \w+|libreoffice|layout|print)\s*[-–:]\s*")
_EMOJI = re.compile(rf"^[\s{PICTURES}]+|[\s{PICTURES}]+$")
_WORD = re.compile(r"[^\W_]+")
_SMALL_RANGE = re.compile(r"(?<!\d)\d{1,2}\s*[-–—]\s*\d{1,2}(?!\d)")
_NO_LETTER = re.compile(r"[\W\d_]+")


def title_of(passages: Sequence[PassageRead], said: str, metadata: str, file_name: str, language: str = "und") -> str:
    """What a text says its title is, its heading, what a file is labelled with, its first lines, or its name in words.

    A general word such as “Rules” is a title only where nothing says more.
    """
    first = _first_page(passages)
    label = PurePath(_PROGRAM.sub("", metadata)).stem if _FILE.search(metadata) else metadata
    top = list(takewhile(lambda read: read.passage.kind not in RUNNING_TEXT, first))
    plain = (read.passage for read in top[:FIRST_LINES] if read.regions or read.passage.kind != "heading")
    lines = (line.text for line in plain if line.confidence >= READ_WELL and _is_short(line.text))
    labels = () if _is_number(label) else (label,)
    largest = [read.passage for read in _headings(first, top) if read.passage.confidence >= READ_WELL]
    headings = [heading.text for heading in largest if not _is_of_sentence(heading)]
    headings = [*_in_two_lines(headings, passages), *headings]
    if _begins_with_chapter(passages):
        named = (title for title in headings if _is_told_in(passages, title))
        above, others = _on_title_page(passages), (*labels, in_words(file_name), *named)
    else:
        above, others = headings, (*labels, *lines)
    guessed = _introduced(passages, [*headings, *above])
    told = (said, *_with_introduced(guessed, above, passages), *others)
    titles = [title for title in map(_cleared, told) if _is_title(title) and not _is_cry(title, passages, language)]
    titles.append(in_words(file_name))
    return next(filter(is_distinctive, titles), titles[0])


def _in_two_lines(headings: Sequence[str], passages: Sequence[PassageRead]) -> list[str]:
    """The largest headings of a cover as one title, where running text says them as one name."""
    joined = " ".join(headings)
    return [joined] if len(headings) == FEW_HEADINGS and _is_told_in(passages, joined) else []


_CRY = re.compile(r"\S+(?:\s\S+){0,3}\s?[!?]")


def _is_cry(title: str, passages: Sequence[PassageRead], language: str) -> bool:
    """“Hello!”, “How to play?”: a few common words that are cried or asked, which the text never says again."""
    is_short = _CRY.fullmatch(title) is not None and not _is_rare(title, language)
    return is_short and not _is_told_in(passages, title)


def _first_page(passages: Sequence[PassageRead]) -> list[PassageRead]:
    """What stands on the first page, or behind a cover that was taken for a card."""
    read = [read for read in passages if read.passage.kind != "noise"]
    inside = list(dropwhile(lambda one: one.passage.kind == "card", read))
    is_cover = inside and inside[0].passage.kind == "heading" and inside[0].page != read[0].page
    begun = inside if is_cover else read
    return [one for one in begun if one.page == begun[0].page]


def _is_of_sentence(heading: PassageShape) -> bool:
    """Whether a heading is a common word in small letters: the rest of a sentence around a picture."""
    return heading.text[:1].islower() and _commonness(heading) > COMMON


_GAME_ENDS = ("game", "spiel", "spel", "juego", "gioco", "jogo")
"""What words for a game end in, those made of two words too: “Kartenspiel”, “videojuego”."""
_GAMES = frozenset(("jeu", "hra", "gra", "igra", "joc", "oyun", "игра", "гра"))
"""Words for a game that others end in by chance: “negra”."""
_IS = frozenset(("is", "ist", "est", "es", "és", "è", "é", "je", "jest", "to", "är", "er", "este", "bir", "это", "це"))
_OF_GAME = frozenset(
    (
        "of",
        "for",
        "by",
        "in",
        "on",
        "when",
        "if",
        "from",
        "von",
        "für",
        "im",
        "wenn",
        "pour",
        "du",
        "del",
        "della",
        "do",
    )
)
"""Behind these a game is mentioned, and nothing is called one: “is the same for each game”."""
_SLOGAN = re.compile(r"[!?…„“”«»\x22]")
PRONOUN = 5.3
"""Zipf frequency from which a word is a pronoun or the like and says nothing of a name; chosen by eye."""


def _with_introduced(guessed: Sequence[str], titles: Sequence[str], passages: Sequence[PassageRead]) -> list[str]:
    """A guessed name and the titles on the page, which go first unless the name is clearly better than all of them."""
    is_worse = any(_is_real(title, guessed, passages) for title in titles)
    return [*titles, *guessed] if is_worse else [*guessed, *titles]


def _is_real(title: str, guessed: Sequence[str], passages: Sequence[PassageRead]) -> bool:
    """Whether a heading is no slogan, and nothing that the text never says while it says the guessed name often."""
    plain = _cleared(title)
    if not _is_title(plain) or not is_distinctive(plain) or _SLOGAN.search(title) or len(plain.split()) > FEW_WORDS:
        return False
    often = [read for read in passages if any(name in read.passage.text for name in guessed)]
    return len(often) < OFTEN or _is_told_in(passages, title)


OFTEN = 3
"""So many passages say a guessed name before it is better than a heading that none says; chosen by eye."""


def _introduced(passages: Sequence[PassageRead], headings: Sequence[str]) -> list[str]:
    """The name that one of the first paragraphs begins with and calls a game, where no heading has a word of it."""
    said = " ".join(map(_cleared, headings))
    for read in [one for one in passages if one.passage.kind == "paragraph"][:FIRST_LINES]:
        name = _called_game(_cleared(read.passage.text))
        if (
            name
            and _is_rare(name, read.passage.language)
            and not _is_written_small(name, passages)
            and is_distinctive(name)
            and not set(_own_words(name)) & set(_words(said))
        ):
            return [name]
    return []


def _is_rare(name: str, language: str) -> bool:
    """Whether a name has two words of its own or a rare one; “This”, “Victory” and “Dieses Spiel” have none."""
    spoken = language if is_listed(language) else "en"
    own = [word for word in _WORD.findall(name.casefold()) if fold(word) not in GENERIC]
    common = [often for often in (how_common(word, spoken) for word in own) if often < PRONOUN]
    return len(common) > 1 or any(often < COMMON for often in common)


def _is_written_small(name: str, passages: Sequence[PassageRead]) -> bool:
    """Whether a text writes the first word of a name small elsewhere: it is none of its own."""
    small = re.compile(rf"(?<!\w){re.escape(_WORD.findall(name)[0].lower())}(?!\w)")
    return any(small.search(read.passage.text) for read in passages)


def _called_game(text: str) -> str:
    """The name in “Seven Mills is a board game …”: capitals, a word for being, and soon one for a game."""
    said = text.split()
    for end in range(min(LONGEST_NAME, len(said) - 2), 0, -1):
        name, behind = said[:end], said[end:]
        is_name = all(not word[:1].islower() or len(word) <= LEAST_LETTERS for word in name)
        what = re.split(r"[.!?:,(]", " ".join(behind[1:FEW_WORDS]))[0].split()
        before = list(takewhile(lambda word: not _is_game(word), what))
        is_game = len(before) < len(what) and not _OF_GAME.intersection(before)
        if is_name and behind[0] in _IS and is_game and not name[0][:1].islower() and not name[-1][:1].islower():
            return " ".join(name).rstrip(" –—-")
    return ""


def _is_game(word: str) -> bool:
    return any(part in _GAMES or part.endswith(_GAME_ENDS) for part in _words(word))


def _begins_with_chapter(passages: Sequence[PassageRead]) -> bool:
    """Whether a text without sizes has many headings of the highest rank: the first is a chapter like the others."""
    levels = [_level(read) for read in passages if read.passage.kind == "heading"]
    return not any(read.regions for read in passages) and levels.count(min(levels, default=0)) > FEW_HEADINGS


def _on_title_page(passages: Sequence[PassageRead]) -> list[str]:
    """What stands above the first chapter: a line before all headings, and headings with no text of their own.

    Of several headings the one with the rarest word goes first: “Official manual” stands on many books.
    """
    before = list(takewhile(lambda read: read.passage.kind not in RUNNING_TEXT or _leads_inside(read), passages))
    headings = [at for at, read in enumerate(before) if read.passage.kind == "heading"]
    chapter = headings[-1] if headings and len(before) < len(passages) else len(before)
    first = passages[0].passage
    is_line = first.kind == "label" and _is_short(first.text) and not _LINK.search(first.text)
    lines = [first.text] if is_line and not first.text.lstrip().startswith("*") else []
    above = [before[at].passage for at in headings if at < chapter]
    titles = [title for title in above if not title.text.rstrip().endswith((":", "："))]
    return [*lines, *(title.text for title in sorted(titles, key=_commonness))]


_INSIDE = re.compile(r"^[\s*+\-\d.]*\[[^\]]*\]\(#[^)]*\)\s*$")


def _leads_inside(read: PassageRead) -> bool:
    """Whether a line is an entry of a table of contents: a link to a place in the same text."""
    return bool(_INSIDE.match(read.passage.raw_text))


def _commonness(title: PassageShape) -> float:
    """How frequent the rarest word of a title is in its language; unknown words are the rarest."""
    language = title.language if is_listed(title.language) else "en"
    return min((how_common(word, language) for word in _WORD.findall(title.text.casefold())), default=9.0)


def _is_told_in(passages: Sequence[PassageRead], heading: str) -> bool:
    """Whether running text says what a heading does, as a book says the name of its game."""
    said = f" {' '.join(_words(_cleared(heading)))} "
    running = (read.passage.text for read in passages if read.passage.kind in RUNNING_TEXT)
    return any(said in f" {' '.join(_words(text))} " for text in running)


def _headings(first: Sequence[PassageRead], top: Sequence[PassageRead]) -> Sequence[PassageRead]:
    """The largest headings of a page that was laid out; where nothing tells sizes, those above all running text."""
    if not any(read.regions for read in first):
        levels = [_level(read) for read in first if read.passage.kind == "heading"]
        alone = (read for read in top if read.passage.kind == "heading" and _is_alone(_level(read), levels))
        return sorted(alone, key=_level)
    headings = [read for read in first if read.passage.kind == "heading"]
    largest = [read for read in headings if _level(read) == min(map(_level, headings))]
    return largest if len(largest) <= FEW_HEADINGS else []


def _is_alone(level: int, levels: Sequence[int]) -> bool:
    """Whether a heading is of the highest rank or the only one of its own; others are chapters."""
    return level == min(levels) or levels.count(level) == 1


def is_distinctive(title: str) -> bool:
    """Whether the title has a word that is not in the titles of many games."""
    return bool(_own_words(title))


def code_of(title: str) -> str:
    """The title as a code: its folded words with hyphens between."""
    return "-".join(_words(title)) or "untitled"


def own_game(title: str, file_name: str, language: str = "en") -> tuple[str, str]:
    """Code and name of the game of a document of a language that no pack knows.

    Only the words that are the game's own make the code, so that “Mills: rules” and “Mills: Spielregeln” have one; a
    title without such words needs the file's name beside it.
    """
    name = _named(title, language)
    words = _own_words(name)
    return ("-".join(words), name) if words else (code_of(f"{title} {file_name}"), f"{title} ({file_name})")


_QUOTED = re.compile(r"[«„“\x22]([^«»„“”\x22]+)[»“”\x22]")
_LONG, _SMALL = 5, 3
"""Letters of a word for rules, at least, and of the small words behind it, at most; chosen by eye."""


def _named(title: str, language: str) -> str:
    """The name in a title: “Rules of the Seven Mills” and “Seven Mills – rulebook” are those of Seven Mills."""
    quoted = _QUOTED.search(title)
    if quoted and _own_words(quoted[1]) == _own_words(title):
        return quoted[1].strip()
    parts = re.split(r"(\s+[-–—|]\s+|:\s+)", title)
    while len(parts) > 2 and _says_rules(parts[-1], language):
        del parts[-2:]
    while len(parts) > 2 and _says_rules(parts[0], language):
        del parts[:2]
    words = "".join(parts).split()
    while len(words) > 1 and _is_cjk_rules(words[-1]):
        del words[-1]
    lead = list(takewhile(lambda word: fold(word).strip(",.:") in GENERIC, words))
    is_of = len(lead) > 1 and len(lead[0]) >= _LONG and len(lead[-1]) <= _SMALL
    return " ".join(words[len(lead) :] if is_of and len(lead) < len(words) else words)


_RULES = ("rule", "regl", "regel", "regol", "regul", "regr", "manual", "instruc", "istruz", "anleit", "pravid", "zasad")
"""What words for rules begin with, or those made of two words end in."""


def _says_rules(part: str, language: str) -> bool:
    """Whether a part of a title has no word of the game's own: “Rules”, “Complete rules”, but not “The Harbour”."""
    if not _own_words(part):
        return True
    spoken = language if is_listed(language) else "en"
    said = _WORD.findall(part.casefold())
    others = [word for word in said if not any(rules in fold(word) for rules in _RULES)]
    return len(others) == 1 and len(said) == 2 and how_common(others[0], spoken) >= PLAIN


def _own_words(title: str) -> list[str]:
    words = _words(title)
    own = [word for word in words if word not in GENERIC and not _is_cjk_rules(word)]
    return own if any(len(_NO_LETTER.sub("", word)) >= _least(word) for word in own) else []


def _is_cjk_rules(word: str) -> bool:
    """Whether a word of a script without spaces begins with one for rules: “规则书” is a book of them."""
    return not word.isascii() and _least(word) == 1 and any(word.startswith(rules) for rules in _CJK_GENERIC)


_CJK_GENERIC = tuple(word for word in GENERIC if ord(word[0]) >= 0x2E80)


def without_language(file_name: str, language: str) -> str:
    """A file's name without the mark of its language: “harbour.de.pdf”, “harbour-de.pdf”."""
    path = PurePath(file_name)
    stem, mark, code = re.match(r"(.*?)(?:([\s._-])([^\s._-]+))?$", path.stem, re.DOTALL).groups()  # type: ignore[union-attr]
    return f"{stem}{path.suffix}" if mark and stem and code.lower() == language else file_name


def in_words(file_name: str) -> str:
    """A file's name as a person would say it."""
    words = re.split(r"[\s_.+-]+", PurePath(file_name).stem)
    return " ".join(word for word in words if word) or file_name


def _is_short(line: str) -> bool:
    """Whether it may be a title though it is no heading; a number before it counts what is in the box,
    and words of one or two letters are splinters of others."""
    words = _words(line)
    is_broken = sum(map(len, words)) < LEAST_LETTERS * len(words)
    is_count, is_sentence = line[:1].isdecimal(), line.rstrip().endswith((".", ",", ";", ":", "-"))
    return len(words) <= FEW_WORDS and not (is_broken or is_count or is_sentence)


def _is_number(label: str) -> bool:
    """Whether a label has more figures than letters: the number under which a file is kept."""
    return sum(map(str.isdecimal, label)) > sum(map(str.isalpha, label))


def _level(read: PassageRead) -> int:
    return read.passage.level or 9


def _cleared(text: str) -> str:
    """A line without comments, pictures, addresses and marks of Markdown."""
    line = _LINK.sub(r"\1", _PICTURE.sub(" ", _COMMENT.sub(" ", text)))
    return " ".join(_MARKS.sub(" ", _FILE.sub(" ", _EMOJI.sub("", line))).split()).strip(" -–—:;,.•·˙")


def _is_title(line: str) -> bool:
    """Whether a line may name a game; “for 2-4 people” tells of the box."""
    is_of_box = bool(_SMALL_RANGE.search(line))
    return (
        not is_of_box
        and len(line) <= LONGEST_TITLE
        and any(len(_NO_LETTER.sub("", w)) >= _least(w) for w in _words(line))
    )


def _least(word: str) -> int:
    """A letter of a script that writes whole words with one or two counts for more."""
    return 1 if ord(word[0]) >= 0x2E80 else LEAST_LETTERS


def _words(text: str) -> list[str]:
    return _WORD.findall(fold(text))
