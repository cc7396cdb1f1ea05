"""Dealers: what is put back and drawn after a step."""

from __future__ import annotations

from dataclasses import dataclass, field

from p2pscrabble.game.moves import Challenge, Exchange, Pass, Placed, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.numerals.dealing import Dealer, Unseen, dealt
from p2pscrabble.numerals.walk import UnreadWords


@dataclass
class Listed:
    """A dealer that deals A to G for ever and writes down what it is asked."""

    asked: list[tuple[object, ...]] = field(default_factory=list)

    def draw(self, seat: int, count: int, rack: str, back: str = "") -> str:
        self.asked.append((seat, count, rack, back))
        return "ABCDEFG"[:count]

    def leave(self, seat: int, returned: str) -> None:
        self.asked.append(("left", seat, returned))


def start(rules: str, seats: int, dealer: Dealer, *, good: bool = True) -> Position:
    return dealt(Position.start(PRESETS[rules], UnreadWords(b"abc", good), seats), dealer)


def test_draws_are_made_in_their_order() -> None:
    dealer = Listed()
    position = start("classic", 2, dealer)
    assert dealer.asked == [(0, 7, "", ""), (1, 7, "", "")]
    assert [player.rack.tiles for player in position.players] == ["ABCDEFG"] * 2
    position = dealt(position.apply(Exchange("AB")), dealer)
    assert dealer.asked[2:] == [(0, 2, "CDEFG", "AB")]
    assert position.owed == ()
    assert position.bag == 86


def test_tiles_of_a_player_who_left_go_back_before_anything_is_drawn() -> None:
    dealer = Listed()
    position = start("tournament", 3, dealer, good=False)
    position = dealt(position.apply(Play((Placed(112, "A"), Placed(113, "B")))), dealer)
    assert dealer.asked[3:] == [], "nothing is drawn while the play can be challenged"
    position = dealt(position.leave(0), dealer)
    assert dealer.asked[3:] == [("left", 0, "CDEFG")]
    position = dealt(position.apply(Challenge()), dealer)
    assert dealer.asked[4:] == [("left", 0, "AB")], "the withdrawn play of one who left"
    dealt(position.apply(Pass()), dealer)
    assert len(dealer.asked) == 5


def test_once_the_game_is_over_nothing_goes_back() -> None:
    dealer = Listed()
    position = dealt(start("classic", 2, dealer).leave(1), dealer)
    assert position.ended is not None
    assert dealer.asked[2:] == []


def test_nobody_sees_what_nobody_deals() -> None:
    dealer = Unseen()
    position = start("classic", 3, dealer)
    assert [player.rack.tiles for player in position.players] == [None] * 3
    position = dealt(position.leave(1), dealer)
    assert position.bag == 86
