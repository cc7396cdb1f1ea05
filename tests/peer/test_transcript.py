"""Transcripts of finished games: what a stranger finds in them, and what becomes of any change to one."""

from __future__ import annotations

import json
import random
from collections.abc import Callable, Iterator
from functools import cache

import pytest
from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.errors import DecodeError, UsageError, WordListError
from p2pscrabble.game.lexicon import Lexicon
from p2pscrabble.game.movegen import scored_plays, to_play
from p2pscrabble.game.moves import Exchange, Pass
from p2pscrabble.game.rules import PRESETS, FirstSeat
from p2pscrabble.peer.transcript import MAX_BYTES, Transcript, cut
from p2pscrabble.peer.witness import Witnessed, examine
from p2pscrabble.sync import Stream
from p2pscrabble.sync.entry import Entry, genesis
from p2pscrabble.table import Deal, Kind, Phase, move_body
from p2pscrabble.table.replay import replay_number
from tests.table.conftest import ROOM_ID, WORDS, Circle

LEXICON = Lexicon.from_words(WORDS, "small")


def known(hash_: bytes) -> Lexicon | None:
    return LEXICON if hash_ == LEXICON.hash else None


@cache
def played(deal: Deal, seats: int = 2, games: int = 1, preset: str = "scratch") -> Circle:
    """A play, an exchange of one tile where it is sealed, and then all pass."""
    rules = PRESETS[preset].changed(first=FirstSeat.HOST, end_passes_empty_bag=False)
    room = Circle(rules, ("Ana", "Ben", "Cid", "Dora")[:seats], LEXICON, deal=deal)
    room.open()
    for game in range(games):
        room.call()
        room.settle()
        seen = room.mover_sees
        room.move(to_play(max(scored_plays(seen.board, seen.mover.rack.shown, LEXICON))))
        room.settle()
        if deal is Deal.SEALED and not game:
            room.move(Exchange(room.mover_sees.mover.rack.shown[:1]))
        room.pass_out()
    return room


def transcript_of(room: Circle, game: int | None = None) -> Transcript:
    logs = {key: log.entries for key, log in zip(room.keys, room.logs, strict=True)}
    return cut(ROOM_ID, room.seats[0], logs, known, game)


@cache
def sealed() -> bytes:
    return transcript_of(played(Deal.SEALED)).encode().encode()


@cache
def opened() -> bytes:
    return transcript_of(played(Deal.OPEN)).encode().encode()


def refused(data: bytes) -> str:
    """Why a stranger does not believe this."""
    found = examine(data, known)
    assert not found.sound
    assert found.findings[-1].holds is False
    return found.findings[-1].text


def texts(found: Witnessed) -> str:
    return "\n".join(finding.text for finding in found.findings)


def test_a_stranger_checks_a_sealed_game() -> None:
    parts: list[float] = []
    found = examine(sealed(), known, tell=parts.append)
    assert found.sound
    assert all(finding.holds for finding in found.findings)
    assert "4 proofs that a shuffle kept all tiles" in texts(found)
    assert "All that Ana and Ben sent for the bag comes out of their seeds again" in texts(found)
    assert "Board, racks and bag at the end are all hundred tiles" in texts(found)
    assert "Every tile was drawn in the order that the seeds make" in texts(found)
    outcome = played(Deal.SEALED).table.outcomes[0]
    assert found.outcome == outcome
    assert found.number == replay_number(outcome)
    assert parts == sorted(parts)
    assert parts[-1] == 1.0


def test_a_stranger_checks_an_open_game() -> None:
    found = examine(opened(), known)
    assert found.sound
    assert "The seeds of all players are open" in texts(found)
    assert found.number == replay_number(played(Deal.OPEN).table.outcomes[0])


def test_one_game_of_several() -> None:
    room = played(Deal.OPEN, games=3)
    for game in range(3):
        transcript = transcript_of(room, game)
        assert transcript.game == game
        found = examine(transcript.encode().encode(), known)
        assert found.outcome == room.table.outcomes[game]
    assert transcript_of(room) == transcript_of(room, 2)
    with pytest.raises(UsageError, match="3 games have ended"):
        transcript_of(room, 3)


def test_a_game_that_has_not_ended() -> None:
    room = Circle(PRESETS["classic"], lexicon=LEXICON)
    room.begin()
    with pytest.raises(UsageError, match="No game has ended"):
        transcript_of(room)


def test_without_the_word_list_nothing_can_be_exported_or_checked() -> None:
    room = played(Deal.OPEN)
    logs = {key: log.entries for key, log in zip(room.keys, room.logs, strict=True)}
    with pytest.raises(UsageError, match="not on this computer"):
        cut(ROOM_ID, room.seats[0], logs, lambda _: None)
    with pytest.raises(WordListError, match="wordlist add"):
        examine(opened(), lambda _: None)


def test_it_holds_nothing_that_leads_into_the_room() -> None:
    text = sealed().decode()
    told = json.loads(text)
    assert set(told) == {"format", "version", "room", "host", "game", "logs"}
    for number in range(2):
        secrets = played(Deal.SEALED).secrets[number]
        assert secrets.seed(1).hex() in text, "the seed of this game was opened"
        assert secrets.seed(2).hex() not in text
        assert (bytes([number + 1]) * 32).hex() not in text, "neither what signs nor what all seeds come from"


# Changes


CHANGED = b'0123456789abcdefgx"{}[]:, \n'


@pytest.mark.parametrize("deal", Deal)
def test_any_byte_changed_is_noticed(deal: Deal) -> None:
    whole = sealed() if deal is Deal.SEALED else opened()
    rng = random.Random(4)
    for _ in range(80):
        at = rng.randrange(len(whole))
        other = rng.choice([byte for byte in CHANGED if byte != whole[at]])
        assert refused(whole[:at] + bytes([other]) + whole[at + 1 :])


def test_bytes_left_out_or_put_in_are_noticed() -> None:
    whole = sealed()
    rng = random.Random(5)
    for _ in range(30):
        at = rng.randrange(len(whole))
        assert refused(whole[:at] + whole[at + 1 :])
        assert refused(whole[:at] + b"0" + whole[at:])
        assert refused(whole[:at])
    assert refused(whole + b"\n")
    assert refused(b"")


def told_otherwise(change: Callable[[Transcript], Transcript]) -> str:
    return refused(change(transcript_of(played(Deal.SEALED))).encode().encode())


def with_log(transcript: Transcript, seat: int, change: Callable[[list[Entry]], list[Entry]]) -> Transcript:
    key = played(Deal.SEALED).keys[seat]
    logs = {**transcript.logs, key: tuple(change(list(transcript.logs[key])))}
    return Transcript(transcript.room_id, transcript.host, transcript.game, logs)


def test_the_last_entry_left_out() -> None:
    assert "not played to its end" in told_otherwise(lambda whole: with_log(whole, 1, lambda log: log[:-1]))


def test_an_entry_too_many() -> None:
    room = played(Deal.SEALED)

    def longer(log: list[Entry]) -> list[Entry]:
        return [*log, Entry.sign(room.identities[1], log[-1].hash, len(log), Kind.LEAVE, b"")]

    assert "more here than belongs" in told_otherwise(lambda whole: with_log(whole, 1, longer))


def test_another_host() -> None:
    other = played(Deal.SEALED).keys[1]
    assert told_otherwise(lambda whole: Transcript(whole.room_id, other, whole.game, whole.logs))


def test_another_room_or_game() -> None:
    reason = told_otherwise(lambda whole: Transcript("123", whole.host, whole.game, whole.logs))
    assert "was not signed by that player there" in reason
    assert "not played to its end" in told_otherwise(lambda whole: Transcript(whole.room_id, whole.host, 1, whole.logs))


def resigned(kind: Kind, change: Callable[[bytes], bytes]) -> Callable[[Transcript], Transcript]:
    """As a player would tell it who signs another story after the game: one entry changed, and all after it."""
    room = played(Deal.SEALED)

    def other(log: list[Entry]) -> list[Entry]:
        previous = genesis(ROOM_ID, Stream.GAME, room.keys[1])
        told: list[Entry] = []
        changed = False
        for entry in log:
            body = change(entry.body) if entry.kind == kind and not changed else entry.body
            changed |= entry.kind == kind
            told.append(Entry.sign(room.identities[1], previous, len(told), entry.kind, body))
            previous = told[-1].hash
        return told

    return lambda whole: with_log(whole, 1, other)


@pytest.mark.parametrize(
    ("kind", "at"),
    [(Kind.COMMIT, 10), (Kind.REVEAL, 30), (Kind.DECK, 700), (Kind.PROOF, 400), (Kind.SHARES, 60)],
)
def test_another_story_by_one_of_the_players(kind: Kind, at: int) -> None:
    """It does not go with what the others signed, and with the proofs."""
    assert told_otherwise(resigned(kind, lambda body: body[:at] + bytes([body[at] ^ 1]) + body[at + 1 :]))


def test_another_seed_at_the_end_is_told_of_its_player() -> None:
    """Whoever signs another one last of all does it to themselves: what was proven before stands without it."""
    change = resigned(Kind.SEED, lambda body: body[:9] + bytes([body[9] ^ 1]) + body[10:])
    found = examine(change(transcript_of(played(Deal.SEALED))).encode().encode(), known)
    assert "Ben lost the seat, having signed what nobody may: opened another seed" in texts(found)
    assert "The seed of Ben is not open" in texts(found)
    assert "comes out of their seeds" in texts(found)


# Forms


def forms() -> Iterator[object]:
    whole = json.loads(opened())
    log = whole["logs"][0]
    entry = log["entries"][0]
    yield from (None, 3, "x", [], {})
    wrong: dict[str, tuple[object, ...]] = {
        "format": ("", 1),
        "version": (2, True, "1"),
        "room": ("", "12a", 5, "1" * 41),
        "host": ("", "00" * 32, 7, whole["host"].upper()),
        "game": (-1, True, "0", 2**31),
        "logs": ([], {}, None, [log] * 65, [3], [{"key": log["key"]}], [{"key": log["key"], "entries": []}]),
    }
    for name, values in wrong.items():
        yield from ({**whole, name: value} for value in values)
    for change in ({"kind": 256}, {"kind": True}, {"body": "0"}, {"body": "0G"}, {"body": 1}, {"signature": "00"}):
        yield {**whole, "logs": [{**log, "entries": [{**entry, **change}]}, *whole["logs"][1:]]}
    yield {**whole, "logs": [{**log, "entries": [3]}]}
    yield {**whole, "more": 1}
    yield whole  # on one line


@pytest.mark.parametrize("number", range(len(list(forms()))))
def test_what_is_no_transcript(number: int) -> None:
    with pytest.raises(DecodeError):
        Transcript.decode(json.dumps(list(forms())[number]).encode())


def test_what_is_too_long_or_too_deep() -> None:
    for data in (b" " * (MAX_BYTES + 1), b"[" * 100_000, b"9" * 10_000, b"\xff"):
        with pytest.raises(DecodeError):
            Transcript.decode(data)


@given(st.binary(max_size=200))
def test_any_bytes(data: bytes) -> None:
    with pytest.raises(DecodeError):
        Transcript.decode(data)


def test_it_is_read_as_it_was_written() -> None:
    transcript = transcript_of(played(Deal.OPEN, games=3), 1)
    assert Transcript.decode(transcript.encode().encode()) == transcript


def test_a_hello_that_cannot_be_read_is_no_reason_to_fail() -> None:
    room = played(Deal.OPEN)
    entry = Entry.sign(room.identities[0], genesis(ROOM_ID, Stream.GAME, room.keys[0]), 0, 0, room.keys[0] + b"\xff")
    assert refused(Transcript(ROOM_ID, room.keys[0], 0, {room.keys[0]: (entry,)}).encode().encode())


def test_a_seat_that_cheated_is_told_and_the_rest_holds() -> None:
    rules = PRESETS["scratch"].changed(first=FirstSeat.HOST, end_passes_empty_bag=False)
    room = Circle(rules, ("Ana", "Ben", "Cid"), LEXICON, deal=Deal.SEALED)
    room.begin()
    room.move(Pass())
    room.say(1, Kind.MOVE, room.table.tag + b"\xff" * 9)
    room.settle(0, 2)
    while room.position.ended is None:
        room.move(Pass())
        room.settle(0, 2)
    room.settle(0, 2)
    found = examine(transcript_of(room).encode().encode(), known)
    assert found.sound
    assert "Ben lost the seat, having signed what nobody may: sent a move that cannot be read" in texts(found)
    assert [finding.text for finding in found.findings if finding.holds is None] == [
        "The seed of Ben is not open: whether chance alone chose what it sent cannot be told."
    ]


@pytest.mark.parametrize("deal", Deal)
@pytest.mark.parametrize("lost", [0, 2])
def test_a_seat_of_which_nothing_was_heard_is_told_and_the_rest_holds(deal: Deal, lost: int) -> None:
    rules = PRESETS["scratch"].changed(first=FirstSeat.HOST, end_passes_empty_bag=False)
    room = Circle(rules, ("Ana", "Ben", "Cid"), LEXICON, deal=deal)
    room.begin()
    others = [seat for seat in range(3) if seat != lost]
    room.lose(lost)
    room.vote(lost)
    room.settle(*others)
    while room.tables[others[0]].phase is Phase.PLAYING:
        (mover,) = (seat for seat in others if room.tables[seat].wants(room.keys[seat]) is Kind.MOVE)
        room.say(mover, Kind.MOVE, move_body(room.tables[mover], room.keys[mover], Pass()))
        room.settle(*others)
    found = examine(transcript_of(room).encode().encode(), known)
    assert found.sound
    assert found.outcome == room.tables[others[0]].outcomes[0]
    assert f"The others went on without {room.names[lost]}, by the votes" in texts(found)
