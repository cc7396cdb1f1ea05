"""``docs/replay-format.md`` is enough to read a number: a decoder written from that page alone reads every game.

Only the rules of the game are p2pscrabble's own here; of the number layer this decoder uses nothing.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from dataclasses import replace
from math import comb
from pathlib import Path

import pytest

from p2pscrabble.game.board import LETTER_MULTIPLIER, WORD_MULTIPLIER
from p2pscrabble.game.ending import EndReason
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Placed, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.racks import Rack
from p2pscrabble.game.rules import PRESETS, Rules
from p2pscrabble.numerals.dealing import Dealer
from p2pscrabble.numerals.replay import Deal, Replay, Step
from p2pscrabble.numerals.replay_number import decode_replay, encode_replay
from p2pscrabble.numerals.walk import UnreadWords

PAGE = (Path(__file__).parents[2] / "docs" / "replay-format.md").read_text(encoding="utf-8")
PAIRS = re.findall(r"^\d{27}$", PAGE, re.MULTILINE)
TWOS = set(re.findall(r"\b[A-Z]{2}\b", PAGE[PAGE.index("\nAA AB") : PAGE.index("The digits say")]))
POWERS = [
    [int(number) for number in row.replace("| |", "|").split("|") if number.strip()]
    for row in re.findall(r"^\| by [^|]*\|(.*)\|$", PAGE, re.MULTILINE)
]
FIELD_VALUES = (2, 201, 5, 7, 10, 2, 10, 2, 2, 86401, 3601, 101)
ALPHABET = "ABCDEFGHIJKLMNOPQRSTUVWXYZ"
KINDS = ALPHABET + "?"
BAG = dict(zip(KINDS, (9, 2, 2, 4, 12, 2, 3, 2, 9, 1, 1, 4, 2, 6, 8, 2, 1, 6, 4, 6, 4, 2, 2, 1, 2, 1, 2), strict=True))

Tiles = dict[str, int]


class Stack:
    """The number as a stack of choices."""

    def __init__(self, text: str) -> None:
        digits = "".join(text.split())
        assert digits.isascii()
        assert digits.isdigit()
        assert len(digits) % 2 == 0
        assert int(digits) % 97 == 1
        assert 2 <= int(digits[-2:]) <= 98
        assert digits[0] == "1"
        number = digits[1:-2]
        assert not number.startswith("00")
        self.x, rest = divmod(int(number), 47)
        assert rest == 0
        self.taken: list[tuple[int, int]] = []

    def below(self, r: int) -> int:
        self.x, value = divmod(self.x, r)
        self.taken.append((r, value))
        return value

    def one_of(self, *weights: int) -> int:
        t = sum(weights)
        high, c = divmod(self.x, t)
        i = next(i for i in range(len(weights)) if c < sum(weights[: i + 1]))
        self.x = high * weights[i] + c - sum(weights[:i])
        self.taken.append((t, i))
        return i

    def tiles(self, pool: Tiles, n: int) -> str:
        out = ""
        for place, kind in enumerate(KINDS):
            a, b, left = pool[kind], sum(pool[later] for later in KINDS[place + 1 :]), n - len(out)
            out += kind * self.one_of(*(comb(a, i) * comb(b, left - i) for i in range(left + 1)))
        return out


def read_rules(stack: Stack) -> Rules:
    kind = stack.one_of(12, 4, 4, 4, 1, 4)
    numbers = list(PRESETS[("classic", "scratch", "tournament")[kind // 2]].numbers())
    for place in range(12 if kind % 2 else 0):
        if stack.one_of(3, 1):
            value = stack.below(FIELD_VALUES[place] - 1)
            numbers[place] = value if value < numbers[place] else value + 1
    return Rules.from_numbers(numbers)


def off_board(position: Position, held: str = "") -> Tiles:
    pool = dict(BAG)
    for tile in "".join("?" if c.islower() else c for c in position.board.tiles) + held:
        pool[tile] -= 1
    return pool


def read_place(stack: Stack, cells: str, most: int) -> tuple[int, ...]:
    def lying(row: int, column: int) -> bool:
        return 0 <= row < 15 and 0 <= column < 15 and cells[row * 15 + column] != "."

    places, weights = [], []
    for down in (False, True):
        for line in range(15):
            for first in range(15):
                for count in range(2 if down else 1, most + 1):
                    at = [(p, line) if down else (line, p) for p in range(15)]
                    free = [p for p in range(first, 15) if not lying(*at[p])][:count]
                    if len(free) < count or free[0] != first:
                        continue
                    start, end = first, free[-1] + 1
                    while start > 0 and lying(*at[start - 1]):
                        start -= 1
                    while end < 15 and lying(*at[end]):
                        end += 1
                    squares = tuple(row * 15 + column for row, column in (at[p] for p in free))
                    joined = end - start - count
                    crossed = sum(
                        lying(r, c - 1) or lying(r, c + 1) if down else lying(r - 1, c) or lying(r + 1, c)
                        for r, c in (at[p] for p in free)
                    )
                    if not (joined or crossed) and (set(cells) != {"."} or 112 not in squares or count < 2):
                        continue
                    words, letters = 1, 0
                    for square in squares:
                        words *= WORD_MULTIPLIER[square]
                        letters += LETTER_MULTIPLIER[square] - 1
                    tables = zip(POWERS, (count - 1, joined, crossed, words - 1, letters), strict=True)
                    places.append(squares)
                    weights.append(2 ** sum(row[min(column, len(row) - 1)] for row, column in tables))
    return places[stack.one_of(*weights)]


def read_play(stack: Stack, position: Position, pool: Tiles) -> Play:
    squares = read_place(stack, position.board.cells, position.mover.rack.size)
    cells, laid = list(position.board.cells), []
    for number, square in enumerate(squares):
        powers = dict.fromkeys(ALPHABET, 0)
        for step in (1, 15):
            place = square % 15 if step == 1 else square // 15
            line = [square + (p - place) * step for p in range(15)]
            before = after = ""
            for p in line[:place]:
                before = "" if cells[p] == "." else before + cells[p].upper()
            for p in line[place + 1 :]:
                if cells[p] == ".":
                    break
                after += cells[p].upper()
            to_come = any(p in line for p in squares[number + 1 :])
            waiting = to_come and squares[number + 1] == square + step
            for letter in ALPHABET if before or after or to_come else "":
                if len(before + after) == 1 and not to_come:
                    powers[letter] += 5 * (before + letter + after in TWOS)
                    continue
                edge = ALPHABET + "-"
                powers[letter] += int(PAIRS[edge.index((before or "-")[-1])][edge.index(letter)])
                powers[letter] += 0 if waiting else int(PAIRS[edge.index(letter)][edge.index((after or "-")[0])])
        weights = [pool[letter] * 2 ** (5 + powers[letter]) for letter in ALPHABET]
        chosen = stack.one_of(*weights, *(pool["?"] * 2 ** powers[letter] for letter in ALPHABET))
        letter = (ALPHABET + ALPHABET.lower())[chosen]
        pool["?" if letter.islower() else letter] -= 1
        cells[square] = letter
        laid.append(Placed(square, letter))
    return Play(tuple(laid))


class Stranger:
    """Reads one game."""

    def __init__(self, text: str, deal_from: Callable[[Sequence[bytes]], Dealer]) -> None:
        stack = self.stack = Stack(text)
        self.deal = stack.one_of(12, 2, 2)
        seats = 2 + stack.one_of(12, 2, 2)
        rules = read_rules(stack)
        lexicon = stack.below(2**24).to_bytes(3)
        first = stack.below(seats)
        seeds = tuple(stack.below(2**128).to_bytes(16) for _ in range(seats if self.deal == 0 else 0))
        self.dealer = deal_from(seeds) if seeds else None
        self.kept = [""] * seats
        self.position = Position.start(rules, UnreadWords(lexicon), seats, first)
        self.draw()
        steps: list[Step] = []
        while self.position.ended is None:
            step = self.read_step()
            if step is None:
                break
            steps.append(step)
            self.take(step)
        racks: tuple[str | None, ...] = ()
        if not seeds:
            steps += self.read_struck()
            racks = tuple(self.read_last_rack(seat) for seat in range(seats))
        movers = {step.seat for step in steps if step.move is not None}
        overtime = tuple(self.read_minutes() if rules.clock and seat in movers else 0 for seat in range(seats))
        assert stack.x == 0
        self.replay = Replay(rules, lexicon, seats, first, seeds, tuple(steps), racks=racks, overtime=overtime)

    def draw(self) -> None:
        while self.position.owed:
            owed = self.position.owed[0]
            rack = self.position.players[owed.seat].rack.shown
            drawn = self.dealer.draw(owed.seat, owed.count, rack, owed.back) if self.dealer else None
            self.position = self.position.deal(drawn)

    def read_step(self) -> Step | None:
        position, stack = self.position, self.stack
        held, waits = position.mover.rack.size, position.answer_pending
        exchange = not waits and held > 0 and position.available >= position.rules.exchange_minimum
        contested = 16 if position.challenge_pending else 0
        kind = stack.one_of(
            1,
            1,
            0 if waits else 16 if exchange else 64,
            24 if exchange else 0,
            960 if waits else 0,
            contested,
            contested,
            0 if waits or held < (2 if position.board.empty else 1) else 960,
        )
        if kind == 0:
            return None
        if kind == 1:
            return Step(position.present[stack.below(len(position.present))], None)
        rack = self.read_rack(position.turn, 15) if self.deal == 1 else None
        if self.deal:
            self.show(position.turn, rack)
        position = self.position
        known = position.mover.rack.tiles
        pool = off_board(position) if known is None else {kind: known.count(kind) for kind in KINDS}
        move: Move = (Pass(), Pass(), Pass(), Pass(), Accept(), Challenge(), Challenge(), Pass())[kind]
        if kind == 3:
            named = known is not None or stack.one_of(1, 1) == 1
            count = 1 + stack.below(min(position.available, held))
            move = Exchange(stack.tiles(pool, count)) if named else Exchange.hidden(count)
        elif kind == 7:
            move = read_play(stack, position, pool)
        return Step(position.turn, move, rack, kind == 5)

    def show(self, seat: int, tiles: str | None) -> None:
        players = list(self.position.players)
        rack = Rack.hidden(players[seat].rack.size) if tiles is None else Rack.of(tiles)
        players[seat] = replace(players[seat], rack=rack)
        self.position = replace(self.position, players=tuple(players))

    def take(self, step: Step) -> None:
        if step.move is None:
            self.position = self.position.leave(step.seat)
        else:
            words = UnreadWords(b"abc", not step.withdrawn)
            self.position = replace(self.position, lexicon=words).apply(step.move)
        for seat, player in enumerate(self.position.players):
            self.kept[seat] = self.kept[seat] if player.rack.tiles is None else player.rack.tiles
        last = self.position.last
        if self.dealer and last and self.position.ended is None and (step.move is None or last.returned):
            self.dealer.leave(step.seat if last.challenged is None else last.challenged, last.returned)
        self.draw()

    def read_rack(self, seat: int, known: int) -> str | None:
        size, kept = self.position.players[seat].rack.size, self.kept[seat]
        if not size or not self.stack.one_of(1, known):
            return None
        if min(off_board(self.position, kept).values()) < 0:
            kept = ""
        if kept and not self.stack.one_of(1, 63):
            return self.stack.tiles(off_board(self.position), size)
        if not kept:
            self.stack.one_of(0, 1)
        more = self.stack.tiles(off_board(self.position, kept), size - len(kept))
        return "".join(sorted(kept + more, key=KINDS.index))

    def read_last_rack(self, seat: int) -> str | None:
        rack = self.position.players[seat].rack
        if rack.tiles is None:
            return self.read_rack(seat, 3)
        if rack.size and not self.stack.one_of(1, 63):
            return self.stack.tiles(off_board(self.position), rack.size)
        return rack.tiles or None

    def read_struck(self) -> list[Step]:
        ended = self.position.ended
        if ended is None or ended.reason is EndReason.LEFT:
            return []
        struck = [Step(seat, None) for seat in self.position.present if self.stack.one_of(63, 1)]
        for step in struck:
            self.take(step)
        return struck

    def read_minutes(self) -> int:
        if self.stack.one_of(1, 15):
            return 0
        top: int = 2 ** self.stack.one_of(64, 32, 16, 8, 4, 2, *[1] * 14)
        return top + self.stack.below(top)


def test_the_page_has_the_tables() -> None:
    assert len(PAIRS) == 27
    assert len(TWOS) == 107
    assert [len(row) for row in POWERS] == [7, 8, 8, 7, 8]


def no_dealer(seeds: Sequence[bytes]) -> Dealer:
    raise AssertionError(f"a hidden game has no seeds: {seeds}")


def test_the_example_of_the_page() -> None:
    example = PAGE[PAGE.index("## An example") :]
    found = re.search(r"```\n([\d ]+)\n```\n\nis \*x\* = (\d+)", example)
    assert found is not None
    number, x = found.groups()
    assert Stack(number).x == int(x)
    stranger = Stranger(number, no_dealer)
    rows = re.findall(r"^\| ([\d,]+) \| ([\d,]+) \|", example, re.MULTILINE)
    listed = [(int(total.replace(",", "")), int(choice.replace(",", ""))) for total, choice in rows]
    assert stranger.stack.taken == listed
    assert stranger.replay == decode_replay(number, no_dealer)
    assert encode_replay(stranger.replay, no_dealer) == number.replace(" ", "")
    assert stranger.position.board.tiles == "CATs"


TIMED = PRESETS["tournament"].changed(clock=60, challenge="single", exchange_minimum=1)


@pytest.mark.parametrize(
    ("rules", "deal", "seats"),
    [
        ("classic", Deal.OPEN, 2),
        ("tournament", Deal.OPEN, 4),
        ("classic", Deal.HIDDEN, 2),
        (TIMED, Deal.HIDDEN, 3),
        ("tournament", Deal.RECORDED, 2),
        (TIMED, Deal.RECORDED, 2),
    ],
)
def test_a_stranger_reads_every_game(
    game: Callable[..., Replay], bag: Callable[[Sequence[bytes]], Dealer], rules: str | Rules, deal: Deal, seats: int
) -> None:
    replay = game(7, rules, seats, deal)
    replay = replace(replay, overtime=(0, 5, *replay.overtime[2:]) if rules == TIMED else replay.overtime)
    assert Stranger(encode_replay(replay, bag), bag).replay == replay
