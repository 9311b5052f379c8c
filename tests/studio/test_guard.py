"""Only the user's own page reaches the studio."""

import asyncio
from collections.abc import MutableMapping
from typing import Any

import pytest

from generator.studio.guard import Guard

SECRET, PORT = "a-secret-of-some-length", 8123
HOST = f"127.0.0.1:{PORT}"
COOKIE = f"gutterfold-{PORT}={SECRET}"


async def answer_hello(scope: MutableMapping[str, Any], receive: Any, send: Any) -> None:
    await send({"type": "http.response.start", "status": 200, "headers": [(b"content-type", b"text/plain")]})
    await send({"type": "http.response.body", "body": b"hello"})


def ask(method: str = "GET", query: str = "", **headers: str) -> tuple[int, dict[str, str], str]:
    """Return the status, headers and text of the answer to a request."""
    sent: list[MutableMapping[str, Any]] = []

    async def send(message: MutableMapping[str, Any]) -> None:
        sent.append(message)

    async def receive() -> MutableMapping[str, Any]:
        return {"type": "http.request", "body": b""}

    named = [(name.replace("_", "-").encode(), value.encode("latin-1")) for name, value in headers.items()]
    scope = {"type": "http", "method": method, "query_string": query.encode(), "headers": named}
    asyncio.run(Guard(answer_hello, PORT, SECRET)(scope, receive, send))
    told = {name.decode(): value.decode() for name, value in sent[0]["headers"]}
    return sent[0]["status"], told, sent[1]["body"].decode()


def test_the_link_gives_the_browser_the_key_once() -> None:
    status, headers, _ = ask(query=f"key={SECRET}", host=HOST)
    assert (status, headers["location"]) == (303, "/")
    assert headers["set-cookie"] == f"{COOKIE}; Path=/; HttpOnly; SameSite=Strict"


@pytest.mark.parametrize("host", [HOST, f"localhost:{PORT}"])
def test_the_page_is_answered(host: str) -> None:
    assert ask(host=host, cookie=COOKIE)[::2] == (200, "hello")
    assert ask("POST", host=host, x_gutterfold_key=SECRET, origin=f"http://{host}")[0] == 200


@pytest.mark.parametrize(
    ("method", "headers"),
    [
        ("GET", {"host": HOST}),  # no key
        ("GET", {"host": HOST, "cookie": f"gutterfold-{PORT}=another"}),
        ("GET", {"host": HOST, "cookie": f"gutterfold-{PORT}={SECRET[:-1]}"}),
        ("GET", {"host": HOST, "cookie": "\xff;;=="}),
        ("GET", {"host": f"evil.example:{PORT}", "cookie": COOKIE}),  # a name that was bound to this machine
        ("GET", {"host": "127.0.0.1", "cookie": COOKIE}),
        ("GET", {"cookie": COOKIE}),
        ("GET", {"host": HOST, "cookie": COOKIE, "origin": "http://evil.example"}),
        ("GET", {"host": HOST, "cookie": COOKIE, "origin": f"https://{HOST}"}),
        ("GET", {"host": HOST, "cookie": COOKIE, "sec_fetch_site": "cross-site"}),
        ("POST", {"host": HOST, "cookie": COOKIE}),  # a form of another site can send the cookie of this one
        ("POST", {"host": HOST, "cookie": COOKIE, "x_gutterfold_key": "another"}),
        ("POST", {"host": HOST, "x_gutterfold_key": SECRET, "origin": "null"}),
        ("DELETE", {"host": HOST, "cookie": COOKIE}),
    ],
)
def test_others_are_refused(method: str, headers: dict[str, str]) -> None:
    status, told, text = ask(method, **headers)
    assert status == 403
    assert "hello" not in text
    assert "set-cookie" not in told


def test_a_wrong_key_in_the_link_is_refused() -> None:
    assert ask(query="key=another", host=HOST)[0] == 403
    assert ask("POST", query=f"key={SECRET}", host=HOST)[0] == 403


def test_every_answer_forbids_scripts_that_are_not_ours() -> None:
    for headers in ({"host": HOST, "cookie": COOKIE}, {"host": HOST}):
        told = ask(**headers)[1]
        policy = told["content-security-policy"]
        assert "default-src 'none'; script-src 'self'; style-src 'self'" in policy
        assert "unsafe" not in policy
        assert (told["x-content-type-options"], told["referrer-policy"]) == ("nosniff", "no-referrer")
