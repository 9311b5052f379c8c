"""Images, embedded or from the game's folder: placement by preserveAspectRatio, and refusals."""

from base64 import b64encode
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from PIL import Image as Pillow

from generator.geometry.path import rectangle_segments
from generator.model.finding import DrawingError
from generator.model.picture import Clip, Group, Image, Shape
from generator.render.svg.images import ImageLoader
from generator.render.svg.images import place_image as place_loaded
from generator.render.template_files import TemplateFiles
from tests.render.drawing import check_refusal, draw_shapes, find_refusal
from tests.samples import for_each

BOX = (10.0, 20.0, 8.0, 4.0)


def make_image(kind: str = "PNG", mode: str = "RGB", size: tuple[int, int] = (4, 4), **more: Any) -> bytes:
    out = BytesIO()
    Pillow.new(mode, size).save(out, kind, **more)
    return out.getvalue()


def place_image(data: bytes, name: str, box: Any, ratio: str) -> Shape | None:
    return place_loaded(ImageLoader(lambda _: data, lambda _: None).load_file(name), box, ratio)


@for_each(
    [  # of a square in a box twice as wide as it is high, half of it shows at 100 %
        ("50 50 100", (10, 18, 8, 8)),
        ("50 0 100", (10, 20, 8, 8)),
        ("50 100 100", (10, 16, 8, 8)),
        ("0 0 200", (10, 20, 16, 16)),
        ("100 25 200", (2, 17, 16, 16)),
    ]
)
def test_a_cropped_image_fills_its_box_and_lies_as_the_percents_say(said: str, box: tuple[float, ...]) -> None:
    image = f'<image href="images/a.png" x="10" y="20" width="8" height="4" data-crop="{said}"/>'
    (found,) = draw_shapes(image, files={"images/a.png": make_image()})
    assert isinstance(found, Group)
    assert found.clip == Clip(rectangle_segments(*BOX))
    assert image_box(found.shapes[0]) == pytest.approx(box)


@for_each(["50 50", "50 50 99", "-1 0 100", "0 101 100", "0 0 1001", "a b c", "0 0 1e9"])
def test_what_crops_no_image_is_refused(said: str) -> None:
    image = f'<image href="{data_uri(make_image())}" width="8" height="4" data-crop="{said}"/>'
    assert "data-crop=" in find_refusal(image)


def data_uri(data: bytes, mime: str = "image/png") -> str:
    return f"data:{mime};base64,{b64encode(data).decode()}"


def image_box(shape: Shape | None) -> tuple[float, float, float, float]:
    assert isinstance(shape, Image)
    return shape.x, shape.y, shape.width, shape.height


def test_an_image_keeps_its_proportions_and_its_bytes() -> None:
    data = make_image(mode="RGBA")
    found = place_image(data, "it", BOX, "xMidYMid")
    assert isinstance(found, Image)
    assert (found.mime, found.data, len(found.key)) == ("image/png", data, 64)
    assert image_box(found) == (12, 20, 4, 4)
    assert image_box(place_image(data, "it", BOX, "xMaxYMid meet")) == (14, 20, 4, 4)
    assert image_box(place_image(data, "it", BOX, "none")) == BOX


def test_a_sliced_image_is_whole_in_a_clip() -> None:
    found = place_image(make_image("JPEG"), "it", BOX, "xMidYMin slice")
    assert isinstance(found, Group)
    assert found.clip == Clip(rectangle_segments(*BOX))
    assert image_box(found.shapes[0]) == (10, 20, 8, 8)


@for_each(["image/png", "image/jpeg", "image/jpg"])
def test_an_embedded_image_may_be_either(mime: str) -> None:
    (found,) = draw_shapes(
        f'<image width="8" height="4" href="{data_uri(make_image("PNG" if mime == "image/png" else "JPEG"), mime)}"/>'
    )
    assert image_box(found) == (2, 0, 4, 4)


TRUNCATED = make_image(size=(64, 64), mode="RGB")[:-30]


REFUSED: dict[str, tuple[bytes, str]] = {
    "truncated": (TRUNCATED, "~ valid PNG or JPEG"),
    "half a JPEG": (make_image("JPEG", size=(64, 64))[:300], "~ valid PNG or JPEG"),
    "not an image": (b"GIF89a, or so it says", "~ valid"),
    "nothing": (b"", "~ valid PNG or JPEG"),
}


@pytest.mark.parametrize("name", REFUSED)
def test_unsound_images_are_refused(name: str) -> None:
    with pytest.raises(DrawingError) as caught:
        place_image(REFUSED[name][0], "it", BOX, "none")
    check_refusal(caught.value.message, REFUSED[name][1])


@for_each([make_image("GIF"), make_image("WEBP"), make_image(mode="I;16")])
def test_images_of_other_kinds_become_png_of_8_bits(data: bytes) -> None:
    found = place_image(data, "it", BOX, "none")
    assert isinstance(found, Image)
    assert found.mime == "image/png"
    assert (found.data[:8], found.data[24]) == (b"\x89PNG\r\n\x1a\n", 8)


def test_the_width_of_an_image_follows_from_its_pixels() -> None:
    (found,) = draw_shapes('<image href="images/a.png" height="4"/>', files={"images/a.png": make_image()})
    assert image_box(found) == (0, 0, 4, 4)


@pytest.mark.parametrize("cut", range(len(make_image()) - 1, 0, -3))
def test_a_png_that_is_cut_anywhere_is_refused(cut: int) -> None:
    with pytest.raises(DrawingError):
        place_image(make_image()[:cut], "it", BOX, "none")


@pytest.mark.parametrize("orientation", range(1, 9))
def test_an_image_rotated_by_exif_is_turned_upright(orientation: int) -> None:
    exif = Pillow.Exif()
    exif[0x0112] = orientation
    shown = Pillow.new("RGB", (40, 20), "white")
    shown.paste((200, 0, 0), (0, 0, 10, 10))  # red at the top left, as it is to be shown
    back = {2: 0, 3: 3, 4: 1, 5: 5, 6: 2, 7: 6, 8: 4}.get(orientation)
    stored = shown if back is None else shown.transpose(Pillow.Transpose(back))
    out = BytesIO()
    stored.save(out, "JPEG", exif=exif, quality=95)
    (group,) = draw_shapes('<image href="images/a.jpg" width="4" height="2"/>', files={"images/a.jpg": out.getvalue()})
    if orientation == 1:
        assert image_box(group) == (0, 0, 4, 2)
        return
    assert isinstance(group, Group)
    (image,) = group.shapes
    assert isinstance(image, Image)
    assert b"Exif" not in image.data  # which some programs would apply once more
    assert image.pixels == stored.size
    left, top = find_red(Pillow.open(BytesIO(image.data)))
    a, b, c, d, e, f = group.matrix
    x, y = (left + 0.5) / stored.width, (top + 0.5) / stored.height
    assert (a * x + c * y + e, b * x + d * y + f) == pytest.approx((0.5, 0.5), abs=0.2)


def find_red(image: Any) -> tuple[float, float]:
    """Return the middle of what is red."""
    pixels = image.convert("RGB").load()
    found = [(x, y) for x in range(image.width) for y in range(image.height) if pixels[x, y][1] < 100]
    return sum(x for x, _ in found) / len(found), sum(y for _, y in found) / len(found)


def test_an_image_of_too_many_pixels_is_refused_before_it_is_decoded(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("generator.safety.image_files.PIXELS", 15)
    with pytest.raises(DrawingError, match=r"4 x 4 pixels.*40 million"):
        place_image(make_image(), "it", BOX, "none")


BODIES = {
    '<image href="images/a.png" width="4" height="-4"/>': "'height' '-4'",
    '<image href="data:image/tiff;base64,AA" width="4" height="4"/>': "'data:image/tiff;base64'",
    '<image href="data:image/png,AA" width="4" height="4"/>': "'data:image/png'",
    '<image href="data:image/png;base64,A" width="4" height="4"/>': "~ not base64",
    '<image href="data:image/png;base64,AAAA" width="4" height="4"/>': "~ valid PNG or JPEG",
}


@pytest.mark.parametrize("body", BODIES)
def test_bad_image_elements(body: str) -> None:
    check_refusal(find_refusal(body, files={"images/a.png": make_image()}), BODIES[body])


def test_an_image_that_is_hidden_or_has_no_size_is_not_drawn() -> None:
    files = {"images/a.png": make_image()}
    assert draw_shapes('<image href="images/a.png" width="0" height="4"/>', files=files) == ()
    assert draw_shapes('<image visibility="hidden" href="images/a.png" width="4" height="4"/>', files=files) == ()


# -- which files can be reached ------------------------------------------------------------------------------------


@pytest.fixture
def files(tmp_path: Path) -> TemplateFiles:
    for folder in ("game/images/deep", "game/templates", "shared", "game-other/images"):
        (tmp_path / folder).mkdir(parents=True)
    for name in (
        "game/images/a.png",
        "game/images/deep/b.png",
        "game/secret.png",
        "game-other/images/c.png",
        "out.png",
        "shared/d.png",
    ):
        (tmp_path / name).write_bytes(make_image())
    for name in (
        "game/templates/own.svg",
        "shared/both.svg",
        "shared/theirs.svg",
        "game/templates/both.svg",
        "out.svg",
        "game/game.svg",
    ):
        (tmp_path / name).write_text(name)
    (tmp_path / "game/images/link.png").symlink_to(tmp_path / "out.png")
    (tmp_path / "game/images/inner.png").symlink_to(tmp_path / "game/images/a.png")
    (tmp_path / "game/images/loop.png").symlink_to(tmp_path / "game/images/loop.png")
    (tmp_path / "game/templates/link.svg").symlink_to(tmp_path / "out.svg")
    return TemplateFiles(tmp_path / "game", tmp_path / "shared")


@pytest.mark.parametrize("name", ["images/a.png", "images/deep/b.png", "images/inner.png", "images/deep/../a.png"])
def test_images_of_the_game_are_reached(files: TemplateFiles, name: str) -> None:
    assert files.read_image(name) == make_image()


OUTSIDE = [
    "a.png",
    "secret.png",
    "images/../secret.png",
    "images/../../out.png",
    "images/../../game-other/images/c.png",
    "images/",
    "/etc/passwd",
    "images//etc/passwd",
    "images\\a.png",
    "images/a.png\0",
    "http://example.org/a.png",
    "file:///etc/passwd",
    "images/" + "x" * 5000,
    "",
]


@pytest.mark.parametrize("name", OUTSIDE)
def test_files_outside_the_images_are_not_reached(files: TemplateFiles, name: str) -> None:
    with pytest.raises(DrawingError) as caught:
        files.read_image(name)
    assert caught.value.code == "GF206"
    assert caught.value.message.startswith(f"there is no image {name!r} in the game's images/")


@pytest.mark.parametrize(
    ("name", "why"),
    [
        ("images/link.png", "leads out of images"),
        ("images/loop.png", "cannot be found"),
        ("images/deep", "is a folder"),
    ],
)
def test_what_is_no_image_of_the_game_says_why(files: TemplateFiles, name: str, why: str) -> None:
    with pytest.raises(DrawingError) as caught:
        files.read_image(name)
    assert caught.value.code == "GF206"
    assert caught.value.message.startswith(f"the image {name!r} {why}")


def test_templates_of_the_game_win_and_nothing_else_is_reached(files: TemplateFiles) -> None:
    assert [files.read_template(name)[0] for name in ("own.svg", "both.svg", "theirs.svg")] == [
        "game/templates/own.svg",
        "game/templates/both.svg",
        "shared/theirs.svg",
    ]
    for name in ("../game.svg", "../../out.svg", "/etc/passwd", "", "x" * 5000):
        with pytest.raises(DrawingError) as caught:
            files.read_template(name)
        assert (caught.value.code, caught.value.message.startswith(f"there is no template {name!r}")) == ("GF206", True)
    with pytest.raises(DrawingError, match=r"'link\.svg' leads out of templates"):
        files.read_template("link.svg")


@for_each(["images", "templates"])
def test_a_folder_that_is_a_link_out_of_the_game_is_not_followed(tmp_path: Path, folder: str) -> None:
    (tmp_path / "game").mkdir()
    (tmp_path / "else").mkdir()
    (tmp_path / "else/a.png").write_bytes(make_image())
    (tmp_path / "game" / folder).symlink_to(tmp_path / "else")
    files = TemplateFiles(tmp_path / "game", tmp_path / "shared")
    with pytest.raises(DrawingError, match="leads out of game"):
        files.read_image("images/a.png") if folder == "images" else files.read_template("a.png")


def test_a_huge_file_is_not_read(files: TemplateFiles) -> None:
    with (files.game / "images" / "a.png").open("r+b") as file:
        file.truncate(64 * 1024 * 1024 + 1)  # a hole: no disk is used
    with pytest.raises(DrawingError, match="is larger than 64 MiB"):
        files.read_image("images/a.png")


def test_a_template_that_is_not_utf_8_is_refused(files: TemplateFiles) -> None:
    (files.shared / "latin.svg").write_bytes(b"\xe9")
    with pytest.raises(DrawingError, match=r"the template 'latin\.svg' is not UTF-8"):
        files.read_template("latin.svg")
