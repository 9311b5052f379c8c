"""Play the recorded samples of the games again, and record that they come out as they did: `python -m tests.play.stamp`.

To be run after a change of the code of play that changes no game; `gutterfold playtest --record` does it by itself.
"""

import re
import sys

from msgspec.structs import replace

from generator.model.playtest import PlaytestRecord
from generator.pipeline.checking.recorded_playtests import check_playtests, digest_record
from tests.kits import GAMES
from tests.play.tables import load

COMMAND = "python -m tests.play.stamp"


def list_records() -> dict[str, PlaytestRecord]:
    """Return the records of the games that have one."""
    return {name: record for name in GAMES if (record := load(name)[0].playtests) is not None}


def main() -> int:
    """Stamp each record whose samples come out as recorded; return 1 if one does not."""
    status = 0
    for name, record in list_records().items():
        game, parts = load(name)
        file = GAMES[name] / "playtests.json"
        if wrong := list(check_playtests(replace(game, playtests=replace(record, replay="")), parts, replay=True)):
            status = print(*wrong, sep="\n") or 1
            continue
        text = re.sub(r',\n "replay": "\w*"', "", file.read_text("utf-8")).removesuffix("\n}\n")
        file.write_text(f'{text},\n "replay": "{digest_record(record)}"\n}}\n', "utf-8")
    return status


if __name__ == "__main__":
    sys.exit(main())
