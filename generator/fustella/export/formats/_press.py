"""Finds the press for which an export is made: its profile, and its limit of ink."""

from fustella.core.files.fingerprint import fingerprint
from fustella.core.files.project import RESOURCES
from fustella.core.files.reading import NotRead, read_bytes, read_own, why_unread
from fustella.core.processes import limits
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.export.game import ExportGame
from fustella.write.pdfx import Press, UnusableProfile
from fustella.write.press.file import Standard
from fustella.write.press.inks import PressInks

OLD_PROFILES, NEW_PROFILES = 2, 4
"""The newest versions of profiles that PDF/X-1a and PDF/X-4 take."""

WHERE_PROFILES = (
    "the shop names US Web Coated SWOP v2, which comes with Adobe's programs; others are at "
    "color.org and eci.org, and in /usr/share/color/icc"
)


def named_press(game: ExportGame, newest: int) -> Press | None:
    """The press that `--profile` names, None without one. Raises ProblemsFound: E805."""
    path = game.options.profile
    if path is None:
        return None
    try:
        return Press.described_by(read_bytes(path, None, limits.PROFILE_BYTES), newest)
    except UnusableProfile as error:
        message = f"no profile for these files: {error}"
    except NotRead as error:
        message = error.message
    except OSError as error:
        message = f"cannot be read: {why_unread(error)}"
    raise ProblemsFound([Problem("E805", Place(str(path)), message, WHERE_PROFILES)])


def plain_press() -> Press:
    """The press of the package: offset printing on coated paper, computed, and nobody's own."""
    return Press.described_by(read_own(RESOURCES / "press" / "plain.icc"))


def press_key(inks: PressInks, standard: Standard, *, measured: bool = False) -> str:
    """The key of how a file is finished for a press: its inks, its standard, what is measured."""
    about = (inks.press, inks.most_percent, standard.name, measured)
    return fingerprint((), (), repr(about))
