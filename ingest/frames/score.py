"""How well a number of a clause fits a frame: what it counts, what fills the slots, what is said around it."""

from collections.abc import Iterable, Iterator, Mapping

from ingest.clauses.shapes import Clause
from ingest.frames.fillers import Filler, Fillers
from ingest.frames.fit import Fit, always, directed
from ingest.frames.near import Near, Said
from ingest.frames.numbered import things
from ingest.frames.series import Series
from ingest.frames.settings import (
    ASKED,
    BOUND,
    CONTRAST,
    DEIXIS,
    EDITION,
    EXAMPLE,
    FIGURES,
    FORMER,
    HERE_FIRST,
    INSTEAD,
    JOINTS,
    NEARNESS,
    NUMBERED,
    OPENING,
    OTHERWISE,
    OUTSIDE,
    POINTED,
    REMOTE,
    ROLE_ABOVE,
    SIGNED,
    SOME,
    SOURCE,
    TABLE,
    THEM,
    THIS,
    THUS,
    TITLE,
    TITLE_OF_TABLE,
    TITLES,
    UNIT_ABOVE,
    FrameSettings,
)
from ingest.frames.signs import EACH, Place, Signs, Vocabulary, joined
from schema.frames import Frame, FrameTerm
from schema.notation import SLOT
from schema.pack import CHANGE, ClaimForm

SERIES = 0.95
"""How near a thing is to its number in a series."""


class Scoring:
    """One clause and the words above it, ready to be asked how well its numbers fit frames."""

    def __init__(self, clause: Clause, vocabulary: Vocabulary, settings: FrameSettings) -> None:
        self._vocabulary = vocabulary
        self._settings = settings
        self.here = vocabulary.signs(clause.tokens, clause.gaps)
        """What the clause says."""
        self.above = [
            (
                layer.kind,
                joined(vocabulary.signs(layer.tokens)) if layer.kind == "name" else vocabulary.signs(layer.tokens),
            )
            for layer in clause.above
        ]
        self._heads = [vocabulary.signs(tokens) for tokens in clause.heads]
        self._is_cell = clause.is_cell
        self._near = Near(self.here, settings)
        self._series = Series(self.here, settings)
        self._fillers = Fillers(self.here, self._near, settings, is_asked=clause.is_asked)
        self._is_titled = any(layer.kind == "topic" and len(layer.tokens) <= TITLE for layer in clause.above)
        topics = [signs for kind, signs in self.above if kind == "topic"]
        told = [self.here, *topics]
        columns = [signs for kind, signs in self.above if kind in ("column", "row", "lead")]
        headings = [signs for kind, signs in self.above if kind == "heading"]
        before = [signs for kind, signs in self.above if kind == "before" and not clause.is_cell]
        asides = _editions(self.here)
        # A year in brackets dates the whole sentence, unless they tell of an edition themselves.
        dated = {0 for at in self.here.years if self.here.brackets[at] not in asides}
        self._foreign = asides | dated
        self.is_of_others = (
            0 in self._foreign
            or any(map(_editions, (*topics, *columns)))
            or any(EDITION in signs.places and FORMER in signs.places for signs in headings)
            or (THIS not in self.here.places and any(map(_is_of_old_box, before)))
        )
        """Whether it tells of another printing or of history."""
        self.is_read_out = clause.is_first and any(ASKED in signs.places for signs in headings)
        """Whether it stands where questions do: “I read that …” above an answer."""
        self._asked = before if clause.is_answer else []
        self.is_example = any(
            p.start <= OPENING and not any(signs.borders[: p.start + 1])
            for signs in told
            for p in signs.places.get(EXAMPLE, ())
        )
        """Whether it, or the sentence with which its passage begins, opens as an example."""
        self._tokens = clause.tokens
        self._is_asked = clause.is_asked
        read = (self.here, *(signs for _, signs in self.above), *self._heads)
        self._terms = frozenset(term for signs in read for term, places in signs.places.items() if places)
        self._rows: list[list[Place]] = []
        """What may be the values of the claim that is asked for: the sure ones, and all."""

    def is_told_of_others(self, at: int) -> bool:
        """Whether a word is of another printing or of history: the clause is, or the brackets in which it stands."""
        return self.is_of_others or self.here.brackets[at] in self._foreign

    def under(self, roles: Iterable[str]) -> frozenset[str]:
        """Which of the roles the headings above, a lead-in, a label or the heads of the table say.

        A lead-in that begins with “otherwise” tells of no other way to play.
        """
        titles = [signs for kind, signs in self.above if kind in TITLES or (kind == "topic" and self._is_titled)]
        otherwise = {id(signs) for kind, signs in self.above if kind == "lead" and _begins(signs, OTHERWISE)}
        titles = [signs for signs in titles if id(signs) not in otherwise]
        return frozenset(role for role in roles if any(signs.places.get(role) for signs in (*titles, *self._heads)))

    def said(self, terms: Iterable[str]) -> frozenset[str]:
        """Which of the terms the clause itself says, or the question or the premise before it."""
        before = [signs for kind, signs in self.above if kind == "before"] if THUS in self.here.places else self._asked
        return frozenset(term for term in terms if any(signs.places.get(term) for signs in (self.here, *before)))

    def contrasts(self) -> frozenset[str]:
        """Whether the clause tells a number by the usual one: “four instead of three”."""
        behind = [p.end for p in self.here.places.get(INSTEAD, ())]
        is_told = any(0 <= number.start - end <= CONTRAST for end in behind for number in self.here.numbers)
        return frozenset([INSTEAD] if is_told else [])

    def may_state(self, frame: Frame) -> bool:
        """Whether all that a frame wants and counts is said somewhere, and not of some of many."""
        is_counted = not frame.counts or bool(frame.counts & self._terms)
        return is_counted and all(term.choices & self._terms and not self._is_of_some(term) for term in frame.wanted)

    def _is_of_some(self, term: FrameTerm) -> bool:
        """Whether “some” stands right before what the frame speaks of."""
        some = {p.end for p in self.here.places.get(SOME, ())}
        return any(p.start in some for p in self.here.at(term.choices)) if some else False

    def fits(self, form: ClaimForm, frame: Frame) -> Iterator[Fit]:
        """Every number of the clause that may state the claim."""
        beside = frozenset(term for term in frame.unwanted if f"{{{term.partition(':')[0]}}}" != form.value) - {SOURCE}
        if self._is_under(beside, frame) or self._is_barred(frame.barred):
            return
        fillers = list(self._fillers.all(form, frame))
        is_figure = SLOT.findall(form.value)[0] in FIGURES
        self._rows = self._fillers.rows if is_figure else [[filler.place for filler in fillers]]
        reach = self._settings.beside if is_figure else self._settings.said_here
        for filler in fillers:
            unwanted = [
                p
                for p in self.here.at(beside)
                if not self._near.is_of_another(p, filler.place) and not self.here.is_aside(p, filler.place)
            ]
            is_excluded = self._near.nearest(unwanted, filler.place).nearness >= reach
            fit = None if is_excluded else self._fit(form, frame, filler)
            if fit:
                yield fit

    def _fit(self, form: ClaimForm, frame: Frame, filler: Filler) -> Fit | None:
        place, values, sureness = filler.place, dict(filler.values), filler.sureness
        unit = self._unit(frame, place, form)
        if unit.nearness <= 0:
            return None
        scores = []
        others: list[Mapping[str, str]] = []
        for slot in SLOT.findall(f"{form.subject} {form.attribute}"):
            if slot in values:
                continue
            said = self._slot(slot, frame, place, unit)
            if said.place is None or (said.is_outside and unit.is_outside):
                return None  # A clause that names neither the thing nor what is counted speaks of something else.
            if SOURCE in frame.unwanted and self._is_source(said.place):
                return None
            values[slot] = said.place.code
            others += [{slot: other.code} for other in said.others]
            scores.append(said.nearness)
        if not values.get("change", "-"):
            values |= directed(form, values)
        if not values.get("change", "-") or self._is_turned(form, values, place):
            return None
        for term in frame.wanted:
            nearness = self._term(term, place)
            if nearness <= 0:
                return None
            scores.append(nearness)
        scores.append(unit.nearness)
        score = 0.5 * min(scores) + 0.5 * sum(scores) / len(scores)
        score += self._settings.helpful * sum(self._term(term, place) > 0 for term in frame.helpful)
        score += 0.01 * len(scores)
        if filler.is_doubtful:
            doubtful = self._settings.lone_one + self._settings.said_of_one * len(frame.wanted)
            sureness *= self._settings.paired_one if SERIES in scores else doubtful
        return Fit(score * min(sureness, 1.0), form, values, place, self._is_negative(frame), tuple(others))

    def _is_turned(self, form: ClaimForm, values: Mapping[str, str], place: Place) -> bool:
        """Whether words, and no printed sign, tell another direction than the only one that the claim can have."""
        is_printed = any(number.start == place.start and number.sign for number in self.here.numbers)
        sign = always(form, values)
        return bool(sign) and not is_printed and values.get("change", sign) != sign

    def _is_source(self, thing: Place) -> bool:
        """Whether “from” stands before a thing, or before its noun."""
        return any(0 <= thing.start - p.end <= 1 for p in self.here.places.get(SOURCE, ()))

    def _is_negative(self, frame: Frame) -> bool:
        if self._is_asked:
            return False
        if any(term.choices & BOUND for term in frame.wanted):
            return True
        said = [p for term in frame.wanted for p in self.here.at(term.choices)]
        return any(self._vocabulary.is_negated(self._tokens[p.start]) for p in said)

    def _unit(self, frame: Frame, place: Place, form: ClaimForm) -> Said:
        """What the number counts; a claim whose value is a concept counts nothing."""
        if not frame.counts or SLOT.findall(form.value)[0] not in FIGURES:
            return Said(1.0, None)
        counting = [noun for noun in self.here.at(frame.counts) if not self._is_numbered(noun, place)]
        here = self._near.noun(counting, place)
        best = here
        is_signed = any(slot in SIGNED for slot in SLOT.findall(form.value))
        if here.place and is_signed:
            # A word that raises or lowers holds a number to what is changed, however far that stands.
            best = Said(max(here.nearness, self._settings.said_here), here.place)
        # Where the counted thing is what the claim is about, a sentence cannot leave it to the one before.
        is_subject = any(f"{slot}:" in map(_kind, frame.counts) for slot in SLOT.findall(form.subject + form.attribute))
        is_pointing = any(place.end == p.start or p.end == place.start for p in self.here.places.get(THEM, ()))
        # “Three or four: eight.” leaves its nouns to the sentences before.
        is_elliptic = not self._is_cell and self._label(place) is not None and not self.here.places.keys() - JOINTS
        if is_pointing and here.place and here.place.end <= place.start:
            best = Said(max(here.nearness, POINTED), here.place)
        for kind, signs in self.above:
            found = [n for n in signs.at(frame.counts) if kind in TABLE or is_elliptic or not signs.is_counted(n)]
            worth = UNIT_ABOVE["topic"] if kind == "before" and is_subject else UNIT_ABOVE.get(kind, NEARNESS[kind])
            if (is_pointing or is_elliptic) and kind != "heading":
                worth = max(worth, POINTED)
            is_remote = kind in OUTSIDE and (here.nearness >= HERE_FIRST or is_signed)
            if found and worth > best.nearness and not is_remote:
                best = Said(worth, found[-1], kind in OUTSIDE)
        for head in self._heads:
            if head.at(frame.counts) and best.nearness < self._settings.said_here:
                best = Said(self._settings.said_here, head.at(frame.counts)[-1])
        is_told_apart = any(
            f"{slot}:" not in map(_kind, frame.counts) for slot in SLOT.findall(form.subject + form.attribute)
        )
        if is_told_apart and best.nearness < self._settings.series and not self._has_noun(frame, form, place):
            for other in self.here.numbers:
                own = self._near.noun(self.here.at(frame.counts), Place(other.start, other.end))
                if other.start < place.start and own.nearness >= 0.7:
                    best = Said(self._settings.series, own.place)
        if here.nearness < 0.9 and self._is_foreign(frame, form, place):
            return best._replace(nearness=best.nearness - self._settings.foreign)
        return best

    def _is_numbered(self, noun: Place, number: Place) -> bool:
        """Whether this number, or another one, names one of many things, as in “stage 3”, instead of counting them."""
        is_before = noun.end == number.start and not self.here.labelled(noun, number)
        return (is_before or self._near.has_figure(noun)) and any(
            noun in self.here.places.get(slot, ()) for slot in self._vocabulary.numbered_things | NUMBERED
        )

    def _is_foreign(self, frame: Frame, form: ClaimForm, place: Place) -> bool:
        """Whether another noun than the frame speaks of stands right behind the number."""
        behind = self._others(frame, form, place.end - 1, place.end + 1)
        if any(slot in SIGNED for slot in SLOT.findall(form.value)):
            return any(not self._near.is_apart(place, p) for p in behind)
        before = [
            p
            for p in self._others(frame, form, place.start - 2, place.start - 1)
            if not self._near.is_counted(p, place)
        ]
        return any(not self._near.is_apart(place, p) for p in behind) or any(
            not self._near.is_apart(p, place) for p in before
        )

    def _has_noun(self, frame: Frame, form: ClaimForm, place: Place) -> bool:
        """Whether another noun than the frame speaks of stands between the number and the one before it."""
        earlier = [n.end for n in self.here.numbers if n.end <= place.start]
        found = self._others(frame, form, max(earlier, default=0), place.start - 1)
        return any(not self._near.is_counted(p, place) for p in found)

    def _others(self, frame: Frame, form: ClaimForm, first: int, last: int) -> list[Place]:
        """Nouns that begin in a stretch and are none that the frame speaks of."""
        slots = SLOT.findall(f"{form.subject} {form.attribute} {form.value}")
        own = frame.terms.union(slots, (f"{slot}:" for slot in slots))
        beside = {
            term: [p for p in found if first <= p.start <= last]
            for term, found in self.here.places.items()
            if self._vocabulary.is_unit(term) and not term.endswith(":") and not term.startswith(f"{CHANGE}:")
        }
        said = {p.start for term, found in beside.items() for p in found if term in own or _kind(term) in own}
        # The “field” of “field alpha” is no noun of its own.
        said |= {p.start - 1 for term in own if term.endswith(":") for p in self.here.places.get(term, ())}
        return [p for found in beside.values() for p in found if p.start not in said]

    def _slot(self, slot: str, frame: Frame, place: Place, unit: Said) -> Said:
        """What fills a slot: the counted thing itself, the nearest thing of its kind, or its partner in a series."""
        # What the frame speaks of anyway does not fill its slots.
        named = frozenset(t for term in frame.wanted for t in term.choices if not t.endswith(":"))
        spoken = [p for p in self.here.at(named) if p.code]
        here = [p for p in things(slot, self.here) if p.start != place.start and p not in spoken]
        partner = self._series.partner(here, place, self._rows) if len({p.code for p in here}) > 1 else None
        if partner and (len(partner) == 1 or not self._is_counting(slot, frame, unit)):
            return Said(SERIES, partner[0], others=tuple(partner[1:]))
        if self._is_counting(slot, frame, unit):
            return Said(unit.nearness, unit.place)
        if partner is not None:
            return Said(SERIES, None)
        if not here and slot in self._vocabulary.numbered_things and self._label(place):
            return Said(NEARNESS["lead"], self._label(place))
        beside = [p for p in here if not self.here.between(p, place)]
        if slot not in self._vocabulary.numbered_things:
            # “3 decoys, 24 green tokens”: what has a number of its own is not what another one is said of.
            beside = [p for p in beside if not self._near.is_of_another(p, place)] or beside
            here = [p for p in here if not self._near.is_of_another(p, place)]
        best = self._near.nearest(beside or here, place)
        if here and not self._is_cell:
            return Said(max(best.nearness, self._settings.said_here), best.place)
        is_condition = slot in self._vocabulary.numbered_things
        for kind, signs in self.above:
            found = things(slot, signs)
            if not found or (is_condition and kind in OUTSIDE):
                continue
            if kind in TABLE or len({p.code for p in found}) == 1:
                surest = max(found, key=lambda p: p.score)
                worth = NEARNESS[kind] * surest.score / 100
                best = max(best, Said(worth, surest, kind in OUTSIDE), key=lambda said: said.nearness)
        return best

    def _is_counting(self, slot: str, frame: Frame, unit: Said) -> bool:
        """Whether what the number counts is what fills the slot."""
        read = (self.here, *(signs for _, signs in self.above), *self._heads)
        is_kind = f"{slot}:" in map(_kind, frame.counts)
        return is_kind and any(unit.place in signs.places.get(f"{slot}:", ()) for signs in read)

    def _label(self, place: Place) -> Place | None:
        """The number before a colon with which the sentence begins: “Three or four: eight”."""
        first = self.here.numbers[0]
        is_label = first.start == 0 and first.end <= place.start and self.here.labelled(first, place) > 0
        return Place(first.start, first.end, first.value) if is_label else None

    def _term(self, term: FrameTerm, place: Place) -> float:
        """How near something is said that the frame wants."""
        here = [] if term.is_above else self.here.at(term.choices)
        each = self.here.places.get(EACH, ())
        here = [p for p in here if p not in each or not self._near.is_of_another(p, place)]
        best = max(self._settings.said_here, self._near.nearest(here, place).nearness) if here else 0.0
        is_elsewhere = any(head.at(term.choices) for head in self._heads)
        for kind, signs in self.above:
            if term.is_above and kind in OUTSIDE and kind != "heading":
                continue
            choices = term.choices - BOUND if kind in OUTSIDE else term.choices
            worth = TITLE_OF_TABLE if self._is_cell and kind == "heading" else ROLE_ABOVE.get(kind, NEARNESS[kind])
            if worth > best and signs.at(choices) and not (is_elsewhere and kind not in (*TABLE, "heading")):
                best = worth
        return best

    def _is_barred(self, terms: frozenset[str]) -> bool:
        """Whether the clause, or what stands right before or above it, says one of the terms."""
        away = (*REMOTE, "before") if self._is_cell else REMOTE
        near = (self.here, *(signs for kind, signs in self.above if kind not in away))
        return bool(terms) and any(signs.at(terms) for signs in near)

    def _is_under(self, terms: frozenset[str], frame: Frame) -> bool:
        """Whether words under which the clause stands say one of the terms, and nothing that the frame wants."""
        wanted = frozenset(choice for term in frame.wanted for choice in term.choices)
        return any(
            signs.at(terms) and not signs.at(wanted)
            for kind, signs in self.above
            if kind not in OUTSIDE or kind == "heading"
        )


def _editions(signs: Signs) -> set[int]:
    """In which brackets an edition is named that is not “this” one; 0 where in none."""
    these = [p.end for p in signs.places.get(THIS, ())]
    named = [p.start for p in signs.places.get(EDITION, ())]
    editions = [at for at in named if not any(0 <= at - end <= DEIXIS for end in these)]
    return {signs.brackets[at] for at in editions}


def _begins(signs: Signs, role: str) -> bool:
    return any(place.start == 0 for place in signs.places.get(role, ()))


def _is_of_old_box(signs: Signs) -> bool:
    return 0 in _editions(signs) or (FORMER in signs.places and bool(signs.years))


def _kind(term: str) -> str:
    return f"{term.partition(':')[0]}:" if ":" in term else term
