"""Errata stickers: the parts of a side that have changed, at size, one for each copy of a kit.

What has changed is seen, not guessed: the piece is drawn once more as it was, and both pictures are
compared. Where nobody knows what it said, or much of a side has changed, the whole side is one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.draw.cache import FaceCache
from generator.draw.checklist import Checklist, Swap, SwapSection
from generator.drawing import render_faces
from generator.job import CACHE, Options, Progress
from generator.kit.compare import stuck_on
from generator.kitbuilt import KitBuilt, Way
from generator.kits import Change, Lot
from generator.kitwork import KitJob, checked, compare_kit, job_for, print_for_kit
from generator.model import Face, FaceId, Kind, Piece, RenderedFaces, SideName, Text, Word
from generator.project import Project
from generator.recall import Recall
from generator.redrawn import drawn_then
from generator.stickercut import cut_from, windows_of
from generator.swaps import Compared, ToPrint, names_of, title_of_kit
from generator.vocabulary import vocabulary
from generator.write.differing import places_that_differ

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
    project: Project, name: str, options: Options, progress: Progress, *, rules_only: bool = False
) -> KitBuilt:
    """Print stickers for the pieces of a kit that say something else now. Raises ProblemsFound.

    Copies that are lacking and pieces that are new or gone are left to a build without stickers.
    """
    job = job_for(project, name, options, progress, Way(rules_only=rules_only, stickers=True))
    compared = compare_kit(project, name, job.options, progress)
    unchecked = checked(job, compared)
    todo = [one for change in compared.changes(rules_only) if (one := stuck_on(change))]
    home = job.options.output / compared.game.id
    recall = Recall(project, home, compared.game.id, compared.artist.language)
    stickers = _stickers(job, compared, todo, recall) if todo else ()
    work = _work(compared, todo, stickers, recall)
    known = not any(sticker.whole for sticker in stickers)
    return print_for_kit(job, compared, work, unchecked, known)


def _stickers(
    job: KitJob, compared: Compared, todo: Sequence[Change], recall: Recall
) -> tuple[Sticker, ...]:
    """The stickers of all lots, in the order of the pieces."""
    pieces = {piece.id: piece for piece in compared.game.pieces}
    lots = [(pieces[change.piece], lot) for change in todo for lot in change.take_out]
    alike = {
        kind.id: [piece for piece in compared.game.pieces if piece.kind.id == kind.id]
        for kind in compared.game.kinds
    }
    then = {
        (piece.id, lot.version): old
        for piece, lot in lots
        if (old := recall.piece(piece, lot.version.code, alike[piece.kind.id]))
    }
    language = compared.artist.language
    faces = drawn_then(job.project, compared.game, language, then, job.options)
    found: list[Sticker] = []
    pairs: list[tuple[Sticker, Face]] = []
    for piece, lot in lots:
        for side, look, copies in _sides(piece, lot):
            face_id = FaceId(piece.id, side, look)
            face = compared.faces[face_id]
            before = faces.get((piece.id, lot.version), {}).get(face_id)
            sticker = Sticker(piece, side, lot, copies, face, whole=True)
            if before is None:
                found.append(sticker)
            elif before.digest != face.digest:
                pairs.append((sticker, before))
    cache = FaceCache(job.options.output / CACHE)
    found += _cut(pairs, lambda both: render_faces(compared.game, both, cache, job.progress))
    order = {piece.id: number for number, piece in enumerate(compared.game.pieces)}
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
    compared: Compared, todo: Sequence[Change], stickers: Sequence[Sticker], recall: Recall
) -> ToPrint:
    """The stickers as pieces of a game that has nothing else."""
    language = compared.artist.language
    words = vocabulary(language)
    place = compared.game.place
    name = Text({one: Word(vocabulary(one)["stickers"], place) for one in compared.game.languages})
    pieces, faces = [], {}
    swaps: dict[str, list[Swap]] = {}
    for number, sticker in enumerate(stickers, start=1):
        piece = _as_piece(sticker, number, name)
        pieces.append(piece)
        faces[FaceId(piece.id, SideName.FRONT)] = sticker.face
        swaps.setdefault(sticker.piece.kind.id, []).append(_swap(sticker, piece, compared, recall))
    kinds = tuple(piece.kind for piece in pieces)
    game = replace(compared.game, kinds=kinds, pieces=tuple(pieces), sheets={GROUP: name}, boxes=())
    names = {kind.id: kind.name.in_language(language) for kind in compared.game.kinds}
    sections = (
        SwapSection(kind, f"{words['stick_on']} · {names[kind]}", tuple(own))
        for kind, own in swaps.items()
    )
    listed = Checklist(title_of_kit(compared), (), tuple(sections))
    return ToPrint(
        game, tuple(pieces), faces, listed, {}, tuple(todo), names_of(compared, todo, {})
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


def _swap(sticker: Sticker, piece: Piece, compared: Compared, recall: Recall) -> Swap:
    """A line of the list: on which old pieces it goes, as they are called, and what they are."""
    words = vocabulary(compared.artist.language)
    side = f", {words['back']}" if sticker.side is SideName.BACK else ""
    whole = f" ({words['whole_side']})" if sticker.whole else ""
    code = sticker.lot.version.code
    entry = recall.entry(sticker.piece.id, code)
    name = entry.name if entry else compared.names[sticker.piece.id]
    now = compared.versions[sticker.piece.id].code
    why = f"{words['instead_of']} {code}{whole}"
    return Swap(piece.id, sticker.copies, f"{name}{side}", now, why)
