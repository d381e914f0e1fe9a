"""Fonts of all sorts print what is typed: by the engine, by our own writer, and in browsers."""

import base64
import io
import re
from functools import partial

import pytest
import uharfbuzz as hb
from PIL import Image

from fustella.core.values.fonts import FontCut
from fustella.draw.render.pages import PlainPages
from fustella.draw.render.worker import compile_pages
from fustella.draw.text.embedded import letters_in, with_fonts
from fustella.draw.text.families import font_file, font_folder, own_families_in, styles_of
from fustella.draw.text.fonts import FaultyFont
from fustella.draw.text.prepared import prepared_font
from fustella.write.raster import page_pngs
from tests.draw.own_fonts import Typed, fonts_of, own_font
from tests.draw.printing import svg
from tests.helpers.made_fonts import (
    BOX,
    cff_font,
    changed,
    collection,
    coloured_font,
    graded,
    made_font,
    mapped,
    solid,
    symbol_font,
    variable_font,
    with_table,
)

REGULAR, BOLD, ITALIC, BOLD_ITALIC = FontCut
LETTERS = {letter: f"u{ord(letter):04X}" for letter in "abc"}
AT_LETTERS = {ord(letter): name for letter, name in LETTERS.items()}
AT_SYMBOLS = {0xF000 + code: name for code, name in AT_LETTERS.items()}
SHIFTED = dict(zip(AT_LETTERS, ("u0062", "u0063", "u0061"), strict=True))
"""Letters that mean others: a table that is not to be taken."""

THIN = ("wght", 100, 100, 900)
PLAIN = made_font()


def drawn_by(operators, **keys):
    return cff_font(dict.fromkeys("abc", operators), **keys)


def without(*tags):
    def change(font):
        for tag in tags:
            del font[tag]

    return change


def says(**keys):
    """A change of what OS/2 says of a font."""

    def change(font):
        for key, value in keys.items():
            setattr(font["OS/2"], key, value)

    return change


def called(name):
    def change(font):
        for number in (1, 4, 16):
            font["name"].setName(name, number, 3, 1, 0x409)

    return change


def again_as(flavour, data):
    return changed(data, lambda font: None, flavour)


DOT = (180, 750, "rmoveto", 40, "hlineto", 40, "vlineto", -40, "hlineto")
SEAC = cff_font({"a": BOX, "\u00a8": DOT, "\u00e4": (0, 0, 97, 200, "endchar")})
MASKED = (10, 20, "hstemhm", 30, 20, "vstemhm", 40, 20, "hintmask", b"\xe0", *BOX)
CFF2 = drawn_by(BOX, cff2=True)
WIDER = (20, 0, "rmoveto", 360, 80, 1, "blend", "hlineto", 700, "vlineto")
WIDER = (*WIDER, -360, -80, 1, "blend", "hlineto")
CFF2_VARIABLE = drawn_by(WIDER, axes=[THIN], regions=[{"wght": (0, 1, 1)}])
FILES = {
    "symbols": symbol_font(),
    "symbols-woff": again_as("woff", symbol_font()),
    "symbols-woff2": again_as("woff2", symbol_font()),
    "symbols-beside-macintosh": mapped(PLAIN, (1, 0, SHIFTED), (3, 0, AT_SYMBOLS)),
    "symbols-beside-unicode": mapped(PLAIN, (3, 0, AT_SYMBOLS), (3, 1, {0x2D: "u002D"})),
    "symbols-at-letters": mapped(PLAIN, (3, 0, AT_LETTERS)),
    "symbols-in-cff": mapped(
        drawn_by(BOX), (3, 0, {code: f"u{code & 0xFF:04X}" for code in AT_SYMBOLS} | {0xF061: "a"})
    ),
    "macintosh": mapped(PLAIN, (1, 0, AT_LETTERS)),
    "seac": SEAC,
    "seac-woff2": again_as("woff2", SEAC),
    "dotsection": drawn_by(("ignore", *BOX, "ignore")),
    "dotsection-after-mask": drawn_by((*MASKED, "ignore")),
    "hint-masks": drawn_by(MASKED),
    "division": drawn_by((40, 2, "div", *BOX[1:])),
    "flex": drawn_by((*BOX, 0, "hmoveto", 9, 9, 0, 9, 9, 9, 0, "hflex")),
    "cff2": CFF2,
    "cff2-woff2": again_as("woff2", CFF2),
    "cff2-variable": CFF2_VARIABLE,
    "cff2-variable-woff": again_as("woff", CFF2_VARIABLE),
    "collection-of-one": collection(PLAIN),
    "no-names": changed(PLAIN, without("name", "post")),
    "weight-0": changed(PLAIN, says(usWeightClass=0)),
    "weight-1000": changed(PLAIN, says(usWeightClass=1000, fsSelection=0x21)),
    "lies-of-its-family": changed(PLAIN, called("Source Sans Pro")),
    "name-without-letters": changed(PLAIN, called("\ufffd")),
    "drawings-beside-colours": with_table(
        coloured_font({"u0061": [("u0061", 0xFFFF)]}, PLAIN), "SVG "
    ),
    "colours": coloured_font({"u0061": [("u0061", 0)], "u0062": [("u0062", 0xFFFF)]}),
    "paints": coloured_font({name: solid(name, 1) for name in LETTERS.values()}),
    "gradients": coloured_font(
        {
            name: graded(name, kind)
            for name, kind in zip(LETTERS.values(), ("Linear", "Radial", "Linear"), strict=True)
        }
    ),
    "colours-in-cff2": coloured_font({"a": solid("a", 0), "u0062": solid("u0062", 1)}, CFF2),
}


@pytest.fixture
def typed(tmp_path):
    """A text in a font of a file."""

    def set_in(data, text, ending=".ttf", **keys):
        path = tmp_path / f"font{ending}"
        path.write_bytes(data)
        return Typed(text, fonts_of(own_font("own", path, **keys)), "own")

    return set_in


def columns(pdf):
    """Which columns of a picture of the page have ink, of half a millimetre each."""
    picture = Image.open(io.BytesIO(next(page_pngs(pdf, 50.8)))).convert("L")
    narrow = picture.point(lambda grey: 255 if grey < 240 else 0).getbbox()
    assert narrow, "the page is blank"
    return narrow


def by_engine(typed):
    return compile_pages([svg(typed.svg)], str(font_folder(own_families_in([typed.svg]))))


def by_us(typed):
    pages = PlainPages()
    page = pages.draw(svg(typed.svg))
    if page is None:
        return None
    pages.add(page)
    return pages.pdf()


@pytest.mark.parametrize("name", FILES)
def test_letters_of_each_sort_of_font_are_printed_by_both_and_in_browsers(typed, name):
    text = "a\u00e4a" if name.startswith("seac") else "abcab"
    found = typed(FILES[name], text)
    assert found.problems == []
    left, top, right, bottom = columns(by_engine(found))
    assert right - left >= 10
    ours = by_us(found)
    assert (ours is None) == ("COLR" in font_in(found).face.table_tags)
    if ours is not None:
        assert columns(ours) == pytest.approx((left, top, right, bottom), abs=1)
    shown = embedded(found)
    for letter in text:
        box = shown.get_glyph_extents(shown.get_nominal_glyph(ord(letter)))
        assert box is not None
        assert box.width > 50, f"{letter} is blank in browsers"


def font_in(typed):
    return hb.Font(hb.Face(hb.Blob(file_in(typed).read_bytes())))


def file_in(typed):
    (family,) = own_families_in([typed.svg])
    return font_file(styles_of(family)[0])


def embedded(typed):
    """The first font of a game that a face for browsers brings along."""
    shown = with_fonts(svg(typed.svg), letters_in(typed.svg))
    (data, *_) = re.findall(r'font-family:"own-[^}]*base64,([^"]*)"', shown)
    return hb.Font(hb.Face(hb.Blob(base64.b64decode(data))))


@pytest.mark.parametrize("name", ["colours", "paints", "gradients", "colours-in-cff2"])
def test_colours_of_a_font_are_printed(typed, name):
    picture = Image.open(io.BytesIO(next(page_pngs(by_engine(typed(FILES[name], "ab")), 50.8))))
    colours = {pixel[:3] for _, pixel in picture.convert("RGB").getcolors(1 << 16)}
    assert any(max(each) - min(each) > 150 for each in colours)


@pytest.mark.parametrize("tag", ["SVG ", "sbix", "CBDT"])
def test_colours_that_not_all_print_are_refused_by_name(typed, tag):
    (problem,) = typed(with_table(PLAIN, tag), "abc").problems
    assert (problem.code, tag.strip() in problem.message) == ("E237", True)
    assert "COLR" in problem.hint


def emptied(*names):
    def change(font):
        for name in names:
            font["glyf"][name].__dict__.clear()
            font["glyf"][name].numberOfContours = 0

    return change


@pytest.mark.parametrize(
    ("data", "lacking"),
    [
        (changed(PLAIN, emptied("u0061")), ["a"]),
        (changed(PLAIN, emptied("u0061", "u002D")), ["a", "-"]),
        (changed(symbol_font(), emptied("u0062")), ["b"]),
        (drawn_by((20, 1, "add", *BOX[1:])), ["a", "b", "c"]),
        (cff_font({"a": BOX, "b": (), "c": BOX, "-": BOX}), ["b"]),
    ],
)
def test_letter_without_an_outline_is_told_and_not_left_blank(typed, data, lacking):
    problems = typed(data, "ab-c", fallback=()).problems
    told = [re.search('"(.)"', problem.message)[1] for problem in problems]
    assert {*told} >= {*lacking}
    assert {problem.code for problem in problems} == {"E202"}


def widths(data, cut=REGULAR, axes=(), given=REGULAR, member=""):
    """The width of `a` in a cut, as prepared; None where there is none."""
    font = prepared_font(data, "boxes-1", cut, dict(axes), (), given, member)
    if font is None:
        return None
    assert not hb.Face(hb.Blob(font)).has_var_data
    drawn = hb.Font(hb.Face(hb.Blob(font)))
    return drawn.get_glyph_h_advance(drawn.get_nominal_glyph(ord("a")))


WIDE, OPSZ, SLNT, ITAL = (
    ("wdth", 50, 50, 150),
    ("opsz", 8, 14, 144),
    ("slnt", -10, 0, 0),
    ("ital", 0, 0, 1),
)
EACH = {"wght": 80, "wdth": 200, "opsz": 7, "slnt": 11, "ital": 13}
variable = partial(variable_font, wider=EACH)
ALL = variable(THIN, WIDE, OPSZ, SLNT)


@pytest.mark.parametrize(
    ("data", "regular", "bold", "italic"),
    [
        (variable(THIN), 430, 460, None),
        (again_as("woff2", variable(THIN)), 430, 460, None),
        (variable(("wght", 400, 400, 700)), 400, 480, None),
        (variable(("wght", 100, 900, 900)), 350, 380, None),
        (variable(("wght", 500, 700, 900)), 320, 400, None),
        (variable(("wght", 700, 700, 900)), 400, 480, None),
        (variable(("wght", 100, 100, 300)), 480, None, None),
        (variable(("wght", 0.48, 1.0, 3.2)), 400, 480, None),
        (variable(WIDE), 500, None, None),
        (variable(("wdth", 25, 75, 90)), 600, None, None),
        (variable(SLNT), 400, None, 389),
        (variable(("slnt", 0, 0, 12)), 400, None, 411),
        (variable(ITAL), 400, None, 413),
        (variable(("ital", 0, 1, 1)), 387, None, 400),
        (variable(ITAL, SLNT), 400, None, 402),
        (variable(OPSZ), 400, None, None),
        (ALL, 530, 560, 519),
        (PLAIN, 400, None, None),
    ],
)
def test_variable_font_is_as_heavy_and_as_wide_as_its_text(data, regular, bold, italic):
    assert widths(data) == regular
    assert widths(data, BOLD) == bold
    assert widths(data, ITALIC) == italic


def test_what_is_asked_of_an_axis_holds_for_bold_too():
    assert widths(ALL, REGULAR, {"wdth": 50}) == 430
    assert widths(ALL, BOLD, {"wdth": 50}) == 460
    assert widths(ALL, REGULAR, {"wght": 800}) == 570
    assert widths(ALL, BOLD, {"wght": 800}) == 580
    assert widths(ALL, BOLD, {"wght": 900}) is None


def test_bold_of_text_in_a_variable_font_is_printed_heavier(typed):
    font = variable(THIN, WIDE)
    plain, bold = typed(font, "abc abc").extent_mm(), typed(font, "**abc abc**").extent_mm()
    assert bold[1] - bold[0] > plain[1] - plain[0] + 0.2


def test_bold_italic_comes_from_a_variable_font_of_italics(tmp_path):
    for name, data in {"upright": variable(THIN), "italic": variable(THIN, OPSZ)}.items():
        (tmp_path / f"{name}.ttf").write_bytes(data)
    files = (tmp_path / "upright.ttf", tmp_path / "italic.ttf")
    upright, italic = files
    font = own_font("own", upright)
    both = type(font)("own", (*font.files, (ITALIC, own_font("own", italic).files[0][1])))
    fonts = fonts_of(both)
    assert [*fonts.problems(None)] == []
    assert len(styles_of(fonts.names["own"])) == 4


HEAVY = changed(made_font({"a": 700}, style="Bold"), says(usWeightClass=700, fsSelection=0x20))
OTHER = made_font({"a": 900}, family="Other Boxes")
TOGETHER = collection(made_font(), HEAVY, OTHER, variable(THIN))


@pytest.mark.parametrize(
    ("member", "cut", "wide"),
    [
        ("1", REGULAR, 400),
        ("2", REGULAR, 700),
        ("3", REGULAR, 900),
        ("4", REGULAR, 430),
        ("4", BOLD, 460),
        ("Boxes Bold", REGULAR, 700),
        ("boxes  bold", REGULAR, 700),
        ("Other Boxes Regular", REGULAR, 900),
        ("Other Boxes", REGULAR, 900),
        ("Boxes", REGULAR, 400),
    ],
)
def test_font_of_a_collection_is_taken_by_number_and_by_name(member, cut, wide):
    assert widths(TOGETHER, cut, member=member) == wide


def test_family_in_a_collection_gives_the_bold_where_bold_is_asked_for():
    assert widths(TOGETHER, BOLD, given=BOLD, member="Boxes") == 700


@pytest.mark.parametrize(
    ("data", "member", "code", "hint"),
    [
        (TOGETHER, "", "E237", "#2 for Boxes Bold, #3 for Other Boxes Regular"),
        (TOGETHER, "5", "E239", "#4 for Boxes Regular"),
        (TOGETHER, "0", "E239", "#1 for Boxes Regular"),
        (TOGETHER, "Bxes Bold", "E239", "#2 for Boxes Bold"),
        (PLAIN, "2", "E239", "leave out #2"),
        (collection(changed(PLAIN, says(fsType=2))), "", "E238", "another font"),
        (TOGETHER[:200], "", "E237", "again"),
    ],
)
def test_font_that_a_collection_lacks_is_told_with_those_it_has(data, member, code, hint):
    with pytest.raises(FaultyFont) as fault:
        widths(data, member=member)
    assert fault.value.code == code
    assert hint in fault.value.hint


@pytest.mark.parametrize("chain", [None, ("ding", "sans")])
@pytest.mark.parametrize(
    ("data", "lends"),
    [
        (mapped(PLAIN, (3, 0, {0xF078: "u0061"})), False),
        (mapped(PLAIN, (3, 0, {0xF078: "u0061"}), (1, 0, AT_LETTERS)), False),
        (again_as("woff2", mapped(PLAIN, (3, 0, {0xF078: "u0061"}))), False),
        (changed(mapped(PLAIN, (3, 0, {0xF078: "u0061"})), says(version=0)), False),
        (mapped(PLAIN, (3, 1, {0x78: "u0061", 0xF078: "u0061"})), True),
        (
            changed(
                mapped(PLAIN, (3, 1, {0x78: "u0061", 0xF078: "u0061"})),
                says(ulCodePageRange1=1 << 31),
            ),
            True,
        ),
    ],
)
def test_font_of_symbols_lends_its_signs_and_no_letters(tmp_path, data, lends, chain):
    (tmp_path / "plain.ttf").write_bytes(PLAIN)
    (tmp_path / "ding.ttf").write_bytes(data)
    plain = own_font("plain", tmp_path / "plain.ttf", fallback=chain)
    fonts = fonts_of(plain, own_font("ding", tmp_path / "ding.ttf"))
    typed = Typed("ax\uf078", fonts, "plain")
    assert typed.problems == []
    families = {letter.text: letter.font.split("-")[0] for letter in typed.printed()}
    assert families["a"] == "plain"
    assert families["x"] == ("ding" if lends else "SourceSansPro")
    assert {"ding"} <= {*families.values()}
