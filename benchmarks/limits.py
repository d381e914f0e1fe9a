"""Measures limits that no program for the same task can go below: steps of run.py.

python benchmarks/limits.py faces PROJECT GAME FILE   the SVGs of a game, and their fonts
python benchmarks/limits.py typst FILE OUT.pdf        compiles these by typst, and nothing else
python benchmarks/limits.py ours FILE OUT.pdf         writes their pages as Fustella does
python benchmarks/limits.py bytes FOLDER OUT          writes what lies in a folder once more

Each is a whole process, whose last line has its seconds of the processor.
"""

import json
import shutil
import sys
import tempfile
import time
from pathlib import Path

BATCH = 250
"""The number of faces that are compiled at once."""


def faces(project: str, game: str, file: str) -> None:
    from fustella.build.drawing import artist_of  # noqa: PLC0415
    from fustella.build.inputs import edition_of, load_game  # noqa: PLC0415
    from fustella.build.options import BuildOptions  # noqa: PLC0415
    from fustella.core.files.project import project_at  # noqa: PLC0415
    from fustella.core.values.paper import Duplex  # noqa: PLC0415
    from fustella.draw.text.families import font_folder, own_families_in  # noqa: PLC0415

    opened = project_at(Path(project))
    loaded = load_game(opened, game)
    with tempfile.TemporaryDirectory() as empty:
        options = BuildOptions("A4", Duplex.LONG_EDGE, Path(empty))
        artist = artist_of(opened, edition_of(loaded, options), options.output)
        drawn = artist.draw_pieces(loaded.pieces)
        svgs = {face.digest: face.svg for face in drawn.values()}
    fonts = Path(file).with_suffix(".fonts")
    shutil.rmtree(fonts, ignore_errors=True)
    shutil.copytree(font_folder(own_families_in(list(svgs.values()))), fonts)
    Path(file).write_text(json.dumps([str(fonts), list(svgs.values())]), encoding="utf-8")


def compiled(file: str, out: str) -> None:
    import typst  # noqa: PLC0415

    source = (
        b"#set page(width: auto, height: auto, margin: 0pt)\n"
        b'#for one in json(bytes(sys.inputs.faces)) { page(image(bytes(one), format: "svg")) }\n'
    )
    folder, svgs = json.loads(Path(file).read_text(encoding="utf-8"))
    fonts = typst.Fonts(
        include_system_fonts=False, include_embedded_fonts=False, font_paths=[folder]
    )
    compiler = typst.Compiler(root=folder, font_paths=fonts, ignore_system_fonts=True)
    for start in range(0, len(svgs), BATCH):
        inputs = {"faces": json.dumps(svgs[start : start + BATCH])}
        pdf = compiler.compile(source, format="pdf", sys_inputs=inputs, pdf_tags=False)
        Path(out).with_suffix(f".{start}.pdf").write_bytes(pdf)


def pages(file: str, out: str) -> None:
    from fustella.draw.render.pages import PlainPages  # noqa: PLC0415

    _, svgs = json.loads(Path(file).read_text(encoding="utf-8"))
    for start in range(0, len(svgs), BATCH):
        made = PlainPages()
        for svg in svgs[start : start + BATCH]:
            page = made.draw(svg)
            if page is None or not made.add(page):
                print("a face is left to typst")
        Path(out).with_suffix(f".{start}.pdf").write_bytes(made.pdf())


def written(folder: str, out: str) -> None:
    for path in Path(folder).rglob("*"):
        if path.is_file():
            target = Path(out) / path.relative_to(folder)
            target.parent.mkdir(parents=True, exist_ok=True)
            target.write_bytes(path.read_bytes())


if __name__ == "__main__":
    steps = {"faces": faces, "typst": compiled, "ours": pages, "bytes": written}
    steps[sys.argv[1]](*sys.argv[2:])
    print(f"{time.process_time():.2f}")
