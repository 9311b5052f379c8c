"""Requests with the studio's secret, but of odd forms: each is answered, and nothing is printed."""

import http.client
import socket
from contextlib import closing
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.studio.running import RunningStudio, make_deck


def test_odd_requests_are_answered_without_a_word(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(tmp_path)
    make_deck(tmp_path / "trick")
    with RunningStudio(tmp_path / "trick", tmp_path / "state") as studio:
        link = urlsplit(studio.link)
        port, key = link.port or 0, parse_qs(link.query)["key"][0]

        def ask(method: str, path: str, body: bytes = b"") -> int:
            with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=10)) as line:
                line.request(method, path, body, {"cookie": f"gutterfold-{port}={key}", "x-gutterfold-key": key})
                with line.getresponse() as answer:
                    return answer.status

        assert ask("POST", "/build", b'{"paper": "a4", "only": 5, "ink": "none"}') == 400
        for only in (b"5", b'[["card"], {}]', b'"card"', b"null"):
            assert ask("POST", "/build", b'{"only": %b}' % only) == 200
        for number in ("0", "x", "-1", "9" * 18, "9" * 5000):
            assert ask("GET", f"/page/trick-sheets-a4.pdf/{number}/large") == 404
        with socket.create_connection(("127.0.0.1", port)) as line:  # and never sends the body
            head = f"POST /choose HTTP/1.1\r\nhost: 127.0.0.1:{port}\r\nx-gutterfold-key: {key}\r\n"
            line.sendall(f"{head}content-length: 9\r\n\r\n{{".encode())
        assert ask("GET", "/pane/pieces") == 200
        _, errors = studio.stop()
    assert len(errors.splitlines()) <= 1
    assert "Traceback" not in errors
