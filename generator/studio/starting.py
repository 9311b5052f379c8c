"""The page of a folder that holds no game yet: make one, or open one of those below it, and go on with it."""

import asyncio
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from pathlib import Path

from jinja2 import Environment, FileSystemLoader
from starlette.applications import Starlette
from starlette.requests import Request
from starlette.responses import HTMLResponse, JSONResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles

from generator.model.card_sizes import CARD_SIZES
from generator.model.finding import DataError, describe_disk_error
from generator.pipeline.editing.new_games import (
    MOST_BYTES,
    GivenFiles,
    NewGame,
    describe_starters,
    list_games_below,
)
from generator.studio.guard import Receive, Scope, Send, read_body, read_json, refuse_request

_HERE = Path(__file__).parent


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
