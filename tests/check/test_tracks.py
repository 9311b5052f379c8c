"""check_tracks: a sound track passes; a missing, moved or misnumbered space is reported (GF118, GF126)."""

from generator.check.faces.boards import check_tracks
from generator.check.faces.values import check_space_numbers
from generator.components.flat_pieces import TrackData, track_outline, track_values
from generator.geometry.matrix import Matrix, multiply_matrices
from generator.model.finding import Place
from generator.model.game import Design, Part
from generator.model.printed import Mark, ReadPiece
from tests.check.kit import facts_with, find_in_format, lines
from tests.samples import for_each

PLACE = Place("wren/game.yaml", 9, 3)
TRACK = TrackData(first=-1, last=3, columns=3, cell=10, border=2, snake=True, front="f", copies=1)
PART = Part(
    "track",
    "",
    "track",
    track_outline(TRACK),
    0,
    None,
    "f",
    None,
    track_values(TRACK),
    (Design("1", {}, 1, PLACE),),
    "",
    PLACE,
)
PAPER: Matrix = (0.0, 1.0, -1.0, 0.0, 100.0, 50.0)
MIDDLES = {-1: (7, 7), 0: (17, 7), 1: (27, 7), 2: (27, 17), 3: (17, 17)}
MARKS = tuple(
    Mark(f"space.{n}", multiply_matrices(PAPER, (1, 0, 0, 1, x, y)), b"", (), str(n)) for n, (x, y) in MIDDLES.items()
)


def find_faults(*marks: Mark) -> list[str]:
    """Return the facts of what check_tracks reports of a track with these marks."""
    seen = ReadPiece("track.1.c1.front", "track", "1", 1, "front", "a.svg", 1, PAPER, b"", None, (210, 297), marks)
    found = [
        line for check in (check_tracks, check_space_numbers) for line in lines(find_in_format(check, [PART], [seen]))
    ]
    assert all(line.startswith("wren/game.yaml:9:3: GF1") and line.endswith(" (templates/f)") for line in found)
    bare = [line[20:].removesuffix(" (templates/f)").replace("track.1.c1.front in a.svg: ", "") for line in found]
    return [facts_with(line, "missing|twice|no space|from its place") for line in bare]


def test_template_values_of_the_spaces() -> None:
    found = [(space["mark"], space["at"]) for space in track_values(TRACK)["spaces"]]
    assert found == [(f"space.{n}", f"translate({x} {y})") for n, (x, y) in MIDDLES.items()]


def test_a_sound_track() -> None:
    assert find_faults() == []
    assert find_faults(*MARKS, Mark("star", PAPER, b"", (), "9")) == []
    assert find_faults(*(mark._replace(text="") if n % 2 else mark for n, mark in enumerate(MARKS))) == []


@for_each(
    [
        (MARKS[:4], "GF118 '3' missing"),
        ((*MARKS, MARKS[2]), "GF118 '1' twice"),
        ((*MARKS, MARKS[2]._replace(name="space.4")), "GF118 no space '4' '-1' '0' '1' '2' '3'"),
        ((*MARKS[:4], MARKS[4]._replace(matrix=MARKS[3].matrix)), "GF118 '3' 10 from its place"),
        ((*MARKS[:4], MARKS[4]._replace(text="4")), "GF126 '3' '4'"),
        ((MARKS[0]._replace(text="1"), *MARKS[1:]), "GF126 '-1' '1'"),
        ((MARKS[0]._replace(text="\u22121"), *MARKS[1:]), ""),
    ]
)
def test_a_faulty_track(marks: tuple[Mark, ...], expected: str) -> None:
    assert find_faults(*marks) == ([expected] if expected else [])
