"""The hundred tiles, and racks as strings of them."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.game.tiles import (
    ALPHABET,
    BAG_SIZE,
    BLANK,
    COUNT,
    LETTER_OF,
    TILES,
    VALUE,
    remove_tiles,
    sort_tiles,
    tile_of,
    value_of,
)

tiles = st.text(alphabet=TILES, max_size=12)

SHEET = """A1×9 B3×2 C3×2 D2×4 E1×12 F4×2 G2×3 H4×2 I1×9 J8×1 K5×1 L1×4 M3×2 N1×6 O1×8 P3×2 Q10×1 R1×6 S1×4 T1×6
U1×4 V4×2 W4×2 X8×1 Y4×2 Z10×1 ?0×2"""


def test_are_those_of_the_rule_sheet() -> None:
    read = {part[0]: tuple(map(int, part[1:].split("×"))) for part in SHEET.split()}
    assert read == {tile: (VALUE[tile], COUNT[tile]) for tile in TILES}


def test_are_a_hundred_and_numbered_in_order() -> None:
    assert BAG_SIZE == sum(COUNT.values()) == 100
    assert Counter(LETTER_OF) == COUNT
    assert (LETTER_OF[0], LETTER_OF[9], LETTER_OF[97], LETTER_OF[98:]) == ("A", "B", "Z", "??")


def test_a_blank_is_worth_nothing_as_any_letter() -> None:
    assert value_of("?" + ALPHABET.lower()) == 0
    assert value_of("QUIZ") == 22


def test_the_tile_behind_a_letter() -> None:
    assert [tile_of(letter) for letter in "Qq?"] == ["Q", "?", "?"]


def test_blanks_are_sorted_last() -> None:
    assert sort_tiles("?B?A") == "AB??"


@given(st.text())
def test_anything_can_be_sorted_once_and_for_all(text: str) -> None:
    once = sort_tiles(text)
    assert Counter(once) == Counter(text)
    assert sort_tiles(once) == once
    assert once.rstrip(BLANK).count(BLANK) == 0


@given(tiles, tiles)
def test_what_is_taken_from_a_rack_is_gone(rack: str, taken: str) -> None:
    left = remove_tiles(rack, taken)
    if left is None:
        assert Counter(taken) - Counter(rack)
    else:
        assert Counter(left) + Counter(taken) == Counter(rack)
        assert left == sort_tiles(left)


@given(tiles, tiles)
def test_what_was_added_can_be_taken(rack: str, more: str) -> None:
    assert remove_tiles(rack + more, more) == sort_tiles(rack)
