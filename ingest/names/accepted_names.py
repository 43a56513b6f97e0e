"""Names that people accepted in `review`, read like those of the pack."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from functools import lru_cache

from schema.decisions import DecisionShape
from schema.pack import Pack

Accepted = tuple[tuple[str, str, str], ...]
"""Language, name and concept of each."""


def with_accepted(packs: Mapping[str, Pack], decisions: Sequence[DecisionShape]) -> Mapping[str, Pack]:
    """The packs, each with the names that were accepted for its game."""
    by_game: dict[str, list[tuple[str, str, str]]] = {}
    for decision in decisions:
        if decision.kind == "name" and decision.game in packs:
            by_game.setdefault(decision.game, []).append((decision.attribute, decision.subject, decision.value))
    if not by_game:
        return packs
    return {**packs, **{game: _named(packs[game], tuple(sorted(told))) for game, told in by_game.items()}}


@lru_cache(maxsize=64)  # a pack compiles its patterns once, however many documents are read with it
def _named(pack: Pack, accepted: Accepted) -> Pack:
    """The pack with further names; one of a concept or language that it does not have is left out."""
    languages = dict(pack.languages)
    known = set(map(str, pack.concepts()))
    for language, name, concept in accepted:
        if language not in languages or concept not in known:
            continue
        kind, _, code = concept.partition(":")
        names = languages[language].names
        of_kind = names.get(kind, {})
        longer = {**names, kind: {**of_kind, code: [*of_kind.get(code, ()), name]}}
        languages[language] = languages[language].model_copy(update={"names": longer})
    return replace(pack, languages=languages)
