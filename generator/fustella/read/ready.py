"""Reads ready faces, which are templates with their fields and zones: `front: ready/card`.

Each is a template `ready/card.svg.j2` and a file `ready/card.yaml` beside it, in the package or in
`templates/ready/` of a project, which may replace or add some.
"""

from collections.abc import Mapping
from functools import cache, cached_property
from pathlib import Path
from types import MappingProxyType

from msgspec import Struct, field

from fustella.core.files.project import READY, RESOURCES, Project
from fustella.core.files.reading import is_file, names_in
from fustella.core.values.problems import Place, Problem, ProblemsFound, nearest
from fustella.core.values.schemas import Schema, Vocabulary
from fustella.read.drawn_zones import undrawn
from fustella.read.fields import FIELD_TYPE, FIELDS, TEXT, FieldType, field_types
from fustella.read.forms import At, checked, entry, list_of, schema_of
from fustella.read.grids import GRID
from fustella.read.layouts import LAYOUT, PanelForm, read_zone, with_entries
from fustella.read.nodes import MappingNode, place_at
from fustella.read.outlines import OutlineForm
from fustella.read.scalars import FLAG, STRING, nothing, raw
from fustella.read.source import load

PREFIX = f"{READY}/"
SUFFIX = ".svg.j2"


class ReadyForm(OutlineForm, frozen=True, kw_only=True):
    """The YAML of a ready face: its use, fields and zones, and the outline of kinds without one."""

    about: str = entry(STRING, default="", about="What the face is for, in a sentence.")
    name: object = entry(
        TEXT, default=None, about="What kinds are called that do not say it, by language."
    )
    box: bool = entry(
        FLAG, default=False, about="Whether it is the face of a box, which has the panels of a net."
    )
    fields: MappingNode = entry(
        raw(FIELDS), factory=nothing, about="The fields of the face: {title: text, art?: image}."
    )
    layout: MappingNode = entry(
        LAYOUT, factory=nothing, about="The zones of the face, in the order they are drawn in."
    )
    pictured: tuple[str, ...] = entry(
        list_of(STRING),
        default=(),
        about="Numbers that the face draws as marks, or by which it draws: [columns].",
    )
    grid: MappingNode = entry(
        raw(GRID.schema), factory=nothing, about="The cells of boards whose kind has no `grid`."
    )


def ready_schema(vocabulary: Vocabulary) -> Schema:
    """The schema of the YAML of a ready face, in templates/ready/ of a project."""
    return {**schema_of(ReadyForm, vocabulary), "definitions": {"field-type": FIELD_TYPE}}


class ReadyFace(Struct, frozen=True):
    """A ready face; `file` is the name of its YAML in messages, `line` the line of its layout."""

    id: str
    file: str
    form: ReadyForm
    keys: frozenset[str]
    fields: tuple[tuple[str, FieldType], ...]
    zones: Mapping[str, PanelForm]
    line: int

    @property
    def template(self) -> str:
        return f"{PREFIX}{self.id}{SUFFIX}"


class ReadyFaces(Struct, frozen=True, dict=True):
    """The ready faces of a project: its own, and all of the package that it does not replace."""

    project: Project
    _read: dict[str, ReadyFace | None] = field(default_factory=dict)

    @cached_property
    def names(self) -> tuple[str, ...]:
        own, of_package = self._homes
        return tuple(
            sorted(_names_in(own, self.project.root) | _names_of_package(of_package, None))
        )

    def find(self, typed: str, place: Place, problems: list[Problem]) -> ReadyFace | None:
        """The ready face with a name like `ready/card`; None if it does not exist or is faulty.

        Adds to `problems`: E117 for an unknown face, and each fault of the face's own file, once.
        """
        name = typed.removeprefix(PREFIX)
        if name not in self.names:
            near = nearest(name.removesuffix(SUFFIX), self.names)
            known = f"write {PREFIX} and one of {', '.join(self.names)}"
            hint = f"did you mean `{PREFIX}{near}`?" if near else known
            message = f"there is no ready face `{typed}`"
            problems.append(Problem("E117", place, message, hint))
            return None
        if name not in self._read:
            path = self._definition(name)
            file = self.project.name_of(path) if path else ""
            try:
                if path is not None and path.is_relative_to(RESOURCES):
                    self._read[name] = _face_of_package(name, file, path)
                else:
                    self._read[name] = self._own_face(name, file, path)
            except ProblemsFound as faults:
                problems.extend(faults.problems)
                self._read[name] = None
        return self._read[name]

    def _own_face(self, name: str, file: str, path: Path | None) -> ReadyFace:
        """A ready face of the project. Raises ProblemsFound: E241 for a zone never drawn."""
        face = _face(name, file, path, self.project.root)
        template = next(path for path in self.files(name) if path.name.endswith(SUFFIX))
        problems = []
        for zone in undrawn(face.zones, template, self.project):
            place = face.form.layout.place_of(zone, Place(file, key="layout"))
            drawn_in = self.project.name_of(template)
            message = f"`{drawn_in}` never draws this zone"
            hint = (
                f'write {{{{ draw("{zone}") }}}} into its block of zones, or delete the zone here'
            )
            problems.append(Problem("E241", place, message, hint))
        if problems:
            raise ProblemsFound(problems)
        return face

    def about(self, name: str) -> str:
        """The purpose of a ready face in a sentence; "" if its file has none or is faulty."""
        face = self.find(name, Place(name), [])
        return face.form.about if face else ""

    def files(self, name: str) -> tuple[Path, ...]:
        """The template of a ready face and its YAML, if it has one."""
        template = next(path for home in self._homes if is_file(path := home / f"{name}{SUFFIX}"))
        return tuple(path for path in (template, self._definition(name)) if path is not None)

    @property
    def _homes(self) -> tuple[Path, Path]:
        return self.project.templates / READY, RESOURCES / "templates" / READY

    def _definition(self, name: str) -> Path | None:
        """The path of the YAML of a ready face: the project's, else the package's, else None."""
        paths = (home / f"{name}.yaml" for home in self._homes)
        return next((path for path in paths if is_file(path)), None)


def _names_in(home: Path, root: Path | None) -> frozenset[str]:
    names = (name for name in names_in(home, root) if name[0] not in "._")
    return frozenset(name.removesuffix(SUFFIX) for name in names if name.endswith(SUFFIX))


def _face(name: str, file: str, path: Path | None, root: Path | None = None) -> ReadyFace:
    """The ready face that a YAML file defines; without a file, a face with only a template.

    Raises ProblemsFound.
    """
    data = load(path, file, root) if path else MappingNode(0)
    form = checked(ReadyForm, data, file)
    problems: list[Problem] = []
    fields = field_types(form.fields, Place(file, key="fields"), problems)
    at = At(place_at(data, file, "layout"), problems)
    shown = with_entries(dict(fields))
    zones = {
        zone: read_zone(zone, value, shown, at.inside(zone, form.layout))
        for zone, value in form.layout.items()
    }
    if problems:
        raise ProblemsFound(problems)
    read = {zone: each for zone, each in zones.items() if isinstance(each, PanelForm)}
    keys = frozenset(data)
    return ReadyFace(name, file, form, keys, fields, MappingProxyType(read), at.place.line)


_face_of_package, _names_of_package = cache(_face), cache(_names_in)
"""The ready faces of the package, read once: they do not change while a process runs."""
