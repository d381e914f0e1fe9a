"""Exports a game as a draft of a module for VASSAL: pieces, boards with their grids, the set-up.

A module is a zip with `buildFile.xml`, `moduledata` and `images/`. The names of its parts, which
are classes of VASSAL, and of their attributes are those of public modules of VASSAL 3.6 and 3.7.
All pictures have one scale, so that pieces fit on their boards.
"""

import io
import zipfile
from collections.abc import Mapping
from xml.etree.ElementTree import Element, SubElement, indent, tostring

from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.geometry.units import MM_PER_INCH
from fustella.core.values.model import Face
from fustella.export.formats._vassal_module import VERSION, VassalModule
from fustella.export.formats._vassal_pieces import safe_name
from fustella.export.game import Exported, ExportGame
from fustella.export.table import laid_for, layout_of
from fustella.write.pictures import PictureForm

ABOUT = "a draft of a module for VASSAL, with boards, grids and the set-up"

OPTIONS = frozenset(("players",))

_DPI = 100.0
_LONGEST_PX = 8000
"""The most pixels of a board's longest side; with more, VASSAL needs much memory."""


def export(game: ExportGame) -> Exported:
    """Exports a game as a module; each copy of a piece lies on the table once."""
    layout = layout_of(game)
    module = VassalModule(game, layout, _dpi_of(game))
    build = module.build_file()
    keys = sorted((name, game.pictures.key(*shown)) for name, shown in module.pictures.items())
    data = _module_data(game)
    key = fingerprint((), (), repr((build, data, keys)))
    file = OutputFile(
        f"{game.id}.vmod",
        game.edition.title,
        lambda: _zip_bytes(game, {"buildFile.xml": build, "moduledata": data}, module.pictures),
        pieces=sum(piece.copies for piece in game.pieces),
        key=key,
    )
    notes = (
        f"VASSAL: open {file.file}; File, Edit Module goes on with it.",
        *module.notes,
        *laid_for(game),
        *(("the rule booklet is not in the module: add it as a PDF",) if game.rulebook else ()),
    )
    return Exported([file], (), notes)


def _dpi_of(game: ExportGame) -> float:
    """The scale of all pictures, at which no board has too many pixels."""
    sizes = [piece.kind.outline.size for piece in game.pieces]
    longest_mm = max(max(size.width_mm, size.height_mm) for size in sizes)
    most = _LONGEST_PX / longest_mm * MM_PER_INCH
    return round(min(game.options.dpi or _DPI, most), 2)


def _module_data(game: ExportGame) -> bytes:
    """The file by which VASSAL lists modules: the name and the version."""
    root = Element("data", {"version": "1"})
    parts = {
        **{"version": game.version or "0.1", "VassalVersion": VERSION, "dateSaved": "315532800000"},
        **{"description": "Made with Fustella", "name": safe_name(game.edition.title)},
    }
    for tag, text in parts.items():
        SubElement(root, tag).text = text
    indent(root, " ")
    data: bytes = tostring(root, encoding="UTF-8", xml_declaration=True)
    return data


def _zip_bytes(
    game: ExportGame,
    texts: Mapping[str, bytes],
    pictures: Mapping[str, tuple[Face, PictureForm, str]],
) -> bytes:
    """The bytes of the module; equal contents give equal bytes."""
    data = io.BytesIO()
    with zipfile.ZipFile(data, "w") as package:
        for name, text in texts.items():
            package.writestr(_entry(name), text, zipfile.ZIP_DEFLATED)
        names = sorted(pictures)
        contents = game.pictures.contents([pictures[name] for name in names])
        for name, content in zip(names, contents, strict=True):
            package.writestr(_entry(f"images/{name}"), content)
    return data.getvalue()


def _entry(name: str) -> zipfile.ZipInfo:
    entry = zipfile.ZipInfo(name)  # of 1980, the first day that a zip can name
    entry.external_attr = 0o644 << 16
    return entry
