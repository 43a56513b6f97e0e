"""Numbers that must agree with each other: wholes and the parts or factors they are made of."""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass
from math import prod

from schema.pack import SumForm


@dataclass(frozen=True, slots=True)
class Balance:
    """A whole beside what its parts make."""

    form: SumForm
    whole: int
    made: int
    shown: str

    @property
    def is_right(self) -> bool:
        """Whether the parts make the whole."""
        return self.whole == self.made


def balances(forms: list[SumForm], values: Mapping[tuple[str, str], str]) -> Iterator[Balance]:
    """Each form whose numbers are all there, with what they make."""
    for form in forms:
        names = form.parts or form.factors
        texts = [values.get(_key(form, name)) for name in (form.whole, *names)]
        if not all(t is not None and t.lstrip("+-").isdigit() for t in texts):
            continue
        whole, *parts = (int(t) for t in texts if t is not None)
        sign, made = (" + ", sum(parts)) if form.parts else (" × ", prod(parts))
        yield Balance(form, whole, made, f"{sign.join(map(str, parts))} = {made}")


def members(form: SumForm) -> set[tuple[str, str]]:
    """Subject and attribute of every number in a form."""
    return set(named(form))


def named(form: SumForm) -> list[tuple[str, str]]:
    """The same in order, the whole first."""
    return [_key(form, name) for name in (form.whole, *form.parts, *form.factors)]


def _key(form: SumForm, name: str) -> tuple[str, str]:
    """Subject and attribute that a form names: of its own subject, or of the one that stands before the attribute."""
    subject, _, attribute = name.rpartition(" ")
    return subject or form.subject, attribute
