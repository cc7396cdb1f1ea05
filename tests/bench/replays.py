"""How long the number of a whole game is, and what it costs to write and to read one."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from functools import partial
from statistics import median
from typing import Final

from p2pscrabble.numerals.dealing import Dealer
from p2pscrabble.numerals.replay import Replay, replay_of
from p2pscrabble.numerals.replay_number import decode_replay, encode_replay
from p2pscrabble.table.deal import OpenDeal
from tests.bench.games import game
from tests.bench.measure import Figures, medians, percentile
from tests.bench.recorded import recorded_games

GAMES: Final = 40
ONE_VARIABLE: Final = 256
"""The digits that one Scratch variable holds."""


def measure_replays(short: bool) -> Figures:
    """Digits of the games of two bots, and of recorded games where there are any; time to write and read one."""
    own = [game(seed) for seed in range(2 if short else GAMES)]
    bots = [(replay_of(one.positions, one.seeds), OpenDeal) for one in own]
    figures = _digits("replay_bots", bots)
    if recorded := recorded_games()[: 2 if short else None]:
        figures |= _digits("replay_recorded", recorded)
    return figures | _times(bots[: 1 if short else 9], 1 if short else 5)


def _digits(name: str, replays: Sequence[tuple[Replay, Callable[[Sequence[bytes]], Dealer]]]) -> Figures:
    lengths = []
    for replay, deal in replays:
        number = encode_replay(replay, deal)
        if decode_replay(number, deal) != replay:
            raise ValueError("a number gives another game")
        lengths.append(len(number))
    return {
        f"{name}_games": len(lengths),
        f"{name}_turns_median": median(len(replay.steps) for replay, _ in replays),
        f"{name}_digits_median": median(lengths),
        f"{name}_digits_p95": percentile(lengths, 0.95),
        f"{name}_digits_max": max(lengths),
        f"{name}_within_256_percent": 100 * sum(length <= ONE_VARIABLE for length in lengths) / len(lengths),
    }


def _times(replays: Sequence[tuple[Replay, type[OpenDeal]]], rounds: int) -> Figures:
    encoding, decoding = [], []
    for replay, deal in replays:
        number = encode_replay(replay, deal)
        write, read = medians(rounds, partial(encode_replay, replay, deal), partial(decode_replay, number, deal))
        encoding.append(write)
        decoding.append(read)
    return {"replay_encode_ms_median": median(encoding) * 1e3, "replay_decode_ms_median": median(decoding) * 1e3}
