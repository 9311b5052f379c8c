"""Serve the studio until it is stopped."""

import logging
import os
from collections.abc import Callable
from pathlib import Path
from socket import socket
from tempfile import TemporaryDirectory

import platformdirs
import uvicorn
from starlette.applications import Starlette

from generator.program.identity import find_resources
from generator.studio.address import HOST, open_address
from generator.studio.edit_routes import EditDesk
from generator.studio.guard import Guard
from generator.studio.server import Studio
from generator.studio.session import Session
from generator.studio.starting import StartDesk

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

    async def shutdown(self, sockets: list[socket] | None = None) -> None:
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
