"""A finished kit whose files and manifest a stranger has changed: `check` inspects each file that the manifest lists."""

import hashlib
import json
from pathlib import Path

import pikepdf
import pytest
from pikepdf import Dictionary, Name

from generator.readback.svg import reader
from tests.kits import run
from tests.messages import facts_of
from tests.test_output_folder import write_game

RULES = """# Tiny

## Links

Take a tile.

Read [more](https://example.org/more?a=1&b=2), [write](mailto:tiny@example.org), or see [Links](#links).
"""


@pytest.fixture
def kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Give the kit of a small game, whose rules hold links of all kinds."""
    write_game(tmp_path / "tiny")
    (tmp_path / "tiny" / "rules.md").write_text(RULES, "utf-8")
    monkeypatch.chdir(tmp_path)
    assert run(["build", "tiny", "--quiet"])[0] == 0
    return tmp_path / "output" / "tiny"


def sign(kit: Path, path: str) -> None:
    """Write the digest of a file into the manifest, which may not list it yet."""
    manifest, data = json.loads((kit / "manifest.json").read_bytes()), (kit / path).read_bytes()
    manifest["files"] = [file for file in manifest["files"] if file["path"] != path]
    manifest["files"].append({"path": path, "sha256": hashlib.sha256(data).hexdigest(), "bytes": len(data)})
    (kit / "manifest.json").write_text(json.dumps(manifest), "utf-8")


def replace(kit: Path, path: str, old: bytes, new: bytes) -> None:
    """Change a file of the kit, which the manifest confirms."""
    data = (kit / path).read_bytes()
    assert old in data
    (kit / path).write_bytes(data.replace(old, new, 1))
    sign(kit, path)


def check() -> list[str]:
    """Check the game; return the facts of all errors."""
    code, stdout, stderr = run(["check", "tiny"])
    assert "as it would be built" not in stdout
    found = facts_of(line for line in stderr.splitlines() if ": GF" in line and ": note:" not in line)
    assert code == (1 if found else 0)
    return found


def test_links_in_rules_are_no_fault(kit: Path) -> None:
    assert b'href="https://example.org/more?a=1&amp;b=2"' in (kit / "tiny-rules.html").read_bytes()
    assert b"/URI" in (kit / "tiny-rules-a4.pdf").read_bytes()
    assert check() == []


def test_rules_that_act_are_told_with_their_place(kit: Path) -> None:
    for name in ("tiny-rules-a4.pdf", "tiny-rules-booklet-a4.pdf"):
        with pikepdf.open(kit / name, allow_overwriting_input=True) as pdf:
            pdf.pages[0].obj.AA = Dictionary(O=Dictionary(S=Name.URI, URI="https://example.org"))
            pdf.save()
        sign(kit, name)
    replace(kit, "tiny-rules.html", b"</body>", b"<script>1</script></body>")
    line = (kit / "tiny-rules.html").read_text("utf-8").count("\n") - 1
    assert sorted(check()) == [
        "tiny-rules-a4.pdf, page 1: GF117",
        "tiny-rules-booklet-a4.pdf, page 1: GF117",
        f"tiny-rules.html:{line}:1: GF117 <script>",
    ]


@pytest.mark.sampled(2)
@pytest.mark.parametrize(
    "path",
    ["setup.exe", "svg/tiny-09-x.exe", "tiny-sheets-letter.pdf", "tiny-rules-a4.exe", "more/tiny-rules.html", "x.svg"],
)
def test_a_listed_file_that_gutterfold_does_not_write_is_refused(kit: Path, path: str) -> None:
    (kit / path).parent.mkdir(exist_ok=True)
    (kit / path).write_bytes(b"x")
    assert check() == []  # a file of the user's own
    sign(kit, path)
    assert check() == [f"{path}: GF117"]
    assert run(["build", "tiny", "--quiet"])[0] == 0
    assert not (kit / path).exists()
    assert check() == []


def test_a_sheet_that_is_too_large_is_not_read(kit: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    path = "svg/tiny-01-tile.svg"
    monkeypatch.setattr(reader, "MOST_MARKUP_BYTES", 100_000)
    replace(kit, path, b"</svg>", b"<!-- ;base64,%b --></svg>" % (b"x" * 100_000))
    assert check() == []
    replace(kit, path, b"</svg>", b"<!-- %b --></svg>" % (b"x" * 100_000))
    assert check() == [f"{path}: GF117 0"]
    monkeypatch.setattr(reader, "MOST_BYTES", 128 * 1024)
    assert check() == [f"{path}: GF117 128"]
