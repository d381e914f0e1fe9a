"""The package as strangers get it: a wheel, in a fresh environment, far from this repository."""

import ast
import os
import re
import shutil
import subprocess
import sys
import sysconfig
import tarfile
import tomllib
import urllib.request
import venv
import zipfile
from collections.abc import Sequence
from dataclasses import dataclass
from email import message_from_string
from email.message import Message
from importlib.metadata import PackageNotFoundError, metadata
from pathlib import Path

import pytest
from packaging.specifiers import SpecifierSet

from fustella import __version__
from fustella.start import STARTS
from tests.conftest import TINY, Ran
from tests.helpers.sharing import ROOT

PACKAGE = ROOT / "generator" / "fustella"
PAGES = ROOT / "docs" / "problems"
_SOURCES = ("pyproject.toml", "MANIFEST.in", "LICENSE", "NOTICE", "README.md", "CHANGELOG.md")
_SOURCES += ("constraints.txt", "setup.py")
_LEFT_BY_PYTHON = ("__pycache__", "*.py[co]", "*.egg-info")


@dataclass(frozen=True)
class Built:
    """What is given away: a source distribution, and wheels made from the tree and from it."""

    sdist: Path
    wheel: Path
    wheel_of_sdist: Path


@dataclass(frozen=True)
class Installed:
    """The wheel in an environment of its own, and a folder to work in, both far from here."""

    python: Path
    fustella: Path
    packages: Path
    folder: Path

    def run(self, *line: str | Path, folder: Path | None = None) -> Ran:
        """Runs a program in a folder, with nothing of this process's environment."""
        where, known = folder or self.folder, self.environment()
        ran = subprocess.run(
            line, check=False, cwd=where, env=known, capture_output=True, text=True
        )
        return Ran(ran.returncode, ran.stdout, ran.stderr)

    def environment(self) -> dict[str, str]:
        home = self.folder.parent / "home"
        home.mkdir(exist_ok=True)
        kept = {name: os.environ[name] for name in ("SYSTEMROOT", "TEMP") if name in os.environ}
        path = os.pathsep.join((str(self.fustella.parent), os.defpath))
        return kept | {"PATH": path, "HOME": str(home), "USERPROFILE": str(home)}


@pytest.fixture(scope="session")
def built(tmp_path_factory: pytest.TempPathFactory) -> Built:
    """Built from a copy: setuptools writes into the folder that it builds from."""
    folder = tmp_path_factory.mktemp("package")
    tree = folder / "tree"
    shutil.copytree(
        PACKAGE.parent, tree / "generator", ignore=shutil.ignore_patterns(*_LEFT_BY_PYTHON)
    )
    shutil.copytree(PAGES, tree / "docs" / "problems")
    for name in _SOURCES:
        shutil.copy(ROOT / name, tree)
    sdist = _made_by("build_sdist", tree, folder / "given")
    with tarfile.open(sdist) as packed:
        packed.extraction_filter = getattr(tarfile, "data_filter", None)  # new in 3.11.4
        packed.extractall(folder)
    unpacked = folder / sdist.name.removesuffix(".tar.gz")
    wheels = [_made_by("build_wheel", one, folder / f"of-{one.name}") for one in (tree, unpacked)]
    return Built(sdist, *wheels)


def _made_by(hook: str, tree: Path, folder: Path) -> Path:
    """What setuptools makes for whoever builds a package, such as pip."""
    folder.mkdir()
    ask = f"import sys, setuptools.build_meta as b; b.{hook}(sys.argv[1])"
    _run_here([sys.executable, "-c", ask, str(folder)], tree)
    (made,) = folder.iterdir()
    return made


def _run_here(line: Sequence[str], folder: Path) -> None:
    known = {name: value for name, value in os.environ.items() if name != "PYTHONPATH"}
    done = subprocess.run(line, check=False, cwd=folder, env=known, capture_output=True, text=True)
    assert done.returncode == 0, done.stdout + done.stderr


@pytest.fixture(scope="session")
def installed(built: Built, tmp_path_factory: pytest.TempPathFactory) -> Installed:
    """The wheel in a fresh environment, which takes its libraries from the one that runs the tests.

    A .pth file in it adds that one's folder; the .pth files there are not read, so that an editable
    installation of this repository stays unknown.
    """
    root = tmp_path_factory.mktemp("stranger")
    environment = root / "environment"
    venv.EnvBuilder(with_pip=False, symlinks=os.name != "nt").create(environment)
    programs = environment / ("Scripts" if os.name == "nt" else "bin")
    python = programs / ("python.exe" if os.name == "nt" else "python")
    line = (sys.executable, "-m", "pip", f"--python={python}", "install", "--no-deps", "--no-index")
    _run_here((*line, "--quiet", str(built.wheel)), root)
    (packages,) = (path.parent for path in environment.rglob("fustella/__init__.py"))
    libraries = {sysconfig.get_path("purelib"), sysconfig.get_path("platlib")}
    (packages.parent / "libraries.pth").write_text("\n".join(sorted(libraries)) + "\n")
    folder = root / "far" / "away"
    folder.mkdir(parents=True)
    (found,) = programs.glob("fustella*")
    return Installed(python, found, packages, folder)


def _files_of_the_package() -> set[str]:
    files = (path for path in PACKAGE.rglob("*") if path.is_file())
    return {
        path.relative_to(PACKAGE.parent).as_posix()
        for path in files
        if "__pycache__" not in path.parts and path.suffix not in (".pyc", ".pyo")
    }


def _metadata(wheel: Path) -> Message:
    with zipfile.ZipFile(wheel) as packed:
        (name,) = (name for name in packed.namelist() if name.endswith(".dist-info/METADATA"))
        return message_from_string(packed.read(name).decode("utf-8"))


def test_wheel_holds_every_file_of_the_package_and_pages_of_problems_and_no_other(built):
    with zipfile.ZipFile(built.wheel) as packed:
        names = set(packed.namelist())
    inside = {name for name in names if not name.startswith("fustella-")}
    pages = {f"fustella/resources/problems/{page.name}" for page in PAGES.iterdir()}
    assert inside == _files_of_the_package() | pages
    about = {name.partition(".dist-info/")[2] for name in names - inside}
    assert {"licenses/LICENSE", "licenses/NOTICE", "entry_points.txt"} <= about


def test_wheel_of_the_source_distribution_is_the_same(built):
    contents = []
    for wheel in (built.wheel, built.wheel_of_sdist):
        with zipfile.ZipFile(wheel) as packed:
            contents.append({name: packed.read(name) for name in packed.namelist()})
    assert contents[0] == contents[1]


def test_source_distribution_holds_no_compiled_file(built):
    with tarfile.open(built.sdist) as packed:
        assert not [name for name in packed.getnames() if "__pycache__" in name]


def test_metadata_says_name_version_licence_and_addresses(built):
    metadata = _metadata(built.wheel)
    assert (metadata["Name"], metadata["Version"]) == ("fustella", __version__)
    assert metadata["License-Expression"] == "MIT"
    assert metadata.get_all("License-File") == ["LICENSE", "NOTICE"]
    assert metadata["Requires-Python"] == ">=3.11"
    told = {line.partition(",")[0] for line in metadata.get_all("Project-URL")}
    assert told == {"Homepage", "Documentation", "Source", "Issues", "Changelog"}
    assert not [one for one in metadata.get_all("Classifier") if one.startswith("License")]
    assert metadata["Keywords"] and metadata["Description-Content-Type"] == "text/markdown"


def test_dependencies_are_those_that_the_package_imports(built):
    """Each library that a module imports is declared, so that a fresh environment has it."""
    imported = set()
    for path in PACKAGE.rglob("*.py"):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if isinstance(node, ast.Import):
                imported |= {one.name.partition(".")[0] for one in node.names}
            elif isinstance(node, ast.ImportFrom) and node.module:
                imported.add(node.module.partition(".")[0])
    libraries = imported - set(sys.stdlib_module_names) - {"fustella"}
    from importlib.metadata import packages_distributions, requires

    lines = _metadata(built.wheel).get_all("Requires-Dist")
    told = {_plain(line) for line in lines if "extra ==" not in line}
    whole = told | {_plain(line) for one in told for line in requires(one) or ()}
    sources = packages_distributions()
    for library in libraries:
        assert {_plain(one) for one in sources[library]} & whole, library


def _plain(requirement: str) -> str:
    name = requirement.partition(";")[0].strip()
    for sign in "<>=!~[ (":
        name = name.partition(sign)[0]
    return name.lower().replace("_", "-")


def test_installed_package_is_that_of_the_wheel(installed, built):
    said = installed.run(installed.python, "-c", "import fustella; print(fustella.__file__)")
    assert Path(said.out.strip()) == installed.packages / "__init__.py", said.err
    assert str(ROOT) not in said.out
    ask = "from importlib.metadata import entry_points as e, version as v; print(v('fustella'), *"
    ask += "(p.value for p in e(group='console_scripts') if p.name == 'fustella'))"
    said = installed.run(installed.python, "-c", ask)
    assert said.out.split()[:2] == [__version__, "fustella.cli:run"], said.err


def test_program_and_module_say_the_same_version(installed):
    program = installed.run(installed.fustella, "--version")
    module = installed.run(installed.python, "-m", "fustella", "--version")
    assert program == module == Ran(0, f"fustella {__version__}\n", "")


def test_versions_in_constraints_are_those_that_pyproject_asks_for():
    """What `make` installs, and the setuptools that builds the package."""
    pinned = {_plain(line) for line in _lines_of(ROOT / "constraints.txt")}
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    asked = list(project["build-system"]["requires"]) + project["project"]["dependencies"]
    for extra in project["project"]["optional-dependencies"].values():
        asked += extra
    assert {_plain(one) for one in asked} <= pinned


def test_pinned_versions_run_on_the_oldest_python():
    """That of a system may be its first: Debian 12 has 3.11.2."""
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))
    oldest = project["project"]["requires-python"].removeprefix(">=") + ".0"
    names = [line.partition("==")[0] for line in _lines_of(ROOT / "constraints.txt")]
    asked = {name: _python_of(name) for name in names}
    assert not {name: wants for name, wants in asked.items() if oldest not in wants}


def _python_of(name: str) -> SpecifierSet:
    """The versions of Python that an installed package runs on; any for one that is not."""
    try:
        return SpecifierSet(metadata(name).get("Requires-Python") or "")
    except PackageNotFoundError:
        return SpecifierSet()


def _lines_of(path: Path) -> list[str]:
    lines = path.read_text(encoding="utf-8").splitlines()
    return [line for line in lines if line and not line.startswith("#")]


# What a stranger does with it. `project` is a whole project without any tie to this repository.


@pytest.fixture(scope="session")
def project(installed: Installed) -> Path:
    return Path(shutil.copytree(TINY, installed.folder / "project"))


def test_list_names_the_games_of_a_project_far_away(installed, project):
    said = installed.run(installed.fustella, "list", "--project", project)
    assert said.code == 0, said.err
    assert "tiny" in said.out


def test_build_makes_pdfs_with_fonts_papers_and_templates_of_the_wheel(installed, project):
    said = installed.run(installed.fustella, "build", "--project", project)
    assert said.code == 0, said.err
    made = sorted((project / "output" / "tiny" / "en-A4").glob("*.pdf"))
    assert made and all(path.read_bytes().startswith(b"%PDF-") for path in made)


def test_explain_prints_the_pages_that_came_with_the_wheel(installed):
    ran = installed.run(installed.fustella, "explain", "e201")
    assert (ran.code, ran.err) == (0, "")
    assert ran.out.startswith("E201 a text does not fit\n")


def test_check_reads_the_claims(installed, project):
    said = installed.run(installed.fustella, "check", "--project", project)
    assert said.code == 0, said.err
    assert "holds" in said.out


def test_new_in_an_empty_folder_builds_and_checks(installed):
    """From the wheel alone, with nothing else in the folder and an empty home.

    One start: that the wheel has the files of all is told above, that each builds in tests/start.
    """
    start = next(iter(STARTS))
    folder = installed.folder / "games"
    folder.mkdir()
    said = installed.run(installed.fustella, "new", start, "--from", start, folder=folder)
    assert said.code == 0, said.err
    for command in ("build", "check", "schema", "eject card --as own"):
        said = installed.run(installed.fustella, *command.split(), folder=folder / start)
        assert (said.code, said.err) == (0, ""), command
    assert list(folder.glob(f"{start}/output/*/en-A4/*.pdf"))
    assert (folder / start / "templates" / "ready" / "own.yaml").is_file()


def test_one_list_in_an_empty_folder_builds(installed):
    folder = installed.folder / "one"
    folder.mkdir()
    listed = "kind: ready/card\npieces: [{id: fox, copies: 3, front: {title: Fox, text: Run.}}]\n"
    (folder / "cards.yaml").write_text(listed, encoding="utf-8")
    said = installed.run(installed.fustella, "build", folder=folder)
    assert (said.code, said.err) == (0, "")
    assert (folder / "output" / "one" / "en-A4" / "one-card.pdf").is_file()


def test_preview_of_a_new_game_serves_its_page(installed):
    folder = installed.folder / "seen"
    assert installed.run(installed.fustella, "new", folder).code == 0
    line = (str(installed.fustella), "preview", "--port", "8431")
    environment = installed.environment() | {"PYTHONUNBUFFERED": "1"}
    with subprocess.Popen(
        line,
        cwd=folder,
        env=environment,
        stdout=subprocess.PIPE,
        stderr=subprocess.STDOUT,
        text=True,
    ) as served:
        assert served.stdout is not None
        try:
            addresses = (re.search(r"http://\S+", line) for line in served.stdout)
            address = next(found[0] for found in addresses if found)
            with urllib.request.urlopen(address) as page:
                assert b"Fustella" in page.read()
        finally:
            served.terminate()


def test_empty_folder_is_told_what_to_do(installed):
    folder = installed.folder / "empty"
    folder.mkdir()
    said = installed.run(installed.fustella, "build", "--project", folder)
    assert said.code == 1
    assert "E001" in said.err and "Traceback" not in said.err
    assert "fustella new" in said.err
