"""The pipeline and its record: from content to files in the output folder.

The face has what is light: what is asked of a build, and whether it was done before. What draws or
writes is imported by module: `build.pipeline`, `build.plan`, `build.production`, …
"""

from typing import TYPE_CHECKING

from fustella.core.lazily import lazily

if TYPE_CHECKING:
    from fustella.build.job import Job
    from fustella.build.ledger import LEDGER, LedgerEntry, entries_of, read_ledger, today
    from fustella.build.options import (
        KITS,
        PART,
        UNCHECKED,
        BuildOptions,
        Choice,
        PrintOptions,
        Progress,
        ranges_in,
    )
    from fustella.build.stamps import (
        Built,
        OutputRecord,
        Stamp,
        already_built,
        inputs_of,
        printed_in_stamps,
        read_stamp,
        whole_build,
    )

__getattr__ = lazily(__name__, __file__)
