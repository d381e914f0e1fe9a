"""Contact sheets of every kind of piece in every game: in docs/gallery/, or in another folder.

    python docs/make_gallery.py                                  # what stands in docs/gallery/
    python docs/make_gallery.py el-mapa --output DIR --theme grey --language en
    python docs/make_gallery.py --output DIR --vision deuteran --scale 0.25

docs/gallery/before/ shows the same kinds as they were before they were drawn anew, and changes.yaml
says why: both make the page changes.md.

`--scale 1` is print size at 80 dpi; a quarter is how a piece looks at arm's length and more.
`--vision` shows what a person with a colour-vision deficiency sees (protan, deuteran,
tritan), simulated as the check of players' colours does, or a grey copy.
"""

import argparse
import io
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path

import yaml
from PIL import Image, ImageDraw

from fustella.build.inputs import icon_library, load_game
from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Shape
from fustella.core.values.colour import BLIND
from fustella.core.values.contents import contents_of
from fustella.core.values.model import Edition, Face, FaceId, Game, SideName
from fustella.core.values.themes import Theme
from fustella.covers import ART_FACE, art_spec
from fustella.draw import FaceCache
from fustella.draw.artist import Artist
from fustella.draw.face_cache import pictures_of
from fustella.draw.render import render
from fustella.draw.specs import piece_specs
from fustella.read import read_papers
from fustella.write.raster import page_pngs

ROOT = Path(__file__).parent.parent
FOLDER = ROOT / "docs" / "gallery"
BEFORE, REASONS = "before", "changes.yaml"
DPI = 80
SHEET_PX = 1200
GAP_PX = 12
TABLE = "#d9d6cf"
SMOOTH = 4
QUALITY = 90
COVER, BOXES = "cover", "boxes"
MOST_FACES = 24
"""Of one kind in docs/gallery; a folder of one's own gets all of them."""

MATRICES = {name.removesuffix("opia"): matrix for name, matrix in BLIND.items()}
VISIONS = ("normal", *MATRICES, "grey")


def main() -> int:
    """Writes the contact sheets that are asked for."""
    options = _options()
    project = Project(ROOT)
    options.output.mkdir(parents=True, exist_ok=True)
    for game_id in options.games or project.games():
        game = load_game(project, game_id)
        language = options.language or game.languages[0]
        faces = _faces(project, Edition(game.with_boxes(), language, options.theme))
        for name, pieces in _sheets(game):
            pictures = list(_pictures(pieces, faces, options))
            if pictures:
                path = options.output / f"{game.id}-{name}.webp"
                _save(contact_sheet(pictures), path, options.vision)
                print(path)
    if options.output == FOLDER:
        _write_pages(project)
    return 0


def _options() -> argparse.Namespace:
    parser = argparse.ArgumentParser(description="contact sheets of every kind of piece")
    parser.add_argument("games", nargs="*", metavar="GAME")
    parser.add_argument("--output", type=Path, default=FOLDER)
    parser.add_argument("--language", default="")
    parser.add_argument("--theme", type=Theme, default=Theme.FULL)
    parser.add_argument("--vision", choices=VISIONS, default="normal")
    parser.add_argument("--scale", type=float, default=1.0)
    return parser.parse_args()


def _faces(project: Project, edition: Edition) -> dict[FaceId, Face]:
    """Every face of an edition, its drawn cover included."""
    game = edition.game
    face_cache = FaceCache(None, "", pictures_of(project, edition))
    artist = Artist(project, edition, icon_library(project, game.id), face_cache)
    specs = [*piece_specs(edition, game.pieces)]
    if game.cover is not None:
        paper = read_papers(project)["A4"]
        contents = contents_of(game, game.pieces, ())
        specs.append(art_spec(edition.language, game.cover, contents, paper))
    return artist.draw(specs)


def _sheets(game: Game) -> Iterator[tuple[str, set[str]]]:
    """The name of each contact sheet and what is on it: the cover, each kind, all boxes."""
    yield COVER, {ART_FACE.piece}
    for kind in game.kinds:
        yield kind.id, {piece.id for piece in game.pieces if piece.kind.id == kind.id}
    yield BOXES, {box.id for box in game.boxes}


def _pictures(
    own: set[str], faces: dict[FaceId, Face], options: argparse.Namespace
) -> Iterator[Image.Image]:
    """The different faces of some pieces as pictures, fronts first."""
    chosen = {
        face.digest: face
        for side in SideName
        for face_id, face in faces.items()
        if face_id.piece in own and face_id.side is side
    }
    some = list(chosen.values())[: MOST_FACES if options.output == FOLDER else None]
    dpi = DPI * options.scale
    yield from cut_out(some, dpi)


def cut_out(faces: Sequence[Face], dpi: float) -> Iterator[Image.Image]:
    """Faces as pictures, as the scissors leave them."""
    for rendered in render([faces], None):
        for face, png in zip(faces, page_pngs(rendered.pdf, dpi), strict=True):
            picture = Image.open(io.BytesIO(png)).convert("RGB")
            picture.putalpha(_cut(picture, face))
            yield picture


def contact_sheet(pictures: Sequence[Image.Image]) -> Image.Image:
    """The pictures in rows, as wide as a page of the README."""
    rows: list[list[Image.Image]] = [[]]
    for picture in pictures:
        width = sum(one.width + GAP_PX for one in rows[-1])
        if rows[-1] and width + picture.width + GAP_PX > SHEET_PX:
            rows.append([])
        rows[-1].append(picture)
    widths = [sum(one.width + GAP_PX for one in row) + GAP_PX for row in rows]
    heights = [max(one.height for one in row) for row in rows]
    size = (max(widths), sum(heights) + GAP_PX * (len(rows) + 1))
    sheet = Image.new("RGB", size, TABLE)
    y = GAP_PX
    for row, height in zip(rows, heights, strict=True):
        x = GAP_PX
        for picture in row:
            sheet.paste(picture, (x, y), picture.getchannel("A"))
            x += picture.width + GAP_PX
        y += height + GAP_PX
    return sheet


def _cut(picture: Image.Image, face: Face) -> Image.Image:
    """What the scissors leave of a face: its trim; without its bleed."""
    outline, bleed_mm = face.outline, face.bleed_mm
    scale = picture.width / (outline.size.width_mm + 2 * bleed_mm) * SMOOTH
    mask = Image.new("L", (picture.width * SMOOTH, picture.height * SMOOTH), 0)
    draw, start = ImageDraw.Draw(mask), bleed_mm * scale
    size = outline.size
    box = (start, start, start + size.width_mm * scale, start + size.height_mm * scale)
    if outline.shape is Shape.CIRCLE:
        draw.ellipse(box, fill=255)
    elif outline.shape is Shape.RECTANGLE:
        draw.rounded_rectangle(box, outline.corner_radius_mm * scale, fill=255)
    else:
        corners = [(start + p.x_mm * scale, start + p.y_mm * scale) for p in outline.corners()]
        draw.polygon(corners, fill=255)
    return mask.resize(picture.size)


def _save(sheet: Image.Image, path: Path, vision: str) -> None:
    as_seen(sheet, vision).save(path, "WEBP", quality=QUALITY, method=6)


def as_seen(picture: Image.Image, vision: str) -> Image.Image:
    """The picture as somebody sees it; the matrices work on linear light."""
    if vision == "normal":
        return picture
    if vision == "grey":
        return picture.convert("L").convert("RGB")
    to_linear = [round(_linear(value / 255) * 255) for value in range(256)]
    from_linear = [round(_encoded(value / 255) * 255) for value in range(256)]
    linear = picture.point(to_linear * 3)
    matrix = tuple(number for row in MATRICES[vision] for number in (*row, 0.0))
    return linear.convert("RGB", matrix).point(from_linear * 3)


def _linear(value: float) -> float:
    return value / 12.92 if value <= 0.04045 else ((value + 0.055) / 1.055) ** 2.4


def _encoded(value: float) -> float:
    return value * 12.92 if value <= 0.0031308 else 1.055 * value ** (1 / 2.4) - 0.055


def _write_pages(project: Project) -> None:
    """A page that shows all contact sheets, and one that shows them beside those of before."""
    reasons = yaml.safe_load((FOLDER / REASONS).read_text(encoding="utf-8"))
    gallery = ["# Gallery", "", "Every kind of piece; `python docs/make_gallery.py` makes it anew."]
    changes = ["# What was drawn anew, and why", "", "Each kind as it is, why, and as it was."]
    gallery += ["What was drawn anew, and why, stands [beside what was](changes.md)."]
    for game_id in project.games():
        game = load_game(project, game_id)
        heading = ["", f"## {game.title.in_language(game.languages[-1])}"]
        gallery += heading
        changes += heading
        for sheet, name in _names(game).items():
            file = f"{game.id}-{sheet}.webp"
            if not (FOLDER / file).is_file():
                continue
            gallery += ["", name, "", f"![{name}]({file})"]
            if reason := reasons.get(game.id, {}).get(sheet):
                changes += ["", f"### {name}", "", reason.strip(), "", f"![{name}]({file})"]
                if (FOLDER / BEFORE / file).is_file():
                    changes += ["", "Before:", "", f"![{name}, before]({BEFORE}/{file})"]
    for file, lines in (("README.md", gallery), ("changes.md", changes)):
        (FOLDER / file).write_text("\n".join(lines) + "\n", encoding="utf-8")


def _names(game: Game) -> dict[str, str]:
    """By the name of a contact sheet: what it shows."""
    kinds = {kind.id: str(kind.name.in_language(game.languages[-1])) for kind in game.kinds}
    return {COVER: "Cover"} | kinds | {BOXES: "Boxes, as they are cut"}


if __name__ == "__main__":
    sys.exit(main())
