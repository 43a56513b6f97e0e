"""Forms of one word joined by their beginnings, without a dictionary: kostka, kostky, kostek are one."""

from collections import Counter, defaultdict
from collections.abc import Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class FormSettings:
    """Which forms are of one word; chosen on rulebooks in Czech, Polish, German, French and Spanish."""

    least_beginning: int = 3
    """Forms share at least so many letters,"""
    least_share: float = 0.55
    """and at least this share of the longer form;"""
    longest_ending: int = 4
    """what follows in each is no longer than this,"""
    short_ending: int = 1
    """after the shortest beginning no longer than this,"""
    free_ending: int = 2
    """and where it is longer than this, the beginning has ``long_beginning`` letters."""
    long_beginning: int = 5
    """So many shared letters allow every ending up to the longest,"""
    both_endings: int = 5
    """as long as both endings have no more letters together: “Spiel-er” and “Spiel-feld” are two words."""


def join_forms(counts: Mapping[str, int], settings: FormSettings = FormSettings()) -> dict[str, str]:
    """The word of each form: of the forms that belong together, the most frequent one."""
    by_start: dict[str, list[str]] = defaultdict(list)
    for form in sorted(counts, key=lambda f: (-counts[f], f)):
        by_start[form[: settings.least_beginning]].append(form)
    word_of: dict[str, str] = {}
    for forms in by_start.values():
        heads: list[str] = []
        for form in forms:
            head = next((head for head in heads if are_forms(head, form, settings)), None)
            if head is None:
                heads.append(form)
            word_of[form] = head or form
    return word_of


def are_forms(one: str, other: str, settings: FormSettings = FormSettings()) -> bool:
    """Whether two folded words are likely forms of one."""
    if one == other:
        return True
    shared = 0
    for a, b in zip(one, other, strict=False):
        if a != b:
            break
        shared += 1
    longest = max(len(one), len(other))
    ending = longest - shared
    if len(one) + len(other) - 2 * shared > settings.both_endings:
        return False
    if shared < settings.least_beginning or shared < settings.least_share * longest or ending > settings.longest_ending:
        return False
    if shared == settings.least_beginning:
        return ending <= settings.short_ending
    return ending <= settings.free_ending or shared >= settings.long_beginning


def most_common(forms: Counter[str]) -> str:
    """The form by which a word is shown: the most frequent one, the shorter of two as frequent."""
    return min(forms, key=lambda form: (-forms[form], len(form), form))
