"""A hostile project as a YAML file says it, and how it is laid out in a room.

what: one sentence: what it tries
base: false               begin with an empty folder, not with base.yaml
steps:                    one after another
  - files: {NAME: CONTENT}
    git: [WORDS]          git, in the project
    run: WORDS            fustella, in the project
    environment: {NAME: VALUE}
    gets: [PATH]          asked of a preview; a whole request where it has more than one line
    look_s: SECONDS       templates are looked at so often, for one without an end
    says: [E214 …]        problems: a code and a part of the message; or a part of what is printed
    exit: 1               0: it is harmless

A CONTENT is a text, or a mapping: {base64: …}, {link: …}, {pipe: true}, {sparse_mb: …},
{repeat: TEXT, times: N, before: TEXT, after: TEXT}, {folder: true}, {gone: true},
{executable: TEXT}, {png: [WIDTH, HEIGHT]}, of which there is only the head, {zip: {NAME: CONTENT}},
{forged: TEXT}: Python code in the form of the tool's caches, for all files that NAME matches.
A NAME with `*` stands for all files that there are of that form.
In texts @OUTSIDE@, @PROJECT@ and @MARKER@ stand for paths; the program @PAYLOAD@ makes the marker.
"""

import base64
import hashlib
import io
import marshal
import os
import pickle
import shutil
import struct
import subprocess
import zipfile
import zlib
from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.helpers import quick_yaml
from tests.helpers.forked import HOME, OUTSIDE, PROJECT, make_room

HERE = Path(__file__).parent
CASES = HERE / "cases"

SECRET = "KANARIENVOGEL"
MARKER = "marker"
_PAYLOAD = "payload"

CANARIES = {
    "secret.txt": f"{SECRET}\n",
    "secret.yaml": f"kind: card\npieces: [{{id: secret, front: {{title: {SECRET}}}}}]\n",
    "secret.csv": f"id,front.title\nsecret,{SECRET}\n",
    "secret.svg": f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 9 9"><title>{SECRET}'
    '</title><path d="M0 0h9v9z"/></svg>',
    "secret.css": f"/* {SECRET} */ rect {{ fill: red }}",
    "secret.svg.j2": f"<!-- {SECRET} -->",
    "probe/en-A4/probe-card.pdf": f"%PDF-1.4 {SECRET}",
    "probe/game.yaml": f"title: {SECRET}\nlanguages: [en]\n",
    "deep/below/keep.txt": f"{SECRET}\n",
}
"""What lies beside the project: each has the secret, and none may be read, changed or removed."""


@dataclass(frozen=True)
class Step:
    run: str
    files: Mapping[str, Any] = field(default_factory=dict)
    git: tuple[str, ...] = ()
    environment: Mapping[str, str] = field(default_factory=dict)
    gets: tuple[str, ...] = ()
    look_s: float = 0
    says: tuple[str, ...] = ()
    exit: int = 0


@dataclass(frozen=True)
class Hostile:
    name: str
    what: str
    steps: tuple[Step, ...]
    base: bool = True


def read_hostile(path: Path) -> Hostile:
    read = quick_yaml.load(path.read_text(encoding="utf-8"))
    lists = ("git", "gets", "says")
    for step in read["steps"]:
        assert not [key for key in lists if isinstance(step.get(key), str)], f"no list: {path}"
    steps = tuple(
        Step(**{key: tuple(value) if key in lists else value for key, value in step.items()})
        for step in read.pop("steps")
    )
    return Hostile(path.relative_to(CASES).with_suffix("").as_posix(), steps=steps, **read)


def all_hostile() -> list[Path]:
    return sorted(CASES.rglob("*.yaml"))


def lay_room(room: Path, base: bool = True) -> None:
    """Makes a room with its canaries and the payload, and the base in its project."""
    make_room(room)
    for name, text in CANARIES.items():
        (room / OUTSIDE / name).parent.mkdir(parents=True, exist_ok=True)
        (room / OUTSIDE / name).write_text(text, encoding="utf-8")
    payload = room / HOME / _PAYLOAD
    payload.write_text(f"#!/bin/sh\ntouch '{room / MARKER}'\ncat\n", encoding="utf-8")
    payload.chmod(0o755)
    if base:
        files = quick_yaml.load((HERE / "base.yaml").read_text(encoding="utf-8"))
        lay_files(room, files)


def lay_files(room: Path, files: Mapping[str, Any]) -> None:
    for name, content in files.items():
        if isinstance(content, dict) and "forged" in content:
            for path in sorted((room / PROJECT).glob(name)):
                path.write_bytes(_forged(path, _filled(content["forged"], room)))
            continue
        if "*" in name:
            for path in sorted((room / PROJECT).glob(name)):
                _lay(path, content, room)
            continue
        path = Path(os.fsdecode(os.path.join(os.fsencode(room / PROJECT), _name(name))))  # noqa: PTH118
        path.parent.mkdir(parents=True, exist_ok=True)
        _lay(path, content, room)


def _lay(path: Path, content: Any, room: Path) -> None:
    if isinstance(content, str):
        path.write_bytes(_filled(content, room).encode())
    else:
        _lay_odd(path, content, room)


def _name(name: str) -> bytes:
    """A file's name; `\\xff` in it is that byte."""
    return name.encode().replace(b"\\xff", b"\xff")


def _lay_odd(path: Path, content: dict[str, Any], room: Path) -> None:
    match content:
        case {"link": target}:
            _remove(path)
            path.symlink_to(_filled(target, room))
        case {"pipe": True}:
            _remove(path)
            os.mkfifo(path)
        case {"folder": True}:
            _remove(path)
            path.mkdir()
        case {"gone": True}:
            _remove(path)
        case {"sparse_mb": size}:
            with path.open("ab") as file:
                file.truncate(size * 1_000_000)
        case {"executable": text}:
            path.write_text(_filled(text, room), encoding="utf-8")
            path.chmod(0o755)
        case _:
            path.write_bytes(_bytes(content, room))


def _bytes(content: Any, room: Path) -> bytes:
    match content:
        case str():
            return _filled(content, room).encode()
        case {"base64": text}:
            return base64.b64decode(text)
        case {"repeat": text, "times": times, **around}:
            before, often, after = (
                _filled(part, room).encode()
                for part in (around.get("before", ""), text, around.get("after", ""))
            )
            return before + often * times + after
        case {"png": [width, height]}:
            head = struct.pack(">IIBBBBB", width, height, 8, 2, 0, 0, 0)
            rows = zlib.compress(bytes(1_000_000), 9)
            chunks = (b"IHDR", head), (b"IDAT", rows), (b"IEND", b"")
            return b"\x89PNG\r\n\x1a\n" + b"".join(
                struct.pack(">I", len(body))
                + kind
                + body
                + struct.pack(">I", zlib.crc32(kind + body))
                for kind, body in chunks
            )
        case {"zip": parts}:
            packed = io.BytesIO()
            with zipfile.ZipFile(packed, "w", zipfile.ZIP_DEFLATED, compresslevel=1) as archive:
                for name, part in parts.items():
                    archive.writestr(name, _bytes(part, room))
            return packed.getvalue()
    raise ValueError(f"no content: {content}")


def _filled(text: str, room: Path) -> str:
    places = {
        "@OUTSIDE@": room / OUTSIDE,
        "@PROJECT@": room / PROJECT,
        "@MARKER@": room / MARKER,
        "@PAYLOAD@": room / HOME / _PAYLOAD,
    }
    for word, place in places.items():
        text = text.replace(word, str(place))
    return text


def _forged(path: Path, source: str) -> bytes:
    """Python code as if the tool had kept it: as a compiled template, or as a value of the cache.

    The checksum of a value fits it; what has to be known for more than that is not in the project.
    """
    code = marshal.dumps(compile(source, "<forged>", "exec"))
    old = path.read_bytes()
    if path.suffix == ".template":
        at = old.find(b"\xe3")  # the code after magic and checksum, as Jinja writes it
        return (old[:at] if at > 0 else pickle.dumps(0)) + code
    return hashlib.sha256(path.stem.encode() + code).digest() + code


def _remove(path: Path) -> None:
    if path.is_dir() and not path.is_symlink():
        shutil.rmtree(path)
    else:
        path.unlink(missing_ok=True)


def run_git(room: Path, words: str) -> None:
    """Git in the project, as a designer's own: nothing of the machine's configuration."""
    own = {"GIT_CONFIG_GLOBAL": os.devnull, "GIT_CONFIG_NOSYSTEM": "1", "HOME": str(room / HOME)}
    for who in ("AUTHOR", "COMMITTER"):
        own |= {f"GIT_{who}_NAME": "Ada", f"GIT_{who}_EMAIL": "ada@example.org"}
    git = f"git -c protocol.file.allow=always {_filled(words, room)}"
    done = subprocess.run(
        git,
        shell=True,
        cwd=room / PROJECT,
        env=os.environ | own,
        capture_output=True,
        text=True,
        check=False,
    )
    if done.returncode:
        raise ValueError(f"{git}: {done.stderr}")
    (room / MARKER).unlink(missing_ok=True)  # what git itself ran while it was set up
