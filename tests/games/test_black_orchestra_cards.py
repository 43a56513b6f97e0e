"""The card and board lists of Black Orchestra say what the components show, in notation that can be executed."""

import re
import tomllib
from collections import Counter, defaultdict
from itertools import combinations
from pathlib import Path

import pytest

from ingest.packs.check_pack import check_pack
from schema.notation import Line, Vocabulary
from schema.pack import (
    BoardFile,
    CardEntry,
    CardFile,
    ExampleEntry,
    ExampleFile,
    GameFile,
    NotationFile,
    Pack,
    RulesFile,
)

FOLDER = Path(__file__).parents[2] / "games" / "black-orchestra"
GAME = GameFile.model_validate(tomllib.loads((FOLDER / "game.toml").read_text(encoding="utf-8")))
NOTATION = NotationFile.model_validate(tomllib.loads((FOLDER / "notation.toml").read_text(encoding="utf-8")))
LISTS = {p.name: tomllib.loads(p.read_text(encoding="utf-8")) for p in sorted((FOLDER / "cards").glob("*.toml"))}
BOARD = BoardFile.model_validate(LISTS["board.toml"])
FILES = [CardFile.model_validate(content) for name, content in LISTS.items() if not name.startswith("board")]
EXAMPLES: list[ExampleEntry] = [
    example
    for path in sorted((FOLDER / "examples").glob("*.toml"))
    for example in ExampleFile.model_validate(tomllib.loads(path.read_text(encoding="utf-8"))).example
]
PACK = Pack(GAME, NOTATION, {}, RulesFile(), tuple(FILES), (BOARD,), ExampleFile(example=EXAMPLES), {}, "")
VOCABULARY: Vocabulary = PACK.vocabulary()

DECLARED = {
    ("1st", "conspirator"): {"normal": 27, "illegal": 15, "plot": 12},
    ("2nd", "conspirator"): {"normal": 24, "illegal": 15, "plot": 12},
    ("1st", "event"): {"key": 7, "important": 17, "normal": 60},
    ("2nd", "event"): {"key": 7, "important": 15, "normal": 62},
    ("1st", "interrogation"): {"": 6},
    ("2nd", "interrogation"): {"": 24},
}


def listed(edition: str, deck: str) -> list[tuple[CardFile, CardEntry]]:
    """The cards of an edition's deck, those of all editions too."""
    return [(f, c) for f in FILES for c in f.card if f.deck == deck and f.edition in (None, edition)]


def by_origin(edition: str, deck: str) -> Counter[str]:
    """How many cards of a deck are known from where."""
    counted: Counter[str] = Counter()
    for file, card in listed(edition, deck):
        counted[card.origin or file.origin] += card.copies
    return counted


def lines(card: CardEntry) -> list[Line]:
    """A card's effects, read."""
    return [VOCABULARY.parse(effect) for effect in card.effects]


def forms_used() -> set[str]:
    """Every form that a card, a delivery or the board's building uses."""
    used = {clause.form for f in FILES for c in f.card for line in lines(c) for _, clause in line.clauses()}
    for location in BOARD.location:
        for wanted in location.delivery:
            if wanted.condition:
                used.add(VOCABULARY.clause_of("condition", tuple(wanted.condition.split()), "").form)
    return used


def neighbours() -> dict[str, set[str]]:
    """The board's graph."""
    graph: dict[str, set[str]] = defaultdict(set)
    for one, other in [*BOARD.connections, *(pair for group in BOARD.cliques for pair in combinations(group, 2))]:
        graph[one].add(other)
        graph[other].add(one)
    return graph


def test_the_lists_pass_the_check_of_packs() -> None:
    assert [complaint.message for complaint in check_pack(PACK)] == []


@pytest.mark.parametrize("file", FILES, ids=lambda f: f"{f.deck}-{f.edition}-{f.origin}")
def test_every_effect_is_written_as_it_is_read(file: CardFile) -> None:
    for card in file.card:
        assert [str(line) for line in lines(card)] == card.effects, card.code


@pytest.mark.parametrize(("edition", "deck"), DECLARED)
def test_each_deck_has_the_size_of_its_components(edition: str, deck: str) -> None:
    counted: Counter[str] = Counter()
    for _, card in listed(edition, deck):
        counted[card.kind] += card.copies
    assert counted == DECLARED[edition, deck]


@pytest.mark.parametrize("edition", ["1st", "2nd"])
def test_each_stage_has_twelve_events_and_one_key_event(edition: str) -> None:
    cards = [card for _, card in listed(edition, "event")]
    per_stage: Counter[object] = Counter()
    for card in cards:
        per_stage[card.facts["stage"]] += card.copies
    assert per_stage == dict.fromkeys(range(1, 8), 12)
    assert sorted(str(c.facts["stage"]) for c in cards if c.kind == "key") == list("1234567")


def test_the_five_unseen_events_of_the_first_edition_are_inferred_raids() -> None:
    assert by_origin("1st", "event") == {"card-list": 79, "inferred": 5}
    inferred = [c for f, c in listed("1st", "event") if (c.origin or f.origin) == "inferred"]
    assert {tuple(c.effects) for c in inferred} == {("event: raid",)}
    assert [c.facts["stage"] for c in inferred] == [3, 4, 5, 6, 7]
    assert all(c.component for c in inferred)


@pytest.mark.parametrize("edition", ["1st", "2nd"])
def test_raids_begin_in_stage_two(edition: str) -> None:
    raids: Counter[object] = Counter()
    for _, card in listed(edition, "event"):
        raids[card.facts["stage"]] += card.copies if card.effects == ["event: raid"] else 0
    assert [raids[stage] for stage in range(1, 8)] == [0, 1, 2, 2, 2, 3, 3]


def test_what_is_known_of_the_second_edition_is_not_mixed_with_what_is_ours() -> None:
    assert by_origin("2nd", "interrogation") == {"card-list": 1, "house": 23}
    named = [c for _, c in listed("2nd", "interrogation") if c.facts.get("known") == "name"]
    assert [c.title["cs"] for c in named] == ["To musí být omyl…", "Nezbývá moc času"]
    assert by_origin("2nd", "conspirator") == {"card-list": 3 + 12, "inferred": 36}
    assert by_origin("2nd", "event") == {"card-list": 2, "inferred": 80, "house": 2}


def test_a_house_card_has_no_title_in_a_printed_language_unless_its_name_is_printed() -> None:
    ours = [c for f in FILES for c in f.card if (c.origin or f.origin) == "house" and "known" not in c.facts]
    assert {language for card in ours for language in card.title} == {"en"}


def test_every_interrogation_card_has_three_options() -> None:
    for edition in ("1st", "2nd"):
        for _, card in listed(edition, "interrogation"):
            assert [str(line.trigger) for line in lines(card)] == ["option a", "option b", "option c"], card.code


def test_in_the_second_edition_option_b_frees_and_option_c_resists() -> None:
    for _, card in listed("2nd", "interrogation"):
        _, b, c = lines(card)
        assert "release self at high" in map(str, b.steps), card.code
        assert str(c.steps[0]) == "roll to resist", card.code


def test_each_plot_has_one_attempt_and_three_additions() -> None:
    plots = [c for _, c in listed("2nd", "conspirator") if c.kind == "plot"]
    assert "".join(str(c.facts["letter"]) for c in plots) == "ABCDEFGHJKLM"
    for plot in plots:
        first, *others = lines(plot)
        assert [str(step) for step in first.steps] == ["attempt"], plot.code
        assert {str(line.trigger) for line in others} == {"bonus"}, plot.code
        assert len(others) == (2 if plot.code == "coup-d-etat" else 3), plot.code


def test_the_letters_on_an_item_are_the_plots_that_spend_it() -> None:
    spent: dict[str, set[str]] = defaultdict(set)
    for _, plot in listed("1st", "conspirator"):
        for line in lines(plot):
            for _, clause in line.clauses():
                if clause.form == "spend {item}":
                    spent[clause.arguments[0]].add(str(plot.facts["letter"]))
    items = {c.code: set(str(c.facts["plots"]).split()) for f in FILES if f.deck == "item" for c in f.card}
    assert items == spent


@pytest.mark.parametrize("edition", ["1st", "2nd"])
def test_nine_conspirators_have_an_affiliation_and_an_ability(edition: str) -> None:
    cards = [card for _, card in listed(edition, "character")]
    assert {c.code for c in cards} == set(GAME.concepts["character"])
    assert Counter(c.facts["affiliation"] for c in cards) == {"wehrmacht": 4, "abwehr": 3, "civilian": 2}
    assert all(c.effects for c in cards)


def test_every_leader_starts_on_a_space() -> None:
    starts = {c.code: c.facts["start"] for f in FILES if f.deck == "leader" for c in f.card}
    assert set(starts) == set(GAME.concepts["leader"])
    assert set(starts.values()) <= {location.code for location in BOARD.location}


def test_the_board_is_one_piece_without_the_prison() -> None:
    graph = neighbours()
    reached, waiting = {"train-station"}, ["train-station"]
    while waiting:
        for code in graph[waiting.pop()] - reached:
            reached.add(code)
            waiting.append(code)
    assert reached == {location.code for location in BOARD.location} - {"prison"}
    assert len(reached) == 30
    assert len(BOARD.connections) == len({frozenset(pair) for pair in BOARD.connections}) == 31


def test_the_train_station_is_the_only_gate_of_berlin() -> None:
    berlin = {location.code for location in BOARD.location if location.region == "berlin"}
    assert berlin == set(BOARD.cliques[0])
    assert {code for code in berlin if neighbours()[code] - berlin} == {"train-station"}


def test_spaces_open_close_and_are_fortified_as_the_board_prints() -> None:
    opens = Counter(location.opens_in_stage for location in BOARD.location)
    assert opens == {1: 7 + 5, 2: 2, 3: 6, 4: 6, 5: 4, None: 1}
    assert Counter(location.closes_in_stage for location in BOARD.location) == {None: 18, 7: 13}
    assert sum(location.is_fortified for location in BOARD.location) == 9


def test_each_item_is_wanted_once_for_oneself_and_once_to_share() -> None:
    wanted = [delivery for location in BOARD.location for delivery in location.delivery]
    assert len(wanted) == 24
    named = Counter((d.item, d.who) for d in wanted if d.item != "any")
    assert named == {(item, who): 1 for item in GAME.concepts["item"] for who in ("self", "split")}
    assert all(bool(d.condition) == (d.item == "any") for d in wanted)


def test_the_board_list_holds_no_amounts() -> None:
    text = (FOLDER / "cards" / "board.toml").read_text(encoding="utf-8")
    without_stages = re.sub(r"(opens-in-stage =|closes-in-stage =|condition = \"stage) \d", "", text)
    assert without_stages != text
    assert not re.search(r"\d", without_stages)


def test_no_form_of_the_notation_stands_idle() -> None:
    forms = {entry.form for entry in [*NOTATION.trigger, *NOTATION.step, *NOTATION.condition]}
    built = {"enter", "deliver {item}", "deliver any"}
    assert forms - forms_used() == built
    assert {build.trigger for builds in NOTATION.build.values() for build in builds} < built


def test_no_two_forms_of_a_part_read_the_same_words() -> None:
    for card in (c for f in FILES for c in f.card):
        for line in lines(card):
            for part, clause in line.clauses():
                alone = [f for f in VOCABULARY.forms[part] if _reads(part, f, clause.words)]
                assert alone == [clause.form], card.code


def _reads(part: str, form: str, words: tuple[str, ...]) -> bool:
    try:
        Vocabulary({part: [form]}, GAME.concepts).clause_of(part, words, "")  # type: ignore[dict-item, arg-type]
    except ValueError:
        return False
    return True


def test_no_effect_has_a_choice_inside_a_choice() -> None:
    for card in (c for f in FILES for c in f.card):
        for step in (step for line in lines(card) for step in line.steps):
            assert not any(inner.options for option in step.options for inner in option), card.code


def test_what_a_form_does_is_one_sentence() -> None:
    for entry in [*NOTATION.trigger, *NOTATION.step, *NOTATION.condition]:
        assert entry.meaning[0].isupper(), entry.form
        assert not re.search(r"\.\s|\.$", entry.meaning), entry.form


def test_worked_examples_speak_of_known_spaces_and_cards() -> None:
    spaces = {location.code for location in BOARD.location}
    for example in EXAMPLES:
        known = {c.code for f in FILES if f.edition in (None, example.edition) for c in f.card}
        people = example.given["conspirators"]
        assert set(people) <= set(GAME.concepts["character"]), example.code
        assert {person["location"] for person in people.values()} <= spaces, example.code
        assert {action["card"] for action in example.actions if "card" in action} <= known, example.code
        for effect in (effect for action in example.actions for effect in action.get("effects", ())):
            VOCABULARY.parse(effect)
