"""What the page can ask for, command by command; ``types.js`` says what each one holds.

Everything is checked here, for a command is only text that came down a socket: what is wrong with it is a
``UsageError``. A command about the game names the step that it was made for, so that nothing is done twice.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Awaitable, Callable, Mapping
from typing import TYPE_CHECKING, Final

from p2pscrabble.errors import IllegalMove, P2PScrabbleError, UsageError, sentence
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Placed, Play
from p2pscrabble.game.notation import parse_move
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.numerals import parse_invitation
from p2pscrabble.peer.session import HostSettings
from p2pscrabble.table import MAX_SEATS
from p2pscrabble.web.judging import tried
from p2pscrabble.web.program import Program, at_home
from p2pscrabble.web.replaying import gcg_json, replay_json
from p2pscrabble.web.rooms import Nowhere, OpenRoom

if TYPE_CHECKING:
    from p2pscrabble.web.tabs import Json, Tab

_log = logging.getLogger(__name__)

_SQUARES: Final = 225
_RACK: Final = 7
_MAX_TAB: Final = 64
_MAX_TEXT: Final = 4_000
_MAX_NUMBER: Final = 40_000
"""Characters of a replay number that are looked at."""
_LARGEST: Final = 2**53
_REMEMBERED: Final = 300
"""Commands whose answers are kept, for a page whose line broke before it heard."""
_HARMLESS: Final = ("whole", "try", "replay", "gcg")
"""May be done as often as they are asked for."""
_NOT_ANY_MORE: Final = "The game has gone on since: look at the board again."


class Commands:
    """Does what a tab asks for."""

    def __init__(self, program: Program) -> None:
        self._program = program
        self._done: dict[tuple[str, int], asyncio.Task[Json]] = {}
        """The commands done last, by tab and number, the oldest first."""
        self._everywhere: Mapping[str, Callable[[Json], Awaitable[Json]]] = {
            "host": self._host,
            "join": self._join,
            "resume": self._resume,
            "demo": self._demo,
            "name": self._name,
            "replay": self._replay,
            "gcg": self._gcg,
            "quit": self._quit,
        }
        self._in_room: Mapping[str, Callable[[OpenRoom, Json], Awaitable[Json] | Json]] = {
            "draft": _draft,
            "play": _play,
            "exchange": _exchange,
            "pass": _pass,
            "challenge": _challenge,
            "accept": _accept,
            "try": _try,
            "type": _type,
            "say": _say,
            "start": _start,
            "again": _again,
            "bot": _bot,
            "without": _without,
            "leave": _leave,
            "retry": _retry,
        }

    async def do(self, tab: Tab, command: Json) -> Json:
        """See ``tabs.Do``. A command that was done before, under the same tab and number, is answered as it was then.

        It goes on where the line breaks meanwhile: the page asks again for its answer.
        """
        by, number = command.get("tab"), command.get("id")
        if not isinstance(by, str) or not isinstance(number, int) or command.get("do") in _HARMLESS:
            return await self._answer(tab, command)
        name = by[:_MAX_TAB], number
        task = self._done.get(name)
        if task is None:
            task = self._done[name] = asyncio.create_task(self._answer(tab, command))
            for old in list(self._done)[:-_REMEMBERED]:
                del self._done[old]
        return await asyncio.shield(task)

    async def _answer(self, tab: Tab, command: Json) -> Json:
        try:
            return {"ok": True, **await self._obey(tab, command)}
        except IllegalMove as error:
            return _refused(" ".join(sentence(str(fault)) for fault in error.faults))
        except P2PScrabbleError as error:
            return _refused(sentence(str(error) or type(error).__doc__ or ""))
        except Exception:
            _log.exception("a command of the page met an error of this program")
            return _refused("The program met an error of its own. Nothing is lost; the terminal says more.")

    async def _obey(self, tab: Tab, command: Json) -> Json:
        name, scope = _text(command, "do", 40), tab.scope
        if name == "whole":
            tab.forget()
            return {}
        if (anywhere := self._everywhere.get(name)) is not None:
            return await anywhere(command)
        in_room = self._in_room.get(name)
        if in_room is None:
            raise UsageError("The program does not know this command: reload the page.")
        if isinstance(scope, Nowhere) and name == "retry":
            tab.show(await self._program.scope(scope.room))
            return {}
        if isinstance(scope, Nowhere):
            raise UsageError(scope.why)
        if not isinstance(scope, OpenRoom):
            raise UsageError("This is done in a room.")
        await scope.settle()
        done = in_room(scope, command)
        return await done if isinstance(done, Awaitable) else done

    # Anywhere

    async def _host(self, command: Json) -> Json:
        asked = command.get("settings")
        if not isinstance(asked, dict):
            raise UsageError("What room it shall be is not said.")
        settings, bots = new_room(asked)
        alone = bots == settings.seats - 1
        where = self._program.where(relays=() if alone else None)
        room = await self._program.host(at_home(settings) if alone else settings, where, bots)
        return {"room": room.id}

    async def _join(self, command: Json) -> Json:
        room = await self._program.join(parse_invitation(_text(command, "text")), self._program.where())
        return {"room": room.id}

    async def _resume(self, command: Json) -> Json:
        room = await self._program.resume(_text(command, "room", 64))
        return {"room": room.id}

    async def _demo(self, command: Json) -> Json:
        settings = at_home(HostSettings(seats=_whole(command, "seats", 2, MAX_SEATS)))
        room = await self._program.host(settings, self._program.where(relays=()), settings.seats - 1)
        return {"room": room.id}

    async def _name(self, command: Json) -> Json:
        return {"name": self._program.rename(_text(command, "name", 400))}

    async def _replay(self, command: Json) -> Json:
        number = _number(command)
        names = self._program.names_of(number)
        return {"replay": await asyncio.to_thread(replay_json, number, names, self._program.lists)}

    async def _gcg(self, command: Json) -> Json:
        number = _number(command)
        return await asyncio.to_thread(gcg_json, number, self._program.names_of(number))

    async def _quit(self, _: Json) -> Json:
        asyncio.get_running_loop().call_later(0.2, self._program.ended.set)  # the answer goes out first
        return {}


# In a room


def _draft(room: OpenRoom, command: Json) -> Json:
    by = _text(command, "tab", 64) if "tab" in command else ""
    if (slots := command.get("slots")) is not None:
        room.lay_out([_slot(slot) for slot in _list(slots, 2 * _RACK)], by)
    if "chat" in command:
        room.write(_text(command, "chat"), by)
    return {}


def _play(room: OpenRoom, command: Json) -> Json:
    placed = [_placed(tile) for tile in _list(command.get("tiles"), _RACK)]
    if not placed or len({tile.square for tile in placed}) < len(placed):
        raise UsageError("A play lays one to seven tiles, each on a square of its own.")
    return _move(room, command, Play(tuple(placed)))


def _exchange(room: OpenRoom, command: Json) -> Json:
    tiles = _text(command, "tiles", _RACK)
    if not tiles or not all(tile == "?" or "A" <= tile <= "Z" for tile in tiles):
        raise UsageError("Choose the tiles that you would like to exchange.")
    return _move(room, command, Exchange(tiles))


def _pass(room: OpenRoom, command: Json) -> Json:
    return _move(room, command, Pass())


def _challenge(room: OpenRoom, command: Json) -> Json:
    return _move(room, command, Challenge())


def _accept(room: OpenRoom, command: Json) -> Json:
    return _move(room, command, Accept())


def _type(room: OpenRoom, command: Json) -> Json:
    view = room.view
    rack = None
    if view.position is not None and view.seat is not None:
        rack = view.position.players[view.seat].rack.tiles
    return _move(room, command, parse_move(_text(command, "text", 200), room.board, rack))


def _move(room: OpenRoom, command: Json, move: Move) -> Json:
    if _whole(command, "step", 0, _LARGEST) != len(room.peer.view().steps):
        raise UsageError(_NOT_ANY_MORE)
    room.move(move)
    return {}


def _try(room: OpenRoom, command: Json) -> Json:
    return tried(room.view, _text(command, "text", 200))


def _say(room: OpenRoom, command: Json) -> Json:
    room.peer.chat(_text(command, "text"))
    room.touch()
    return {}


def _start(room: OpenRoom, _: Json) -> Json:
    room.peer.start()
    room.touch()
    return {}


def _again(room: OpenRoom, _: Json) -> Json:
    room.peer.again()
    room.touch()
    return {}


async def _bot(room: OpenRoom, _: Json) -> Json:
    return {"name": await room.add_opponent()}


def _without(room: OpenRoom, command: Json) -> Json:
    room.peer.without(_whole(command, "seat", 0, MAX_SEATS - 1), wanted=command.get("on") is True)
    room.touch()
    return {}


def _leave(room: OpenRoom, _: Json) -> Json:
    room.peer.leave()
    room.touch()
    return {}


def _retry(room: OpenRoom, _: Json) -> Json:
    room.retry()
    return {}


# What a command holds


def new_room(asked: Mapping[str, object]) -> tuple[HostSettings, int]:
    """The settings of a new room and its computer players; raises ``UsageError`` where they cannot be."""
    seats = _whole(asked, "seats", 2, MAX_SEATS)
    bots = _whole(asked, "bots", 0, seats - 1)
    rules = PRESETS.get(_text(asked, "rules", 40))
    if rules is None:
        raise UsageError("There are no rules of this name.")
    minutes, seconds = _whole(asked, "clock", 0, 999), _whole(asked, "increment", 0, 999)
    rules = rules.timed(minutes, seconds)
    lexicon, public = _text(asked, "lexicon", 80), asked.get("public") is True
    return HostSettings(seats=seats, rules=rules, lexicon=lexicon, public=public), bots


def _refused(error: str) -> Json:
    return {"ok": False, "error": error}


def _text(command: Mapping[str, object], name: str, most: int = _MAX_TEXT) -> str:
    value = command.get(name)
    if not isinstance(value, str):
        raise UsageError(f"The command lacks its {name}.")
    if len(value) > most:
        raise UsageError(f"This is too long: {most} characters at most.")
    return value


def _whole(command: Mapping[str, object], name: str, least: int, most: int) -> int:
    return _number_in(command.get(name), name, least, most)


def _number_in(value: object, name: str, least: int, most: int) -> int:
    if isinstance(value, bool) or not isinstance(value, int) or not least <= value <= most:
        raise UsageError(f"The command’s {name} is to be a number from {least} to {most}.")
    return value


def _list(value: object, most: int) -> list[object]:
    if not isinstance(value, list) or len(value) > most:
        raise UsageError("These are no tiles.")
    return value


def _slot(slot: object) -> tuple[int, int | None, str | None]:
    if not isinstance(slot, dict):
        raise UsageError("These are no tiles.")
    square, letter = slot.get("square"), slot.get("letter")
    number = _whole(slot, "id", 0, _LARGEST)
    if letter is not None and (not isinstance(letter, str) or len(letter) != 1):
        raise UsageError("A blank stands for one letter.")
    return number, None if square is None else _number_in(square, "square", 0, _SQUARES - 1), letter


def _placed(tile: object) -> Placed:
    if not isinstance(tile, list) or len(tile) != 2:
        raise UsageError("These are no tiles.")
    square, letter = tile
    if not isinstance(letter, str) or len(letter) != 1 or not ("A" <= letter <= "Z" or "a" <= letter <= "z"):
        raise UsageError("Say first which letter the blank stands for.")
    return Placed(_number_in(square, "square", 0, _SQUARES - 1), letter)


def _number(command: Mapping[str, object]) -> str:
    return "".join(_text(command, "number", _MAX_NUMBER).split())
