"""Reads the lists of a game as they are typed, whatever faults the game has."""

from collections.abc import Mapping, Sequence

from msgspec import Struct

from fustella.core.files.project import Project
from fustella.core.values.model import SIDES
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.read.choosing import ListKinds, column_names_in, kinds_of
from fustella.read.forms import At, checked_leniently
from fustella.read.game import kinds_known, list_files
from fustella.read.kinds import KindRead
from fustella.read.nodes import ListNode, MappingNode, place_at
from fustella.read.scalars import KindChoice, ListForm, SheetFile, sheet_file
from fustella.read.source import loaded
from fustella.read.spreadsheets.cells import Worksheet
from fustella.read.spreadsheets.columns import HeaderReader, SheetColumn


class TypedList(Struct, frozen=True):
    """A list as typed in the file `file`.

    `sheet` is the spreadsheet that it names, if it names one, and `form` has all of the list except
    its pieces. `kinds` is None if they cannot be read, and `fault` the first problem of a file that
    cannot be read as YAML.
    """

    file: str
    data: MappingNode
    form: ListForm | None = None
    sheet: SheetFile | None = None
    kinds: ListKinds | None = None
    fault: Problem | None = None

    @property
    def kind(self) -> str:
        """The kind of the pieces, or "" for several or an unknown one."""
        kind = self.data.get("kind")
        return kind if isinstance(kind, str) else ""

    @property
    def entries(self) -> Sequence[object]:
        """The entries of the list as typed; none if they stand in a spreadsheet."""
        pieces = self.data.get("pieces")
        return pieces if isinstance(pieces, ListNode) else ()

    @property
    def lines(self) -> Sequence[int]:
        """The lines of the entries."""
        pieces = self.data.get("pieces")
        return pieces.lines if isinstance(pieces, ListNode) else ()

    def columns(
        self, sheet: Worksheet, name: str, languages: Sequence[str]
    ) -> Mapping[int, SheetColumn]:
        """What the columns of a sheet of the file `name` mean, by their numbers from 0."""
        if self.kinds is None or self.form is None or not sheet.rows:
            return {}
        given = {side: frozenset(getattr(self.form, side)) for side in SIDES}
        reader = HeaderReader(
            file=name,
            sheet=sheet.name,
            list_file=self.file,
            kind=self.kinds.whole,
            languages=tuple(languages),
            mapped=self.form.columns,
            given=given,
            named=self.kinds.column | column_names_in(self.form.where),
            problems=[],
            warnings=[],
            other_headers=tuple,
            put_off={},
        )
        header = reader.read(sheet.rows[0], sheet.rows[1:])
        return {column.index: column for column in header.columns} if header else {}


class TypedLists(Struct, frozen=True):
    """The lists of a game, and its languages."""

    lists: tuple[TypedList, ...]
    languages: tuple[str, ...]


def typed_lists(project: Project, game_id: str, texts: Mapping[str, str | None]) -> TypedLists:
    """The lists of a game; `texts` has the texts of their files, None for one that is not UTF-8.

    A file that is not among `texts` is left out.
    """
    read: list[tuple[str, MappingNode]] = []
    broken: dict[str, Problem] = {}
    for path in list_files(project, game_id):
        name = project.name_of(path)
        if name not in texts:
            continue
        text = texts[name]
        if text is None:
            broken[name] = Problem("E102", Place(name), "the file is not UTF-8", "save it as UTF-8")
            continue
        try:
            read.append((name, loaded(text, name)))
        except ProblemsFound as found:
            broken[name] = found.problems[0]
    kinds, languages = kinds_known(project, game_id, read)
    lists = [_typed_list(name, data, kinds) for name, data in read]
    lists += [TypedList(name, MappingNode(0), fault=fault) for name, fault in broken.items()]
    return TypedLists(tuple(sorted(lists, key=lambda each: each.file)), languages)


def _typed_list(name: str, data: MappingNode, kinds: Mapping[str, KindRead]) -> TypedList:
    pieces = data.get("pieces")
    named = sheet_file(pieces) if isinstance(pieces, str) else None
    head = MappingNode(data.line)
    for key, value in data.items():
        head.put(key, value, data.lines[key])
    # Entries are not read here: a faulty one would hide all of the list.
    head.put("pieces", "none.csv", data.lines.get("pieces", data.line))
    form, _ = checked_leniently(ListForm, head, name)
    chosen = _kinds_of(form, data, name, kinds) if form else None
    return TypedList(name, data, form, named, chosen)


def _kinds_of(
    form: ListForm, data: MappingNode, name: str, known: Mapping[str, KindRead]
) -> ListKinds | None:
    if isinstance(form.kind, KindChoice):
        at = At(place_at(data, name, "kind"), [])
        kinds, whole = kinds_of(form.kind, known, at)
        return ListKinds(whole, kinds, form.kind) if whole else None
    kind = known.get(form.kind)
    return ListKinds(kind, {form.kind: kind}) if kind else None
