"""SVG files as foreign editors write them, and their pictures by our printing and by a browser.

Each file in tests/corpus/svg/ shows one feature; the PNG of its name is how Chromium shows it. A
comment says what else is expected: a note, that the picture differs on purpose, or a refusal.

`python -m tests.draw.svg.foreign` takes new pictures of files that have none; `--all` of all.
"""

import base64
import io
import re
import sys
from dataclasses import dataclass
from pathlib import Path
from typing import Any

import pypdfium2
from PIL import Image, ImageChops, ImageFilter, ImageStat

from fustella.draw.render.worker import compile_pages
from fustella.draw.svg.clean import CleanSvg, clean_svg
from fustella.draw.svg.source import FaultySvg
from fustella.draw.text.families import font_file, font_folder
from fustella.draw.text.fonts import WEIGHTS, FontStyle
from tests.helpers.sharing import ROOT

FOLDER = ROOT / "tests" / "corpus" / "svg"
FILES = sorted(FOLDER.glob("*.svg"))
SIDE_PX = 160
FAMILIES = {"arial": "Source Sans Pro", "times new roman": "Source Serif Pro"}

_EXPECTS = re.compile(r"<!-- expects: (.*?) -->", re.DOTALL)


@dataclass(frozen=True)
class Expected:
    """What a file says of itself. `note` and `refused` are words of a message, or empty."""

    note: str
    refused: str
    differs: bool


def expected(file: Path) -> Expected:
    data = file.read_bytes()
    text = data.decode("utf-16" if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8")
    found = _EXPECTS.search(text)
    words = found[1] if found else ""
    differs = words.endswith("differs")
    words = words.removesuffix("differs").strip()
    kind, _, rest = words.partition(" ")
    return Expected(rest if kind == "note" else "", rest if kind == "refused" else "", differs)


def cleaned(file: Path) -> CleanSvg:
    def picture(href: str) -> str | None:
        return href if href.startswith("data:") else None

    return clean_svg(file.read_bytes(), FAMILIES, picture)


def printed(clean: CleanSvg) -> Image.Image:
    """What our printing makes of it."""
    pdf = compile_pages([clean.svg], str(font_folder()))
    page = pypdfium2.PdfDocument(pdf)[0]
    scale = SIDE_PX / max(page.get_size())
    picture = page.render(scale=scale * 4).to_pil().convert("RGB")
    return picture.resize(size_of(clean), Image.Resampling.BOX)


def size_of(clean: CleanSvg) -> tuple[int, int]:
    scale = SIDE_PX / max(clean.width, clean.height)
    return max(1, round(clean.width * scale)), max(1, round(clean.height * scale))


def differences(ours: Image.Image, theirs: Image.Image) -> tuple[float, float]:
    """The mean and the greatest difference of two pictures, both blurred, from 0 to 255."""
    blur = ImageFilter.GaussianBlur(2)
    size = theirs.size
    one, other = (each.convert("RGB").resize(size).filter(blur) for each in (ours, theirs))
    apart = ImageChops.difference(one, other)
    stat = ImageStat.Stat(apart)
    return max(stat.mean), float(max(most for _, most in stat.extrema))


def font_rules() -> str:
    """Rules that give the browser our fonts, by their names and those that are mapped to them."""
    names = {family: family for family in FAMILIES.values()}
    names |= {"Arial": "Source Sans Pro", "Times New Roman": "Source Serif Pro"}
    return "".join(
        f'@font-face{{font-family:"{name}";font-weight:{weight};'
        f"font-style:{'italic' if italic else 'normal'};"
        f'src:url("{font_file(FontStyle(family, weight, italic)).as_uri()}")}}'
        for name, family in names.items()
        for weight in WEIGHTS
        for italic in (False, True)
    )


def shown(page: Any, file: Path, clean: CleanSvg, scratch: Path) -> Image.Image:
    """What a page of the browser makes of a file, with our fonts."""
    data = file.read_bytes()
    coding = "utf-16" if data[:2] in {b"\xff\xfe", b"\xfe\xff"} else "utf-8"
    text = data.decode(coding).replace('encoding="UTF-16"', "")
    if "xmlns=" not in text and "xmlns:svg=" not in text:
        text = text.replace("<svg", '<svg xmlns="http://www.w3.org/2000/svg"', 1)
    wide, high, fixed = clean.width, clean.height, ""
    if not 10 < max(wide, high) < 2000:  # larger or smaller than a window
        wide, high = map(float, size_of(clean))
        fixed = f":root{{width:{wide}px!important;height:{high}px!important}}"
    rules = f'<style xmlns="http://www.w3.org/2000/svg">{font_rules()}{fixed}</style>'
    text = re.sub(r"(</(?:\w+:)?svg>\s*)\Z", lambda end: rules + end[1], text)
    place = scratch / file.name
    place.write_text(text, encoding="utf-8")
    width, height = size_of(clean)
    window = {"width": max(1, round(wide)), "height": max(1, round(high)), "mobile": False}
    scale = SIDE_PX / max(wide, high) * 2
    # Another context, which has a scale of its own, would start a process for each file.
    asked = page.context.new_cdp_session(page)
    asked.send("Emulation.setDeviceMetricsOverride", {**window, "deviceScaleFactor": scale})
    page.goto(place.as_uri())
    page.evaluate("document.fonts.ready.then(() => 1)")
    clip = {"x": 0, "y": 0, "width": wide, "height": high, "scale": 1}
    shot = base64.b64decode(asked.send("Page.captureScreenshot", {"clip": clip})["data"])
    asked.detach()
    picture = Image.open(io.BytesIO(shot)).convert("RGB")
    return picture.resize((width, height), Image.Resampling.BOX)


def _take(files: list[Path]) -> None:
    import tempfile

    from tests.preview.driving import browsing

    with browsing() as browser, tempfile.TemporaryDirectory() as scratch:
        page = browser.new_page()
        for file in files:
            try:
                clean = cleaned(file)
            except FaultySvg:
                continue
            picture = shown(page, file, clean, Path(scratch))
            small = picture.quantize(96, dither=Image.Dither.NONE)
            small.save(file.with_suffix(".png"), optimize=True)


if __name__ == "__main__":
    everything = "--all" in sys.argv
    _take([one for one in FILES if everything or not one.with_suffix(".png").exists()])
