"""`--draft` prints a box although texts do not fit, and says so; without it nothing changes."""

from pathlib import Path

import pypdf
import pytest

from fustella.build import BuildOptions, PrintOptions
from fustella.build.drawing import artist_of
from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.values.model import Edition, FaceId, SideName
from fustella.core.values.paper import Duplex
from fustella.core.values.problems import ProblemsFound, Severity
from fustella.core.values.themes import Theme
from fustella.core.words.languages import languages
from fustella.core.words.printed import ToolWords
from fustella.draw.text.overhang import RED
from tests.helpers.goldens import compare, pretty
from tests.helpers.pdf_reader import text

CARDS, COIN = "content/tiny/cards.yaml", "templates/tiny/coin.svg.j2"
LONG = "A boat for all of those who cannot swim alone"
GOLDEN = Path(__file__).parents[1] / "golden" / "faces"


def too_long(tiny) -> None:
    """One title is too long."""
    tiny.edit_freely(CARDS, "en: Boat,", f"en: {LONG},")


def draft(tiny, language: str = "en") -> Path:
    return tiny.output / "tiny" / f"{language}-A4-draft"


def artist(tiny, *, draft: bool, theme: Theme = Theme.FULL):
    project = Project(tiny.root)
    game = load_game(project, "tiny")
    made = artist_of(project, Edition(game, "en", theme), tiny.output, draft=draft)
    return made, lambda: made.draw_pieces(game.pieces)


def test_build_of_a_draft_goes_through_and_counts(tiny, run):
    too_long(tiny)
    before = tiny.hashes()
    refused = run(tiny, "build")
    assert (refused.code, [one.code for one in refused.problems]) == (1, ["E201"])
    assert tiny.hashes() == before
    printed = run(tiny, "build", "--draft")
    assert printed.code == 0
    assert "draft: 1 text does not fit; what hangs over is red" in printed.out
    [told], [error] = printed.problems, refused.problems
    assert told.message == f"warning: {error.message}"
    assert (told.file, told.line, told.key, told.hint) == (
        *(error.file, error.line, error.key),
        error.hint,
    )
    again = run(tiny, "build", "--draft")
    assert "unchanged" in again.out
    assert "draft: 1 text does not fit" in again.out
    assert again.problems == printed.problems


def test_draft_lies_beside_the_box_and_leaves_it_as_it_was(tiny, run):
    before = tiny.hashes()
    too_long(tiny)
    assert run(tiny, "build", "--draft").code == 0
    now = tiny.hashes()
    pdfs = {name for name in before if name.endswith(".pdf")}
    assert {name: now[name] for name in pdfs} == {name: before[name] for name in pdfs}
    assert {path.name for path in draft(tiny).glob("*.pdf")} == {Path(name).name for name in pdfs}


def test_box_after_a_draft_is_refused_and_mended_to_the_byte(good, tiny, run):
    too_long(tiny)
    assert run(tiny, "build", "--draft").code == 0
    assert run(tiny, "build").code == 1, "no face of the draft counts as a good one"
    tiny.edit(CARDS, LONG, "Boat")
    assert run(tiny, "build").code == 0
    for path in good.built.glob("*.pdf"):
        if path.name != "tiny-cover.pdf":  # the claims are gone
            assert (tiny.built / path.name).read_bytes() == path.read_bytes()


def test_draft_in_which_every_text_fits_has_the_faces_of_the_box(good, tiny, run):
    printed = run(tiny, "build", "--draft")
    assert printed.code == 0
    assert "draft: every text fits" in printed.out
    _, box = artist(good, draft=False)
    _, drawn = artist(tiny, draft=True)
    digests = [{one: face.digest for one, face in faces.items()} for faces in (box(), drawn())]
    assert digests[0] == digests[1]


def test_draft_says_so_on_its_cover_and_each_sheet(tiny, run):
    too_long(tiny)
    tiny.edit(CARDS, "it: Barca}", f"it: {LONG}}}")
    for language, bar, word in (
        ("en", "Draft · 1 text does not fit", "Draft"),
        ("it", "Bozza · 1 testo non ci sta", "Bozza"),
    ):
        assert run(tiny, "build", "--draft", "--language", language).code == 0
        for path in draft(tiny, language).glob("*.pdf"):
            assert (bar in text(path)) == path.name.endswith("-cover.pdf"), path
            labels = pypdf.PdfReader(path).page_labels
            assert all(label.startswith(f"{word} · ") for label in labels), path


def test_cover_of_a_draft_that_differs_has_both_bars(tiny, run):
    tiny.edit(CARDS, "en: Boat,", f"en: {LONG},")
    tiny.edit("content/tiny/claims.yaml", "{value=5}", "{value=4}")
    assert run(tiny, "build", "--draft").code == 1
    assert run(tiny, "build", "--draft", "--force").code == 0
    said = text(draft(tiny) / "tiny-cover.pdf")
    assert "unchecked: the box differs from the rule document" in said
    assert "Draft · 1 text does not fit" in said


@pytest.mark.parametrize("language", languages())
def test_words_of_drafts_are_in_every_language(language):
    words = ToolWords()
    assert words.lacking("sheet", language)[0] == 0
    counted = [words.counted("sheet.unfit", language, count) for count in (1, 2)]
    assert len(set(counted)) == 2
    assert ["1" in counted[0], "2" in counted[1]] == [True, True]


@pytest.mark.parametrize(
    ("file", "old", "new", "code"),
    [
        (CARDS, "en: Hut,", "en: '{mast}',", "E203"),
        (CARDS, "en: Hut,", "en: '**Hut',", "E204"),
        (COIN, "{% block face %}", '{% block face %}{{ icon("mdi:nothing", 1, 1, 5) }}', "E205"),
        (COIN, "{% block face %}", '{% block face %}{{ image("hil", 1, 1, 5, 5) }}', "E230"),
    ],
)
def test_other_problems_refuse_a_draft(file, old, new, code, tiny, run):
    too_long(tiny)
    tiny.edit(file, old, new)
    ran = run(tiny, "build", "--draft")
    assert (ran.code, [one.code for one in ran.problems]) == (1, [code])
    assert not draft(tiny).exists()


def test_strict_draft_refuses_texts_that_do_not_fit(tiny, run):
    too_long(tiny)
    ran = run(tiny, "build", "--draft", "--strict")
    assert ran.code == 1
    assert "E201" in {one.code for one in ran.problems}


@pytest.mark.parametrize("words", [["--shop"], ["--kit", "club"]], ids=" ".join)
def test_draft_is_for_sheets_of_a_box_alone(words, tiny, run):
    run(tiny, "kit", "new", "club", "tiny")
    with pytest.raises(SystemExit) as ended:
        run(tiny, "build", "--draft", *words)
    assert ended.value.code == 2


def test_part_of_a_draft_lies_in_the_folder_of_drafts(tiny, run):
    too_long(tiny)
    ran = run(tiny, "build", "--draft", "--only", "card")
    assert (ran.code, "1 text does not fit" in ran.out) == (0, True)
    assert (draft(tiny) / "part" / "tiny-only-card.pdf").is_file()


def test_stamp_key_names_a_draft_alone(tiny):
    def key(**printing) -> str:
        printed = PrintOptions(**printing)
        return BuildOptions("A4", Duplex.LONG_EDGE, tiny.output, printing=printed).key()

    assert key(draft=True) == f"{key()} draft=True"
    assert "draft" not in key()


FACES = {
    "title": (CARDS, "en: Boat,", f"en: {LONG},", "boat", "E201"),
    "outside": (COIN, "{% block face %}", "{% block face %}{OUT}", "five", "E224"),
    "path": (COIN, "{% block face %}", "{% block face %}{PATH}", "five", "E214"),
    "table": (COIN, "{% block face %}", "{% block face %}{TABLE}", "five", "E201"),
}
DRAWN = {
    "{OUT}": '<text x="15" y="9" font-size="3" font-family="Source Sans Pro">outside</text>',
    "{PATH}": '{{ text_on("too long by far", "M4 12H14", size=8) }}',
    "{TABLE}": '{{ table([["A", "B"], ["1", "2"]], x=4, y=4, width=9, height=5, size=8) }}',
}


@pytest.mark.parametrize("name", FACES)
def test_face_of_a_draft_equals_its_golden(name, tiny, pytestconfig):
    file, old, new, piece, code = FACES[name]
    for short, long in DRAWN.items():
        new = new.replace(short, long)
    tiny.edit_freely(file, old, new)
    _, box = artist(tiny, draft=False)
    with pytest.raises(ProblemsFound) as refused:
        box()
    made, drawn = artist(tiny, draft=True)
    faces = drawn()
    assert made.unfit == refused.value.problems
    assert {(one.code, one.severity) for one in made.unfit} == {(code, Severity.ERROR)}
    face = FaceId(piece, SideName.FRONT)
    update = pytestconfig.getoption("--update-golden")
    compare(pretty(faces[face].svg), GOLDEN / f"draft-{name}-front.svg", update)
    assert RED in faces[face].svg
    others = [other.svg for one, other in faces.items() if one.piece != piece]
    assert not any(RED in svg for svg in others)


def test_text_in_the_safe_zone_is_outlined_in_a_draft(tiny):
    tiny.edit_freely(
        "templates/tiny/card-back.svg.j2", "text(face.mark, x=4, y=20", "text(face.mark, x=4, y=-7"
    )
    tiny.edit("templates/tiny/card-back.svg.j2", "height=20, size=40", "height=20, size=20")
    made, drawn = artist(tiny, draft=True)
    faces = drawn()
    assert [one.code for one in made.unfit] == ["E227"]
    assert RED in faces[FaceId("boat", SideName.BACK)].svg


@pytest.mark.parametrize("theme", [Theme.GREY, Theme.LOW_INK])
def test_what_hangs_over_is_seen_in_every_theme(theme, tiny):
    too_long(tiny)
    _, drawn = artist(tiny, draft=True, theme=theme)
    svg = drawn()[FaceId("boat", SideName.FRONT)].svg
    assert (RED in svg) == (theme is Theme.LOW_INK)
    assert "alone" in svg


def test_text_too_long_in_a_draft_leaves_titles_of_equal_size(tiny):
    _, box = artist(tiny, draft=False)
    before = box()
    tiny.edit_freely(CARDS, "en: Hut,", f"en: {LONG * 3},")
    _, drawn = artist(tiny, draft=True)
    now = drawn()
    assert {one.piece for one, face in before.items() if now[one] != face} == {"hut"}


def test_each_of_two_equal_faces_is_told_of_its_own_text(tiny):
    """A face that is drawn once for two pieces hides none of their problems."""
    tiny.edit_freely(CARDS, "en: Boat,", f"en: {LONG},")
    path = tiny.root / CARDS
    typed = path.read_text(encoding="utf-8")
    start, end = typed.index("  - id: boat"), typed.index("  - id: hut")
    twin = typed[start:end].replace("id: boat", "id: twin")
    path.write_text(typed[:end] + twin + typed[end:], encoding="utf-8")
    made, drawn = artist(tiny, draft=True)
    drawn()
    assert [one.piece for one in made.unfit] == ["boat", "twin"]
    made.face_cache.save()
    again, drawn = artist(tiny, draft=True)
    drawn()
    assert again.unfit == made.unfit
