"""Counts the size of the house, and the parts of it that a small build enters.

    python benchmarks/house.py [--at REVISION] [--build] [--docstrings N --seed S]

It counts in the package, at a revision of this repository or in this folder: lines, files, classes,
functions; private functions with a single use; class names in several modules; docstrings that
begin in mid-air. `--build` makes the first game of `fustella new` and counts the functions and
modules of the package that its first build enters, in all of its processes. `--docstrings` draws N
docstrings at random, for somebody to read.
"""

import argparse
import ast
import io
import os
import random
import re
import subprocess
import sys
import tarfile
import tempfile
import tokenize
from collections import Counter, defaultdict
from collections.abc import Iterator
from pathlib import Path

ROOT = Path(__file__).parent.parent
SHORT = 6
"""The most lines of a helper that is counted as short: it has to earn its name."""

MID_AIR = re.compile(
    r"(Of|So|As|Where|What|Which|How|Why|That|With|For|In|On|By|At|From|To) |The same "
)
"""Matches the beginning of a sentence without a subject, or that needs the sentence before it."""

PROBE = """
import os, runpy, sys, threading
seen, log = set(), os.open(os.environ["ENTERED"], os.O_WRONLY | os.O_APPEND | os.O_CREAT)
home = os.environ["HOUSE"]
def enter(frame, event, arg):
    code = frame.f_code
    if event == "call" and code not in seen:
        seen.add(code)
        if code.co_filename.startswith(home) and not code.co_name.startswith("<"):
            name = f"{code.co_filename[len(home):]}:{code.co_firstlineno}:{code.co_name}"
            os.write(log, name.encode() + bytes([10]))
threading.setprofile(enter)
sys.setprofile(enter)
sys.argv[0] = "fustella"
runpy.run_module("fustella", run_name="__main__")
"""


def main() -> int:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--at", metavar="REVISION")
    parser.add_argument("--build", action="store_true")
    parser.add_argument("--docstrings", type=int, metavar="N")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory() as scratch:
        tree = extracted(options.at, Path(scratch)) if options.at else ROOT
        generator = tree / "generator"
        if options.docstrings:
            show_docstrings(generator, options.docstrings, options.seed)
            return 0
        for name, count in counted(generator).items():
            print(f"{count:>8,}  {name}")
        if options.build:
            entered = entered_by_a_build(generator, Path(scratch))
            modules = {name.partition(":")[0] for name in entered}
            print(f"{len(entered):>8,}  functions that a starter's build enters")
            print(f"{len(modules):>8,}  modules in which these are")
    return 0


def extracted(revision: str, folder: Path) -> Path:
    """Extract the tree of the repository at a revision into a folder, and return its path."""
    archive = subprocess.run(
        ["git", "archive", revision, "generator"], cwd=ROOT, capture_output=True, check=True
    ).stdout
    with tarfile.open(fileobj=io.BytesIO(archive)) as files:
        files.extractall(folder / "tree", filter="data")
    return folder / "tree"


def counted(generator: Path) -> dict[str, int]:
    """The counts of the modules below a folder, by their names, in the order of the table."""
    files = sorted(generator.rglob("*.py"))
    texts = {path: path.read_text(encoding="utf-8") for path in files}
    trees = {path: ast.parse(text) for path, text in texts.items()}
    classes: defaultdict[str, set[Path]] = defaultdict(set)
    documented = [found for tree in trees.values() for found in docstrings(tree)]
    functions = []
    for path, tree in trees.items():
        for node in ast.walk(tree):
            if isinstance(node, ast.ClassDef):
                classes[node.name].add(path)
            elif isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef):
                functions.append((path, node))
    named = {path: Counter(names(tree)) for path, tree in trees.items()}
    private = [
        node
        for path, node in functions
        if node.name.startswith("_") and not node.name.startswith("__")
        if named[path][node.name] == 1
    ]
    return {
        "lines": sum(text.count("\n") for text in texts.values()),
        "lines of imports": sum(
            span(node)
            for tree in trees.values()
            for node in ast.walk(tree)
            if isinstance(node, ast.Import | ast.ImportFrom)
        ),
        "lines of docstrings": sum(lines for _, lines, _ in documented),
        "comments": sum(comments(text) for text in texts.values()),
        "files": len(files),
        "classes": sum(
            isinstance(node, ast.ClassDef) for tree in trees.values() for node in ast.walk(tree)
        ),
        "class names that stand in several modules": sum(len(at) > 1 for at in classes.values()),
        "functions": len(functions),
        "private functions that one place names": len(private),
        f"of these, of {SHORT} lines or fewer": sum(body(node) <= SHORT for node in private),
        "docstrings": len(documented),
        "docstrings that begin in mid-air": sum(
            bool(MID_AIR.match(text)) for text, _, _ in documented
        ),
    }


def docstrings(tree: ast.Module) -> Iterator[tuple[str, int, str]]:
    """Yields the docstrings of a module, its classes and functions: text, lines, owner's name."""
    kinds = ast.Module | ast.ClassDef | ast.FunctionDef | ast.AsyncFunctionDef
    for node in ast.walk(tree):
        if isinstance(node, kinds) and (text := ast.get_docstring(node)):
            yield text, span(node.body[0]), getattr(node, "name", "")


def names(tree: ast.Module) -> Iterator[str]:
    """Yields each name and attribute that a module uses, as often as it uses it."""
    for node in ast.walk(tree):
        if isinstance(node, ast.Name):
            yield node.id
        elif isinstance(node, ast.Attribute):
            yield node.attr


def span(node: ast.stmt) -> int:
    return (node.end_lineno or node.lineno) - node.lineno + 1


def body(node: ast.FunctionDef | ast.AsyncFunctionDef) -> int:
    """The number of lines of a function below its heading, without its docstring."""
    first = node.body[1:] if ast.get_docstring(node) else node.body
    return (first[-1].end_lineno or 0) - first[0].lineno + 1 if first else 0


def comments(text: str) -> int:
    """The number of comments in a module, without comments for checkers."""
    tokens = tokenize.generate_tokens(io.StringIO(text).readline)
    return sum(
        token.type == tokenize.COMMENT and not re.match(r"#\s*(noqa|type:|pragma)", token.string)
        for token in tokens
    )


def entered_by_a_build(generator: Path, scratch: Path) -> set[str]:
    """The functions of the package that a starter's first build enters: file, line and name."""
    log = scratch / "entered"
    environment = {
        **os.environ,
        "PYTHONPATH": str(generator),
        "HOUSE": str(generator / "fustella") + os.sep,
        "XDG_STATE_HOME": str(scratch / "state"),
        "XDG_CACHE_HOME": str(scratch / "cache"),
    }
    for words, into in ((["new", "starter"], os.devnull), (["build"], log)):
        subprocess.run(
            [sys.executable, "-c", PROBE, *words],
            cwd=scratch if words[0] == "new" else scratch / "starter",
            env={**environment, "ENTERED": str(into)},
            check=True,
            stdout=subprocess.DEVNULL,
        )
    return set(log.read_text(encoding="utf-8").splitlines())


def show_docstrings(generator: Path, number: int, seed: int) -> None:
    """Prints docstrings drawn at random, each with its module and name."""
    every = [
        (path.relative_to(generator).as_posix(), name, text)
        for path in sorted(generator.rglob("*.py"))
        for text, _, name in docstrings(ast.parse(path.read_text(encoding="utf-8")))
    ]
    for at, (path, name, text) in enumerate(random.Random(seed).sample(every, number), 1):
        print(f"{at}. {path} {name}\n{text}\n")


if __name__ == "__main__":
    sys.exit(main())
