"""Which translations do not fit: where there is no room for them, and what checks refuse."""

from collections.abc import Mapping, Sequence
from pathlib import Path

from fustella.build.drawing import artist_of
from fustella.core.model import Edition, Game
from fustella.core.problems import Place, Problem, ProblemsFound
from fustella.core.project import Project
from fustella.review import problems_of, review

TOO_LONG, OF_TEXTS = "E201", "E520"


def faults_in(project: Project, game: Game, language: str, output: Path) -> tuple[Problem, ...]:
    """What is wrong with the faces of a game in a language, as `build` would tell it."""
    artist = artist_of(project, Edition(game.with_boxes(), language), output)
    try:
        artist.draw_pieces(game.with_boxes().pieces)
    except ProblemsFound as found:
        return found.problems
    finally:
        artist.album.save()
    return ()


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
