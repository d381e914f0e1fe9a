"""Holds the parts that formats for shops share: kinds of cards, notes, PDFs of single pieces."""

from collections.abc import Callable, Iterable, Mapping, Sequence

from msgspec import Struct

from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.values.model import Face, FaceId, SideName
from fustella.core.values.problems import Problem, warning
from fustella.export.formats._pictures import less_bleed
from fustella.export.formats._products import SHOP_DPI
from fustella.export.game import ExportGame, ExportPiece
from fustella.export.table import Sort, sort_of
from fustella.write.pictures import PictureForm
from fustella.write.shop import DieLines, ShopDocument, shop_bytes
from fustella.write.stored_pictures import StoredPicture, stored_png

_AS_GOOD_MM = 0.05


def at_shop_dpi(game: ExportGame) -> tuple[str, ...]:
    """The note that pictures do not have the resolution of `--dpi`; () where they do."""
    if game.options.dpi in (0, SHOP_DPI):
        return ()
    return (f"the pictures have {SHOP_DPI:g} dpi, as shops ask for, whatever --dpi says",)


def rules_left_out(game: ExportGame, shop: str) -> tuple[str, ...]:
    """The note that a shop of cards prints no booklet; () for a game without one."""
    if game.rulebook is None:
        return ()
    return (f"{shop} prints no booklets: print the rules with `fustella rules`, or see --to shop",)


def is_card(piece: ExportPiece) -> bool:
    """Whether shops of cards print a piece: a thin rectangle, no larger than a board, unfolded."""
    return sort_of(piece) is Sort.CARD and not piece.kind.outline.folds


def cards_of(game: ExportGame, shop: str) -> tuple[list[tuple[ExportPiece, ...]], list[Problem]]:
    """The kinds that are cards, with their pieces, and a warning E801 for each other kind."""
    cards: list[tuple[ExportPiece, ...]] = []
    warnings: list[Problem] = []
    for pieces in game.kinds.values():
        kind = pieces[0].kind
        if is_card(pieces[0]):
            cards.append(pieces)
            continue
        message = f"{shop} prints only cards, and this is none: it is left out"
        hint = "order it elsewhere: `--to tgc`, or `--to shop`, which asks for a price"
        warnings.append(warning("E801", kind.place, message, hint))
    return cards, warnings


def bleed_told(game: ExportGame, pieces: Iterable[ExportPiece], bleed_mm: float) -> list[Problem]:
    """The warnings E803 about kinds with less bleed and without one colour at their edge."""
    first: dict[str, ExportPiece] = {}
    for piece in pieces:
        if piece.kind.bleed_mm < bleed_mm - _AS_GOOD_MM and not game.edge_of(piece.kind):
            first.setdefault(piece.kind.id, piece)
    return [less_bleed(piece, bleed_mm) for piece in first.values()]


class Finishing(Struct, frozen=True):
    """What is done with a finished PDF, by its title; `key` follows from all that it depends on."""

    key: str
    finish: Callable[[bytes, str], bytes]


class _Continued(Struct, frozen=True):
    """A side of a piece as a picture whose edge is continued for the bleed."""

    face: Face
    form: PictureForm
    edge: str

    def key(self, game: ExportGame) -> str:
        """The key of everything that the picture depends on."""
        return game.pictures.key(self.face, self.form, self.edge)


def _stored(game: ExportGame, shown: Mapping[FaceId, _Continued]) -> Mapping[FaceId, StoredPicture]:
    """The pictures as PDF stores them; sides with equal faces share one."""
    by_key = {one.key(game): one for one in shown.values()}
    jobs = [(one.face, one.form, one.edge) for one in by_key.values()]
    made = dict(zip(by_key, map(stored_png, game.pictures.contents(jobs)), strict=True))
    return {face_id: made[one.key(game)] for face_id, one in shown.items()}


def vector_file(
    game: ExportGame,
    file: str,
    name: str,
    pages: Sequence[tuple[ExportPiece, SideName]],
    bleed_mm: float | None = None,
    *,
    dies: DieLines | None = None,
    finished: Finishing | None = None,
    upright: bool = False,
    continued: bool = False,
) -> OutputFile:
    """A PDF of vector pages, one for each side of a piece, with the boxes of trim and bleed.

    With `bleed_mm`, pages show that much of the bleed, else all of it; with `continued`, the edge
    of faces with less is drawn on outwards. `dies` lie above the faces. What is written is
    `finished` with its title; the key of `finished` is among its values. With `upright`, level
    pieces are turned. The page of a side without a face is empty. The file has as many pieces as
    fronts.
    """
    faces: dict[FaceId, Face] = {}
    ids: list[FaceId | None] = []
    shown: dict[FaceId, _Continued] = {}
    for piece, side in pages:
        face = piece.front if side is SideName.FRONT else piece.back
        face_id = FaceId(piece.piece.id, side, piece.look) if face else None
        ids.append(face_id)
        if face and face_id:
            faces[face_id] = face
            if continued and bleed_mm and piece.kind.bleed_mm < bleed_mm - _AS_GOOD_MM:
                turn_deg = _turn_of(piece, side) if upright else 0
                form = PictureForm(dpi=SHOP_DPI, bleed_mm=bleed_mm, turn_deg=turn_deg)
                shown[face_id] = _Continued(face, form, game.edge_of(piece.kind))
    title = f"{game.edition.title} · {name}"
    digests = [faces[each].digest if each else "" for each in ids]
    rendered_from = game.pictures.key_of_pages(faces.values())
    key_of_finish = finished.key if finished else ""
    edges = {face_id: one.key(game) for face_id, one in shown.items()}
    written_as = (title, game.language, bleed_mm, dies, key_of_finish, upright)
    depends_on = (rendered_from, digests, edges, written_as)

    def content() -> bytes:
        rendered = game.pictures.rendered(faces.values())
        document = ShopDocument(
            title,
            game.language,
            tuple(ids),
            faces,
            rendered,
            bleed_mm=bleed_mm,
            dies=dies,
            upright=upright,
            continued=_stored(game, shown),
        )
        pdf = shop_bytes(document)
        return finished.finish(pdf, title) if finished else pdf

    key = fingerprint((), (), repr(depends_on))
    fronts = sum(side is SideName.FRONT for _, side in pages)
    return OutputFile(file, name, content, pieces=fronts, key=key)


def _turn_of(piece: ExportPiece, side: SideName) -> int:
    """How far a side is turned clockwise, in degrees, so that a level piece stands upright."""
    size = piece.kind.outline.size
    if size.width_mm <= size.height_mm:
        return 0
    return 90 if side is SideName.FRONT else 270
