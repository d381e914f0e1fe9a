"""Exports a page for playtesters: all pieces with both sides, a search, the rules, and printing.

The page is one HTML file with everything in it, or a file with a folder of pictures where these are
many. Without its script, it shows both sides of each piece at once.
"""

import base64
import hashlib
import math
import mimetypes
import string
import unicodedata
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from functools import cache
from importlib.resources import files

from msgspec import Struct

from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.geometry.shapes import Size
from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.values.model import Face
from fustella.core.words.patterns import visible_to_players
from fustella.core.words.printed import PAGE
from fustella.export.game import Exported, ExportGame, ExportPiece, written
from fustella.export.table import read_rule, rule_files, rule_texts
from fustella.write.pictures import PictureCut, PictureForm, PictureType

ABOUT = "one HTML page for playtesters: every piece, counts, search, the rules"

OPTIONS: frozenset[str] = frozenset()

_DPI = 150.0
_LONGEST_PX = 1400
_BYTES_A_PIXEL = 0.25
"""The approximate bytes of a pixel of WebP, to estimate whether the page can hold its pictures."""

_MOST_INSIDE = 20_000_000
"""The most bytes of pictures in the page itself: mail takes no larger pages."""

_RULES_INSIDE = 2_000_000

_PRINTED = Size(190, 235)
"""The room on a page of A4 or Letter, inside its margins and below a heading.

If a single piece is larger, browsers shrink everything that they print.
"""

_BETWEEN_MM = 2
"""The distance of a printed front from the back beside it, as in web.css."""

_PLAIN_SIGNS = frozenset(f"{string.ascii_letters}{string.digits}-._~/".encode())
"""The characters that stand for themselves in an address (RFC 3986, 2.3 and 3.3)."""

_RIGHT_TO_LEFT = ("ar", "fa", "he", "ur", "yi")


class _PageFace(Struct, frozen=True):
    """A face on the page: the CSS class of its picture, and the values that make the picture."""

    name: str
    face: Face
    form: PictureForm
    edge: str


def export(game: ExportGame) -> Exported:
    """Exports a game as a page, with its pictures inside it or beside it."""
    shown = {
        picture.face.digest: picture for piece in game.pieces for picture in _sides(game, piece)
    }
    different = {picture.name: picture for picture in shown.values()}
    inside = _bytes_of(different.values()) <= _MOST_INSIDE
    rules = {name: read_rule(game, name) for name in rule_files(game)}
    beside = {name: data for name, data in rules.items() if len(data) > _RULES_INSIDE}
    page = _WebPage(
        game, {digest: picture.name for digest, picture in shown.items()}, rules, _names_of(beside)
    )
    outputs = [written(name, beside[rule]) for rule, name in _names_of(beside).items()]
    addresses = {name: f"pictures/{name}.webp" for name in different}
    if not inside:
        outputs += [
            game.picture(addresses[name], picture.face, picture.form, edge=picture.edge)
            for name, picture in different.items()
        ]

    def content() -> bytes:
        if not inside:
            return page.html(addresses)
        jobs = [(picture.face, picture.form, picture.edge) for picture in different.values()]
        contents = zip(different, game.pictures.contents(jobs), strict=True)
        return page.html({name: _data_url(data, "image/webp") for name, data in contents})

    key = fingerprint((), (), repr((page.html(addresses), inside)))
    pieces = sum(piece.copies for piece in game.pieces)
    file = f"{game.id}.html"
    outputs.insert(0, OutputFile(file, game.edition.title, content, pieces=pieces, key=key))
    with_folder = "" if inside else ", with the folder pictures/ beside it"
    notes = [f"open {file} in a browser, or send it{with_folder}"]
    if game.rulebook is not None:
        outputs.append(written(page.rules_page, game.rulebook.page(), game.rulebook.name))
        notes += [
            f"{page.rules_page} has the rules with their pictures: send it, too",
            *game.rulebook.lost(f"in {file}"),
        ]
    return Exported(outputs, notes=tuple(notes))


def _bytes_of(shown: Iterable[_PageFace]) -> float:
    """The size of all pictures together, estimated in bytes."""
    sizes = (picture.form.pixels(picture.face.outline) for picture in shown)
    return sum(width * height * _BYTES_A_PIXEL for width, height in sizes)


def _sides(game: ExportGame, piece: ExportPiece) -> list[_PageFace]:
    size = piece.kind.outline.size
    longest_mm = max(size.width_mm, size.height_mm)
    dpi = min(game.options.dpi or _DPI, math.floor(_LONGEST_PX / longest_mm * MM_PER_INCH))
    form = PictureForm(type=PictureType.WEBP, dpi=dpi, cut=PictureCut.OUTLINE)
    edge = game.edge_of(piece.kind)
    return [
        _PageFace(f"{piece.kind.id}-{game.pictures.hashed(face, form, edge)}", face, form, edge)
        for face in piece.faces
    ]


def _names_of(rules: Iterable[str]) -> dict[str, str]:
    """The names of copies of the rules' files beside the page, by their names in the project.

    The files may lie in different folders of the project; their copies share one folder.
    """
    return {
        rule: f"rules/{number}-{rule.rpartition('/')[2]}"
        for number, rule in enumerate(rules, start=1)
    }


class _WebPage(Struct, frozen=True):
    """The contents of the page; `names` are the CSS classes of pictures by the digests of faces.

    `beside` is the result of `_names_of`.
    """

    game: ExportGame
    names: Mapping[str, str]
    rules: Mapping[str, bytes]
    beside: Mapping[str, str]

    def html(self, pictures: Mapping[str, str]) -> bytes:
        """The HTML of the page; `pictures` are the addresses of its pictures by their classes."""
        from jinja2 import Environment, StrictUndefined  # noqa: PLC0415  (only for a page)

        game = self.game
        copies = sum(piece.copies for piece in game.pieces)
        template = Environment(
            autoescape=True, undefined=StrictUndefined, finalize=visible_to_players
        ).from_string(_resource("web.html.j2"))
        script = _resource("web.js")
        digest = base64.b64encode(hashlib.sha256(script.encode()).digest()).decode()
        text: str = template.render(
            game=game,
            words=game.edition.game.tool_words.section(PAGE, game.language),
            direction="rtl" if game.language in _RIGHT_TO_LEFT else "ltr",
            style=_resource("web.css"),
            script=script,
            script_hash=digest,
            pictures=pictures,
            kinds=[self._kind(pieces) for pieces in game.kinds.values()],
            pieces=self._count_in_words("pieces", copies),
            designs=self._count_in_words("designs", len(game.pieces)),
            copies=copies,
            rules=[
                {"title": title, "lines": [line for line in text.splitlines() if line]}
                for title, text in (*self._chapters(), *rule_texts(game))
            ],
            rules_page=_as_address(self.rules_page) if game.rulebook else "",
            rules_name=game.rulebook.name if game.rulebook else "",
            files=[self._rule(name) for name in self.rules],
        )
        return text.encode()

    @property
    def rules_page(self) -> str:
        """The file beside the page that is the rule booklet as a page of its own."""
        return f"{self.game.id}-rules.html"

    def _chapters(self) -> list[tuple[str, str]]:
        """The chapters of the booklet as texts, with their titles."""
        rulebook = self.game.rulebook
        return [(one.title, one.text) for one in rulebook.chapters()] if rulebook else []

    def _count_in_words(self, name: str, count: int) -> str:
        """A number of pieces in words: `12 pieces`."""
        words = self.game.edition.game.tool_words
        return words.counted(f"{PAGE}.{name}", self.game.language, count)

    def _kind(self, pieces: Sequence[ExportPiece]) -> dict[str, object]:
        kind = pieces[0].kind
        size = kind.outline.size
        backs = Counter(piece.back.digest for piece in pieces if piece.back)
        shared = {digest for digest, designs in backs.items() if designs > 1}
        smaller = min(1, _PRINTED.width_mm / size.width_mm, _PRINTED.height_mm / size.height_mm)
        percent = math.floor(100 * smaller)
        printed_mm = percent / 100 * size.width_mm
        own = any(piece.back and piece.back.digest not in shared for piece in pieces)
        below = own and 2 * printed_mm + _BETWEEN_MM > _PRINTED.width_mm
        return {
            "id": kind.id,
            "name": self.game.kind_name(kind),
            "copies": sum(piece.copies for piece in pieces),
            "width": f"{size.width_mm:.4g}",
            "height": f"{size.height_mm:.4g}",
            "designs": self._count_in_words("designs", len(pieces)) if len(pieces) > 1 else "",
            "percent": percent,
            "below": below,
            "pieces": [self._piece(piece, shared) for piece in pieces],
            "backs": [
                {"picture": self.names[digest], "copies": _copies_with(pieces, digest)}
                for digest in backs
                if digest in shared
            ],
        }

    def _piece(self, piece: ExportPiece, shared: Collection[str]) -> dict[str, object]:
        texts = " ".join(
            (
                piece.name,
                piece.id,
                piece.code,
                piece.kind.id,
                *piece.texts,
                *(text.text for text in piece.said),
            )
        )
        return {
            "id": piece.id,
            "name": piece.name,
            "code": piece.code,
            "copies": piece.copies,
            "front": self.names[piece.front.digest],
            "back": self.names[piece.back.digest] if piece.back else "",
            "shared": piece.back is not None and piece.back.digest in shared,
            "said": piece.said,
            "find": plain(texts),
        }

    def _rule(self, name: str) -> dict[str, str]:
        beside = self.beside.get(name, "")
        type = mimetypes.guess_type(name)[0] or "application/octet-stream"
        return {
            "name": name.rpartition("/")[2],
            "url": _as_address(beside) if beside else _data_url(self.rules[name], type),
        }


def plain(text: str) -> str:
    """A text in small letters without accents, in the form in which the page's script searches."""
    parts = unicodedata.normalize("NFKD", text)
    return "".join(sign for sign in parts if unicodedata.category(sign)[0] != "M").lower()


def _copies_with(pieces: Iterable[ExportPiece], back: str) -> int:
    """The number of copies that have the back with this digest."""
    return sum(piece.copies for piece in pieces if piece.back and piece.back.digest == back)


def _as_address(file: str) -> str:
    """The address of a file beside the page; signs that are not plain become `%20` and the like."""
    signs = (chr(sign) if sign in _PLAIN_SIGNS else f"%{sign:02X}" for sign in file.encode())
    return "".join(signs)


def _data_url(data: bytes, type: str) -> str:
    return f"data:{type};base64,{base64.b64encode(data).decode()}"


@cache
def _resource(name: str) -> str:
    return (files("fustella.export") / "pages" / name).read_text(encoding="utf-8")
