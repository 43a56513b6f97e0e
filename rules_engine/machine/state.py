"""Declared states: what a state consists of is said once, field by field, and all else comes from that."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, ClassVar, Self

from rules_engine.events import Event
from rules_engine.machine.steps import NOTHING, Program

ALL, SIZE = "all", "size"
"""Who sees a field of a state: all see what it is, or all see only how many there are. Of other fields the view of the
game says who sees what of them."""


def _same(_: Any, value: Any) -> Any:
    return value


def _none(_: Any, __: Any) -> Iterable[str]:
    return ()


@dataclass(frozen=True, slots=True)
class Kind:
    """A kind of values: how one begins, is copied, saved as JSON and loaded again, and which cards it holds."""

    begins: Callable[[], Any]
    copied: str = "{0}"
    """Python for a copy of what stands in the place; of what never changes, that itself."""
    save: Callable[[Any, Any], Any] = _same
    load: Callable[[Any, Any], Any] = _same
    held: Callable[[Any, Any], Iterable[str]] = _none
    """The codes of the cards; like saving and loading it is given the table and the value."""


NUMBER = Kind(int)
WORD = Kind(str, held=lambda _, word: (word,) if word else ())
"""A code or other word, saved as it is."""
PROGRAM = Kind(str, save=lambda _, program: program.key, load=lambda table, key: table.programs[_key(key)])
OUTCOME = Kind(
    lambda: None,
    save=lambda _, outcome: list(outcome) if outcome else None,
    load=lambda _, saved: tuple(saved) if saved else None,
)
ANYTHING = Kind(lambda: None)
"""A value that never changes and that JSON knows."""


def _key(key: Any) -> Any:
    return tuple(key) if isinstance(key, list) else key


def code_in(names: str | Sequence[str]) -> Kind:
    """An index into codes: in a tuple of them, or in what the table has under that name; NOTHING is saved as none."""

    def codes(table: Any) -> Sequence[str]:
        return getattr(table, names) if isinstance(names, str) else names

    def load(table: Any, code: str | None) -> int:
        if code is not None and code not in codes(table):
            raise KeyError(code)
        return NOTHING if code is None else codes(table).index(code)

    return Kind(
        int,
        save=lambda table, number: codes(table)[number] if number != NOTHING else None,
        load=load,
        held=lambda table, number: (codes(table)[number],) if number != NOTHING else (),
    )


def list_of(kind: Kind) -> Kind:
    """A list of such values."""
    is_plain = kind.copied == "{0}"
    return Kind(
        list,
        "{0}[:]" if is_plain else f"[{kind.copied.format('each')} for each in {{0}}] if {{0}} else []",
        lambda table, values: [kind.save(table, value) for value in values],
        lambda table, saved: [kind.load(table, value) for value in saved],
        lambda table, values: [code for value in values for code in kind.held(table, value)],
    )


def map_of(kind: Kind) -> Kind:
    """A dictionary from codes to such values."""
    is_plain = kind.copied == "{0}"
    return Kind(
        dict,
        "{0}.copy()" if is_plain else f"{{{{name: {kind.copied.format('each')} for name, each in {{0}}.items()}}}}",
        lambda table, values: {name: kind.save(table, value) for name, value in values.items()},
        lambda table, saved: {name: kind.load(table, value) for name, value in saved.items()},
        lambda table, values: [code for value in values.values() for code in kind.held(table, value)],
    )


def record(of: type["Declared"]) -> Kind:
    """A value that is declared itself."""
    return Kind(
        of,
        "{0}.copy()",
        lambda table, value: value.save(table),
        of.load,
        lambda table, value: value.held(table),
    )


def maybe(kind: Kind) -> Kind:
    """Such a value, or none."""
    return Kind(
        lambda: None,
        f"None if {{0}} is None else {kind.copied}",
        lambda table, value: None if value is None else kind.save(table, value),
        lambda table, saved: None if saved is None else kind.load(table, saved),
        lambda table, value: () if value is None else kind.held(table, value),
    )


@dataclass(frozen=True, slots=True)
class Field:
    """A field of a declared state."""

    kind: Kind
    begins: Any = None
    """What it begins with, where that is not what its kind begins with."""
    seen: str = ""
    is_held: bool = False
    """Whether the cards in it are counted in the census."""
    saved_as: str = ""
    is_aside: bool = False
    """No part of the state proper: neither compared nor saved."""


def field(kind: Kind, begins: Any = None, *, seen: str = "", is_held: bool = False, saved_as: str = "") -> Any:
    """A field that is a part of the state."""
    return Field(kind, begins, seen, is_held, saved_as)


def aside(begins: Any = None, copied: str = "None") -> Any:
    """A field that is no part of the state proper; how it is copied is a piece of Python, `{0}` for as it is."""
    return Field(Kind(lambda: begins, copied), is_aside=True)


class _Declaring(type):
    """Makes a class of its declared fields; methods that play calls all the time are written out for them."""

    def __new__(cls, name: str, bases: tuple[type, ...], body: dict[str, Any]) -> "_Declaring":
        own = {key: value for key, value in body.items() if isinstance(value, Field)}
        inherited = {key: value for base in bases for key, value in getattr(base, "declared", {}).items()}
        rest = {key: value for key, value in body.items() if key not in own}
        fields = {**inherited, **own}
        made = super().__new__(cls, name, bases, {**rest, "__slots__": tuple(own), "declared": fields})
        namespace: dict[str, Any] = {"made_of": made, "new": object.__new__}
        exec("\n".join(_source(fields, namespace)), namespace)
        for method in ("__init__", "copy", "__eq__"):
            setattr(made, method, namespace[method])
        return made


def _source(fields: Mapping[str, Field], namespace: dict[str, Any]) -> Iterator[str]:
    """The methods as Python; what the constructor begins with is put into the namespace."""
    parameters, lines = ["self"], []
    for name, each in fields.items():
        namespace[f"begins_{name}"] = begins = each.kind.begins() if each.begins is None else each.begins
        is_shared = not isinstance(begins, list | dict)
        parameters.append(f"{name}=begins_{name}" if is_shared else f"{name}=None")
        lines.append(f"    self.{name} = {name if is_shared else f'{begins!r} if {name} is None else {name}'}")
    yield from (f"def __init__({', '.join(parameters)}):", *lines, "    return")
    yield from ("def copy(self):", "    made = new(made_of)")
    yield from (f"    made.{name} = {each.kind.copied.format(f'self.{name}')}" for name, each in fields.items())
    yield from ("    return made", "def __eq__(self, other):")
    equal = [f" and self.{name} == other.{name}" for name, each in fields.items() if not each.is_aside]
    yield f"    return type(other) is made_of{''.join(equal)}"


class Declared(metaclass=_Declaring):
    """Base of what is declared; the constructor takes the fields in their order, each with what it begins with."""

    declared: ClassVar[Mapping[str, Field]]
    """The fields by name."""
    __hash__ = None  # type: ignore[assignment]

    if TYPE_CHECKING:

        def __init__(self, *args: Any, **kwargs: Any) -> None: ...

        def copy(self) -> Self:
            """One that can be changed without changing this one."""

    @classmethod
    def parts(cls) -> Iterator[tuple[str, Field]]:
        """The fields that make the state proper, by name."""
        return ((name, part) for name, part in cls.declared.items() if not part.is_aside)

    def save(self, table: Any) -> dict[str, Any]:
        """It as JSON, in codes, so that people can read it and it can be loaded beside another database."""
        return {part.saved_as or name: part.kind.save(table, getattr(self, name)) for name, part in self.parts()}

    @classmethod
    def load(cls, table: Any, saved: Mapping[str, Any]) -> Self:
        """What was saved, or a KeyError for what is missing or not known."""
        parts = {part.saved_as or name: (name, part.kind) for name, part in cls.parts()}
        strange = saved.keys() - parts.keys()
        if strange:
            raise KeyError(min(strange))
        return cls(**{name: kind.load(table, saved[saved_as]) for saved_as, (name, kind) in parts.items()})

    def held(self, table: Any) -> list[str]:
        """The codes of all cards in it, as often as they are there."""
        return [c for n, p in self.declared.items() if p.is_held for c in p.kind.held(table, getattr(self, n))]

    def shown(self, table: Any) -> dict[str, Any]:
        """What all see, by name."""
        parts = ((name, part) for name, part in self.parts() if part.seen == ALL)
        return {name.replace("_", "-"): part.kind.save(table, getattr(self, name)) for name, part in parts}

    def sizes(self) -> dict[str, int]:
        """How many cards there are where all see only that, by name."""
        return {name.replace("_", "-"): len(getattr(self, name)) for name, part in self.parts() if part.seen == SIZE}


class Frame(Declared):
    """How far a program has been executed, and for whom; a game adds what its lines remember."""

    program: Program = field(PROGRAM)
    actor: Any = field(ANYTHING)
    at: int = field(NUMBER)
    left: int = field(NUMBER, NOTHING)
    """How often the present step must still be done, once it has begun."""


class State(Declared):
    """Who and what is where; a game adds its own fields, and `frames` with its own kind of frames."""

    chance: int = field(NUMBER)
    frames: list[Any]
    outcome: tuple[str, int, str] | None = field(OUTCOME)
    """Result, points or the like, and the rule that ended the game."""
    options: list[str] | None = aside()
    """What is legal, once somebody has asked."""
    asker: Any = aside(copied="{0}")
    """Who must choose among the options."""
    log: list[Event] | None = aside()
    """Where events go while an action is done."""
