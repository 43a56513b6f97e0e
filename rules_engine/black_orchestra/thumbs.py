"""The settings of the rules of thumb: what each thing is worth to the conspirators."""

import re
from dataclasses import dataclass

GOOD = re.compile(r"motivation \S+ \+|military-support -|suspicion \S+ -|draw until plot|release ")
BAD = re.compile(r"suspicion \S+ \+|motivation \S+ -|military-support \+")
"""What a line does that is worth an action, and what makes it dear."""


@dataclass(frozen=True, slots=True)
class Thumbs:
    """Worths are compared with each other only; chosen by reading lost games and by playing many, for both editions."""

    hope: tuple[float, ...] = (0.12, 0.12, 0.1, 0.1, 0.08, 0.06, 0.03)
    """How likely a plot must succeed to be attempted, by stage."""
    last_hope: float = 0.01
    """The same when the events run out."""
    enough: float = 0.8
    """Share of the chance with all together for which nobody is waited for."""
    helps: float = 0.02
    """How much the chance must rise for the others to come."""
    free: float = 0.02
    """How likely an attempt for which nothing is spent must succeed: it costs an action, and may be detected."""
    strike: float = 10.0
    """An attempt of a plot, and as much more as it is likely to succeed."""
    strike_free: float = 9.5
    """An attempt for which nothing is spent."""
    release: float = 18.0
    play: float = 8.0
    use: float = 7.5
    ability: float = 14.0
    share: float = 6.8
    conspire: float = 6.0
    find_plot: float = 6.0
    """A card that finds a plot, for who has none."""
    take: float = 3.0
    """An ability that takes an item."""
    draw_first: float = 6.5
    """A card while nobody has a plot."""
    draw: float = 5.5
    """A card that the dossier has room for."""
    cycle: float = 0.5
    """A card for which another must go."""
    procure_wanted: float = 7.0
    procure: float = 5.0
    reveal: float = 4.5
    deliver: float = 5.0
    """An item, and as much more as there is suspicion."""
    stroll: float = 2.0
    """A step on the way to something of worth one and a half steps away."""
    near: float = 1.5
    """Steps that are added to every way, so that what is near is not worth all the world."""
    flee: float = 1.0
    """A step away from leaders at the end of the turn."""
    to_wanted: float = 3.0
    to_item: float = 1.0
    to_square: float = 1.0
    to_taker: float = 1.0
    to_taker_suspected: float = 0.5
    to_striker: float = 2.0
    to_courage: float = 3.0
    """Ways to an item of the plan, another that lies open, an unseen one, a space that takes an item (and as much more
    for each suspicion), whoever is to strike with something for them, a space that gives motivation."""
    costs: tuple[float, ...] = (0.5, 1.0, 2.5, 0.5)
    """What it costs to be suspected more, by suspicion, in targets on the dissent track."""
    dear: float = 1.5
    """How much dearer it is for who is to strike."""
    support_early: float = 0.8
    support_late: float = 2.0
    """Worth of less military support as a reward, in the first half of the stages and after it; one level of
    motivation is worth `courage` to who is to strike, and `others` to the others."""
    courage: float = 5.0
    others: float = 1.0
    keep_plan: float = 4.0
    keep_item: float = 1.0
    """Worth of what the plan needs, and of any other item."""
    keep_during: float = 3.0
    keep_good: float = 1.8
    keep_any: float = 1.5
    keep_plot: float = 0.7
    keep_promise: float = 5.0
    keep_rest: float = 0.5
    """Worth of a card in the dossier: one for attempts, one that does good, one for any time, a plot and its promise,
    any other."""
    raid: float = 1.5
    raid_suspected: float = 1.2
    """What it costs to be found with an illegal card in a raid, and how much more for each suspicion."""


THUMBS = Thumbs()
