"""Random projects, built with random options, and their sheets read back by an independent reader.

`python -m tests.at_random --count 1000 --seed 1` builds as many and lists what is wrong.
`tests/test_at_random.py` builds a few.

Every face has two marks in it, short words at known places. Where they are printed says where the
face lies, how it is turned and how large it is; nothing is asked of what laid the sheets out. What
must hold of a project: each copy is printed once; its back lies behind it once the sheet is turned
over, folded or glued as the option says; both are exactly as large as they are told; no trim lies
on another one; all ink stays inside the margins.
"""

import argparse
import math
import random
import re
import shutil
import sys
import tempfile
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from itertools import combinations
from pathlib import Path

import pypdfium2
import pypdfium2.raw as pdfium
from PIL import Image

from tests.forked import PROJECT, Runner, make_room

MM_PER_PT = 25.4 / 72
NEAR_MM = 0.02
NEAR_DEG = 0.05
INK = 250
"""Of 255: what is darker is ink."""

Point = tuple[float, float]


@dataclass(frozen=True)
class Kind:
    """A kind of pieces: its outline about its middle, in mm, y down."""

    id: str
    shape: str
    width: float
    height: float
    bleed: float
    has_back: bool
    same_back: bool

    @property
    def corners(self) -> list[Point]:
        if self.shape == "circle":
            return [
                (
                    self.width / 2 * math.cos(k * math.pi / 16),
                    self.width / 2 * math.sin(k * math.pi / 16),
                )
                for k in range(32)
            ]
        w, h = self.width / 2, self.height / 2
        if self.shape == "hexagon":  # flat sides at the left and at the right
            return [(0, -h), (w, -h / 2), (w, h / 2), (0, h), (-w, h / 2), (-w, -h / 2)]
        return [(-w, -h), (w, -h), (w, h), (-w, h)]

    def typed(self) -> str:
        sizes = {
            "rectangle": f"width: {self.width}mm\n    height: {self.height}mm",
            "circle": f"shape: circle\n    diameter: {self.width}mm",
            "hexagon": f"shape: hexagon\n    across_flats: {self.width}mm",
        }
        back = f"\n    back: {self.id}-back.svg.j2" if self.has_back else ""
        sides = ["front", *(["back"] if self.has_back and not self.same_back else [])]
        fields = ", ".join(f"{side}: {{mark: text}}" for side in sides)
        return (
            f"  {self.id}:\n    name: {self.id}\n    {sizes[self.shape]}\n"
            f"    bleed: {self.bleed}mm\n"
            f"    front: {self.id}.svg.j2{back}\n    fields: {{{fields}}}\n"
        )

    def template(self, word: str) -> str:
        """A face that is filled, with its two marks; `word` is what they say."""
        b, w, h = self.bleed, self.width, self.height
        marks = "".join(
            f'<text x="{w / 2 + dx:.3f}" y="{h / 2 + dy:.3f}" font-family="Source Sans Pro" '
            f'font-size="1" fill="#000000">{sign}{word};</text>'
            for sign, (dx, dy) in MARKS.items()
        )
        return (
            '{% extends "_shared/face.svg.j2" %}\n{% block face %}\n'
            f'<rect x="{-b}" y="{-b}" width="{w + 2 * b}" height="{h + 2 * b}" fill="#cfe8cf"/>'
            f"{marks}\n{{% endblock %}}\n"
        )


MARKS = {"@": (-3.0, -1.0), "%": (-3.0, 2.5)}
"""Where the marks begin, from the middle of a face."""


@dataclass(frozen=True)
class Piece:
    id: str
    kind: Kind
    copies: int


@dataclass(frozen=True)
class Case:
    """A project and the words of its build."""

    seed: int
    kinds: tuple[Kind, ...]
    pieces: tuple[Piece, ...]
    options: dict[str, str]
    wanted: dict[str, int]
    """Copies that are to be printed, by piece."""

    @property
    def words(self) -> list[str]:
        return ["build", "--no-cover", "--jobs", "1", *(
            part for option, value in self.options.items() for part in (option, value)
        )]  # fmt: skip


PAPERS = {
    "A4": (210.0, 297.0, 5.0),
    "A5": (148.0, 210.0, 5.0),
    "A3": (297.0, 420.0, 5.0),
    "Letter": (215.9, 279.4, 5.0),
    "labels-99x139": (210.0, 297.0, 4.0),
    "labels-63x38": (210.0, 297.0, 5.0),
    "labels-round-40": (210.0, 297.0, 4.0),
    "cards-63x88": (210.0, 297.0, 5.0),
    "cards-85x54": (210.0, 297.0, 5.0),
}
SLOTS = {
    "labels-99x139": (99.1, 139.0),
    "labels-63x38": (63.5, 38.1),
    "labels-round-40": (28.0, 28.0),  # a square in the circle
    "cards-63x88": (63.0, 88.0),
    "cards-85x54": (85.0, 54.0),
}


def case_of(seed: int) -> Case:
    at = random.Random(seed)
    paper = at.choice([*PAPERS])
    most = SLOTS.get(paper, (90.0, 130.0))
    kinds = tuple(_kind(at, f"k{n}", most) for n in range(at.randint(1, 4)))
    pieces = tuple(
        Piece(f"{kind.id}p{n}", kind, at.choice((1, 1, 2, 3, 5, 9)))
        for kind in kinds
        for n in range(at.randint(1, 5))
    )
    options = {
        "--paper": paper,
        "--duplex": at.choice(("long-edge", "short-edge", "fold", "separate", "none")),
        "--marks": at.choice(("auto", "ticks", "lines", "dots", "none")),
        "--hexes": at.choice(("honeycomb", "rows")),
        "--fewest": at.choice(("sheets", "cuts")),
        "--gutter": at.choice(("0mm", "0mm", "1.5mm", "4mm")),
    }
    if at.random() < 0.15:
        options["--theme"] = at.choice(("low-ink", "grey"))
    if at.random() < 0.15 and paper in ("A4", "Letter"):
        options["--cutter"] = at.choice(("silhouette", "cricut", "brother"))
    wanted = {piece.id: piece.copies for piece in pieces}
    if at.random() < 0.2:
        wanted = {piece.id: at.randint(1, 6) for piece in at.sample(pieces, (len(pieces) + 1) // 2)}
        options["--copies-from"] = "list.yaml"
    return Case(seed, kinds, pieces, options, wanted)


def _kind(at: random.Random, name: str, most: tuple[float, float]) -> Kind:
    shape = at.choice(("rectangle", "rectangle", "circle", "hexagon"))
    widest, highest = min(most), max(most)
    width = round(at.uniform(12, widest), at.choice((0, 1, 2)))
    height = round(at.uniform(12, highest), at.choice((0, 1, 2)))
    if shape == "circle":
        height = width = min(width, *most)
    if shape == "hexagon":
        width = round(max(12.0, min(width, widest * 0.86)), 2)
        return _of(at, name, shape, width, width * 2 / math.sqrt(3))
    return _of(at, name, shape, max(12.0, width), max(12.0, height))


def _of(at: random.Random, name: str, shape: str, width: float, height: float) -> Kind:
    bleed = at.choice((0.0, 1.0, 2.0, 3.0))
    has_back = at.random() < 0.7
    return Kind(name, shape, width, height, bleed, has_back, has_back and at.random() < 0.3)


def lay(case: Case, root: Path) -> None:
    """Write the project of a case."""
    files = {
        "content/random/game.yaml": "title: Random\nlanguages: [en]\nmark: RA\nkinds:\n"
        + "".join(kind.typed() for kind in case.kinds),
        "list.yaml": "".join(f"{piece}: {count}\n" for piece, count in case.wanted.items()),
    }
    for kind in case.kinds:
        files[f"templates/random/{kind.id}.svg.j2"] = kind.template("{{ face.mark }}")
        word = f"{kind.id}back" if kind.same_back else "{{ back.mark }}"
        if kind.has_back:
            files[f"templates/random/{kind.id}-back.svg.j2"] = kind.template(word)
        own = [piece for piece in case.pieces if piece.kind is kind]
        files[f"content/random/{kind.id}.yaml"] = f"kind: {kind.id}\npieces:\n" + "".join(
            f"  - {{id: {piece.id}, name: {piece.id}, copies: {piece.copies}, "
            f"front: {{mark: {piece.id}f}}"
            + (f", back: {{mark: {piece.id}b}}" if kind.has_back and not kind.same_back else "")
            + "}\n"
            for piece in own
        )
    for name, text in files.items():
        (root / name).parent.mkdir(parents=True, exist_ok=True)
        (root / name).write_text(text, encoding="utf-8")


@dataclass
class Read:
    """A face as it lies on a page: its middle in mm, its turn clockwise in degrees."""

    word: str
    middle: Point
    turn: float


@dataclass
class ReadPage:
    size: Point
    faces: list[Read] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)


_WORD = re.compile(r"([@%])([a-z0-9]+);")
_ID = re.compile(r"\bk\dp\d\b")


def read_pages(file: Path, margin: float) -> list[ReadPage]:
    """The pages of a PDF with the faces that their marks tell of."""
    document = pypdfium2.PdfDocument(file)
    try:
        return [_read(page, margin) for page in document]
    finally:
        document.close()


def _read(page: pypdfium2.PdfPage, margin: float) -> ReadPage:
    width, height = (side * MM_PER_PT for side in page.get_size())
    found = ReadPage((width, height))
    textpage = page.get_textpage()
    marks: dict[str, list[tuple[str, Point, float, float]]] = {"@": [], "%": []}
    count = pdfium.FPDFText_CountChars(textpage.raw)
    letters = "".join(chr(pdfium.FPDFText_GetUnicode(textpage.raw, n)) for n in range(count))
    for word in _WORD.finditer(letters):
        at = word.start()
        x, y = pdfium.c_double(), pdfium.c_double()
        pdfium.FPDFText_GetCharOrigin(textpage.raw, at, x, y)
        matrix = pdfium.FS_MATRIX()
        pdfium.FPDFText_GetMatrix(textpage.raw, at, matrix)
        scale = math.hypot(matrix.a, matrix.b) * pdfium.FPDFText_GetFontSize(textpage.raw, at)
        turn = -math.degrees(math.atan2(matrix.b, matrix.a))
        mirrored = matrix.a * matrix.d - matrix.b * matrix.c < 0
        place = x.value * MM_PER_PT, height - y.value * MM_PER_PT
        if mirrored:
            found.faults.append(f"`{word[2]}` is mirrored")
        marks[word[1]].append((word[2], place, turn, scale * MM_PER_PT))
    others = list(marks["%"])
    for word, place, turn, scale in marks["@"]:
        middle = _back_from(place, MARKS["@"], turn)
        if abs(scale - 1) > 0.002:
            found.faults.append(f"`{word}` is {scale:.4f} times as large as it should be")
        near = [
            o
            for o in others
            if o[0] == word and math.dist(_back_from(o[1], MARKS["%"], o[2]), middle) < NEAR_MM
        ]
        if not near:
            found.faults.append(f"`{word}` has no second mark where it should be")
        else:
            others.remove(near[0])
        found.faces.append(Read(word, middle, turn % 360))
    found.faults += [f"`{word[0]}` has a second mark alone" for word in others]
    found.faults += _ink_outside(page, margin)
    return found


def _back_from(place: Point, offset: Point, turn: float) -> Point:
    """The middle of a face with a mark at a place, which lies at an offset in it."""
    c, s = math.cos(math.radians(turn)), math.sin(math.radians(turn))
    return place[0] - offset[0] * c + offset[1] * s, place[1] - offset[0] * s - offset[1] * c


def _ink_outside(page: pypdfium2.PdfPage, margin: float) -> Iterator[str]:
    dpi = 50
    picture = page.render(scale=dpi / 72, grayscale=True).to_pil()
    px = int(margin / 25.4 * dpi) - 1  # a pixel may be half inside
    dark = picture.point(lambda grey: 255 if grey < INK else 0)
    for middle, whole in (((0.5, 0), (0, 1)), ((0, 0.5), (1, 0))):  # the fold goes to the edge
        left, top = (
            int(share * side) - 2 * (share > 0)
            for share, side in zip(middle, dark.size, strict=True)
        )
        right, bottom = (
            at + (side if long else 4)
            for at, side, long in zip((left, top), dark.size, whole, strict=True)
        )
        strips = dark.crop((left, top, right, bottom))
        if strips.getextrema()[1] and _is_a_line(strips):
            dark.paste(0, (left, top, right, bottom))
    inner = picture.size[0] - px, picture.size[1] - px
    box = dark.getbbox()
    if box and not (box[0] >= px and box[1] >= px and box[2] <= inner[0] and box[3] <= inner[1]):
        yield f"ink in the margin: {box} of {picture.size} px"


def _is_a_line(strip: Image.Image) -> bool:
    """Whether ink goes from one end of a narrow strip to the other, as a fold does."""
    left, top, right, bottom = strip.getbbox() or (0, 0, 0, 0)
    return max(right - left, bottom - top) > 0.9 * max(strip.size)  # it is drawn in dashes


def wrong_with(case: Case, files: Sequence[Path]) -> Iterator[str]:
    """Everything that is wrong with the sheets of a case."""
    duplex, paper = case.options["--duplex"], case.options["--paper"]
    width, height, margin = PAPERS[paper]
    kinds = {piece.id: piece.kind for piece in case.pieces}
    fronts, backs = Counter[str](), Counter[str]()
    backs_of_kind = Counter[str]()
    for file in files:
        if file.stem.endswith("-backs"):
            continue
        pages = read_pages(file, margin)
        others = file.with_name(file.name.replace("-fronts.pdf", "-backs.pdf"))
        behind = read_pages(others, margin) if others != file and others.exists() else []
        for number, page in enumerate([*pages, *behind]):
            yield from (f"{file.name} {number + 1}: {fault}" for fault in page.faults)
            if abs(page.size[0] - width) > 0.1 or abs(page.size[1] - height) > 0.1:
                yield f"{file.name} {number + 1}: a page of {page.size}"
            yield from (f"{file.name} {number + 1}: {w}" for w in _overlaps(page, kinds, case))
        for page in (*pages, *behind):
            for face in page.faces:
                if face.word.endswith("back"):
                    backs_of_kind[face.word[:-4]] += 1
                elif face.word.endswith("b"):
                    backs[face.word[:-1]] += 1
                else:
                    fronts[face.word[:-1]] += 1
        yield from (
            f"{file.name}: {w}" for w in _unmatched(case, pages, behind, paper in SLOTS, kinds)
        )
    if +fronts != Counter(case.wanted):
        yield f"fronts {dict(fronts)} instead of {case.wanted}"
    if duplex == "none":
        if backs or backs_of_kind:
            yield "backs, which nobody asked for"
        return
    wanted = Counter(
        {p: n for p, n in case.wanted.items() if kinds[p].has_back and not kinds[p].same_back}
    )
    if backs != wanted:
        yield f"backs {dict(backs)} instead of {dict(wanted)}"
    same = Counter[str]()
    for piece, copies in case.wanted.items():
        if kinds[piece].same_back:
            same[kinds[piece].id] += copies
    if backs_of_kind != same:
        yield f"common backs {dict(backs_of_kind)} instead of {dict(same)}"


def _is_back(face: Read) -> bool:
    return face.word[-1] in "bk"


def _unmatched(
    case: Case, pages: list[ReadPage], behind: list[ReadPage], slots: bool, kinds: dict[str, Kind]
) -> Iterator[str]:
    """Fronts without their backs behind them, and backs without fronts."""
    duplex = case.options["--duplex"]
    if duplex == "none":
        return
    sheets: list[tuple[list[Read], list[Read], Point, str]] = []
    if duplex == "separate":
        left = iter(behind)
        for page in pages:
            if any(_has_back(face, kinds) for face in page.faces):
                other = next(left, None)
                if other is None:
                    yield "a sheet without its page of backs"
                    return
                sheets.append((page.faces, other.faces, page.size, "upright"))
        if next(left, None) is not None:
            yield "a page of backs too many"
    else:
        at = 0
        while at < len(pages):
            page = pages[at]
            on = [face for face in page.faces if not _is_back(face)]
            off = [face for face in page.faces if _is_back(face)]
            way = {"long-edge": "upright", "short-edge": "level", "fold": "fold"}[duplex]
            if (
                not off
                and at + 1 < len(pages)
                and all(map(_is_back, pages[at + 1].faces))
                and pages[at + 1].faces
            ):
                at += 1
                off = pages[at].faces
                if duplex == "fold":
                    way = "same place" if slots else "upright"
            sheets.append((on, off, page.size, way))
            at += 1
    for on, off, size, way in sheets:
        wanted = [face for face in on if _has_back(face, kinds)]
        ways = ["fold upright", "fold level"] if way == "fold" else [way]
        tried = [[*_apart(wanted, off, size, one, kinds)] for one in ways]
        yield from min(tried, key=len)


def _has_back(face: Read, kinds: dict[str, Kind]) -> bool:
    return not _is_back(face) and kinds[face.word[:-1]].has_back


def _apart(
    fronts: list[Read], backs: list[Read], size: Point, way: str, kinds: dict[str, Kind]
) -> Iterator[str]:
    left = list(backs)
    for front in fronts:
        kind = kinds[front.word[:-1]]
        word = f"{kind.id}back" if kind.same_back else f"{front.word[:-1]}b"
        x, y = front.middle
        middle, turn = {
            "upright": ((size[0] - x, y), -front.turn),
            "fold upright": ((size[0] - x, y), -front.turn),
            "level": ((x, size[1] - y), 180 - front.turn),
            "fold level": ((x, size[1] - y), 180 - front.turn),
            "same place": ((x, y), front.turn),
        }[way]
        found = next(
            (
                back
                for back in left
                if back.word == word
                and math.dist(back.middle, middle) < NEAR_MM
                and abs((back.turn - turn + 180) % 360 - 180) < NEAR_DEG
            ),
            None,
        )
        if found is None:
            yield f"nothing behind `{front.word}` at {x:.2f} {y:.2f} ({way})"
        else:
            left.remove(found)
    yield from (f"`{back.word}` lies behind nothing ({way})" for back in left)


def _overlaps(page: ReadPage, kinds: dict[str, Kind], case: Case) -> Iterator[str]:
    """Faces of a page of which one lies on another, and those that lie outside of the margins."""
    by_id = {kind.id: kind for kind in case.kinds}
    margin = PAPERS[case.options["--paper"]][2]
    shapes = []
    for face in page.faces:
        kind = by_id[face.word[:-4]] if face.word.endswith("back") else kinds[face.word[:-1]]
        c, s = math.cos(math.radians(face.turn)), math.sin(math.radians(face.turn))
        x, y = face.middle
        outline = [(x + u * c - v * s, y + u * s + v * c) for u, v in kind.corners]
        shapes.append((face.word, outline))
        inside = all(
            margin - NEAR_MM <= u <= page.size[0] - margin + NEAR_MM
            and margin - NEAR_MM <= v <= page.size[1] - margin + NEAR_MM
            for u, v in outline
        )
        if not inside and case.options["--paper"] not in SLOTS:
            yield f"`{face.word}` reaches into the margin"
    for (one, a), (other, b) in combinations(shapes, 2):
        if _cover_each_other(a, b):
            yield f"`{one}` lies on `{other}`"


def _cover_each_other(a: list[Point], b: list[Point]) -> bool:
    """Whether two convex polygons share area (separating axes)."""
    boxes = [
        (
            min(x for x, _ in one),
            max(x for x, _ in one),
            min(y for _, y in one),
            max(y for _, y in one),
        )
        for one in (a, b)
    ]
    (l1, r1, t1, b1), (l2, r2, t2, b2) = boxes
    if r1 <= l2 + NEAR_MM or r2 <= l1 + NEAR_MM or b1 <= t2 + NEAR_MM or b2 <= t1 + NEAR_MM:
        return False
    for one in (a, b):
        for (x1, y1), (x2, y2) in zip(one, one[1:] + one[:1], strict=True):
            nx, ny = y2 - y1, x1 - x2
            length = math.hypot(nx, ny)
            first = [(x * nx + y * ny) / length for x, y in a]
            second = [(x * nx + y * ny) / length for x, y in b]
            if max(first) <= min(second) + NEAR_MM or max(second) <= min(first) + NEAR_MM:
                return False
    return True


def tried(case: Case, room: Path, runner: Runner) -> list[str]:
    """Build a case in a room that is not there yet; what is wrong with its sheets."""
    make_room(room)
    lay(case, room / PROJECT)
    ended = runner.run(case.words, room)
    if ended.code:
        return [f"exit {ended.code}: {ended.said.strip()[:400]}"]
    case = replace(case, wanted=_without_those_left_out(case.wanted, ended.said))
    files = sorted((room / PROJECT / "output").rglob("*.pdf"))
    return [*wrong_with(case, files)]


def _without_those_left_out(wanted: dict[str, int], said: str) -> dict[str, int]:
    """What is printed: pieces that the area of a cutting machine does not hold are told."""
    left = {word for line in said.splitlines() if "E301" in line for word in _ID.findall(line)}
    return {piece: copies for piece, copies in wanted.items() if piece not in left}


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__)
    parser.add_argument("--count", type=int, default=1000)
    parser.add_argument("--seed", type=int, default=1)
    asked = parser.parse_args()
    bad, faces = 0, 0
    with tempfile.TemporaryDirectory() as folder, Runner(Path(folder) / "state") as runner:
        for seed in range(asked.seed, asked.seed + asked.count):
            case = case_of(seed)
            room = Path(folder) / "room"
            wrong = tried(case, room, runner)
            shutil.rmtree(room, ignore_errors=True)
            faces += sum(case.wanted.values())
            if wrong:
                bad += 1
                print(f"seed {seed}: {' '.join(case.words[4:])}")
                print("".join(f"    {line}\n" for line in wrong[:6]), end="", flush=True)
    print(f"{asked.count} projects, {faces} copies: {bad} with something wrong")
    return bool(bad)


if __name__ == "__main__":
    sys.exit(main())
