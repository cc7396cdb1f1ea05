"""The relay's command line: ``p2pscrabble-relay``, also ``python -m p2pscrabble_relay``.

Exit codes: 0 after SIGTERM, 130 after Ctrl-C, 2 for a wrong option or an address that cannot be listened on.
"""

from __future__ import annotations

import argparse
import errno
import gc
import json
import logging
import os
import signal
import sys
from collections.abc import Callable, Sequence
from contextlib import AsyncExitStack
from dataclasses import dataclass, fields
from pathlib import Path
from typing import TYPE_CHECKING

from p2pscrabble_relay import __version__
from p2pscrabble_relay.addresses import DEFAULT_PORT, listen_address
from p2pscrabble_relay.limits import PROFILES, Limits

if TYPE_CHECKING:
    from asyncio import AbstractEventLoop

    from p2pscrabble_relay.server import Running

PROGRAM = "p2pscrabble-relay"
VARIABLE = "P2PSCRABBLE_RELAY_"
USAGE_ERROR = 2
INTERRUPTED = 130
SOCKETS = 65_536
YOUNG_OBJECTS = 100_000  # before rubbish is looked for; a value makes none that needs to be looked for

log = logging.getLogger("p2pscrabble_relay")


class CannotStart(Exception):  # it reads as the sentence that it is
    """The relay cannot start; the message says why."""


@dataclass(frozen=True, slots=True)
class Options:
    """What the command line asked for."""

    host: str
    port: int
    limits: Limits
    tls_cert: Path | None
    tls_key: Path | None
    trust_proxy: bool
    redis: str | None
    json: bool
    uvloop: bool
    verbose: bool


def parser(program: str = PROGRAM) -> argparse.ArgumentParser:
    """The command line's options; each has an environment variable, and every limit of `Limits` is one of them."""
    parser = argparse.ArgumentParser(
        prog=program,
        description="Relay cloud variables between the players of a room. It keeps the last value of each variable in "
        "memory, understands none of them, and logs none.",
        epilog=f"Each option can also be given in the environment: {VARIABLE}LISTEN for --listen, and so on.",
    )
    parser.add_argument(
        "--listen",
        metavar="HOST:PORT",
        default=_environment("listen", f"0.0.0.0:{DEFAULT_PORT}"),
        help=f"where to listen; port 0 takes any free one (default: 0.0.0.0:{DEFAULT_PORT}, every address)",
    )
    parser.add_argument(
        "--tls-cert", metavar="FILE", default=_environment("tls-cert"), help="certificate chain (PEM), for wss://"
    )
    parser.add_argument("--tls-key", metavar="FILE", default=_environment("tls-key"), help="its key (PEM)")
    _add_switch(parser, "trust-proxy", "take addresses from X-Forwarded-For; only behind a proxy that sets it")
    parser.add_argument(
        "--redis",
        metavar="URL",
        default=_environment("redis"),
        help="serve the same rooms as all other relays with this Redis server or cluster, redis://HOST:PORT/",
    )
    parser.add_argument(
        "--profile",
        metavar="NAME",
        default=_environment("profile", "own"),
        help=f"the limits to start from: {', '.join(PROFILES)} (default: own)",
    )
    _add_switch(parser, "json", "print one line of JSON on standard output when the relay listens")
    _add_switch(parser, "no-uvloop", "use Python's own event loop even where uvloop, which is quicker, is installed")
    _add_switch(parser, "verbose", "log connections, with their addresses; never values, names or rooms", "-v")
    parser.add_argument("--version", action="version", version=f"{PROGRAM} {__version__}")
    group = parser.add_argument_group("limits")
    for option in fields(Limits):
        zero = option.metadata["zero"]
        default = f"default: {option.default}{f'; 0: {zero}' if zero else ''}"
        group.add_argument(
            f"--{option.name.replace('_', '-')}",
            metavar="N",
            default=_environment(option.name),
            help=f"{option.metadata['why']} ({default})",
        )
    return parser


def _environment(option: str, default: str | None = None) -> str | None:
    return os.environ.get(VARIABLE + option.replace("-", "_").upper(), default)


def _add_switch(parser: argparse.ArgumentParser, option: str, meaning: str, *short: str) -> None:
    preset = (_environment(option) or "").lower() in {"1", "true", "yes", "on"}
    parser.add_argument(*short, f"--{option}", action="store_true", default=preset, help=meaning)


def read_options(arguments: Sequence[str] | None = None, program: str = PROGRAM) -> Options:
    """The options in these arguments (those of the process by default); ends the process with 2 where one is wrong."""
    reader = parser(program)
    given = vars(reader.parse_args(arguments))
    try:
        host, port = listen_address(given["listen"])
        limits = _limits(given)
    except ValueError as error:
        reader.error(str(error))
    certificate, key = given["tls_cert"], given["tls_key"]
    if bool(certificate) != bool(key):
        reader.error("--tls-cert and --tls-key need each other")
    return Options(
        host=host,
        port=port,
        limits=limits,
        tls_cert=Path(certificate) if certificate else None,
        tls_key=Path(key) if key else None,
        trust_proxy=given["trust_proxy"],
        redis=given["redis"] or None,
        json=given["json"],
        uvloop=not given["no_uvloop"],
        verbose=given["verbose"],
    )


def _limits(given: dict[str, str | None]) -> Limits:
    profile = given["profile"] or "own"
    if profile not in PROFILES:
        raise ValueError(f"there is no profile {profile!r}, only {', '.join(PROFILES)}")
    changed: dict[str, float] = {}
    for option in fields(Limits):
        text = given[option.name]
        if text is None:
            continue
        try:
            changed[option.name] = float(text) if isinstance(option.default, float) else int(text)
        except ValueError:
            raise ValueError(f"--{option.name.replace('_', '-')} must be a number, not {text!r}") from None
    return PROFILES[profile].changed(**changed)


async def serve(options: Options, program: str = PROGRAM) -> int:
    """Run a relay until SIGTERM or Ctrl-C; the exit code. Raises `CannotStart` where it cannot start."""
    # Imported here, since these take longer to load than --help may take.
    import asyncio

    from p2pscrabble_relay.server import Relay, tls_context

    try:
        tls = tls_context(options.tls_cert, options.tls_key) if options.tls_cert and options.tls_key else None
    except OSError as error:
        raise CannotStart(f"the certificate or its key cannot be used: {error.strerror or error}") from None
    try:
        relay = Relay(options.limits, trust_proxy=options.trust_proxy, redis=options.redis)
    except ImportError:
        extra = "p2pscrabble-relay[redis]" if program == PROGRAM else "p2pscrabble[redis]"
        raise CannotStart(f"--redis needs the package redis: pip install '{extra}'") from None
    except ValueError as error:
        raise CannotStart(f"--redis must be a URL such as redis://HOST:6379/: {error}") from None
    loop = asyncio.get_running_loop()
    stopped: asyncio.Future[int] = loop.create_future()

    def stop(code: int) -> None:
        if not stopped.done():
            stopped.set_result(code)

    def renew() -> None:
        if tls is not None and options.tls_cert is not None:
            try:
                tls.load_cert_chain(options.tls_cert, options.tls_key)
                log.info("the certificate was read again")
            except OSError as error:
                log.error("the certificate could not be read again, the old one stays: %s", error)

    async with AsyncExitStack() as stack:
        try:
            running = await stack.enter_async_context(relay.serve(options.host, options.port, tls=tls))
        except OSError as error:
            raise CannotStart(f"cannot listen on {options.host}:{options.port}: {_cause(error)}") from None
        if sys.platform == "win32":
            signal.signal(signal.SIGTERM, lambda *_: loop.call_soon_threadsafe(stop, 0))
        else:
            loop.add_signal_handler(signal.SIGTERM, stop, 0)
            loop.add_signal_handler(signal.SIGINT, stop, INTERRUPTED)
            loop.add_signal_handler(signal.SIGHUP, renew)
        gc.freeze()  # what is here now stays: no need to look through it again and again
        gc.set_threshold(YOUNG_OBJECTS)
        _announce(running, options)
        code = await stopped
        log.info("shutting down: %s", relay.summary())
    return code


def _cause(error: OSError) -> str:
    if error.errno == errno.EADDRINUSE:
        return "another program listens there already; --listen takes another port"
    if error.errno is not None and error.errno > 0:  # asyncio's own text repeats the address; resolvers count down
        return os.strerror(error.errno)
    return error.strerror or str(error)


def _announce(running: Running, options: Options) -> None:
    for url in running.reachable or (running.url,):
        log.info("the relay listens on %s", url)
    if options.json:
        line = {"v": 1, "event": "listening", "url": running.url, "port": running.port, "urls": running.reachable}
        sys.stdout.write(json.dumps(line) + "\n")
        sys.stdout.flush()


def _quick_loop() -> Callable[[], AbstractEventLoop] | None:
    """What makes uvloop's event loops, which take a third less time for the same; None where it is not installed."""
    try:
        import uvloop
    except ImportError:
        return None
    return uvloop.new_event_loop


def _raise_file_limit() -> None:
    """Let the process have more sockets than the usual 1,024, which that many clients use up."""
    if sys.platform == "win32":
        return
    import resource

    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    wanted = SOCKETS if hard == resource.RLIM_INFINITY else min(hard, SOCKETS)
    if soft != resource.RLIM_INFINITY and soft < wanted:
        resource.setrlimit(resource.RLIMIT_NOFILE, (wanted, hard))


def main(arguments: Sequence[str] | None = None, program: str = PROGRAM) -> int:
    """Run the relay as a program; the exit code."""
    options = read_options(arguments, program)
    import asyncio

    logging.basicConfig(
        level=logging.DEBUG if options.verbose else logging.INFO,
        format="%(asctime)s %(message)s",
        datefmt="%Y-%m-%d %H:%M:%S",
    )
    for other in ("asyncio", "redis"):
        logging.getLogger(other).setLevel(logging.WARNING)
    _raise_file_limit()
    try:
        with asyncio.Runner(loop_factory=_quick_loop() if options.uvloop else None) as runner:
            return runner.run(serve(options, program))
    except CannotStart as error:
        sys.stderr.write(f"{program}: {error}\n")
        return USAGE_ERROR
    except KeyboardInterrupt:
        return INTERRUPTED


if __name__ == "__main__":
    sys.exit(main())
