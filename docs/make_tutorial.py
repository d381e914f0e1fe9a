"""Makes the pictures of both tutorials by following them: `python docs/make_tutorial.py`.

Needs Chromium (`playwright install chromium`, or one of the system).
"""

import io
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from PIL import Image
from playwright.sync_api import sync_playwright

ROOT = Path(__file__).parent.parent
sys.path[:0] = [str(ROOT), str(ROOT / "docs")]

from make_gallery import contact_sheet, cut_out  # noqa: E402

from fustella.build.drawing import artist_of  # noqa: E402
from fustella.build.inputs import load_game  # noqa: E402
from fustella.core.files.project import project_at  # noqa: E402
from fustella.core.values.model import Edition, FaceId, SideName  # noqa: E402
from fustella.write.raster import page_pngs  # noqa: E402
from tests.docs.tutorial import steps  # noqa: E402
from tests.docs.tutorial_page import Newcomer  # noqa: E402
from tests.preview.driving import CHROMIUM, QUIET, free_port, serving_studio  # noqa: E402

FOLDER = ROOT / "docs" / "pictures" / "tutorial"
PAGE_FOLDER = ROOT / "docs" / "pictures" / "tutorial-page"
WINDOW = {"width": 1280, "height": 800}
PARTS = {"hand": "section:has(> #hand)", "odds": "section:has(> #odds)", "build": "#action"}
"""The pictures of a part of the page alone."""

GAP_PX, TABLE, PAPER = 14, "#d9d6cf", "#ffffff"
COLOURS = 128
CARD_DPI = 72


def main() -> int:
    FOLDER.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as start:
        made = set()
        for step in steps(Path(start), run):
            number = step.heading.partition(".")[0]
            if step.block.language == "sh" and number in MAKERS and number not in made:
                made.add(number)
                for name, picture in MAKERS[number](step.folder):
                    save(picture, FOLDER / f"{name}.png")
        (Path(start) / "games").mkdir()
        in_the_browser(Path(start) / "games", Path(start) / "home")
    return 0


def in_the_browser(folder: Path, home: Path) -> None:
    """Makes the pictures of docs/tutorial-page.md, step by step in a browser."""
    PAGE_FOLDER.mkdir(parents=True, exist_ok=True)
    with serving_studio(folder, free_port(), home) as address, sync_playwright() as browsers:
        browser = browsers.chromium.launch(executable_path=CHROMIUM, args=QUIET)
        page = browser.new_page(viewport=WINDOW, reduced_motion="reduce")
        page.goto(address)
        for name in Newcomer(page, folder).steps():
            what = page.locator(PARTS[name]) if name in PARTS else page
            picture = Image.open(io.BytesIO(what.screenshot())).convert("RGB")
            save(picture, PAGE_FOLDER / f"{name}.png")
        browser.close()


def run(folder: Path, words: list[str]) -> str:
    if words[0] == "preview":
        return ""
    line = [sys.executable, "-m", "fustella", *words]
    return subprocess.run(line, cwd=folder, check=True, capture_output=True, text=True).stdout


def sheets(folder: Path, dpi: int) -> list[Image.Image]:
    (pdf,) = folder.glob("output/*/en-A4/*-card.pdf")
    return [Image.open(io.BytesIO(one)).convert("RGB") for one in page_pngs(pdf.read_bytes(), dpi)]


def built(folder: Path):
    yield "build", on_a_table(sheets(folder, 45)[:2])


def yours(folder: Path):
    yield "yours", six_cards(folder)


def looks(folder: Path):
    yield "looks", six_cards(folder)
    page = sheets(folder, 150)[0]
    width, height = page.size
    yield "print", page.crop((0, height - 190, width * 3 // 4, height))
    yield "cut", page.crop((0, 0, width // 2, height // 4))


def preview(folder: Path):
    line = [sys.executable, "-u", "-m", "fustella", "preview", "--port", "8765"]
    with subprocess.Popen(line, cwd=folder, stdout=subprocess.PIPE, text=True) as served:
        try:
            said = next(found for one in served.stdout if (found := re.search(r"http://\S+", one)))
            with sync_playwright() as browsers:
                found = shutil.which("chromium") or shutil.which("google-chrome")
                browser = browsers.chromium.launch(executable_path=found, args=["--no-sandbox"])
                page = browser.new_page(viewport={"width": 1200, "height": 760})
                page.goto(said[0])
                page.wait_for_timeout(4000)
                yield "preview", Image.open(io.BytesIO(page.screenshot())).convert("RGB")
                browser.close()
        finally:
            served.terminate()


def six_cards(folder: Path) -> Image.Image:
    """The front of each card, as the scissors leave it."""
    project = project_at(folder)
    game = load_game(project, project.single)
    artist = artist_of(project, Edition(game, game.languages[0]), None)
    faces = artist.draw_pieces(game.pieces)
    fronts = [faces[FaceId(piece.id, SideName.FRONT, 0)] for piece in game.pieces]
    return contact_sheet(list(cut_out(fronts, CARD_DPI)))


def on_a_table(pages: list[Image.Image]) -> Image.Image:
    height = max(one.height for one in pages) + 2 * GAP_PX
    table = Image.new("RGB", (sum(one.width + GAP_PX for one in pages) + GAP_PX, height), TABLE)
    x = GAP_PX
    for one in pages:
        table.paste(one, (x, GAP_PX))
        x += one.width + GAP_PX
    return table


def save(picture: Image.Image, path: Path) -> None:
    picture.quantize(COLOURS, method=Image.Quantize.MEDIANCUT).save(path, optimize=True)


MAKERS = {"3": built, "4": yours, "5": preview, "6": looks}

if __name__ == "__main__":
    sys.exit(main())
