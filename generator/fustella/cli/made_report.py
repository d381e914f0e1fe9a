"""Makes the JSON of `fustella build` and `fustella export`: the files, and what is wrong."""

import json
from collections.abc import Iterable, Sequence
from pathlib import Path

from fustella.build import OutputRecord
from fustella.cli.check_report import problems_json
from fustella.cli.problems import may_be_forced
from fustella.core.values.problems import Problem, Severity
from fustella.core.words.patterns import escaped_in_json


def made_json(
    game: str, folder: Path, files: Iterable[OutputRecord], *, unchanged: bool
) -> dict[str, object]:
    """What was made of a game: its folder, and its files in the order in which they are printed."""
    return {
        "game": game,
        "folder": folder.as_posix(),
        "unchanged": unchanged,
        "files": [
            {
                "file": entry.file,
                "name": entry.name,
                "pieces": entry.pieces,
                "sheets": entry.sheets,
                "bytes": entry.bytes,
            }
            for entry in files
        ],
    }


def as_json(
    made: Sequence[dict[str, object]], problems: Iterable[Problem], notes: Iterable[str]
) -> str:
    """All that was made, as JSON; its keys are stable.

    The keys `problems`, `warnings` and `notes` are left out where they would be empty. With
    `forceable`, `--force` prints the box in spite of its problems.
    """
    told = [*problems]
    plain: dict[str, object] = {"made": [*made], **problems_json(told)}
    if may_be_forced([one for one in told if one.severity is Severity.ERROR]):
        plain["forceable"] = True
    if noted := [*dict.fromkeys(notes)]:
        plain["notes"] = noted
    return escaped_in_json(json.dumps(plain, ensure_ascii=False, indent=2))
