"""Takes pictures of a source into `art/` of the new game, and names those that are missing."""

from pathlib import PurePosixPath
from xml.sax.saxutils import escape

from fustella.core.files.names import fault_in_name
from fustella.core.files.pictures import ENDINGS
from fustella.core.values.problems import Place
from fustella.core.words.patterns import regex
from fustella.intake.sources import ImportSource
from fustella.intake.taken import MISSING, Loss, Miss

_UNFIT = regex(r"[^\w .()-]+")


class TakenPictures:
    """The pictures of a game: `taken` has their names in `art/`, and those in the source.

    A picture that is not there gets a stand-in with its name, in `drawn`.
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

    def _taken(self, typed: str, place: Place, beside: str) -> str:
        found = ""
        for folder in self._folders:
            joined = f"{folder}/{typed}" if folder else typed
            found = found or self._source.find(joined, beside)
        if "://" in typed:
            why = "it lies on the net, where nothing is fetched from: save it, and name the file"
        elif not found:
            why = "there is no such file in the source; a grey stand-in has its name"
        elif not found.lower().endswith(ENDINGS):
            why = "this sort of picture cannot be read: save it as .png or .jpg"
        else:
            name = _fit_name(found)
            known = self.taken.get(name, found)
            if known != found:
                name = _fit_name(f"{PurePosixPath(found).parent.name}-{PurePosixPath(found).name}")
            self.taken[name] = found
            return name
        self._losses.append(Loss(Miss.PICTURES, typed[:100], why, place))
        return self._stand_in(typed)

    def _stand_in(self, typed: str) -> str:
        plain = _fit_name(typed.rpartition("/")[2].rpartition("\\")[2]) or MISSING
        name = f"{MISSING}/{PurePosixPath(plain).stem or MISSING}.svg"
        label = escape(PurePosixPath(plain).stem[:24])
        self.drawn[name] = (
            '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 60 60">'
            '<rect width="60" height="60" fill="#d9d9d9"/>'
            '<path d="M0 0L60 60M60 0L0 60" stroke="#b0b0b0" stroke-width="0.6"/>'
            f"<title>{label}</title></svg>\n"
        ).encode()
        return name


def _fit_name(name: str) -> str:
    """A name that every system takes, with the folders of the source but for a leading art/."""
    parts = [_UNFIT.sub("-", part).strip(" .-") for part in name.split("/")]
    parts = [part if not fault_in_name(part) else f"p-{part}"[:90] for part in parts if part]
    while len(parts) > 1 and parts[0].lower() in ("art", "img", "images", "image"):
        parts = parts[1:]
    return "/".join(parts)
