"""Reads `fonts` of game.yaml: the game's own fonts, and other names for fonts."""

import hashlib
from collections.abc import Iterable, Iterator, Mapping
from pathlib import Path, PurePosixPath
from typing import NamedTuple

from fustella.core.files.project import Project
from fustella.core.files.reading import (
    files_in,
    is_file,
    is_inside,
    leads_out,
    read_bytes,
    unread,
    why_missing,
)
from fustella.core.processes import limits
from fustella.core.values.fonts import (
    BUILT_IN,
    ENDINGS,
    FontCut,
    FontFile,
    OwnFont,
    file_and_member,
)
from fustella.core.values.problems import did_you_mean, nearest
from fustella.core.values.schemas import SAYING, Schema, Vocabulary, pattern, table_schema
from fustella.core.words.patterns import regex
from fustella.read.forms import (
    At,
    Form,
    Rejected,
    entry,
    form_of,
    list_of,
    schema_of,
    shown,
    table_of,
    value_of,
)
from fustella.read.nodes import MappingNode, is_number
from fustella.read.scalars import STRING

_TAG = regex(r"[A-Za-z0-9]{4}")
_LIKE_A_FILE = "write the name of a file beside game.yaml, such as fonts/Title.ttf"
_NAMES_OF_BUILT_IN = {
    **{"source sans pro": "sans", "source sans 3": "sans", "sans-serif": "sans"},
    **{"source serif pro": "serif", "source serif 4": "serif"},
}
"""The names that designers use for built-in fonts, each with the font's own name."""

_WITH_AN_ENDING = f"write the name of a file that ends with {', '.join(ENDINGS)}"


def font_name(typed: object) -> str:
    """The name of a font for comparisons: in small letters, with single spaces."""
    return " ".join(str(typed).lower().split())


def _tag(value: object) -> str:
    if not isinstance(value, str) or not _TAG.fullmatch(value):
        hint = "write its four letters: onum, smcp, ss01"
        raise Rejected("E104", f"{shown(value)} is no feature of a font", hint)
    return value


_FEATURE = value_of(
    _tag,
    {
        "title": "feature",
        "type": "string",
        **pattern("^[A-Za-z0-9]{4}$", "write its four letters: onum, smcp, ss01"),
        "examples": ["onum", "smcp", "ss01"],
    },
)


def _place_on_axis(value: object) -> float:
    if not is_number(value):
        raise Rejected("E104", f"expected a number, found {shown(value)}", "write {wght: 450}")
    return float(value)


_AXIS = value_of(_place_on_axis, {"title": "number", "type": "number"})


class FontForm(Form, frozen=True):
    """A font of a game in game.yaml: its files or its package, its axes and its features."""

    file: str = entry(
        STRING, default="", about="The regular font: fonts/Text.otf, or .ttf, .woff2, .ttc#2."
    )
    bold: str = entry(STRING, default="", about="The file of the bold font.")
    italic: str = entry(STRING, default="", about="The file of the italic font.")
    bold_italic: str = entry(STRING, default="", about="The file of the bold italic font.")
    package: str = entry(
        STRING,
        default="",
        about="An installed Python package that has the files: font-amatic-sc.",
    )
    axes: dict[str, float] = entry(
        table_of(_FEATURE, _AXIS),
        factory=dict,
        about="Where on the axes of a variable font it is: {wght: 450, wdth: 90}.",
    )
    features: tuple[str, ...] = entry(
        list_of(_FEATURE),
        default=(),
        about="OpenType features that are always on: [onum, smcp, ss01].",
    )
    fallback: tuple[str, ...] | None = entry(
        list_of(STRING),
        default=None,
        about="Fonts whose glyphs are printed where this one has none: [cjk, sans]; default: all.",
    )


_READ_FORM = form_of(FontForm)


class FontsRead(NamedTuple):
    """The fonts of a game: its own fonts, and the font that is printed for each name.

    `names` has an entry for each own font, too.
    """

    names: tuple[tuple[str, str], ...]
    own: tuple[OwnFont, ...]


def fonts_schema(vocabulary: Vocabulary) -> Schema:
    """The schema of `fonts`: names, each with a file, another font, or keys."""
    font = {**SAYING, **schema_of(FontForm, vocabulary), "type": ["string", "object"]}
    return table_schema({**font, "title": "file, other font, or keys"})


class FontsReader:
    """Reads `fonts` of one game. Faults are reported at their keys."""

    def __init__(self, project: Project, game_id: str) -> None:
        self._folder, self._root = project.folder_of(game_id), project.root

    def read(self, typed: MappingNode, at: At) -> FontsRead:
        """The fonts of a game. Reports E104, E106, E107, E135, and files that cannot be read."""
        known = {font_name(name): value for name, value in typed.items()}
        names: dict[str, str] = {}
        own: list[OwnFont] = []
        for written, value in typed.items():
            name, inside = font_name(written), at.inside(written, typed)
            if isinstance(value, str) and not _is_file_name(value):
                names[name] = self._other_name(name, value, known, inside)
                continue
            form = FontForm(file=value) if isinstance(value, str) else _READ_FORM(value, inside)
            if isinstance(form, FontForm):
                font = self._own_font(name, form, value, known, inside)
                own.append(font)
                names[name] = name
        return FontsRead(tuple(sorted(names.items())), tuple(own))

    def _other_name(self, name: str, written: str, known: Mapping[str, object], at: At) -> str:
        """The font that a name stands for, as in `Futura: sans`: built in, or one of the game's."""
        other = font_name(written)
        value = known.get(other)
        if other in BUILT_IN or (value is not None and not _stands_for_another(value)):
            return other
        if value is not None and other != name:
            message, hint = f"`{written}` stands for another font itself", "name that one"
        elif PurePosixPath(other).suffix and "://" not in other:
            message, hint = f"`{written}` is no font", _WITH_AN_ENDING
        else:
            others = (each for each in (*BUILT_IN, *known) if each != name)
            message, hint = f"there is no font `{written}`", self._way_out(written, others)
        at.report("E135", message, hint)
        return BUILT_IN[0]

    def _way_out(self, written: str, known: Iterable[str]) -> str:
        """The hint for a missing font: a font that may be meant, or a place for its file."""
        if font_name(written) in _NAMES_OF_BUILT_IN:
            return f"write {_NAMES_OF_BUILT_IN[font_name(written)]}"
        near = nearest(font_name(written), known)
        letters = _letters_and_figures(written)
        files = _fonts_in(self._folder, self._root) if letters else iter(())
        file = next(
            (each for each in sorted(files) if _letters_and_figures(each).startswith(letters)), ""
        )
        if near or file:
            return f"did you mean `{near or file}`?"
        word = "".join(
            letter for letter in PurePosixPath(written).name if letter.isalnum() or letter in "-_"
        )
        example = f"fonts/{word}.ttf" if word and "://" not in written else "fonts/Title.ttf"
        place = "put the file of that font into fonts/ beside game.yaml"
        return f"{place}, and write its name, such as {example}"

    def _own_font(
        self, name: str, form: FontForm, typed: object, known: Mapping[str, object], at: At
    ) -> OwnFont:
        node = typed if isinstance(typed, MappingNode) else MappingNode(0)
        files = []
        for cut in FontCut:
            written = getattr(form, cut.value)
            inside = at.inside(cut.value, node) if cut.value in node else at
            file = self._file(written, form.package, inside) if written else None
            if file is not None:
                files.append((cut, file))
        has_more = files or form.package or form.axes or form.features
        if not form.file and (has_more or name not in BUILT_IN):
            at.report("E107", "`file` is missing", _LIKE_A_FILE)
        fallback = []
        for number, written in enumerate(form.fallback or ()):
            other = font_name(written)
            inside = at.inside("fallback").inside(number)
            if other in BUILT_IN or (other in known and not _stands_for_another(known[other])):
                fallback.append(other)
            else:
                hint = did_you_mean(other, (*BUILT_IN, *known)) or "name a font of `fonts`, or sans"
                inside.report("E135", f"there is no font `{written}`", hint)
        axes = tuple(sorted(form.axes.items()))
        others = tuple(each for each in fallback if each != name)
        chain = None if form.fallback is None else others
        return OwnFont(name, tuple(files), axes, form.features, chain, at.place)

    def _file(self, written: str, package: str, at: At) -> FontFile | None:
        path = self._in_package(written, package, at) if package else self._beside_game(written, at)
        if path is None:
            return None
        root = None if package else self._root
        try:
            data = read_bytes(path, root, limits.FONT_BYTES)
        except OSError as error:
            at.problems.append(unread(error, at.place))
            return None
        return FontFile(written, hashlib.sha256(data).hexdigest(), path, at.place)

    def _beside_game(self, written: str, at: At) -> Path | None:
        """The path of a font's file beside game.yaml; None after a fault was reported."""
        if not _is_file_name(written):
            hint = _WITH_AN_ENDING if PurePosixPath(written).suffix else self._way_out(written, ())
            at.report("E135", f"`{written}` is no file of a font", hint)
            return None
        name, _ = file_and_member(written)
        path = self._folder / name
        if not is_inside(path, self._root):
            at.problems.append(unread(leads_out(path, self._root), at.place))
            return None
        if not is_file(path):
            near = why_missing(path, self._root)
            near = near or did_you_mean(name, _fonts_in(self._folder, self._root))
            hint = "put that file there, beside game.yaml, or write the name of another"
            at.report("E135", f"there is no file `{name}`", near or hint)
            return None
        return path

    def _in_package(self, written: str, package: str, at: At) -> Path | None:
        """The path of a font's file in an installed package; None after a fault was reported."""
        from importlib import metadata  # noqa: PLC0415  (it loads all that reads e-mail)

        try:
            files = metadata.distribution(package).files or ()
        except (metadata.PackageNotFoundError, ValueError):
            message = f"there is no package `{package}` installed"
            hint = f"pip install {package}, or copy the file beside game.yaml"
            at.report("E135", message, hint)
            return None
        name, _ = file_and_member(written)
        fonts = {file.name: file for file in files if _is_file_name(file.name)}
        if name not in fonts:
            near = did_you_mean(name, fonts)
            hint = near or f"its fonts are {', '.join(sorted(fonts)[:6]) or 'none at all'}"
            at.report("E135", f"the package {package} has no font `{name}`", hint)
            return None
        return Path(str(fonts[name].locate()))


def _is_file_name(written: str) -> bool:
    return PurePosixPath(file_and_member(written)[0]).suffix.lower() in ENDINGS


def _letters_and_figures(path: str) -> str:
    """The letters and figures of a file's name; other signs make no difference to finding fonts."""
    return "".join(each for each in PurePosixPath(path).name.lower() if each.isalnum())


def _stands_for_another(value: object) -> bool:
    """Whether a value of `fonts` is the name of another font."""
    return isinstance(value, str) and not _is_file_name(value)


def _fonts_in(folder: Path, root: Path) -> Iterator[str]:
    """The names of the font files that lie beside a game."""
    for path in files_in(folder, root):
        if _is_file_name(path.name):
            yield path.relative_to(folder).as_posix()
