"""For all tests: Ctrl-C means what it means to a person, and no example fails for being slow on a busy machine.

``HYPOTHESIS_PROFILE=thorough`` tries far more examples than the suite has time for.

A shell starts what it puts into the background with Ctrl-C ignored, and programs hand that on to those they start; then
no test could interrupt a program of ours. Where Python is told to keep no compiled modules, each of the hundreds of
programs that the tests start would compile all of ours.
"""

from __future__ import annotations

import os
import signal
import sys

sys.dont_write_bytecode = False
os.environ.pop("PYTHONDONTWRITEBYTECODE", None)

from hypothesis import settings  # noqa: E402

settings.register_profile("suite", deadline=None, max_examples=40)
settings.register_profile("thorough", deadline=None, max_examples=2000)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "suite"))

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
