"""What is to be done with a kit, in words and pictures: whole pieces that go out and come in."""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from generator.draw.checklist import Checklist, Swap, SwapSection
from generator.draw.faces import Artist
from generator.kit.compare import changes
from generator.kits import Change, Kind, Kit, Lot, Version
from generator.model import Face, FaceId, Game, Piece, SideName
from generator.vocabulary import vocabulary


@dataclass(frozen=True, slots=True)
class Former:
    """What some copies were when they were printed: what they were called, and their front.

    `kind` is the id of a kind of the box, "" where theirs is no more; `front` is None where nobody
    knows what they looked like.
    """

    name: str
    kind: str
    front: Face | None


Formers: TypeAlias = Mapping[tuple[str, Version], Former]
"""By piece and version: what goes out of a kit."""


@dataclass(frozen=True, slots=True)
class Compared:
    """A kit beside its box as it is today. `versions` and `names` are by piece.

    `names` knows pieces that are no more as far as former builds wrote them down.
    """

    kit: Kit
    game: Game
    artist: Artist
    faces: Mapping[FaceId, Face]
    versions: Mapping[str, Version]
    names: Mapping[str, str]

    @property
    def copies(self) -> dict[str, int]:
        """How many of each piece the box has."""
        return {piece.id: piece.copies for piece in self.game.pieces}

    def changes(self, rules_only: bool = False) -> tuple[Change, ...]:
        """What has to be done to the kit."""
        return changes(self.kit, self.copies, self.versions, rules_only)


@dataclass(frozen=True, slots=True)
class ToPrint:
    """What is laid on sheets: pieces of a game with their copies, and their faces.

    `listed` says what is to be done with them, `pictures` are what it shows besides their faces.
    `changes` are what the kit is then, `names` those of their pieces.
    """

    game: Game
    pieces: tuple[Piece, ...]
    faces: Mapping[FaceId, Face]
    listed: Checklist
    pictures: Mapping[FaceId, Face]
    changes: tuple[Change, ...]
    names: Mapping[str, str]


def swaps_of(compared: Compared, todo: Sequence[Change], formers: Formers) -> ToPrint:
    """Whole pieces: those that the kit lacks, with their faces."""
    words = vocabulary(compared.artist.language)
    lacking = {change.piece: change for change in todo if change.put_in}
    pieces = tuple(
        replace(piece, copies=lacking[piece.id].put_in)
        for piece in compared.game.pieces
        if piece.id in lacking
    )
    swaps = {
        piece: Swap(piece, change.put_in, compared.names[piece], _code(change), _why(change, words))
        for piece, change in lacking.items()
    }
    kinds = _kind_names(compared)
    sections = tuple(
        SwapSection(kind, f"{words['put_in']} · {name}", own)
        for kind, name in kinds.items()
        if (own := tuple(swaps[piece.id] for piece in pieces if piece.kind.id == kind))
    )
    out = list(_out(todo, formers, words))
    listed = Checklist(title_of_kit(compared), _sections(out, kinds, words["take_out"]), sections)
    faces = {face: drawn for face, drawn in compared.faces.items() if face.piece in lacking}
    pictures = {
        FaceId(swap.id, SideName.FRONT): former.front for swap, former in out if former.front
    }
    names = names_of(compared, todo, formers)
    return ToPrint(compared.game, pieces, faces, listed, pictures, tuple(todo), names)


def names_of(compared: Compared, todo: Sequence[Change], formers: Formers) -> dict[str, str]:
    """What the pieces are called, or were where they are no more."""
    had = {piece: former.name for (piece, _), former in formers.items()}
    return {one.piece: (compared.names if one.now else had)[one.piece] for one in todo}


def title_of_kit(compared: Compared) -> str:
    """`Moving Kingdoms · club`."""
    title = compared.game.title.in_language(compared.artist.language)
    return f"{title} · {compared.kit.name}"


def _kind_names(compared: Compared) -> dict[str, str]:
    language = compared.artist.language
    return {kind.id: str(kind.name.in_language(language)) for kind in compared.game.kinds}


def _out(
    todo: Sequence[Change], formers: Formers, words: Mapping[str, str]
) -> Iterator[tuple[Swap, Former]]:
    """A picture for each lot that goes out. Its id is no piece's: those have no colon."""
    lots: list[tuple[Change, Lot]] = [(change, lot) for change in todo for lot in change.take_out]
    for number, (change, lot) in enumerate(lots):
        former = formers[change.piece, lot.version]
        why = words[f"kind_{change.kind.value}"]
        yield Swap(f"out:{number}", lot.copies, former.name, lot.version.code, why), former


def _sections(
    out: Sequence[tuple[Swap, Former]], kinds: Mapping[str, str], title: str
) -> tuple[SwapSection, ...]:
    """What goes out, kind by kind; what is of no kind any more comes last."""
    named = [(kind, f"{title} · {name}") for kind, name in kinds.items()]
    return tuple(
        SwapSection(f"out:{kind}", name, own)
        for kind, name in (*named, ("", title))
        if (own := tuple(swap for swap, former in out if former.kind == kind))
    )


def _code(change: Change) -> str:
    return change.now.code if change.now else ""


def _why(change: Change, words: Mapping[str, str]) -> str:
    """Why copies come in: `other rules, instead of 40 × MK-7K4C`."""
    why = words[f"kind_{change.kind.value}"]
    if not change.take_out or change.kind is Kind.NEW:
        return why
    out = ", ".join(f"{lot.copies}\u00a0×\u00a0{lot.version.code}" for lot in change.take_out)
    return f"{why}, {words['instead_of']} {out}"
