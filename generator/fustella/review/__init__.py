"""Compares a box with its document, repairs the content, and accepts a changed document.

This face has the names that a build uses. Modules that change files are imported by name:
`review.repair` and `review.acceptance`.
"""

from typing import TYPE_CHECKING

from fustella.core.processes.lazily import lazily

if TYPE_CHECKING:
    from fustella.review.agreement import (
        ASKING,
        FAULTS,
        Review,
        documents_for,
        review,
        review_faces,
    )
    from fustella.review.unread import unread_fields
    from fustella.review.verdicts import (
        changed_message,
        differs,
        may_be_ignored,
        place_to_mend,
        problems_everywhere,
        problems_of,
        short_place,
        unclaimed_problems,
    )

__getattr__ = lazily(__name__, __file__)
