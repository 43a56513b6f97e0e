"""Read a ruleset from the database, compiling every effect on the way."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass, field, replace
from functools import cache

from sqlmodel import Session

from rules_engine.errors import CannotExecute, RulesetError
from rules_engine.fact_values import FactValue, read_line
from rules_engine.machine.forms import Forms
from rules_engine.playable import Playable, find_playable, from_frame
from rules_engine.rows import Rows, read_rows
from rules_engine.ruleset import CardCount, Effect, Ruleset, Space, Spot
from rules_engine.words import Words
from schema.board import Delivery, Location
from schema.cards import Effect as EffectRow
from schema.games import Concept
from schema.look import Look
from schema.notation import Line, NotationError, Part, Vocabulary
from schema.play_reading import CardWords, Frame, attribute_word, read_frame
from schema.slots import FactKey, Slots


def read_ruleset(session: Session, game: str, edition: str | None = None) -> Ruleset:
    """The ruleset of a game and edition, or a RulesetError for the first row that cannot be executed.

    Without an edition it is the one with the most documents, else the first.
    """
    ruleset, errors = build_ruleset(read_rows(session, game, edition))
    if errors:
        raise errors[0]
    return ruleset


def build_ruleset(rows: Rows, played_by: Playable | None = None) -> tuple[Ruleset, list[RulesetError]]:
    """The ruleset without its wrong rows, and an error for each of them; other code than its own can play it."""
    playable = played_by or find_playable(rows.game.code)
    counted, codes = _cards(rows), _codes(rows.concepts)
    facts = {
        (fact.subject, fact.attribute): FactValue(_number(fact.id), fact.value, fact.origin, fact.is_provisional)
        for fact in rows.overlaid(rows.facts)
    }
    frame, mistakes = _frame(rows, counted, facts) if playable is None and rows.play.is_there else (None, [])
    playable = playable or (from_frame(rows.game.code, frame) if frame else None)
    compile_effect = _Compiling(playable, {card.code: card for card in counted})
    playable = playable or Playable()  # a game that has no code is read all the same
    vocabulary = _vocabulary(rows)
    building = _Building(rows, facts, vocabulary, compile_effect, cache(vocabulary.parse))
    spaces, effects = building.spaces(), building.effects()
    ruleset = Ruleset(
        rows.game.code,
        rows.game.name,
        rows.edition.code if rows.edition else None,
        facts,
        codes,
        vocabulary,
        spaces,
        counted,
        effects,
        frozenset(rows.chosen(rows.rules)),
        playable.engine,
        codes.get(playable.sides, ()),
        tuple(code for kind in playable.endings for code in (codes.get(kind, ()) if kind else ("",))),
        Words(rows.phrases, rows.names, rows.titles, playable.naming),
        Look.model_validate_json(rows.game.look),
        compile_effect,
        frame,
        lost=building.lost({effect.owner for effect in effects.values()}),
    )
    return ruleset, [*mistakes, *building.errors]


def _frame(
    rows: Rows, cards: Sequence[CardCount], facts: Mapping[FactKey, FactValue]
) -> tuple[Frame | None, list[RulesetError]]:
    """The frame of a game that is played from rows, or what is wrong with its rows."""
    values: dict[str, dict[str, None]] = {"deck": {}, "kind": {}}
    subjects = {f"{kind}:{card.code}" for card in cards for kind in ("card", card.deck)}
    for card in cards:
        values["deck"][card.deck] = values["kind"][card.kind or card.deck] = None
    for (subject, attribute), fact in facts.items():
        if subject in subjects:
            values.setdefault(attribute_word(attribute), {})[fact.value] = None
    words = CardWords(
        tuple(card.code for card in cards),
        tuple({card.deck: None for card in cards}),
        {attribute: tuple(found) for attribute, found in values.items()},
        tuple(rows.chosen(rows.locations)),
    )
    frame, mistakes = read_frame(rows.play, words, rows.chosen(rows.rules))
    where = f"games/{rows.game.code}/play.toml"
    errors = [RulesetError(each.table, None, each.word, f"{where}, line {each.line}, {each}") for each in mistakes]
    return (None if errors else frame), errors


@dataclass(frozen=True, slots=True)
class _Compiling:
    """Gives effects the programs of their lines; a game that has no code yet is read all the same."""

    playable: Playable | None
    cards: Mapping[str, CardCount]

    @property
    def forms(self) -> Forms:
        """The forms of the notation that the game has code for."""
        return self.playable.forms if self.playable else Forms()

    def __call__(self, effect: Effect) -> Effect:
        """The effect with its program; a RulesetError where it has none, unless it may wait for code."""
        kind, code = effect.owner
        try:
            compiled = self.forms.compile(effect.line)
            if self.playable:
                self.playable.fits(self.cards.get(code) if kind == "card" else None, effect.line, compiled)
        except CannotExecute as obstacle:
            waiting = replace(effect, compiled=None, obstacle=obstacle)
            if self.playable and kind not in self.playable.awaited:
                raise waiting.error() from obstacle
            return waiting
        return replace(effect, compiled=compiled, obstacle=None)


def _vocabulary(rows: Rows) -> Vocabulary:
    forms: dict[Part, list[str]] = {"trigger": [], "step": [], "condition": []}
    for row in rows.forms:
        forms[row.part].append(row.form)
    return Vocabulary(forms, {kind: frozenset(codes) for kind, codes in _codes(rows.concepts).items()})


def _codes(concepts: Iterable[Concept]) -> dict[str, tuple[str, ...]]:
    by_kind: dict[str, list[str]] = {}
    for concept in concepts:
        by_kind.setdefault(concept.kind, []).append(concept.code)
    return {kind: tuple(codes) for kind, codes in by_kind.items()}


def _cards(rows: Rows) -> tuple[CardCount, ...]:
    decks = {deck.id: deck.code for deck in rows.decks}
    return tuple(
        CardCount(_number(card.id), card.code, decks[card.deck_id], card.kind, card.copies, card.origin)
        for card in rows.chosen(rows.cards).values()
    )


@dataclass(slots=True)
class _Building:
    """Rows on their way into a ruleset; what is wrong with them is gathered."""

    rows: Rows
    facts: Mapping[FactKey, FactValue]
    vocabulary: Vocabulary
    compile: _Compiling
    parse: Callable[[str], Line]
    errors: list[RulesetError] = field(default_factory=list)

    def spaces(self) -> dict[str, Space]:
        """The spaces of the edition with their neighbours and what they want."""
        rows = self.rows
        codes = {location.id: location.code for location in rows.locations if rows.holds(location)}
        neighbours: dict[str, set[str]] = {code: set() for code in codes.values()}
        for connection in rows.connections:
            if connection.a_id in codes and connection.b_id in codes:
                a, b = codes[connection.a_id], codes[connection.b_id]
                neighbours[a].add(b)
                neighbours[b].add(a)
        spots = self._spots()
        return {
            code: Space(
                _number(location.id),
                code,
                location.opens_in_stage,
                location.closes_in_stage,
                location.is_fortified,
                location.region,
                frozenset(neighbours[code]),
                spots.get(code, ()),
            )
            for code, location in rows.chosen(rows.locations).items()
        }

    def _spots(self) -> dict[str, tuple[Spot, ...]]:
        by_location: dict[int, list[Delivery]] = {}
        for delivery in self.rows.deliveries:
            by_location.setdefault(delivery.location_id, []).append(delivery)
        spots: dict[str, tuple[Spot, ...]] = {}
        for location in self.rows.overlaid(self.rows.locations):
            wanted = by_location.get(_number(location.id))
            if wanted:
                spots[location.code] = tuple(spot for row in wanted if (spot := self._spot(row, location)))
        return spots

    def _spot(self, row: Delivery, location: Location) -> Spot | None:
        number = _number(row.id)
        try:
            predicates = self.vocabulary.conditions(row.condition)
            conditions = self.compile.forms.compile_conditions(predicates) if self.compile.playable else ()
        except (NotationError, CannotExecute) as error:
            self.errors.append(
                RulesetError(
                    "delivery",
                    number,
                    error.word,
                    f"The condition of a delivery in {location.code} cannot be executed: {error}.",
                )
            )
            return None
        return Spot(number, row.item, row.who, row.condition, predicates, conditions)

    def effects(self) -> dict[int, Effect]:
        """The effects of the edition by row; what an owner has in the edition replaces what it has in all."""
        owners = self._owners()
        best: dict[tuple[str, str], tuple[bool, bool]] = {}
        ranked = []
        for row in self.rows.effects:
            owner = owners.get((row.owner_kind, row.owner_id))
            if owner is None:
                self._report_orphan(row)
            elif owner.holds:
                name, rank = (row.owner_kind, owner.code), (owner.is_of_edition, row.edition_id is not None)
                best[name] = max(best.get(name, rank), rank)
                ranked.append((name, rank, row))
        slots = self._slots()
        made = (
            self._effect(row, name[1], slots.get(_number(row.id), {}))
            for name, rank, row in ranked
            if rank == best[name]
        )
        return {effect.row: effect for effect in made if effect}

    def lost(self, known: Collection[tuple[str, str]]) -> tuple[Effect, ...]:
        """What another edition states of a space or delivery of which this one states nothing; facts may fill it."""
        owners, slots = self._owners(), self._slots()
        editions: dict[tuple[str, str], int | None] = {}
        found = []
        for row in self.rows.elsewhere:
            owner, filled = owners.get((row.owner_kind, row.owner_id)), slots.get(_number(row.id), {})
            if owner is None or not owner.holds or not filled:
                continue
            name = row.owner_kind, owner.code
            if name not in known and editions.setdefault(name, row.edition_id) == row.edition_id:
                effect = Effect(_number(row.id), name, self.parse(row.notation), None, None, True, filled)
                found.append(self.compile(effect))
        return tuple(found)

    def _slots(self) -> dict[int, dict[int, FactKey]]:
        """The facts that fill the numbers of effects, by row and place."""
        slots: dict[int, dict[int, FactKey]] = {}
        for filling in self.rows.effect_facts:
            slots.setdefault(filling.effect_id, {})[filling.slot] = filling.subject, filling.attribute
        return slots

    def _report_orphan(self, row: EffectRow) -> None:
        owner = f"{row.owner_kind} {row.owner_id}"
        sentence = f"The effect belongs to {owner}, which is not there. Run `rulewright ingest` to build it anew."
        self.errors.append(RulesetError("effect", row.id, str(row.owner_id), sentence))

    def _effect(self, row: EffectRow, code: str, slots: Slots) -> Effect | None:
        number, owner = _number(row.id), (row.owner_kind, code)
        try:
            line = read_line(row.notation, slots, self.facts, self.parse)
            return self.compile(Effect(number, owner, line, None, None, row.edition_id is not None, slots))
        except NotationError as error:
            sentence = f"The effect of {row.owner_kind} {code}: {error}."
            self.errors.append(RulesetError("effect", number, error.word, sentence))
        except RulesetError as error:
            self.errors.append(error)
        return None

    def _owners(self) -> dict[tuple[str, int], "_Owner"]:
        """Every row that can own an effect."""
        rows = self.rows
        owners: dict[tuple[str, int], _Owner] = {}
        for kind, listed in (("card", rows.cards), ("location", rows.locations), ("rule", rows.rules)):
            for row in listed:
                owners[kind, _number(row.id)] = _Owner(row.code, rows.holds(row), row.edition_id is not None)
        for delivery in rows.deliveries:
            location = owners["location", delivery.location_id]
            owners["delivery", _number(delivery.id)] = replace(location, code=str(delivery.id))
        return owners


@dataclass(frozen=True, slots=True)
class _Owner:
    code: str
    holds: bool
    is_of_edition: bool


def _number(value: int | None) -> int:
    assert value is not None, "a row that was read has its number"
    return value
