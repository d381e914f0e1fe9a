"""Finds what the callouts of a booklet point at: zones and fields on the faces of pieces."""

from collections.abc import Mapping, Sequence

from fustella import build, draw
from fustella.build.job import Job
from fustella.core.geometry.shapes import Point, Rect
from fustella.core.values.model import Face, FaceId, Piece, ShownSort, SideName, Text
from fustella.core.values.problems import Collected, Place, Problem, did_you_mean, refuse
from fustella.core.values.rules import Picture, PiecePicture
from fustella.draw.inspect.texts import line_boxes
from fustella.draw.text.markup import marks_of
from fustella.impose.layout import extent_of
from fustella.rules.figures import FigureArea, zones_on

_LINE_MM = 3.5
"""The height of a line of text at which a callout points."""


def areas_of(
    job: Job, language: str, pictures: Sequence[Picture], faces: Mapping[FaceId, Face]
) -> Mapping[FaceId, Mapping[str, FigureArea]]:
    """The areas of zones and fields on the faces that have callouts.

    Raises ProblemsFound: E711 for a callout at something that is not seen on the face.
    """
    wanted = dict[FaceId, dict[str, Place]]()
    for picture in pictures:
        if isinstance(picture, PiecePicture):
            for callout in picture.callouts:
                spots = wanted.setdefault(FaceId(picture.piece, picture.side), {})
                spots.setdefault(callout.at, callout.place)
    shown = {face_id.piece for face_id in wanted}
    pieces = [piece for piece in job.edition.game.pieces if piece.id in shown]
    found = dict[FaceId, dict[str, FigureArea]]()
    for spec in draw.piece_specs(job.edition, pieces) if pieces else ():
        if spec.id in wanted:
            layout = spec.values.get("layout")
            zones = zones_on(layout) if layout is not None else ()
            found[spec.id] = _zones(faces.get(spec.id), dict(zones))
    problems = Collected()
    for face_id, spots in wanted.items():
        known = found.setdefault(face_id, {})
        if any(at not in known for at in spots):
            fields = _fields_on(job, language, face_id, faces[face_id], pieces)
            lacking = [at for at in spots if at not in known and at not in fields]
            problems += [_unseen(at, spots[at], face_id, {**known, **fields}) for at in lacking]
            known.update({at: fields[at] for at in spots if at not in known and at in fields})
    refuse(problems)
    return found


def _zones(face: Face | None, zones: Mapping[str, Rect]) -> dict[str, FigureArea]:
    """The areas of zones; those with texts are as large as these."""
    lines = [*line_boxes(face)] if face is not None else []
    found = dict[str, FigureArea]()
    for name, zone in zones.items():
        inside = [line for line in lines if _holds(zone, line)]
        found[name] = FigureArea(extent_of(inside), is_text=True) if inside else FigureArea(zone)
    return found


def _fields_on(
    job: Job, language: str, face_id: FaceId, face: Face, pieces: Sequence[Piece]
) -> Mapping[str, FigureArea]:
    """Where the texts of fields stand on a face that has no zones for them.

    A field that the template joins with others in one text stands where its words are read.
    """
    piece = next(piece for piece in pieces if piece.id == face_id.piece)
    alike = [one for one in job.edition.game.pieces if one.kind.id == piece.kind.id]
    artist = build.artist_of(job.project, job.edition, job.options.output, describes=True)
    artist.draw_pieces(alike)
    lines = [*line_boxes(face)]
    found, joined = dict[str, FigureArea](), dict[str, FigureArea]()
    record = piece.front if face_id.side is SideName.FRONT else piece.back
    texts = {name: _said(record[name], language) for name in record}
    for shown in artist.metadata[face_id].shown:
        if shown.sort is not ShownSort.TEXT:
            continue
        at = Point(shown.x_mm, shown.y_mm)
        area = FigureArea(next((line for line in lines if _begins(line, at)), _line_at(at)), True)
        name = shown.field.removeprefix(f"{face_id.side}.")
        for each in (name, name.partition("[")[0].partition(".")[0]) if name else ():
            found.setdefault(each, area)
        words = _folded(shown.words)
        for field, text in texts.items():
            if len(text) > 1 and text in words:
                joined.setdefault(field, area)
    return {**joined, **found}


def _said(value: object, language: str) -> str:
    """What a field says in a language, in small letters; "" for no text."""
    if isinstance(value, Text):
        value = value.in_language(language)
    return _folded(_plain(value)) if isinstance(value, str) else ""


def _unseen(at: str, place: Place, face_id: FaceId, known: Mapping[str, FigureArea]) -> Problem:
    hint = did_you_mean(at, known) or f"seen on it: {', '.join(sorted(known)[:12])}"
    message = f"nothing on the {face_id.side} of `{face_id.piece}` shows `{at}`"
    return Problem("E711", place, message, hint)


def _holds(zone: Rect, line: Rect) -> bool:
    """Whether the middle of a line of text lies in a zone."""
    x_mm, y_mm = line.x_mm + line.width_mm / 2, line.y_mm + line.height_mm / 2
    return zone.x_mm <= x_mm <= zone.right_mm and zone.y_mm <= y_mm <= zone.bottom_mm


def _begins(line: Rect, at: Point) -> bool:
    """Whether a text that is set at a point is a line: at its left, its middle, or its right."""
    across = line.x_mm - 0.3 <= at.x_mm <= line.right_mm + 0.3
    return across and line.y_mm <= at.y_mm <= line.bottom_mm


def _line_at(at: Point) -> Rect:
    """About where a text begins that is no line of its own, such as one that is turned."""
    return Rect(at.x_mm, at.y_mm - _LINE_MM * 0.7, _LINE_MM, _LINE_MM * 0.7)


def _folded(text: str) -> str:
    return " ".join(text.casefold().split())


def _plain(text: str) -> str:
    """A text of the game without its markup."""
    return "".join(getattr(mark, "text", " ") for mark in marks_of(text).marks).strip()
