"""What an audit finds, and how it is told."""

from __future__ import annotations

import pytest

from p2pscrabble.peer.news import verdict_notice
from p2pscrabble.peer.work import Audited
from p2pscrabble.table import Verdict

ALL = Audited(sound=False, faulty=(0, 3), unaudited=(1, 2))


@pytest.mark.parametrize("found", [Audited(), Audited(sound=False), ALL, Audited(unaudited=(0,)), Audited(False, (0,))])
def test_an_audit_comes_back_from_its_job_as_it_was(found: Audited) -> None:
    assert Audited.decode(found.encode()) == found


@pytest.mark.parametrize(
    ("sound", "faulty", "unaudited", "text"),
    [
        (True, (), (), "Checked, and all is as it was played."),
        (False, (), (), "It was checked, and is not the game that was played."),
        (
            True,
            (),
            ("Cid",),
            "Checked as far as the secret numbers are open, and all is as it was played; "
            "Cid did not open the secret number.",
        ),
        (
            False,
            ("Cid",),
            ("Ben",),
            "Checked, and Cid’s program did not shuffle and answer as its secret number says; what was played stands. "
            "Ben did not open the secret number.",
        ),
        (
            False,
            ("Ben", "Cid"),
            (),
            "Checked, and the programs of Ben and Cid did not shuffle and answer as their secret numbers say; "
            "what was played stands.",
        ),
    ],
)
def test_a_verdict_names_who_is_at_fault_and_whose_seed_is_closed(
    sound: bool, faulty: tuple[str, ...], unaudited: tuple[str, ...], text: str
) -> None:
    notice = verdict_notice(Verdict(0, bytes(32), sound), "123", faulty, unaudited)
    assert notice.text == f"The game’s number: 123. {text}"
    assert (notice.data["faulty"], notice.data["unaudited"]) == (list(faulty), list(unaudited))


def test_a_game_without_a_number() -> None:
    notice = verdict_notice(Verdict(0, bytes(32), True), "", (), ())
    assert notice.text == "The game is too long for a number. Checked, and all is as it was played."
