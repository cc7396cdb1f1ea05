"""Whole games of random steps: tiles are conserved, scores add up, peers agree, and nothing goes unexplained.

Each game is followed from three sides: by one who sees every rack, and in a sealed game by one of the players and by
an onlooker who sees none.
"""

from __future__ import annotations

from collections import Counter
from dataclasses import replace
from random import Random

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from p2pscrabble.errors import IllegalMove
from p2pscrabble.game.board import EMPTY, SQUARES, Board, Direction
from p2pscrabble.game.ending import EndReason
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Placed, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.racks import Player, Rack
from p2pscrabble.game.rules import FIELDS, PRESETS, ChallengeRule, Rules
from p2pscrabble.game.tiles import ALPHABET, BLANK, COUNT, LETTER_OF, UNKNOWN, tile_of
from p2pscrabble.game.turns import Outcome

HUNDRED = Counter(COUNT)


class Lenient:
    """A list in which every word is good but those with both of two letters."""

    name = "a lenient list"
    hash = bytes(range(32))

    def __contains__(self, word: str) -> bool:
        return not {"E", "A"} <= set(word)


class Follower:
    """One game from three sides, and the bag that only the game itself has."""

    def __init__(self, rules: Rules, seats: int, first: int, chance: Random) -> None:
        self.chance = chance
        self.bag = list(LETTER_OF)
        self.chance.shuffle(self.bag)
        self.all_seen = self.own = self.onlooker = Position.start(rules, Lenient(), seats, first)
        self.expected = [0] * seats
        self.outcomes = set[Outcome]()
        self.deal()

    def deal(self) -> None:
        while self.all_seen.owed:
            draw = self.all_seen.owed[0]
            tiles = "".join(self.bag[: draw.count])
            self.bag[: draw.count] = []
            self.bag += draw.back
            self.all_seen = self.all_seen.deal(tiles)
            self.own = self.own.deal(tiles if draw.seat == 0 else None)
            self.onlooker = self.onlooker.deal(None)
            self.check()

    def apply(self, move: Move, seconds: int) -> None:
        sealed = Exchange.hidden(len(move.tiles)) if isinstance(move, Exchange) else move
        mine = move if self.all_seen.turn == 0 else sealed
        views = ((self.all_seen, move), (self.own, mine), (self.onlooker, sealed))
        self.all_seen, self.own, self.onlooker = (view.apply(made, seconds) for view, made in views)
        self.settle()

    def leave(self, seat: int) -> None:
        self.all_seen, self.own, self.onlooker = (view.leave(seat) for view in (self.all_seen, self.own, self.onlooker))
        self.settle()

    def settle(self) -> None:
        turn = self.all_seen.last
        assert turn is not None
        assert UNKNOWN not in turn.returned
        self.bag += turn.returned
        self.outcomes.add(turn.outcome)
        if turn.outcome is Outcome.PLAYED and turn.score is not None:
            self.expected[turn.seat] += turn.score.total
        if turn.challenged is not None and turn.score is not None:
            self.expected[turn.challenged] += turn.bonus
            self.expected[turn.challenged] -= turn.score.total if turn.outcome is Outcome.WITHDRAWN else 0
        self.check()
        if self.chance.random() < 0.8:
            self.deal()

    def check(self) -> None:
        """The hundred tiles are all there, the scores are what the steps said, and all sides agree."""
        position = self.all_seen
        racks = "".join(player.rack.shown for player in position.players)
        owed = "".join(draw.back for draw in position.owed)
        laid = "".join(map(tile_of, position.board.tiles))
        over_for_all = position.ended is not None and position.ended.reason is EndReason.LEFT
        if not over_for_all:
            assert Counter(laid + racks + owed + "".join(self.bag)) == HUNDRED
        assert len(laid) + len(racks) + len(owed) + position.bag == 100
        assert 0 <= position.available <= position.bag + len(owed)
        assert [player.score for player in position.players] == self.expected
        assert position.digest() == self.own.digest() == self.onlooker.digest()
        assert all(player.rack.size <= 7 for player in position.players)
        for view in (self.own, self.onlooker):
            assert [p.rack.size for p in view.players] == [p.rack.size for p in position.players]
            assert view.present == position.present
        if position.ended is not None and position.ended.final is not None:
            self.check_end(position)

    def check_end(self, position: Position) -> None:
        end = position.ended
        assert end is not None
        assert end.final is not None
        assert end.leftovers is not None
        assert end.winners is not None
        for player, line, final in zip(position.players, end.leftovers, end.final, strict=True):
            assert player.score + line.points == final
            assert not (player.left and line.points)
        assert set(end.winners) <= set(position.present)
        assert max(end.final[seat] for seat in position.present) == end.final[end.winners[0]]
        for view in (self.own, self.onlooker):
            shown = view
            for seat, player in enumerate(position.players):
                shown = shown.reveal(seat, player.rack.shown)
            assert shown.ended == end


def some_play(position: Position, chance: Random) -> Play:
    """Tiles of the rack (or nearly) in a line that runs through, or beside, what lies on the board."""
    cells = position.board.cells
    rack = list(position.mover.rack.shown) or ["E"]
    chance.shuffle(rack)
    filled = [square for square in range(SQUARES) if cells[square] != EMPTY] or [112]
    direction = chance.choice(list(Direction))
    square = chance.choice(filled) - direction.value * chance.randrange(4)
    tiles = []
    for tile in rack[: chance.choice([1, 2, 2, 3, 4, 7])]:
        while 0 <= square < SQUARES and cells[square] != EMPTY:
            square += direction.value
        tiles.append(Placed(square, chance.choice(ALPHABET).lower() if tile == BLANK else tile))
        square += direction.value
    return Play(tuple(tiles))


def some_move(position: Position, chance: Random) -> Move:
    plain: tuple[Move, ...] = (Pass(), Challenge(), Challenge(), Accept(), Accept())
    kind = chance.random()
    if kind < 0.8:
        return some_play(position, chance)
    if kind < 0.88:
        rack = position.mover.rack.shown
        return Exchange("".join(chance.sample(rack, min(len(rack), chance.randrange(8)))))
    return chance.choice(plain)


def follow(rules: Rules, seats: int, seed: int, steps: int = 120) -> Follower:
    chance = Random(seed)
    game = Follower(rules, seats, chance.randrange(seats), chance)
    for _ in range(steps):
        position = game.all_seen
        if position.ended is not None:
            game.deal()
            break
        if chance.random() < 0.01:
            game.leave(chance.choice(position.present))
            continue
        move = some_move(position, chance)
        faults = position.legal(move)
        before = position.digest()
        if faults:
            with pytest.raises(IllegalMove) as caught:
                position.apply(move)
            assert caught.value.faults == faults
            assert position.digest() == before
            if position.owed:
                game.deal()
        else:
            game.apply(move, chance.randrange(100))
    return game


presets = st.sampled_from([*PRESETS.values(), *(PRESETS["tournament"].changed(challenge=r) for r in ChallengeRule)])
any_rules = st.builds(Rules.from_numbers, st.tuples(*(st.integers(0, field.values - 1) for field in FIELDS)))


@settings(max_examples=50)
@given(presets | any_rules, st.integers(2, 4), st.integers(0, 2**32))
def test_a_game_of_random_steps_holds_together(rules: Rules, seats: int, seed: int) -> None:
    follow(rules, seats, seed)


def test_random_games_get_to_every_kind_of_end_and_outcome() -> None:
    """Otherwise the property above would say less than it seems to."""
    reasons, outcomes = set[EndReason](), set[Outcome]()
    kinds = [
        PRESETS["classic"].changed(end_passes=1),
        PRESETS["tournament"].changed(end_scoreless=1),
        PRESETS["tournament"].changed(challenge="single", end_scoreless=0),
    ]
    for seed in range(24):
        game = follow(kinds[seed % 3], 2 + seed % 2, seed, steps=400)
        outcomes |= game.outcomes
        if game.all_seen.ended is not None:
            reasons.add(game.all_seen.ended.reason)
    assert reasons == set(EndReason)
    assert outcomes == set(Outcome)


absurd_tiles = st.lists(
    st.builds(
        Placed,
        st.integers(-3, 228) | st.integers(105, 119) | st.integers(),
        st.sampled_from("ABCQZabz?") | st.text(max_size=2),
    ),
    max_size=9,
)
absurd_moves: st.SearchStrategy[Move] = (
    st.builds(Play, absurd_tiles.map(tuple))
    | st.builds(Exchange, st.text(alphabet="ABQ?_a1", max_size=9) | st.text(max_size=3))
    | st.sampled_from([Pass(), Challenge(), Accept()])
)
boards = st.dictionaries(st.integers(0, SQUARES - 1), st.sampled_from("ABCabc"), max_size=40)


@given(presets, absurd_moves, boards, st.sampled_from(["", "ABCQZ??", "AAAAAAA", 0, 7]), st.integers(0, 9))
def test_any_move_at_all_is_made_or_explained(
    rules: Rules, move: Move, laid: dict[int, str], rack: str | int, bag: int
) -> None:
    held = Rack.of(rack) if isinstance(rack, str) else Rack.hidden(rack)
    start = Position.start(rules, Lenient(), 2)
    board = Board().with_tiles(laid.items())
    position = replace(start, board=board, players=(Player(held), Player(held)), bag=bag, owed=())
    for _ in range(2):
        faults = position.legal(move)
        assert all(str(fault) for fault in faults)
        if faults:
            with pytest.raises(IllegalMove) as caught:
                position.apply(move)
            assert caught.value.faults == faults
            break
        position = position.apply(move)
        if position.owed or position.ended:
            break
