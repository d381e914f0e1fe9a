"""Holds the parts that formats for shops share: kinds of cards, notes, PDFs of single pieces."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice

from msgspec import Struct

from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.values.model import Face, FaceId, SideName
from fustella.core.values.problems import Problem, warning
from fustella.export.formats._pictures import less_bleed
from fustella.export.formats._products import SHOP_DPI
from fustella.export.game import ExportGame, ExportPiece
from fustella.export.table import Sort, sort_of
from fustella.write.picture_pages import StoredPicture
from fustella.write.pictures import PictureForm
from fustella.write.shop import DieLines, ShopDocument, shop_bytes

_AS_GOOD_MM = 0.05

_AT_ONCE = 16
"""The most pictures that wait for their place in a file: more might fill the memory."""


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


def cards_of(game: ExportGame, shop: str) -> tuple[list[tuple[ExportPiece, ...]], list[Problem]]:
    """The kinds that are cards, with their pieces, and a warning E801 for each other kind."""
    cards: list[tuple[ExportPiece, ...]] = []
    warnings: list[Problem] = []
    for pieces in game.kinds.values():
        kind = pieces[0].kind
        if sort_of(pieces[0]) is Sort.CARD and not kind.outline.folds:
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


class ShownSide(Struct, frozen=True):
    """A side of a piece as a picture in some form; sides with equal faces share one picture."""

    face: Face
    form: PictureForm
    edge: str

    @classmethod
    def of(cls, game: ExportGame, piece: ExportPiece, face: Face, form: PictureForm) -> "ShownSide":
        return cls(face, form, game.edge_of(piece.kind))

    def key(self, game: ExportGame) -> str:
        """The key of everything that the picture depends on."""
        return game.pictures.key(self.face, self.form, self.edge)


def stored_pictures(
    game: ExportGame, shown: Mapping[str, ShownSide], store: Callable[[bytes], StoredPicture]
) -> Iterator[tuple[str, StoredPicture]]:
    """Yields pictures as PDF stores them, with their names; few are in memory at once."""
    waiting = iter(shown.items())
    while part := dict(islice(waiting, _AT_ONCE)):
        jobs = [(picture.face, picture.form, picture.edge) for picture in part.values()]
        for name, png in zip(part, game.pictures.contents(jobs), strict=True):
            yield name, store(png)


def vector_file(
    game: ExportGame,
    file: str,
    name: str,
    pages: Sequence[tuple[ExportPiece, SideName]],
    bleed_mm: float | None = None,
    *,
    dies: DieLines | None = None,
    finished: Finishing | None = None,
) -> OutputFile:
    """A PDF of vector pages, one for each side of a piece, with the boxes of trim and bleed.

    With `bleed_mm`, pages show that much of the bleed, else all of it. `dies` lie above the faces.
    What is written is `finished` with its title; the key of `finished` is among its values. The
    file has as many pieces as fronts.
    """
    faces: dict[FaceId, Face] = {}
    ids: list[FaceId] = []
    for piece, side in pages:
        face = piece.front if side is SideName.FRONT else piece.back
        if face:
            ids.append(FaceId(piece.piece.id, side, piece.look))
            faces[ids[-1]] = face
    title = f"{game.edition.title} · {name}"
    digests = [faces[each].digest for each in ids]
    rendered_from = game.pictures.key_of_pages(faces.values())
    key_of_finish = finished.key if finished else ""
    depends_on = (rendered_from, title, game.language, bleed_mm, digests, dies, key_of_finish)

    def content() -> bytes:
        rendered = game.pictures.rendered(faces.values())
        document = ShopDocument(title, game.language, tuple(ids), faces, rendered, bleed_mm, dies)
        pdf = shop_bytes(document)
        return finished.finish(pdf, title) if finished else pdf

    key = fingerprint((), (), repr(depends_on))
    fronts = sum(side is SideName.FRONT for _, side in pages)
    return OutputFile(file, name, content, pieces=fronts, key=key)
