"""The servers of Redis: how to connect to one, and where a cluster has which rooms."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from redis.asyncio.connection import AbstractConnection, Connection, parse_url
from redis.exceptions import RedisError, ResponseError

SILENCE: Final = 3.0
"""Seconds without an answer after which a server counts as away."""

Place = tuple[str, int] | None
"""Host and port of a server of a cluster; None for the one that the URL names."""


class Servers:
    """What a URL leads to, one server or a cluster; raises `ValueError` for a URL that is none."""

    def __init__(self, url: str) -> None:
        self._arguments: dict[str, object] = dict(parse_url(url))
        self._make: Callable[..., object] = Connection
        if callable(make := self._arguments.pop("connection_class", None)):
            self._make = make
        try:
            self.connect(None)
        except TypeError:
            raise ValueError("it has an option that connections to Redis do not have") from None

    def connect(self, place: Place) -> AbstractConnection:
        """A connection to this server, not open yet."""
        arguments = self._arguments if place is None else {**self._arguments, "host": place[0], "port": place[1]}
        preset = {"protocol": 2, "socket_timeout": SILENCE, "socket_connect_timeout": SILENCE}
        made = self._make(**{**preset, **arguments})
        if not isinstance(made, AbstractConnection):
            raise TypeError("not a connection")
        return made

    async def slots(self, known: Iterable[Place]) -> list[tuple[int, Place]]:
        """The first slot of each stretch of a cluster and where it is, in order; nothing where there is no cluster.

        Raises `RedisError` or `OSError` where neither a server that is known nor the one of the URL answers.
        """
        error: Exception = OSError("no server")
        for place in (*known, None):
            connection = self.connect(place)
            try:
                await connection.connect()  # type: ignore[no-untyped-call]
                await connection.send_command("CLUSTER", "SLOTS")
                return sorted(_stretches(await connection.read_response(), place or self._home()))
            except ResponseError:
                return []  # “This instance has cluster support disabled”
            except (RedisError, OSError) as problem:
                error = problem
            finally:
                await connection.disconnect(nowait=True)
        raise error

    def _home(self) -> tuple[str, int]:
        host, port = self._arguments.get("host"), self._arguments.get("port")
        return (host if isinstance(host, str) else "localhost", port if isinstance(port, int) else 6379)


def _stretches(answer: object, asked: tuple[str, int]) -> Iterator[tuple[int, Place]]:
    """First slot and server of each stretch that ``CLUSTER SLOTS`` tells; a server without a name is the one asked."""
    for stretch in answer if isinstance(answer, list) else ():
        match stretch:
            case [int(start), int(), [host, int(port), *_], *_]:
                yield start, (host.decode(errors="replace") if isinstance(host, bytes) and host else asked[0], port)
