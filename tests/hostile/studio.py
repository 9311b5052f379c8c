"""Attacks on the studio by its requests: without its secret, of odd forms, very large, and very slow."""

import json
import re
import signal
import socket
import subprocess
import sys
import time
from collections.abc import Callable, Iterable, Sequence
from contextlib import ExitStack, suppress
from typing import NamedTuple

from tests.hostile.attack import Attack, Outcome, Scene
from tests.hostile.runner import ROOT, make_environment

_PATIENCE = 8.0  # seconds for an answer
_STARTS = 25.0  # seconds
_LINK = re.compile(rb"http://127\.0\.0\.1:(\d+)/\?key=([\w-]+)")


class Studio(NamedTuple):
    """A studio that runs: its port and its secret."""

    port: int
    secret: str

    def ask(self, request: bytes) -> bytes:
        """Send the bytes of a request, and return the answer, or what came of it."""
        with socket.create_connection(("127.0.0.1", self.port), _PATIENCE) as line:
            got = b""
            with suppress(OSError):  # refused before all was sent
                line.sendall(request)
            with suppress(OSError):
                while piece := line.recv(65536):
                    got += piece
                    if b"\r\n\r\n" in got:
                        break
            return got

    def make(self, path: str, method: str = "GET", body: bytes = b"", key: str | None = None, **headers: str) -> bytes:
        """Return the bytes of a request with the secret, or another key."""
        given = self.secret if key is None else key
        own = {"Host": f"127.0.0.1:{self.port}", "Cookie": f"gutterfold-{self.port}={given}", "x-gutterfold-key": given}
        more = {"Content-Length": str(len(body))} if body else {}
        every = {**own, **more, **{name.replace("_", "-"): value for name, value in headers.items()}, "Connection": "close"}  # fmt: skip
        lines = "".join(f"{name}: {value}\r\n" for name, value in every.items())
        return f"{method} {path} HTTP/1.1\r\n{lines}\r\n".encode("latin-1", "replace") + body

    def post(self, path: str, given: object) -> bytes:
        """Return the bytes of a request that sends JSON."""
        return self.make(path, "POST", given if isinstance(given, bytes) else json.dumps(given).encode())


Requests = Callable[[Studio], Iterable[bytes]]


def _run(requests: Requests, idle: Callable[[Studio], Sequence[bytes]]) -> Callable[[Scene], list[Outcome]]:
    """Return a function that starts a studio, sends requests, asks for its page, and presses Ctrl-C.

    `idle` are the beginnings of requests that stay open meanwhile.
    """

    def run(scene: Scene) -> list[Outcome]:
        more = {"XDG_STATE_HOME": str(scene.home / "cache"), "PYTHONPATH": str(ROOT)}
        environment = {**make_environment(scene, scene.home / "cache", {}), **more}
        argv = ("studio", "hen", "--no-browser")
        command = [sys.executable, "-m", "generator", *argv]
        with subprocess.Popen(
            command, cwd=scene.work, env=environment, stdin=-3, stdout=subprocess.PIPE, stderr=subprocess.PIPE
        ) as process:
            assert process.stdout is not None
            found = _LINK.search(process.stdout.readline())
            assert found, "the studio did not start"
            studio = Studio(int(found[1]), found[2].decode())
            answers = _ask_all(studio, requests, idle)
            process.send_signal(signal.SIGINT)
            try:
                out, err = process.communicate(timeout=_STARTS)
            except subprocess.TimeoutExpired:
                process.kill()
                return [Outcome(argv, -9, *process.communicate(), _STARTS, 0, killed=True)]
        said = b"".join(b"answered %b\n" % answer for answer in answers)
        status = 0 if process.returncode == 130 else process.returncode  # Ctrl-C is how it ends
        return [Outcome(argv, status, out + said, err, 0.0, 0)]

    return run


def _ask_all(studio: Studio, requests: Requests, idle: Callable[[Studio], Sequence[bytes]]) -> list[bytes]:
    """Return the status of each answer; the last one is that of the page, which must come whatever was asked before."""
    with ExitStack() as stack:
        for beginning in idle(studio):
            line = stack.enter_context(socket.create_connection(("127.0.0.1", studio.port), _PATIENCE))
            line.sendall(beginning)
        began = time.monotonic()
        answers = [studio.ask(each)[9:12] or b"none" for each in (*requests(studio), studio.make("/"))]
        return [*answers, b"late"] if time.monotonic() - began > _PATIENCE else answers


def _judge(allowed: str) -> Callable[[Scene, Sequence[Outcome]], str]:
    """Return a function that tells of answers that are not allowed: of the attack, and of the page after it."""

    def judge(_: Scene, outcomes: Sequence[Outcome]) -> str:
        *answers, last = re.findall(rb"^answered (\w+)$", outcomes[-1].stdout, re.MULTILINE) or [b"nothing"]
        odd = sorted({each.decode() for each in answers} - set(allowed.split()))
        if odd:
            return f"answers other than {allowed}: {', '.join(odd)}"
        return "" if last == b"200" else f"after it, the page was answered with {last.decode()}"

    return judge


def _ask(
    name: str, allowed: str, requests: Requests, idle: Callable[[Studio], Sequence[bytes]] = lambda studio: ()
) -> Attack:
    run = _run(requests, idle)
    return Attack(name, run=run, expect="either", through=_judge(allowed), private_cache=True, statuses=(0, 130), may_change=("cache", "tmp"))  # fmt: skip


_PATHS = ["/../../victim/profile", "/static/../../../etc/passwd", "/static/%2e%2e/%2e%2e/server.py", "/static//etc/passwd", "/file/..%2f..%2fgame.yaml", "/file/%00", "/explain/..%2fx", "/pane/..%2fframe", "/pane/__class__", "/face/..%2f/front", "/board/%0a/front", "//evil.example/", "/%ff%fe", "/page/x/1/large"]  # fmt: skip
_JSON: list[object] = [b"[" * 90_000, b"\xff\xfe", b"null", b"[1]", b'{"a":' * 9000, b"1" * 90_000, b'{"colors": 1e999}', {"only": 5}, {"only": [[1], {}]}, {"only": "egg"}, {"only": None}, {"colors": {"player.red": ["#000000"]}}, {"colors": {"__class__": "#000000"}}, {"palette": "../../victim/palette"}, {"paper": {"a4": 1}}, {"printer": ["x"]}, {"backs": None}, {"bleed": 1e308}, {"gap": "nan"}, {"marks": []}, {"corners": {"a": 1}}, {"lang": ["../x"]}]  # fmt: skip

_NO_LINES: list[dict[str, object]] = [{}, {"kind": "finding", "which": -1}, {"kind": "finding", "which": 10**30}, {"kind": "piece", "which": ["x"]}, {"kind": "piece", "which": "../../victim/profile"}, {"kind": [], "which": {}}, {"kind": "fault", "which": True}]  # fmt: skip

_NO_PICTURES = [b"\x89PNG\r\n\x1a\n" + b"\0" * 90, b"\x89PNG\r\n\x1a\n\0\0\0\rIHDR" + b"\x7f\xff\xff\xff" * 2 + b"\x08\x06\0\0\0", b"<svg " + b"x" * 9000, b"<!DOCTYPE svg [<!ENTITY a 'b'>]><svg>&a;</svg>", b"\xff\xd8\xff" * 9000, b"RIFF\xff\xff\xff\xffWEBPVP8L"]  # fmt: skip

STUDIO = [
    _ask("requests without the secret", "403", lambda s: [s.make(path, key="") for path in ("/", "/rules", "/pane/pieces", "/static/studio.css")]),
    _ask("requests with a part of the secret", "403", lambda s: [s.make("/", key=s.secret[:-1]), s.make("/", key=s.secret + "x"), s.make("/", key="\xff" * 40)]),
    _ask("the secret in the address of a post", "403", lambda s: [s.make(f"/build?key={s.secret}", "POST", b"{}", key="")]),
    _ask("a host by another name", "403", lambda s: [s.make("/", Host=host) for host in ("evil.example", f"evil.example:{s.port}", f"127.0.0.1.evil.example:{s.port}", "127.0.0.1", f"127.0.0.1:{s.port}@evil", f"[::1]:{s.port}", "")]),
    _ask("another origin", "403", lambda s: [s.make("/choose", "POST", b"{}", Origin=origin) for origin in ("http://evil.example", "null", "https://127.0.0.1", f"http://127.0.0.1:{s.port + 1}", "file://")]),
    _ask("a page of another site", "403", lambda s: [s.make("/", Sec_Fetch_Site="cross-site"), s.make("/build", "POST", b"{}", Sec_Fetch_Site="cross-site")]),
    _ask("other methods", "400 403 405 501", lambda s: [s.make("/build", method) for method in ("PUT", "DELETE", "TRACE", "CONNECT", "OPTIONS", "PATCH", "GET", "X" * 100)]),
    _ask("paths that lead out", "307 400 404", lambda s: [s.make(path) for path in _PATHS]),
    _ask("pages of many digits", "400 404", lambda s: [s.make(f"/page/hen-sheets-a4.pdf/{number}/large") for number in ("0", "9" * 18, "9" * 5000, "9" * 50_000)]),
    _ask("a path of 60,000 letters", "200 404 414 431 400", lambda s: [s.make("/" + "a" * 60_000), s.make("/face/" + "a" * 60_000 + "/front"), s.make("/pane/pieces?" + "a=1&" * 15_000)]),
    _ask("a header of a megabyte", "400 431 none", lambda s: [s.make("/", Cookie="a" * 1_000_000), s.make("/", "GET", b"", None, **{f"a{n}": "b" for n in range(20_000)})]),
    _ask("cookies of odd forms", "403", lambda s: [s.make("/", key="", Cookie=text) for text in ("=", ";;;;", "a" * 9000, f"gutterfold-{s.port}", f'gutterfold-{s.port}="{"x" * 50}', "\\" * 50)]),
    _ask("choices of odd forms", "200 400", lambda s: [s.post("/choose", given) for given in _JSON]),
    _ask("builds of odd forms", "200 400", lambda s: [s.post("/build", given) for given in (*_JSON[:6], {"paper": "../a4"}, {"paper": 5})]),
    _ask("builds of parts that are none", "200 400", lambda s: [s.post("/build", {"paper": "zz", **given}) for given in _JSON if isinstance(given, dict)] + [s.post("/build", {"only": 5, "ink": "zz"}), s.post("/build", {"only": [["egg"]]})]),
    _ask("palettes that lead out", "200 400", lambda s: [s.post("/palette", {"name": name, "write": True}) for name in ("../../victim/palette", "/etc/x", "a/b", "", "." * 3, "x\0y", "x\ny", "CON", "n" * 5000, "\ud800", "\u202ex", 5, None, ["x"])]),
    _ask("pictures that are none, of names that lead out", "400", lambda s: [s.make(f"/edit/picture?name={name}&piece={name}", "POST", body) for name in ("../../victim/x.png", "%2Fetc%2Fx", "a%00b", "CON", "") for body in _NO_PICTURES]),
    _ask("a picture of a hundred megabytes", "400 413 none", lambda s: [s.make("/edit/picture?name=x.png", "POST", b"\x89PNG\r\n\x1a\n" + b"x" * 100_000_000)]),
    _ask("pictures that lead out", "307 404", lambda s: [s.make(f"/picture/{path.strip('/')}") for path in _PATHS]),
    _ask("crops and exports of odd forms", "400", lambda s: [s.post(path, given) for path in ("/edit/crop", "/export") for given in (*_JSON, {"piece": ["x"], "art_x": 1e308}, {"to": ["png"]}, {"to": "png", "dpi": {"a": 1}})]),
    _ask("tables that are none, and changes that lead out", "200 400 404", lambda s: [s.post(path, {"part": part, "digest": "x", "edit": {"does": "set", "cells": [[0, 0, "x"]]}}) for path in ("/edit/table", "/edit/convert") for part in ("../victim", "/etc/passwd", "", 5, None, ["egg"], "\ud800", "x\0y")] + [s.make(f"/table/{name}") for name in ("..%2Fvictim", "%00", "n" * 5000, "%ff")]),
    _ask("changes of tables of odd forms", "400", lambda s: [s.post("/edit/table", {"part": "egg", "digest": digest, "edit": edit}) for digest in ("", 5, "\ud800") for edit in (*_JSON[7:], {"does": "set", "cells": [[2**70, 0, "x"]]}, {"does": "set", "cells": [[0, 0, "\ud800"]]}, {"does": "delete-rows", "rows": [0] * 100_000}, {"does": "insert-rows", "at": 0, "rows": [["x" * 90_000] * 5]}, {"does": "move-rows", "rows": [-1], "to": 5})]),
    _ask("lines to open that are none", "400", lambda s: [s.post("/open", given) for given in _NO_LINES]),
    _ask("a hundred thousand pieces on screen", "200", lambda s: [s.post("/visible", {"keys": ["x"] * 20_000}), s.post("/visible", {"keys": [[], {}, 5, None, "\ud800"]}), s.post("/visible", {"keys": "egg"}), s.post("/seen", b"")]),
    _ask("a body of a hundred megabytes", "200 400 413 none", lambda s: [s.make("/choose", "POST", b"x" * 100_000_000)]),
    _ask("a length that is a lie", "200 400 none", lambda s: [s.make("/choose", "POST", b"{}", Content_Length=length) for length in ("-1", "x", "9" * 30)]),
    _ask("bodies in odd pieces", "200 400 none", lambda s: [s.make("/choose", "POST", b"zz\r\n{}\r\n", Transfer_Encoding="chunked")], lambda s: [s.make("/choose", "POST", b"ffffffffffffffff\r\n{}", Transfer_Encoding="chunked")]),
    _ask("what is not HTTP", "400 403 none", lambda s: [b"\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", b"\0" * 9000, b"GET / HTTP/9.9\r\n\r\n", b"\r\n\r\n\r\n", b"PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n"]),
    _ask("an upgrade to a socket", "200", lambda s: [s.make("/", Upgrade="websocket", Sec_WebSocket_Key="dGhlIHNhbXBsZSBub25jZQ==", Sec_WebSocket_Version="13").replace(b"close", b"Upgrade")]),
    _ask("two hundred slow clients", "200", lambda s: [s.make("/pane/pieces")], lambda s: [s.make("/")[:40]] * 200),
    _ask("slow bodies", "200", lambda s: [s.make("/pane/pieces")], lambda s: [s.make("/choose", "POST", b"{}", Content_Length="90000")] * 60),
    _ask("a hundred listeners", "200", lambda s: [s.make("/pane/pieces")], lambda s: [s.make("/events")] * 100),
]  # fmt: skip
