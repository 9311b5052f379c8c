"""Test the certificate of a kit: claims and numbers with results, findings, waivers and unchecked claims."""

import json
import re
from pathlib import Path

import pytest

from tests.kits import GAMES, Kit, Kits, run
from tests.messages import facts, facts_of

GAME = """\
title: Wren
version: "2"
players: [1, 4]
colors:
  player.red: {paint: "#d55e00"}
  player.blue: {paint: "#0072b2"}
parts:
  hand: {kind: tile, title: Cards, size: [30, 30], front: h.svg.j2, for_each: player, copies: 2}
  die: {kind: die, size: 16, faces: [1, 2, 3, 4, 5, 6], front: d.svg.j2, copies: 1}
rules: rules.md
claims:
  - {id: W1, says: "each color has two cards, and they look alike", rests_on: "rules of Wren, Cards", check: "per_color('hand') == 2 and looks('hand', 'front') == 2 and players() == [1, 4]"}
  - {id: W2, says: five of them, rests_on: a guess, check: count('hand') == 5, level: warning}
  - {id: W3, says: six of them, rests_on: a guess, check: count('hand') == 6}
unchecked:
  - {id: W4, says: it ends, why: nobody played it}
waivers:
  - {code: GF102, at: W3, reason: the sixth is sold apart}
  - {code: GF122, at: die, reason: an old die}
"""
RULES = "# Wren\n\nThere are {{ claim(4, 'hand') }} cards for {{ claim(4, 'players()|max') }}. Throw the die.\n"
TILE = '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 30 30"><rect x="5" y="5" width="9" height="9" fill="{{ player.paint }}"/></svg>'
DIE = """\
<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {{ w }} {{ h }}">
{% for face in faces %}<g class="{{ face.mark }}" transform="{{ face.at }}"><rect x="-2" y="-2" width="4" height="{{ face.value / 2 }}"/></g>
{% endfor %}</svg>
"""
TEXT = """\
What was verified: Wren
=======================
Version 2

Before this kit was released, its finished files were read back from the disk, and what the rules
say was checked against the data of the game and against these files. Each piece on the sheets was
counted, and its size, shape, position and cut marks were checked, as were each back against its
front, each text against the safe zone, and against the data: the words on faces that show a value,
and the cells, faces and lines of boards, dice and cards.

1 claim and 2 numbers of the rules hold against data and sheets; faces read back: 5 in the PDF, 5 in
the SVG.

8 facts: 8 seen; 2 of 2 numbers held. To see whether the paper shows a fact, it was changed and
drawn again, by witness: on one design for each way in which a template draws, each column and each
sort of value.

Witnesses: Cards (2 of 2): red, blue.


Counts
------
How many of each part there are: in rules and claims, in the data, and in the finished files.

part                          rules                                       data  PDF  SVG  verdict
Cards                         4 (rules.md:3, W1), 5 (W2), 6 (W3)          4     4    4    differ
die                           ~                                           1     1    1    unclaimed


Claims
------
Each with its source, what was asked to test it, and what the data and the sheets answered. ~ stands
where they cannot answer.

claim  asked                             data                           sheets              verdict

W1     each color has two cards, and they look alike                                        holds
       rules of Wren, Cards
       per_color('hand')                 2                              2
       looks('hand', 'front')            ~                              2
       players()                         [1, 4]                         ~

W2     five of them                                                                         false
       a guess
       count('hand')                     4                              4

W3     six of them                                                                          waived
       a guess
       count('hand')                     4                              4


Numbers in the rules
--------------------
Numbers that the text marks as claims, each with its line and what was counted.

line        rules  counted                                   data           sheets         verdict
rules.md:3  4      hand                                      4              4              holds
rules.md:3  4      players()|max                             4              ~              holds


Findings
--------
Other findings, none of which stops a build.

code   level    what and where
GF134  note     game.yaml:9:3: no claim checks the number of 'die'; add a claim such as count('die')
                == 1
GF102  warning  game.yaml:13:60: W2 five of them: count('hand') == 5 is false; count('hand') = 4
                (game.yaml:8:95)


Waived
------
Findings that the game waives, and why.

code   what and where                                          reason
GF122  game.yaml:9:37: GF122 warning: die 1: opposite faces    an old die
       of a numbered die add up to 7, but here 1 is opposite
       2 and 5 is opposite 6
GF102  game.yaml:14:59: GF102 W3 six of them: count('hand')    the sixth is sold apart
       == 6 is false; count('hand') = 4 (game.yaml:8:95)


Not yet checked
---------------
What the rules also say; no program has checked it.

claim  it says                                                 why not
W4     it ends                                                 nobody played it

build %s
""".replace("~", "\N{EN DASH}")


@pytest.fixture
def wren(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """Write a small game below the current directory, and return its folder."""
    home = tmp_path / "nest" / "wren"
    (home / "templates").mkdir(parents=True)
    for name, text in {
        "game.yaml": GAME,
        "rules.md": RULES,
        "templates/h.svg.j2": TILE,
        "templates/d.svg.j2": DIE,
    }.items():
        (home / name).write_text(text, "utf-8")
    monkeypatch.chdir(tmp_path)
    return home


def build_wren(*options: str) -> Kit:
    code, stdout, stderr = run(["build", "nest/wren", *options])
    assert code == 0, stderr
    return Kit(Path("nest/wren"), Path("output/wren"), stdout, stderr)


def read_certificate(kit: Kit) -> str:
    return kit.files["wren-certificate.txt"].decode()


def test_text_of_the_certificate(wren: Path) -> None:
    kit = build_wren()
    assert read_certificate(kit) == TEXT % kit.manifest["build"]


def test_the_certificate_is_a_file_of_the_kit(wren: Path) -> None:
    kit = build_wren()
    assert kit.manifest["files"][-1]["path"] == "wren-certificate.txt"
    row = re.split("  +", kit.stdout.splitlines()[6])
    assert row[1:3] == ["output/wren/wren-certificate.txt", "what was verified"]
    assert run(["check", "nest/wren"])[1].splitlines()[0].endswith("5 in the PDF, 5 in the SVG")
    Path("output/wren/wren-certificate.txt").write_text("all is well", "utf-8")
    code, _, stderr = run(["check", "nest/wren"])
    assert (code, stderr.startswith("output/wren/wren-certificate.txt: GF403 ")) == (1, True)


def test_check_lists_waived_findings(wren: Path) -> None:
    code, stdout, stderr = run(["check", "nest/wren"])
    waived = [line for line in stdout.splitlines() if line.startswith("  waived: ")]
    assert waived == [
        "  waived: GF122 at nest/wren/game.yaml:9:37: die 1: opposite faces of a numbered die add up to 7, but here"
        " 1 is opposite 2 and 5 is opposite 6 (an old die)",
        "  waived: GF102 at nest/wren/game.yaml:14:59: W3 six of them: count('hand') == 6 is false; count('hand') = 4"
        " (nest/wren/game.yaml:8:95) (the sixth is sold apart)",
    ]
    assert (code, stderr.count("GF102"), stderr.count("GF122"), stderr.count("GF106")) == (0, 1, 0, 0)


def test_json_lists_waived_findings(wren: Path) -> None:
    (game,) = json.loads(run(["check", "nest/wren", "--format", "json"])[1])["games"]
    where = {"game": "wren", "file": "nest/wren/game.yaml", "line": 14, "column": 59}
    assert [each["code"] for each in game["waived"]] == ["GF122", "GF102"]
    waived = game["waived"][1]
    assert facts(waived.pop("message")) == "3 'hand' 6 'hand' 4 nest/wren/game.yaml:8:95"
    assert waived.pop("lines")[2] == "would hold: count('hand') = 6, in place of 4"
    assert waived == {"code": "GF102", "level": "error", **where, "reason": "the sixth is sold apart"}


def test_without_its_waiver_a_finding_fails_the_build(wren: Path) -> None:
    (wren / "game.yaml").write_text(GAME.replace("at: W3", "at: W2"), "utf-8")
    code, _, stderr = run(["build", "nest/wren"])
    assert (code, Path("output").exists()) == (1, False)
    assert re.findall(r"GF1\d\d (?:warning: )?W\d", stderr) == ["GF102 W3"]


def test_an_unused_waiver_is_a_warning_of_a_full_build(wren: Path) -> None:
    (wren / "game.yaml").write_text(GAME.replace("faces: [1, 2, 3, 4, 5, 6]", "faces: [1, 6, 2, 5, 3, 4]"), "utf-8")
    kit = build_wren()
    assert "nest/wren/game.yaml:19:5: GF106 warning: GF122 'die'" in facts_of(kit.stderr.splitlines())
    (line,) = re.findall(r"^GF106 .*", read_certificate(kit), re.MULTILINE)
    assert facts(line) == "GF106 game.yaml:19:5 GF122 'die'"
    assert line.startswith("GF106  warning  ")
    for options in (("--only", "hand"), ("--paper", "a5"), ("--no-read-back",), ("--color", "player.red=#123456")):
        assert "GF106" not in build_wren(*options).stderr


def test_certificate_without_read_back(wren: Path) -> None:
    kit = build_wren("--no-read-back")
    certificate = " ".join(read_certificate(kit).split())
    assert "The finished files of this kit were not read back." in certificate
    assert "0 claims and 2 numbers of the rules hold against the data; the files were not read back" in certificate
    assert re.search(r"^W1 .* waits$", read_certificate(kit), re.MULTILINE)
    assert re.search(r"^rules.md:3  4      hand +4 +\N{EN DASH} +holds$", read_certificate(kit), re.MULTILINE)


def test_certificate_of_an_svg_build(wren: Path) -> None:
    kit = build_wren("--format", "svg")
    assert kit.pdfs == []
    assert re.search(r"^part .* data  SVG  verdict$", read_certificate(kit), re.MULTILINE)
    assert "faces read back: 5 in the SVG." in " ".join(read_certificate(kit).split())


def test_certificate_without_claims_and_rules(wren: Path) -> None:
    bare = GAME[: GAME.index("rules: rules.md")] + "waivers:\n  - {code: GF100, reason: a box of parts}\n"
    (wren / "game.yaml").write_text(bare, "utf-8")
    (wren / "rules.md").unlink()
    certificate = read_certificate(build_wren())
    assert "\nClaims\n------\nThe game makes none.\n" in certificate
    assert re.findall(r"^GF.*", certificate, re.MULTILINE)[0].startswith("GF122  warning  game.yaml:9:37: ")
    assert re.findall(r"^(GF100)  .*  (a box of parts)$", certificate, re.MULTILINE) == [("GF100", "a box of parts")]
    assert re.findall(r"^(\w[\w ]+)\n---", certificate, re.MULTILINE) == ["Counts", "Claims", "Findings", "Waived"]


def test_a_game_that_claims_nothing_builds_and_says_so(wren: Path) -> None:
    (wren / "game.yaml").write_text(GAME[: GAME.index("rules: rules.md")], "utf-8")
    (wren / "rules.md").unlink()
    kit = build_wren()
    compared = "nothing is claimed, so only counts and files were compared with data and sheets"
    assert f"Wren: {compared}; faces read back: " in kit.stdout
    assert "GF100" not in kit.stderr
    head, said, *_ = read_certificate(kit).split("\n\n")
    assert head.startswith("What was verified: Wren")
    assert " ".join(said.split()).startswith(f"{compared.capitalize()}; faces read back: ")
    code, _, notes = run(["check", "nest/wren"])
    assert (code, notes.count("GF100 note: ")) == (0, 1)
    code, _, errors = run(["check", "nest/wren", "--strict"])
    assert (code, errors.count("GF100 the game makes no claims")) == (1, 1)


def test_data_that_ask_for_coverage_need_claims(wren: Path) -> None:
    bare = GAME[: GAME.index("rules: rules.md")] + "coverage: {numbers: 100}\n"
    (wren / "game.yaml").write_text(bare, "utf-8")
    (wren / "rules.md").unlink()
    code, _, stderr = run(["build", "nest/wren"])
    assert (code, re.findall(r"GF100 (?!note)\w+", stderr)) == (1, ["GF100 the"])


def test_a_repeated_long_result_is_abbreviated(wren: Path) -> None:
    text = GAME.replace("check: count('hand') == 5", "check: \"colors('player') == [] or faces('die') == []\"")
    (wren / "game.yaml").write_text(text, "utf-8")
    (line,) = re.findall(r"^ +faces\('die'\) .*$", read_certificate(build_wren()), re.MULTILINE)
    assert re.split("  +", line)[2:] == ["[1, 2, 3, 4, 5, 6]", "the same"]


def test_the_certificate_is_in_the_language_of_the_sheets(wren: Path) -> None:
    (wren / "rules.de.md").write_text(RULES.replace("cards", "Karten"), "utf-8")
    (wren / "rules.de.yaml").write_text("parts: {hand: [Karte, Karten], die: [Würfel, Würfel]}\n", "utf-8")
    certificate = read_certificate(build_wren("--lang", "de"))
    assert certificate.startswith("Was geprüft wurde: Wren\n=======================\nFassung 2\n\nVor der Freigabe ")
    says = " ".join(certificate.split())
    assert (
        "1 Aussage und 4 Zahlen der Regeln stimmen; verglichen mit Daten und Blättern; zurückgelesene Seiten:" in says
    )
    assert "8 Angaben: 8 gesehen; 4 von 4 Zahlen geprüft. Um zu sehen, ob" in says
    assert re.findall(r"^(\w[\w ]+)\n---", certificate, re.MULTILINE) == [
        "Anzahlen", "Aussagen", "Zahlen in den Regeln", "Befunde", "Zugelassen", "Noch nicht geprüft",
    ]  # fmt: skip
    assert re.findall(r"^W\d .* (\S+)$", certificate, re.MULTILINE) == ["stimmt", "falsch", "zugelassen", "it"]
    assert re.search(r"^Karten  +.*  verschieden$", certificate, re.MULTILINE)
    assert re.search(r"^Stand [0-9a-f]{8}$", certificate, re.MULTILINE)


@pytest.mark.sampled(1)
@pytest.mark.parametrize("name", GAMES)
def test_every_claim_of_a_game_stands_in_its_certificate(name: str, kit: Kits) -> None:
    made = kit(name)
    certificate = made.files[f"{name}-certificate.txt"].decode()
    assert max(map(len, certificate.splitlines())) <= 100
    data = (GAMES[name] / "game.yaml").read_text("utf-8")
    ids = re.findall(r"^  - (?:\{)?id: ([\w.]+)(?=[,\n])", data[data.index("\nclaims:") :], re.MULTILINE)
    assert len(ids) > 2
    assert [re.findall(rf"^{re.escape(each)}  ", certificate, re.MULTILINE) for each in ids] == [
        [f"{each}  "] for each in ids
    ]


def test_parts_not_printed_are_checked_against_the_data_alone(wren: Path) -> None:
    kit = build_wren("--only", "die")
    says = (
        "0 claims and 2 numbers of the rules hold against data and the sheets of die alone;"
        " faces read back: 1 in the PDF, 1 in the SVG; not held against the sheets: 1"
    )
    *_, told, ink, _ = kit.stdout.splitlines()
    assert told == f"Wren: {says}"
    assert ink.startswith("Wren: Ink for the sheets: ")
    assert f"{says}." in " ".join(read_certificate(kit).split())
