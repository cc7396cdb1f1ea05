"""Who may talk to the server on this computer: the page that the program opened itself, and nobody else.

The server listens on the loopback address alone, but every web page that the player visits runs on this computer too
and can send requests here. What such a page cannot do is forge ``Host``, ``Origin`` and ``Sec-Fetch-…``, which the
browser writes, or read the cookie: these are what is looked at, before anything else happens.
"""

from __future__ import annotations

import base64
import hashlib
import hmac
import logging
from typing import Final

from aiohttp import hdrs, web
from aiohttp.typedefs import Handler, Middleware

OPEN: Final = "/open"
"""Where a key is turned into the cookie: the one path that needs none."""
SOCKET: Final = "/socket"
_FRAMES: Final = frozenset({"iframe", "frame", "embed", "object", "fencedframe", "portal"})
_OWN: Final = frozenset({"same-origin", "none"})
"""What a browser says of a request by our own page, or by the player who typed the address."""

_POLICY: Final = (
    "default-src 'none'; script-src 'self'; style-src {styles}; img-src 'self'; font-src 'self'; "
    "connect-src 'self' ws://127.0.0.1:{port} ws://localhost:{port}; base-uri 'none'; form-action 'none'; "
    "frame-ancestors 'none'; require-trusted-types-for 'script'"
)
_HEADERS: Final = {
    "Cache-Control": "no-store",
    "Cross-Origin-Opener-Policy": "same-origin",
    "Cross-Origin-Resource-Policy": "same-origin",
    "Permissions-Policy": "camera=(), display-capture=(), geolocation=(), microphone=(), payment=(), usb=()",
    "Referrer-Policy": "no-referrer",
    "X-Content-Type-Options": "nosniff",
    "X-Frame-Options": "DENY",
}

_STYLE: Final = (
    ":root{color-scheme:light dark;font:1.0625rem/1.6 system-ui,sans-serif}"
    "body{max-width:33rem;margin:12vh auto;padding:0 1.5rem;color:#2b2118;background:#f5f2ea}"
    "code{display:inline-block;padding:.4em .9em;border:1px solid #8888;border-radius:.6em;font-size:1.1em}"
    "@media (prefers-color-scheme:dark){body{color:#ece6da;background:#1b1916}}"
)
_STYLE_HASH: Final = base64.b64encode(hashlib.sha256(_STYLE.encode()).digest()).decode()
_PAGE: Final = """\
<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<title>p2pscrabble</title>
<style>{style}</style>
</head>
<body>
<h1>{heading}</h1>
{text}
</body>
</html>
"""
_NO_KEY: Final = (
    "<p>This page belongs to the p2pscrabble program on this computer, and it shows itself only to the browser that "
    "the program has opened. That keeps other web pages from playing in your name.</p>\n"
    "<p>Open it from the program: in a terminal, run</p>\n<p><code>p2pscrabble</code></p>\n"
    "<p>If it is running already, that opens it here again, and no game is lost.</p>"
)
_REASONS: Final = {
    400: ("This cannot be understood", "The request is not one that the page makes."),
    404: ("There is nothing here", "The page has no such part. The lobby is at the address before the first slash."),
    405: ("This is not done here", "The page does not ask in this way."),
    413: ("This is too much", "The page never sends so much at once."),
    421: ("This is another address", "The p2pscrabble program answers to the name 127.0.0.1 alone."),
    500: ("Something went wrong", "The program met an error of its own; the terminal says which."),
}


_log = logging.getLogger(__name__)


class Guard:
    """Looks at every request before it is answered, and puts the headers on every answer.

    ``port`` is the server's own, and ``token`` what the cookie must hold.
    """

    def __init__(self, port: int, token: str) -> None:
        self.port = port
        self.cookie = f"p2pscrabble_{port}"  # cookies do not keep ports apart
        self._token = token
        self._hosts = frozenset({f"127.0.0.1:{port}", f"localhost:{port}"})

    def matches(self, token: str) -> bool:
        """Whether this is the token; takes the same time for whatever is none."""
        return hmac.compare_digest(token.encode(errors="replace"), self._token.encode())

    def welcome(self, response: web.StreamResponse) -> None:
        """Hands the browser its cookie."""
        response.set_cookie(self.cookie, self._token, httponly=True, samesite="Strict", path="/")

    def refusal(self, request: web.Request) -> int | None:
        """The status that a request is refused with; ``None`` where it may be answered."""
        headers = request.headers
        host = headers.get(hdrs.HOST, "")
        if host not in self._hosts:
            return 421
        opening = request.path == OPEN
        # What is given twice, which no browser does, has to be right twice.
        origins = frozenset(headers.getall(hdrs.ORIGIN, ()))
        if origins - {f"http://{host}"} or (not origins and request.path == SOCKET):
            return 403
        if not _FRAMES.isdisjoint(headers.getall("Sec-Fetch-Dest", ())):
            return 403
        if not _OWN.issuperset(headers.getall("Sec-Fetch-Site", ())) and not (opening and _is_navigation(request)):
            return 403
        if not opening and not self.matches(request.cookies.get(self.cookie, "")):
            return 403
        return None

    def harden(self, response: web.StreamResponse, styles: str = "'self'") -> None:
        """Puts on what keeps the answer from being framed, sniffed, cached, or mixed with anything foreign."""
        for name, value in _HEADERS.items():
            response.headers.setdefault(name, value)
        response.headers.setdefault("Content-Security-Policy", _POLICY.format(port=self.port, styles=styles))

    def sorry(self, status: int) -> web.Response:
        """A page of its own, without the program's scripts and styles, that says what to do."""
        heading, text = _REASONS.get(status, ("Open this from the program", ""))
        body = _PAGE.format(style=_STYLE, heading=heading, text=f"<p>{text}</p>" if text else _NO_KEY)
        response = web.Response(status=status, text=body, content_type="text/html")
        self.harden(response, f"'sha256-{_STYLE_HASH}'")
        return response

    def middleware(self) -> Middleware:
        """What stands before all handlers."""

        @web.middleware
        async def guard(request: web.Request, handler: Handler) -> web.StreamResponse:
            status = self.refusal(request)
            if status is not None:
                return self.sorry(status)
            try:
                return await handler(request)
            except web.HTTPException as answer:
                return self.sorry(answer.status)
            except web.RequestPayloadError:
                return self.sorry(400)
            except ConnectionError:
                raise  # whoever asked has gone
            except Exception:
                _log.exception("a request of the page met an error of this program")
                return self.sorry(500)

        return guard

    async def prepare(self, _: web.Request, response: web.StreamResponse) -> None:
        """For the signal ``on_response_prepare``: also what is streamed and what a socket begins with."""
        self.harden(response)


def _is_navigation(request: web.Request) -> bool:
    headers = request.headers
    return headers.get("Sec-Fetch-Mode") == "navigate" and headers.get("Sec-Fetch-Dest") == "document"
