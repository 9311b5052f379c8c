"""Two pictures are compared shape by shape: only the boxes of what differs are found, and names of groups are no shapes."""

from generator.model.picture import Group, Paint, Path, Picture, Shape
from generator.render.picture_changes import find_changed_boxes

BLACK, RED = Paint("#000000"), Paint("#ff0000")


def square(x: float, y: float, paint: Paint = BLACK) -> Path:
    return Path((("M", x, y), ("L", x + 1, y), ("L", x + 1, y + 1), ("L", x, y + 1), ("Z",)), paint)


def picture(*shapes: Shape) -> Picture:
    return Picture(0, 0, 20, 20, shapes)


def test_equal_pictures_differ_nowhere() -> None:
    assert find_changed_boxes(picture(square(1, 1), square(3, 3)), picture(square(1, 1), square(3, 3))) == []


def test_one_changed_shape_is_found_among_others() -> None:
    one = picture(square(1, 1), square(3, 3), square(5, 5))
    other = picture(square(1, 1), square(3, 3, RED), square(5, 5))
    assert find_changed_boxes(one, other) == [(3, 3, 4, 4), (3, 3, 4, 4)]


def test_a_shape_more_or_less_is_found() -> None:
    one, other = picture(square(1, 1), square(5, 5)), picture(square(1, 1), square(3, 3), square(5, 5))
    assert find_changed_boxes(one, other) == find_changed_boxes(other, one) == [(3, 3, 4, 4)]


def test_two_shapes_in_another_order_differ() -> None:
    one, other = picture(square(1, 1), square(1.5, 1, RED)), picture(square(1.5, 1, RED), square(1, 1))
    assert find_changed_boxes(one, other) != []


def test_a_change_inside_a_group_is_found_where_the_group_puts_it() -> None:
    moved = (1.0, 0.0, 0.0, 1.0, 10.0, 0.0)
    one = picture(Group((square(1, 1), square(3, 3)), moved, name="row.cost"))
    other = picture(Group((square(1, 1), square(3, 3, RED)), moved, name="row.cost"))
    assert find_changed_boxes(one, other) == [(13, 3, 14, 4), (13, 3, 14, 4)]


def test_the_name_of_a_group_draws_nothing() -> None:
    one, other = (picture(Group((square(1, 1),), name=name)) for name in ("row.a", "row.b"))
    assert find_changed_boxes(one, other) == []
