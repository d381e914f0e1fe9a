"""Turns a game into views: its kinds, pieces, problems and claims."""

from bisect import bisect_right
from collections.abc import Iterable, Iterator, Mapping, Sequence

from msgspec.structs import replace

from fustella.core.geometry.shapes import path_data
from fustella.core.values.claims import Finding, lines_shown
from fustella.core.values.codes import codes_of
from fustella.core.values.model import (
    Face,
    FaceId,
    Game,
    Kind,
    Piece,
    Record,
    Remark,
    Text,
    Word,
    leaves,
)
from fustella.core.values.problems import Place, Problem
from fustella.core.values.sizes import kinds_by_size
from fustella.preview.views import (
    ClaimView,
    FaceView,
    FaultView,
    FieldView,
    GameView,
    KindView,
    Location,
    PieceView,
    RemarksView,
    RemarkView,
)
from fustella.review import ASKING, FAULTS


def game_view(game_id: str, game: Game | None, faults: int) -> GameView:
    """The entry of a game in the list of games; it has only the id if the game was never read."""
    if game is None:
        return GameView(game_id, game_id, (), 0, 0, faults)
    printed = [piece for piece in game.pieces if piece.copies]
    title = str(game.title.in_language(game.languages[0]))
    copies = sum(piece.copies for piece in printed)
    return GameView(game_id, title, game.languages, len(printed), copies, faults)


def kind_views(game: Game, language: str) -> tuple[KindView, ...]:
    """The views of the kinds that have pieces, one for each size of a kind; boxes come last."""
    whole = (*game.pieces, *game.boxes)
    kinds, own = kinds_by_size(whole), dict[str, list[Piece]]()
    for piece in whole:
        own.setdefault(kinds[piece.id].id, []).append(piece)
    return tuple(_kind_view(kinds[each[0].id], each, language) for each in own.values())


def _kind_view(kind: Kind, own: Sequence[Piece], language: str) -> KindView:
    return KindView(
        id=kind.id,
        name=str(kind.name.in_language(language)),
        width_mm=round(kind.outline.size.width_mm, 4),
        height_mm=round(kind.outline.size.height_mm, 4),
        bleed_mm=kind.bleed_mm,
        outline=path_data(kind.outline),
        behind=path_data(kind.outline.mirrored()),
        designs=len(own),
        copies=sum(piece.copies for piece in own),
        box=kind.box,
        two_sided=kind.back is not None,
        deck=kind.deck,
    )


def piece_views(game: Game, language: str, faces: Mapping[FaceId, Face]) -> tuple[PieceView, ...]:
    """The views of all pieces and boxes, with the faces that could be drawn."""
    codes = codes_of(game, language)
    by_piece: dict[str, list[FaceView]] = {}
    for face_id, face in faces.items():
        view = FaceView(face_id.side.value, face_id.look, face.digest)
        by_piece.setdefault(face_id.piece, []).append(view)
    whole = (*game.pieces, *game.boxes)
    kinds = kinds_by_size(whole)
    return tuple(
        _piece_view(
            game,
            replace(piece, kind=kinds[piece.id]),
            language,
            codes.get(piece.id, ""),
            by_piece.get(piece.id, ()),
        )
        for piece in whole
    )


def _piece_view(
    game: Game, piece: Piece, language: str, code: str, faces: Iterable[FaceView]
) -> PieceView:
    struck = piece.struck_out
    return PieceView(
        id=piece.id,
        kind=piece.kind.id,
        name=str(piece.name.in_language(language)),
        copies=piece.copies,
        code=code,
        file=piece.place.file,
        line=piece.place.line,
        sheet=piece.place.sheet,
        source=_origin_of(piece, language, original=game.original),
        struck_out=str(struck.in_language(language)) if struck is not None else "",
        faces=tuple(faces),
        fields=(
            *_fields("front", piece.front, piece.place, language),
            *_fields("back", piece.back, piece.place, language),
        ),
    )


def _origin_of(piece: Piece, language: str, *, original: bool) -> str:
    """The origin of a piece; for an original, the remark that its designer wrote."""
    designed = piece.source.designed
    if original:
        return str(designed.in_language(language)) if designed is not None else ""
    lines = lines_shown(piece.source.lines)
    parts = [f"document, lines {lines}"] if lines else []
    parts += [f"designed: {designed.in_language(language)}"] if designed is not None else []
    return "; ".join(parts)


def _fields(side: str, record: Record, place: Place, language: str) -> Iterator[FieldView]:
    for name in record:
        line = record.line_of(name) or place.line
        for path, leaf in leaves(name, record[name]):
            text, type_, typed_at = _field(leaf, language)
            at = typed_at if typed_at is not None and typed_at.line else replace(place, line=line)
            yield FieldView(side, path, text, type_, at.file, at.line, at.sheet)


def _field(value: Text | Word | int | float | bool, language: str) -> tuple[str, str, Place | None]:
    """A single value as text, its type, and the place where it was typed, None if unknown."""
    if isinstance(value, Text):
        word = value.in_language(language)
        return str(word), "text", word.place
    if isinstance(value, Word):
        return str(value), "word", value.place
    if isinstance(value, bool):
        return "yes" if value else "no", "flag", None
    return f"{value:.10g}", "number", None


def remarks_view(remarks: Iterable[Remark], file: str, digest: str) -> RemarksView:
    """The view of the remarks on a game, in the order of their file."""
    views = []
    for remark in remarks:
        x_mm, y_mm = remark.at_mm or (0.0, 0.0)
        own = remark.text, remark.author, remark.version, remark.date, remark.closed
        at = remark.at_mm is not None, x_mm, y_mm
        views.append(RemarkView(remark.id, remark.piece, remark.side, *at, *own, remark.place.line))
    return RemarksView(file, digest, tuple(views))


class PieceIndex:
    """Finds the pieces to which a place or a problem belongs, by the places of their entries.

    An entry has all keys that begin with its own, such as `pieces[3]`, and the lines down to the
    next entry; a row of a table has its line alone. Of the pieces that one entry makes, a problem
    belongs to those that are `faulty`, if some are.
    """

    def __init__(self, pieces: Iterable[Piece], faulty: frozenset[str] = frozenset()) -> None:
        self._faulty = faulty
        self._ids: dict[tuple[str, str, int], list[str]] = {}  # by page, and by key or row
        lines: dict[str, dict[int, str]] = {}
        for piece in pieces:
            place = piece.place
            self._ids.setdefault(_entry(place), []).append(piece.id)
            if place.key:
                lines.setdefault(place.page, {}).setdefault(place.line, place.key)
        self._keys_by_line = {page: sorted(keys.items()) for page, keys in lines.items()}

    def at(self, place: Place) -> tuple[str, ...]:
        """The ids of the pieces whose entry contains a place; () for a place outside of entries.

        Places of claims have the key of a field alone, so their line counts, too.
        """
        return self._with(place) or self._with(replace(place, key=""))

    def _with(self, place: Place) -> tuple[str, ...]:
        """The ids of the pieces at a place, by its key if it has one, or by its line."""
        keys = _up(place.key or self._key_at(place))
        entries = ((place.page, "", place.line), *((place.page, key, 0) for key in keys))
        found = next((self._ids[entry] for entry in entries if entry in self._ids), [])
        return tuple([one for one in found if one in self._faulty] or found)

    def _key_at(self, place: Place) -> str:
        """The key of the entry at a line of a file."""
        entries = self._keys_by_line.get(place.page, [])
        number = bisect_right([line for line, _ in entries], place.line)
        return entries[number - 1][1] if number else ""

    def of(self, problem: Problem) -> tuple[str, ...]:
        """The ids of the pieces that a problem is about."""
        places = filter(None, (problem.place, problem.concerns))
        own = (problem.piece,) if problem.piece else ()
        return next(filter(None, map(self._with, places)), own)


def _entry(place: Place) -> tuple[str, str, int]:
    """The page of an entry, with its key, or with its line if it is a row of a table."""
    return place.page, place.key, 0 if place.key else place.line


def _up(key: str) -> Iterator[str]:
    """Yields a key, and the keys around it: `pieces[3].front`, `pieces[3]`, `pieces`."""
    while key:
        yield key
        key = key[: max(key.rfind("."), key.rfind("["), 0)]


def fault_view(problem: Problem, whose: PieceIndex) -> FaultView:
    return FaultView(
        code=problem.code,
        severity=problem.severity.value,
        message=" · ".join((problem.message, *problem.follows)),
        hint=problem.hint,
        file=problem.place.file,
        line=problem.place.line,
        sheet=problem.place.sheet,
        key=problem.place.key,
        pieces=whose.of(problem),
    )


def claim_views(
    findings: Iterable[Finding], game: Game, language: str, whose: PieceIndex
) -> tuple[ClaimView, ...]:
    """The views of findings: faults first, then points that a person decides."""
    shown = [finding for finding in findings if finding.verdict in (*FAULTS, *ASKING)]
    shown.sort(key=lambda finding: finding.verdict not in FAULTS)
    return tuple(_claim_view(finding, game, language, whose) for finding in shown)


def _claim_view(finding: Finding, game: Game, language: str, whose: PieceIndex) -> ClaimView:
    decided = finding.decision
    places = (finding.place, *finding.where)
    pieces = (piece for place in places for piece in whose.at(place))
    return ClaimView(
        claim=finding.claim,
        check=finding.check,
        verdict=finding.verdict.value,
        fault=finding.verdict in FAULTS,
        says=finding.says,
        has=finding.has,
        decision=str(decided.in_language(language)) if decided is not None else "",
        said_by=_origin_of_finding(finding, game),
        file=finding.place.file,
        line=finding.place.line,
        sheet=finding.place.sheet,
        where=tuple(Location(place.file, place.line, place.sheet) for place in finding.where),
        pieces=tuple(dict.fromkeys(pieces)),
    )


def _origin_of_finding(finding: Finding, game: Game) -> str:
    """The origin of a finding: `document, lines 12, 15-18`, `rule` or `claim`."""
    if finding.lines:
        several = len(finding.lines) > 1 or finding.lines[0][0] != finding.lines[0][1]
        return f"document, {'lines' if several else 'line'} {lines_shown(finding.lines)}"
    return "claim" if game.original and finding.check != "lint" else "rule"
