"""Finds the changes in a game since a git revision, or since a kit was printed.

This face has the values of a comparison: versions of pieces, states of games, and the changes
between two states. Modules that read git or draw take longer to load, and are imported by name:
`git`, `since`, `recall`, `whatis`, `pictures` and `html`.
"""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.history.booklets import RulesChange, ValueChange, counted_in_rules
    from fustella.history.diff import (
        ORDER,
        FieldChange,
        PieceChange,
        changes_between,
        code_text,
        copies_text,
        counted,
        tally,
        value_text,
        where,
    )
    from fustella.history.states import GameState, PieceState, state_of
    from fustella.history.versions import (
        ChangeReason,
        Version,
        change_reason,
        version_of,
        versions_of,
    )

__getattr__ = lazily(__name__, __file__)
