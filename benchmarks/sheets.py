"""Builds random projects with random options, and reads the sheets back with an independent reader.

    .venv/bin/python -m benchmarks.sheets --projects 1000 [--first SEED] [--keep DIR]

Each project has one to five kinds of any shape and size, with and without backs, bleeds, grains and
looks. Its builds mix paper, duplex, marks, hexes, gutter, fewest, cutter, boards, language, printer
and parts of a box. `tests.helpers.sheet_reader`, which knows nothing of the tool, reads the PDFs.
Each copy must be there once, whole and unhidden, in its true size; each back behind its front, when
the sheet is turned over or folded; the margins white. In another theme, all faces must have the
same places. If a build is refused, a piece must have no room. The last line counts everything that
was read. Each fault is printed with the seed and the options that repeat it; the exit code is 1 if
there are any.
"""

import argparse
import contextlib
import io
import math
import random
import shutil
import sys
import tempfile
import time
import traceback
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import numpy

from fustella.cli.command import main as fustella
from tests.helpers.printed import read_pages
from tests.helpers.sheet_reader import (
    BACK,
    FRONT,
    Frame,
    ReadPage,
    Shape,
    backs_missing,
    beyond_margins,
    colour_of,
    has_line,
    read_sheets,
)

ROOT = Path(__file__).parent.parent
DUPLEX = ("long-edge", "short-edge", "fold", "separate", "none")


@dataclass(frozen=True)
class PaperFacts:
    """The facts from the maker of a paper: size, margins (top, right, bottom, left), and slots."""

    width_mm: float
    height_mm: float
    margins: tuple[float, float, float, float] = (5, 5, 5, 5)
    slot: tuple[float, float] | None = None
    round_slot: bool = False


PAPERS = {
    "A4": PaperFacts(210, 297),
    "Letter": PaperFacts(215.9, 279.4),
    "A3": PaperFacts(297, 420),
    "A5": PaperFacts(148, 210),
    "Legal": PaperFacts(215.9, 355.6),
    "PA4": PaperFacts(210, 279.4),
    "uneven": PaperFacts(210, 297, (4, 6, 14, 9)),
    "labels-63x38": PaperFacts(210, 297, slot=(63.5, 38.1)),
    "labels-99x139": PaperFacts(210, 297, (4, 4, 4, 4), slot=(99.1, 139)),
    "labels-round-40": PaperFacts(210, 297, (4, 4, 4, 4), slot=(40, 40), round_slot=True),
    "labels-us-4x2": PaperFacts(215.9, 279.4, (4, 4, 4, 4), slot=(101.6, 50.8)),
    "cards-85x54": PaperFacts(210, 297, slot=(85, 54)),
    "cards-63x88": PaperFacts(210, 297, slot=(63, 88)),
    "own-slots": PaperFacts(210, 297, (5, 5, 5, 5), slot=(60, 40)),
}
PAPERS_YAML = """\
uneven: {width: 210mm, height: 297mm, margin: {top: 4mm, right: 6mm, bottom: 14mm, left: 9mm}}
own-slots:
  width: 210mm
  height: 297mm
  margin: 5mm
  slots:
    {width: 60mm, height: 40mm, columns: 3, rows: 6,
     left: 8mm, top: 9mm, across: 64mm, down: 45mm}
"""
TEMPLATE = """\
{% extends "_shared/face.svg.j2" %}
{% block face %}
<rect x="{{ -bleed }}" y="{{ -bleed }}" width="{{ width + 2 * bleed }}"
 height="{{ height + 2 * bleed }}" fill="#e8dcc0"/>
<path d="{{ outline }}" fill="{{ face.trim }}"/>
<path d="M{{ width / 2 }} {{ height / 2 }} h{{ face.size }}
 l{{ -face.size }} {{ face.size / 2 }} Z" fill="{{ face.arrow }}"/>
{% endblock %}
"""


@dataclass(frozen=True)
class RandomKind:
    """A kind, the lines that declare it, and the expected shape of its faces."""

    id: str
    yaml: str
    shape: Shape
    bleed_mm: float
    backed: bool
    split: bool
    corners: bool
    """Whether its outline reaches the corners of its box."""


@dataclass
class RandomProject:
    folder: Path
    kinds: list[RandomKind] = field(default_factory=list)
    pieces: dict[int, tuple[str, RandomKind, int]] = field(default_factory=dict)
    """The ids, kinds and copies of the pieces, by the pieces' numbers."""
    printer: tuple[float, float] = (0.0, 0.0)


Inside = Callable[[numpy.ndarray, numpy.ndarray, float], numpy.ndarray]


def _convex(corners: list[tuple[float, float]]) -> Inside:
    """A test whether points are inside a convex polygon with corners clockwise on the page."""

    def inside(x: numpy.ndarray, y: numpy.ndarray, by_mm: float) -> numpy.ndarray:
        found = numpy.ones(x.shape, dtype=bool)
        for (x0, y0), (x1, y1) in zip(corners, [*corners[1:], corners[0]], strict=True):
            length = math.hypot(x1 - x0, y1 - y0)
            found &= ((x1 - x0) * (y - y0) - (y1 - y0) * (x - x0)) / length >= by_mm
        return found

    return inside


def _ellipse(wide: float, high: float) -> Inside:
    def inside(x: numpy.ndarray, y: numpy.ndarray, by_mm: float) -> numpy.ndarray:
        a, b = wide / 2 - by_mm, high / 2 - by_mm
        return ((x - wide / 2) / a) ** 2 + ((y - high / 2) / b) ** 2 <= 1

    return inside


def _rounded(wide: float, high: float, radius: float) -> Inside:
    def inside(x: numpy.ndarray, y: numpy.ndarray, by_mm: float) -> numpy.ndarray:
        dx = numpy.maximum(abs(x - wide / 2) - (wide / 2 - radius), 0)
        dy = numpy.maximum(abs(y - high / 2) - (high / 2 - radius), 0)
        box = (x >= by_mm) & (y >= by_mm) & (x <= wide - by_mm) & (y <= high - by_mm)
        return box & (numpy.hypot(dx, dy) <= max(radius - by_mm, 0.0) + (radius == 0) * 1e-6)

    return inside


def _outline(chance: random.Random) -> tuple[str, float, float, Inside, bool]:
    """The keys of a random shape, its size, a test for points, and whether it fills its corners."""
    size = chance.choice((12.0, 15.5, 20.0, 25.4, 30.0, 38.0, 45.0, 57.15))
    match chance.choice(("rectangle",) * 6 + ("hexagon", "hexagon", "circle", "circle",
                                            "triangle", "octagon", "ellipse", "path")):  # fmt: skip
        case "hexagon":
            long = size * 2 / math.sqrt(3)
            if chance.random() < 0.4:
                at = [(long / 4, 0), (3 * long / 4, 0), (long, size / 2)]
                at += [(3 * long / 4, size), (long / 4, size), (0, size / 2)]
                return (
                    f"shape: hexagon, turn: 90, across_flats: {size}mm",
                    long,
                    size,
                    _convex(at),
                    False,
                )
            at = [(size / 2, 0), (size, long / 4), (size, 3 * long / 4)]
            at += [(size / 2, long), (0, 3 * long / 4), (0, long / 4)]
            return f"shape: hexagon, across_flats: {size}mm", size, long, _convex(at), False
        case "circle":
            return f"shape: circle, diameter: {size}mm", size, size, _ellipse(size, size), False
        case "triangle":
            high = size * math.sqrt(3) / 2
            at = [(size / 2, 0), (size, high), (0, high)]
            return f"shape: triangle, side: {size}mm", size, high, _convex(at), False
        case "octagon":
            cut = size / (2 + math.sqrt(2))
            at = [(cut, 0), (size - cut, 0), (size, cut), (size, size - cut)]
            at += [(size - cut, size), (cut, size), (0, size - cut), (0, cut)]
            return f"shape: octagon, across_flats: {size}mm", size, size, _convex(at), False
        case "ellipse":
            wide, high = size, round(size * chance.choice((0.6, 1.4)), 2)
            keys = f"shape: ellipse, width: {wide}mm, height: {high}mm"
            return keys, wide, high, _ellipse(wide, high), False
        case "path":
            wide, high = size, round(size * 0.8, 2)
            at = [(wide * 0.25, 0.0), (wide, 0.0), (wide * 0.75, high), (0.0, high)]
            points = ", ".join(f"[{x:.4f}mm, {y:.4f}mm]" for x, y in at)
            return f"shape: path, path: [{points}]", wide, high, _convex(at), False
    wide, high = chance.choice(
        ((63.0, 88.0), (63.5, 88.9), (44.0, 67.0), (70.0, 120.0), (size, size), (25.0, 13.0),
         (round(chance.uniform(10, 90), 1), round(chance.uniform(10, 130), 1)))
    )  # fmt: skip
    corner = chance.choice((0.0, 0.0, 2.0, 3.0))
    keys = f"width: {wide}mm, height: {high}mm" + f", corner: {corner}mm" * bool(corner)
    return keys, wide, high, _rounded(wide, high, corner), True


def _kind(chance: random.Random, number: int) -> RandomKind:
    keys, wide, high, inside, corners = _outline(chance)
    bleed = chance.choice((0.0, 0.0, 1.0, 2.0, 3.0))
    split = chance.random() < 0.06
    if split:
        wide, high = chance.choice(((300.0, 200.0), (250.0, 380.0), (420.0, 420.0), (150.0, 150.0)))
        keys, inside, corners, bleed = (
            f"width: {wide}mm, height: {high}mm",
            _rounded(wide, high, 0),
            True,
            0.0,
        )
        keys += chance.choice(
            (", split: true", ", split: {along: squares, width: 50mm, height: 50mm}")
        )
    backed = chance.random() < 0.6
    lines = [keys, "front: face.svg.j2"]
    if backed:
        lines.append("back: face.svg.j2")
    if bleed:
        lines.append(f"bleed: {bleed}mm")
    if chance.random() < 0.3 and not split:
        lines.append(f"grain: {chance.choice(('width', 'height'))}")
    if chance.random() < 0.4:
        lines.append(f"sheet: {chance.choice(('shared', 'other'))}")
    if chance.random() < 0.15:
        lines.append(f"looks: {chance.choice((2, 3))}")
    side = "{trim: colour, arrow: colour, size: decimal}"
    lines.append(f"fields: {{front: {side}" + f", back: {side}" * backed + "}")
    arrow = round(min(wide, high) / 6, 1)
    shape = Shape(wide, high, arrow, inside, split)
    name = f"name: {{en: Kind {number}, it: Tipo {number}}}"
    return RandomKind(
        f"kind{number}", ", ".join((name, *lines)), shape, bleed, backed, split, corners
    )


def make_project(seed: int, folder: Path) -> RandomProject:
    """Writes a random project with the game `game`, which depends only on the `seed`."""
    chance = random.Random(seed)
    kinds = []
    for number in range(chance.choice((1, 1, 2, 2, 3, 4, 5))):
        kind = _kind(chance, number)
        pieces = 1 if kind.split else chance.choice((1, 2, 3, 5, 9, 14))
        copies = [1 if kind.split else chance.choice((1, 1, 2, 3, 5, 12)) for _ in range(pieces)]
        kinds.append((kind, copies))
    printer = round(chance.uniform(-2, 2), 1), round(chance.uniform(-2, 2), 1)
    return write_project(folder, kinds, printer)


def write_project(
    folder: Path,
    kinds: Sequence[tuple[RandomKind, Sequence[int]]],
    printer: tuple[float, float] = (0.0, 0.0),
) -> RandomProject:
    """Writes a project of kinds, each with the copies of its pieces."""
    content, templates = folder / "content" / "game", folder / "templates" / "game"
    content.mkdir(parents=True)
    templates.mkdir(parents=True)
    project = RandomProject(folder, printer=printer)
    for kind, all_copies in kinds:
        project.kinds.append(kind)
        rows = []
        for copies in all_copies:
            number = len(project.pieces)
            project.pieces[number] = (f"p{number}", kind, copies)
            sides = [("front", FRONT), ("back", BACK)][: 1 + kind.backed]
            values = "".join(f", {name}: {_values(number, side, kind)}" for name, side in sides)
            named = f"name: {{en: Piece {number}, it: Pezzo {number}}}"
            rows.append(f"  - {{id: p{number}, {named}, copies: {copies}{values}}}\n")
        listed = f"kind: {kind.id}\nsource: {{designed: random}}\npieces:\n{''.join(rows)}"
        (content / f"{kind.id}.yaml").write_text(listed, encoding="utf-8")
    lines = "".join(f"  {kind.id}: {{{kind.yaml}}}\n" for kind, _ in kinds)
    game = "title: {en: Random, it: Casuale}\nlanguages: [en, it]\nkinds:\n" + lines
    (content / "game.yaml").write_text(game, encoding="utf-8")
    (templates / "face.svg.j2").write_text(TEMPLATE, encoding="utf-8")
    (folder / "content" / "papers.yaml").write_text(PAPERS_YAML, encoding="utf-8")
    printers = "desk: {{dx: {}mm, dy: {}mm}}\n".format(*printer)
    (folder / "content" / "printers.yaml").write_text(printers, encoding="utf-8")
    return project


def _values(number: int, side: int, kind: RandomKind) -> str:
    trim, arrow = (
        "#" + "".join(f"{part:02x}" for part in colour_of(number, side, arrow=is_arrow))
        for is_arrow in (False, True)
    )
    return f'{{trim: "{trim}", arrow: "{arrow}", size: {kind.shape.arrow_mm}}}'


@dataclass(frozen=True)
class Options:
    """The flags of a build, and the properties of its output that follow from them."""

    flags: tuple[str, ...]
    paper: str
    duplex: str
    boards: str | None
    printer: bool
    cutter: str
    copies: Mapping[int, int]
    pages: bool
    theme: str = ""
    """Another theme, in which the same build must have all faces at the same places."""


def random_options(chance: random.Random, project: RandomProject) -> Options:
    plain = [name for name, facts in PAPERS.items() if facts.slot is None]
    slots = [name for name, facts in PAPERS.items() if facts.slot is not None]
    paper = chance.choice(slots if chance.random() < 0.3 else plain)
    duplex = chance.choice(DUPLEX)
    flags = ["--paper", paper, "--duplex", duplex]
    flags += ["--marks", chance.choice(("auto", "ticks", "lines", "dots", "none"))]
    flags += ["--hexes", chance.choice(("honeycomb", "rows"))]
    flags += ["--fewest", chance.choice(("sheets", "cuts"))]
    flags += ["--gutter", chance.choice(("0mm", "0mm", "1mm", "2mm", "3.5mm"))]
    flags += ["--language", chance.choice(("en", "it"))]
    boards = chance.choice((None, None, None, "A3", "A2")) if paper in plain else None
    if boards:
        flags += ["--boards", boards]
    cutter = chance.choice(("none",) * 8 + ("silhouette", "cricut", "brother"))
    if PAPERS[paper].slot is not None or paper == "uneven":
        cutter = "none"
    if cutter != "none":
        flags += ["--cutter", cutter]
    printer = chance.random() < 0.2
    if printer:
        flags += ["--printer", "desk"]
    if chance.random() < 0.3:
        flags.append("--no-cover")
    copies = {number: count for number, (_, _, count) in project.pieces.items()}
    if PAPERS[paper].slot is not None:  # else hardly any project could be printed
        slot = PAPERS[paper]
        held = [kind.id for kind in project.kinds if _fits_slot(kind, slot)]
        if held and chance.random() < 0.95:
            flags += ["--only", ",".join(held)]
            copies = {n: c for n, c in copies.items() if project.pieces[n][1].id in held}
    elif chance.random() < 0.15:
        kept = chance.sample(project.kinds, chance.randint(1, len(project.kinds)))
        flags += ["--only", ",".join(kind.id for kind in kept)]
        copies = {n: c for n, c in copies.items() if project.pieces[n][1] in kept}
    if chance.random() < 0.2 and copies:
        listed = {
            n: chance.randint(1, 6) for n in chance.sample(sorted(copies), min(3, len(copies)))
        }
        text = "".join(f"{project.pieces[n][0]}: {count}\n" for n, count in listed.items())
        path = project.folder / f"lost-{chance.randrange(10**6)}.yaml"
        path.write_text(text, encoding="utf-8")
        flags += ["--copies-from", str(path)]
        copies = listed
    pages = chance.random() < 0.08
    if pages:
        flags += ["--pages", "1"]
    theme = chance.choice(("low-ink", "grey")) if chance.random() < 0.1 else ""
    return Options(tuple(flags), paper, duplex, boards, printer, cutter, copies, pages, theme)


def _fits_slot(kind: RandomKind, paper: PaperFacts) -> bool:
    assert paper.slot is not None
    sizes = kind.shape.width_mm, kind.shape.height_mm
    if paper.round_slot:
        is_round = not kind.corners and sizes[0] == sizes[1] and "circle" in kind.yaml
        across = sizes[0] if is_round else math.hypot(*sizes)
        return across <= paper.slot[0]
    return any(a <= b + 1e-6 and c <= d + 1e-6
               for (a, c) in (sizes, sizes[::-1]) for (b, d) in (paper.slot,))  # fmt: skip


def _surely_fits(kind: RandomKind, options: Options) -> bool:
    """Whether there is surely room for a piece, with a label of 6 mm along one side."""
    paper = PAPERS[options.paper]
    if paper.slot is not None:
        return _fits_slot(kind, paper)
    if kind.split:
        return options.cutter == "none"
    top, right, bottom, left = paper.margins
    taken = 12.0 + (30.0 if options.cutter != "none" else 0.0)
    wide = paper.width_mm - 2 * max(left, right) - taken
    high = paper.height_mm - 2 * max(top, bottom) - taken
    w, h = (mm + 2 * kind.bleed_mm for mm in (kind.shape.width_mm, kind.shape.height_mm))
    return (w <= wide and h <= high) or (h <= wide and w <= high)


@dataclass
class Counts:
    projects: int = 0
    builds: int = 0
    refused: int = 0
    pages: int = 0
    faces: int = 0
    backs: int = 0
    faults: list[str] = field(default_factory=list)


def try_project(seed: int, folder: Path, builds: int, counts: Counts) -> None:
    """Builds a project with random options, reads each build, and adds the faults to `counts`."""
    project = make_project(seed, folder)
    chance = random.Random(f"{seed} builds")
    counts.projects += 1
    for _ in range(builds):
        options = random_options(chance, project)
        try:
            faults = [*try_build(project, options, counts)]
        except Exception:  # what no reader foresaw is a finding as well
            faults = [traceback.format_exc(limit=4)]
        for fault in faults[:5]:
            counts.faults.append(f"seed {seed}: {' '.join(options.flags)}\n    {fault}")


def run(project: RandomProject, flags: tuple[str, ...], output: Path) -> tuple[int, str]:
    said = io.StringIO()
    with contextlib.redirect_stdout(said), contextlib.redirect_stderr(said):
        code = fustella(["build", "game", "--project", str(project.folder), "--output",
                         str(output), "--jobs", "1", *flags])  # fmt: skip
    return code, said.getvalue()


def try_build(project: RandomProject, options: Options, counts: Counts) -> Iterator[str]:
    """Yields the faults of one build."""
    output = project.folder / "output"
    shutil.rmtree(output, ignore_errors=True)
    code, said = run(project, options.flags, output)
    counts.builds += 1
    printed = {project.pieces[number][1].id: project.pieces[number][1] for number in options.copies}
    if code:
        counts.refused += 1
        if "E029" in said or "Traceback" in said:
            yield f"a fault of the tool: {said}"
        elif all(_surely_fits(kind, options) for kind in printed.values()):
            yield f"refused, though there is room: {said}"
        return
    left_out = {
        number
        for number, (piece, _, _) in project.pieces.items()
        if "E319" in said and f'"{piece}"' in said
    }
    yield from faults_of(project, options, read_all(project, output), left_out, counts)
    if options.theme:
        themed = project.folder / "themed"
        shutil.rmtree(themed, ignore_errors=True)
        code, said = run(project, (*options.flags, "--theme", options.theme), themed)
        counts.builds += 1
        if code or places(output) != places(themed):
            yield f"--theme {options.theme} lies elsewhere than the full theme: {said}"


def places(output: Path) -> list[tuple[str, list[tuple[float, ...]]]]:
    """The boxes of faces in all PDFs of sheets in a folder, page by page."""
    files = sorted(path for path in output.rglob("*.pdf") if not path.stem.endswith("-cover"))
    return [
        (
            f"{path.name} {number}",
            [
                tuple(round(mm, 3) for mm in (one.left_mm, one.top_mm, one.width_mm, one.height_mm))
                for one in page.pieces
            ],
        )
        for path in files
        for number, page in enumerate(read_pages(path))
    ]


def read_all(project: RandomProject, output: Path) -> dict[str, list[ReadPage]]:
    """The pages of all PDFs of sheets in a folder, by the names of the files."""
    files = sorted(path for path in output.rglob("*.pdf") if not path.stem.endswith("-cover"))
    shapes = {number: kind.shape for number, (_, kind, _) in project.pieces.items()}
    return {path.stem: read_sheets(path, shapes) for path in files}


def faults_of(
    project: RandomProject,
    options: Options,
    read: Mapping[str, list[ReadPage]],
    left_out: set[int],
    counts: Counts,
) -> Iterator[str]:
    """Yields the faults of the sheets of one build."""
    shapes = {number: kind.shape for number, (_, kind, _) in project.pieces.items()}
    backed = {number for number, (_, kind, _) in project.pieces.items() if kind.backed}
    if options.duplex == "none":
        backed = set()
    seen: Counter[tuple[int, int]] = Counter()
    nets: dict[tuple[int, int], numpy.ndarray] = {}
    for stem, pages in read.items():
        for at, page in enumerate(pages, start=1):
            counts.pages += 1
            counts.faces += len(page.faces)
            counts.backs += sum(face.side == BACK for face in page.faces)
            yield from (f"{stem} page {at}: {fault}" for fault in page.faults)
            yield from (
                f"{stem} page {at}: {fault}" for fault in _faults_of_page(page, options, shapes)
            )
            for face in page.faces:
                seen[face.number, face.side] += 1
            for key, net in page.seen_points.items():
                nets[key] = nets[key] + net if key in nets else net
        if not stem.endswith("-backs"):
            behind = read.get(stem.replace("-fronts", "-backs")) if "-fronts" in stem else None
            told = _faults_of_backs(pages, behind, options, shapes, backed, project.printer)
            yield from (f"{stem} {fault}" for fault in told)
    for number, copies in options.copies.items():
        kind = project.pieces[number][1]
        for side in (FRONT, BACK):
            wanted = copies * (side == FRONT or number in backed)
            if number in left_out:
                wanted = 0
            found = seen[number, side]
            if options.pages:
                if found > wanted and not kind.split:
                    yield f"{found} of piece {number} side {side}, at most {wanted} are asked for"
            elif not kind.split:
                if found != wanted:
                    yield f"{found} of piece {number} side {side} instead of {wanted}"
            elif wanted:
                yield from _faults_of_board(
                    number, side, kind.shape, nets.get((number, side)), wanted
                )
    for number, side in seen:
        if number not in options.copies:
            yield f"piece {number} side {side}, which was not asked for"


def _faults_of_board(
    number: int, side: int, shape: Shape, net: numpy.ndarray | None, wanted: int
) -> Iterator[str]:
    """Yields faults of a board in parts: points that are not seen, or many that are seen twice."""
    if net is None:
        yield f"board {number} side {side} is not there"
        return
    ys, xs = numpy.mgrid[0 : net.shape[0], 0 : net.shape[1]]
    inside = shape.inside(xs + 0.5, ys + 0.5, 1.0)
    ax, ay = xs + 0.5 - shape.width_mm / 2, ys + 0.5 - shape.height_mm / 2
    inside &= ~((ax > -1) & (ay > -1) & (ax < shape.arrow_mm + 1) & (ay < shape.arrow_mm / 2 + 1))
    hidden = int((inside & (net < wanted)).sum())
    if hidden > 0.002 * inside.sum():  # letters on a flap, of which each point is seen once more
        yield f"board {number} side {side}: {hidden} mm² are not seen"
    if (inside & (net > wanted)).sum() > 0.45 * inside.sum():
        yield f"board {number} side {side}: much of it is printed twice"


def _faults_of_page(page: ReadPage, options: Options, shapes: Mapping[int, Shape]) -> Iterator[str]:
    """Yields faults of a page by itself: margins that are not white, faces that are hidden."""
    paper = PAPERS[options.paper]
    size = paper.width_mm, paper.height_mm
    own = any(math.dist(way, page.size) < 0.1 for way in (size, size[::-1]))
    if not own and not options.boards:
        yield f"paper of {page.size[0]:.1f} x {page.size[1]:.1f} mm"
    if paper.slot is None and (ink := beyond_margins(page, paper.margins if own else (5,) * 4)):
        yield f"{ink} pixels of ink in the margins"
    for face in page.faces:
        if not shapes[face.number].parted and face.hidden:
            pixels = f"{face.hidden} of {face.hidden + face.seen} pixels"
            yield f"{pixels} of {face.number} side {face.side} are hidden"


def _faults_of_backs(
    pages: list[ReadPage],
    behind: list[ReadPage] | None,
    options: Options,
    shapes: Mapping[int, Shape],
    backed: set[int],
    printer: tuple[float, float],
) -> Iterator[str]:
    """Yields faults of backs that are not behind their fronts, here or in the PDF beside."""
    dx, dy = printer if options.printer else (0.0, 0.0)

    def by_printer(page: ReadPage) -> Callable[[Frame, Shape], Frame]:
        level = options.duplex == "short-edge"

        def over(frame: Frame, shape: Shape) -> Frame:
            turned = frame.turned_over(shape.width_mm, page.size, level=level)
            return turned.moved(*((-dx, dy) if level else (dx, -dy)))

        return over

    def in_place(frame: Frame, _: Shape) -> Frame:
        return frame

    def by_hand(page: ReadPage) -> Callable[[Frame, Shape], Frame]:
        return lambda frame, shape: frame.turned_over(shape.width_mm, page.size, level=False)

    def told(
        front: ReadPage, back: ReadPage, over: Callable[[Frame, Shape], Frame], at: int
    ) -> Iterator[str]:
        for fault in backs_missing(front, back, shapes, backed, over):
            yield f"page {at}: {fault}"

    if behind is not None:
        if len(pages) != len(behind):
            yield f"{len(pages)} fronts and {len(behind)} backs"
        for at, (front, back) in enumerate(zip(pages, behind, strict=False), start=1):
            yield from told(front, back, by_printer(front), at)
        return
    # Backs may be on a sheet after that which `--pages` asked for.
    apart = options.duplex == "fold" and options.pages
    if not any(face.side == BACK for page in pages for face in page.faces):
        if not apart and any(face.number in backed for page in pages for face in page.faces):
            yield "no backs at all"
        return
    if options.duplex != "fold":
        for at in range(0, len(pages), 2):
            if at + 1 == len(pages):
                yield f"page {at + 1} is the last and has no back"
                break
            if any(face.side == BACK for face in pages[at].faces):
                yield f"page {at + 1} would be a front and has backs"
            yield from told(pages[at], pages[at + 1], by_printer(pages[at]), at + 1)
        return
    slots = PAPERS[options.paper].slot is not None
    at = 0
    while at < len(pages):
        page = pages[at]
        at += 1
        ways = [level for level in (True, False) if has_line(page, level=level)]
        sides = {face.side for face in page.faces}
        if sides == {FRONT, BACK}:
            if len(ways) != 1 or slots:
                yield f"page {at} has fronts and backs, and {len(ways)} folds"
                continue
            level = ways[0]
            over = lambda frame, shape, page=page, level=level: frame.turned_over(  # noqa: E731
                shape.width_mm, page.size, level=level
            )
            yield from told(page, page, over, at)
        elif sides == {BACK}:
            yield f"page {at} has backs, and no fronts are before it"
        elif any(face.number in backed for face in page.faces):
            if at == len(pages):
                if not apart:
                    yield f"page {at} has fronts whose backs are nowhere"
                break
            yield from told(page, pages[at], in_place if slots else by_hand(page), at)
            at += 1


def main(words: list[str]) -> int:
    parser = argparse.ArgumentParser(description=__doc__.split("\n", 1)[0])
    parser.add_argument("--projects", type=int, default=1000)
    parser.add_argument("--first", type=int, default=0)
    parser.add_argument("--builds", type=int, default=1)
    parser.add_argument("--keep", type=Path, help="where projects are left to look at")
    told = parser.parse_args(words)
    counts, started = Counts(), time.monotonic()
    for seed in range(told.first, told.first + told.projects):
        known = len(counts.faults)
        if told.keep:
            folder = told.keep / str(seed)
            shutil.rmtree(folder, ignore_errors=True)
            folder.mkdir(parents=True)
            try_project(seed, folder, told.builds, counts)
        else:
            with tempfile.TemporaryDirectory(prefix="sheets-") as folder_name:
                try_project(seed, Path(folder_name), told.builds, counts)
        for fault in counts.faults[known:]:
            print(fault, flush=True)
        if counts.projects % 50 == 0:
            print(_summary(counts, started), flush=True)
    print(_summary(counts, started))
    return int(bool(counts.faults))


def _summary(counts: Counts, started: float) -> str:
    return (
        f"{counts.projects} projects, {counts.builds} builds ({counts.refused} refused), "
        f"{counts.pages} pages, {counts.faces} faces, {counts.backs} backs of them: "
        f"{len(counts.faults)} faults, {time.monotonic() - started:.0f} s"
    )


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
