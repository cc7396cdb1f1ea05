"""Numbers for everything: digits, mixed radix, records, moves, replays and room codes.

Whatever leaves a peer is a string of decimal digits, and this folder is where it becomes one and where it is read
back. Every decoder is total: what it is handed either decodes to exactly one value, whose encoding is the very
thing that was handed in, or raises ``DecodeError``. Pure; may import ``game`` and ``errors`` alone.
"""

from p2pscrabble.numerals.checkdigits import grouped
from p2pscrabble.numerals.dealing import Dealer, Unseen
from p2pscrabble.numerals.digits import bytes_for, digits_for, from_digits, is_digits, to_digits
from p2pscrabble.numerals.live import decode_move, encode_move, move_bytes, move_from_bytes
from p2pscrabble.numerals.packing import Packer, Unpacker
from p2pscrabble.numerals.radix import Decoder, Encoder
from p2pscrabble.numerals.replay import Deal, Replay, Step, replay_of
from p2pscrabble.numerals.replay_number import decode_replay, encode_replay
from p2pscrabble.numerals.roomcode import Invitation, RoomCode, RoomSecrets, parse_invitation
from p2pscrabble.numerals.walk import positions

__all__ = [
    "Deal",
    "Dealer",
    "Decoder",
    "Encoder",
    "Invitation",
    "Packer",
    "Replay",
    "RoomCode",
    "RoomSecrets",
    "Step",
    "Unpacker",
    "Unseen",
    "bytes_for",
    "decode_move",
    "decode_replay",
    "digits_for",
    "encode_move",
    "encode_replay",
    "from_digits",
    "grouped",
    "is_digits",
    "move_bytes",
    "move_from_bytes",
    "parse_invitation",
    "positions",
    "replay_of",
    "to_digits",
]
