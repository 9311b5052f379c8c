"""A page's address goes in; what a real Chromium makes of it, its text, its looks and its prints, comes out.

It is spoken to through two pipes, in the protocol of its own developer tools: no port is opened, no driver is needed.
"""

import json
import os
import select
import subprocess
import sys
from base64 import b64decode
from fcntl import F_DUPFD, fcntl
from pathlib import Path
from types import TracebackType
from typing import Any, Self

_FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
--disable-component-update --disable-sync --remote-debugging-pipe""".split()
# it reads from 3 and writes to 4
_LAUNCH = "import os, sys; [os.dup2(int(fd), at) for at, fd in enumerate(sys.argv[1:3], 3)]; os.execv(sys.argv[3], sys.argv[3:])"
_PATIENCE = 60.0  # seconds without a word


class Browser:
    """One Chromium with one tab; `requests` are the addresses that it has asked for since its page was opened."""

    def __init__(self, program: str, home: Path) -> None:
        self._session = ""
        self._count = 0
        self._left = b""
        self._events: list[dict[str, Any]] = []
        self.requests: list[str] = []
        (inward, self._in), (self._out, outward) = os.pipe(), os.pipe()
        fds = [fcntl(fd, F_DUPFD, 10) for fd in (inward, outward)]
        launch = [sys.executable, "-c", _LAUNCH, *map(str, fds), program, *_FLAGS, f"--user-data-dir={home}"]
        self._process = subprocess.Popen(
            [*launch, "about:blank"], pass_fds=fds, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        for fd in (inward, outward, *fds):
            os.close(fd)
        target = self.ask("Target.createTarget", url="about:blank")["targetId"]
        self._session = self.ask("Target.attachToTarget", targetId=target, flatten=True)["sessionId"]
        for domain in ("Page", "Network", "Runtime"):
            self.ask(f"{domain}.enable")

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._session = ""
        try:
            self.ask("Browser.close")
            self._process.wait(10)
        except (OSError, RuntimeError, subprocess.TimeoutExpired):
            self._process.kill()
            self._process.wait()
        os.close(self._in)
        os.close(self._out)

    def open(self, path: Path, width: int, height: int) -> None:
        """Show a file in a window of so many CSS pixels, and wait until all of it is there."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self.ask("Emulation.setDeviceMetricsOverride", **size)
        self._events.clear()
        self.requests.clear()
        self.ask("Page.navigate", url=path.resolve().as_uri())
        while not any(event["method"] == "Page.loadEventFired" for event in self._events):
            self._heed(self._read())

    def run(self, script: str) -> Any:
        """Return the value of an expression of JavaScript, waited for if it is a promise."""
        asked = {"expression": script, "awaitPromise": True, "returnByValue": True}
        found = self.ask("Runtime.evaluate", **asked)
        if "exceptionDetails" in found:
            raise RuntimeError(found["exceptionDetails"])
        return found["result"].get("value")

    def pdf(self) -> bytes:
        """Return what it prints."""
        return b64decode(self.ask("Page.printToPDF", preferCSSPageSize=True)["data"])

    def picture(self) -> bytes:
        """Return what it shows in its window, as PNG."""
        return b64decode(self.ask("Page.captureScreenshot")["data"])

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Return the answer to a command of the protocol; events that come before it are kept."""
        self._count += 1
        asked = {"id": self._count, "method": method, "params": parameters}
        said = json.dumps(asked | ({"sessionId": self._session} if self._session else {})).encode() + b"\0"
        while said:
            said = said[os.write(self._in, said) :]
        while True:
            found = self._read()
            if found.get("id") == self._count:
                if "error" in found:
                    raise RuntimeError(f"{method}: {found['error']}")
                answer: dict[str, Any] = found["result"]
                return answer
            self._heed(found)

    def _heed(self, event: dict[str, Any]) -> None:
        self._events.append(event)
        if event["method"] == "Network.requestWillBeSent":
            self.requests.append(event["params"]["request"]["url"])

    def _read(self) -> dict[str, Any]:
        """Return the next message; each ends with a zero byte."""
        pieces = [self._left]
        while b"\0" not in pieces[-1]:
            ready, _, _ = select.select([self._out], [], [], _PATIENCE)
            piece = os.read(self._out, 1 << 20) if ready else b""
            if not piece:
                raise RuntimeError("the browser has gone, or says nothing")
            pieces.append(piece)
        message, _, self._left = b"".join(pieces).partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found
