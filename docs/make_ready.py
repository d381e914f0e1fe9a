"""Makes docs/ready*.md and docs/pictures/ready/: all ready faces, from the files that define them.

Run this file after changing a ready face or an example in docs/ready/: `python docs/make_ready.py`.
What is written by hand is docs/ready/words.txt, and docs/ready/FACE.txt of a face that has more to
say; the pages themselves must not be edited. With `--text` the pictures stay as they are; with
names of faces, all pictures but theirs.
"""

import shutil
import sys
import tempfile
from collections.abc import Iterator, Mapping, Sequence
from contextlib import closing
from pathlib import Path
from typing import Any

import pypdfium2
import yaml
from PIL import Image, ImageDraw

from fustella.build.drawing import artist_of
from fustella.build.inputs import load_game
from fustella.core.files.project import RESOURCES, project_at
from fustella.core.geometry.shapes import Shape
from fustella.core.geometry.units import PT_PER_INCH
from fustella.core.values.model import Edition, Face
from fustella.core.values.symbols import BRANCHES, MODIFIERS, SIGNS
from fustella.draw.render import render
from fustella.read.nodes import as_typed, is_number
from fustella.read.source import load

ROOT = Path(__file__).parent.parent
PAGES = ROOT / "docs"
EXAMPLES = ROOT / "docs" / "ready"
PICTURES = ROOT / "docs" / "pictures" / "ready"
FACES = RESOURCES / "templates" / "ready"
ART = RESOURCES / "starts" / "cards" / "art"

GROUPS = {
    "ready-cards": (
        "Ready faces of cards",
        ("card", "framed-card", "text-card", "event", "building", "resource", "playing-card"),
    ),
    "ready-pieces": (
        "Ready faces of tiles, tokens and money",
        ("hexagon", "square", "token", "counter", "unit", "track", "standee", "money"),
    ),
    "ready-others": (
        "Ready faces of aids, scorepads, boards, boxes and backs",
        ("aid", "scorepad", "board", "hexmap", "box", "back", "blank"),
    ),
}
"""The pages of the faces, each with its title; every face of the package must be on one."""

ORDER = tuple(face for _, faces in GROUPS.values() for face in faces)

TABLE, GAP_PX, COLOURS = "#d9d6cf", 14, 96
MOST_PX = 340
"""The longest side of a picture of one face, and the dpi at most."""
DPI = 120
SMOOTH = 4

_MADE = "<!-- Made by docs/make_ready.py from docs/ready/ and the ready faces: do not edit. -->"


def main() -> int:
    """Writes the pages and, unless told not to, their pictures."""
    for name, text in pages().items():
        (PAGES / f"{name}.md").write_text(text, "utf-8")
    named = [face for face in ORDER if face in sys.argv]
    if "--text" not in sys.argv:
        PICTURES.mkdir(parents=True, exist_ok=True)
        for face in named or ORDER:
            picture(face).save(PICTURES / f"{face}.png", optimize=True)
    return 0


def pages() -> dict[str, str]:
    """The texts of all pages by the names of their files: of what holds for all, and of groups."""
    words = (EXAMPLES / "words.txt").read_text("utf-8").rstrip()
    rows = (
        (f"[`{face}`]({name}.md#{face})", _plain(load(FACES / f"{face}.yaml", face))["about"])
        for name, (_, faces) in GROUPS.items()
        for face in faces
    )
    found = {"ready": f"{_MADE}\n\n{words}\n\n{_table(('face', 'is'), rows)}\n"}
    for name, (title, faces) in GROUPS.items():
        sections = "\n\n".join(section(face) for face in faces)
        about = "For zones, fields and colours of all ready faces, see [Ready faces](ready.md)."
        found[name] = f"{_MADE}\n\n# {title}\n\n{about}\n\n{sections}\n"
    return found


def section(face: str) -> str:
    """The section of one face: its picture, an example, its fields and its zones."""
    said = _plain(load(FACES / f"{face}.yaml", face))
    parts = [
        f"## {face}",
        said["about"],
        f"![{face}](pictures/ready/{face}.png)",
        *_example(face),
        *_notes(face),
        *([] if said.get("box") else [f"Outline: {_outline(said)}."]),
        _table(("field", "is"), _fields(said["fields"])),
    ]
    if "layout" in said:
        parts.append(_table(("zone", "lies", "looks"), _zones(said["layout"])))
    return "\n\n".join(parts)


def _example(face: str) -> Iterator[str]:
    pieces = EXAMPLES / f"{face}.yaml"
    game = EXAMPLES / f"{face}.game.yaml"
    if game.is_file():
        listed = yaml.safe_load(pieces.read_text("utf-8"))["pieces"]
        count = sum(piece.get("copies", 1) for piece in listed)
        yield f"<!-- pieces: {count} -->"
        yield f"**{face}/game.yaml**\n\n{_fenced(game)}"
        yield f"**{face}/pieces.yaml**\n\n{_fenced(pieces)}"
    else:
        yield f"<!-- list alone -->\n\n{_fenced(pieces)}"


def _notes(face: str) -> Iterator[str]:
    """What is written by hand about one face; `<branches>` and so on stand for words of symbols."""
    path = EXAMPLES / f"{face}.txt"
    if path.is_file():
        text = path.read_text("utf-8").rstrip()
        for name, words in (("branches", BRANCHES), ("modifiers", MODIFIERS)):
            said = ", ".join(f"`{word.replace('-', ' ')}`" for word in words)
            text = text.replace(f"<{name}>", said)
        signs = (f"`{name.replace('-', ' ')}` {sign}" for name, sign in SIGNS.items())
        yield text.replace("<sizes>", ", ".join(signs))


def _fenced(path: Path) -> str:
    return f"```yaml\n{path.read_text('utf-8').rstrip()}\n```"


def _plain(value: object) -> Any:
    """A value as typed, as plain lists and dictionaries."""
    if isinstance(value, dict):
        return {key: _plain(inner) for key, inner in value.items()}
    if isinstance(value, list):
        return [_plain(inner) for inner in value]
    return float(as_typed(value)) if is_number(value) else value


def _outline(said: Mapping[str, Any]) -> str:
    keys = ("shape", "size", "width", "height", "across_flats", "diameter", "corner", "safe")
    return ", ".join(f"`{key}: {said[key]}`" for key in keys if key in said)


def _fields(fields: Mapping[str, Any]) -> Iterator[tuple[str, str]]:
    for name, spec in fields.items():
        optional = " (may be left out)" if name.endswith("?") else ""
        typed = spec if isinstance(spec, str) else _flow(spec)
        yield f"`{name.removesuffix('?')}`", f"`{typed}`{optional}"


def _zones(layout: Mapping[str, Any]) -> Iterator[tuple[str, str, str]]:
    places = ("x", "right", "width", "y", "bottom", "height")
    for name, zone in layout.items():
        lies = {key: zone[key] for key in places if key in zone}
        rest = {k: v for k, v in zone.items() if k not in (*places, "without", "show")}
        hidden = " (hidden until `show: true`)" if zone.get("show") is False else ""
        yield f"`{name}`{hidden}", _typed(lies), _typed(rest)


def _typed(keys: Mapping[str, Any]) -> str:
    return f"`{_flow(dict(keys))[1:-1]}`" if keys else ""


def _flow(value: Any) -> str:
    """A value as YAML in one line."""
    text = yaml.safe_dump(value, default_flow_style=True, width=10**6, sort_keys=False)
    return text.strip().removesuffix("...").strip()


def _table(heads: Sequence[str], rows: Iterator[tuple[str, ...]]) -> str:
    lines = [" | ".join(heads), "|".join("---" for _ in heads), *(" | ".join(row) for row in rows)]
    return "\n".join(f"| {line} |" if "---" not in line else f"|{line}|" for line in lines)


def picture(face: str) -> Image.Image:
    """The pieces of an example side by side, as the scissors leave them."""
    with tempfile.TemporaryDirectory() as folder:
        shown = [*_cut_out(write_example(face, Path(folder)))]
    height = max(one.height for one in shown)
    width = sum(one.width + GAP_PX for one in shown) + GAP_PX
    sheet = Image.new("RGB", (width, height + 2 * GAP_PX), TABLE)
    x = GAP_PX
    for one in shown:
        sheet.paste(one, (x, GAP_PX + (height - one.height) // 2), one)
        x += one.width + GAP_PX
    return sheet.quantize(COLOURS, dither=Image.Dither.NONE)


def write_example(face: str, folder: Path) -> list[Face]:
    """Writes the example of a face as a project in an empty folder; its faces, drawn."""
    shutil.copy(EXAMPLES / f"{face}.yaml", folder / "pieces.yaml")
    game = EXAMPLES / f"{face}.game.yaml"
    if game.is_file():
        shutil.copy(game, folder / "game.yaml")
    shutil.copytree(ART, folder / "art")
    project = project_at(folder)
    (game_id,) = project.games()
    game = load_game(project, game_id)
    artist = artist_of(project, Edition(game.with_boxes(), "en"), None)
    return [*artist.draw_pieces(game.boxes or game.pieces).values()]


def _cut_out(faces: Sequence[Face]) -> Iterator[Image.Image]:
    size = faces[0].outline.size
    dpi = min(DPI, MOST_PX / max(size.width_mm, size.height_mm) * 25.4)
    by_digest: dict[str, Image.Image] = {}
    for rendered in render([faces], None):
        with closing(pypdfium2.PdfDocument(rendered.pdf)) as document:
            pages = [page.render(scale=dpi * SMOOTH / PT_PER_INCH).to_pil() for page in document]
        by_digest |= zip(rendered.digests, pages, strict=True)
    for face in faces:
        whole = by_digest[face.digest].convert("RGB")
        bleed_px = face.bleed_mm * dpi * SMOOTH / 25.4
        whole = whole.crop((bleed_px, bleed_px, whole.width - bleed_px, whole.height - bleed_px))
        whole.putalpha(_mask(face, whole.size))
        small = (round(whole.width / SMOOTH), round(whole.height / SMOOTH))
        yield whole.resize(small, Image.Resampling.LANCZOS)


def _mask(face: Face, size: tuple[int, int]) -> Image.Image:
    mask = Image.new("L", size, 0)
    draw, outline = ImageDraw.Draw(mask), face.outline
    scale = size[0] / outline.size.width_mm
    if outline.shape is Shape.CIRCLE:
        draw.ellipse((0, 0, size[0] - 1, size[1] - 1), fill=255)
    elif outline.corner_radius_mm > 0:
        box = (0, 0, size[0] - 1, size[1] - 1)
        draw.rounded_rectangle(box, outline.corner_radius_mm * scale, fill=255)
    else:
        corners = [(point.x_mm * scale, point.y_mm * scale) for point in outline.corners()]
        draw.polygon(corners, fill=255)
    return mask


if __name__ == "__main__":
    sys.exit(main())
