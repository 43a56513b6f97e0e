"""The steps of a card's line as they were read, the rows that say what they do, and whether they fit together."""

from collections.abc import Iterator, Mapping, Sequence

from rules_engine.errors import CannotExecute
from rules_engine.machine.steps import Op
from schema.play import PlayFile, VerbShape

THOSE, REMEMBER, DRAWN = "those", "remember", "remember drawn"
"""Cards that a step remembers for those after it, and how it does so; what was drawn for that lies aside."""


class Acting(Op):
    """A step of a line as it was read: its form and the words in its slots."""

    def __init__(self, form: str, words: Mapping[str, str]) -> None:
        self.form, self.words = form, {slot.rstrip("_"): word for slot, word in words.items()}
        self.verb = form.split(" ")[0]


def verb_of(play: PlayFile, op: Acting, deck: str) -> VerbShape:
    """The row that says what a step of a card of that deck does, or a CannotExecute."""
    fitting = [verb for verb in play.verb if verb.form == op.form]
    worded = [verb for verb in fitting if all(_fits(op.words[slot], words) for slot, words in _only(verb))]
    for verb in worded:
        if not verb.decks or deck in verb.decks.split():
            return verb
    for verb in fitting if not worded else ():
        for slot, words in _only(verb):
            if not _fits(op.words[slot], words):
                word = op.words[slot]
                raise CannotExecute(word, f"no row of the game says what “{op.form}” does with “{word}”")
    raise CannotExecute(op.form.split(" ")[0], f"a card of the deck “{deck}” cannot do this")


def _only(verb: VerbShape) -> Iterator[tuple[str, list[str]]]:
    for part in filter(None, verb.only.split("; ")):
        slot, _, words = part.partition(": ")
        yield slot, words.split()


def _fits(word: str, words: Sequence[str]) -> bool:
    return word in words or ("number" in words and word.lstrip("+-").isdigit())


def check_remembered(play: PlayFile, deck: str, ops: Sequence[Acting]) -> None:
    """Raise CannotExecute unless cards that a line remembers were there, go among their like, and all go somewhere."""
    start: Acting | None = None
    aside: Acting | None = None
    for op in ops:
        verb = verb_of(play, op, deck)
        if REMEMBER in verb.does:
            start, aside = op, op if DRAWN in verb.does else None
        elif THOSE in f"{verb.times} {verb.takes} {verb.does}".replace(";", " ").split():
            if start is None or not _are_alike(play, start, op):
                raise CannotExecute(op.verb, "there are no cards before it that could go there")
            aside = None if _takes_all(verb, op) else aside
    if aside is not None:
        raise CannotExecute(aside.verb, "the line does not say where the rest of the cards goes")


def _are_alike(play: PlayFile, start: Acting, end: Acting) -> bool:
    """Whether cards of the zones that both steps name may lie together: one that begins as a deck holds that alone."""
    begins = {zone.code: zone.begins for zone in play.zone}
    decks = [{begins[word] for word in op.words.values() if word in begins} for op in (start, end)]
    return not all(decks) or decks[0] == decks[1]


def _takes_all(verb: VerbShape, op: Acting) -> bool:
    """Whether a step leaves none of those that are remembered."""
    times = " ".join(op.words.get(word, word) for word in verb.times.split())
    number = times.partition(" but at most ")[0]
    return not verb.stops and times.endswith("count of those") and not number.isdigit()
