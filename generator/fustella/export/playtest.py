"""Makes the form for a playtest: a sheet to print, and a page for a phone that saves answers.

Both ask the same questions about one version of a box and bear its code, so that old answers can be
compared with the box as it was then. A box that differs from its rules gets no form, for nobody
could print that version of it.
"""

import base64
import hashlib
import json
from collections.abc import Callable, Sequence
from importlib.resources import files
from pathlib import Path

from msgspec import Struct
from msgspec.structs import replace

from fustella.build.inputs import paper_named
from fustella.build.job import Job
from fustella.build.options import BuildOptions
from fustella.build.publish import OutputFile
from fustella.build.stamps import OutputRecord, Stamp, read_stamp
from fustella.core.files.names import refuse_way_out
from fustella.core.files.project import Project
from fustella.core.geometry.shapes import Size
from fustella.core.values.codes import box_code
from fustella.core.values.model import Edition
from fustella.core.values.paper import Duplex, Paper
from fustella.core.values.problems import Place, Problem, ProblemsFound
from fustella.core.values.questions import AskedQuestion, OwnQuestion, QuestionType, asked_in
from fustella.core.values.sessions import FORMAT, STEPS, VERSION
from fustella.core.words.invisible import in_plain_letters
from fustella.core.words.patterns import visible_to_players
from fustella.core.words.playtest_words import PlaytestWords, playtest_words
from fustella.core.words.printed import PLAYTEST
from fustella.read import read_papers
from fustella.read.questions import read_questions
from fustella.write.form_page import PlaytestSheet
from fustella.write.playtest import SMALLEST, TIMES, playtest_pdf, printable

FOLDER = "playtest"
"""The name of the folder for the files, in a language's folder, and of their stamp."""

ROLL_CUT_MM = 297.0
"""The length of a sheet that is cut off a roll."""

FIRST_PLAYERS = 2
"""The number of rows for players with which the page begins."""


class PlaytestForm(Struct, frozen=True):
    """The version of a box that a form is about, and the questions that it asks.

    `version` is the code of the box, `code` that of its language and `language` its name. `words`
    are in that language, or in English. Words `on_paper` are also English where the font of the
    sheet lacks letters of the language. `own` are the game's own questions.
    """

    game: str
    title: str
    version: str
    code: str
    language: str
    words: PlaytestWords
    own: tuple[AskedQuestion, ...]
    language_on_paper: str
    on_paper: PlaytestWords


class PlaytestDone(Struct, frozen=True):
    """The files of one game's form; `unchanged` if all of them were there already.

    If it is `checked`, the box agrees with what its rules say. `warnings` are about the game's own
    questions.
    """

    game: str
    version: str
    folder: Path
    files: tuple[OutputRecord, ...]
    unchanged: bool
    checked: bool
    warnings: tuple[Problem, ...] = ()


def write_playtest(
    project: Project,
    game_id: str,
    language: str,
    paper_id: str,
    output: Path,
    *,
    force: bool = False,
) -> PlaytestDone:
    """Writes the form of a game as PDF and as HTML, in the folder of its language.

    Without `language`, the game's first is used. Files that would not change are not touched. A box
    that differs from its rules gets a form only with `force`. Raises ProblemsFound: E003, E005,
    E301, E401, E402, and what is wrong with the content.
    """
    paper = _sheet_paper(paper_named(project, read_papers(project), paper_id))
    options = BuildOptions(paper_id, Duplex.LONG_EDGE, output, language, force=force)
    job = Job(project, game_id, options)
    edition = job.edition
    job = job.with_pieces(job.game.pieces)
    checked = job.checked
    if job.claims is not None:  # else nothing was drawn
        job.artist.face_cache.save()
    warnings: list[Problem] = []
    own = read_questions(project, game_id, edition.game.languages, warnings)
    form = form_of(edition, own)
    contents = {
        f"{game_id}-playtest.pdf": ("sheet", sheet_pdf(form, paper), 1),
        f"{game_id}-playtest.html": ("page", as_page(form).encode(), 0),
    }
    wanted = [
        OutputFile(name, title, _content_of(data), sheets=sheets, key=_digest(data))
        for name, (title, data, sheets) in contents.items()
    ]
    inputs = _digest("".join(file.key for file in wanted).encode())
    inside = f"{edition.language}/{FOLDER}"
    folder = job.home / inside
    refuse_way_out(folder / FOLDER, output)
    stamp = read_stamp(folder, FOLDER, inputs)
    if stamp is not None:
        return PlaytestDone(
            game_id, form.version, folder, stamp.printed, True, checked, tuple(warnings)
        )
    stamp = Stamp(inputs, "", (), edition.language, edition.theme.value)
    written = job.deliver(inside, wanted, FOLDER, stamp, job.game.pieces)
    return PlaytestDone(game_id, form.version, folder, written, False, checked, tuple(warnings))


def form_of(edition: Edition, own: Sequence[OwnQuestion] = ()) -> PlaytestForm:
    """The form for one version of a box, with the game's own questions."""
    game, tool = edition.game, edition.game.tool_words
    words = playtest_words(tool, edition.language)
    on_paper = playtest_words(tool, tool.printable(PLAYTEST, edition.language))
    return PlaytestForm(
        game=game.id,
        title=str(game.title.in_language(edition.language)),
        version=box_code(game, edition.language),
        code=edition.language,
        language=tool.name_of_language(edition.language, words.language),
        words=words,
        own=tuple(asked_in(question, edition.language) for question in own),
        language_on_paper=tool.name_of_language(edition.language, on_paper.language),
        on_paper=on_paper,
    )


def sheet_pdf(form: PlaytestForm, paper: Paper) -> bytes:
    """The PDF of two pages for both sides of a sheet.

    The name of the game's folder replaces a title with letters that the font lacks, and the id of a
    question or a choice its words.
    """
    head = {
        "format": FORMAT,
        "format_version": VERSION,
        "game": form.game,
        "title": form.title,
        "version": form.version,
        "language": form.code,
        "moments": form.on_paper.moments(TIMES),
        "numbers": [one.id for one in form.own if one.type in _IN_NUMBERS],
    }
    own = tuple(map(_on_paper, form.own))
    title = in_plain_letters(form.title)
    title = title if printable(title) else form.game
    sheet = PlaytestSheet(paper, title, form.version, form.language_on_paper, form.on_paper)
    return playtest_pdf(replace(sheet, own=own, head=json.dumps(head)))


def _on_paper(question: AskedQuestion) -> AskedQuestion:
    """A question with its id for words that the font of the sheet lacks letters of."""

    def printed(text: str, instead: str) -> str:
        text = in_plain_letters(text)
        return text if printable(text) else instead

    return replace(
        question,
        text=printed(question.text, question.id),
        low=printed(question.low, ""),
        high=printed(question.high, ""),
        choices=tuple((name, printed(text, name)) for name, text in question.choices),
    )


_IN_NUMBERS = (QuestionType.SCALE, QuestionType.NUMBER)


def as_page(form: PlaytestForm) -> str:
    """The HTML of the page, which needs no other file and no network."""
    from jinja2 import Environment, StrictUndefined  # noqa: PLC0415  (only for a page)

    folder = files("fustella.export") / "pages"
    source, style, script = (
        (folder / f"playtest.{kind}").read_text(encoding="utf-8")
        for kind in ("html.j2", "css", "js")
    )
    source = "".join(line.strip() for line in source.splitlines())
    template = Environment(
        autoescape=True, undefined=StrictUndefined, finalize=visible_to_players
    ).from_string(source)
    words = form.words
    return template.render(
        form=form,
        words=words.words,
        page=words.page,
        own=form.own,
        steps=range(1, STEPS + 1),
        style=style,
        script=script,
        style_hash=_csp_hash(style),
        script_hash=_csp_hash(script),
        given={
            "mark": FORMAT,
            "format_version": VERSION,
            "game": form.game,
            "title": visible_to_players(form.title),
            "version": form.version,
            "language": form.language,
            "code": form.code,
            "players": FIRST_PLAYERS,
            "words": words.words | words.page,
            "scales": [
                {"name": scale.name, "asked": scale.text, "low": scale.low, "high": scale.high}
                for scale in words.scales
            ],
            "questions": [
                {"name": question.name, "asked": question.text} for question in words.questions
            ],
            "own": [
                {
                    "name": question.id,
                    "asked": question.text,
                    "number": question.type in _IN_NUMBERS,
                    "choices": dict(question.choices),
                }
                for question in form.own
            ],
        },
    )


def _sheet_paper(paper: Paper) -> Paper:
    """The paper of the form; for a roll, a sheet that is cut off it.

    Raises ProblemsFound: E301 for paper that is too small.
    """
    size = Size(paper.size.width_mm, ROLL_CUT_MM) if paper.roll else paper.size
    if SMALLEST.fits_in(size):
        return Paper(paper.id, size, paper.margins)
    message = (
        f"the playtest sheet needs {SMALLEST.width_mm:g} x {SMALLEST.height_mm:g} mm; "
        f"{paper.id} is {size.width_mm:g} x {size.height_mm:g} mm"
    )
    hint = "use A4 or Letter, or the HTML form on a phone"
    raise ProblemsFound([Problem("E301", Place("papers.yaml", key=paper.id), message, hint)])


def _content_of(data: bytes) -> Callable[[], bytes]:
    return lambda: data


def _digest(data: bytes) -> str:
    return hashlib.sha256(data).hexdigest()


def _csp_hash(text: str) -> str:
    """The source for a Content-Security-Policy that allows one inline script or style.

    Such a source is a hash of the text (CSP Level 3, 2.3.1).
    """
    return f"'sha256-{base64.b64encode(hashlib.sha256(text.encode()).digest()).decode()}'"
