"""What a seat writes: secrets that differ from call to call, and never show."""

from __future__ import annotations

from p2pscrabble.table import Secrets


def test_every_call_has_its_own_seed_and_nonce() -> None:
    secrets = Secrets(bytes(32))
    drawn = [secrets.seed(attempt) for attempt in range(1, 50)] + [secrets.nonce(attempt) for attempt in range(1, 50)]
    assert len(set(drawn)) == len(drawn)
    assert {len(secret) for secret in drawn} == {16}
    assert secrets.seed(1) == Secrets(bytes(32)).seed(1)
    assert secrets.seed(1) != Secrets(bytes(31) + b"\1").seed(1)


def test_secrets_do_not_show() -> None:
    assert "\\x07" not in repr(Secrets(b"\7" * 32))
    assert repr(Secrets(b"\7" * 32)) == "Secrets()"
