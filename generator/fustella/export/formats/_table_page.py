"""Writes the page of a table: its data, its style sheet and its scripts, in one HTML file."""

import base64
import hashlib
import re
import zlib
from collections.abc import Iterator, Mapping, Sequence
from functools import cache
from importlib.resources import files
from itertools import chain

from msgspec.structs import replace

from fustella.core.geometry.shapes import Outline, Panel, Shape, Tiling, path_data
from fustella.core.values.model import Kind, Text
from fustella.core.values.questions import AskedQuestion
from fustella.core.words.patterns import visible_to_players
from fustella.core.words.playtest_words import playtest_words
from fustella.core.words.printed import TABLE
from fustella.export.formats._table_faces import PackedFaces
from fustella.export.game import ExportGame, ExportPiece
from fustella.export.table import Pile, Sort, TableLayout, layout_of, rule_texts, sort_of
from fustella.rules.direction import reads_right_to_left

FACES = "{faces}"
"""The text that stands in the page for the packed faces, which are made later."""

SCRIPTS = (
    *("random", "state", "words", "log", "session", "versions"),
    *("faces", "pieces", "view", "frames", "motion", "actions", "gestures"),
    *("hand", "panels", "list", "form", "files", "page"),
)
"""The parts of the page's script, `pages/table-….js`, in their order."""

_MARK = "fustella-table"
_SEATS = 4
"""How many players can sit down where a game does not say for how many it is."""


def table_page(game: ExportGame, faces: PackedFaces, own: Sequence[AskedQuestion]) -> str:
    """The HTML of the page, with `FACES` in the place of the packed faces.

    `own` are the questions that the game asks at the end besides ours.
    """
    from jinja2 import Environment, StrictUndefined  # noqa: PLC0415  (only for a page)

    rules = game.rulebook.page().decode() if game.rulebook else ""
    script = "\n".join(_resource(f"table-{name}.js") for name in SCRIPTS)
    style = _resource("table.css")
    template = Environment(
        autoescape=True, undefined=StrictUndefined, finalize=visible_to_players
    ).from_string(_resource("table.html.j2"))
    words = game.edition.game.tool_words
    return template.render(
        game=game,
        words=words.section(TABLE, game.language),
        form=playtest_words(words, game.language),
        direction="rtl" if reads_right_to_left(game.language) else "ltr",
        given=_given(game, faces, own),
        faces=FACES,
        rules=_packed(rules) if rules else "",
        style=style,
        script=script,
        styles=" ".join(map(_policy_hash, (style, *_STYLE.findall(rules)))),
        script_hash=_policy_hash(script),
    )


_STYLE = re.compile(r"<style>(.*?)</style>", re.DOTALL)


def _given(
    game: ExportGame, faces: PackedFaces, own: Sequence[AskedQuestion]
) -> Mapping[str, object]:
    """What the scripts are given: the pieces of the game, its set-ups and its words."""
    table, words = game.edition.game.table, game.edition.game.tool_words
    counts = table.players or (0,)
    layouts = {count: layout_of(game, count) for count in counts}
    number_of = {piece.id: number for number, piece in enumerate(game.pieces)}
    kinds = {id: number for number, id in enumerate(game.kinds)}
    asked = playtest_words(words, game.language)
    return {
        "mark": _MARK,
        "game": game.id,
        "title": game.edition.title,
        "version": game.version,
        "language": game.language,
        "ones": words.text("numbers.one", game.language).split(),
        "words": words.section(TABLE, game.language),
        "players": table.players,
        "seats": table.players or [*range(1, _SEATS + 1)],
        "kinds": [_kind(game, pieces[0]) for pieces in game.kinds.values()],
        "designs": [_design(game, piece, kinds[piece.kind.id], faces) for piece in game.pieces],
        "setups": {count: [*_piles(layout, number_of)] for count, layout in layouts.items()},
        "homes": {count: _homes(layout, count) for count, layout in layouts.items()},
        "snaps": _snaps(game, layouts[counts[0]], number_of),
        "aids": [number_of[piece.id] for piece in game.pieces if piece.kind.id in table.rules],
        "texts": [] if game.rulebook else [*rule_texts(game)],
        "scales": [[s.name, s.text, s.low, s.high] for s in asked.scales],
        "questions": [[question.name, question.text] for question in asked.questions],
        "own": [[q.id, q.type, q.text, q.low, q.high, q.choices] for q in own],
    }


def _kind(game: ExportGame, piece: ExportPiece) -> Mapping[str, object]:
    kind = piece.kind
    outline = _outline(kind)
    return {
        "id": kind.id,
        "name": game.kind_name(kind),
        "width": round(outline.size.width_mm, 3),
        "height": round(outline.size.height_mm, 3),
        "path": path_data(outline),
        "sort": sort_of(piece),
        "thick": piece.thickness_mm,
        "edge": game.edge_of(kind),
        "beside": [*_beside(outline, sort_of(piece))],
    }


def _beside(outline: Outline, sort: Sort) -> Iterator[tuple[float, float]]:
    """Yields where the neighbours of a tile lie that share a side with it: of cards, nowhere."""
    width_mm, height_mm = outline.size.width_mm, outline.size.height_mm
    if sort not in (Sort.TILE, Sort.TOKEN) or min(width_mm, height_mm) < _LEAST_TILE_MM:
        return
    if outline.tiling is Tiling.ROWS:
        yield from ((width_mm, 0), (-width_mm, 0), (0, height_mm), (0, -height_mm))
    elif outline.tiling is Tiling.HONEYCOMB and outline.flat:
        yield from ((0, height_mm), (0, -height_mm))
        yield from ((x * width_mm * 3 / 4, y * height_mm / 2) for x in (1, -1) for y in (1, -1))
    elif outline.tiling is Tiling.HONEYCOMB:
        yield from ((width_mm, 0), (-width_mm, 0))
        yield from ((x * width_mm / 2, y * height_mm * 3 / 4) for x in (1, -1) for y in (1, -1))


_LEAST_TILE_MM = 20.0
"""The least side of a tile that is laid beside others: smaller ones are counters."""


def _outline(kind: Kind) -> Outline:
    """The outline of a kind as it lies on the table: that of a panel, for standees and dice."""
    if not kind.panels:
        return kind.outline
    return Outline(Shape.RECTANGLE, kind.panels[0].box.size)


def _design(
    game: ExportGame, piece: ExportPiece, kind: int, faces: PackedFaces
) -> Mapping[str, object]:
    fronts = [_side(faces.numbers[piece.front.digest], panel) for panel in _panels(piece.kind)]
    backs = [[faces.numbers[piece.back.digest], 0, 0, 0]] if piece.back else []
    return {
        "id": piece.id,
        "piece": piece.piece.id,
        "before": sum(piece.piece.copies_by_look[: piece.look]),
        "name": piece.name,
        "code": piece.code,
        "kind": kind,
        "copies": piece.copies,
        "sides": fronts if piece.kind.panels else [*fronts, *backs],
        "said": [*_labelled(game, piece)],
    }


def _labelled(game: ExportGame, piece: ExportPiece) -> Iterator[tuple[str, str]]:
    """Yields the texts of a piece, each with the game's own word for its field, or "".

    The name of a field is the author's and stands on no face. A text without any letter says
    nothing where there is no word for it.
    """
    words, language = game.edition.game.words, game.language
    for text in piece.said:
        name = text.field.replace(" ", "_")
        word = words[name] if name in words else None
        label = str(word.in_language(language)) if isinstance(word, Text) else ""
        if label or any(letter.isalpha() for letter in text.text):
            yield label, text.text


def _panels(kind: Kind) -> Sequence[Panel | None]:
    """The panels of a kind that are its sides: front and back, or 1 to 6; [None] for the whole."""
    if not kind.panels:
        return [None]
    return sorted(kind.panels, key=lambda panel: _SIDES.index(panel.name))


_SIDES = ("front", "back", "1", "2", "3", "4", "5", "6")


def _side(face: int, panel: Panel | None) -> list[float]:
    """A side of a piece: the number of its face, where it begins on it, and how it is turned."""
    return [face, panel.box.x_mm, panel.box.y_mm, panel.turn_deg] if panel else [face, 0, 0, 0]


def _piles(layout: TableLayout, numbers: Mapping[str, int]) -> Iterator[Mapping[str, object]]:
    for pile in _stacked(layout.piles):
        first = pile.pieces[0][0]
        yield {
            "of": [[numbers[piece.id], copies] for piece, copies in pile.pieces],
            "x": round(pile.at.x_mm, 2),
            "y": round(pile.at.y_mm, 2),
            "turn": pile.turn_deg,
            "up": pile.face_up,
            "form": "pile" if pile.form not in ("supply", "bag") else str(pile.form),
            # One piece is called as it is seen; a pile that it is gathered into has no name of its.
            "name": pile.name if pile.copies > 1 else "",
            "fixed": sort_of(first) is Sort.BOARD,
            "aside": pile.aside,
            **{
                name: [[round(at.x_mm, 2), round(at.y_mm, 2)] for at in places]
                for name, places in (("spots", pile.spots), ("shared", pile.shared))
                if places
            },
        }


def _homes(layout: TableLayout, players: int) -> list[int]:
    """How the pieces of each player are turned, by their seats; [] where the set-up does not tell.

    Each player has one pile of a kind, such as a castle, in the order of the set-up, and they are
    turned to several sides; of several such kinds, the largest counts. Two players sit opposite
    each other where pieces are turned to two opposite sides only.
    """
    piles: dict[str, list[Pile]] = {}
    for pile in layout.piles:
        if not pile.aside:
            piles.setdefault(pile.pieces[0][0].kind.id, []).append(pile)
    turns = [[pile.turn_deg for pile in those] for those in sorted(piles.values(), key=_area)]
    own = [each for each in turns if len(each) == players and len({*each}) > 1]
    if own:
        return own[-1]
    return [0, 180] if players == _OPPOSITE and {0, 180} == {*chain(*turns)} else []


_OPPOSITE = 2


def _area(piles: Sequence[Pile]) -> float:
    size = piles[0].pieces[0][0].kind.outline.size
    return size.width_mm * size.height_mm


def _stacked(piles: Sequence[Pile]) -> list[Pile]:
    """The piles, with those that lie on each other, on one place of a board, as one."""
    stacked = dict[object, Pile]()
    for pile in piles:
        kind = pile.pieces[0][0].kind.outline.size
        place = pile.on, pile.at, pile.turn_deg, pile.face_up, kind
        key: object = place if pile.on else len(stacked)
        below = stacked[key].pieces if key in stacked else ()
        stacked[key] = replace(pile, pieces=(*pile.pieces, *below))
    return [*stacked.values()]


def _snaps(
    game: ExportGame, layout: TableLayout, numbers: Mapping[str, int]
) -> Mapping[int, list[list[object]]]:
    """The places of boards in mm from the corner of the trim, with their names."""
    grids = {each.piece.id: each.kind.grid for each in game.pieces if each.kind.grid}
    grids |= game.edition.game.table.boards
    return {
        numbers[board]: [
            [round(at.x_mm, 2), round(at.y_mm, 2), grids[board].name(cell)]
            for at, cell in zip(places, grids[board].cells, strict=True)
        ]
        for board, places in layout.snaps.items()
        if board in numbers
    }


def _packed(text: str) -> str:
    return base64.b64encode(zlib.compress(text.encode(), 9)).decode()


def _policy_hash(text: str) -> str:
    """The source for a policy that allows one inline script or style (CSP Level 3, 2.3.1)."""
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"


@cache
def _resource(name: str) -> str:
    return (files("fustella.export") / "pages" / name).read_text(encoding="utf-8")
