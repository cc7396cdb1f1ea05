"""Finished games from their numbers."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

from p2pscrabble.errors import DecodeError
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.movegen import position_plays
from p2pscrabble.game.moves import Exchange, Move, Pass
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import PRESETS
from p2pscrabble.gcg import import_gcg
from p2pscrabble.numerals.dealing import dealt
from p2pscrabble.numerals.replay import replay_of
from p2pscrabble.peer.auditing import audit
from p2pscrabble.peer.wordlists import WordLists
from p2pscrabble.table.deal import OpenDeal
from p2pscrabble.table.replay import write_replay
from p2pscrabble.web.replaying import LONGEST, gcg_json, replay_json
from tests.web.protocol import Protocol

WORDS = ("AA", "AE", "AI", "OE", "EAT", "TEA", "TEAS", "ONE", "TON", "NOTE", "RAIN", "LINE", "DO", "GO", "IS", "IN")
SEEDS = tuple(bytes(range(seat, seat + 16)) for seat in range(4))
RECORDED = sorted((Path(__file__).parents[1] / "gcg" / "games").glob("*.gcg"))


def played(seats: int, leaving: int | None = None, preset: str = "classic") -> tuple[Position, ...]:
    """A game from open seeds: first an exchange, then the plays that score most; somebody may leave in the midst."""
    deal = OpenDeal(SEEDS[:seats])
    lexicon = Lexicon.from_words(WORDS, "few")
    positions = [dealt(Position.start(PRESETS[preset], lexicon, seats), deal)]
    while positions[-1].ended is None:
        now = positions[-1]
        if leaving is not None and len(positions) == 4:
            positions.append(dealt(now.leave(leaving), deal))
            continue
        plays = position_plays(now)
        move: Move = max(plays, key=lambda play: (play[1], play[0].tiles))[0] if plays else Pass()
        if len(positions) == 1:
            move = Exchange((now.mover.rack.tiles or "")[:2])
        positions.append(dealt(now.apply(move), deal))
    return tuple(positions)


@pytest.fixture
def lists(tmp_path: Path) -> WordLists:
    file = tmp_path / "few.txt"
    file.write_text("\n".join(WORDS))
    lists = WordLists(tmp_path / "data")
    lists.add(file)
    return lists


@pytest.fixture
def nothing(tmp_path: Path) -> WordLists:
    (tmp_path / "manifest.json").write_text("{}")
    return WordLists(tmp_path / "empty", tmp_path)


def replay(number: str, names: tuple[str, ...], lists: WordLists) -> dict[str, Any]:
    shown = replay_json(number, names, lists)
    assert Protocol().wrong(shown, "Replay") == []
    return shown


@pytest.mark.parametrize(("seats", "leaving"), [(2, None), (3, None), (4, 2), (2, 0)])
def test_every_position_with_every_rack(seats: int, leaving: int | None, lists: WordLists) -> None:
    positions = played(seats, leaving)
    number = write_replay(replay_of(positions, SEEDS[:seats]))
    shown = replay(" ".join(number[at : at + 4] for at in range(0, len(number), 4)), (), lists)
    assert shown["number"] == number
    assert shown["open"]
    assert (shown["names"][0], shown["named"]) == ("Player 1", False)
    assert (shown["rules"], shown["lexicon"], shown["first"]) == ("classic", "few", 0)
    assert len(shown["frames"]) == len(positions)
    for frame, position in zip(shown["frames"], positions, strict=True):
        assert frame["board"] == position.board.cells
        assert frame["racks"] == [player.rack.tiles for player in position.players]
        assert frame["scores"] == [player.score for player in position.players]
        assert frame["bag"] == position.bag
        assert frame["turn"] == (None if position.ended else position.turn)
    exchange = shown["frames"][1]["step"]
    assert exchange["move"] == f"exchange {(positions[0].mover.rack.tiles or '')[:2]}"
    assert shown["frames"][0]["step"] is None
    assert [frame["step"]["number"] for frame in shown["frames"][1:]] == list(range(len(positions) - 1))
    assert all(finding["holds"] for finding in shown["audit"])
    end = positions[-1].ended
    assert end is not None
    assert [seat["total"] for seat in shown["over"]["sums"]] == list(end.final or ())
    for seat in shown["over"]["sums"]:
        assert seat["before"] + sum(line["points"] for line in seat["lines"]) == seat["total"]
    assert (shown["over"]["number"], shown["over"]["verdicts"], shown["over"]["hash"]) == (number, [], "")
    if leaving is not None:
        assert shown["frames"][4]["step"]["kind"] == "left"
        assert shown["frames"][4]["racks"][leaving] == ""


def test_names_that_are_known_here(lists: WordLists) -> None:
    number = write_replay(replay_of(played(2), SEEDS[:2]))
    shown = replay(number, ("Ana", "Ben"), lists)
    assert (shown["names"], shown["named"]) == (["Ana", "Ben"], True)
    assert "Ana" in shown["frames"][1]["step"]["text"]
    assert not replay(number, ("Ana", "Ben", "Cid"), lists)["named"]


def test_the_last_play_is_shown_as_long_as_it_lies_there(lists: WordLists) -> None:
    positions = played(2)
    shown = replay(write_replay(replay_of(positions, SEEDS[:2])), (), lists)
    assert shown["frames"][0]["last"] == []
    assert shown["frames"][2]["last"] == shown["frames"][2]["step"]["squares"] != []
    assert shown["frames"][-1]["last"] != [], "nobody played after it"


def test_without_its_word_list(nothing: WordLists) -> None:
    number = write_replay(replay_of(played(2), SEEDS[:2]))
    shown = replay(number, (), nothing)
    assert shown["lexicon"] == f"{Lexicon.from_words(WORDS).hash.hex()[:6]}…"
    assert [finding["text"] for finding in shown["audit"] if finding["holds"] is None] == [
        f"The word list {shown['lexicon']} is not on this computer: no word was looked up."
    ]


@pytest.mark.parametrize("file", RECORDED, ids=lambda file: file.stem)
def test_recorded_games(file: Path, nothing: WordLists) -> None:
    positions = import_gcg(file.read_bytes()).positions()
    shown = replay(write_replay(replay_of(positions)), (), nothing)
    assert not shown["open"]
    assert len(shown["frames"]) == len(positions)
    assert "The seeds are not in it: that the tiles were dealt fairly cannot be told." in [
        finding["text"] for finding in shown["audit"] if finding["holds"] is None
    ]
    if shown["over"] is not None:
        for seat in shown["over"]["sums"]:
            assert seat["before"] + sum(line["points"] for line in seat["lines"]) == seat["total"]


def test_a_game_that_has_not_ended(nothing: WordLists) -> None:
    shown = replay(write_replay(replay_of(played(2)[:4], SEEDS[:2])), (), nothing)
    assert shown["over"] is None
    assert shown["audit"][-1] == {"holds": None, "text": "The game has not ended."}
    assert shown["frames"][-1]["turn"] is not None


def test_a_word_that_is_in_no_list_is_found(tmp_path: Path) -> None:
    """The list has the beginning of its hash in common with that of the game, and not the words."""
    positions = played(2)
    number = write_replay(replay_of(positions, SEEDS[:2]))

    class Liar(WordLists):
        def known(self) -> Any:
            return [*super().known(), _Listed(positions[0].lexicon.hash)]

        def with_hash(self, words_hash: bytes, progress: Callable[[float], None] | None = None) -> Lexicon | None:  # noqa: ARG002
            return Lexicon.from_words(["ZZZ"], "few")

    found = audit(number, Liar(tmp_path))
    assert not found.sound
    assert found.findings[-1].holds is False
    shown = replay(number, (), Liar(tmp_path))
    assert len(shown["frames"]) == len(positions), "the game is shown all the same"


class _Listed:
    def __init__(self, words_hash: bytes) -> None:
        self.hash = words_hash


@pytest.mark.parametrize(
    ("text", "why"),
    [
        ("", "digits alone"),
        ("hello", "digits alone"),
        ("1" * 2001, "more than"),
        ("1" * (LONGEST + 1), "too long"),
        ("1234", "damaged"),
        ("٣" * 20, "digits alone"),
    ],
)
def test_what_is_no_number(text: str, why: str, nothing: WordLists) -> None:
    with pytest.raises(DecodeError, match=why):
        replay_json(text, (), nothing)
    with pytest.raises(DecodeError, match=why):
        gcg_json(text, ())


def test_a_wrong_digit_is_told(lists: WordLists) -> None:
    number = write_replay(replay_of(played(2), SEEDS[:2]))
    wrong = number[:20] + str((int(number[20]) + 1) % 10) + number[21:]
    with pytest.raises(DecodeError, match="a digit is wrong"):
        replay_json(wrong, (), lists)


def test_as_a_gcg_file(lists: WordLists) -> None:
    positions = played(2)
    number = write_replay(replay_of(positions, SEEDS[:2]))
    made: Any = gcg_json(number, ("Ana Müller", "Ben"), lists)
    assert made["file"] == "Ana_Mller-Ben.gcg"
    assert "#lexicon few" in made["text"]
    game = import_gcg(made["text"].encode())
    assert game.names == ("Ana Müller", "Ben")
    assert game.positions()[-1].board == positions[-1].board
    plain: Any = gcg_json(number, ("Ω", "Ω"))
    assert "#lexicon" not in plain["text"]
    assert plain["file"] == "2.gcg"
    assert gcg_json(write_replay(replay_of(played(3), SEEDS[:3])), ("Ω", "Ä", "Ö"))["file"] == "game.gcg"
