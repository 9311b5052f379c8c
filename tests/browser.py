"""Chromium as tests use it: open a page, run JavaScript, take screenshots and print to PDF.

It is driven by the DevTools protocol through two pipes, so no port is opened and no driver is needed.
"""

import json
import os
import select
import subprocess
import sys
from base64 import b64decode
from fcntl import F_DUPFD, fcntl
from pathlib import Path
from time import monotonic, sleep
from types import TracebackType
from typing import Any, Self

# without the cache of pages that were left, which would go on taking a third of the time
_FLAGS = """--headless --no-sandbox --disable-gpu --disable-quic --no-first-run --disable-background-networking
--disable-component-update --disable-sync --remote-debugging-pipe
--disable-features=BackForwardCache""".split()
# Chromium reads from file descriptor 3 and writes to 4
_LAUNCH = "import os, sys; [os.dup2(int(fd), at) for at, fd in enumerate(sys.argv[1:3], 3)]; os.execv(sys.argv[3], sys.argv[3:])"
# the violations of the page that axe finds, once its script is there
AXE = """axe.run(document, {resultTypes: ["violations"]}).then(found => found.violations.flatMap(
    each => each.nodes.map(node => `${each.id}: ${node.html.slice(0, 200)}`)))"""
_TIMEOUT = 60.0  # seconds without a message
_UNASKED = 1_000_000_000  # the number of commands whose answers nobody waits for


class Browser:
    """One Chromium with one tab; `requests` lists the URLs requested since the page was opened."""

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
        """Open a file in a window of the given size (CSS pixels) and wait until it is loaded."""
        self.open_address(path.resolve().as_uri(), width, height)

    def open_address(self, address: str, width: int, height: int) -> None:
        """Open an address in a window of the given size (CSS pixels) and wait until it is loaded."""
        size = {"width": width, "height": height, "deviceScaleFactor": 1, "mobile": width < 500}
        self.ask("Emulation.setDeviceMetricsOverride", **size)
        self._events.clear()
        self.requests.clear()
        self.ask("Page.navigate", url=address)
        while not any(event["method"] == "Page.loadEventFired" for event in self._events):
            message = self._read_message()
            if "method" in message:
                self._record_event(message)

    def run(self, script: str) -> Any:
        """Return the value of a JavaScript expression; promises are awaited."""
        request = {"expression": script, "awaitPromise": True, "returnByValue": True}
        found = self.ask("Runtime.evaluate", **request)
        if "exceptionDetails" in found:
            raise RuntimeError(found["exceptionDetails"])
        return found["result"].get("value")

    def wait_for(self, script: str, seconds: float = 30.0) -> Any:
        """Return the value of a JavaScript expression, not an element, once it is true; TimeoutError if it stays false."""
        end = monotonic() + seconds
        while not (found := self.run(script)):
            if monotonic() > end:
                raise TimeoutError(script)
            sleep(0.02)
        return found

    def pdf(self) -> bytes:
        """Return the page printed as PDF."""
        return b64decode(self.ask("Page.printToPDF", preferCSSPageSize=True)["data"])

    def picture(self) -> bytes:
        """Return a screenshot as PNG."""
        return b64decode(self.ask("Page.captureScreenshot")["data"])

    def ask(self, method: str, **parameters: Any) -> dict[str, Any]:
        """Send a command of the protocol and return its result; events that arrive first are recorded."""
        self._count += 1
        self._send(self._count, method, parameters)
        while True:
            found = self._read_message()
            if found.get("id") == self._count:
                if "error" in found:
                    raise RuntimeError(f"{method}: {found['error']}")
                answer: dict[str, Any] = found["result"]
                return answer
            if "method" in found:  # else a late answer to a command that was given up
                self._record_event(found)

    def _send(self, number: int, method: str, parameters: dict[str, Any]) -> None:
        request = {"id": number, "method": method, "params": parameters}
        data = json.dumps(request | ({"sessionId": self._session} if self._session else {})).encode() + b"\0"
        while data:
            data = data[os.write(self._in, data) :]

    def _record_event(self, event: dict[str, Any]) -> None:
        self._events.append(event)
        if event["method"] == "Page.javascriptDialogOpening":  # a page with unsaved words asks whether to leave it
            self._send(_UNASKED, "Page.handleJavaScriptDialog", {"accept": True})
        if event["method"] == "Network.requestWillBeSent":
            self.requests.append(event["params"]["request"]["url"])

    def _read_message(self) -> dict[str, Any]:
        """Return the next message; each ends with a zero byte."""
        pieces = [self._left]
        while b"\0" not in pieces[-1]:
            ready, _, _ = select.select([self._out], [], [], _TIMEOUT)
            piece = os.read(self._out, 1 << 20) if ready else b""
            if not piece:
                raise RuntimeError("the browser exited or does not answer")
            pieces.append(piece)
        message, _, self._left = b"".join(pieces).partition(b"\0")
        found: dict[str, Any] = json.loads(message)
        return found
