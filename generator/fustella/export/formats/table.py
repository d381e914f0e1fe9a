"""Exports a game as a table: one HTML file on which it is played, from disk and without network.

The table is laid for each number of players by `layout_of`, as in all other programs. The page
enforces nothing. How it works is said in its scripts, `export/pages/table-*.js`.
"""

from fustella.build.publish import OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.values.problems import Problem
from fustella.core.values.questions import asked_in
from fustella.export.formats._table_faces import PackedFaces
from fustella.export.formats._table_page import FACES, table_page
from fustella.export.game import Exported, ExportGame
from fustella.export.table import rule_files
from fustella.read.questions import read_questions

ABOUT = "one HTML file to play the game on: any screen, without network or account"

OPTIONS: frozenset[str] = frozenset()

_MOST_BYTES = 15_000_000
"""The most bytes of a page that can be sent by mail."""


def export(game: ExportGame) -> Exported:
    """Exports a game as a table. Raises ProblemsFound: E506, E802."""
    faces = PackedFaces(game)
    warnings: list[Problem] = []
    own = read_questions(game.project, game.id, game.edition.game.languages, warnings)
    page = table_page(game, faces, [asked_in(question, game.language) for question in own])
    file = f"{game.id}-table.html"
    output = OutputFile(
        file,
        game.edition.title,
        lambda: page.replace(FACES, faces.packed()).encode(),
        pieces=sum(piece.copies for piece in game.pieces),
        key=fingerprint((), (), f"{page} {faces.key}"),
    )
    notes = [f"open {file} in a browser, or send it; sessions that are saved there are files"]
    notes += [f"{name} is not on the page: send it, too" for name in rule_files(game)]
    size = faces.bytes_about + len(page)
    if size > _MOST_BYTES:
        notes.append(f"the page has about {size / 1e6:.0f} MB: for mail, take --dpi 100 or --only")
    return Exported([output], tuple(warnings), tuple(notes))
