"""A whole game as one number, and back; ``docs/replay-format.md`` tells how to read one without this program."""

from __future__ import annotations

from p2pscrabble.errors import DecodeError
from p2pscrabble.numerals.checkdigits import add_check_digits, strip_check_digits
from p2pscrabble.numerals.choices import Chooser, Reader, Writer
from p2pscrabble.numerals.course import choose_course
from p2pscrabble.numerals.heading import choose_head
from p2pscrabble.numerals.replay import Deal, Replay
from p2pscrabble.numerals.walk import DealFrom


def encode_replay(replay: Replay, deal_from: DealFrom) -> str:
    """The number of a game: decimal digits, the last two of them check digits.

    Raises ``ValueError`` for a game that cannot have been played so, or a replay that tells what a number does not
    hold, and ``UsageError`` for a game too long for a number.
    """
    writer = Writer()
    _, written = _choose_replay(writer, deal_from, replay)
    if written != replay:
        raise ValueError("this replay tells what a number does not hold")
    return add_check_digits(writer.written)


def decode_replay(text: str, deal_from: DealFrom) -> Replay:
    """The game that a number tells; spaces and line breaks in it are passed over.

    Raises ``DamagedNumber`` where a digit is wrong, missing or too many, and ``DecodeError`` where the text is not the
    number of a game.
    """
    reader = Reader(strip_check_digits(text))
    deal, replay = _choose_replay(reader, deal_from, None)
    reader.end()
    if replay.deal is not deal:
        raise DecodeError("a replay says that racks are recorded, and none is")
    return replay


def _choose_replay(chooser: Chooser, deal_from: DealFrom, told: Replay | None) -> tuple[Deal, Replay]:
    deal, head = choose_head(chooser, told)
    return deal, choose_course(chooser, deal, head, deal_from, told)
