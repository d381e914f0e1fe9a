"""Takes pictures of a source into `art/` of the new game, and names those that are missing."""

import hashlib
from pathlib import PurePosixPath
from xml.sax.saxutils import escape

from fustella.core.files.names import fault_in_name
from fustella.core.files.pictures import ENDINGS
from fustella.core.processes import limits
from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex
from fustella.draw.svg.source import data_of
from fustella.intake.ids import free_name
from fustella.intake.sources import ImportSource
from fustella.intake.taken import MISSING, Loss, Miss

_BEGINS = {
    **{b"\x89PNG": ".png", b"\xff\xd8\xff": ".jpg", b"GIF8": ".gif"},
    **{b"II*\0": ".tif", b"MM\0*": ".tif"},
}
"""The first bytes of pictures, for those whose names have no ending."""

_UNFIT = regex(r"[^\w .()-]+")


class TakenPictures:
    """The pictures of a game: `taken` has their names in `art/`, and those in the source.

    A picture that is not there gets a stand-in with its name, in `drawn`; there are also those that
    a text carries in itself.
    """

    def __init__(
        self, source: ImportSource, losses: list[Loss], folders: tuple[str, ...] = ("",)
    ) -> None:
        """Pictures lie beside the script, or in one of the `folders` of the source."""
        self._source, self._losses, self._folders = source, losses, folders
        self.taken: dict[str, str] = {}
        self.drawn: dict[str, bytes] = {}
        self._known: dict[str, str] = {}

    def take(self, typed: str, place: Place, beside: str = "") -> str:
        """The name in `art/` of a picture that a text of the source names; "" for no text."""
        typed = typed.strip()
        if not typed or typed in self.taken or typed in self.drawn:
            return typed
        if typed not in self._known:
            self._known[typed] = self._taken(typed, place, beside)
        return self._known[typed]

    def embedded(self, address: str, name: str, place: Place) -> str:
        """The name in `art/` of a picture that a text carries as a `data:` address; "" for none.

        `name` is what to call it, without an ending.
        """
        if address not in self._known:
            self._known[address] = self._embedded(address, name, place)
        return self._known[address]

    def _embedded(self, address: str, name: str, place: Place) -> str:
        try:
            data = data_of(address)
        except ValueError:
            data = b""
        ending = _ending_by(data)
        if not ending and b"<svg" in data[:2000]:
            ending = ".svg"
        if not ending or len(data) > limits.PICTURE_BYTES:
            why = "it is broken, too large, or of a sort that cannot be read"
            self._losses.append(Loss(Miss.PICTURES, f"the picture of {name}"[:100], why, place))
            return self._stand_in(name)
        plain = _fit_name(name.replace("/", "-").replace(".", "-"))[:60] or "picture"
        free = free_name(plain, {*self.drawn, *self.taken}, ending=ending)
        self.drawn[free] = data
        return free

    def _taken(self, typed: str, place: Place, beside: str) -> str:
        found = ""
        for folder in self._folders:
            joined = f"{folder}/{typed}" if folder else typed
            found = found or self._source.find(joined, beside)
        if "://" in typed:
            why = "it lies on the net, where nothing is fetched from: save it, and name the file"
        elif not found:
            why = "there is no such file in the source: a grey square stands for it. "
            why += "Put it there, and import again"
        elif not (ending := self._ending(found)):
            why = "this sort of picture cannot be read: save it as .png or .jpg"
        else:
            name = _fit_name(found)
            name = name if name.lower().endswith(ending) else f"{name}{ending}"
            known = self.taken.get(name, found)
            if known != found:
                name = _fit_name(f"{PurePosixPath(found).parent.name}-{PurePosixPath(found).name}")
            self.taken[name] = found
            return name
        self._losses.append(Loss(Miss.PICTURES, typed[:100], why, place))
        return self._stand_in(typed)

    def draw(self, name: str, svg: bytes) -> str:
        """The name in `art/` of a picture that was drawn for a shape; equal ones are one."""
        digest = hashlib.sha256(svg).hexdigest()[:8]
        drawn = f"shapes/{name}-{digest}.svg"
        self.drawn[drawn] = svg
        return drawn

    def _ending(self, found: str) -> str:
        """The ending of a picture: that of its name, or else by its first bytes; "" for none."""
        named = PurePosixPath(found.lower()).suffix
        if named in ENDINGS:
            return named
        return _ending_by(self._source.bytes_of(found, limits.PICTURE_BYTES))

    def _stand_in(self, typed: str) -> str:
        plain = _fit_name(typed.rpartition("/")[2].rpartition("\\")[2]) or MISSING
        name = f"{MISSING}/{PurePosixPath(plain).stem or MISSING}.svg"
        self.drawn[name] = stand_in(PurePosixPath(plain).stem)
        return name


def _ending_by(data: bytes) -> str:
    """The usual ending of pictures that begin like these bytes, "" for no picture of pixels."""
    if data.startswith(b"RIFF") and data[8:12] == b"WEBP":
        return ".webp"
    return next((ending for begins, ending in _BEGINS.items() if data.startswith(begins)), "")


def stand_in(label: str) -> bytes:
    """A grey square, in SVG, for a picture that is not there."""
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60">'
        '<rect width="60" height="60" fill="#d9d9d9"/>'
        '<path d="M0 0L60 60M60 0L0 60" stroke="#b0b0b0" stroke-width="0.6"/>'
        f"<title>{escape(label[:24])}</title></svg>\n"
    ).encode()


def _fit_name(name: str) -> str:
    """A name that every system takes, with the folders of the source but for a leading art/."""
    parts = [_UNFIT.sub("-", part).strip(" .-") for part in name.split("/")]
    parts = [part if not fault_in_name(part) else f"p-{part}"[:90] for part in parts if part]
    while len(parts) > 1 and parts[0].lower() in ("art", "img", "images", "image"):
        parts = parts[1:]
    return "/".join(parts)
