"""Many small choices as one number, and back: a mixed-radix accumulator that also takes uneven weights.

It is a stack. A ``Decoder`` pops the choices in the reverse of the order in which the ``Encoder`` pushed them, and
must be asked for each with the radix or weights it was pushed with::

    Encoder().push(3, 10).push(1, 2).number   # 7
    Decoder(7).pop(2), Decoder(3).pop(10)     # 1, 3

A choice of weight w out of a total t makes the number about t / w times as great, so it costs log2(t / w) bits, and
no fraction of a bit is lost between choices (asymmetric numeral systems, Duda 2009, on integers without end).
Both directions are exact inverses: every number gives one choice and one smaller-or-equal number below it.
"""

from __future__ import annotations

from collections.abc import Sequence

from p2pscrabble.errors import DecodeError


class Encoder:
    """Builds the number; 0 with nothing pushed."""

    def __init__(self, number: int = 0) -> None:
        self.number = number

    def push(self, value: int, radix: int) -> Encoder:
        """Puts one of ``radix`` equal choices on top, 0 to ``radix - 1``."""
        if not 0 <= value < radix:
            raise ValueError(f"{value} is not below {radix}")
        self.number = self.number * radix + value
        return self

    def push_weighted(self, choice: int, weights: Sequence[int]) -> Encoder:
        """Puts a choice on top, an index into ``weights``: integers from 0 on; the one chosen may not be 0."""
        if not 0 <= choice < len(weights) or weights[choice] <= 0:
            raise ValueError(f"choice {choice} has no weight")
        blocks, rest = divmod(self.number, weights[choice])
        self.number = blocks * sum(weights) + sum(weights[:choice]) + rest
        return self


class Decoder:
    """Takes the number apart."""

    def __init__(self, number: int) -> None:
        self.number = number

    def pop(self, radix: int) -> int:
        """Takes one of ``radix`` equal choices off the top; the radix is 1 or more."""
        self.number, value = divmod(self.number, radix)
        return value

    def pop_weighted(self, weights: Sequence[int]) -> int:
        """Takes a choice off the top, an index into ``weights``; their sum is 1 or more."""
        blocks, rest = divmod(self.number, sum(weights))
        choice = 0
        while rest >= weights[choice]:
            rest -= weights[choice]
            choice += 1
        self.number = blocks * weights[choice] + rest
        return choice

    def end(self) -> None:
        """Nothing may be left; raises ``DecodeError``."""
        if self.number:
            raise DecodeError("the number holds more than it should")
