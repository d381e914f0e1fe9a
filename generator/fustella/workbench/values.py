"""Gestures on the values of a piece: its texts and other fields, and its number of copies.

A value is written where the piece itself says it, in its list or its row. What a list says of all
its pieces becomes a value of the piece's own; what a variant, `for`, a layout or another file says
is told, and left.
"""

from collections.abc import Sequence
from typing import Any

from msgspec import Struct
from msgspec.structs import replace

from fustella.build.inputs import icon_library
from fustella.core.files.pictures import PictureFolder
from fustella.core.values.model import SIDES, Piece, SideName, Text
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.words.patterns import regex
from fustella.read import list_files
from fustella.read.edit.yaml_edits import Path, RemoveValue, SetValue, Typed, Value, YamlEdit
from fustella.read.fields import Converter, FieldType, Known
from fustella.read.languages import Languages
from fustella.read.nodes import ListNode, MappingNode, as_typed
from fustella.read.piece_zones import typed_value
from fustella.read.scalars import ListForm, PieceForm
from fustella.read.source import loaded
from fustella.workbench.draft import Draft, GestureRefused
from fustella.workbench.gestures import Gesture
from fustella.workbench.sides import PieceSide, first_problem, piece_of, text_in
from fustella.workbench.zone_gestures import write_edits

_ENTRY = regex(r"pieces\[(\d+)\](\(.*\))?")
_STEP = regex(r"([^.\[\]]+)|\[(\d+)\]")
_NUMBER = regex(r"[-+]?(?:0|[1-9][0-9]{0,14})(?:\.[0-9]{1,14})?")
_FLAGS = {"true": True, "yes": True, "false": False, "no": False}

MOST_COPIES = 100_000


class Entry(Struct, frozen=True):
    """The entry of a piece in a list in YAML: its place in the file, and the list as typed."""

    file: str
    data: MappingNode
    index: int

    @property
    def typed(self) -> MappingNode:
        pieces = self.data["pieces"]
        assert isinstance(pieces, ListNode)
        entry = pieces[self.index]
        return entry if isinstance(entry, MappingNode) else MappingNode(0)

    def place(self, line: int) -> Place:
        return Place(self.file, line)

    def variant_of(self, piece: Piece) -> MappingNode | None:
        """The variant that makes the piece of the entry; None in a list without variants."""
        variants = self.data.get("variants")
        own = as_typed(self.typed.get("id", ""))
        for variant in variants if isinstance(variants, ListNode) else ():
            name = variant.get("id") if isinstance(variant, MappingNode) else None
            if piece.id == f"{own}-{as_typed(name)}":
                return variant if isinstance(variant, MappingNode) else None
        return None


def entry_of(draft: Draft, piece: Piece) -> Entry | None:
    """The entry of a piece in a list in YAML; None for a row of a spreadsheet.

    Raises GestureRefused for a piece that shares its entry with others.
    """
    place = piece.place
    if piece.kind.box:
        raise GestureRefused("a box says its words in game.yaml", "change them there", place)
    found = _ENTRY.fullmatch(place.key)
    if found is None:
        return None
    try:
        data = loaded(text_in(draft, place.file), place.file)
    except ProblemsFound as problems:
        raise first_problem(problems) from None
    entry = Entry(place.file, data, int(found[1]) - 1)
    pieces = data.get("pieces")
    if not isinstance(pieces, ListNode) or entry.index >= len(pieces):
        raise GestureRefused("the list is another one now", "load the page again", place)
    if found[2] or "for" in entry.typed:
        message = f"`{piece.id}` is one of several pieces that `for` makes of one entry"
        raise GestureRefused(message, "change the entry in the file", place)
    return entry


class ChangeValue(Gesture, frozen=True, tag="value"):
    """Another text for a field of a piece, in the language of the page, with its marks."""

    piece: str
    side: str
    field: str
    text: str

    def apply(self, draft: Draft) -> str:
        piece = piece_of(draft.job.game, "", self.piece)
        set_value(draft, piece, self.side, self.field, self.text)
        return f"change `{self.field}` of `{piece.id}`"


class ChangeCopies(Gesture, frozen=True, tag="copies"):
    """Another number of copies for a piece."""

    piece: str
    copies: int

    def apply(self, draft: Draft) -> str:
        piece = piece_of(draft.job.game, "", self.piece)
        if not 0 <= self.copies <= MOST_COPIES:
            raise GestureRefused(f"expected 0 to {MOST_COPIES:,} copies", place=piece.place)
        entry = entry_of(draft, piece)
        if entry is None:
            from fustella.workbench.cells import set_cell  # noqa: PLC0415

            set_cell(draft, piece, ("copies",), str(self.copies))
        else:
            _set_copies(draft, piece, entry, self.copies)
        return f"print {self.copies} × `{piece.id}`"


def _set_copies(draft: Draft, piece: Piece, entry: Entry, copies: int) -> None:
    typed, place = entry.typed, piece.place
    variants = entry.data.get("variants")
    if isinstance(variants, ListNode) and len(variants) > 1:
        message = f"`{piece.id}` is made of an entry with variants: its copies hold for all of them"
        raise GestureRefused(message, "change `copies` in the file", place)
    if copies < 1:
        hint = "write `struck_out: why` into its entry: then it is listed, and not printed"
        raise GestureRefused("a piece has at least one copy", hint, place)
    others = [variants[0]] if isinstance(variants, ListNode) and variants else []
    known = (each.get("copies") for each in (*others, entry.data) if isinstance(each, MappingNode))
    inherited = next((number for number in known if number is not None), 1)
    path = ("pieces", entry.index, "copies")
    if copies == typed.get("copies", inherited):
        return
    edit: YamlEdit = SetValue(path, copies)
    if copies == inherited:
        edit = RemoveValue(path)
    write_edits(draft, entry.file, [edit], key_order)


def type_of_field(draft: Draft, piece: Piece, side: str, field: str) -> FieldType | None:
    """The type of a field of a piece, or of a value in it; None for an unknown value.

    Raises GestureRefused for a field that the kind does not have.
    """
    steps = steps_of(field)
    if side not in SIDES or not steps:
        raise GestureRefused(f"there is no field `{field}`", "load the page again")
    of_side = PieceSide.of(draft, piece.kind.id, side, piece.id).zones
    type_ = of_side.declared.get(str(steps[0]))
    if type_ is None:
        message = f"`{steps[0]}` is no field of a piece: its zone in game.yaml says it"
        raise GestureRefused(message, "change `text` of the zone")
    return _inner_type(type_, steps[1:])


def text_of_field(piece: Piece, side: str, field: str, language: str = "") -> str | None:
    """The text of a value of a piece as the page shows it; None for none."""
    value = _leaf(piece, side, field)
    if isinstance(value, Text):
        return str(value.by_language.get(language, ""))
    if isinstance(value, bool) or value is None or not isinstance(value, str | int | float):
        return None
    return str(value)


def _leaf(piece: Piece, side: str, field: str) -> Any:
    """A value of a piece by the path of a field; None for none."""
    value: Any = piece.front if side == SideName.FRONT else piece.back
    try:
        for step in steps_of(field):
            value = value[step]
    except (KeyError, IndexError, TypeError):
        return None
    return value


def set_value(
    draft: Draft, piece: Piece, side: str, field: str, text: str, *, is_new: bool = False
) -> None:
    """Writes a value of a piece, in the language of the draft. Raises GestureRefused.

    What it `is_new` a name for, such as a picture of the same step, need not be there yet.
    """
    type_, steps = type_of_field(draft, piece, side, field), steps_of(field)
    if text_of_field(piece, side, field, draft.language) == text:
        return
    _refuse_translated(draft, piece, side, field)
    place = replace(piece.place, key=field)
    value = value_of(draft, type_, text, place) if text and not is_new else text
    entry = entry_of(draft, piece)
    if entry is not None:
        _set_in_list(draft, piece, entry, (side, *steps), type_, value)
        return
    from fustella.workbench.cells import set_cell  # noqa: PLC0415

    language = draft.language if type_ is not None and type_.is_text else ""
    set_cell(draft, piece, (side, *steps), text, language)


def _refuse_translated(draft: Draft, piece: Piece, side: str, field: str) -> None:
    """Raises GestureRefused for a text that a table of translations gives in the language."""
    text = _leaf(piece, side, field)
    if not isinstance(text, Text) or draft.language in text.missing:
        return
    place = text.by_language[draft.language].place
    lists = (draft.project.name_of(path) for path in list_files(draft.project, draft.game))
    if place.file not in ("", piece.place.file, *lists):
        message = f"the text in `{draft.language}` stands in {place.spot}"
        raise GestureRefused(message, "change it there", place)


def steps_of(field: str) -> tuple[str | int, ...]:
    """The steps of a path such as `rows[2].name`, whose numbers count from 1."""
    found = _STEP.findall(field)
    if "".join(name or f"[{number}]" for name, number in found) != field.replace(".", ""):
        return ()
    return tuple(name if name else int(number) - 1 for name, number in found)


def _inner_type(type_: FieldType | None, steps: Sequence[str | int]) -> FieldType | None:
    """The type of a value inside of a field; None for an unknown one."""
    for step in steps:
        if type_ is None:
            return None
        type_ = type_.entry if isinstance(step, int) else dict(type_.fields).get(step)
    return type_


def _set_in_list(
    draft: Draft,
    piece: Piece,
    entry: Entry,
    steps: tuple[str | int, ...],
    type_: FieldType | None,
    value: Value,
) -> None:
    """Writes a value into the entry of a piece; "" takes it away."""
    field, path = str(steps[1]), ("pieces", entry.index, *steps)
    variant = entry.variant_of(piece)
    if variant is not None and _at(variant, steps[:2]) is not None:
        line = _line_of(variant, steps[:2])
        message = f"`{field}` comes from a variant, which all pieces of the list have"
        raise GestureRefused(message, "change it there", entry.place(line))
    own, inherited = _at(entry.typed, steps), _at(entry.data, steps)
    if own is None and len(steps) > 2 and _at(entry.typed, steps[:2]) is None:
        message = f"`{field}` is not said by the piece itself"
        raise GestureRefused(message, "write the whole field into its entry", piece.place)
    if isinstance(own, str) and type_ is not None and type_.name in ("table", "list"):
        message = f"`{field}` stands in a file of its own"
        raise GestureRefused(message, f"change it in {own}", piece.place)
    if value == "":
        edit = _emptied(draft, entry, path, own, type_, field)
    else:
        edit = _edit(draft, path, own, inherited, type_, value)
    write_edits(draft, entry.file, [edit], key_order)


def _emptied(
    draft: Draft,
    entry: Entry,
    path: Path,
    own: object,
    type_: FieldType | None,
    field: str,
) -> YamlEdit:
    """The edit that takes a value away. Raises GestureRefused for one that is needed."""
    if isinstance(own, MappingNode) and draft.language in own and len(own) > 1:
        return RemoveValue((*path, draft.language))
    if own is None or type_ is None or not type_.optional:
        needed = "every piece of the kind has it" if own is not None else "the list gives it"
        hint = f"write `{field}?` under `fields` of the kind, if it may be left out"
        raise GestureRefused(f"`{field}` cannot be empty: {needed}", hint, Place(entry.file))
    return RemoveValue(path, prune=True)


def _edit(
    draft: Draft,
    path: Path,
    own: object,
    inherited: object,
    type_: FieldType | None,
    value: Value,
) -> YamlEdit:
    """The edit that writes a value; a text in the language of the draft."""
    languages = draft.job.game.languages
    if type_ is None or not type_.is_text or len(languages) == 1:
        return SetValue(path, value)
    if isinstance(own, MappingNode):
        return SetValue((*path, draft.language), value)
    known = inherited if own is None else own
    texts: dict[str, Value] = {}
    if isinstance(known, MappingNode):
        texts = {code: as_typed(known[code]) for code in languages if code in known}
    elif known is not None:
        texts = {languages[0]: as_typed(known)}
    texts[draft.language] = value
    if [*texts] == [languages[0]]:
        return SetValue(path, value)
    return SetValue(path, {code: texts[code] for code in languages if code in texts})


def value_of(draft: Draft, type_: FieldType | None, text: str, place: Place) -> Value:
    """The value that a text means in a field of a type. Raises GestureRefused for a wrong one."""
    value: Value = text
    if type_ is None or type_.name in ("table", "list", "record"):
        return value
    plain: object = text
    if type_.name in ("number", "decimal") and _NUMBER.fullmatch(text.strip()):
        value, plain = Typed(text.strip()), typed_value(text.strip())
    elif type_.name == "flag" and text.strip().lower() in _FLAGS:
        value = plain = _FLAGS[text.strip().lower()]
    problems: list[Problem] = []
    Converter(_known(draft), problems).value(plain, type_, place)
    if problems:
        raise GestureRefused(problems[0].message, problems[0].hint, place)
    return value


def _known(draft: Draft) -> Known:
    """The names that values of the game may have."""
    game, project = draft.job.game, draft.project
    icons = icon_library(project, game.id)
    colours = {name: str(game.colours[name]) for name in game.colours}
    pictures = PictureFolder(project.folder_of(game.id), root=project.root)

    def icon_fault(name: str) -> str | None:
        return None if icons.known(name) else icons.suggest(name)

    return Known(Languages(game.languages), colours, icon_fault, pictures, game.images.placeholder)


def key_order(path: Sequence[int | str]) -> Sequence[str]:
    """The order of the keys of the mapping at a path of a list."""
    orders = {0: tuple(ListForm.DECLARED), 2: tuple(PieceForm.DECLARED)}
    return orders.get(len(path), ()) if not path or path[0] == "pieces" else ()


def _at(node: object, steps: Sequence[str | int]) -> object:
    """The value at a path inside of what was typed; None for none."""
    for step in steps:
        if isinstance(step, int):
            node = node[step] if isinstance(node, ListNode) and step < len(node) else None
        else:
            node = node.get(step) if isinstance(node, MappingNode) else None
    return node


def _line_of(node: MappingNode, steps: Sequence[str | int]) -> int:
    line, here = node.line, node
    for step in steps:
        if not isinstance(here, MappingNode) or step not in here:
            break
        line, here = here.lines[str(step)], here[str(step)]  # type: ignore[assignment]
    return line
