"""Makes the bases: small projects with their output, some with a kit and a git history."""

import functools
import io
import os
import shutil
import subprocess
import tempfile
import zipfile
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias

import yaml
from PIL import Image

from fustella.start.new import begin
from tests.helpers.forked import PROJECT, Runner
from tests.hostile.layout import HERE as HOSTILE
from tests.hostile.layout import lay_room
from tests.read.spreadsheets.making import ods, ods_cell, ods_row

TESTS = Path(__file__).parent.parent
TINY = TESTS / "games" / "tiny"


@dataclass(frozen=True)
class Odd:
    """An entry of a folder that is no regular file: a link, a pipe or a folder."""

    what: str
    target: str = ""


Files: TypeAlias = dict[str, bytes | Odd]
"""The files of a project by their names in it."""


@dataclass(frozen=True)
class Base:
    name: str
    game: str
    files: Mapping[str, bytes | Odd]


def write_files(root: Path, files: Mapping[str, bytes | Odd]) -> None:
    for name, content in files.items():
        path = root / name
        try:
            path.parent.mkdir(parents=True, exist_ok=True)
            _write(path, content)
        except (FileExistsError, NotADirectoryError, IsADirectoryError):
            continue  # it would lie in what is no folder any more


def _write(path: Path, content: bytes | Odd) -> None:
    match content:
        case bytes():
            path.write_bytes(content)
        case Odd("link", target):
            path.symlink_to(target)
        case Odd("pipe"):
            os.mkfifo(path)
        case Odd("folder"):
            path.mkdir()


def read_files(root: Path) -> Files:
    """The regular files below a folder; nothing that a link leads to."""
    found: Files = {}
    for folder, _, names in os.walk(root):
        for name in sorted(names):
            path = Path(folder, name)
            if path.is_file() and not path.is_symlink():
                found[path.relative_to(root).as_posix()] = path.read_bytes()
    return found


# What the bases are.


def _files_of_start(start: str) -> Files:
    with tempfile.TemporaryDirectory() as made:
        folder = Path(made) / PROJECT
        begin(folder, start)
        return {
            name: content
            for name, content in read_files(folder).items()
            if name.endswith((".yaml", ".csv", ".txt", ".png", ".svg"))
        }


def _files_of_probe() -> Files:
    files = yaml.safe_load((HOSTILE / "base.yaml").read_text(encoding="utf-8"))
    return {name: text.encode() for name, text in files.items()}


_DRAWING = """<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 40 40">
<style>.a { fill: #b0503c; stroke: black }</style>
<defs>
<linearGradient id="g"><stop offset="0" stop-color="#fff"/><stop offset="1" stop-color="red"/>
</linearGradient>
<clipPath id="c"><circle cx="20" cy="20" r="18"/></clipPath><g id="u"><path d="M0 0l4 4v-4z"/></g>
</defs>
<g clip-path="url(#c)" transform="translate(1 2) rotate(10 20 20)">
<rect width="40" height="40" fill="url(#g)"/>
<path class="a" d="M2 20C10 10 30 10 38 20S20 40 2 20Z" stroke-width="0.5" stroke-dasharray="2 1"/>
<use href="#u" x="10" y="10"/><ellipse cx="20" cy="20" rx="5" ry="3" opacity="0.5"/>
<polygon points="1,1 5,1 3,4"/>
</g>
</svg>
"""


def _files_with_drawings() -> Files:
    """The files of a project with drawings, photographs and icons of its own."""
    files = _files_of_probe()
    picture = Image.radial_gradient("L").resize((96, 64)).convert("RGB")
    for name, form in (("red.png", "PNG"), ("blue.jpg", "JPEG")):
        packed = io.BytesIO()
        picture.save(packed, form)
        files[f"content/probe/art/{name}"] = packed.getvalue()
    files["content/probe/art/green.svg"] = _DRAWING.encode()
    files["content/probe/icons/sign.svg"] = _DRAWING.encode()
    game = yaml.safe_load(files["content/probe/game.yaml"])
    game["kinds"]["card"]["fields"]["front"] |= {"art": "image", "sign": "icon"}
    pieces = [
        {"id": name, "front": {"title": name, "art": name, "sign": "own:sign"}}
        for name in ("red", "blue", "green")
    ]
    files["content/probe/game.yaml"] = yaml.safe_dump(game).encode()
    files["content/probe/cards.yaml"] = yaml.safe_dump({"kind": "card", "pieces": pieces}).encode()
    files["templates/probe/card.svg.j2"] = (
        b'{% extends "_shared/face.svg.j2" %}\n{% block face %}\n'
        b'{{ image(face.art, x=0, y=20, width=width, height=40, at="50% 20%", radius=2) }}\n'
        b'{{ icon(face.sign, x=4, y=70, size=10, colour="#204060", turn=15) }}\n'
        b"{{ text(face.title, x=4, y=4, width=50, height=10, size=14) }}\n{% endblock %}\n"
    )
    return files


def _files_with_sheets() -> Files:
    """The files of a project with lists in an Excel workbook, in one of LibreOffice, and in CSV."""
    files = _files_of_probe()
    main = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
    related = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
    package = "http://schemas.openxmlformats.org/package/2006"
    rows = (("id", "title", "copies"), ("sun", "Sun", "2"), ("moon", "Moon", "3"))
    cells = "".join(
        f'<row r="{number}">'
        + "".join(
            f'<c r="{"ABC"[column]}{number}"><v>{value}</v></c>'
            if value.isdecimal()
            else f'<c r="{"ABC"[column]}{number}" t="inlineStr"><is><t>{value}</t></is></c>'
            for column, value in enumerate(row)
        )
        + "</row>"
        for number, row in enumerate(rows, 1)
    )
    parts = {
        "[Content_Types].xml": f'<Types xmlns="{package}/content-types"/>',
        "_rels/.rels": f'<Relationships xmlns="{package}/relationships"><Relationship Id="a" '
        f'Type="{related}/officeDocument" Target="xl/workbook.xml"/></Relationships>',
        "xl/workbook.xml": f'<workbook xmlns="{main}" xmlns:r="{related}"><sheets>'
        '<sheet name="Cards" sheetId="1" r:id="a"/></sheets></workbook>',
        "xl/_rels/workbook.xml.rels": f'<Relationships xmlns="{package}/relationships">'
        f'<Relationship Id="a" Type="{related}/worksheet" Target="worksheets/sheet1.xml"/>'
        "</Relationships>",
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{main}"><sheetData>{cells}</sheetData>'
        "</worksheet>",
    }
    packed = io.BytesIO()
    with zipfile.ZipFile(packed, "w") as archive:
        for name, part in parts.items():
            archive.writestr(zipfile.ZipInfo(name), part)
    files["content/probe/cards.yaml"] = b"kind: card\npieces: cards.xlsx\n"
    files["content/probe/cards.xlsx"] = packed.getvalue()
    head = (ods_row("id", "title", "copies"), ods_row("wind", "Wind", "2"))
    number = ods_cell("float", "3", "3", 'table:number-columns-repeated="1"')
    body = "".join((*head, ods_row("rain", "Rain", number)))
    files["content/probe/less.yaml"] = b"kind: card\npieces: less.ods\n"
    files["content/probe/less.ods"] = ods({"Cards": body})
    files["content/probe/more.yaml"] = b"kind: card\npieces: more.csv\n"
    files["content/probe/more.csv"] = "id,title,copies\nstar,Star,1\ncloud,“Cloud”,4\n".encode()
    return files


STARTS = ("blank", "board", "cards", "hexes", "rails", "rules", "tokens", "wargame")
"""The starters of `fustella new --from` that are bases, each under its own name."""

_MADE: Mapping[str, tuple[str, Callable[[], Files]]] = {
    **{start: (PROJECT, functools.partial(_files_of_start, start)) for start in STARTS},
    "tiny": ("tiny", lambda: read_files(TINY)),
    "probe": ("probe", _files_of_probe),
    "drawn": ("probe", _files_with_drawings),
    "sheets": ("probe", _files_with_sheets),
}
_WITH_KIT = ("probe", "tokens", "rules")


WARM = "warm"
"""The name of the room in which bases are built and then changed.

It has to be one room: the caches of a project may be of no use in another folder, or to another
user.
"""


class Bases:
    """The bases, each built when it is first asked for."""

    def __init__(self, runner: Runner, folder: Path) -> None:
        self._runner, self._room = runner, folder / WARM
        self._known: dict[str, Base] = {}

    def __getitem__(self, name: str) -> Base:
        if name not in self._known:
            self._known[name] = self._make(name)
        return self._known[name]

    def _make(self, name: str) -> Base:
        game, made = _MADE[name]
        room = self._room
        lay_room(room, base=False)
        write_files(room / PROJECT, made())
        new = f"kit new club {game}"
        kit = (new, "build --kit club", "kit printed club") if name in _WITH_KIT else ()
        for words in ("build", *kit):
            ended = self._runner.run(words.split(), room)
            if ended.code:
                raise ValueError(f"the base {name} does not build: {words}: {ended.said}")
        if name == "probe":
            git = "git -c user.name=Ada -c user.email=ada@example.org -c init.templateDir="
            for words in ("init -q", "add content templates", "commit -q -m one"):
                subprocess.run(f"{git} {words}".split(), cwd=room / PROJECT, check=True)
        files = read_files(room / PROJECT)
        shutil.rmtree(room)
        return Base(name, game, files)
