"""Kits are drawn as recorded: `make test` builds two of those that `make digests` and `make test-all` build one and all."""

import json

import pytest

from tests.kit_digests import DIGESTS, compare_kits, digest_kit, list_kits
from tests.samples import WHOLE

KNOWN: dict[str, dict[str, str]] = json.loads(DIGESTS.read_text("utf-8"))
SAMPLE = ("hypnosia a4", "psycle live text")


def test_every_kit_is_recorded() -> None:
    assert sorted(KNOWN) == sorted(name for name, *_ in list_kits())
    assert len(KNOWN) == 36


@pytest.mark.parametrize("kit", [kit for kit in list_kits() if WHOLE or kit[0] in SAMPLE], ids=lambda kit: kit[0])
def test_a_kit_is_drawn_as_recorded(kit: tuple[str, str, tuple[str, ...]]) -> None:
    name, files = digest_kit(kit)
    # PDFs are compressed, and another zlib may pack the same drawing in other bytes
    plain = {file: digest for file, digest in files.items() if not file.endswith(".pdf")}
    assert len(plain) > 4
    assert plain == {file: digest for file, digest in KNOWN[name].items() if not file.endswith(".pdf")}
    assert files.keys() == KNOWN[name].keys()


def test_a_file_that_differs_is_named() -> None:
    known = {"a": {"x.svg": "1", "y.pdf": "2"}, "b": {"z.pdf": "3"}}
    assert compare_kits(known, {"a": {"x.svg": "1", "y.pdf": "2"}}) == []
    assert compare_kits(known, {"a": {"x.svg": "0", "w.pdf": "2"}}) == ["a: w.pdf", "a: x.svg", "a: y.pdf"]
