"""Many small numbers in one value of a row: thousands of them are gone through for a single question."""

import sys
from array import array
from collections.abc import Iterable
from typing import TypeVar

Number = TypeVar("Number", int, float)


def packed(numbers: Iterable[int]) -> bytes:
    """Whole numbers as bytes, alike on every machine."""
    return _little(array("i", numbers)).tobytes()


def unpacked(value: bytes) -> "array[int]":
    """The whole numbers again."""
    numbers = array("i")
    numbers.frombytes(value)
    return _little(numbers)


def packed_fractions(numbers: Iterable[float]) -> bytes:
    """The same for numbers that are not whole."""
    return _little(array("d", numbers)).tobytes()


def unpacked_fractions(value: bytes) -> "array[float]":
    """Those numbers again."""
    numbers = array("d")
    numbers.frombytes(value)
    return _little(numbers)


def _little(numbers: "array[Number]") -> "array[Number]":
    if sys.byteorder == "big":
        numbers.byteswap()
    return numbers
