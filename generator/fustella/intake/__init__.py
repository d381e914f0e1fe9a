"""Brings games that were made with other programs: a project that builds, and what was lost.

Each format is a module of `intake.formats`, found by its name, which reads an `ImportSource` into
`Taken`.
Everything that is read is untrusted: nothing of it runs, and no address in it is asked for.
"""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.intake.bringing import Brought, bring
    from fustella.intake.formats import format_names
    from fustella.intake.sources import ImportSource, open_source
    from fustella.intake.stated import BackPages, Stated
    from fustella.intake.taken import Loss, Miss, Taken

__getattr__ = lazily(__name__, __file__)
