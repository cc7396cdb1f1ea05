"""No other web page in the same browser can drive the program, nor a name that was made to point to this computer."""

from __future__ import annotations

import threading
from collections.abc import Iterator
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any
from urllib.parse import urlsplit

import pytest
from playwright.sync_api import Page

from tests.browser.people import People, Person
from tests.browser.tab import ARGUMENTS, context
from tests.needs import program

REBOUND = "rebound.example"
"""A name that somebody else's server of names could have point anywhere."""


class _Elsewhere(BaseHTTPRequestHandler):
    """A web page of somebody else."""

    def do_GET(self) -> None:
        """Any path is the same page."""
        self.send_response(200)
        self.send_header("Content-Type", "text/html")
        self.end_headers()
        self.wfile.write(b"<!doctype html><link rel=icon href='data:,'><title>Elsewhere</title><p>Elsewhere")

    def log_message(self, *_: object) -> None:
        """Says nothing."""


@pytest.fixture
def elsewhere() -> Iterator[str]:
    """The address of somebody else's page, on this computer too: that makes it as near as a page can be."""
    server = ThreadingHTTPServer(("127.0.0.1", 0), _Elsewhere)
    thread = threading.Thread(target=server.serve_forever, daemon=True)
    thread.start()
    yield f"http://127.0.0.1:{server.server_port}/"
    server.shutdown()
    server.server_close()
    thread.join()


@pytest.fixture
def person(people: People) -> Person:
    """A player in a room, whose browser holds the cookie."""
    _, relay = people.programs.relay()
    ana = people.sit(people.programs.host(relay))
    ana.tab.until(lambda: ana.tab.state.get("players"), "the room")
    return ana


@pytest.fixture
def stranger(person: Person, elsewhere: str) -> Iterator[Page]:
    """Somebody else's page in the player's own browser."""
    page = person.context.new_page()
    page.goto(elsewhere)
    yield page
    page.close()


def origin(person: Person) -> str:
    """Where the player's page is."""
    return f"http://{person.tab.host}"


def unharmed(person: Person) -> None:
    """The player's program runs, and the room is as it was."""
    assert person.seat.program.process.poll() is None
    person.tab.reload()
    person.tab.screen("waiting").wait_for()
    assert [player["name"] for player in person.tab.state["players"]] == ["Ana"]
    assert person.tab.state["phase"] == "gathering"
    person.tab.check()


ATTEMPTS: dict[str, str] = {
    "reads the page": "fetch(url).then(() => 'read', () => 'refused')",
    "reads it with the cookie": "fetch(url, {credentials: 'include'}).then(() => 'read', () => 'refused')",
    "posts a command": """fetch(url + '/start', {method: 'POST', mode: 'no-cors', credentials: 'include', body: '{}'})
      .then(() => 'answered', () => 'refused')""",
    "opens a socket": """new Promise(done => {
      const socket = new WebSocket(url.replace('http', 'ws') + '/socket');
      socket.onmessage = () => done('heard');
      socket.onopen = () => socket.send(JSON.stringify({do: 'quit', id: 1, tab: 'x'}));
      socket.onclose = () => done('refused');
    })""",
    "loads a script": """new Promise(done => {
      const script = document.createElement('script');
      script.src = url + '/page/dom.js';
      script.onload = () => done('loaded');
      script.onerror = () => done('refused');
      document.body.append(script);
    })""",
    "shows the picture of the code": """new Promise(done => {
      const image = new Image();
      image.src = url + location.hash.slice(1) + '/qr.svg';
      image.onload = () => done('loaded');
      image.onerror = () => done('refused');
    })""",
}


def test_another_page_is_refused(person: Person, stranger: Page) -> None:
    stranger.evaluate("path => { location.hash = path }", urlsplit(person.tab.page.url).path)
    found = {what: stranger.evaluate(f"url => {attempt}", origin(person)) for what, attempt in ATTEMPTS.items()}
    assert found == dict.fromkeys(ATTEMPTS, "refused")
    unharmed(person)


def test_another_page_cannot_frame_it(person: Person, stranger: Page) -> None:
    statuses: list[int] = []
    stranger.on("response", lambda response: statuses.append(response.status))
    with stranger.expect_response(lambda response: response.url.startswith(origin(person))):
        stranger.evaluate(
            """url => {
              const frame = document.createElement("iframe");
              frame.src = url;
              document.body.append(frame);
            }""",
            person.tab.page.url,
        )
    assert statuses == [403]
    stranger.wait_for_timeout(200)
    assert all("p2pscrabble" not in frame.title() for frame in stranger.frames if frame is not stranger.main_frame)
    unharmed(person)


def test_a_form_of_another_page_is_refused(person: Person, stranger: Page) -> None:
    with stranger.expect_navigation():
        stranger.evaluate(
            """url => {
              const form = document.createElement("form");
              form.method = "post";
              form.action = url + "/start";
              form.enctype = "text/plain";
              document.body.append(form);
              form.submit();
            }""",
            origin(person),
        )
    assert "from the program" in stranger.locator("body").inner_text().lower()
    unharmed(person)


def test_a_link_from_another_page_leads_to_no_game(person: Person, stranger: Page) -> None:
    """The browser says that the way began elsewhere; the player's own tab goes on."""
    with stranger.expect_navigation() as told:
        stranger.evaluate("url => { location.href = url }", person.tab.page.url)
    assert told.value is not None
    assert told.value.status == 403
    unharmed(person)


def test_without_the_key_there_is_no_page(people: People, person: Person) -> None:
    strange = people.context()
    page = strange.new_page()
    for path in ("/", "/help", "/page/app.js", urlsplit(person.tab.page.url).path, "/open?key=guessed&to=/"):
        told = page.request.get(origin(person) + path)
        assert told.status == 403, path
        assert "p2pscrabble program on this computer" in told.text()
    answer = page.goto(origin(person))
    assert answer is not None
    assert answer.status == 403
    assert page.get_by_role("heading").inner_text()


def test_a_name_that_points_here_is_refused(people: People, person: Person) -> None:
    """DNS rebinding: the page is somebody else's, and the address is this computer's."""
    port = urlsplit(origin(person)).port
    cookies = person.context.cookies()
    arguments = [*ARGUMENTS, f"--host-resolver-rules=MAP {REBOUND} 127.0.0.1"]
    with people.browser.browser_type.launch(executable_path=program("chromium"), args=arguments) as browser:
        where = context(browser)
        where.add_cookies([{**cookie, "domain": REBOUND} for cookie in cookies])  # type: ignore[typeddict-item]
        page = where.new_page()
        answer = page.goto(f"http://{REBOUND}:{port}/")
        assert answer is not None
        assert answer.status == 421
        socket: Any = page.evaluate(
            """() => new Promise(done => {
              const socket = new WebSocket(location.href.replace("http", "ws") + "socket");
              socket.onopen = () => done("open");
              socket.onclose = () => done("refused");
            })"""
        )
        assert socket == "refused"
        where.close()
    people.tabs[0].check()
