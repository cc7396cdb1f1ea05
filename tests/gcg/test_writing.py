from __future__ import annotations

from collections.abc import Callable

import pytest

from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.moves import Challenge, Exchange, Move, Pass, Placed, Play
from p2pscrabble.game.position import Position
from p2pscrabble.game.rules import PRESETS, ChallengeRule, Rules
from p2pscrabble.gcg import GcgPlayer, RecordedWords, export_gcg, game_gcg, import_gcg, nicknames
from p2pscrabble.gcg.laying import rules_name

Gcg = Callable[..., str]
WORDS = RecordedWords("test", frozenset({"CAT", "CATS", "SOAP"}))
PLAYERS = nicknames(["Ana", "Ben"])
CAT = Play((Placed(111, "C"), Placed(112, "a"), Placed(113, "T")))
RACKS = ("ACTQXY?", "AOPSEEE")


def played(rules: Rules, *moves: Move, racks: tuple[str | None, str | None] = RACKS) -> list[Position]:
    """The positions of a game of two from these racks, whatever is drawn after them unknown."""
    position = Position.start(rules, WORDS, 2).deal(racks[0]).deal(racks[1])
    positions = [position]
    for move in moves:
        position = position.apply(move)
        while position.owed:
            position = position.deal(None)
        positions.append(position)
    return positions


def lines(positions: list[Position]) -> list[str]:
    return export_gcg(PLAYERS, positions).split("\n")


def test_a_game_begun() -> None:
    text = export_gcg(
        PLAYERS,
        played(PRESETS["tournament"], CAT, Exchange("SO"), Pass()),
        lexicon="NWL23",
        other=[("title", "Final"), ("style", "")],
        notes={1: "Ben thought\nlong."},
    )
    assert (
        text
        == """#character-encoding UTF-8
#player1 Ana Ana
#player2 Ben Ben
#lexicon NWL23
#title Final
#style
>Ana: ACQTXY? 8G CaT +8 8
>Ben: AEEEOPS -OS +0 0
#note Ben thought
#note long.
>Ana:  - +0 8
#incomplete
"""
    )


def test_racks_that_are_not_known() -> None:
    """Of those only the tiles played are written; the number of an exchange where nobody saw it."""
    positions = played(PRESETS["tournament"], CAT, Exchange.hidden(3), Pass(), racks=(None, None))
    assert lines(positions)[3:] == [
        ">Ana: CT? 8G CaT +8 8",
        ">Ben:  -3 +0 0",
        ">Ana:  - +0 8",
        "#incomplete",
        "",
    ]


def test_racks_at_hand() -> None:
    assert lines(played(PRESETS["tournament"], Pass()))[3:] == [
        ">Ana: ACQTXY? - +0 0",
        "#incomplete",
        "#rack1 ACQTXY?",
        "#rack2 AEEEOPS",
        "",
    ]


def test_the_first_to_move_is_the_first_player(gcg: Gcg) -> None:
    text = game_gcg(import_gcg(gcg("#player3 cyd Cyd", ">ben: - +0 0", ">cyd: - +0 0", ">ana: - +0 0")))
    assert text.split("\n")[1:5] == [
        "#player1 ben Ben",
        "#player2 cyd Cyd",
        "#player3 ana Ana Lovelace",
        ">ben:  - +0 0",
    ]


def test_a_challenge_that_costs_nothing_is_not_written() -> None:
    positions = played(PRESETS["tournament"].changed(challenge=ChallengeRule.SINGLE), CAT, Challenge(), Pass())
    assert lines(positions)[3:6] == [
        "#description p2pscrabble rules: tournament challenge=single",
        ">Ana: ACQTXY? 8G CaT +8 8",
        ">Ben: AEEEOPS - +0 0",
    ]


def test_rules_are_written_where_the_game_does_not_tell_them() -> None:
    rules = PRESETS["tournament"].changed(bingo=40, end_passes=2, end_passes_empty_bag=True, first="host")
    name = "tournament first=host bingo=40 end_passes=2 end_passes_empty_bag=yes"
    assert rules_name(rules) == name
    text = export_gcg(PLAYERS, played(rules, CAT))
    assert f"#description p2pscrabble rules: {name}\n" in text
    assert import_gcg(text).rules == rules
    assert rules_name(PRESETS["scratch"]) == "scratch"
    assert rules_name(PRESETS["scratch"].changed(end_passes_empty_bag=False)) == "scratch end_passes_empty_bag=no"


def test_a_game_that_ends_by_other_rules_than_the_club_s() -> None:
    positions = played(PRESETS["classic"], *[Pass()] * 4)
    text = export_gcg(PLAYERS, positions)
    assert import_gcg(text).rules == PRESETS["classic"]


def test_nicknames() -> None:
    assert nicknames(["Ana Lovelace", "Dot: x", " ", "Dot x", "Dot  x", "Dot_x_2", "N" * 99]) == (
        GcgPlayer("Ana_Lovelace", "Ana Lovelace"),
        GcgPlayer("Dot_x", "Dot: x"),
        GcgPlayer("player", "player"),
        GcgPlayer("Dot_x_2", "Dot x"),
        GcgPlayer("Dot_x_3", "Dot x"),
        GcgPlayer("Dot_x_2_2", "Dot_x_2"),
        GcgPlayer("N" * 20, "N" * 80),
    )


def test_a_game_whose_end_nobody_has_seen() -> None:
    """The racks are hidden yet: no tiles are counted, and the file is read as a game that is over."""
    positions = played(PRESETS["classic"], *[Pass()] * 4, racks=(None, None))
    text = export_gcg(PLAYERS, positions)
    assert text.endswith(">Ben:  - +0 0\n")
    assert import_gcg(text).position.ended is not None


def test_seven_tiles_that_bring_no_bonus() -> None:
    """Read by the club's rules the file would be wrong, so it names its own."""
    play = Play(tuple(Placed(111 + i, letter) for i, letter in enumerate("ACTQXYa")))
    positions = played(PRESETS["scratch"].changed(challenge="double"), play)
    text = export_gcg(PLAYERS, positions)
    assert "#description p2pscrabble rules: scratch challenge=double\n" in text
    assert import_gcg(text).position.players[0].score == positions[-1].players[0].score


def test_positions_that_do_not_follow() -> None:
    (start,) = played(PRESETS["classic"])
    with pytest.raises(ValueError, match="no step leads"):
        export_gcg(PLAYERS, [start, start])


def test_the_words_of_a_game_are_known_by_their_hash() -> None:
    assert WORDS.hash == Lexicon.from_words(["soap", "cats", "cat"]).hash
