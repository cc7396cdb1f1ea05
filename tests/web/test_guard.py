"""Another web page, another program and another name for this computer get nothing from the page's server."""

from __future__ import annotations

import asyncio
import contextlib
import json
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import pytest
from aiohttp import ClientResponse, WSServerHandshakeError

from p2pscrabble.web.guard import Guard
from p2pscrabble.web.opening import is_own_path
from p2pscrabble.web.served import PAGE, as_served
from tests.web.serving import Served, served

PATHS = ("/", "/help", "/replay", "/room/1234-abcdef", "/room/1234-abcdef/qr.svg", "/page/dom.js", "/nothing")


@pytest.fixture
async def page(tmp_path: Path, words: Path) -> AsyncIterator[Served]:
    async with served(tmp_path / "data", words) as running:
        yield running


def assert_hardened(response: ClientResponse) -> None:
    """What stands on every answer."""
    policy = {part.split()[0]: part.split()[1:] for part in response.headers["Content-Security-Policy"].split(";")}
    port = response.url.port
    assert policy["default-src"] == ["'none'"]
    assert policy["script-src"] == ["'self'"]
    assert policy["connect-src"] == ["'self'", f"ws://127.0.0.1:{port}", f"ws://localhost:{port}"]
    assert policy["base-uri"] == policy["form-action"] == policy["frame-ancestors"] == ["'none'"]
    assert policy["require-trusted-types-for"] == ["'script'"]
    assert response.headers["X-Frame-Options"] == "DENY"
    assert response.headers["X-Content-Type-Options"] == "nosniff"
    assert response.headers["Referrer-Policy"] == "no-referrer"
    assert response.headers["Cross-Origin-Opener-Policy"] == "same-origin"
    assert response.headers["Cross-Origin-Resource-Policy"] == "same-origin"
    assert "Permissions-Policy" in response.headers
    assert "Access-Control-Allow-Origin" not in response.headers


@pytest.mark.parametrize("path", PATHS)
async def test_without_the_cookie_nothing_is_shown_but_how_to_open_the_page(page: Served, path: str) -> None:
    response = await page.get(path, cookie=False)
    text = await response.text()
    assert response.status == 403
    assert "<code>p2pscrabble</code>" in text
    assert "<script" not in text
    assert "/page/" not in text
    assert response.content_type == "text/html"
    assert_hardened(response)


@pytest.mark.parametrize("token", ["", "x", "A" * 43, "ä" * 43])
async def test_a_wrong_cookie_is_none(page: Served, token: str) -> None:
    (name,) = page.cookie
    assert (await page.get("/", cookie=False, Cookie=f"{name}={token}")).status == 403
    assert (await page.get("/", cookie=False, Cookie=f"p2pscrabble={page.token}")).status == 403


async def test_with_the_cookie_everything_is_there(page: Served) -> None:
    for path in ("/", "/help", "/replay", "/room/1234-abcdef"):
        response = await page.get(path)
        assert response.status == 200
        assert await response.text() == (PAGE / "index.html").read_text("utf-8")
        assert_hardened(response)
    for name in ("127.0.0.1", "localhost"):
        assert (await page.get("/", Host=f"{name}:{page.server.port}")).status == 200


@pytest.mark.parametrize("host", ["evil.example", "evil.example:{port}", "127.0.0.1", "127.0.0.1:1", "[::1]:{port}"])
async def test_a_foreign_host_is_refused(page: Served, host: str) -> None:
    for path in ("/", "/page/dom.js", page.server.doors.url("/").removeprefix(page.origin)):
        response = await page.get(path, Host=host.format(port=page.server.port))
        assert response.status == 421
        assert "Set-Cookie" not in response.headers
        assert_hardened(response)


FOREIGN = [
    {"Origin": "https://evil.example"},
    {"Origin": "null"},
    {"Origin": "http://127.0.0.1"},
    {"Origin": "http://127.0.0.1:1"},
    {"Origin": "http://localhost:{port}"},
    {"Origin": "https://127.0.0.1:{port}"},
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "no-cors"},
    {"Sec-Fetch-Site": "same-site", "Sec-Fetch-Mode": "cors"},
    {"Sec-Fetch-Site": "cross-site", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"},
    {"Sec-Fetch-Site": "same-origin", "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "iframe"},
    *({"Sec-Fetch-Dest": kind} for kind in ("frame", "embed", "object", "fencedframe")),
]


@pytest.mark.parametrize("headers", FOREIGN, ids=str)
async def test_what_comes_from_another_page_is_refused(page: Served, headers: dict[str, Any]) -> None:
    given: dict[str, Any] = {name: value.format(port=page.server.port) for name, value in headers.items()}
    for path in ("/", "/page/dom.js"):
        response = await page.get(path, **given)
        assert response.status == 403
        assert_hardened(response)
    body = json.dumps({"do": "lobby", "relays": [], "name": ""})
    posted = await page.browser.post(page.origin + "/start", data=body, headers=given, cookies=page.cookie)
    assert posted.status == 403


@pytest.mark.parametrize(
    "twice",
    [
        "Origin: {origin}\r\nOrigin: https://evil.example",
        "Origin: https://evil.example\r\nOrigin: {origin}",
        "Sec-Fetch-Site: same-origin\r\nSec-Fetch-Site: cross-site",
        "Sec-Fetch-Dest: document\r\nSec-Fetch-Dest: iframe",
    ],
)
async def test_what_is_said_twice_must_be_right_twice(page: Served, twice: str) -> None:
    (cookie,) = (f"{name}={value}" for name, value in page.cookie.items())
    own = f"Host: 127.0.0.1:{page.server.port}\r\nCookie: {cookie}\r\nConnection: close\r\n"
    request = f"GET / HTTP/1.1\r\n{own}{twice.format(origin=page.origin)}\r\n\r\n"
    assert (await raw(page, request.encode())).startswith(b"HTTP/1.1 403 ")


@pytest.mark.parametrize("origin", [None, "https://evil.example", "null", "http://localhost:{port}"])
async def test_a_socket_needs_the_origin_of_the_page(page: Served, origin: str | None) -> None:
    origin = origin and origin.format(port=page.server.port)
    (cookie,) = (f"{name}={value}" for name, value in page.cookie.items())
    with pytest.raises(WSServerHandshakeError) as refused:
        await page.browser.ws_connect(page.origin + "/socket", origin=origin, headers={"Cookie": cookie})
    assert refused.value.status == 403


async def test_a_socket_needs_the_cookie(page: Served) -> None:
    with pytest.raises(WSServerHandshakeError) as refused:
        await page.browser.ws_connect(page.origin + "/socket", origin=page.origin)
    assert refused.value.status == 403


class TestTheDoor:
    """How a browser comes by the cookie."""

    async def test_a_key_that_lasts(self, page: Served) -> None:
        url = page.server.doors.url("/room/1234-abcdef").removeprefix(page.origin)
        for _ in range(2):
            response = await page.get(url, cookie=False)
            assert response.status == 200
            cookie = response.headers["Set-Cookie"]
            assert f"p2pscrabble_{page.server.port}={page.token};" in cookie
            assert "HttpOnly" in cookie
            assert "SameSite=Strict" in cookie
            assert '<meta http-equiv="refresh" content="0;url=/room/1234-abcdef">' in await response.text()
            assert page.token not in await response.text()
            assert response.headers["Cache-Control"] == "no-store"
            assert_hardened(response)

    async def test_a_key_that_is_good_once(self, page: Served) -> None:
        file = page.server.doors.file("/help")
        address = file.read_text().split('href="')[1].split('"')[0].replace("&amp;", "&").removeprefix(page.origin)
        assert not page.server.doors.used(file)
        assert (await page.get(address, cookie=False)).status == 200
        assert page.server.doors.used(file)
        assert not file.exists()
        assert (await page.get(address, cookie=False)).status == 403

    @pytest.mark.parametrize("query", ["", "?key=", "?key=x&to=/", "?key=%FF%00", "?to=/", "?key=a&key=b"])
    async def test_a_wrong_key(self, page: Served, query: str) -> None:
        response = await page.get(f"/open{query}", cookie=False)
        assert response.status == 403
        assert "Set-Cookie" not in response.headers
        assert_hardened(response)

    async def test_it_may_be_reached_from_a_file_but_not_in_a_frame_or_by_a_script(self, page: Served) -> None:
        url = page.server.doors.url("/").removeprefix(page.origin)
        cross = {"Sec-Fetch-Site": "cross-site"}
        navigated = {**cross, "Sec-Fetch-Mode": "navigate", "Sec-Fetch-Dest": "document"}
        assert (await page.get(url, cookie=False, **navigated)).status == 200
        for mode, kind in (("navigate", "iframe"), ("no-cors", "image"), ("cors", "empty"), ("no-cors", "script")):
            headers = {**cross, "Sec-Fetch-Mode": mode, "Sec-Fetch-Dest": kind}
            assert (await page.get(url, cookie=False, **headers)).status == 403
        assert (await page.get(url, cookie=False, Origin="https://evil.example")).status == 403

    async def test_a_glance_does_not_use_up_a_key(self, page: Served) -> None:
        file = page.server.doors.file("/")
        address = file.read_text().split('href="')[1].split('"')[0].replace("&amp;", "&")
        async with page.browser.head(address) as response:
            assert response.status == 405
        assert file.exists()

    @pytest.mark.parametrize(
        "to",
        ["//evil.example", "https://evil.example", "/\\evil", "/start", "/open", "/room/../x", '/room/a"><script>'],
    )
    async def test_it_leads_to_own_screens_alone(self, page: Served, to: str) -> None:
        assert not is_own_path(to)
        url = page.server.doors.url(to).removeprefix(page.origin)
        response = await page.get(url, cookie=False)
        assert 'content="0;url=/">' in await response.text()

    def test_the_screens(self) -> None:
        for path in ("/", "/help", "/room/1234-abcdef", "/replay", "/replay#123", "/replay?turn=3#123"):
            assert is_own_path(path)


class TestErrors:
    """Every answer is hardened, and none gives anything away."""

    async def test_what_there_is_not(self, page: Served) -> None:
        for path in ("/nothing", "/room", "/room/", "/page/", "/page/none.js", "/room/1234-abcdef/qr.svg"):
            response = await page.get(path)
            assert response.status == 404
            assert_hardened(response)

    async def test_what_is_not_done(self, page: Served) -> None:
        for method, path in (("POST", "/"), ("PUT", "/page/dom.js"), ("DELETE", "/help"), ("GET", "/start")):
            async with page.browser.request(method, page.origin + path, cookies=page.cookie) as response:
                assert response.status == 405
                assert_hardened(response)

    async def test_what_is_too_much(self, page: Served) -> None:
        async with page.browser.post(page.origin + "/start", data=b"x" * 70_000, cookies=page.cookie) as response:
            assert response.status == 413
            assert_hardened(response)

    @pytest.mark.parametrize(
        "body", [b"", b"[]", b"{", b"\xff", b"[" * 60_000, b'{"do":1}', b'{"do":"host"}', b'{"do":"nothing"}']
    )
    async def test_a_start_that_is_none(self, page: Served, body: bytes) -> None:
        async with page.browser.post(page.origin + "/start", data=body, cookies=page.cookie) as response:
            assert response.status in (200, 400)
            if response.status == 200:
                assert (await response.json())["ok"] is False
            assert_hardened(response)

    @pytest.mark.parametrize(
        "headers",
        [
            {"Content-Type": "application/json; charset=none"},
            {"Content-Type": "application/json; charset=hex"},
            {"Content-Encoding": "gzip"},
        ],
        ids=str,
    )
    @pytest.mark.parametrize("known", [False, True])
    async def test_a_start_in_another_code(
        self, page: Served, headers: dict[str, str], known: bool, caplog: pytest.LogCaptureFixture
    ) -> None:
        cookies = page.cookie if known else {}
        async with page.browser.post(page.origin + "/start", data=b"{}", headers=headers, cookies=cookies) as response:
            assert response.status in (200, 400) if known else response.status == 403
            assert_hardened(response)
        assert (await page.get("/")).status == 200
        assert caplog.text == ""

    async def test_an_error_of_our_own(
        self, page: Served, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
    ) -> None:
        monkeypatch.setattr("p2pscrabble.web.server._file_of", lambda _: 1 / 0)
        response = await page.get("/page/dom.js")
        assert response.status == 500
        text = await response.text()
        assert "Something went wrong" in text
        assert "ZeroDivisionError" not in text
        assert_hardened(response)
        assert "ZeroDivisionError" in caplog.text


async def raw(page: Served, request: bytes) -> bytes:
    """What is answered to these bytes."""
    reader, writer = await asyncio.open_connection("127.0.0.1", page.server.port)
    writer.write(request)
    await writer.drain()
    answer = await asyncio.wait_for(reader.read(100_000), 60)
    writer.close()
    with contextlib.suppress(ConnectionError):
        await writer.wait_closed()
    return answer


class TestFiles:
    """The page's folder, and nothing beside it."""

    @pytest.mark.parametrize(
        "path",
        [
            *("/page/../server.py", "/page/%2e%2e/server.py", "/page/..%2fserver.py", "/page/..\\server.py"),
            *("/page//etc/passwd", "/page/%2fetc%2fpasswd", "/page/./dom.js%00", "/page/screens/../../server.py"),
            *("/../server.py", "/page/../../../../../../etc/passwd", "//etc/passwd"),
        ],
    )
    async def test_nothing_outside_of_it(self, page: Served, path: str) -> None:
        (cookie,) = (f"{name}={value}" for name, value in page.cookie.items())
        head = f"GET {path} HTTP/1.1\r\nHost: 127.0.0.1:{page.server.port}\r\nCookie: {cookie}\r\n"
        answer = await raw(page, f"{head}Connection: close\r\n\r\n".encode())
        assert answer.split()[1] in (b"404", b"400", b"403")
        assert b"from __future__" not in answer
        assert b"root:" not in answer

    async def test_no_link_out_of_it(self, page: Served, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
        folder = tmp_path / "page"
        folder.mkdir()
        (folder / "index.html").write_text("index")
        (tmp_path / "secret.js").write_text("secret")
        (folder / "link.js").symlink_to(tmp_path / "secret.js")
        (folder / "notes.txt").write_text("not for the browser")
        monkeypatch.setattr("p2pscrabble.web.server.PAGE", folder)
        (tmp_path / "beside").mkdir()
        (tmp_path / "beside" / "secret.js").write_text("secret")
        (folder / "beside").symlink_to(tmp_path / "beside")
        assert (await page.get("/page/link.js")).status == 404
        assert (await page.get("/page/beside/secret.js")).status == 404
        assert (await page.get("/page/notes.txt")).status == 404
        assert (await page.get("/page/index.html")).status == 200

    async def test_every_file_with_its_type(self, page: Served) -> None:
        types = {".js": "text/javascript", ".css": "text/css", ".svg": "image/svg+xml", ".html": "text/html"}
        for path in PAGE.rglob("*"):
            if path.is_file():
                response = await page.get(f"/page/{path.relative_to(PAGE).as_posix()}")
                assert response.status == 200
                assert response.content_type == types[path.suffix]
                assert response.charset == "utf-8"
                assert await response.read() == as_served(path)
                assert_hardened(response)

    async def test_the_icon_is_also_where_browsers_look_unasked(self, page: Served) -> None:
        response = await page.get("/favicon.ico")
        assert (response.status, response.content_type) == (200, "image/svg+xml")
        assert await response.read() == as_served(PAGE / "icon.svg")

    async def test_what_has_not_changed_is_not_sent_again(self, page: Served) -> None:
        first = await page.get("/page/dom.js")
        assert first.headers["Cache-Control"] == "no-cache"
        again = await page.get("/page/dom.js", If_None_Match=first.headers["ETag"])
        assert again.status == 304
        assert await again.read() == b""
        assert_hardened(again)
        other = await page.get("/page/dom.js", If_None_Match='"other"')
        assert other.status == 200

    async def test_garbage_is_no_request(self, page: Served) -> None:
        for request in (
            b"\x00\x01\x02\r\n\r\n",
            b"GET / HTTP/9\r\n\r\n",
            b"GET /" + b"a" * 20_000 + b" HTTP/1.1\r\n\r\n",
        ):
            answer = await raw(page, request)
            assert b" 200 " not in answer.split(b"\r\n")[0]
        assert (await page.get("/")).status == 200


def test_tokens_are_compared_whole() -> None:
    guard = Guard(1, "a" * 43)
    assert guard.matches("a" * 43)
    assert not guard.matches("a" * 42)
    assert not guard.matches("")
    assert not guard.matches("\ud800")
