"""What the relay counts, and the text in which Prometheus reads it. No name, value or address is ever in it."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

PREFIX = "p2pscrabble_relay_"


@dataclass(slots=True)
class Counters:
    """Counts since the relay started."""

    accepted: int = 0
    sets: int = 0
    deliveries: int = 0
    conflated: int = 0
    frames_sent: int = 0
    sent_bytes: int = 0
    received_bytes: int = 0
    slowed: int = 0
    shared_in: int = 0
    redis_lost: int = 0
    refused: Counter[str] = field(default_factory=Counter)
    ignored: Counter[str] = field(default_factory=Counter)


_TOTALS = {
    "accepted": "connections accepted",
    "sets": "values set by clients",
    "deliveries": "values sent to clients",
    "conflated": "values superseded by a newer one before they were sent to a client",
    "frames_sent": "messages sent to clients",
    "sent_bytes": "bytes of the messages sent to clients",
    "received_bytes": "bytes of the messages received from clients",
    "shared_in": "values that were set at another relay process",
    "redis_lost": "times that Redis was lost",
    "slowed": "times that a client was read more slowly for messages-per-second",
}


def exposition(counters: Counters, gauges: Mapping[str, tuple[float, str]]) -> str:
    """All counters and gauges (name to value and meaning) in Prometheus's text format, version 0.0.4."""
    lines = []
    for name, (value, meaning) in gauges.items():
        lines += _metric(name, "gauge", meaning, {"": value})
    for name, meaning in _TOTALS.items():
        lines += _metric(f"{name}_total", "counter", meaning, {"": getattr(counters, name)})
    refused = {f'{{limit="{limit}"}}': count for limit, count in sorted(counters.refused.items())}
    lines += _metric("refused_total", "counter", "connections ended by the relay, by the limit or rule", refused)
    ignored = {f'{{reason="{reason}"}}': count for reason, count in sorted(counters.ignored.items())}
    lines += _metric("ignored_total", "counter", "messages ignored, by the reason", ignored)
    return "\n".join(lines) + "\n"


def _metric(name: str, kind: str, meaning: str, samples: Mapping[str, float]) -> list[str]:
    head = [f"# HELP {PREFIX}{name} {meaning}", f"# TYPE {PREFIX}{name} {kind}"]
    return head + [f"{PREFIX}{name}{labels} {value:.15g}" for labels, value in samples.items()]
