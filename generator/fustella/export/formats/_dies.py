"""Makes the files of die lines: the same lines as PDF, SVG and DXF, each where it is asked for."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.export.game import ExportGame
from fustella.export.options import LINE_FILES
from fustella.write import DieDocument, DiePage, dies_dxf, dies_pdf, dies_svg
from fustella.write.dies import LINE_MM

_WRITERS: Mapping[str, Callable[[DieDocument], bytes]] = {
    "pdf": dies_pdf,
    "svg": dies_svg,
    "dxf": dies_dxf,
}


def line_files(game: ExportGame, stem: str, name: str, page: DiePage) -> Iterator[OutputFile]:
    """Yields the files of a page of lines, in the forms that the options ask for.

    Their plates are called, and their lines are as wide, as the shop wants them.
    """
    line_mm = game.shop.plate_line_mm if game.shop else LINE_MM
    title = f"{game.edition.title} · {name}"
    document = DieDocument(title, game.language, (page,), game.plate_names, line_mm)
    for form in game.options.lines or LINE_FILES:
        key = fingerprint((), (), repr((form, document)))
        write = partial(_WRITERS[form], document)
        yield OutputFile(f"{stem}.{form}", name, write, key=key)
