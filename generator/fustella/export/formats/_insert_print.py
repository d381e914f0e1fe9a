"""Makes the files of parts that are cut out: a PDF at true size to print, and their lines."""

from collections.abc import Iterable, Iterator, Mapping, Sequence
from html import escape

from msgspec import Struct
from msgspec.structs import replace

from fustella.build import BuildOptions
from fustella.build.files import page_labels
from fustella.build.inputs import print_settings
from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.geometry.dies import DieLine, die_lines
from fustella.core.geometry.shapes import Along, Outline, Point, Rect, Size, Split, path_data
from fustella.core.geometry.units import PT_PER_MM
from fustella.core.values.model import Face, FaceId, SideName
from fustella.core.values.paper import Duplex
from fustella.core.values.problems import Place
from fustella.core.values.sheets import Item
from fustella.draw.render import render
from fustella.export.formats._dies import line_files
from fustella.export.game import ExportGame
from fustella.impose import impose
from fustella.write import DiePage, PrintDocument, pdf_bytes
from fustella.write.laser import fitted
from fustella.write.pdf.font import text_width_mm

USUAL_PAPER: str = BuildOptions.DECLARED["paper"].usual

_OVERLAP_MM = 10.0
"""The overlap of the parts of a strip that is longer than the paper."""

_GAP_MM = 10.0


class PartText(Struct, frozen=True):
    """A line of text in the middle of an area of a part, turned clockwise."""

    text: str
    box: Rect
    turn_deg: int = 0


class PrintedPart(Struct, frozen=True):
    """A part to be printed and cut out: its id, its outline, and what stands on it.

    `drawn` is a drawing of SVG that stands on it, too; `framed` parts have a solid line around.
    """

    id: str
    outline: Outline
    texts: tuple[PartText, ...]
    drawn: str = ""
    framed: bool = True


def sheets_pdf(game: ExportGame, stem: str, name: str, parts: Sequence[PrintedPart]) -> OutputFile:
    """The PDF of sheets with all parts at true size, on the paper of the options.

    A part that is longer than the paper is printed in pieces that overlap. Raises ProblemsFound as
    imposition does.
    """
    edition, place = game.edition, game.edition.game.place
    box = edition.game.box
    options = replace(game.options.of_build(force=False), paper=game.options.paper or USUAL_PAPER)
    settings = replace(print_settings(game.project, options), duplex=Duplex.NONE)
    sheets = impose([_item(part, box.place if box else place) for part in parts], settings)
    words = edition.game.tool_words.on_labels(edition.language)
    labels = page_labels(edition.title, name, sheets, words, Duplex.NONE)
    room = settings.paper.printable.size
    faces = {FaceId(part.id, SideName.FRONT): _face(part, room) for part in parts}
    title = f"{edition.title} · {name}"
    key = fingerprint((), (), repr((title, labels, sheets, [one.digest for one in faces.values()])))

    def content() -> bytes:
        rendered = render([[*faces.values()]], None)
        tool_words = edition.game.tool_words
        return pdf_bytes(
            PrintDocument(
                title, edition.language, sheets, labels, faces, rendered, words=tool_words
            )
        )

    return OutputFile(
        f"{stem}.pdf", name, content, pieces=len(parts), sheets=len(sheets), key=key,
        cuts=sum(sheet.cuts for sheet in sheets),
    )  # fmt: skip


def lines_of(
    game: ExportGame, stem: str, name: str, outlines: Iterable[Outline]
) -> Iterator[OutputFile]:
    """Yields the files with the lines of outlines, which lie below each other on one page."""
    lines: list[DieLine] = []
    wide_mm, y_mm = 0.0, _GAP_MM
    for outline in outlines:
        lines += [line.moved(_GAP_MM, y_mm) for line in die_lines(outline)]
        wide_mm = max(wide_mm, outline.size.width_mm)
        y_mm += outline.size.height_mm + _GAP_MM
    trim = Rect(0, 0, wide_mm + 2 * _GAP_MM, y_mm)
    yield from line_files(game, stem, name, DiePage(trim.size, trim, tuple(lines)))


def _item(part: PrintedPart, place: Place) -> Item:
    return Item(
        piece=part.id,
        kind=part.id,
        sheet="insert",
        copies=1,
        outline=part.outline,
        bleed_mm=0.0,
        has_back=False,
        split=Split(Along.PLAIN, Size(1, 1), Point(0, 0), _OVERLAP_MM),
        place=place,
    )


def _face(part: PrintedPart, paper: Size) -> Face:
    size = part.outline.size
    glued = "".join(map(_glue_svg, part.outline.glue))
    drawn = glued + part.drawn + "".join(map(text_svg, part.texts))
    # Marks of sheets are dashed where a blade cuts, as folds are: a part has its own solid rim.
    if part.framed:
        drawn += _LINES.format(path_data(part.outline))
    if not size.fits_in(paper) and not size.turned().fits_in(paper):
        # Sheets show the seams of a part that is printed in pieces, and not its lines.
        drawn += _lines_svg(part.outline)
    wide, high = f"{size.width_mm:.4f}", f"{size.height_mm:.4f}"
    svg = (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{wide}mm" height="{high}mm" '
        f'viewBox="0 0 {wide} {high}">{drawn}</svg>'
    )
    return Face.drawn(svg, part.outline, 0.0)


_LINES = '<path d="{}" fill="none" stroke="#000" stroke-width="0.3"/>'
_FOLDS = '<path d="{}" fill="none" stroke="#000" stroke-width="0.2" stroke-dasharray="2 1.5"/>'


def _lines_svg(outline: Outline) -> str:
    """The slits of an outline, and its folds, which are dashed."""
    slits, folds = _path(outline.slits), _path(outline.folds)
    return (_LINES.format(slits) if slits else "") + (_FOLDS.format(folds) if folds else "")


def _path(lines: Iterable[tuple[Point, Point]]) -> str:
    return "".join(f"M{a.x_mm:.4f} {a.y_mm:.4f}L{b.x_mm:.4f} {b.y_mm:.4f}" for a, b in lines)


def _glue_svg(area: Sequence[Point]) -> str:
    corners = " ".join(f"{at.x_mm:.3f},{at.y_mm:.3f}" for at in area)
    return f'<polygon points="{corners}" fill="#dcdcdc"/>'


def text_svg(text: PartText) -> str:
    """A text as an element of SVG, as large as its area lets it be; "" where that is too small."""
    box, turn = text.box, text.turn_deg
    said, size_pt = fitted(text.text, Size(box.height_mm, box.width_mm) if turn % 180 else box.size)
    if not said:
        return ""
    x_mm, y_mm = box.x_mm + box.width_mm / 2, box.y_mm + box.height_mm / 2
    size_mm = size_pt / PT_PER_MM
    around = f' transform="rotate({turn} {x_mm:.3f} {y_mm:.3f})"' if turn else ""
    return (
        f'<text x="{x_mm:.3f}" y="{y_mm + size_mm * 0.33:.3f}" text-anchor="middle" '
        f'font-family="Source Sans Pro" font-size="{size_mm:.3f}"{around}>{escape(said)}</text>'
    )


def drawn_plan(boxes: Mapping[str, Rect], room: Size, scale: float) -> str:
    """A floor plan as SVG: the room, and boxes in it with a text each."""
    shown = [Rect(0, 0, room.width_mm, room.height_mm), *boxes.values()]
    rects = "".join(
        f'<rect x="{box.x_mm * scale:.3f}" y="{box.y_mm * scale:.3f}" '
        f'width="{box.width_mm * scale:.3f}" height="{box.height_mm * scale:.3f}"/>'
        for box in shown
    )
    texts = "".join(
        text_svg(
            PartText(
                said,
                Rect(box.x_mm * scale, box.y_mm * scale, box.width_mm * scale,
                     box.height_mm * scale).grown(-1),
                90 if box.height_mm > 1.5 * box.width_mm else 0,
            )
        )
        for said, box in boxes.items()
    )  # fmt: skip
    return f'<g fill="none" stroke="#000" stroke-width="0.2">{rects}</g>{texts}'


_TEXT_PT, _LINE_MM = 8.0, 4.2


def text_block(paragraphs: Iterable[str], wide_mm: float, top_mm: float) -> tuple[str, float]:
    """Paragraphs set in lines from a height on, as elements of SVG, and how high they are."""
    lines: list[str] = []
    for paragraph in paragraphs:
        lines.append("")
        for word in paragraph.split(" "):
            longer = f"{lines[-1]} {word}".lstrip()
            if lines[-1] and text_width_mm(longer, _TEXT_PT) > wide_mm:
                lines.append(word)
            else:
                lines[-1] = longer
    drawn = "".join(
        f'<text x="1" y="{top_mm + number * _LINE_MM:.3f}" font-family="Source Sans Pro" '
        f'font-size="{_TEXT_PT / PT_PER_MM:.3f}">{escape(line)}</text>'
        for number, line in enumerate(lines, start=1)
    )
    return drawn, (len(lines) + 0.5) * _LINE_MM
