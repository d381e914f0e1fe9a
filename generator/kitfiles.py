"""The files about a kit: kits/<name>.yaml, and what the last build for it printed (pending.json).

Both are written beside their places and then renamed. First the kit, then the end of what was
pending: whoever is stopped in between is told that the kit has been written already.
"""

import hashlib
import json
from collections.abc import Mapping
from dataclasses import asdict, dataclass
from pathlib import Path

from generator.files import replace_all, unfinished
from generator.job import KITS
from generator.kit.compare import applied
from generator.kits import Change, Kind, Kit, Lot, Version
from generator.output import said_as_problem
from generator.problems import Problem, ProblemsFound
from generator.project import Project
from generator.read.kits import kit_path, read_kit
from generator.read.kits_edit import with_kit

PENDING = "pending.json"
"""In the folder of a kit, beside the PDFs."""


@dataclass(frozen=True, slots=True)
class Pending:
    """What was printed for a kit and is not recorded yet.

    `before` is what the kit was then, as `state_of` says it; `names` are those of the pieces.
    """

    before: str
    changes: tuple[Change, ...]
    names: Mapping[str, str]

    def as_json(self) -> bytes:
        """The bytes of the file."""
        return (json.dumps(asdict(self), ensure_ascii=False, indent=1) + "\n").encode()


def state_of(kit: Kit) -> str:
    """The hash of what a kit has, whatever is remarked about it."""
    said = [kit.game, kit.language, kit.theme]
    lots = [(piece, sorted(map(repr, own))) for piece, own in sorted(kit.lots.items())]
    return hashlib.sha256(json.dumps([said, lots]).encode()).hexdigest()


def kit_folder(output: Path, kit: Kit) -> Path:
    """Where what is printed for a kit lies."""
    return output / kit.game / KITS / kit.name


def read_pending(folder: Path) -> Pending | None:
    """What waits in the folder of a kit; None where nothing does, or what does is damaged."""
    try:
        typed = json.loads((folder / PENDING).read_text(encoding="utf-8"))
        names = {str(piece): str(name) for piece, name in typed.get("names", {}).items()}
        return Pending(str(typed["before"]), tuple(map(_change, typed["changes"])), names)
    except (OSError, ValueError, KeyError, TypeError, AttributeError):
        return None


def record(project: Project, output: Path, name: str) -> tuple[Kit, Pending]:
    """Write into a kit what the last build for it printed; the kit as it is now, and that.

    Raises ProblemsFound: E012 where nothing is pending, E013 where the kit is not what it was when
    that was printed, and what reading and writing find.
    """
    kit = read_kit(project, name)
    folder = kit_folder(output, kit)
    pending = read_pending(folder)
    again = f"`fustella build --kit {name}`"
    if pending is None:
        message = f"nothing was printed for `{name}` that is not recorded"
        hint = (
            f"print what it lacks: {again}; for a whole box: `fustella kit printed {name} --whole`"
        )
        raise ProblemsFound([Problem("E012", kit.place, message, hint)])
    if pending.before != state_of(kit):
        message = "the kit is not what it was when the last build for it printed"
        hint = f"it may be recorded already; `fustella kit show {name}`, then {again}"
        raise ProblemsFound([Problem("E013", kit.place, message, hint)])
    now = applied(kit, pending.changes)
    write_kit(project, now)
    with said_as_problem(folder):
        (folder / PENDING).unlink(missing_ok=True)
    return now, pending


def write_kit(project: Project, kit: Kit) -> None:
    """Write the file of a kit, new or in the place of the old one. Raises ProblemsFound: E401."""
    path = kit_path(project, kit.name)
    with said_as_problem(path):
        before = path.read_bytes().decode() if path.exists() else ""
        text = with_kit(before, kit)
        path.parent.mkdir(exist_ok=True)
        temporary = unfinished(path)
        try:
            temporary.write_bytes(text.encode())
            replace_all([(temporary, path)])
        finally:
            temporary.unlink(missing_ok=True)


def _change(typed: dict[str, object]) -> Change:
    """Raises KeyError, TypeError or ValueError for what is no change."""
    out, now = typed["take_out"], typed["now"]
    if not isinstance(out, list):
        raise TypeError("take_out")
    lots = tuple(Lot(_version(lot["version"]), int(lot["copies"])) for lot in out)
    put_in = int(str(typed["put_in"]))
    version = None if now is None else _version(now)
    return Change(str(typed["piece"]), Kind(str(typed["kind"])), lots, put_in, version)


def _version(typed: object) -> Version:
    if not isinstance(typed, dict):
        raise TypeError("version")
    return Version(*(str(typed[name]) for name in ("code", "rules", "wording", "looks")))
