"""Players of Operation Barclay: they use what their side sees, predict so as not to be read, and beat chance."""

import random
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from rules_engine.change import read_change
from rules_engine.gaps import suppose
from rules_engine.operation_barclay.cards import Table
from rules_engine.operation_barclay.evaluation import open_tokens
from rules_engine.operation_barclay.forecast import Forecast, Mix, Stakes, forecast_of
from rules_engine.operation_barclay.logic import Arrangement, Paths
from rules_engine.operation_barclay.odds import POOL, Chances, Odds
from rules_engine.operation_barclay.state import ABWEHR, GREEN, LCS, PEEKED, UP, State, Step
from rules_engine.players import at_seats, by_search, make_player, play_game
from rules_engine.ruleset import Ruleset


@pytest.fixture(scope="module")
def table(operation_barclay: Ruleset) -> Table:
    made = operation_barclay.engine
    assert isinstance(made, Table)
    return made


@pytest.fixture(scope="module")
def forecast(table: Table) -> Forecast:
    return forecast_of(table)


def decisions(ruleset: Ruleset, seed: int) -> Iterator[tuple[State, list[str]]]:
    """The states of a game between two rule-based players in which there is something to decide."""
    player = make_player(ruleset, "rules")
    state = ruleset.start(players=2, seed=seed)
    while actions := ruleset.legal(state):
        if len(actions) > 1:
            yield state, actions
        ruleset.advance(state, player(state, actions))


@pytest.mark.parametrize("seed", [1, 2, 3])
def test_what_a_side_cannot_see_does_not_change_what_it_does(operation_barclay: Ruleset, seed: int) -> None:
    player, engine = make_player(operation_barclay, "rules"), operation_barclay.engine
    for state, actions in decisions(operation_barclay, seed):
        before, chosen = state.copy(), player(state, actions)
        assert state == before, "thinking changes nothing"
        for other in (11, 12):
            dealt = engine.redeal(state, engine.to_move(state), other)
            assert player(dealt, engine.legal(dealt)) == chosen, (state.month, Step.NAMES[state.step], actions)


def wins(ruleset: Ruleset, lcs: str, abwehr: str, games: int, first: int = 0) -> int:
    """How many games the Abwehr wins."""
    won = 0
    for seed in range(first, first + games):
        seats = at_seats(ruleset, [make_player(ruleset, lcs, seed), make_player(ruleset, abwehr, seed + 1)])
        won += play_game(ruleset, seats, seed=seed, players=2).result.outcome == "abwehr"
    return won


def test_rules_of_thumb_beat_chance_on_either_side(operation_barclay: Ruleset) -> None:
    assert wins(operation_barclay, "rules", "random", 15) <= 3
    assert wins(operation_barclay, "random", "rules", 15) >= 8


def test_two_equal_players_both_win_games(operation_barclay: Ruleset) -> None:
    """The balance itself is measured by `simulate`; here it may not be lost altogether."""
    assert 8 <= wins(operation_barclay, "rules", "rules", 32, first=500) <= 24


def test_who_has_peeked_at_the_token_that_proves_everything_turns_it_up(
    operation_barclay: Ruleset, table: Table
) -> None:
    """All green radars of the offensives lie open but one, at which the Abwehr has peeked."""
    search, thumb = by_search(operation_barclay, seed=1, rollouts=8), make_player(operation_barclay, "rules")
    state = next(s.copy() for s, _ in decisions(operation_barclay, 4) if s.step == Step.USE)
    state.tokens = [token & GREEN for token in state.tokens]
    offensives = (state.primary, state.secondary)
    greens = [at for at, token in enumerate(state.tokens) if token & GREEN and at // table.size in offensives]
    for space in greens[:-1]:
        state.tokens[space] |= UP
    state.tokens[greens[-1]] |= PEEKED
    state.using, state.turns, state.step, state.options = table.colours.index("black"), 1, Step.TURN, None
    state.won[ABWEHR], state.shielded = [], []
    assert table.logic.proof(open_tokens(table, state)) is None
    actions = operation_barclay.legal(state)
    assert len(actions) > 5
    assert thumb(state, actions) == table.turn[greens[-1]]
    assert search(state, actions) == table.turn[greens[-1]]


def test_a_search_takes_legal_actions_for_either_side(operation_barclay: Ruleset) -> None:
    search, asked = by_search(operation_barclay, seed=2, rollouts=4), {LCS: 0, ABWEHR: 0}
    for number, (state, actions) in enumerate(decisions(operation_barclay, 6)):
        if number % 23 == 0:
            assert search(state, actions) in actions
            asked[state.player] += 1
    assert min(asked.values()) >= 1


def test_neither_side_gains_by_predicting_otherwise(forecast: Forecast) -> None:
    draw = random.Random(3)
    for _ in range(500):
        alpha, beta = draw.random() * 4, draw.random() * 4
        stakes = Stakes(alpha, alpha / 2, beta, beta / 3, 0)
        winning = draw.random()
        chances = Chances(winning * 0.95, 0.05)
        mix = forecast.mix(stakes, chances)
        fair = forecast.worth(stakes, chances, mix)
        for other in (0.0, 0.5, 1.0):
            assert forecast.worth(stakes, chances, Mix(other, mix.lcs)) <= fair + 1e-9
            assert forecast.worth(stakes, chances, Mix(mix.abwehr, other)) >= fair - 1e-9


def test_a_side_that_surely_wins_is_not_always_predicted_by_the_other(forecast: Forecast) -> None:
    stakes = Stakes(2, 1, 3, 1, 0)
    assert forecast.mix(stakes, Chances(0.95, 0.0)).abwehr == 1.0
    assert forecast.mix(stakes, Chances(0.05, 0.0)).lcs == 0.0
    even = forecast.mix(stakes, Chances(0.5, 0.0))
    assert 0.2 < even.abwehr < 0.8
    assert 0.2 < even.lcs < 0.8


def test_no_step_is_left_exactly_when_there_is_a_proof(table: Table) -> None:
    logic, paths, draw = table.logic, Paths(table.logic), random.Random(5)
    proofs = 0
    for _ in range(1_500):
        truth = logic.arrangements[draw.randrange(len(logic.arrangements))]
        known, share = [], draw.random()
        for region in range(logic.regions):
            greens, reds = logic.radars[truth.role(region)]
            known.append(tuple(sum(draw.random() < share for _ in range(count)) for count in (greens, reds)))
        is_proved = logic.proof(known) == truth
        assert (paths.left(known, truth) == 0) == is_proved
        assert (paths.expected(known) == 0) == is_proved
        proofs += is_proved
    assert 200 < proofs < 1_300


def test_the_shortest_proof_is_found_among_all_sets_of_tokens(table: Table) -> None:
    """From a board with nothing open: as many green radars as the two offensives have, by trying every count."""
    logic, truth = table.logic, Arrangement(0, 1)
    radars = [logic.radars[truth.role(region)] for region in range(logic.regions)]
    spans = [list(product(range(greens + 1), range(reds + 1))) for greens, reds in radars]
    fewest = min(
        sum(map(sum, known)) for known in product(*spans) if sum(map(sum, known)) <= 8 and logic.proof(known) == truth
    )
    assert fewest == radars[0][0] + radars[1][0]


def test_a_better_hand_is_expected_to_win_more_often(table: Table, forecast: Forecast) -> None:
    odds, hands = forecast.odds, table.hands
    trio = [(hands.face((7,)), 1 << colour) for colour in range(3)]
    mixed = [(hands.face((number,)), 1 << colour) for colour, number in enumerate((2, 6, 11))]
    theirs = odds.finals(mixed, 2)
    assert odds.against(odds.outlook(trio, [], 2), theirs).wins > 0.8
    assert odds.against(odds.outlook(mixed, [], 2), odds.finals(trio, 2)).wins < 0.2
    assert theirs == sorted(theirs)


def test_a_great_hand_is_looked_through_in_bounded_time(operation_barclay: Ruleset, table: Table) -> None:
    odds = Odds(table)
    pool = [odds.shown[card] for card in table.decks["intelligence"] if table.ranks[card]]
    assert len(pool) > 2 * POOL
    size = table.hands.size
    assert table.hands.kind(odds.most((), pool, size)) == "five-of-a-kind", "alike cards are not left out"
    few = pool[:POOL]
    assert odds.most((), few, size) == max(odds.most(chosen, (), 0) for chosen in combinations(few, size))
    great = suppose(operation_barclay, [read_change("hand size 40")])
    assert play_game(great, make_player(great, "rules"), seed=1, players=2).result.outcome
