"""What the writers of all targets share: the pieces of a kit, their pages and images, and the files they put."""

from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple, TypeVar

from msgspec import Struct

from generator.export.pieces import BoardShape, ExportPiece, FaceFrame, count_pixels, frame_face, list_pieces
from generator.geometry.types import Box
from generator.model.finding import Finding
from generator.model.paper import Side
from generator.model.picture import Picture
from generator.pipeline.options import Options
from generator.program.parallel import share_work
from generator.proof.kit import Kit
from generator.write.manifest import WrittenFile
from generator.write.pdf.piece_pages import PiecePage, lay_on_paper, write_piece_pages
from generator.write.spool import Spool
from generator.write.staging import StagingFolder

if TYPE_CHECKING:
    from PIL import Image

    from generator.write.press.press_inks import PressInks

BATCH_SIZE = 12  # faces that are drawn into one PDF
PARALLEL_THRESHOLD = 24  # faces from which a second process is worth its start
MOST_PIXELS = 100_000_000  # of one image: 300 MB while it is drawn
T = TypeVar("T")


class ExportRequest(Struct, frozen=True):
    """What an export is asked for: its target, pixels in an inch, and what single targets ask for.

    `url` is where images of a virtual table will be found; `machine` the cutting machine, and `overcut` how far its
    blade runs on past the start of a cut, mm; `players` the number for whom a virtual table is set. `one_file` binds
    all pieces into one PDF, and `separate_backs` their backs into a second. `profile` is the file of the ICC profile of
    the press whose inks PDFs are in, and `ink_limit` the most that they may add up to, percent.
    """

    target: str
    dpi: float = 300.0
    url: str = ""
    machine: str = "silhouette"
    overcut: float = 0.0
    players: int | None = None
    one_file: bool = False
    separate_backs: bool = False
    profile: Path | None = None
    ink_limit: float | None = None


class FacePage(NamedTuple):
    """A face to draw: its page, the size of its image in pixels, and whether the image is clear outside its outline."""

    page: PiecePage
    size: tuple[int, int]
    clear: bool = False

    def scale(self, factor: float) -> "FacePage":
        """Return the face with an image of another size."""
        width, height = self.size
        return self._replace(size=(max(1, round(width * factor)), max(1, round(height * factor))))


class ExportJob(Struct, frozen=True, eq=False):
    """An export in progress; `built` is the folder of the kit that was built and checked for it.

    `inks` are those of the press that PDFs are for, if one is named.
    """

    kit: Kit
    options: Options
    request: ExportRequest
    stage: StagingFolder
    built: Path
    progress: Callable[[int, int], None]
    notes: list[Finding]
    inks: "PressInks | None" = None

    def list_pieces(self, boards: BoardShape = "sections") -> list[ExportPiece]:
        """Return the pieces of the chosen parts."""
        return list_pieces(self.kit.parts, boards)

    def count_pieces(self) -> int:
        """Return how many pieces the chosen parts have; a board is one, however it is printed."""
        return sum(piece.copies for piece in self.list_pieces("whole"))

    def draw(self, piece: ExportPiece, side: Side) -> Picture:
        """Return a face of a piece."""
        if piece.is_whole:
            return self.kit.faces.draw_whole(piece.part, piece.design, side)
        return self.kit.faces.draw_face(piece.part, piece.design, side)

    def frame(self, piece: ExportPiece, side: Side, bleed: float | None) -> tuple[Picture, FaceFrame]:
        """Return a face and the part of it that is exported."""
        picture = self.draw(piece, side)
        return picture, frame_face(piece, picture, bleed)

    def make_page(self, piece: ExportPiece, side: Side, bleed: float | None, dpi: float | None = None) -> FacePage:
        """Return a face as a page of its own size, and the size of its image."""
        picture, frame = self.frame(piece, side, bleed)
        page = PiecePage(picture, frame.box, frame.trim, frame.box, frame.clip)
        return FacePage(page, self.measure(frame.box, dpi), frame.is_cut)

    def measure(self, box: Box, dpi: float | None = None) -> tuple[int, int]:
        """Return the size of a box in pixels."""
        dots = dpi or self.request.dpi
        return count_pixels(box[2], dots), count_pixels(box[3], dots)

    def render(self, faces: Sequence[FacePage]) -> "list[Image.Image]":
        """Return the images of some faces; equal ones are rendered once, and what is not printed is white as paper."""
        from generator.readback.page_images import render_page_images

        distinct: dict[tuple[object, ...], int] = {}
        for face in faces:
            distinct.setdefault((face.page, face.size, face.clear), len(distinct))
        rows = [FacePage(*key) for key in distinct]  # type: ignore[arg-type]
        pages = [lay_on_paper(each.page) if each.clear else each.page for each in rows]
        data = b"".join(write_piece_pages(pages, self.title, self.kit.fonts.find_font).read_blocks())
        images = list(render_page_images(data, [each.size for each in rows], [each.clear for each in rows]))
        return [images[distinct[face.page, face.size, face.clear]] for face in faces]

    @property
    def title(self) -> str:
        """Return the title of the game."""
        return self.kit.game.data.title

    def say(self, text: str) -> str:
        """Return words of gutterfold or of the game in the language of the pieces, if it has them."""
        return self.kit.faces.translate_own(text)

    def share(self, count: int, work: Callable[[int], T], faces: int, done: int = 0, of: int | None = None) -> list[T]:
        """Return work(0) to work(count - 1), shared by two processes if that many faces pay."""
        pays = self.options.processes > 1 and faces >= PARALLEL_THRESHOLD and count > 1
        total = of or count
        results = list(share_work(count, work, pays, lambda n: self.progress(done + n, total)))
        self.progress(done + count, total)
        return results

    def put(self, path: str, data: bytes | Spool) -> WrittenFile:
        """Stage a file that lands with the others."""
        self.stage.write_file(path, data)
        return self.stage.written[-1]

    def put_text(self, path: str, text: str) -> None:
        """Stage a text."""
        self.put(path, text.encode())
