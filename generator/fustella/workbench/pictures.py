"""Saves pictures that are dropped onto a piece in `art/`, and names them in a field of it."""

import base64
import binascii
import io
import re
import unicodedata
from collections.abc import Iterator
from pathlib import PurePosixPath

from fustella.core.files.names import LONGEST_BYTES, fault_in_name
from fustella.core.files.pictures import ART, ENDINGS, NoPicture, PictureFolder
from fustella.core.files.reading import entries_of, is_folder
from fustella.core.processes import limits
from fustella.draw.pictures.raster import UnreadablePicture, opened
from fustella.draw.svg.source import FaultySvg, read_source
from fustella.workbench.draft import Draft, GestureRefused
from fustella.workbench.gestures import Gesture
from fustella.workbench.sides import piece_of
from fustella.workbench.values import set_value, text_of_field, type_of_field

_FORMATS = {"PNG": ".png", "JPEG": ".jpg", "WEBP": ".webp"}
"""The formats that may be dropped, besides SVG, each with the ending of its files."""

_ALSO = {".jpg": (".jpg", ".jpeg"), ".png": (".png", ".apng")}
_MOST_NAMES = 1000


class DropPicture(Gesture, frozen=True, tag="picture"):
    """A picture for a field of a piece: the name of its file, and its bytes in base 64."""

    piece: str
    side: str
    field: str
    name: str
    data: str

    def apply(self, draft: Draft) -> str:
        piece = piece_of(draft.job.game, "", self.piece)
        type_ = type_of_field(draft, piece, self.side, self.field)
        if type_ is not None and type_.name != "image":
            raise GestureRefused(f"`{self.field}` is no picture", place=piece.place)
        data = _decoded(self.data)
        name = saved(draft, self.name, data, ending_of(data))
        before = text_of_field(piece, self.side, self.field) or ""
        set_value(draft, piece, self.side, self.field, _typed(draft, name, before), is_new=True)
        return f"put `{name}` on `{piece.id}`"


def _decoded(text: str) -> bytes:
    if len(text) > limits.TABLE_BYTES * 4 // 3 + 4:
        most = f"{limits.TABLE_BYTES // limits.MB} MB"
        raise GestureRefused(f"the picture has more than {most}", f"put it into {ART}/ yourself")
    try:
        return base64.b64decode(text, validate=True)
    except (binascii.Error, ValueError):
        raise GestureRefused("the picture did not arrive whole", "drop it again") from None


def ending_of(data: bytes) -> str:
    """The ending for a picture with these bytes, whatever its name says. Raises GestureRefused."""
    try:
        with opened(io.BytesIO(data)) as picture:
            known = str(picture.format)
            picture.load()
    except UnreadablePicture as fault:
        if b"<svg" not in data[:4096] and not data.lstrip()[:5].startswith((b"<?xml", b"\x1f\x8b")):
            raise GestureRefused(str(fault), fault.hint) from None
        return _ending_of_drawing(data)
    if known not in _FORMATS:
        raise GestureRefused(f"the picture is a {known}", "save it as PNG, JPEG, WebP or SVG")
    return _FORMATS[known]


def _ending_of_drawing(data: bytes) -> str:
    if len(data) > limits.SVG_BYTES:
        raise GestureRefused("the drawing is too large", "simplify it in a drawing program")
    try:
        read_source(data)
    except FaultySvg as fault:
        raise GestureRefused(str(fault), fault.hint) from None
    return ".svg"


def saved(draft: Draft, name: str, data: bytes, ending: str) -> str:
    """The name in `art/` under which a picture lies now; an equal one is not saved again.

    No other picture is overwritten: its name is counted on, `dragon-2.png`.
    """
    folder = draft.project.folder_of(draft.game) / ART
    there: dict[str, str] = {}
    if is_folder(folder):
        paths = entries_of(folder, draft.project.root)
        there = {path.name.casefold(): path.name for path in paths}
    for free in _names(name, ending):
        taken = there.get(free.casefold())
        file = draft.project.name_of(folder / (taken or free))
        content = draft.content(file)
        if content == data:
            return taken or free
        if content is None and taken is None:
            draft.write(file, data)
            return free
    raise GestureRefused(f"there are too many pictures called `{name}`", "give it another name")


def _names(name: str, ending: str) -> Iterator[str]:
    """Yields names for a picture: the one that it has, made safe, then with numbers."""
    path = PurePosixPath(unicodedata.normalize("NFC", name).replace("\\", "/"))
    stem = path.stem if path.suffix.lower() in ENDINGS else path.name
    plain = re.sub(r"[^\w.+-]+", "-", stem).strip("-._") or "picture"
    while len(plain.encode()) > LONGEST_BYTES - len("-1000.webp"):
        plain = plain[:-1]
    own = path.suffix if path.suffix.lower() in _ALSO.get(ending, (ending,)) else ending
    if fault_in_name(f"{plain}{own}"):
        plain = f"picture-{plain}"
    yield f"{plain}{own}"
    yield from (f"{plain}-{number}{own}" for number in range(2, _MOST_NAMES))


def _typed(draft: Draft, name: str, before: str) -> str:
    """What a designer types for a picture: without its ending, unless the old name has one.

    Another picture may have the same name without its ending.
    """
    path = PurePosixPath(name)
    if PurePosixPath(before).suffix.lower() in ENDINGS:
        return name
    project = draft.project
    pictures = PictureFolder(project.folder_of(draft.game), root=project.root)
    try:
        same = pictures.find(path.stem).path.name == name
    except NoPicture as fault:
        same = fault.missing
    return path.stem if same else name
