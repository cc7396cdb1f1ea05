"""``games`` and ``resume``: the rooms on this disk."""

from __future__ import annotations

import time
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

import click

from p2pscrabble.cli.asking import where_from
from p2pscrabble.cli.exits import NegativeAnswer
from p2pscrabble.cli.options import option
from p2pscrabble.cli.output import Output
from p2pscrabble.cli.settings import Settings, common_options
from p2pscrabble.peer.kept import find, listed, people, unfinished

if TYPE_CHECKING:
    from p2pscrabble.peer.store import RoomStore

_DAY: Final = 86_400


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
@option("--auto", is_flag=True, help="The computer plays your seat.")
@click.pass_obj
def resume_command(
    settings: Settings,
    *,
    game: str | None,
    auto: bool,
) -> None:
    """Play on where you left off.

    ID is what `p2pscrabble games` shows, or the room code; without it, the game in which it is your turn, or else the
    one that you played last.
    """
    out = Output(settings)
    stores = people(settings.data / "rooms")
    store = _pick(stores, game)
    others = len(unfinished(stores)) - 1
    if game is None and others > 0:
        out.say(f"There {'is another game' if others == 1 else f'are {others} more games'}: see `p2pscrabble games`.")
    where = where_from(settings, asking=False)
    if settings.text or auto:
        from p2pscrabble.cli.demo import resume_demo
        from p2pscrabble.cli.rooms import conduct, resume_room
        from p2pscrabble.peer.opponents import is_demo

        conduct(out, (resume_demo if is_demo(store.room) else resume_room)(store, where, out, auto=auto))
    else:
        from p2pscrabble.cli.browser import in_browser
        from p2pscrabble.web.starting import wish

        in_browser(settings, wish("resume", relays=where.relays, room=store.folder.name))


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
