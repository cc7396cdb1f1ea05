"""What a player is trying out, as it follows the game."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.errors import UsageError
from p2pscrabble.game.board import Board
from p2pscrabble.game.moves import Placed, Play
from p2pscrabble.game.tiles import ALPHABET, TILES
from p2pscrabble.web.draft import (
    EMPTY,
    FULL,
    Draft,
    Slot,
    arrange,
    from_json,
    play_of,
    settle,
    to_json,
    written,
)

EIGHT_H = 112


def shown(draft: Draft) -> str:
    """The tiles in the order of the slots."""
    return "".join(slot.tile for slot in draft.slots)


def tried(draft: Draft, *places: int | None, letters: str = "") -> Draft:
    """The first slots on these squares, blanks standing for these letters."""
    left = list(letters)
    wanted = []
    for slot, square in zip(draft.slots, [*places, *[None] * (len(draft.slots) - len(places))], strict=True):
        letter = left.pop(0) if slot.tile == "?" and square is not None and left else None
        wanted.append((slot.id, square, letter))
    return arrange(draft, wanted, "tab", Board())


def test_a_rack_is_dealt_in_order_and_goes_with_the_game() -> None:
    draft = settle(EMPTY, "AEINRST", Board())
    assert shown(draft) == "AEINRST"
    assert [slot.id for slot in draft.slots] == [1, 2, 3, 4, 5, 6, 7]
    assert settle(draft, "AEINRST", Board()) is draft
    gone = settle(draft, None, None)
    assert gone.slots == ()
    assert settle(gone, None, None) is gone
    again = settle(gone, "AEINRST", Board())
    assert [slot.id for slot in again.slots] == [8, 9, 10, 11, 12, 13, 14]
    assert (draft.rev, gone.rev, again.rev) == (1, 2, 3)


def test_tiles_that_the_opponents_play_covers_come_back_and_the_others_stay() -> None:
    draft = tried(settle(EMPTY, "ABCDEFG", Board()), EIGHT_H, EIGHT_H + 1, EIGHT_H + 2, EIGHT_H + 15)
    board = Board().with_tiles([(EIGHT_H, "D"), (EIGHT_H + 1, "O"), (EIGHT_H + 2, "G")])
    after = settle(draft, "ABCDEFG", board)
    assert [slot.square for slot in after.slots] == [None, None, None, EIGHT_H + 15, None, None, None]
    assert [slot.id for slot in after.slots] == [slot.id for slot in draft.slots]
    assert (after.rev, after.by) == (draft.rev + 1, "")
    assert settle(after, "ABCDEFG", board) is after


def test_a_blank_that_comes_back_stands_for_nothing() -> None:
    draft = tried(settle(EMPTY, "?", Board()), EIGHT_H, letters="q")
    assert draft.slots == (Slot(1, "?", EIGHT_H, "q"),)
    assert settle(draft, "?", Board().with_tiles([(EIGHT_H, "A")])).slots == (Slot(1, "?"),)


def test_a_play_that_was_made_takes_its_own_slots_and_new_tiles_come_last() -> None:
    draft = settle(EMPTY, "EEEEST?", Board())
    draft = arrange(draft, [(slot.id, None, None) for slot in reversed(draft.slots)], "tab", Board())
    assert shown(draft) == "?TSEEEE"
    squares = [(slot.id, EIGHT_H + at if slot.id in (7, 2, 6) else None) for at, slot in enumerate(draft.slots)]
    wanted = [(id_, square, "q" if id_ == 7 else None) for id_, square in squares]
    draft = arrange(draft, wanted, "tab", Board())
    play = play_of(draft)
    assert play == Play((Placed(EIGHT_H, "q"), Placed(EIGHT_H + 1, "T"), Placed(EIGHT_H + 5, "E")))
    after = settle(draft, "EEESAAB", Board().with_tiles(play.tiles))
    assert [(slot.id, slot.tile) for slot in after.slots] == [
        (5, "S"),
        (4, "E"),
        (3, "E"),
        (1, "E"),
        (8, "A"),
        (9, "A"),
        (10, "B"),
    ]
    assert all(slot.square is None for slot in after.slots)


def test_what_was_laid_is_gone_though_an_equal_tile_was_drawn() -> None:
    draft = tried(settle(EMPTY, "AAB?", Board()), 0, EIGHT_H, None, EIGHT_H + 1, letters="a")
    play = Play((Placed(EIGHT_H, "A"), Placed(EIGHT_H + 1, "a")))
    after = settle(draft, "AAB?", Board().with_tiles(play.tiles), play.tiles)
    assert after.slots == (Slot(1, "A", 0), Slot(3, "B"), Slot(5, "A"), Slot(6, "?"))
    elsewhere = settle(draft, "AAB", Board().with_tiles([(5, "A")]), [Placed(5, "A")])
    assert elsewhere.slots == (Slot(1, "A", 0), Slot(3, "B"), Slot(5, "A")), "typed, not tried: the last of equal ones"


def test_what_was_put_back_is_gone_though_an_equal_tile_was_drawn() -> None:
    draft = tried(settle(EMPTY, "AAB?", Board()), EIGHT_H)
    assert settle(draft, "AAB?", Board(), "A?").slots == (
        Slot(1, "A", EIGHT_H),
        Slot(3, "B"),
        Slot(5, "A"),
        Slot(6, "?"),
    )
    assert settle(draft, "AAB?", Board(), "AZ").slots[-1] == Slot(5, "A"), "what was not held is passed over"


def test_a_tile_that_is_still_tried_outlives_its_equal_on_the_rack() -> None:
    draft = tried(settle(EMPTY, "AAB", Board()), None, EIGHT_H)
    assert settle(draft, "AB", Board()).slots == (Slot(2, "A", EIGHT_H), Slot(3, "B"))


def test_on_a_board_that_is_full_nothing_is_tried() -> None:
    draft = tried(settle(EMPTY, "AAB", Board()), 0, EIGHT_H)
    assert all(slot.square is None for slot in settle(draft, "AAB", FULL).slots)


@pytest.mark.parametrize(
    ("wanted", "why"),
    [
        ([(1, None, None)], "changed"),
        ([(1, None, None), (2, None, None), (4, None, None)], "changed"),
        ([(1, None, None), (1, None, None), (3, None, None)], "changed"),
        ([(1, None, None), (2, None, None), (3, None, None), (3, None, None)], "changed"),
        ([(1, 225, None), (2, None, None), (3, None, None)], "no such square"),
        ([(1, -1, None), (2, None, None), (3, None, None)], "no such square"),
        ([(1, True, None), (2, None, None), (3, None, None)], "no such square"),
        ([(1, 5, None), (2, 5, None), (3, None, None)], "one tile"),
        ([(1, EIGHT_H, None), (2, None, None), (3, None, None)], "one tile"),
        ([(1, 5, "a"), (2, None, None), (3, None, None)], "Only a blank"),
        ([(1, None, None), (2, None, None), (3, None, "a")], "Only a blank"),
        ([(1, None, None), (2, None, None), (3, 5, "A")], "Only a blank"),
        ([(1, None, None), (2, None, None), (3, 5, "ab")], "Only a blank"),
    ],
)
def test_what_cannot_be_laid_out(wanted: Any, why: str) -> None:
    draft = settle(EMPTY, "AB?", Board())
    with pytest.raises(UsageError, match=why):
        arrange(draft, wanted, "tab", Board().with_tiles([(EIGHT_H, "A")]))


def test_a_change_that_is_none_is_none() -> None:
    draft = settle(EMPTY, "AB?", Board())
    assert arrange(draft, [(1, None, None), (2, None, None), (3, None, None)], "tab", Board()) is draft
    assert written(draft, "", "tab") is draft
    line = written(draft, "x" * 1000, "tab")
    assert (line.rev, line.by, len(line.chat)) == (draft.rev + 1, "tab", 280)


def test_a_play_is_what_lies_on_the_board() -> None:
    draft = settle(EMPTY, "AB?", Board())
    assert play_of(draft) is None
    laid = arrange(draft, [(3, 7, None), (1, 8, None), (2, None, None)], "tab", Board())
    assert play_of(laid) == Play((Placed(7, "?"), Placed(8, "A"))), "the rules say that the blank needs a letter"


racks = st.text(TILES, max_size=7).map(lambda tiles: "".join(sorted(tiles)))
boards = st.dictionaries(st.integers(0, 224), st.sampled_from(ALPHABET + ALPHABET.lower()), max_size=40).map(
    lambda tiles: Board().with_tiles(tiles.items())
)
states = st.tuples(st.none() | racks, boards)


def laid_out(data: st.DataObject, draft: Draft, board: Board) -> Draft:
    free = [square for square in range(225) if board[square] == "."]
    order = data.draw(st.permutations(draft.slots))
    squares = data.draw(st.lists(st.sampled_from(free), unique=True, max_size=len(order)))
    places: list[int | None] = [*squares, *[None] * (len(order) - len(squares))]
    wanted = []
    for slot, square in zip(order, data.draw(st.permutations(places)), strict=True):
        blank = slot.tile == "?" and square is not None
        wanted.append((slot.id, square, data.draw(st.sampled_from([None, "q", "e"])) if blank else None))
    return arrange(draft, wanted, "tab", board)


@given(st.data(), st.lists(states, max_size=6))
def test_slots_are_the_rack_and_ids_are_never_used_again(data: st.DataObject, course: list[Any]) -> None:
    draft, seen = EMPTY, dict[int, str]()
    for rack, board in course:
        before = draft
        draft = settle(draft, rack, board)
        assert Counter(slot.tile for slot in draft.slots) == Counter(rack or "")
        assert all(slot.square is None or board[slot.square] == "." for slot in draft.slots)
        assert settle(draft, rack, board) is draft
        assert draft.rev == before.rev + (draft is not before)
        known = {slot.id for slot in before.slots}
        for slot in draft.slots:
            assert (slot.id in known) == (slot.id in seen), "an id comes back to life"
            assert seen.setdefault(slot.id, slot.tile) == slot.tile
        kept = [slot.id for slot in draft.slots if slot.id in known]
        assert kept == [slot.id for slot in before.slots if slot.id in kept], "what is kept keeps its order"
        assert [slot.id for slot in draft.slots][: len(kept)] == kept, "what is new comes last"
        lost = Counter(slot.tile for slot in before.slots) - Counter(rack or "")
        assert len(before.slots) - len(kept) == lost.total(), "no more go than must"
        if rack is not None:
            draft = laid_out(data, draft, board)
            assert settle(draft, rack, board) is draft
        assert from_json(to_json(draft)) == draft


@given(st.text(max_size=400), st.text(max_size=10))
def test_any_line_of_chat_is_kept(chat: str, by: str) -> None:
    draft = written(settle(EMPTY, "AB?", Board()), chat, by)
    text = to_json(draft)
    assert text.isascii()
    assert from_json(text) == draft


@given(st.text())
def test_any_text_is_a_draft_or_none(text: str) -> None:
    assert from_json(text) == EMPTY or from_json(to_json(from_json(text))) == from_json(text)


GOOD = (
    '{"v": 1, "rev": 3, "by": "t", "slots": [[1, "A", 5, null], [2, "?", 6, "q"]], "chat": "hi", "made": 9, "steps": 4}'
)


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ('"v": 1', '"v": 2'),
        ('"rev": 3', '"rev": -3'),
        ('"rev": 3', '"rev": 3.0'),
        ('"rev": 3', '"rev": true'),
        ('"rev": 3', f'"rev": {2**53}'),
        ('"rev": 3, ', ""),
        (', "steps": 4', ""),
        ('"steps": 4', '"steps": -4'),
        ('"by": "t"', '"by": 4'),
        ('"by": "t"', f'"by": "{"t" * 65}"'),
        ('"chat": "hi"', '"chat": null'),
        ('"chat": "hi"', f'"chat": "{"t" * 281}"'),
        ('[[1, "A", 5, null], [2, "?", 6, "q"]]', "7"),
        ('[1, "A", 5, null]', '[1, "A", 5]'),
        ('[1, "A", 5, null]', '[1, "A", 5, null, 4]'),
        ('[1, "A", 5, null]', '{"id": 1}'),
        ('[1, "A", 5, null]', '[2, "A", 5, null]'),
        ('[1, "A", 5, null]', '[10, "A", 5, null]'),
        ('[1, "A", 5, null]', '[1, "A", 6, null]'),
        ('[1, "A", 5, null]', '[1, "A", 225, null]'),
        ('[1, "A", 5, null]', '[1, "a", 5, null]'),
        ('[1, "A", 5, null]', '[1, ["A"], 5, null]'),
        ('[1, "A", 5, null]', '[1, "A", 5, "a"]'),
        ('[2, "?", 6, "q"]', '[2, "?", null, "q"]'),
        ('[2, "?", 6, "q"]', '[2, "?", 6, "Q"]'),
        ('[2, "?", 6, "q"]', '[2, "?", 6, 7]'),
        ('[1, "A", 5, null]', ", ".join(f'[{number}, "A", null, null]' for number in range(3, 10))),
        ("{", "["),
        (GOOD, "[" * 99_000),
        (GOOD, "9" * 5_000),
        (GOOD, "[]"),
        (GOOD, ""),
        (GOOD, " " * 100_001 + GOOD),
    ],
)
def test_what_is_damaged_is_an_empty_draft(old: str, new: str) -> None:
    assert from_json(GOOD).slots == (Slot(1, "A", 5), Slot(2, "?", 6, "q"))
    assert old in GOOD
    assert from_json(GOOD.replace(old, new)) == EMPTY
