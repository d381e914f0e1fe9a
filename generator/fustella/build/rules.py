"""Reads the rule booklets of a game, with what their references mean in its lists."""

from collections.abc import Callable

from msgspec.structs import replace

from fustella import read
from fustella import rules as booklets
from fustella.core.files.pictures import PictureFolder
from fustella.core.files.project import Project
from fustella.core.files.reading import is_folder
from fustella.core.values.model import Game
from fustella.core.values.problems import ProblemsFound
from fustella.core.values.rules import Rules
from fustella.read.rules.files import rules_folder
from fustella.review import Review


def typed_rules(project: Project, game: Game) -> Rules:
    """The rule booklets of a game with references as typed; none without a folder `rules`."""
    if not is_folder(rules_folder(project, game.id)):  # and nothing is loaded
        return Rules()
    return read.read_rules(project, game)


def resolved_rules(project: Project, game: Game, typed: Rules) -> Rules:
    """Booklets with what the lists of the game say for their references.

    Raises ProblemsFound: E711 to E713 and E715.
    """
    if not typed.booklets and not typed.warnings:  # and nothing is loaded
        return typed
    pictures = PictureFolder(project.folder_of(game.id), dict(game.fonts), project.root)
    return booklets.resolved_rules(typed, game, pictures)


def rules_of(project: Project, game: Game) -> Rules:
    """The rule booklets of a game, one a language; none where it has no folder `rules`.

    Raises ProblemsFound: E711 to E713 and E715, and what files and forms lack.
    """
    return resolved_rules(project, game, typed_rules(project, game))


def with_rules(rules: Callable[[], Rules], review: Callable[..., Review]) -> Review:
    """The review of a box with its booklets, which `review` takes as `rules`.

    Booklets that cannot be read are left out, and their faults are problems of the review.
    """
    try:
        known = rules()
    except ProblemsFound as faults:
        reviewed = review(rules=Rules())
        return replace(reviewed, problems=(*reviewed.problems, *faults.problems))
    return replace(review(rules=known), warnings=known.warnings)
