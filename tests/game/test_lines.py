"""Tiles in hand, and the squares of a line, taken by themselves."""

from __future__ import annotations

from p2pscrabble.game.lexicon import ANY_LETTER, LETTER_BIT, Lexicon, letters_of
from p2pscrabble.game.lines import Hand, ScoredPlay, Square


def test_ways_to_lay_a_letter() -> None:
    hand = Hand.of("AAB?", 50)
    assert hand.mask == ANY_LETTER
    ways = hand[LETTER_BIT["A"] | LETTER_BIT["C"]]
    assert [(letter, shown) for letter, shown, _ in ways] == [("A", "A"), ("A", "a"), ("C", "c")]
    (_, _, without_a), (_, _, without_blank), _ = ways
    assert letters_of(without_blank.mask) == "AB"
    assert hand[LETTER_BIT["C"]][0][2] is without_blank
    assert without_a.single
    assert not hand.single
    assert hand[LETTER_BIT["A"] | LETTER_BIT["C"]] is ways


def test_seven_tiles_laid_earn_the_bonus() -> None:
    hand = Hand.of("ABCDEFG", 35)
    for letter in "ABCDEF":
        [(_, _, hand)] = hand[LETTER_BIT[letter]]
        assert hand.bonus == 0
    [(_, _, hand)] = hand[LETTER_BIT["G"]]
    assert (hand.bonus, hand.mask) == (35, 0)


def test_walking_along_a_line() -> None:
    """H8 and K8 empty, ``Ta`` between them: a tile on H8 joins them, one on K8 lengthens that."""
    root = Lexicon.from_words("TA ATA ATAP".split()).root
    found: list[ScoredPlay] = []
    last = Square(115, 1, "", None, found)
    first = Square(112, 1, "Ta", last, found)
    first.lay(root, Hand.of("AP", 50), "", 0, 1, 0, 112)
    assert found == [(4, 112, 1, "A.."), (10, 112, 1, "A..P")]
    found.clear()
    first.mask = ANY_LETTER - LETTER_BIT["A"]
    first.lay(root, Hand.of("AP", 50), "", 0, 1, 0, 112)
    first.lay(root, Hand.of("T", 50), "", 0, 1, 0, 112)
    assert not found


def test_points_at_right_angles() -> None:
    """A tile that makes two words is not found down, where it is found across as well."""
    root = Lexicon.from_words(["AA", "AAA"]).root
    for step, expected in ((1, [(9, 112, 1, "A.")]), (15, [])):
        found: list[ScoredPlay] = []
        square = Square(112, step, "A", None, found)
        square.beside, square.beside_points = True, 1
        square.lay(root, Hand.of("A", 50), "", 0, 1, 1, 112)
        assert found == expected
