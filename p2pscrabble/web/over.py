"""How a game ended, with the sums of what is left on the racks: ``Over`` of types.js."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from p2pscrabble.game.ending import End, Leftover
from p2pscrabble.game.position import Position
from p2pscrabble.game.tiles import BLANK, VALUE, value_of
from p2pscrabble.peer.news import final_text, joined
from p2pscrabble.peer.telling import counted, end_reason


def over_shown(
    position: Position,
    names: Sequence[str],
    *,
    number: str = "",
    game_hash: str = "",
    verdicts: Sequence[bool | None] = (),
) -> dict[str, object] | None:
    """How the game ended; ``None`` while it goes on. ``number`` and ``game_hash`` are empty where there are none."""
    end = position.ended
    if end is None:
        return None
    winners = end.winners or ()
    return {
        "reason": end_reason(end, names),
        "winners": list(winners),
        "sums": [_sum(position, end, names, seat) for seat in range(len(names))],
        "text": " ".join(_result(position, end, names)),
        "number": number,
        "hash": game_hash,
        "verdicts": [{"name": name, "verdict": verdict} for name, verdict in zip(names, verdicts, strict=False)],
    }


def final_scores(position: Position) -> tuple[int, ...]:
    """The scores at the end as far as they are known, or those of now."""
    end = position.ended
    return end.final if end is not None and end.final is not None else tuple(p.score for p in position.players)


def _result(position: Position, end: End, names: Sequence[str]) -> Iterator[str]:
    """Who wins, and why where the scores alone do not say it."""
    final = final_scores(position)
    winners = end.winners or ()
    called = [names[seat] for seat in winners]
    yield final_text(names, final, called)
    if not winners:
        return
    best = final[winners[0]]
    level = [seat for seat in position.present if final[seat] == best]
    if len(level) > len(winners):
        yield f"The scores are equal, and {joined(called)} had more before the tiles left were counted."
    ahead = [names[seat] for seat, player in enumerate(position.players) if player.left and final[seat] >= best]
    if ahead:
        yield f"{joined(ahead)} left the game, and so cannot win."


def _sum(position: Position, end: End, names: Sequence[str], seat: int) -> dict[str, object]:
    before = position.players[seat].score
    lines = [
        {"text": text, "points": points}
        for text, points in (_lines(position, end, end.leftovers, names, seat) if end.leftovers is not None else ())
    ]
    return {
        "seat": seat,
        "name": names[seat],
        "before": before,
        "lines": lines,
        "total": final_scores(position)[seat],
    }


def _lines(
    position: Position, end: End, leftovers: Sequence[Leftover], names: Sequence[str], seat: int
) -> Iterator[tuple[str, int]]:
    """What the end does to one score, a rack or a clock a line."""
    own = leftovers[seat]
    if own.tiles:
        yield _left(own, names[end.out] if end.out is not None else ""), -own.lost
    if own.gained:
        all_left = sum(value_of(leftover.tiles) for leftover in leftovers)
        times = own.gained // all_left
        for other, leftover in enumerate(leftovers):
            if leftover.tiles:
                twice = "Twice " if times > 1 else ""
                yield f"{twice}{names[other]}’s {_tiles(leftover.tiles)}", times * value_of(leftover.tiles)
    if own.overtime:
        minutes = own.overtime // position.rules.overtime
        yield f"{counted(minutes, 'minute')} over the clock", -own.overtime


def _left(own: Leftover, out: str) -> str:
    text = f"{_tiles(own.tiles)} left on the rack"
    free = out and not own.lost and value_of(own.tiles)
    return f"{text}, which count for {out} instead" if free else text


def _tiles(tiles: str) -> str:
    return joined([f"blank {VALUE[tile]}" if tile == BLANK else f"{tile} {VALUE[tile]}" for tile in tiles])
