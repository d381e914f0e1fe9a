"""Writes the texts of an imported game: game.yaml, a list and a table for each kind, a report."""

import csv
import io
from collections.abc import Iterator, Sequence

from fustella.core.values.codes import default_mark
from fustella.core.values.colour import ink_on
from fustella.core.values.css_colours import CSS_COLOURS
from fustella.intake.taken import Loss, Miss, Taken, TakenFace, TakenKind
from fustella.read.edit.yaml_tree import tree_of
from fustella.read.edit.yaml_writing import Habits, Value, Writer

REPORT = "IMPORTED.md"

_HABITS = "a: {b: 1}\nl: [1, 2]\n"
_TOLD = 300
_HEADS = {
    Miss.PIECES: "Pieces",
    Miss.PICTURES: "Pictures",
    Miss.TEXTS: "Texts",
    Miss.PLACES: "Places",
    Miss.LOOKS: "Looks",
    Miss.OUTPUT: "Printing and saving",
}


def texts_of(taken: Taken, game: str, schemas: str, format_shown: str) -> dict[str, str]:
    """The texts of a game, by the names of their files; `schemas` is the folder of the schemas."""
    files = {"game.yaml": _game_text(taken, game, schemas)}
    for kind in taken.kinds:
        files[f"{kind.id}.yaml"] = _list_text(kind, schemas)
        files[f"{kind.id}.csv"] = _table_text(kind)
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
    papers = {kind.paper for kind in taken.kinds if kind.paper}
    paper = papers.pop() if len(papers) == 1 else "#ffffff"
    colours = {"paper": paper, "ink": ink_on(CSS_COLOURS.get(paper, paper))}
    lines += _entry(writer, "colours", {**colours, **taken.colours}, 0)
    if taken.icons:
        lines += _entry(writer, "icons", {name: f"own:{name}" for name in taken.icons}, 0)
    lines.append("kinds:")
    for kind in taken.kinds:
        lines += _kind_lines(writer, kind, colours["paper"])
    return "\n".join(lines) + "\n"


def _kind_lines(writer: Writer, kind: TakenKind, paper: str) -> Iterator[str]:
    yield f"  {kind.id}:"
    head: dict[str, Value] = {"name": kind.name}
    head |= {"width": f"{kind.width_mm:g}mm", "height": f"{kind.height_mm:g}mm"}
    head |= {"corner": "0mm", "safe": "0mm", "edge": "none"}
    if kind.bleed_mm:
        head["bleed"] = f"{kind.bleed_mm:g}mm"
    if kind.split:
        head["split"] = True
    head["front"] = "ready/blank"
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


def _table_text(kind: TakenKind) -> str:
    stream = io.StringIO(newline="")
    writer = csv.writer(stream, lineterminator="\n")
    writer.writerow(kind.header)
    writer.writerows(kind.rows)
    return stream.getvalue()


def report_text(taken: Taken, format_shown: str) -> str:
    """The report as Markdown: what was taken, and each loss in the order of what one would miss."""
    lines = [
        f"# What was imported: {_plain(taken.title)}",
        "",
        f"The source was read as {format_shown}.",
        "",
    ]
    lines += ["| taken | |", "|---|---|"]
    for kind in taken.kinds:
        zones = len(kind.front.zones) + (len(kind.back.zones) if kind.back else 0)
        size = f"{kind.width_mm:g} × {kind.height_mm:g} mm"
        copies = _copies(kind)
        lines.append(
            f"| {_plain(kind.name)} | {len(kind.rows)} designs, {copies} copies, {size}, "
            f"{zones} zones |"
        )
    lines.append(f"| pictures | {taken.picture_count} |")
    if taken.icons:
        lines.append(f"| icons | {len(taken.icons)} |")
    lines.append("")
    for head, approximated in (("Left", False), ("Approximated", True)):
        of_head = [loss for loss in taken.losses if loss.approximated is approximated]
        if of_head:
            lines += [f"## {head}", ""]
            lines += _loss_lines(of_head)
    if not taken.losses:
        lines += ["Nothing was left, and nothing approximated.", ""]
    return "\n".join(lines).rstrip() + "\n"


def _copies(kind: TakenKind) -> int:
    if "copies" not in kind.header:
        return len(kind.rows)
    column = list(kind.header).index("copies")
    return sum(int(row[column]) for row in kind.rows)


def _loss_lines(losses: Sequence[Loss]) -> Iterator[str]:
    for miss in Miss:
        told: dict[tuple[str, str], list[Loss]] = {}
        for loss in losses:
            if loss.miss is miss:
                told.setdefault((loss.what, loss.why), []).append(loss)
        if not told:
            continue
        yield from (f"### {_HEADS[miss]}", "", "| where | what | why |", "|---|---|---|")
        for (what, why), alike in [*told.items()][:_TOLD]:
            more = f" and {len(alike) - 1} more" if len(alike) > 1 else ""
            yield f"| {_plain(alike[0].place.spot)}{more} | {_plain(what)} | {_plain(why)} |"
        if len(told) > _TOLD:
            yield f"| … | {len(told) - _TOLD} more | |"
        yield ""


def _plain(text: str) -> str:
    shown = " ".join(text.split())[:160]
    for sign in "\\`*_<>[]|":
        shown = shown.replace(sign, f"\\{sign}")
    return "".join(sign for sign in shown if sign.isprintable())
