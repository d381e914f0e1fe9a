"""What is to be done with a kit, in words and pictures: whole pieces that go out and come in.

What copies of a kit were when they were printed: what they were called, and their fronts.

Who takes them out of a box looks for the old name and the old picture. The old front is drawn once
more, by the templates of today.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from fustella.build.drawing import artist_of
from fustella.build.options import BuildOptions
from fustella.core.model import Edition, Face, FaceId, Game, Piece, SideName
from fustella.core.problems import ProblemsFound
from fustella.core.project import Project
from fustella.core.words import words_in
from fustella.draw.artist import Artist
from fustella.draw.covers.swaplist import Swap, SwapList, SwapSection
from fustella.history.recall import PastPieces
from fustella.history.versions import ChangeReason, Version
from fustella.kits.compare import changes
from fustella.kits.model import CopyChange, Kit, Lot


@dataclass(frozen=True, slots=True)
class PreviousPiece:
    """What some copies were when they were printed: what they were called, and their front.

    `kind` is the id of a kind of the box, "" where theirs is no more; `front` is None where nobody
    knows what they looked like.
    """

    name: str
    kind: str
    front: Face | None


Formers: TypeAlias = Mapping[tuple[str, Version], PreviousPiece]
"""By piece and version: what goes out of a kit."""


@dataclass(frozen=True, slots=True)
class KitComparison:
    """A kit beside its box as it is today. `versions` and `names` are by piece.

    `names` knows pieces that are no more as far as former builds wrote them down.
    """

    kit: Kit
    artist: Artist
    faces: Mapping[FaceId, Face]
    versions: Mapping[str, Version]
    names: Mapping[str, str]

    @property
    def edition(self) -> Edition:
        """The box as it is today, in the language and theme of the kit."""
        return self.artist.edition

    @property
    def copies(self) -> dict[str, int]:
        """How many of each piece the box has."""
        return {piece.id: piece.copies for piece in self.edition.game.pieces}

    def changes(self, rules_only: bool = False) -> tuple[CopyChange, ...]:
        """What has to be done to the kit."""
        return changes(self.kit, self.copies, self.versions, rules_only)


@dataclass(frozen=True, slots=True)
class KitPrintJob:
    """What is laid on sheets: pieces of a game with their copies, and their faces.

    `swaps` lists what is to be done with them; `pictures` are faces that it shows besides theirs.
    `changes` are what the kit is then, `names` those of their pieces.
    """

    game: Game
    pieces: tuple[Piece, ...]
    faces: Mapping[FaceId, Face]
    swaps: SwapList
    pictures: Mapping[FaceId, Face]
    changes: tuple[CopyChange, ...]
    names: Mapping[str, str]


def swaps_of(
    comparison: KitComparison, todo: Sequence[CopyChange], previous: Formers
) -> KitPrintJob:
    """Whole pieces: those that the kit lacks, with their faces."""
    words = words_in(comparison.edition.language)
    lacking = {change.piece: change for change in todo if change.put_in}
    pieces = tuple(
        replace(piece, copies=lacking[piece.id].put_in)
        for piece in comparison.edition.game.pieces
        if piece.id in lacking
    )
    swaps = {
        piece: Swap(
            piece, change.put_in, comparison.names[piece], _code(change), _why(change, words)
        )
        for piece, change in lacking.items()
    }
    kinds = _kind_names(comparison)
    sections = tuple(
        SwapSection(kind, f"{words['put_in']} · {name}", own)
        for kind, name in kinds.items()
        if (own := tuple(swaps[piece.id] for piece in pieces if piece.kind.id == kind))
    )
    out = list(_out(todo, previous, words))
    swap_list = SwapList(
        title_of_kit(comparison), _sections(out, kinds, words["take_out"]), sections
    )
    faces = {face: drawn for face, drawn in comparison.faces.items() if face.piece in lacking}
    pictures = {
        FaceId(swap.id, SideName.FRONT): former.front for swap, former in out if former.front
    }
    names = names_of(comparison, todo, previous)
    return KitPrintJob(
        comparison.edition.game, pieces, faces, swap_list, pictures, tuple(todo), names
    )


def names_of(
    comparison: KitComparison, todo: Sequence[CopyChange], previous: Formers
) -> dict[str, str]:
    """What the pieces are called, or were where they are no more."""
    had = {piece: former.name for (piece, _), former in previous.items()}
    return {one.piece: (comparison.names if one.now else had)[one.piece] for one in todo}


def title_of_kit(comparison: KitComparison) -> str:
    """`Moving Kingdoms · club`."""
    title = comparison.edition.title
    return f"{title} · {comparison.kit.name}"


def _kind_names(comparison: KitComparison) -> dict[str, str]:
    language = comparison.edition.language
    return {kind.id: str(kind.name.in_language(language)) for kind in comparison.edition.game.kinds}


def _out(
    todo: Sequence[CopyChange], previous: Formers, words: Mapping[str, str]
) -> Iterator[tuple[Swap, PreviousPiece]]:
    """A picture for each lot that goes out. Its id is no piece's: those have no colon."""
    lots: list[tuple[CopyChange, Lot]] = [
        (change, lot) for change in todo for lot in change.take_out
    ]
    for number, (change, lot) in enumerate(lots):
        former = previous[change.piece, lot.version]
        why = words[f"kind_{change.kind.value}"]
        yield Swap(f"out:{number}", lot.copies, former.name, lot.version.code, why), former


def _sections(
    out: Sequence[tuple[Swap, PreviousPiece]], kinds: Mapping[str, str], title: str
) -> tuple[SwapSection, ...]:
    """What goes out, kind by kind; what is of no kind any more comes last."""
    named = [(kind, f"{title} · {name}") for kind, name in kinds.items()]
    return tuple(
        SwapSection(f"out:{kind}", name, own)
        for kind, name in (*named, ("", title))
        if (own := tuple(swap for swap, former in out if former.kind == kind))
    )


def _code(change: CopyChange) -> str:
    return change.now.code if change.now else ""


def _why(change: CopyChange, words: Mapping[str, str]) -> str:
    """Why copies come in: `other rules, instead of 40 × MK-7K4C`."""
    why = words[f"kind_{change.kind.value}"]
    if not change.take_out or change.kind is ChangeReason.NEW:
        return why
    out = ", ".join(f"{lot.copies}\u00a0×\u00a0{lot.version.code}" for lot in change.take_out)
    return f"{why}, {words['instead_of']} {out}"


MOST_REVISIONS = 40
"""So far back git is asked for what the ledger does not know; 2 s at most."""

_Key: TypeAlias = tuple[str, Version]


@dataclass(frozen=True, slots=True)
class _Said:
    """What is known of some copies without drawing them; `kind` is "" where nothing is."""

    name: str
    kind: str
    piece: Piece | None


def previous_pieces(
    project: Project, comparison: KitComparison, todo: Sequence[CopyChange], options: BuildOptions
) -> Formers:
    """All that goes out of a kit, as it was.

    What says today what it said then is as it is today. Of the rest the name is that of today, and
    there is no picture, where neither the ledger nor git knows what it said, or where it cannot be
    drawn any more.
    """
    home = options.output / comparison.edition.game.id
    language = comparison.edition.language
    recall = PastPieces(project, home, comparison.edition.game.id, language, MOST_REVISIONS)
    keys = [(change.piece, lot.version) for change in todo for lot in change.take_out]
    same = {key: _as_now(comparison, key[0]) for key in keys if _says_the_same(comparison, *key)}
    said = {key: _said(comparison, recall, *key) for key in keys if key not in same}
    fronts = dict(_fronts(project, comparison, said, options))
    old = {key: PreviousPiece(one.name, one.kind, fronts.get(key)) for key, one in said.items()}
    return {**same, **old}


def _says_the_same(comparison: KitComparison, piece: str, version: Version) -> bool:
    now = comparison.versions.get(piece)
    return now is not None and (now.rules, now.wording) == (version.rules, version.wording)


def _as_now(comparison: KitComparison, piece: str) -> PreviousPiece:
    kind = next(one.kind.id for one in comparison.edition.game.pieces if one.id == piece)
    return PreviousPiece(
        comparison.names[piece], kind, comparison.faces[FaceId(piece, SideName.FRONT)]
    )


def _said(comparison: KitComparison, recall: PastPieces, piece: str, version: Version) -> _Said:
    """What the ledger or git knows of some copies.

    A piece that is no more has the form of any other of its kind.
    """
    own = next((one for one in comparison.edition.game.pieces if one.id == piece), None)
    entry = recall.entry(piece, version.code)
    if entry is None:
        return _Said(comparison.names.get(piece, piece), own.kind.id if own else "", None)
    alike = [one for one in comparison.edition.game.pieces if one.kind.id == entry.kind]
    if not alike:
        return _Said(entry.name, "", None)
    like = replace(own if own in alike else alike[0], id=piece, copies=1)
    return _Said(entry.name, entry.kind, recall.piece(like, version.code, alike))


def _fronts(
    project: Project, comparison: KitComparison, said: Mapping[_Key, _Said], options: BuildOptions
) -> Iterator[tuple[_Key, Face]]:
    """The fronts of the pieces that are known: all at once, or one by one where one is refused.

    They are drawn apart from the pieces of today, so that texts of equal size may be a little
    larger than they were.
    """
    left = {key: one.piece for key, one in said.items() if one.piece is not None}
    while left:
        turn = {piece_id: (piece_id, version) for piece_id, version in left}
        pieces = {key: left.pop(key) for key in turn.values()}
        try:
            yield from _drawn(project, comparison, pieces, options)
        except ProblemsFound:
            for key, piece in pieces.items():
                try:
                    yield from _drawn(project, comparison, {key: piece}, options)
                except ProblemsFound:
                    continue


def _drawn(
    project: Project, comparison: KitComparison, pieces: Mapping[_Key, Piece], options: BuildOptions
) -> list[tuple[_Key, Face]]:
    """The fronts of some pieces, no two of one id. Raises ProblemsFound."""
    game = replace(comparison.edition.game, pieces=tuple(pieces.values()))
    artist = artist_of(project, comparison.edition.of(game), options.output)
    faces = artist.draw_pieces(game.pieces)
    return [(key, faces[FaceId(key[0], SideName.FRONT)]) for key in pieces]
