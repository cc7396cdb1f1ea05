"""The text that Prometheus reads."""

from __future__ import annotations

import re

from p2pscrabble_relay.counters import PREFIX, Counters, exposition


def test_exposition() -> None:
    counters = Counters(accepted=3, sets=123_456_789_012, conflated=2)
    counters.refused["clients_per_room"] += 4
    counters.ignored["value_length"] += 1
    text = exposition(counters, {"connections": (2, "clients connected now"), "uptime_seconds": (1.25, "seconds")})
    lines = text.splitlines()
    assert f"{PREFIX}connections 2" in lines
    assert f"# TYPE {PREFIX}connections gauge" in lines
    assert f"{PREFIX}uptime_seconds 1.25" in lines
    assert f"{PREFIX}sets_total 123456789012" in lines
    assert f"{PREFIX}conflated_total 2" in lines
    assert f'{PREFIX}refused_total{{limit="clients_per_room"}} 4' in lines
    assert f'{PREFIX}ignored_total{{reason="value_length"}} 1' in lines
    assert text.endswith("\n")
    sample = re.compile(r'p2pscrabble_relay_[a-z_]+(\{[a-z]+="[a-z_]+"\})? [0-9.e+]+')
    for line in lines:
        assert line.startswith(("# HELP ", "# TYPE ")) or sample.fullmatch(line), line
