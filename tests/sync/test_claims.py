import random

from hypothesis import given
from hypothesis import strategies as st

from p2pscrabble.sync.claims import LISTEN, REPAIR, SPARE, STILL, STUBBORN, UNCHANGED, Claims, Dice

NAMES = tuple("abcdefghij")


def fixed(seed: int = 0, names: tuple[str, ...] = NAMES) -> Claims:
    claims = Claims((), names, Dice(bytes([seed])))
    claims.begin(0.0)
    claims.begin(9.0)
    return claims


def names(claims: Claims) -> list[str]:
    return list(claims.held)


def settled(seed: int = 0) -> tuple[Claims, str]:
    """Claims that hold a name and have written 5000 to it."""
    claims = fixed(seed)
    name = claims.choose(LISTEN)
    assert name is not None
    claims.written(name, "5000", LISTEN)
    return claims, name


def test_where_names_are_free_a_peer_has_its_own() -> None:
    claims = Claims(("x", "y"), None, Dice(b""))
    claims.begin(0.0)
    assert claims.held == ("x", "y")
    assert claims.wake() < 0
    assert not claims.crowded(0.0)
    assert {claims.choose(1.0), claims.choose(1.0)} == {"x", "y"}
    assert claims.saw("z", "1", 1.0, mine=False) is None
    claims.written("x", "5", 1.0)
    assert claims.saw("x", "5", 2.0, mine=False) is None
    assert claims.saw("x", "7", 2.0, mine=True) is None
    assert claims.saw("x", "7", 2.0, mine=False) == 2.0
    assert claims.saw("x", "8", 2.1, mine=False) == 2.0 + REPAIR
    assert claims.held == ("x", "y")


def test_a_peer_listens_before_it_takes_a_name() -> None:
    claims = fixed()
    assert claims.choose(0.0) is None
    assert claims.wake() == LISTEN
    assert claims.choose(LISTEN - 0.01) is None
    assert claims.choose(LISTEN) in NAMES
    assert len(claims.held) == 1


def test_names_that_nobody_ever_wrote_go_first() -> None:
    for seed in range(20):
        claims = fixed(seed)
        for name in NAMES[2:]:
            claims.saw(name, "1", 0.0, mine=False)
        assert claims.choose(50.0) in ("a", "b")
    assert len({fixed(seed).choose(LISTEN) for seed in range(20)}) > 5


def test_a_name_is_free_when_it_has_been_still() -> None:
    claims = fixed(names=("a", "b"))
    claims.saw("a", "1", 1.0, mine=False)
    claims.saw("b", "1", 1.0, mine=False)
    claims.saw("b", "1", 4.0, mine=False)
    claims.saw("b", "2", 5.0, mine=False)
    assert claims.choose(1.0 + UNCHANGED - 0.1) is None
    assert claims.wake() == 1.0 + UNCHANGED
    assert not claims.crowded(1.0)
    claims.saw("a", "2", 8.0, mine=False)
    assert claims.wake() == 5.0 + STILL
    assert claims.crowded(8.0)
    assert claims.choose(5.0 + STILL) == "b"


def test_a_name_that_this_peer_wrote_before_a_restart_is_taken_back() -> None:
    claims = fixed()
    assert claims.saw("c", "1234", 0.5, mine=True) == 0.5
    assert claims.held == ("c",)
    assert claims.saw("d", "1234", 0.6, mine=True) is None
    assert claims.choose(0.6) == "c"


def test_the_greater_number_keeps_the_name() -> None:
    claims, name = settled()
    assert claims.saw(name, "4999", 3.0, mine=False) == 3.0
    assert names(claims) == [name]
    assert claims.saw(name, "6000", 3.1, mine=False) == 3.1
    assert not names(claims)
    other = claims.choose(3.1)
    assert other in set(NAMES) - {name}


def test_a_name_is_left_after_a_long_absence() -> None:
    claims, name = settled()
    claims.saw(name, "1", LISTEN + STILL + 1, mine=False)
    assert not names(claims)


def test_a_name_is_not_defended_for_ever() -> None:
    claims, name = settled()
    for number in range(STUBBORN):
        claims.saw(name, str(number), 3.0 + number, mine=False)
        claims.written(name, "5000", 3.0 + number)
        assert names(claims) == [name]
    claims.saw(name, "9", 9.0, mine=False)
    assert not names(claims)


def test_defences_long_ago_do_not_count() -> None:
    claims, name = settled()
    for number in range(3 * STUBBORN):
        at = 3.0 + 30 * number
        claims.written(name, "5000", at)
        claims.saw(name, str(number), at, mine=False)
    assert names(claims) == [name]


def test_a_peer_stays_where_there_is_nowhere_to_go() -> None:
    claims = fixed(names=("a",))
    assert claims.choose(LISTEN) == "a"
    claims.written("a", "5", LISTEN)
    assert claims.saw("a", "6", 3.0, mine=False) == 3.0
    assert claims.held == ("a",)


def test_a_second_name_is_taken_while_it_is_of_use() -> None:
    claims, name = settled()
    chosen = {claims.choose(3.0, spare=True) for _ in range(4)}
    assert len(chosen) == 2
    (second,) = chosen - {name}
    assert second is not None
    claims.written(second, "5000", 3.0)
    assert claims.saw(second, "1", 3.1, mine=False) == 3.1
    assert names(claims) == [name]
    claims.choose(3.2, spare=True)
    assert len(names(claims)) == 2
    assert second not in claims.held
    assert claims.choose(3.3) == name
    assert names(claims) == [name]


def test_a_second_name_may_become_the_only_one_before_it_is_written() -> None:
    for seed in range(10):
        claims, name = settled(seed)
        chosen = claims.choose(3.0, spare=True)
        assert chosen is not None
        claims.written(chosen, "5000", 3.0)
        assert claims.saw(name, "9999", 3.1, mine=False) == 3.1
        claims.saw(name, "9998", 3.2, mine=False)
        (second,) = set(claims.held) - {name} or {name}
        claims.saw(second, "1", 3.3, mine=False)
        assert claims.choose(3.4) is not None


def test_a_second_name_is_not_taken_from_the_last_free_ones() -> None:
    for free in (SPARE - 1, SPARE):
        claims, name = settled()
        others = [other for other in NAMES if other != name]
        for number in range(2):
            for other in others[free:]:
                claims.saw(other, str(number), 3.0, mine=False)
        claims.choose(4.0, spare=True)
        assert len(claims.held) == 1 + (free == SPARE)


def test_other_variables_are_nothing_to_a_place_of_fixed_names() -> None:
    claims, _ = settled()
    assert claims.saw("elsewhere", "1", 3.0, mine=False) is None


def test_dice() -> None:
    dice, again = Dice(b"seed"), Dice(b"seed")
    rolls = [dice.below(6) for _ in range(100)]
    assert set(rolls) == set(range(6))
    assert rolls == [again.below(6) for _ in range(100)]


@given(st.integers(2, 9), st.integers(0, 10**6))
def test_no_two_peers_keep_one_name(count: int, seed: int) -> None:
    """Peers that begin at once, whose values arrive late, end with a name each."""
    rng = random.Random(seed)
    peers = [Claims((), NAMES, Dice(bytes([number, seed % 256]))) for number in range(count)]
    for peer in peers:
        peer.begin(0.0)
    due = dict.fromkeys(range(count), LISTEN)
    flying: list[tuple[float, int, str, str]] = []
    now = 0.0
    while now < 120:
        now += 0.1
        for number, peer in enumerate(peers):
            if due[number] <= now and (name := peer.choose(now)) is not None:
                digits = str(rng.randrange(10**20, 10**21))
                peer.written(name, digits, now)
                due[number] = now + 5.0
                delay = rng.random()
                flying += [(now + delay, other, name, digits) for other in range(count) if other != number]
        for arrival in [arrival for arrival in flying if arrival[0] <= now]:
            flying.remove(arrival)
            _, number, name, digits = arrival
            again = peers[number].saw(name, digits, now, mine=False)
            if again is not None:
                due[number] = min(due[number], again)
    held = [name for peer in peers for name in peer.held]
    assert len(held) == len(set(held)) == count


def modest(names: tuple[str, ...] = NAMES) -> Claims:
    claims = Claims((), names, Dice(b""), modest=True)
    claims.begin(0.0)
    return claims


def test_who_is_modest_takes_a_name_only_while_there_are_others_for_all_who_play() -> None:
    claims = modest()
    for name in NAMES[SPARE - 1 :]:
        claims.saw(name, "1", 0.0, mine=False)
        claims.saw(name, "2", 0.0, mine=False)
    assert claims.choose(LISTEN) is None
    assert claims.wake() == STILL, "when the first of the others may be taken"
    assert claims.crowded(LISTEN)
    assert claims.choose(STILL) in NAMES[: SPARE - 1]
    assert claims.choose(STILL, spare=True) in claims.held
    assert len(claims.held) == 1, "and never a second one"


def test_where_there_are_few_names_who_is_modest_takes_none() -> None:
    claims = modest(NAMES[: SPARE - 1])
    assert claims.wake() == float("inf")
    assert claims.choose(1000.0) is None
