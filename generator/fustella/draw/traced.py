"""Draws a face to see which calls of tools in its templates drew what, and where.

The face is drawn once more, with templates whose calls tell their numbers. Where a tool draws, an
unseen box is left in the SVG; so the box knows all moves and turns of the groups around it.
"""

import math
from collections.abc import Callable, Mapping
from typing import Any
from xml.etree import ElementTree

from markupsafe import Markup
from msgspec import Struct

from fustella.core.files.project import PACKAGE, Project
from fustella.core.values.model import Edition
from fustella.core.values.problems import ProblemsFound
from fustella.draw.artist import Artist
from fustella.draw.face_cache import face_cache_of
from fustella.draw.icons import IconLibrary
from fustella.draw.scene.model import Group, Node
from fustella.draw.scene.resolve import Unresolvable, resolve
from fustella.draw.specs import FaceSpec
from fustella.draw.svg.tree import IDENTITY, Matrix
from fustella.draw.templates.arguments import is_number
from fustella.draw.templates.calls import CALL, PLACED, signature_of, traced
from fustella.draw.templates.functions import CODE_HEIGHT_MM, CODE_WIDTH_MM
from fustella.draw.templates.timeouts import watched
from fustella.draw.text.equal import NO_LIMITS

_MARK = "data-drawn"
_MOST = 500
"""The most drawings of calls that are followed on a face."""

_STRAIGHT = 1e-6


class DrawnCall(Struct, frozen=True):
    """The drawing of a call on a face: where its box lies on the face, in mm.

    `file` is the template's name in messages, `id` the number of the call in it. `shown` is what it
    drew. `scale` is how many mm one unit of its arguments is; None where it is turned or distorted
    by what stands around it. `turn_deg` is the turn of the box about its middle by the call itself.
    """

    file: str
    id: int
    shown: str
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    turn_deg: float
    scale: float | None


class _Box(Struct, frozen=True):
    file: str
    id: int
    shown: str
    x: float
    y: float
    width: float
    height: float
    turn: float


class CallTracer(Artist):
    """Draws faces to see what calls of tools draw on them."""

    def __init__(self, project: Project, edition: Edition, icons: IconLibrary) -> None:
        super().__init__(project, edition, icons, face_cache_of(project, edition, None))
        self._boxes: list[_Box] = []
        self._templates = self._template_set(edition.game, traced)

    def calls_on(self, spec: FaceSpec) -> tuple[DrawnCall, ...]:
        """The drawings of calls on a face, in their order; none for a face that cannot be drawn."""
        self._boxes.clear()
        with watched():
            try:
                svg = self._render(spec, NO_LIMITS).svg
                root = ElementTree.fromstring(svg or "")
                scene, _ = resolve(root)
            except (ElementTree.ParseError, Unresolvable, ProblemsFound, ValueError):
                return ()
        size, bleed = spec.outline.size, spec.bleed_mm
        whole = (-bleed, -bleed, size.width_mm + 2 * bleed, size.height_mm + 2 * bleed)
        if not _is_in_mm(root.get("viewBox", ""), whole):
            return ()
        places: dict[int, Matrix] = {}
        _find_marks(scene.root, IDENTITY, places)
        boxes = enumerate(self._boxes[:_MOST])
        return tuple(_drawn(box, places[number]) for number, box in boxes if number in places)

    def _tool_of_current_face(self, name: str) -> Callable[..., object]:
        tool = super()._tool_of_current_face(name)
        if name not in PLACED:
            return tool

        def call(*arguments: object, **options: object) -> object:
            number = options.pop(CALL, None)
            drawn = tool(*arguments, **options)
            if not isinstance(drawn, Markup) or not drawn:
                return drawn
            return Markup(self._mark(name, number, arguments, options)) + drawn

        return call

    def _mark(
        self, name: str, number: object, arguments: tuple[object, ...], options: dict[str, Any]
    ) -> str:
        """The unseen box of a call, as SVG; "" for one that tells no number."""
        line = self._templates.current_line()
        if not isinstance(number, int) or line is None or line.file.startswith(PACKAGE):
            return ""
        typed = _bound(name, arguments, options)
        width = typed.get("width", typed.get("size", CODE_WIDTH_MM))
        height = typed.get("height", CODE_HEIGHT_MM if name == "code" else typed.get("size"))
        place = (typed.get("x"), typed.get("y"), width, height)
        if not all(map(is_number, place)):
            return ""
        x, y, width, height = map(float, place)
        turn, value = typed.get("turn", 0), next(iter(typed.values()))
        shown = str(value) if isinstance(value, str) and name != "code" else ""
        turn = float(turn) if is_number(turn) else 0.0
        box = _Box(line.file, number, shown, x, y, width, height, turn)
        self._boxes.append(box)
        numbered = f'<rect {_MARK}="{len(self._boxes) - 1}" x="{x:.4f}" y="{y:.4f}"'
        return f'{numbered} width="{width:.4f}" height="{height:.4f}" fill="none"/>'


def _bound(name: str, arguments: tuple[object, ...], options: dict[str, Any]) -> Mapping[str, Any]:
    """The arguments of a call by name; {} for a call with wrong ones."""
    try:
        return signature_of(name).bind(*arguments, **options).arguments
    except TypeError:
        return {}


def _is_in_mm(typed: str, whole: tuple[float, ...]) -> bool:
    """Whether a viewBox is that of the face, so that its units are millimetres."""
    try:
        numbers = [float(part) for part in typed.replace(",", " ").split()]
    except ValueError:
        return False
    return len(numbers) == len(whole) and all(
        abs(one - other) < 1e-3 for one, other in zip(numbers, whole, strict=True)
    )


def _find_marks(node: Node, outer: Matrix, places: dict[int, Matrix]) -> None:
    """Adds the matrices of all marks inside of a node, each where it is first drawn."""
    matrix = outer if node.matrix is IDENTITY else outer.then(node.matrix)
    if _MARK in node.own and node.own[_MARK].isdecimal():
        places.setdefault(int(node.own[_MARK]), matrix)
    for child in node.children if isinstance(node, Group) else ():
        _find_marks(child, matrix, places)


def _drawn(box: _Box, matrix: Matrix) -> DrawnCall:
    corners = [
        matrix.at(box.x + right * box.width, box.y + down * box.height)
        for right, down in ((0, 0), (1, 0), (0, 1), (1, 1))
    ]
    across, along = [x for x, _ in corners], [y for _, y in corners]
    straight = abs(matrix.b) < _STRAIGHT and abs(matrix.c) < _STRAIGHT
    even = straight and matrix.a > 0 and math.isclose(matrix.a, matrix.d)
    return DrawnCall(
        box.file,
        box.id,
        box.shown,
        round(min(across), 4),
        round(min(along), 4),
        round(max(across) - min(across), 4),
        round(max(along) - min(along), 4),
        box.turn,
        round(matrix.a, 6) if even else None,
    )
