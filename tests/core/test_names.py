"""Names that become names of files: no name leads out of its folder, on any system."""

import re
from pathlib import Path, PurePosixPath, PureWindowsPath

import pytest
from hypothesis import given
from hypothesis import strategies as st

from fustella.build import BuildOptions
from fustella.core.files.names import LONGEST_BYTES, fault_in_name
from fustella.core.files.project import Project
from fustella.core.values.paper import Duplex
from fustella.core.values.problems import ProblemsFound
from fustella.kits.store import kit_path
from fustella.read import read_papers

HOSTILE = (
    *("..", ".", "", " ", "../x", "a/b", "a\\b", "/etc", "\\\\server\\share", "C:", "C:x", "c:\\x"),
    *("con", "CON", "nul.txt", "Aux", "com1", "LPT9.pdf", "com¹", "conin$"),
    *(".hidden", "-rf", "a.", "a ", " a", "x" * 300, "ж" * 100, "\ud800", "a\0b", "a\nb", "a\x7fb"),
    *("a\u200bb", "a\u202eb", "a*", "a?", 'a"', "<a>", "a|b", "~/x", "..%2f", "a/../../b"),
)
FINE = (
    "A4",
    "Letter",
    "en",
    "US Letter",
    "my-kit",
    "été",
    "a.b",
    "a_b",
    "コイン",
    "console",
    "com10",
)

_PARTS = st.sampled_from((*HOSTILE, *FINE, "..", "/", "\\", ":", "."))
NAMES = st.one_of(st.text(max_size=12), st.lists(_PARTS, max_size=4).map("".join))


@pytest.mark.parametrize("name", HOSTILE, ids=ascii)
def test_hostile_name_has_a_fault(name):
    assert fault_in_name(name)


@pytest.mark.parametrize("name", FINE)
def test_usual_name_has_none(name):
    assert fault_in_name(name) == ""


@given(NAMES)
def test_name_without_a_fault_is_one_part_of_a_path_on_every_system(name):
    if fault_in_name(name):
        return
    assert len(name.encode()) <= LONGEST_BYTES
    for system in (PurePosixPath, PureWindowsPath):
        path = system("home") / name
        assert (path.name, path.parent) == (name, system("home"))
        assert not path.is_absolute()
    assert name.isprintable() or not re.search(r"[\x00-\x1f\x7f]", name)


@given(NAMES)
def test_name_of_a_kit_is_one_file_in_its_folder_or_refused(name):
    project = Project(Path("project").absolute())
    try:
        path = kit_path(project, name)
    except ProblemsFound as found:
        assert [problem.code for problem in found.problems] in (["E403"], ["E121"])
    else:
        assert path.parent == project.root / "kits"


@given(NAMES)
def test_paper_of_a_project_is_a_folder_of_the_output_or_refused(tmp_path_factory, name):
    folder = tmp_path_factory.getbasetemp() / "papers"
    (folder / "content").mkdir(parents=True, exist_ok=True)
    quoted = "".join(f"\\U{ord(sign):08x}" for sign in name)
    text = f'"{quoted}": {{width: 210mm, height: 297mm, margin: 5mm}}\n'
    (folder / "content" / "papers.yaml").write_text(text, encoding="utf-8")
    try:
        known = read_papers(Project(folder))
    except ProblemsFound as found:
        assert all(problem.hint for problem in found.problems)
        return
    assert name in known
    inside = BuildOptions(name, Duplex.NONE, folder).folder("en")
    assert (folder / inside).parent == folder


@pytest.mark.parametrize(
    "name", [name for name in HOSTILE if name.strip() and "\ud800" not in name]
)
def test_hostile_name_of_a_ready_face_is_refused(name, tiny, capsys):
    before = tiny.state()
    with pytest.raises((SystemExit, ProblemsFound)):
        tiny.run("eject", "card", f"--as={name}")
    assert tiny.state() == before
