"""What the steps of Black Orchestra's notation do, each as a line of its own on a laid-out table."""

from collections.abc import Callable
from typing import Any

import pytest

from rules_engine.black_orchestra.engine import BlackOrchestra
from rules_engine.black_orchestra.lines import FORMS, push
from rules_engine.black_orchestra.rulebook import FACES
from rules_engine.black_orchestra.state import State
from rules_engine.chance import below, seeded
from rules_engine.machine.steps import run_frames
from rules_engine.ruleset import Ruleset

LINE = "card/quick-reaction/9"
"""The key of the line that is tried, as if it were another effect of that card."""
OSTER, BECK, KORDT = "oster", "beck", "kordt"
"""Of the Abwehr, of the Wehrmacht, and a civilian."""


@pytest.fixture(scope="module")
def engine(black_orchestra: Ruleset) -> BlackOrchestra:
    """An engine of its own, to which lines are added."""
    return BlackOrchestra(black_orchestra)


class Played:
    """A table on which one line happens."""

    def __init__(self, engine: BlackOrchestra, given: dict[str, Any], line: str, actor: str, dice: tuple[str, ...]):
        self.engine = engine
        self.state: State = engine.arrange(given)
        self.before = dict(engine.census(self.state))
        if dice:
            self.state.chance = chance_for(dice)
        parsed = engine.ruleset.vocabulary.parse(line)
        engine.add(LINE, ("card", "quick-reaction"), parsed, FORMS.compile(parsed), 0)
        self.state.options = None
        push(self.state, engine.programs[LINE], actor)
        run_frames(engine, self.state)

    @property
    def options(self) -> list[str]:
        """What is asked as long as the line goes on."""
        is_going_on = any(frame.program.key == LINE for frame in self.state.frames)
        return (self.state.options or []) if is_going_on else []

    def answer(self, *answers: str) -> "Played":
        for text in answers:
            assert text in self.options, (text, self.options)
            assert self.engine.advance(self.state, text) is None
        return self

    def done(self) -> State:
        """The state when the line is over, with every card still somewhere."""
        assert not self.options, self.options
        assert self.engine.census(self.state) == self.before
        return self.state


def chance_for(faces: tuple[str, ...]) -> int:
    """A chance that rolls these faces next."""
    for seed in range(100_000):
        chance, shown = seeded(seed), []
        for _ in faces:
            face, chance = below(chance, len(FACES))
            shown.append(FACES[face])
        if tuple(shown) == faces:
            return seeded(seed)
    raise AssertionError(f"No seed rolls {faces}.")


Play = Callable[..., Played]


@pytest.fixture
def play(engine: BlackOrchestra) -> Play:
    """Lay out a table and let a line happen, with three conspirators in three places unless told otherwise."""
    three = {OSTER: {}, BECK: {"location": "nuremberg"}, KORDT: {"location": "munich"}}

    def lay(line: str, *, actor: str = OSTER, dice: tuple[str, ...] = (), **given: Any) -> Played:
        named = {key.replace("_", "-"): value for key, value in given.items()}
        named["conspirators"] = named.pop("who", three)
        return Played(engine, named, line, actor, dice)

    return lay


def level(state: State, code: str, track: str = "suspicion") -> str:
    return state.tracks[track].words[state.conspirators[code].levels[track]]


def levels(state: State, track: str = "suspicion") -> list[str]:
    return [level(state, code, track) for code in state.conspirators]


def test_a_condition_is_asked_of_each_one_concerned(play: Play) -> None:
    state = play("suspicion all +1 if wehrmacht").done()
    assert levels(state) == ["medium", "high", "medium"]


def test_prisoners_are_not_concerned(play: Play) -> None:
    state = play("suspicion all +1", who={OSTER: {}, BECK: {"location": "prison"}}).done()
    assert levels(state) == ["high", "medium"]


def test_one_who_is_chosen_stays_the_same_to_the_end_of_the_line(play: Play) -> None:
    played = play("suspicion any +1; motivation any +2")
    assert played.options == [OSTER, BECK, KORDT]
    state = played.answer(KORDT).done()
    assert (level(state, KORDT), level(state, KORDT, "motivation")) == ("high", "motivated")
    assert levels(state, "motivation")[:2] == ["timid", "timid"]


def test_whom_it_touches_in_full_comes_before_whom_it_touches_less(play: Play) -> None:
    people = {OSTER: {"suspicion": "extreme"}, BECK: {"suspicion": "high"}, KORDT: {"suspicion": "low"}}
    state = play("suspicion any +2", who=people).done()
    assert levels(state) == ["extreme", "high", "high"], "nobody had to be asked"


def test_the_amount_to_share_out_is_handed_out_freely(play: Play) -> None:
    people = {OSTER: {"suspicion": "high"}, BECK: {"suspicion": "low"}, KORDT: {"suspicion": "high"}}
    played = play("suspicion split -3", who=people)
    assert played.options == ["oster -2, kordt -1", "oster -1, kordt -2"], "Beck has nothing to lose"
    assert levels(played.answer("oster -1, kordt -2").done()) == ["medium", "low", "low"]


@pytest.mark.parametrize(
    ("line", "before", "after"),
    [
        ("suspicion self to low", "extreme", "low"),
        ("suspicion self up to high", "low", "high"),
        ("suspicion self up to high", "extreme", "extreme"),
        ("suspicion self down to start", "extreme", "medium"),
        ("suspicion self down to start", "low", "low"),
    ],
)
def test_levels_are_set_upwards_or_downwards(play: Play, line: str, before: str, after: str) -> None:
    assert level(play(line, who={OSTER: {"suspicion": before}}).done(), OSTER) == after


def test_a_track_changes_once_for_each_such_die(play: Play) -> None:
    state = play("roll 3; suspicion self -1 per target", dice=("target", "1", "target"),
                 who={OSTER: {"suspicion": "extreme"}}).done()  # fmt: skip
    assert level(state, OSTER) == "medium"


@pytest.mark.parametrize(
    ("line", "before", "after"),
    [
        ("military-support +2", 6, 7),
        ("military-support -2", 4, 3),
        ("military-support to start", 6, 3),
        ("military-support up to 5", 4, 5),
        ("military-support up to 5", 6, 6),
    ],
)
def test_military_support_stays_within_its_ends(play: Play, line: str, before: int, after: int) -> None:
    assert play(line, military_support=before).done().levels["military-support"] == after


def test_the_dissent_track_is_emptied(play: Play) -> None:
    assert play("dissent to start", dissent=2).done().dissent == 0


def test_leaders_move_and_those_of_an_affiliation_with_them(play: Play) -> None:
    state = play("move hitler to chancellery; move all to chancellery if abwehr").done()
    assert state.leaders["hitler"] == state.conspirators[OSTER].location == "chancellery"
    assert state.conspirators[BECK].location == "nuremberg"


def test_all_leaders_go_to_one_space_or_back_to_their_own(play: Play) -> None:
    state = play("move all-leaders to nuremberg").done()
    assert set(state.leaders.values()) == {"nuremberg"}
    state = play("move all-leaders to nuremberg; move all-leaders to start").done()
    assert (state.leaders["hitler"], state.leaders["goring"]) == ("deutschlandhalle", "munich")


def test_a_visitor_passes_over_who_is_beside_him_and_visits_who_is_alone(play: Play) -> None:
    people = {OSTER: {"location": "hannover"}, BECK: {"location": "nuremberg"}}
    played = play("move hess to nearest; suspicion visited +1", who=people)
    state = played.done()
    assert state.leaders["hess"] == "nuremberg", "Oster is where he is already"
    assert levels(state) == ["medium", "high"]


def test_nobody_is_visited_where_two_are_together(play: Play) -> None:
    people = {OSTER: {"location": "munich"}, BECK: {"location": "munich"}}
    state = play("move hess to nearest; suspicion visited +1", who=people).done()
    assert state.leaders["hess"] == "munich"
    assert levels(state) == ["medium", "medium"]


def test_between_equally_near_spaces_the_active_player_chooses(play: Play) -> None:
    people = {OSTER: {"location": "hannover"}, BECK: {"location": "posen"}}
    played = play("move himmler to nearest", who=people, leaders={"himmler": "train-station"}, stage=3)
    assert played.options == ["hannover", "posen"]
    assert played.answer("posen").done().leaders["himmler"] == "posen"


def test_the_visited_one_decides_what_to_pay(play: Play) -> None:
    people = {OSTER: {"motivation": "timid"}, BECK: {"location": "nuremberg", "motivation": "motivated"}}
    line = "move bormann to nearest; may (motivation visited -1; move visited anywhere; suspicion visited -1)"
    played = play(line, who=people, leaders={"bormann": "munich"})
    assert played.state.asker == BECK
    played.answer(next(option for option in played.options if option != "decline"))
    state = played.answer("berghof" if "berghof" in played.options else "munich").done()
    assert (level(state, BECK), level(state, BECK, "motivation")) == ("low", "skeptical")


def test_who_cannot_pay_is_not_asked(play: Play) -> None:
    line = "move bormann to nearest; may (motivation visited -1; move visited anywhere)"
    state = play(line, who={OSTER: {}, BECK: {"location": "prison"}}, leaders={"bormann": "munich"}).done()
    assert state.conspirators[OSTER].location == "train-station", "he is timid and has nothing to give"


def test_steps_are_taken_one_by_one_and_may_end_early(play: Play) -> None:
    played = play("move self up to 2")
    assert "nuremberg" in played.options
    assert "stay" in played.options
    state = played.answer("nuremberg", "munich").done()
    assert state.conspirators[OSTER].location == "munich"
    assert play("move self up to 2").answer("hannover", "stay").done().conspirators[OSTER].location == "hannover"


def test_a_card_moves_a_leader_along_the_lines(play: Play) -> None:
    played = play("move hitler up to 1", leaders={"hitler": "nuremberg"})
    assert set(played.options) == {"train-station", "adlerhorst", "munich", "stay"}
    assert played.answer("munich").done().leaders["hitler"] == "munich"


def test_two_deputies_are_moved_to_one_space(play: Play) -> None:
    state = play("move 2 deputies anywhere").answer("hess", "himmler", "paris").done()
    assert state.leaders["hess"] == state.leaders["himmler"] == "paris"
    assert state.leaders["goring"] == "munich"


def test_the_nearest_deputy_comes(play: Play) -> None:
    state = play("move nearest-deputy to self", who={OSTER: {"location": "berghof"}}, stage=2).done()
    assert state.leaders["goring"] == "berghof"


def test_a_leader_is_removed_if_he_is_there(play: Play) -> None:
    state = play("remove hess; remove hess").done()
    assert "hess" not in state.leaders
    assert play("remove deputy").answer("goring").done().gone == ["goring"]


def test_events_leave_the_game_unseen(play: Play) -> None:
    played = play("remove 2 events")
    state = played.done()
    whole = len(played.engine.arrange({"conspirators": {OSTER: {}}}).event_decks[0])
    assert len(state.event_decks[0]) == whole - 2


def test_events_are_looked_at_put_in_order_and_one_removed(play: Play) -> None:
    played = play("look at 2 events; may remove seen event")
    first, second = played.options
    played.answer(second)
    assert played.state.event_decks[0][-2:] == [first, second], "the one picked comes next"
    state = played.answer("remove seen event", first).done()
    assert state.removed_events == [first]
    assert state.event_decks[0][-1] == second


def test_more_or_fewer_events_are_due(play: Play) -> None:
    assert play("events +1").done().events_due == 2
    assert play("events -1").done().events_due == 0


def test_cards_are_drawn_as_many_as_wanted(play: Play) -> None:
    played = play("draw self up to 3; suspicion self +1", who={OSTER: {"motivation": "motivated"}})
    assert played.options == ["draw 3", "draw 2", "draw 1", "draw 0"]
    state = played.answer("draw 2").done()
    assert len(state.conspirators[OSTER].cards) == 2
    assert level(state, OSTER) == "high"


def test_of_two_drawn_cards_one_is_kept(play: Play) -> None:
    played = play("draw 2 keep 1", deck=["safe", "cover-story"])
    assert played.options == ["discard safe", "discard cover-story"]
    state = played.answer("discard safe").done()
    assert state.conspirators[OSTER].cards == ["cover-story"]
    assert state.discard == ["safe"]


def test_cards_are_turned_over_until_a_plot_comes(play: Play) -> None:
    state = play("draw until plot", deck=["safe", "cover-story", "lone-gunman", "airplane-access"]).done()
    assert state.conspirators[OSTER].cards == ["lone-gunman"]
    assert state.discard == ["safe", "cover-story"]


@pytest.mark.parametrize(
    ("line", "given", "answer", "held"),
    [
        ("take card from discards", {"discard": ["safe", "cover-story"]}, "safe", "safe"),
        ("take item from discards", {"discarded_items": ["map", "keys"]}, "keys", "keys"),
        ("take item from board", {"squares": {"munich": "map", "vienna": "keys"}}, "munich", "map"),
    ],
)
def test_one_of_choice_is_taken(play: Play, line: str, given: dict[str, Any], answer: str, held: str) -> None:
    conspirator = play(line, **given).answer(answer).done().conspirators[OSTER]
    assert [*conspirator.cards, *conspirator.items] == [held]


def test_the_item_of_the_own_space_is_taken_unseen(play: Play) -> None:
    people = {OSTER: {"location": "munich"}}
    state = play("take item from here", who=people, squares={"munich": "map", "vienna": "keys"}).done()
    assert state.conspirators[OSTER].items == ["map"]
    assert state.squares == {"vienna": "keys"}


def test_each_discards_what_they_choose(play: Play) -> None:
    people = {OSTER: {"cards": ["safe", "cover-story"]}, BECK: {}, KORDT: {"cards": ["airplane-access"]}}
    played = play("discard all 1 card", who=people)
    assert (played.state.asker, played.options) == (OSTER, ["discard safe", "discard cover-story"])
    state = played.answer("discard safe").done()
    assert state.conspirators[OSTER].cards == ["cover-story"]
    assert state.conspirators[KORDT].cards == []


def test_only_who_has_enough_can_be_chosen_to_discard(play: Play) -> None:
    people = {OSTER: {"items": ["map"]}, BECK: {"items": ["keys", "badge"]}}
    state = play("discard any 2 item if has 2 item", who=people).done()
    assert (state.conspirators[OSTER].items, state.conspirators[BECK].items) == (["map"], [])


def test_illegal_cards_of_all_are_discarded(play: Play) -> None:
    people = {OSTER: {"cards": ["inspiring-letter", "safe"]}, BECK: {"cards": ["hidden-camera"]}}
    state = play("discard all all illegal-card", who=people).done()
    assert [c.cards for c in state.conspirators.values()] == [["safe"], []]


def test_items_of_the_board_go_unseen(play: Play) -> None:
    played = play("discard 2 items", squares={"munich": "map", "vienna": "keys", "riga": "badge"}, face_up=["riga"])
    state = played.done()
    assert state.squares == {"riga": "badge"}, "there were only two face down"
    assert sorted(state.discarded_items) == ["keys", "map"]


def test_items_of_early_spaces_leave_the_game(play: Play) -> None:
    squares = {"sportpalast": "map", "vienna": "keys", "riga": "badge"}
    state = play("remove items stage 1 to 2", squares=squares).done()
    assert state.squares == {"riga": "badge"}
    assert "map" in state.removed_items


def test_items_are_revealed(play: Play) -> None:
    state = play("reveal munich; reveal paris", squares={"munich": "map"}).done()
    assert state.face_up == ["munich"]
    assert play("reveal any", squares={"munich": "map", "vienna": "keys"}).answer("vienna").done().face_up == ["vienna"]


def test_a_roll_decides_what_happens(play: Play) -> None:
    line = "roll 1; motivation self +2 if rolled 2; suspicion self +2 if rolled eagle"
    assert level(play(line, dice=("2",)).done(), OSTER, "motivation") == "motivated"
    assert level(play(line, dice=("eagle",)).done(), OSTER) == "extreme"
    assert levels(play(line, dice=("target",)).done())[0] == "medium"


def test_who_is_of_little_courage_resists_with_two_dice_and_keeps_the_worse(play: Play) -> None:
    line = "roll to resist; release self at high if rolled target; military-support +1 if rolled 1"
    timid = {OSTER: {"location": "prison"}, BECK: {}}
    state = play(line, who=timid, dice=("target", "1")).done()
    assert state.conspirators[OSTER].location == "prison"
    assert state.levels["military-support"] == 4
    brave = {OSTER: {"location": "prison", "motivation": "committed"}, BECK: {}}
    state = play(line, who=brave, dice=("target", "1")).done()
    assert (state.conspirators[OSTER].location, level(state, OSTER)) == ("gestapo-hq", "high")


def test_number_dice_are_handed_out_as_actions_to_come(play: Play) -> None:
    played = play("roll 3; share numbers", dice=("1", "eagle", "3"))
    state = played.answer("give 3 beck", "decline").done()
    assert state.conspirators[BECK].extra == [3]


def test_arrest_and_release(play: Play) -> None:
    state = play("arrest all if in munich").done()
    assert [c.location for c in state.conspirators.values()] == ["train-station", "nuremberg", "prison"]
    people = {OSTER: {}, BECK: {"location": "prison"}}
    state = play("release prisoner at medium", who=people).done()
    assert (state.conspirators[BECK].location, level(state, BECK)) == ("gestapo-hq", "medium")


def test_abilities_are_switched_off_for_good(play: Play) -> None:
    assert play("disable all if abwehr").done().disabled == [OSTER]


def test_the_nearest_to_hitler_are_all_who_are_equally_near(play: Play) -> None:
    people = {OSTER: {"location": "hannover"}, BECK: {"location": "nuremberg"}, KORDT: {"location": "munich"}}
    state = play("suspicion nearest-to-hitler up to high", who=people, leaders={"hitler": "train-station"}).done()
    assert levels(state) == ["high", "high", "medium"]
