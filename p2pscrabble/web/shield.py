"""What is proven about the bag, in one sentence and in details: ``Shield`` of types.js.

Every sentence here is a claim of ``docs/threat-model.md`` and no stronger than it.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from p2pscrabble.peer.news import joined
from p2pscrabble.peer.view import OutcomeView, View
from p2pscrabble.table import Deal, Phase

_LEVELS: Final = {Deal.OPEN: "open", Deal.SEALED: "sealed"}
_PROVEN: Final = {
    Deal.OPEN: "Nobody could choose the order of this bag, but somebody with a changed program could look into it.",
    Deal.SEALED: "100 tiles, shuffled by {}; nobody has seen yours.",
}
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
_EXPOSED: Final = {
    Deal.OPEN: "This is the open deal: since the numbers are open, the program of every player knows all racks and the "
    "bag. It does not show them. Somebody who changes their program can look, and nothing shows that they do. Play so "
    "with people whose programs you trust.",
    Deal.SEALED: "When the tiles on a rack were drawn can be seen, though not what they are. Two players can tell each "
    "other what they have, and a program can find words. Somebody who stops answering holds up the game.",
}
_MOVES: Final = (
    "Every program checks every move against the rules. Each move is signed by its player and contains all that was "
    "before it, so nobody can move for another, take a move back, or tell two players two stories without being named."
)
_CHECKED: Final = (
    "Each program makes the number of the game, deals every tile anew from it, and compares that with what was played."
)


def shield_shown(view: View) -> dict[str, object]:
    """What can be said of the bag of the game in this view."""
    outcome = _outcome(view)
    level, sentence = _verdict(view, outcome)
    return {
        "level": level,
        "sentence": sentence,
        "details": [{"title": title, "text": text} for title, text in _details(view, outcome)],
    }


def _outcome(view: View) -> OutcomeView | None:
    """The present game, if it has ended."""
    over = view.position is not None and view.position.ended is not None
    return view.outcomes[-1] if over and view.outcomes else None


def _verdict(view: View, outcome: OutcomeView | None) -> tuple[str, str]:
    deal = view.room.deal if view.room is not None else Deal.OPEN
    if view.phase is Phase.STOPPED:
        return "broken", view.warning or "The game has stopped: the programs do not agree on it."
    if view.position is None:
        return "waiting", "There is no bag yet: it is made from secret numbers of all players when the game begins."
    proven = _PROVEN[deal].format(joined(_shufflers(view)))
    if outcome is None:
        return _LEVELS[deal], proven
    against = _those(outcome, verdict=False)
    if against:
        return "broken", f"{_programs(against)} found another game than this one when it was checked."
    if True not in outcome.verdicts:
        return _LEVELS[deal], proven
    if not outcome.replay:
        return "checked", "The programs agree on this game; it was too long for a number from which to deal it anew."
    return "checked", "Checked: every tile came as the opened numbers say, and every move and every score is right."


def _shufflers(view: View) -> list[str]:
    """Those whose programs shuffled the bag, yourself last."""
    return [player.name for player in view.players if not player.you] + ["you"] * any(p.you for p in view.players)


def _details(view: View, outcome: OutcomeView | None) -> Iterator[tuple[str, str]]:
    if view.position is None:
        yield "How the bag is made", _MIXED.replace(" drew ", " draws ").replace("bound itself", "binds itself")
        return
    deal = view.room.deal if view.room is not None else Deal.OPEN
    yield "How the bag was made", _MIXED if deal is Deal.OPEN else _LOCKED
    if deal is Deal.SEALED:
        yield "The tiles", _SERVED
    yield "What nothing protects", _EXPOSED[deal]
    yield "The moves", _MOVES
    for charge in view.charges:
        yield f"{charge.seat.name} is out of the game", f"The program there {charge.reason}."
    for name in view.liars:
        yield (
            f"{name} told two stories",
            f"{name}’s program has signed two different stories; yours keeps to the first.",
        )
    seeds = outcome.outcome.record.seeds if outcome is not None else ()
    for seat, commitment in enumerate(view.commitments):
        name = view.players[seat].name if seat < len(view.players) else f"Seat {seat + 1}"
        opened = ", and opened what fits it" if deal is Deal.OPEN or seat < len(seeds) else ""
        text = f"Bound to {_hex(commitment)}… before the bag was known{opened}."
        yield f"{name}’s number", f"{text} It was {_hex(seeds[seat])}…." if seat < len(seeds) else text
    if outcome is not None:
        yield "After the game", " ".join(_checks(outcome))


def _checks(outcome: OutcomeView) -> Iterator[str]:
    yield _CHECKED
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
