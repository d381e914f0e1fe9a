"""Single pieces as pictures: their names, sizes, shapes and bleed, and what is made again."""

import csv
import io
import json
import re
import shutil

import pytest
from PIL import Image

MINI_MM = (44.0, 67.0)


def export(project, *arguments):
    assert project.run("export", "--to", *arguments) == 0
    return project.output / "tiny" / "en" / arguments[0]


def exported(folder):
    """The pictures of a folder, by their paths in it."""
    return {
        path.relative_to(folder).as_posix(): Image.open(path)
        for path in sorted(folder.rglob("*.png"))
    }


def rows_of(folder):
    text = (folder / "pieces.csv").read_bytes().decode("utf-8-sig")
    return [*csv.DictReader(io.StringIO(text, newline=""))]


def test_export_png_has_a_file_for_each_face_and_a_shared_back_once(tiny):
    back = "templates/tiny/card-back.svg.j2"
    tiny.edit(back, "{{ text(piece.id,", "{{ text('Tiny',")  # all but the dragon's are alike
    folder = export(tiny, "png", "--dpi", "72", "--only", "card") / "part"
    names = [*exported(folder)]
    cards = [row for row in rows_of(folder) if row["kind"] == "card"]
    assert len({row["id"] for row in cards}) == len(cards) > 1
    assert sorted({row["front"] for row in cards} | {row["back"] for row in cards}) == names
    backs = {row["id"]: row["back"] for row in cards}
    assert backs["boat"] == backs["hut"] != backs["dragon"]


def test_export_png_lists_as_many_copies_as_the_box_has(tiny, capsys):
    folder = export(tiny, "png", "--dpi", "72")
    capsys.readouterr()
    assert tiny.run("list") == 0
    total = next(line for line in capsys.readouterr().out.splitlines() if " all " in line)
    listed = json.loads((folder / "pieces.json").read_bytes())
    assert sum(piece["copies"] for piece in listed["pieces"]) == int(total.split()[2])
    assert [str(piece["copies"]) for piece in listed["pieces"]] == [
        row["copies"] for row in rows_of(folder)
    ]


@pytest.mark.parametrize(
    ("preset", "dpi", "more_px", "mode"),
    [
        ("screen", 300, 0, "RGBA"),
        ("tabletopia", 254, 0, "RGBA"),
        ("tgc", 300, 75, "RGB"),
        ("mpc", 300, 72, "RGB"),
        ("print", 300, 6 / 25.4 * 300, "RGB"),
    ],
)
def test_export_png_preset_has_the_size_of_trim_and_bleed_to_the_pixel(
    tiny, preset, dpi, more_px, mode
):
    assert tiny.run("export", "--to", "png", "--preset", preset, "--only", "card") == 0
    pictures = exported(tiny.output / "tiny" / "en" / f"png-{preset}" / "part")
    wide_px, high_px = (length / 25.4 * dpi for length in MINI_MM)
    assert pictures
    for picture in pictures.values():
        assert picture.size == (round(wide_px + more_px), round(high_px + more_px))
        assert picture.mode == mode
        assert picture.info["dpi"] == pytest.approx((dpi, dpi), abs=0.02)


def test_export_png_is_transparent_outside_of_the_outline_alone(tiny):
    folder = export(tiny, "png", "--dpi", "150", "--only", "tile,coin,card") / "part"
    for name, picture in exported(folder).items():
        alpha = picture.getchannel("A")
        width, height = picture.size
        assert alpha.getpixel((0, 0)) == 0, name
        assert alpha.getpixel((width // 2, height // 2)) == 255, name
        share = sum(alpha.histogram()[128:]) / (width * height)
        expected = {"card": 0.99, "tile": 0.75, "coin": 0.785}[name.split("/")[0]]
        assert share == pytest.approx(expected, abs=0.01), name


def test_export_png_for_tabletopia_has_no_half_transparent_pixel(tiny):
    assert tiny.run("export", "--to", "png", "--preset", "tabletopia", "--only", "coin") == 0
    for picture in exported(tiny.output / "tiny" / "en" / "png-tabletopia" / "part").values():
        assert {level for level, n in enumerate(picture.getchannel("A").histogram()) if n} == {
            0,
            255,
        }


def test_export_png_beyond_the_drawn_bleed_the_edge_goes_on(tiny, capsys):
    """The cards have 2 mm of bleed; the shop wants 3.175 mm."""
    arguments = ("--preset", "tgc", "--only", "card")
    assert tiny.run("export", "--to", "png", *arguments) == 0
    assert "E803" in capsys.readouterr().err
    for picture in exported(tiny.output / "tiny" / "en" / "png-tgc" / "part").values():
        drawn_px = round(1.175 / 25.4 * 300) + 2
        middle = picture.width // 2
        column = [picture.getpixel((middle, y)) for y in range(drawn_px)]
        assert len(set(column[:-2])) == 1, "a sliver of another colour"


def test_export_jpg_and_webp_show_what_png_shows(tiny):
    arguments = ("--dpi", "100", "--only", "card", "--preset", "print")
    for ending in ("png", "jpg", "webp"):
        assert tiny.run("export", "--to", ending, *arguments) == 0
    folder = tiny.output / "tiny" / "en"
    for png in sorted((folder / "png-print" / "part").rglob("*.png")):
        name = png.relative_to(folder / "png-print" / "part")
        for ending in ("jpg", "webp"):
            path = (folder / f"{ending}-print" / "part" / name).with_suffix(f".{ending}")
            other, picture = Image.open(path).convert("RGB"), Image.open(png).convert("RGB")
            assert other.size == picture.size
            pairs = zip(
                picture.resize((8, 8)).tobytes(), other.resize((8, 8)).tobytes(), strict=True
            )
            assert max(abs(one - two) for one, two in pairs) < 12


def test_export_twice_changes_nothing(tiny, capsys):
    folder = export(tiny, "png", "--dpi", "72")
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*.png")}
    capsys.readouterr()
    export(tiny, "png", "--dpi", "72")
    assert "unchanged" in capsys.readouterr().out
    assert {path: path.stat().st_mtime_ns for path in folder.rglob("*.png")} == before


def test_export_after_an_edited_card_writes_one_picture(tiny):
    folder = export(tiny, "png", "--dpi", "72")
    before = {path: path.stat().st_mtime_ns for path in folder.rglob("*.png")}
    tiny.edit("content/tiny/cards.yaml", "weight: 2.25", "weight: 3.25")
    tiny.run("export", "--to", "png", "--dpi", "72", "--force")
    after = {path: path.stat().st_mtime_ns for path in folder.rglob("*.png")}
    assert len({path for path, at in after.items() if before.get(path) != at}) == 1
    assert before.keys() == after.keys()


def test_export_with_other_processes_gives_equal_bytes(tiny):
    folder = export(tiny, "png", "--dpi", "72", "--jobs", "1")
    alone = {path.name: path.read_bytes() for path in folder.rglob("*.png")}
    for path in folder.rglob("*.png"):
        path.unlink()
    from fustella.export import run

    before, run.PICTURES_OF_WORKER = run.PICTURES_OF_WORKER, 1
    try:
        export(tiny, "png", "--dpi", "72", "--jobs", "3")
    finally:
        run.PICTURES_OF_WORKER = before
    assert {path.name: path.read_bytes() for path in folder.rglob("*.png")} == alone


def test_export_no_back_leaves_backs_out(tiny):
    folder = export(tiny, "png", "--dpi", "72", "--no-back")
    assert not [name for name in exported(folder) if "back" in name]
    assert not any(row["back"] for row in rows_of(folder))


def test_export_removes_pictures_of_pieces_that_are_gone(tiny):
    folder = export(tiny, "png", "--dpi", "72")
    stray = folder / "mine.txt"
    stray.write_text("stays")
    gone = sorted(folder.rglob("*.png"))[0]
    named = gone.relative_to(folder).as_posix()
    tiny.edit("content/tiny/board.yaml", "id: ", "id: new-")
    tiny.run("export", "--to", "png", "--dpi", "72", "--force")
    assert named.startswith("board/")
    assert not gone.exists()
    assert stray.exists()


def test_export_sheets_has_the_names_in_reading_order(tiny):
    folder = export(tiny, "png", "--dpi", "72", "--sheets", "3x2", "--only", "card") / "part"
    text = (folder / "sheets" / "names.csv").read_bytes().decode("utf-8-sig")
    listed = [*csv.DictReader(io.StringIO(text, newline=""))]
    cards = {row["id"]: row for row in rows_of(folder)}
    assert sum(int(row["copies"]) for row in cards.values()) == len(listed)
    for entry in listed:
        row, column = int(entry["row"]), int(entry["column"])
        assert column <= 3
        assert row <= 2
        sheet = Image.open(folder / entry["sheet"])
        card = Image.open(folder / cards[entry["id"]]["front"])
        left, top = (column - 1) * card.width, (row - 1) * card.height
        cell = sheet.crop((left, top, left + card.width, top + card.height))
        assert cell.tobytes() == card.tobytes()


def test_export_svg_stands_by_itself(tiny):
    from xml.etree import ElementTree

    folder = export(tiny, "svg")
    files = sorted(folder.rglob("*.svg"))
    assert len(files) > 5
    for path in files:
        root = ElementTree.parse(path).getroot()
        for element in root.iter():
            for name, value in element.attrib.items():
                if name.rpartition("}")[2] == "href":
                    assert value.startswith(("data:", "#")), path
        if any(element.tag.endswith("text") for element in root.iter()):
            assert "@font-face" in path.read_text()


def test_export_pdf_has_both_sides_of_a_piece_with_its_boxes(tiny):
    import pdfplumber

    folder = export(tiny, "pdf", "--only", "card") / "part"
    files = sorted(folder.rglob("*.pdf"))
    assert len(files) == len(rows_of(folder))
    with pdfplumber.open(files[0]) as pdf:
        assert len(pdf.pages) == 2
        for page in pdf.pages:
            left, top, right, bottom = page.trimbox
            assert right - left == pytest.approx(MINI_MM[0] / 25.4 * 72, abs=0.01)
            assert bottom - top == pytest.approx(MINI_MM[1] / 25.4 * 72, abs=0.01)
            assert left == pytest.approx(2 / 25.4 * 72, abs=0.01)


def test_export_refuses_a_box_that_differs_from_its_rules(tiny, run):
    tiny.edit("content/tiny/coins.yaml", "copies: 6", "copies: 5")
    told = run(tiny, "export", "--to", "png", "--dpi", "72")
    assert told.code == 1
    assert "E501" in told.err
    assert not (tiny.output / "tiny" / "en" / "png").exists()
    forced = run(tiny, "export", "--to", "png", "--dpi", "72", "--force")
    assert forced.code == 0
    assert "unchecked" in forced.out
    listed = json.loads((tiny.output / "tiny" / "en" / "png" / "pieces.json").read_bytes())
    assert listed["checked"] is False


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (("--to", "gif"), "there is no `gif`; write cockatrice, dextrous, dies, "),
        (
            ("--to", "svg", "--preset", "tgc"),
            "it is for --to jpg, --to png, --to webp",
        ),
        (("--to", "png", "--sheets", "ten"), "`ten` is no number of columns and rows: write 10x7"),
        (("--to", "png", "--dpi", "5"), "`5` is no resolution"),
        (("--to", "png", "--jobs", "0"), "`0` is no number of processes"),
    ],
)
def test_export_of_mistyped_arguments_says_what_is_meant(tiny, capsys, arguments, told):
    with pytest.raises(SystemExit) as left:
        tiny.run("export", *arguments)
    assert left.value.code == 2
    assert told in capsys.readouterr().err


def test_export_without_a_format_shows_what_each_is_for(tiny, run):
    from fustella.export import format_names

    shown = run(tiny, "export")
    assert shown.code == 0
    listed = shown.out.partition("\n\n")[0].splitlines()
    assert [line.split()[0] for line in listed] == [*format_names()]
    assert all(len(line.split()) > 3 for line in listed)


def test_pdfs_after_an_edit_equal_fresh_ones(tiny, run):
    """Their title has that of the game, which no face need show; others share their fonts."""
    assert run(tiny, "export", "--to", "pdf").code == 0
    tiny.edit_freely("content/tiny/coins.yaml", "value: 5", "value: 6")
    path = tiny.root / "content" / "tiny" / "game.yaml"
    text = re.sub(r"(?m)^title: .*$", "title: Another", path.read_text("utf-8"))
    path.write_text(text, encoding="utf-8")
    assert run(tiny, "export", "--to", "pdf").code == 0
    edited = tiny.hashes()
    shutil.rmtree(tiny.output)
    assert run(tiny, "export", "--to", "pdf").code == 0
    new = tiny.hashes()
    assert {name: edited[name] for name in new if name.endswith(".pdf")} == {
        name: digest for name, digest in new.items() if name.endswith(".pdf")
    }
