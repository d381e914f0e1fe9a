"""Notes the steps of a process, so that its supervisor can end an endless step.

The process writes each step on a page (`fustella.core.processes.status`). Where nobody supervises,
nothing is written.
"""

import math
from collections.abc import Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager

from msgspec import Struct
from msgspec.structs import replace

from fustella.core.processes.status import StatusPage
from fustella.core.values.problems import Place

FACE_S = 20.0
"""The limit for drawing a face: most take milliseconds."""

PICTURE_S = 60.0
"""The limit for a picture; a picture of 250 million pixels takes seconds."""

READING_S = 20.0
"""The limit for reading a file of a project or checking a claim; the largest take seconds."""

GAME_S = 300.0
"""The limit for reading, checking or laying out a game; a game of 10,000 cards takes seconds."""

IMPORT_S = 1800.0
"""The limit for an import; to cut 5,000 cards out of a PDF takes ten minutes, each page seconds."""

_ENDING = "\x1f"


class Step(Struct, frozen=True):
    """A step that a process is taking, such as `drawing a face with card.svg.j2`, for a place.

    It may take `limit_s` of the processor's time at most, and several times as long by the clock.
    The limit is `math.inf` while the process waits for a person or a change of files.
    """

    doing: str
    place: Place
    limit_s: float

    @property
    def waits(self) -> bool:
        """Whether the process waits for somebody else."""
        return self.limit_s == math.inf


def _text_of(step: Step) -> bytes:
    place = step.place
    parts = step.doing, place.file, str(place.line), place.key, place.sheet
    return _ENDING.join(parts).encode(errors="surrogateescape")


def _step(limit_s: float, text: bytes) -> Step:
    doing, file, line, key, sheet, *_ = (text.decode(errors="replace") + 4 * _ENDING).split(_ENDING)
    return Step(doing, Place(file, int(line) if line.isdecimal() else 0, key, sheet), limit_s)


def latest(steps: Sequence[tuple[int, float, bytes, int, int]]) -> Step | None:
    """The step on a page that began last and does not wait, or None.

    A step without a place gets the place of the last step that has one.
    """
    taken = [step for _, limit_s, text, *_ in steps if not (step := _step(limit_s, text)).waits]
    places = [step.place for step in taken if step.place.file]
    return replace(taken[-1], place=places[-1] if places else Place("")) if taken else None


_page: StatusPage | None = None


def tell_on(page: StatusPage | None) -> None:
    """Writes all steps of this process on a page from now on; None for no page."""
    global _page  # noqa: PLW0603  (a process has one supervisor)
    _page = page


@contextmanager
def step(doing: str, place: Place, limit_s: float) -> Iterator[None]:
    """Writes a step on the status page for as long as the block takes."""
    taken = Step(doing, place, limit_s)
    page = _page
    slot = 0 if page is None else page.begin(_text_of(taken), limit_s)
    try:
        yield
    except BaseException as error:
        if step_of(error) is None:
            error.__dict__["fustella_step"] = taken
        raise
    finally:
        if page is not None:
            page.end(slot)


@contextmanager
def resumable(token: str) -> Iterator[None]:
    """Hands the token to the process that takes over, if this one is ended during the block."""
    page = _page
    if page is not None:
        page.resume_token = token
    try:
        yield
    finally:
        if page is not None:
            page.resume_token = ""


def resume_token() -> str:
    """The token of the ended process from which this one took over; "" where there is none."""
    page = _page
    if page is None:
        return ""
    token, page.resume_token = page.resume_token, ""
    return token


def waiting() -> AbstractContextManager[None]:
    """A step without a limit, in which this process waits for somebody else."""
    return step("waiting", Place(""), math.inf)


def present() -> Step | None:
    """The step of this process that began last; None without one or without a supervisor."""
    page = _page
    steps = page.steps() if page is not None else []
    return _step(*steps[-1][1:3]) if steps else None


def step_of(error: BaseException) -> Step | None:
    """The innermost step in which an exception was raised; None where it was in no step."""
    found = error.__dict__.get("fustella_step")
    return found if isinstance(found, Step) else None


@contextmanager
def helped_by(number: int) -> Iterator[None]:
    """Writes on the page, for the block, that another process helps; both are ended together."""
    page = _page
    slot = 0 if page is None else page.begin_helper(number)
    try:
        yield
    finally:
        if page is not None:
            page.end(slot)


@contextmanager
def shared_pages(parts: int) -> Iterator[list[StatusPage | None]]:
    """Yields a status page for each process that does a part; each is None without a supervisor."""
    page = _page
    if page is None:
        yield [None] * parts
        return
    with page.shared(parts) as pages:
        yield [*pages]
