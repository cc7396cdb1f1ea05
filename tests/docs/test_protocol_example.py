"""The worked example in docs/protocol.md is what the program does, and the page's own words are enough to redo it.

``python -m tests.docs.test_protocol_example`` writes the example into the page anew.
"""

from __future__ import annotations

import hashlib
import json
from collections.abc import Iterable, Sequence
from functools import cache
from math import ceil, log2

import pytest
from cryptography.hazmat.primitives.asymmetric.ed25519 import Ed25519PrivateKey
from cryptography.hazmat.primitives.ciphers.aead import AESSIV

from p2pscrabble.bag import Bag, draw_for_first
from p2pscrabble.game import Position
from p2pscrabble.game.tiles import LETTER_OF
from p2pscrabble.numerals import encode_move, move_bytes, to_digits
from p2pscrabble.sync import Entry
from p2pscrabble.table import Commit, Kind, Made, Reveal
from p2pscrabble.transport.wire import handshake, setting
from tests.docs import pages
from tests.docs.example import CODE, ENTROPY, LEXICON, MOVE, ROOM, SECRETS, WORDS, Example, Player

PAGE = pages.ROOT / "docs" / "protocol.md"
WIDTH = 64
LABEL = 14


@cache
def example() -> Example:
    return Example()


# How the example is shown


def rows(*items: tuple[str, bytes | str]) -> str:
    """One line an item, its bytes in hex; what is longer goes on below."""
    lines = []
    for label, value in items:
        text = value.hex() if isinstance(value, bytes) else value
        parts = [text] if " " in text else [text[at : at + WIDTH] for at in range(0, len(text), WIDTH)]
        lines += [f"{'' if number else label:<{LABEL}} {part}" for number, part in enumerate(parts)]
    return "\n".join(lines) + "\n"


def entry_rows(entry: Entry, *body: tuple[str, bytes | str]) -> str:
    data = entry.encode()
    head = len(data) - len(entry.body) - len(entry.signature) - 1
    return rows(
        ("length", data[:head]),
        ("kind", bytes([entry.kind])),
        *body,
        ("signature", entry.signature),
        ("hash", entry.hash),
    )


def shown() -> dict[str, str]:
    """Every computed block of the page."""
    made = example()
    ana, ben = made.ana, made.ben
    hello = ana.entries[0]
    _, name, digits = made.values[0]
    _, _, move_digits = made.values[made.first_of_move]
    sealed = bytes_of(digits[1:])
    plain = AESSIV(SECRETS.key).decrypt(sealed, bound(name, "1"))
    commits = [Commit.decode(player.entry(Kind.COMMIT).body) for player in (ana, ben)]
    reveal = ana.entry(Kind.REVEAL)
    move = ana.entry(Kind.MOVE)
    bag = Bag.new([ana.seed, ben.seed])
    letters = "".join(LETTER_OF[tile] for tile in bag.tiles)
    first = draw_for_first([ana.nonce, ben.nonce])
    return {
        "room code": rows(
            ("random bytes", ENTROPY),
            ("room code", str(CODE)),
            ("room id", SECRETS.room_id),
            ("room key", SECRETS.key),
        ),
        "digits": rows(*((data.hex(), to_digits(data)) for data in (b"\0", b"\xff", b"\1\0", b"abc"))),
        "identity": rows(
            ("secret", bytes([ana.key_byte]) * 32),
            ("public key", ana.identity.key),
            ("id", ana.identity.id),
            ("variable", name),
        ),
        "hello": entry_rows(hello, ("public key", hello.body[:32]), ("hello", hello.body[32:])),
        "value": rows(*register_rows(plain), ("sealed", sealed), ("value", digits)),
        "frames": handshake(SECRETS.room_id, "player123456") + setting(name, "123"),
        "room": rows(("words", " ".join(WORDS)), ("lexicon", LEXICON.hash), ("body", ROOM.encode())),
        "call": rows(("body", ana.entry(Kind.CALL).body)),
        "commit": "".join(
            rows(
                (f"{player.name}'s seed", player.seed),
                (f"{player.name}'s nonce", player.nonce),
                ("committed", commit.seed),
                ("committed", commit.nonce),
            )
            for player, commit in zip((ana, ben), commits, strict=True)
        ),
        "reveal": entry_rows(
            reveal, ("tag", reveal.body[:4]), ("nonce", reveal.body[4:20]), ("seed", reveal.body[20:])
        ),
        "draw": rows(*((f"round {number}", told(picks)) for number, picks in enumerate(first.rounds))),
        "bag": rows(
            ("step 0", " ".join(letters[at : at + 25] for at in range(0, 50, 25))),
            ("", " ".join(letters[at : at + 25] for at in range(50, 100, 25))),
            ("Ana's rack", made.racks[0]),
            ("Ben's rack", made.racks[1]),
        ),
        "state": state_text(position_of(made)),
        "tag": rows(("hash", made.hash), ("tag", made.tag)),
        "move": rows(("move", MOVE), ("number", str(encode_move(made.move, made.board))))
        + entry_rows(move, ("tag", move.body[:4]), ("number", move.body[4:]))
        + rows(("value", move_digits), ("digits", f"{len(move_digits)} of them")),
    }


def told(picks: Iterable[tuple[int, str]]) -> str:
    return ", ".join(f"{('Ana', 'Ben')[seat]} {tile}" for seat, tile in picks)


def register_rows(plain: bytes) -> list[tuple[str, bytes | str]]:
    """A long register with no acks, cut into its parts as the page says."""
    flags, who, counter, acks, mark = plain[:1], plain[1:4], plain[4:5], plain[5:6], plain[6:7]
    assert (flags, acks, mark) == (b"\x01", b"\x00", b"\x00")
    return [
        ("flags", flags),
        ("who", who),
        ("counter", counter),
        ("acks", acks),
        ("mark", mark),
        ("log", plain[7:]),
    ]


def position_of(made: Example) -> Position:
    """The game just dealt."""
    record = made.of(made.ben).record
    assert record is not None
    return record.steps[0].before


def state_text(position: Position) -> str:
    """Section "The hash of the game": eight lines where nothing is contested."""
    assert position.contested is None
    assert position.ended is None
    lines = (
        "p2pscrabble position 1",
        ",".join(map(str, position.rules.numbers())),
        position.lexicon.hash.hex(),
        position.board.cells,
        f"{position.turn},{position.bag},{position.passes},{position.scoreless}",
        ";".join(f"{p.rack.size},{p.score},{int(p.left)},{p.clock}" for p in position.players),
        ";".join(f"{draw.seat},{draw.count},{len(draw.back)}" for draw in position.owed),
        "-",
    )
    return "".join(line + "\n" for line in lines)


# The same from what the page says, without the program


def bytes_of(digits: str) -> bytes:
    """Section "Digits", for as many blocks as there are."""
    found = b""
    for at in range(0, len(digits), 460):
        block = digits[at : at + 460]
        count = (
            191
            if len(block) == 460
            else next(k for k in range(191) if ceil(8 * k * 0.30102999566398119521) == len(block))
        )
        found += int(block).to_bytes(count, "big")
    return found


def bound(name: str, form: str, digest: bytes = b"") -> list[bytes]:
    return [name.encode(), SECRETS.room_id.encode(), form.encode() + digest]


def pack(*items: bytes | int | str) -> bytes:
    found = b""
    for item in items:
        if isinstance(item, bytes):
            tag, data = b"b", item
        elif isinstance(item, str):
            tag, data = b"s", item.encode()
        else:
            tag, data = b"i", item.to_bytes(1 + item.bit_length() // 8, "big")
        found += tag + len(data).to_bytes(4, "big") + data
    return found


def prf(seed: bytes, *labels: bytes | int | str) -> bytes:
    return hashlib.blake2b(pack(*labels), key=seed).digest()


def permutation(seed: bytes, *labels: bytes | int | str) -> list[int]:
    stream = b"".join(prf(seed, "stream", *labels, block) for block in range(8))
    numbers = list(range(100))
    for last in range(99, 0, -1):
        bound = last + 1
        while stream[0] >= 256 // bound * bound:
            stream = stream[1:]
        chosen, stream = stream[0] % bound, stream[1:]
        numbers[last], numbers[chosen] = numbers[chosen], numbers[last]
    return numbers


def shuffled(seeds: Sequence[bytes], *labels: bytes | int | str) -> list[int]:
    deck = list(range(100))
    for seed in seeds:
        deck = [deck[place] for place in permutation(seed, *labels)]
    return deck


def test_the_page_shows_what_the_program_makes() -> None:
    assert pages.computed(pages.read(PAGE)) == shown()


def test_the_room_id_and_key_come_from_the_code_by_scrypt() -> None:
    digits = str(CODE).replace(" ", "")
    assert digits[:15] == str(int.from_bytes(ENTROPY, "big") % 10**15).zfill(15)
    stretched = hashlib.scrypt(
        digits.encode(), salt=b"p2pscrabble room, version 1", n=2**14, r=8, p=1, maxmem=2**26, dklen=76
    )
    assert SECRETS.key == stretched[:64]
    assert SECRETS.room_id == "1" + str(int.from_bytes(stretched[64:], "big")).zfill(29)
    assert ceil(96 * log2(2) / log2(10)) == 29


def test_an_entry_is_signed_over_what_the_page_says() -> None:
    made = example()
    for player in (made.ana, made.ben):
        private = Ed25519PrivateKey.from_private_bytes(bytes([player.key_byte]) * 32)
        key = private.public_key().public_bytes_raw()
        assert hashlib.sha512(key).digest()[:3] == player.identity.id
        room = SECRETS.room_id.encode()
        previous = hashlib.sha512(b"p2pscrabble log" + bytes([len(room)]) + room + b"\0" + key).digest()[:32]
        for index, entry in enumerate(player.entries):
            message = b"p2pscrabble entry" + previous + index.to_bytes(8, "big") + bytes([entry.kind]) + entry.body
            signature = private.sign(message)
            assert entry.signature == signature
            previous = hashlib.sha512(message + signature).digest()[:32]
            assert entry.hash == previous


def test_a_value_is_sealed_as_the_page_says() -> None:
    made = example()
    for player, name, digits in made.values:
        assert name == str(int.from_bytes(player.identity.id, "big"))
        seating = hashlib.sha512(b"p2pscrabble seating" + made.ana.identity.key + made.ben.identity.key).digest()[:4]
        digest = seating if digits[0] == "2" else b""
        plain = AESSIV(SECRETS.key).decrypt(bytes_of(digits[1:]), bound(name, digits[0], digest))
        assert digits == digits[0] + to_digits(AESSIV(SECRETS.key).encrypt(plain, bound(name, digits[0], digest)))
        seat = (made.ana, made.ben).index(player)
        assert plain[1:4] == player.identity.id if digits[0] == "1" else plain[0] & 3 == seat


def test_the_first_value_is_the_whole_log_so_far() -> None:
    _, name, digits = example().values[0]
    plain = AESSIV(SECRETS.key).decrypt(bytes_of(digits[1:]), bound(name, "1"))
    assert plain[7:].startswith(example().ana.entries[0].encode())


def test_the_move_fits_a_scratch_variable() -> None:
    made = example()
    _, _, digits = made.values[made.first_of_move]
    assert digits[0] == "2"
    assert len(digits) <= 256


@pytest.mark.parametrize("seat", [0, 1])
def test_a_commitment_is_the_hash_that_the_page_says(seat: int) -> None:
    player = (example().ana, example().ben)[seat]
    commit = Commit.decode(player.entry(Kind.COMMIT).body)
    reveal = Reveal.decode(player.entry(Kind.REVEAL).body[4:])
    context = (SECRETS.room_id, 0, seat, player.name, player.identity.key)
    assert commit.seed == hashlib.sha512(pack("commit", *context, reveal.seed)).digest()[:32]
    assert commit.nonce == hashlib.sha512(pack("nonce", *context, reveal.nonce)).digest()[:32]
    root = bytes([player.root_byte]) * 32
    assert (reveal.seed, reveal.nonce) == (prf(root, "seed", 1)[:16], prf(root, "nonce", 1)[:16])


def test_the_bag_is_the_order_that_the_page_says() -> None:
    made = example()
    bag = shuffled([made.ana.seed, made.ben.seed], "shuffle", 0, 0)
    assert tuple(bag) == Bag.new([made.ana.seed, made.ben.seed]).tiles
    letters = "".join(
        "A" * 9 + "B" * 2 + "C" * 2 + "D" * 4 + "E" * 12 + "F" * 2 + "G" * 3 + "H" * 2 + "I" * 9 + "JKLLLLMM"
    )
    assert LETTER_OF.startswith(letters)
    racks = ["".join(sorted(LETTER_OF[tile] for tile in bag[at : at + 7])) for at in (0, 7)]
    assert racks == list(made.racks)
    first = shuffled([made.ana.nonce, made.ben.nonce], "first", 0)
    assert [LETTER_OF[tile] for tile in first[:2]] == [
        tile for _, tile in draw_for_first([made.ana.nonce, made.ben.nonce]).rounds[0]
    ]


def test_the_tags_are_of_the_hash_that_the_page_says() -> None:
    made = example()
    ana, ben = made.ana, made.ben
    chain = hashlib.sha256(b"p2pscrabble table" + SECRETS.room_id.encode() + ana.identity.key).digest()

    def read(player: Player, kind: Kind) -> None:
        nonlocal chain
        chain = hashlib.sha256(chain + player.entry(kind).hash).digest()

    for player, kind in ((ana, Kind.ROOM), (ana, Kind.CALL), (ana, Kind.COMMIT), (ben, Kind.COMMIT)):
        read(player, kind)
    assert [player.entry(Kind.REVEAL).body[:4] for player in (ana, ben)] == [chain[:4]] * 2
    read(ana, Kind.REVEAL)
    read(ben, Kind.REVEAL)
    chain = hashlib.sha256(chain + position_of(made).digest()).digest()
    assert chain == made.hash
    assert ana.entry(Kind.MOVE).body[:4] == chain[:4]


def test_the_state_of_a_game_is_the_text_that_the_page_shows() -> None:
    position = position_of(example())
    assert hashlib.sha256(state_text(position).rstrip("\n").encode()).digest() == position.digest()


def test_a_move_is_the_number_that_the_page_says() -> None:
    made = example()
    plays_of_fewer = sum(225 * (1 if count == 1 else 2) * 52**count for count in (1, 2, 3))
    exchanges = [27, 378, 3654, 27405, 169911, 906192, 4272048]
    letters = 0
    for letter in "OPEN":
        letters = letters * 52 + "ABCDEFGHIJKLMNOPQRSTUVWXYZ".index(letter)
    number = 10 + sum(exchanges) + plays_of_fewer + (111 * 2 + 0) * 52**4 + letters
    assert encode_move(made.move, made.board) == number
    assert made.ana.entry(Kind.MOVE).body[4:] == number.to_bytes((number.bit_length() + 7) // 8, "big")
    assert Made(move_bytes(made.move, made.board)).encode(timed=False) == made.ana.entry(Kind.MOVE).body[4:]


def test_frames_are_json() -> None:
    for line in shown()["frames"].splitlines():
        assert set(json.loads(line)) in ({"method", "project_id", "user"}, {"method", "name", "value"})


if __name__ == "__main__":
    PAGE.write_text(pages.with_computed(pages.read(PAGE), shown()), encoding="utf-8")
