"""Read what a page of the studio sends, and answer why a request is refused."""

import json
from typing import Any

from starlette.requests import ClientDisconnect, Request
from starlette.responses import JSONResponse

MOST_BYTES = 100_000  # of what a page sends, unless a route says otherwise


async def read_json(request: Request, most: int = MOST_BYTES) -> dict[str, Any]:
    """Return the object that a page sent; an empty one if it sent none, or more than `most` bytes."""
    body = b""
    try:
        async for piece in request.stream():
            body += piece
            if len(body) > most:
                return {}
    except ClientDisconnect:  # in the middle of it; nobody waits for the answer
        return {}
    try:
        found = json.loads(body or b"{}")
    except (ValueError, RecursionError):
        return {}
    return found if isinstance(found, dict) else {}


def refuse_request(why: str) -> JSONResponse:
    """Answer a request with why it is refused."""
    return JSONResponse({"ok": False, "why": why}, status_code=400)
