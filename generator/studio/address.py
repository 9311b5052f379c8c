"""Choose the studio's port and secret, and remember them: an open page finds a studio that was started again."""

import json
import os
import socket
import sys
from contextlib import suppress
from pathlib import Path
from secrets import token_urlsafe
from typing import NamedTuple

from generator.model.finding import Place, refuse
from generator.safety.files import UnsafeFileError, read_regular_file

HOST = "127.0.0.1"
_MOST_BYTES = 1000  # of the file that remembers
_SECRET_BYTES = 24
_PORTS = range(1024, 65536)


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
