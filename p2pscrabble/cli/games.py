"""``games`` and ``resume``: the rooms on this disk."""

from __future__ import annotations

import contextlib
import time
from collections.abc import Sequence
from pathlib import Path
from typing import TYPE_CHECKING, Final

import click

from p2pscrabble.cli.asking import where_from
from p2pscrabble.cli.exits import NegativeAnswer
from p2pscrabble.cli.options import option
from p2pscrabble.cli.output import Output
from p2pscrabble.cli.settings import Settings, common_options
from p2pscrabble.errors import DecodeError, StoreError, UsageError

if TYPE_CHECKING:
    from p2pscrabble.peer.store import RoomStore

_OVER: Final = ("over", "closed", "left", "stopped")
_DAY: Final = 86_400


def people(folder: Path) -> list[RoomStore]:
    """Every room below this folder in which a person has a seat, the last changed first; broken ones are left out."""
    from p2pscrabble.peer.store import rooms
    from p2pscrabble.table import Role

    found = []
    for store in rooms(folder):
        with contextlib.suppress(StoreError):
            if store.room.role != Role.BOT.name.lower():
                found.append(store)
    return found


def unfinished(stores: Sequence[RoomStore]) -> list[RoomStore]:
    """Those that can be played on, your turn first, then the last changed."""
    return sorted((s for s in stores if s.summary.state not in _OVER), key=lambda store: not store.summary.your_turn)


def listed(stores: Sequence[RoomStore]) -> list[RoomStore]:
    """All of them, unfinished ones first."""
    first = unfinished(stores)
    return [*first, *(store for store in stores if store.summary.state in _OVER)]


def describe(store: RoomStore) -> str:
    """A room in one line: its number, who plays, how it stands."""
    summary = store.summary
    state = "your turn" if summary.your_turn else {"playing": "their turn"}.get(summary.state, summary.state)
    scores = [f"{name} {score}" for name, score in zip(summary.names, summary.scores, strict=False)]
    who = ", ".join(scores or summary.names) or "nobody yet"
    return f"{store.folder.name}  {state:<10}  {who}  ({_ago(summary.changed or store.room.made)})"


def _ago(changed: int) -> str:
    seconds = max(0, int(time.time()) - changed)
    for unit, length in (("day", _DAY), ("hour", 3600), ("minute", 60)):
        if seconds >= length:
            count = seconds // length
            return f"{count} {unit}{'' if count == 1 else 's'} ago"
    return "just now"


@click.command("games")
@common_options
@click.pass_obj
def games_command(settings: Settings) -> None:
    """The games on this computer, unfinished ones first.

    `p2pscrabble resume ID` plays one on; `p2pscrabble replay ID` shows one that is over.
    """
    out = Output(settings)
    stores = listed(people(settings.data / "rooms"))
    for store in stores:
        summary = store.summary
        out.result(describe(store))
        out.event(
            "game",
            id=store.folder.name,
            state=summary.state,
            your_turn=summary.your_turn,
            names=summary.names,
            scores=summary.scores,
            replay=summary.replay,
            changed=summary.changed,
        )
    if not stores:
        out.say("There are no games on this computer yet. `p2pscrabble demo` begins one at once.")


@click.command("resume")
@common_options
@click.argument("game", required=False, metavar="[ID]")
@click.option("--text", is_flag=True, help="Play in this terminal (as always, for now).")
@option("--auto", is_flag=True, help="The computer plays your seat.")
@click.pass_obj
def resume_command(
    settings: Settings,
    *,
    game: str | None,
    text: bool,  # noqa: ARG001 - text is what there is
    auto: bool,
) -> None:
    """Play on where you left off.

    ID is what `p2pscrabble games` shows, or the room code; without it, the game in which it is your turn, or else the
    one that you played last.
    """
    from p2pscrabble.cli.demo import is_demo, resume_demo
    from p2pscrabble.cli.rooms import conduct, resume_room

    out = Output(settings)
    stores = people(settings.data / "rooms")
    store = _pick(stores, game)
    others = len(unfinished(stores)) - 1
    if game is None and others > 0:
        out.say(f"There {'is another game' if others == 1 else f'are {others} more games'}: see `p2pscrabble games`.")
    where = where_from(settings, asking=False)
    conduct(out, (resume_demo if is_demo(store) else resume_room)(store, where, out, auto=auto))


def _pick(stores: Sequence[RoomStore], wanted: str | None) -> RoomStore:
    if wanted is None:
        if not (open_ones := unfinished(stores)):
            raise NegativeAnswer("There is no unfinished game on this computer. `p2pscrabble demo` begins one.")
        return open_ones[0]
    store = find(stores, wanted)
    if store.summary.state in ("closed", "left"):
        number = store.summary.replay
        shown = f" `p2pscrabble replay {store.folder.name}` shows it." if number else ""
        raise NegativeAnswer(f"This room is closed.{shown}")
    return store


def find(stores: Sequence[RoomStore], wanted: str) -> RoomStore:
    """The room that a person means, by the beginning of its ID or by its code; ``UsageError`` where it is not one."""
    found = [store for store in stores if store.folder.name == wanted]
    found = found or [store for store in stores if store.folder.name.startswith(wanted) or _has_code(store, wanted)]
    if len(found) == 1:
        return found[0]
    if found:
        names = ", ".join(store.folder.name for store in found)
        raise UsageError(f"More than one game begins with {wanted}: {names}.")
    raise UsageError(f"There is no game {wanted} on this computer: see `p2pscrabble games`.")


def _has_code(store: RoomStore, wanted: str) -> bool:
    from p2pscrabble.numerals import parse_invitation

    try:
        return str(parse_invitation(wanted).code) == store.room.code
    except (DecodeError, StoreError):
        return False
