"""What copies of a kit were when they were printed: what they were called, and their fronts.

Who takes them out of a box looks for the old name and the old picture. The old front is drawn once
more, by the templates of today.
"""

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from typing import TypeAlias

from generator.drawing import artist_of
from generator.job import Options
from generator.kits import Change, Version
from generator.model import Face, FaceId, Piece, SideName
from generator.problems import ProblemsFound
from generator.project import Project
from generator.recall import Recall
from generator.swaps import Compared, Former, Formers

MOST_REVISIONS = 40
"""So far back git is asked for what the ledger does not know; 2 s at most."""

_Key: TypeAlias = tuple[str, Version]


@dataclass(frozen=True, slots=True)
class _Said:
    """What is known of some copies without drawing them; `kind` is "" where nothing is."""

    name: str
    kind: str
    piece: Piece | None


def formers_of(
    project: Project, compared: Compared, todo: Sequence[Change], options: Options
) -> Formers:
    """All that goes out of a kit, as it was.

    What says today what it said then is as it is today. Of the rest the name is that of today, and
    there is no picture, where neither the ledger nor git knows what it said, or where it cannot be
    drawn any more.
    """
    home = options.output / compared.game.id
    language = compared.artist.language
    recall = Recall(project, home, compared.game.id, language, MOST_REVISIONS)
    keys = [(change.piece, lot.version) for change in todo for lot in change.take_out]
    same = {key: _as_now(compared, key[0]) for key in keys if _says_the_same(compared, *key)}
    said = {key: _said(compared, recall, *key) for key in keys if key not in same}
    fronts = dict(_fronts(project, compared, said, options))
    old = {key: Former(one.name, one.kind, fronts.get(key)) for key, one in said.items()}
    return {**same, **old}


def _says_the_same(compared: Compared, piece: str, version: Version) -> bool:
    now = compared.versions.get(piece)
    return now is not None and (now.rules, now.wording) == (version.rules, version.wording)


def _as_now(compared: Compared, piece: str) -> Former:
    kind = next(one.kind.id for one in compared.game.pieces if one.id == piece)
    return Former(compared.names[piece], kind, compared.faces[FaceId(piece, SideName.FRONT)])


def _said(compared: Compared, recall: Recall, piece: str, version: Version) -> _Said:
    """What the ledger or git knows of some copies.

    A piece that is no more has the form of any other of its kind.
    """
    own = next((one for one in compared.game.pieces if one.id == piece), None)
    entry = recall.entry(piece, version.code)
    if entry is None:
        return _Said(compared.names.get(piece, piece), own.kind.id if own else "", None)
    alike = [one for one in compared.game.pieces if one.kind.id == entry.kind]
    if not alike:
        return _Said(entry.name, "", None)
    like = replace(own if own in alike else alike[0], id=piece, copies=1)
    return _Said(entry.name, entry.kind, recall.piece(like, version.code, alike))


def _fronts(
    project: Project, compared: Compared, said: Mapping[_Key, _Said], options: Options
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
            yield from _drawn(project, compared, pieces, options)
        except ProblemsFound:
            for key, piece in pieces.items():
                try:
                    yield from _drawn(project, compared, {key: piece}, options)
                except ProblemsFound:
                    continue


def _drawn(
    project: Project, compared: Compared, pieces: Mapping[_Key, Piece], options: Options
) -> list[tuple[_Key, Face]]:
    """The fronts of some pieces, no two of one id. Raises ProblemsFound."""
    game = replace(compared.game, pieces=tuple(pieces.values()))
    artist = artist_of(project, game, compared.artist.language, options)
    faces = artist.draw_pieces(game.pieces)
    return [(key, faces[FaceId(key[0], SideName.FRONT)]) for key in pieces]
