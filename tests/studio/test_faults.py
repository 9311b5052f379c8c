"""One mistake in a template is one fault, however many faces it spoils."""

from generator.model.finding import Finding, Place
from generator.studio.session import merge_faults


def fault(message: str, line: int = 7) -> Finding:
    return Finding("GF207", Place("card.svg.j2", line, 3), message)


def test_faults_that_differ_only_in_the_face_are_one() -> None:
    faces = [fault(f"there is no 'nmae' here (drawing card.sun.{number} front)") for number in range(1, 29)]
    other = fault("there is no 'nmae' here (drawing card.sun.1 front)", 9)
    assert merge_faults([*faces, other, faces[0]]) == (
        fault("there is no 'nmae' here (drawing card.sun.1 front and 27 more)"),
        other,
    )


def test_counted_faces_are_counted_on() -> None:
    known = [fault("no (x) here (drawing card.1 front and 1,000 more)"), fault("no (x) here (drawing card.2 back)")]
    assert merge_faults(known) == (fault("no (x) here (drawing card.1 front and 1001 more)"),)


def test_faults_of_no_face_stay() -> None:
    given = (fault("the id is given twice (drawing it again does not help)"), fault("x"), fault("y"))
    assert merge_faults(given[1:]) == given[1:]
