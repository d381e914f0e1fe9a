"""Makes rule booklets: what their references mean in the lists of a game, and their pages.

`resolve` turns a booklet as it was read into one without references; `components` writes the list
of components and the set-up from the lists alone; `passages` and `changes` compare two versions.
"""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.rules.changes import ChapterChange, PassageChange, changes_of
    from fustella.rules.components import component_table, ready_booklet, setup_blocks
    from fustella.rules.errata import with_errata
    from fustella.rules.passages import BookletPassages, Passage, PassageKind, passages_of
    from fustella.rules.resolve import resolved_rules

__getattr__ = lazily(__name__, __file__)
