"""One studio for all tests of a process that a starter will do for."""

from collections.abc import Iterator

import pytest

from tests.browser import Browser
from tests.studio.running import SharedStudio, make_deck

DESK = (1280, 900)


@pytest.fixture(scope="session")
def shared(tmp_path_factory: pytest.TempPathFactory) -> Iterator[SharedStudio]:
    """Start one studio for tests that change nothing in its game, and for those whose changes are set back."""
    home = tmp_path_factory.mktemp("studio")
    make_deck(home / "trick")
    with SharedStudio(home / "trick", home / "state", "--out", str(home / "kits")) as found:
        yield found


@pytest.fixture
def studio(shared: SharedStudio, browser: Browser) -> Iterator[SharedStudio]:
    """Give the shared studio to a test that changes its game or its choices, and set both back afterwards."""
    yield shared
    browser.open_address("about:blank", *DESK)
    shared.reset()
