"""Whether a box agrees with its document, what would repair it, and the acceptance of changes.

The names of the package are those that a build uses. What changes files is imported by module:
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
        place_to_mend,
        problems_everywhere,
        problems_of,
        short_place,
        unclaimed_problems,
    )

__getattr__ = lazily(__name__, __file__)
