"""The newest values of a direct room as one node has them: its own, and those of the nodes that it hears; bounded."""

from __future__ import annotations

from collections import Counter
from typing import Final, TypeAlias

from p2pscrabble.transport.direct_wire import Value, pack_digits
from p2pscrabble.transport.link import Place

Key: TypeAlias = tuple[bytes, str]
"""Who writes a variable, and its name."""

SHARE: Final = 500_000
"""Bytes that are kept of one other node's values, two digits a byte: ten of full length."""


class Values:
    """Values by writer and name; ``node`` is who writes here."""

    def __init__(self, node: bytes, place: Place) -> None:
        self._node = node
        self._place = place
        self._values: dict[Key, Value] = {}
        self._passed: dict[Key, int] = {}
        self._bytes: Counter[bytes] = Counter()

    def put(self, name: str, digits: str) -> Key:
        """An own variable has this value. Raises ValueError for what the place does not take."""
        if not self._place.takes_name(name):
            raise ValueError(f"not a name of a variable here: {name!r}")
        if not self._place.takes_value(digits):
            raise ValueError(f"a value is 1 to {self._place.max_digits} digits, {name!r} was given {len(digits)}")
        key = self._node, name
        known = self._values.get(key)
        if known is None and len(self.keys(self._node)) >= self._place.max_variables:
            raise ValueError(f"a room holds {self._place.max_variables} variables, no more")
        number = 1 if known is None else known.number + 1
        self._values[key] = Value(self._node, name, number, pack_digits(digits))
        return key

    def take(self, value: Value) -> bool | None:
        """A value of its writer itself: whether it is new; None where its writer has too many.

        It is kept for handing on where it fits in its writer's share.
        """
        key = value.origin, value.name
        known = self._values.get(key)
        if known is not None and known.number >= value.number:
            return False
        if known is None and len(self.keys(value.origin)) >= self._place.max_variables:
            return None
        grown = self._bytes[value.origin] + len(value.packed) - (0 if known is None else len(known.packed))
        if grown > SHARE:
            return self.pass_on(value)
        self._values[key] = value
        self._bytes[value.origin] = grown
        return True

    def pass_on(self, value: Value) -> bool | None:
        """A value that is not kept: whether it is new; None where there are too many of them."""
        key = value.origin, value.name
        known = self._passed.get(key)
        if known is None and sum(origin == value.origin for origin, _ in self._passed) >= self._place.max_variables:
            return None
        if known is not None and known >= value.number:
            return False
        self._passed[key] = value.number
        return True

    def get(self, origin: bytes, name: str) -> Value | None:
        """The newest value of a variable."""
        return self._values.get((origin, name))

    def keys(self, origin: bytes) -> list[Key]:
        """The variables that one node writes."""
        return [key for key in self._values if key[0] == origin]

    def renew(self, origin: bytes) -> None:
        """What this node writes is told from the beginning, by somebody else or by itself."""
        self._passed = {key: number for key, number in self._passed.items() if key[0] != origin}

    def forget(self, origin: bytes) -> None:
        """This node has gone for good."""
        for key in self.keys(origin):
            del self._values[key]
        del self._bytes[origin]
        self.renew(origin)
