"""Whether a box agrees with its document, what would repair it, and the acceptance of changes."""

from fustella.review.acceptance import accept, plan_acceptance, plan_retyped
from fustella.review.repair import RepairPlan, apply, plan_repairs
from fustella.review.review import (
    ASKING,
    FAULTS,
    Review,
    documents_for,
    review,
    review_faces,
)
from fustella.review.verdicts import (
    differs,
    place_to_mend,
    problems_of,
    short_place,
    unclaimed_problems,
)

__all__ = [
    "ASKING",
    "FAULTS",
    "RepairPlan",
    "Review",
    "accept",
    "apply",
    "differs",
    "documents_for",
    "place_to_mend",
    "plan_acceptance",
    "plan_repairs",
    "plan_retyped",
    "problems_of",
    "review",
    "review_faces",
    "short_place",
    "unclaimed_problems",
]
