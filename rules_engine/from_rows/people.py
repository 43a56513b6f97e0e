"""Teams and roles at work: which team a seat is in, what its role brings and aims at, and who wins with whom."""

from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any

from rules_engine.from_rows.layout import Layout

Test = Callable[[Any, int], bool]
Number = Callable[[Any, int], int]


class People:
    """Who plays: generated code asks it for teams and roles, endings for those who win together."""

    def __init__(
        self, layout: Layout, who: Mapping[str, Test], points: Mapping[str, Number], aims: Mapping[str, Test]
    ) -> None:
        self.teams = tuple(row.code for row in layout.play.team)
        self._who = [(number, who[code]) for number, code in enumerate(self.teams) if code in who]
        self._rest = next((number for number, code in enumerate(self.teams) if code not in who), 0)
        self._codes, self._points, self._aims = layout.codes, points, aims
        self._roles = tuple(layout.zone_places[zone.code].base for zone in layout.play.zone if zone.is_role)

    @property
    def words(self) -> Mapping[str, Callable[..., Any]]:
        """What generated code calls, by name."""
        asked = (self.team_of, self.partner_of, self.role_of, self.points_of_role, self.is_aim_met)
        return {each.__name__: each for each in asked}

    def can_play(self, players: int) -> bool:
        """Whether teams whose seats take turns are of one size with so many players."""
        return bool(self._who) or not self.teams or players % len(self.teams) == 0

    def team_of(self, state: Any, seat: int) -> int:
        """The number of the team that a seat is in: by what the rows ask, or in turn around the table."""
        if not self._who:
            return seat % len(self.teams)
        return next((number for number, is_in in self._who if is_in(state, seat)), self._rest)

    def partner_of(self, state: Any, seat: int) -> int:
        """The next seat of the same team; without one the seat itself."""
        team, players = self.team_of(state, seat), state.players
        others = ((seat + number) % int(players) for number in range(1, players + 1))
        return next(other for other in others if self.team_of(state, other) == team)

    def is_first(self, state: Any, seat: int) -> bool:
        """Whether no seat before it is in the same team."""
        team = self.team_of(state, seat)
        return all(self.team_of(state, other) != team for other in range(seat))

    def role_of(self, state: Any, seat: int) -> str:
        """The code of the card that is the role of a seat; empty without one."""
        for base in self._roles:
            if state.zones[base + seat]:
                return str(self._codes[state.zones[base + seat][0]])
        return ""

    def points_of_role(self, state: Any, seat: int) -> int:
        """What the role of a seat brings it."""
        points = self._points.get(self.role_of(state, seat))
        return points(state, seat) if points else 0

    def is_aim_met(self, state: Any, seat: int) -> bool:
        """Whether what the role of a seat aims at is so."""
        aim = self._aims.get(self.role_of(state, seat))
        return bool(aim and aim(state, seat))

    def sides(self, state: Any, seats: Collection[int]) -> list[tuple[int, ...]]:
        """Who win together because these seats win: each with all of its team, where there are teams."""
        if not self.teams:
            return [(seat,) for seat in sorted(seats)]
        of = [self.team_of(state, seat) for seat in range(state.players)]
        winning = {of[seat] for seat in seats}
        return [tuple(seat for seat, team in enumerate(of) if team == one) for one in sorted(winning)]

    def called(self, table: Any, state: Any, sides: Sequence[tuple[int, ...]]) -> str:
        """The code of the one side that wins; empty where several do or none."""
        if len(sides) != 1:
            return ""
        seat = sides[0][0]
        return self.teams[self.team_of(state, seat)] if self.teams else str(table.seats[seat])
