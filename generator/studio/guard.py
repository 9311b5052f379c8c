"""Let only this machine's user reach the studio, read what a page sends within bounds, and answer why it is refused."""

import json
from collections.abc import Awaitable, Callable, MutableMapping
from hmac import compare_digest
from http.cookies import CookieError, SimpleCookie
from typing import Any
from urllib.parse import parse_qs

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse

Scope = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[MutableMapping[str, Any]]]
Send = Callable[[MutableMapping[str, Any]], Awaitable[None]]
WebApp = Callable[[Scope, Receive, Send], Awaitable[None]]

KEY_HEADER = "x-gutterfold-key"
# what a page of the studio may load: its own files alone, no inline script or style
_POLICY = (
    "default-src 'none'; script-src 'self'; style-src 'self'; img-src 'self'; connect-src 'self'; frame-src 'self'; "
    "form-action 'none'; base-uri 'none'; frame-ancestors 'none'"
)
_HEADERS = {
    "content-security-policy": _POLICY,
    "x-content-type-options": "nosniff",
    "referrer-policy": "no-referrer",
    "cross-origin-opener-policy": "same-origin",
    "cross-origin-resource-policy": "same-origin",
    "cache-control": "no-store",
}
MOST_BYTES = 100_000  # of what a page sends, unless a route says otherwise

# a drawing or a page of rules runs no script and loads nothing, even if it is opened by itself
INERT = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; "
    "base-uri 'none'; frame-ancestors 'self'"
)


class Guard:
    """Wraps an application: refuses requests that are not the user's own, and adds headers to what is sent.

    A page of another site can make a browser send requests here. Such a request has another Host (if a name was bound
    to this machine's address), another Origin, or no secret.
    """

    def __init__(self, app: WebApp, port: int, secret: str) -> None:
        self._app, self._secret = app, secret
        self._hosts = {f"{name}:{port}" for name in ("127.0.0.1", "localhost")}
        self._cookie = f"gutterfold-{port}"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Answer a request, or pass it on."""
        if scope["type"] == "lifespan":
            await self._app(scope, receive, send)
            return
        if scope["type"] != "http":
            return
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        given = parse_qs(scope["query_string"].decode("latin-1")).get("key", [""])[0]
        if refused := self._refuse(scope["method"], headers, given):
            await _answer(send, 403, {"content-type": "text/plain; charset=utf-8"}, refused)
        elif given:
            cookie = f"{self._cookie}={self._secret}; Path=/; HttpOnly; SameSite=Strict"
            await _answer(send, 303, {"location": "/", "set-cookie": cookie}, "")
        else:
            await self._app(scope, receive, _add_headers(send))

    def _refuse(self, method: str, headers: dict[str, str], given: str) -> str:
        """Return why a request is refused; empty if it is not."""
        if headers.get("host") not in self._hosts:
            return "the studio answers only at 127.0.0.1 and localhost"
        origin = headers.get("origin")
        if origin is not None and origin.removeprefix("http://") not in self._hosts:
            return "the studio answers only its own pages"
        if headers.get("sec-fetch-site", "none") == "cross-site" and not (method == "GET" and given):
            return "the studio answers only its own pages"
        if method not in ("GET", "HEAD", "POST"):
            return "the studio accepts only GET and POST"
        key = headers.get(KEY_HEADER, "") if method == "POST" else given or self._read_cookie(headers.get("cookie", ""))
        if not compare_digest(key.encode("utf-8", "replace"), self._secret.encode()):
            return "open the address that `gutterfold studio` printed: it holds the key to this page"
        return ""

    def _read_cookie(self, text: str) -> str:
        try:
            found = SimpleCookie(text).get(self._cookie)
        except CookieError:
            return ""
        return found.value if found else ""


async def _answer(send: Send, status: int, headers: dict[str, str], text: str) -> None:
    """Send a short answer."""
    every = [(name.encode(), value.encode()) for name, value in {**_HEADERS, **headers}.items()]
    await send({"type": "http.response.start", "status": status, "headers": every})
    await send({"type": "http.response.body", "body": text.encode()})


def _add_headers(send: Send) -> Send:
    """Return a function that sends what the application sends, with our headers where it has none of its own."""

    async def send_guarded(message: MutableMapping[str, Any]) -> None:
        if message["type"] == "http.response.start":
            own = {name.lower() for name, _ in message["headers"]}
            more = [(name.encode(), value.encode()) for name, value in _HEADERS.items() if name.encode() not in own]
            message = {**message, "headers": [*message["headers"], *more]}
        await send(message)

    return send_guarded


async def read_body(request: Request, most: int) -> bytes | None:
    """Return the bytes that a page sent; None if it went away, or sent more than `most`."""
    body = bytearray()
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > most:
                return None
    except ClientDisconnect:  # in the middle of it; nobody waits for the answer
        return None
    return bytes(body)


async def read_json(request: Request, most: int = MOST_BYTES) -> dict[str, Any]:
    """Return the object that a page sent; an empty one if it sent none, or more than `most` bytes."""
    body = await read_body(request, most)
    try:
        found = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def refuse_request(why: str) -> JSONResponse:
    """Answer a request with why it is refused."""
    return JSONResponse({"ok": False, "why": why}, status_code=400)
