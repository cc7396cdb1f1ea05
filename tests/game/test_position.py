"""A position: how it starts, what is legal in it, and what all peers know of it alike."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from hashlib import sha256

import pytest

from p2pscrabble.errors import IllegalMove, UsageError
from p2pscrabble.game.board import Board
from p2pscrabble.game.faults import FaultKind
from p2pscrabble.game.legality import Words
from p2pscrabble.game.moves import Accept, Challenge, Exchange, Move, Pass, Placed, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.racks import Draw, Player, Rack
from p2pscrabble.game.rules import PRESETS

Games = Callable[..., Position]
Steps = Callable[..., Position]
Plays = Callable[[str, Board], Play]


def kinds(position: Position, move: Move) -> list[FaultKind]:
    return [fault.kind for fault in position.legal(move)]


@pytest.mark.parametrize("seats", [2, 3, 4])
def test_starts_with_seven_tiles_owed_to_each_seat_in_turn(seats: int, words: Callable[[str], Words]) -> None:
    position = Position.start(PRESETS["classic"], words("CAT"), seats, first=1)
    assert position.owed == tuple(Draw(seat, 7) for seat in range(seats))
    assert position.players == (Player(),) * seats
    assert (position.turn, position.bag, position.available) == (1, 100, 100 - 7 * seats)
    assert position.board.empty
    assert position.present == tuple(range(seats))
    for _ in range(seats):
        position = position.deal("ABCDEFG")
    assert (position.owed, position.bag) == ((), 100 - 7 * seats)
    assert position.mover == Player(Rack.of("ABCDEFG"))


@pytest.mark.parametrize(("seats", "first"), [(1, 0), (5, 0), (2, 2), (2, -1)])
def test_starts_with_two_to_four_seats(seats: int, first: int, words: Callable[[str], Words]) -> None:
    with pytest.raises(UsageError, match="two to four seats"):
        Position.start(PRESETS["classic"], words(""), seats, first)


def test_everyone_starts_with_a_full_clock(words: Callable[[str], Words]) -> None:
    rules = PRESETS["tournament"].changed(clock=1500)
    assert [player.clock for player in Position.start(rules, words(""), 2).players] == [1500, 1500]


class TestLegal:
    """What may be done, and when."""

    def test_nobody_moves_while_tiles_are_owed(self, game: Games, words: Callable[[str], Words]) -> None:
        position = Position.start(PRESETS["tournament"], words(""), 2)
        for move in (Pass(), Challenge(), Accept(), Exchange("A"), Play((Placed(112, "A"),))):
            assert kinds(position, move)[0] is FaultKind.DRAWING
        assert kinds(position, Pass()) == [FaultKind.DRAWING]
        assert kinds(game("A", "B"), Pass()) == []

    def test_nothing_is_after_the_end(self, game: Games, do: Steps) -> None:
        over = do(game("S", "A", on="8G CAT", bag=0), "8G ...S")
        for move in (Pass(), Challenge(), Accept(), Exchange("A"), Play(())):
            assert kinds(over, move) == [FaultKind.GAME_OVER]

    def test_a_challenge_needs_a_play_to_challenge(self, game: Games, do: Steps) -> None:
        start = game("CATXXXX", "SOAPXXX", rules="tournament")
        assert kinds(start, Challenge()) == [FaultKind.NOTHING_TO_CHALLENGE]
        played = do(start, "8G CAT")
        assert played.challenge_pending
        assert kinds(played, Challenge()) == []
        for step in ("pass", "J8 SOAP", "exchange X"):
            later = do(played, step)
            while later.owed:
                later = later.deal("E" * later.owed[0].count)
            assert (kinds(later, Challenge()) == []) == (step == "J8 SOAP")

    def test_there_are_no_challenges_where_invalid_words_are_refused(self, game: Games, do: Steps) -> None:
        played = do(game("CATXXXX", "SOAPXXX", words="CAT"), "8G CAT", "draw EEE")
        assert not played.challenge_pending
        assert kinds(played, Challenge()) == [FaultKind.NO_CHALLENGES]

    def test_only_a_play_that_ends_the_game_is_accepted(self, game: Games, do: Steps) -> None:
        played = do(game("CATXXXX", "SOAPXXX", rules="tournament"), "8G CAT")
        assert not played.answer_pending
        assert kinds(played, Accept()) == [FaultKind.NOTHING_TO_ACCEPT]

    def test_a_play_that_ends_the_game_is_answered_first(self, game: Games, do: Steps) -> None:
        out = do(game("S", "A", on="8G CAT", bag=0, rules="tournament"), "8G ...S")
        assert out.answer_pending
        assert kinds(out, Accept()) == kinds(out, Challenge()) == []
        assert kinds(out, Pass()) == [FaultKind.MUST_ANSWER]
        assert kinds(out, Exchange("")) == [
            FaultKind.MUST_ANSWER,
            FaultKind.BAG_TOO_SMALL,
            FaultKind.EMPTY_EXCHANGE,
        ]

    def test_a_pass_always_is(self, game: Games) -> None:
        assert kinds(game("", "", bag=0), Pass()) == []

    def test_words_count_only_where_they_cannot_be_challenged(self, game: Games, play: Plays) -> None:
        move = play("8G CAT", Board())
        assert kinds(game("CAT", "", words="DOG"), move) == [FaultKind.NOT_A_WORD]
        assert kinds(game("CAT", "", words="DOG", rules="tournament"), move) == []
        assert kinds(game("CAT", "", words="CAT"), move) == []

    def test_a_refused_play_leaves_nothing_behind(self, game: Games, play: Plays) -> None:
        position = game("RETINAS", "", words="CAT", scores=(10, 20))
        before = position.digest()
        with pytest.raises(IllegalMove, match=r"RETINAS is no word of the test list\."):
            position.apply(play("8D RETINAS", Board()))
        assert position.digest() == before
        assert [player.score for player in position.players] == [10, 20]

    @pytest.mark.parametrize(("bag", "due", "allowed"), [(7, 0, True), (6, 0, False), (10, 3, True), (9, 3, False)])
    def test_an_exchange_counts_the_draw_that_is_due(
        self, bag: int, due: int, allowed: bool, game: Games, do: Steps
    ) -> None:
        position = game("CATXXXX", "SOAPXXX", rules="tournament", bag=bag)
        position = do(position, "8G CAT" if due else "pass")
        assert position.bag == bag
        assert position.available == bag - due
        assert (kinds(position, Exchange("X")) == []) == allowed


def test_a_tentative_play_is_judged_for_any_seat(game: Games, do: Steps, play: Plays) -> None:
    position = do(game("CATXXXX", "SOAPXXX", rules="tournament"), "8G CAT")
    soap, ox = play("J8 SOAP", position.board), play("8G ...X", position.board)
    assert kinds(position.if_turn(0), soap) == [FaultKind.NOT_ON_RACK] * 4
    assert kinds(position.if_turn(0), ox) == []
    assert kinds(position.if_turn(1), soap) == []
    out = do(game("S", "A", on="8G CAT", bag=0, rules="tournament"), "8G ...S")
    assert kinds(out.if_turn(1), Pass()) == []


def test_what_cannot_lie_has_no_score(game: Games) -> None:
    with pytest.raises(IllegalMove, match="taken already"):
        game("A", "B", on="8G CAT").score(Play((Placed(112, "A"),)))


def test_a_hidden_rack_can_be_shown(game: Games) -> None:
    assert game(2, "B").reveal(0, "QI").mover.rack == Rack.of("IQ")


def test_time_does_not_run_backwards(game: Games) -> None:
    with pytest.raises(ValueError, match="cannot take -1 seconds"):
        game("A", "B").apply(Pass(), seconds=-1)


class TestDigest:
    """What is the same at every peer."""

    def steps(self, start: Position, do: Steps, hidden: bool) -> list[Position]:
        moves = [
            ("8G CAT",),
            ("exchange SO", "draw" if hidden else "draw EEE", "draw" if hidden else "draw RS"),
            ("8G ...X",),
            ("challenge",),
            ("leave 2",),
        ]
        positions = [start]
        for some in moves:
            if hidden and some[0] == "exchange SO":
                exchanged = positions[-1].apply(Exchange.hidden(2))
                positions.append(do(exchanged, *some[1:]))
            else:
                positions.append(do(positions[-1], *some))
        return positions

    @pytest.mark.parametrize("words", ["CAT", "CAT CATX"])
    def test_is_equal_whatever_racks_a_peer_knows(self, words: str, game: Games, do: Steps) -> None:
        known = self.steps(game("CATXXXX", "SOAPXXX", "AEIOUXX", rules="tournament", words=words), do, hidden=False)
        hidden = self.steps(game(7, 7, 7, rules="tournament", words=words), do, hidden=True)
        assert [position.digest() for position in known] == [position.digest() for position in hidden]
        assert len({position.digest() for position in known}) == len(known)

    def test_tells_positions_apart_by_everything_public(self, game: Games, do: Steps) -> None:
        base = do(game("CATXXXX", "SOAPXXX", rules="tournament", words="CAT"), "8G CAT")
        assert base.contested is not None
        others = [
            replace(base, rules=base.rules.changed(bingo=35)),
            replace(base, lexicon=game("", "", words="CAT CATS").lexicon),
            replace(base, board=Board()),
            replace(base, turn=0),
            replace(base, bag=1),
            replace(base, passes=1),
            replace(base, scoreless=1),
            replace(base, owed=(Draw(0, 1),)),
            replace(base, owed=(Draw(0, 1, "A"),)),
            replace(base, contested=None),
            replace(base, contested=replace(base.contested, out=True)),
            replace(base, contested=replace(base.contested, scoreless=2)),
            replace(base, players=(replace(base.players[0], score=1), base.players[1])),
            replace(base, players=(replace(base.players[0], left=True), base.players[1])),
            replace(base, players=(replace(base.players[0], clock=1), base.players[1])),
            replace(base, players=(replace(base.players[0], rack=Rack.of("A")), base.players[1])),
            do(base, "leave 1"),
        ]
        assert len({position.digest() for position in [base, *others]}) == len(others) + 1

    def test_is_the_same_on_every_machine_for_good(self, game: Games, do: Steps) -> None:
        position = do(game("CATXXXX", "SOAPXXX", rules="tournament", words="CAT"), "8G CAT")
        record = [
            "p2pscrabble position 1",
            "0,50,1,6,0,0,3,1,1,0,0,10",
            position.lexicon.hash.hex(),
            "." * 111 + "CAT" + "." * 111,
            "1,86,0,0",
            "4,10,0,0;7,0,0,0",
            "",
            "-",
            "0,7,0,0",
            "111C,112A,113T",
        ]
        assert position.digest() == sha256("\n".join(record).encode()).digest()

    def test_says_nothing_of_the_letters_on_a_rack(self, game: Games) -> None:
        assert game("ABCDEFG", "HIJKLMN").digest() == game("NNNNNNN", 7).digest()
        assert game("ABCDEFG", "HIJKLMN").digest() != game("ABCDEF", "HIJKLMN").digest()
