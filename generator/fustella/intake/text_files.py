"""Writes the texts of an imported game: game.yaml, a list and a table for each kind, a report."""

import csv
import io
from collections.abc import Iterator, Sequence

from fustella.core.values.codes import default_mark
from fustella.core.values.colour import ink_on
from fustella.core.values.css_colours import CSS_COLOURS
from fustella.intake.report import DOWNLOADS, OUTLINES, REPORT, report_text
from fustella.intake.taken import Taken, TakenFace, TakenKind
from fustella.read.edit.yaml_tree import tree_of
from fustella.read.edit.yaml_writing import Habits, Value, Writer

_HABITS = "a: {b: 1}\nl: [1, 2]\n"
_WHITE = "#ffffff"
_WITHOUT_CORNERS = ("circle", "ellipse", "die")


def texts_of(taken: Taken, game: str, schemas: str, format_shown: str) -> dict[str, str]:
    """The texts of a game, by the names of their files; `schemas` is the folder of the schemas."""
    files = {"game.yaml": _game_text(taken, game, schemas)}
    for kind in taken.kinds:
        files[f"{kind.id}.yaml"] = _list_text(kind, schemas)
        files[f"{kind.id}.csv"] = _table_text([kind.header, *kind.rows])
    files |= {name: _table_text(rows) for name, rows in taken.tables.items()}
    if taken.downloads:
        rows = [("address", "save it as"), *taken.downloads.items()]
        files[DOWNLOADS] = _table_text(rows)
    files[REPORT] = report_text(taken, format_shown)
    return files


def _writer() -> Writer:
    return Writer(Habits(tree_of(_HABITS)), '"')


def _game_text(taken: Taken, game: str, schemas: str) -> str:
    writer = _writer()
    lines = [f"# yaml-language-server: $schema={schemas}/game.json"]
    lines += [f"# Imported. {REPORT} says what was taken, and what was left."]
    lines += writer.entry("title", taken.title, (), 0)
    lines.append("languages: [en]                     # change it, if the texts are in another one")
    lines.append(
        f"mark: {default_mark(game)}                            # begins the version codes; keep it"
    )
    papers = {kind.paper or _WHITE for kind in taken.kinds}
    paper = papers.pop() if len(papers) == 1 else _WHITE
    colours = {"paper": paper, "ink": ink_on(CSS_COLOURS.get(paper, paper))}
    lines += _entry(writer, "colours", {**colours, **taken.colours}, 0)
    own = {name: f"own:{name}" for name in (*taken.icons, *taken.drawn_icons)}
    icons: dict[str, Value] = {**own, **taken.named_icons}
    if icons:
        lines += _entry(writer, "icons", icons, 0)
    if taken.families:
        lines += _entry(writer, "fonts", {**taken.families}, 0)
    lines.append("kinds:")
    for kind in taken.kinds:
        lines += _kind_lines(writer, kind, colours["paper"])
    return "\n".join(lines) + "\n"


def _kind_lines(writer: Writer, kind: TakenKind, paper: str) -> Iterator[str]:
    yield f"  {kind.id}:"
    head: dict[str, Value] = {"name": kind.name}
    has_outline = bool(kind.keys.keys() & OUTLINES)
    if not has_outline:
        head |= {"width": f"{kind.width_mm:g}mm", "height": f"{kind.height_mm:g}mm"}
    if kind.ready == "blank":
        is_round = has_outline or kind.keys.get("shape") in _WITHOUT_CORNERS
        corners = {} if is_round else {"corner": "0mm"}
        head |= {**corners, "safe": "0mm", "edge": "none"}
    if kind.bleed_mm:
        head["bleed"] = f"{kind.bleed_mm:g}mm"
    head |= kind.keys
    head["front"] = f"ready/{kind.ready}"
    if kind.back is not None:
        head["back"] = "ready/blank"
    for name, value in head.items():
        yield from _entry(writer, name, value, 4)
    sides = [("front", kind.front)] + ([("back", kind.back)] if kind.back is not None else [])
    if any(face.fields for _, face in sides):
        yield "    fields:"
        for side, face in sides:
            if face.fields:
                yield from _entry(writer, side, {**face.fields}, 6)
    if kind.ready != "blank" and not any(face.zones for _, face in sides):
        return
    yield "    # Zones are drawn in this order. Each has its place on the face, and how it looks."
    yield "    layout:"
    for side, face in sides:
        yield from _layout_lines(writer, kind, side, face, paper)


def _layout_lines(
    writer: Writer, kind: TakenKind, side: str, face: TakenFace, paper: str
) -> Iterator[str]:
    yield f"      {side}:"
    if side == "front" and kind.paper and kind.paper != paper:
        ground = {"x": "0mm", "y": "0mm", "width": "100%", "height": "100%", "fill": kind.paper}
        yield f"        ground: {writer.in_brackets({**ground})}"
    elif not face.zones:
        yield "        code: false"
    for name, zone in face.zones.items():
        yield f"        {name}: {writer.in_brackets({**zone})}"


def _entry(writer: Writer, name: str, value: Value, column: int) -> list[str]:
    if isinstance(value, dict):
        return [f"{' ' * column}{name}: {writer.in_brackets(value)}"]
    return writer.entry(name, value, (), column)


def _list_text(kind: TakenKind, schemas: str) -> str:
    writer = _writer()
    lines = [f"# yaml-language-server: $schema={schemas}/list.json", f"kind: {kind.id}"]
    lines.append(f"pieces: {kind.id}.csv")
    if kind.ignored:
        lines.append("# Columns that nothing on the faces shows:")
        lines += _entry(writer, "columns", dict.fromkeys(kind.ignored, "ignore"), 0)
    return "\n".join(lines) + "\n"


def _table_text(rows: Sequence[Sequence[str]]) -> str:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerows(rows)
    return stream.getvalue()
