"""Rules of shops are read from files, those of a project before those of the package."""

from pathlib import Path

import pytest

from fustella.core.files.project import RESOURCES, Project, project_at
from fustella.core.values.plates import PLAIN_NAMES, PlateSort
from fustella.core.values.problems import ProblemsFound
from fustella.core.values.shops import Takes
from fustella.read import read_shop, shop_names

CORNER = """\
name: The shop at the corner
takes: x4
sources:
  guide: {what: its guide, seen: 2026-11-27}
  letter: {what: a letter, seen: 2026-10}
bleed: {least: 0.125in, source: guide}
text: {least: 6pt, source: letter}
plates: {names: {cut: die-cut}, apart: true, source: letter}
punchboards:
  {boards: [{width: 8in, height: 4.5in}], gap: 3mm, nicks: {count: 3, width: 0.25mm}, source: guide}
files: {called: "{game}-{kind}", source: guide}
"""


@pytest.fixture
def project(tmp_path: Path) -> Project:
    (tmp_path / "game.yaml").write_text("title: T\nlanguages: [en]\n")
    (tmp_path / "shops").mkdir()
    return project_at(tmp_path)


def test_shop_of_a_project_is_read_with_units_and_sources(project):
    (project.root / "shops" / "corner.yaml").write_text(CORNER)
    shop = read_shop(project, "corner")
    assert (shop.name, shop.takes) == ("The shop at the corner", Takes.X4)
    assert shop.bleed_mm == pytest.approx(3.175)
    assert shop.text_pt == pytest.approx(6.0)
    assert shop.plates == {**PLAIN_NAMES, PlateSort.CUT: "die-cut"}
    assert shop.apart
    assert shop.punchboards is not None
    assert shop.punchboards.sizes[0].height_mm == pytest.approx(114.3)
    assert str(shop.origins["text"]) == "a letter, 2026-10"
    assert set(shop.origins) == {"bleed", "text", "plates", "punchboards", "files"}


def test_every_shop_of_the_package_is_whole_and_each_figure_has_a_source(project):
    names = shop_names(project)
    assert {"tgc", "mpc", "drivethru", "printplaygames"} <= {*names}
    for name in names:
        shop = read_shop(project, name)
        assert shop.origins, name
        assert all(origin.what and origin.seen for origin in shop.origins.values())
        if shop.products:
            assert (RESOURCES / "products" / f"{shop.products.table}.csv").is_file()


def test_file_of_a_project_replaces_the_shop_of_the_package(project):
    (project.root / "shops" / "tgc.yaml").write_text(CORNER)
    assert read_shop(project, "tgc").name == "The shop at the corner"
    assert "corner" not in shop_names(project)


def test_unknown_shop_is_told_with_the_nearest_and_where_rules_may_stand(project):
    with pytest.raises(ProblemsFound) as found:
        read_shop(project, "longpak")
    (problem,) = found.value.problems
    assert problem.code == "E780"
    assert "did you mean `longpack`?" in problem.hint
    assert "shops/NAME.yaml" in problem.hint


@pytest.mark.parametrize(
    ("old", "new", "code", "key"),
    [
        ("source: guide}\ntext", "source: guides}\ntext", "E782", "bleed.source"),
        ("cut: die-cut", "cut: Black", "E791", "plates.names.cut"),
        ("cut: die-cut", "cut: Crease", "E790", "plates.names.crease"),
        ("takes: x4", "takes: x5", "E104", "takes"),
        ("least: 6pt", "least: 6", "E109", "text.least"),
        ("count: 3", "count: 3.5", "E104", "punchboards.nicks.count"),
        ("seen: 2026-10", "seen: October", "E104", "sources.letter.seen"),
        ('called: "{game}-{kind}', 'called: "{game}-{kin}', "E782", "files.called"),
        ('called: "{game}-{kind}', 'called: "{kind}-{kind}', "E782", "files.called"),
        ('called: "{game}-{kind}', 'called: "../{kind}', "E403", "files.called"),
        (", source: letter}\nplates", "}\nplates", "E107", "text.source"),
    ],
)
def test_fault_in_a_shop_is_told_at_its_key(old, new, code, key, project):
    assert old in CORNER
    (project.root / "shops" / "corner.yaml").write_text(CORNER.replace(old, new, 1))
    with pytest.raises(ProblemsFound) as found:
        read_shop(project, "corner")
    assert [(one.code, one.place.key) for one in found.value.problems] == [(code, key)]


def test_shop_that_is_a_link_out_of_the_project_is_not_read(project, tmp_path_factory):
    outside = tmp_path_factory.mktemp("outside") / "secret.yaml"
    outside.write_text(CORNER)
    (project.root / "shops" / "corner.yaml").symlink_to(outside)
    with pytest.raises(ProblemsFound) as found:
        read_shop(project, "corner")
    assert [one.code for one in found.value.problems] == ["E131"]
