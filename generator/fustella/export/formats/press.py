"""Exports PDFs for a press: PDF/X in its inks, with vectors and real text, each design once.

A kind has a file, in which each design is a front and, if it has one, a back; `press.csv` tells how
often each is printed, and how its page is written. With a shop, its rules hold: the flavour of PDF,
the limit of ink, and whether die lines lie in the same file.
"""

from collections.abc import Callable, Iterator, Mapping, Sequence
from threading import Lock

from msgspec import Struct
from msgspec.structs import replace

from fustella.build.publish import Content, OutputFile
from fustella.core.files.fingerprint import fingerprint
from fustella.core.geometry.dies import die_lines
from fustella.core.values.model import FaceId, SideName
from fustella.core.values.problems import Place, Problem, warning
from fustella.core.values.shops import Shop, Takes
from fustella.export.formats._dies import plate_names
from fustella.export.formats._pictures import sides_of
from fustella.export.formats._press import (
    NEW_PROFILES,
    OLD_PROFILES,
    named_press,
    plain_press,
    press_key,
)
from fustella.export.formats._shops import Finishing, bleed_told, vector_file
from fustella.export.game import Exported, ExportGame, ExportPiece, csv_bytes
from fustella.write.dies import LINE_MM
from fustella.write.press.file import Standard, press_file
from fustella.write.press.inks import USUAL_PERCENT, PressInks
from fustella.write.press.plates import PageInk, ink_of_pages
from fustella.write.shop import DieLines

ABOUT = "a press: PDF/X-4 or X-1a in four inks, vectors and real text, die lines on plates"

OPTIONS = frozenset({"profile", "standard", "dies", "ink_percent", "inks"})

USUAL_BLEED_MM = 3.0
"""The bleed for which shops ask, where no shop is named."""

_HEADS = (
    *("file", "page", "kind", "piece", "side", "quantity", "written as"),
    *("highest ink %", "x_mm", "y_mm", "mean ink %"),
)


class _Part(Struct, frozen=True):
    """A file: the pages of a kind, and how it is finished."""

    file: OutputFile
    pages: tuple[tuple[ExportPiece, SideName], ...]
    told: "_Told"


class _Told:
    """What came of the pages of a file, once it was written."""

    def __init__(self) -> None:
        self.pictured: Mapping[int, str] = {}
        self.inks: Sequence[PageInk] = ()


def export(game: ExportGame) -> Exported:
    standard = _standard(game)
    newest = OLD_PROFILES if standard is Standard.X1A else NEW_PROFILES
    press = named_press(game, newest)
    shop = game.shop
    most = game.options.ink_percent or (shop.ink_percent if shop else 0.0) or USUAL_PERCENT
    inks = PressInks(press or plain_press(), most)
    parts = [*_parts(game, inks, standard)]
    files = [part.file for part in parts]
    warnings = list[Problem]()
    asked_mm = shop.bleed_mm if shop and shop.bleed_mm else USUAL_BLEED_MM
    for pieces in game.kinds.values():
        warnings += [_without_more(told) for told in bleed_told(game, pieces, asked_mm)]
    if press is None:
        warnings.append(_plain_warning(game))
    if shop and shop.takes not in (Takes.X4, Takes.X1A):
        warnings.append(_not_taken(shop, standard))
    files.append(_list(parts, inks, measured=game.options.inks))
    if game.rulebook is not None:
        rules = game.rulebook.pdf(f"{game.file_of('rules')}.pdf", asked_mm)
        files.append(_finished(rules, inks, standard, game.rulebook.name))
    notes = (
        f"the inks are those of “{inks.press.name}”, at most {most:g} % at a place",
        "press.csv has the quantities, and tells how each page is written",
    )
    return Exported(files, tuple(warnings), notes)


def _standard(game: ExportGame) -> Standard:
    asked = game.options.standard or (game.shop.takes.value if game.shop else "")
    return Standard.X1A if asked == Takes.X1A.value else Standard.X4


def _without_more(told: Problem) -> Problem:
    """The warning about too little bleed: vectors are not drawn on outwards."""
    drawn, _, _ = told.message.partition(":")
    return replace(told, message=f"{drawn}: the pages have no more")


def _plain_warning(game: ExportGame) -> Problem:
    message = "no profile is named: the inks are those of offset printing on coated paper, computed"
    hint = "ask the shop for the profile of its press, and add --profile FILE.icc"
    return warning("E770", game.edition.game.place, message, hint)


def _not_taken(shop: Shop, standard: Standard) -> Problem:
    """The warning E784 about a shop that asks for no files for a press."""
    asked, made = _TAKEN[shop.takes], standard.value[1].decode()
    message = f"{shop.name} takes {asked}, and these files are {made}"
    hint = "ask the shop first, or export in its own format: `fustella export --help` lists them"
    return warning("E784", Place("--shop"), message, hint)


_TAKEN = {Takes.PDF: "plain PDF", Takes.PICTURES: "pictures"}
"""What shops take that ask for no files for a press."""


def _parts(game: ExportGame, inks: PressInks, standard: Standard) -> Iterator[_Part]:
    """Yields the file of each kind."""
    names = plate_names(game)
    apart = game.shop is not None and game.shop.apart
    asked = game.options.dies or ("none" if apart or standard is Standard.X1A else "with")
    line_mm = game.shop.plate_line_mm if game.shop else LINE_MM
    for pieces in game.kinds.values():
        kind, told = pieces[0].kind, _Told()
        pages = [(piece, side) for piece in pieces for side, _ in sides_of(piece)]
        dies = None
        if asked == "with":
            lines = die_lines(kind.outline)
            fronts = {
                FaceId(piece.piece.id, side, piece.look): lines
                for piece, side in pages
                if side is SideName.FRONT
            }
            dies = DieLines(fronts, names, line_mm)
        finishing = _finishing(inks, standard, told, measured=game.options.inks)
        file = f"{game.file_of(kind.id)}.pdf"
        name = game.kind_name(kind)
        made = vector_file(game, file, name, pages, dies=dies, finished=finishing)
        yield _Part(replace(made, content=_once(made.content)), tuple(pages), told)


def _once(content: Callable[[], Content]) -> Callable[[], Content]:
    """A content that is made once: the file and the list of pages are written by two threads."""
    lock, made = Lock(), list[Content]()

    def kept() -> Content:
        with lock:
            if not made:
                made.append(content())
            return made[0]

    return kept


def _finishing(inks: PressInks, standard: Standard, told: _Told, *, measured: bool) -> Finishing:
    def finish(pdf: bytes, title: str) -> bytes:
        made = press_file(pdf, inks, title, standard)
        told.pictured = dict(made.pictured)
        if measured:
            told.inks = ink_of_pages(pdf, inks)
        return made.pdf

    return Finishing(press_key(inks, standard, measured=measured), finish)


def _finished(rules: OutputFile, inks: PressInks, standard: Standard, name: str) -> OutputFile:
    """The booklet for a press."""

    def content() -> bytes:
        pdf = rules.content()
        assert isinstance(pdf, bytes)
        return press_file(pdf, inks, name, standard).pdf

    key = fingerprint((), (), f"{rules.key} {press_key(inks, standard)}")
    return OutputFile(rules.file, rules.name, content, pieces=rules.pieces, key=key)


def _list(parts: Sequence[_Part], inks: PressInks, *, measured: bool) -> OutputFile:
    """The list of pages; it is written after the files, since it tells what came of them."""

    def content() -> bytes:
        rows = list[Sequence[object]]()
        for part in parts:
            part.file.content()
            came = part.told
            for number, (piece, side) in enumerate(part.pages):
                reason = came.pictured.get(number, "")
                how = f"a picture: {reason}" if reason else "vectors"
                row = [part.file.file, number + 1, piece.kind.id, piece.id, side.value]
                rows.append([*row, piece.copies, how, *_ink_cells(came.inks, number)])
        return csv_bytes(_HEADS, rows)

    depends_on = [part.file.key for part in parts], inks.most_percent, measured
    return OutputFile("press.csv", "pages", content, key=fingerprint((), (), repr(depends_on)))


def _ink_cells(inks: Sequence[PageInk], number: int) -> list[object]:
    if not inks:
        return ["", "", "", ""]
    one = inks[number]
    place = one.place_mm
    shown = (one.highest_percent, place.x_mm, place.y_mm, one.mean_percent)
    return [round(figure, 1) for figure in shown]
