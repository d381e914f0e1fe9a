"""Makes the files of die lines: the same lines as PDF, SVG and DXF, each where it is asked for."""

from collections.abc import Callable, Iterator, Mapping
from functools import partial

from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.values.plates import PLAIN_NAMES, PlateSort, plate_problems
from fustella.core.values.problems import ProblemsFound
from fustella.export.game import ExportGame
from fustella.export.options import LINE_FILES
from fustella.write import DieDocument, dies_dxf, dies_pdf, dies_svg

_WRITERS: Mapping[str, Callable[[DieDocument], bytes]] = {
    "pdf": dies_pdf,
    "svg": dies_svg,
    "dxf": dies_dxf,
}


def plate_names(game: ExportGame) -> Mapping[PlateSort, str]:
    """The names of plates, those of the shop if one was named. Raises ProblemsFound: E790, E791."""
    if game.shop is None:
        return PLAIN_NAMES
    if problems := [*plate_problems(game.shop.plates, game.shop.place)]:
        raise ProblemsFound(problems)
    return {**PLAIN_NAMES, **game.shop.plates}


def line_files(
    game: ExportGame, stem: str, name: str, document: DieDocument
) -> Iterator[OutputFile]:
    """Yields the files of a document of one page, in the forms that the options ask for."""
    for form in game.options.lines or LINE_FILES:
        write = _WRITERS[form]
        key = fingerprint((), (), repr((form, document)))
        yield OutputFile(f"{stem}.{form}", name, partial(write, document), key=key)
