"""Shows the rule booklet of a game: its pages, and where each block on them was typed."""

from collections.abc import Callable, Iterable, Mapping

from msgspec import Struct
from msgspec.structs import replace

from fustella.build.job import Job
from fustella.build.rules_files import booklet_of
from fustella.build.shown_booklet import BookletSetter, GivenUp, ShownBlock, ShownPages
from fustella.core.files.project import Project
from fustella.core.files.reading import read_bytes
from fustella.core.geometry.shapes import Rect
from fustella.core.processes import limits
from fustella.core.values.problems import Problem, ProblemsFound
from fustella.preview.views import (
    AreaView,
    BookletBlockView,
    BookletLinkView,
    BookletPageView,
    BookletView,
    EditionKey,
    FaultView,
)
from fustella.read.rules.files import rules_folder
from fustella.read.rules.parts import ChapterPart, parts_of
from fustella.rules.direction import reads_right_to_left
from fustella.workbench.draft import digest_of

_DIGITS = 2
_SIDES = 12
"""The most editions of a booklet whose last good pages are kept: languages and themes."""


class _Chapter(Struct, frozen=True):
    """A chapter as it was read: the digest of its file, and its parts by their first lines."""

    digest: str
    parts: Mapping[int, ChapterPart]


class GameBooklet:
    """The rule booklet of one game, in each edition that is looked at; has to be closed.

    `keep` is called with the pictures of pages that somebody may ask for, by their digests.
    """

    def __init__(
        self, project: Project, game: str, keep: Callable[[Mapping[str, str]], None]
    ) -> None:
        self._project, self._game, self._keep = project, game, keep
        self._setter = BookletSetter()
        self._views: dict[EditionKey, BookletView] = {}

    def view(
        self,
        edition: EditionKey,
        job: Job,
        fresh: Job,
        views: Callable[[Iterable[Problem]], tuple[FaultView, ...]],
        *,
        settled: bool,
        unwanted: Callable[[], bool],
    ) -> BookletView:
        """The pages in an edition; where there are faults, the last good pages with them.

        `job` is the same until the game is read again, and `fresh` is one like it whose chapters
        are as they are now. Pages that need not be `settled` come sooner; those that are `unwanted`
        before they are settled stay as they were.
        """
        try:
            booklet, warnings = booklet_of(fresh), fresh.rules_warnings
            wanted = unwanted if edition in self._views else lambda: False
            shown = self._setter.pages(job, booklet, settled=settled, unwanted=wanted)
        except GivenUp:
            return replace(self._views[edition], settled=False, faults=views(warnings))
        except ProblemsFound as fault:
            last = self._views.get(edition, BookletView())
            return replace(last, faults=views(fault.problems))
        self._keep({page.digest: page.svg for page in shown.pages})
        view = self._view(shown, made=not fresh.rules.booklets)
        view = replace(view, right_to_left=reads_right_to_left(booklet.language))
        self._views.pop(edition, None)
        self._views[edition] = view
        while len(self._views) > _SIDES:
            del self._views[next(iter(self._views))]
        return replace(view, faults=views(warnings))

    def _view(self, shown: ShownPages, *, made: bool) -> BookletView:
        chapters: dict[str, _Chapter | None] = {}
        blocks = tuple(self._block(block, chapters) for block in shown.blocks)
        return BookletView(
            pages=tuple(BookletPageView(page.digest) for page in shown.pages),
            width_mm=shown.size.width_mm,
            height_mm=shown.size.height_mm,
            made=made,
            settled=shown.settled,
            blocks=blocks,
            links=tuple(
                BookletLinkView(link.page, *_numbers(link.area), link.to) for link in shown.links
            ),
            files={name: known.digest for name, known in chapters.items() if known is not None},
        )

    def _block(self, block: ShownBlock, chapters: dict[str, _Chapter | None]) -> BookletBlockView:
        marked = block.marked
        file = marked.place.file
        if file not in chapters:
            chapters[file] = self._chapter(file)
        chapter = chapters[file]
        part = chapter.parts.get(marked.place.line) if chapter is not None else None
        return BookletBlockView(
            sort=marked.is_,
            level=marked.level,
            text=marked.text,
            file=file if part else "",
            line=part.first if part else 0,
            end=part.last if part else 0,
            typed=part.typed if part else "",
            areas=tuple(AreaView(page, *_numbers(area)) for page, area in block.areas),
        )

    def _chapter(self, file: str) -> _Chapter | None:
        """A chapter of the game; None for other files, and for one that is gone."""
        path = self._project.root / file
        if path.parent != rules_folder(self._project, self._game) or path.suffix != ".md":
            return None
        try:
            content = read_bytes(path, self._project.root, limits.CHAPTER_BYTES)
            text = content.decode("utf-8-sig")
        except (OSError, UnicodeDecodeError):  # it was changed just now
            return None
        return _Chapter(digest_of(content), {part.first: part for part in parts_of(text)})

    def close(self) -> None:
        """Ends the process that sets the booklet."""
        self._setter.close()


def _numbers(area: Rect) -> tuple[float, float, float, float]:
    sides = area.x_mm, area.y_mm, area.width_mm, area.height_mm
    x_mm, y_mm, width_mm, height_mm = (round(side, _DIGITS) for side in sides)
    return x_mm, y_mm, width_mm, height_mm
