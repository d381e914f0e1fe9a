"""Makes the rule booklet of a kit as it is today, and prints those of its sheets that changed."""

from collections.abc import Iterator
from functools import cached_property
from typing import TYPE_CHECKING

from fustella import build, rules
from fustella.build import RulesOptions
from fustella.build.job import Job
from fustella.build.publish import OutputFile
from fustella.core.values.rules import Booklet
from fustella.kits.compare import booklet_change
from fustella.kits.model import BookletChange, Kit, PrintedRules

if TYPE_CHECKING:
    from fustella.build import BookletMaker


class KitBooklet:
    """The booklet of a kit as the game has it today; `job` is one for the kit's edition.

    A paper of labels or a roll takes no booklet, so that nothing of it is printed there.
    """

    def __init__(self, kit: Kit, job: Job) -> None:
        self._kit, self._job = kit, job

    @cached_property
    def booklet(self) -> Booklet | None:
        """The booklet in the language of the kit."""
        return self._job.booklet

    @property
    def printable(self) -> bool:
        """Whether the paper takes a booklet."""
        paper = self._job.settings.paper
        return paper.slots is None and not paper.roll

    @cached_property
    def now(self) -> PrintedRules | None:
        """What the kit would record; None where the game has no booklet in its language."""
        if self.booklet is None:
            return None
        language, job = self.booklet.language, self._job  # what it says, without its errata
        typed, booklet = job.typed_rules.booklets[language], job.rules.booklets[language]
        words = rules.passages_of(typed, booklet).digest
        sheets = tuple(digest[:8] for digest in self._maker.leaf_digests)
        return PrintedRules(self._job.settings.paper.id, words, sheets)

    def change(self, *, rules_only: bool = False) -> BookletChange | None:
        """What is to be printed of it; None where the kit has all of it. Raises ProblemsFound."""
        if self.booklet is None and self._kit.rules is None:  # and nothing is loaded
            return None
        if not self.printable:
            return None
        pages = self._maker.leaves if self.booklet else ()
        count = self._maker.pages if self.booklet else 0
        leaves = [[page for page in leaf if page <= count] for leaf in pages]
        return booklet_change(self._kit, self.now, leaves, rules_only)

    def files(self, change: BookletChange) -> Iterator[OutputFile]:
        """Yields the PDFs of the sheets that change, still to be written."""
        if self.booklet is not None and change.put_in:
            only = frozenset(number - 1 for number in change.put_in)
            maker = self._made(only)
            try:
                yield from maker.sheet_pdfs(f"-{self._kit.name}-rules-sheets")
            finally:
                maker.close()

    @cached_property
    def _maker(self) -> "BookletMaker":
        maker = self._made(None)
        try:
            _ = maker.leaf_digests, maker.pages
        finally:
            maker.close()
        return maker

    def _made(self, only: frozenset[int] | None) -> "BookletMaker":
        assert self.booklet is not None, "the game has a booklet"
        options = RulesOptions(fold=self._kit.fold)
        return build.BookletMaker(self._job, self.booklet, options, only=only)
