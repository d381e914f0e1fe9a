"""Errata stickers: the parts of a side that have changed, at size, one for each copy of a kit.

What has changed is seen, not guessed: the piece is drawn once more as it was, and both pictures are
comparison. Where nobody knows what it said, or much of a side has changed, the whole side is one.

Windows of a side that are large enough to be cut, and the faces that show them alone.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from fustella.build.drawing import render_faces
from fustella.build.options import BuildOptions, Progress
from fustella.core.cache import CACHE, DiskCache
from fustella.core.geometry import Outline, Rect
from fustella.core.model import Face, FaceId, Kind, Piece, RenderedFaces, SideName, Text, Word
from fustella.core.project import Project
from fustella.core.words import words_in
from fustella.draw.covers.swaplist import Swap, SwapList, SwapSection
from fustella.draw.inspect.texts import line_boxes, without_texts_beside
from fustella.draw.svg.write import number
from fustella.history.recall import PastPieces, draw_as_printed
from fustella.kits.build import KitJob, compare_kit, differs_from_rules, job_for, print_for_kit
from fustella.kits.compare import stuck_on
from fustella.kits.model import CopyChange, Kit, Lot
from fustella.kits.stamps import KitBuilt, UpdateMode
from fustella.kits.swaps import KitComparison, KitPrintJob, names_of
from fustella.write.raster import places_that_differ

AROUND_MM = 1.0
"""On each side of what has changed."""

LEAST_MM = 5.0
"""A smaller sticker is lost before it sticks."""

_WORD_SPACE = 0.2
"""Of the height of a line."""

_HEAD = re.compile(r"<svg\b[^>]*>")
_SIZED = re.compile(r'\s(?:width|height|viewBox)="[^"]*"')


def windows_of(face: Face, places: Iterable[Rect]) -> tuple[Rect, ...]:
    """Boxes around the places of a side, in mm from its trim: no block of text is cut in two.

    Each is inside the trim, `LEAST_MM` at least, and none touches another.
    """
    blocks = _apart([_reaching(line) for line in line_boxes(face)])
    size = face.outline.size
    trim = Rect(0, 0, size.width_mm, size.height_mm)
    seen = (place for place in places if place.overlaps(trim))
    windows = [_whole_blocks(place, blocks) for place in seen]
    windows = _apart([_roomy(window, trim) for window in windows])
    return tuple(sorted(windows, key=lambda one: (one.y_mm, one.x_mm)))


def cut_from(face: Face, window: Rect) -> Face:
    """The part of a face that a window shows, as a face of its own without bleed.

    Texts that lie beside it are left out: a PDF would hold them, though nobody sees them.
    """
    head = _HEAD.search(face.svg)
    assert head, "a face that has passed the lint"
    x, y, wide, high = map(number, (window.x_mm, window.y_mm, window.width_mm, window.height_mm))
    size = f' width="{wide}mm" height="{high}mm" viewBox="{x} {y} {wide} {high}"'
    new = _SIZED.sub("", head[0]).removesuffix(">") + f"{size}>"
    svg = face.svg[: head.start()] + new + face.svg[head.end() :]
    svg = without_texts_beside(svg, window.grown(AROUND_MM))
    return Face.drawn(svg, Outline.rectangle(float(wide), float(high)), 0.0)


def _reaching(line: Rect) -> Rect:
    """A line, as far as a word space beyond its ends: so lines and words of one text meet."""
    return line.grown(min(line.width_mm, line.height_mm) * _WORD_SPACE)


def _whole_blocks(place: Rect, blocks: Iterable[Rect]) -> Rect:
    """A place with the whole of each block of text that it touches."""
    for block in blocks:
        if place.overlaps(block):
            place = _around(place, block)
    return place


def _roomy(place: Rect, trim: Rect) -> Rect:
    """Larger by what lies around it, at least as large as can be cut, inside the trim."""
    left, wide = _span(place.x_mm, place.right_mm, trim.width_mm)
    top, high = _span(place.y_mm, place.bottom_mm, trim.height_mm)
    return Rect(left, top, wide, high)


def _span(first_mm: float, last_mm: float, most_mm: float) -> tuple[float, float]:
    """Where one side of a window begins, and how long it is."""
    first_mm, last_mm = max(0.0, first_mm - AROUND_MM), min(most_mm, last_mm + AROUND_MM)
    lacking_mm = max(0.0, LEAST_MM - (last_mm - first_mm))
    first_mm -= lacking_mm / 2
    long_mm = min(most_mm, max(LEAST_MM, last_mm + lacking_mm / 2 - first_mm))
    return min(max(0.0, first_mm), most_mm - long_mm), long_mm


def _apart(windows: list[Rect]) -> list[Rect]:
    """Windows that meet are one."""
    found: list[Rect] = []
    for window in windows:
        while meeting := [one for one in found if one.overlaps(window)]:
            found = [one for one in found if one not in meeting]
            for one in meeting:
                window = _around(window, one)  # noqa: PLW2901  (it grows)
        found.append(window)
    return found


def _around(one: Rect, other: Rect) -> Rect:
    """The smallest box that holds both."""
    left, top = min(one.x_mm, other.x_mm), min(one.y_mm, other.y_mm)
    right, bottom = max(one.right_mm, other.right_mm), max(one.bottom_mm, other.bottom_mm)
    return Rect(left, top, right - left, bottom - top)


GROUP = "stickers"


@dataclass(frozen=True, slots=True)
class Sticker:
    """A part of a side, or the whole of it, for so many copies of a lot of a piece: one look."""

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
    """Print stickers for the pieces of a kit that say something else now. Raises ProblemsFound.

    Copies that are lacking and pieces that are new or gone are left to a build without stickers.
    """
    mode = UpdateMode(rules_only=rules_only, stickers=True)
    job = job_for(project, kit, options, progress, mode)
    comparison = compare_kit(project, kit, job.options, progress)
    unchecked = differs_from_rules(job, comparison)
    changes = [one for change in comparison.changes(rules_only) if (one := stuck_on(change))]
    home = job.options.output / kit.game
    past = PastPieces(project, home, kit.game, kit.language)
    stickers = _stickers(job, comparison, changes, past) if changes else ()
    work = _work(comparison, changes, stickers, past)
    known = not any(sticker.whole for sticker in stickers)
    return print_for_kit(job, comparison, work, unchecked=unchecked, known=known)


def _stickers(
    job: KitJob, comparison: KitComparison, todo: Sequence[CopyChange], recall: PastPieces
) -> tuple[Sticker, ...]:
    """The stickers of all lots, in the order of the pieces."""
    pieces = {piece.id: piece for piece in comparison.edition.game.pieces}
    lots = [(pieces[change.piece], lot) for change in todo for lot in change.take_out]
    alike = {
        kind.id: [piece for piece in comparison.edition.game.pieces if piece.kind.id == kind.id]
        for kind in comparison.edition.game.kinds
    }
    then = {
        (piece.id, lot.version): old
        for piece, lot in lots
        if (old := recall.piece(piece, lot.version.code, alike[piece.kind.id]))
    }
    language = comparison.edition.language
    faces = draw_as_printed(job.project, comparison.edition.game, language, then, job.options)
    found: list[Sticker] = []
    pairs: list[tuple[Sticker, Face]] = []
    for piece, lot in lots:
        for side, look, copies in _sides(piece, lot):
            face_id = FaceId(piece.id, side, look)
            face = comparison.faces[face_id]
            before = faces.get((piece.id, lot.version), {}).get(face_id)
            sticker = Sticker(piece, side, lot, copies, face, whole=True)
            if before is None:
                found.append(sticker)
            elif before.digest != face.digest:
                pairs.append((sticker, before))
    cache = DiskCache(job.options.output / CACHE)
    found += _cut(
        pairs, lambda both: render_faces(comparison.edition.game, both, cache, job.progress)
    )
    order = {piece.id: number for number, piece in enumerate(comparison.edition.game.pieces)}
    return tuple(sorted(found, key=lambda one: order[one.piece.id]))


def _sides(piece: Piece, lot: Lot) -> Iterator[tuple[SideName, int, int]]:
    """Each side of some copies, in each of their looks: so many copies look so.

    A look that the piece has no more, for it has fewer copies, is stuck over with the first.
    """
    own = replace(piece, copies=lot.copies).copies_by_look
    there = len(piece.copies_by_look)
    by_look = dict.fromkeys(range(min(there, len(own))), 0)
    for look, copies in enumerate(own):
        by_look[look if look < there else 0] += copies
    for side in (SideName.FRONT, *([SideName.BACK] if piece.kind.back else [])):
        yield from ((side, look, copies) for look, copies in by_look.items())


def _cut(
    pairs: Sequence[tuple[Sticker, Face]],
    render: Callable[[Mapping[FaceId, Face]], tuple[RenderedFaces, ...]],
) -> Iterator[Sticker]:
    """The parts of sides that are not what they were."""
    both = {
        FaceId(f"{number}", side): face
        for number, (sticker, before) in enumerate(pairs)
        for side, face in ((SideName.BACK, before), (SideName.FRONT, sticker.face))
    }
    if not both:
        return
    rendered = render(both)
    sides = [(before, sticker.face) for sticker, before in pairs]
    for (sticker, _), places in zip(pairs, places_that_differ(sides, rendered), strict=True):
        if places is None:
            yield sticker
            continue
        for window in windows_of(sticker.face, places):
            yield replace(sticker, face=cut_from(sticker.face, window), whole=False)


def _work(
    comparison: KitComparison,
    todo: Sequence[CopyChange],
    stickers: Sequence[Sticker],
    recall: PastPieces,
) -> KitPrintJob:
    """The stickers as pieces of a game that has nothing else."""
    language = comparison.edition.language
    words = words_in(language)
    place = comparison.edition.game.place
    name = Text(
        {one: Word(words_in(one)["stickers"], place) for one in comparison.edition.game.languages}
    )
    pieces, faces = [], {}
    swaps: dict[str, list[Swap]] = {}
    for index, sticker in enumerate(stickers, start=1):
        piece = _as_piece(sticker, index, name)
        pieces.append(piece)
        faces[FaceId(piece.id, SideName.FRONT)] = sticker.face
        swaps.setdefault(sticker.piece.kind.id, []).append(
            _swap(sticker, piece, comparison, recall)
        )
    kinds = tuple(piece.kind for piece in pieces)
    game = replace(
        comparison.edition.game, kinds=kinds, pieces=tuple(pieces), sheets={GROUP: name}, boxes=()
    )
    names = {kind.id: kind.name.in_language(language) for kind in comparison.edition.game.kinds}
    sections = (
        SwapSection(kind, f"{words['stick_on']} · {names[kind]}", tuple(own))
        for kind, own in swaps.items()
    )
    swap_list = SwapList(comparison.title, (), tuple(sections))
    return KitPrintJob(
        game, tuple(pieces), faces, swap_list, {}, tuple(todo), names_of(comparison, todo, {})
    )


def _as_piece(sticker: Sticker, number: int, name: Text) -> Piece:
    """A sticker as a piece without a back, of a kind of its own: no two are of one size."""
    own = f"sticker-{number}"
    kind = Kind(
        id=own,
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
    return replace(sticker.piece, id=own, kind=kind, copies=sticker.copies)


def _swap(sticker: Sticker, piece: Piece, comparison: KitComparison, recall: PastPieces) -> Swap:
    """A line of the list: on which old pieces it goes, as they are called, and what they are."""
    words = words_in(comparison.edition.language)
    side = f", {words['back']}" if sticker.side is SideName.BACK else ""
    whole = f" ({words['whole_side']})" if sticker.whole else ""
    code = sticker.lot.version.code
    entry = recall.entry(sticker.piece.id, code)
    name = entry.name if entry else comparison.names[sticker.piece.id]
    now = comparison.versions[sticker.piece.id].code
    why = f"{words['instead_of']} {code}{whole}"
    return Swap(piece.id, sticker.copies, f"{name}{side}", now, why)
