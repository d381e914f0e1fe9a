"""Compares a booklet with the version that its errata are about, as git has it."""

import msgspec

from fustella import rules
from fustella.build.job import Job
from fustella.core.files.fingerprint import fingerprint
from fustella.core.values.problems import Place, Problem, ProblemsFound, warning
from fustella.core.values.rules import Booklet, Made, MadeBlocks, every_block
from fustella.git.revisions import Revision, project_at_revision, revision_tagged
from fustella.rules.passages import BookletPassages


def booklet_with_errata(job: Job, booklet: Booklet) -> tuple[Booklet, tuple[Problem, ...]]:
    """A booklet with the changes since the version that booklet.yaml names, and warnings.

    E718 says why there are none: a booklet can be printed where its history is not.
    """
    since = booklet.settings.errata_since
    if not since:
        return booklet, _without_version(booklet)
    try:
        revision = revision_tagged(job.project, str(since))
        then = _passages_then(job, revision, booklet.language)
    except ProblemsFound as faults:
        return booklet, (_unknown(faults.problems[0], since.place),)
    if not then.chapters:
        return booklet, ()
    now = rules.passages_of(job.typed_rules.booklets[booklet.language], booklet)
    changes = rules.changes_of(then, now)
    return rules.with_errata(booklet, str(since), changes, job.game), ()


def _without_version(booklet: Booklet) -> tuple[Problem, ...]:
    hint = "write `errata: v1.0`, a tag of git, into rules/booklet.yaml"
    return tuple(
        warning("E716", block.place, "nothing says since when the errata are", hint)
        for part in booklet.parts
        for block in every_block(part.blocks)
        if isinstance(block, MadeBlocks) and block.made is Made.ERRATA
    )


def _unknown(fault: Problem, place: Place) -> Problem:
    message = f"the errata are left out: {fault.message}"
    return warning("E718", place, message, fault.hint)


def _passages_then(job: Job, revision: Revision, language: str) -> BookletPassages:
    """The booklet of a revision in a language, without chapters if it had none.

    It is kept: a commit stays as it is. Raises ProblemsFound, E615 and what today's tool does not
    read of it.
    """
    key = fingerprint((), (), f"booklet of {revision.id} {job.game_id} {language}")
    known = job.cache.get(key)
    if known is not None:
        return msgspec.json.decode(known, type=BookletPassages)
    with project_at_revision(job.project, revision) as past:
        there = job.at(past) if job.game_id in past.games() else None
        booklet = there.rules.booklets.get(language) if there else None
        found = BookletPassages(language, ())
        if there is not None and booklet is not None:
            found = rules.passages_of(there.typed_rules.booklets[language], booklet)
    job.cache.put(key, msgspec.json.encode(found))
    return found
