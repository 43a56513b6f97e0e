"""Combinations of Operation Barclay, against a plain reading of the rules and against poker where the two agree."""

import random
from collections import Counter
from collections.abc import Sequence
from itertools import combinations, pairwise, product

import pytest
from pokerkit import Card as PokerCard
from pokerkit import Rank, StandardLookup, Suit

from rules_engine.errors import RulesetError
from rules_engine.fact_values import FactValue
from rules_engine.operation_barclay.hands import PLACE, Hands, Value, order_of
from rules_engine.ruleset import Ruleset
from schema.notation import Vocabulary

ORDER = (
    "five-of-a-kind",
    "straight-flush",
    "four-of-a-kind",
    "full-house",
    "straight",
    "three-of-a-kind",
    "two-pair",
    "pair",
    "high-card",
)
FACES = [(1, 13), *((number,) for number in range(2, 13))]
COLOURS = [1 << place for place in range(5)]
Card = tuple[tuple[int, ...], int]
Told = tuple[int, tuple[int, ...]]


@pytest.fixture(scope="module")
def hands() -> Hands:
    return Hands(ORDER, size=5)


def plain_rules(numbers: Sequence[int], colours: Sequence[int]) -> Told:
    """Place from the end of the list and deciding numbers, read off the rules one after the other."""
    counts = Counter(numbers)

    def of(count: int) -> list[int]:
        return sorted((number for number in counts if counts[number] == count), reverse=True)

    is_sequence = len(numbers) == 5 and sorted(numbers) == list(range(min(numbers), min(numbers) + 5))
    if of(5):
        return 9, (of(5)[0],)
    if is_sequence and len(set(colours)) == 1:
        return 8, (max(numbers),)
    if of(4):
        return 7, (of(4)[0],)
    if of(3) and of(2):
        return 6, (of(3)[0], of(2)[0])
    if is_sequence:
        return 5, (max(numbers),)
    if of(3):
        return 4, (of(3)[0],)
    if len(of(2)) == 2:
        return 3, tuple(of(2))
    if of(2):
        return 2, (of(2)[0],)
    return 1, (max(numbers),)


def plain_choices(cards: Sequence[Card]) -> list[Told]:
    """Everything the cards can be, by trying each number and colour, the best first."""
    numbers = product(*(numbers for numbers, _ in cards))
    singles = [[bit for bit in COLOURS if bit & colours] for _, colours in cards]
    return sorted({plain_rules(ns, cs) for ns, cs in product(numbers, list(product(*singles)))}, reverse=True)


def told(hands: Hands, score: int) -> Told:
    return 9 - ORDER.index(hands.kind(score)), hands.deciding(score)


def valued(cards: Sequence[Card]) -> list[Value]:
    return [(numbers, tuple(place for place in range(5) if colours >> place & 1)) for numbers, colours in cards]


def best(hands: Hands, cards: Sequence[Card]) -> int:
    """The best combination, asked for in both ways."""
    score = hands.best_of(valued(cards))
    assert hands.best([hands.face(numbers) for numbers, _ in cards], [colours for _, colours in cards]) == score
    return score


def made(text: str) -> list[Card]:
    """Cards such as ``1/13p 4r 2/3pb``: numbers, then the first letters of the colours."""
    cards = []
    for word in text.split():
        numbers = word.rstrip("prbgv")
        colours = sum(1 << "prbgv".index(letter) for letter in word[len(numbers) :])
        cards.append((tuple(map(int, numbers.split("/"))), colours))
    return cards


DECK: list[Card] = [(face, colour) for face in FACES for colour in COLOURS]
SPECIAL = made("2/3/4p 8/9/10g 5/6/7r 12gv 10prb 6/7bv 1/13rb 3p 7r 9v")


def test_every_card_of_a_large_sample_is_what_the_rules_say(hands: Hands) -> None:
    draw = random.Random(4)
    for _ in range(100_000):
        cards = draw.sample(DECK, 5)
        assert told(hands, best(hands, cards)) == plain_choices(cards)[0], cards


def test_cards_of_several_numbers_and_colours_take_the_best_choice_and_can_be_any_other(hands: Hands) -> None:
    draw = random.Random(5)
    for _ in range(1_500):
        many = draw.randint(1, 5)
        cards = draw.sample(SPECIAL, draw.randint(1, many)) + draw.sample(DECK, 5 - many)
        choices = plain_choices(cards)
        assert told(hands, best(hands, cards)) == choices[0], cards
        assert [told(hands, score) for score in hands.choices(valued(cards))] == choices, cards


def test_hands_rich_in_combinations_compare_as_the_rules_say(hands: Hands) -> None:
    few = [card for card in DECK if card[0][0] in (1, 2, 3, 4, 5) and card[1] in COLOURS[:3]]
    scored = {cards: best(hands, cards) for cards in combinations(few, 5)}
    plain = {cards: plain_choices(cards)[0] for cards in scored}
    assert {place for place, _ in plain.values()} == {8, 6, 5, 4, 3, 2}
    by_score = sorted(scored, key=lambda cards: scored[cards])
    for worse, better in pairwise(by_score):
        assert plain[worse] <= plain[better]
        assert (plain[worse] == plain[better]) == (scored[worse] == scored[better])


@pytest.mark.parametrize(
    ("cards", "kind", "deciding"),
    [
        ("7p 7r 7b 7g 7v", "five-of-a-kind", (7,)),
        ("9r 10r 11r 12r 1/13r", "straight-flush", (13,)),
        ("1/13b 2b 3b 4b 5b", "straight-flush", (5,)),
        ("11r 12r 1/13r 2r 3r", "high-card", (13,)),
        ("2r 5r 7r 9r 11r", "high-card", (11,)),
        ("1/13p 1/13r 1/13b 4p 4r", "full-house", (13, 4)),
        ("4p 4r 9b 9g 12p", "two-pair", (9, 4)),
        ("2/3/4p 5p 6p 7p 8p", "straight-flush", (8,)),
        ("6p 7r 8b 12gv 10pr", "high-card", (12,)),
        ("6b 6r 6p 6/7bv 7r", "four-of-a-kind", (6,)),
        ("8p 8r 8b 8g", "four-of-a-kind", (8,)),
        ("3p 4p 5p 6p", "high-card", (6,)),
        ("3p 3r", "pair", (3,)),
    ],
)
def test_the_owner_makes_the_most_of_the_cards(hands: Hands, cards: str, kind: str, deciding: tuple[int, ...]) -> None:
    score = best(hands, made(cards))
    assert (hands.kind(score), hands.deciding(score)) == (kind, deciding)


@pytest.mark.parametrize(
    ("one", "other"),
    [
        ("9p 9r 12b 4g 2v", "9b 9g 11p 3r 2b"),
        ("7p 7r 7b 12g 2v", "7g 7v 7p 3r 4b"),
        ("5p 5r 3b 3g 12v", "5b 5g 3p 3r 2v"),
        ("12p 9r 7b 5g 2v", "12r 10b 8g 6v 4p"),
        ("5p 6p 7p 8p 9p", "5r 6r 7r 8r 9r"),
    ],
)
def test_cards_outside_the_combination_never_break_a_tie(hands: Hands, one: str, other: str) -> None:
    assert best(hands, made(one)) == best(hands, made(other))


def test_no_cards_make_no_combination(hands: Hands) -> None:
    assert hands.best([], []) == 0
    assert hands.choices([]) == [0]
    assert hands.kind(0) == ""


def test_poker_orders_the_hands_alike_where_the_games_agree(hands: Hands) -> None:
    """In four colours poker only adds kickers and the plain flush: its order refines ours."""
    suits, lookup = [Suit.CLUB, Suit.DIAMOND, Suit.HEART, Suit.SPADE], StandardLookup()
    higher = dict(zip(FACES, "A3456789TJQK", strict=True))
    low = dict(zip(FACES, "A23456789TJQ", strict=True))
    draw, found = random.Random(6), {}
    for _ in range(30_000):
        cards = draw.sample([card for card in DECK if card[1] != COLOURS[4]], 5)
        is_lowest = {face[0] for face, _ in cards} == {1, 2, 3, 4, 5}
        ranks = low if is_lowest else higher
        poker = lookup.get_entry([PokerCard(Rank(ranks[face]), suits[COLOURS.index(c)]) for face, c in cards])
        if poker.label.value != "Flush":
            found.setdefault(poker.index, set()).add(best(hands, cards))
    assert all(len(scores) == 1 for scores in found.values())
    ordered = [found[index].pop() for index in sorted(found)]
    assert ordered == sorted(ordered)
    assert {hands.kind(score) for score in ordered} >= {"full-house", "straight", "four-of-a-kind", "high-card"}


def ruleset(places: dict[str, str], kinds: Sequence[str] = ORDER) -> Ruleset:
    facts = {(f"hand:{kind}", PLACE): FactValue(1, value, "rulebook") for kind, value in places.items()}
    return Ruleset("operation-barclay", "Operation Barclay", "1st", facts, {"hand": tuple(kinds)}, Vocabulary({}))


def test_the_order_of_combinations_is_the_rulebooks() -> None:
    places = {kind: str(place) for place, kind in enumerate(reversed(ORDER), 1)}
    order = order_of(ruleset(places))
    assert order == ORDER[::-1]
    reversed_hands = Hands(order, size=5)
    assert best(reversed_hands, made("2p 5r 7b 9g 11v")) > best(reversed_hands, made("7p 7r 7b 7g 7v"))
    assert best(reversed_hands, made("5p 6p 7p 8p 9p")) < best(reversed_hands, made("5p 6p 7p 8p 9r"))
    assert best(reversed_hands, made("5p 6p 7p 8p 9pr")) == best(reversed_hands, made("5p 6p 7p 8p 9r"))


def test_unless_every_kind_has_a_place_the_order_is_the_games() -> None:
    swapped = {kind: str(place) for place, kind in enumerate((ORDER[1], ORDER[0], *ORDER[2:]), 1)}
    assert order_of(ruleset(swapped)) == (ORDER[1], ORDER[0], *ORDER[2:])
    swapped.pop("pair")
    assert order_of(ruleset(swapped)) == ORDER


def test_of_two_kinds_in_one_place_the_first_of_the_list_is_better() -> None:
    places = {kind: str(place) for place, kind in enumerate(ORDER, 1)}
    known = ruleset(places | {ORDER[1]: "1"})
    assert order_of(known) == tuple(ORDER)
    assert known.curbed == {(f"hand:{ORDER[1]}", "place"): "2"}


def test_a_book_may_place_a_kind_that_is_not_known() -> None:
    places = {kind: str(place if place < 5 else place + 1) for place, kind in enumerate(reversed(ORDER), 1)}
    assert order_of(ruleset(places)) == tuple(reversed(ORDER))


def test_the_kinds_must_be_those_that_the_engine_knows() -> None:
    with pytest.raises(RulesetError, match="flush"):
        order_of(ruleset({}, [*ORDER, "flush"]))
