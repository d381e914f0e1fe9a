"""Reads and writes the files of a kit: `kits/<name>.yaml`, and `pending.json` in its output folder.

`kits/<name>.yaml` in the project's folder lists the pieces of one printed copy of a game. Its lines
are written anew from the kit, in the order of its pieces. A comment stays with the line below it or
before it; if that line is gone, the comment moves above the next line.

`pending.json` lies beside the PDFs of the last build for the kit and lists the copies that it
printed. It is removed in the same step in which the kit's file is written (`core.files.journal`).
"""

import hashlib
import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import TypeAlias

import msgspec
from msgspec import Struct
from msgspec.structs import asdict, replace

from fustella.build import KITS
from fustella.build.publish import as_problem
from fustella.core.files.journal import Writing
from fustella.core.files.names import refuse_way_out, unfit_name
from fustella.core.files.project import Project
from fustella.core.files.reading import (
    entries_of,
    fails,
    is_file,
    is_there,
    read_bytes,
    read_own,
    unread,
)
from fustella.core.processes.limits import YAML_BYTES
from fustella.core.values.codes import LENGTH, MARK_LETTERS
from fustella.core.values.paper import Fold
from fustella.core.values.problems import Place, Problem, ProblemsFound, did_you_mean
from fustella.core.values.schemas import Schema, Vocabulary, named
from fustella.core.values.themes import Theme
from fustella.history import ChangeReason, Version
from fustella.kits.compare import applied
from fustella.kits.model import BookletChange, CopyChange, Kit, Lot, PrintedRules
from fustella.read.edit.scalars import lines_with_remarks
from fustella.read.forms import (
    At,
    Form,
    Reader,
    Rejected,
    checked,
    entry,
    form_of,
    list_of,
    one_of,
    schema_of,
    shown,
    table_of,
    value_of,
)
from fustella.read.nodes import FAULTY, ListNode, MappingNode, as_typed, is_whole
from fustella.read.scalars import COPIES, IDENTIFIER, PIECE_ID, STRING, require_identifier
from fustella.read.source import loaded, text_of

FOLDER = "kits"
"""The folder of kits in the project's folder."""

PENDING = "pending.json"
"""The file of the pending print, in the output folder of a kit, beside the PDFs."""

HEADER = """\
# A printed copy of a game: what it has of each piece, and what that was when it was printed.
# `fustella kit printed` writes the lines; remarks like this one are yours, and stay.
"""
"""The first lines of a new kit."""

_BYTE_ORDER_MARK = "\ufeff"
_HASHES = ("rules", "wording", "looks")
"""The fields of a version besides its code."""

_HASH = re.compile(r"[0-9a-f]{8}")
_CODE = re.compile(rf"[A-Z]{{{MARK_LETTERS}}}-[0-9A-Z]{{{LENGTH}}}")

_Anchor: TypeAlias = tuple[str, ...]
"""The path of keys of a line: `game`, or `pieces`, the id of a piece, a lot's code and hashes."""


def _hash(value: object) -> str:
    text = as_typed(value)
    if not _HASH.fullmatch(text):
        hint = "nobody types these eight signs: take the line back from an older file"
        raise Rejected("E130", f"{shown(value)} is not what Fustella wrote here", hint)
    return text


def _code(value: object) -> str:
    if not isinstance(value, str) or not _CODE.fullmatch(value):
        hint = "write it as it is printed on the piece, like MK-7K4C"
        raise Rejected("E130", f"{shown(value)} is no version code", hint)
    return value


def _copies(value: object, at: At) -> object:
    """Reads a number above 0: a kit, unlike a game, does not list pieces that were struck out."""
    if is_whole(value) and value < 1:
        at.report("E119", f"a kit cannot have {value} copies", "where it has none, delete the line")
        return FAULTY
    return COPIES(value, at)


_CODE_ENTRY = value_of(
    _code, {"title": "version code", "type": "string", "pattern": f"^{_CODE.pattern}$"}
)
_HASH_ENTRY = value_of(
    _hash, {"title": "hash", "type": ["string", "number"], "pattern": f"^{_HASH.pattern}$"}
)


class LotForm(Form, frozen=True):
    """The form of an entry in a kit's file: some copies of a piece in one version."""

    copies: int = entry(
        Reader(_copies, COPIES.description), about="How many copies of this version the kit has."
    )
    code: str = entry(_CODE_ENTRY, about="The version code, as it is printed on the piece.")
    rules: str = entry(_HASH_ENTRY, about="A hash of what the piece means; nobody types it.")
    wording: str = entry(_HASH_ENTRY, about="A hash of its words; nobody types it.")
    looks: str = entry(_HASH_ENTRY, about="A hash of how it looks; nobody types it.")


_TABLE = table_of(PIECE_ID, list_of(form_of(LotForm), least=1))


def _pieces(value: object, at: At) -> object:
    """Reads the lots of each piece; `{}` is a kit of which nothing was printed yet."""
    if isinstance(value, MappingNode) and not value:
        return {}
    return _TABLE(value, at)


class PrintedRulesForm(Form, frozen=True):
    """The form of the booklet in a kit's file: what was printed of it."""

    paper: str = entry(STRING, about="The paper that it was printed on.")
    words: str = entry(_HASH_ENTRY, about="A hash of what it says; nobody types it.")
    sheets: tuple[str, ...] = entry(
        list_of(_HASH_ENTRY, least=1),
        about="A hash of each sheet that is folded, or of each card; nobody types them.",
    )


class KitForm(Form, frozen=True):
    """The form of a kit's file; the file is named after the kit."""

    game: str = entry(
        IDENTIFIER.described(lambda vocabulary: named(vocabulary.games, "game")),
        about="The game, by the name of its folder.",
    )
    language: str = entry(STRING, about="The language that the kit is printed in.")
    pieces: Mapping[str, tuple[LotForm, ...]] = entry(
        Reader(_pieces, lambda known: {**_TABLE.schema(known), "minProperties": 0}),
        about="What the kit has of each piece, by its id.",
    )
    theme: str = entry(
        one_of(*Theme), default=Theme.FULL.value, about="The theme that the kit is printed in."
    )
    fold: str = entry(
        one_of(*Fold), default=Fold.SADDLE.value, about="How its rule booklet is folded."
    )
    rules: PrintedRulesForm | None = entry(
        form_of(PrintedRulesForm), default=None, about="The rule booklet that the kit has."
    )


def kit_schema(vocabulary: Vocabulary) -> Schema:
    """The schema of the file of a kit."""
    return schema_of(KitForm, vocabulary)


def kit_names(project: Project) -> tuple[str, ...]:
    """The names of all kits, in alphabetical order.

    Raises ProblemsFound: E131 where the folder of kits leads out of the project, E100, E133.
    """
    files = entries_of(project.root / FOLDER, project.root)
    kits = (path for path in files if path.suffix == ".yaml" and path.name[0] != ".")
    return tuple(path.stem for path in kits if is_file(path))


def kit_path(project: Project, name: str) -> Path:
    """The file of a kit. Raises ProblemsFound: E121, E403 where the name is not allowed."""
    require_identifier(name, Place(_file(name)))
    if problem := unfit_name(name, Place(FOLDER)):
        raise ProblemsFound([problem])
    return project.root / FOLDER / f"{name}.yaml"


def read_kit(project: Project, name: str) -> Kit:
    """A kit by its name.

    Raises ProblemsFound: E010 for an unknown kit, E121 for a name that is not allowed, and the
    problems of `kit_in`.
    """
    path = kit_path(project, name)
    if not is_file(path):
        known = kit_names(project)
        game = " GAME" if len(project.games()) > 1 else ""
        hint = did_you_mean(name, known) or f"make it: `fustella kit new {name}{game}`"
        raise ProblemsFound([Problem("E010", Place(FOLDER), f"there is no kit `{name}`", hint)])
    return kit_in(text_of(path, _file(name), project.root), name)


def kit_in(text: str, name: str) -> Kit:
    """The kit in the text of its file. Raises ProblemsFound."""
    file = _file(name)
    form = checked(KitForm, loaded(text, file), file)
    lots = {piece: _merged_lots(form.pieces[piece]) for piece in sorted(form.pieces)}
    rules = PrintedRules(**asdict(form.rules)) if form.rules else None
    theme, fold = Theme(form.theme).value, Fold(form.fold)
    return Kit(name, form.game, form.language, theme, lots, Place(file), fold, rules)


def _merged_lots(forms: tuple[LotForm, ...]) -> tuple[Lot, ...]:
    """The lots of a piece, one for each version."""
    copies: dict[Version, int] = {}
    for form in forms:
        version = Version(form.code, form.rules, form.wording, form.looks)
        copies[version] = copies.get(version, 0) + form.copies
    return tuple(Lot(version, number) for version, number in copies.items())


def _file(name: str) -> str:
    return f"{FOLDER}/{name}.yaml"


def write_kit(project: Project, kit: Kit, recorded_in: Path | None = None) -> None:
    """Writes the file of a kit; comments in an older file stay.

    `recorded_in` is the output folder with the pending print that the kit now records; its file is
    removed. Raises ProblemsFound: E401, E402, E510.
    """
    path = kit_path(project, kit.name)
    with as_problem(path, elsewhere=False):
        before = read_bytes(path, project.root, YAML_BYTES).decode() if is_there(path) else ""
        text = with_kit(before, kit)
        with Writing(project.root, *([recorded_in] if recorded_in else [])) as writing:
            writing.put(path, text.encode())
            writing.finish([kit_folder(recorded_in, kit) / PENDING] if recorded_in else [])


class _Remark(Struct, frozen=True):
    """A comment above or behind a line; `anchor` is the line's path of keys, () for the end."""

    anchor: _Anchor
    above: bool
    text: str


def with_kit(text: str, kit: Kit) -> str:
    """The text of a kit's file, changed so that it describes `kit`; "" makes a new text.

    Raises ProblemsFound: the problems of the text, and E510 where the new text would describe
    another kit.
    """
    body = text.removeprefix(_BYTE_ORDER_MARK)
    ends = "\r\n" if "\r\n" in body else "\n"
    order, remarks = _remarks(body, kit.name) if body else ([], [])
    lines = _with_remarks(list(_lines(kit)), order, remarks)
    after = ends.join([*(HEADER.splitlines() if not body else []), *lines, ""])
    if kit_in(after, kit.name) != replace(kit, place=Place(kit.place.file)):
        message = "cannot be written without losing remarks"
        hint = "take the remarks out of its file, and try again"
        raise ProblemsFound([Problem("E510", Place(kit.place.file), message, hint)])
    return text[: len(text) - len(body)] + after


def _lines(kit: Kit) -> Iterator[tuple[_Anchor, str]]:
    """Yields the lines of a kit's file without comments, each with its path of keys."""
    for key in ("game", "language", "theme"):
        yield (key,), f"{key}: {getattr(kit, key)}"
    if kit.fold is not Fold.SADDLE:
        yield ("fold",), f"fold: {kit.fold}"
    if rules := kit.rules:
        sheets = ", ".join(rules.sheets)
        said = f"paper: {rules.paper}, words: {rules.words}, sheets: [{sheets}]"
        yield ("rules",), f"rules: {{{said}}}"
    yield ("pieces",), "pieces:" if kit.lots else "pieces: {}"
    for piece, lots in sorted(kit.lots.items()):
        yield ("pieces", piece), f"  {piece}:"
        for lot in lots:
            hashes = {key: getattr(lot.version, key) for key in _HASHES}
            fields = {"copies": lot.copies, "code": lot.version.code, **hashes}
            shown = ", ".join(f"{key}: {value}" for key, value in fields.items())
            anchor = ("pieces", piece, lot.version.code, *hashes.values())
            yield anchor, f"    - {{{shown}}}"


def _with_remarks(
    lines: list[tuple[_Anchor, str]], order: list[_Anchor], remarks: list[_Remark]
) -> Iterator[str]:
    """Yields the lines with the comments of the old text; `order` has the paths of its lines."""
    present = {anchor for anchor, _ in lines}
    above: dict[_Anchor, list[str]] = {}
    behind: dict[_Anchor, list[str]] = {}
    for remark in remarks:
        if remark.anchor in present and not remark.above:
            behind.setdefault(remark.anchor, []).append(remark.text)
        else:  # above its own line, or the next one that is left
            later = order[order.index(remark.anchor) :] if remark.anchor in order else []
            left = next((anchor for anchor in later if anchor in present), ())
            above.setdefault(left, []).append(remark.text)
    for anchor, line in lines:
        yield from above.get(anchor, ())
        yield "  ".join((line, *behind.get(anchor, ())))
    yield from above.get((), ())


def _remarks(text: str, name: str) -> tuple[list[_Anchor], list[_Remark]]:
    """The paths of keys of the lines of a text, in order, and its comments."""
    begun = _anchors(text, name)
    order = [anchor for anchors in begun.values() for anchor in anchors]
    remarks: list[_Remark] = []
    waiting: list[str] = []
    last: _Anchor = ()
    for number, (line, start) in enumerate(lines_with_remarks(text), start=1):
        if not line[:start].strip():
            waiting.append(line)
            continue
        first = begun[number][0] if number in begun else last
        last = begun[number][-1] if number in begun else last
        remarks += (_Remark(first, True, comment) for comment in waiting)
        waiting = []
        if start < len(line):
            remarks.append(_Remark(last, False, line[start:]))
    return order, [*remarks, *(_Remark((), True, comment) for comment in waiting)]


def _anchors(text: str, name: str) -> dict[int, list[_Anchor]]:
    """The paths of keys that begin on each line of a text, by the number of the line."""
    data = loaded(text, name)
    found: dict[int, list[_Anchor]] = {}
    for key, line in data.lines.items():
        found.setdefault(line, []).append((key,))
    pieces = data["pieces"]
    assert isinstance(pieces, MappingNode), "a kit that has been read"
    for piece, lots in pieces.items():
        found.setdefault(pieces.lines[piece], []).append(("pieces", piece))
        assert isinstance(lots, ListNode), "a kit that has been read"
        for lot, line in zip(lots, lots.lines, strict=True):
            assert isinstance(lot, MappingNode), "a kit that has been read"
            version = (as_typed(lot[key]) for key in ("code", *_HASHES))
            found.setdefault(line, []).append(("pieces", piece, *version))
    return dict(sorted(found.items()))


class Pending(Struct, frozen=True):
    """A print for a kit that is not recorded in it yet.

    `before` is the hash from `state_of` when it was printed. `names` are the names of the pieces in
    `changes`. `rules` is what was printed of the booklet.
    """

    before: str
    changes: tuple[CopyChange, ...]
    names: Mapping[str, str]
    rules: BookletChange | None = None

    def as_json(self) -> bytes:
        return (json.dumps(self, default=asdict, ensure_ascii=False, indent=1) + "\n").encode()


def state_of(kit: Kit) -> str:
    """The hash of the copies that a kit has; comments in its file do not change it."""
    header = [kit.game, kit.language, kit.theme]
    if kit.rules or kit.fold is not Fold.SADDLE:
        header += [kit.fold.value, repr(kit.rules)]
    lots = [(piece, sorted(map(repr, own))) for piece, own in sorted(kit.lots.items())]
    return hashlib.sha256(json.dumps([header, lots]).encode()).hexdigest()


def kit_folder(output: Path, kit: Kit) -> Path:
    """The folder for the prints for a kit. Raises ProblemsFound: E402 outside of the output."""
    folder = output / kit.game / KITS / kit.name
    refuse_way_out(folder / PENDING, output)
    return folder


def read_pending(folder: Path) -> Pending | None:
    """The pending print in the folder of a kit; None where it is missing or damaged."""
    try:
        typed = json.loads(read_own(folder / PENDING))
        names = {str(piece): str(name) for piece, name in typed.get("names", {}).items()}
        rules = msgspec.convert(typed.get("rules"), BookletChange | None)
        return Pending(str(typed["before"]), tuple(map(_change, typed["changes"])), names, rules)
    except OSError as error:
        if fails(error):
            raise ProblemsFound([unread(error, Place(str(folder / PENDING)))]) from None
        return None
    except (ValueError, KeyError, TypeError, AttributeError):
        return None


def _change(typed: dict[str, object]) -> CopyChange:
    """One change of `pending.json`. Raises KeyError, TypeError or ValueError if it is damaged."""
    out, now = typed["take_out"], typed["now"]
    if not isinstance(out, list):
        raise TypeError("take_out")
    return CopyChange(
        piece=str(typed["piece"]),
        kind=ChangeReason(str(typed["kind"])),
        take_out=tuple(Lot(_version(lot["version"]), int(lot["copies"])) for lot in out),
        put_in=int(str(typed["put_in"])),
        now=None if now is None else _version(now),
    )


def _version(typed: object) -> Version:
    if not isinstance(typed, dict):
        raise TypeError("version")
    return Version(*(str(typed[key]) for key in ("code", *_HASHES)))


def record(project: Project, output: Path, name: str) -> tuple[Kit, Pending]:
    """Records the pending print in a kit's file. Returns the new kit, and the print.

    Raises ProblemsFound: E012 without a pending print, E013 where the kit has changed since the
    print, and the problems of reading and writing.
    """
    kit = read_kit(project, name)
    folder = kit_folder(output, kit)
    pending = read_pending(folder)
    again = f"`fustella build --kit {name}`"
    if pending is None:
        message = f"nothing new was printed for `{name}`"
        hint = (
            f"print what it lacks: {again}; of a whole box: `fustella kit printed {name} --whole`"
        )
        raise ProblemsFound([Problem("E012", kit.place, message, hint)])
    if pending.before != state_of(kit):
        message = "the kit has changed since the last build for it"
        hint = f"see what it lacks: `fustella kit show {name}`; if that is not right: {again}"
        raise ProblemsFound([Problem("E013", kit.place, message, hint)])
    now = applied(kit, pending.changes)
    if pending.rules is not None:
        now = replace(now, rules=pending.rules.now)
    write_kit(project, now, output)
    return now, pending
