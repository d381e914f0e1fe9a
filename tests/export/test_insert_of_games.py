"""Inserts of the four games: whatever stands in their boxes has a place, and all of it fits."""

import csv
import io
from typing import cast

import pytest

from fustella.build.booklet_size import format_size
from fustella.build.job import Job
from fustella.build.options import BuildOptions
from fustella.core.files.project import project_at
from fustella.core.values.model import FaceId, SideName
from fustella.core.values.paper import Duplex
from fustella.export import ExportOptions
from fustella.export.formats.insert import export
from fustella.export.game import ExportGame
from fustella.export.options import InsertForm
from fustella.export.pictures import FacePictures
from fustella.export.rulebook import Rulebook, RulebookPages
from tests.helpers.sharing import ROOT
from tests.write.test_stl import read_stl

GAMES = ("city-duel", "el-mapa", "empire-plateau", "moving-kingdoms")


PAGES = 16
"""The pages of the booklet of each game, as `fustella plan --box` finds; none is set for a test."""


@pytest.fixture(scope="module", params=GAMES)
def of_game(request):
    """An edition with the booklet of its rules, as large as it is printed."""
    job = Job(project_at(ROOT), request.param, BuildOptions("A4", Duplex.NONE, ROOT / "output"))
    booklet = job.booklet
    assert booklet is not None
    faces = {FaceId(str(page), SideName.FRONT): None for page in range(PAGES)}
    pages = RulebookPages(faces, None, None)
    book = Rulebook(booklet, None, format_size(booklet), None, lambda size, bleed_mm: pages)
    return job.edition, book


LARGE = ("empire-plateau", InsertForm.STL, False)
"""Where a pile is larger than the usual bed: the smaller board lies below the larger one."""


@pytest.mark.parametrize("loose", [False, True], ids=["boxes", "loose"])
@pytest.mark.parametrize("form", InsertForm)
def test_insert_holds_what_stands_in_the_box(of_game, form, loose, tmp_path):
    edition, book = of_game
    options = ExportOptions(format="insert", output=tmp_path, form=form, loose=loose, language="")
    pictures = cast(FacePictures, None)  # an insert shows no face
    game = ExportGame(edition, options, (), pictures, project_at(ROOT), tmp_path, "", rulebook=book)
    made = export(game)
    large = {"E758"} if (edition.game.id, form, loose) == LARGE else set()
    assert {one.code for one in made.warnings} - {"E751", "E753"} == large
    files = {file.file: file for file in made.files}
    text = bytes(files["trays.csv"].content()).decode("utf-8-sig")
    rows = [*csv.DictReader(io.StringIO(text, newline=""))]
    assert rows
    box = edition.game.box
    for row in rows:
        wide, deep, high = (
            float(row[f"outside_{side}_mm"]) for side in ("width", "depth", "height")
        )
        assert wide <= box.width_mm and deep <= box.depth_mm and high <= box.height_mm
    solids = [file for name, file in files.items() if name.endswith(".stl")]
    assert bool(solids) is (form is InsertForm.STL)
    for file in solids:
        _, facets = read_stl(bytes(file.content()))
        sides = sorted(max(at[axis] for _, facet in facets for at in facet) for axis in (0, 1))
        assert sides[1] <= 220
