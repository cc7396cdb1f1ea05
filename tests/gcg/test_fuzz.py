"""Any bytes at all, and games with something changed: a game or a ``GcgError``, and never anything else."""

from __future__ import annotations

from pathlib import Path

from hypothesis import given, settings
from hypothesis import strategies as st

from p2pscrabble.errors import GcgError
from p2pscrabble.gcg import game_gcg, import_gcg

TEXTS = [path.read_text("utf-8") for path in sorted((Path(__file__).parent / "games").glob("*.gcg"))]

PIECES = st.sampled_from(
    "8H H8 15O A1 . (A) ? a Q - -- -3 +0 -5 +50 0 (time) (challenge) (QI) #note #rack1 #player3 >ana: >ben: : Ñ "
    "ABCDEFG #incomplete \n \r \t \x00".split(" ")
) | st.sampled_from(
    [
        "\n#note p2pscrabble: Ben left the game\n",
        "\n#description p2pscrabble rules: scratch bingo=3\n",
        "\n#description p2pscrabble rules: tournament challenge=5-point end_scoreless=0\n",
    ]
)


SLOW = settings(max_examples=50)
"""A whole game is played through a dozen times."""


def import_anything(data: bytes | str) -> None:
    """What comes of it can be written, and read again as the same."""
    try:
        game = import_gcg(data)
    except GcgError:
        try:
            game = import_gcg(data, lenient=True)
        except GcgError:
            return
        assert game.problems
    text = game_gcg(game)
    again = import_gcg(text)
    assert again.position.board == game.position.board
    scores = [player.score for player in game.position.players]
    assert [player.score for player in again.position.players] == scores[game.first :] + scores[: game.first]
    assert game_gcg(again) == text


@SLOW
@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    import_anything(data)


@SLOW
@given(st.lists(st.lists(PIECES | st.text(max_size=4), max_size=7).map(" ".join), max_size=5))
def test_any_lines(lines: list[str]) -> None:
    import_anything("\n".join(["#player1 ana Ana", "#player2 Ben Ben", *(f">ana: {line}" for line in lines)]))


@SLOW
@given(
    st.sampled_from(TEXTS), st.lists(st.tuples(st.integers(0), st.integers(0, 12), PIECES | st.just("")), max_size=3)
)
def test_a_game_with_something_changed(text: str, changes: list[tuple[int, int, str]]) -> None:
    for place, length, piece in changes:
        at = place % (len(text) + 1)
        text = text[:at] + piece + text[at + length :]
    import_anything(text)


@SLOW
@given(st.sampled_from(TEXTS), st.lists(st.tuples(st.sampled_from("-+/"), st.integers(0), st.integers(0)), max_size=3))
def test_a_game_with_lines_left_out_doubled_or_turned_round(text: str, changes: list[tuple[str, int, int]]) -> None:
    lines = text.split("\n")
    for how, one, other in changes:
        first, last = sorted((one % len(lines), other % len(lines)))
        if how == "-":
            lines[first : first + 1] = []
        elif how == "+":
            lines[last:last] = [lines[first]]
        else:
            lines[first:last] = reversed(lines[first:last])
        lines = lines or [""]
    import_anything("\n".join(lines))


@SLOW
@given(st.sampled_from(TEXTS), st.integers(0), st.integers(1, 100))
def test_a_wrong_total_is_found_on_its_line(text: str, place: int, more: int) -> None:
    lines = text.split("\n")
    moves = [number for number, line in enumerate(lines) if line.startswith(">")]
    number = moves[place % len(moves)]
    words = lines[number].split(" ")
    lines[number] = " ".join([*words[:-1], str(int(words[-1]) + more)])
    game = import_gcg("\n".join(lines), lenient=True)
    assert game.problems[0].line == number + 1
    assert f"{words[-2]} {words[-1]}." in game.problems[0].text
