"""Shows and moves what the calls of tools in a template of one's own draw on a face.

A number that is typed plainly can be changed where it stands; what is computed says so.
"""

from codecs import BOM_UTF8
from collections.abc import Iterator, Mapping
from typing import Any

from msgspec import Struct, field

from fustella.build.inputs import icon_library
from fustella.core.files.project import PACKAGE
from fustella.core.values.problems import Place
from fustella.draw import FaceSpec, piece_specs
from fustella.draw.templates.calls import ToolCall, calls_in, with_numbers
from fustella.draw.traced import CallTracer, DrawnCall
from fustella.workbench.draft import Draft, GestureRefused
from fustella.workbench.gestures import Gesture
from fustella.workbench.sides import PieceSide, text_in
from fustella.workbench.zone_edits import MOST_MM

_UNITS: Mapping[str, str] = {
    **dict.fromkeys(("x", "y", "width", "height", "radius"), "mm"),
    **{"size": "pt", "least": "pt", "turn": "deg"},
}
"""The units of arguments; the size of an icon is in mm."""

_ABOVE_NOTHING = ("width", "height", "size", "least")


class NumberView(Struct, frozen=True):
    """An argument of a call that is a plain number."""

    value: float
    unit: str


class CallView(Struct, frozen=True):
    """A drawing of a call: where it lies, and which of its arguments can be changed.

    `id` is the number of the call in its file: a call in a loop draws several times. `computed` are
    the places among its arguments that are no plain numbers, as typed. One unit of its arguments is
    `scale` mm on the face. `why` is the reason why it cannot be moved, or "".
    """

    id: int
    tool: str
    file: str
    line: int
    what: str
    args: dict[str, NumberView]
    computed: dict[str, str]
    x_mm: float
    y_mm: float
    width_mm: float
    height_mm: float
    turn_deg: float
    scale: float
    why: str


def calls_of(side: PieceSide) -> tuple[CallView, ...]:
    """What the calls of tools in templates of the project draw on a side of a piece."""
    if not may_have_calls(side):
        return ()
    job = side.draft.job
    tracer = CallTracer(job.project, job.edition, icon_library(job.project, job.game.id))
    drawn = tracer.calls_on(_spec_of(side))
    texts = {file: text_in(side.draft, file) for file in {each.file for each in drawn}}
    calls = {file: calls_in(text) for file, text in texts.items()}
    return tuple(
        _view(each, calls[each.file][each.id], texts[each.file])
        for each in drawn
        if each.id < len(calls[each.file])
    )


def may_have_calls(side: PieceSide) -> bool:
    """Whether the side is drawn by a template of the project."""
    face = side.zones.side.face if side.zones.side else None
    return face is None or not face.file.startswith(PACKAGE)


def _spec_of(side: PieceSide) -> FaceSpec:
    specs = piece_specs(side.draft.job.edition, [side.piece])
    return next(spec for spec in specs if spec.id.side is side.side)


def _view(drawn: DrawnCall, call: ToolCall, text: str) -> CallView:
    args, computed = dict[str, NumberView](), dict[str, str]()
    for argument in call.arguments:
        if argument.value is not None and argument.name in _UNITS:
            unit = "mm" if call.tool == "icon" and argument.name == "size" else ""
            args[argument.name] = NumberView(argument.value, unit or _UNITS[argument.name])
        elif argument.name in _UNITS:
            computed[argument.name] = text[argument.start : argument.end]
    return CallView(
        id=call.id,
        tool=call.tool,
        file=drawn.file,
        line=call.line,
        what=drawn.shown,
        args=args,
        computed=computed,
        x_mm=drawn.x_mm,
        y_mm=drawn.y_mm,
        width_mm=drawn.width_mm,
        height_mm=drawn.height_mm,
        turn_deg=drawn.turn_deg,
        scale=drawn.scale or 1.0,
        why=_why(drawn, args, computed),
    )


def _why(drawn: DrawnCall, args: Mapping[str, Any], computed: Mapping[str, str]) -> str:
    if drawn.scale is None:
        return "it is turned or distorted by what stands around it in the template"
    if not {"x", "y"} & args.keys():
        given = ", ".join(f"{name}={text}" for name, text in computed.items() if name in ("x", "y"))
        return f"its place is computed: {given}"
    return ""


class ChangeCall(Gesture, frozen=True, tag="call"):
    """Other numbers for a call of a tool, in a file and a line of a template."""

    kind: str
    side: str
    file: str
    line: int
    id: int
    piece: str = ""
    set: dict[str, float] = field(default_factory=dict)

    def apply(self, draft: Draft) -> str:
        text = text_in(draft, self.file)
        place = Place(self.file, self.line)
        call = next((each for each in calls_in(text) if each.id == self.id), None)
        if call is None or call.line != self.line or not self.file.endswith(".j2"):
            raise GestureRefused("the template is another one now", "load the page again", place)
        for name, number in self.set.items():
            _check(call, name, number, text, place)
        new = with_numbers(text, call, self.set)
        if not _only_numbers_differ(calls_in(text), calls_in(new), call):
            raise GestureRefused("the template would become another one", "change it there", place)
        mark = BOM_UTF8 if draft.read(self.file).startswith(BOM_UTF8) else b""
        draft.write(self.file, mark + new.encode())
        moves = self.set.keys() <= {"x", "y"}
        return f"{'move' if moves else 'change'} a call of `{call.tool}`"


def _check(call: ToolCall, name: str, number: float, text: str, place: Place) -> None:
    """Raises GestureRefused for an argument that is no plain number, or cannot be this one."""
    argument = call.argument(name)
    if argument is None or name not in _UNITS:
        message = f"`{call.tool}` has no number `{name}` here"
        raise GestureRefused(message, f"write `{name}=…` in the template", place)
    if argument.value is None:
        typed = text[argument.start : argument.end]
        raise GestureRefused(f"`{name}` is computed: {typed}", "change it in the template", place)
    if not abs(number) <= MOST_MM or (name in _ABOVE_NOTHING and number <= 0):
        raise GestureRefused(f"`{name}` cannot be {number:g}", "write a number above 0", place)


def _only_numbers_differ(
    before: tuple[ToolCall, ...], after: tuple[ToolCall, ...], changed: ToolCall
) -> bool:
    """Whether all calls are as before, but for plain numbers of one of them."""
    return [*_forms(before, changed)] == [*_forms(after, changed)]


def _forms(calls: tuple[ToolCall, ...], changed: ToolCall) -> Iterator[object]:
    for call in calls:
        for argument in call.arguments:
            value = argument.value
            known = value is not None if call.id == changed.id else value
            yield call.id, call.tool, call.line, argument.name, known
