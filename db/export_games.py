"""Games and cards as files for people and programs that know nothing of tables: nested JSON, one CSV, Markdown."""

import csv
import json
from collections.abc import Iterable, Iterator, Sequence
from contextlib import contextmanager
from datetime import UTC, datetime
from itertools import groupby
from pathlib import Path
from typing import Literal

from pydantic import BaseModel

from db.errors import DatabaseProblem
from db.excerpt import excerpt
from schema.exports import (
    FORMAT_VERSION,
    CardFile,
    CardPart,
    EffectPart,
    FactPart,
    GameFile,
    GamePart,
    Meta,
    RulePart,
    json_schema,
)
from schema.tokens import readable

_OURS = "en"
"""The language of a rule's first sentence."""

CARD_COLUMNS = ("game", "edition", "deck", "code", "kind", "copies", "origin", "effects", "facts")
"""Columns of the list of cards, before the title and the text in each language."""


def write_games(games: Iterable[GamePart], folder: Path, program: str) -> int:
    """One JSON file a game, and the schema that all of them obey; returns how many."""
    with _written(folder):
        _write_schema(folder, GameFile, "game")
        count = 0
        for game in games:
            _write_json(folder / f"{game.code}.json", GameFile(meta=_meta("rulewright-game", program), data=game))
            count += 1
    return count


def write_cards(games: Iterable[GamePart], folder: Path, program: str) -> int:
    """One JSON file a card in a folder for each game, and their schema; returns how many."""
    with _written(folder):
        _write_schema(folder, CardFile, "card")
        count = 0
        for game in games:
            (folder / game.code).mkdir(exist_ok=True)
            for card in game.cards:
                name = f"{card.code}-{card.edition}" if card.edition else card.code
                card_file = CardFile(meta=_meta("rulewright-card", program), data=card)
                _write_json(folder / game.code / f"{name}.json", card_file)
                count += 1
    return count


def write_card_list(games: Sequence[GamePart], file: Path) -> int:
    """All cards in one CSV file, a row each, with a column for the title and the text in each language."""
    cards = [card for game in games for card in game.cards]
    languages = sorted({text.language for card in cards for text in card.texts})
    spoken = [f"{part}_{language}" for language in languages for part in ("title", "text")]
    with _written(file.parent), file.open("w", encoding="utf-8", newline="") as out:
        rows = csv.writer(out)
        rows.writerow([*CARD_COLUMNS, *spoken])
        rows.writerows(_card_row(card, languages) for card in cards)
    return len(cards)


def write_references(games: Iterable[GamePart], folder: Path, full_text: bool) -> int:
    """The rules of each game that has any as Markdown; returns how many files."""
    with _written(folder):
        ruled = [game for game in games if game.rules]
        for game in ruled:
            lines = "\n".join(_reference(game, full_text))
            (folder / f"{game.code}.md").write_text(lines + "\n", encoding="utf-8")
    return len(ruled)


@contextmanager
def _written(folder: Path) -> Iterator[None]:
    try:
        folder.mkdir(parents=True, exist_ok=True)
        yield
    except OSError as error:
        raise DatabaseProblem(
            f"Files cannot be written to {folder} ({error.strerror}). Name another folder, or free some room."
        ) from error


def _meta(form: Literal["rulewright-game", "rulewright-card"], program: str) -> Meta:
    written = datetime.now(UTC).replace(microsecond=0)
    return Meta(format=form, version=FORMAT_VERSION, rulewright=program, written=written)


def _write_json(file: Path, content: BaseModel) -> None:
    file.write_text(content.model_dump_json(indent=1) + "\n", encoding="utf-8")


def _write_schema(folder: Path, shape: type[GameFile] | type[CardFile], name: str) -> None:
    told = json.dumps(json_schema(shape), ensure_ascii=False, indent=1)
    (folder / f"{name}.schema.json").write_text(told + "\n", encoding="utf-8")


def _card_row(card: CardPart, languages: Sequence[str]) -> list[object]:
    words: list[str] = []
    for language in languages:
        spoken = [text for text in card.texts if text.language == language]
        words += [
            next((text.title for text in spoken if text.title), ""),
            next((readable(text.body) for text in spoken if text.body), ""),
        ]
    facts = "\n".join(f"{fact.edition or 'all'} {fact.attribute} {fact.value}" for fact in card.facts)
    told = (card.game, card.edition, card.deck, card.code, card.kind, card.copies, card.origin)
    return [*told, _lines(card.effects), facts, *words]


def _lines(effects: Iterable[EffectPart]) -> str:
    return "\n".join(dict.fromkeys(effect.notation for effect in effects))


def _reference(game: GamePart, full_text: bool) -> Iterator[str]:
    yield f"# {game.name}: the rules"
    yield ""
    if game.documents:
        yield "Read from:"
        yield ""
        for document in game.documents:
            told = ", ".join(filter(None, (document.language, document.edition, f"{document.pages} pages")))
            yield f"- {document.title} (`{document.file_name}`; {told})"
        yield ""
    for topic, rules in groupby(game.rules, lambda rule: rule.topic):
        yield f"## {topic.replace('-', ' ').capitalize()}"
        yield ""
        for rule in rules:
            yield from _rule(rule, full_text)
        yield ""
    if game.facts:
        yield "## Numbers"
        yield ""
        yield "| subject | attribute | edition | value | from |"
        yield "|---|---|---|---|---|"
        yield from map(_fact_row, game.facts)


def _rule(rule: RulePart, full_text: bool) -> Iterator[str]:
    edition = f" ({rule.edition} edition)" if rule.edition else ""
    first = rule.texts[0].source.text if rule.texts else ""
    yield f"- **{rule.code}**{edition}: {rule.summary or _one_line(first, full_text)}"
    seen = set[str]()
    for text in rule.texts:
        if text.language not in seen:  # the surest passage of each language stands first
            seen.add(text.language)
            where = f"{text.source.file_name}, page {text.source.page}"
            ours = rule.summaries.get(text.language, "") if text.language != _OURS else ""
            printed = f"{_one_line(text.source.text, full_text)} *({where})*"
            yield f"  - {text.language}: {f'{ours} — ' if ours else ''}{printed}"


def _one_line(text: str, full_text: bool) -> str:
    whole = " ".join(readable(text).split())
    return whole if full_text else excerpt(whole)


def _fact_row(fact: FactPart) -> str:
    doubt = " (provisional)" if fact.is_provisional else ""
    cells = (fact.subject, fact.attribute, fact.edition or "all", f"{fact.value}{doubt}", fact.origin)
    return "| " + " | ".join(cell.replace("|", r"\|") for cell in cells) + " |"
