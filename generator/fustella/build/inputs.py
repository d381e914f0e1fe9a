"""Reads the inputs of a build: the game with its icons checked, the edition, the print settings."""

from collections.abc import Mapping
from functools import cache

from fustella.build.options import BuildOptions
from fustella.core.files.project import GAME_FILE, PAPERS, WORDS, Project
from fustella.core.processes.steps import GAME_S, step
from fustella.core.values.model import Edition, Game
from fustella.core.values.paper import Paper, PrintSettings, Shift
from fustella.core.values.problems import (
    Place,
    Problem,
    ProblemsFound,
    as_spelt,
    nearest,
    warning,
)
from fustella.core.words.printed import SHEET
from fustella.draw.icons import IconLibrary
from fustella.draw.sources import icon_folders
from fustella.read import (
    TypedText,
    find_printer,
    read_game,
    read_papers,
    read_tables,
    shift_for,
)

_PAPERS_NAMED = 8
"""The most papers that a hint lists where no paper has a name like the typed one."""


def print_settings(project: Project, options: BuildOptions) -> PrintSettings:
    """The print settings that the options ask for. Raises ProblemsFound: E003, E006."""
    printing, papers = options.printing, read_papers(project)
    printer = find_printer(project, printing.printer) if printing.printer else None
    return PrintSettings(
        paper=paper_named(project, papers, options.paper),
        duplex=options.duplex,
        shift=shift_for(printer, options.duplex) if printer else Shift(),
        marks=printing.marks,
        hexes=printing.hexes,
        gutter_mm=printing.gutter_mm,
        fewest=printing.fewest,
        cutter=printing.cutter,
        board_paper=paper_named(project, papers, printing.boards) if printing.boards else None,
    )


def paper_named(project: Project, papers: Mapping[str, Paper], name: str) -> Paper:
    """The paper with a name, whether typed in capitals or in small letters.

    Raises ProblemsFound: E003.
    """
    if paper := papers.get(as_spelt(name, papers)):
        return paper
    alike = {paper.casefold(): paper for paper in papers}
    near = alike.get(nearest(name.casefold(), alike), "")
    place = Place(project.name_of_table(PAPERS))
    few = f"known are {', '.join([*papers][:_PAPERS_NAMED])} and others"
    hint = f"did you mean `{near}`?" if near else few
    raise ProblemsFound([Problem("E003", place, f"there is no paper `{name}`", hint)])


def load_game(project: Project, game_id: str, texts: list[TypedText] | None = None) -> Game:
    """Reads a game and checks its icons; its texts are added to `texts`. Raises ProblemsFound."""
    icons = icon_library(project, game_id)

    @cache  # thousands of pieces have a few icons
    def icon_fault(name: str) -> str | None:
        return None if icons.known(name) else icons.suggest(name)

    place = Place(project.name_of(project.folder_of(game_id) / GAME_FILE))
    with step("reading the game", place, GAME_S):
        return read_game(project, game_id, read_tables(project), icon_fault, texts)


def icon_library(project: Project, game_id: str) -> IconLibrary:
    """The icons of a game: its own icons, and the icons that all games share."""
    return IconLibrary(*icon_folders(project, game_id), root=project.root)


def edition_of(game: Game, options: BuildOptions) -> Edition:
    """The game in the theme and language of the options, by default its first language.

    Raises ProblemsFound: E005.
    """
    language = as_spelt(options.language or game.languages[0], game.languages)
    if language not in game.languages:
        place = Place(game.place.file, key="languages")
        message = f"the game has no language `{language}`"
        wider = ", ".join((*game.languages, language))
        near = nearest(language, game.languages)
        known = f"did you mean `{near}`?" if near else f"known: {', '.join(game.languages)}"
        hint = known if near else f"{known}; or add it there: languages: [{wider}]"
        raise ProblemsFound([Problem("E005", place, message, hint)])
    return Edition(game, language, options.theme)


def words_lacking(project: Project, edition: Edition) -> tuple[Problem, ...]:
    """The warning E142 that some of the tool's words on sheets are in English, or ()."""
    language = edition.language
    lacking, words = edition.game.tool_words.lacking(SHEET, language)
    if not lacking:
        return ()
    table = project.name_of_table(WORDS)
    message = f"{lacking} of {words} words on sheets are missing in {language}"
    message = f"{message}, and printed in English"
    hint = f"write them into {table}, in a column `{language}`"
    return (warning("E142", Place(table), message, hint),)
