"""What is to be done with a kit, in words and pictures: whole pieces that go out and come in."""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace

from generator.draw.checklist import Checklist, Swap, SwapSection
from generator.draw.faces import Artist
from generator.kit.compare import changes
from generator.kits import Change, Kind, Kit, Version
from generator.model import Face, FaceId, Game, Piece
from generator.vocabulary import vocabulary


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

    `listed` says what is to be done with them, and `changes` what the kit is then.
    """

    game: Game
    pieces: tuple[Piece, ...]
    faces: Mapping[FaceId, Face]
    listed: Checklist
    changes: tuple[Change, ...]


def swaps_of(compared: Compared, todo: Sequence[Change]) -> ToPrint:
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
    language = compared.artist.language
    sections = tuple(
        SwapSection(kind.id, f"{words['put_in']} · {kind.name.in_language(language)}", own)
        for kind in compared.game.kinds
        if (own := tuple(swaps[piece.id] for piece in pieces if piece.kind.id == kind.id))
    )
    listed = Checklist(title_of_kit(compared), tuple(_out(compared, todo, words)), sections)
    faces = {face: drawn for face, drawn in compared.faces.items() if face.piece in lacking}
    return ToPrint(compared.game, pieces, faces, listed, tuple(todo))


def title_of_kit(compared: Compared) -> str:
    """`Moving Kingdoms · club`."""
    title = compared.game.title.in_language(compared.artist.language)
    return f"{title} · {compared.kit.name}"


def _out(compared: Compared, todo: Sequence[Change], words: Mapping[str, str]) -> list[Swap]:
    """A line for each lot that goes out."""
    return [
        Swap(
            change.piece,
            lot.copies,
            compared.names.get(change.piece, change.piece),
            lot.version.code,
            words[f"kind_{change.kind.value}"],
        )
        for change in todo
        for lot in change.take_out
    ]


def _code(change: Change) -> str:
    return change.now.code if change.now else ""


def _why(change: Change, words: Mapping[str, str]) -> str:
    """Why copies come in: `other rules, instead of 40 × MK-7K4C`."""
    why = words[f"kind_{change.kind.value}"]
    if not change.take_out or change.kind is Kind.NEW:
        return why
    out = ", ".join(f"{lot.copies}\u00a0×\u00a0{lot.version.code}" for lot in change.take_out)
    return f"{why}, {words['instead_of']} {out}"
