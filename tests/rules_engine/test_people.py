"""Teams, roles, drafting and several winners in games played from rows."""

import io
import random
import re
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from rich.console import Console

from rules_engine.conformance import trace
from rules_engine.errors import RulesetError
from rules_engine.players import at_random, play_game
from rules_engine.ruleset import Ruleset
from rules_engine.simulate import Batch, findings, simulate
from rules_engine.terminal.table import table_of
from rules_engine.terminal.words import words_of
from schema.catalogue import section

ROOT = Path(__file__).resolve().parents[2]
Changed = Callable[..., Ruleset]


def scored(ruleset: Ruleset, bids: list[int], tricks: list[int], **teams: Any) -> Any:
    """The end of a deal of Spades with so many tricks bid and taken; the first seat has taken the last one just now."""
    seats = ruleset.engine.seats  # type: ignore[attr-defined]
    taken = [tricks[0] - 1, *tricks[1:]]
    counters = {"bid": dict(zip(seats, bids, strict=True)), "won": dict(zip(seats, taken, strict=True)), **teams}
    last = {"phase": "trick", "turn": "player-1", "zones": {"hand": {"player-1": ["ace-of-hearts"]}}}
    return ruleset.engine.arrange({**last, "counters": counters, "options": {"length": "deal"}})


def laid(ruleset: Ruleset, stalls: list[list[str]], trades: list[str]) -> Any:
    """The end of Harvest Fair with goods and trades as told."""
    seats = ruleset.engine.seats  # type: ignore[attr-defined]
    zones = {"stall": dict(zip(seats, stalls, strict=False)), "secret": {s: [t] for s, t in zip(seats, trades)}}  # noqa: B905
    turn = seats[trades.index("peddler") if "peddler" in trades else 0]
    return ruleset.engine.arrange({"players": len(trades), "phase": "peddling", "turn": turn, "zones": zones})


@pytest.mark.parametrize(
    ("bids", "tricks", "scores"),
    [
        ([3, 4, 2, 3], [4, 4, 2, 3], (51, 70)),  # a bag beside the contract; the bids of partners are one
        ([6, 4, 2, 3], [4, 5, 2, 2], (-80, 70)),  # a side that falls short loses what it bid
        ([0, 4, 5, 3], [1, 4, 5, 3], (50 + 1 - 100, 70)),  # nil with a trick
        ([5, 0, 2, 3], [6, 0, 2, 5], (71, 32 + 100)),  # nil without one
        ([1, 1, 0, 1], [12, 0, 0, 1], (10 + 11 + 100 - 100, -20)),  # bags beyond their limit
    ],
)
def test_partners_score_as_one(spades: Ruleset, bids: list[int], tricks: list[int], scores: tuple[int, int]) -> None:
    view = spades.view(scored(spades, bids, tricks), 0)
    assert tuple(view["score"].values()) == scores


def test_partners_win_together_and_equal_teams_draw(spades: Ruleset) -> None:
    won = scored(spades, [3, 4, 2, 3], [4, 4, 2, 3])
    result = spades.result(won)
    assert result is not None
    assert (result.outcome, result.winners) == ("east-west", ("player-2", "player-4"))
    assert [spades.engine.worth(won, seat) for seat in range(4)] == [0, 1, 0, 1]
    assert spades.load(spades.save(won)) == won
    drawn = spades.result(scored(spades, [3, 3, 3, 3], [3, 3, 3, 3]))
    assert drawn is not None
    assert (drawn.outcome, drawn.winners) == ("draw", ())


def test_bags_of_a_team_are_kept_and_cost(spades: Ruleset) -> None:
    view = spades.view(scored(spades, [3, 4, 2, 3], [4, 4, 2, 3], bags={"north-south": 9}), 0)
    assert (view["score"], view["bags"]) == (
        {"north-south": 51 - 100, "east-west": 70},
        {"north-south": 0, "east-west": 0},
    )


def test_a_bid_beyond_what_is_left_for_the_partner_is_refused_by_its_rule(spades: Ruleset) -> None:
    state = spades.start(4, 1)
    for bid in ("bid 9", "bid 2"):
        assert spades.advance(state, bid) is None
    assert spades.legal(state) == [f"bid {tricks}" for tricks in range(13 - 9 + 1)]
    refusal = spades.advance(state, "bid 5")
    assert refusal is not None
    assert refusal.rule == "highest-contract"


def test_numbers_changed_in_the_rulebooks_change_play(read_changed: Changed) -> None:
    spades = read_changed("spades", {"scores 10 points": "scores 20 points", "brings 100 points": "brings 7 points"})
    view = spades.view(scored(spades, [3, 0, 2, 5], [5, 0, 2, 6]), 0)
    assert view["score"] == {"north-south": 5 * 20 + 2, "east-west": 5 * 20 + 1 + 7}
    short = read_changed("harvest-fair", {"deal 6 goods": "deal 3 goods", "craft 2 points": "craft 9 points"})
    assert play_game(short, at_random(1), seed=2, players=3).decisions <= 3 * 2 + 1
    stalls = [["bread-1"], ["cheese-3"], ["honey-3"]]
    assert laid(short, stalls, ["baker", "gardener", "hermit"]).scores == [1 + 9, 3, 3]


def test_teams_that_cannot_be_of_one_size_are_told(read_changed: Changed) -> None:
    with pytest.raises(RulesetError, match="2 teams cannot be of one size with 3 to 3 players"):
        read_changed("spades", {"for 4 players": "for 3 players"}).start(3)


def test_each_role_has_points_of_its_own(harvest_fair: Ruleset) -> None:
    stalls = [["bread-1", "bread-2"], ["bread-3", "cheese-1", "honey-1", "apples-1"], ["honey-2"], ["cheese-3"]]
    state = laid(harvest_fair, stalls, ["baker", "peddler", "gardener", "dairymaid"])
    assert state.outcome is None  # the peddler may still swap
    assert harvest_fair.legal(state)[-1] == "keep"
    harvest_fair.advance(state, "keep")
    assert state.scores == [3 + 2 * 2, 6 + 4, 2, 3 + 2]


@pytest.mark.parametrize(("sets", "paid"), [(0, 0), (1, 4), (2, 10), (3, 10)])
def test_a_table_is_looked_up_and_ends_with_its_last_row(harvest_fair: Ruleset, sets: int, paid: int) -> None:
    goods = [f"{kind}-1" for kind in ("bread", "cheese", "honey", "apples") for _ in range(sets)]
    state = laid(harvest_fair, [goods, ["bread-3"], ["bread-2"]], ["peddler", "gardener", "baker"])
    if state.outcome is None:
        harvest_fair.advance(state, "keep")
    assert state.scores[0] == 4 * sets + paid


def test_a_row_of_a_table_changed_in_the_rulebook_changes_play(read_changed: Changed) -> None:
    rich = read_changed("harvest-fair", {"1 set | 4 points": "1 set | 40 points"})
    goods = ["bread-1", "cheese-1", "honey-1", "apples-1"]
    state = laid(rich, [goods, ["bread-3"], ["bread-2"]], ["peddler", "gardener", "baker"])
    rich.advance(state, "keep")
    assert state.scores[0] == 44


def test_several_win_with_equal_points_and_by_an_aim_of_their_own(harvest_fair: Ruleset) -> None:
    stalls = [["bread-3"], ["cheese-3"], ["apples-1"], ["honey-2"]]
    for trades, outcome, winners in (
        (["beekeeper", "gardener", "baker", "dairymaid"], "shared", (0, 1)),
        (["beekeeper", "dairymaid", "baker", "hermit"], "player-2", (1,)),
        (["beekeeper", "dairymaid", "hermit", "baker"], "shared", (1, 2)),
    ):
        state = laid(harvest_fair, stalls, trades)
        result = harvest_fair.result(state)
        assert result is not None
        assert (result.outcome, state.winners) == (outcome, winners)
        assert result.winners == tuple(f"player-{seat + 1}" for seat in winners)
        assert harvest_fair.engine.worth(state, winners[0]) == 1 / len(winners)


def test_only_the_role_can_do_what_is_its_own(harvest_fair: Ruleset) -> None:
    stalls = [["bread-1"], ["cheese-1"], ["honey-1"]]
    state = laid(harvest_fair, stalls, ["peddler", "baker", "hermit"])
    assert harvest_fair.legal(state) == ["swap bread-1", "keep"]
    other = laid(harvest_fair, stalls, ["peddler", "baker", "hermit"])
    other.frames[-1].actor, other.options = 1, None
    refusal = harvest_fair.engine.refuse(other, "swap cheese-1")  # type: ignore[attr-defined]
    assert (refusal.rule, "is for the role peddler alone" in refusal.sentence) == ("peddler", True)


def test_a_role_is_seen_by_its_player_alone_until_it_is_shown(harvest_fair: Ruleset) -> None:
    state = harvest_fair.start(4, 5)
    for player in range(4):
        secret = harvest_fair.view(state, player)["secret"]
        assert [isinstance(lying, list) for lying in secret.values()] == [seat == player for seat in range(4)]
    dealt = {harvest_fair.engine.people.role_of(harvest_fair.engine.redeal(state, 0, n), 1) for n in range(40)}  # type: ignore[attr-defined]
    own = harvest_fair.engine.people.role_of(state, 0)  # type: ignore[attr-defined]
    assert len(dealt) == 5, "every trade but the player's own can be the neighbour's"
    assert own not in dealt


def test_who_passes_a_hand_on_knows_what_is_in_it(harvest_fair: Ruleset) -> None:
    """Passed cards stay with the neighbour, in hand or chosen, in whatever way the rest is dealt anew."""
    engine: Any = harvest_fair.engine
    state, chance = harvest_fair.start(4, 8), random.Random(3)
    hands = [sorted(engine.lying(state, "hand", seat)) for seat in range(4)]
    for _ in range(4):
        harvest_fair.advance(state, chance.choice(harvest_fair.legal(state)))
    given = sorted(engine.lying(state, "hand", 1))
    assert set(given) < set(hands[0])
    harvest_fair.advance(state, harvest_fair.legal(state)[0])  # the first seat chooses anew
    harvest_fair.advance(state, harvest_fair.legal(state)[0])  # and so does the neighbour, unseen
    elsewhere = set()
    for seed in range(30):
        other = engine.redeal(state, 0, seed)
        assert sorted(engine.lying(other, "hand", 1) + engine.lying(other, "chosen", 1)) == given
        elsewhere.add(tuple(engine.lying(other, "hand", 3)))
    assert len(elsewhere) > 10, "of the hand of another seat nothing is known"


def test_who_passes_cards_knows_who_has_them(hearts: Ruleset) -> None:
    engine: Any = hearts.engine
    state = hearts.start(4, 3, {"first-pass": "left"})
    passed = [engine.lying(state, "hand", 0)[n] for n in range(3)]
    while hearts.view(state, 0)["phase"] == "choosing":
        hearts.advance(state, hearts.legal(state)[0])
    assert set(passed) <= {*engine.lying(state, "hand", 1), *engine.lying(state, "played", 1)}
    for seed in range(20):
        other = engine.redeal(state, 0, seed)
        assert set(passed) <= {*engine.lying(other, "hand", 1), *engine.lying(other, "played", 1)}


def test_hands_go_round_at_once_and_come_back(harvest_fair: Ruleset) -> None:
    engine: Any = harvest_fair.engine
    state = harvest_fair.start(3, 4)
    before, events = [list(engine.lying(state, "hand", seat)) for seat in range(3)], []
    chosen = []
    for seat in range(3):
        chosen.append(engine.lying(state, "hand", seat)[0])
        events = []
        harvest_fair.advance(state, harvest_fair.legal(state)[0], events)
    after = [list(engine.lying(state, "hand", seat)) for seat in range(3)]
    assert after == [[card for card in before[(seat - 1) % 3] if card not in chosen] for seat in range(3)]
    assert [harvest_fair.tell(e, "cs") for e in events if e.kind == "passed-left"] == [
        "Všichni předávají doleva, ruka, karet: 5."
    ]


def test_sides_of_a_role_are_a_team_that_wins_together(read_reframed: Changed) -> None:
    """Whoever has a craft plays against those who have none, and nobody knows at first who is who."""
    reframed = read_reframed(
        "harvest-fair",
        {
            "role = [\n": """team = [
  { code = "loners", rule = "trades", who = "role of you is peddler or role of you is hermit" },
  { code = "crafts", rule = "trades" },
]
role = [
""",
            'score = "goods-value plus points of role of you"': 'score = "sum of goods-value of seats of team of you"',
            'wins = "aim of role of you is met"\n': "",
        },
        game={'outcome = ["shared"]': 'outcome = ["shared"]\nteam = ["loners", "crafts"]'},
        en={"[names.outcome]": '[names.team]\nloners = ["loners"]\ncrafts = ["crafts"]\n\n[names.outcome]'},
        cs={"[names.outcome]": '[names.team]\nloners = ["samotáři"]\ncrafts = ["cech"]\n\n[names.outcome]'},
    )
    state = laid(
        reframed, [["bread-3"], ["cheese-3"], ["apples-3"], ["honey-2"]], ["hermit", "baker", "dairymaid", "gardener"]
    )
    result = reframed.result(state)
    assert result is not None
    assert (result.outcome, result.winners, result.points) == ("crafts", ("player-2", "player-3", "player-4"), 8)


def test_a_round_can_go_back_so_that_drafts_run_like_a_snake(read_reframed: Changed) -> None:
    back = read_reframed(
        "harvest-fair",
        {
            'inside = "rounds"\nhow = "round"\nrule = "choosing"': """inside = "rounds"
how = "back"
leader = "seat before you"
rule = "choosing\""""
        },
    )
    state = back.start(4, 1)
    movers = []
    for _ in range(4):
        movers.append(back.to_move(state))
        back.advance(state, back.legal(state)[0])
    assert movers == [3, 2, 1, 0]


def test_equal_points_can_be_told_apart(read_reframed: Changed) -> None:
    apart = {
        'tied = "win"': 'tie-break = "none minus count of cards in stall"',
        'wins = "aim of role of you is met"\n': "",
    }
    fewest = read_reframed("harvest-fair", apart)
    for stalls, winners in (
        ([["bread-3"], ["bread-1", "bread-2"], ["apples-1"]], (0,)),
        ([["bread-3"], ["apples-3"], ["apples-1"]], ()),
    ):
        assert laid(fewest, stalls, ["beekeeper", "dairymaid", "hermit"]).winners == winners


SEALED = {
    '  { code = "bid", owner = "player", lasts = "hand",': (
        '  { code = "vow", owner = "player", seen = "owner", least = "none", most = "hand-size", lasts = "hand",'
        ' rule = "bidding" },\n  { code = "bid", owner = "player", lasts = "hand",'
    ),
    'does = "set bid to tricks"': 'does = "set vow to tricks"\nis-sealed = true',
    '[[phase]]\ncode = "playing"': """[[phase]]
code = "opening"
inside = "hand"
how = "round"
opens = "set bid to vow"
rule = "bidding"

[[phase]]
code = "playing\"""",
}
"""Bids of Spades in secret, opened together."""


def test_a_secret_number_is_seen_by_its_player_alone_until_it_is_opened(read_reframed: Changed) -> None:
    sealed = read_reframed(
        "spades",
        SEALED,
        game={'counter = ["length"': 'counter = ["vow", "length"'},
        en={"[names.counter]\n": '[names.counter]\nvow = ["vow"]\n'},
        cs={"[names.counter]\n": '[names.counter]\nvow = ["slib"]\n'},
    )
    engine: Any = sealed.engine
    state, events = sealed.start(4, 1), list[Any]()
    for bid in ("bid 4", "bid 0", "bid 2"):
        sealed.advance(state, bid, events)
    assert [sealed.view(state, seat)["vow"]["player-2"] for seat in range(4)] == [None, 0, None, None]
    heard = [engine.told(event, 0) for event in events]
    assert [sealed.tell(e) for e in heard if e.data["seat"] == "player-2"] == [
        "Player 2 has chosen, unseen by the others.",
        "Player 2 – vow: unseen by the others.",
    ]
    own = [engine.told(event, 1) for event in events if event.data["seat"] == "player-2"]
    assert own[-1].data["value"] == "0"
    others = [engine.redeal(state, 0, seed) for seed in range(40)]
    assert {engine.counted(other, "vow", 0) for other in others} == {4}
    assert len({engine.counted(other, "vow", 1) for other in others}) > 5
    assert {engine.counted(other, "vow", 3) for other in others} == {0}, "who has not chosen yet is known"
    sealed.advance(state, "bid 3")
    assert sealed.view(state, 0)["bid"] == {"player-1": 4, "player-2": 0, "player-3": 2, "player-4": 3}
    assert sealed.load(sealed.save(state)) == state


def test_what_lies_before_a_team_can_be_seen_by_partners_alone(read_reframed: Changed) -> None:
    hidden = read_reframed(
        "spades", {'{ code = "taken", owner = "team",': '{ code = "taken", owner = "team", seen = "owner",'}
    )
    state = hidden.start(4, 2, {"length": "deal"})
    for _ in range(20):
        hidden.advance(state, hidden.legal(state)[0])
    shown = [hidden.view(state, seat)["taken"] for seat in range(4)]
    assert [isinstance(each["north-south"], list) for each in shown] == [True, False, True, False]
    assert [isinstance(each["east-west"], list) for each in shown] == [False, True, False, True]
    assert shown[0]["north-south"] == shown[2]["north-south"]


def test_statistics_count_a_game_for_all_who_have_won_it(spades: Ruleset, harvest_fair: Ruleset) -> None:
    found = findings(simulate(spades, Batch(4, "random", 1, 12, {"length": "deal"})))
    won = [side["count"] for side in found["sides"]]
    by_team = {told["outcome"]: told["count"] for told in found["outcomes"]}
    assert won == [by_team["north-south"], by_team["east-west"]] * 2
    assert sum(won) / 2 + by_team["draw"] == 12
    several = findings(simulate(harvest_fair, Batch(3, "random", 1, 30)))
    shared = next(told["count"] for told in several["outcomes"] if told["outcome"] == "shared")
    assert shared > 0
    assert sum(side["count"] for side in several["sides"]) >= 30 + shared


def test_traces_for_other_engines_name_all_winners(harvest_fair: Ruleset) -> None:
    results = [trace(harvest_fair, "random", seed).result for seed in range(1, 12)]
    assert any(len(result.winners) > 1 and result.outcome == "shared" for result in results)
    assert all(result.winners for result in results)


def test_every_event_has_its_sentence() -> None:
    code = "".join(file.read_text(encoding="utf-8") for file in (ROOT / "rules_engine" / "from_rows").glob("*.py"))
    said = set(re.findall(r'say\(\s*state, \w+(?:\.\w+)*, "([\w-]+)"', code)) | {"passed-right", "ended-shared"}
    assert said <= section("rows")["en"].keys()


ANSWERED = {
    '  { code = "score", owner': """  { code = "holder", kind = "seat", rule = "hold" },
  { code = "score", owner""",
    'does = "raise score by turn-total; end turn"': 'does = "raise score by turn-total; set holder to you; end turn"',
    '[[ending]]\ncode = "goal-reached"': """[[phase]]
code = "answer"
inside = "game"
how = "round"
leader = "seat after holder"
who = "not you is holder"
rule = "hold"

[[action]]
code = "roll-along"
phase = "answer"
condition = "turn-total is above none"
does = "raise score by one; set turn-total to none"
rule = "hold"

[[action]]
code = "let-be"
phase = "answer"
does = "raise score by none"
rule = "hold"

[[ending]]
code = "goal-reached\"""",
}
"""Pig in which whoever holds is answered by the others in turn: one of them may go along, before play goes on."""


def test_others_may_answer_what_somebody_did(read_reframed: Changed) -> None:
    spoken = {"[names.counter]\n": '[names.counter]\nholder = ["holder"]\n'}
    phrases = {'"hold" = [': '"roll-along" = ["goes along"]\n"let-be" = ["lets be"]\n"hold" = ['}
    answered = read_reframed(
        "pig", ANSWERED, game={"counter = [": 'counter = ["holder", '}, en=spoken | phrases, cs=spoken | phrases
    )
    state = answered.engine.arrange({"players": 3, "phase": "turn", "turn": "player-1", "counters": {"turn-total": 5}})
    answered.advance(state, "hold")
    assert (answered.to_move(state), answered.legal(state)) == (1, ["roll-along", "let-be"])
    refusal = answered.advance(state, "roll")
    assert refusal is not None
    answered.advance(state, "let-be")
    assert answered.to_move(state) == 2
    answered.advance(state, "roll-along")
    assert answered.view(state, 0)["score"] == {"player-1": 5, "player-2": 0, "player-3": 1}
    assert (answered.to_move(state), answered.legal(state)) == (1, ["roll", "hold"])
    assert play_game(answered, at_random(3), seed=4, players=3).result is not None


def test_the_table_calls_teams_by_their_names(spades: Ruleset) -> None:
    table, shown = table_of("spades"), io.StringIO()
    view = spades.engine.view(spades.start(4, 1, {}), 0)
    drawn = table.draw(spades, view, words_of(spades, "cs"))
    Console(file=shown, width=120, color_system=None).print(drawn)
    assert "Sever a Jih 0, Východ a Západ 0" in shown.getvalue()
