import pytest

from p2pscrabble.sync.identity import Identity, peer_id, verify


def test_the_same_secret_is_the_same_peer() -> None:
    assert Identity(bytes(32)).key == Identity(bytes(32)).key
    assert Identity(bytes(32)).key != Identity(bytes([1]) * 32).key
    assert Identity(bytes(32)).id == peer_id(Identity(bytes(32)).key)
    assert len(Identity(bytes(32)).id) == 3


def test_a_secret_has_32_bytes() -> None:
    with pytest.raises(ValueError, match="32"):
        Identity(bytes(31))


def test_a_signature_is_of_one_message_by_one_key() -> None:
    ana, ben = Identity(b"a" * 32), Identity(b"b" * 32)
    signature = ana.sign(b"word")
    assert verify(ana.key, b"word", signature)
    assert not verify(ana.key, b"sword", signature)
    assert not verify(ben.key, b"word", signature)
    assert not verify(ana.key, b"word", signature[:-1])
    assert not verify(b"no key", b"word", signature)
