"""Test the options of a build in its finished files, and which files a build may overwrite."""

import json
import re
import shutil
from collections import Counter
from pathlib import Path
from typing import Any

import pikepdf
import pytest

from generator.model.color import mix_paints, parse_hex
from generator.pipeline.build import build_kit as build_game
from generator.pipeline.options import Options
from generator.proof import figure_pictures as rule_figures
from tests.kits import GAMES, STARTERS, Kit, Kits, pieces, run
from tests.messages import facts_of
from tests.samples import UNREAD
from tests.test_output_folder import write_game

SHEETS = ("--sheets-only", *UNREAD)  # where a test is not about the rules or the checks, which take most of the time
RED, NEW, VERMILION = "#c8102e", "#7f0000", "#d55e00"  # of Psycle, of neither, of the starter
YELLOW, PALE_YELLOW = "#f2b90d", "#f0e442"  # of Psycle, and of the palette


def list_colors(kit: Kit) -> set[str]:
    """Return every color in the SVG sheets."""
    return {found for name, text in kit.svgs.items() for found in re.findall(r"#[0-9a-f]{6}\b", text)}


def count_pieces(kit: Kit) -> Counter[tuple[str, str]]:
    """Return the number of pieces of each part and side in the manifest."""
    return Counter((row["part"], row["side"]) for row in kit.manifest["placements"])


def locate_pieces(kit: Kit) -> dict[str, tuple[float, ...]]:
    """Return sheet, x, y and rotation of each piece in the manifest."""
    return {row["id"]: (row["sheet"], row["x"], row["y"], row["rotation"]) for row in kit.manifest["placements"]}


def test_color_option_repaints_one_role(kit: Kits) -> None:
    plain, red = kit("party"), kit("party", *SHEETS, "--color", "player.red=#7F0000")
    assert VERMILION in list_colors(plain)
    assert NEW not in list_colors(plain)
    assert VERMILION not in list_colors(red)
    assert NEW in list_colors(red)
    shades = {mix_paints(VERMILION, other, part / 20) for other in ("#ffffff", "#000000") for part in range(20)}
    assert list_colors(plain) - list_colors(red) <= shades
    assert locate_pieces(plain) == locate_pieces(red)
    assert list_colors(red) - list_colors(plain) <= {
        mix_paints(NEW, other, part / 20) for other in ("#ffffff", "#000000") for part in range(20)
    }


def test_color_option_repaints_the_pdf(kit: Kits) -> None:
    def list_fills(one: Kit) -> set[str]:
        with pikepdf.open(one.sheets) as pdf:
            text = b"\n".join(page.Contents.read_bytes() for page in pdf.pages).decode("latin-1")
        return set(re.findall(r"([\d.]+ [\d.]+ [\d.]+) rg\b", text))

    before, after = list_fills(kit("party")), list_fills(kit("party", *SHEETS, "--color", "player.red=#7F0000"))
    old, new = (tuple(round(int(paint[k : k + 2], 16) / 255, 3) for k in (1, 3, 5)) for paint in (VERMILION, NEW))

    def has_paint(found: set[str], paint: tuple[float, ...]) -> bool:
        return any(tuple(round(float(channel), 3) for channel in each.split()) == paint for each in found)

    found = [has_paint(fills, paint) for fills in (before, after) for paint in (old, new)]
    assert found == [True, False, False, True]


@pytest.mark.thorough
def test_the_grey_palette_uses_only_grays(kit: Kits) -> None:
    found = list_colors(kit("psycle", *SHEETS, "--palette", "grey"))
    assert len(found) > 5
    assert {paint for paint in found if len({paint[1:3], paint[3:5], paint[5:]}) > 1} == set()


@pytest.mark.thorough
def test_a_palette_changes_only_the_colors_in_which_it_differs_from_the_data(kit: Kits) -> None:
    plain, painted = list_colors(kit("psycle")), list_colors(kit("psycle", *SHEETS, "--palette", "okabe-ito"))
    assert (RED in plain, RED in painted, VERMILION in plain, VERMILION in painted) == (True, False, False, True)
    assert (YELLOW in plain, YELLOW in painted, PALE_YELLOW in plain, PALE_YELLOW in painted) == (
        True,
        False,
        False,
        True,
    )
    for paints, found, other in (((RED, YELLOW), plain, painted), ((VERMILION, PALE_YELLOW), painted, plain)):
        ends = [(paint, end) for paint in paints for end in ("#ffffff", "#000000")]
        assert found - other <= {mix_paints(*each, part / 20) for each in ends for part in range(20)}


def test_an_option_wins_over_a_palette(kit: Kits) -> None:
    found = list_colors(kit("party", *SHEETS, "--palette", "grey", "--color", "player.red=#f0a"))
    assert parse_hex("#f0a") in found
    assert "#6a6a6a" not in found


def test_letter_paper(kit: Kits) -> None:
    letter = kit("party", "--paper", "letter")
    sizes = {
        "rules-booklet-letter": (792, 612),
        "rules-half-letter": (396, 612),
        "rules-letter": (612, 792),
        "sheets-letter": (612, 792),
    }
    assert [path.name for path in letter.pdfs] == [f"party-{name}.pdf" for name in sizes]
    for path, size in zip(letter.pdfs, sizes.values(), strict=True):
        with pikepdf.open(path) as pdf:
            assert {tuple(float(at) for at in page.MediaBox) for page in pdf.pages} == {(0, 0, *size)}
    assert count_pieces(letter) == count_pieces(kit("party"))
    assert {
        (row["w"], row["h"], row["rotation"]) for row in letter.manifest["placements"] if row["part"] == "prompt"
    } == {(57.2, 88.9, 0)}
    assert all('width="215.9mm"' in text for text in letter.svgs.values())


def test_backs_for_a_printer_that_turns_on_the_short_edge(kit: Kits) -> None:
    short = kit("party", *SHEETS, "--backs", "short-edge")
    assert {row["rotation"] for row in short.manifest["placements"] if row["side"] == "back"} == {180}
    spots = locate_pieces(short)
    assert spots["prompt.1.c1.front"] == (1, 19.2, 15.15, 0)
    assert spots["prompt.1.c1.back"] == (1, 19.2, 192.95, 180)
    with pikepdf.open(short.sheets) as pdf:
        assert pdf.Root.ViewerPreferences.Duplex == "/DuplexFlipShortEdge"


def test_backs_are_mirrored_on_the_long_edge(kit: Kits) -> None:
    spots = locate_pieces(kit("party"))
    assert spots["prompt.1.c1.front"] == (1, 19.2, 15.15, 0)
    assert spots["prompt.1.c1.back"] == (1, 133.6, 15.15, 0)


def test_without_backs_every_page_is_a_front(kit: Kits) -> None:
    none = kit("party", *SHEETS, "--backs", "none")
    assert {side for _, side in count_pieces(none)} == {"front"}
    with pikepdf.open(none.sheets) as pdf:
        assert len(pdf.pages) == 1 + max(row["sheet"] for row in none.manifest["placements"])
        assert pdf.Root.ViewerPreferences.Duplex == "/Simplex"
    assert [name for name in none.svgs if "back" in name] == []


def test_only_builds_one_part(kit: Kits) -> None:
    only = kit("party", *SHEETS, "--only", "prompt")
    assert count_pieces(only) == {("prompt", "front"): 18, ("prompt", "back"): 18}
    assert {name.split(".")[0] for page in pieces(only.sheets) for name in page} == {"prompt"}
    assert [name for name in only.svgs if "prompt" not in name] == ["svg/party-00-how-to-print.svg"]


def test_parts_keep_the_order_of_the_data(kit: Kits) -> None:
    one, other = (
        kit("party", *SHEETS, "--only", "vote", "--only", "prompt"),
        kit("party", *SHEETS, "--only", "prompt", "--only", "vote"),
    )
    assert count_pieces(one) == {("prompt", "front"): 18, ("prompt", "back"): 18, ("vote", "front"): 6}
    assert locate_pieces(one) == locate_pieces(other)


def test_one_format(kit: Kits) -> None:
    svg, pdf = kit("party", *SHEETS, "--format", "svg"), kit("party", *SHEETS, "--format", "pdf")
    assert (svg.pdfs, list(pdf.svgs)) == ([], [])
    both = kit("party", "--sheets-only")  # ink is measured with what is read back
    assert svg.svgs == both.svgs
    assert ("ink" in svg.manifest, "ink" in both.manifest) == (False, True)  # measured on the pages of the PDF
    assert pdf.sheets.read_bytes() == kit("party", *SHEETS).sheets.read_bytes()
    assert {row["pdf_page"] for row in svg.manifest["placements"]} == {None}
    assert {row["svg"] for row in pdf.manifest["placements"]} == {None}


def test_live_text_is_text(kit: Kits) -> None:
    live, outlines = kit("party", *SHEETS, "--svg-text", "live"), kit("party", *SHEETS)
    assert ">act</text>" in live.svgs["svg/party-01-prompt.svg"]
    assert "<text" not in "".join(outlines.svgs.values())


def test_the_build_id_is_on_every_sheet_and_follows_the_input(kit: Kits) -> None:
    plain, letter = kit("party"), kit("party", "--paper", "letter")
    sheets, grey = kit("party", *SHEETS), kit("party", *SHEETS, "--palette", "grey")
    assert len({built.manifest["build"] for built in (plain, sheets, letter, grey)}) == 3
    assert plain.manifest["build"] == sheets.manifest["build"]
    live = kit("party", *SHEETS, "--svg-text", "live")
    assert live.manifest["build"] == plain.manifest["build"]
    assert all(live.manifest["build"] in text for text in live.svgs.values())


@pytest.fixture
def party(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Copy a starter into the current directory, and return the copy."""
    shutil.copytree(STARTERS["party"], tmp_path / "party")
    monkeypatch.chdir(tmp_path)
    return tmp_path / "party"


def build_party(*options: str, with_rules: bool = False) -> tuple[int, str, str]:
    """Build the sheets of the starter, and its rules too where a test is about them, which take most of the time."""
    return run(["build", "party", "--quiet", *options, *([] if with_rules else ["--sheets-only"])])


def read_tree(folder: Path) -> dict[str, bytes]:
    """Return every file below a folder, and every empty folder."""
    return {
        path.relative_to(folder).as_posix(): path.read_bytes() if path.is_file() else b""
        for path in sorted(folder.rglob("*"))
        if path.is_file() or not any(path.iterdir())
    }


def test_a_second_build_is_identical_and_removes_stale_files(party: Path) -> None:
    out = party.parent / "output"
    assert build_party("--only", "prompt", "--only", "vote") == (0, "", "")
    first = read_tree(out)
    assert build_party("--only", "prompt", "--only", "vote") == (0, "", "")
    assert read_tree(out) == first
    assert build_party("--only", "vote", "--format", "svg", with_rules=True) == (0, "", "")
    assert sorted(read_tree(out)) == [
        "party/manifest.json",
        "party/party-certificate.txt",
        "party/party-rules.html",
        "party/svg/party-00-how-to-print.svg",
        "party/svg/party-01-vote.svg",
    ]


def test_a_kit_of_some_parts_says_that_it_replaced_the_whole_one(party: Path) -> None:
    says = "My game: this kit has only the parts that you named, and replaces the whole one; "
    arguments = ["build", "party", "--format", "svg", "--sheets-only"]
    assert says not in run([*arguments, "--only", "vote"])[1]
    assert says not in run(arguments)[1]
    assert says in run([*arguments, "--only", "vote"])[1]
    assert says not in run([*arguments, "--only", "prompt"])[1]
    assert run([*arguments, "--out", "whole", "--quiet"])[0] == 0
    assert run([*arguments, "--out", "whole", "--only", "vote", "--quiet"]) == (0, "", "")


def test_a_build_keeps_foreign_files(party: Path) -> None:
    notes = party.parent / "output" / "party" / "svg" / "notes.txt"
    notes.parent.mkdir(parents=True)
    notes.write_text("mine")
    assert build_party("--only", "vote")[0] == 0
    assert build_party("--only", "vote", "--format", "svg")[0] == 0
    assert notes.read_text() == "mine"


@pytest.mark.parametrize("name", ["party-rules-a4.pdf", "manifest.json", "svg/party-01-vote.svg"])
def test_a_foreign_file_is_never_overwritten(party: Path, name: str) -> None:
    out = party.parent / "output"
    foreign = out / "party" / name
    foreign.parent.mkdir(parents=True)
    foreign.write_text('{"mine": true}')
    before = read_tree(out)
    code, stdout, stderr = build_party("--only", "vote", with_rules="rules" in name)
    assert (code, stdout, facts_of(stderr.splitlines())) == (1, "", [f"output/party/{name}: GF401"])
    assert "did not write this file" in stderr
    assert read_tree(out) == before


def test_an_edited_file_is_not_overwritten(party: Path) -> None:
    assert build_party("--only", "vote")[0] == 0
    edited = party.parent / "output" / "party" / "svg" / "party-01-vote.svg"
    edited.write_text(edited.read_text("utf-8") + "<!-- mine -->")
    before = read_tree(party.parent / "output")
    code, _, stderr = build_party("--only", "vote")
    assert (code, stderr.split(": ")[0]) == (1, "output/party/svg/party-01-vote.svg")
    assert read_tree(party.parent / "output") == before


def test_a_failed_build_keeps_the_last_kit(party: Path) -> None:
    assert build_party("--only", "vote")[0] == 0
    before = read_tree(party.parent / "output")
    with (party / "prompts.csv").open("a", encoding="utf-8") as prompts:
        prompts.write("One more than the rules say,draw\n")
    code, stdout, stderr = build_party("--only", "vote")
    assert (code, stdout) == (1, "")
    assert "GF101" in stderr
    assert read_tree(party.parent / "output") == before


def test_the_manifest_holds_the_options_of_the_build(kit: Kits) -> None:
    manifest = kit("party", "--paper", "letter").manifest
    assert (manifest["game"], manifest["title"], manifest["version"]) == ("party", "My game", "0.1")
    assert manifest["paper"] == {"name": "letter", "width": 215.9, "height": 279.4}
    assert manifest["backs"] == "long-edge"
    assert list(json.loads(kit("party").files["manifest.json"])["placements"][0]) == (
        "part design copy side id pdf_page svg sheet x y w h rotation look".split()
    )


def test_inside_a_game_folder_commands_use_that_game(party: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(party)
    assert run(["list"])[1].splitlines()[0] == "party  My game 0.1, 3 to 6 players"
    assert run(["list"])[1].count(" players\n") == 1
    assert run(["build", "--only", "vote", "--quiet", "--sheets-only"]) == (0, "", "")
    assert [path.name for path in Path("output").iterdir()] == ["party"]
    before = read_tree(party)
    assert "checked as it would be built" not in run(["check"])[1]
    assert run(["build", "--only", "vote", "--quiet", "--sheets-only"]) == (0, "", "")
    assert read_tree(party) == before
    Path("game.yaml").rename("other.yaml")
    assert run(["list"])[1].count(" players\n") == 5


def test_check_says_why_it_ignores_an_existing_kit(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write_game(tmp_path / "tiny")
    monkeypatch.chdir(tmp_path)

    def read_reason() -> str:
        code, stdout, stderr = run(["check", "tiny"])
        assert (code, "GF4" in stderr) == (0, False)
        found = re.search(r"\(([^()]*): checked as it would be built\)$", stdout.splitlines()[0])
        return found[1] if found else ""

    assert read_reason() == "there is no kit in output/tiny"
    assert run(["build", "tiny", "--quiet", "--only", "tile", "--format", "svg"])[0] == 0
    assert read_reason() == ""
    kit, tiny = Path("output/tiny"), Path("tiny")
    whole = (kit / "manifest.json").read_bytes()
    (kit / "manifest.json").write_bytes(whole[:-9])
    assert read_reason() == "the manifest of the kit in output/tiny cannot be read"
    (kit / "manifest.json").write_bytes(whole.replace(b'"options": ', b'"choices": '))
    assert read_reason() == "the manifest of the kit in output/tiny does not say how it was built"
    (kit / "manifest.json").unlink()
    assert read_reason() == "the manifest of the kit in output/tiny is missing"
    (kit / "manifest.json").write_bytes(whole)
    (tiny / "notes.txt").write_text("mine")
    assert read_reason() == ""  # no part of the game
    (tiny / "templates" / "mine.svg.j2").write_text("<svg/>")
    assert read_reason() == "the data or templates changed since the kit in output/tiny was built"


def test_a_removed_file_of_a_kit_does_not_block_a_build(party: Path) -> None:
    assert build_party("--only", "vote", "--format", "svg")[0] == 0
    sheet = party.parent / "output" / "party" / "svg" / "party-01-vote.svg"
    sheet.write_text(sheet.read_text("utf-8") + " ")

    def check_kit() -> str:
        stderr = run(["check", "party"])[2]
        assert facts_of(stderr.splitlines()) == ["output/party/svg/party-01-vote.svg: GF403"]
        return stderr

    assert "changed since it was built; move it away" in check_kit()
    sheet.unlink()
    assert "removed since it was built; build" in check_kit()
    assert build_party("--only", "vote", "--format", "svg")[0] == 0
    assert run(["check", "party"])[0] == 0


@pytest.mark.sampled(1)
@pytest.mark.parametrize(
    ("game", "languages"), [("specimen", ("en", "de")), ("pharaoh", ()), ("pachisi", ("en", "de"))]
)
def test_each_figure_is_rendered_once_in_each_language(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, game: str, languages: tuple[str, ...]
) -> None:
    rendered: list[tuple[str, str]] = []
    render = rule_figures.render_figure

    def render_and_count(kit: Any, faces: Any, name: str, drawn: Any) -> Any:
        rendered.append((faces.language_tag, name))
        return render(kit, faces, name, drawn)

    monkeypatch.setattr(rule_figures, "render_figure", render_and_count)
    built = build_game(GAMES[game], Options(out=tmp_path, languages=languages, processes=1))
    names = built.game.data.figures
    assert len(names) > 2
    assert built.checked.formats == ("PDF", "SVG")
    assert sorted(rendered) == sorted((tag, name) for tag in ("", "de")[: len(languages) or 1] for name in names)


def test_the_first_page_sums_up_what_it_has_no_room_for(tmp_path: Path) -> None:
    tile = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 20 20"><circle cx="10" cy="10" r="3"/></svg>'
    (tmp_path / "many" / "templates").mkdir(parents=True)
    (tmp_path / "many" / "templates" / "tile.svg.j2").write_text(tile, "utf-8")
    kinds = "".join(
        f"  p{n}: {{kind: tile, title: Kind {n}., size: [20, 20], front: tile.svg.j2, copies: 2}}\n" for n in range(200)
    )
    claim = "claims: [{id: M1, says: two of a kind, rests_on: nothing, check: count('p7') == 2}]"
    game = f'title: Many\nversion: "1"\nplayers: [1, 2]\n{claim}\nparts:\n{kinds}'
    (tmp_path / "many" / "game.yaml").write_text(game, "utf-8")
    code, _, stderr = run(["build", str(tmp_path / "many"), "--out", str(tmp_path / "kits"), "--svg-text", "live"])
    assert (code, stderr) == (0, "building many ...\n")
    page = (tmp_path / "kits" / "many" / "svg" / "many-00-how-to-print.svg").read_text("utf-8")
    assert (page.count(">Kind "), ">Kind 22.<" in page, ">Kind 23.<" in page) == (23, True, False)
    assert ">and 177 more kinds of pieces<" in page
    assert ">354<" in page
