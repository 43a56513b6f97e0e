"""Claims made from several documents say which step made them, and only that step takes them back."""

from collections import Counter
from collections.abc import Callable

from sqlmodel import Session, select

from db.load_pack import load_pack
from ingest.resolve.run import resolve_game
from schema.base import row
from schema.claims import Claim, ClaimShape
from schema.games import Game
from schema.pack import Pack

Resolve = Callable[..., Session]

BOARD_PL = "SZTOKHOLM\n\n+4 podejrzenie\n"
BOARD_CS = "STOCKHOLM\n\nBALÍČEK\n\nPři vstupu: +4 podezření\n"
CIPHER_CS = "Rozluštěná šifra\n\nOdkryj dvě příští karty událostí.\n\nVyřaď jednu z nich ze hry."


def made(opened: Session) -> Counter[str]:
    return Counter(opened.exec(select(Claim.made_by)))


def test_each_step_names_itself_in_what_it_makes(resolve: Resolve) -> None:
    opened = resolve("black-orchestra", "2nd", pl=BOARD_PL, cs=f"{BOARD_CS}\n{CIPHER_CS}")
    joined = opened.exec(select(Claim).where(Claim.made_by == "join-labels")).one()
    assert (joined.subject, joined.attribute, joined.language) == ("location:stockholm", "enter.suspicion", "cs")
    printed = opened.exec(select(Claim).where(Claim.made_by == "printed-cards")).all()
    assert {claim.origin for claim in printed} == {"rulebook", "card-list"}
    assert {(claim.subject, claim.attribute) for claim in printed} == {("card:deciphered-message", "effect.1")}


def test_resolving_and_loading_the_pack_again_make_the_same_claims(resolve: Resolve, games: dict[str, Pack]) -> None:
    opened, pack = (
        resolve("black-orchestra", "2nd", pl=BOARD_PL, cs=f"{BOARD_CS}\n{CIPHER_CS}"),
        games["black-orchestra"],
    )
    before = made(opened)
    opened.exec(select(Game).where(Game.code == pack.code)).one().fingerprint = ""
    assert load_pack(opened, pack)
    assert made(opened) == before
    resolve_game(opened, pack.code, pack)
    assert made(opened) == before


def test_a_claim_that_looks_like_one_of_a_step_is_left_alone(resolve: Resolve, games: dict[str, Pack]) -> None:
    opened, pack = resolve("black-orchestra", "2nd", pl=BOARD_PL, cs=BOARD_CS), games["black-orchestra"]
    joined = opened.exec(select(Claim).where(Claim.made_by == "join-labels")).one()
    content = {"attribute": "effect.1", "value": "enter: raid", "made_by": ""}
    shape = ClaimShape.model_validate(joined, from_attributes=True, update=content)
    keys = {name: getattr(joined, name) for name in ("game_id", "document_id", "edition_id", "passage_id")}
    opened.add(row(Claim, shape, **keys))
    opened.flush()
    before = made(opened)
    resolve_game(opened, pack.code, pack)
    assert made(opened)[""] == before[""]
