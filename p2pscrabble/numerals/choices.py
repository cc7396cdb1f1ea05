"""A format written once and used both ways: it asks for one choice after another, and a chooser writes or reads them.

Whoever describes a format calls ``choose`` for each thing to be told, with the weights that all possibilities have
at that moment and, when writing, the one that it was. A ``Writer`` notes it, a ``Reader`` finds it in the number;
both hand it back, so the description goes on from there the same way, and can't be different in the two directions.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol

from p2pscrabble.numerals.radix import Decoder, Encoder


class Chooser(Protocol):
    """Something that knows what was chosen."""

    def choose(self, weights: Sequence[int], choice: int | None) -> int:
        """The choice, an index into ``weights`` (integers from 0 on); given when writing, ``None`` when reading."""
        ...

    def number(self, radix: int, value: int | None) -> int:
        """A choice among 0 to ``radix - 1``, all equally likely."""
        ...


class Writer:
    """Notes the choices, and makes the number from which a ``Reader`` gets them in the same order."""

    def __init__(self) -> None:
        self._noted: list[tuple[int, Sequence[int] | int]] = []

    def choose(self, weights: Sequence[int], choice: int | None) -> int:
        """Notes the choice; raises ``ValueError`` where it is none that can be written."""
        if choice is None or not 0 <= choice < len(weights) or weights[choice] <= 0:
            raise ValueError(f"choice {choice} is none of those that can be made here")
        self._noted.append((choice, weights))
        return choice

    def number(self, radix: int, value: int | None) -> int:
        """Notes the value; raises ``ValueError`` where it is not below the radix."""
        if value is None or not 0 <= value < radix:
            raise ValueError(f"{value} is not below {radix}")
        self._noted.append((value, radix))
        return value

    @property
    def written(self) -> int:
        """The number: the last choice lies deepest, so that the first is found first."""
        encoder = Encoder()
        for choice, scale in reversed(self._noted):
            if isinstance(scale, int):
                encoder.push(choice, scale)
            else:
                encoder.push_weighted(choice, scale)
        return encoder.number


class Reader:
    """Finds the choices in a number."""

    def __init__(self, number: int) -> None:
        self._decoder = Decoder(number)

    def choose(self, weights: Sequence[int], choice: int | None) -> int:  # noqa: ARG002 - a writer knows it, we do not
        """The next choice; at least one weight is above 0."""
        return self._decoder.pop_weighted(weights)

    def number(self, radix: int, value: int | None) -> int:  # noqa: ARG002
        """The next number."""
        return self._decoder.pop(radix)

    def end(self) -> None:
        """Nothing may be left; raises ``DecodeError``."""
        self._decoder.end()
