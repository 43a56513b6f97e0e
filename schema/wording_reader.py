"""Reads the print of a wording into its parts; thousands are read at every start, so it is done by hand.

wording       [sequence »] sequence         the heading that it must stand under before »
sequence      item item …
item          word  {slot}  …  ¶  [optional | other]  (one | other)  (repeated)+  <parts in any order>
{slot}        {kind}  {kind|kind}  {kind:code}  {name=kind}
"""

import re
from functools import cache

from schema.tokens import tokenise
from schema.wording_parts import Break, Chain, Either, Gap, Literal, Node, Repeat, Slot, Unordered

_PIECE = re.compile(
    r"""\s*(?:
        \{\s*(?:(?P<name>[a-z][a-z-]*)=)?(?P<kinds>[a-z][a-z-]*(?:\|[a-z][a-z-]*)*)(?::(?P<code>[a-z0-9+-]+))?\s*\}
      | (?P<sign>[\[\]()<>|…¶»+])
      | (?P<word>[^\s\[\](){}<>|…¶»+]+)
    )""",
    re.VERBOSE,
)
_MARKS: dict[str, Node] = {"…": Gap(), "¶": Break()}
_PAUSES = (Literal(","), Literal(";"))
"""For who hears the wording, as in `({number}), from`: no text has to print them."""
_CLOSING = {"[": "]", "(": ")", "<": ">"}


class Misprint(ValueError):
    """A wording that cannot be read, and the number of the sign where that shows."""

    def __init__(self, column: int) -> None:
        super().__init__(f"cannot be read near sign {column}")
        self.column = column


def read_wording(source: str) -> tuple[Node | None, Node]:
    """The heading, if there is one, and the body."""
    reader = _Reader(source)
    first = reader.sequence()
    heading, body = (first, reader.sequence()) if reader.takes("»") else (None, first)
    reader.finish()
    return heading, body


class _Reader:
    def __init__(self, source: str) -> None:
        self._source = source.rstrip()
        self._end = 0
        self._next()

    def sequence(self) -> Node:
        """Items one after the other."""
        items = self._items()
        return items[0] if len(items) == 1 else Chain(items)

    def takes(self, sign: str) -> bool:
        """Whether this sign is next; it is passed then."""
        is_next = self._piece is not None and self._piece["sign"] == sign
        if is_next:
            self._next()
        return is_next

    def finish(self) -> None:
        """Nothing may follow."""
        if self._piece is not None:
            raise Misprint(self._start + 1)

    def _next(self) -> None:
        self._start = self._end
        self._piece = None
        if self._end < len(self._source):
            self._piece = _PIECE.match(self._source, self._end)
            if self._piece is None:
                raise Misprint(self._end + 1)
            self._end = self._piece.end()

    def _items(self) -> tuple[Node, ...]:
        items = []
        while item := self._item():
            items.append(item)
        if not items:
            raise Misprint(self._start + 1)
        return tuple(item for item in items if item not in _PAUSES) or tuple(items)

    def _item(self) -> Node | None:
        piece = self._piece
        if piece is None:
            return None
        if piece["word"]:
            self._next()
            return _literal(piece["word"])
        if kinds := piece["kinds"]:
            self._next()
            return Slot(piece["name"] or kinds, tuple(kinds.split("|")), piece["code"])
        sign = piece["sign"]
        if mark := _MARKS.get(sign):
            self._next()
            return mark
        return self._enclosed(sign) if sign in _CLOSING else None

    def _enclosed(self, sign: str) -> Node:
        self._next()
        if sign == "<":
            unordered = Unordered(self._items())
            self._close(sign)
            return unordered
        choices = [self.sequence()]
        while self.takes("|"):
            choices.append(self.sequence())
        self._close(sign)
        if sign == "[":
            return Either(tuple(choices), is_optional=True)
        one = choices[0] if len(choices) == 1 else Either(tuple(choices))
        return Repeat(one) if self.takes("+") else one

    def _close(self, sign: str) -> None:
        if not self.takes(_CLOSING[sign]):
            raise Misprint(self._start + 1)


@cache
def _literal(word: str) -> Node:
    words = [token.folded for token in tokenise(word)]  # none in a quotation mark beside a slot: it is passed over
    return Literal(words[0]) if len(words) == 1 else Chain(tuple(map(Literal, words)))
