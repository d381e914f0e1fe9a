"""Makes an insert for a laser: a box with fingers and the strips in it, laid out on material."""

from collections.abc import Iterator, Sequence
from functools import partial

from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.geometry.cutpaths import CutPath, moved_way, to_page
from fustella.core.geometry.dies import die_lines
from fustella.core.geometry.floorplans import TooTight, plan_floor
from fustella.core.geometry.joints import FINGER_MM, Fit, Joined, finger_box, strips, with_kerf
from fustella.core.geometry.polygons import edges_of
from fustella.core.geometry.shapes import Outline, Point, Rect, Size
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.core.words.invisible import in_plain_letters
from fustella.core.words.printed import in_own_font
from fustella.export.formats._insert_box import InsertRoom, insert_words
from fustella.export.formats._insert_list import ListedCompartment, part_list, tray_list
from fustella.export.game import Exported, ExportGame
from fustella.impose import LaidPart, beyond, lay_on_material
from fustella.write import Engraving, LaserSheet, laser_dxf, laser_svg

MATERIAL_MM = 3.0
"""The usual thickness of plywood and of MDF for boxes."""

KERF_MM = 0.15
"""The usual kerf of a laser in wood of 3 mm: makers measure 0.1 to 0.2 mm."""

SHEET = Size(600.0, 300.0)
"""The usual size of a sheet of material."""

_GAP_MM = 3.0
"""The distance between two parts on a sheet, and from its rim."""

_LEAST_OVER_KERF = 2.0
"""How many times as wide as the kerf the narrowest finger and the material are at least."""

_FORMS = {"svg": laser_svg, "dxf": laser_dxf}


def laser_files(game: ExportGame, room: InsertRoom) -> Exported:
    """The sheets of material to cut. Raises ProblemsFound: E756, E757 and E759."""
    options = game.options
    thick_mm, kerf_mm = room.wall_mm, options.kerf_mm or KERF_MM
    sheet = options.material or SHEET
    try:
        plan = plan_floor(room.cells, room.floor, thick_mm, thick_mm)
    except TooTight as error:
        raise room.too_tight(error) from None
    fit = Fit(thick_mm, room.high_mm, in_rim=True)
    finger_mm = max(options.finger_mm or FINGER_MM, 2 * thick_mm * (not options.finger_mm))
    made = (*finger_box(plan, fit, finger_mm), *strips(plan, fit))
    drawn = {one.name: with_kerf(one.outline, kerf_mm) for one in made}
    _check(room, made, thick_mm, kerf_mm)
    sizes = {name: outline.size for name, outline in drawn.items()}
    large = beyond(sizes, sheet, _GAP_MM)
    if large:
        raise ProblemsFound(_too_large(room, {name: sizes[name] for name in large}, sheet))
    labels = {one.name: _label(game, one) for one in made}
    laid = lay_on_material(sizes, sheet, _GAP_MM, room.box.place)
    files: list[OutputFile] = []
    file_of: dict[str, str] = {}
    for number, own in enumerate(laid, start=1):
        stem = f"{game.id}-laser-{number}"
        file_of |= {one.name: stem for one in own}
        page = _sheet(sheet, own, drawn, {one.name: one for one in made}, labels, kerf_mm)
        for form in options.lines or _FORMS:
            if form in _FORMS:
                key = fingerprint((), (), repr((form, page)))
                content = partial(_FORMS[form], page)
                files.append(OutputFile(f"{stem}.{form}", "laser", content, key=key))
    rows = (
        ListedCompartment(held, one.box.size, fit.high_mm, room.floor, fit.high_mm + thick_mm, "")
        for one in plan.compartments
        if (held := room.held_in(one))
    )
    parts = part_list([(one, labels[one.name], file_of[one.name]) for one in made], thick_mm)
    note = f"parts: {len(made)}, on sheets of {sheet.width_mm:g} x {sheet.height_mm:g} mm: "
    return Exported([*files, tray_list(rows), parts], notes=(f"{note}{len(laid)}",))


def _label(game: ExportGame, part: Joined) -> str:
    word = insert_words(game).get(part.name, part.name)
    title = in_plain_letters(game.edition.title)
    return f"{title} · {word}" if part.name == "bottom" and in_own_font(title) else word


def _check(room: InsertRoom, made: Sequence[Joined], thick_mm: float, kerf_mm: float) -> None:
    """Raises ProblemsFound, E757, where a kerf takes too much of a finger or of a slot."""
    sides = (
        abs(a.x_mm - b.x_mm) + abs(a.y_mm - b.y_mm)
        for one in made
        for a, b in edges_of(one.outline.corners())
    )
    narrow_mm = min(thick_mm, *sides)
    if kerf_mm * _LEAST_OVER_KERF > narrow_mm:
        message = f"a kerf of {kerf_mm:g} mm is too wide for fingers and slots of {narrow_mm:g} mm"
        hint = "measure the kerf: cut ten parts, and divide what their widths lack by ten"
        raise ProblemsFound([Problem("E757", room.box.place, message, hint)])


def _too_large(room: InsertRoom, sizes: dict[str, Size], sheet: Size) -> Iterator[Problem]:
    for name, size in sizes.items():
        message = f"the part `{name}` is {size.width_mm:.1f} x {size.height_mm:.1f} mm; a sheet of "
        message += f"{sheet.width_mm:g} x {sheet.height_mm:g} mm does not hold it"
        hint = "take larger material, --material 600x400mm, or another form: --form dividers"
        yield Problem("E759", room.box.place, message, hint)


def _sheet(
    size: Size,
    laid: Sequence[LaidPart],
    drawn: dict[str, Outline],
    made: dict[str, Joined],
    labels: dict[str, str],
    kerf_mm: float,
) -> LaserSheet:
    """The lines and letters of a sheet: holes of all parts first, then what frees the parts."""
    inner: list[CutPath] = []
    outer: list[CutPath] = []
    engraved = []
    for one in laid:
        outline, part = drawn[one.name], made[one.name]

        def placed(at: Point, one: LaidPart = one, outline: Outline = outline) -> Point:
            return to_page(at, outline.size, one.turn_deg, one.box)

        *holes, trim = (moved_way(line.path, placed) for line in die_lines(outline))
        inner += holes
        outer.append(trim)
        label = part.label.moved(kerf_mm / 2, kerf_mm / 2)
        corners = [placed(at) for at in label.corners()]
        left, top = min(at.x_mm for at in corners), min(at.y_mm for at in corners)
        right, bottom = max(at.x_mm for at in corners), max(at.y_mm for at in corners)
        box = Rect(left, top, right - left, bottom - top)
        engraved.append(Engraving(labels[one.name], box, one.turn_deg))
    return LaserSheet(size, (*inner, *outer), tuple(engraved))
