"""Compares drawings made at random that pass the lint: as they are printed, and in a browser.

`python -m tests.helpers.painted --count 3000 --seed 1 --keep FOLDER` compares as many drawings and
keeps those that differ, each with both pictures. `tests/draw/svg/test_painted.py` compares some.

One sort of difference is not ours, such as that of seed 5002204: a miter join behind a curve, about
as long as the miter limit. Here pdfium shows our PDF. It strokes the chords of a curve, whose last
is less steep than the curve's end, and so draws a spike where the limit cuts the join off. The PDF
has the curve and the limit as they were drawn, and poppler shows them as browsers do.
"""

import argparse
import io
import re
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image, ImageChops, ImageFilter, ImageStat

from fustella.core.geometry.shapes import Outline
from fustella.draw.inspect.lint import FOREIGN, Lint, SvgFault
from fustella.draw.render.worker import compile_pages
from fustella.draw.svg.fit import fit_face
from fustella.draw.svg.source import FaultySvg
from fustella.draw.text.families import font_folder
from tests.draw.svg import foreign
from tests.draw.svg.drawings import SIDE_MM, Drawing

CELL_PX, COLUMNS = 60, 20
MOST, MEAN = 190.0, 2.5
"""The most by which two blurred pictures may differ, at their worst spot and on average (0 to 255).

Single spots always differ: where a dash begins on a rectangle, and at the joins of letters'
strokes.
"""

_OUTLINE = Outline.rectangle(SIDE_MM, SIDE_MM)


@dataclass(frozen=True)
class Passed:
    """A drawing in which the lint found nothing, and the SVG that is printed for it."""

    seed: int
    body: str
    printed: str


@dataclass(frozen=True)
class Compared:
    passed: Passed
    ours: Image.Image
    theirs: Image.Image

    @property
    def difference(self) -> tuple[float, float]:
        """The mean and the greatest difference."""
        one, other = (
            each.filter(ImageFilter.GaussianBlur(1.2)) for each in (self.ours, self.theirs)
        )
        stat = ImageStat.Stat(ImageChops.difference(one, other))
        return max(stat.mean), float(max(most for _, most in stat.extrema))

    @property
    def alike(self) -> bool:
        mean, most = self.difference
        return mean <= MEAN and most <= MOST


def face(body: str) -> str:
    side = f"{SIDE_MM}mm"
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}" '
        f'viewBox="0 0 {SIDE_MM} {SIDE_MM}">{body}</svg>'
    )


def printed(body: str) -> str | list[SvgFault]:
    """The SVG that is printed for the content of a face, or its faults."""
    found = list[SvgFault]()
    svg = face(body)
    Lint(_OUTLINE, 0, found.append).check(svg)
    if not found:
        return svg
    if not any(fault.code in FOREIGN for fault in found):
        return found
    try:
        svg = fit_face(svg, _OUTLINE.size, 0, {}).svg
    except FaultySvg:
        return found
    found.clear()
    Lint(_OUTLINE, 0, found.append, cleaned=True).check(svg)
    return found or svg


def passing(seeds: Sequence[int]) -> list[Passed]:
    """The drawings of some seeds that pass the lint."""
    made = ((seed, str(Drawing(seed))) for seed in seeds)
    results = ((seed, body, printed(body)) for seed, body in made)
    return [Passed(seed, body, svg) for seed, body, svg in results if isinstance(svg, str)]


def compared(drawings: Sequence[Passed], browser: Any) -> Iterator[Compared]:
    """Yields each drawing with its picture by our printing and by a browser."""
    pdf = pypdfium2.PdfDocument(
        compile_pages([one.printed for one in drawings], str(font_folder()))
    )
    theirs = _shown_by_browser([one.body for one in drawings], browser)
    for at, drawing in enumerate(drawings):
        page = pdf[at]
        scale = 4 * CELL_PX / page.get_width()
        picture = page.render(scale=scale).to_pil().convert("RGB")
        ours = picture.resize((CELL_PX, CELL_PX), Image.Resampling.BOX)
        yield Compared(drawing, ours, theirs[at])


def _shown_by_browser(bodies: Sequence[str], browser: Any) -> list[Image.Image]:
    """The pictures of drawings in a browser, which shows all of them on one page."""
    cells = []
    for at, body in enumerate(bodies):
        own = re.sub(r'(?<=[#"])d(\d+)(?=[")])', rf"c{at}d\1", body)
        x, y = at % COLUMNS * SIDE_MM, at // COLUMNS * SIDE_MM  # a pixel of CSS is a millimetre
        size = f"left:{x}px;top:{y}px;width:{SIDE_MM}px;height:{SIDE_MM}px"
        cells.append(f'<svg viewBox="0 0 {SIDE_MM} {SIDE_MM}" style="{size}">{own}</svg>')
    rules = "svg{position:absolute;overflow:hidden}body{margin:0;background:#fff}"
    style = f"<style>{foreign.font_rules()}{rules}</style>"
    html = f'<!DOCTYPE html><meta charset="utf-8">{style}{"".join(cells)}'
    columns, rows = COLUMNS, -(-len(bodies) // COLUMNS)
    view = {"width": columns * SIDE_MM, "height": rows * SIDE_MM}
    page = browser.new_page(viewport=view, device_scale_factor=3 * CELL_PX / SIDE_MM)
    try:
        page.goto(Path(font_folder()).as_uri())  # fonts are read from a page of files alone
        page.set_content(html)
        page.evaluate("document.fonts.ready.then(() => 1)")
        shot = Image.open(io.BytesIO(page.screenshot())).convert("RGB")
    finally:
        page.close()
    shot = shot.resize((columns * CELL_PX, rows * CELL_PX), Image.Resampling.BOX)
    corners = ((at % COLUMNS * CELL_PX, at // COLUMNS * CELL_PX) for at in range(len(bodies)))
    return [shot.crop((x, y, x + CELL_PX, y + CELL_PX)) for x, y in corners]


def main() -> None:
    from tests.preview.driving import CHROMIUM, browsing

    parser = argparse.ArgumentParser()
    parser.add_argument("--count", type=int, default=3000)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path)
    told = parser.parse_args()
    if CHROMIUM is None:
        sys.exit("there is no chromium")
    made = done = differing = 0
    with browsing() as browser:
        while done < told.count:
            start = told.seed * 1_000_000 + made
            drawings = passing(range(start, start + 260))
            made += 260
            for one in compared(drawings, browser.browser):
                done += 1
                if one.alike:
                    continue
                differing += 1
                mean, most = one.difference
                print(f"{one.passed.seed}: {mean:.1f} {most:.0f}", flush=True)
                if told.keep:
                    _keep(one, told.keep)
    print(f"{made} drawings, {done} of them passed, {differing} differ")
    sys.exit(bool(differing))


def _keep(one: Compared, folder: Path) -> None:
    folder.mkdir(parents=True, exist_ok=True)
    both = Image.new("RGB", (2 * CELL_PX + 4, CELL_PX), "magenta")
    both.paste(one.ours, (0, 0))
    both.paste(one.theirs, (CELL_PX + 4, 0))
    name = str(one.passed.seed)
    both.resize((both.width * 3, both.height * 3)).save(folder / f"{name}.png")
    (folder / f"{name}.svg").write_text(face(one.passed.body), "utf-8")
    (folder / f"{name}.printed.svg").write_text(one.passed.printed, "utf-8")


if __name__ == "__main__":
    main()
