"""Inserts of the four games: whatever stands in their boxes has a place, and all of it fits."""

import csv
import io
from typing import cast

import pytest

from fustella.build.inputs import load_game
from fustella.core.files.project import project_at
from fustella.core.values.model import Edition
from fustella.export import ExportOptions
from fustella.export.formats.insert import export
from fustella.export.game import ExportGame
from fustella.export.options import InsertForm
from fustella.export.pictures import FacePictures
from tests.helpers.sharing import ROOT
from tests.write.test_stl import read_stl

GAMES = ("city-duel", "el-mapa", "empire-plateau", "moving-kingdoms")


@pytest.fixture(scope="module", params=GAMES)
def edition(request):
    game = load_game(project_at(ROOT), request.param)
    return Edition(game, game.languages[0])


@pytest.mark.parametrize("form", InsertForm)
def test_insert_holds_what_stands_in_the_box(edition, form, tmp_path):
    options = ExportOptions(format="insert", output=tmp_path, form=form, loose=True, language="")
    pictures = cast(FacePictures, None)  # an insert shows no face
    made = export(ExportGame(edition, options, (), pictures, project_at(ROOT), tmp_path, ""))
    assert {one.code for one in made.warnings} <= {"E751", "E753"}
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
