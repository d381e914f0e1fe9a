"""Finds the picture files of a game by the names that designers write.

They lie in `art/` of the game's folder, or in folders inside of it. A name is the path from `art/`
on, or the file's name alone where no other file has it. Its ending may be left out. Small and
capital letters count as the same where only one file can be meant.
"""

import unicodedata
from collections import defaultdict
from collections.abc import Callable, Iterable, Mapping, Sequence
from functools import cached_property
from pathlib import Path, PurePosixPath
from typing import TypeAlias

from msgspec import Struct

from fustella.core.files.fingerprint import digest_of
from fustella.core.files.reading import (
    files_in,
    is_file,
    is_folder,
    is_inside,
    problem_of_unread,
    why_missing,
)
from fustella.core.values.problems import Place, did_you_mean, nearest
from fustella.core.values.structs import PartlyCompared
from fustella.core.words.patterns import regex

ART = "art"
"""The folder of the pictures, in the folder of their game."""

ENDINGS = (".png", ".apng", ".jpg", ".jpeg", ".webp", ".gif", ".tif", ".tiff", ".svg")

FINEST_DPI, COARSEST_DPI = 1200.0, 72.0
"""The finest and the coarsest resolution of pictures: no printer shows more, or less."""

FILTER_DPI = 600.0
"""The resolution of the pictures that replace drawings which cannot be printed as vectors."""

PRINT_DPI = 300.0
"""The resolution at which pictures are printed unless the game says another: at a distance of
30 cm the eye resolves about as much (one minute of arc), and shops ask for it."""

_FEW = 6
"""The most files that a hint lists if no file resembles the requested name."""

_FOR_DRAFTS = (
    f"put its file into {ART}/, or print a grey box until it is there: "
    "`images: {missing: placeholder}` in game.yaml"
)


_NO_FOLDER = (
    f"make a folder {ART}/ and put the pictures into it, or print grey boxes until they are there: "
    "`images: {missing: placeholder}` in game.yaml"
)
_FROM_ELSEWHERE = regex(r"[A-Za-z]:/|[a-z]+://|[/~]")
"""The beginning of an address on the web, or of a path elsewhere on this machine."""


class PictureSettings(Struct, frozen=True):
    """The settings with which a game prints its pictures.

    `dpi` is their resolution. With `placeholder`, a box with the name is printed in the place of a
    missing picture; otherwise the picture is a problem. `place` is where that was typed.
    """

    dpi: float = PRINT_DPI
    placeholder: bool = False
    place: Place | None = None


class PictureFile(PartlyCompared, frozen=True):
    """A picture beside a game: its path from `art/` on, where it is, and the hash of its bytes.

    `fonts` pairs the families that a drawing names, in small letters, with the families that are
    printed for them. `root` is the folder in which the file must lie.
    """

    UNCOMPARED = frozenset({"root"})

    name: str
    path: Path
    digest: str
    fonts: tuple[tuple[str, str], ...] = ()
    root: Path | None = None

    @property
    def place(self) -> Place:
        """The place that problems name."""
        return Place(f"{ART}/{self.name}")

    @property
    def is_drawn(self) -> bool:
        """Whether the picture consists of shapes (SVG), not of pixels."""
        return self.path.suffix.lower() == ".svg"


class NoPicture(LookupError):
    """Raised where no file has the name (`missing`), or several have it; `hint` says what to write.

    With an `error`, there is a file that could not be read. `code` is the code of the problem.
    """

    def __init__(
        self, message: str, hint: str, missing: bool = True, error: OSError | None = None
    ) -> None:
        super().__init__(message)
        self.hint, self.missing, self.error = hint, missing, error
        self.code = "E100" if error else "E230"


_ByName: TypeAlias = Mapping[str, Sequence[Path]]


class PictureFolder:
    """The pictures of one game, which lies in `folder`, in a project that lies in `root`.

    `fonts` maps names of families to the families that are printed for them, see `PictureFile`.
    """

    def __init__(
        self, folder: Path, fonts: Mapping[str, str] | None = None, root: Path | None = None
    ) -> None:
        self._folder, self._root = folder / ART, root or folder
        self._fonts = tuple(sorted((fonts or {}).items()))
        self._found: dict[str, PictureFile] = {}

    def find(self, name: str) -> PictureFile:
        """The picture that a designer calls by `name`. Raises NoPicture."""
        if name not in self._found:
            path = self._path_of(_plain_name(name), name)
            relative = path.relative_to(self._folder).as_posix()
            try:
                digest = digest_of(path)
            except OSError as error:
                _, message, hint = problem_of_unread(error)
                raise NoPicture(f"{ART}/{relative}: {message}", hint, False, error) from None
            self._found[name] = PictureFile(relative, path, digest, self._fonts, self._root)
        return self._found[name]

    def digest_of(self, name: str) -> str:
        """The digest of a picture by its name; "" where there is no such picture.

        Raises OSError where its file cannot be read.
        """
        try:
            return self.find(name).digest
        except NoPicture as fault:
            if fault.error:
                raise fault.error from None
            return ""

    def _path_of(self, name: str, written: str) -> Path:
        for exact, folded in self._files_by_form:
            found = exact.get(name) or folded.get(name.casefold(), ())
            if len(found) == 1:
                return found[0]
            if found:
                known = " or ".join(f"`{self._name_of(path)}`" for path in found[:4])
                message = f'"{written}" is the name of several pictures'
                raise NoPicture(message, f"write {known}", missing=False)
        if not self._files_within and not self._links_out and not is_folder(self._folder):
            # The same words for every picture, so that they become one problem.
            hint = self._why_missing or _NO_FOLDER
            away = _FROM_ELSEWHERE.match(name)
            raise NoPicture(
                f"there is no folder {ART}/ for pictures", self._hint(name) if away else hint
            )
        raise NoPicture(f'there is no picture "{written}"', self._hint(name))

    def _hint(self, name: str) -> str:
        if _FROM_ELSEWHERE.match(name):
            file = name.rstrip("/").rsplit("/", 1)[-1]
            got = "download the picture into" if "://" in name else "put the file into"
            there = any(path.name == file for path in self._files)
            known = file if there else self._name_spelt_alike(file)
            return f"write `{known}`" if known else f"{got} {ART}/, and write `{file}`"
        files = self._names
        other = self._message_about_other(name) or self._why_missing
        if other:
            return other
        if near := self._name_spelt_alike(name):
            return f"did you mean `{near}`?"
        for path in self._links_out:
            if path.is_dir():
                named = f"`{ART}/{self._name_of(path)}` is a link out of the project"
                return f"{named}, and nothing in it is read: copy what it leads to in its place"
        known = f"{did_you_mean(name, files)}; " if 0 < len(files) <= _FEW else ""
        return f"{known}{_FOR_DRAFTS}"

    def _name_spelt_alike(self, name: str) -> str:
        """The name of the picture that is spelt almost like `name`, or ""."""
        stems = self._stems
        return nearest(name, self._names) or stems.get(nearest(name, stems), "")

    @cached_property
    def _names(self) -> tuple[str, ...]:
        """The names of the pictures in the folder."""
        return tuple(self._name_of(path) for path in self._files)

    @cached_property
    def _stems(self) -> Mapping[str, str]:
        """The whole names of the pictures, by their names without endings."""
        return {str(PurePosixPath(file).with_suffix("")): file for file in self._names}

    def _message_about_other(self, name: str) -> str:
        """A message about a file of this name which is no picture of the game; "" without one."""
        called = name.casefold()
        if called in self._files_by_name:
            formats = ", ".join(ending[1:].upper() for ending in ENDINGS)
            known = self._name_of(self._files_by_name[called])
            return f"`{ART}/{known}` is none of {formats}: save it as one of them"
        if called in self._links_out_by_name:
            known = self._name_of(self._links_out_by_name[called])
            return f"`{ART}/{known}` is a link out of the project: copy the file"
        return ""

    @cached_property
    def _files_by_name(self) -> Mapping[str, Path]:
        """The files, by each name that a designer may write for them, in small letters."""
        return self._by_each_name(self._files_within)

    @cached_property
    def _links_out_by_name(self) -> Mapping[str, Path]:
        """The links out of the project, by each name that a designer may write for them."""
        return self._by_each_name(self._links_out)

    def _by_each_name(self, paths: Iterable[Path]) -> Mapping[str, Path]:
        found: dict[str, Path] = {}
        for path in paths:
            whole = PurePosixPath(_plain_name(self._name_of(path)))
            for one in (str(whole), str(whole.with_suffix("")), whole.name, whole.stem):
                found.setdefault(one.casefold(), path)
        return found

    @cached_property
    def _why_missing(self) -> str:
        """A hint that says why the folder itself is not found; "" where no reason is known."""
        return why_missing(self._folder, self._root)

    def _name_of(self, path: Path) -> str:
        return path.relative_to(self._folder).as_posix()

    @cached_property
    def _files_within(self) -> tuple[Path, ...]:
        """Every file in the folder, without links that lead out of the project."""
        paths = (path for path in self._shown_files if is_file(path))
        return tuple(path for path in paths if is_inside(path, self._root))

    @cached_property
    def _links_out(self) -> tuple[Path, ...]:
        """Links in the folder that lead out of the project."""
        links = (path for path in self._shown_files if path.is_symlink())
        return tuple(path for path in links if not is_inside(path, self._root))

    @cached_property
    def _shown_files(self) -> tuple[Path, ...]:
        """The files in the folder and in its subfolders, without hidden ones."""
        found = files_in(self._folder, self._root)
        return tuple(
            path
            for path in found
            if all(part[0] != "." for part in path.relative_to(self._folder).parts)
        )

    @cached_property
    def _files(self) -> tuple[Path, ...]:
        return tuple(path for path in self._files_within if path.suffix.lower() in ENDINGS)

    @cached_property
    def _files_by_form(self) -> tuple[tuple[_ByName, _ByName], ...]:
        """The files by names of four forms: whole, without ending, without folder, without both.

        Each form is a pair of mappings: by the names as they are written, and in small letters.
        """

        def by(name_of: Callable[[Path], str]) -> tuple[_ByName, _ByName]:
            exact, folded = defaultdict[str, list[Path]](list), defaultdict[str, list[Path]](list)
            for path in self._files:
                name = _plain_name(name_of(path))
                exact[name].append(path)
                folded[name.casefold()].append(path)
            return exact, folded

        return (
            by(self._name_of),
            by(lambda path: str(PurePosixPath(self._name_of(path)).with_suffix(""))),
            by(lambda path: path.name),
            by(lambda path: path.stem),
        )


def _plain_name(name: str) -> str:
    """A name with `/` between folders, in Unicode form NFC, without a leading `art/`."""
    plain = unicodedata.normalize("NFC", name.strip()).replace("\\", "/").removeprefix("./")
    return plain.removeprefix(f"{ART}/")
