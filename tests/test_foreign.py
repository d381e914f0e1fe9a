"""Projects in the manner of other tools (tests/foreign/): without a script, they print as meant."""

import contextlib
import io
import shutil
from dataclasses import dataclass
from functools import cache
from pathlib import Path

import pypdf
import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageOps, ImageStat
from pypdf.generic import IndirectObject, StreamObject

from fustella.build.inputs import load_game
from fustella.core.files.project import Project
from fustella.core.values.model import Game
from fustella.export.table import layout_of
from tests.conftest import TESTS, TinyProject, problems_in
from tests.export.games import exported_game
from tests.helpers.printed import Printed, PrintedPage, read_pages

pytestmark = pytest.mark.usefixtures("own_user")

FOREIGN = TESTS / "foreign"
NAMES = ("guild", "patience", "skirmish", "fable")
DESIGNS = {"guild": 26, "patience": 54, "skirmish": 200, "fable": 54}
PRINTED = {"guild": 54, "patience": 54, "skirmish": 200, "fable": 100}
FILES = {
    "guild": "guild-card.pdf",
    "patience": "patience-card.pdf",
    "skirmish": "skirmish-board.pdf",
    "fable": "fable-card.pdf",
}
THEMED = ("guild", "patience")
"""Looked at in themes: pictures, and drawings with a filter. The third has such pictures, too."""
WARNINGS = {
    "guild": [],
    "patience": [
        ("E229", "art/joker-red.svg, line 7: a filter is printed as a picture of 600 dpi")
    ],
    "skirmish": [],
    "fable": [],
}
ART = {"guild": (3.0, 13.0, 57.0, 37.0), "skirmish": (8.0, 3.5, 6.8, 5.9)}
"""Where the templates put the pictures: left, top, width, height, from the corner of the trim."""


@dataclass(frozen=True)
class ForeignProject:
    """A project after its first build, and what that build said."""

    name: str
    project: TinyProject
    game: Game
    code: int
    out: str
    err: str

    def pdf(self, edition: str = "en-A4") -> Path:
        return self.project.output / self.name / edition / FILES[self.name]

    def run(self, *arguments: str) -> tuple[int, str, str]:
        return said_by(self.project, *arguments)


def said_by(project: TinyProject, *arguments: str) -> tuple[int, str, str]:
    out, err = io.StringIO(), io.StringIO()
    with contextlib.redirect_stdout(out), contextlib.redirect_stderr(err):
        code = project.run(*arguments)
    return code, out.getvalue(), err.getvalue()


@pytest.fixture(scope="module")
def built(tmp_path_factory: pytest.TempPathFactory) -> dict[str, ForeignProject]:
    found = {}
    for name in NAMES:
        root = tmp_path_factory.mktemp(name) / "project"
        shutil.copytree(FOREIGN / name, root)
        project = TinyProject(root)
        game = load_game(Project(root), name)
        found[name] = ForeignProject(name, project, game, *said_by(project, "build"))
    return found


@pytest.fixture(params=NAMES)
def foreign(request: pytest.FixtureRequest, built: dict[str, ForeignProject]) -> ForeignProject:
    return built[request.param]


def warnings_in(err: str) -> list[tuple[str, str]]:
    return [(one.code, one.message.removeprefix("warning: ")) for one in problems_in(err)]


def images_in(path: Path) -> list[StreamObject]:
    """Every picture of a PDF, once for each time that its pixels are stored; masks are left out."""
    reader = pypdf.PdfReader(path)
    stored = (IndirectObject(number, 0, reader).get_object() for number in sorted(reader.xref[0]))
    images = [
        one for one in stored if isinstance(one, StreamObject) and one.get("/Subtype") == "/Image"
    ]
    masks = {one.raw_get("/SMask").idnum for one in images if "/SMask" in one}
    return [one for one in images if one.indirect_reference.idnum not in masks]


@cache
def pages_of(path: Path) -> tuple[PrintedPage, ...]:
    """All pages of a file, which is read once for all tests."""
    return tuple(read_pages(path))


def fronts(built: ForeignProject) -> list[tuple[int, Printed]]:
    """The pieces of all front pages, with the number of the page."""
    pages = enumerate(pages_of(built.pdf()))
    return [
        (number, piece)
        for number, page in pages
        if "· front ·" in page.text
        for piece in page.pieces
    ]


class Sheets:
    """The pages of a PDF as pictures, each rendered once."""

    def __init__(self, path: Path, dpi: float) -> None:
        self._path, self._dpi = path, dpi
        self._pages: dict[int, Image.Image] = {}

    def face(self, page: int, piece: Printed) -> Image.Image:
        """A piece as it is printed; one that lies on its side is turned upright."""
        if page not in self._pages:
            with contextlib.closing(pypdfium2.PdfDocument(self._path)) as document:
                self._pages[page] = document[page].render(scale=self._dpi / 72).to_pil()
        right, bottom = piece.left_mm + piece.width_mm, piece.top_mm + piece.height_mm
        box = piece.left_mm, piece.top_mm, right, bottom
        face = self._pages[page].convert("RGB").crop([round(at * self._dpi / 25.4) for at in box])
        return face.rotate(90, expand=True) if piece.width_mm > piece.height_mm + 1 else face


def test_foreign_projects_hold_no_script():
    endings = {path.suffix.lower() for path in FOREIGN.rglob("*") if path.is_file()}
    assert endings == {
        *(".md", ".yaml", ".csv", ".xlsx", ".j2"),
        *(".svg", ".png", ".jpg", ".jpeg", ".webp"),
    }
    assert sum(path.stat().st_size for path in FOREIGN.rglob("*") if path.is_file()) < 1_000_000


def test_build_of_a_foreign_project_says_these_warnings_and_no_more(foreign):
    assert foreign.code == 0
    assert warnings_in(foreign.err) == WARNINGS[foreign.name]


def test_foreign_project_has_its_designs_and_prints_its_copies(foreign):
    pieces = [piece for piece in foreign.game.pieces if not piece.struck_out]
    assert len(pieces) == DESIGNS[foreign.name]
    assert sum(piece.copies for piece in pieces) == PRINTED[foreign.name]
    assert len(fronts(foreign)) == PRINTED[foreign.name]


def test_second_build_of_a_foreign_project_writes_nothing(foreign):
    before = foreign.project.hashes()
    code, out, err = foreign.run("build")
    assert code == 0
    assert "unchanged" in out
    assert warnings_in(err) == WARNINGS[foreign.name]
    assert foreign.project.hashes() == before


def test_struck_out_row_of_a_workbook_is_told_and_not_printed(built):
    (plague,) = [piece for piece in built["guild"].game.pieces if piece.struck_out]
    assert plague.id == "plague"
    assert not any("Plague" in piece.text for _, piece in fronts(built["guild"]))


@pytest.mark.parametrize(("name", "count"), [("guild", 25), ("skirmish", 12)])
def test_each_picture_is_stored_once(built, name, count):
    images = images_in(built[name].pdf())
    folder = built[name].project.root / "content" / name / "art"
    files = [path for path in folder.rglob("*.*") if path.suffix != ".svg"]
    assert len(images) == len(files) == count
    assert len({image.get_data() for image in images}) == count


def test_drawings_are_printed_as_shapes_except_a_filtered_one(built):
    assert len(images_in(built["patience"].pdf())) == 1


def pictures_of(built: ForeignProject) -> dict[str, Image.Image]:
    """The pictures of `art/` in the form of their box, as a viewer shows them.

    By their names in small letters without ending; a transparent one is on the sky of the cards.
    """
    folder = built.project.root / "content" / built.name / "art"
    _, _, width, height = ART[built.name]
    found = {}
    for path in folder.rglob("*.*"):
        if path.suffix == ".svg":
            continue
        picture = ImageOps.exif_transpose(Image.open(path))
        clear = "transparency" in picture.info
        sky = Image.linear_gradient("L").resize(picture.size)
        ground = ImageOps.colorize(sky, "#7fb4d6", "#f4ecd6")
        mask = picture.convert("RGBA").getchannel("A") if clear else None
        ground.paste(picture.convert("RGBA" if clear else "RGB"), mask=mask)
        found[path.stem.lower()] = ImageOps.fit(ground, (600, round(600 * height / width)))
    return found


def coarse(picture: Image.Image) -> Image.Image:
    """A picture in a few dots, without what may lie over its lower third."""
    return picture.convert("RGB").resize((18, 12), Image.Resampling.BOX).crop((0, 0, 18, 8))


def difference(one: Image.Image, other: Image.Image) -> float:
    """How far two coarse pictures differ on average, of 255."""
    return sum(ImageStat.Stat(ImageChops.difference(one, other)).mean) / 3


@pytest.mark.parametrize(("name", "bleed_mm"), [("guild", 2.0), ("skirmish", 1.0)])
def test_each_picture_is_printed_upright_in_its_place_and_colours(built, name, bleed_mm):
    foreign = built[name]
    pictures = {art: coarse(picture) for art, picture in pictures_of(foreign).items()}
    dpi = 300 if name == "skirmish" else 120
    sheets = Sheets(foreign.pdf(), dpi)
    asked: dict[str, str] = {}  # the title of a card, and the picture that its row names
    for piece in foreign.game.pieces:
        if not piece.struck_out and name == "guild":
            asked[str(piece.front["title"].in_language("en"))] = str(piece.front["art"])
        elif name == "skirmish":
            asked[str(piece.front["unit"])] = str(piece.front["photo"])
    seen: set[str] = set()
    for page, piece in fronts(foreign):
        (title,) = {line for line in piece.text.splitlines() if line in asked}
        art = Path(asked[title]).stem.lower()
        if art in seen or art == "charter":
            continue
        seen.add(art)
        left, top, width, height = (at * dpi / 25.4 for at in ART[name])
        edge = bleed_mm * dpi / 25.4
        face = sheets.face(page, piece)
        box = face.crop((left + edge, top + edge, left + edge + width, top + edge + height))
        printed = coarse(box)
        by_name = {one: difference(printed, picture) for one, picture in pictures.items()}
        assert min(by_name, key=by_name.__getitem__) == art
        assert by_name[art] < 10, art
    assert seen == set(pictures)


@pytest.mark.parametrize(
    ("name", "edition", "words"),
    [
        ("guild", "en-A4", ["Guild Charter", "33%", "Look at the next three", "014"]),
        ("patience", "en-A4", ["No", "54", "the Lamp", "10"]),
        ("skirmish", "en-A4", ["III/14 Mech", "XX", "20. Arm"]),
    ],
)
def test_texts_of_a_foreign_project_are_texts_in_its_pdf(built, name, edition, words):
    text = " ".join(" ".join(page.text.split()) for page in pages_of(built[name].pdf(edition)))
    assert [word for word in words if word not in text] == []


def test_back_that_is_an_export_prints_the_title_of_the_game(built):
    pages = [page for page in pages_of(built["patience"].pdf()) if "· back ·" in page.text]
    pieces = [piece for page in pages for piece in page.pieces]
    assert len(pieces) == 54
    titles = ["".join(piece.text.split()) for piece in pieces]  # text that runs down the sheet
    assert set(titles) == {"PatienceattheLamp" * 2}


def test_other_language_of_a_workbook_is_printed(built):
    code, _, err = built["guild"].run("build", "--language", "it")
    assert (code, err) == (0, "")
    text = " ".join(" ".join(page.text.split()) for page in pages_of(built["guild"].pdf("it-A4")))
    assert "Statuto della gilda" in text
    assert "La città con più" in text
    assert "Guild Charter" not in text


@pytest.mark.parametrize("foreign", THEMED, indirect=True)
def test_foreign_project_in_grey_has_no_colour(foreign):
    code, _, err = foreign.run("build", "--theme", "grey")
    assert code == 0
    assert warnings_in(err) == WARNINGS[foreign.name]
    with contextlib.closing(pypdfium2.PdfDocument(foreign.pdf("en-A4-grey"))) as document:
        for sheet in document:
            red, green, blue = sheet.render(scale=0.6).to_pil().convert("RGB").split()
            for other in (green, blue):
                assert ImageChops.difference(red, other).getextrema()[1] <= 2


@pytest.mark.parametrize("foreign", THEMED, indirect=True)
def test_foreign_project_in_low_ink_prints_far_less(foreign):
    code, _, err = foreign.run("build", "--theme", "low-ink")
    assert code == 0
    assert warnings_in(err) == WARNINGS[foreign.name]
    full, low = (ink_of(foreign.pdf(edition)) for edition in ("en-A4", "en-A4-low-ink"))
    assert low < 0.6 * full


def ink_of(path: Path) -> float:
    """How dark the sheets of a file are, together."""
    with contextlib.closing(pypdfium2.PdfDocument(path)) as document:
        pages = [sheet.render(scale=0.6).to_pil().convert("L") for sheet in document]
    return sum(255 - ImageStat.Stat(page).mean[0] for page in pages)


# Fable: four kinds of cards from one sheet, and not a template.


@pytest.fixture
def fable(built: dict[str, ForeignProject]) -> ForeignProject:
    return built["fable"]


def test_fable_is_typed_in_few_lines_and_without_a_template(fable):
    folder = FOREIGN / "fable"
    lists = list(folder.rglob("*.yaml"))
    assert sum(len(path.read_text("utf-8").splitlines()) for path in lists) < 80
    assert not [*folder.rglob("*.j2")]


def test_fable_has_its_four_kinds_from_one_sheet(fable):
    kinds: dict[str, int] = {}
    for piece in fable.game.pieces:
        kinds[piece.kind.id] = kinds.get(piece.kind.id, 0) + 1
    assert kinds == {"creature": 24, "spell": 14, "land": 10, "hero": 6}
    assert {kind.deck for kind in fable.game.kinds} == {"card"}
    assert {kind.sheet for kind in fable.game.kinds} == {"card"}


def test_fable_prints_on_each_card_what_its_row_says(fable):
    words = {text for _, piece in fronts(fable) for text in [piece.text]}
    assert len(words) == 54
    numbered = [text for text in words if "/54" in text]
    assert len(numbered) == 54
    (falcon,) = (text for text in words if "Falcon" in text)
    assert "2 / 2" in falcon and "CREATURE" in falcon
    (bran,) = (text for text in words if "Bran the Tall" in text)
    assert "20" in bran and "HERO" in bran
    assert all("INSTANT" in text for text in words if "Instant" in text)


def test_fable_lies_on_a_table_as_one_deck(fable):
    (pile,) = layout_of(exported_game(fable.project)).piles
    assert (pile.copies, pile.name, pile.face_up) == (100, "Cards", False)
