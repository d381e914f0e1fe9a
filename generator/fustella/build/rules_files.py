"""Writes the files of a rule booklet: those of a command, of a build, and for a shop."""

from functools import partial
from pathlib import Path

from fustella.build.booklet import BookletMaker, written
from fustella.build.booklet_size import format_size
from fustella.build.job import Job
from fustella.build.options import BuildOptions, Progress, RulesForm, RulesOptions, folder_of_job
from fustella.build.publish import OutputFile
from fustella.build.shop import USUAL_BLEED_MM
from fustella.build.stamps import Built, Stamp, inputs_of, printed_in_stamps, read_stamp
from fustella.core.files.project import Project
from fustella.core.values.model import Edition
from fustella.core.values.problems import Problem, ProblemsFound, refuse
from fustella.core.values.rules import Booklet
from fustella.core.words.printed import RULES
from fustella.rules import ready_booklet
from fustella.rules.plain import TextSource, booklet_text
from fustella.rules.values import Values
from fustella.write.shop import ShopDocument, shop_bytes

_FORMS = {".pdf": RulesForm.PDF, ".html": RulesForm.HTML, ".txt": RulesForm.TEXT}
"""The forms of booklets by the endings of their files."""


def build_rules(
    project: Project,
    game_id: str,
    options: BuildOptions,
    rules: RulesOptions,
    progress: Progress,
) -> Built:
    """Writes the booklet of a game, into a folder of its own.

    A game that has no booklet gets one of its lists alone: its components and its set-up. Raises
    ProblemsFound as a build does, E202, E210, E321 and E322 for pages, and E323 for a booklet that
    has no chapter in the language.
    """
    inputs = inputs_of(project, game_id)
    job = Job(project, game_id, options, progress)
    _ = job.settings
    key = f"{options.key()} {rules}"
    folder = f"{folder_of_job(options.job)}{RULES}/{job.edition.language}"
    stamp = None if options.strict else read_stamp(job.home / folder, key, inputs)
    if stamp is not None:
        return Built(game_id, job.home / folder, stamp.printed, True, stamp.warnings)
    booklet = booklet_of(job)
    warnings = (*job.rules_warnings, *job.game.warnings, *job.edition.missing_warnings)
    if options.strict:
        refuse(warnings)
    if rules.only is not RulesForm.TEXT:
        _ = job.faces
    _ = job.checked
    if rules.only is not RulesForm.TEXT:
        job.artist.face_cache.save()
    progress(f"{game_id}: rules", 0, 0)
    files = booklet_files(job, booklet, rules)
    stamp = Stamp(inputs=inputs, folder="", printed=(), warnings=warnings)
    records = job.deliver(folder, files, key, stamp, (), _former_files(job.home / folder, rules))
    return Built(game_id, job.home / folder, records, False, warnings, job.unchecked)


def _former_files(folder: Path, rules: RulesOptions) -> list[str]:
    """The files of earlier booklets that are deleted if they are not made again.

    With `--only`, files of other forms stay.
    """
    endings = {form: ending for ending, form in _FORMS.items()}
    own = set(_FORMS) - {".txt"} if rules.only is None else {endings[rules.only]}
    listed = (record.file for record in printed_in_stamps(folder, ""))
    return [file for file in listed if Path(file).suffix in own]


def booklet_of(job: Job) -> Booklet:
    """The booklet of a job; of a game without chapters, one of its lists alone.

    Raises ProblemsFound: E323 for a booklet that has no chapter in the language.
    """
    booklet = job.booklet
    if booklet is None and job.rules.booklets:
        raise ProblemsFound([_not_translated(job)])
    return booklet if booklet is not None else ready_booklet(job.game, job.edition.language)


def _not_translated(job: Job) -> Problem:
    language, known = job.edition.language, ", ".join(job.rules.booklets)
    first = next(iter(job.rules.booklets.values()))
    return Problem(
        "E323",
        first.settings.place,
        f"the booklet has no chapter in `{language}`",
        f"translate it: {first.chapters[0].name}.{language}.md; or write --language {known}",
    )


def booklet_files(job: Job, booklet: Booklet, options: RulesOptions) -> list[OutputFile]:
    """The files of a booklet, still to be written. Raises ProblemsFound: E202, E210, E321, E322."""
    if options.only is RulesForm.TEXT:
        return [_text_file(job, booklet)]
    maker = BookletMaker(job, booklet, options)
    try:
        return [*maker.files()]
    finally:
        maker.close()


def shop_booklet(job: Job, booklet: Booklet) -> OutputFile:
    """The booklet for a print shop: single pages in their order, with trim and bleed.

    There are four pages to a sheet. Raises ProblemsFound: E202, E210.
    """
    size = format_size(booklet)
    maker = BookletMaker(job, booklet, RulesOptions(), trim=size, bleed_mm=USUAL_BLEED_MM)
    try:
        faces, pages = maker.single_pages
    finally:
        maker.close()
    words = job.edition.game.tool_words.section(RULES, booklet.language)
    title = f"{booklet.title} · {words['rules']}"
    document = ShopDocument(title, booklet.language, tuple(faces), faces, (pages,))
    return OutputFile(
        f"{job.game_id}-rules-pages.pdf",
        words["rules"],
        partial(shop_bytes, document),
        key=f"{pages.digests[0]} {title}",
    )


def text_source(edition: Edition, language: str) -> TextSource:
    """What the texts of a booklet are made with."""
    words = edition.game.tool_words.section(RULES, language)
    return TextSource(words, Values(edition.game, language).icon_name)


def _text_file(job: Job, booklet: Booklet) -> OutputFile:
    """The file of the booklet as text alone, for which no face is drawn."""
    source = text_source(job.edition, booklet.language)
    text = booklet_text(booklet, source).encode()
    return written(f"{job.game_id}-rules.txt", source.words["as_text"], text)
