"""Libraries that could take the place of what a build uses: writes a table of benchmarks/README.md.

Each does one task of a build, on the same data, in turn, in one process: seconds of the processor,
medians. The libraries are installed into benchmarks/work/libraries alone.

    python benchmarks/libraries.py [--runs 7]
"""

import argparse
import io
import json
import re
import statistics
import subprocess
import sys
import time
import venv
from collections.abc import Callable, Mapping
from pathlib import Path
from typing import Any

from measuring import conditions, write_table

HERE = Path(__file__).parent
PLACE = HERE / "work" / "libraries"
TRIED = ("orjson==3.13.0", "pikepdf==10.18.0", "google-re2==1.1.20251105")

PIECES = 10_000
FACES = 1_000
Task = Mapping[str, Callable[[], object]]


def main() -> int:
    parser = argparse.ArgumentParser(description="libraries that a build could use")
    parser.add_argument("--runs", type=int, default=7)
    parser.add_argument("--inside", action="store_true", help=argparse.SUPPRESS)
    asked = parser.parse_args()
    if not asked.inside:
        command = [_python(), __file__, "--inside", "--runs", str(asked.runs)]
        return subprocess.run(command, check=False).returncode
    rows = ["| task | by | processor s | of ours |", "|---|---|---|---|"]
    for name, task in (
        (f"a ledger of {PIECES:,} pieces, read and written", _ledger()),
        (f"{FACES:,} rendered faces become forms on pages", _forms()),
        ("the words of a language, found in a rule document", _words()),
    ):
        rows += _row(name, task, asked.runs)
    table = "\n".join(["In one process; " + conditions(asked.runs), "", *rows])
    write_table("libraries", table, "libraries.py")
    print(table)
    return 0


def _python() -> str:
    """The Python that has the libraries, and Fustella."""
    python = PLACE / ("Scripts" if sys.platform == "win32" else "bin") / "python"
    if not python.exists():
        venv.create(PLACE, with_pip=True)
        install = [str(python), "-m", "pip", "install", "--quiet", "-e", str(HERE.parent)]
        subprocess.run([*install, "-c", str(HERE.parent / "constraints.txt"), *TRIED], check=True)
    return str(python)


def _row(name: str, task: Task, runs: int) -> list[str]:
    taken: dict[str, list[float]] = {by: [] for by in task}
    for _ in range(runs):
        for by, work in task.items():
            start = time.process_time()
            work()
            taken[by].append(time.process_time() - start)
    seconds = {by: statistics.median(each) for by, each in taken.items()}
    ours = next(iter(seconds.values()))
    return [f"| {name} | {by} | {each:.4f} | {each / ours:.2f} |" for by, each in seconds.items()]


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

    from fustella.core.geometry import Outline  # noqa: PLC0415
    from fustella.core.model import Face, FaceId, SideName  # noqa: PLC0415
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
