"""The checks of printed faces, as the table calls them: for a kit and one format of its files."""

from collections.abc import Iterator
from itertools import chain

from generator.check.check_context import CheckContext, FormatContent
from generator.check.faces import boards, labels, nets, path_lines, values
from generator.model.finding import Finding


def check_board_faces(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report cells, routes and arrows that differ from the data, and cells that look alike (GF118, GF119)."""
    unlabeled = {name for name, part in case.game.parts.items() if "labels" in part.hidden}
    return boards.check_boards(case.parts, shown.seen, case.paints, case.locate, unlabeled, case.compare)


def check_track_faces(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report spaces of tracks that are out of place or show another number (GF118, GF126)."""
    return labels.check_tracks(case.parts, shown.seen, case.locate)


def check_shown_values(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report values, labels and letters that a face shows differently from the data (GF126)."""
    says = case.translated_words
    return chain(
        values.check_values(case.game, case.parts, shown.seen, case.locate, says, case.compare),
        labels.check_cell_labels(case.parts, shown.seen, case.game.colors, case.locate, says),
    )


def check_folded_faces(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report faces of folded pieces that differ from the data (GF120)."""
    return nets.check_nets(case.parts, shown.seen, case.locate, case.translated_words)


def check_fold_lines(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report fold lines that are missing or wrong (GF127)."""
    return nets.check_fold_lines(case.parts, shown.seen)


def check_path_faces(case: CheckContext, shown: FormatContent) -> Iterator[Finding]:
    """Report lines of path cards that differ from the data (GF123)."""
    return path_lines.check_path_lines(case.parts, shown.seen, case.paints)
