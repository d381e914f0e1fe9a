"""Defines changes of a project's files as values, which can be printed, kept, and left out.

A change that finds nothing to change does nothing. So every part of a list of changes is one, too.
"""

import io
import re
import zipfile
import zlib
from dataclasses import asdict, dataclass, fields
from pathlib import Path
from typing import Any, TypeAlias

import yaml
from PIL import Image

from tests.fuzz.bases import TESTS, Files, Odd

CORPUS = TESTS / "corpus" / "svg"

TOKEN = re.compile(
    rb"\{\{|\}\}|\{%|%\}|[A-Za-z_][\w-]*|\d+(?:\.\d+)?|\"[^\"\n]*\"|\s+|.", re.DOTALL
)


@dataclass(frozen=True)
class Splice:
    """Cuts `cut` bytes out of a file and puts others in their place; bytes are in Latin-1."""

    file: str
    at: int
    cut: int
    put: str = ""

    def apply(self, files: Files) -> None:
        content = files.get(self.file)
        if isinstance(content, bytes):
            end = self.at + self.cut
            files[self.file] = content[: self.at] + self.put.encode("latin-1") + content[end:]


@dataclass(frozen=True)
class Token:
    """Puts another text in the place of the n-th word or sign of a file."""

    file: str
    number: int
    put: str

    def apply(self, files: Files) -> None:
        content = files.get(self.file)
        if isinstance(content, bytes):
            found = TOKEN.findall(content)
            if self.number < len(found):
                found[self.number] = self.put.encode()
                files[self.file] = b"".join(found)


@dataclass(frozen=True)
class Node:
    """Puts another value at a place of a YAML file; `path` has keys and indices from the top."""

    file: str
    path: tuple[str | int, ...]
    put: Any

    def apply(self, files: Files) -> None:
        tree = tree_of(files.get(self.file))
        place = _value_at(tree, self.path[:-1])
        if self.path and isinstance(place, dict | list):
            try:
                place[self.path[-1]] = self.put  # type: ignore[index]
            except (IndexError, TypeError):
                return
            _dump(files, self.file, tree)


@dataclass(frozen=True)
class Gone:
    """Removes an entry of a YAML file; without a path, the file."""

    file: str
    path: tuple[str | int, ...] = ()

    def apply(self, files: Files) -> None:
        if not self.path:
            files.pop(self.file, None)
            return
        tree = tree_of(files.get(self.file))
        place = _value_at(tree, self.path[:-1])
        try:
            del place[self.path[-1]]  # type: ignore[attr-defined, index]
        except (KeyError, IndexError, TypeError):
            return
        _dump(files, self.file, tree)


@dataclass(frozen=True)
class Renamed:
    """Gives an entry of a YAML file another key."""

    file: str
    path: tuple[str | int, ...]
    put: Any

    def apply(self, files: Files) -> None:
        tree = tree_of(files.get(self.file))
        place = _value_at(tree, self.path[:-1])
        if self.path and isinstance(place, dict) and self.path[-1] in place:
            kept = list(place.items())
            place.clear()
            place.update((self.put if key == self.path[-1] else key, value) for key, value in kept)
            _dump(files, self.file, tree)


@dataclass(frozen=True)
class Part:
    """Cuts bytes out of a part of a zip file, and puts others in their place."""

    file: str
    part: str
    at: int
    cut: int
    put: str = ""

    def apply(self, files: Files) -> None:
        content = files.get(self.file)
        try:
            with zipfile.ZipFile(io.BytesIO(content if isinstance(content, bytes) else b"")) as old:
                parts: Files = {name: old.read(name) for name in old.namelist()}
        except (zipfile.BadZipFile, zlib.error, EOFError, NotImplementedError, ValueError):
            return
        Splice(self.part, self.at, self.cut, self.put).apply(parts)
        packed = io.BytesIO()
        with zipfile.ZipFile(packed, "w") as new:
            for name, part in parts.items():
                assert isinstance(part, bytes)
                new.writestr(zipfile.ZipInfo(name), part)
        files[self.file] = packed.getvalue()


@dataclass(frozen=True)
class Saved:
    """Saves a picture in another format, mode and size."""

    file: str
    form: str
    mode: str
    width: int
    height: int

    def apply(self, files: Files) -> None:
        packed = io.BytesIO()
        picture = Image.radial_gradient("L").resize((self.width, self.height)).convert(self.mode)
        picture.save(packed, self.form)
        files[self.file] = packed.getvalue()


@dataclass(frozen=True)
class Taken:
    """Gives a file the content of a drawing of the corpus."""

    file: str
    name: str

    def apply(self, files: Files) -> None:
        files[self.file] = (CORPUS / self.name).read_bytes()


@dataclass(frozen=True)
class Swapped:
    """Exchanges the contents of two files."""

    file: str
    other: str

    def apply(self, files: Files) -> None:
        if self.file in files and self.other in files:
            files[self.file], files[self.other] = files[self.other], files[self.file]


@dataclass(frozen=True)
class Became:
    """Puts a link, a pipe or a folder in the place of a file."""

    file: str
    what: str
    target: str = ""

    def apply(self, files: Files) -> None:
        if self.file in files:
            files[self.file] = Odd(self.what, self.target)


Mutation: TypeAlias = (
    Splice | Token | Node | Gone | Renamed | Part | Saved | Taken | Swapped | Became
)
_KINDS = {
    kind.__name__.lower(): kind
    for kind in (Splice, Token, Node, Gone, Renamed, Part, Saved, Taken, Swapped, Became)
}


def to_data(mutation: Mutation) -> dict[str, Any]:
    """The data of a mutation for a YAML file."""
    data = {key: list(v) if isinstance(v, tuple) else v for key, v in asdict(mutation).items()}
    return {"change": type(mutation).__name__.lower(), **data}


def from_data(data: dict[str, Any]) -> Mutation:
    kind = _KINDS[data["change"]]
    return kind(
        **{
            field.name: tuple(data[field.name]) if field.name == "path" else data[field.name]
            for field in fields(kind)
        }
    )


def tree_of(content: bytes | Odd | None) -> Any:
    """The values in a YAML file; None if it is broken."""
    if not isinstance(content, bytes):
        return None
    try:
        return yaml.safe_load(content)
    except (yaml.YAMLError, UnicodeDecodeError, ValueError, RecursionError):
        return None


def _value_at(tree: Any, path: tuple[str | int, ...]) -> Any:
    for key in path:
        try:
            tree = tree[key]
        except (KeyError, IndexError, TypeError):
            return None
    return tree


def _dump(files: Files, file: str, tree: Any) -> None:
    text = yaml.safe_dump(tree, sort_keys=False, allow_unicode=True, width=100)
    files[file] = text.encode("utf-8", "surrogatepass")


def drawings() -> list[str]:
    return sorted(path.name for path in Path(CORPUS).glob("*.svg"))
