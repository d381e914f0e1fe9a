"""Takes icons of a source into `icons/` of the new game, for texts that name them in braces."""

from contextlib import suppress
from pathlib import PurePosixPath

from fustella.core.processes import limits
from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex
from fustella.draw.pictures.raster import UnreadablePicture
from fustella.intake.ids import free_name
from fustella.intake.marks import RESERVED
from fustella.intake.pixels import drawing_of
from fustella.intake.sources import ImportSource
from fustella.intake.taken import Loss, Miss

_WORDS = regex(r"[^a-z0-9]+")
_STAND_IN = (
    '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 24 24">'
    '<path d="M3 3h18v18H3zM5 5v14h14V5z" fill="currentColor" fill-rule="evenodd"/></svg>\n'
)


class TakenIcons:
    """The icons of a game: `taken` has those that are drawings of the source, by their names.

    `drawn` are those that were made of pixels, and boxes for missing ones.
    """

    def __init__(self, source: ImportSource, losses: list[Loss]) -> None:
        self._source, self._losses = source, losses
        self.taken: dict[str, str] = {}
        self.drawn: dict[str, bytes] = {}
        self._known: dict[tuple[str, str], str] = {}

    def take(self, key: str, typed: str, place: Place, beside: str = "") -> str:
        """The name of the icon for a key, whose picture a text of the source names."""
        known = self._known.get((key, typed))
        if known is None:
            known = self._known[key, typed] = self._take(key, typed, place, beside)
        return known

    def _take(self, key: str, typed: str, place: Place, beside: str) -> str:
        name = self._free(key, typed)
        found = self._source.find(typed, beside) if typed.strip() else ""
        if found.lower().endswith(".svg"):
            self.taken[name] = found
            return name
        why = "there is no such file in the source; a box stands for it in texts"
        if found:
            why = "it cannot be read as a picture: save it as .svg or .png"
            with suppress(UnreadablePicture):
                data = self._source.bytes_of(found, limits.PICTURE_BYTES)
                self.drawn[name] = drawing_of(data).encode()
                return name
        self._losses.append(Loss(Miss.PICTURES, f"the icon {key} {typed}"[:100], why, place))
        self.drawn[name] = _STAND_IN.encode()
        return name

    def _free(self, key: str, typed: str) -> str:
        stem = PurePosixPath(typed.replace("\\", "/")).stem
        plain = _WORDS.sub("-", key.lower()).strip("-")
        plain = plain if len(plain) > 1 else _WORDS.sub("-", stem.lower()).strip("-") or plain
        plain = plain[:30].strip("-") or "icon"
        plain = f"i-{plain}" if plain[0].isdigit() or plain in RESERVED else plain
        return free_name(plain, {*self.taken, *self.drawn})
