"""The board as a drawing: spaces, the lines between them, and what each stage opens and closes."""

import math
from collections.abc import Mapping, Sequence

from db.site.page import Asked, Row
from schema.look import MapLook, Place

_SPACES = """
    SELECT location.*, (SELECT fact.value FROM fact WHERE fact.game_id = location.game_id
                        AND fact.subject = 'location:' || location.code AND fact.attribute = 'colour' LIMIT 1) AS colour
    FROM location WHERE location.game_id = :game
      AND (location.edition_id = :edition OR location.edition_id IS NULL AND NOT EXISTS (
           SELECT 1 FROM location AS own WHERE own.game_id = location.game_id AND own.edition_id = :edition
           AND own.code = location.code))
    ORDER BY location.id
"""
_LINES = """
    SELECT a.code AS a, b.code AS b FROM connection JOIN location AS a ON a.id = connection.a_id
    JOIN location AS b ON b.id = connection.b_id WHERE a.game_id = :game
"""
_DELIVERIES = """
    SELECT location.code, delivery.* FROM delivery JOIN location ON location.id = delivery.location_id
    WHERE location.game_id = :game ORDER BY delivery.id
"""
_EFFECTS = """
    SELECT effect.owner_kind, effect.owner_id, effect.notation, effect.origin FROM effect
    WHERE effect.game_id = :game AND effect.owner_kind IN ('location', 'delivery')
      AND (effect.edition_id IS NULL OR effect.edition_id = :edition)
    ORDER BY effect.edition_id IS NULL, effect.seq
"""
_LONG_LABEL = 13
"""Letters after which a label on the map is set in two lines."""
_ROUNDS = 220
"""Steps in which a board without set places finds its own."""


def map_page(asked: Asked) -> Row:
    """The board of a game in one edition and stage."""
    game = asked.game()
    code = game["code"]
    editions = asked.library.editions_of(code)
    edition = next((e for e in editions if e["code"] == asked.query.get("edition")), editions[-1] if editions else None)
    values = {"game": game["id"], "edition": edition["id"] if edition else None}
    spaces = asked.rows(_SPACES, **values)
    lines = [(row["a"], row["b"]) for row in asked.rows(_LINES, game=game["id"])]
    stages = max((stage for s in spaces for stage in (s["opens_in_stage"], s["closes_in_stage"]) if stage), default=0)
    stage = asked.number("stage", 1, stages) if stages else 0
    look = asked.library.look(code).map
    places = lay_out([space["code"] for space in spaces], lines, look)
    _add_doings(asked, code, spaces, values)
    for space in spaces:
        space["x"], space["y"] = (round(part, 1) for part in places[space["code"]])
        space["name"] = asked.name(code, f"location:{space['code']}")
        space["label"] = _label(space["name"])
        space["side"] = look.label.get(space["code"], "s")
        space["state"] = state_in(stage, space["opens_in_stage"], space["closes_in_stage"])
        space["neighbours"] = sorted(
            asked.name(code, f"location:{b if a == space['code'] else a}") for a, b in lines if space["code"] in (a, b)
        )
    return {
        "game": game,
        "editions": editions,
        "edition": edition,
        "spaces": spaces,
        "lines": _drawn(spaces, lines, look),
        "stages": list(range(1, stages + 1)),
        "stage": stage,
        "look": look,
        "frames": [(asked.name(code, region), *frame) for region, frame in look.frame.items()],
    }


def state_in(stage: int, opens: int | None, closes: int | None) -> str:
    """Whether a space may be entered in a stage: `open`, `later` or `closed`."""
    if closes is not None and stage >= closes:
        return "closed"
    return "later" if opens is not None and stage < opens else "open"


def _add_doings(asked: Asked, game: str, spaces: Sequence[Row], values: Row) -> None:
    """What entering a space does, and what may be delivered there for what."""
    effects: dict[tuple[str, int], list[Row]] = {}
    for row in asked.rows(_EFFECTS, **values):
        words, language = asked.library.say(game, row["notation"], asked.say.language)
        effects.setdefault((row["owner_kind"], row["owner_id"]), []).append(
            {**row, "words": words, "language": language}
        )
    wanted: dict[str, list[Row]] = {}
    for row in asked.rows(_DELIVERIES, game=values["game"]):
        row["effects"] = effects.get(("delivery", row["id"]), [])[:1]
        row["name"] = asked.name(game, f"item:{row['item']}")
        row["icon"] = asked.library.look(game).icon_of(f"item-{row['item']}", row["item"])
        wanted.setdefault(row["code"], []).append(row)
    for space in spaces:
        space["effects"] = effects.get(("location", space["id"]), [])[:1]
        space["deliveries"] = wanted.get(space["code"], [])


def _drawn(spaces: Sequence[Row], lines: Sequence[tuple[str, str]], look: MapLook) -> list[Row]:
    """The lines with their ends; those inside a framed region are left to the frame, which joins them all."""
    at = {space["code"]: space for space in spaces}
    return [
        {"a": at[a], "b": at[b]}
        for a, b in lines
        if a in at and b in at and not (at[a]["region"] in look.frame and at[a]["region"] == at[b]["region"])
    ]


def _label(name: str) -> list[str]:
    """A name in one line, or in two where it is long and has a space or slash to be broken at."""
    if len(name) <= _LONG_LABEL or " " not in name:
        return [name]
    middle = min((i for i, letter in enumerate(name) if letter == " "), key=lambda i: abs(i - len(name) / 2))
    return [name[:middle], name[middle + 1 :]]


def lay_out(
    codes: Sequence[str], edges: Sequence[tuple[str, str]], look: MapLook, margin: float = 70
) -> dict[str, Place]:
    """A place for every space: set ones as they are, the others where their neighbours pull and push them."""
    width, height = look.size
    free = [code for code in codes if code not in look.place]
    places = {code: look.place[code] for code in codes if code in look.place}
    for number, code in enumerate(sorted(free)):
        angle = 2 * math.pi * number / len(free)
        places[code] = (width / 2 + width / 3 * math.cos(angle), height / 2 + height / 3 * math.sin(angle))
    if not free or not edges:
        return places
    ideal = math.sqrt(width * height / len(codes)) * 0.45
    for turn in range(_ROUNDS):
        reach = ideal * (1 - turn / _ROUNDS)
        for code in free:
            dx, dy = _force(code, places, edges, ideal)
            length = math.hypot(dx, dy) or 1
            x = places[code][0] + dx / length * min(length, reach)
            y = places[code][1] + dy / length * min(length, reach)
            places[code] = (min(max(x, margin), width - margin), min(max(y, margin), height - margin))
    return places


def _force(code: str, places: Mapping[str, Place], edges: Sequence[tuple[str, str]], ideal: float) -> Place:
    """Springs along the lines, repulsion from all other spaces."""
    x, y = places[code]
    dx = dy = 0.0
    for other, (ox, oy) in places.items():
        if other != code:
            distance = math.hypot(x - ox, y - oy) or 1
            push = ideal * ideal / distance / distance
            dx, dy = dx + (x - ox) * push, dy + (y - oy) * push
    for a, b in edges:
        if code in (a, b):
            ox, oy = places[b if a == code else a]
            pull = math.hypot(x - ox, y - oy) / ideal
            dx, dy = dx - (x - ox) * pull, dy - (y - oy) * pull
    return dx, dy
