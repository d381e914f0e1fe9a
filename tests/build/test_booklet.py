"""Files of booklets: sheets show the pages that are read, a build writes both, and knows them."""

import io
import shutil
from pathlib import Path

import pypdfium2
import pytest
from PIL import Image, ImageChops, ImageStat
from pypdf import PdfReader

from fustella.core.values.paper import Fold
from tests.conftest import TinyProject
from tests.rules.test_typeset import BOOKLET, made

DPI = 50
PDFS = {"booklet-rules.pdf", "booklet-rules-sheets.pdf", "booklet-rules-page.pdf"}
WHOLE = {*PDFS, "booklet-rules.html"}


def pictures(pdf: bytes) -> list[Image.Image]:
    document = pypdfium2.PdfDocument(io.BytesIO(pdf))
    return [page.render(scale=DPI / 72).to_pil().convert("RGB") for page in document]


def bytes_of(content) -> bytes:
    return content if isinstance(content, bytes) else b"".join(content)


@pytest.mark.parametrize(
    "options",
    [{}, {"fold": Fold.LEAFLET, "panels": 8}, {"fold": Fold.CARDS}, {"fold": Fold.NONE}],
    ids=str,
)
def test_sheets_show_the_pages_that_are_read(options):
    maker = made(**options)
    files = {file.file: bytes_of(file.content()) for file in maker.files()}
    assert [*files] == [
        "booklet-rules.pdf",
        "booklet-rules-sheets.pdf",
        "booklet-rules-page.pdf",
        "booklet-rules.html",
    ]
    assert len(pictures(files["booklet-rules-page.pdf"])) == 1
    read = pictures(files["booklet-rules.pdf"])
    printed = iter(pictures(files["booklet-rules-sheets.pdf"]))
    seen = []
    for page in (page for sheet in maker.sheets for page in sheet.pages):
        sheet = next(printed)
        for placed in page.placements:
            box, look = placed.box, placed.face.look
            left, top, right, bottom = (
                round(mm / 25.4 * DPI)
                for mm in (box.x_mm + 2, box.y_mm + 2, box.right_mm - 2, box.bottom_mm - 2)
            )
            cut = sheet.crop((left, top, right, bottom)).rotate(placed.turn_deg, expand=True)
            whole = read[look - 1]
            edge = round(2 / 25.4 * DPI)
            own = whole.crop((edge, edge, whole.width - edge, whole.height - edge))
            far = ImageStat.Stat(ImageChops.difference(cut.resize(own.size), own)).mean
            assert max(far) < 14, (look, far)
            seen.append(look)
    assert sorted(seen) == [*range(1, len(read) + 1)]
    assert next(printed, None) is None


@pytest.fixture(scope="module")
def project(tmp_path_factory) -> Path:
    root = tmp_path_factory.mktemp("booklet") / "booklet"
    shutil.copytree(BOOKLET, root)
    return root


def fustella(root: Path, *words: str) -> int:
    return TinyProject(root).run(*words)


def test_build_writes_the_booklet_and_knows_when_it_changed(project, capsys):
    assert fustella(project, "build") == 0
    inside = project / "output" / "booklet" / "en-A4"
    names = {path.name for path in inside.glob("*rules*")}
    assert names == WHOLE
    before = {path: path.read_bytes() for path in inside.glob("*rules*")}
    capsys.readouterr()
    assert fustella(project, "build") == 0
    assert "unchanged" in capsys.readouterr().out
    chapter = project / "rules" / "20-play.en.md"
    text = chapter.read_text(encoding="utf-8")
    chapter.write_text(text.replace("Never on ice.", "Never on thin ice."), encoding="utf-8")
    assert fustella(project, "build") == 0
    after = {path: path.read_bytes() for path in before}
    changed = {path.name for path in after if after[path] != before[path]}
    assert changed == names - {"booklet-rules-page.pdf"}


def test_rules_of_each_language_have_a_folder(project, capsys):
    assert fustella(project, "rules", "--language", "all") == 0
    home = project / "output" / "booklet" / "rules"
    for language in ("en", "it"):
        assert {path.name for path in (home / language).glob("booklet*")} == WHOLE
    assert capsys.readouterr().out.count("written") == 8
    assert fustella(project, "rules", "--language", "all") == 0
    assert capsys.readouterr().out.count("unchanged") == 8


def test_games_without_chapters_get_their_components(project, capsys):
    bare = project.parent / "bare"
    shutil.copytree(project, bare, ignore=shutil.ignore_patterns("rules", "output"))
    assert fustella(bare, "rules") == 0
    folder = bare / "output" / "bare" / "rules" / "en"
    assert (folder / "bare-rules.pdf").is_file()
    assert "Components" in (folder / "bare-rules.html").read_text(encoding="utf-8")
    assert fustella(bare, "build") == 0
    assert not [*(bare / "output" / "bare" / "en-A4").glob("*rules*")]


def test_sheet_of_one_page_may_link_to_the_booklet(project):
    sheet = project / "rules" / "sheet.en.md"
    before = sheet.read_text(encoding="utf-8")
    links = "See [Components](#components).[^best] \n\n[^best]: The best part.\n"
    sheet.write_text(f"{before}\n{links}", encoding="utf-8")
    chapter = project / "rules" / "20-play.en.md"
    text = chapter.read_text(encoding="utf-8")
    chapter.write_text(f"{text}\nSee [the sheet](#ferry-at-a-glance).\n", encoding="utf-8")
    assert fustella(project, "rules") == 0
    folder = project / "output" / "booklet" / "rules" / "en"
    page = "".join(each.extract_text() for each in PdfReader(folder / PAGE).pages)
    assert "The best part." in page
    assert "Components." in page
    booklet = PdfReader(folder / "booklet-rules.pdf").pages
    assert not [each for each in booklet if "The best part." in each.extract_text()]


def test_sheet_of_two_pages_is_a_problem(project, capsys):
    sheet = project / "rules" / "sheet.en.md"
    sheet.write_text("# Ferry at a glance\n\n" + "Who has most begins.\n\n" * 300, encoding="utf-8")
    capsys.readouterr()
    assert fustella(project, "rules") == 1
    told = capsys.readouterr().err
    assert "rules/sheet.en.md:1: E322 the sheet of one page takes" in told


def test_text_alone_is_made_on_request_and_leaves_the_others(project, capsys):
    folder = project / "output" / "booklet" / "rules" / "it"
    assert fustella(project, "rules", "--language", "it") == 0
    before = {path.name: path.read_bytes() for path in folder.glob("booklet*")}
    assert before.keys() == WHOLE
    assert fustella(project, "rules", "--language", "it", "--only", "text") == 0
    after = {path.name: path.read_bytes() for path in folder.glob("booklet*")}
    assert after.keys() == {*WHOLE, "booklet-rules.txt"}
    assert before.items() <= after.items()
    assert "Il traghetto" in after["booklet-rules.txt"].decode()
    assert fustella(project, "rules", "--language", "it", "--only", "html") == 0
    assert {path.name for path in folder.glob("booklet*")} == after.keys()
    with pytest.raises(SystemExit):
        fustella(project, "rules", "--only", "words")
    assert "write pdf, html or text" in capsys.readouterr().err


def test_build_for_a_shop_has_single_pages_with_bleed(project):
    assert fustella(project, "build", "--shop") == 0
    folder = project / "output" / "booklet" / "en" / "shop"
    pages = PdfReader(folder / "booklet-rules-pages.pdf").pages
    assert len(pages) % 4 == 0
    for page in pages:
        trim, bleed = (
            [float(one) / 72 * 25.4 for one in box] for box in (page.trimbox, page.bleedbox)
        )
        assert trim == pytest.approx([3, 3, 151, 213], abs=0.1)
        assert bleed == pytest.approx([0, 0, 154, 216], abs=0.1)
    cover = pictures((folder / "booklet-rules-pages.pdf").read_bytes())[0]
    corner, edge = cover.getpixel((0, 0)), cover.getpixel((cover.width - 1, 40))
    assert corner == edge != (255, 255, 255)  # the colour goes on to the edge of the bleed
    assert fustella(project, "build", "--shop", "--only", "coin") == 0
    assert not [*(project / "output" / "booklet" / "en" / "shop").rglob("part/*rules*")]


PAGE = "booklet-rules-page.pdf"
