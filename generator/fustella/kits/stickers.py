"""Prints errata stickers: the changed parts of a piece's sides at full size, for copies in a kit.

The old piece is drawn again, and its picture is compared with the new one. A sticker is a window
around a difference, large enough to be cut by hand, with whole blocks of text. Where the old texts
are unknown, or much of a side has changed, the sticker is the whole side.
"""

import re
from collections.abc import Iterable, Iterator, Sequence

from msgspec import Struct
from msgspec.structs import replace

from fustella.build import BuildOptions, Progress
from fustella.build.drawing import render_faces
from fustella.build.job import Job
from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Outline, Rect
from fustella.core.values.model import Face, FaceId, Kind, Piece, SideName, Text, Word
from fustella.core.words.printed import SHEET
from fustella.covers import Swap, SwapList, SwapSection
from fustella.draw.inspect.texts import line_boxes, without_texts_beside
from fustella.draw.svg.write import number
from fustella.history.recall import PastPieces, draw_as_printed
from fustella.kits.build import compare_kit, print_for_kit
from fustella.kits.compare import by_stickers
from fustella.kits.model import CopyChange, Kit, Lot
from fustella.kits.stamps import KitBuilt, UpdateMode
from fustella.kits.swaps import KitComparison, KitPrint, names_of
from fustella.write.raster import places_that_differ

GROUP = "stickers"
"""The group of sheets that stickers are printed on."""

AROUND_MM = 1.0
"""The margin on each side of a changed place."""

LEAST_MM = 5.0
"""The least width and height of a sticker: people have to handle it."""

_WORD_SPACE = 0.2
"""The width of a word space, as a fraction of the height of a line."""

_HEAD = re.compile(r"<svg\b[^>]*>")
_SIZED = re.compile(r'\s(?:width|height|viewBox)="[^"]*"')


class Sticker(Struct, frozen=True):
    """A sticker for some copies of a lot: one side of a piece in one look, or a part of it."""

    piece: Piece
    side: SideName
    lot: Lot
    copies: int
    face: Face
    whole: bool


def build_stickers(
    project: Project,
    kit: Kit,
    options: BuildOptions,
    progress: Progress,
    *,
    rules_only: bool = False,
) -> KitBuilt:
    """Prints stickers for the pieces of a kit whose texts have changed. Raises ProblemsFound.

    Missing copies and new pieces are left to a build without stickers; so is the list of pieces
    that are gone.
    """
    mode = UpdateMode(rules_only=rules_only, stickers=True)
    comparison = compare_kit(project, kit, options, progress, mode)
    changes = [
        covered for change in comparison.changes(rules_only) if (covered := by_stickers(change))
    ]
    past = PastPieces(comparison.job)
    stickers = _stickers(comparison, changes, past) if changes else ()
    work = _print_job(comparison, changes, stickers, past)
    known = not any(sticker.whole for sticker in stickers)
    return print_for_kit(comparison, work, known=known)


def _stickers(
    comparison: KitComparison, changes: Sequence[CopyChange], past: PastPieces
) -> tuple[Sticker, ...]:
    """The stickers of all lots, in the order of the pieces."""
    job, game = comparison.job, comparison.job.game
    pieces = {piece.id: piece for piece in game.pieces}
    lots = [(pieces[change.piece], lot) for change in changes for lot in change.take_out]
    alike: dict[str, list[Piece]] = {}
    for piece in game.pieces:
        alike.setdefault(piece.kind.id, []).append(piece)
    then = {
        (piece.id, lot.version): old
        for piece, lot in lots
        if (old := past.piece(piece, lot.version.code, alike[piece.kind.id]))
    }
    faces = draw_as_printed(job, then)
    found: list[Sticker] = []
    pairs: list[tuple[Sticker, Face]] = []
    for piece, lot in lots:
        for side, look, copies in _sides(piece, lot):
            face_id = FaceId(piece.id, side, look)
            face = job.faces[face_id]
            before = faces.get((piece.id, lot.version), {}).get(face_id)
            sticker = Sticker(piece, side, lot, copies, face, whole=True)
            if before is None:
                found.append(sticker)
            elif before.digest != face.digest:
                pairs.append((sticker, before))
    if pairs:
        found += _cut_stickers(job, pairs)
    order = {piece: number for number, piece in enumerate(pieces)}
    return tuple(sorted(found, key=lambda sticker: order[sticker.piece.id]))


def _sides(piece: Piece, lot: Lot) -> Iterator[tuple[SideName, int, int]]:
    """Yields each side of a lot's piece in each look, and the number of copies in this look.

    If the piece has fewer looks now, copies in a lost look get look 0.
    """
    own = replace(piece, copies=lot.copies).copies_by_look
    looks_now = len(piece.copies_by_look)
    by_look = dict.fromkeys(range(min(looks_now, len(own))), 0)
    for look, copies in enumerate(own):
        by_look[look if look < looks_now else 0] += copies
    for side in (SideName.FRONT, *([SideName.BACK] if piece.kind.back else [])):
        yield from ((side, look, copies) for look, copies in by_look.items())


def _cut_stickers(job: Job, pairs: Sequence[tuple[Sticker, Face]]) -> Iterator[Sticker]:
    """Yields stickers cut down to the changed places; `pairs` has the old face of each."""
    faces = {
        FaceId(f"{number}", side): face
        for number, (sticker, before) in enumerate(pairs)
        for side, face in ((SideName.BACK, before), (SideName.FRONT, sticker.face))
    }
    rendered = render_faces(job.game, faces, job.cache, job.progress)
    sides = [(before, sticker.face) for sticker, before in pairs]
    for (sticker, _), places in zip(pairs, places_that_differ(sides, rendered), strict=True):
        if places is None:
            yield sticker
            continue
        for window in windows_of(sticker.face, places):
            yield replace(sticker, face=cut_from(sticker.face, window), whole=False)


def _print_job(
    comparison: KitComparison,
    changes: Sequence[CopyChange],
    stickers: Sequence[Sticker],
    past: PastPieces,
) -> KitPrint:
    """The print of stickers, as the only pieces of a game, with a list that says where they go."""
    game, edition = comparison.job.game, comparison.job.edition
    called = {each: game.tool_words.text(f"{SHEET}.stickers", each) for each in game.languages}
    name = Text({each: Word(called[each], game.place) for each in called})
    pieces, faces = [], {}
    swaps: dict[str, list[Swap]] = {}
    for index, sticker in enumerate(stickers, start=1):
        piece = _as_piece(sticker, index, name)
        pieces.append(piece)
        faces[FaceId(piece.id, SideName.FRONT)] = sticker.face
        own = swaps.setdefault(sticker.piece.kind.id, [])
        own.append(_swap(sticker, piece, comparison, past))
    kinds = {kind.id: kind.name.in_language(edition.language) for kind in game.kinds}
    sections = tuple(
        SwapSection(kind, f"{edition.words['stick_on']} · {kinds[kind]}", tuple(own))
        for kind, own in swaps.items()
    )
    return KitPrint(
        game=replace(
            game,
            kinds=tuple(piece.kind for piece in pieces),
            pieces=tuple(pieces),
            sheets={GROUP: name},
            boxes=(),
        ),
        pieces=tuple(pieces),
        faces=faces,
        swaps=SwapList(comparison.title, (), sections),
        pictures={},
        changes=tuple(changes),
        names=names_of(comparison, changes, {}),
    )


def _as_piece(sticker: Sticker, number: int, name: Text) -> Piece:
    """A sticker as a piece without a back, in a kind of its own, because sizes differ."""
    sticker_id = f"sticker-{number}"
    kind = Kind(
        id=sticker_id,
        name=name,
        outline=sticker.face.outline,
        bleed_mm=sticker.face.bleed_mm,
        front=sticker.piece.kind.front,
        back=None,
        sheet=GROUP,
        split=sticker.piece.kind.split if sticker.whole else None,
        looks=1,
        place=sticker.piece.kind.place,
    )
    return replace(sticker.piece, id=sticker_id, kind=kind, copies=sticker.copies)


def _swap(sticker: Sticker, piece: Piece, comparison: KitComparison, past: PastPieces) -> Swap:
    """The list's entry for one sticker, with the old name of the piece that it covers.

    `piece` is the sticker as a piece of its own.
    """
    words = comparison.job.edition.words
    side = f", {words['back']}" if sticker.side is SideName.BACK else ""
    whole = f" ({words['whole_side']})" if sticker.whole else ""
    code = sticker.lot.version.code
    entry = past.entry(sticker.piece.id, code)
    name = entry.name if entry else comparison.names[sticker.piece.id]
    now = comparison.versions[sticker.piece.id].code
    why = f"{words['instead_of'].format(code=code)}{whole}"
    return Swap(piece.id, sticker.copies, f"{name}{side}", now, why)


def windows_of(face: Face, places: Iterable[Rect]) -> tuple[Rect, ...]:
    """The boxes around the changed places of a side, in mm from the corner of its trim.

    A box is inside the trim, is at least `LEAST_MM` wide and high, cuts no block of text in two,
    and overlaps no other box.
    """
    # Grown by a word space, the lines and words of one text meet.
    blocks = _joined_boxes(
        line.grown(min(line.width_mm, line.height_mm) * _WORD_SPACE) for line in line_boxes(face)
    )
    trim = Rect(0, 0, face.outline.size.width_mm, face.outline.size.height_mm)
    windows = []
    for place in places:
        if not place.overlaps(trim):
            continue
        window = place
        for block in blocks:
            if window.overlaps(block):
                window = _box_around(window, block)
        left, wide = _span(window.x_mm, window.right_mm, trim.width_mm)
        top, high = _span(window.y_mm, window.bottom_mm, trim.height_mm)
        windows.append(Rect(left, top, wide, high))
    return tuple(sorted(_joined_boxes(windows), key=lambda window: (window.y_mm, window.x_mm)))


def _span(first_mm: float, last_mm: float, most_mm: float) -> tuple[float, float]:
    """The start and length of a window in one direction, with a margin, up to `most_mm`."""
    first_mm, last_mm = max(0.0, first_mm - AROUND_MM), min(most_mm, last_mm + AROUND_MM)
    lacking_mm = max(0.0, LEAST_MM - (last_mm - first_mm))
    first_mm -= lacking_mm / 2
    long_mm = min(most_mm, max(LEAST_MM, last_mm + lacking_mm / 2 - first_mm))
    return min(max(0.0, first_mm), most_mm - long_mm), long_mm


def cut_from(face: Face, window: Rect) -> Face:
    """The part of a face inside a window, as a face of its own without bleed.

    Texts outside of the window are left out: a PDF would contain them although they are not seen.
    """
    head = _HEAD.search(face.svg)
    assert head, "a face that has passed the lint"
    x, y, wide, high = map(number, (window.x_mm, window.y_mm, window.width_mm, window.height_mm))
    size = f' width="{wide}mm" height="{high}mm" viewBox="{x} {y} {wide} {high}"'
    new = _SIZED.sub("", head[0]).removesuffix(">") + f"{size}>"
    svg = face.svg[: head.start()] + new + face.svg[head.end() :]
    svg = without_texts_beside(svg, window.grown(AROUND_MM))
    outline = Outline.rectangle(float(wide), float(high))
    return Face.drawn(svg, outline, 0.0, face.pictures)


def _joined_boxes(boxes: Iterable[Rect]) -> list[Rect]:
    """The boxes; boxes that overlap are replaced by one box around them."""
    found: list[Rect] = []
    for box in boxes:
        joined = box
        while meeting := [other for other in found if other.overlaps(joined)]:
            found = [other for other in found if other not in meeting]
            for other in meeting:
                joined = _box_around(joined, other)
        found.append(joined)
    return found


def _box_around(a: Rect, b: Rect) -> Rect:
    """The smallest box around two boxes."""
    left, top = min(a.x_mm, b.x_mm), min(a.y_mm, b.y_mm)
    right, bottom = max(a.right_mm, b.right_mm), max(a.bottom_mm, b.bottom_mm)
    return Rect(left, top, right - left, bottom - top)
