"""Rooms in which something was wrong once, in the few lines to which they were cut down."""

from __future__ import annotations

import pytest

from tests.faults.playing import play, told
from tests.faults.quick import quick
from tests.faults.script import Script

LEFT_OUT_AND_ASKED = """
room seed=4005 seats=3 preset=classic place=own deal=open turns=0 slow=- full=0
drop ana 3 3
drop ben 6.39 3
split ben 9 70
torn cid 9 2
late cid 4 1
late ana 5 1
late cid 9 1
late ana 10 1
late ben 12 1.17
late ana 15 1.5
late cid 18 0.28
"""
"""Ben, whom the others had gone on without, heard that he had left before he heard why, and was told that Cid lied."""

LEFT_OUT_AFTER_THE_END = """
room seed=4455 seats=3 preset=classic place=own deal=open turns=1 slow=- full=0
split cid 2.74 79
mute cid 5 0
lost cid 7 0
lost ana 8 0
"""
"""Cid had made the last move of his game when the others, who had not heard of it, went on without him."""

TWO_TABLES = """
room seed=6103 seats=4 preset=classic place=own deal=open turns=0 slow=- full=0
empty ana 2 1
split dora 2.58 58
empty ana 5 0
"""
"""Ana and Dora, called anew, wrote for their own table, Ben and Cid for the old one: neither could read the other."""

ONE_HALF = """
room seed=8463 seats=3 preset=classic place=own deal=open turns=0 slow=- full=0
fork ana 1.42 0
lost ben 2 0
late cid 4 1.49
lost cid 6 0.13
lost ben 10 0.42
lost ana 13 0.81
lost ana 14 1.28
lost cid 16 1.19
lost ana 17 1.06
lost ben 17 1.11
late cid 17 0.83
late ben 19 0.56
late ana 20 0.87
lost ben 20 1.01
lost ana 21 1.42
late ben 26 0.25
lost ben 28 0.53
"""
"""Ben, shown Cid's half of Ana's two stories, did not show his: he held less of her log, and compared nothing."""


@pytest.mark.parametrize("script", [LEFT_OUT_AND_ASKED, LEFT_OUT_AFTER_THE_END, TWO_TABLES, ONE_HALF])
def test_a_room_that_failed_once_is_well(script: str) -> None:
    with quick():
        played = play(Script.parse(script))
    assert not played.failure, told(played)
