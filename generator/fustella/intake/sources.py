"""Reads what is imported: a file with those beside it, a folder, or a zip.

A source is untrusted. Nothing outside of its folder is read, no link is followed out of it, and a
zip is read within bounds and never unpacked to the disk. Names in a source are looked up as their
author's system did: with backslashes, without regard to capital letters, and where they begin with
a drive that is not here, by their last parts.
"""

import zipfile
import zlib
from collections.abc import Iterator, Sequence
from io import BytesIO
from pathlib import Path, PurePosixPath

from fustella.core.files.reading import (
    files_in,
    is_file,
    is_folder,
    is_inside,
    names_in,
    read_bytes,
    unread,
)
from fustella.core.processes import limits
from fustella.core.values.problems import Place, Problem, ProblemsFound, warning
from fustella.intake.stated import Stated

_ZIP = b"PK\x03\x04"
_LINK = 0o120000
_TYPE = 0o170000
_PARTS = ("[content_types].xml", "mimetype")
"""Parts of workbooks and documents, which are zips and one file all the same."""


class ImportSource:
    """Files by their names, which have `/` between their parts and never lead out.

    `main` is the name of the file that was named, "" for a folder or a zip. `stated` is what the
    user said about it. `problems` are warnings about files that were left out.
    """

    stated = Stated()

    def __init__(self, name: str, main: str = "") -> None:
        self.name, self.main = name, main
        self.problems: list[Problem] = []
        self.read_names: dict[str, None] = {}

    def names(self) -> Sequence[str]:
        """All files, sorted; of a file that was named, those beside it as well."""
        raise NotImplementedError

    def bytes_of(self, name: str, most_bytes: int) -> bytes:
        """The bytes of a file. Raises ProblemsFound: E100, E131, E132, E811."""
        raise NotImplementedError

    def find(self, typed: str, beside: str = "") -> str:
        """The name of the file that a text of the source means, or "" for none."""
        plain = typed.strip().replace("\\", "/")
        if "\0" in plain or "://" in plain or not plain:
            return ""
        parts = [part for part in plain.split("/") if part not in ("", ".") and ":" not in part]
        parts = parts[parts.index("..") + 1 :] if ".." in parts[-1:] else parts
        while ".." in parts:
            parts = parts[parts.index("..") + 1 :]
        folder = list(PurePosixPath(beside).parent.parts)
        for first in range(len(parts)):
            for home in dict.fromkeys((tuple(folder), ())):
                if found := self._at([*home, *parts[first:]]):
                    return found
        return ""

    def _at(self, parts: Sequence[str]) -> str:
        raise NotImplementedError


class _Folder(ImportSource):
    def __init__(self, folder: Path, main: str = "") -> None:
        super().__init__(main or folder.resolve().name, main)
        self._folder = folder
        self._names: Sequence[str] | None = None
        self._entries: dict[str, dict[str, str]] = {}

    def names(self) -> Sequence[str]:
        if self._names is None:
            self._names = sorted(self._walk())
        return self._names

    def _walk(self) -> Iterator[str]:
        for number, path in enumerate(files_in(self._folder, self._folder)):
            name = path.relative_to(self._folder).as_posix()
            if number >= limits.IMPORT_FILES:
                raise _too_many(self.name)
            if name.startswith(".") or "/." in name:
                continue
            if not is_inside(path, self._folder):
                hint = "put the file itself in place of the link, if the game needs it"
                message = "it is a link out of the folder, and was not read"
                self.problems.append(warning("E811", Place(name), message, hint))
            elif is_file(path):
                yield name

    def bytes_of(self, name: str, most_bytes: int) -> bytes:
        try:
            data = read_bytes(self._folder / name, self._folder, most_bytes)
        except OSError as error:
            raise ProblemsFound([unread(error, Place(name))]) from None
        self.read_names[name] = None
        return data

    def _at(self, parts: Sequence[str]) -> str:
        found = ""
        for part in parts:
            known = self._entries.get(found)
            if known is None:
                try:
                    entries = names_in(self._folder / found, self._folder)
                except ProblemsFound:
                    entries = []
                known = self._entries[found] = {}
                for entry in entries:
                    known.setdefault(entry.casefold(), entry)
                known |= {entry: entry for entry in entries}
            name = known.get(part) or known.get(part.casefold())
            if name is None:
                return ""
            found = f"{found}/{name}" if found else name
        path = self._folder / found
        return found if is_inside(path, self._folder) and is_file(path) else ""


class _Zip(ImportSource):
    def __init__(self, data: bytes, name: str) -> None:
        super().__init__(PurePosixPath(name).stem)
        place = Place(name)
        try:
            self._zip = zipfile.ZipFile(BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, EOFError):
            hint = "copy it again, or unpack it and name the folder"
            raise ProblemsFound([Problem("E811", place, "the zip is broken", hint)]) from None
        entries = self._zip.infolist()
        if len(entries) > limits.IMPORT_FILES:
            raise _too_many(name)
        self._left = 3 * limits.IMPORT_BYTES
        self._parts: dict[str, zipfile.ZipInfo] = {}
        for entry in entries:
            self._take(entry, place)
        self._folded = {known.casefold(): known for known in sorted(self._parts, reverse=True)}

    def _take(self, entry: zipfile.ZipInfo, place: Place) -> None:
        name = entry.filename.replace("\\", "/")
        parts = name.split("/")
        if name.endswith("/") or any(
            part.startswith((".", "__MACOSX")) for part in parts if part != ".."
        ):
            return
        why = ""
        if name.startswith("/") or ".." in parts or ":" in name or "" in parts:
            why = "its name leads out of the zip"
        elif entry.external_attr >> 16 & _TYPE == _LINK:
            why = "it is a link"
        elif entry.flag_bits & 1:
            why = "it has a password"
        elif not name.isprintable():
            why = "its name has signs that are not seen"
        if why:
            shown = ascii(name[:80])[1:-1]
            hint = "nothing of it was read; everything else was"
            self.problems.append(
                warning("E811", Place(place.file, 0, shown), f"left out: {why}", hint)
            )
            return
        self._parts.setdefault(name, entry)

    def names(self) -> Sequence[str]:
        return sorted(self._parts)

    def bytes_of(self, name: str, most_bytes: int) -> bytes:
        entry = self._parts[name]
        unpacked = max(limits.MB, entry.compress_size * limits.UNPACKED_RATIO)
        most = min(most_bytes, self._left, unpacked)
        try:
            with self._zip.open(entry) as stream:
                data = stream.read(most + 1)
        except (zipfile.BadZipFile, OSError, zlib.error, ValueError, EOFError, NotImplementedError):
            hint = "copy the zip again, or unpack it and name the folder"
            raise ProblemsFound([Problem("E811", Place(name), "it is broken", hint)]) from None
        if len(data) > most:
            message = f"it has more than {most / limits.MB:.3g} MB, unpacked"
            hint = "a zip that hides so much is most likely meant to harm; nothing was written"
            raise ProblemsFound([Problem("E811", Place(name), message, hint)])
        self._left -= len(data)
        self.read_names[name] = None
        return data

    def _at(self, parts: Sequence[str]) -> str:
        return self._folded.get("/".join(parts).casefold(), "")


def open_source(path: Path) -> ImportSource:
    """A file, a folder or a zip as a source. Raises ProblemsFound: E100, E132, E811."""
    if is_folder(path):
        return _Folder(path)
    try:
        data = read_bytes(path, None, limits.IMPORT_BYTES)
    except OSError as error:
        raise ProblemsFound([unread(error, Place(path.name))]) from None
    if data.startswith(_ZIP):
        zipped = _Zip(data, path.name)
        if not any(name.lower() in _PARTS for name in zipped.names()):
            return zipped
    return _Folder(path.parent, path.name)


def _too_many(name: str) -> ProblemsFound:
    message = f"more than {limits.IMPORT_FILES:,} files in it"
    hint = "name the folder of one game alone"
    return ProblemsFound([Problem("E811", Place(name), message, hint)])
