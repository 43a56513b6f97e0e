"""Players: rules of thumb are better than chance, searching is fair, and words are found for what they do."""

from statistics import mean
from types import SimpleNamespace
from typing import Any

from rules_engine.players import at_random, by_search, make_player, play_game
from rules_engine.ruleset import Ruleset


def points(ruleset: Ruleset, player: Any, games: int) -> float:
    return mean(play_game(ruleset, player, seed=seed).result.points for seed in range(games))


def test_rules_of_thumb_beat_chance(resist: Ruleset) -> None:
    assert points(resist, make_player(resist, "rules"), 80) > 4 * points(resist, at_random(1), 80)


def test_the_searching_player_finishes_games_and_repeats_itself(resist: Ruleset) -> None:
    games = [play_game(resist, by_search(resist, 1, rollouts=3), seed=3) for _ in range(2)]
    assert games[0].record == games[1].record
    assert games[0].result == games[1].result


def test_the_searching_player_sees_what_leads_to_a_loss(resist: Ruleset) -> None:
    """One more failure loses the game, no mission can be completed: whoever tries both ends the resistance."""
    state = resist.engine.arrange(
        {
            "is-set-up": True,
            "zones": {
                "hand": ["roberto"],
                "hidden": ["spy", "spy", "spy"],
                "spy-supply": [],
                "failed": ["destroy-the-bunker"],
                "completed": ["attack-the-commanders-villa"],
                "offer": [["cross-the-border"], ["attack-the-police-station"]],
                "garrison": [],
            },
        }
    )
    for action in ("choose cross-the-border", "play roberto revealed", "defeat cross-the-border", "stop"):
        assert resist.advance(state, action) is None
    assert by_search(resist, 1, rollouts=8)(state, resist.legal(state)) == "end"


def test_the_rule_player_does_not_look_at_hidden_cards(resist: Ruleset) -> None:
    player, chance = make_player(resist, "rules"), at_random(2)
    for seed in range(15):
        state = resist.start(seed=seed)
        while actions := resist.legal(state):
            alike = resist.engine.redeal(state, 0, seed + 1)
            assert player(alike, resist.legal(alike)) == player(state, actions)
            likely = [action for action in actions if action != "end"] or actions
            resist.advance(state, chance(state, likely))


def test_effects_are_told_in_the_words_of_the_phrasebook(resist: Ruleset) -> None:
    state = resist.engine.arrange({"is-set-up": True, "zones": {"hand": ["carlos"]}})
    events: list[Any] = []
    resist.advance(state, "play carlos revealed use", events)
    action = next(event for event in events if event.kind == "action")
    assert "draw 2" in resist.tell(action, "en")
    assert resist.tell(action, "cs").startswith("Carlos: ")
    assert "draw" not in resist.tell(action, "cs")
    assert resist.tell(action, "pl").startswith("Carlos: ujawniony partyzant (faza PLANOWANIE): dobierz karty (2)")
    assert resist.tell(action, "de") == "Carlos uses the revealed action."
    drawn = next(event for event in events if event.kind == "drew")
    assert resist.tell(drawn).startswith("You draw ")


def test_actions_and_cards_have_words(resist: Ruleset) -> None:
    assert resist.say("defeat destroy-the-railroad-bridge", "cs") == "defeat Zničte železniční most"
    assert resist.say("defeat guard-2") == "defeat Guard 2"
    assert resist.say("play abel hidden use") == "play Abel hidden use"
    help_lines = resist.card_help("abel")
    assert help_lines[0] == "Abel"
    assert "attack.hidden: 1" in help_lines
    assert any("revealed maquis" in line for line in help_lines)


class Climbing:
    """A game without end: from zero, one up or down at each step; up is good, and jumping is not worth a thought."""

    far = 4

    def __init__(self) -> None:
        self.judged: list[int] = []

    def start(self) -> list[int]:
        return Steps()

    def legal(self, state: list[int]) -> list[str]:
        del state
        return ["down", "jump", "up"]

    def advance(self, state: list[int], action: str) -> None:
        assert action != "jump", "what is not on the short list is not tried"
        state.append(1 if action == "up" else -1)

    def shortlist(self, state: list[int], actions: list[str]) -> list[str]:
        del state
        return [action for action in actions if action != "jump"]

    def is_far(self, before: list[int], after: list[int]) -> bool:
        return len(after) >= len(before) + self.far

    def worth(self, state: list[int], player: int) -> float:
        del player
        self.judged.append(len(state))
        return sum(state) / 10

    def to_move(self, state: list[int]) -> int:
        del state
        return 0

    def redeal(self, state: "Steps", player: int, seed: int) -> "Steps":
        del player, seed
        return state.copy()

    def rule_player(self) -> Any:
        return lambda state, actions: actions[0]


class Steps(list[int]):
    def copy(self) -> "Steps":
        return Steps(self)


def test_a_search_stops_where_the_game_says_and_tries_what_it_names() -> None:
    """The game has no end: without that stop each try would take a hundred thousand steps."""
    engine = Climbing()
    state = engine.start()
    player: Any = by_search(SimpleNamespace(engine=engine), 1, rollouts=4)  # type: ignore[arg-type]
    assert player(state, engine.legal(state)) == "up"
    assert set(engine.judged) == {engine.far}
