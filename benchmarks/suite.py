"""Counts the files of a suite of SVG pictures that print, as art of cards, as in a browser.

The suite is a folder of SVG files with a picture (PNG) beside each, 300 pixels wide, such as
`crates/resvg/tests/tests` of the resvg project. Each file becomes the art of a card; the cards are
exported as PDF, which PDFium and poppler render, and as PNG. A file is compared with the picture
beside it and, with --browser, with its picture in Chromium. It is right if it agrees with either,
because the pictures of the suite come from another program. Game and browser have the fonts in
--fonts.

    python benchmarks/suite.py FOLDER [--fonts DIR] [--browser] [--only WORD ...] [--share 0.02]

A picture differs if more than --share of its pixels are off by more than 40 of 255 in one of the
colours, both pictures slightly blurred. Classes:

- right: PDF and picture agree.
- told: refused with a problem, or printed otherwise with a warning, that names the file.
- silent: the PDF is wrong as poppler renders it, and nothing was said.
- pictures: the PDF is right by poppler, but wrong in the exported picture, that is by PDFium.
- aborted: the engine broke off, or took too long.
"""

import argparse
import json
import os
import re
import shutil
import subprocess
import sys
from collections import Counter
from collections.abc import Iterator, Sequence
from concurrent.futures import ProcessPoolExecutor, ThreadPoolExecutor
from functools import partial
from pathlib import Path

from PIL import Image, ImageChops, ImageFilter

HERE = Path(__file__).parent
WORK = HERE / "work" / "suite"
OUR_COMMAND = Path(sys.executable).with_name("fustella")
SIDE_PX, FINER, DPI = 300, 3, 450
"""The side of a compared picture, the factor by which cards and browser render finer, and the dpi.

So neither the hints of fonts nor the whole pixels of a browser's tiles play a part.
"""

CARD_MM = SIDE_PX * FINER / DPI * 25.4
OFF = 40
BATCH = 25
LIMIT_S = 900
ROW = 5
CLASSES = ("right", "told", "silent", "pictures", "aborted")
NOT_EXCUSED = ("a filter is printed as a picture", "dpi where it is printed")
"""The words of warnings that announce no difference in looks."""
ENGINE = ("the engine broke off", "the engine refuses", "longer than", "failed unexpectedly")
"""The words of problems that are no fault of a file."""

FONTS = {
    "Noto Sans": {
        "file": "NotoSans-Regular.ttf",
        "bold": "NotoSans-Bold.ttf",
        "italic": "NotoSans-Italic.ttf",
    },
    "Noto Serif": {"file": "NotoSerif-Regular.ttf"},
    "Noto Mono": {"file": "NotoMono-Regular.ttf"},
    "Amiri": {"file": "Amiri-Regular.ttf"},
    "Mplus 1p": {"file": "MPLUS1p-Regular.ttf"},
    "Noto Sans Devanagari": {"file": "NotoSansDevanagari-Regular.ttf"},
    "Noto Sans Malayalam": {"file": "NotoSansMalayalam-Regular.ttf"},
    "Noto Color Emoji COLR": {"file": "NotoColorEmojiCOLR.subset.ttf"},
    "Roboto Flex": {"file": "RobotoFlex.subset.ttf"},
    "Sedgwick Ave Display": {"file": "SedgwickAveDisplay-Regular.ttf"},
    "Source Sans Pro": {"file": "SourceSansPro-Regular.ttf"},
    "Yellowtail": {"file": "Yellowtail-Regular.ttf"},
}
NAMES = {
    "sans-serif": "Noto Sans",
    "serif": "Noto Serif",
    "monospace": "Noto Mono",
    "cursive": "Yellowtail",
    "fantasy": "Sedgwick Ave Display",
}
"""The generic families, each with the font that is printed for it."""

TEMPLATE = f"""\
{{% extends "_shared/face.svg.j2" %}}
{{% block face %}}
  {{{{ image(face.art, x=0, y=0, width={CARD_MM:g}, height={CARD_MM:g}, fit="contain",
            at="0% 0%") }}}}
{{% endblock %}}
"""


def main() -> int:
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("folder", type=Path)
    parser.add_argument("--fonts", type=Path, help="the folder of its fonts")
    parser.add_argument("--browser", action="store_true", help="compare with Chromium, too")
    parser.add_argument("--only", nargs="*", default=[], help="files whose path has such a word")
    parser.add_argument("--again", action="store_true", help="compare the pictures of the last run")
    parser.add_argument("--share", type=float, default=0.02)
    parser.add_argument("--work", type=Path, default=WORK)
    options = parser.parse_args()
    found = sorted(options.folder.rglob("*.svg"))
    files = [
        path
        for path in found
        if picture_beside(path).is_file()
        and (not options.only or any(word in str(path) for word in options.only))
    ]
    names = {f"t{number}": path for number, path in enumerate(found) if path in set(files)}
    suite = Suite(options.work, names, options.fonts)
    if options.again:
        suite.read_state()
    else:
        suite.export()
    if options.browser:
        suite.browse()
    report(suite, options.folder, options.share)
    return 0


class Suite:
    """The files of a suite by the names of their cards, and the result of each.

    `told` has the problems and warnings that name a file, `aborted` the reason why it could not be
    drawn.
    """

    def __init__(self, work: Path, files: dict[str, Path], fonts: Path | None) -> None:
        self.work, self.files, self.fonts = work, files, fonts
        self.told: dict[str, list[str]] = {}
        self.refused: set[str] = set()
        self.aborted: dict[str, str] = {}
        self.drawn, self.browser = work / "drawn", work / "browser"
        self.drawn.mkdir(parents=True, exist_ok=True)

    def export(self) -> None:
        names = list(self.files)
        for start in range(0, len(names), BATCH):
            self._export(names[start : start + BATCH])
            print(f"\r{start + BATCH} of {len(names)}", end="", file=sys.stderr, flush=True)
        print(file=sys.stderr)
        state = {"told": self.told, "refused": sorted(self.refused), "aborted": self.aborted}
        (self.work / "state.json").write_text(json.dumps(state))

    def read_state(self) -> None:
        """Reads the results of the files from the last export."""
        state = json.loads((self.work / "state.json").read_text())
        self.told, self.aborted = state["told"], state["aborted"]
        self.refused = set(state["refused"])

    def _export(self, names: Sequence[str]) -> None:
        """Exports cards as PDF and PNG, again and again without the cards that a problem names."""
        while names:
            project = self._project(names)
            for form in ("pdf", "png"):
                faulty = self._run(project, form, names)
                if faulty is not None:
                    break
            else:
                self._render(project, names)
                return
            if not faulty:  # nothing says which of them it is
                if len(names) == 1:
                    self.aborted[names[0]] = "no word of it"
                    return
                half = len(names) // 2
                self._export(names[:half])
                names = names[half:]
                continue
            names = [name for name in names if name not in faulty]

    def _run(self, project: Path, form: str, names: Sequence[str]) -> set[str] | None:
        """The cards that an export refuses; an empty set if it names none, None if all is well."""
        command = [OUR_COMMAND, "export", "--to", form, "--dpi", str(DPI), "--color", "never"]
        try:
            done = subprocess.run(
                command, cwd=project, capture_output=True, text=True, timeout=LIMIT_S, check=False
            )
        except subprocess.TimeoutExpired:
            return set()
        faulty = set[str]()
        for line in done.stderr.splitlines():
            if line.startswith(" "):
                continue
            about = {*re.findall(r"art/(t\d+)\.svg", line), *re.findall(r"`(t\d+)`", line)}
            if not about and (at := re.match(r"content/g/cards\.yaml:(\d+):", line)):
                about = {names[int(at[1]) - 4]}
            about &= set(names)
            for name in about:
                self.told.setdefault(name, []).append(line.partition(": ")[2])
            if " warning: " not in line:
                faulty |= about
                self.refused |= about
                if any(word in line for word in ENGINE):
                    self.aborted |= dict.fromkeys(about, line)
        return faulty if done.returncode else None

    def _project(self, names: Sequence[str]) -> Path:
        """Writes a project with a card for each file."""
        project = self.work / "project"
        shutil.rmtree(project, ignore_errors=True)
        game, templates = project / "content" / "g", project / "templates" / "g"
        (game / "art").mkdir(parents=True)
        templates.mkdir(parents=True)
        size = f"{CARD_MM:g}mm"
        kind = {"name": "Cards", "width": size, "height": size, "bleed": "0mm"}
        kind |= {"front": "card.svg.j2", "fields": {"front": {"art": "image"}}}
        settings = {"title": "G", "languages": ["en"], "kinds": {"card": kind}}
        if self.fonts:
            shutil.copytree(self.fonts, game / "fonts")
            fonts = {
                name: {key: f"fonts/{file}" for key, file in font.items()}
                for name, font in FONTS.items()
            }
            settings["fonts"] = {**fonts, **NAMES}
        (game / "game.yaml").write_text(json.dumps(settings))
        (templates / "card.svg.j2").write_text(TEMPLATE)
        lines = ["kind: card", "source: {designed: a benchmark}", "pieces:"]
        for name in names:
            lines.append(f"  - {{id: {name}, name: {name}, front: {{art: {name}}}}}")
            shutil.copy(self.files[name], game / "art" / f"{name}.svg")
        (game / "cards.yaml").write_text("\n".join(lines) + "\n")
        return project

    def _render(self, project: Path, names: Sequence[str]) -> None:
        """Renders the PDFs with both programs, and keeps the exported pictures."""
        import pypdfium2  # noqa: PLC0415

        out = project / "output" / "g" / "en"

        def poppler(name: str) -> None:
            source = out / "pdf" / "card" / f"g-card-{name}.pdf"
            command = ["pdftoppm", "-r", str(DPI), "-png", "-singlefile"]
            target = self.drawn / f"{name}-poppler"
            subprocess.run([*command, source, target], capture_output=True, check=False)

        with ThreadPoolExecutor(os.cpu_count()) as threads:
            list(threads.map(poppler, names))
        for name in names:
            page = pypdfium2.PdfDocument(out / "pdf" / "card" / f"g-card-{name}.pdf")[0]
            page.render(scale=DPI / 72).to_pil().save(self.drawn / f"{name}-pdfium.png")
            exported = out / "png" / "card" / f"g-card-{name}.png"
            shutil.copy(exported, self.drawn / f"{name}-png.png")

    def browse(self) -> None:
        """Takes pictures of the files in Chromium, except files that have one already."""
        from playwright.sync_api import sync_playwright  # noqa: PLC0415

        self.browser.mkdir(exist_ok=True)
        names = [name for name in self.files if not (self.browser / f"{name}.png").exists()]
        if not names:
            return
        configuration = self._fontconfig()
        with sync_playwright() as playwright:
            chromium = playwright.chromium.launch(
                executable_path=shutil.which("chromium"),
                env={**os.environ, "FONTCONFIG_FILE": str(configuration)},
                args=["--allow-file-access-from-files", "--force-color-profile=srgb"],
            )
            width = ROW * SIDE_PX
            page = chromium.new_page(
                viewport={"width": width, "height": width}, device_scale_factor=FINER
            )
            for start in range(0, len(names), ROW * ROW):
                some = names[start : start + ROW * ROW]
                sheet = self.browser / "sheet.html"
                style = (
                    "body{margin:0;font-size:0}"
                    f"img{{width:{SIDE_PX}px;height:{SIDE_PX}px;object-fit:contain;"
                    "object-position:0 0}"
                )
                pictures = "".join(
                    f'<img src="{self._with_precise_letters(name).as_uri()}">' for name in some
                )
                sheet.write_text(f"<!doctype html><style>{style}</style>{pictures}")
                page.goto(sheet.resolve().as_uri(), timeout=120_000)
                page.wait_for_timeout(500)
                shot = self.browser / "sheet.png"
                page.screenshot(path=shot, timeout=120_000)
                with Image.open(shot) as whole:
                    for number, name in enumerate(some):
                        side = SIDE_PX * FINER
                        left, top = number % ROW * side, number // ROW * side
                        part = whole.crop((left, top, left + side, top + side))
                        part.convert("RGB").save(self.browser / f"{name}.png")
            chromium.close()

    def _with_precise_letters(self, name: str) -> Path:
        """A copy of a file whose letters Chromium does not move to whole pixels of its own size."""
        path = self.browser.resolve() / f"{name}.svg"
        data = self.files[name].read_bytes()
        if b"text-rendering" not in data:
            precise = b'<svg text-rendering="geometricPrecision" '
            data = re.sub(rb"<svg\s", precise, data, count=1)
        path.write_bytes(data)
        return path

    def _fontconfig(self) -> Path:
        """The settings by which the browser has only the fonts of the game."""
        folder = self.browser / "fonts"
        folder.mkdir(exist_ok=True)
        for font in FONTS.values():
            for file in font.values():
                if self.fonts:
                    shutil.copy(self.fonts / file, folder / file)
        aliases = "".join(
            f"<alias binding='same'><family>{generic}</family><prefer><family>{family}</family>"
            "</prefer></alias>"
            for generic, family in {**NAMES, "Times New Roman": "Noto Serif"}.items()
        )
        path = self.browser / "fonts.conf"
        path.write_text(
            f"<?xml version='1.0'?><fontconfig><dir>{folder.resolve()}</dir>"
            f"<cachedir>{self.browser.resolve()}/cache</cachedir>{aliases}</fontconfig>"
        )
        return path


def report(suite: Suite, folder: Path, share: float) -> None:
    """Prints the table, and the files of each class with the share of their wrong pixels."""
    classes: dict[str, list[str]] = {name: [] for name in CLASSES}
    by_room, oracles = dict[str, Counter[str]](), Counter[str]()
    with ProcessPoolExecutor() as processes:
        found = list(processes.map(partial(class_of, suite, share), suite.files, chunksize=20))
    for (name, path), (one, words) in zip(suite.files.items(), found, strict=True):
        label = str(path.relative_to(folder).with_suffix(""))
        if one == "right":
            oracles[words] += 1
        classes[one].append(f"{label} [{name}] {words}")
        by_room.setdefault(label.partition("/")[0], Counter())[one] += 1
    for one in CLASSES[1:]:
        print(f"\n## {one}: {len(classes[one])}\n")
        print("\n".join(classes[one]))
    print(f"\n| | files | {' | '.join(CLASSES)} |\n|---|{'---:|' * (len(CLASSES) + 1)}")
    for room, counted in (*by_room.items(), ("all", sum(by_room.values(), Counter()))):
        cells = " | ".join(str(counted[one]) for one in CLASSES)
        print(f"| {room} | {counted.total()} | {cells} |")
    print("\nright by:", ", ".join(f"{count} {oracle}" for oracle, count in oracles.items()))


def class_of(suite: Suite, share: float, name: str) -> tuple[str, str]:
    """The class of a file, and a remark; for a right file, the pictures that it agrees with."""
    told = [word for word in suite.told.get(name, ()) if not any(x in word for x in NOT_EXCUSED)]
    if name in suite.aborted:
        return "aborted", suite.aborted[name]
    if name in suite.refused:
        return "told", told[0] if told else ""
    pictures = list(oracles_of(suite, name))
    wrong = {}
    for way in ("poppler", "pdfium", "png"):
        with Image.open(suite.drawn / f"{name}-{way}.png") as drawn:
            wrong[way] = {oracle: off(drawn, picture) for oracle, picture in pictures}
    right = [oracle for oracle, _ in pictures if all(wrong[way][oracle] <= share for way in wrong)]
    numbers = "; ".join(
        f"{way} {' '.join(f'{value:.3f}' for value in each.values())}"
        for way, each in wrong.items()
    )
    if right:
        return "right", " and ".join(right)
    if told:
        return "told", f"{numbers}: {told[0]}"
    by_poppler = any(value <= share for value in wrong["poppler"].values())
    return ("pictures" if by_poppler else "silent"), numbers


def oracles_of(suite: Suite, name: str) -> Iterator[tuple[str, Image.Image]]:
    """Yields the pictures that a file is compared with, as they lie on a card."""
    reference = picture_beside(suite.files[name])
    if reference.exists():
        with Image.open(reference) as picture:
            yield "reference", on_white(picture)
    shown = suite.browser / f"{name}.png"
    if shown.exists():
        with Image.open(shown) as picture:
            yield "Chromium", on_white(picture)


def picture_beside(path: Path) -> Path:
    """The picture that a suite has for an SVG: its name, or that with `-ref`."""
    other = path.with_name(f"{path.stem}-ref.png")
    return other if other.is_file() else path.with_suffix(".png")


def on_white(picture: Image.Image) -> Image.Image:
    """A picture on white, scaled into the square of a card, at its top left."""
    scale = SIDE_PX / max(picture.size)
    size = tuple(max(1, round(side * scale)) for side in picture.size)
    white = Image.new("RGB", (SIDE_PX, SIDE_PX), "white")
    rgba = picture.convert("RGBA")
    if size != picture.size:
        whole = picture.width == FINER * size[0]
        rgba = rgba.resize(size, Image.Resampling.BOX if whole else Image.Resampling.LANCZOS)
    white.paste(rgba, (0, 0), rgba)
    return white


def off(drawn: Image.Image, wanted: Image.Image) -> float:
    """The share of pixels that differ clearly."""
    blur = ImageFilter.GaussianBlur(1)
    both = [on_white(one).filter(blur) for one in (drawn, wanted)]
    bands = ImageChops.difference(*both).split()
    largest = ImageChops.lighter(ImageChops.lighter(bands[0], bands[1]), bands[2])
    return sum(largest.histogram()[OFF + 1 :]) / SIDE_PX**2


if __name__ == "__main__":
    raise SystemExit(main())
