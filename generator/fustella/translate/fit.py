"""Which translations do not fit: where there is no room for them, and what checks refuse."""

from collections.abc import Iterator, Mapping, Sequence
from pathlib import Path

from fustella.build.drawing import artist_of
from fustella.build.inputs import paper_named
from fustella.core.contents import contents_of
from fustella.core.model import Edition, Game
from fustella.core.problems import Place, Problem, ProblemsFound
from fustella.core.project import Project
from fustella.draw.covers.art import art_spec
from fustella.draw.specs import FaceSpec, piece_specs
from fustella.read import read_papers
from fustella.review import problems_of, review

TOO_LONG, OF_TEXTS = "E201", "E520"
_PAPER = "A4"
"""A cover is as large as its paper: its texts are tried on this one."""


def faults_in(project: Project, game: Game, language: str, output: Path) -> tuple[Problem, ...]:
    """What is wrong with the faces of a game in a language, as `build` would tell it."""
    edition = Edition(game.with_boxes(), language)
    artist = artist_of(project, edition, output)
    try:
        artist.draw((*piece_specs(edition, edition.game.pieces), *_cover_specs(project, edition)))
    except ProblemsFound as found:
        return found.problems
    finally:
        artist.album.save()
    return ()


def _cover_specs(project: Project, edition: Edition) -> Iterator[FaceSpec]:
    """The drawn page of the cover, where the game has one."""
    game = edition.game
    if game.cover is not None:
        paper = paper_named(project, read_papers(project), _PAPER)
        contents = contents_of(game, game.pieces, ())
        yield art_spec(edition.language, game.cover, contents, paper)


def refused_in(project: Project, game: Game) -> tuple[Problem, ...]:
    """What a build refuses of the texts of a game: other numbers, denials or terms than it says."""
    return tuple(told for told in problems_of(review(project, game)) if told.code == OF_TEXTS)


def too_long_at(faults: Sequence[Problem]) -> Mapping[Place, tuple[str, ...]]:
    """The messages about texts that do not fit, by the places of these texts."""
    found: dict[Place, tuple[str, ...]] = {}
    for fault in faults:
        if fault.code == TOO_LONG:
            place = fault.place
            found[place] = (*found.get(place, ()), fault.message)
    return found
