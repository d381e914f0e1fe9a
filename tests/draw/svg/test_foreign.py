"""More than a hundred features of foreign SVG files, each printed as a browser shows it, or told.

The pictures beside the files are Chromium's, with our fonts. Where a browser is installed, they
are compared with what it shows now.
"""

from pathlib import Path
from xml.etree.ElementTree import Element, fromstring, tostring

import pytest
from msgspec.structs import replace
from PIL import Image

from fustella.draw.svg.source import FaultySvg
from fustella.draw.svg.tree import SVG
from tests.draw.svg import foreign

MOST, MEAN = 40.0, 4.0
"""What pictures may differ by, blurred, at their worst spot and as a whole (0 to 255)."""

MEAN_ON_PURPOSE = 8.0
"""As a whole, where a file says that its picture differs."""

PRINTED = [file for file in foreign.FILES if not foreign.expected(file).refused]
REFUSED = [file for file in foreign.FILES if foreign.expected(file).refused]

MUTED = [
    *("css-specificity", "css-nth-child", "units-everywhere", "symbol-use-size", "markers"),
    *("use-inherits-style", "text-nested-tspans", "text-on-path", "filter-blur", "potrace"),
]
"""Files of which every drawn part is needed."""


def named(file: Path) -> str:
    return file.stem


def reference(file: Path) -> Image.Image:
    return Image.open(file.with_suffix(".png")).convert("RGB")


def close(ours: Image.Image, theirs: Image.Image, differs: bool = False) -> bool:
    mean, most = foreign.differences(ours, theirs)
    return mean <= MEAN_ON_PURPOSE if differs else (mean <= MEAN and most <= MOST)


def test_corpus_has_a_hundred_features():
    assert len(foreign.FILES) >= 100


@pytest.mark.parametrize("file", PRINTED, ids=named)
def test_foreign_feature_is_printed_as_a_browser_shows_it(file):
    clean, expected = foreign.cleaned(file), foreign.expected(file)
    notes = [note.message for note in clean.notes]
    if expected.note:
        assert any(expected.note in message for message in notes), notes
    else:
        assert notes == []
    ours, theirs = foreign.printed(clean), reference(file)
    assert close(ours, theirs, expected.differs), foreign.differences(ours, theirs)


@pytest.mark.parametrize("file", REFUSED, ids=named)
def test_foreign_file_that_cannot_be_printed_is_refused(file):
    with pytest.raises(FaultySvg, match=foreign.expected(file).refused):
        foreign.cleaned(file)


@pytest.mark.parametrize("stem", MUTED)
def test_picture_that_misses_a_part_is_told_from_the_browsers(stem):
    file = foreign.FOLDER / f"{stem}.svg"
    clean = foreign.cleaned(file)
    whole = fromstring(clean.svg)
    drawn = _drawn_parts(whole)
    assert drawn
    for at in range(len(drawn)):
        root = fromstring(clean.svg)
        parent, part = _drawn_parts(root)[at]
        parent.remove(part)
        without = replace(clean, svg=tostring(root, encoding="unicode"))
        assert not close(foreign.printed(without), reference(file)), part.attrib


def _drawn_parts(root: Element) -> list[tuple[Element, Element]]:
    """Elements that are drawn where they stand, with their parents."""
    found: list[tuple[Element, Element]] = []

    def collect(parent: Element) -> None:
        for child in parent:
            name = child.tag.removeprefix(SVG)
            if name in {"text", "use", "image", "path", "rect", "circle", "polyline"}:
                if child.get("fill") != "none" or child.get("stroke", "none") != "none":
                    found.append((parent, child))
            elif name in {"g", "svg"}:
                collect(child)

    collect(root)
    return found


LOOKED_AT_ONE_IN = 10
"""A browser takes a while for each file: every run judges some of them. All are judged by
`python -m tests.draw.svg.foreign --all`, whose changes git shows."""


def test_stored_pictures_are_what_the_browser_shows(tmp_path, browser):
    apart = []
    with browser.new_page() as page:
        for file in PRINTED[::LOOKED_AT_ONE_IN]:
            now = foreign.shown(page, file, foreign.cleaned(file), tmp_path)
            mean, most = foreign.differences(now, reference(file))
            if mean > MEAN or most > MOST:
                apart.append(f"{file.stem}: {mean:.1f} {most:.0f}")
    assert apart == []
