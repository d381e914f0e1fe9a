"""Checks claims against the box and the document, and the whole box by lint."""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.check.booklets import Booklets
    from fustella.check.changes import Causes, all_changes, changed_lines, shown_change
    from fustella.check.claims import Outcome, check_schemas, kind_named, kind_names, run
    from fustella.check.coverage import Coverage, CoveredField, Spoken, of_totals
    from fustella.check.document import Document
    from fustella.check.document.lines import (
        AcceptedDocument,
        DocumentComparison,
        LineChange,
        compared,
        is_hash,
        line_hashes,
    )
    from fustella.check.document.moves import Moves, moves
    from fustella.check.document.passages import passage
    from fustella.check.document.retyped import Restored, Retyped, restored
    from fustella.check.kinds._maps import drawing_of, drawn_in
    from fustella.check.lint import (
        lint_booklets,
        lint_box,
        lint_faces,
        lint_schemas,
        rules,
        unknown_languages,
    )
    from fustella.check.lint.unprinted import unread
    from fustella.check.players import copies_for
    from fustella.check.rows import changed_rows
    from fustella.check.unrestated import Restated, lines_beyond, restated

__getattr__ = lazily(__name__, __file__)
