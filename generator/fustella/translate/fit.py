"""Finds translations that are too large for their places, and translations that checks refuse."""

from collections.abc import Iterator, Mapping

from msgspec import Struct

from fustella.build.drawing import artist_of
from fustella.build.inputs import paper_named
from fustella.build.job import Job
from fustella.core.files.project import Project
from fustella.core.values.contents import contents_of
from fustella.core.values.model import Edition
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.covers import art_spec
from fustella.draw.specs import FaceSpec, piece_specs
from fustella.draw.text.fit import TextRoom
from fustella.read import read_papers
from fustella.review import problems_of

TOO_LONG, OF_TEXTS = ("E201", "E214"), "E520"
"""The codes for texts larger than their boxes or lines, and for texts that lint refuses."""

_PAPER = "A4"
"""The paper of the cover on which texts are tried."""


class TranslationFit(Struct, frozen=True):
    """The faults and rooms that drawing a game in a language showed.

    `faults` are the problems that `build` would report. `rooms` has, for each text that was drawn
    anew, the number of its letters and of letters that fit its place.
    """

    faults: tuple[Problem, ...]
    rooms: Mapping[Place, TextRoom]

    @property
    def too_long(self) -> Mapping[Place, tuple[str, ...]]:
        """The messages about texts that do not fit, by the places of these texts."""
        by_place: dict[Place, tuple[str, ...]] = {}
        for fault in self.faults:
            if fault.code in TOO_LONG:
                by_place[fault.place] = (*by_place.get(fault.place, ()), fault.message)
        for place, messages in by_place.items():
            room = self.rooms.get(place)
            if room is not None and room.fitting < room.letters:
                too_many = room.letters - room.fitting
                by_place[place] = (f"about {too_many} letters too many", *messages)
        return by_place


def drawn_by(job: Job, *, anew: bool = False) -> TranslationFit:
    """Draws the whole game of a job in its language; with `anew`, all its faces again.

    Drawing all faces measures the room of every text. Raises ProblemsFound: E100 for files that
    cannot be read, without which nothing can be tried.
    """
    edition = job.edition.of(job.game.with_boxes())
    output = None if anew else job.options.output
    artist = artist_of(job.project, edition, output, measures_rooms=True)
    faults: tuple[Problem, ...] = ()
    try:
        artist.draw(
            (*piece_specs(edition, edition.game.pieces), *_cover_specs(job.project, edition))
        )
    except ProblemsFound as raised:
        faults = raised.problems
        if unread := [fault for fault in faults if fault.code == "E100"]:
            raise ProblemsFound(unread) from None
    finally:
        artist.face_cache.save()
    return TranslationFit(faults, artist.rooms)


def _cover_specs(project: Project, edition: Edition) -> Iterator[FaceSpec]:
    """Yields the spec of the drawn page of the cover, if the game has one."""
    game = edition.game
    if game.cover is not None:
        paper = paper_named(project, read_papers(project), _PAPER)
        contents = contents_of(game, game.pieces, ())
        yield art_spec(edition.language, game.cover, contents, paper)


def refused_in(job: Job) -> tuple[Problem, ...]:
    """The problems of translations that a build refuses: other numbers, denials or terms."""
    return tuple(problem for problem in problems_of(job.review) if problem.code == OF_TEXTS)


def refused_in_booklet(job: Job) -> tuple[Problem, ...]:
    """What is wrong with the rule booklet in the language of a job, and what it lacks."""
    ending = f".{job.edition.language}.md"
    try:
        found = job.rules.warnings
    except ProblemsFound as faults:
        found = faults.problems
    return tuple(problem for problem in found if problem.place.file.endswith(ending))
