"""Errata stickers: the parts of a side that have changed, at size, one for each copy of a kit.

What has changed is seen, not guessed: the piece is drawn once more as it was, and both pictures are
compared. Where nobody knows what it said, or much of a side has changed, the whole side is one.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, replace

from generator.draw.cache import FaceCache
from generator.draw.checklist import Checklist, Swap, SwapSection
from generator.drawing import artist_of, render_faces
from generator.job import CACHE, Options, Progress
from generator.kit.compare import stuck_on
from generator.kits import Change, Lot
from generator.kitwork import (
    KitBuilt,
    checked,
    compare_kit,
    for_kit,
    print_for_kit,
)
from generator.model import Face, FaceId, Kind, Piece, RenderedFaces, SideName, Text, Word
from generator.printing import press_of
from generator.problems import ProblemsFound
from generator.project import Project
from generator.read.kits import read_kit
from generator.recall import Recall
from generator.stickercut import cut_from, windows_of
from generator.swaps import Compared, ToPrint, title_of_kit
from generator.vocabulary import vocabulary
from generator.write.differing import places_that_differ

GROUP = "stickers"


@dataclass(frozen=True, slots=True)
class Sticker:
    """A part of a side, or the whole of it, for so many copies of a piece in one version."""

    piece: Piece
    side: SideName
    lot: Lot
    face: Face
    whole: bool


def build_stickers(
    project: Project, name: str, options: Options, progress: Progress, *, rules_only: bool = False
) -> KitBuilt:
    """Print stickers for the pieces of a kit that say something else now. Raises ProblemsFound.

    Copies that are lacking and pieces that are new or gone are left to a build without stickers.
    """
    options = for_kit(options, read_kit(project, name))
    press = press_of(project, options)
    compared = compare_kit(project, name, options, progress)
    unchecked = checked(project, compared, options)
    todo = [one for change in compared.changes(rules_only) if (one := stuck_on(change))]
    stickers = _stickers(project, compared, todo, options, progress) if todo else ()
    work = _work(compared, todo, stickers)
    return print_for_kit(compared, work, press, options, progress, unchecked)


def _stickers(
    project: Project,
    compared: Compared,
    todo: Sequence[Change],
    options: Options,
    progress: Progress,
) -> tuple[Sticker, ...]:
    """The stickers of all lots, in the order of the pieces."""
    home = options.output / compared.game.id
    recall = Recall(project, home, compared.game.id, compared.artist.language)
    pieces = {piece.id: piece for piece in compared.game.pieces}
    lots = [(pieces[change.piece], lot) for change in todo for lot in change.take_out]
    then = {(p.id, lot): recall.piece(p, lot.version.code) for p, lot in lots}
    faces = _drawn_then(project, compared, then, options)
    found: list[Sticker] = []
    pairs: list[tuple[Sticker, Face]] = []
    for piece, lot in lots:
        for side in (SideName.FRONT, *([SideName.BACK] if piece.kind.back else [])):
            face = compared.faces[FaceId(piece.id, side)]
            before = faces.get((piece.id, lot, side))
            sticker = Sticker(piece, side, lot, face, whole=True)
            if before is None:
                found.append(sticker)
            elif before.digest != face.digest:
                pairs.append((sticker, before))
    cache = FaceCache(options.output / CACHE)
    found += _cut(pairs, lambda both: render_faces(compared.game, both, cache, progress))
    order = {piece.id: number for number, piece in enumerate(compared.game.pieces)}
    return tuple(sorted(found, key=lambda one: order[one.piece.id]))


def _drawn_then(
    project: Project,
    compared: Compared,
    then: Mapping[tuple[str, Lot], Piece | None],
    options: Options,
) -> dict[tuple[str, Lot, SideName], Face]:
    """The sides of old pieces, drawn by the templates of today.

    All pieces of a kind are drawn, for the texts of some are of equal size: each round has one old
    version of each piece. Where an old text does not fit any more, its round is not known.
    """
    faces: dict[tuple[str, Lot, SideName], Face] = {}
    left = {key: piece for key, piece in then.items() if piece is not None}
    while left:
        turn = {name: (lot, piece) for (name, lot), piece in left.items()}
        pieces = tuple(turn[p.id][1] if p.id in turn else p for p in compared.game.pieces)
        game = replace(compared.game, pieces=pieces)
        for name, (lot, _) in turn.items():
            del left[name, lot]
        try:
            artist = artist_of(project, game, compared.artist.language, options)
            drawn = artist.draw_pieces(pieces)
        except ProblemsFound:
            continue
        for face_id, face in drawn.items():
            if face_id.piece in turn and face_id.look == 0:
                faces[face_id.piece, turn[face_id.piece][0], face_id.side] = face
    return faces


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


def _work(compared: Compared, todo: Sequence[Change], stickers: Sequence[Sticker]) -> ToPrint:
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
        swaps.setdefault(sticker.piece.kind.id, []).append(_swap(sticker, piece, compared, words))
    kinds = tuple(piece.kind for piece in pieces)
    game = replace(compared.game, kinds=kinds, pieces=tuple(pieces), sheets={GROUP: name}, boxes=())
    names = {kind.id: kind.name.in_language(language) for kind in compared.game.kinds}
    sections = (
        SwapSection(kind, f"{words['stick_on']} · {names[kind]}", tuple(own))
        for kind, own in swaps.items()
    )
    listed = Checklist(title_of_kit(compared), (), tuple(sections))
    return ToPrint(game, tuple(pieces), faces, listed, tuple(todo))


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
    return replace(sticker.piece, id=own, kind=kind, copies=sticker.lot.copies)


def _swap(sticker: Sticker, piece: Piece, compared: Compared, words: Mapping[str, str]) -> Swap:
    """A line of the list: on which old pieces it goes, and what they are then."""
    side = f", {words['back']}" if sticker.side is SideName.BACK else ""
    whole = f" ({words['whole_side']})" if sticker.whole else ""
    why = f"{words['instead_of']} {sticker.lot.version.code}{whole}"
    name = f"{compared.names[sticker.piece.id]}{side}"
    now = compared.versions[sticker.piece.id].code
    return Swap(piece.id, sticker.lot.copies, name, now, why)
