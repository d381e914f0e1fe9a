"""Compares libraries that the tool uses with others: writes two tables of README.md.

All do a task on the same data, in turn, in one process; figures are medians of seconds of the
processor, with those of the programs that they run. `--installed` measures the disk space of a
fresh installation of the wheel, and of each library with all that it needs. Everything is installed
into benchmarks/work.

    python benchmarks/libraries.py [--runs 7] [--installed]
"""

import argparse
import io
import json
import re
import resource
import shutil
import statistics
import subprocess
import sys
import venv
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from measuring import conditions, write_table

HERE = Path(__file__).parent
PLACE = HERE / "work" / "libraries"
TRIED = ("orjson==3.13.0", "pikepdf==10.18.0", "google-re2==1.1.20251105", "dulwich==1.2.21")

WEIGHED = {
    "dulwich==1.2.21": "dulwich.repo",
    "polib==1.2.0": "polib",
    "babel==2.18.0": "babel.messages.pofile",
    "ezdxf==1.4.5": "ezdxf",
    "reportlab==5.1.0": "reportlab.pdfgen.canvas",
    "typst==0.15.2": "typst",
}
"""The libraries that are, were or could be used, each with the module that its task imports."""

COMMITS = 5_000
MESSAGES = 3_000

PIECES = 10_000
FACES = 1_000
Task = Mapping[str, Callable[[], object]]


def main() -> int:
    parser = argparse.ArgumentParser(description="libraries that a build could use")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    parser.add_argument("--installed", action="store_true", help="what is installed, alone")
    asked = parser.parse_args()
    if not asked.inside:
        table = "\n".join([conditions(asked.runs), "", *_rows_of_installed(asked.runs)])
        write_table("installed", table, "libraries.py")
        print(table)
        if asked.installed:
            return 0
    if not asked.inside:
        command = [_python(), __file__, "--inside", "--runs", str(asked.runs)]
        return subprocess.run(command, check=False).returncode
    rows = ["| task | by | processor s | of ours |", "|---|---|---|---|"]
    for name, task in (
        (f"a ledger of {PIECES:,} pieces, read and written", _ledger()),
        (f"{FACES:,} rendered faces become forms on pages", _forms()),
        ("the words of a language, found in a rule document", _words()),
        (f"the last 200 commits of {COMMITS:,} that touched a file", _commits()),
        (f"{MESSAGES:,} translated texts, read from a .po", _messages()),
    ):
        rows += _row(name, task, asked.runs)
    table = "\n".join(["In one process; " + conditions(asked.runs), "", *rows])
    write_table("libraries", table, "libraries.py")
    print(table)
    return 0


def _python() -> str:
    """The Python of an environment with the libraries and Fustella."""
    python = PLACE / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not python.exists():
        venv.create(PLACE, with_pip=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "-e", str(HERE.parent)]
        subprocess.run(
            [*install, "-c", str(HERE.parent / "constraints.txt"), "polib", *TRIED], check=True
        )
    return str(python)


def _row(name: str, task: Task, runs: int) -> list[str]:
    taken: dict[str, list[float]] = {by: [] for by in task}
    for _ in range(runs):
        for by, work in task.items():
            start = _processor_s()
            work()
            taken[by].append(_processor_s() - start)
    seconds = {by: statistics.median(each) for by, each in taken.items()}
    ours = next(iter(seconds.values()))
    return [f"| {name} | {by} | {each:.4f} | {each / ours:.2f} |" for by, each in seconds.items()]


def _rows_of_installed(runs: int) -> list[str]:
    """The rows of the table with the MB of installations and the time of imports."""
    rows = ["| | MB | processor s to import |", "|---|---:|---:|"]
    whole = _place_of(str(HERE.parent))
    rows.append(f"| Fustella, with all that it needs | {_mb(whole)} | |")
    for name, module in WEIGHED.items():
        place = _place_of(name)
        plain, imported = (
            statistics.median(_seconds(place, code) for _ in range(runs))
            for code in ("pass", f"import {module}")
        )
        rows.append(f"| {name.replace('==', ' ')} | {_mb(place)} | {imported - plain:.3f} |")
    return rows


def _place_of(what: str) -> Path:
    """The folder in which a package is installed, with all that it needs."""
    place = PLACE.parent / "installed" / Path(what).name
    shutil.rmtree(place, ignore_errors=True)
    install = [sys.executable, "-m", "pip", "install", "--quiet", "--target", str(place), what]
    subprocess.run([*install, "-c", str(HERE.parent / "constraints.txt")], check=True)
    return place


def _mb(folder: Path) -> int:
    """The MB of a folder on the disk, rounded up as by `du -sm`."""
    states = [path.lstat() for path in folder.rglob("*")]
    taken = sum(getattr(one, "st_blocks", -(-one.st_size // 512)) * 512 for one in states)
    return -(-taken // (1 << 20))


def _seconds(place: Path, code: str) -> float:
    start, found = _processor_s(), f"import sys; sys.path.insert(0, {str(place)!r}); {code}"
    subprocess.run([sys.executable, "-S", "-c", found], check=True)
    return _processor_s() - start


def _processor_s() -> float:
    """The seconds of the processor of this process and of those that it has run."""
    used = map(resource.getrusage, (resource.RUSAGE_SELF, resource.RUSAGE_CHILDREN))
    return sum(one.ru_utime + one.ru_stime for one in used)


def _commits() -> Task:
    """The task of reading a repository in which every twentieth commit touches a game's content."""
    from dulwich.repo import Repo  # type: ignore[import-not-found]  # noqa: PLC0415
    from dulwich.walk import Walker  # type: ignore[import-not-found]  # noqa: PLC0415

    from fustella.core.files.project import Project  # noqa: PLC0415
    from fustella.git.revisions import revisions_of  # noqa: PLC0415

    place, path = PLACE.parent / "commits", "content/game/cards.yaml"
    shutil.rmtree(place, ignore_errors=True)
    subprocess.run(["git", "init", "--quiet", "-b", "main", str(place)], check=True)
    lines = []
    for number in range(COMMITS):
        name = path if number % 20 == 0 else f"src/{number % 30}/{number % 700}.txt"
        text = f"{number}\n" * 20
        lines.append(
            f"commit refs/heads/main\ncommitter A <a@b.example> {1_600_000_000 + number * 60} +0000"
            f"\ndata 1\nx\nM 100644 inline {name}\ndata {len(text)}\n{text}\n"
        )
    imported = ["git", "-C", str(place), "fast-import", "--quiet"]
    subprocess.run(imported, input="".join(lines).encode(), check=True)

    def ours() -> int:
        return len(revisions_of(Project(place), path, 200))

    def by_dulwich() -> int:
        with Repo(str(place)) as repo:
            found = Walker(
                repo.object_store, [repo.head()], max_entries=200, paths=[path.encode()],
                simplify_history=True,
            )  # fmt: skip
            return sum(1 for _ in found)

    assert ours() == by_dulwich() == 200
    return {"git, asked by us (ours)": ours, "dulwich": by_dulwich}


def _messages() -> Task:
    import polib  # type: ignore[import-untyped]  # noqa: PLC0415

    from fustella.translate.exchange.gettext import (  # noqa: PLC0415
        Message,
        head_of,
        read_messages,
        written,
    )

    head = head_of({"Language": "it", "Content-Type": "text/plain; charset=utf-8"})
    texts = (Message(f"Text {n}: a line\nand one", (f"Testo {n}",)) for n in range(MESSAGES))
    data = written((head, *texts))
    return {
        "ours": lambda: read_messages(data, "x.po"),
        "polib": lambda: polib.pofile(data.decode()),
    }


def _ledger() -> Task:
    import msgspec  # noqa: PLC0415
    import orjson  # type: ignore[import-not-found]  # noqa: PLC0415

    said = {"name": {"en": "A name"}, "front": {"title": "A title", "text": "Two lines " * 6}}
    plain = {
        f"MK-{n:04}": {"piece": f"card-{n}", "built": "2026-01-01", **said} for n in range(PIECES)
    }
    text = json.dumps(plain).encode()
    return {
        "json, of Python (ours)": lambda: json.dumps(json.loads(text)),
        "orjson": lambda: orjson.dumps(orjson.loads(text)),
        "msgspec": lambda: msgspec.json.encode(msgspec.json.decode(text)),
    }


def _forms() -> Task:
    import pikepdf  # type: ignore[import-not-found]  # noqa: PLC0415
    import pypdf  # noqa: PLC0415

    from fustella.core.geometry.shapes import Outline  # noqa: PLC0415
    from fustella.core.values.model import Face, FaceId, SideName  # noqa: PLC0415
    from fustella.draw.render import render  # noqa: PLC0415
    from fustella.write.pdf.file import PdfFile  # noqa: PLC0415
    from fustella.write.pdf.forms import FaceForms  # noqa: PLC0415

    outline = Outline.rectangle(63, 88)
    faces = {
        FaceId(f"card-{n}", SideName.FRONT): Face.drawn(_face(n), outline, 0.0)
        for n in range(FACES)
    }
    batches = list(render([list(faces.values())], None))
    size = outline.size

    def ours() -> bytes:
        file = PdfFile("cards", "en")
        forms = FaceForms(file, faces, faces)
        for batch in batches:
            forms.take_over(batch)
        parts = [file.taken()]
        for face in faces:
            form, page = forms.of(face), file.drawing(size)
            page.form(form.name, form.number)
            file.add_page(page)
            parts.append(file.taken())
        file.finish()
        return b"".join((*parts, file.taken()))

    def by_pikepdf() -> bytes:
        made, out = pikepdf.new(), io.BytesIO()
        for batch in batches:
            with pikepdf.open(io.BytesIO(batch.pdf)) as source:
                for page in source.pages:
                    form = made.copy_foreign(page.as_form_xobject())
                    added = made.add_blank_page(page_size=(178.6, 249.4))
                    name = added.add_resource(form, pikepdf.Name.XObject)
                    added.contents_add(f"q {name} Do Q".encode())
                made.save(out)
        return out.getvalue()

    def by_pypdf() -> bytes:
        made, out = pypdf.PdfWriter(), io.BytesIO()
        for batch in batches:
            for page in pypdf.PdfReader(io.BytesIO(batch.pdf)).pages:
                made.add_blank_page(178.6, 249.4).merge_page(page)
        made.write(out)
        return out.getvalue()

    return {"ours": ours, "pikepdf": by_pikepdf, "pypdf": by_pypdf}


def _face(number: int) -> str:
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" width="63mm" height="88mm" viewBox="0 0 63 88">'
        f'<rect width="63" height="88" fill="#{number:06x}"/><circle cx="30" cy="40" r="12"/>'
        f'<text x="6" y="12" font-family="Source Sans Pro" font-size="6">Card {number}</text></svg>'
    )


def _words() -> Task:
    import re2  # type: ignore[import-untyped]  # noqa: PLC0415

    stems = ("art", "car", "mon", "tor", "sol", "dra", "gen", "pas")
    ends = [a + b for a in ("e", "ico", "ol", "ante", "ura") for b in ("", "s", "mente", "zione")]
    words = [stem + end for stem in stems for end in ends]
    text = " ".join(words[n * 7 % len(words)] + " e una frase" for n in range(600))
    pattern = "|".join(f"({word})" for word in words)

    def by(library: Any) -> Callable[[], object]:
        def work() -> object:
            re.purge()
            return sum(1 for _ in library.compile(rf"\b(?:{pattern})\b").finditer(text))

        return work

    return {"re, of Python (ours)": by(re), "re2": by(re2)}


if __name__ == "__main__":
    sys.exit(main())
