"""Finds the files of the rule booklets of a game: `rules/20-setup.it.md`."""

from collections.abc import Mapping
from pathlib import Path

from msgspec import Struct

from fustella.core.files.project import BOOKLET, RULES, Project, misspelt
from fustella.core.files.reading import entries_of, is_folder, not_utf_8, read_bytes, unread
from fustella.core.processes import limits
from fustella.core.values.problems import Place, Problem, ProblemsFound, nearest
from fustella.core.words.patterns import regex

_ENDING = ".md"

_CHAPTER = regex(r"(?P<number>[0-9]{1,4})-(?P<name>[^.]+)")


def rules_folder(project: Project, game_id: str) -> Path:
    """The folder of the booklets of a game, which need not exist."""
    return project.folder_of(game_id) / RULES


def booklet_file(project: Project, game_id: str) -> Path:
    """The booklet.yaml of a game, which need not exist."""
    return rules_folder(project, game_id) / BOOKLET


class RuleFiles(Struct, frozen=True):
    """The files of the booklets: chapters and sheets of one page by language, chapters in order."""

    chapters: Mapping[str, tuple[tuple[str, Path], ...]]
    sheets: Mapping[str, Path]
    settings: Path | None


def find_rules(
    project: Project,
    game_id: str,
    languages: tuple[str, ...],
    sheet: str,
    problems: list[Problem],
) -> RuleFiles | None:
    """The files of the booklets of a game; None where there is no folder for them.

    `sheet` is the name of files with a sheet of one page. Adds E715 to `problems` for each file in
    Markdown that is none of these. Raises ProblemsFound: E100, E131, E133.
    """
    folder = rules_folder(project, game_id)
    if not is_folder(folder):
        return None
    problems += misspelt(folder, (BOOKLET,), project.root)
    chapters: dict[str, list[tuple[int, str, Path]]] = {}
    sheets: dict[str, Path] = {}
    settings = None
    for path in entries_of(folder, project.root):
        if path.name == BOOKLET:
            settings = path
        if path.name[0] == "." or path.suffix.lower() not in (_ENDING, ".markdown"):
            continue
        name, _, language = path.stem.rpartition(".")
        numbered = _CHAPTER.fullmatch(name)
        known = language in languages and path.suffix == _ENDING
        if known and numbered:
            chapters.setdefault(language, []).append((int(numbered["number"]), name, path))
        elif known and name == sheet:
            sheets[language] = path
        else:
            problems.append(_misnamed(project.name_of(path), path, languages, sheet))
    if any(len(each) > limits.CHAPTERS for each in chapters.values()):
        message = f"more than {limits.CHAPTERS} chapters in it"
        place = Place(project.name_of(folder))
        raise ProblemsFound([Problem("E133", place, message, "join some of them")])
    ordered = {
        language: tuple((name, path) for _, name, path in sorted(each))
        for language, each in sorted(chapters.items())
    }
    return RuleFiles(ordered, sheets, settings)


def _misnamed(file: str, path: Path, languages: tuple[str, ...], sheet: str) -> Problem:
    """The problem of a file in Markdown whose name is none of a chapter or a sheet."""
    name, dot, language = path.stem.rpartition(".")
    meant = nearest(language, languages) or languages[0]
    whole = name if dot else language
    if dot and language not in languages:
        message = f"`{language}` is not a language of this game"
        hint = f"rename it to `{whole}.{meant}{_ENDING}`, or add the language in game.yaml"
    elif not dot:
        message = "the name of a chapter ends with its language"
        begins = "" if _CHAPTER.fullmatch(whole) or whole == sheet else "10-"
        hint = f"rename it to `{begins}{whole}.{meant}{_ENDING}`"
    elif path.suffix != _ENDING:
        message = f"the name of a chapter ends with `{_ENDING}`"
        hint = f"rename it to `{path.stem}{_ENDING}`"
    else:
        message = "the name of a chapter begins with its number"
        hint = f"rename it to `10-{name.lstrip('-0123456789')}.{language}{_ENDING}`"
    return Problem("E715", Place(file), message, hint)


def chapter_text(path: Path, file: str, root: Path) -> str:
    """The text of a chapter. Raises ProblemsFound: E100, E102, E131, E132, E134."""
    try:
        data = read_bytes(path, root, limits.CHAPTER_BYTES)
    except OSError as error:
        raise ProblemsFound([unread(error, Place(file))]) from None
    try:
        return data.decode("utf-8-sig")
    except UnicodeDecodeError as error:
        raise ProblemsFound([not_utf_8(error, file)]) from None


def without_head(text: str) -> tuple[str, str]:
    """The YAML between two lines of dashes at the beginning of a chapter, and the chapter without.

    Lines of the head are blank lines in the chapter, so that all others keep their numbers. The
    head is "" where the chapter has none.
    """
    lines = text.replace("\r\n", "\n").replace("\r", "\n").split("\n")
    if lines[0].rstrip() != "---":
        return "", text
    end = next((n for n, line in enumerate(lines[1:], start=1) if line.rstrip() == "---"), 0)
    if not end:
        return "", text
    return "\n".join(lines[1:end]), "\n".join([""] * (end + 1) + lines[end + 1 :])
