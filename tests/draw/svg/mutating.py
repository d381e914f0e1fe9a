"""SVG with faults put in at random: whatever it becomes, it is drawn or told, and nothing fails.

`python -m tests.draw.svg.mutating --minutes 15 --seed 1 --keep FOLDER` changes the files of
tests/corpus/ and faces of the games, sends them through all that reads SVG, and keeps each file
at which something raised, or took longer than `LONGEST_S`. Where a text is stuck in a library that
hears no alarm, it stays in `last.svg`, and the process ends with the stack of what it did.
"""

import argparse
import contextlib
import faulthandler
import random
import re
import signal
import sys
import time
import traceback
from collections.abc import Iterator
from pathlib import Path
from xml.etree.ElementTree import ParseError, fromstring

from fustella.core.geometry.shapes import Outline
from fustella.core.values.model import Face, Record, Word
from fustella.core.values.problems import Place
from fustella.core.values.themes import Theme
from fustella.draw.icons.own import FaultyIcon, read_own_icon
from fustella.draw.inspect.lint import Lint, SvgFault, texts_too_near
from fustella.draw.inspect.metadata import smallest_text, texts_at_least
from fustella.draw.inspect.pictures import pictures_on
from fustella.draw.inspect.texts import line_boxes
from fustella.draw.pictures.drawn import in_theme
from fustella.draw.scene.marks import Origins
from fustella.draw.svg.clean import clean_svg
from fustella.draw.svg.fit import fit_face
from fustella.draw.svg.source import FaultySvg
from fustella.draw.themes import Themer
from tests.helpers.sharing import ROOT

LONGEST_S = 20
STUCK_S = 3 * LONGEST_S
FAMILIES = {"arial": "Source Sans Pro", "times new roman": "Source Serif Pro"}
WORDS = [
    *("", "-", "+", ".", "0", "-1", "1e400", "1e-400", "NaN", "inf", "1e", "1,2,3", "#", "#12"),
    *("none", "inherit", "initial", "auto", "currentColor", "url(#a)", "url(", "url(#)", "%", "5%"),
    *("matrix(1 2)", "scale(0)", "rotate(1 2)", "translate(1e9)", "var(--a)", "calc(1/0)", "{"),
    *(";", ":", "'", "Z", "M", "A1 1 0 9 9 1 1", "\t", "ß", "١", "²", "1 1 1 0", "path('M0')"),
    *("99999999999999999999", "0 0 0 0", "rgb(1,2", "rgb(a,b,c)", "hsl(1 2 3)", "rgb(1 2 3/)"),
]  # fmt: skip
NAMES = [
    *("x", "y", "d", "r", "rx", "width", "height", "points", "transform", "viewBox", "id", "href"),
    *("fill", "stroke", "stroke-width", "stroke-dasharray", "opacity", "style", "class", "offset"),
    *("font-size", "font-family", "font-weight", "clip-path", "mask", "filter", "marker-mid", "dx"),
    *("gradientUnits", "spreadMethod", "preserveAspectRatio", "patternTransform", "stdDeviation"),
    *("data-theme", "data-icon", "data-fitted", "vector-effect", "pathLength", "transform-origin"),
    *("transform-box", "rotate", "scale", "translate", "letter-spacing", "startOffset", "order"),
    *("radius", "numOctaves", "values", "baseline-shift", "font", "marker", "display", "overflow"),
]
TAGS = [
    *("g", "path", "rect", "circle", "line", "polygon", "text", "tspan", "textPath", "use", "svg"),
    *("symbol", "defs", "clipPath", "mask", "pattern", "linearGradient", "radialGradient", "stop"),
    *("marker", "filter", "feGaussianBlur", "feMorphology", "image", "switch", "style", "a", "x:y"),
]
_ATTRIBUTE = re.compile(r'([\w:-]+)="([^"]*)"')
_NUMBER = re.compile(r"[-+]?\d*\.?\d+")
_TAG = re.compile(r"(</?)([A-Za-z][\w:]*)")


def mutated(text: str, others: list[str], chance: random.Random) -> str:
    """A text with one to five changes; `others` are texts from which parts are taken."""
    for _ in range(chance.randint(1, 5)):
        text = chance.choice(_CHANGES)(text, others, chance)
    return text


def _value(text: str, _others: list[str], chance: random.Random) -> str:
    return _replaced(text, _ATTRIBUTE, chance, lambda f: f'{f[1]}="{chance.choice(WORDS)}"')


def _part(text: str, _others: list[str], chance: random.Random) -> str:
    def change(found: re.Match[str]) -> str:
        at = chance.randint(0, len(found[2]))
        return f'{found[1]}="{found[2][:at]}{chance.choice(WORDS)}{found[2][at:]}"'

    return _replaced(text, _ATTRIBUTE, chance, change)


def _name(text: str, _others: list[str], chance: random.Random) -> str:
    return _replaced(text, _ATTRIBUTE, chance, lambda f: f'{chance.choice(NAMES)}="{f[2]}"')


def _added(text: str, _others: list[str], chance: random.Random) -> str:
    name, word = chance.choice(NAMES), chance.choice(WORDS)
    return _replaced(text, _ATTRIBUTE, chance, lambda f: f'{f[0]} {name}="{word}"')


def _number(text: str, _others: list[str], chance: random.Random) -> str:
    return _replaced(text, _NUMBER, chance, lambda _: chance.choice(WORDS))


def _tag(text: str, _others: list[str], chance: random.Random) -> str:
    """One element's name by another, where it opens and wherever that name closes."""
    found = _picked(text, _TAG, chance)
    if found is None:
        return text
    return re.sub(rf"(</?){re.escape(found[2])}(?=[\s/>])", rf"\1{chance.choice(TAGS)}", text)


def _grafted(text: str, others: list[str], chance: random.Random) -> str:
    """An element of another text, put before some element."""
    other = chance.choice(others)
    taken = _picked(other, re.compile(r"<(\w+)\b[^<>]*/>|<(\w+)\b[^<>]*>[^<]*</\2>"), chance)
    spot = _picked(text, re.compile(r"<[a-z]"), chance)
    if taken is None or spot is None:
        return text
    return text[: spot.start()] + taken[0] + text[spot.start() :]


def _cut(text: str, _others: list[str], chance: random.Random) -> str:
    start = chance.randint(0, len(text))
    return text[:start] + text[start + chance.randint(1, 30) :]


def _reference(text: str, _others: list[str], chance: random.Random) -> str:
    """An `id` or a reference that names another element."""
    ids = re.findall(r'\bid="([^"]+)"', text)
    if not ids:
        return text
    pattern = re.compile(r"#[\w-]+(?=[)\"'])|(?<=\bid=\")[^\"]+")
    name = chance.choice(ids)
    return _replaced(text, pattern, chance, lambda f: f"#{name}" if f[0][0] == "#" else name)


def _picked(text: str, pattern: re.Pattern[str], chance: random.Random) -> re.Match[str] | None:
    found = list(pattern.finditer(text))
    return chance.choice(found) if found else None


def _replaced(text: str, pattern: re.Pattern[str], chance: random.Random, change) -> str:
    found = _picked(text, pattern, chance)
    return text if found is None else text[: found.start()] + change(found) + text[found.end() :]


_CHANGES = [
    *(_value, _value, _value, _part, _part, _name, _added, _added, _number, _tag, _grafted, _cut),
    _reference,
]


def read_everywhere(text: str, scratch: Path) -> None:
    """Sends a text through all that reads SVG. Whatever this raises is a bug."""
    _as_picture(text)
    _as_icon(text, scratch)
    _as_face(text)


def _as_picture(text: str) -> None:
    with contextlib.suppress(FaultySvg):
        clean = clean_svg(text.encode(errors="replace"), FAMILIES, lambda href: href)
        fromstring(clean.svg)
        for theme in (Theme.GREY, Theme.LOW_INK):
            in_theme(clean.svg, theme)


def _as_icon(text: str, scratch: Path) -> None:
    file = scratch / "icon.svg"
    file.write_text(text, encoding="utf-8", errors="replace")
    with contextlib.suppress(FaultyIcon):
        read_own_icon(file).markup("#123456", "i1-")


def _as_face(text: str) -> None:
    outline = _outline_of(text)
    found = list[SvgFault]()
    place = Place("game.yaml", 1)
    drawn = Lint(outline, 0, found.append).check(text)
    if found:
        with contextlib.suppress(FaultySvg):
            svg = fit_face(text, outline.size, 0, FAMILIES).svg
            Lint(outline, 0, found.append, cleaned=True).check(svg)
        found.clear()
        try:
            text = fit_face(text, outline.size, 0, FAMILIES).svg
        except FaultySvg:
            return
        drawn = Lint(outline, 0, found.append, cleaned=True).check(text)
    if drawn is None:
        return
    smallest_text(drawn)
    texts_at_least(drawn)
    if found:
        return
    list(texts_too_near(drawn, outline, 3, Origins()))
    face = Face.drawn(text, outline, 0)
    list(line_boxes(face))
    with contextlib.suppress(KeyError):  # of pictures that the files here do not have
        pictures_on(text, {})
    colours = Record({"red": Word("#c0392b", place), "blue": Word("#2b6fc0", place)})
    for theme in Theme:
        fromstring(Themer.of_game(theme, colours).derive(face, text).svg)


def _outline_of(text: str) -> Outline:
    try:
        root = fromstring(text)
        box = [float(number) for number in root.get("viewBox", "").replace(",", " ").split()]
        return Outline.rectangle(*(min(500.0, max(1.0, side)) for side in box[2:4]))
    except (ParseError, ValueError, TypeError):
        return Outline.rectangle(20, 20)


def seeds() -> list[str]:
    """The texts to begin with: the corpora, and some faces of each game."""
    from fustella.core.values.model import Theme as Themes
    from tests.helpers.drawn import PROJECT, drawn

    corpus = ROOT / "tests" / "corpus"
    files = [*(corpus / "svg").glob("*.svg"), *(corpus / "themes").glob("*.svg")]
    found = [one.read_text("utf-8") for one in sorted(files) if "utf-16" not in one.name]
    for game in sorted(path.name for path in (PROJECT.root / "content").iterdir()):
        faces = [face.svg for face in drawn(game, "en", Themes.FULL).faces.values()]
        found += sorted(set(faces), key=len)[:: max(1, len(faces) // 20)]
    return found


class TooLong(BaseException):
    """Longer than `LONGEST_S`; no `except` for errors, such as those of a file, swallows it."""


@contextlib.contextmanager
def _at_most(seconds: int) -> Iterator[None]:
    def stop(*_: object) -> None:
        raise TooLong(f"more than {seconds} s")

    signal.signal(signal.SIGALRM, stop)
    signal.alarm(seconds)
    faulthandler.dump_traceback_later(STUCK_S, exit=True)
    try:
        yield
    finally:
        signal.alarm(0)
        faulthandler.cancel_dump_traceback_later()


def main() -> None:
    parser = argparse.ArgumentParser()
    parser.add_argument("--minutes", type=float, default=15)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--keep", type=Path, required=True)
    told = parser.parse_args()
    told.keep.mkdir(parents=True, exist_ok=True)
    texts, chance = seeds(), random.Random(told.seed)
    ends, count = time.monotonic() + told.minutes * 60, 0
    known: set[str] = set()
    while time.monotonic() < ends:
        text = mutated(chance.choice(texts), texts, chance)
        count += 1
        (told.keep / "last.svg").write_text(text, "utf-8", errors="replace")
        try:
            with _at_most(LONGEST_S):
                read_everywhere(text, told.keep)
        except (Exception, TooLong) as error:  # what is looked for
            frames = traceback.extract_tb(error.__traceback__)
            spot = f"{type(error).__name__} {Path(frames[-1].filename).name}:{frames[-1].lineno}"
            if spot not in known:
                known.add(spot)
                (told.keep / f"find-{len(known)}.svg").write_text(text, "utf-8", errors="replace")
                lines = "\n".join(f"{f.filename}:{f.lineno} {f.name}" for f in frames[-4:])
                print(f"find-{len(known)}: {spot} {error}\n{lines}", flush=True)
    print(f"{count} texts, {len(known)} finds")
    sys.exit(bool(known))


if __name__ == "__main__":
    main()
