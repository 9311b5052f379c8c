"""Port and secret: kept for the user alone, so that an open page finds the studio again."""

import json
import os
import socket
from pathlib import Path

import pytest

from generator.model.finding import DataError
from generator.studio.serving import HOST, open_address


def test_port_and_secret_are_used_again(tmp_path: Path) -> None:
    memory = tmp_path / "state" / "studio.json"
    first = open_address(None, memory)
    first.listener.close()
    again = open_address(None, memory)
    again.listener.close()
    assert (again.port, again.secret) == (first.port, first.secret)
    assert again.link == f"http://127.0.0.1:{first.port}/?key={first.secret}"
    assert memory.stat().st_mode & 0o777 == 0o600
    assert [path.name for path in memory.parent.iterdir()] == ["studio.json"]


def test_only_this_machine_is_listened_to(tmp_path: Path) -> None:
    address = open_address(None, tmp_path / "studio.json")
    with address.listener as listener:
        assert listener.getsockname()[0] == HOST == "127.0.0.1"


def test_a_second_studio_takes_another_port_and_the_same_secret(tmp_path: Path) -> None:
    memory = tmp_path / "studio.json"
    first = open_address(None, memory)
    with first.listener:
        second = open_address(None, memory)
        second.listener.close()
    assert second.port != first.port
    assert second.secret == first.secret


def test_a_chosen_port_that_is_taken_is_an_error(tmp_path: Path) -> None:
    with socket.socket() as taken:
        taken.bind((HOST, 0))
        taken.listen()
        port = taken.getsockname()[1]
        with pytest.raises(DataError, match=f"GF371 port {port} is taken"):
            open_address(port, tmp_path / "studio.json")


@pytest.mark.parametrize(
    "text",
    ["", "{", "[]", '{"port": 80, "secret": "long enough to be one of ours, really"}', '{"port": 8000, "secret": ""}'],
)
def test_a_damaged_memory_is_forgotten(tmp_path: Path, text: str) -> None:
    memory = tmp_path / "studio.json"
    memory.write_text(text)
    memory.chmod(0o600)
    address = open_address(None, memory)
    address.listener.close()
    assert len(address.secret) == 32
    assert json.loads(memory.read_text()) == {"port": address.port, "secret": address.secret}


@pytest.mark.skipif(os.name != "posix", reason="other systems have no such permissions")
def test_a_secret_that_others_can_read_is_not_used(tmp_path: Path) -> None:
    memory = tmp_path / "studio.json"
    open_address(None, memory).listener.close()
    known = json.loads(memory.read_text())["secret"]
    memory.chmod(0o644)
    address = open_address(None, memory)
    address.listener.close()
    assert address.secret != known
    assert memory.stat().st_mode & 0o777 == 0o600
