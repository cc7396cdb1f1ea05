"""For all tests: Ctrl-C means what it means to a person, and no example fails for being slow on a busy machine.

A shell starts what it puts into the background with Ctrl-C ignored, and programs hand that on to those they start; then
no test could interrupt a program of ours.
"""

from __future__ import annotations

import signal

from hypothesis import settings

settings.register_profile("patient", deadline=None)
settings.load_profile("patient")

if signal.getsignal(signal.SIGINT) is signal.SIG_IGN:
    signal.signal(signal.SIGINT, signal.default_int_handler)
