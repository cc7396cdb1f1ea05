"""What is proven about the bag, in one sentence and in details, wherever it is shown.

Every sentence here is a claim of ``docs/threat-model.md`` and no stronger than it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from typing import Final

from p2pscrabble.peer.news import faulty_sentence, joined
from p2pscrabble.peer.proven import Proven
from p2pscrabble.peer.view import OutcomeView, View
from p2pscrabble.table import Charge, Deal, Phase

_LEVELS: Final = {Deal.OPEN: "open", Deal.SEALED: "sealed"}
_OPEN: Final = "Nobody could choose the order of this bag, but somebody with a changed program could look into it."
_LOCKED: Final = (
    "Each player’s program drew a secret number, and bound itself to it before it saw any other. With it, each in turn "
    "shuffled all tiles and locked every one, and proved that the same tiles were still there. Opening a tile takes "
    "all programs. One honest program is enough to make every order equally likely and to keep it from everyone."
)
_SERVED: Final = (
    "For a tile that you draw, all other programs take off their locks, and prove that it was theirs. Yours stays on "
    "until you lay the tile. So you alone see the tiles on your rack, and nobody can lay one that they did not draw."
)
_MIXED: Final = (
    "Each player’s program drew a secret number, and bound itself to it before it saw any other. When all were bound, "
    "all were opened, and the bag was mixed with every one of them. One honest program is enough to make every order "
    "equally likely."
)
_NOW: Final = (
    (" drew ", " draws "),
    ("bound itself", "binds itself"),
    ("before it saw", "before it sees"),
    ("shuffled all tiles and locked every one, and proved", "shuffles all tiles and locks every one, and proves"),
    ("tiles were still", "tiles are still"),
    ("When all were bound, all were opened, and the bag was", "When all are bound, all are opened, and the bag is"),
)
"""The same before it is done."""
_EXPOSED: Final = {
    Deal.OPEN: "This is the open deal: since the numbers are open, the program of every player knows all racks and the "
    "bag. It does not show them. Somebody who changes their program can look, and nothing shows that they do. Play so "
    "with people whose programs you trust.",
    Deal.SEALED: "When the tiles on a rack were drawn can be seen, though not what they are. Two players can tell each "
    "other what they have, and a program can find words. Somebody who stops answering holds up the game. Who can look "
    "into your own computer can see your rack.",
}
_MOVES: Final = (
    "Every program checks every move against the rules. Each move is signed by its player and contains all that was "
    "before it, so nobody can move for another, take a move back, or tell two players two stories without being named."
)
_REFUSED: Final = "That was refused before it changed anything, and the others play on without."
_CHECKED: Final = {
    Deal.OPEN: "Each program makes the number of the game, deals every tile anew from it, and compares that with what "
    "was played.",
    Deal.SEALED: "All racks and the rest of the bag are opened, and they and the board are the hundred tiles. Then the "
    "secret numbers are opened, and each program makes again, byte for byte, all that the others had sent.",
}


@dataclass(frozen=True, slots=True)
class Shield:
    """What is proven; ``level`` is waiting, open, sealed, checked or broken, and each detail a title and a text."""

    level: str
    sentence: str
    details: tuple[tuple[str, str], ...]


def shield_of(view: View) -> Shield:
    """What can be said of the bag of the game in this view."""
    outcome = view.ended
    level, sentence = _verdict(view, outcome)
    return Shield(level, sentence, tuple(_details(view, outcome)))


def _verdict(view: View, outcome: OutcomeView | None) -> tuple[str, str]:
    deal = _deal(view)
    if view.phase is Phase.STOPPED:
        return "broken", view.warning or "The game has stopped: the programs do not agree on it."
    proven = _OPEN if view.bag is None else Proven(view.bag, _names(view), _you(view)).sentence()
    cheats = " ".join(map(_caught, _charges(view)))
    if view.position is None:
        if view.bag is not None:
            return "waiting", proven
        return "waiting", "There is no bag yet: it is made from secret numbers of all players when the game begins."
    if cheats:
        proven = f"{cheats} {proven}"
    if outcome is None:
        return _LEVELS[deal], proven
    if outcome.faulty:
        return "broken", faulty_sentence(outcome.faulty)
    against = _those(outcome, verdict=False)
    if against:
        return "broken", f"{_programs(against)} found another game than this one when it was checked."
    if True not in outcome.verdicts:
        return _LEVELS[deal], proven
    return "checked", " ".join(filter(None, (cheats, _found_right(view, outcome))))


def _found_right(view: View, outcome: OutcomeView) -> str:
    """What is known once a program has checked the game that is over."""
    sealed = outcome.outcome.sealed
    if sealed is None and not outcome.replay:
        return "The programs agree on this game; it was too long for a number from which to deal it anew."
    if sealed is None:
        return "Checked: every tile came as the opened numbers say, and every move and every score is right."
    closed = [name for name, seed in zip(outcome.names, sealed.seeds, strict=True) if seed is None]
    right = "Checked: every proof, every move and every score is right"
    if closed:
        return f"{right}; {joined(closed)} did not open the secret number, so what it made was not made again."
    bag = "the bag" if view.bag is None else f"the bag that was {_shuffled(view)}"
    return f"{right}, and the opened numbers make {bag} again."


def _shuffled(view: View) -> str:
    names = [player.name for player in view.players if not player.you] + ["you"] * any(p.you for p in view.players)
    return f"shuffled by {joined(names)}"


def _deal(view: View) -> Deal:
    return view.room.deal if view.room is not None else Deal.OPEN


def _names(view: View) -> tuple[str, ...]:
    """Of the seats, also where they are not known yet."""
    seats = 0 if view.bag is None else len(view.bag.keys)
    known = tuple(player.name for player in view.players)
    return (*known, *(f"Seat {seat + 1}" for seat in range(len(known), seats)))


def _you(view: View) -> int | None:
    return next((seat for seat, player in enumerate(view.players) if player.you), None)


def _charges(view: View) -> Iterator[Charge]:
    """Those of players of the present game."""
    names = {player.name for player in view.players}
    return (charge for charge in view.charges if charge.seat.name in names)


def _caught(charge: Charge) -> str:
    name = charge.seat.name
    return f"{name}’s program {charge.reason}: that was refused, and {name} is out of the game."


def _details(view: View, outcome: OutcomeView | None) -> Iterator[tuple[str, str]]:
    if view.position is None and view.bag is None:
        how = _MIXED if _deal(view) is Deal.OPEN else _LOCKED
        for before, now in _NOW:
            how = how.replace(before, now)
        yield "How the bag is made", how
        return
    deal = _deal(view)
    yield "How the bag was made", _MIXED if deal is Deal.OPEN else _LOCKED
    if deal is Deal.SEALED:
        yield "The tiles", _SERVED
    for charge in view.charges:
        yield f"{charge.seat.name} is out of the game", f"The program there {charge.reason}. {_REFUSED}"
    for liar in view.liars:
        text = f"{liar.name}’s program has signed two different stories; yours keeps to the first."
        kept = f" Both are in {liar.file}, and anyone can check them: p2pscrabble audit FILE." if liar.file else ""
        yield f"{liar.name} told two stories", text + kept
    if view.bag is not None:
        yield from Proven(view.bag, _names(view), _you(view)).details()
    yield "The moves", _MOVES
    yield "What nothing protects", _EXPOSED[deal]
    seeds = dict(enumerate(_seeds(outcome)))
    for seat, commitment in enumerate(view.commitments):
        name = view.players[seat].name if seat < len(view.players) else f"Seat {seat + 1}"
        seed = seeds.get(seat)
        opened = ", and opened what fits it" if deal is Deal.OPEN or seed is not None else ""
        text = f"Bound to {_hex(commitment)}… before the bag was known{opened}."
        yield f"{name}’s number", f"{text} It was {_hex(seed)}…." if seed is not None else text
    if outcome is not None:
        yield "After the game", " ".join(_checks(outcome))


def _seeds(outcome: OutcomeView | None) -> Sequence[bytes | None]:
    """Those that are open, by seat; none before the end."""
    if outcome is None:
        return ()
    sealed = outcome.outcome.sealed
    return outcome.outcome.record.seeds if sealed is None else sealed.seeds


def _checks(outcome: OutcomeView) -> Iterator[str]:
    yield _CHECKED[Deal.OPEN if outcome.outcome.sealed is None else Deal.SEALED]
    for verdict, one, several in (
        (True, "found the same.", "found the same."),
        (False, "found something else.", "found something else."),
        (None, "has not said yet what it found.", "have not said yet what they found."),
    ):
        if names := _those(outcome, verdict=verdict):
            yield f"{_programs(names)} {one if len(names) == 1 else several}"


def _those(outcome: OutcomeView, *, verdict: bool | None) -> list[str]:
    return [name for name, told in zip(outcome.names, outcome.verdicts, strict=True) if told is verdict]


def _programs(names: Sequence[str]) -> str:
    """Whose programs."""
    return f"{joined([f'{name}’s' for name in names])} program{'' if len(names) == 1 else 's'}"


def _hex(data: bytes) -> str:
    """The first eight bytes, in groups of four digits."""
    digits = data[:8].hex()
    return " ".join(digits[start : start + 4] for start in range(0, len(digits), 4))
