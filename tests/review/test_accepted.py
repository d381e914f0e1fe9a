"""`fustella check --accept-faces`: what no list explains is told, with what it was before."""

import shutil
from pathlib import Path

import pytest

from tests.conftest import TinyProject

CARD, COIN = "templates/tiny/card.svg.j2", "templates/tiny/coin.svg.j2"
COUNTER, TILE = "templates/tiny/counter.svg.j2", "templates/tiny/tile.svg.j2"
GAME, COUNTERS = "content/tiny/game.yaml", "content/tiny/counters.yaml"
ACCEPTED = "content/tiny/faces.accepted"


@pytest.fixture(scope="module")
def accepted(tmp_path_factory) -> Path:
    """The tiny project with its faces accepted."""
    project = TinyProject.made_at(tmp_path_factory.mktemp("accepted") / "project")
    assert project.run("check", "--accept-faces") == 0
    return project.root


@pytest.fixture
def project(accepted, tmp_path) -> TinyProject:
    shutil.copytree(accepted, tmp_path / "project", symlinks=True)
    return TinyProject(tmp_path / "project")


def edit(project: TinyProject, file: str, old: str, new: str) -> None:
    path = project.root / file
    text = path.read_text("utf-8")
    assert old in text
    path.write_text(text.replace(old, new), "utf-8")


@pytest.mark.parametrize(
    ("file", "old", "new", "place", "before", "after"),
    [
        # one value for another, a sign for another, a text of the template's own
        (CARD, "face.letter ~ face.cost", "face.letter ~ (face.cost + 1)", CARD, "“B3”", "“B4”"),
        (COIN, "{{ text(face.value,", "{{ text('≥' ~ face.value,", COIN, "“5”", "“≥5”"),
        (CARD, "text(words.weighs", "text(words.rare", CARD, "weighs", "rare"),
        # an icon for another, a thing at another place, another colour
        (COUNTER, "icon(face.picture", 'icon("mdi:tree"', COUNTER, "`mdi:account`", "`mdi:tree`"),
        (COIN, "y=5, width=12", "y=9, width=12", COIN, "at", "at"),
        (COUNTER, 'fill="{{ face.colour }}"', 'fill="#777777"', COUNTER, "shapes", "these"),
        # what game.yaml prints, in any language
        (
            GAME,
            "rare: {en: rare, it: rara}",
            "rare: {en: rare, it: comune}",
            GAME,
            "rara",
            "comune",
        ),
        (GAME, "{en: Cards, it: Carte}", "{en: Card, it: Carte}", GAME, "“Cards”", "“Card”"),
    ],
)
def test_what_no_list_explains_is_told(project, run, file, old, new, place, before, after):
    edit(project, file, old, new)
    found = [one for one in run(project, "check").problems if one.code == "E514"]
    assert len(found) == 1, found
    was, now = found[0].message.split("; now it is ")
    assert found[0].file == place
    assert before in was
    assert after in now


@pytest.mark.parametrize(
    "command", [("build",), ("build", "--only", "coin"), ("export", "--to", "png")]
)
def test_a_face_that_was_not_accepted_is_printed_by_no_command(project, run, command):
    edit(project, CARD, "text(words.weighs", "text(words.rare")
    ran = run(project, *command)
    assert ran.code == 1
    assert [one.code for one in ran.problems] == ["E514"]
    assert ran.err.endswith("; mend them, or print all the same with --force\n")
    assert run(project, *command, "--force").code == 0


def test_changed_lists_explain_what_their_pieces_show(project, run):
    edit(project, COUNTERS, "front: {picture: mdi:account}", "front: {picture: mdi:tree}")
    assert not [one for one in run(project, "check").problems if one.code == "E514"]
    edit(project, COUNTER, "icon(face.picture", 'icon("mdi:fish"')
    ran = run(project, "check")
    (told,) = [one for one in ran.problems if one.code == "E514"]
    assert "`fa:flag` on `flag-red front` (and on 1 more)" in told.message
    assert "2 accepted faces are not compared" in ran.out


def test_comments_and_spaces_in_templates_are_no_change(project, run):
    edit(project, CARD, "{% block face %}", "{# the front #}\n{% block face %}\n\n")
    assert not [one for one in run(project, "check").problems if one.code == "E514"]


def test_faces_are_accepted_anew_with_what_has_changed(project, run):
    edit(project, CARD, "text(words.weighs", "text(words.rare")
    ran = run(project, "check", "--accept-faces")
    assert ran.code == 0
    assert "weighs" in ran.err
    assert run(project, "check").code == 0


def test_accepting_twice_writes_the_same(project, run):
    before = (project.root / ACCEPTED).read_bytes()
    run(project, "check", "--accept-faces")
    assert (project.root / ACCEPTED).read_bytes() == before


@pytest.mark.parametrize("line", [b"", b"{}", b'["face",1]', b'["face","a","","","b",[]]', b"\xff"])
def test_a_file_that_is_not_as_it_was_written_is_told(project, run, line):
    (project.root / ACCEPTED).write_bytes(b'["faces",1,"en","x"]\n' + line + b"\n")
    (told,) = [one for one in run(project, "check").problems if one.code == "E510"]
    assert (told.file, told.line) == (ACCEPTED, 2)
