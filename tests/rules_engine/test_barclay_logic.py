"""Proof by logic in Operation Barclay, against trying every way in which the tokens can lie."""

import random
from functools import cache
from itertools import combinations, permutations, product

import pytest

from rules_engine.operation_barclay.logic import Arrangement, Logic

RADARS = ((4, 1), (3, 2), (2, 3))
GREEN, RED, HIDDEN = "green", "red", "hidden"
Region = tuple[str, ...]


@pytest.fixture(scope="module")
def logic() -> Logic:
    return Logic(RADARS, regions=5)


@cache
def ways(seen: Region, role: int) -> int:
    """In how many ways the tokens of a region of that role can lie so that those turned up are as they are."""
    greens, reds = RADARS[role]
    count = 0
    for places in combinations(range(greens + reds), greens):
        layout = [GREEN if place in places else RED for place in range(greens + reds)]
        count += all(token in (HIDDEN, lies) for token, lies in zip(seen, layout, strict=True))
    return count


def brute_force(board: list[Region]) -> dict[Arrangement, int]:
    """Every arrangement that some lay of all tokens allows, with the number of those."""
    found = {}
    for primary, secondary in permutations(range(len(board)), 2):
        count = 1
        for region, seen in enumerate(board):
            count *= ways(seen, {primary: 0, secondary: 1}.get(region, 2))
        if count:
            found[Arrangement(primary, secondary)] = count
    return found


def counted(board: list[Region]) -> list[tuple[int, int]]:
    return [(region.count(GREEN), region.count(RED)) for region in board]


def some_board(draw: random.Random) -> list[Region]:
    """A true set-up with tokens turned up at random, few or many."""
    roles = draw.sample((0, 1, 2, 2, 2), 5)
    share, board = draw.random(), []
    for role in roles:
        tokens = draw.sample([GREEN] * RADARS[role][0] + [RED] * RADARS[role][1], 5)
        board.append(tuple(token if draw.random() < share else HIDDEN for token in tokens))
    return board


def test_exactly_the_arrangements_that_some_lay_of_tokens_allows_are_possible(logic: Logic) -> None:
    draw, proofs = random.Random(1), 0
    for _ in range(4_000):
        board = some_board(draw)
        known, true = counted(board), brute_force(board)
        assert set(logic.listed(logic.possible(known))) == set(true)
        assert logic.proof(known) == (next(iter(true)) if len(true) == 1 else None)
        proofs += len(true) == 1
    assert 500 < proofs < 3_500


def test_chances_are_the_shares_of_lays_when_any_set_up_is_equally_likely(logic: Logic) -> None:
    draw = random.Random(2)
    for _ in range(400):
        board = some_board(draw)
        true = brute_force(board)
        chances = dict(logic.chances(counted(board)))
        assert chances == pytest.approx({each: count / sum(true.values()) for each, count in true.items()})
        for region, seen in enumerate(board):
            if HIDDEN not in seen:
                assert logic.green_next(counted(board), region) == 0
                continue
            turned = [*seen]
            turned[turned.index(HIDDEN)] = GREEN
            green = sum(brute_force([*board[:region], tuple(turned), *board[region + 1 :]]).values())
            assert logic.green_next(counted(board), region) == pytest.approx(green / sum(true.values()))


def test_every_state_of_the_counts_is_told_right(logic: Logic) -> None:
    """Regions are alike: all multisets of counts that a true set-up can show, each in one order."""
    single = [(green, red) for green, red in product(range(5), range(4)) if green + red <= 5]
    draw = random.Random(3)
    for _ in range(3_000):
        known = [draw.choice(single) for _ in range(5)]
        board = [tuple([GREEN] * g + [RED] * r + [HIDDEN] * (5 - g - r)) for g, r in known]
        assert set(logic.listed(logic.possible(known))) == set(brute_force(board))


@pytest.mark.parametrize(
    "known",
    [
        [(2, 0), (3, 2), (2, 3), (2, 3), (2, 3)],
        [(2, 0), (3, 2), (2, 2), (1, 3), (2, 2)],
    ],
)
def test_the_rulebooks_two_examples_are_proofs_without_all_being_open(
    logic: Logic, known: list[tuple[int, int]]
) -> None:
    assert logic.proof(known) == Arrangement(primary=0, secondary=1)
    assert logic.revealed(known) is None


def test_all_green_radars_open_is_a_revealed_proof(logic: Logic) -> None:
    known = [(0, 0), (4, 0), (0, 1), (3, 0), (0, 0)]
    assert logic.revealed(known) == logic.proof(known) == Arrangement(primary=1, secondary=3)
    assert logic.revealed([(0, 0), (4, 0), (0, 1), (2, 0), (0, 0)]) is None


def test_what_cannot_be_leaves_nothing_possible(logic: Logic) -> None:
    assert logic.possible([(4, 0), (4, 0), (0, 0), (0, 0), (0, 0)]) == 0
    assert logic.proof([(4, 0), (4, 0), (0, 0), (0, 0), (0, 0)]) is None


def test_other_numbers_of_the_rulebook_make_other_proofs() -> None:
    assert Logic(((5, 0), (3, 2), (2, 3)), regions=5).proof([(5, 0), (3, 1), (0, 0), (0, 0), (0, 0)])
    assert Logic(RADARS, regions=2).proof([(4, 0), (0, 0)]) == Arrangement(0, 1)
    with pytest.raises(ValueError, match="cannot hold"):
        Logic(((4, 1), (3, 2), (2, 2)), regions=5)
