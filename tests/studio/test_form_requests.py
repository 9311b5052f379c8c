"""Requests that write: each needs the secret, the studio's own host and origin, and names nothing but what it may."""

import http.client
import json
import socket
from collections.abc import Callable, Iterator
from contextlib import closing
from pathlib import Path
from urllib.parse import parse_qs, urlsplit

import pytest

from tests.studio.running import RunningStudio, make_deck

WRITES = (
    *("/form/set", "/form/add", "/form/remove", "/form/copy", "/form/rename", "/layout", "/part"),
    *("/rules/begin", "/colors", "/text", "/undo", "/redo"),
)
STARTS = ("/start/file?name=a.csv", "/start/forget", "/start/make", "/start/open")
Ask = Callable[..., tuple[int, str]]


def connect(studio: RunningStudio) -> Ask:
    """Return what asks a studio, with its secret or with other headers, and returns the status and the answer."""
    link = urlsplit(studio.link)
    port, key = link.port or 0, parse_qs(link.query)["key"][0]

    def ask(path: str, given: object = None, method: str = "POST", **headers: str) -> tuple[int, str]:
        own = {"cookie": f"gutterfold-{port}={key}", "x-gutterfold-key": key}
        body = given if isinstance(given, bytes) else json.dumps(given or {}).encode()
        with closing(http.client.HTTPConnection("127.0.0.1", port, timeout=60)) as line:
            sent = own | {name.replace("_", "-"): value for name, value in headers.items()}
            line.request(method, path, body if method == "POST" else None, sent)
            with line.getresponse() as answer:
                return answer.status, answer.read().decode()

    return ask


def read_files(folder: Path) -> dict[str, bytes]:
    return {path.relative_to(folder).as_posix(): path.read_bytes() for path in folder.rglob("*") if path.is_file()}


@pytest.fixture(scope="module")
def game(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RunningStudio]:
    home = tmp_path_factory.mktemp("requests")
    make_deck(home / "trick")
    with RunningStudio(home / "trick", home / "state") as found:
        yield found
        _, errors = found.stop()
    assert len(errors.splitlines()) <= 1
    assert "Traceback" not in errors


@pytest.fixture
def start(tmp_path: Path) -> Iterator[RunningStudio]:
    (tmp_path / "games").mkdir()
    with RunningStudio(tmp_path / "games", tmp_path / "state") as found:
        yield found


def refuse_strangers(ask: Ask, paths: tuple[str, ...]) -> None:
    """Assert that each path answers neither without the secret nor to another page or host."""
    for path in paths:
        for headers in (
            {"x_gutterfold_key": ""},
            {"x_gutterfold_key": "wrong"},
            {"origin": "http://evil.example"},
            {"host": "evil.example:80"},
            {"sec_fetch_site": "cross-site"},
        ):
            assert ask(path, **headers)[0] == 403, (path, headers)
        assert ask(path, method="GET")[0] in (404, 405), path


def test_every_write_needs_the_secret_and_the_page(game: RunningStudio) -> None:
    before = read_files(game.folder)
    refuse_strangers(connect(game), WRITES)
    assert read_files(game.folder) == before


@pytest.mark.parametrize(
    ("path", "given"),
    [
        ("/form/set", {}),
        ("/form/set", {"path": "[]", "value": "x"}),
        ("/form/set", {"path": "[-1]", "value": "x"}),
        ("/form/set", {"path": "[" * 90_000, "value": "x"}),
        ("/form/set", {"path": '["title"]', "value": "\ud800"}),
        ("/open", {"kind": "value", "which": "[" * 90_000}),
        ("/open", {"kind": "template", "which": '["title"]'}),
        ("/open", {"kind": "value", "which": '["nothing"]'}),
        ("/text", {"name": "rules.md", "text": "\ud800", "known": ""}),
        ("/form/set", {"path": '["parts", "../card", "copies"]', "value": "2"}),
        ("/form/set", {"path": '["title"]', "value": 5, "was": "another"}),
        ("/form/set", {"path": json.dumps(["parts"] * 9), "value": "2"}),
        ("/form/set", {"path": '["title"]', "value": "x\0y"}),
        ("/form/set", {"path": '["rules"]', "value": "../../../etc/passwd"}),
        ("/form/add", {"path": '["colors"]', "key": "back", "values": {"paint": "#fff"}}),
        ("/form/add", {"path": '["colors"]', "key": "b", "values": {str(number): "x" for number in range(99)}}),
        ("/form/add", {"path": '["setup"]', "values": {"part": "nothing"}}),
        ("/form/remove", {"path": '["parts", "nothing"]'}),
        ("/form/remove", {"path": '["title"]'}),
        ("/form/copy", {"path": '["title"]'}),
        ("/form/rename", {"path": '["title"]', "value": "x"}),
        ("/form/rename", {"path": '["parts", "card"]', "value": "suited"}),  # claims name it
        ("/form/set", {"path": '["parts", "card", "kind"]', "value": "die"}),
        ("/layout", {"name": "../spell", "part": "card"}),
        ("/part", {"name": "spell", "title": "Heroes", "table": "../../etc/passwd"}),
        ("/rules/begin", {}),
        ("/colors", {}),
        ("/text", {"name": "../game.yaml", "text": "x", "known": ""}),
        ("/text", {"name": "cards.csv", "text": "x", "known": ""}),
        ("/text", {"name": "rules.md", "text": "x", "known": "not this"}),
        ("/text", {"name": ["rules.md"], "text": "x", "known": ""}),
    ],
)
def test_what_may_not_be_written_is_refused_and_nothing_changes(path: str, given: object, game: RunningStudio) -> None:
    before = read_files(game.folder)
    status, answer = connect(game)(path, given)
    assert (status, json.loads(answer)["ok"]) == (400, False), answer
    assert "Traceback" not in answer
    assert read_files(game.folder) == before


def test_no_file_is_read_but_the_texts_of_the_game(game: RunningStudio) -> None:
    ask = connect(game)
    for name in ("../state/studio.json", "/etc/passwd", "cards.csv", "templates/card.svg.j2", ""):
        assert ask(f"/text?name={name}", method="GET")[0] == 404
    status, answer = ask("/text?name=rules.md", method="GET")
    assert (status, json.loads(answer)["path"]) == (200, "rules.md")
    assert ask("/layout/..%2fspell", method="GET")[0] == 404


def test_a_start_needs_the_secret_too_and_takes_no_path(start: RunningStudio, tmp_path: Path) -> None:
    ask = connect(start)
    refuse_strangers(ask, STARTS)
    assert ask("/start/open", {"name": ".."})[0] == 400
    assert ask("/start/file?name=..%2f..%2fgames%2fx.exe", b"x")[0] == 400
    assert json.loads(ask("/start/file?name=..%2f..%2fgames%2fx.csv", b"name\nOwl\n")[1])["name"] == "x.csv"
    for title in ("../..", "", "\0"):
        assert ask("/start/make", {"title": title, "kind": "table"})[0] == 400
    assert ask("/start/make", {"title": "deck", "kind": "starter", "starter": "../layouts"})[0] == 400
    assert read_files(start.folder) == {}
    assert ask("/start/make", {"title": "My deck", "kind": "table"})[0] == 200
    assert sorted(read_files(start.folder)) == ["my-deck/game.yaml", "my-deck/x.csv"]
    assert ask("/start/make", {"title": "Another", "kind": "deck"})[0] in (404, 405)
    assert ask("/form/set", {"path": '["title"]', "value": "Deck"})[0] == 200
    status, errors = start.stop()
    assert (status, errors) == (0, "stopped\n")


def test_odd_requests_are_answered(game: RunningStudio) -> None:
    """And the studio prints nothing of them, which is asserted when it stops."""
    ask, link = connect(game), urlsplit(game.link)
    assert ask("/build", b'{"paper": "a4", "only": 5, "ink": "none"}')[0] == 400
    for only in (b"5", b'[["card"], {}]', b'"card"', b"null"):
        assert ask("/build", b'{"only": %b}' % only)[0] == 200
    for number in ("0", "x", "-1", "9" * 18, "9" * 5000):
        assert ask(f"/page/trick-sheets-a4.pdf/{number}/large", method="GET")[0] == 404
    with socket.create_connection(("127.0.0.1", link.port or 0)) as line:  # and never sends the body
        (key,) = parse_qs(link.query)["key"]
        head = f"POST /choose HTTP/1.1\r\nhost: {link.netloc}\r\nx-gutterfold-key: {key}\r\n"
        line.sendall(f"{head}content-length: 9\r\n\r\n{{".encode())
    assert ask("/pane/pieces", method="GET")[0] == 200
