"""Serve the studio until it is stopped, at a port and with a secret that are remembered."""

import asyncio
import json
import logging
import os
import socket
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path
from secrets import token_urlsafe
from tempfile import TemporaryDirectory
from typing import NamedTuple

import platformdirs
import uvicorn
from jinja2 import Environment, FileSystemLoader
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from generator.model.card_sizes import CARD_SIZES
from generator.model.finding import DataError, Place, describe_disk_error, refuse
from generator.pipeline.editing.new_games import (
    MOST_BYTES,
    GivenFiles,
    NewGame,
    describe_starters,
    list_games_below,
)
from generator.program.identity import find_resources
from generator.safety.files import UnsafeFileError, read_regular_file
from generator.studio.edit_routes import EditDesk
from generator.studio.guard import Guard, Receive, Scope, Send, read_body, read_json, refuse_request
from generator.studio.server import Studio
from generator.studio.session import Session

_HERE = Path(__file__).parent
HOST = "127.0.0.1"
_MOST_BYTES = 1000  # of the file that remembers
_SECRET_BYTES = 24
_PORTS = range(1024, 65536)


class StartDesk:
    """The application until a game was made or opened in a folder; from then on, that of the game answers."""

    def __init__(self, folder: Path, workshop: Path, open_game: Callable[[Path], Starlette], secret: str) -> None:
        self._folder, self._open_game, self._secret = folder, open_game, secret
        self._given = GivenFiles(workshop)
        self._game: Starlette | None = None
        self._chosen = asyncio.Event()
        self._turn = asyncio.Lock()
        self._pages = Environment(loader=FileSystemLoader(_HERE / "pages"), autoescape=True, trim_blocks=True)
        routes = [
            Route("/", self._show_page),
            Route("/start/file", self._take_file, methods=["POST"]),
            Route("/start/forget", self._forget_files, methods=["POST"]),
            Route("/start/make", self._make, methods=["POST"]),
            Route("/start/open", self._open, methods=["POST"]),
            Mount("/static", StaticFiles(directory=_HERE / "static")),
        ]
        refusals = {DataError: _refuse, OSError: _refuse}
        self._start = Starlette(routes=routes, lifespan=self._live, exception_handlers=refusals)

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let the page of the start answer, or that of the game."""
        app = self._start if self._game is None or scope["type"] == "lifespan" else self._game
        await app(scope, receive, send)

    @asynccontextmanager
    async def _live(self, _app: Starlette) -> AsyncIterator[None]:
        task = asyncio.create_task(self._run_game())
        try:
            yield
        finally:
            task.cancel()
            with suppress(asyncio.CancelledError):
                await task

    async def _run_game(self) -> None:
        """Wait for a game, and draw and watch it until cancelled."""
        await self._chosen.wait()
        assert self._game is not None
        async with self._game.router.lifespan_context(self._game):
            await asyncio.Event().wait()

    async def _show_page(self, _request: Request) -> Response:
        page = self._pages.get_template("start.html.j2")
        values = {"games": list_games_below(self._folder), "starters": describe_starters(), "sizes": sorted(CARD_SIZES)}
        return HTMLResponse(page.render(folder=self._folder.resolve(), secret=self._secret, **values))

    async def _take_file(self, request: Request) -> Response:
        """Keep a file of which a game is to be made, under a safe name."""
        data = await read_body(request, MOST_BYTES)
        if data is None:
            return refuse_request(f"a file of more than {MOST_BYTES >> 20} MiB is too large")
        return JSONResponse({"ok": True, "name": self._given.put(request.query_params.get("name", ""), data)})

    async def _forget_files(self, _request: Request) -> Response:
        self._given.forget()
        return JSONResponse({"ok": True})

    async def _make(self, request: Request) -> Response:
        given = await read_json(request)
        wanted = NewGame(*(str(given.get(name, "")) for name in NewGame._fields))
        async with self._turn:
            if self._game is not None:
                return refuse_request("a game was made already; reload the page")
            self._go_on(await asyncio.to_thread(self._given.make, self._folder, wanted))
        return JSONResponse({"ok": True})

    async def _open(self, request: Request) -> Response:
        """Open a game in the folder, by its name, which is one of those on the page."""
        name = (await read_json(request)).get("name")
        if self._game is None and name in list_games_below(self._folder):
            self._go_on(self._folder / str(name))
            return JSONResponse({"ok": True})
        return refuse_request("there is no such game here anymore; reload the page")

    def _go_on(self, folder: Path) -> None:
        self._given.forget()
        self._game = self._open_game(folder)
        self._chosen.set()


def _refuse(_request: Request, error: Exception) -> Response:
    if isinstance(error, DataError):
        return refuse_request("; ".join(each.message for each in error.findings))
    return refuse_request(str(describe_disk_error(error) if isinstance(error, OSError) else error))


class Address(NamedTuple):
    """A listening socket on this machine alone, its port, and the secret that every request must know."""

    listener: socket.socket
    port: int
    secret: str

    @property
    def origin(self) -> str:
        """Return the beginning of every address of the studio."""
        return f"http://{HOST}:{self.port}"

    @property
    def link(self) -> str:
        """Return the address to open."""
        return f"{self.origin}/?key={self.secret}"


def open_address(port: int | None, memory: Path) -> Address:
    """Listen on a port, or on the one used last if it is free, or on any; GF371 if the chosen port is taken.

    `memory` is the file that keeps port and secret for the user alone.
    """
    last_port, secret = _recall(memory)
    for number in (port,) if port is not None else (last_port, 0):
        if number is None:
            continue
        listener = socket.socket()
        listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, int(sys.platform != "win32"))
        try:
            listener.bind((HOST, number))
            listener.listen()
        except OSError:
            listener.close()
            continue
        found = Address(listener, listener.getsockname()[1], secret)
        _remember(memory, found)
        return found
    raise refuse("GF371", Place("--port"), f"port {port} is taken or not allowed; choose another, or leave out --port")


def _recall(memory: Path) -> tuple[int | None, str]:
    """Return the last port and secret; a new secret if none is kept, or if others could have written it."""
    with suppress(OSError, ValueError, UnsafeFileError, KeyError, TypeError):
        if sys.platform != "win32" and (memory.stat().st_uid != os.getuid() or memory.stat().st_mode & 0o077):
            raise ValueError
        kept = json.loads(read_regular_file(memory, _MOST_BYTES))
        port, secret = kept["port"], kept["secret"]
        if type(port) is int and port in _PORTS and isinstance(secret, str) and len(secret) >= _SECRET_BYTES:
            return port, secret
    return None, token_urlsafe(_SECRET_BYTES)


def _remember(memory: Path, address: Address) -> None:
    """Keep port and secret for the user alone, if the disk lets us."""
    staged = memory.with_name(f"{memory.name}.{os.getpid()}")
    with suppress(OSError):
        memory.parent.mkdir(mode=0o700, parents=True, exist_ok=True)
        with os.fdopen(os.open(staged, os.O_WRONLY | os.O_CREAT | os.O_EXCL, 0o600), "w", encoding="ascii") as file:
            json.dump({"port": address.port, "secret": address.secret}, file)
        staged.replace(memory)


_MEMORY = "studio.json"
_KEEP = 600  # seconds that a connection of the page is kept: a new one costs as much as a drawing
_GRACE = 1  # seconds for open pages to hear that the studio ends


_HOME = Path(__file__).resolve().parents[2]  # of the package


def _shield_processes() -> None:
    """Let the processes that are started import from this installation alone, never from the current folder.

    That folder may come from a stranger, and Python would look there first.
    """
    os.environ["PYTHONSAFEPATH"] = "1"
    os.environ["PYTHONPATH"] = os.pathsep.join([str(_HOME), *filter(None, [os.environ.get("PYTHONPATH")])])


class _Server(uvicorn.Server):
    """A server that cuts off the pages that are still open when it ends: each listens for events that never end."""

    async def shutdown(self, sockets: list[socket.socket] | None = None) -> None:
        logging.getLogger("uvicorn.error").setLevel(logging.CRITICAL)  # a request that is cut off is no fault
        for task in self.server_state.tasks:
            task.cancel()
        await super().shutdown(sockets)


def serve_studio(
    folder: Path, out: Path, port: int | None, announce: Callable[[str], None], is_new: bool = False
) -> None:
    """Show a game in the browser until Ctrl-C; GF371 if the port is taken.

    In a folder that holds no game yet, which `is_new` says, the page offers to make one there. `announce` is given the
    address to open. Kits that the page builds land in `out`; what it looks at lies in a temporary folder.
    """
    _shield_processes()
    home = platformdirs.user_state_path("gutterfold")
    address = open_address(port, home / _MEMORY)
    with TemporaryDirectory(prefix="gutterfold-studio-") as workshop:

        def open_game(game: Path) -> Starlette:
            folders = tuple(path for path in (game, find_resources("templates")) if path.is_dir())
            desk = EditDesk(Session(game, Path(workshop)), home / "history")
            return Studio(desk, folders, out, address.secret).make_app()

        app = StartDesk(folder, Path(workshop), open_game, address.secret) if is_new else open_game(folder)
        config = uvicorn.Config(
            Guard(app, address.port, address.secret),
            host=HOST,
            log_level="error",
            access_log=False,
            timeout_keep_alive=_KEEP,
            timeout_graceful_shutdown=_GRACE,
            server_header=False,
        )
        announce(address.link)
        _Server(config).run(sockets=[address.listener])
