from __future__ import annotations

import asyncio

from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.transport import Changed, Link, LinkState
from p2pscrabble.transport.inbox import MAX_LINKS, EventStream, Inbox


def everything(inbox: Inbox) -> list[Changed | Link]:
    events = []
    while event := inbox.take():
        events.append(event)
    return events


def test_it_is_empty_at_first() -> None:
    assert Inbox().take() is None


def test_the_newest_value_of_a_name_replaces_the_one_that_is_unread() -> None:
    inbox = Inbox()
    for name, digits in [("a", "1"), ("b", "1"), ("a", "22")]:
        assert inbox.put(Changed(name, digits))
    assert everything(inbox) == [Changed("a", "22"), Changed("b", "1")]


def test_news_of_the_link_comes_first_and_in_order() -> None:
    inbox = Inbox()
    up, down = Link(LinkState.UP, "up"), Link(LinkState.DOWN, "down", 1.5)
    inbox.put(Changed("a", "1"))
    inbox.tell(up)
    inbox.tell(down)
    assert everything(inbox) == [up, down, Changed("a", "1")]


def test_of_very_much_news_of_the_link_the_latest_is_kept() -> None:
    inbox = Inbox()
    for n in range(MAX_LINKS + 5):
        inbox.tell(Link(LinkState.DOWN, str(n)))
    assert everything(inbox) == [Link(LinkState.DOWN, str(n)) for n in range(5, MAX_LINKS + 5)]


def test_strangers_are_turned_away_when_it_is_full_of_names() -> None:
    inbox = Inbox(max_names=2)
    assert [inbox.put(Changed(name, "1")) for name in "abcb"] == [True, True, False, True]
    assert inbox.put(Changed("a", "2"))
    assert everything(inbox) == [Changed("a", "2"), Changed("b", "1")]
    assert inbox.put(Changed("c", "1"))


def test_it_holds_so_many_digits_and_no_more() -> None:
    inbox = Inbox(max_digits=5)
    assert inbox.put(Changed("a", "123"))
    assert inbox.put(Changed("b", "12"))
    assert not inbox.put(Changed("c", "1"))
    assert not inbox.put(Changed("b", "123"))
    assert inbox.put(Changed("a", "12"))
    assert inbox.put(Changed("b", "123"))
    assert everything(inbox) == [Changed("a", "12"), Changed("b", "123")]
    assert inbox.put(Changed("c", "12345"))


@given(st.lists(st.none() | st.tuples(st.sampled_from("abcdefg"), st.integers(1, 30).map("1".__mul__)), max_size=80))
def test_it_is_bounded_and_counts_what_it_holds(steps: list[tuple[str, str] | None]) -> None:
    inbox, held = Inbox(max_names=4, max_digits=60), dict[str, str]()
    for step in steps:
        if step is None:
            event = inbox.take()
            assert event == (Changed(*next(iter(held.items()))) if held else None)
            if isinstance(event, Changed):
                del held[event.name]
        elif inbox.put(Changed(*step)):
            held[step[0]] = step[1]
        assert len(held) <= 4
        assert sum(map(len, held.values())) <= 60


async def test_the_stream_waits_for_news_and_ends_when_it_is_closed() -> None:
    stream = EventStream(Inbox())

    async def collect() -> list[Changed | Link]:
        return [event async for event in stream]

    reader = asyncio.create_task(collect())
    await asyncio.sleep(0)
    assert stream.put(Changed("a", "1"))
    await asyncio.sleep(0)
    stream.tell(Link(LinkState.UP, "up"))
    await asyncio.sleep(0)
    assert not reader.done()
    stream.put(Changed("b", "2"))
    stream.close()
    assert await asyncio.wait_for(reader, 5) == [Changed("a", "1"), Link(LinkState.UP, "up"), Changed("b", "2")]


async def test_the_stream_survives_a_reader_that_gives_up_waiting() -> None:
    stream = EventStream(Inbox())
    waiting = asyncio.ensure_future(anext(stream))
    await asyncio.sleep(0)
    waiting.cancel()
    await asyncio.wait([waiting])
    stream.put(Changed("a", "1"))
    assert await anext(stream) == Changed("a", "1")
