"""Builds a game from its content to files in the output folder, and keeps records of builds.

A build that finds nothing changed loads only the light modules of this room: its options and its
stamps.
"""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.build.accepted import faces_now, review_accepted
    from fustella.build.booklet import BookletMaker
    from fustella.build.drawing import artist_of, render_faces
    from fustella.build.errata import booklet_with_errata
    from fustella.build.files import SheetPdfs
    from fustella.build.ink import edges_of, measure_ink, refuse_false_edges
    from fustella.build.job import Job
    from fustella.build.ledger import LEDGER, LedgerEntry, entries_of, read_ledger, today
    from fustella.build.options import (
        KITS,
        PART,
        TURNED,
        UNCHECKED,
        UNCHECKED_NOTE,
        BuildOptions,
        PrintChoice,
        PrintOptions,
        Progress,
        RulesOptions,
        ranges_in,
    )
    from fustella.build.pictures import picture_warnings
    from fustella.build.production import Production
    from fustella.build.rules import rules_of, with_rules
    from fustella.build.rules_files import booklet_files, shop_booklet
    from fustella.build.shop import shop_files
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
