"""Makes swap lists: the whole pieces that leave a kit or join it, in words and pictures.

People who take copies out of a box look for the old name and the old picture. So leaving pieces are
shown as they were printed: with their old texts, drawn again by today's templates. Where only the
looks have changed, there is a picture only if it looks as printed.
"""

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING, TypeAlias

from msgspec import Struct
from msgspec.structs import replace

from fustella.build import read_ledger
from fustella.build.job import Job
from fustella.core.values.model import Face, FaceId, Game, Piece, SideName
from fustella.core.values.problems import ProblemsFound
from fustella.covers import Swap, SwapList, SwapSection
from fustella.history import ChangeReason, Version, change_reason, version_of, versions_of
from fustella.history.recall import PastPieces
from fustella.kits.compare import changes
from fustella.kits.model import BookletChange, CopyChange, Kit, Lot

if TYPE_CHECKING:
    from fustella.kits.booklet import KitBooklet

MOST_REVISIONS = 40
"""The most revisions to search, in up to 2 s, for texts that the ledger lacks."""

_Copies: TypeAlias = tuple[str, Version]
"""The id of a piece, and the version of some of its copies."""


class PreviousPiece(Struct, frozen=True):
    """The name and the front of some copies when they were printed.

    `kind` is the id of their kind, "" if the box no longer has it. `front` is None if their looks
    are unknown.
    """

    name: str
    kind: str
    front: Face | None


PreviousPieces: TypeAlias = Mapping[_Copies, PreviousPiece]


class KitComparison(Struct, frozen=True, dict=True):
    """A kit and its box of today, which `job` draws in the language and theme of the kit.

    `inputs` is the hash of everything that a build for the kit depends on; "" for a comparison
    without a print.
    """

    kit: Kit
    job: Job
    inputs: str = ""

    @cached_property
    def versions(self) -> Mapping[str, Version]:
        """The version of each piece today."""
        return versions_of(self.job.game, self.job.faces, self.job.edition.language)

    @cached_property
    def names(self) -> Mapping[str, str]:
        """The names of pieces by their ids; for pieces that are gone, their recorded names."""
        language = self.job.edition.language
        ledger = read_ledger(self.job.home)
        known = {entry.piece: entry.name for entry in ledger if entry.language == language}
        own = {piece.id: str(piece.name.in_language(language)) for piece in self.job.game.pieces}
        return known | own

    @property
    def copies(self) -> dict[str, int]:
        """The number of copies of each piece in the box."""
        return {piece.id: piece.copies for piece in self.job.game.pieces}

    @property
    def title(self) -> str:
        """The title of the swap list: `Moving Kingdoms · club`."""
        return f"{self.job.edition.title} · {self.kit.name}"

    @cached_property
    def booklet(self) -> "KitBooklet":
        """The rule booklet, as it is today."""
        from fustella.kits.booklet import KitBooklet  # noqa: PLC0415  (a game may have none)

        return KitBooklet(self.kit, self.job)

    def changes(self, rules_only: bool = False) -> tuple[CopyChange, ...]:
        return changes(self.kit, self.copies, self.versions, rules_only)


class KitPrint(Struct, frozen=True):
    """A print for a kit: pieces of `game` with their copies, and their faces.

    `swaps` are the entries of the list, and `pictures` are further faces that it shows. `changes`
    will be recorded in the kit, and so will be `rules`; `names` are the names of their pieces.
    """

    game: Game
    pieces: tuple[Piece, ...]
    faces: Mapping[FaceId, Face]
    swaps: SwapList
    pictures: Mapping[FaceId, Face]
    changes: tuple[CopyChange, ...]
    names: Mapping[str, str]
    rules: BookletChange | None = None


def swaps_of(
    comparison: KitComparison, changes: Sequence[CopyChange], previous: PreviousPieces
) -> KitPrint:
    """The print of the pieces that a kit lacks, as whole pieces, with a swap list."""
    game, edition = comparison.job.game, comparison.job.edition
    words, faces = edition.words, comparison.job.faces
    lacking = {change.piece: change for change in changes if change.put_in}
    pieces = tuple(
        replace(piece, copies=lacking[piece.id].put_in)
        for piece in game.pieces
        if piece.id in lacking
    )
    swaps = {
        piece: Swap(
            id=piece,
            copies=change.put_in,
            name=comparison.names[piece],
            version=change.now.code if change.now else "",
            why=_reason_to_join(change, words),
        )
        for piece, change in lacking.items()
    }
    kinds = {kind.id: str(kind.name.in_language(edition.language)) for kind in game.kinds}
    put_in = tuple(
        SwapSection(kind, f"{words['put_in']} · {name}", own)
        for kind, name in kinds.items()
        if (own := tuple(swaps[piece.id] for piece in pieces if piece.kind.id == kind))
    )
    out = list(_swaps_out(changes, previous, words))
    take_out = _sections(out, kinds, words["take_out"])
    return KitPrint(
        game=game,
        pieces=pieces,
        faces={face: drawn for face, drawn in faces.items() if face.piece in lacking},
        swaps=SwapList(comparison.title, take_out, put_in),
        pictures={FaceId(swap.id, SideName.FRONT): was.front for swap, was in out if was.front},
        changes=tuple(changes),
        names=names_of(comparison, changes, previous),
    )


def names_of(
    comparison: KitComparison, changes: Sequence[CopyChange], previous: PreviousPieces
) -> dict[str, str]:
    """The names of the pieces of some changes; pieces that are gone have their last names."""
    had = {piece: was.name for (piece, _), was in previous.items()}
    return {one.piece: (comparison.names if one.now else had)[one.piece] for one in changes}


def previous_pieces(comparison: KitComparison, changes: Sequence[CopyChange]) -> PreviousPieces:
    """The pieces that leave a kit, with their names and fronts when they were printed.

    Copies that look as the piece does today have its face. The fields of other copies come from the
    ledger or git, and today's templates draw them. There is no picture if the fields are unknown
    (the name is then today's), if the piece cannot be drawn any more, or if only its looks differ
    and the drawing does not look as printed.
    """
    past = PastPieces(comparison.job, MOST_REVISIONS)
    leaving = [(change.piece, lot.version) for change in changes for lot in change.take_out]
    found: dict[_Copies, PreviousPiece] = {}
    to_draw: dict[_Copies, Piece] = {}
    for piece, version in leaving:
        now = comparison.versions.get(piece)
        if now and replace(version, code=now.code) == now:
            kind = next(one.kind.id for one in comparison.job.game.pieces if one.id == piece)
            front = comparison.job.faces[FaceId(piece, SideName.FRONT)]
            found[piece, version] = PreviousPiece(comparison.names[piece], kind, front)
        else:
            found[piece, version], drawable = _recalled_piece(comparison, past, piece, version)
            if drawable:
                to_draw[piece, version] = drawable
    fronts = dict(_fronts(comparison, to_draw))
    return {
        copies: replace(was, front=fronts.get(copies, was.front)) for copies, was in found.items()
    }


def _swaps_out(
    changes: Sequence[CopyChange], previous: PreviousPieces, words: Mapping[str, str]
) -> Iterator[tuple[Swap, PreviousPiece]]:
    """Yields a swap for each lot that leaves; its id has a colon, which no piece's id has."""
    lots: list[tuple[CopyChange, Lot]] = [
        (change, lot) for change in changes for lot in change.take_out
    ]
    for number, (change, lot) in enumerate(lots):
        was = previous[change.piece, lot.version]
        why = words[f"kind_{change.kind.value}"]
        yield Swap(f"out:{number}", lot.copies, was.name, lot.version.code, why), was


def _sections(
    out: Sequence[tuple[Swap, PreviousPiece]], kinds: Mapping[str, str], title: str
) -> tuple[SwapSection, ...]:
    """The sections of pieces that leave, kind by kind; pieces whose kind is gone come last."""
    headings = [(kind, f"{title} · {name}") for kind, name in kinds.items()]
    return tuple(
        SwapSection(f"out:{kind}", heading, own)
        for kind, heading in (*headings, ("", title))
        if (own := tuple(swap for swap, was in out if was.kind == kind))
    )


def _reason_to_join(change: CopyChange, words: Mapping[str, str]) -> str:
    """The reason why copies join the kit: `other rules, instead of 40 × MK-7K4C`."""
    why = words[f"kind_{change.kind.value}"]
    if not change.take_out or change.kind is ChangeReason.NEW:
        return why
    out = ", ".join(f"{lot.copies}\u00a0×\u00a0{lot.version.code}" for lot in change.take_out)
    return f"{why}, {words['instead_of'].format(code=out)}"


def _recalled_piece(
    comparison: KitComparison, past: PastPieces, piece: str, version: Version
) -> tuple[PreviousPiece, Piece | None]:
    """The old name of some copies, from the ledger or git, and the old piece to draw, or None.

    For a piece that is gone, another piece of its kind gives outline and fields.
    """
    pieces = comparison.job.game.pieces
    own = next((one for one in pieces if one.id == piece), None)
    entry = past.entry(piece, version.code)
    if entry is None:
        name = comparison.names.get(piece, piece)
        return PreviousPiece(name, own.kind.id if own else "", None), None
    alike = [one for one in pieces if one.kind.id == entry.kind]
    if not alike:
        return PreviousPiece(entry.name, "", None), None
    like = replace(own if own in alike else alike[0], id=piece, copies=1)
    drawable = past.piece(like, version.code, alike)
    return PreviousPiece(entry.name, entry.kind, None), drawable


def _fronts(
    comparison: KitComparison, pieces: Mapping[_Copies, Piece]
) -> Iterator[tuple[_Copies, Face]]:
    """Yields the fronts of old pieces, drawn all at once, or one by one where that fails.

    They are drawn without the pieces of today, so that texts of equal size may be a little larger
    than they were.
    """
    waiting = dict(pieces)
    while waiting:  # a round has no two versions of one piece
        last_of = {piece_id: (piece_id, version) for piece_id, version in waiting}
        batch = {copies: waiting.pop(copies) for copies in last_of.values()}
        try:
            yield from _fronts_drawn(comparison, batch)
        except ProblemsFound:
            for copies, piece in batch.items():
                try:
                    yield from _fronts_drawn(comparison, {copies: piece})
                except ProblemsFound:
                    continue


def _fronts_drawn(
    comparison: KitComparison, pieces: Mapping[_Copies, Piece]
) -> list[tuple[_Copies, Face]]:
    """The fronts of some pieces, which all have different ids. Raises ProblemsFound.

    A front is left out if only the looks of the piece changed and it does not look as printed.
    """
    faces = comparison.job.with_pieces(pieces.values()).faces
    language = comparison.job.edition.language
    return [
        (copies, faces[FaceId(copies[0], SideName.FRONT)])
        for copies, piece in pieces.items()
        if not _only_looks_differ(comparison, copies)
        or version_of(piece, faces, language, copies[1].code) == copies[1]
    ]


def _only_looks_differ(comparison: KitComparison, copies: _Copies) -> bool:
    now = comparison.versions.get(copies[0])
    return now is not None and change_reason(copies[1], now) is ChangeReason.LOOKS
