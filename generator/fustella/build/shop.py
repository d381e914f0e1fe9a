"""Makes the files for a print shop: a PDF for each kind, with one piece a page."""

from collections.abc import Iterator, Mapping
from functools import partial

from fustella.build.files import title_of
from fustella.build.options import BuildOptions
from fustella.build.publish import OutputFile
from fustella.core.values.contents import Contents, KindCount
from fustella.core.values.model import Edition, Face, FaceId, FacePages, Piece, SideName
from fustella.core.values.paper import Duplex
from fustella.core.values.sizes import kinds_by_size
from fustella.write.shop import ShopDocument, shop_bytes

USUAL_BLEED_MM = 3.0
"""The bleed that shops ask for: 3 mm in Europe, 1/8 in (3.2 mm) in America."""


def shop_files(
    contents: Contents,
    edition: Edition,
    options: BuildOptions,
    faces: Mapping[FaceId, Face],
    rendered: tuple[FacePages, ...],
) -> list[OutputFile]:
    """The PDFs of all kinds, still to be written, each with a note if it has too little bleed."""
    files = []
    printed = [*_by_size(contents)]
    for count in printed:
        name = str(count.kind.name.in_language(edition.language))
        document = ShopDocument(
            title=f"{title_of(edition, options)} · {name}",
            language=edition.language,
            pages=tuple(_pages(count, options.duplex)),
            faces=faces,
            rendered=rendered,
        )
        label = options.choice.label
        kind = count.kind.id if len(printed) > 1 or not label else ""
        stem = "-".join(filter(None, (contents.game.id, label, kind)))
        files.append(
            OutputFile(
                file=f"{stem}.pdf",
                name=name,
                content=partial(shop_bytes, document),
                pieces=count.copies,
                note=_note(count),
            )
        )
    return files


def _by_size(contents: Contents) -> Iterator[KindCount]:
    """The counts of the kinds that are printed; a kind of several sizes has one for each."""
    kinds = kinds_by_size(contents.game.pieces)
    for count in contents.kinds:
        own: dict[str, list[Piece]] = {}
        for piece in count.pieces:
            if piece.copies:
                own.setdefault(kinds.get(piece.id, piece.kind).id, []).append(piece)
        for pieces in own.values():
            kind = kinds.get(pieces[0].id, pieces[0].kind)
            yield KindCount(kind, tuple(pieces), len(pieces), sum(each.copies for each in pieces))


def _pages(count: KindCount, duplex: Duplex) -> Iterator[FaceId]:
    two_sided = count.kind.back is not None and duplex is not Duplex.NONE
    sides = (SideName.FRONT, SideName.BACK) if two_sided else (SideName.FRONT,)
    for piece in count.pieces:
        for look, copies in enumerate(piece.copies_by_look):
            for _ in range(copies):
                yield from (FaceId(piece.id, side, look) for side in sides)


def _note(count: KindCount) -> str:
    bleed_mm = count.kind.bleed_mm
    if bleed_mm >= USUAL_BLEED_MM:
        return ""
    has = f"{bleed_mm:g} mm of bleed" if bleed_mm else "no bleed"
    return f"{count.kind.id}: {has}; print shops usually ask for {USUAL_BLEED_MM:g} mm"
