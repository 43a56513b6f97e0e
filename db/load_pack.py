"""Bring the rows that come from a game's pack in line with it, keeping the numbers of rows that stay."""

import json
from collections.abc import Callable, Hashable, Iterable, Iterator, Mapping
from itertools import combinations
from typing import Any, TypeVar

from sqlmodel import Session, SQLModel, col, delete, select

from schema.base import DISCOVERED, row
from schema.board import Connection, Delivery, DeliveryShape, Location, LocationShape
from schema.cards import Card, CardShape, CardText, CardTextShape, Deck, DeckShape, Effect, EffectShape
from schema.claims import Claim, ClaimShape
from schema.cues import parse_cue
from schema.games import (
    AskedWords,
    AskedWordsShape,
    Concept,
    ConceptShape,
    Edition,
    EditionShape,
    Game,
    GameShape,
    IdeaWords,
    IdeaWordsShape,
    Name,
    NameShape,
    NotationForm,
    NotationFormShape,
    Phrase,
    PhraseShape,
)
from schema.pack import BoardFile, CardEntry, CardFile, LocationEntry, Pack
from schema.play import PLAY_TABLES
from schema.rules import Rule, RuleShape, RuleSummary, RuleSummaryShape, Scenario, ScenarioShape

RowT = TypeVar("RowT", bound=SQLModel)
_OUR_LANGUAGE = "en"
"""The language of rules.toml."""


def load_pack(session: Session, pack: Pack) -> bool:
    """Load the pack unless the database has it already; tells whether anything was done."""
    game = session.exec(select(Game).where(Game.code == pack.code)).first()
    if game is not None and game.fingerprint == pack.fingerprint:
        return False
    if game is None:
        game = row(Game, GameShape(code=pack.code, name=pack.game.name))
        session.add(game)
        session.flush()
    _PackLoad(session, pack, game).run()
    game.name, game.fingerprint, game.look = pack.game.name, pack.fingerprint, pack.look.model_dump_json()
    session.flush()
    return True


def forget_pack(session: Session, code: str) -> None:
    """Let the pack of a game be loaded again, whether or not it has changed."""
    for game in session.exec(select(Game).where(Game.code == code)):
        game.fingerprint = ""
    session.flush()


class _PackLoad:
    """One pack on its way into the rows of its game."""

    def __init__(self, session: Session, pack: Pack, game: Game) -> None:
        self._session = session
        self._pack = pack
        self._game_id = game.id
        self._editions: dict[Hashable, Edition] = {}

    def run(self) -> None:
        editions: dict[Hashable, Edition] = {
            e.code: row(Edition, EditionShape(**e.model_dump()), game_id=self._game_id) for e in self._pack.game.edition
        }
        self._editions = self._sync(Edition, lambda r: r.code, editions)
        self._forget_discoveries()
        self._load_words()
        self._load_cards()
        self._load_board()
        self._load_rules()
        self._load_claims()
        self._load_play()

    def _forget_discoveries(self) -> None:
        """What documents alone told of the game gives way to the pack's words."""
        for table in (Concept, Rule):
            self._session.exec(
                delete(table).where(col(table.game_id) == self._game_id, col(table.origin) == DISCOVERED)
            )

    def _edition_id(self, code: str | None) -> int | None:
        return None if code is None else self._editions[code].id

    def _load_words(self) -> None:
        pack, game_id = self._pack, self._game_id
        keys = pack.concepts()
        concepts = self._sync(
            Concept,
            lambda r: (r.kind, r.code),
            {(k.kind, k.code): row(Concept, ConceptShape(kind=k.kind, code=k.code), game_id=game_id) for k in keys},
        )
        names: dict[Hashable, Name] = {}
        phrases: dict[Hashable, Phrase] = {}
        for language, file in pack.languages.items():
            for concept, texts in pack.names(language).items():
                concept_id = concepts[concept.kind, concept.code].id
                for text in texts:
                    shape = NameShape(language=language, text=text, origin="card-list")
                    names[concept_id, language, text] = row(Name, shape, concept_id=concept_id)
            for form, wordings in file.phrasebook.items():
                for seq, wording in enumerate(wordings):
                    entry = PhraseShape(language=language, notation=form, wording=wording, seq=seq)
                    phrases[language, form, seq] = row(Phrase, entry, game_id=game_id)
        concept_ids = [c.id for c in concepts.values()]
        self._sync(
            Name,
            lambda r: (r.concept_id, r.language, r.text),
            names,
            col(Name.concept_id).in_(concept_ids),
            col(Name.document_id).is_(None),
        )
        self._sync(Phrase, lambda r: (r.language, r.notation, r.seq), phrases)
        self._sync(NotationForm, lambda r: (r.part, r.form), dict(self._forms()))

    def _forms(self) -> Iterator[tuple[Hashable, NotationForm]]:
        parts = {"trigger": self._pack.notation.trigger, "step": self._pack.notation.step}
        for part, entries in {**parts, "condition": self._pack.notation.condition}.items():
            for entry in entries:
                shape = NotationFormShape(part=part, form=entry.form, meaning=entry.meaning)  # type: ignore[arg-type]
                yield (part, entry.form), row(NotationForm, shape, game_id=self._game_id)

    def _load_cards(self) -> None:
        game_id = self._game_id
        codes = self._pack.game.concepts.get("deck", ())
        self._make_room(Deck, codes)
        decks = self._sync(
            Deck,
            lambda r: r.code,
            {code: row(Deck, DeckShape(code=code), game_id=game_id) for code in codes},
            col(Deck.game_id) == game_id,
            col(Deck.is_found).is_(False),
        )
        wanted: dict[Hashable, Card] = {}
        for file, entry in self._listed():
            shape = CardShape(
                code=entry.code,
                kind=entry.kind,
                copies=entry.copies,
                origin=entry.origin or file.origin,
                component=entry.component or file.component,
                unclear=entry.unclear,
            )
            edition_id = self._edition_id(file.edition)
            keys = {"game_id": game_id, "edition_id": edition_id, "deck_id": decks[file.deck].id}
            wanted[edition_id, entry.code] = row(Card, shape, **keys)
        self._make_room(Card, [entry.code for _, entry in self._listed()])
        of_pack = (col(Card.game_id) == game_id, col(Card.is_found).is_(False))
        cards = self._sync(Card, lambda r: (r.edition_id, r.code), wanted, *of_pack)
        self._load_card_texts(cards)
        self._load_card_effects(cards)

    def _make_room(self, table: type[Card] | type[Deck], codes: Iterable[str]) -> None:
        """What documents told of goes where the pack tells of it now; they are read anew with the changed pack."""
        wanted = (col(table.game_id) == self._game_id, col(table.is_found), col(table.code).in_(list(codes)))
        for found in self._session.exec(select(table).where(*wanted)).all():
            self._session.delete(found)
        self._session.flush()

    def _listed(self) -> Iterator[tuple[CardFile, CardEntry]]:
        for file in self._pack.cards:
            for entry in file.card:
                yield file, entry

    def _load_card_texts(self, cards: Mapping[Hashable, Card]) -> None:
        texts: dict[Hashable, CardText] = {}
        for file, entry in self._listed():
            card = cards[self._edition_id(file.edition), entry.code]
            for language, title in entry.title.items():
                shape = CardTextShape(language=language, title=title, origin=entry.origin or file.origin)
                texts[card.id, language, shape.origin] = row(CardText, shape, card_id=card.id)
        self._sync(
            CardText,
            lambda r: (r.card_id, r.language, r.origin),
            texts,
            col(CardText.card_id).in_([c.id for c in cards.values()]),
            col(CardText.passage_id).is_(None),
        )

    def _load_card_effects(self, cards: Mapping[Hashable, Card]) -> None:
        effects: dict[Hashable, Effect] = {}
        vocabulary = self._pack.vocabulary()
        for file, entry in self._listed():
            card = cards[self._edition_id(file.edition), entry.code]
            for seq, notation in enumerate(entry.effects):
                shape = EffectShape(
                    owner_kind="card",
                    owner_id=card.id or 0,
                    seq=seq,
                    notation=str(vocabulary.parse(notation)),
                    origin=card.origin,
                    unclear=entry.unclear,
                )
                keys = {"game_id": self._game_id, "edition_id": card.edition_id}
                effects[card.id, card.edition_id, seq] = row(Effect, shape, **keys)
        of_cards = (col(Effect.game_id) == self._game_id, col(Effect.owner_kind) == "card")
        self._sync(Effect, lambda r: (r.owner_id, r.edition_id, r.seq), effects, *of_cards)

    def _load_board(self) -> None:
        spaces: dict[Hashable, Location] = {}
        for board, entry in self._spaces():
            shape = LocationShape(
                code=entry.code,
                opens_in_stage=entry.opens_in_stage,
                closes_in_stage=entry.closes_in_stage,
                is_fortified=entry.is_fortified,
                region=entry.region,
                origin=board.origin,
            )
            spaces.setdefault(entry.code, row(Location, shape, game_id=self._game_id))
        everywhere = (col(Location.game_id) == self._game_id, col(Location.edition_id).is_(None))
        locations = self._sync(Location, lambda r: r.code, spaces, *everywhere)
        ids = [location.id for location in locations.values()]
        lines: dict[Hashable, Connection] = {}
        for board in self._pack.boards:
            pairs = [*board.connections, *(pair for group in board.cliques for pair in combinations(group, 2))]
            for one, other in pairs:
                a, b = sorted((locations[one].id or 0, locations[other].id or 0))
                lines[a, b] = row(Connection, {"a_id": a, "b_id": b, "origin": board.origin})
        self._sync(Connection, lambda r: (r.a_id, r.b_id), lines, col(Connection.a_id).in_(ids))
        wanted: dict[Hashable, Delivery] = {}
        for board, entry in self._spaces():
            for delivery in entry.delivery:
                shape_ = DeliveryShape(**delivery.model_dump(), origin=board.origin)
                location_id = locations[entry.code].id
                wanted[location_id, delivery.item, delivery.condition] = row(Delivery, shape_, location_id=location_id)
        found = col(Delivery.location_id).in_(ids)
        self._sync(Delivery, lambda r: (r.location_id, r.item, r.condition), wanted, found)

    def _spaces(self) -> Iterator[tuple[BoardFile, LocationEntry]]:
        for board in self._pack.boards:
            for entry in board.location:
                yield board, entry

    def _load_rules(self) -> None:
        rules: dict[Hashable, Rule] = {}
        for entry in self._pack.rules.rule:
            edition_id = self._edition_id(entry.edition)
            shape = RuleShape(
                code=entry.code,
                topic=entry.topic,
                summary=entry.summary,
                about=" ".join(entry.about),
                cues="\n".join(entry.cues),
            )
            rules[edition_id, entry.code] = row(Rule, shape, game_id=self._game_id, edition_id=edition_id)
        self._load_summaries(self._sync(Rule, lambda r: (r.edition_id, r.code), rules))
        self._sync(IdeaWords, lambda r: r.language, dict(self._ideas()))
        self._sync(AskedWords, lambda r: (r.subject, r.language), dict(self._asked()))
        scenarios: dict[Hashable, Scenario] = {}
        for example in self._pack.examples.example:
            edition_id = self._edition_id(example.edition)
            told = {n: _json(getattr(example, n)) for n in ("given", "actions", "expect")}
            entry_ = ScenarioShape(code=example.code, **told)
            keys = {"game_id": self._game_id, "edition_id": edition_id}
            scenarios[edition_id, example.code] = row(Scenario, entry_, **keys)
        self._sync(Scenario, lambda r: (r.edition_id, r.code), scenarios)

    def _load_summaries(self, rules: Mapping[Hashable, Rule]) -> None:
        told: dict[Hashable, RuleSummary] = {}
        for rule in rules.values():
            for language, file in self._pack.summaries.items():
                text = rule.summary if language == _OUR_LANGUAGE else file.summaries.get(rule.code, "")
                if text:
                    shape = RuleSummaryShape(language=language, text=text, question=file.questions.get(rule.code, ""))
                    told[rule.id, language] = row(RuleSummary, shape, rule_id=rule.id)
        of_rules = col(RuleSummary.rule_id).in_([rule.id for rule in rules.values()])
        self._sync(RuleSummary, lambda r: (r.rule_id, r.language), told, of_rules)

    def _asked(self) -> Iterator[tuple[Hashable, AskedWords]]:
        for language, told in self._pack.asked.items():
            for subject, phrases in (*((f"rule:{code}", p) for code, p in told.rules.items()), *told.things.items()):
                shape = AskedWordsShape(subject=subject, language=language, phrases="\n".join(phrases))
                yield (subject, language), row(AskedWords, shape, game_id=self._game_id)

    def _ideas(self) -> Iterator[tuple[Hashable, IdeaWords]]:
        """The words for the ideas that the game's rules speak of, and those by which a language asks."""
        wanted = {idea for rule in self._pack.rules.rule for cue in rule.cues for idea in parse_cue(cue).ideas()}
        for language, words in self._pack.cues.items():
            shared = self._pack.shared.get(language)
            said = {idea: forms for idea, forms in words.items() if idea in wanted}
            for idea, forms in (shared.asking_words if shared else {}).items():
                said[idea] = [*said.get(idea, ()), *forms]
            shape = IdeaWordsShape(language=language, words=_json(said))
            yield language, row(IdeaWords, shape, game_id=self._game_id)

    def _load_claims(self) -> None:
        claims: dict[Hashable, Claim] = {}
        for shape, edition in self._claimed():
            edition_id = self._edition_id(edition)
            key = (edition_id, shape.subject, shape.attribute, shape.value, shape.origin)
            claims[key] = row(Claim, shape, game_id=self._game_id, edition_id=edition_id)
        listed = (col(Claim.game_id) == self._game_id, col(Claim.document_id).is_(None), col(Claim.made_by) == "")
        self._sync(Claim, lambda r: (r.edition_id, r.subject, r.attribute, r.value, r.origin), claims, *listed)

    def _load_play(self) -> None:
        for name, table in PLAY_TABLES.items():
            rows = getattr(self._pack.play, name)
            wanted: dict[Hashable, Any] = {each.code: row(table, each, game_id=self._game_id) for each in rows}
            self._sync(table, lambda r: r.code, wanted)

    def _claimed(self) -> Iterator[tuple[ClaimShape, str | None]]:
        """What the lists say, as claims that a rulebook may overrule."""
        for file, entry in self._listed():
            subject = file.subject.format(code=entry.code)
            origin, component = entry.origin or file.origin, entry.component or file.component
            for attribute, value in entry.facts.items():
                yield _listed_claim(subject, attribute, value, origin, component), file.edition
        for file_ in self._pack.boards:
            for subject, printed in file_.facts.items():
                for attribute, value in printed.items():
                    yield _listed_claim(subject, attribute, value, file_.origin, file_.component), file_.edition
        for board, space in self._spaces():
            stated: dict[str, Any] = {"is-fortified": "yes" if space.is_fortified else "no", **space.facts}
            stated["opens-in-stage"] = space.opens_in_stage
            stated["closes-in-stage"] = space.closes_in_stage
            for attribute, value in stated.items():
                if value is not None:
                    subject = f"location:{space.code}"
                    yield _listed_claim(subject, attribute, value, board.origin, board.component), board.edition

    def _sync(
        self, table: type[RowT], key_of: Callable[[RowT], Hashable], wanted: Mapping[Hashable, RowT], *where: Any
    ) -> dict[Hashable, RowT]:
        """Make the table's rows (of the game, or those of ``where``) the wanted ones; same key, same row."""
        scope = where or (col(table.game_id) == self._game_id,)  # type: ignore[attr-defined]
        kept: dict[Hashable, RowT] = {}
        for old in self._session.exec(select(table).where(*scope)).all():
            new = wanted.get(key_of(old))
            if new is None:
                self._session.delete(old)
                continue
            for name in set(table.model_fields) - {"id", "fact_id"}:
                setattr(old, name, getattr(new, name))
            kept[key_of(old)] = old
        self._session.flush()
        added = {key: new for key, new in wanted.items() if key not in kept}
        self._session.add_all(added.values())
        self._session.flush()
        return {**kept, **added}


def _listed_claim(subject: str, attribute: str, value: str | int, origin: Any, component: str) -> ClaimShape:
    return ClaimShape(
        subject=subject, attribute=attribute, value=str(value), origin=origin, context="board", note=component
    )


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)
