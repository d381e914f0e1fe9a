"""Takes the fonts that a source names: their files where it has them, else what is most like them.

A font whose file is not there is named in game.yaml all the same, as another name for `sans` or
`serif`, and zones use that name. So one line brings it.
"""

from pathlib import PurePosixPath
from typing import TYPE_CHECKING

from fustella import draw
from fustella.core.files.names import fault_in_name
from fustella.core.processes import limits
from fustella.core.values.fonts import ENDINGS
from fustella.core.values.problems import Place, ProblemsFound
from fustella.core.words.patterns import regex
from fustella.intake.formats._looks import font_of
from fustella.intake.ids import free_name
from fustella.intake.sources import ImportSource
from fustella.intake.taken import Loss, Miss
from fustella.read.edit.yaml_writing import Value

if TYPE_CHECKING:
    from fustella.draw.text.identity import FontIdentity

_PLAIN = regex(r"[^a-z0-9]+")
_UNFIT = regex(r"[^\w.-]+")
_STYLE = regex(r"(?i)[\s,-]+(?:semi|extra|demi|ultra)?[\s-]*(?:bold|italic|oblique|regular|book)$")
_USUAL = frozenset(
    ("", "arial", "helvetica", "sans", "sansserif", "serif", "timesnewroman", "times")
)
_TAKEN_NAMES = ("sans", "serif", "title", "text", "monospace")
_MOST_FILES = 60


class _File:
    def __init__(self, name: str, font: "FontIdentity") -> None:
        self.name, self.font = name, font
        self.names = {_plain(each) for each in (*font.names, PurePosixPath(name).stem)}
        self.family = _plain(font.names[0]) if font.names else ""


class TakenFonts:
    """The fonts of a game.

    `taken` has their names in `fonts/`, `families` what stands under `fonts` in game.yaml.
    """

    def __init__(self, source: ImportSource, losses: list[Loss]) -> None:
        self._source, self._losses = source, losses
        self.taken: dict[str, str] = {}
        self.families: dict[str, Value] = {}
        self._known: dict[str, str] = {}
        self._files: list[_File] | None = None

    def take(self, typed: str, place: Place) -> str:
        """What zones name for a font that a text of the source names."""
        plain = _plain(typed)
        if plain not in self._known:
            self._known[plain] = self._taken(typed.strip(), place)
        return self._known[plain]

    def _taken(self, typed: str, place: Place) -> str:
        like = font_of(typed)
        family = _STYLE.sub("", typed)
        if _plain(family) in _USUAL:
            return like
        name = self._free(typed)
        files = self._family(typed) or (self._family(family) if family != typed else {})
        if files:
            self.families[name] = {cut: f"fonts/{file}" for cut, file in files.items()}
            return name
        if len(self._known) > _MOST_FILES:
            return like
        self.families[name] = like
        file = f"fonts/{_UNFIT.sub('', typed).strip('.') or 'Font'}.ttf"
        why = (
            f"`{like}` is printed in its place: put its file into fonts/, and write "
            f"`{name}: {file}` under `fonts` in game.yaml"
        )
        self._losses.append(Loss(Miss.LOOKS, f"the font {typed}"[:100], why, place, True))
        return name

    def _family(self, typed: str) -> dict[str, str]:
        """The files of a family in `fonts/`, by the cuts that they are for."""
        wanted = _plain(typed)
        named = [each for each in self._all() if wanted in each.names]
        if not named:
            return {}
        of_family = [each for each in self._all() if each.family == wanted] or named[:1]
        files: dict[str, str] = {}
        for each in sorted(of_family, key=_plainness):
            files.setdefault(str(each.font.cut.value), self._copied(each))
        if "file" not in files:
            files = {"file": next(iter(files.values())), **files}
        return dict(sorted(files.items(), key=lambda one: one[0] != "file"))

    def _copied(self, file: _File) -> str:
        path = PurePosixPath(file.name)
        name = f"{_UNFIT.sub('-', path.stem)[:60].strip('-.') or 'font'}{path.suffix.lower()}"
        if fault_in_name(name) or self.taken.get(name, file.name) != file.name:
            name = f"f{len(self.taken)}-{name}"
        self.taken[name] = file.name
        return name

    def _all(self) -> list[_File]:
        """The fonts of the source that can be printed; each is read once."""
        if self._files is not None:
            return self._files
        self._files = []
        found = [name for name in self._source.names() if name.lower().endswith(ENDINGS)]
        for name in found[:_MOST_FILES]:
            try:
                data = self._source.bytes_of(name, limits.FONT_BYTES)
                self._files.append(_File(name, draw.font_identity(data)))
            except draw.FaultyFont as fault:
                why = f"the file {fault.message}"
                self._losses.append(Loss(Miss.LOOKS, name[-100:], why, Place(name)))
            except ProblemsFound as error:
                why = error.problems[0].message
                self._losses.append(Loss(Miss.LOOKS, name[-100:], why, Place(name)))
        return self._files

    def _free(self, typed: str) -> str:
        plain = _PLAIN.sub("-", typed.lower()).strip("-")[:40].strip("-") or "font"
        plain = f"{plain}-font" if plain in _TAKEN_NAMES or plain[0].isdigit() else plain
        return free_name(plain, self.families)


def _plain(name: str) -> str:
    return _PLAIN.sub("", name.lower())


def _plainness(file: _File) -> tuple[int, int, str]:
    """Sorts the files of a family: Regular and Bold before Light, Black and the like."""
    full = " ".join(file.font.names).lower()
    odd = sum(word in full for word in ("light", "thin", "hair", "semi", "extra", "black", "ultra"))
    odd += sum(word in full for word in ("medium", "condensed", "narrow"))
    return (odd, len(full), file.name)
