"""Somebody else's program: scratchattach and its client for TurboWarp, told of another server and no more.

``python with_scratchattach.py URL ROOM``: sets four variables, one of them alone and three in one frame, and sets
☁ answer to twice what the first other variable is set to. What it heard is printed as JSON.
"""

from __future__ import annotations

import json
import queue
import sys
import time
from typing import Any

from scratchattach import TwCloud

_PATIENCE = 60.0
_DEAF = 0.6
"""Its events leave out what comes in the first half second, which is what the variables were before."""
_URL, _ROOM = sys.argv[1:]


class Cloud(TwCloud):  # type: ignore[misc,unused-ignore]
    """TurboWarp's at this address: what listens makes a cloud of its own, and would ask the public one."""

    def __init__(self, *, project_id: str) -> None:
        super().__init__(project_id=project_id, cloud_host=_URL, purpose="a test", contact="p2pscrabble")


def main() -> None:
    """Sets, listens, answers."""
    cloud = Cloud(project_id=_ROOM)
    heard: queue.Queue[tuple[str, str]] = queue.Queue()
    events = cloud.events()

    def on_set(activity: Any) -> None:
        heard.put((activity.var, activity.value))

    events.event(on_set)
    events.start()
    time.sleep(_DEAF)
    cloud.set_vars({"two": 2, "three": "3.5", "four": "9" * 100_000})
    cloud.set_var("one", "0123")
    name, value = "one", ""
    while name != "question":
        name, value = heard.get(timeout=_PATIENCE)
    cloud.set_var("answer", str(2 * int(value)))
    sys.stdout.write(json.dumps({name: value}) + "\n")
    sys.stdout.flush()
    events.stop()
    cloud.disconnect()


if __name__ == "__main__":
    main()
