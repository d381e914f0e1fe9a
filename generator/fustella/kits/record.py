"""Begins kits, and records in a kit that an ordinary build printed its whole box."""

from msgspec.structs import replace

from fustella.build import BuildOptions, Progress, Stamp, whole_build
from fustella.build.job import Job
from fustella.core.files.project import Project
from fustella.core.files.reading import is_there
from fustella.core.values.paper import Duplex, Fold
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.kits.build import compare_kit
from fustella.kits.compare import fresh
from fustella.kits.model import Kit
from fustella.kits.stamps import for_kit, refuse_other_language
from fustella.kits.store import FOLDER, kit_path, read_kit, write_kit
from fustella.read import read_papers


def begin_kit(
    project: Project,
    name: str,
    game_id: str,
    language: str,
    theme: str,
    fold: Fold = Fold.SADDLE,
) -> Kit:
    """Writes a new kit without printed copies; language "" stands for the game's first language.

    `fold` says how its rule booklet is folded.

    Raises ProblemsFound: E011 for a name in use, E121 for a name that is not allowed, E002 for an
    unknown game, E005 for an unknown language.
    """
    path = kit_path(project, name)
    place = Place(f"{FOLDER}/{name}.yaml")
    if is_there(path):
        hint = "choose another name, or delete the file if that kit is no more"
        raise ProblemsFound([Problem("E011", place, f"there is a kit `{name}` already", hint)])
    options = BuildOptions("", Duplex.LONG_EDGE, project.root, language=language)
    kit = Kit(
        name, game_id, Job(project, game_id, options).edition.language, theme, {}, place, fold
    )
    write_kit(project, kit)
    return kit


def record_whole(
    project: Project, name: str, options: BuildOptions, progress: Progress
) -> tuple[Kit, Kit]:
    """Records in a kit that the whole box was printed. Returns the kit before, and the kit now.

    Raises ProblemsFound: E014 where the output has no ordinary build of today's content in the
    kit's language and theme, with untouched files.
    """
    kit = read_kit(project, name)
    job = Job(project, kit.game, for_kit(options, kit))
    refuse_other_language(job.game, kit)
    stamp = whole_build(project, job.edition, options.output)
    if stamp is None:
        command = f"fustella build {kit.game} --language {kit.language}"
        command += f" --theme {kit.theme}" if kit.theme != "full" else ""
        message = "no whole box was built for this kit from the content as it is now"
        hint = f"`{command}`, print it, then record it; what an older build printed is not recorded"
        raise ProblemsFound([Problem("E014", kit.place, message, hint)])
    paper = _paper_of(project, job, stamp)
    before = replace(kit, rules=None)
    comparison = compare_kit(project, before, replace(options, paper=paper), progress)
    now = fresh(kit, comparison.copies, comparison.versions)
    if kit.fold is Fold.SADDLE and comparison.booklet.printable:  # as builds print it
        now = replace(now, rules=comparison.booklet.now)
    write_kit(project, now, options.output)
    return kit, now


def _paper_of(project: Project, job: Job, stamp: Stamp) -> str:
    """The paper of a build, by the name of its folder."""
    options = replace(job.options, choice=replace(job.options.choice, kit=""))
    language = job.edition.language
    papers = read_papers(project)
    folders = {replace(options, paper=paper).folder(language): paper for paper in papers}
    return folders.get(stamp.folder, options.paper)
