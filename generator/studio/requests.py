"""Read what a page of the studio sends, and answer why a request is refused."""

import json
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse

MOST_BYTES = 100_000  # of what a page sends, unless a route says otherwise

# a drawing or a page of rules runs no script and loads nothing, even if it is opened by itself
INERT = (
    "default-src 'none'; style-src 'unsafe-inline'; img-src data:; font-src data:; form-action 'none'; "
    "base-uri 'none'; frame-ancestors 'self'"
)


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
