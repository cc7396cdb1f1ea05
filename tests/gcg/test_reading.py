from __future__ import annotations

from collections.abc import Callable

import pytest

from p2pscrabble.errors import GcgError
from p2pscrabble.gcg import EventKind, GcgEvent, GcgFile, GcgPlayer, read_gcg

Gcg = Callable[..., str]


def only(file: GcgFile) -> GcgEvent:
    (event,) = file.events
    return event


def test_players_and_head(gcg: Gcg) -> None:
    file = read_gcg(
        gcg(
            "#title  Final\tgame ",
            "#lexicon NWL23",
            "#id cross-tables 123",
            "#game-type classic",
            "#tile-set english",
            "#tile A a",
            "#incomplete",
            "#rack2 CBA?",
            "#style",
        )
    )
    assert file.players == (GcgPlayer("ana", "Ana Lovelace"), GcgPlayer("ben", "Ben"))
    assert file.lexicon == "NWL23"
    assert file.incomplete
    assert file.racks == (None, (10, "ABC?"))
    assert file.other == (
        ("title", "Final game"),
        ("id", "cross-tables 123"),
        ("game-type", "classic"),
        ("tile-set", "english"),
        ("style", ""),
    )


@pytest.mark.parametrize(
    ("line", "expected"),
    [
        (">ana: TACX 8G CAT +10 10", GcgEvent(3, 0, EventKind.PLAY, "ACTX", 10, 10, "8G", "CAT")),
        (">ben:   8g  c.(A)T   +10   10   AT, CO ", GcgEvent(3, 1, EventKind.PLAY, "", 10, 10, "8g", "c.(A)T")),
        (">ana: ABC -BA +0 12", GcgEvent(3, 0, EventKind.EXCHANGE, "ABC", 0, 12, text="AB", count=2)),
        (">ana: -?A +0 12", GcgEvent(3, 0, EventKind.EXCHANGE, "", 0, 12, text="A?", count=2)),
        (">ana: ABC -3 +0 -12", GcgEvent(3, 0, EventKind.EXCHANGE, "ABC", 0, -12, count=3)),
        (">ana: -7 +0 0", GcgEvent(3, 0, EventKind.EXCHANGE, "", 0, 0, count=7)),
        (">ana: - +0 0", GcgEvent(3, 0, EventKind.PASS, "", 0, 0)),
        (">ana: ABC -  +0 0", GcgEvent(3, 0, EventKind.PASS, "ABC", 0, 0)),
        (">ana: CAT --  -10 0", GcgEvent(3, 0, EventKind.WITHDRAWN, "ACT", -10, 0)),
        (">ana: -- -10 0", GcgEvent(3, 0, EventKind.WITHDRAWN, "", -10, 0)),
        (">ana: CAT (challenge) +5 15", GcgEvent(3, 0, EventKind.BONUS, "ACT", 5, 15)),
        (">ana:  (Challenge) +5 15", GcgEvent(3, 0, EventKind.BONUS, "", 5, 15)),
        (">ana: (time) -10 5", GcgEvent(3, 0, EventKind.TIME, "", -10, 5)),
        (">ana: Q (TIME) +-10 5", GcgEvent(3, 0, EventKind.TIME, "Q", -10, 5)),
        (">ana: (QI) +22 322", GcgEvent(3, 0, EventKind.TILES_LEFT, "", 22, 322, text="IQ")),
        (">ana: QI (QI) -11 269", GcgEvent(3, 0, EventKind.TILES_LEFT, "IQ", -11, 269, text="IQ")),
        ("> ana : - +0 0", GcgEvent(3, 0, EventKind.PASS, "", 0, 0)),
        ("#note p2pscrabble: ben left the game", GcgEvent(3, 1, EventKind.GONE, "", 0, 0)),
    ],
)
def test_events(gcg: Gcg, line: str, expected: GcgEvent) -> None:
    assert only(read_gcg(gcg(line))) == expected


def test_notes_belong_to_the_event_before(gcg: Gcg) -> None:
    file = read_gcg(
        gcg("#note At the club.", ">ana: - +0 0", "#note Why?", "She had", "  eight vowels.", "", ">ben: - +0 0")
    )
    assert [event.note for event in file.events] == ["Why?\nShe had\neight vowels.", ""]
    assert file.other == (("note", "At the club."),)


def test_rules_in_a_description(gcg: Gcg) -> None:
    file = read_gcg(gcg("#description p2pscrabble rules: classic clock=600"))
    assert file.rules == (3, "classic clock=600")
    assert file.other == ()
    assert read_gcg(gcg("#description Club night")).other == (("description", "Club night"),)


def test_four_players_named_by_the_lines_alone() -> None:
    file = read_gcg(">a: - +0 0\n>b: - +0 0\n>c: - +0 0\n>d: - +0 0\n>a: - +0 0\n")
    assert [player.nick for player in file.players] == ["a", "b", "c", "d"]
    assert [event.seat for event in file.events] == [0, 1, 2, 3, 0]
    with pytest.raises(GcgError, match=r"line 5: There are more than 4 players\."):
        read_gcg(">a: - +0 0\n>b: - +0 0\n>c: - +0 0\n>d: - +0 0\n>e: - +0 0\n")


@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_line_ends(gcg: Gcg, end: str) -> None:
    text = gcg(">ana: - +0 0", "", "#note x", ">ben: - +0 0")
    assert read_gcg(text.replace("\n", end)) == read_gcg(text)
    assert [event.line for event in read_gcg(text.replace("\n", end).encode()).events] == [3, 6]


NAMES = "#player1 ana Ána Ñandú\n#player2 ben Ben\n>ana: - +0 0\n"


@pytest.mark.parametrize(
    "data",
    [
        NAMES,
        "\ufeff" + NAMES,
        NAMES.encode(),
        b"\xef\xbb\xbf" + NAMES.encode(),
        b"#character-encoding UTF-8\n" + NAMES.encode(),
        b"\xef\xbb\xbf#character-encoding ISO-8859-1\n" + NAMES.encode(),
        NAMES.encode("latin-1"),
        b"#character-encoding ISO-8859-1\n" + NAMES.encode("latin-1"),
        b"#Character-Encoding windows-1252\r\n" + NAMES.encode("cp1252"),
    ],
)
def test_encodings(data: bytes | str) -> None:
    assert read_gcg(data).players[0].name == "Ána Ñandú"


@pytest.mark.parametrize(
    ("data", "message"),
    [
        (b"#player1 a A\r\n#character-encoding KOI8-R\r\n", "line 2: The character encoding “KOI8-R”"),
        (b"#character-encoding UTF-8\r\n#player1 a \xff\r\n", "line 2: The line is not UTF-8 text"),
        (b"\xef\xbb\xbf#player1 a A\n\n\xff", "line 3: The line is not UTF-8 text"),
        (b"#character-encoding cp1252\n#player1 a \x81", "line 2: The line is not CP1252 text"),
        (b" " * 262_145, "The file is longer than 256 kB"),
        ("", "The file names fewer than two players"),
        ("#player1 a A\n>a: - +0 0\n", "The file names fewer than two players"),
        ("#player1 a A\n#player2 b B\n#rack3 ABC\n", "line 3: There is no such player"),
        ("#player2 a A\n", "line 1: Player 1 comes next"),
        ("#player0 a A\n", "line 1: There are players 1 to 4, and no player 0"),
        ("#player12345678 a A\n", "line 1: There are players 1 to 4, and no player 1234"),
        ("#rack9 ABC\n", "line 1: There are players 1 to 4, and no player 9"),
        ("#player1\n", "line 1: The player has no name"),
        ("#player1 a A\n#player2 a B\n", "line 2: Two players are called a, so nobody can tell"),
        (f"#player1 {'a' * 81} A\n", "line 1: “a{40}…” is too long"),
        (f">{'a' * 81}: - +0 0\n", "line 1: “a{40}…” is too long"),
    ],
)
def test_files_that_cannot_be_read(data: bytes | str, message: str) -> None:
    with pytest.raises(GcgError, match=message):
        read_gcg(data)


def test_the_longest_game(gcg: Gcg) -> None:
    assert len(read_gcg(gcg(*[">ana: - +0 0"] * 2000)).events) == 2000
    with pytest.raises(GcgError, match=r"line 2003: A game of more than 2000 moves is none\."):
        read_gcg(gcg(*[">ana: - +0 0"] * 2001))


def test_the_longest_file() -> None:
    assert read_gcg("#player1 a A\n#player2 b B\n".ljust(262_144)).events == ()


@pytest.mark.parametrize(
    ("line", "message"),
    [
        ("what is this", "A line begins with # or >, and this one does not."),
        (">ana 8G CAT +10 10", "The player's name ends in a colon, which is missing."),
        (">eve: - +0 0", "Nobody is called “eve”."),
        (">: - +0 0", "Nobody is called “”."),
        (f">{'e' * 99}: - +0 0", f"Nobody is called “{'e' * 40}…”."),
        (">ana: 8G CAT +10", "The points and the total are missing, as in “+24 310”."),
        (">ana: 8G CAT 10 10", "The points and the total are missing, as in “+24 310”."),
        (">ana: +10 10", "The points and the total are missing, as in “+24 310”."),
        (">ana: A B 8G CAT +10 10", "The points and the total are missing, as in “+24 310”."),
        (">ana: 8G CAT +1234567 1234567", "The points and the total are missing, as in “+24 310”."),
        (">ana: A B - +0 0", "“A B” is no rack."),
        (">ana: what +0 0", "“what” is no move."),
        (">ana: ABC " + "X" * 50 + " +0 0", "“ABC " + "X" * 36 + "…” is no move."),
        (">ana: ABCDEFGH 8G CAT +10 10", "“ABCDEFGH” is more than 7 tiles."),
        (">ana: abc 8G CAT +10 10", "Tiles are written as capital letters, and ? for a blank, not “a”."),
        (">ana: 8G " + "CAT" * 30 + " +10 10", "“" + ("CAT" * 30)[:40] + "…” does not fit on the board."),
        (">ana: -0 +0 0", "Nobody can exchange 0 tiles."),
        (">ana: -8 +0 0", "Nobody can exchange 8 tiles."),
        (">ana: -99999999999 +0 0", "Nobody can exchange 9999 tiles."),
        ("#rack1 ABCDEFGH", "“ABCDEFGH” is more than 7 tiles."),
        ("#note p2pscrabble: eve left the game", "Nobody is called “eve”."),
    ],
)
def test_lines_that_are_wrong(gcg: Gcg, line: str, message: str) -> None:
    with pytest.raises(GcgError) as caught:
        read_gcg(gcg("", line))
    assert str(caught.value) == f"line 4: {message}"
    assert caught.value.line == 4


def test_players_come_before_the_moves(gcg: Gcg) -> None:
    with pytest.raises(GcgError, match=r"line 4: The players are named before the first move\."):
        read_gcg(gcg(">ana: - +0 0", "#player3 cyd Cyd"))


@pytest.mark.parametrize(
    ("line", "letter"),
    [
        (">ana: ABĆ 8G CAT +10 10", "Ć"),
        (">ana: 8G CAŃ +10 10", "Ń"),
        (">ana: 8G [CH]AT +10 10", "["),
        (">ana: L·L - +0 10", "·"),
        (">ana: -Ñ +0 10", "Ñ"),
        (">ana: (Ñ) +10 10", "Ñ"),
        ("#rack1 AÄ", "Ä"),
        ("#tile Ą ą", "Ą"),
        ("#tile [CH] [ch]", "["),
    ],
)
def test_tiles_of_other_languages(gcg: Gcg, line: str, letter: str) -> None:
    with pytest.raises(GcgError) as caught:
        read_gcg(gcg(line))
    assert str(caught.value) == (
        f"line 3: “{letter}” is not on the English tiles: this game was played in another language."
    )


@pytest.mark.parametrize(
    ("line", "what"),
    [
        ("#tile-distribution polish", "“polish”: this game was not played with the tiles"),
        ("#tile-set catalan", "“catalan”: this game was not played with the tiles"),
        ("#board-layout SuperCrosswordGame", "“SuperCrosswordGame”: this game was not played with the board"),
        ("#game-board super", "“super”: this game was not played with the board"),
        ("#game-type wordsmog", "“wordsmog”: this game was not played with the rules"),
        ("#game-type classic_super", "“classic_super”: this game was not played with the rules"),
    ],
)
def test_other_games(gcg: Gcg, line: str, what: str) -> None:
    with pytest.raises(GcgError, match=f"line 3: {what} of the English game"):
        read_gcg(gcg(line))


@pytest.mark.parametrize("line", ["#tile-distribution English", "#board-layout CrosswordGame", "#game-type"])
def test_the_english_game_by_name(gcg: Gcg, line: str) -> None:
    assert len(read_gcg(gcg(line)).other) == 1


def test_what_cannot_be_shown_is_left_out() -> None:
    file = read_gcg("#player1 a \x1b[31mAna\u202e\n#player2 b B\n>a: - +0 0\n")
    assert file.players[0] == GcgPlayer("a", "[31mAna")
