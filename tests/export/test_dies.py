"""Die lines of each kind, as files: their plates, their place on the page, what was asked for."""

import csv
import io
import xml.etree.ElementTree as ElementTree
from functools import cache, partial

import ezdxf
import pikepdf
import pytest

from fustella.write.dies import LINE_MM
from tests.conftest import TinyProject


def export(project, *arguments):
    assert project.run("export", "--to", "dies", *arguments) == 0
    folder = project.output / "tiny" / "en" / "dies"
    return folder / "part" if "--only" in arguments else folder


@pytest.fixture(scope="module")
def exported(built_tiny, tmp_path_factory):
    """Exports tiny, once for all tests: only to be read."""
    project = TinyProject(tmp_path_factory.mktemp("dies") / "project")
    built_tiny.write(project.root)
    return cache(partial(export, project))


def rows_of(folder):
    text = (folder / "dies.csv").read_bytes().decode("utf-8-sig")
    return [*csv.DictReader(io.StringIO(text, newline=""))]


def test_each_kind_and_each_box_has_lines(exported):
    folder = exported()
    kinds = ("card", "tile", "coin", "counter", "board", "deck-box", "bits-tray")
    assert {path.name for path in folder.glob("[!.]*")} == {
        "dies.csv",
        *(f"tiny-{kind}-dies.{form}" for kind in kinds for form in ("pdf", "svg", "dxf")),
    }
    plates = {(row["kind"], row["use"]) for row in rows_of(folder)}
    assert {kind for kind, use in plates if use == "cut"} == {*kinds}
    assert {kind for kind, use in plates if use == "glue"} == {"deck-box", "bits-tray"}
    assert {kind for kind, use in plates if use == "crease"} == {"deck-box", "bits-tray"}


def test_lengths_of_lines_are_those_of_the_pieces(exported):
    cut = {
        row["kind"]: float(row["length_mm"]) for row in rows_of(exported()) if row["use"] == "cut"
    }
    assert cut["coin"] == pytest.approx(62.8, abs=0.1)
    assert cut["counter"] == 60
    assert cut["board"] == 1040


def test_trim_lies_in_the_middle_of_the_page_as_in_the_art(exported):
    with pikepdf.open(exported() / "tiny-card-dies.pdf") as pdf:
        trim, media = ([float(x) / 72 * 25.4 for x in box]
                       for box in (pdf.pages[0].TrimBox, pdf.pages[0].MediaBox))  # fmt: skip
    assert [trim[2] - trim[0], trim[3] - trim[1]] == pytest.approx([44, 67], abs=0.01)
    assert trim[0] == pytest.approx(media[2] - trim[2], abs=0.01) == pytest.approx(3, abs=0.01)


def test_file_of_a_coin_is_one_circle(exported):
    drawing = ezdxf.readfile(exported() / "tiny-coin-dies.dxf")
    (circle,) = drawing.modelspace()
    assert (circle.dxftype(), circle.dxf.layer) == ("CIRCLE", "CutContour")
    assert circle.dxf.radius == pytest.approx(10)


def test_forms_that_were_not_asked_for_are_left_out(tiny):
    folder = export(tiny, "--lines", "svg,dxf", "--only", "card")
    assert {path.name for path in folder.glob("[!.]*")} == {
        *("tiny-card-dies.svg", "tiny-card-dies.dxf", "dies.csv")
    }


def test_form_of_lines_that_is_none_is_refused(tiny, capsys):
    with pytest.raises(SystemExit, match="2"):
        tiny.run("export", "--to", "dies", "--lines", "ai")
    assert "`ai` is no form of lines: write pdf, svg, dxf" in capsys.readouterr().err


def test_perforation_is_a_plate_of_its_own(tiny):
    tiny.edit(
        "content/tiny/game.yaml",
        "    size: mini\n",
        "    size: mini\n    perforations: [{x: 50%}]\n",
    )
    folder = export(tiny, "--lines", "svg", "--only", "card")
    root = ElementTree.fromstring((folder / "tiny-card-dies.svg").read_bytes())
    label = "{http://www.inkscape.org/namespaces/inkscape}label"
    groups = root.findall("{http://www.w3.org/2000/svg}g")
    assert [group.get(label) for group in groups] == ["CutContour", "PerfCutContour"]


SHOP = """name: A factory
takes: x4
sources: {guide: {what: its guide to files, seen: 2026-11-27}}
plates:
  names: {cut: die-cut, hole: die-cut, crease: Rillen, glue: Leim}
  line: 0.25mm
  source: guide
"""


def put_shop(project: TinyProject) -> None:
    path = project.root / "content" / "shops" / "factory.yaml"
    path.parent.mkdir()
    path.write_text(SHOP, encoding="utf-8")


def test_plates_are_called_and_as_wide_as_the_shop_wants(tiny):
    put_shop(tiny)
    folder = export(tiny, "--lines", "svg", "--shop", "factory")
    svg = (folder / "tiny-deck-box-dies.svg").read_text(encoding="utf-8")
    assert all(f'label="{name}"' in svg for name in ("die-cut", "Rillen", "Leim"))
    assert "0.25" in svg and str(LINE_MM) not in svg
    assert {row["plate"] for row in rows_of(folder)} == {"die-cut", "Rillen", "Leim"}
