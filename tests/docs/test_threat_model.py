"""Every claim of docs/threat-model.md names a test that there is; those that no other part holds are held here."""

from __future__ import annotations

import ast
import re
from functools import cache
from pathlib import Path

import pytest

from p2pscrabble.bag import Bag
from p2pscrabble.bag.sealed.deck import tile_at
from p2pscrabble.errors import PeerError
from p2pscrabble.game.moves import Pass
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.game.tiles import LETTER_OF, sort_tiles
from p2pscrabble.peer.company import Company
from p2pscrabble.peer.session import HostSettings
from p2pscrabble.sync import Identity, Stream, Sync
from p2pscrabble.sync import Room as Registers
from p2pscrabble.table import Deal, Kind, Phase, Reveal, Role, Table
from tests.docs import pages
from tests.docs.example import LEXICON, SECRETS, Example, Player
from tests.table.conftest import ROOM_ID, Circle, remembered

PAGE = pages.ROOT / "docs" / "threat-model.md"
REFERENCE = re.compile(r"tests/[\w/]+\.py::\w+")
ALL_PAGES = [page for page in pages.pages() if REFERENCE.search(pages.read(page))]


@cache
def example() -> Example:
    return Example()


def names_in(file: str) -> set[str]:
    """The names of the tests in a file, those in classes too."""
    tree = ast.parse((pages.ROOT / file).read_text(encoding="utf-8"))
    return {node.name for node in ast.walk(tree) if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef)}


@pytest.mark.parametrize("page", ALL_PAGES, ids=pages.name)
def test_every_test_that_a_page_names_exists(page: Path) -> None:
    for reference in REFERENCE.findall(pages.read(page)):
        file, _, test = reference.partition("::")
        assert (pages.ROOT / file).is_file(), reference
        assert test.startswith("test_"), reference
        assert test in names_in(file), reference


def test_every_claim_names_a_test() -> None:
    claims = re.findall(r"^\* (.+?)(?=^\* |^\n|\Z)", pages.read(PAGE), flags=re.M | re.S)
    assert len(claims) > 30
    for claim in claims:
        assert REFERENCE.search(claim), claim


def test_a_room_has_the_sealed_deal_unless_its_host_chooses_the_other_one() -> None:
    assert HostSettings().deal is Deal.SEALED
    assert {deal.name for deal in Deal} == {"OPEN", "SEALED"}


def test_the_relay_is_shown_nothing_of_who_plays() -> None:
    for player, name, digits in example().values:
        assert name.isascii()
        assert name.isdigit()
        assert digits.isascii()
        assert digits.isdigit()
        raw = int(digits).to_bytes(len(digits), "big")
        assert player.name.encode() not in raw
        assert player.identity.key not in raw
    assert SECRETS.key.hex() not in SECRETS.room_id


def test_in_the_open_deal_every_program_knows_every_rack_and_the_bag() -> None:
    made = example()
    for player in (made.ana, made.ben):
        table = made.of(player)
        assert table.record is not None
        dealt = table.record.steps[0].before
        tiles = Bag.new(table.record.seeds).tiles
        for seat, rack in enumerate(made.racks):
            assert dealt.players[seat].rack.shown == rack
            assert sort_tiles("".join(LETTER_OF[tile] for tile in tiles[7 * seat : 7 * seat + 7])) == rack


def test_who_has_the_code_reads_the_whole_game() -> None:
    made = example()
    outsider = Sync(Identity(bytes([0x0E]) * 32), Registers(SECRETS.room_id, SECRETS.key, 100_000))
    keys = [made.ana.seat.key, made.ben.seat.key]
    for number, (_, name, digits) in enumerate(made.values):
        outsider.receive(name, digits, float(number))
        if set(keys) <= outsider.logs.keys():
            outsider.seat(keys)
    logs = {key: logs[Stream.GAME].entries for key, logs in outsider.logs.items()}
    table = Table(SECRETS.room_id, made.ana.seat, lambda _: LEXICON)
    table.advance(logs)
    assert table.phase is Phase.PLAYING
    assert table.record is not None
    assert table.record.seeds == (made.ana.seed, made.ben.seed)
    assert [step.turn.move for step in table.record.steps] == [made.move]


def test_who_has_the_code_reads_no_rack_of_a_sealed_game() -> None:
    """An outsider reads all that was said, and checks every proof of it, and knows no tile."""
    game = Circle(PRESETS["scratch"], deal=Deal.SEALED)
    game.begin()
    game.move(Pass())
    game.settle()
    outsider = Table(ROOM_ID, game.seats[0], lambda _: game.lexicon, checker=remembered)
    outsider.advance({key: log.entries for key, log in zip(game.keys, game.logs, strict=True)})
    assert outsider.hash == game.table.hash
    position, sealed = outsider.position, outsider.sealed
    assert position is not None
    assert sealed is not None
    assert [player.rack.shown for player in position.players] == ["_" * 7] * 2
    assert game.position.players[0].rack.tiles is not None, "its own player sees it"
    for slot in (*sealed.bag.racks[0], *sealed.bag.racks[1]):
        with pytest.raises(PeerError):
            tile_at(slot.own.b)
    for cipher in sealed.bag.deck:
        with pytest.raises(PeerError):
            tile_at(cipher.b)


def test_the_last_to_open_knows_the_bag_and_may_go() -> None:
    made = example()
    opened = Reveal.decode(made.ana.entry(Kind.REVEAL).body[4:])
    tiles = Bag.new([opened.seed, made.ben.seed]).tiles
    racks = [sort_tiles("".join(LETTER_OF[tile] for tile in tiles[at : at + 7])) for at in (0, 7)]
    assert tuple(racks) == made.racks


@pytest.mark.parametrize("key_bytes", [(1, 3), (3, 1)])
def test_a_newcomer_believes_the_first_host_that_it_meets(key_bytes: tuple[int, int]) -> None:
    hosts = [Player("Ana", Role.HOST, key_byte, 2) for key_byte in key_bytes]
    newcomer = Player("Ben", Role.PLAYER, 5, 6)
    company = Company(newcomer.sync.key)
    for number, host in enumerate(hosts):
        host.sync.take_unsaved()
        for name, digits in host.sync.due(float(number)):
            newcomer.sync.receive(name, digits, float(number))
        list(company.meet(newcomer.sync, float(number), quiet=True))
    assert set(company.hellos) == {player.sync.key for player in (*hosts, newcomer)}
    assert company.host == hosts[0].sync.key
