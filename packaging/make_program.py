"""Makes the program for people without Python: a folder that holds Fustella and all that it needs.

    python -m pip install pyinstaller . && python packaging/make_program.py dist

makes `dist/fustella`, with the program `fustella` in it, and tries it: a new game is begun, built
and exported, its PDFs are looked at, and the studio is asked for its page. It is made on the system
that it is for. What it is made of is what is installed beside this Python. With `--only-try`, a
program that is there is only tried.

PyInstaller is a tool of the build (GPL 2, with an exception for the program that it makes, to which
only its starter belongs; docs/studio.md has sizes and times). Nuitka would compile the tool, whose
modules are read as files; an archive such as shiv makes needs a Python on the machine.
"""

import argparse
import compileall
import importlib.metadata
import os
import py_compile
import re
import shutil
import signal
import subprocess
import sys
import tempfile
import time
import urllib.request
from pathlib import Path

HERE = Path(__file__).resolve().parent

PAGES = HERE.parent / "docs" / "problems"
"""The pages about problems, which `fustella explain` prints."""

NAME = "fustella"

SUFFIX = ".exe" if sys.platform == "win32" else ""

PLAIN = (
    *("fustella", "fonticon_mdi7", "fonticon_fa6"),
    *("font_source_sans_pro", "font_source_serif_pro"),
)
"""The packages whose files are read as files, too: they lie as they are in the folder."""

LEFT_OUT = ("tkinter", "numpy", "IPython", "pytest", "setuptools", "pip")
"""Packages that libraries use if somebody else has installed them."""


def requirements() -> tuple[str, ...]:
    """The names of all packages that Fustella needs, and that these need, and its own."""
    found: dict[str, None] = {}
    waiting = [NAME]
    while waiting:
        name = waiting.pop()
        if name in found:
            continue
        try:
            needed = importlib.metadata.requires(name) or ()
        except importlib.metadata.PackageNotFoundError:  # for another system
            continue
        found[name] = None
        waiting += [_name_of(line) for line in needed if "extra ==" not in line]
        if name == "fonttools":  # its extra `woff`
            waiting += ["brotli", "zopfli"]
    return tuple(found)


def _name_of(line: str) -> str:
    named = re.match(r"[A-Za-z0-9._-]+", line)
    assert named, line
    return named[0].lower().replace("_", "-")


def modules_of(package: str) -> list[str]:
    """The names that a package gives to `import`."""
    owners = importlib.metadata.packages_distributions()
    wanted = package.lower().replace("_", "-")
    return [
        module
        for module, names in owners.items()
        if wanted in (name.lower().replace("_", "-") for name in names)
        and module.isidentifier()
        and not module.startswith("__")
    ]


def make(folder: Path) -> Path:
    """Makes the folder `fustella` in `folder`. Returns the path of the program in it."""
    needed = requirements()
    words = [sys.executable, "-m", "PyInstaller", "--noconfirm", "--clean", "--log-level", "WARN"]
    words += ["--onedir", "--console", "--name", NAME, "--distpath", str(folder)]
    for package in needed:
        words += ["--copy-metadata", package]
        for module in modules_of(package):
            words += ["--collect-all" if module in PLAIN else "--collect-submodules", module]
            words += ["--collect-data", module, "--collect-binaries", module]
    if PAGES.is_dir():  # an editable Fustella has them there (setup.py)
        words += ["--add-data", f"{PAGES}{os.pathsep}fustella/resources/problems"]
    for module in LEFT_OUT:
        words += ["--exclude-module", module]
    with tempfile.TemporaryDirectory() as work:
        (Path(work) / "hooks").mkdir()
        for module in PLAIN:
            hook = f"module_collection_mode = {{{module!r}: 'py'}}\n"
            (Path(work) / "hooks" / f"hook-{module}.py").write_text(hook, encoding="utf-8")
        words += ["--additional-hooks-dir", str(Path(work) / "hooks")]
        words += ["--workpath", work, "--specpath", work, str(HERE / "program.py")]
        subprocess.run(words, check=True)
    _compile(folder / NAME)
    return folder / NAME / f"{NAME}{SUFFIX}"


def _compile(folder: Path) -> None:
    """Compiles the modules that lie there as files, whatever times an archive gives them later.

    Where its folder cannot be written, the program would compile them at each start.
    """
    for module in PLAIN:
        for found in filter(Path.is_dir, folder.rglob(module)):
            compileall.compile_dir(
                found,
                quiet=1,
                stripdir=str(folder),
                invalidation_mode=py_compile.PycInvalidationMode.UNCHECKED_HASH,
            )


def tried(program: Path) -> str:
    """Tries a program far from this Python: a new game, its PDF. Returns what was found."""
    with tempfile.TemporaryDirectory() as folder:
        kept = ("SYSTEMROOT", "TEMP", "TMP", "TMPDIR", "LANG")
        environment = {name: os.environ[name] for name in kept if name in os.environ}
        environment |= {"PATH": os.defpath, "HOME": folder, "USERPROFILE": folder}
        environment |= {"XDG_STATE_HOME": str(Path(folder) / "state")}

        def run(*words: str) -> float:
            begun_s = time.monotonic()
            subprocess.run([str(program), *words], check=True, cwd=folder, env=environment)
            return time.monotonic() - begun_s

        seconds = {"--version": run("--version"), "new": run("new", "my-game")}
        seconds["build"] = run("build", "--project", "my-game")
        seconds["build again"] = run("build", "--project", "my-game")
        seconds["export"] = run("export", "--to", "png", "--project", "my-game")
        seconds["explain"] = run("explain", "E201")
        pdfs = [*Path(folder).glob("my-game/output/*/*/*.pdf")]
        assert pdfs, "no PDF was built"
        for pdf in pdfs:
            data = pdf.read_bytes()
            assert data.startswith(b"%PDF-") and data.rstrip().endswith(b"%%EOF"), pdf
            assert len(data) > 20_000, f"{pdf.name} has only {len(data)} bytes"
        page = _page_of_studio(program, Path(folder) / "my-game", environment)
        assert "My game" in page and "fustella-studio" in page, page
    times = ", ".join(f"{name} {taken:.2f} s" for name, taken in seconds.items())
    return f"{times}; {len(pdfs)} PDFs are whole; the studio answers"


def _page_of_studio(program: Path, game: Path, environment: dict[str, str]) -> str:
    """The page of the studio and its list of games, which the game's own process makes."""
    words = [str(program), "studio", str(game), "--no-open", "--port", "8791"]
    # On Windows the studio must be in a group of its own to be sent a Ctrl-Break.
    group = getattr(subprocess, "CREATE_NEW_PROCESS_GROUP", 0)
    studio = subprocess.Popen(
        words, env=environment, stdout=subprocess.PIPE, text=True, creationflags=group
    )
    try:
        assert studio.stdout is not None
        said = studio.stdout.readline()
        while said and "http" not in said:  # the port may be taken
            said = studio.stdout.readline()
        address = said.split("#")[0]
        pages = []
        for path in ("", "api/games"):
            with urllib.request.urlopen(f"{address}{path}", timeout=120) as answer:
                pages.append(answer.read().decode())
        return "\n".join(pages)
    finally:
        studio.send_signal(getattr(signal, "CTRL_BREAK_EVENT", signal.SIGINT))
        try:
            studio.wait(30)
        except subprocess.TimeoutExpired:
            studio.kill()


def size_of(folder: Path) -> int:
    """The bytes of all files below a folder."""
    return sum(path.stat().st_size for path in folder.rglob("*") if path.is_file())


def main() -> None:
    parser = argparse.ArgumentParser(description=(__doc__ or "").split("\n")[0])
    parser.add_argument("folder", type=Path, help="where the folder `fustella` is made")
    parser.add_argument("--only-try", action="store_true", help="only try a program that is there")
    parser.add_argument("--zip", action="store_true", help="also pack the folder into one file")
    options = parser.parse_args()
    folder = options.folder.absolute()
    program = folder / NAME / f"{NAME}{SUFFIX}" if options.only_try else make(folder)
    print(f"{program.parent}: {size_of(program.parent) / 1e6:.0f} MB")
    print(tried(program))
    if options.zip:
        form = "gztar" if sys.platform == "linux" else "zip"
        packed = Path(shutil.make_archive(str(folder / NAME), form, folder, NAME))
        print(f"{packed}: {packed.stat().st_size / 1e6:.0f} MB")


if __name__ == "__main__":
    main()
