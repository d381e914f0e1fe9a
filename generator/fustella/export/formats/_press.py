"""Finds the press for which an export is made: its profile, and its limit of ink."""

from pathlib import Path

from fustella.core.files.fingerprint import fingerprint
from fustella.core.files.project import RESOURCES
from fustella.core.files.reading import NotRead, read_bytes, read_own, why_unread
from fustella.core.processes import limits
from fustella.core.values.problems import Place, Problem, ProblemsFound, warning
from fustella.core.values.shops import Takes
from fustella.export.game import ExportGame
from fustella.write.pdfx import Press, UnusableProfile
from fustella.write.press.file import Standard
from fustella.write.press.inks import USUAL_PERCENT, PressInks

OLD_PROFILES, NEW_PROFILES = 2, 4
"""The newest versions of profiles that PDF/X-1a and PDF/X-4 take."""

WHERE_PROFILES = (
    "ask the shop by which profile it prints: many are at color.org and eci.org, and in "
    "/usr/share/color/icc; US Web Coated SWOP v2 comes with Adobe's programs"
)


def named_press(game: ExportGame, newest: int) -> Press | None:
    """The press that `--profile` names, None without one. Raises ProblemsFound: E805."""
    path = game.options.profile
    return None if path is None else press_in(path, newest)


def press_in(path: Path, newest: int) -> Press:
    """The press whose profile is a file. Raises ProblemsFound: E805."""
    try:
        return Press.described_by(read_bytes(path, None, limits.PROFILE_BYTES), newest)
    except UnusableProfile as error:
        message = f"no profile for these files: {error}"
    except NotRead as error:
        message = error.message
    except OSError as error:
        message = f"cannot be read: {why_unread(error)}"
    raise ProblemsFound([Problem("E805", Place(str(path)), message, WHERE_PROFILES)])


def limit_percent(game: ExportGame) -> float:
    """The highest sum of inks: that of the options, of the shop, or the usual one."""
    shop = game.shop
    return game.options.ink_percent or (shop.ink_percent if shop else 0.0) or USUAL_PERCENT


def standard_of(game: ExportGame) -> Standard:
    """The standard of files for a press: that of the options, or the one that the shop takes."""
    asked = game.options.standard or (game.shop.takes.value if game.shop else "")
    return Standard.X1A if asked == Takes.X1A.value else Standard.X4


def press_of(game: ExportGame) -> tuple[Press, tuple[Problem, ...]]:
    """The press of the files, and the warning E770 where nobody names one.

    Raises ProblemsFound: E805.
    """
    newest = OLD_PROFILES if standard_of(game) is Standard.X1A else NEW_PROFILES
    press = named_press(game, newest)
    if press is not None:
        return press, ()
    message = "no profile is named: the inks are those of offset printing on coated paper, computed"
    hint = "ask the shop for the profile of its press, and add --profile FILE.icc"
    return plain_press(), (warning("E770", game.edition.game.place, message, hint),)


def plain_press() -> Press:
    """The press of the package: offset printing on coated paper, computed, and nobody's own."""
    return Press.described_by(read_own(RESOURCES / "press" / "plain.icc"))


def press_key(inks: PressInks, standard: Standard, *, measured: bool = False) -> str:
    """The key of how a file is finished for a press: its inks, its standard, what is measured."""
    about = (inks.press, inks.most_percent, standard.name, measured)
    return fingerprint((), (), repr(about))
