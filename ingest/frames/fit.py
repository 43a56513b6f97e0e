"""A claim that a number may state, and how well it fits."""

from collections.abc import Iterator, Mapping
from typing import NamedTuple

from ingest.frames.settings import FIGURES
from ingest.frames.signs import Place
from schema.notation import SLOT
from schema.pack import ClaimForm


class Fit(NamedTuple):
    """A claim that a number may state, and how well it fits."""

    score: float
    form: ClaimForm
    values: dict[str, str]
    number: Place
    is_negative: bool = False
    """Whether what the frame wants is itself said by a denial: “uncompleted”, “never exceeds”."""
    others: tuple[Mapping[str, str], ...] = ()
    """What else differs where the number is said of further things, too: “a badge, a map or keys”."""

    def each(self) -> Iterator["Fit"]:
        """The claim, and the same of each further thing."""
        yield self
        for other in self.others:
            yield self._replace(values={**self.values, **other}, others=())

    @property
    def is_figure(self) -> bool:
        """Whether its value is a number."""
        return SLOT.findall(self.form.value)[0] in FIGURES

    @property
    def value(self) -> str:
        """The value it states."""
        return self.form.value.format_map(self.values)

    @property
    def key(self) -> tuple[str, str]:
        """What the claim is about."""
        return self.form.subject.format_map(self.values), self.form.attribute.format_map(self.values)


def directed(form: ClaimForm, values: Mapping[str, str]) -> dict[str, str]:
    """An amount of which nothing says whether it raises or lowers, with the only sign that the claim can have."""
    sign = always(form, values)
    return {"change": sign, "amount": sign + values["number"]}


def always(form: ClaimForm, values: Mapping[str, str]) -> str:
    """The only sign that the claim can have, if there is one."""
    told = next((sign for code, sign in form.direction.items() if code in values.values()), "")
    return told or form.direction.get("any", "")
