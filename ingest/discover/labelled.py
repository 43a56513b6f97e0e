"""What a label says that the number behind it is of: players, time or age."""

import re
from collections.abc import Iterator, Sequence
from dataclasses import replace

from ingest.discover.players import is_of_players
from ingest.discover.ranges import BoxSettings, Range, Said, checked, range_at
from ingest.discover.words import Words, begins, first_of, folded_words, has_any, words_of
from schema.documents import PassageShape

BRACKETS = re.compile(r"\([^()]*\)")


def under_label(label: str, rest: str, passage: PassageShape, words: Words, settings: BoxSettings) -> Sequence[Said]:
    """Keys of front matter and headings of tables are often English whatever the language is."""
    said = list(labelled(label, rest, passage, words, settings))
    said = said or list(labelled(label, rest, passage, words_of("en"), settings))
    is_other = is_time_until(folded_words(label), words)
    return [one for one in said if one.attribute != "minutes" or not is_other]


def labelled(label: str, rest: str, passage: PassageShape, words: Words, settings: BoxSettings) -> Iterator[Said]:
    """“Players: 2–4”, “Duration: 30 minutes”, “Age: 8+”; the whole of what follows is the number."""
    said = folded_words(label)
    found = range_at(rest.strip(), words) or _about(rest.strip(), words)
    if found is None:
        return
    value, after = found[0], BRACKETS.sub("", found[1])
    unit = folded_words(after)
    is_open = after.startswith("+") or _OR_MORE.search(after) is not None
    if is_open and first_of(said, words.year + words.age) is None:
        return
    is_range_of_them = value.least < value.most and not begins(unit, words.minute + words.hour + words.year)
    if begins(unit, words.player) or ((not unit or is_range_of_them) and is_of_players(said, words)):
        # “Largest team: 5 players”: one number is of the game only where the label is.
        is_of_other = value.least == value.most and not is_of_players(said, words)
        for one in checked("players", value, passage, not is_of_other, settings):
            yield replace(one, is_single=is_of_other)
    elif (
        begins(unit, words.minute)
        or (not unit and begins(said, words.minute))
        or (not unit and value.most >= settings.least_minutes and first_of(said, words.time) is not None)
    ):
        yield from checked("minutes", value, passage, True, settings)
    elif begins(unit, words.hour):
        yield from checked("minutes", Range(value.least * 60, value.most * 60), passage, True, settings)
    elif first_of(said, words.year + words.age) is not None and (not unit or begins(unit, words.year)):
        yield from checked("age", Range(value.least, value.least), passage, True, settings)


def _about(told: str, words: Words) -> tuple[Range, str] | None:
    """“roughly 45 minutes”: one word before a number whose unit says that it is a time."""
    found = range_at(told.partition(" ")[2], words)
    return found if found and begins(folded_words(found[1]), words.minute + words.hour) else None


def is_time_until(label: Sequence[str], words: Words) -> bool:
    """“Time to first game”, “set-up time”: not how long the game itself takes."""
    at = first_of(label, words.time)
    return has_any(label, words.setup) or (at is not None and begins(label[at + 1 :], words.to))


_OR_MORE = re.compile("以上|이상")
