"""The drawn first page of a cover: as large as the paper, from the game's own template."""

import pypdfium2
import pytest

from tests.conftest import TinyProject
from tests.helpers.pdf_reader import MM_PER_PT, pages_of

PAPERS = {"A4": (210.0, 297.0), "Letter": (215.9, 279.4), "A3": (297.0, 420.0)}
TEMPLATE = "templates/tiny/cover.svg.j2"
GAME = "content/tiny/game.yaml"
LONG = f"letters: {{en: Ahoy, it: {'Q' * 200}}}"


def cover(project: TinyProject, folder: str = "en-A4"):
    return project.output / "tiny" / folder / "tiny-cover.pdf"


def without_art(project: TinyProject) -> None:
    path = project.root / GAME
    before, _, rest = path.read_text().partition("\ncover:\n")
    path.write_text(f"{before}\n{rest[rest.index('boxes:') :]}")


def said_on(project: TinyProject, folder: str = "en-A4") -> list[str]:
    return [page.extract_text() for page in pages_of(cover(project, folder))]


def corners(page) -> tuple[float, float, float, float]:
    """What the filled shapes of a page reach, in mm: left, top, right, bottom."""
    shapes = page.rects + page.curves
    return (
        min(shape["x0"] for shape in shapes) * MM_PER_PT,
        min(shape["top"] for shape in shapes) * MM_PER_PT,
        max(shape["x1"] for shape in shapes) * MM_PER_PT,
        max(shape["bottom"] for shape in shapes) * MM_PER_PT,
    )


@pytest.mark.parametrize("paper", PAPERS)
def test_page_one_is_filled_to_its_edges_and_has_nothing_else(paper, tiny, run):
    assert run(tiny, "build", "--paper", paper).code == 0
    page, *_ = pages_of(cover(tiny, f"en-{paper}"))
    wide, high = PAPERS[paper]
    assert corners(page) == pytest.approx((0, 0, wide, high), abs=0.05)
    assert page.extract_text().split() == ["Tiny", "Island", "41"], "no ruler and no label"


def test_pages_after_the_drawn_one_are_those_of_a_game_without(good, tiny, run):
    drawn = said_on(good)
    without_art(tiny)
    assert run(tiny, "build").code == 0
    plain = said_on(tiny)
    assert len(drawn) == len(plain) + 1
    for number, (one, other) in enumerate(zip(drawn[1:], plain, strict=True), start=1):
        was, now = f"{number} of {len(plain)}", f"{number + 1} of {len(drawn)}"
        assert one == other.replace(was, now)


def test_art_speaks_the_language_of_the_box_and_counts_its_pieces(tiny, run):
    assert run(tiny, "build", "--language", "it", "--players", "2").code == 0
    said = said_on(tiny, "it-A4-2-players")[0].split()
    assert said == ["Isola", "minuscola", "2", "39"]


@pytest.mark.parametrize(
    ("file", "old", "new"),
    [
        (TEMPLATE, "colours.sea", '"#405060"'),
        (GAME, "letters: {en: Tiny Island", "letters: {en: Little Island"),
    ],
)
def test_change_of_the_template_or_of_what_it_says_is_built(file, old, new, tiny, run):
    before = cover(tiny).read_bytes()
    others = {path: path.read_bytes() for path in tiny.built.glob("*.pdf")}
    tiny.edit(file, old, new)
    assert run(tiny, "build").code == 0
    assert cover(tiny).read_bytes() != before
    del others[cover(tiny)]
    assert {path: path.read_bytes() for path in others} == others


def test_low_ink_draws_the_art_with_little_ink(tiny, run):
    assert run(tiny, "build", "--theme", "low-ink").code == 0
    assert darkness(cover(tiny, "en-A4-low-ink")) < 0.35 * darkness(cover(tiny))


def darkness(path) -> float:
    """Of page one, 0 to 1."""
    page = pypdfium2.PdfDocument(path.read_bytes())[0]
    picture = page.render(scale=0.5, grayscale=True).to_numpy()
    return float((255 - picture).mean() / 255)


def test_art_is_left_out_with_the_cover(tiny, run):
    assert run(tiny, "build", "--no-cover").code == 0
    assert not list(tiny.built.glob("*cover*"))


def test_text_of_the_art_that_is_missing_is_told_of_the_cover(tiny, run):
    tiny.edit(GAME, "letters: {en: Tiny Island, it: Isola minuscola}", "letters: {en: Tiny}")
    ran = run(tiny, "build", "--language", "it", "--strict")
    assert [(said.code, said.key) for said in ran.problems] == [("E113", "cover.says.letters")]


def test_translators_are_given_the_texts_of_the_cover(tiny, run):
    tiny.edit(GAME, "letters: {en: Tiny Island, it: Isola minuscola}", "letters: {en: Ahoy}")
    told = run(tiny, "translate", "list", "tiny", "--language", "it").out
    assert "Ahoy" in told


TITLED = "  front: cover.svg.j2\n  title: title.svg.j2\n"


def test_title_above_the_list_is_lettered_by_the_game(tiny, run):
    assert said_on(tiny)[1].splitlines()[0] == "Tiny Island"
    path = tiny.root / "templates/tiny/title.svg.j2"
    path.write_text('<path d="M0 0H40V8H0Z" fill="{{ colours.sea }}"/>\n')
    tiny.edit(GAME, "  front: cover.svg.j2\n", TITLED)
    assert run(tiny, "build").code == 0
    assert said_on(tiny)[1].splitlines()[0] != "Tiny Island"
    page = pages_of(cover(tiny))[1]
    widths = {round((one["x1"] - one["x0"]) * MM_PER_PT, 1) for one in page.rects + page.curves}
    assert 40.0 in widths


def test_title_whose_template_is_missing_is_a_problem_at_its_line(tiny, run):
    tiny.edit(GAME, "  front: cover.svg.j2\n", TITLED)
    ran = run(tiny, "build")
    assert [(said.code, said.key) for said in ran.problems] == [("E117", "cover.title")]


def test_translators_are_told_of_a_text_that_does_not_fit_the_cover(tiny, run):
    assert "too long" not in run(tiny, "translate", "export", "tiny", "--language", "it").out
    tiny.edit(GAME, "letters: {en: Tiny Island, it: Isola minuscola}", LONG)
    assert "1 too long" in run(tiny, "translate", "export", "tiny", "--language", "it").out
