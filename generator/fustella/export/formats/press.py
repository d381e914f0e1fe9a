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
from fustella.core.files.pdf import PlainPdf
from fustella.core.geometry.dies import die_lines
from fustella.core.values.inks import SpecialInk, ink_problems, named_for
from fustella.core.values.model import Face, FaceId, SideName
from fustella.core.values.problems import Place, Problem, ProblemsFound, warning
from fustella.core.values.shops import Shop, Takes
from fustella.export.formats._pictures import sides_of
from fustella.export.formats._press import limit_percent, press_key, press_of, standard_of
from fustella.export.formats._shops import Finishing, bleed_told, vector_file
from fustella.export.game import Exported, ExportGame, ExportPiece, csv_bytes
from fustella.write.dies import LINE_MM
from fustella.write.press.file import Standard, press_file
from fustella.write.press.inks import PressInks
from fustella.write.press.pictured import Parts
from fustella.write.press.plates import PageInk, ink_of_pages
from fustella.write.press.special import inks_of_pages
from fustella.write.shop import DieLines

ABOUT = "a press: PDF/X-4 or X-1a in four inks, vectors and real text, die lines on plates"

OPTIONS = frozenset({"profile", "standard", "dies", "special", "ink_percent", "inks"})

USUAL_BLEED_MM = 3.0
"""The bleed for which shops ask, where no shop is named."""

_HEADS = (
    *("file", "page", "kind", "piece", "side", "quantity", "written as"),
    *("special plates", "highest ink %", "x_mm", "y_mm", "mean ink %"),
)


class _Part(Struct, frozen=True):
    """A file: the pages of a kind, and how it is finished."""

    file: OutputFile
    pages: tuple[tuple[ExportPiece, SideName], ...]
    told: "_Told"
    apart: OutputFile | None = None


class _Told:
    """What came of the pages of a file, once it was written."""

    def __init__(self) -> None:
        self.pictured: Mapping[int, str] = {}
        self.inks: Sequence[PageInk] = ()


def export(game: ExportGame) -> Exported:
    standard = standard_of(game)
    press, told = press_of(game)
    inks = PressInks(press, limit_percent(game))
    special = named_for(game.edition.game.inks, game.plate_names)
    if faults := [*ink_problems(special, game.plate_names)]:
        raise ProblemsFound(faults)
    parts = [*_parts(game, inks, standard, special)]
    files = [part.file for part in parts]
    files += [part.apart for part in parts if part.apart]
    warnings = _unused(game, special)
    shop = game.shop
    asked_mm = shop.bleed_mm if shop and shop.bleed_mm else USUAL_BLEED_MM
    for pieces in game.kinds.values():
        warnings += [_without_more(told) for told in bleed_told(game, pieces, asked_mm)]
    warnings += told
    if shop and shop.takes not in (Takes.X4, Takes.X1A):
        warnings.append(_not_taken(shop, standard))
    files.append(_list(game, parts, inks, measured=game.options.inks))
    if game.rulebook is not None:
        rules = game.rulebook.pdf(f"{game.file_of('rules')}.pdf", asked_mm)
        files.append(_finished(rules, inks, standard, game.rulebook.name))
    notes = (
        f"the inks are those of “{inks.press.name}”, at most {inks.most_percent:g} % at a place",
        "press.csv has the quantities, and tells how each page is written",
    )
    return Exported(files, tuple(warnings), notes)


def _unused(game: ExportGame, special: Sequence[SpecialInk]) -> list[Problem]:
    """The warnings E772 about inks in which nothing is printed; of a whole box alone."""
    if game.options.only or not special:
        return []
    used = {ink.id for ink in game.inks_of(game.pieces)}
    hint = "write `ink:` in a zone, or `data-ink` in a template; or take the ink out"
    return [
        warning("E772", ink.place, f"nothing is printed in the ink `{ink.id}`", hint)
        for ink in special
        if ink.id not in used
    ]


def _without_more(told: Problem) -> Problem:
    """The warning about too little bleed: vectors are not drawn on outwards."""
    drawn, _, _ = told.message.partition(":")
    return replace(told, message=f"{drawn}: the pages have no more")


def _not_taken(shop: Shop, standard: Standard) -> Problem:
    """The warning E784 about a shop that asks for no files for a press."""
    asked, made = _TAKEN[shop.takes], standard.value[1].decode()
    message = f"{shop.name} takes {asked}, and these files are {made}"
    hint = "ask the shop first, or export in its own format: `fustella export --help` lists them"
    return warning("E784", Place("--shop"), message, hint)


_TAKEN = {Takes.PDF: "plain PDF", Takes.PICTURES: "pictures"}
"""What shops take that ask for no files for a press."""


def _parts(
    game: ExportGame, inks: PressInks, standard: Standard, special: Sequence[SpecialInk]
) -> Iterator[_Part]:
    """Yields the file of each kind."""
    names = game.plate_names
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
        stem, name = game.file_of(kind.id), game.kind_name(kind)
        own = frozenset(ink.id for ink in game.inks_of(pieces))
        used = [ink for ink in special if ink.id in own]
        how = _How(inks, standard, used, Parts.ALL, game.options.inks)
        if game.options.special in ("apart", "none") and used:
            how = replace(how, parts=Parts.FOUR)
        finishing = _finishing(how, told, pages)
        made = vector_file(game, f"{stem}.pdf", name, pages, dies=dies, finished=finishing)
        plates: OutputFile | None = None
        if game.options.special == "apart" and used:
            shown = [(one, side) for one, side in pages if _face(one, side).inks]
            how = replace(how, parts=Parts.SPECIAL, measured=False)
            finishing = _finishing(how, _Told(), shown)
            plates = vector_file(game, f"{stem}-plates.pdf", name, shown, finished=finishing)
        yield _Part(replace(made, content=_once(made.content)), tuple(pages), told, plates)


def _face(piece: ExportPiece, side: SideName) -> Face:
    face = piece.front if side is SideName.FRONT else piece.back
    assert face is not None
    return face


class _How(Struct, frozen=True):
    """The way in which a file is finished: its inks, its standard, and what is measured."""

    inks: PressInks
    standard: Standard
    special: Sequence[SpecialInk]
    parts: Parts
    measured: bool

    @property
    def key(self) -> str:
        special = [(ink.id, ink.plate, ink.sort.value, ink.colour) for ink in self.special]
        about = press_key(self.inks, self.standard, measured=self.measured)
        return fingerprint((), (), repr((about, special, self.parts.value)))


def _once(content: Callable[[], Content]) -> Callable[[], Content]:
    """A content that is made once: the file and the list of pages are written by two threads."""
    lock, made = Lock(), list[Content]()

    def kept() -> Content:
        with lock:
            if not made:
                made.append(content())
            return made[0]

    return kept


def _finishing(how: _How, told: _Told, pages: Sequence[tuple[ExportPiece, SideName]]) -> Finishing:
    special = {ink.id: ink for ink in how.special}

    def finish(pdf: bytes, title: str) -> bytes:
        _refuse_lost(pdf, special, pages)
        made = press_file(pdf, how.inks, title, how.standard, how.special, how.parts)
        told.pictured = dict(made.pictured)
        if how.measured:
            told.inks = ink_of_pages(pdf, how.inks, special)
        return made.pdf

    return Finishing(how.key, finish)


def _refuse_lost(
    pdf: bytes,
    special: Mapping[str, SpecialInk],
    pages: Sequence[tuple[ExportPiece, SideName]],
) -> None:
    """Raises ProblemsFound, E774, for parts in special inks that did not get into the file.

    They are drawn with what has no form on a plate, such as a font in colours.
    """
    if not special:
        return
    faults = list[Problem]()
    for (piece, side), found in zip(pages, inks_of_pages(PlainPdf(pdf)), strict=True):
        for ink in sorted(_face(piece, side).inks - found):
            message = f"what is printed in the ink `{ink}` on its {side.value} has no form there"
            hint = "draw it with shapes and letters in plain fonts, and in fewer parts"
            faults.append(Problem("E774", piece.piece.place, message, hint))
    if faults:
        raise ProblemsFound(faults)


def _finished(rules: OutputFile, inks: PressInks, standard: Standard, name: str) -> OutputFile:
    """The booklet for a press."""

    def content() -> bytes:
        pdf = rules.content()
        assert isinstance(pdf, bytes)
        return press_file(pdf, inks, name, standard).pdf

    key = fingerprint((), (), f"{rules.key} {press_key(inks, standard)}")
    return OutputFile(rules.file, rules.name, content, pieces=rules.pieces, key=key)


def _list(
    game: ExportGame, parts: Sequence[_Part], inks: PressInks, *, measured: bool
) -> OutputFile:
    """The list of pages; it is written after the files, since it tells what came of them."""

    def content() -> bytes:
        rows = list[Sequence[object]]()
        for part in parts:
            part.file.content()
            came = part.told
            for number, (piece, side) in enumerate(part.pages):
                reason = came.pictured.get(number, "")
                how = f"a picture: {reason}" if reason else "vectors"
                plates = {ink.id: ink.plate for ink in game.inks_of([piece])}
                shown = [plates[ink] for ink in plates if ink in _face(piece, side).inks]
                row = [part.file.file, number + 1, piece.kind.id, piece.id, side.value]
                rows.append(
                    [*row, piece.copies, how, "; ".join(shown), *_ink_cells(came.inks, number)]
                )
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
